"""Arithmetic and list operations with the semantics of the rules."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, fail, fill_slots, new, push, size, store

LARGEST = 2**53
"""No number of a game may be larger, so that every program that reads a position can hold it."""


def times(left: int, right: int) -> int:
    """Multiply; a result larger than any game needs is a fault (E315)."""
    if left == 0 or right == 0:
        return 0
    one = abs(left)
    other = abs(right)
    if one > LARGEST // other:
        fail("E315")
    return left * right


def bounded(number: int) -> int:
    """Return the number unchanged; one larger than any game needs is a fault (E315)."""
    if number > LARGEST or number < -LARGEST:
        fail("E315")
    return number


def divided_down(left: int, right: int) -> int:
    """Divide and round down; division by 0 is a fault (E303)."""
    if right == 0:
        fail("E303")
    return left // right if right > 0 else (0 - left) // (0 - right)


def divided_up(left: int, right: int) -> int:
    """Divide and round up; division by 0 is a fault (E303)."""
    if right == 0:
        fail("E303")
    return 0 - ((0 - left) // right if right > 0 else left // (0 - right))


def is_in(item: int, run: Run) -> bool:
    """Return whether a number is in an array."""
    for one in run:  # noqa: SIM110 - this is read as it stands
        if one == item:
            return True
    return False


def flags_of(run: Run, count: int) -> Run:
    """Return an array with 1 for each of ``count`` elements that the given array contains, else 0."""
    flags = new(count)
    while size(flags) < count:
        push(flags, 0)
    for item in run:
        if item >= 0:
            flags[item] = 1
    return flags


def write_list(slot: int, run: Run, capacity: int) -> None:
    """Write a list into slots and zero the rest of its capacity; a list that exceeds it is a fault (E305)."""
    count = size(run)
    if count > capacity:
        fail("E305")
    kept = new(count)
    for item in run:
        push(kept, item)
    store(slot, count)
    for at in range(count):
        store(slot + 1 + at, kept[at])
    fill_slots(slot + 1 + count, capacity - count, 0)
