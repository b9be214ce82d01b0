"""Readers of constants.yaml and tables.yaml: the numbers of the game, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from reguli.ruleset.document_nodes import SOURCE, ConstantDecl, TableDecl, TableKey, TableRow
from reguli.schema.node_reader import ID, NodeReader
from reguli.schema.shapes import (
    HERE,
    NAME,
    NEW_NAME,
    TRUTH,
    ListOf,
    MappingField,
    MappingShape,
    ParsedMapping,
    ParsedValue,
    enum_schema,
    named_groups_schema,
    number_schema,
    required_field,
    schema_with_location,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.source_excerpt import Span
from reguli.source.table_files import Table, cell_node, fold_name, match_head
from reguli.source.yaml_reader import MappingNode, Node, ScalarNode, SequenceNode

SHAPES: Final = ("increasing", "decreasing", "not_increasing", "not_decreasing", "complete")
CONSTANT: Final = MappingShape(
    ConstantDecl,
    (
        required_field("value", schema_with_location(number_schema()), "value value_span"),
        MappingField("unit", NAME),
        SOURCE,
    ),
    named="id",
    short="value",
)
"""A number; a bare one has neither unit nor source."""
CONSTANTS: Final = named_groups_schema(CONSTANT, "part.name_of_constant", "part.constant", NEW_NAME)


_RANGE_IN_CELL: Final = re.compile(r"(-?[0-9]{1,9})\s*(?:\.\.|[-\u2013])\s*(-?[0-9]{1,9})")
_RANGE: Final = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")


def range_ends(name: str) -> tuple[int, int] | None:
    """Return both ends of a range of numbers as written, ``0..17``; ``None`` for any other key of a row."""
    found = _RANGE.fullmatch(name)
    return None if found is None else (int(found[1]), int(found[2]))


def row_keys(name: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the values of a key that a row is for: itself, or those of the ``known`` ones that lie in its range."""
    ends = range_ends(name)
    if ends is None:
        return (name,)
    return tuple(one for one in known if one.lstrip("-").isdigit() and ends[0] <= int(one) <= ends[1])


def _row(reader: NodeReader, node: Node, what: Value, *, truths: bool = False) -> TableRow | None:
    """Read one level of rows; cells may also be truth values."""
    read = partial(_row, truths=truths)
    match node:
        case MappingNode(entries=entries):
            rows = [
                (one.key.text, read(reader, one.value, Said("part.row", name=one.key.text, where=what)))
                for one in entries
            ]
            return TableRow(node.span, entries=tuple((key, row) for key, row in rows if row is not None))
        case SequenceNode(items=items):
            cells = [read(reader, item, Said("part.a_cell", where=what)) for item in items]
            return TableRow(node.span, items=tuple(cell for cell in cells if cell is not None))
        case ScalarNode(value=int()) if not isinstance(node.value, bool):
            found = reader.number(node, what)
            return None if found is None else TableRow(node.span, value=found)
        case ScalarNode(value=bool() as truth) if truths:
            return TableRow(node.span, value=truth)
        case ScalarNode(value=str() as text) if ID.fullmatch(text):
            return TableRow(node.span, value=text)
        case ScalarNode():
            reader.wrong(node, what, Said("sort.whole_number_or_name"))
            return None


def _ends(found: ParsedMapping) -> bool:
    """Check that a key's range is not reversed; R105."""
    low, high = found.values["low"], found.given("to")
    return high is None or found.reader.number(high, found.of("to"), low) is not None


KEY: Final = MappingShape(
    TableKey,
    (
        required_field("name", NAME),
        required_field("from", number_schema(), "low"),
        required_field("to", number_schema(), "high"),
    ),
    span=HERE,
    short="name",
    settle=_ends,
)


def _rows(reader: NodeReader, node: Node, what: Value) -> TableRow | None:
    """Read rows, or the name of a table file, whose rows are read once the keys are known."""
    return TableRow(node.span) if names_file(node) else _row(reader, node, what)


def names_file(node: Node) -> bool:
    """Return whether a value is the name of a file."""
    return isinstance(node, ScalarNode) and isinstance(node.value, str) and "." in node.value


def _filled(found: ParsedMapping) -> bool:
    """Read the rows of a table from the file that is named in their place."""
    node = found.given("rows")
    if not isinstance(node, ScalarNode) or not names_file(node):
        return True
    table = found.reader.files(node.text, node.span)
    rows = None if table is None else _rows_in_file(table, found)
    found.values["rows"] = rows
    return rows is not None


def _rows_in_file(table: Table, found: ParsedMapping) -> TableRow | None:
    """Return the rows of a table in a file: a column for each key and one of values, or one for each value of the last key.

    Heads that do not fit are R396.
    """
    keys = [key.name for key in found.values["keys"]]
    heads = [match_head(cell.text, keys) for cell in table.heads]
    across = [at for at, head in enumerate(heads) if head not in keys]
    down = keys if len(keys) == 1 or keys[-1] in heads else keys[:-1]
    if not set(down) <= set(heads) or not across or (down is keys and len(across) > 1):
        listed, first, last = ", ".join(keys), ", ".join(keys[:-1]) or "-", keys[-1]
        name, span = found.values["id"], table.heads[0].span
        found.reader.bag.add("R396", span, table=name, keys=listed, first=first, last=last)
        return None
    rows: list[tuple[list[str], TableRow]] = []
    before = len(found.reader.bag)
    for row in table.rows:
        path = [_key_in_cell(row[heads.index(key)].text) for key in down]
        for at in across:
            last = [] if down is keys else [_key_in_cell(table.heads[at].text)]
            what = Said("part.row", name=", ".join([*path, *last]), where=found.what)
            cell = _row(found.reader, cell_node(row[at]), what) if row[at].text else None
            rows += [] if cell is None else [([*path, *last], cell)]
    return _nested(rows, table.heads[0].span) if len(found.reader.bag) == before else None


def _key_in_cell(text: str) -> str:
    """Return the value of a key as rows have it: ``0–17`` is ``0..17``, ``North East`` is ``north_east``."""
    ends = _RANGE_IN_CELL.fullmatch(text)
    return f"{ends[1]}..{ends[2]}" if ends else text if text.lstrip("-").isdigit() else fold_name(text)


def _nested(rows: Sequence[tuple[list[str], TableRow]], span: Span) -> TableRow:
    """Return rows by their keys, one level below another; rows that have the same keys stay side by side."""
    if any(len(path) == 1 for path, _ in rows):
        return TableRow(span, entries=tuple((path[0], row) for path, row in rows))
    groups: dict[str, list[tuple[list[str], TableRow]]] = {}
    for path, row in rows:
        groups.setdefault(path[0], []).append((path[1:], row))
    return TableRow(span, entries=tuple((name, _nested(below, below[0][1].span)) for name, below in groups.items()))


_CELL: Final = {"type": ["integer", "string", "array", "object"]}
ROWS_OR_FILE: Final = ParsedValue(_rows, {**_CELL, "items": _CELL, "additionalProperties": _CELL})
ROWS: Final = ParsedValue(_row, {**_CELL, "items": _CELL, "additionalProperties": _CELL})
VALUES: Final = ParsedValue(partial(_row, truths=True), {})
"""The values of a field with keys, or one for all."""
KEYS: Final = ListOf(KEY, "part.a_key", least=Said("sort.list_of_keys"), or_one=(ScalarNode, MappingNode), whole=True)


def _same_rows(reader: NodeReader, node: Node, what: Value) -> tuple[tuple[str, str, Span], ...] | None:
    """Read which rows are equal to which: ``{evening: noon}``, ``{3: 2}``."""
    entries = reader.entries(node, what)
    if entries is None:
        return None
    found = []
    for one in entries:
        if isinstance(one.value, ScalarNode):
            found.append((one.key.text, one.value.text, one.key.span))
        else:
            reader.wrong(one.value, what, Said("sort.whole_number_or_name"))
    return tuple(found)


SAME_ROWS: Final = ParsedValue(
    _same_rows, {"type": "object", "minProperties": 1, "additionalProperties": {"type": ["integer", "string"]}}
)
TABLE: Final = MappingShape(
    TableDecl,
    (
        required_field("keys", KEYS),
        required_field("rows", ROWS_OR_FILE),
        MappingField("unit", NAME),
        MappingField("of", NAME),
        MappingField("shape", ListOf(enum_schema(*SHAPES), or_one=(ScalarNode,)), default=()),
        MappingField("ragged", TRUTH, default=False),
        MappingField("same_as", SAME_ROWS, default=()),
        SOURCE,
    ),
    named="id",
    settle=_filled,
)
TABLES: Final = named_groups_schema(TABLE, "part.name_of_table", "part.table", NEW_NAME)
