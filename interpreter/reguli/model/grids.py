"""Boards of like cells: their cells, directions, edges and corners.

A cell stands at two whole numbers. On a square board these are column and row, both from 1, row 1 in the south. On a
rhombus of hexagons they are column and row too, row 1 in the north, each row shifted half a cell to the east. On a
hexagon of hexagons they are the axial coordinates q and r, both 0 in the middle, r growing to the south.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

from reguli.model.resolved_ruleset import Kind, Relation
from reguli.ruleset.document_nodes import DrawnCell, FieldDecl, GridDecl, KindDecl
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import number_as_letters

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


@frozen_class
class Part(FrozenValue):
    """The elements of a kind derived from a grid, with their fields: cells, edges or corners."""

    ids: tuple[str, ...]
    fields: tuple[FieldDecl, ...]
    values: Mapping[str, Column]


@frozen_class
class Grid(FrozenValue):
    """A board laid out: cells in reading order, and their adjacency."""

    decl: GridDecl
    points: tuple[Point, ...]
    index: Mapping[Point, int]

    @property
    def steps(self) -> Mapping[str, Point]:
        """Return the directions of this board with the step of each."""
        return SQUARE_STEPS if self.decl.shape == "square" else HEXAGON_STEPS

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the directions across a side, clockwise."""
        return SQUARE_SIDES if self.decl.shape == "square" else tuple(HEXAGON_STEPS)

    def beside(self, point: Point, side: str) -> Point:
        """Return the point one step away, on the board or not."""
        x, y = self.steps[side]
        return point[0] + x, point[1] + y

    def edge(self, point: Point, side: str) -> tuple[Point, ...]:
        """Return an edge's name, made of its points."""
        return tuple(sorted((point, self.beside(point, side))))

    def corner(self, point: Point, turn: int) -> tuple[Point, ...]:
        """Return the name of the corner between a side and the next one clockwise, made of its points."""
        sides = self.sides
        first, second = self.beside(point, sides[turn]), self.beside(point, sides[(turn + 1) % len(sides)])
        met = {point, first, second}
        if self.decl.shape == "square":
            met.add((first[0] + second[0] - point[0], first[1] + second[1] - point[1]))
        return tuple(sorted(met))


def lay_out_grid(decl: GridDecl, sizes: Mapping[str, int]) -> Grid:
    """Lay out the cells of a board, without those absent at this player count."""
    if decl.drawn is not None:
        drawn = zip(drawn_letter_points(decl, decl.drawn), decl.drawn, strict=True)
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


def drawn_letter_points(decl: GridDecl, drawn: tuple[DrawnCell, ...]) -> list[Point]:
    """Return the coordinates of the letters of a drawn board, in their order.

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
    """Return the names of the cells absent at this player count."""
    decl, drawn = grid.decl, grid.decl.drawn or ()
    letters = zip(drawn_letter_points(decl, drawn), drawn, strict=True)
    named = [cell_name(decl, point) for point, cell in letters if cell.point in decl.without]
    return (*named, *sorted(name for name in decl.without if isinstance(name, str)))


def cell_id(grid: Grid, point: Point) -> str:
    """Name a cell of a board."""
    return cell_name(grid.decl, point)


def cell_name(decl: GridDecl, point: Point) -> str:
    """Name a cell: ``b3`` on boards with columns and rows, ``q1_rm2`` (m for minus) on hexagons."""
    if decl.shape == "hexagon":
        return f"q{_signed(point[0])}_r{_signed(point[1])}"
    return f"{number_as_letters(point[0])}{point[1]}"


def _signed(number: int) -> str:
    return f"m{-number}" if number < 0 else str(number)


def all_directions(grids: Iterable[Grid]) -> tuple[str, ...]:
    """Return every direction that some board has, clockwise from the north."""
    used = {name for grid in grids for name in grid.steps}
    return tuple(name for name in COMPASS if name in used)


def direction_neighbours(grid: Grid, directions: tuple[str, ...]) -> Relation:
    """Return the index of the neighbouring cell in each direction."""
    steps = tuple(tuple(_at(grid, point, name) for point in grid.points) for name in directions)
    neighbours = tuple(
        tuple(near for side in grid.sides if (near := _at(grid, point, side)) >= 0) for point in grid.points
    )
    return Relation(directions, steps, neighbours)


def _at(grid: Grid, point: Point, direction: str) -> int:
    if direction not in grid.steps:
        return -1
    return grid.index.get(grid.beside(point, direction), -1)


def board_cells(grid: Grid) -> Part:
    """Return the cells with their coordinates, and with their edges and corners where these are named."""
    names = ("q", "r") if grid.decl.shape == "hexagon" else ("column", "row")
    numbers: dict[str, Column] = {name: tuple(point[axis] for point in grid.points) for axis, name in enumerate(names)}
    if grid.decl.shape == "hexagon":
        numbers["ring"] = tuple(max(abs(q), abs(r), abs(q + r)) for q, r in grid.points)
    columns = [(FieldDecl(grid.decl.span, name, "number"), column) for name, column in numbers.items()]
    ids = [cell_id(grid, point) for point in grid.points]
    return _part(ids, *columns, *_met(grid, "edges", edges_by_cell), *_met(grid, "corners", corners_by_cell))


def board_edges(grid: Grid, cell_kind: str) -> Part:
    """Return the edges: each parts two cells, or a cell from the outside, where ``second`` is none."""
    ids: list[str] = []
    ends: list[tuple[int, int]] = []
    for at, row in enumerate(edges_by_cell(grid)):
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
    for row, met in zip(edges_by_cell(grid), corners_by_cell(grid), strict=True):
        for turn, edge in enumerate(row):
            found[edge] = tuple(sorted((met[turn - 1], met[turn])))
    return tuple(found.values())


def board_corners(grid: Grid, cell_kind: str) -> Part:
    """Return the corners with the cells and edges that meet there."""
    ids: list[str] = []
    around: dict[int, list[int]] = {}
    joined: dict[int, set[int]] = {}
    for at, (row, met) in enumerate(zip(edges_by_cell(grid), corners_by_cell(grid), strict=True)):
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


def edges_by_cell(grid: Grid) -> Rows:
    """Return the edge numbers of each cell, its sides clockwise."""
    return _numbered([grid.edge(point, side) for side in grid.sides] for point in grid.points)


def corners_by_cell(grid: Grid) -> Rows:
    """Return the corner numbers of each cell, clockwise."""
    return _numbered([grid.corner(point, turn) for turn in range(len(grid.sides))] for point in grid.points)


def _numbered(rows: Iterable[list[tuple[Point, ...]]]) -> Rows:
    """Return each row with its names numbered in order of first occurrence."""
    known: dict[tuple[Point, ...], int] = {}
    return tuple(tuple(known.setdefault(name, len(known)) for name in row) for row in rows)


def _part(ids: list[str], *columns: tuple[FieldDecl, Column]) -> Part:
    return Part(tuple(ids), tuple(field for field, _ in columns), {field.id: column for field, column in columns})


def _met(
    grid: Grid, name: Literal["edges", "corners"], column: Callable[[Grid], Column]
) -> list[tuple[FieldDecl, Column]]:
    """Return the field for edges or corners, if the board names them."""
    kind = grid.decl.edges if name == "edges" else grid.decl.corners
    return [] if kind is None else [(FieldDecl(grid.decl.span, name, "set", kind), column(grid))]


# -- cell shapes -----------------------------------------------------------------------------------------------------
# Shapes of several cells: how they lie turned and turned over, and which cells of a board they cover.
#
# A shape is drawn as a board is: squares in columns and lines, hexagons with each line shifted half a cell, so that a step to
# the east is two letters. Turns go clockwise, a quarter on squares and a sixth on hexagons; what is turned over is mirrored,
# west for east, before it is turned. Where a shape lies is said by the cell of its first part: the topmost line, the westmost there.


SQUARE_TURNS: Final = 4
HEXAGON_TURNS: Final = 6
Drawing = tuple[Point, ...]
"""Columns and lines of letters, both from 0, the top line first."""


def orientation_names(turns: int, *, mirror: bool) -> tuple[str, ...]:
    """Return the names of orientations: as drawn, turned clockwise, then mirrored."""
    plain = tuple(f"turn_{number}" for number in range(turns))
    return (*plain, *(f"mirror_{number}" for number in range(turns))) if mirror else plain


def placeable_kinds(kinds: Iterable[KindDecl]) -> tuple[list[KindDecl], list[KindDecl]]:
    """Return the kinds that have shapes, and the boards that are joined of parts."""
    every = tuple(kinds)
    shapes = [kind for kind in every if any(element.drawn for element in kind.elements)]
    return shapes, [kind for kind in every if kind.join is not None]


def used_orientations(kinds: Iterable[KindDecl]) -> tuple[str, ...]:
    """Return the orientations that a game uses; none unless its boards are all of squares or all of hexagons.

    Shapes lie on any board, parts on the one that is joined of them.
    """
    every = tuple(kinds)
    shapes, joins = placeable_kinds(every)
    squares = {kind.grid.shape == "square" for kind in (every if shapes else joins) if kind.grid is not None}
    if len(squares) != 1 or not (shapes or joins):
        return ()
    parts = {kind.join.parts for kind in joins if kind.join is not None}
    mirrored = any(kind.mirror for kind in every if kind in shapes or kind.id in parts)
    return orientation_names(SQUARE_TURNS if True in squares else HEXAGON_TURNS, mirror=mirrored)


def fits_hexagons(drawing: Drawing) -> bool:
    """Return whether all letters of a drawing are at positions of hexagons."""
    return len({(x + y) % 2 for x, y in drawing}) == 1


def oriented_letter_points(drawing: Drawing, turn: int, *, mirrored: bool, hexagons: bool) -> list[Point]:
    """Return the coordinates of the letters of an oriented drawing on a board, in their order."""
    if hexagons:
        x, y = drawing[0]
        points = [((column - x - line + y) // 2, line - y) for column, line in drawing]
        if mirrored:
            points = [(-q - r, r) for q, r in points]
        for _ in range(turn):
            points = [(-r, q + r) for q, r in points]
    else:
        points = [(column, -line) for column, line in drawing]
        if mirrored:
            points = [(-x, y) for x, y in points]
        for _ in range(turn):
            points = [(y, -x) for x, y in points]
    return points


def relative_offsets(points: Sequence[Point], *, hexagons: bool) -> list[Point]:
    """Return the steps to points from the first of them in reading order."""
    x, y = min(points, key=lambda point: _reading(point, hexagons=hexagons))
    return [(point[0] - x, point[1] - y) for point in points]


def _reading(point: Point, *, hexagons: bool) -> Point:
    return (point[1], point[0]) if hexagons else (-point[1], point[0])


def oriented_offsets(drawing: Drawing, turn: int, *, mirrored: bool, hexagons: bool) -> tuple[Point, ...]:
    """Return the offsets from the first part of an oriented shape to each of its parts, in reading order."""
    steps = relative_offsets(
        oriented_letter_points(drawing, turn, mirrored=mirrored, hexagons=hexagons), hexagons=hexagons
    )
    return tuple(sorted(steps, key=lambda point: _reading(point, hexagons=hexagons)))


def turned_direction(name: str, turn: int, *, mirrored: bool, hexagons: bool) -> str:
    """Return the direction after its drawing is mirrored, if it is, and then turned."""
    round_about = tuple(HEXAGON_STEPS) if hexagons else COMPASS
    at = round_about.index(name)
    if mirrored:
        at = -at - 1 if hexagons else -at
    return round_about[(at + turn * (1 if hexagons else 2)) % len(round_about)]


def has_hexagon_cells(cells: Kind) -> bool:
    """Return whether the cells of a board are hexagons."""
    return cells.declared is not None and cells.declared.grid is not None and cells.declared.grid.shape != "square"


def cells_by_point(cells: Kind) -> Mapping[Point, int]:
    """Return the cells of a board by coordinates."""
    names = ("q", "r") if "q" in cells.values else ("column", "row")
    first, second = (cells.values[name] for name in names)
    return {(x, y): at for at, (x, y) in enumerate(zip(first, second, strict=True))}  # type: ignore[misc]  # numbers


class Placing:
    """The placements of the shapes of a kind on one board: the cells covered, by first cell and orientation."""

    def __init__(self, shapes: Kind, cells: Kind, ways: int) -> None:
        """Compute every shape in every orientation once."""
        hexagons = has_hexagon_cells(cells)
        turns = HEXAGON_TURNS if hexagons else SQUARE_TURNS
        over = shapes.declared is not None and shapes.declared.mirror
        self._index = cells_by_point(cells)
        self._points = tuple(self._index)
        self.lying: tuple[tuple[tuple[Point, ...], ...], ...] = tuple(
            tuple(
                oriented_offsets(drawing, way % turns, mirrored=way >= turns, hexagons=hexagons)
                if drawing and (way < turns or over)
                else ()
                for way in range(ways)
            )
            for drawing in shapes.drawn
        )
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def placed(self, shape: int, cell: int, way: int) -> tuple[int, ...]:
        """Return the cells that a shape covers, in reading order; none when a part of it is off the board."""
        found = self._known.get((shape, cell, way))
        if found is None:
            found = self._known[shape, cell, way] = self._covered(shape, cell, way)
        return found

    def _covered(self, shape: int, cell: int, way: int) -> tuple[int, ...]:
        if min(shape, cell, way) < 0:
            return ()
        x, y = self._points[cell]
        found = []
        for step_x, step_y in self.lying[shape][way]:
            at = self._index.get((x + step_x, y + step_y))
            if at is None:
                return ()
            found.append(at)
        return tuple(found)

    def ways_of(self, shape: int) -> tuple[int, ...]:
        """Return the distinct orientations of a shape, each by the first one that looks the same."""
        first: dict[tuple[Point, ...], int] = {}
        for way, steps in enumerate(self.lying[shape]):
            if steps:
                first.setdefault(steps, way)
        return tuple(first.values())
