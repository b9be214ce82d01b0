"""Ways back, laid out once: which elements name an element, and of each zone whose it is or at which key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.ir.interpreter.integer_arithmetic import out_of_keys
from reguli.ir.interpreter.slot_collections import SlotOf, Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, FieldSlots, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType

OWNER: Final = 0


def gathered(ruleset: Ruleset, term: t.Gathered) -> tuple[tuple[int, ...], ...]:
    """Give for each element of the kind that a field names the elements that name it, in the order of the box."""
    kind = ruleset.kinds[term.kind]
    named = kind.values[term.field]
    size = len(ruleset.kinds[kind_of(term.element)].elements)
    found: list[list[int]] = [[] for _ in range(size)]
    for index, value in enumerate(named):
        for element in value if isinstance(value, tuple) else (value,):
            if isinstance(element, int) and element != NONE:
                found[element].append(index)
    return tuple(map(tuple, found))


def lying(layout: Layout, term: t.Lies) -> tuple[int, ...]:
    """Give by the number of each zone what the way back leads to; the last one, which is nowhere's, leads to none."""
    found = [NONE] * (len(layout.zone_fields) + 1)
    for name in term.zones:
        field = layout.fields[name]
        for place in range(field.places):
            keys = field.keys_of(place)
            known = 0 if term.part is None else field.owner_of(place) if term.part == OWNER else keys[term.part - 1]
            found[field.zone + place] = known
    return tuple(found)


def kind_of(term: t.Term) -> str:
    """Give the kind of the element that a term is."""
    assert isinstance(term.type, ElementType), term
    return term.type.kind


def led_back(table: Sequence[int], first: int, piece: Closure, zone: str | None) -> Closure:
    """Make a closure for what a way back leads a piece to; where it is a number, a piece that lies elsewhere is a fault of ``zone``."""

    def found(s: Slots) -> int:
        at = piece(s)
        value = table[s[first + at]] if at >= 0 else NONE
        if zone is not None and value == NONE:
            raise RulesFault("E301", field=zone)
        return value

    return found


def place_in(field: FieldSlots, owner: SlotOf, keys: Sequence[SlotOf]) -> SlotOf:
    """Make a closure for the number of the place of a field that has keys."""

    def place(s: Slots) -> int:
        given = [key(s) for key in keys]
        found = field.place(owner(s), given)
        return out_of_keys(field.name, given) if found is None else found

    return place
