"""Cells of tables that are not the same, by the names of their keys; and tables with some of their cells as before.

Cells are compared as they are bound, so that it does not matter whether rows are written as lists, by key or by ranges. Those that change
together are told together: cells that touch along a key are one block.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import product

from reguli.model.resolved_ruleset import Ruleset, Table, is_of_field
from reguli.model.types import ElementType, Type
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

Key = tuple[str, ...]
SHOWN = 6
"""Of the values of a block so many are shown."""


@kept
class Block(Kept):
    """Cells of one table that touch each other and are all not the same; each by its keys, with its value on both sides."""

    table: str
    keys: tuple[Key, ...]
    before: tuple[str, ...]
    now: tuple[str, ...]
    span: Span
    alone: bool
    """Whether it is the only block of its table."""

    @property
    def path(self) -> str:
        """Name the cells: ``tables.worth[11..20]``."""
        if not self.keys:
            return f"tables.{self.table}"
        parts = [_range([key[at] for key in self.keys]) for at in range(len(self.keys[0]))]
        return f"tables.{self.table}[{', '.join(parts)}]"


def blocks_of(before: Ruleset, now: Ruleset) -> Iterator[Block]:
    """Give the cells that both sides have and that are not the same, and those that now has more or less, block by block."""
    for name, table in now.tables.items():
        other = before.tables.get(name)
        if other is None or is_of_field(name) or table.key_names != other.key_names:
            continue
        here, there = cells_by_key(now, table), cells_by_key(before, other)
        changed = [key for key in here if here[key][0] != there.get(key, (None, None))[0]]
        found = _adjoining(changed, [*here])
        for keys in found:
            first = here[keys[0]][1] or table.declared.span
            values = [there.get(key, ("–", None))[0] for key in keys], [here[key][0] for key in keys]
            yield Block(name, keys, tuple(values[0]), tuple(values[1]), first, len(found) == 1)


def shown(values: Sequence[str]) -> str:
    """Say values one after the other; many that are one are said once."""
    if len(set(values)) == 1:
        return values[0]
    return ", ".join((*values[:SHOWN], "…") if len(values) > SHOWN else values)


def with_cells(ruleset: Ruleset, before: Ruleset, blocks: Sequence[Block]) -> Ruleset:
    """Give a ruleset with some cells as another has them."""
    tables = dict(ruleset.tables)
    for block in blocks:
        table, other = tables.get(block.table), before.tables.get(block.table)
        if table is None or other is None:
            continue
        old = dict(zip(keys_of(before, other), other.cells, strict=True))
        back = set(block.keys)
        cells = tuple(
            _same(ruleset, before, table.type, old[key]) if key in back and key in old else cell
            for key, cell in zip(keys_of(ruleset, table), table.cells, strict=True)
        )
        tables[block.table] = dataclasses.replace(table, cells=cells)
    return dataclasses.replace(ruleset, tables=tables)


def _same(ruleset: Ruleset, before: Ruleset, kind: Type, cell: int | None) -> int | None:
    """Give a cell of before by the numbers of the elements that a ruleset has."""
    if cell is None or not isinstance(kind, ElementType) or cell < 0:
        return cell
    return ruleset.kinds[kind.kind].index(before.kinds[kind.kind].elements[cell])


def cells_by_key(ruleset: Ruleset, table: Table) -> dict[Key, tuple[str, Span | None]]:
    """Give every cell by the names of its keys: its value as text, and its place."""
    spans = table.spans if len(table.spans) == len(table.cells) else [None] * len(table.cells)
    texts = (_text(ruleset, table.type, cell) for cell in table.cells)
    return dict(zip(keys_of(ruleset, table), zip(texts, spans, strict=True), strict=True))


def _text(ruleset: Ruleset, kind: Type, cell: int | None) -> str:
    if cell is None:
        return "–"
    return ruleset.kinds[kind.kind].elements[cell] if isinstance(kind, ElementType) and cell >= 0 else str(cell)


def keys_of(ruleset: Ruleset, table: Table) -> Iterator[Key]:
    """Give the keys of the cells in their order."""
    return product(*(_axis(ruleset, *one) for one in zip(table.key_names, table.lows, table.sizes, strict=True)))


def _axis(ruleset: Ruleset, name: str, low: int, size: int) -> list[str]:
    kind = ruleset.kinds.get(name)
    if kind is not None and name != "player":
        return list(kind.elements[:size])
    return [str(low + at) for at in range(size)]


def _adjoining(changed: Sequence[Key], everything: Sequence[Key]) -> list[tuple[Key, ...]]:
    """Give the changed cells in groups of those that touch along a key."""
    if not changed:
        return []
    axes = [list(dict.fromkeys(key[at] for key in everything)) for at in range(len(changed[0]))]
    points = {tuple(axis.index(word) for axis, word in zip(axes, key, strict=True)): key for key in changed}
    found: list[tuple[Key, ...]] = []
    left = dict(points)
    while left:
        start = next(iter(left))
        block, waiting = {start}, [start]
        del left[start]
        while waiting:
            point = waiting.pop()
            for at, step in product(range(len(point)), (-1, 1)):
                near = (*point[:at], point[at] + step, *point[at + 1 :])
                if near in left:
                    del left[near]
                    block.add(near)
                    waiting.append(near)
        found.append(tuple(points[point] for point in sorted(block)))
    return found


def _range(words: Sequence[str]) -> str:
    different = list(dict.fromkeys(words))
    return different[0] if len(different) == 1 else f"{different[0]}..{different[-1]}"
