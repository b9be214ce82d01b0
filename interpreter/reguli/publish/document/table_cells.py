"""Cells and ranges of cells of tables, each with its id: ``table:income[4,early]``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Final

from reguli.model.resolved_ruleset import Kind, Ruleset, Table
from reguli.model.types import ElementType
from reguli.publish.document.inline_nodes import LiteralRows, LiteralValue, ValuePair, literal_kind
from reguli.ruleset.document_nodes import ROUND_KEY
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.placeholders.placeholder_values import element_value
from reguli.words.wording_parser import PlainKind, RowValues

PLAYER_COUNT: Final = "player_count"
LONGEST: Final = 1_000
"""No loop of a wording and no side of a table is longer."""


@frozen_class
class TableKeys(FrozenValue):
    """An access path into a table: for each key position the index of its value, or None where the key is free."""

    table: Table
    at: tuple[int | None, ...]

    @property
    def free(self) -> tuple[str, ...]:
        """Return the names of the free keys."""
        return tuple(name for name, index in zip(self.table.key_names, self.at, strict=True) if index is None)

    def filled(self, chosen: Mapping[str, int]) -> TableKeys:
        """Return the path with free keys filled in by name."""
        named = zip(self.table.key_names, self.at, strict=True)
        return TableKeys(self.table, tuple(chosen.get(name) if index is None else index for name, index in named))


def element_scalar(kind: Kind, index: int) -> int | str | ProperName:
    """Return the value that represents one element of a kind in a wording."""
    value = element_value(kind, index)
    assert isinstance(value, int | str | ProperName)
    return value


def element_wording_value(kind: Kind, index: int) -> LiteralValue:
    """Return one element of a kind as a wording value: a number, a term or a name."""
    return LiteralValue(element_scalar(kind, index), (f"{kind.id}:{kind.elements[index]}",))


def field_wording_value(ruleset: Ruleset, kind: Kind, field: str, index: int) -> LiteralValue | None:
    """Return the fixed field of an element as a wording value; None where no wording can express it."""
    declared, value = kind.fields[field], kind.values[field][index]
    target = None if declared.of is None else ruleset.kinds.get(declared.of)
    match value:
        case tuple() if target is not None:
            return LiteralValue(tuple(element_scalar(target, member) for member in value))
        case int() if declared.form == "truth":
            return LiteralValue(bool(value))
        case int() if declared.form == "kind" and target is not None:
            return element_wording_value(target, value) if value >= 0 else LiteralValue(None)
        case int() if declared.form == "number":
            if declared.has_default and declared.default is None and kind.cell(field, index) is None:
                return LiteralValue(None)
            return LiteralValue(value)
        case None if declared.form == "text":
            return LiteralValue(None)
        case str():
            return LiteralValue(ProperName(value, translations=kind.translations(field, index)))
        case _:
            return None


def table_key_kind(ruleset: Ruleset, table: Table, position: int) -> Kind | None:
    """Return the kind whose elements are a key's values; None where they are numbers."""
    name = table.key_names[position]
    if table.declared.keys[position].low is not None or name == PLAYER_COUNT:
        return None
    return ruleset.kinds.get(name) or ruleset.kinds.get(f"option:{name}")


def table_key_values(ruleset: Ruleset, table: Table, position: int) -> tuple[str, ...]:
    """Return the values of a key as written in rulesets: ids of elements, or numbers."""
    return tuple(_key_text(ruleset, table, position, index) for index in range(table.sizes[position]))


def _key_text(ruleset: Ruleset, table: Table, position: int, index: int) -> str:
    """Return one value of a key as written in rulesets."""
    kind = table_key_kind(ruleset, table, position)
    return str(table.lows[position] + index) if kind is None else kind.elements[index]


def key_wording_value(ruleset: Ruleset, table: Table, position: int, index: int) -> LiteralValue:
    """Return one value of a key as a wording value."""
    kind = table_key_kind(ruleset, table, position)
    if kind is not None:
        return element_wording_value(kind, index)
    name, number = table.key_names[position], table.lows[position] + index
    return LiteralValue(number, (f"players:{number}" if name == PLAYER_COUNT else f"{name}:{number}",))


def cell_wording_value(ruleset: Ruleset, keys: TableKeys) -> LiteralValue:
    """Return the cell at a path without free keys; a cell missing from a ragged table is None without ids."""
    table, flat, texts = keys.table, 0, []
    for position, index in enumerate(keys.at):
        assert index is not None
        flat = flat * table.sizes[position] + index
        texts.append(_key_text(ruleset, table, position, index))
    value = table.cells[flat]
    if value is None:
        return LiteralValue(None)
    said = (
        element_wording_value(ruleset.kinds[table.type.kind], value).value
        if isinstance(table.type, ElementType)
        else value
    )
    return LiteralValue(said, (f"table:{table.id}[{','.join(texts)}]",))


def key_group_value(ruleset: Ruleset, table: Table, position: int, group: range) -> LiteralValue:
    """Return values of a key that share a row as one wording value: ``0–17``; the last row of rounds as ``4+``."""
    first = key_wording_value(ruleset, table, position, group[0])
    if table.key_names[position] == ROUND_KEY and group.stop == table.sizes[position]:
        return LiteralValue(ProperName(f"{first.value}+"), first.ids)
    return number_range_value(first, key_wording_value(ruleset, table, position, group[-1]))


def rows_along_free_key(ruleset: Ruleset, keys: TableKeys, free: str) -> tuple[ValuePair, ...]:
    """Return the rows along the one free key as they are written, each with its value or range of values."""
    position, pairs = keys.table.key_names.index(free), []
    for group in keys.table.row_groups(position)[:LONGEST]:
        cells = [cell for at in group if (cell := cell_wording_value(ruleset, keys.filled({free: at}))).ids]
        if cells:
            ids = tuple(value_id for cell in cells for value_id in cell.ids)
            key = key_group_value(ruleset, keys.table, position, group)
            pairs.append(ValuePair(key, LiteralValue(cells[0].value, ids)))
    return tuple(pairs)


def cells_along_free_key(ruleset: Ruleset, keys: TableKeys, free: str) -> tuple[ValuePair, ...]:
    """Return the cells along the one free key, each with the key's value."""
    position = keys.table.key_names.index(free)
    pairs = []
    for index in range(min(keys.table.sizes[position], LONGEST)):
        cell = cell_wording_value(ruleset, keys.filled({free: index}))
        if cell.ids:
            pairs.append(ValuePair(key_wording_value(ruleset, keys.table, position, index), cell))
    return tuple(pairs)


def pair_rows(pairs: tuple[ValuePair, ...], value: PlainKind = "number") -> LiteralRows:
    """Return rows of pairs of one kind, with columns ``key`` and ``value``; without pairs the value kind is ``value``."""
    rows = RowValues(tuple({"key": pair.key.value, "value": pair.value.value} for pair in pairs))
    kinds = [(literal_kind(pair.key.value), literal_kind(pair.value.value)) for pair in pairs[:1]]
    ids = tuple(value_id for pair in pairs for value_id in (*pair.key.ids, *pair.value.ids))
    return LiteralRows(rows, dict(zip(("key", "value"), kinds[0] if kinds else ("number", value), strict=True)), ids)


def player_count_values(ruleset: Ruleset, keys: TableKeys) -> tuple[LiteralValue, LiteralRows]:
    """Return the most common value over the numbers of players, and the others, with equal neighbours merged."""
    pairs = cells_along_free_key(ruleset, keys, PLAYER_COUNT)
    if not pairs:
        return LiteralValue(None), pair_rows(())
    base = Counter(pair.value.value for pair in pairs).most_common(1)[0][0]
    usual = tuple(value_id for pair in pairs if pair.value.value == base for value_id in pair.value.ids)
    others = []
    for value, group in groupby(pairs, key=lambda pair: pair.value.value):
        run = tuple(group)
        if value != base:
            ids = tuple(value_id for pair in run for value_id in pair.value.ids)
            others.append(ValuePair(number_range_value(run[0].key, run[-1].key), LiteralValue(value, ids)))
    return LiteralValue(base, usual), pair_rows(tuple(others), literal_kind(base))


def number_range_value(first: LiteralValue, last: LiteralValue) -> LiteralValue:
    """Return the range between two numbers; a single number where they are equal."""
    ids = (*first.ids, *(value_id for value_id in last.ids if value_id not in first.ids))
    low, high = first.value, last.value
    if low == high or not isinstance(low, int) or not isinstance(high, int):
        return LiteralValue(low, ids)
    return LiteralValue(NumberRange(low, high), ids)
