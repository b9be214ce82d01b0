"""Reads the stages of a game: eras, and how one passes to the next."""

from __future__ import annotations

from reguli.language.tree.items import Moment
from reguli.ruleset.citations import SOURCE_KEYS, source
from reguli.ruleset.documents import Scheduled, StageCase, StageDecl
from reguli.ruleset.phrases import edge_of, expression, moment, scheduled
from reguli.ruleset.schema import Fields, Schema
from reguli.source.yaml_nodes import Entry, Mapping, Node

MOST_ORDER = 1_000
NEEDED = (
    ("when", "checked"),
    ("when", "effective"),
    ("checked", "when"),
    ("checked", "effective"),
    ("effective", "when"),
    ("once", "when"),
    ("cases", "drawn"),
)
"""What a stage may have, and what it then needs."""


def stages(node: Node | None, schema: Schema) -> tuple[StageDecl, ...]:
    """Read ``stages:`` of a game, a list."""
    if node is None:
        return ()
    items = schema.items(node, "'stages' of the game") or ()
    return tuple(found for item in items if (found := _stage(item, schema)) is not None)


def _stage(node: Node, schema: Schema) -> StageDecl | None:
    optional = ["from", "when", "checked", "once", "effective", "drawn", "cases", *SOURCE_KEYS]
    fields = schema.fields(node, "a stage", ["id"], optional)
    if fields is None:
        return None
    named = fields.get("id")
    assert named is not None
    name = schema.new_id(named, fields.what("id"))
    if name is None:
        return None
    fields = Fields(fields.span, f"the stage '{name}'", fields.entries)
    _check_halves(fields, name, schema)
    when, once, effective = fields.get("when"), fields.get("once"), fields.get("effective")
    checked, order = _checked(fields, schema)
    card, deck = _drawn(fields, schema)
    return StageDecl(
        span=named.span,
        id=name,
        sources=schema.ids(fields.get("from"), fields.what("from")),
        when=None if when is None else expression(when, fields.what("when"), schema),
        checked=checked,
        order=order,
        once=None if once is None else scheduled(once, fields.what("once"), schema),
        effective=None if effective is None else moment(effective, fields.what("effective"), schema),
        card=card,
        deck=deck,
        cases=_cases(fields, schema),
        source=source(fields, schema),
    )


def _check_halves(fields: Fields, name: str, schema: Schema) -> None:
    """Report what of a stage stands without what it needs; one lack is told once."""
    told: set[str] = set()
    for there, lacking in NEEDED:
        at = fields.get(there)
        if at is not None and fields.get(lacking) is None and lacking not in told:
            told.add(lacking)
            schema.bag.add("R126", at.span, name=name, there=there, lacking=lacking)


def _checked(fields: Fields, schema: Schema) -> tuple[Moment | None, int]:
    """Read ``checked: {at: moment, order: 2}``; a bare moment has order 1."""
    node = fields.get("checked")
    if node is None:
        return None, 1
    what = fields.what("checked")
    if not isinstance(node, Mapping):
        return moment(node, what, schema), 1
    group = schema.fields(node, what, ["at"], ["order"])
    at = None if group is None else group.get("at")
    if group is None or at is None:
        return None, 1
    order = group.get("order")
    number = None if order is None else schema.number(order, group.what("order"), 1, MOST_ORDER)
    return moment(at, group.what("at"), schema), number or 1


def _drawn(fields: Fields, schema: Schema) -> tuple[str | None, str | None]:
    node = fields.get("drawn")
    if node is None:
        return None, None
    group = schema.fields(node, fields.what("drawn"), ["card", "from"])
    if group is None:
        return None, None
    card, deck = group.get("card"), group.get("from")
    assert card is not None
    assert deck is not None
    return schema.id(card, group.what("card")), schema.id(deck, group.what("from"))


def _cases(fields: Fields, schema: Schema) -> tuple[StageCase, ...]:
    node = fields.get("cases")
    if node is None:
        return ()
    entries = schema.entries(node, fields.what("cases")) or ()
    return tuple(found for entry in entries if (found := _case(entry, fields.where, schema)) is not None)


def _case(entry: Entry, where: str, schema: Schema) -> StageCase | None:
    at = edge_of(entry.key.text)
    if at is None:
        schema.bag.add("R108", entry.key.span, what=f"a case of {where}", found=entry.key.text)
    what = f"the case '{entry.key.text}' of {where}"
    fields = schema.fields(entry.value, what, ["effective"], ["now", "then", *SOURCE_KEYS])
    if fields is None or at is None:
        return None
    now, then, effective_node = fields.get("now"), fields.get("then"), fields.get("effective")
    assert effective_node is not None
    effective = moment(effective_node, fields.what("effective"), schema)
    if effective is None:
        return None
    later: Scheduled | None = None if then is None else scheduled(then, fields.what("then"), schema)
    run = None if now is None else schema.id(now, fields.what("now"))
    return StageCase(entry.key.span, at[0], at[1], run, later, effective, source(fields, schema))
