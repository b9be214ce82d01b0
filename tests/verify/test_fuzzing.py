"""What games by lot show: each fault is planted into a game of a few lines that has none."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from changed_games import subject
from small_game import RULES, STATE, written

from reguli.app.verification.runner import VerificationRequest, adopt_example, verify
from reguli.engine.history.save_files import to_json
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_folder
from reguli.source.finding_catalogue import ENGLISH, Translation
from reguli.verify.example_runner import run_examples
from reguli.verify.fuzzing.fuzzing_part import run_fuzzing
from reguli.verify.fuzzing.metamorphic_tests import check_save_and_load, undo_restores_position
from reguli.verify.fuzzing.random_games import (
    ChanceStatistics,
    DelayedPlayout,
    GameSetting,
    RandomPlayout,
    endless_game_finding,
)
from reguli.verify.fuzzing.rule_coverage import RuleCoverage, coverage_gaps
from reguli.verify.paired_programs import GuidedPlayout
from reguli.verify.report import Budget, Found, Holds, Level, ignore_progress, verification_target
from reguli.words.catalogue.finding_texts import messages_of

PLANTED = {
    "a shuffle is gone": ("    shuffle deck\n", "", "V406"),
    "a guard turned round": ("card.value >= least", "card.value < least", "V407"),
    "a field runs over": ("add card.value to", "add rich * card.value to", "E307"),
    "a part without a way in": (
        "    if round = last:\n",
        "    if round = never:\n        shuffle deck\n    if round = last:\n",
        "V409",
    ),
    "nobody can move": (", or rest:", ":", "E313"),
    "seats say who begins": (
        "    by lot first_one in players\n    for player in clockwise_from(first_one):\n",
        "    for player in players:\n",
        "V414",
    ),
}


def run(folder: Path, steps: int = 1_500) -> tuple[list[Found], list[Holds]]:
    """Play with a budget."""
    told = list(run_fuzzing(subject(folder), Budget(steps), ignore_progress))
    return [one for one in told if isinstance(one, Found)], [one for one in told if isinstance(one, Holds)]


def saying(language: str) -> Translation:
    return messages_of(language, shipped_folder("locales"))


def codes(found: list[Found]) -> list[str]:
    return [one.told.code for one in found]


def test_a_game_without_faults_has_no_findings(tmp_path: Path) -> None:
    found, holds = run(written(tmp_path))
    assert found == []
    assert {"work", "set_up", "work/turn/show", "work/turn/rest"} <= {one.rule for one in holds}
    assert {one.level for one in holds} == {Level.TESTED}


@pytest.mark.parametrize(("old", "new", "code"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_seen(tmp_path: Path, old: str, new: str, code: str) -> None:
    found, _ = run(written(tmp_path, (old, new)))
    assert code in codes(found)


POOR = RULES, f"always (no player in players where player.points > never) because too_rich\n\n{RULES}"
FAILING = {
    "E307": (PLANTED["a field runs over"][:2], ["value: player_count, is: ", "refused: show"]),
    "E313": (PLANTED["nobody can move"][:2], ["asked: turn, by: ", "asked: turn, by: "]),
    "E314": (POOR, ['value: "no player in players where player.points > never", is: true', "refused: show"]),
}


@pytest.mark.parametrize(("code", "change", "claims"), [(code, *rest) for code, rest in FAILING.items()], ids=FAILING)
def test_a_fault_comes_with_an_example_that_runs_and_fails_until_it_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, change: tuple[str, str], claims: list[str]
) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "reports"))
    folder = written(tmp_path / "game", change)
    report = verify(LoadedRuleset(str(folder)), VerificationRequest(budget=1, only=("fuzz",)))
    [found] = [one.found for one in report.judged if one.found.told.code == code]
    assert found.offered is not None
    assert found.offered.places <= 4
    for number, (reading, claim) in enumerate(zip(found.offered.readings, claims, strict=True), 1):
        assert claim in reading.claim
        assert not reading.now
        kept = adopt_example(LoadedRuleset(str(folder)), found.id, number)
        assert kept.result is not None
        assert {one.code[:2] for one in kept.result.findings} <= {"E3", "E4"}
        assert not kept.result.passed
        kept.file.unlink()


def test_an_example_of_a_field_that_runs_over_holds_when_the_sum_is_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "reports"))
    old, new, code = PLANTED["a field runs over"]
    folder = written(tmp_path, (old, new))
    report = verify(LoadedRuleset(str(folder)), VerificationRequest(budget=1, only=("fuzz",)))
    [found] = [one.found for one in report.judged if one.found.told.code == code]
    assert adopt_example(LoadedRuleset(str(folder)), found.id, 1).result is not None
    rules = folder / "rules" / "r.rules"
    rules.write_text(rules.read_text("utf-8").replace(new, old), "utf-8")
    mended = LoadedRuleset(str(folder))
    assert [one.findings for one in run_examples(mended, mended.bag)] == [()]


def test_the_same_seed_and_budget_give_the_same(tmp_path: Path) -> None:
    folder = written(tmp_path, ("add card.value to", "add rich * card.value to"))
    assert run(folder, 800) == run(folder, 800)


def test_a_game_without_end_says_what_no_longer_changes(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        ("    if round = last:\n        end game\n", "    if round < 0:\n        end game\n"),
        ("                move card to aside\n", ""),
        ("add card.value to player.points", "set player.points to card.value"),
    )
    program = LoadedRuleset(str(folder)).program(2)
    game = RandomPlayout(GameSetting((), 2), program, 1, ChanceStatistics(), GuidedPlayout(), late=DelayedPlayout(60))
    assert game.begin()
    for played, family, _ in game.moves(Budget(100), 60):
        game.late.look(played, family.choice.option.rule)
    found = endless_game_finding(game.table, game.seed, game.late, program, (1, 1))
    said = [ENGLISH.say(what) for _, what in found.told.related]
    assert found.severity == "warning"
    assert set(said[0].partition(";")[0].split(" → ")) == {"work/turn/rest", "work/turn/show"}
    assert said[0].endswith("; that changes player.points")
    assert said[1:] == ["no longer changes: deck, aside, player.hand", "this would end the game, and was never come to"]


@pytest.mark.parametrize(("who", "is_seen"), [("owner", False), ("owner or p = seat_1", True)])
def test_who_sees_what_is_claimed_to_be_hidden_is_asked_in_play(tmp_path: Path, who: str, *, is_seen: bool) -> None:
    state = STATE.replace("visible: owner", f"visible: {{to: 'all p in players where p = {who}'}}")
    hand = RULES.replace("phase work:", "hidden from others: player.hand\n\nphase work:")
    found, _ = run(written(tmp_path, (RULES, hand), state=state), 400)
    assert ("V413" in codes(found)) is is_seen


def test_a_game_that_is_saved_comes_back_and_a_move_undone_leaves_nothing(tmp_path: Path) -> None:
    program = LoadedRuleset(str(written(tmp_path))).program(3)
    game = RandomPlayout(GameSetting((), 3), program, 5, ChanceStatistics(), GuidedPlayout())
    assert game.begin()
    for played, _, move in game.moves(Budget(100)):
        assert undo_restores_position(played, move)
        assert check_save_and_load(played)
    assert game.ended


def test_a_changed_save_is_not_the_same_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What looks at saves sees one that forgets its last move."""
    program = LoadedRuleset(str(written(tmp_path))).program(3)
    game = RandomPlayout(GameSetting((), 3), program, 5, ChanceStatistics(), GuidedPlayout())
    assert game.begin()
    moves = game.moves(Budget(100))
    next(moves)
    played, _, _ = next(moves)
    earlier = played.branch()
    earlier.undo()
    monkeypatch.setattr("reguli.verify.fuzzing.metamorphic_tests.to_json", lambda _: to_json(earlier))
    assert not check_save_and_load(played)


@pytest.mark.parametrize(
    ("language", "nearest"),
    [
        ("en", r"'round = never' did not hold once in \d+ games"),
        ("ro", r"'round = never' nu a fost adevărat niciodată în \d+ jocuri"),
        ("hu", r"'round = never' \d+ játszmában egyszer sem teljesült"),
    ],
)
def test_a_part_that_nothing_comes_to_is_told_with_rule_condition_and_what_came_nearest(
    tmp_path: Path, language: str, nearest: str
) -> None:
    """Rounds go to 3, and 7 would be needed."""
    old, new, code = PLANTED["a part without a way in"]
    found, _ = run(written(tmp_path, (old, new)))
    told = next(one.told for one in found if one.told.code == code)
    [said] = [saying(language).say(what) for _, what in told.related]
    assert said.startswith("'work/if'")
    assert re.search(nearest, said)
    _, _, numbers = said.rpartition(";")
    assert re.findall(r"\d+", numbers) == ["3", "7"]


@pytest.mark.parametrize("language", ["en", "ro", "hu"])
def test_cells_that_nothing_reads_are_named_by_their_keys_with_the_nearest_that_was_read(language: str) -> None:
    """Payments are by the number of cities, resupply by players, stage and fuel."""
    loaded = LoadedRuleset("power_grid")
    assert loaded.ruleset is not None
    cells = {
        table.id: set(product(*(range(low, low + size) for low, size in zip(table.lows, table.sizes, strict=True))))
        for table in loaded.ruleset.own_tables
    }
    cells["payment"] = {(cities,) for cities in (*range(8), 12)}
    cells["resupply"] -= {(4, 1, 2)}
    del cells["place_price"]
    reached = RuleCoverage(cells=cells)
    found = coverage_gaps(verification_target(loaded, loaded.ruleset), reached, 5, Budget(0))
    [told] = [one.told for one in found if one.told.code == "V410"]
    lines = [saying(language).say(what) for _, what in told.related]
    payment, place_price, refill = (
        next(line for line in lines if f"'{name}'" in line) for name in ("payment", "place_price", "resupply")
    )
    assert " 8–11, 13–20;" in payment
    assert payment.endswith(" 7")
    assert " 4 second: garbage;" in refill
    assert "84" in place_price
    assert ";" not in place_price


@pytest.mark.parametrize(("where", "leaks"), [("card.value > never", False), ("card.value > other_hand(player)", True)])
def test_what_gives_hidden_things_away_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, *, leaks: bool
) -> None:
    """The binder refuses such rules; what it may let through is seen in play."""
    monkeypatch.setattr("reguli.model.binding.ruleset_binding.check_knowledge", lambda *_: ())
    hand = "\ndefine other_hand(player) = max(card.value for card in next(player).hand)\n"
    rules = RULES.replace("card.value >= least", where).replace("last", "never") + (hand if leaks else "")
    found, _ = run(written(tmp_path, (RULES, rules)), 3_000)
    assert ("V404" in codes(found)) is leaks
