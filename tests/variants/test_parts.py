"""Parts of rules that a variant takes away, replaces and adds to, on a game of two to four buyers of fruit.

What is expected follows from the rules of that game by hand: everyone begins with 12 coins and earns 3 a round; a buyer may close the
market unless the last of six rounds has come.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.cli.main import main

ORCHARD = Path(__file__).parents[1] / "rulesets" / "orchard"
HEAD = f"variant: kept\nof: {ORCHARD}\nname: Kept\n"


def _written(folder: Path, text: str, rules: str = "", name: str = "kept") -> Path:
    path = folder / name
    path.mkdir(parents=True)
    (path / "variant.yaml").write_text(HEAD.replace("kept", name, 1) + text, encoding="utf-8")
    if rules:
        (path / "rules").mkdir()
        (path / "rules" / "more.rules").write_text(rules, encoding="utf-8")
    return path


def _begun(path: Path) -> reguli.Playthrough:
    return reguli.load(path).start(players=2, names=["ann", "bob"])


def _options(playthrough: reguli.Playthrough) -> list[str]:
    """Return the names of the options that can be taken, each once."""
    return list(dict.fromkeys(move.split()[0] for move in playthrough.moves()))


def _pass(playthrough: reguli.Playthrough, times: int = 1) -> None:
    for _ in range(times):
        playthrough.apply("end_buying")


def test_a_guard_is_taken_away_by_its_reason(tmp_path: Path) -> None:
    plain, freed = _begun(ORCHARD), _begun(_written(tmp_path, "remove: {parts: [buying/close_market/last_market]}\n"))
    for playthrough in (plain, freed):
        _pass(playthrough, 10)
        assert playthrough.value("round") == 6
    assert "close_market" not in _options(plain)
    assert "close_market" in _options(freed)


def test_an_option_is_taken_away_with_its_statement(tmp_path: Path) -> None:
    gone = _written(tmp_path, "remove: {parts: [buying/close_market], statements: [T7]}\n")
    assert _options(_begun(gone)) == ["buy", "end_buying"]
    assert main(["check", str(gone)]) == 0


def test_what_nothing_carries_any_more_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gone = _written(tmp_path, "remove: {parts: [buying/close_market]}\n")
    assert main(["check", str(gone)]) == 1
    assert "R341" in capsys.readouterr().out


def test_a_guard_is_added_behind_those_of_an_option(tmp_path: Path) -> None:
    one = _written(tmp_path, 'add:\n  parts:\n    buying/buy: "needs amount = 1 because one_at_a_time cites T4"\n')
    amounts = {move.split()[2] for move in _begun(one).moves() if move.startswith("buy")}
    assert amounts == {"1"}


def test_effects_are_added_at_the_end_of_an_option(tmp_path: Path) -> None:
    text = "add:\n  parts:\n    buying/buy: |\n      if fruit = apple:\n          end purchase\n"
    ending = _begun(_written(tmp_path, text))
    ending.apply("buy pear 1")
    assert ending.decision is not None
    assert ending.decision.by == "ann"
    ending.apply("buy apple 1")
    assert ending.decision.by == "bob"


def test_an_option_is_added_to_a_decision(tmp_path: Path) -> None:
    text = "add:\n  parts:\n    buying/purchase: |\n      beg cites T4:\n          move 1 from bank to buyer.coins\n          end purchase\n"
    begging = _begun(_written(tmp_path, text))
    assert _options(begging) == ["buy", "close_market", "beg", "end_buying"]
    begging.apply("beg")
    assert begging.value("ann.coins") == 13


def test_a_line_is_replaced_by_how_it_begins(tmp_path: Path) -> None:
    text = "replace:\n  parts:\n    picking/move wage: move wage + wage from bank to player.coins\n"
    richer = _begun(_written(tmp_path, text))
    _pass(richer, 2)
    assert richer.value("ann.coins") == 12 + 3 + 3


def test_a_line_is_added_behind_a_line(tmp_path: Path) -> None:
    text = "add:\n  parts:\n    picking/for player in players: |\n      if round = 1:\n          end game\n"
    short = _begun(_written(tmp_path, text))
    _pass(short, 2)
    assert short.over
    assert short.value("ann.coins") == 12 + 3


def test_effects_are_added_at_the_end_of_a_rule(tmp_path: Path) -> None:
    text = "add:\n  parts:\n    picking: |\n      if round = 1:\n          end game\n"
    short = _begun(_written(tmp_path, text))
    _pass(short, 2)
    assert short.over


def test_an_option_is_replaced_as_a_whole(tmp_path: Path) -> None:
    text = "replace:\n  parts:\n    buying/close_market: |\n      leave_town cites T7:\n          end game\n"
    leaving = _begun(_written(tmp_path, text))
    assert _options(leaving) == ["buy", "leave_town", "end_buying"]
    leaving.apply("leave_town")
    assert leaving.over


def test_what_is_wrong_in_a_part_is_said_where_it_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = _written(tmp_path, "add:\n  parts:\n    buying/buy: |\n      needs amout = 1 because one_at_a_time\n")
    assert main(["check", str(wrong)]) == 1
    assert "kept/variant.yaml:7:13 R200" in capsys.readouterr().out


def test_a_part_of_a_rule_that_the_variant_itself_replaces(tmp_path: Path) -> None:
    rules = "phase picking cites T3, T5:\n    for player in players:\n        move wage from bank to player.coins\n    settle\n"
    poor = _begun(_written(tmp_path, "remove: {parts: [picking/for player]}\n", rules))
    _pass(poor, 2)
    assert poor.value("ann.coins") == 12


def test_two_variants_that_touch_one_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = _written(tmp_path, "remove: {parts: [buying/close_market/last_market]}\n", name="first")
    second = _written(tmp_path, 'replace: {parts: {buying/close_market: "go cites T7: end game"}}\n', name="second")
    third = _written(tmp_path, "remove: {parts: [picking/for player]}\n", name="third")
    assert main(["check", str(first), "--with", str(second)]) == 1
    assert "R166" in capsys.readouterr().out
    assert main(["check", str(first), "--with", str(third)]) == 0


def test_an_addition_within_what_another_variant_replaces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    addition = "add:\n  parts:\n    picking: |\n      if round = 1:\n          end game\n"
    first, second = (_written(tmp_path, addition, name=name) for name in ("first", "second"))
    rules = "phase picking cites T3, T5:\n    for player in players:\n        move wage from bank to player.coins\n    settle\n"
    third = _written(tmp_path, "", rules, name="third")
    assert main(["check", str(first), "--with", str(third)]) == 1
    assert "'rules.picking' is changed by two variants" in capsys.readouterr().out
    assert main(["check", str(first), "--with", str(second)]) == 0


@pytest.mark.parametrize("head", ["for buyer in reversed(players)", "for buyer in reversed(players):"])
def test_the_head_of_a_block_is_replaced_alone(head: str, tmp_path: Path) -> None:
    played = _begun(_written(tmp_path, f'replace:\n  parts:\n    buying/for buyer: "{head}"\n'))
    assert played.decision is not None
    assert played.decision.by == "bob"


def test_what_is_wrong_in_a_head_is_reported_at_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'replace:\n  parts:\n    picking/for player: "for player in playrs"\n'
    assert main(["check", str(_written(tmp_path, text))]) == 1
    assert "kept/variant.yaml:6:40 R200" in capsys.readouterr().out
