"""How the drawn parts of a board lie on its spots: which letter comes to which cell, and what a turned letter says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from reguli.model.binding.binding_context import DIRECTION
from reguli.model.cell_shapes import (
    HEXAGON_TURNS,
    SQUARE_TURNS,
    from_first,
    turned_direction,
    turned_points,
    way_names,
)
from reguli.model.grids import COMPASS, HEXAGON_STEPS, Point, drawn_points
from reguli.ruleset.kind_nodes import (
    Cell,
    DrawnCell,
    ElementDecl,
    FieldDecl,
    GridDecl,
    JoinDecl,
    KindDecl,
    Letter,
    TableRow,
    Value,
)

Lying = Mapping[Point, Letter]
"""The letters of a part as it lies, by the step from the first of them in reading order."""
AS_DRAWN: Final = "turn_0"


class Fitting:
    """The spots of one board, and how its parts lie on them."""

    def __init__(self, kind: KindDecl, grid: GridDecl, join: JoinDecl, parts: KindDecl) -> None:
        """Take a board and the kind of its parts."""
        self.hexagons = grid.shape != "square"
        self.turns = HEXAGON_TURNS if self.hexagons else SQUARE_TURNS
        self.ways = way_names(self.turns, mirror=parts.mirror)
        self.fields: Mapping[str, FieldDecl] = {field.id: field for field in kind.fields}
        self.legend = {one.id: one for one in grid.legend}
        drawn = grid.drawn or ()
        points = drawn_points(grid, drawn)
        self.cells: dict[str, dict[Point, DrawnCell]] = {}
        """The cells of each spot, by the step from the first."""
        for letter in join.letters:
            own = [(point, cell) for point, cell in zip(points, drawn, strict=True) if cell.letter.id == letter]
            if own:
                steps = from_first([point for point, _ in own], hexagons=self.hexagons)
                self.cells[letter] = {step: cell for step, (_, cell) in zip(steps, own, strict=True)}
        self._known: dict[tuple[str, str], Lying] = {}

    def lying(self, part: ElementDecl, way: str) -> Lying:
        """Lay a part some way round."""
        found = self._known.get((part.id, way))
        if found is None:
            drawing = tuple(one.point for one in part.map)
            turn, mirrored = self._turned(way)
            points = turned_points(drawing, turn, mirrored=mirrored, hexagons=self.hexagons) if drawing else []
            steps = from_first(points, hexagons=self.hexagons) if points else []
            found = self._known[part.id, way] = dict(zip(steps, part.map, strict=True))
        return found

    def letter(self, part: ElementDecl, way: str, step: Point) -> Letter | None:
        """Give the letter that comes to a cell; of a part that does not fit, which is a finding of its own, any."""
        found = self.lying(part, way)
        return found.get(step) or next(iter(found.values()), None)

    def fits(self, spot: str, part: ElementDecl, way: str) -> bool:
        """Tell whether a part covers just the cells of a spot."""
        return self.lying(part, way).keys() == self.cells[spot].keys()

    def said(self, letter: str, way: str) -> dict[str, Cell]:
        """Give what the legend says of a letter of a part that lies some way round: what names a direction is turned with it."""
        meaning = self.legend.get(letter)
        if meaning is None:
            return {}
        return {name: self._turned_cell(cell, self.fields.get(name), way) for name, cell in meaning.cells}

    def _turned(self, way: str) -> tuple[int, bool]:
        at = self.ways.index(way)
        return at % self.turns, at >= self.turns

    def _turned_cell(self, cell: Cell, field: FieldDecl | None, way: str) -> Cell:
        if field is None or way == AS_DRAWN:
            return cell
        if field.form in ("kind", "set") and field.of == DIRECTION:
            return replace(cell, value=self._pointing(cell.value, way))
        keys = [key.name for key in field.by]
        if cell.row is None or (DIRECTION not in keys and field.of != DIRECTION):
            return cell
        return replace(cell, row=self._turned_row(cell.row, keys, field.of == DIRECTION, way))

    def _turned_row(self, row: TableRow, keys: list[str], pointing: bool, way: str) -> TableRow:
        """Turn the keys of a row that are directions, and with ``pointing`` its values."""
        if row.entries is not None:
            turned = keys[:1] == [DIRECTION]
            entries = tuple(
                (str(self._pointing(name, way)) if turned else name, self._turned_row(one, keys[1:], pointing, way))
                for name, one in row.entries
            )
            return replace(row, entries=entries)
        if row.items is not None:
            items = tuple(self._turned_row(one, keys[1:], pointing, way) for one in row.items)
            if keys[:1] == [DIRECTION]:
                names = self._directions(len(items))
                known = {str(self._pointing(name, way)): one for name, one in zip(names, items, strict=False)}
                items = tuple(known[name] for name in names if name in known)
            return replace(row, items=items)
        return replace(row, value=self._pointing(row.value, way)) if pointing else row  # type: ignore[arg-type]  # a name

    def _directions(self, count: int) -> Iterable[str]:
        """Give the directions of a list with a value for each, as they are listed."""
        return [name for name in COMPASS if name in HEXAGON_STEPS] if count == HEXAGON_TURNS else COMPASS

    def _pointing(self, value: Value | None, way: str) -> Value | None:
        if isinstance(value, tuple):
            return tuple(turned for one in value if (turned := self._pointing(one, way)) is not None)
        known = self._directions(self.turns if self.hexagons else 0)
        if not isinstance(value, str) or value not in known:
            return value
        turn, mirrored = self._turned(way)
        return turned_direction(value, turn, mirrored=mirrored, hexagons=self.hexagons)
