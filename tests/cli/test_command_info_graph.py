"""info --graph: how maps hang together, which rule runs which, and which may change what is tracked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

GAME = """
ruleset: islands
language: 2
version: 1.0.0
name: Islands
players: {min: 1, max: 2}
round: [sailing]
ranking:
  - {by: 1, order: most}
"""
# a - b - c in a row, then a triangle c d e; f - g apart from them; h alone.
MAP = """
kinds:
  port: {plural: ports, elements: [a, b, c, d, e, f, g, h]}
  route: {plural: routes, joins: port, rows: [[a, b], [b, c], [c, d], [d, e], [e, c], [f, g]]}
"""
RULES = """
phase sailing:
    run set_sail

procedure set_sail:
    run land

procedure land:
    set anchored to b
    end game
"""
STATE = """
game:
  anchored: {of: port, start: a}
  calm: {flag: true}
"""


@pytest.fixture
def islands(tmp_path: Path) -> str:
    for name, text in {
        "game.yaml": GAME,
        "components/map.yaml": MAP,
        "rules/play.rules": RULES,
        "state.yaml": STATE,
    }.items():
        path = tmp_path / "islands" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return str(tmp_path / "islands")


def test_what_takes_a_map_apart_is_told(reguli: Run, islands: str) -> None:
    (shape,) = json.loads(reguli("info", islands, "--graph", "--json").out)["graph"]["maps"]
    assert shape == {
        "spaces": "port",
        "edges": ["route"],
        "counts": [8, 6],
        "parts": [["a", "b", "c", "d", "e"], ["f", "g"], ["h"]],
        "bridges": [["a", "b"], ["b", "c"], ["f", "g"]],
        "joints": ["b", "c"],
        "fewest": [0, ["h"]],
        "most": [3, ["c"]],
        "across": 3,
    }


def test_it_is_said_in_lines(reguli: Run, islands: str) -> None:
    assert reguli("info", islands, "--graph").out.splitlines() == [
        "ports: 8",
        "    joined by routes: 6",
        "    in 3 pieces: a, b, c, d, e; f, g; h",
        "    0 neighbours: h",
        "    3 neighbours: c",
        "    without any of these edges it falls apart: a - b, b - c, f - g",
        "    without any of these spaces it falls apart: b, c",
        "",
        "the phases of a round run:",
        "    sailing → set_sail",
        "these procedures run others:",
        "    set_sail → land",
        "these rules may change what is tracked:",
        "    anchored ← land",
        "    calm ← —",
    ]


def test_programs_are_told_which_rules_may_change_what(reguli: Run, islands: str) -> None:
    told = json.loads(reguli("info", islands, "--graph", "--json").out)["graph"]["changes"]
    assert told == [["anchored", ["land"]], ["calm", []]]


def test_a_board_without_edges_has_rules_all_the_same(reguli: Run) -> None:
    ran = reguli("info", "tic_tac_toe", "--graph", "--lang", "hu")
    assert (ran.code, ran.out.splitlines()[0].startswith("a forduló fázisai futtatják")) == (0, True)


@pytest.mark.parametrize("board", ["germany", "usa"])
def test_a_whole_map_is_in_one_piece(reguli: Run, board: str) -> None:
    (shape,) = json.loads(reguli("info", "power_grid", "--graph", "--json", "--option", f"map={board}").out)["graph"][
        "maps"
    ]
    assert len(shape["parts"]) == 1
    assert shape["counts"][0] == len(shape["parts"][0]) == 42
