"""A check looks at everything in a folder: what nothing reads is said, whatever folder it lies in, and what is read is held to its form."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run

from reguli.shipped_files import shipped_folder

Written = Callable[..., str]


@pytest.fixture
def ruleset(tmp_path: Path) -> Written:
    """Write a copy of Tic-Tac-Toe with more files in it, by their places."""

    def write(**files: str) -> str:
        return _laid(tmp_path / "marks", files, shipped_folder("rulesets") / "tic_tac_toe")

    return write


@pytest.fixture
def variant(tmp_path: Path) -> Written:
    """Write a variant of Power Grid with more files in it."""

    def write(**files: str) -> str:
        text = "variant: mine\nof: power_grid\nset:\n  constants.start_money: 60\n"
        return _laid(tmp_path / "mine", {"variant.yaml": text, **files}, None)

    return write


def _laid(folder: Path, files: dict[str, str], copied: Path | None) -> str:
    if copied is not None:
        shutil.copytree(copied, folder)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("notes.yaml", None),
        ("rules/more/turns.rules", None),
        ("rules/turns.rule", "rules/turns.rules"),
        ("components/marks.csv", None),
        ("boards/plan.txt.bak", None),
        ("examples/first.yml", "first.yaml"),
        ("positions/late.json", None),
        ("words/en/wording.po", "wordings.po"),
        ("words/hu/tic_tac_toe.po", None),
        ("words/hu/lexicons.yaml", "lexicon.yaml"),
        ("setups.yaml", "setup.yaml"),
        ("wordings/en/wordings.po", None),
        ("variants/long.txt~", None),
    ],
)
def test_a_file_that_nothing_reads_is_a_finding(reguli: Run, ruleset: Written, name: str, meant: str | None) -> None:
    ran = reguli("check", ruleset(**{name: "1\n"}))
    if name.endswith("~"):
        assert "R121" in ran.out
        return
    at = name if Path(name).parent.name != "more" and not name.startswith("wordings/") else name.rpartition("/")[0]
    at = "wordings" if at.startswith("wordings") else at
    assert f"marks/{at} R121" in ran.out
    assert ran.code == 1
    if meant is not None:
        assert f"did you mean '{meant.rpartition('/')[2]}'?" in ran.out


@pytest.mark.parametrize("name", ["boards/germany.yaml", "components/cards.yaml", "inventory.yaml", "tables.yaml"])
def test_whatever_file_of_a_ruleset_lies_in_a_variant_is_read(reguli: Run, variant: Written, name: str) -> None:
    ran = reguli("check", variant(**{name: "this is: {not yaml\n"}))
    assert re.search(rf"mine/{name}:\d+:\d+ Y2\d\d", ran.out), ran.out
    assert "R121" not in ran.out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("card.yaml", "sections:\n  - section: start\n    prats: []\n", "marks/card.yaml:3:5 R101"),
        (
            "card.yaml",
            "sections:\n  - section: start\n    parts:\n      - {say: x, with: {n: constants.line_lenght}}\n",
            "marks/card.yaml:4:28 W402",
        ),
        ("book.yaml", "sections: 7\n", "marks/book.yaml:1:11 R103"),
        (
            "setup.yaml",
            "sections:\n  - {section: start, parts: [{say: x, with: {n: tables.no}}]}\n",
            "marks/setup.yaml:2:49 W402",
        ),
        ("summary.yaml", "section: []\n", "marks/summary.yaml:1:1 R101"),
        ("pieces.yaml", "icons: {}\npiecs: []\n", "marks/pieces.yaml:2:1 R101"),
        ("bots.yaml", "bots: {sharp: {prefer: [{option: plaec}]}}\n", "marks/bots.yaml:1:34 X120"),
        ("positions/late.yaml", "players: 2\nstat: {}\n", "positions/late.yaml:2:1 R101"),
        ("examples/more.yaml", "examples: [{id: one, cites: [T1], then: []}]\n", "marks/examples/more.yaml:1:"),
        ("words/hu/lexicon.yaml", "language: hu\nterms: {mark: {nominativ: jel}}\n", "hu/lexicon.yaml:2:16 W1"),
        ("words/hu/wordings.po", 'msgctxt "move:place"\nmsgid "a"\nmsgstr "[cel] 3"\n', "hu/wordings.po:3:"),
        ("themes/dusk/theme.yaml", "theme: dusk\ncolours: {acent: '#000000'}\n", "dusk/theme.yaml:2:11"),
        ("variants/long.yaml", "variant: long_line\nset: {constants.line_lenght: 4}\n", "variants/long.yaml:2:7 R152"),
        (
            "variants/wide/variant.yaml",
            "variant: wide\nof: ../..\nset: {constants.widht: 4}\n",
            "wide/variant.yaml:3:7 R152",
        ),
        ("variants/wide/rule/x.rules", "", "wide/rule R121"),
    ],
)
def test_what_is_read_is_held_to_its_form(reguli: Run, ruleset: Written, name: str, text: str, said: str) -> None:
    more = {"variants/wide/variant.yaml": "variant: wide\nof: ../..\n"} if name.startswith("variants/wide/rule") else {}
    ran = reguli("check", ruleset(**{**more, name: text}))
    assert said in ran.out, ran.out
    assert ran.code == 1


def test_what_is_sound_has_no_finding(reguli: Run, ruleset: Written) -> None:
    """One of everything, none of it amiss."""
    folder = ruleset(
        **{
            "positions/start.yaml": "players: 2\nat: {phase: play}\n",
            "themes/dusk/theme.yaml": 'theme: dusk\ncolours: {accent: "#5b3a86"}\n',
            "variants/again.yaml": "variant: again\nname: Once again\n",
            "notes.md": "# Notes\n",
            "rules/.hidden": "",
        }
    )
    ran = reguli("check", folder)
    assert (ran.code, ran.out) == (0, "")


def test_a_file_that_is_not_read_is_told_first(reguli: Run, tmp_path: Path) -> None:
    """Rules in a file with the wrong ending: what they lack elsewhere comes after the cause."""
    folder = tmp_path / "grid"
    shutil.copytree(shipped_folder("rulesets") / "power_grid", folder)
    (folder / "rules" / "fuel.rules").rename(folder / "rules" / "fuel.rule")
    ran = reguli("check", str(folder))
    assert ran.out.startswith("grid/rules/fuel.rule R121")
    assert "R211" in ran.out


@pytest.mark.pages
def test_every_product_is_laid_out(reguli: Run, ruleset: Written) -> None:
    """A sentence that the card needs and nobody has worded is found by laying the card out."""
    folder = ruleset(**{"card.yaml": "sections:\n  - {section: start, parts: [{say: never_worded}]}\n"})
    assert reguli("check", folder).code == 0
    ran = reguli("check", folder, "--print", "--lang", "en")
    assert ran.code == 1
    assert "never_worded" in ran.out
    whole = reguli("check", "tic_tac_toe", "--print", "--lang", "en,hu")
    assert (whole.code, whole.out) == (0, "")
    assert "6 products laid out" in whole.err


def test_what_was_not_played_is_said(reguli: Run) -> None:
    ran = reguli("check", "connect_four", "--play", "--budget", "1")
    assert ran.code == 0
    assert "1 game played" in ran.err
    whole = reguli("check", "connect_four", "--play")
    assert "not played" not in whole.err


def test_what_one_number_of_players_leaves_idle_another_may_use(ruleset: Written, reguli: Run) -> None:
    """A procedure that only a row for two players runs, and one that none runs."""
    kinds = "kinds: {spot: {fields: {effect: {procedure: [player]}}, rows: [{id: well, effect: run rest(player), players: 2}]}}\n"
    rules = "at end of play busy:\n    for spot in spots:\n        run spot.effect(seat_1)\n\nprocedure rest(player):\n    settle\n"
    game = (
        (shipped_folder("rulesets") / "tic_tac_toe/game.yaml").read_text(encoding="utf-8").replace("max: 2", "max: 3")
    )
    files = {"game.yaml": game, "components/spots.yaml": kinds, "rules/spots.rules": rules}
    folder = ruleset(**files)
    assert reguli("check", folder).code == 0
    (Path(folder) / "components/spots.yaml").write_text(kinds.replace("run rest(player)", "settle"), encoding="utf-8")
    assert "C104" in reguli("check", folder).out
