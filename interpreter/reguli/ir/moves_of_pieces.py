"""Closures that move pieces: nothing is created or lost, every capacity is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reguli.ir.faults import RulesFault
from reguli.ir.layout import NONE, FieldSlots
from reguli.ir.places import field_base, token_slots, zone_number
from reguli.ir.program import Effect, Journal, Slots, ZoneValue
from reguli.model import bound as b
from reguli.model.terms import Term, Tracked
from reguli.model.types import PLAIN, ElementType, ZoneType

if TYPE_CHECKING:
    from reguli.ir.effects import Effects

KNOWN, MIXED = 0, 1
"""Whether a card's place in a stack is known, or forgotten by a shuffle."""


def relocate(effects: Effects, statement: b.Relocate) -> Effect:
    """Make the effect by which unique pieces go to a zone; a stated source that does not hold them is a fault."""
    values = effects.values
    _, target = zone_number(values, statement.target)
    source = zone_number(values, statement.source)[1] if statement.source is not None else None
    kind = zone_kind(statement.target)
    note = effects.note(statement.rule, "move", kind, (ElementType(kind), ZoneValue(), ZoneValue()), statement.span)
    shift = piece_mover(effects, kind)
    top, pieces = statement.top, values.closure(statement.pieces)
    one = values.element(statement.pieces, "move") if not statement.many else None
    first = values.layout.places[kind]

    def move(s: Slots, j: Journal) -> None:
        goal = target(s)
        origin = source(s) if source is not None else None
        for piece in (one(s),) if one is not None else tuple(pieces(s)):
            lies = s[first + piece]
            if origin is not None and lies != origin:
                raise RulesFault("E309", piece=values.ruleset.kinds[kind].elements[piece])
            shift(s, piece, goal, top)
            j.append((note, piece, lies, goal))

    return move


def zone_kind(zone: Term) -> str:
    """Give the kind of the pieces of a zone."""
    inner = zone if isinstance(zone, Tracked) else getattr(zone, "zone", zone)
    assert isinstance(inner.type, ZoneType)
    return inner.type.pieces


def piece_mover(effects: Effects, kind: str) -> Callable[[Slots, int, int, bool], None]:
    """Make a closure ``(slots, piece, zone number, on top)`` that moves one piece of a kind."""
    layout = effects.values.layout
    first = layout.places[kind]
    last = first + layout.size_of(kind)
    zones = {
        field.zone + i: (field, field.base + i * field.stride)
        for field in layout.fields.values()
        if field.zone != NONE and field.declared.of == kind
        for i in range(field.owners)
    }

    def shift(s: Slots, piece: int, goal: int, top: bool) -> None:
        left = zones.get(s[first + piece])
        if left is not None and left[0].declared.order == "stack":
            _leave_stack(s, piece, left[1], left[0].capacity)
        s[first + piece] = goal
        field, base = zones[goal]
        if field.declared.order == "stack":
            _join_stack(s, piece, base, field, top)
        elif field.declared.capacity is not None and s[first:last].count(goal) > field.capacity:
            raise RulesFault("E305", capacity=field.capacity, count=field.capacity + 1)

    return shift


def _leave_stack(s: Slots, piece: int, base: int, capacity: int) -> None:
    count = s[base]
    at = s.index(piece, base + 1, base + 1 + count)
    for start in (at, at + capacity):
        end = base + (1 if start == at else 1 + capacity) + count
        s[start : end - 1] = s[start + 1 : end]
        s[end - 1] = 0
    s[base] = count - 1


def _join_stack(s: Slots, piece: int, base: int, field: FieldSlots, top: bool) -> None:
    count, capacity = s[base], field.capacity
    if count >= capacity:
        raise RulesFault("E305", capacity=capacity, count=count + 1)
    for first, value in ((base + 1, piece), (base + 1 + capacity, KNOWN)):
        if top:
            s[first + count] = value
        else:
            s[first + 1 : first + 1 + count] = s[first : first + count]
            s[first] = value
    s[base] = count + 1


def mix(effects: Effects, statement: b.Mix) -> Effect:
    """Make the effect that shuffles a stack: its cards stand in the order of their ids, marked as mixed, and the shuffle is counted."""
    values = effects.values
    assert isinstance(statement.zone, Tracked)
    field, base = field_base(values, statement.zone)
    _, number = zone_number(values, statement.zone)
    layout, capacity = values.layout, field.capacity
    counters = [layout.counter(f"{field.name}.{i}") for i in range(field.owners)]
    note = effects.note(statement.rule, "shuffle", field.name, (ZoneValue(),), statement.span)

    def shuffle(s: Slots, j: Journal) -> None:
        at, zone = base(s), number(s)
        count = s[at]
        s[at + 1 : at + 1 + count] = sorted(s[at + 1 : at + 1 + count])
        s[at + 1 + capacity : at + 1 + capacity + count] = [MIXED] * count
        s[layout.logical + counters[zone - field.zone]] += 1
        j.append((note, zone))

    return shuffle


def top_candidates(effects: Effects, zone: Tracked) -> Callable[[Slots], list[int]]:
    """Make a closure for the cards that may be on top: one when it is known, several after a shuffle."""
    field, base = field_base(effects.values, zone)
    capacity = field.capacity

    def candidates(s: Slots) -> list[int]:
        at = base(s)
        count = s[at]
        if not count:
            return []
        groups = s[at + 1 + capacity : at + 1 + capacity + count]
        low = count - 1
        if groups[low] == MIXED:
            while low and groups[low - 1] == MIXED:
                low -= 1
        return s[at + 1 + low : at + 1 + count]

    return candidates


def transfer(effects: Effects, statement: b.Transfer) -> Effect:
    """Make the effect by which tokens go from zone to zone: exactly the amount, or up to it, or all."""
    values = effects.values
    source, source_base, variety = token_slots(values, statement.source)
    target, target_base, target_variety = token_slots(values, statement.target)
    _, source_number = zone_number(values, statement.source)
    _, target_number = zone_number(values, statement.target)
    chosen = variety or target_variety
    amount = values.number(statement.amount) if statement.amount is not None else None
    up_to = statement.up_to
    kind = zone_kind(statement.target)
    variety_kind = values.ruleset.kinds[kind].variety
    variety_type = ElementType(variety_kind) if variety_kind is not None else PLAIN
    note = effects.note(
        statement.rule, "transfer", kind, (PLAIN, variety_type, ZoneValue(), ZoneValue()), statement.span
    )
    limit = target.declared.capacity

    def pour(s: Slots, j: Journal, which: int, wanted: int | None) -> None:
        there, here = source_base(s) + which, target_base(s) + which
        lying = s[there]
        if wanted is None or (up_to and wanted > lying and not source.infinite):
            wanted = lying
        if wanted < 0 or (wanted > lying and not source.infinite):
            raise RulesFault("E310", zone=source.name, wanted=wanted, there=lying)
        if not wanted:
            return
        if not source.infinite:
            s[there] = lying - wanted
        if not target.infinite:
            s[here] += wanted
            first = target_base(s)
            if limit is not None and sum(s[first : first + target.capacity]) > limit:
                raise RulesFault("E305", capacity=limit, count=limit + 1)
        j.append((note, wanted, which, source_number(s), target_number(s)))

    def run(s: Slots, j: Journal) -> None:
        wanted = amount(s) if amount is not None else None
        if chosen is not None:
            pour(s, j, chosen(s), wanted)
            return
        for which in range(source.capacity):
            pour(s, j, which, wanted)

    return run


__all__ = ["mix", "piece_mover", "relocate", "top_candidates", "transfer", "zone_kind"]
