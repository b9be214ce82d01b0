"""Constants named in data: a number of an element or a cell of a table may be the name of a constant, which options set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from reguli.ruleset.document_nodes import Cell, ConstantDecl, ElementDecl, FieldDecl, KindDecl, TableDecl, TableRow

ANY_UNIT = (None, "number")
"""Units of numbers that fit every other."""


def fits_unit(constant: ConstantDecl, unit: str | None) -> bool:
    """Return whether a constant may stand where a number of a unit is wanted."""
    return constant.unit == unit or unit in ANY_UNIT or constant.unit in ANY_UNIT


class ConstantReferences:
    """Replaces names of constants in data by their values; ``used`` are the constants that were named."""

    def __init__(self, constants: Iterable[ConstantDecl]) -> None:
        """Take the constants as the chosen options set them."""
        self.constants = {constant.id: constant for constant in constants}
        self.used: set[str] = set()

    def kind(self, kind: KindDecl) -> KindDecl:
        """Return a kind with numbers in the fields of its elements, and in the legend of its board."""
        numbers = {field.id: field for field in kind.fields if field.form == "number"}
        if not numbers:
            return kind
        fields = tuple(self._default(field) if field.id in numbers else field for field in kind.fields)
        elements = tuple(self._element(one, numbers) for one in kind.elements)
        grid = kind.grid
        if grid is not None:
            drawn = grid.drawn and tuple(
                replace(cell, letter=self._element(cell.letter, numbers)) for cell in grid.drawn
            )
            grid = replace(grid, drawn=drawn, legend=tuple(self._element(one, numbers) for one in grid.legend))
        return replace(kind, fields=fields, elements=elements, grid=grid)

    def table(self, table: TableDecl) -> TableDecl:
        """Return a table of numbers with a number in each cell."""
        return table if table.of is not None else replace(table, rows=self._row(table.rows, table.unit))

    def _default(self, field: FieldDecl) -> FieldDecl:
        if not isinstance(field.default, str):
            return field
        return replace(field, default=self._number(field.default, field.of))

    def _element(self, element: ElementDecl, numbers: Mapping[str, FieldDecl]) -> ElementDecl:
        cells = tuple(
            (name, self._cell(cell, numbers[name].of) if name in numbers else cell) for name, cell in element.cells
        )
        same = all(new is old for (_, new), (_, old) in zip(cells, element.cells, strict=True))
        return element if same else replace(element, cells=cells)

    def _cell(self, cell: Cell, unit: str | None) -> Cell:
        if cell.row is not None:
            row = self._row(cell.row, unit)
            return cell if row is cell.row else replace(cell, row=row)
        return replace(cell, value=self._number(cell.value, unit)) if isinstance(cell.value, str) else cell

    def _row(self, row: TableRow, unit: str | None) -> TableRow:
        if isinstance(row.value, str):
            return replace(row, value=self._number(row.value, unit))
        if row.items is not None:
            items = tuple(self._row(one, unit) for one in row.items)
            return (
                row if all(new is old for new, old in zip(items, row.items, strict=True)) else replace(row, items=items)
            )
        entries = tuple((name, self._row(one, unit)) for name, one in row.entries or ())
        same = all(new is old for (_, new), (_, old) in zip(entries, row.entries or (), strict=True))
        return row if same else replace(row, entries=entries)

    def _number(self, name: str, unit: str | None) -> int | str:
        """Return the value of a constant; its name where there is none or it counts something else, which binding reports."""
        constant = self.constants.get(name)
        if constant is None or not fits_unit(constant, unit):
            return name
        self.used.add(name)
        return constant.value
