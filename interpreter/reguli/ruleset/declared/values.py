"""Reads constants.yaml and tables.yaml."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.documents import ConstantDecl, Source, TableDecl, TableKey, TableRow
from reguli.ruleset.schema import ID, Fields, Schema
from reguli.source.yaml_nodes import Entry, Mapping, Node, Scalar, Sequence

SHAPES: Final = ("increasing", "decreasing", "not_increasing", "not_decreasing", "complete")


def constants(node: Node, schema: Schema) -> tuple[ConstantDecl, ...]:
    """Read the numbers of the game; a bare number has neither unit nor source."""
    entries = schema.entries(node, "the file of constants") or ()
    return tuple(found for entry in entries if (found := _constant(entry, schema)) is not None)


def _constant(entry: Entry, schema: Schema) -> ConstantDecl | None:
    name = schema.new_id(entry.key, "the name of a constant")
    where = f"the constant '{entry.key.text}'"
    if isinstance(entry.value, Scalar):
        number = schema.number(entry.value, where)
        if name is None or number is None:
            return None
        return ConstantDecl(entry.key.span, name, number, entry.value.span, None, Source())
    fields = schema.fields(entry.value, where, ["value"], ["unit", *SOURCE_KEYS])
    if fields is None:
        return None
    value = fields.get("value")
    assert value is not None
    number = schema.number(value, fields.what("value"))
    if name is None or number is None:
        return None
    return ConstantDecl(entry.key.span, name, number, value.span, unit(fields, schema), source(fields, schema))


def unit(fields: Fields, schema: Schema) -> str | None:
    """Read ``unit:`` of a group."""
    node = fields.get("unit")
    return None if node is None else schema.id(node, fields.what("unit"))


def tables(node: Node, schema: Schema) -> tuple[TableDecl, ...]:
    """Read the tables of the game."""
    entries = schema.entries(node, "the file of tables") or ()
    return tuple(found for entry in entries if (found := _table(entry, schema)) is not None)


def _table(entry: Entry, schema: Schema) -> TableDecl | None:
    name = schema.new_id(entry.key, "the name of a table")
    where = f"the table '{entry.key.text}'"
    optional = ["unit", "of", "shape", "ragged", *SOURCE_KEYS]
    fields = schema.fields(entry.value, where, ["keys", "rows"], optional)
    if fields is None:
        return None
    keys = _keys(fields, schema)
    rows_node = fields.get("rows")
    assert rows_node is not None
    rows = _row(rows_node, fields.what("rows"), schema)
    if name is None or rows is None or not keys:
        return None
    of, ragged = fields.get("of"), fields.get("ragged")
    return TableDecl(
        span=entry.key.span,
        id=name,
        keys=keys,
        unit=unit(fields, schema),
        of=None if of is None else schema.id(of, fields.what("of")),
        rows=rows,
        shape=_shape(fields, schema),
        ragged=ragged is not None and bool(schema.truth(ragged, fields.what("ragged"))),
        source=source(fields, schema),
    )


def _shape(fields: Fields, schema: Schema) -> tuple[str, ...]:
    node = fields.get("shape")
    if node is None:
        return ()
    what = fields.what("shape")
    items = (node,) if isinstance(node, Scalar) else schema.items(node, what) or ()
    return tuple(word for item in items if (word := schema.word(item, what, SHAPES)) is not None)


def _keys(fields: Fields, schema: Schema) -> tuple[TableKey, ...]:
    node = fields.get("keys")
    assert node is not None
    what = fields.what("keys")
    items = (node,) if not isinstance(node, Sequence) else node.items
    if not items:
        schema.wrong(node, what, "a list of at least one key")
    found = [_key(item, what, schema) for item in items]
    return () if None in found else tuple(key for key in found if key is not None)


def _key(node: Node, what: str, schema: Schema) -> TableKey | None:
    if isinstance(node, Scalar):
        name = schema.id(node, what)
        return None if name is None else TableKey(node.span, name)
    fields = schema.fields(node, f"a key in {what}", ["name", "from", "to"])
    if fields is None:
        return None
    named, low_node, high_node = fields.get("name"), fields.get("from"), fields.get("to")
    assert named is not None
    assert low_node is not None
    assert high_node is not None
    name = schema.id(named, fields.what("name"))
    low = schema.number(low_node, fields.what("from"))
    if name is None or low is None:
        return None
    high = schema.number(high_node, fields.what("to"), low=low)
    return None if high is None else TableKey(node.span, name, low, high)


def _row(node: Node, what: str, schema: Schema) -> TableRow | None:
    match node:
        case Mapping(entries=entries):
            rows = [
                (entry.key.text, _row(entry.value, f"the row '{entry.key.text}' in {what}", schema))
                for entry in entries
            ]
            return TableRow(node.span, entries=tuple((key, row) for key, row in rows if row is not None))
        case Sequence(items=items):
            cells = [_row(item, f"a cell in {what}", schema) for item in items]
            return TableRow(node.span, items=tuple(cell for cell in cells if cell is not None))
        case Scalar(value=int()) if not isinstance(node.value, bool):
            number = schema.number(node, what)
            return None if number is None else TableRow(node.span, value=number)
        case Scalar(value=str() as text) if ID.fullmatch(text):
            return TableRow(node.span, value=text)
        case Scalar():
            schema.wrong(node, what, "a whole number or a name")
            return None
