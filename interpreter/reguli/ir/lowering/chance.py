"""Lots and draws: the points where chance decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reguli.ir.program import Chance, Closure, Fork, Journal, Jump, Slots, ZoneValue
from reguli.ir.walking.moves_of_pieces import piece_mover, top_candidates, top_known, zone_kind
from reguli.ir.walking.places import zone_number
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Tracked
from reguli.model.types import CollectionType, ElementType

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering


def lower_cast(lowering: Lowering, statement: b.Cast) -> None:
    """Lower a lot: chance chooses one element, number or group of a domain."""
    place = lowering.layout.frame_variable(statement.variable)
    domain = lowering.values.items(statement.domain)
    of = statement.variable.type
    kind = of.kind if isinstance(of, ElementType | CollectionType) else None
    candidates = _groups(domain) if place.capacity else lambda s: list(domain(s))
    note = lowering.effects.note(
        statement.rule, "lot", statement.variable.name, (statement.variable.type,), statement.span
    )
    then = lowering.new_block()
    site = lowering.agenda.site(statement)
    counter = lowering.layout.counter(site)
    chance = Chance(
        site=site,
        rule=statement.rule,
        owner=None,
        counter=counter,
        counts=True,
        known=None,
        candidates=candidates,
        slot=place.slot,
        capacity=place.capacity,
        kind=kind,
        note=note,
        next=then,
    )
    lowering.end(chance, then)


def _groups(domain: Callable[[Slots], Sequence[Any]]) -> Callable[[Slots], list[tuple[int, ...]]]:
    """Make a closure for the groups of a domain, each once and in the order of its kind, however they were come by."""
    return lambda s: list(dict.fromkeys(tuple(sorted(group)) for group in domain(s)))


def lower_take_top(lowering: Lowering, statement: b.TakeTop) -> None:
    """Lower a draw: the top card, by chance when the stack was shuffled, and what the draw brings about."""
    source = statement.source
    assert isinstance(source, Tracked)
    slot = lowering.layout.frame_variable(statement.variable).slot
    field_slots, number = zone_number(lowering.values, source)
    kind = zone_kind(source)
    note = lowering.effects.note(
        statement.rule, "draw", kind, (ElementType(kind), ZoneValue(), ZoneValue()), statement.span
    )
    counters = [lowering.layout.counter(f"{field_slots.name}.{i}") for i in range(field_slots.owners)]
    owner = None if source.owner is None else (lambda s: number(s) - field_slots.zone)
    then, moved = lowering.new_block(), lowering.new_block()
    candidates = top_candidates(lowering.effects, source)
    chance = Chance(
        site=field_slots.name,
        rule=statement.rule,
        owner=owner,
        counter=counters[0],
        counts=False,
        known=top_known(lowering.effects, source),
        candidates=candidates,
        slot=slot,
        capacity=0,
        kind=kind,
        note=-1,
        next=then,
    )
    lowering.end(chance, then)
    if statement.target is not None:
        shift = piece_mover(lowering.effects, kind)
        _, target = zone_number(lowering.values, statement.target)
        top = statement.top

        def take(s: Slots, j: Journal) -> None:
            card = s[slot]
            if card >= 0:
                goal = target(s)
                shift(s, card, goal, top)
                j.append((note, card, number(s), goal))

        lowering.effect(take, statement.rule)
    lowering.end(Jump(moved), moved)
    for card, lower_case in lowering.after_draw.get(field_slots.name, ()):
        run, on = lowering.new_block(), lowering.new_block()
        lowering.end(Fork(_equals(slot, card), run, on), run)
        lower_case(lowering)
        lowering.end(Jump(on), on)


def _equals(slot: int, value: int) -> Closure:
    return lambda s: s[slot] == value
