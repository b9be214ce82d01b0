"""Reads the options of a game: what is settled before it begins."""

from __future__ import annotations

from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.documents import OptionDecl, OptionValue
from reguli.ruleset.schema import Fields, Schema
from reguli.source.yaml_nodes import Entry, Mapping, Node, Scalar


def options(node: Node | None, schema: Schema) -> tuple[OptionDecl, ...]:
    """Read ``options:`` of a game."""
    if node is None:
        return ()
    entries = schema.entries(node, "'options' of the game") or ()
    return tuple(found for entry in entries if (found := _option(entry, schema)) is not None)


def _option(entry: Entry, schema: Schema) -> OptionDecl | None:
    name = schema.new_id(entry.key, "the name of an option")
    where = f"the option '{entry.key.text}'"
    said = [
        found.key.text for found in schema.entries(entry.value, where) or () if found.key.text in {"switch", "choose"}
    ]
    if not isinstance(entry.value, Mapping):
        return None
    if len(said) != 1:
        schema.bag.add("R111", entry.value.span, where=where, found=len(said), choices="switch, choose")
        return None
    if said == ["switch"]:
        fields = schema.fields(entry.value, where, ["switch"], SOURCE_KEYS)
        return None if fields is None or name is None else _switch(entry, name, fields, schema)
    fields = schema.fields(entry.value, where, ["choose", "default"], SOURCE_KEYS)
    return None if fields is None or name is None else _choice(entry, name, fields, schema)


def _switch(entry: Entry, name: str, fields: Fields, schema: Schema) -> OptionDecl | None:
    node = fields.get("switch")
    assert node is not None
    default = schema.truth(node, fields.what("switch"))
    if default is None:
        return None
    return OptionDecl(entry.key.span, name, "switch", (), default, source(fields, schema))


def _choice(entry: Entry, name: str, fields: Fields, schema: Schema) -> OptionDecl | None:
    node, default_node = fields.get("choose"), fields.get("default")
    assert node is not None
    assert default_node is not None
    if isinstance(node, Mapping):
        values = tuple(found for value in node.entries if (found := _value(value, fields.where, schema)) is not None)
    else:
        names = schema.placed_ids(node, fields.what("choose"), new=True)
        values = tuple(OptionValue(span, value) for value, span in names)
    default = schema.id(default_node, fields.what("default"))
    if default is None or not values:
        return None
    known = [value.id for value in values]
    if default not in known:
        schema.bag.add(
            "R107",
            default_node.span,
            near=schema.meant(default, known),
            what=fields.what("default"),
            found=default,
            choices=", ".join(known),
        )
        return None
    return OptionDecl(entry.key.span, name, "choose", values, default, source(fields, schema))


def _value(entry: Entry, where: str, schema: Schema) -> OptionValue | None:
    name = schema.new_id(entry.key, f"a value of {where}")
    if isinstance(entry.value, Scalar) and entry.value.value is None:
        return None if name is None else OptionValue(entry.key.span, name)
    fields = schema.fields(entry.value, f"'{entry.key.text}' of {where}", (), ["boards", "constants", *SOURCE_KEYS])
    if name is None or fields is None:
        return None
    constants = fields.get("constants")
    found: list[tuple[str, int]] = []
    for constant in () if constants is None else schema.entries(constants, fields.what("constants")) or ():
        key = schema.id(constant.key, "the name of a constant")
        number = schema.number(constant.value, f"the constant '{constant.key.text}'")
        if key is not None and number is not None:
            found.append((key, number))
    boards = schema.ids(fields.get("boards"), fields.what("boards"))
    return OptionValue(entry.key.span, name, boards, tuple(found), source(fields, schema))
