"""Lists in the slots: their length, their members, then zeros; and lists that are runs."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, copy_slots, extend, fail, load, new, push, size, store


def place_in(slot: int, item: int) -> int:
    """Return where in a list something stands, from 0; -1 where it does not."""
    for at in range(load(slot)):
        if load(slot + 1 + at) == item:
            return at
    return -1


def join_list(slot: int, item: int, capacity: int) -> bool:
    """Put something behind a list unless it is there, and return whether it was put; without room it is a fault (E305)."""
    if place_in(slot, item) >= 0:
        return False
    count = load(slot)
    if count >= capacity:
        fail("E305")
    store(slot + 1 + count, item)
    store(slot, count + 1)
    return True


def leave_list(slot: int, item: int) -> bool:
    """Take something out of a list, and return whether it was there."""
    at = place_in(slot, item)
    if at < 0:
        return False
    count = load(slot)
    copy_slots(slot + 1 + at, slot + 2 + at, count - 1 - at)
    store(slot + count, 0)
    store(slot, count - 1)
    return True


def with_member(run: Run, item: int) -> Run:
    """Return a run with something behind it."""
    found = new(size(run) + 1)
    extend(found, run)
    push(found, item)
    return found


def without_member(run: Run, item: int) -> Run:
    """Return a run without something."""
    found = new(size(run))
    for one in run:
        if one != item:
            push(found, one)
    return found


def how_many(slot: int, count: int, value: int) -> int:
    """Return how many of so many slots hold a value."""
    found = 0
    for at in range(count):
        if load(slot + at) == value:
            found += 1
    return found
