"""Enumeration of the sets and bundles that a move may choose.

A set is the run of its members in the order of the box; smaller sets come first, then those whose first members come first. A bundle is the run of its shares,
one for each variety; smaller ones come first, then those with more of an earlier variety. Behind the last one comes ``NO_MORE``.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, at, new, push, size

NO_MORE = (-1,)


def given(start: int) -> Run:
    """Return the set or bundle stored in the arguments area."""
    count = at("arguments", start)
    run = new(count)
    for place in range(count):
        push(run, at("arguments", start + 1 + place))
    return run


def is_last(run: Run) -> bool:
    """Return whether this is the end marker after the last set or bundle."""
    return size(run) == 1 and run[0] < 0


def first_set(there: Run, least: int) -> Run:
    """Return the first set of ``least`` elements."""
    run = new(least)
    for place in range(least):
        push(run, there[place])
    return run


def next_set(there: Run, chosen: Run, most: int) -> Run:
    """Return the set that follows another one."""
    count = size(chosen)
    moved = count
    # As long as the last members are the last elements, they cannot be moved on.
    while moved > 0 and chosen[moved - 1] == there[size(there) - 1 - count + moved]:
        moved -= 1
    if moved == 0:
        return first_set(there, count + 1) if count < most else NO_MORE
    run = new(count)
    for kept in range(moved - 1):
        push(run, chosen[kept])
    here = 0
    while there[here] != chosen[moved - 1]:
        here += 1
    while size(run) < count:
        here += 1
        push(run, there[here])
    return run


def first_bundle(there: Run, least: int) -> Run:
    """Return the first bundle of ``least`` tokens."""
    run = new(size(there))
    left = least
    for share in there:
        taken = min(share, left)
        push(run, taken)
        left -= taken
    return run


def next_bundle(there: Run, chosen: Run, most: int) -> Run:
    """Return the bundle that follows another one."""
    varieties = size(there)
    behind = 0
    room = 0
    place = varieties - 1
    # From the end: the first variety of which one less may be taken, for those behind it have room for one more.
    while place >= 0 and (chosen[place] == 0 or room <= behind):
        behind += chosen[place]
        room += there[place]
        place -= 1
    if place < 0:
        return first_bundle(there, behind + 1) if behind < most else NO_MORE
    run = new(varieties)
    for kept in range(place):
        push(run, chosen[kept])
    push(run, chosen[place] - 1)
    left = behind + 1
    for other in range(place + 1, varieties):
        most_here = there[other]
        taken = min(most_here, left)
        push(run, taken)
        left -= taken
    return run
