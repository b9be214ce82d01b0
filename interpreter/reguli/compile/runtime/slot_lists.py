"""Lists in slots, as length, members and zeros; and lists that are arrays."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, copy_slots, extend, fail, load, new, push, size, store


def place_in(slot: int, item: int) -> int:
    """Return the index of a value in a list; -1 if it is missing."""
    for at in range(load(slot)):
        if load(slot + 1 + at) == item:
            return at
    return -1


def join_list(slot: int, item: int, capacity: int) -> bool:
    """Append a value to a list unless it is present; return whether it was added. A full list is a fault (E305)."""
    if place_in(slot, item) >= 0:
        return False
    count = load(slot)
    if count >= capacity:
        fail("E305")
    store(slot + 1 + count, item)
    store(slot, count + 1)
    return True


def leave_list(slot: int, item: int) -> bool:
    """Remove a value from a list; return whether it was present."""
    at = place_in(slot, item)
    if at < 0:
        return False
    count = load(slot)
    copy_slots(slot + 1 + at, slot + 2 + at, count - 1 - at)
    store(slot + count, 0)
    store(slot, count - 1)
    return True


def with_member(run: Run, item: int) -> Run:
    """Return an array with a value appended."""
    found = new(size(run) + 1)
    extend(found, run)
    push(found, item)
    return found


def without_member(run: Run, item: int) -> Run:
    """Return an array without a value."""
    found = new(size(run))
    for one in run:
        if one != item:
            push(found, one)
    return found


def how_many(slot: int, count: int, value: int) -> int:
    """Return how many slots in a range hold a value."""
    found = 0
    for at in range(count):
        if load(slot + at) == value:
            found += 1
    return found
