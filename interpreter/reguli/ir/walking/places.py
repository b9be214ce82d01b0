"""Closures for places: where a state field, a zone or a variable lies in the slots."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reguli.ir.faults import RulesFault
from reguli.ir.layout import NONE, FieldSlots
from reguli.ir.program import Slots
from reguli.model.tree.terms import Constant, Contents, Local, Term, Tracked, Variety

if TYPE_CHECKING:
    from reguli.ir.walking.values import Values

SlotOf = Callable[[Slots], int]


def field_base(values: Values, term: Tracked) -> tuple[FieldSlots, SlotOf]:
    """Give a field and a closure for the first slot of its element."""
    field = values.layout.fields[term.field]
    base, stride = field.base, field.stride
    if term.owner is None:
        return field, lambda s: base
    if isinstance(term.owner, Constant):
        fixed = base + term.owner.value * stride
        return field, lambda s: fixed
    owner = values.number(term.owner)
    if values.is_sure(term.owner):
        return field, lambda s: base + owner(s) * stride

    def slot(s: Slots) -> int:
        index = owner(s)
        if index < 0:
            raise RulesFault("E301", field=term.field)
        return base + index * stride

    return field, slot


def zone_number(values: Values, zone: Term) -> tuple[FieldSlots, SlotOf]:
    """Give the field of a zone and a closure for its zone number."""
    match zone:
        case Contents(_, inner):
            return zone_number(values, inner)
        case Variety(_, inner):
            return zone_number(values, inner)
        case Tracked(_, name, owner):
            field = values.layout.fields[name]
            first = field.zone
            if owner is None:
                return field, lambda s: first
            index = values.element(owner, name)
            return field, lambda s: first + index(s)
        case _:
            raise AssertionError(zone)


def token_slots(values: Values, zone: Term) -> tuple[FieldSlots, SlotOf, Callable[[Slots], int] | None]:
    """Give the field of a token zone, its first slot, and the variety when only one is meant."""
    match zone:
        case Variety(_, Tracked() as inner, variety):
            field, base = field_base(values, inner)
            return field, base, values.element(variety, inner.field)
        case Tracked():
            field, base = field_base(values, zone)
            return field, base, (lambda s: 0) if field.capacity == 1 else None
        case _:
            raise AssertionError(zone)


def list_place(values: Values, place: Term) -> tuple[int, bool, SlotOf]:
    """Give capacity, whether it is a set of flags, and the first slot, of a list or set that can change."""
    match place:
        case Contents(_, inner):
            return list_place(values, inner)
        case Tracked():
            field, base = field_base(values, place)
            return field.capacity, field.declared.form == "set", base
        case Local(_, variable):
            storage = values.layout.storage[variable.key]
            slot = storage.slot
            return storage.capacity, False, lambda s: slot
        case _:
            raise AssertionError(place)


def members(s: Slots, base: int) -> tuple[int, ...]:
    """Read a list: its length stands at ``base``, its members follow."""
    return tuple(s[base + 1 : base + 1 + s[base]])


def marked(s: Slots, base: int, capacity: int) -> tuple[int, ...]:
    """Read a set of flags."""
    return tuple(i for i, on in enumerate(s[base : base + capacity]) if on)


def write_members(s: Slots, base: int, items: tuple[int, ...] | list[int] | range, capacity: int) -> None:
    """Write a list and zero what is left of its room."""
    count = len(items)
    if count > capacity:
        raise RulesFault("E305", capacity=capacity, count=count)
    s[base] = count
    s[base + 1 : base + 1 + count] = items
    for i in range(base + 1 + count, base + 1 + capacity):
        s[i] = 0


__all__ = ["NONE", "field_base", "list_place", "marked", "members", "token_slots", "write_members", "zone_number"]
