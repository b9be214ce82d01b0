"""Lots and draws: the points where chance decides."""

from __future__ import annotations

from reguli.ir.lowering.drafts import Drafts
from reguli.ir.program import Chance, Jump, ZoneValue
from reguli.ir.statements import Deal, Within
from reguli.ir.zones import zone_kind
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Tracked
from reguli.model.types import CollectionType, ElementType


def lower_cast(lowering: Drafts, statement: b.Cast) -> None:
    """Lower a lot: chance chooses one element, number or group of a domain."""
    place, of = lowering.layout.frame_variable(statement.variable), statement.variable.type
    note = lowering.notes.add(statement.rule, "lot", statement.variable.name, (of,), statement.span)
    then = lowering.new_block()
    site = lowering.site(statement)
    chance = Chance(
        site=site,
        rule=statement.rule,
        source=statement.domain,
        stack=False,
        counter=lowering.layout.counter(site),
        slot=place.slot,
        capacity=place.capacity,
        kind=of.kind if isinstance(of, ElementType | CollectionType) else None,
        note=note,
        next=then,
    )
    lowering.end(chance, then)


def lower_take_top(lowering: Drafts, statement: b.TakeTop) -> None:
    """Lower a draw: the top card, by chance when the stack was shuffled, and what the draw brings about."""
    source, kind = statement.source, zone_kind(statement.source)
    assert isinstance(source, Tracked)
    slot = lowering.layout.frame_variable(statement.variable).slot
    field = lowering.layout.fields[source.field]
    types = (ElementType(kind), ZoneValue(), ZoneValue())
    note = lowering.notes.add(statement.rule, "draw", kind, types, statement.span)
    counters = [lowering.layout.counter(f"{field.name}.{i}") for i in range(field.places)]
    then = lowering.new_block()
    chance = Chance(
        site=field.name,
        rule=statement.rule,
        source=source,
        stack=True,
        counter=counters[0],
        slot=slot,
        capacity=0,
        kind=kind,
        note=-1,
        next=then,
    )
    lowering.end(chance, then)
    if statement.target is not None:
        lowering.write(Deal(slot, source, statement.target, statement.top, note), statement.rule)
    lowering.on()
    for card, lower_case in lowering.after_draw.get(field.name, ()):
        on = lowering.fork(Within(slot, (card,)))
        lower_case()
        lowering.end(Jump(on), on)
