"""Boards of like cells: their cells, directions, edges and corners.

A cell stands at two whole numbers. On a square board these are column and row, both from 1, row 1 in the south. On a
rhombus of hexagons they are column and row too, row 1 in the north, each row shifted half a cell to the east. On a
hexagon of hexagons they are the axial coordinates q and r, both 0 in the middle, r growing to the south.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from reguli.model.resolved_ruleset import Relation
from reguli.ruleset.kind_nodes import DrawnCell, FieldDecl, GridDecl
from reguli.source.character_checks import letters
from reguli.source.frozen_values import Kept, kept

Point = tuple[int, int]
Rows = tuple[tuple[int, ...], ...]
Column = tuple[int | tuple[int, ...], ...]
"""A field of every element, in their order."""

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


@kept
class Part(Kept):
    """The elements of a kind that belongs to a grid, with their fields: cells, edges or corners."""

    ids: tuple[str, ...]
    fields: tuple[FieldDecl, ...]
    values: Mapping[str, Column]


@kept
class Grid(Kept):
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
    """Lay out the cells of a board, without those that this number of players does not have."""
    if decl.drawn is not None:
        drawn = zip(drawn_points(decl, decl.drawn), decl.drawn, strict=True)
        standing = [point for point, cell in drawn if cell.point not in decl.without]
        points = sorted(standing, key=lambda point: (point[1], point[0]))
    elif decl.shape == "hexagon":
        far = sizes["radius"]
        points = [(q, r) for r in range(-far, far + 1) for q in range(max(-far, -r - far), min(far, far - r) + 1)]
    else:
        points = [(column, row) for row in range(1, sizes["height"] + 1) for column in range(1, sizes["width"] + 1)]
    if decl.without:
        points = [point for point in points if cell_name(decl, point) not in decl.without]
    return Grid(decl, tuple(points), {point: at for at, point in enumerate(points)})


def drawn_points(decl: GridDecl, drawn: tuple[DrawnCell, ...]) -> list[Point]:
    """Give where the letters of a drawn board stand on it, in their order.

    On squares the lowest line is row 1 and the first column with a letter is a; of hexagons the first line is row 1, and the
    one furthest west stands in column a. The middle of a hexagon, q0_r0, is the middle letter of the middle line.
    """
    points = [cell.point for cell in drawn]
    if not points:
        return []
    if decl.shape == "square":
        left, below = min(x for x, _ in points), max(y for _, y in points)
        return [(x - left + 1, below - y + 1) for x, y in points]
    slanted = [((x - y - points[0][0] + points[0][1]) // 2, y) for x, y in points]
    if decl.shape == "hexagon":
        lines = sorted({y for _, y in slanted})
        middle = lines[(len(lines) - 1) // 2]
        row = sorted(x for x, y in slanted if y == middle)
        q, r = row[(len(row) - 1) // 2], middle
    else:
        q, r = min(x for x, _ in slanted) - 1, min(y for _, y in slanted) - 1
    return [(x - q, y - r) for x, y in slanted]


def cells_left_out(grid: Grid) -> tuple[str, ...]:
    """Name the cells that this number of players does not have."""
    decl, drawn = grid.decl, grid.decl.drawn or ()
    letters = zip(drawn_points(decl, drawn), drawn, strict=True)
    named = [cell_name(decl, point) for point, cell in letters if cell.point in decl.without]
    return (*named, *sorted(name for name in decl.without if isinstance(name, str)))


def cell_id(grid: Grid, point: Point) -> str:
    """Name a cell of a board."""
    return cell_name(grid.decl, point)


def cell_name(decl: GridDecl, point: Point) -> str:
    """Name a cell: ``b3`` on boards with columns and rows, ``q1_rm2`` (m for minus) on hexagons."""
    if decl.shape == "hexagon":
        return f"q{_signed(point[0])}_r{_signed(point[1])}"
    return f"{letters(point[0])}{point[1]}"


def _signed(number: int) -> str:
    return f"m{-number}" if number < 0 else str(number)


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
    numbers: dict[str, Column] = {name: tuple(point[axis] for point in grid.points) for axis, name in enumerate(names)}
    if grid.decl.shape == "hexagon":
        numbers["ring"] = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in grid.points)
    columns = [(FieldDecl(grid.decl.span, name, "number"), column) for name, column in numbers.items()]
    ids = [cell_id(grid, point) for point in grid.points]
    return _part(ids, *columns, *_met(grid, "edges", edges_of), *_met(grid, "corners", corners_of))


def edges(grid: Grid, cell_kind: str) -> Part:
    """Give the edges: each parts two cells, or a cell from the outside, where ``second`` is none."""
    ids: list[str] = []
    ends: list[tuple[int, int]] = []
    for at, row in enumerate(edges_of(grid)):
        point = grid.points[at]
        for side, edge in zip(grid.sides, row, strict=True):
            if edge == len(ids):
                other = _at(grid, point, side)
                beyond = side if other < 0 else cell_id(grid, grid.points[other])
                ids.append(f"{cell_id(grid, point)}__{beyond}")
                ends.append((at, other))
    span = grid.decl.span
    return _part(
        ids,
        (FieldDecl(span, "first", "kind", cell_kind), tuple(first for first, _ in ends)),
        (FieldDecl(span, "second", "kind", cell_kind), tuple(second for _, second in ends)),
        (FieldDecl(span, "cells", "set", cell_kind), tuple(tuple(end for end in pair if end >= 0) for pair in ends)),
        *_met(grid, "corners", _corners_of_edges),
    )


def _corners_of_edges(grid: Grid) -> Column:
    found: dict[int, tuple[int, ...]] = {}
    for row, met in zip(edges_of(grid), corners_of(grid), strict=True):
        for turn, edge in enumerate(row):
            found[edge] = tuple(sorted((met[turn - 1], met[turn])))
    return tuple(found.values())


def corners(grid: Grid, cell_kind: str) -> Part:
    """Give the corners with the cells and edges that meet there."""
    ids: list[str] = []
    around: dict[int, list[int]] = {}
    joined: dict[int, set[int]] = {}
    for at, (row, met) in enumerate(zip(edges_of(grid), corners_of(grid), strict=True)):
        for turn, corner in enumerate(met):
            if corner == len(ids):
                ids.append(f"{cell_id(grid, grid.points[at])}__corner_{turn + 1}")
            around.setdefault(corner, []).append(at)
            joined.setdefault(corner, set()).update((row[turn], row[(turn + 1) % len(row)]))
    return _part(
        ids,
        (FieldDecl(grid.decl.span, "cells", "set", cell_kind), tuple(map(tuple, around.values()))),
        *_met(grid, "edges", lambda _: tuple(tuple(sorted(row)) for row in joined.values())),
    )


def edges_of(grid: Grid) -> Rows:
    """Give the edges of each cell by their numbers, its sides clockwise."""
    return _numbered([grid.edge(point, side) for side in grid.sides] for point in grid.points)


def corners_of(grid: Grid) -> Rows:
    """Give the corners of each cell by their numbers, clockwise."""
    return _numbered([grid.corner(point, turn) for turn in range(len(grid.sides))] for point in grid.points)


def _numbered(rows: Iterable[list[tuple[Point, ...]]]) -> Rows:
    """Give names numbers in the order in which the cells first meet them, and each row by its numbers."""
    known: dict[tuple[Point, ...], int] = {}
    return tuple(tuple(known.setdefault(name, len(known)) for name in row) for row in rows)


def _part(ids: list[str], *columns: tuple[FieldDecl, Column]) -> Part:
    return Part(tuple(ids), tuple(field for field, _ in columns), {field.id: column for field, column in columns})


def _met(
    grid: Grid, name: Literal["edges", "corners"], column: Callable[[Grid], Column]
) -> list[tuple[FieldDecl, Column]]:
    """Give the field for edges or corners, if the board names them."""
    kind = grid.decl.edges if name == "edges" else grid.decl.corners
    return [] if kind is None else [(FieldDecl(grid.decl.span, name, "set", kind), column(grid))]
