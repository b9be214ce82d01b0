"""Reads state.yaml: what is tracked."""

from __future__ import annotations

from typing import Final, Literal

from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.documents import StateDecl, Visibility
from reguli.ruleset.phrases import expression
from reguli.ruleset.schema import LARGEST, Fields, Schema
from reguli.source.yaml_nodes import Entry, Node, Scalar

FormName = Literal["number", "flag", "element", "list", "set", "zone"]
LastsName = Literal["game", "round", "phase", "turn"]
SeenBy = Literal["all", "owner", "nobody"]

FORMS: Final = {"number": "number", "flag": "flag", "of": "element", "list": "list", "set": "set", "zone": "zone"}
"""The key that says what sort of thing is tracked, and its form."""
ALLOWED: Final = {
    "number": ("range", "start"),
    "flag": ("start",),
    "of": ("start",),
    "list": ("start",),
    "set": ("start",),
    "zone": ("order", "capacity"),
}
"""Which further keys each sort takes."""
SEEN_BY: Final = ("all", "owner", "nobody")
LARGEST_CAPACITY: Final = 10_000


def state(node: Node, schema: Schema) -> tuple[StateDecl, ...]:
    """Read everything that is tracked, for the game and for each element of a kind."""
    found: list[StateDecl] = []
    for owner in schema.entries(node, "the file of state") or ():
        name = schema.id(owner.key, "an owner of state")
        where = f"the state of '{owner.key.text}'"
        for entry in schema.entries(owner.value, where) or ():
            declared = _declared(entry, name, schema)
            if declared is not None:
                found.append(declared)
    return tuple(found)


def _declared(entry: Entry, owner: str | None, schema: Schema) -> StateDecl | None:
    name = schema.new_id(entry.key, "the name of a thing that is tracked")
    where = f"the state '{owner}.{entry.key.text}'" if owner else f"the state '{entry.key.text}'"
    sort = _sort(entry.value, where, schema)
    if sort is None:
        return None
    fields = schema.fields(entry.value, where, [sort], [*ALLOWED[sort], "lasts", "visible", "shown", *SOURCE_KEYS])
    if fields is None:
        return None
    of = _of(fields, sort, schema)
    if name is None or owner is None or (of is None and sort != "flag"):
        return None
    low, high = _range(fields, schema)
    start, capacity = fields.get("start"), fields.get("capacity")
    return StateDecl(
        span=entry.key.span,
        id=name,
        owner=owner,
        form=_form(sort),
        of=of,
        low=low,
        high=high,
        start=None if start is None else expression(start, fields.what("start"), schema),
        lasts=_lasts(fields, schema),
        order="stack" if _word(fields, "order", ("set", "stack"), schema) == "stack" else "set",
        capacity=None if capacity is None else schema.number(capacity, fields.what("capacity"), 1, LARGEST_CAPACITY),
        visible=_visible(fields, schema),
        shown=_shown(fields, schema),
        source=source(fields, schema),
    )


def _sort(node: Node, where: str, schema: Schema) -> str | None:
    entries = schema.entries(node, where)
    if entries is None:
        return None
    said = [entry for entry in entries if entry.key.text in FORMS]
    if len(said) == 1:
        return said[0].key.text
    span = said[1].key.span if said else node.span
    schema.bag.add("R111", span, where=where, found=len(said), choices=", ".join(FORMS))
    return None


def _form(sort: str) -> FormName:
    match sort:
        case "number" | "flag" | "list" | "set" | "zone":
            return sort
        case _:
            return "element"


def _of(fields: Fields, sort: str, schema: Schema) -> str | None:
    node = fields.get(sort)
    assert node is not None
    if sort != "flag":
        return schema.id(node, fields.what(sort))
    if schema.truth(node, fields.what(sort)) is False:
        schema.wrong(node, fields.what(sort), "true (a flag that starts marked has 'start: true')")
    return None


def _range(fields: Fields, schema: Schema) -> tuple[int, int | None]:
    node = fields.get("range")
    if node is None or (isinstance(node, Scalar) and node.value == "open"):
        return 0, None
    what = fields.what("range")
    items = schema.items(node, what)
    if items is None:
        return 0, None
    if len(items) != 2:
        schema.wrong(node, what, "[lowest, highest] or open")
        return 0, None
    low = schema.number(items[0], what)
    if isinstance(items[1], Scalar) and items[1].value == "open":
        return low or 0, None
    return low or 0, schema.number(items[1], what, low or 0, LARGEST)


def _lasts(fields: Fields, schema: Schema) -> LastsName:
    match _word(fields, "lasts", ("game", "round", "phase", "turn"), schema):
        case "round":
            return "round"
        case "phase":
            return "phase"
        case "turn":
            return "turn"
        case _:
            return "game"


def _word(fields: Fields, name: str, choices: tuple[str, ...], schema: Schema) -> str | None:
    node = fields.get(name)
    return None if node is None else schema.word(node, fields.what(name), choices)


def _shown(fields: Fields, schema: Schema) -> bool:
    node = fields.get("shown")
    return node is None or schema.truth(node, fields.what("shown")) is not False


def _visible(fields: Fields, schema: Schema) -> Visibility:
    """Read ``all``, or ``{who: all, when: a_switch, otherwise: owner}``."""
    node = fields.get("visible")
    if node is None:
        return Visibility("all")
    what = fields.what("visible")
    if isinstance(node, Scalar):
        return Visibility(_who(node, what, schema))
    group = schema.fields(node, what, ["who", "when", "otherwise"])
    if group is None:
        return Visibility("all")
    who, when, otherwise = group.get("who"), group.get("when"), group.get("otherwise")
    assert who is not None
    assert when is not None
    assert otherwise is not None
    return Visibility(
        _who(who, group.what("who"), schema),
        schema.id(when, group.what("when")),
        _who(otherwise, group.what("otherwise"), schema),
    )


def _who(node: Node, what: str, schema: Schema) -> SeenBy:
    match schema.word(node, what, SEEN_BY):
        case "owner":
            return "owner"
        case "nobody":
            return "nobody"
        case _:
            return "all"
