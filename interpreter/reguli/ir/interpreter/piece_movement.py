"""Closures that move pieces; piece counts and capacities are preserved."""

from __future__ import annotations

from collections.abc import Callable

from reguli.ir.interpreter.collection_closures import (
    MIXED,
    add_to_stack,
    check_number_limit,
    merge_stacks,
    remove_from_stack,
)
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.program import Journal, Slots
from reguli.ir.program_interface import Effect
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, Layout, is_whole_stack, zone_kind
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Tracked
from reguli.model.types import BundleType


def piece_move_effect(values: Values, note: int, statement: b.Relocate) -> Effect:
    """Make the effect that moves unique pieces to a zone; a stated source that lacks them is a fault."""
    if is_whole_stack(values.layout, statement):
        return _pile(values, note, statement)
    _, target = values.zone_number(statement.target)
    source = values.zone_number(statement.source)[1] if statement.source is not None else None
    kind = zone_kind(statement.target)
    shift = piece_mover(values.layout, kind)
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


def _pile(values: Values, note: int, statement: b.Relocate) -> Effect:
    """Make the effect that moves a whole stack onto or under another, keeping its order and shuffled parts.

    Shuffled cards that come to a stack are a new order there: it counts as a shuffle of that stack.
    """
    top = statement.top
    layout = values.layout
    assert isinstance(statement.source, Tracked)
    assert isinstance(statement.target, Tracked)
    _, number = values.zone_number(statement.source)
    goal_field, goal_number = values.zone_number(statement.target)
    source, base = values.field_base(statement.source)
    target, goal_base = values.field_base(statement.target)
    kind = zone_kind(statement.target)
    first = layout.places[kind]
    counters = [layout.counters[f"{target.name}.{i}"] for i in range(target.places)]

    def move(s: Slots, j: Journal) -> None:
        lies, goal, at = number(s), goal_number(s), base(s)
        if lies == goal:
            return
        cards = s[at + 1 : at + 1 + s[at]]
        mixed = merge_stacks(s, (at, source.capacity), (goal_base(s), target.capacity), top)
        for card in reversed(cards):
            s[first + card] = goal
            j.append((note, card, lies, goal))
        if mixed:
            s[layout.logical + counters[goal - goal_field.zone]] += 1

    return move


def piece_mover(layout: Layout, kind: str) -> Callable[[Slots, int, int, bool], None]:
    """Make a closure ``(slots, piece, zone number, on top)`` that moves one piece of a kind."""
    first = layout.places[kind]
    last = first + layout.size_of(kind)
    zones = {
        field.zone + i: (field, field.base + i * field.stride)
        for field in layout.fields.values()
        if field.zone != NONE and field.declared.of == kind
        for i in range(field.places)
    }

    def shift(s: Slots, piece: int, goal: int, top: bool) -> None:
        left = zones.get(s[first + piece])
        if left is not None and left[0].declared.order == "stack":
            remove_from_stack(s, piece, left[1], left[0].capacity)
        s[first + piece] = goal
        field, base = zones[goal]
        if field.declared.order == "stack":
            add_to_stack(s, piece, base, field.capacity, top)
        elif field.declared.capacity is not None and s[first:last].count(goal) > field.capacity:
            raise RulesFault("E305", capacity=field.capacity, count=field.capacity + 1)

    return shift


def shuffle_effect(values: Values, note: int, statement: b.Mix) -> Effect:
    """Make the effect that shuffles a stack: it sorts the cards by id, marks them as mixed and counts the shuffle."""
    assert isinstance(statement.zone, Tracked)
    field, base = values.field_base(statement.zone)
    _, number = values.zone_number(statement.zone)
    layout, capacity = values.layout, field.capacity
    counters = [layout.counters[f"{field.name}.{i}"] for i in range(field.places)]

    def shuffle(s: Slots, j: Journal) -> None:
        at, zone = base(s), number(s)
        count = s[at]
        s[at + 1 : at + 1 + count] = sorted(s[at + 1 : at + 1 + count])
        s[at + 1 + capacity : at + 1 + capacity + count] = [MIXED] * count
        s[layout.logical + counters[zone - field.zone]] += 1
        j.append((note, zone))

    return shuffle


def token_transfer_effect(values: Values, note: int, statement: b.Transfer) -> Effect:
    """Make the effect that moves tokens between zones: exactly an amount, up to it, or all."""
    source, source_base, variety = values.token_slots(statement.source)
    target, target_base, target_variety = values.token_slots(statement.target)
    chosen = variety or target_variety
    amount = values.closure(statement.amount) if statement.amount is not None else None
    bundled = statement.amount is not None and isinstance(statement.amount.type, BundleType)
    up_to = statement.up_to
    limit = target.declared.capacity

    def pour(s: Slots, j: Journal, which: int, wanted: int | None) -> None:
        there, here = source_base(s), target_base(s)
        lying = s[there + which]
        if wanted is None or (up_to and wanted > lying and not source.infinite):
            wanted = lying
        if wanted < 0 or (wanted > lying and not source.infinite):
            raise RulesFault("E310", zone=source.name, what=which, wanted=wanted, there=lying)
        if not wanted:
            return
        if not source.infinite:
            s[there + which] = lying - wanted
        if not target.infinite:
            s[here + which] = check_number_limit(s[here + which] + wanted)
            if limit is not None and sum(s[here : here + target.capacity]) > limit:
                raise RulesFault("E305", capacity=limit, count=limit + 1)
        j.append((note, wanted, which, source.zone_of(there), target.zone_of(here)))

    def run(s: Slots, j: Journal) -> None:
        wanted = amount(s) if amount is not None else None
        if chosen is not None:
            pour(s, j, chosen(s), wanted)
            return
        for which in range(source.capacity):
            pour(s, j, which, wanted if wanted is None or not bundled else wanted[which])

    return run
