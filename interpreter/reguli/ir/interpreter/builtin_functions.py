"""Builtin functions over argument values; those that need a board are in ``boards``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from reguli.ir.interpreter import board_functions, collection_closures, shape_placement
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.collection_closures import raise_key_fault
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, SUBSETS_LIMIT, FieldSlots, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import TOO_DEEP, ElementType

Function = Callable[..., Any]
"""Takes the values of the arguments."""


def builtin_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make a builtin's closure; its arguments were checked at binding."""
    return _too_deep(term.detail) if term.name == TOO_DEEP else MAKERS[term.name](ruleset, layout, known, term)


def _first(items: Sequence[int]) -> int:
    return items[0] if len(items) else NONE


def _last(items: Sequence[int]) -> int:
    return items[-1] if len(items) else NONE


def _reversed(items: Sequence[int]) -> tuple[int, ...]:
    return tuple(reversed(items))


def _least(*numbers: int) -> int:
    return min(numbers)


def _greatest(*numbers: int) -> int:
    return max(numbers)


def _is_none(item: int) -> bool:
    return item < 0


def _too_deep(chain: str) -> Function:
    """Make the closure that replaces a recursive rule beyond its maximum depth."""

    def too_deep() -> int:
        raise RulesFault("E325", chain=chain)

    return too_deep


def _ranked(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    kind_id, rank = term.detail.split(".")
    by_rank: Callable[[int], Any] = ruleset.kinds[kind_id].values[rank].__getitem__
    highest = term.name == "highest"

    def one(items: Sequence[int]) -> int:
        if not len(items):
            return NONE
        return max(items, key=by_rank) if highest else min(items, key=by_rank)

    def several(items: Sequence[int], amount: int) -> list[int]:
        return sorted(items, key=by_rank, reverse=highest)[: max(0, amount)]

    return one if len(term.arguments) == 1 else several


def subsets_by_size(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return every subset, smaller ones first."""
    return [part for size in range(len(members) + 1) for part in combinations(members, size)]


def _subsets(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    found_before: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def subsets(items: Sequence[int]) -> list[tuple[int, ...]]:
        members = tuple(items)
        if len(members) > SUBSETS_LIMIT:
            raise RulesFault("E304", count=len(members), limit=SUBSETS_LIMIT)
        found = found_before.get(members)
        if found is None:
            found = subsets_by_size(members)
            if len(found_before) < 256:
                found_before[members] = found
        return found

    return subsets


def _next(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    size, sign = layout.size_of(term.detail), 1 if term.name == "next" else -1
    if ruleset.kinds[term.detail].ring:
        return lambda item, steps=1: (item + sign * steps) % size

    def onward(item: int, steps: int = 1) -> int:
        found = item + sign * steps
        return found if 0 <= found < size else NONE

    return onward


def _clockwise_from(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    size = layout.size_of(term.detail)
    return lambda item: tuple((item + k) % size for k in range(size))


def _plain(function: Function) -> Callable[[Ruleset, Layout, Distances, t.Builtin], Function]:
    return lambda ruleset, layout, known, term: function


MAKERS: Mapping[str, Callable[[Ruleset, Layout, Distances, t.Builtin], Function]] = {
    "count": _plain(len),
    "first": _plain(_first),
    "last": _plain(_last),
    "lowest": _ranked,
    "highest": _ranked,
    "reversed": _plain(_reversed),
    "subsets": _subsets,
    "min": _plain(_least),
    "max": _plain(_greatest),
    "abs": _plain(abs),
    "is_none": _plain(_is_none),
    "cheapest_path": board_functions.cheapest_path_closure,
    "reaches": board_functions.reachability_closure,
    "step": board_functions.cell_step_closure,
    "adjacent": board_functions.adjacent_closure,
    "parts": collection_closures.components_closure,
    "longest": collection_closures.longest_path_closure,
    "ends": board_functions.edge_ends_closure,
    "other_end": board_functions.other_end_closure,
    "edges_at": board_functions.edges_at_closure,
    "edges_of": board_functions.incident_elements,
    "cells_of": board_functions.incident_elements,
    "corners_of": board_functions.incident_elements,
    "edges_at_corner": board_functions.incident_elements,
    "distance": board_functions.distance_closure,
    "placed": shape_placement.placed_shape_closure,
    "ways_of": shape_placement.orientations_closure,
    "turned": shape_placement.rotation_closure,
    "turned_back": shape_placement.rotation_closure,
    "next": _next,
    "previous": _next,
    "clockwise_from": _clockwise_from,
}


# -- Lists and sets in the slots: read and written -------------------------------------------------------------------


Slots = list[int]
SlotOf = Callable[[Slots], int]


def read_list_members(s: Slots, base: int) -> tuple[int, ...]:
    """Read a list: length at ``base``, members after it."""
    return tuple(s[base + 1 : base + 1 + s[base]])


def read_flag_set(s: Slots, base: int, capacity: int) -> tuple[int, ...]:
    """Read a set of flags."""
    return tuple(i for i, on in enumerate(s[base : base + capacity]) if on)


def write_list_members(s: Slots, base: int, items: tuple[int, ...] | list[int] | range, capacity: int) -> None:
    """Write a list and zero its unused slots."""
    count = len(items)
    if count > capacity:
        raise RulesFault("E305", capacity=capacity, count=count)
    s[base] = count
    s[base + 1 : base + 1 + count] = items
    for i in range(base + 1 + count, base + 1 + capacity):
        s[i] = 0


def read_slot_list(s: Slots, slot: int) -> list[int]:
    """Read a list kept as is in one scratch slot."""
    items: Any = s[slot]
    return list(items)


def write_slot_list(s: Slots, slot: int, items: Sequence[int]) -> None:
    """Write a list as is into one scratch slot."""
    whole: Any = items
    s[slot] = whole


def first_piece_in_zone(s: Slots, zone: int, first: int, last: int) -> int:
    """Return the first piece in a zone, given the places of its kind; ``NONE`` if the zone is empty."""
    try:
        return s.index(zone, first, last) - first
    except ValueError:
        return NONE


def first_token_variety(s: Slots, base: int, varieties: int) -> int:
    """Return the first variety with tokens in a zone; ``NONE`` if the zone is empty."""
    return next((variety for variety in range(varieties) if s[base + variety]), NONE)


def required_element_slot(element: SlotOf, at: int | None, what: str) -> SlotOf:
    """Make a closure for an element that must exist; ``at`` is its slot if the closure only reads that, ``what`` names the use."""

    def read(s: Slots) -> int:
        if s[at] < 0:  # type: ignore[index]  # it is made where there is a slot
            raise RulesFault("E301", field=what)
        return s[at]  # type: ignore[index]

    def worked_out(s: Slots) -> int:
        index = element(s)
        if index < 0:
            raise RulesFault("E301", field=what)
        return index

    return worked_out if at is None else read


# -- inverse relations -----------------------------------------------------------------------------------------------
# Ways back, laid out once: which elements name an element, and of each zone whose it is or at which key.


OWNER: Final = 0


def group_by_reference(ruleset: Ruleset, term: t.Gathered) -> tuple[tuple[int, ...], ...]:
    """Return, for each element of the kind a field names, the elements naming it, in box order."""
    kind = ruleset.kinds[term.kind]
    named = kind.values[term.field]
    size = len(ruleset.kinds[term_element_kind(term.element)].elements)
    found: list[list[int]] = [[] for _ in range(size)]
    for index, value in enumerate(named):
        for element in value if isinstance(value, tuple) else (value,):
            if isinstance(element, int) and element != NONE:
                found[element].append(index)
    return tuple(map(tuple, found))


def zone_reverse_targets(layout: Layout, term: t.Lies) -> tuple[int, ...]:
    """Return the back-reference target of each zone by number; the last entry, for nowhere, has none."""
    found = [NONE] * (len(layout.zone_fields) + 1)
    for name in term.zones:
        field = layout.fields[name]
        for place in range(field.places):
            keys = field.keys_of(place)
            known = 0 if term.part is None else field.owner_of(place) if term.part == OWNER else keys[term.part - 1]
            found[field.zone + place] = known
    return tuple(found)


def term_element_kind(term: t.Term) -> str:
    """Return the element kind of a term."""
    assert isinstance(term.type, ElementType), term
    return term.type.kind


def reverse_relation_closure(table: Sequence[int], first: int, piece: Closure, zone: str | None) -> Closure:
    """Make a closure for the target of a piece's back reference; for numbers, a piece elsewhere is a fault of ``zone``."""

    def found(s: Slots) -> int:
        at = piece(s)
        value = table[s[first + at]] if at >= 0 else NONE
        if zone is not None and value == NONE:
            raise RulesFault("E301", field=zone)
        return value

    return found


def place_index_closure(field: FieldSlots, owner: SlotOf, keys: Sequence[SlotOf]) -> SlotOf:
    """Make a closure for the place number in a keyed field."""

    def place(s: Slots) -> int:
        given = [key(s) for key in keys]
        found = field.place(owner(s), given)
        return raise_key_fault(field.name, given) if found is None else found

    return place
