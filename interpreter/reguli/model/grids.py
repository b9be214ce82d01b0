"""Boards of like cells: their cells, directions, edges and corners.

A cell stands at two whole numbers. On a square board these are column and row, both from 1, row 1 in the south. On a
rhombus of hexagons they are column and row too, row 1 in the north, each row shifted half a cell to the east. On a
hexagon of hexagons they are the axial coordinates q and r, both 0 in the middle, r growing to the south.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from reguli.model.ruleset import Relation
from reguli.ruleset.documents import FieldDecl, GridDecl
from reguli.source.span import Span

Point = tuple[int, int]

COMPASS: Final = ("north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west")
SQUARE_STEPS: Final[Mapping[str, Point]] = {
    "north": (0, 1),
    "north_east": (1, 1),
    "east": (1, 0),
    "south_east": (1, -1),
    "south": (0, -1),
    "south_west": (-1, -1),
    "west": (-1, 0),
    "north_west": (-1, 1),
}
HEXAGON_STEPS: Final[Mapping[str, Point]] = {
    "north_east": (1, -1),
    "east": (1, 0),
    "south_east": (0, 1),
    "south_west": (-1, 1),
    "west": (-1, 0),
    "north_west": (0, -1),
}
SQUARE_SIDES: Final = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class Part:
    """The elements of a kind that belongs to a grid, with their fields: cells, edges or corners."""

    ids: tuple[str, ...]
    fields: tuple[FieldDecl, ...]
    values: Mapping[str, tuple[int | tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board laid out: cells in reading order of their rows, and how they touch."""

    decl: GridDecl
    points: tuple[Point, ...]
    index: Mapping[Point, int]

    @property
    def steps(self) -> Mapping[str, Point]:
        """The directions of this board and the step each is."""
        return SQUARE_STEPS if self.decl.shape == "square" else HEXAGON_STEPS

    @property
    def sides(self) -> tuple[str, ...]:
        """The directions across a side, clockwise."""
        return SQUARE_SIDES if self.decl.shape == "square" else tuple(HEXAGON_STEPS)

    def beside(self, point: Point, side: str) -> Point:
        """Give the point one step away, on the board or not."""
        x, y = self.steps[side]
        return point[0] + x, point[1] + y

    def edge(self, point: Point, side: str) -> tuple[Point, ...]:
        """Name an edge by the points it parts."""
        return tuple(sorted((point, self.beside(point, side))))

    def corner(self, point: Point, turn: int) -> tuple[Point, ...]:
        """Name the corner between a side and the next one clockwise by the points that meet there."""
        sides = self.sides
        first, second = self.beside(point, sides[turn]), self.beside(point, sides[(turn + 1) % len(sides)])
        met = {point, first, second}
        if self.decl.shape == "square":
            met.add((first[0] + second[0] - point[0], first[1] + second[1] - point[1]))
        return tuple(sorted(met))


def lay_out(decl: GridDecl, sizes: Mapping[str, int]) -> Grid:
    """Lay out the cells of a board."""
    if decl.shape == "hexagon":
        far = sizes["radius"]
        points = [(q, r) for r in range(-far, far + 1) for q in range(max(-far, -r - far), min(far, far - r) + 1)]
    else:
        points = [(column, row) for row in range(1, sizes["height"] + 1) for column in range(1, sizes["width"] + 1)]
    return Grid(decl, tuple(points), {point: at for at, point in enumerate(points)})


def cell_id(grid: Grid, point: Point) -> str:
    """Name a cell: ``b3`` on boards with columns and rows, ``q1_rm2`` (m for minus) on hexagons."""
    if grid.decl.shape == "hexagon":
        return f"q{_signed(point[0])}_r{_signed(point[1])}"
    return f"{_letters(point[0])}{point[1]}"


def _signed(number: int) -> str:
    return f"m{-number}" if number < 0 else str(number)


def _letters(column: int) -> str:
    """Give a, b, ... z, aa, ab, ... for 1, 2, ..."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def directions_of(grids: Iterable[Grid]) -> tuple[str, ...]:
    """Give every direction that some board has, clockwise from the north."""
    used = {name for grid in grids for name in grid.steps}
    return tuple(name for name in COMPASS if name in used)


def relation(grid: Grid, directions: tuple[str, ...]) -> Relation:
    """Say which cell lies one step away in each direction."""
    steps = tuple(tuple(_at(grid, point, name) for point in grid.points) for name in directions)
    neighbours = tuple(
        tuple(near for side in grid.sides if (near := _at(grid, point, side)) >= 0) for point in grid.points
    )
    return Relation(directions, steps, neighbours)


def _at(grid: Grid, point: Point, direction: str) -> int:
    if direction not in grid.steps:
        return -1
    return grid.index.get(grid.beside(point, direction), -1)


def cells(grid: Grid) -> Part:
    """Give the cells with their coordinates, and with their edges and corners where these are named."""
    names = ("q", "r") if grid.decl.shape == "hexagon" else ("column", "row")
    fields = [_number(name, grid.decl.span) for name in names]
    values: dict[str, tuple[int | tuple[int, ...], ...]] = {
        name: tuple(point[axis] for point in grid.points) for axis, name in enumerate(names)
    }
    if grid.decl.shape == "hexagon":
        fields.append(_number("ring", grid.decl.span))
        values["ring"] = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in grid.points)
    if grid.decl.edges is not None:
        fields.append(_set("edges", grid.decl.edges, grid.decl.span))
        known = _edges(grid)
        values["edges"] = tuple(tuple(known[grid.edge(point, side)] for side in grid.sides) for point in grid.points)
    if grid.decl.corners is not None:
        fields.append(_set("corners", grid.decl.corners, grid.decl.span))
        met = _corners(grid)
        values["corners"] = tuple(
            tuple(met[grid.corner(point, turn)] for turn in range(len(grid.sides))) for point in grid.points
        )
    return Part(tuple(cell_id(grid, point) for point in grid.points), tuple(fields), values)


def edges(grid: Grid, cell_kind: str) -> Part:
    """Give the edges: each parts two cells, or a cell from the outside, where ``second`` is none."""
    known = _edges(grid)
    ids: list[str] = []
    ends: list[tuple[int, int]] = []
    for at, point in enumerate(grid.points):
        for side in grid.sides:
            if known[grid.edge(point, side)] == len(ids):
                other = _at(grid, point, side)
                beyond = side if other < 0 else cell_id(grid, grid.points[other])
                ids.append(f"{cell_id(grid, point)}__{beyond}")
                ends.append((at, other))
    span = grid.decl.span
    fields = [FieldDecl(span, "first", "kind", cell_kind), FieldDecl(span, "second", "kind", cell_kind)]
    values: dict[str, tuple[int | tuple[int, ...], ...]] = {
        "first": tuple(first for first, _ in ends),
        "second": tuple(second for _, second in ends),
        "cells": tuple(tuple(end for end in pair if end >= 0) for pair in ends),
    }
    fields.append(_set("cells", cell_kind, span))
    if grid.decl.corners is not None:
        fields.append(_set("corners", grid.decl.corners, span))
        values["corners"] = _corners_of_edges(grid)
    return Part(tuple(ids), tuple(fields), values)


def _corners_of_edges(grid: Grid) -> tuple[tuple[int, ...], ...]:
    met, known = _corners(grid), _edges(grid)
    found: list[tuple[int, ...]] = [()] * len(known)
    for point in grid.points:
        for turn, side in enumerate(grid.sides):
            corners = (met[grid.corner(point, (turn - 1) % len(grid.sides))], met[grid.corner(point, turn)])
            found[known[grid.edge(point, side)]] = tuple(sorted(corners))
    return tuple(found)


def corners(grid: Grid, cell_kind: str) -> Part:
    """Give the corners with the cells and edges that meet there."""
    met, known = _corners(grid), _edges(grid)
    ids: list[str] = []
    around: list[list[int]] = [[] for _ in met]
    joined: list[set[int]] = [set() for _ in met]
    for at, point in enumerate(grid.points):
        for turn, side in enumerate(grid.sides):
            corner = met[grid.corner(point, turn)]
            if corner == len(ids):
                ids.append(f"{cell_id(grid, point)}__corner_{turn + 1}")
            around[corner].append(at)
            following = grid.sides[(turn + 1) % len(grid.sides)]
            joined[corner] |= {known[grid.edge(point, side)], known[grid.edge(point, following)]}
    span = grid.decl.span
    fields = [_set("cells", cell_kind, span)]
    values: dict[str, tuple[int | tuple[int, ...], ...]] = {"cells": tuple(tuple(row) for row in around)}
    if grid.decl.edges is not None:
        fields.append(_set("edges", grid.decl.edges, span))
        values["edges"] = tuple(tuple(sorted(row)) for row in joined)
    return Part(tuple(ids), tuple(fields), values)


def _edges(grid: Grid) -> dict[tuple[Point, ...], int]:
    """Give the edges their numbers, in the order in which the cells, and their sides clockwise, first meet them."""
    found: dict[tuple[Point, ...], int] = {}
    for point in grid.points:
        for side in grid.sides:
            found.setdefault(grid.edge(point, side), len(found))
    return found


def _corners(grid: Grid) -> dict[tuple[Point, ...], int]:
    """Give the corners their numbers, in the order in which the cells first meet them."""
    found: dict[tuple[Point, ...], int] = {}
    for point in grid.points:
        for turn in range(len(grid.sides)):
            found.setdefault(grid.corner(point, turn), len(found))
    return found


def _number(name: str, span: Span) -> FieldDecl:
    return FieldDecl(span, name, "number")


def _set(name: str, kind: str, span: Span) -> FieldDecl:
    return FieldDecl(span, name, "set", kind)
