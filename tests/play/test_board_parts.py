"""What is drawn with the places of a board: its halves and zones, its sites, edges, and the spaces of places and lines."""

from __future__ import annotations

from collections import Counter
from math import dist
from pathlib import Path
from typing import Any

import pytest
from seated_tables import program

from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset
from reguli.play.board_layout import board_layout_data

SQUARES = {
    "game.yaml": "ruleset: squares\nlanguage: 2\nversion: 1.0.0\nname: Squares\nplayers: {min: 2, max: 2}\nround: [running]\n",
    "components/board.yaml": "kinds:\n  square: {grid: {shape: square, width: 3, height: 3, edges: side, corners: post}}\n",
    "state.yaml": "side:\n  walled: {flag: true}\npost:\n  held: {of: player}\n",
    "rules/running.rules": "phase running:\n    end game\n",
}
"""Nine squares, with something tracked on every edge and every corner."""


def drawn(name: str) -> tuple[Ruleset, dict[str, Any]]:
    ruleset = program(name, 3).ruleset
    board: dict[str, Any] | None = board_layout_data(ruleset)
    assert board is not None
    return ruleset, board


def test_zones_tint_the_cells_and_a_river_is_a_border() -> None:
    ruleset, board = drawn("warszawa")
    hexes, sides = ruleset.kinds["hex"], ruleset.kinds["side"]
    tinted = {
        cell: board["tints"]["ids"][tint] for cell, tint in zip(hexes.elements, board["tints"]["of"], strict=True)
    }
    zones = ruleset.kinds["zone"].elements
    assert tinted == {cell: zones[zone] for cell, zone in zip(hexes.elements, hexes.values["zone"], strict=True)}
    bank = hexes.values["bank"] if "bank" in hexes.values else hexes.values["river_bank"]
    between = [
        side
        for side, (one, other) in enumerate(zip(sides.values["first"], sides.values["second"], strict=True))
        if other >= 0 and bank[one] != bank[other]
    ]
    assert board["borders"]["kind"] == "river_bank"
    assert len(board["borders"]["lines"]) == len(between) > 0


def test_the_edges_of_cells_are_as_long_as_a_side_and_each_is_there_once() -> None:
    # Thirty-seven hexes in a hexagon: (37 * 6 + 42 on the rim) / 2 sides.
    _, board = drawn("warszawa")
    sides = [part for part in board["parts"] if part["kind"] == "side"]
    assert len({part["id"] for part in sides}) == len(sides) == (37 * 6 + 42) / 2
    lengths = [dist(part["ends"][:2], part["ends"][2:]) for part in sides]
    assert max(lengths) - min(lengths) < 3
    assert (
        max(Counter(tuple(sorted([tuple(part["ends"][:2]), tuple(part["ends"][2:])])) for part in sides).values()) == 1
    )


def test_only_the_cells_that_have_a_site_say_so() -> None:
    ruleset, board = drawn("warszawa")
    hexes = ruleset.kinds["hex"]
    optional = [
        (field.of, hexes.values[name])
        for name, field in hexes.fields.items()
        if field.form == "kind" and -1 in hexes.values[name]
    ]
    assert optional
    for at, sites in enumerate(board["sites"]):
        expected = [[kind, ruleset.kinds[kind].elements[held[at]]] for kind, held in optional if held[at] >= 0]
        assert sorted(map(tuple, sites)) == sorted(map(tuple, expected))


def test_every_space_says_at_which_place_or_on_which_line_it_is() -> None:
    ruleset, board = drawn("nucleum")
    links = {kind.id: kind for kind in ruleset.kinds.values() if kind.joins == board["kind"]}
    points = [point["id"] for point in board["points"]]
    shown = {(part["kind"], part["id"]) for part in board["parts"]}
    for name in ("slot", "pit", "stand", "plant", "place"):
        kind = ruleset.kinds[name]
        ((held, of),) = ((field.id, field.of) for field in kind.fields.values() if field.form == "kind")
        assert of is not None
        where = dict(zip(kind.elements, kind.values[held], strict=True))
        assert {element for kind_id, element in shown if kind_id == name} == {one for one in where if where[one] >= 0}
        for part in (part for part in board["parts"] if part["kind"] == name):
            wanted = ruleset.kinds[of].elements[where[part["id"]]]
            assert wanted == (board["lines"][part["on"]]["id"] if of in links else points[part["at"]])
    where = ["on" in part for part in board["parts"]]
    assert where == sorted(where)


def test_what_nearly_every_line_costs_is_not_written_on_each() -> None:
    ruleset, board = drawn("nucleum")
    written = [line["cost"] for line in board["lines"]]
    ((lines, links),) = ((kind.id, kind) for kind in ruleset.kinds.values() if kind.joins == board["kind"])
    held = [values for name, values in links.values.items() if name not in ("first", "second")]
    assert lines
    assert written.count(None) > len(written) / 2
    (cost,) = (values for values in held if all(w is None or w == v for w, v in zip(written, values, strict=True)))
    usual, count = Counter(cost).most_common(1)[0]
    assert [None if value == usual else value for value in cost] == written
    assert count == written.count(None)


@pytest.mark.parametrize("name", ["trails", "squares"])
def test_a_corner_lies_where_its_edges_meet(name: str, tmp_path: Path) -> None:
    folder = Path(__file__).parents[1] / "rulesets" / name
    if name == "squares":
        folder = tmp_path
        for file, text in SQUARES.items():
            (tmp_path / file).parent.mkdir(exist_ok=True)
            (tmp_path / file).write_text(text, "utf-8")
    ruleset = LoadedRuleset(folder).program(2).ruleset
    board: dict[str, Any] | None = board_layout_data(ruleset)
    assert board is not None
    grid = next(kind.declared.grid for kind in ruleset.kinds.values() if kind.declared and kind.declared.grid)
    ends = {(part["kind"], part["id"]): part["ends"] for part in board["parts"]}
    corners, edges = ruleset.kinds[str(grid.corners)], ruleset.kinds[str(grid.edges)]
    assert len({tuple(ends[corners.id, one]) for one in corners.elements}) == len(corners.elements)
    for corner, met in zip(corners.elements, corners.values["edges"], strict=True):
        x, y, *other = ends[corners.id, corner]
        assert [x, y] == other
        assert isinstance(met, tuple)
        for edge in met:
            one = ends[edges.id, edges.elements[int(str(edge))]]
            assert min(dist((x, y), one[:2]), dist((x, y), one[2:])) < 3
