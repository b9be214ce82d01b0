"""Lists and sets in the slots: read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE

Slots = list[int]
SlotOf = Callable[[Slots], int]


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


def read_whole(s: Slots, slot: int) -> list[int]:
    """Read a list that stands in one scratch slot as it is."""
    items: Any = s[slot]
    return list(items)


def write_whole(s: Slots, slot: int, items: Sequence[int]) -> None:
    """Write a list into one scratch slot as it is."""
    whole: Any = items
    s[slot] = whole


def piece_in(s: Slots, zone: int, first: int, last: int) -> int:
    """Give the first piece that lies in a zone, the places of its kind being given; ``NONE`` where nothing lies."""
    try:
        return s.index(zone, first, last) - first
    except ValueError:
        return NONE


def only_of(s: Slots, base: int, varieties: int) -> int:
    """Give the first variety of which tokens lie in a zone; ``NONE`` where nothing lies."""
    return next((variety for variety in range(varieties) if s[base + variety]), NONE)


def there(element: SlotOf, at: int | None, what: str) -> SlotOf:
    """Make a closure for an element that must be there; ``at`` is its slot where the closure only reads that, ``what`` names what is asked of it."""

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
