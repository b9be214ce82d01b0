"""Lines of cards and books, bots and examples that a variant takes away, replaces, adds and sets, on the board game of three in a row."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.ruleset.declarations.example_files import load_all_examples
from reguli.source.diagnostic import Bag


def _written(folder: Path, text: str, name: str = "mine", of: str = "power_grid") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\nof: {of}\nname: Mine\n{text}", encoding="utf-8")
    return path


def _card(path: Path, folder: Path) -> str:
    name = LoadedRuleset(str(path)).documents
    assert name is not None
    assert main(["card", str(path), "--lang", "en", "--format", "md", "--folder", str(folder)]) == 0
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("card.en.md")))


def _lines(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.startswith("-")}


def test_a_line_of_a_card_is_taken_away_and_another_replaced(tmp_path: Path) -> None:
    plain = _card(_written(tmp_path, "", "plain"), tmp_path / "plain")
    text = "remove: {layouts: {card: [first_auction, bidding]}}\nreplace: {layouts: {card: {store_resources: {say: bidding, cites: [P50, P52]}}}}\n"
    changed = _card(_written(tmp_path, text), tmp_path / "changed")
    gone, new = _lines(plain) - _lines(changed), _lines(changed) - _lines(plain)
    assert [
        any(word in line for line in gone) for word in ("in the first round, everyone must buy", "twice what it uses")
    ] == [
        True,
        True,
    ]
    assert (len(gone), new) == (2, set())
    assert changed.count("bidding goes clockwise") == 1


def test_a_line_is_added_behind_a_line_and_at_the_end_of_a_section(tmp_path: Path) -> None:
    text = "remove: {layouts: {card: [first_auction, bidding]}}\nadd:\n  layouts:\n    card:\n      start_money: {say: bidding, cites: [P50, P52]}\n      always: [{say: first_auction, cites: [P66, P68]}]\n"
    lines = [line for line in _card(_written(tmp_path, text), tmp_path / "out").splitlines() if line]
    money = next(at for at, line in enumerate(lines) if "begins with 50" in line)
    last = next(at for at, line in enumerate(lines) if "among their own power plants" in line)
    assert "bidding goes clockwise" in lines[money + 1]
    assert "in the first round, everyone must buy" in lines[last + 1]


def test_one_key_of_a_line_is_set(tmp_path: Path) -> None:
    path = _written(tmp_path, 'set: {"layouts.card.store_resources.cites": [P74, P75]}\n')
    assert main(["check", str(path)]) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("remove: {layouts: {card: [biding]}}\n", "mine.yaml:4:27 R167"),
        ("remove: {layouts: {crad: [bidding]}}\n", "did you mean 'card'?"),
        ("remove: {bots: [insane]}\n", "did you mean 'sane'?"),
        ("remove: {examples: [E24_nobody_bys]}\n", "did you mean 'E24_nobody_buys'?"),
        ('set: {"layouts.card.bidding.citse": [P50]}\n', "mine.yaml:4:7 R101"),
    ],
)
def test_a_slip_is_said_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    assert main(["check", str(_written(tmp_path, text))]) == 1
    assert said in capsys.readouterr().out


def test_a_bot_is_taken_away(tmp_path: Path) -> None:
    assert "sane" in reguli.load(_written(tmp_path, "", "plain")).bots
    assert "sane" not in reguli.load(_written(tmp_path, "remove: {bots: [sane]}\n")).bots


def test_an_example_is_taken_away_and_one_changed(tmp_path: Path) -> None:
    text = 'remove: {examples: [first_round_all_buy]}\nset: {"examples.E6a_the_cheapest.cites": [P98]}\n'
    plain = load_all_examples(LoadedRuleset(str(_written(tmp_path, "", "plain"))).layers, Bag())
    name = next(one for one in plain if one != "first_round_all_buy")
    text = text.replace("E6a_the_cheapest", name)
    bag = Bag()
    found = load_all_examples(LoadedRuleset(str(_written(tmp_path, text))).layers, bag)
    assert set(plain) - set(found) == {"first_round_all_buy"}
    assert (found[name].cites, list(bag)) == (("P98",), [])


def test_the_higher_of_two_variants_edits_what_the_lower_left(tmp_path: Path) -> None:
    low = _written(tmp_path, "replace: {layouts: {card: {bidding: {say: late_bidding, cites: [P54]}}}}\n", "low")
    high = _written(tmp_path, "remove: {layouts: {card: [late_bidding]}}\n", "high", of=f"./{low.name}")
    assert main(["check", str(high)]) == 0
    assert "goes clockwise" not in _card(high, tmp_path / "out")


def test_a_statement_that_a_line_says_is_not_added_again(tmp_path: Path) -> None:
    folder = tmp_path / "rule"
    (folder / "rules").mkdir(parents=True)
    rule = "procedure earn_more cites R1:\n    settle\n"
    (folder / "rules" / "more.rules").write_text(rule, encoding="utf-8")
    text = (
        "variant: rule\nof: power_grid\nname: Rule\nremove: {layouts: {card: [bidding]}}\n"
        "add: {statements: {R1: {statement: Nothing more is earned., state: specified}}, rules: [earn_more],\n"
        "  parts: {earn_money: run earn_more}, layouts: {card: {earn_money: {say: bidding, cites: [R1]}}}}\n"
    )
    (folder / "variant.yaml").write_text(text, encoding="utf-8")
    assert "What this variant changes" not in _card(folder, tmp_path / "out")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('set: {"layouts.card.bidding.cites": [P50]}\n', 'set: {"layouts.card.bidding.cites": [P52]}\n'),
        ("remove: {layouts: {card: [bidding]}}\n", 'set: {"layouts.card.bidding.cites": [P52]}\n'),
        ("remove: {bots: [sane]}\n", "remove: {bots: [sane]}\n"),
    ],
)
def test_two_variants_side_by_side_that_touch_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], first: str, second: str
) -> None:
    one, other = _written(tmp_path, first, "one"), _written(tmp_path, second, "other")
    assert main(["check", str(one), "--with", str(other)]) == 1
    assert "R166" in capsys.readouterr().out
