"""Readers of constants.yaml and tables.yaml: the numbers of the game, by name."""

from __future__ import annotations

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
_CELL: Final = {"type": ["integer", "string", "array", "object"]}
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
        required_field("rows", ROWS),
        MappingField("unit", NAME),
        MappingField("of", NAME),
        MappingField("shape", ListOf(enum_schema(*SHAPES), or_one=(ScalarNode,)), default=()),
        MappingField("ragged", TRUTH, default=False),
        MappingField("same_as", SAME_ROWS, default=()),
        SOURCE,
    ),
    named="id",
)
TABLES: Final = named_groups_schema(TABLE, "part.name_of_table", "part.table", NEW_NAME)
