"""What a table offers to wordings: its cells by key, the base value with its exceptions, its rows and its span."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby, product
from operator import attrgetter

from reguli.model import resolved_ruleset as m
from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.types import NumberType
from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.grammar_values import Range
from reguli.words.placeholders.element_values import element_kind, element_value
from reguli.words.placeholders.placeholder_values import Offer, number_offer, rows_kind
from reguli.words.wording.wording_values import Kind, PlainKind, Rows, Value

PLAYER_COUNT = "player_count"
PLAYERS = "players"
"""What the number of players is called in a row."""


@kept
class Key(Kept):
    """One way into a table: its name, how its values are spoken of, and for each value its name and itself."""

    name: str
    kind: PlainKind
    values: tuple[tuple[str, Value], ...]


@kept
class Cell(Kept):
    """One cell: the names and values of its keys, what stands in it, and the cells of the ruleset that it stands for, by id."""

    path: tuple[str, ...]
    keys: tuple[Value, ...]
    value: int
    ids: tuple[str, ...]


def table_offers(table: Table, ruleset: Ruleset, players: int | None) -> Iterator[tuple[str, Offer]]:
    """Offer a table of numbers; with ``players`` only what holds for so many. A table of elements offers nothing yet."""
    if not isinstance(table.type, NumberType):
        return
    keys = tuple(_key(table, at, ruleset) for at in range(len(table.key_names)))
    cells = tuple(_cells(table, keys))
    if PLAYER_COUNT not in table.key_names:
        yield from _plain(table.id, keys, cells, table.type.unit)
        return
    at = table.key_names.index(PLAYER_COUNT)
    rest = tuple(key for place, key in enumerate(keys) if place != at)
    found: list[Cell] = []
    for path, group in _by_rest(cells, at).items():
        base = _base(group, players)
        same = tuple(cell for cell in group if cell.value == base.value) if players is None else (base,)
        found.append(Cell(path, base.keys[:at] + base.keys[at + 1 :], base.value, _ids(same)))
        name = ".".join((table.id, *path))
        yield from _exceptions(name, group, base.value, at, players)
    yield from _plain(table.id, rest, tuple(found), table.type.unit)


def number_field_offers(kind: m.Kind, ruleset: Ruleset) -> Iterator[tuple[str, Offer]]:
    """Offer the numbers in the fields of a kind that is spoken of by terms; of pieces, which are many, none."""
    if kind.form != "elements" or element_kind(kind) != "term":
        return
    for name, table in ruleset.tables.items():
        if name.startswith(f"{kind.id}.") and isinstance(table.type, NumberType):
            for cell in _cells(table, tuple(_key(table, at, ruleset) for at in range(len(table.key_names)))):
                yield from number_offer(".".join((name, *cell.path)), cell.value, table.type.unit, cell.ids)
    for field in kind.fields.values():
        for element, value in zip(kind.elements, kind.values[field.id], strict=True):
            if field.form == "number" and isinstance(value, int):
                yield from number_offer(f"{kind.id}.{field.id}.{element}", value, field.of)


def _key(table: Table, at: int, ruleset: Ruleset) -> Key:
    name, low = table.key_names[at], table.lows[at]
    declared = table.declared.keys[at]
    kind = None if declared.low is not None else ruleset.kinds.get(declared.name)
    if kind is None:
        shown = PLAYERS if name == PLAYER_COUNT else name
        numbers = range(low, low + table.sizes[at])
        return Key(shown, "number", tuple((str(number), number) for number in numbers))
    values = tuple((element, element_value(kind, index)) for index, element in enumerate(kind.elements))
    return Key(name, element_kind(kind), values)


def _cells(table: Table, keys: tuple[Key, ...]) -> Iterator[Cell]:
    for chosen, value in zip(product(*(key.values for key in keys)), table.cells, strict=True):
        if value is not None:
            path = tuple(name for name, _ in chosen)
            yield Cell(path, tuple(item for _, item in chosen), value, (cell_id(table, path),))


def cell_id(table: Table, path: Iterable[str]) -> str:
    """Give what a cell is known by: ``table:income[4,early]``."""
    return f"table:{table.id}[{','.join(path)}]"


def _ids(cells: Iterable[Cell]) -> tuple[str, ...]:
    return tuple(one for cell in cells for one in cell.ids)


def _by_rest(cells: tuple[Cell, ...], at: int) -> Mapping[tuple[str, ...], tuple[Cell, ...]]:
    """Group cells that differ only in the number of players."""
    found: dict[tuple[str, ...], tuple[Cell, ...]] = {}
    for cell in cells:
        rest = cell.path[:at] + cell.path[at + 1 :]
        found[rest] = (*found.get(rest, ()), cell)
    return found


def _base(cells: tuple[Cell, ...], players: int | None) -> Cell:
    """Give the cell of so many players, or the first with the value that most numbers of players have.

    Nothing is the base only where there is nothing else: "no cards (9 with 2 players)" is no way to say it.
    """
    if players is not None:
        return next((cell for cell in cells if players in cell.keys), cells[0])
    counts = Counter(cell.value for cell in cells if cell.value) or Counter({0: 1})
    common = counts.most_common(1)[0][0]
    return next(cell for cell in cells if cell.value == common)


def _exceptions(
    name: str, cells: tuple[Cell, ...], base: int, at: int, players: int | None
) -> Iterator[tuple[str, Offer]]:
    kind = rows_kind({PLAYERS: "number"})
    others = () if players is not None else tuple(cell for cell in cells if cell.value != base)
    rows = tuple(_row({PLAYERS: cell.keys[at]}, cell.value) for cell in others)
    yield f"{name}.exceptions", Offer(kind, Rows(rows), cells=_ids(others))
    runs: list[Mapping[str, Value]] = []
    for value, group in groupby(others, key=attrgetter("value")):
        counts = [count for cell in group if isinstance(count := cell.keys[at], int)]
        for first, last in _runs(counts):
            runs.append(_row({PLAYERS: first if first == last else Range(first, last)}, value))
    yield f"{name}.exception_runs", Offer(kind, Rows(tuple(runs)), cells=_ids(others))


def _runs(counts: list[int]) -> Iterator[tuple[int, int]]:
    for _, group in groupby(enumerate(counts), key=lambda pair: pair[1] - pair[0]):
        run = [count for _, count in group]
        yield run[0], run[-1]


def _row(keys: Mapping[str, Value], value: int) -> Mapping[str, Value]:
    return {**keys, "value": value, "next": value + 1}


def _plain(name: str, keys: tuple[Key, ...], cells: tuple[Cell, ...], unit: str | None) -> Iterator[tuple[str, Offer]]:
    for cell in cells:
        yield from number_offer(".".join((name, *cell.path)), cell.value, unit, cell.ids)
        if len(keys) == 1 and keys[0].kind == "number":
            yield f"{name}.{cell.path[0]}.key", Offer("number", cell.keys[0])
    if not keys or not cells:
        return
    yield f"{name}.rows", _rows(keys, cells)
    yield from _summary(name, cells, unit)
    if len(keys) > 1:
        for first, _ in keys[0].values:
            inside = (cell for cell in cells if cell.path[0] == first)
            below = tuple(replace(cell, path=cell.path[1:], keys=cell.keys[1:]) for cell in inside)
            if below:
                inner = f"{name}.{first}"
                yield f"{inner}.rows", _rows(keys[1:], below)
                yield from _summary(inner, below, unit)


def _rows(keys: tuple[Key, ...], cells: tuple[Cell, ...]) -> Offer:
    kinds: dict[str, Kind] = {key.name: key.kind for key in keys}
    rows = Rows(tuple(_row(dict(zip(kinds, cell.keys, strict=True)), cell.value) for cell in cells))
    return Offer(rows_kind(kinds), rows, cells=_ids(cells))


def _summary(name: str, cells: tuple[Cell, ...], unit: str | None) -> Iterator[tuple[str, Offer]]:
    low, high = min(cell.value for cell in cells), max(cell.value for cell in cells)
    yield f"{name}.span", Offer("number", low if low == high else Range(low, high), unit or "", cells=_ids(cells))
    counts = set(Counter(cell.value for cell in cells).values())
    each = counts.pop()
    if not counts and each > 1:
        yield f"{name}.each", Offer("number", each, unit or "", cells=_ids(cells))
