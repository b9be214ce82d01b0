"""Shapes of several cells: how they lie turned and turned over, and which cells of a board they cover.

A shape is drawn as a board is: squares in columns and lines, hexagons with each line shifted half a cell, so that a step to
the east is two letters. Turns go clockwise, a quarter on squares and a sixth on hexagons; what is turned over is mirrored,
west for east, before it is turned. Where a shape lies is said by the cell of its first part: the topmost line, the westmost there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from reguli.model.grids import COMPASS, HEXAGON_STEPS, Point
from reguli.model.resolved_ruleset import Kind
from reguli.ruleset.kind_nodes import KindDecl

SQUARE_TURNS: Final = 4
HEXAGON_TURNS: Final = 6
Drawing = tuple[Point, ...]
"""Columns and lines of letters, both from 0, the top line first."""


def way_names(turns: int, *, mirror: bool) -> tuple[str, ...]:
    """Name the ways a shape may lie: as drawn, turned clockwise, and then turned over."""
    plain = tuple(f"turn_{number}" for number in range(turns))
    return (*plain, *(f"mirror_{number}" for number in range(turns))) if mirror else plain


def lying_kinds(kinds: Iterable[KindDecl]) -> tuple[list[KindDecl], list[KindDecl]]:
    """Give the kinds that have shapes, and the boards that are joined of parts."""
    every = tuple(kinds)
    shapes = [kind for kind in every if any(element.drawn for element in kind.elements)]
    return shapes, [kind for kind in every if kind.join is not None]


def ways_there(kinds: Iterable[KindDecl]) -> tuple[str, ...]:
    """Name all ways round that a game has; none where its boards are not all of squares or all of hexagons.

    Shapes lie on any board, parts on the one that is joined of them.
    """
    every = tuple(kinds)
    shapes, joins = lying_kinds(every)
    squares = {kind.grid.shape == "square" for kind in (every if shapes else joins) if kind.grid is not None}
    if len(squares) != 1 or not (shapes or joins):
        return ()
    parts = {kind.join.parts for kind in joins if kind.join is not None}
    mirrored = any(kind.mirror for kind in every if kind in shapes or kind.id in parts)
    return way_names(SQUARE_TURNS if True in squares else HEXAGON_TURNS, mirror=mirrored)


def fits_hexagons(drawing: Drawing) -> bool:
    """Tell whether all letters of a drawing stand where hexagons do."""
    return len({(x + y) % 2 for x, y in drawing}) == 1


def turned_points(drawing: Drawing, turn: int, *, mirrored: bool, hexagons: bool) -> list[Point]:
    """Give where the letters of a drawing stand on a board, one for each in their order, as it lies."""
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


def from_first(points: Sequence[Point], *, hexagons: bool) -> list[Point]:
    """Give the steps to points from the first of them in reading order."""
    x, y = min(points, key=lambda point: _reading(point, hexagons=hexagons))
    return [(point[0] - x, point[1] - y) for point in points]


def _reading(point: Point, *, hexagons: bool) -> Point:
    return (point[1], point[0]) if hexagons else (-point[1], point[0])


def lying(drawing: Drawing, turn: int, *, mirrored: bool, hexagons: bool) -> tuple[Point, ...]:
    """Give the steps from the first part of a shape to each of its parts, in reading order, as it lies."""
    steps = from_first(turned_points(drawing, turn, mirrored=mirrored, hexagons=hexagons), hexagons=hexagons)
    return tuple(sorted(steps, key=lambda point: _reading(point, hexagons=hexagons)))


def turned_direction(name: str, turn: int, *, mirrored: bool, hexagons: bool) -> str:
    """Give where a direction points when what it is drawn on is turned over, if it is, and then turned."""
    round_about = tuple(HEXAGON_STEPS) if hexagons else COMPASS
    at = round_about.index(name)
    if mirrored:
        at = -at - 1 if hexagons else -at
    return round_about[(at + turn * (1 if hexagons else 2)) % len(round_about)]


def on_hexagons(cells: Kind) -> bool:
    """Tell whether the cells of a board are hexagons."""
    return cells.declared is not None and cells.declared.grid is not None and cells.declared.grid.shape != "square"


def points_of(cells: Kind) -> Mapping[Point, int]:
    """Give the cells of a board by where they stand."""
    names = ("q", "r") if "q" in cells.values else ("column", "row")
    first, second = (cells.values[name] for name in names)
    return {(x, y): at for at, (x, y) in enumerate(zip(first, second, strict=True))}  # type: ignore[misc]  # numbers


class Placing:
    """Where the shapes of a kind lie on one board: the cells each covers, by the cell of its first part and the way round."""

    def __init__(self, shapes: Kind, cells: Kind, ways: int) -> None:
        """Lay out every shape every way, once."""
        hexagons = on_hexagons(cells)
        turns = HEXAGON_TURNS if hexagons else SQUARE_TURNS
        over = shapes.declared is not None and shapes.declared.mirror
        self._index = points_of(cells)
        self._points = tuple(self._index)
        self.lying: tuple[tuple[tuple[Point, ...], ...], ...] = tuple(
            tuple(
                lying(drawing, way % turns, mirrored=way >= turns, hexagons=hexagons)
                if drawing and (way < turns or over)
                else ()
                for way in range(ways)
            )
            for drawing in shapes.drawn
        )
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def placed(self, shape: int, cell: int, way: int) -> tuple[int, ...]:
        """Give the cells that a shape covers, in reading order; none when a part of it is off the board."""
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
        """Give the ways in which a shape lies differently, each by the first one that looks so."""
        first: dict[tuple[Point, ...], int] = {}
        for way, steps in enumerate(self.lying[shape]):
            if steps:
                first.setdefault(steps, way)
        return tuple(first.values())
