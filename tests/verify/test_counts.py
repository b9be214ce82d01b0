"""Counts from the printed game, asked of the box and of the table after the set-up."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from reguli.app.scaffold import create_ruleset
from reguli.app.verification import test_items
from reguli.app.verification.part_registry import open_variant_origin
from reguli.pipeline import LoadedRuleset
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import finding_sentence
from reguli.verify.double_entry.count_comparison import run_count_checks
from reguli.verify.report import Found, Holds, Level, budget_of_units, verification_target

SMALL = ("breakthrough", "connect_four", "hex", "tic_tac_toe")


def told(name: str) -> list[Found | Holds]:
    loaded = LoadedRuleset(name)
    assert loaded.ruleset is not None, [one.code for one in loaded.bag]
    subject = verification_target(loaded, loaded.ruleset)
    return list(run_count_checks(subject, budget_of_units(60), lambda: open_variant_origin(loaded, subject, (), 0)))


def wrong(found: Iterable[Found | Holds]) -> list[tuple[str, str, str]]:
    return [(one.told.code, one.severity, finding_sentence(one.told)) for one in found if isinstance(one, Found)]


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.night] * (one not in SMALL)) for one in shipped_rulesets()]
)
def test_every_shipped_game_has_as_many_as_its_rulebook_counts(name: str) -> None:
    found = told(name)
    assert wrong(found) == []
    assert {one.level for one in found if isinstance(one, Holds)} == {Level.ENTERED_TWICE}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A game of one's own that begins as Breakthrough: eight rows of eight, two rows of pawns each."""
    create_ruleset("mine", "breakthrough", str(tmp_path))
    return tmp_path / "mine"


def counted(home: Path, text: str) -> list[tuple[str, str, str]]:
    (home / "counts.yaml").write_text(text, encoding="utf-8")
    return wrong(told(str(home)))


def test_a_slip_anywhere_in_the_rules_shows_in_the_sums_after_the_set_up(home: Path) -> None:
    """B3: pawns stand on every cell of the two rows nearest to each player, 32 of them on a board of eight."""
    good = "set_up:\n  sum(count(cell.pawns) for cell in cells): {by: size, is: {large: 32, small: 24}}\n"
    assert counted(home, good) == []
    (rules,) = (path for path in (home / "rules").glob("*.rules") if "procedure set_up" in path.read_text("utf-8"))
    text = rules.read_text(encoding="utf-8")
    assert "cell.row > height - home_rows" in text
    rules.write_text(text.replace("cell.row > height - home_rows", "cell.row >= height - home_rows"), encoding="utf-8")
    # A third row: more pawns than there are.
    assert [code for code, _, _ in counted(home, good)] == ["V143", "V143"]
    rules.write_text(text.replace("cell.row <= home_rows", "cell.row < home_rows"), encoding="utf-8")
    assert [said for _, _, said in counted(home, good)] == [
        "sum(count(cell.pawns) for cell in cells) (large) is 24, and 32 were counted",
        "sum(count(cell.pawns) for cell in cells) (small) is 18, and 24 were counted",
    ]


@pytest.mark.parametrize(
    ("text", "codes", "said"),
    [
        ("counts:\n  count(cells): 64\n", ["V141"], "count(cells) is 36, and 64 were counted"),
        ("counts:\n  count(cells): {by: size, is: {large: 64}}\n", ["V142"], "for small no number is expected"),
        ("counts:\n  count(cells): {by: size, is: {large: 64, small: 36, tiny: 9}}\n", ["V142"], "there is no 'tiny'"),
        ("counts:\n  count(cells): {by: colour, is: {red: 64}}\n", ["V142"], "'colour' is neither"),
        ("counts:\n  count(cells): {by: size, is: {large: many, small: 36}}\n", ["V142"], "for large no number"),
        ("counts:\n  count(cells): {is: true}\n", ["V142"], "no whole number"),
        ("counts:\n  count(cels): 64\n", ["R200"], "cels"),
        ("counts:\n  count(: 64\n", ["L1"], ""),
        ("counts:\n  count(cells): {iz: 64}\n", ["R102", "R101"], "iz"),
        ("counts: 64\n", ["R103"], ""),
        ("set_up:\n  count(players): {by: player_count, is: {2: 2}}\n", [], ""),
        ("set_up:\n  count(players): {by: player_count, is: {2..4: 2}}\n", ["V142"], "2..4"),
        ("set_up:\n  count(player.aside): {by: player, is: {seat_1: 0, seat_2: 1}}\n", ["V141"], "seat_2"),
        ("counts:\n  30 + 6: 36\n", ["V145"], "names nothing of the game"),
        ("set_up:\n  1 div count(first(players).aside) rounded down: 1\n", ["V143"], ""),
    ],
)
def test_what_does_not_fit_is_told_at_its_place(home: Path, text: str, codes: list[str], said: str) -> None:
    found = counted(home, text)
    assert len(found) >= len(codes)
    assert all(code.startswith(wanted) for (code, _, _), wanted in zip(found, codes, strict=False)), found
    assert (not codes and not found) or any(said in one for _, _, one in found), found


def test_a_variant_that_changes_a_count_says_so_once_and_may_count_anew(home: Path, tmp_path: Path) -> None:
    """The base has 64 cells and 36; the variant has seven rows of eight, and 36."""
    assert counted(home, "counts:\n  count(cells): {by: size, is: {large: 64, small: 36}}\n") == []
    variant = tmp_path / "flat" / "variant.yaml"
    variant.parent.mkdir()
    values = "  values: {size: {large: {constants: {width: 7, height: 8}}}}\n"
    text = f"variant: flat\nof: {home}\nname: Flat\nreplace:\n{values}"
    variant.write_text(text, encoding="utf-8")
    assert [(code, severity) for code, severity, _ in wrong(told(str(variant.parent)))] == [("V146", "note")]
    own = variant.with_name("counts.yaml")
    own.write_text("counts:\n  count( cells ): {by: size, is: {large: 56, small: 36}}\n", encoding="utf-8")
    assert wrong(told(str(variant.parent))) == []
    own.unlink()
    setting = "set:\n  counts.count(cells).is: {large: 56, small: 36}\n"
    variant.write_text(text + setting, encoding="utf-8")
    assert wrong(told(str(variant.parent))) == []


SIDES = ("cell.row <= home_rows", "cell.row > height - home_rows")
"""The two rows of each player."""


def test_a_slip_in_a_rule_written_anew_is_no_wanted_change_of_a_count(home: Path, tmp_path: Path) -> None:
    """The variant sets one row of pawns a side (8 + 8, 6 + 6); a rule that it writes again in two places puts another row on one side."""
    sum_ = "sum(count(cell.pawns) for cell in cells)"
    assert counted(home, f"set_up:\n  {sum_}: {{by: size, is: {{large: 32, small: 24}}}}\n") == []
    variant = tmp_path / "thin" / "variant.yaml"
    variant.parent.mkdir()
    setting = "set: {constants.home_rows: 1}\n"
    variant.write_text(f"variant: thin\nof: {home}\nname: Thin\n{setting}", encoding="utf-8")
    assert [(code, severity) for code, severity, _ in wrong(told(str(variant.parent)))] == [("V146", "note")]
    (rules,) = (path for path in (home / "rules").glob("*.rules") if "procedure set_up" in path.read_text("utf-8"))
    text = rules.read_text(encoding="utf-8")
    for side in SIDES:
        assert side in text
        text = text.replace(side, side.replace("<=", "<").replace("home_rows", "(home_rows + 1)"))
    (variant.parent / "rules").mkdir()
    (variant.parent / "rules" / rules.name).write_text(text, encoding="utf-8")
    found = wrong(told(str(variant.parent)))
    assert {(code, severity) for code, severity, _ in found} == {("V144", "change")}, found


def test_what_is_wrong_with_the_base_is_wrong_in_the_variant(home: Path, tmp_path: Path) -> None:
    counted(home, "counts:\n  count(cells): {by: size, is: {large: 65, small: 36}}\n")
    variant = tmp_path / "same" / "variant.yaml"
    variant.parent.mkdir()
    variant.write_text(f"variant: same\nof: {home}\nname: Same\n", encoding="utf-8")
    assert [(code, severity) for code, severity, _ in wrong(told(str(variant.parent)))] == [("V141", "error")]


BROKEN = "of,constants\nwho,Ana\nwhen,today\nprint,ours\n\nconstant,value\nwidth,9\n"


def test_counts_and_facts_are_items_that_say_where_they_break(home: Path) -> None:
    (home / "facts").mkdir()
    (home / "facts" / "sizes.csv").write_text(BROKEN, encoding="utf-8")
    file = home / "counts.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("64", "63"), encoding="utf-8")
    found = test_items.open_tested_ruleset(str(home))
    assert found.names[:3] == ("check", "counts", "facts/sizes.csv")
    assert found.run("counts")[0].startswith(
        "mine/counts.yaml:2:40 V141 count(cells) (large) is 64, and 63 were counted"
    )
    assert found.run("facts/sizes.csv")[0].startswith(
        "mine/facts/sizes.csv:7:7 V151 'width' of constants is 8 in the rules"
    )
    assert found.run("check") == ("", None)


@pytest.mark.night
def test_a_new_game_is_tested_by_plain_pytest(home: Path) -> None:
    def run() -> str:
        words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA"]
        return subprocess.run(words, cwd=home, capture_output=True, text=True, check=False).stdout

    assert "PASSED game.yaml::counts" in run()
    file = home / "counts.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("64", "63"), encoding="utf-8")
    out = run()
    assert "FAILED game.yaml::counts" in out
    assert "V141" in out
