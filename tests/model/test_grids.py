"""Boards laid out: counted by hand, and by Euler's formula."""

from __future__ import annotations

import pytest

from reguli.model import grids
from reguli.model.grids import Grid
from reguli.ruleset.document_nodes import GridDecl
from reguli.source.source_excerpt import NOWHERE

OPPOSITE = {
    "north": "south",
    "north_east": "south_west",
    "east": "west",
    "south_east": "north_west",
    "south": "north",
    "south_west": "north_east",
    "west": "east",
    "north_west": "south_east",
}


def _square(width: int, height: int) -> Grid:
    decl = GridDecl(NOWHERE, "square", (), edges="wall", corners="post")
    return grids.lay_out_grid(decl, {"width": width, "height": height})


def _hexagon(radius: int) -> Grid:
    return grids.lay_out_grid(GridDecl(NOWHERE, "hexagon", (), edges="wall", corners="post"), {"radius": radius})


def _rhombus(side: int) -> Grid:
    return grids.lay_out_grid(
        GridDecl(NOWHERE, "rhombus", (), edges="wall", corners="post"), {"width": side, "height": side}
    )


GRIDS = {
    "square": _square(4, 3),
    "one": _square(1, 1),
    "hexagon": _hexagon(2),
    "single": _hexagon(0),
    "rhombus": _rhombus(5),
}


def test_cells_of_a_square_are_named_by_column_and_row() -> None:
    part = grids.board_cells(_square(3, 2))
    assert part.ids == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert part.values["column"] == (1, 2, 3, 1, 2, 3)
    assert part.values["row"] == (1, 1, 1, 2, 2, 2)


def test_columns_go_on_after_z() -> None:
    ids = grids.board_cells(_square(28, 1)).ids
    assert (ids[25], ids[26], ids[27]) == ("z1", "aa1", "ab1")


def test_steps_on_a_square() -> None:
    grid = _square(3, 3)
    ids = grids.board_cells(grid).ids
    relation = grids.direction_neighbours(grid, grids.all_directions([grid]))
    assert relation.directions == grids.COMPASS
    north, north_east = relation.steps[0], relation.steps[1]
    assert ids[north[ids.index("a1")]] == "a2"
    assert north[ids.index("a3")] == -1
    assert ids[north_east[ids.index("a1")]] == "b2"
    assert [ids[near] for near in relation.neighbours[ids.index("b2")]] == ["b3", "c2", "b1", "a2"]


def test_cells_of_a_hexagon() -> None:
    part = grids.board_cells(_hexagon(2))
    assert len(part.ids) == 19
    assert part.ids[part.values["ring"].index(0)] == "q0_r0"
    assert "qm2_r1" in part.ids
    assert sorted(part.values["ring"]) == [0] * 1 + [1] * 6 + [2] * 12  # type: ignore[type-var]


def test_the_sharp_corners_of_a_rhombus_have_two_neighbours() -> None:
    grid = _rhombus(11)
    ids = grids.board_cells(grid).ids
    relation = grids.direction_neighbours(grid, grids.all_directions([grid]))
    assert len(ids) == 121
    counts = {name: len(relation.neighbours[ids.index(name)]) for name in ("a1", "k1", "a11", "k11", "f6")}
    assert counts == {"a1": 2, "k11": 2, "k1": 3, "a11": 3, "f6": 6}


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_there_and_back_again(grid: Grid) -> None:
    relation = grids.direction_neighbours(grid, grids.all_directions([grid]))
    for direction, steps in zip(relation.directions, relation.steps, strict=True):
        back = relation.steps[relation.directions.index(OPPOSITE[direction])]
        assert all(back[there] == cell for cell, there in enumerate(steps) if there >= 0)


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_corners_less_edges_and_cells_make_one(grid: Grid) -> None:
    corners, edges, cells = grids.board_corners(grid, "cell"), grids.board_edges(grid, "cell"), grids.board_cells(grid)
    assert len(corners.ids) - len(edges.ids) + len(cells.ids) == 1
    assert len(set(edges.ids)) == len(edges.ids)
    assert len(set(corners.ids)) == len(corners.ids)


def test_seven_hexagons_have_thirty_edges() -> None:
    edges = grids.board_edges(_hexagon(1), "cell")
    assert len(edges.ids) == 30
    assert len([end for end in edges.values["second"] if end == -1]) == 18


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_incidence_is_told_alike_from_both_sides(grid: Grid) -> None:
    cells, edges, corners = grids.board_cells(grid), grids.board_edges(grid, "cell"), grids.board_corners(grid, "cell")
    for (here, there), (one, other) in {
        ("edges", "cells"): (cells, edges),
        ("corners", "cells"): (cells, corners),
        ("corners", "edges"): (edges, corners),
    }.items():
        forward = {(a, b) for a, row in enumerate(one.values[here]) for b in row}  # type: ignore[union-attr]
        backward = {(a, b) for b, row in enumerate(other.values[there]) for a in row}  # type: ignore[union-attr]
        assert forward == backward
    assert all(len(set(row)) == 2 for row in edges.values["corners"])  # type: ignore[arg-type]
