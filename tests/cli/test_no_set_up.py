"""A game that cannot be set up is not printed: books and cards say what stops it, and where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Run

# Ten plants have numbers up to 12, and the market has room for eight.
TOO_MANY = "variant: mine\nof: power_grid\nname: Twelve\nset:\n  constants.last_start_plant: 12\n"


@pytest.mark.parametrize("command", ["book", "card"])
@pytest.mark.parametrize("players", [(), ("--players", "3")])
def test_nothing_is_printed(
    reguli: Run, variant: Callable[[str], str], tmp_path: Path, command: str, players: tuple[str, ...]
) -> None:
    out = tmp_path / "out"
    ran = reguli(command, variant(TOO_MANY), "--lang", "ro", "--folder", str(out), "--json", *players)
    told = json.loads(ran.out)
    # The fault once, though it comes at every number of players, and that nothing is printed for it.
    assert (ran.code, told["files"], sorted(one["code"] for one in told["findings"])) == (1, [], ["E305", "W426"])
    (fault,) = (one for one in told["findings"] if one["code"] == "E305")
    assert fault["place"]["file"].endswith("power_grid/rules/setup.rules")
    assert not out.exists()


def test_a_draft_is_printed_all_the_same(reguli: Run, variant: Callable[[str], str], tmp_path: Path) -> None:
    ran = reguli("card", variant(TOO_MANY), "--format", "md", "--draft", "--folder", str(tmp_path / "out"))
    assert (ran.code, len(list((tmp_path / "out").rglob("card.en.md")))) == (0, 1)


def test_what_fails_at_one_table_is_printed_for_the_others(
    reguli: Run, variant: Callable[[str], str], tmp_path: Path
) -> None:
    # With six players all six regions of the map are wanted and there is one too few for seven.
    six = variant('variant: mine\nof: power_grid\nname: Six\nset:\n  "tables.regions_in_play[6]": 7\n')
    for players, code in (("5", 0), ("6", 1)):
        ran = reguli("card", six, "--format", "md", "--players", players, "--folder", str(tmp_path / players))
        assert ran.code == code, ran.err
