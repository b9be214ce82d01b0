"""`reguli program`: the blocks that rules are run as, for people and for programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from command_runs import Run


def test_slots_procedures_and_blocks_are_listed(reguli: Run) -> None:
    """Tic-tac-toe: twelve facts, so who is to move stands in slot 12; one phase, asked as long as a cell is empty."""
    lines = reguli("program", "tic_tac_toe").out.splitlines()
    assert lines[0].startswith("tic_tac_toe ")
    assert "  11: pc" in lines
    assert "  12: game.to_move" in lines
    assert [line for line in lines if line.startswith("  play(")]
    assert any("[some cell in cells where cell.marks is empty]" in line for line in lines)
    assert any(line.startswith("  Do [move 1 of to_move from to_move.unused to cell.marks]") for line in lines)


def test_programs_get_all_of_it(reguli: Run) -> None:
    told = json.loads(reguli("program", "power_grid", "--players", "3", "--json").out)
    assert told["players"] == 3
    assert len(told["first"]) == told["width"]
    assert {"is", "lines", "end"} <= told["blocks"][0].keys()
    rules = [one["rule"] for one in told["meanings"]]
    assert "define.room" in rules
    assert len(set(rules)) == len(rules)


def test_so_many_cannot_play(reguli: Run) -> None:
    ran = reguli("program", "tic_tac_toe", "--players", "9")
    assert ran.code == 2
    assert "9" in ran.err


def test_there_is_no_such_ruleset(reguli: Run) -> None:
    ran = reguli("program", "tic_tac_to")
    assert ran.code == 2
    assert "X101" in ran.err


@pytest.mark.night
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["lines", "json"])
def test_it_is_the_same_under_every_hash_seed(form: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "reguli", "program", "power_grid", *form]
    ran = [
        subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    ]
    assert len(ran[0]) > 1000
    assert ran[0] == ran[1]
