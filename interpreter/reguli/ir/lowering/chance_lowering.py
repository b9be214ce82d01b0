"""Lots and draws: the points where chance decides."""

from __future__ import annotations

from reguli.ir import block_operations as st
from reguli.ir.lowering.block_builder import Drafts
from reguli.ir.program import Chance, Jump, ZoneValue
from reguli.ir.state_layout import NONE
from reguli.ir.zone_storage import zone_kind
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Builtin, Constant, Local, Tracked, Variety
from reguli.model.types import PLAIN, CollectionType, ElementType, ZoneType


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
        form="lot",
        counter=lowering.layout.counter(site),
        slot=place.slot,
        capacity=place.capacity,
        kind=of.kind if isinstance(of, ElementType | CollectionType) else None,
        note=note,
        next=then,
        weighing=None if statement.member is None or statement.weight is None else (statement.member, statement.weight),
    )
    lowering.end(chance, then)


def lower_take_top(lowering: Drafts, statement: b.TakeTop) -> None:
    """Lower a draw: one card or token, or so many one after the other."""
    if statement.amount is None:
        _lower_draw(lowering, statement)
        return
    first, left = lowering.layout.logical, lowering.layout.take(1)
    source, there = statement.source, statement.there
    assert isinstance(source, Tracked)
    assert there is not None
    amount = statement.amount
    if statement.up_to:
        amount = Builtin(amount.type, "min", (amount, there), span=amount.span)
    lowering.write(st.Set(left, st.Ask(amount)), statement.rule)
    if not statement.up_to:
        lowering.write(st.Enough(left, there, source.field), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Below(st.Number(0), st.Slot(left)))
    lowering.write(st.Add(left, -1), statement.rule)
    _lower_draw(lowering, statement)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _lower_draw(lowering: Drafts, statement: b.TakeTop) -> None:
    """Lower the draw of one: the top card, by chance when the stack was shuffled, or a token; and what it brings about."""
    source, found = statement.source, statement.variable.type
    assert isinstance(source, Tracked)
    assert isinstance(found, ElementType)
    is_token = isinstance(source.type, ZoneType) and source.type.counted
    slot = lowering.layout.frame_variable(statement.variable).slot
    field = lowering.layout.fields[source.field]
    counters = [lowering.layout.counter(f"{field.name}.{i}") for i in range(field.places)]
    then = lowering.new_block()
    chance = Chance(
        site=field.name,
        rule=statement.rule,
        source=source,
        form="tokens" if is_token else "stack",
        counter=counters[0],
        slot=slot,
        capacity=0,
        kind=found.kind,
        note=-1,
        next=then,
    )
    lowering.end(chance, then)
    if is_token:
        _lower_token(lowering, statement, source, slot)
        return
    if statement.target is not None:
        types = (found, ZoneValue(), ZoneValue())
        note = lowering.notes.add(statement.rule, "draw", found.kind, types, statement.span)
        lowering.write(st.Deal(slot, source, statement.target, statement.top, note), statement.rule)
    lowering.on()
    for card, lower_case in lowering.after_draw.get(field.name, ()):
        on = lowering.fork(st.Within(slot, (card,)))
        lower_case()
        lowering.end(Jump(on), on)


def _lower_token(lowering: Drafts, statement: b.TakeTop, source: Tracked, slot: int) -> None:
    """Lower what becomes of a token that was drawn: it goes from one zone to the other; without one nothing does."""
    if statement.target is None:
        return
    kind = ZoneType(zone_kind(source), True)
    which = Local(statement.variable.type, statement.variable, span=statement.span)
    one = Constant(PLAIN, 1, span=statement.span)
    ends = [Variety(kind, zone, which, span=zone.span) for zone in (source, statement.target)]
    moved = b.Transfer(statement.span, statement.rule, one, False, *ends)
    on = lowering.fork(st.Below(st.Number(NONE), st.Slot(slot)))
    lowering.notes.statement(moved)
    lowering.write(st.Do(moved), statement.rule)
    lowering.end(Jump(on), on)
