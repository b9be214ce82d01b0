"""Counting and indexed access for sets and bundles of a move (``ir.interpreter.set_numbering``, ``ir.interpreter.bundle_numbering``).

Where there are more than any number of a game may be large, they are counted as so many.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, fail, new, push, size
from reguli.compile.runtime.sorting import ascending

MANY = 1 << 53
"""As many as are counted."""


def combinations_of(count: int, length: int) -> int:
    """Return the number of sets of a given length out of ``count`` elements."""
    if length < 0 or length > count:
        return 0
    least = min(length, count - length)
    found = 1
    for at in range(least):
        if found > MANY:
            return MANY
        found = found * (count - at) // (at + 1)
    return min(found, MANY)


def members_chosen(elements: Run, length: int, index: int) -> Run:
    """Return the set of a given length at an index; members are in the order of the elements."""
    found = new(length)
    count = size(elements)
    left = index
    for at in range(count):
        if size(found) == length:
            break
        beginning = combinations_of(count - at - 1, length - size(found) - 1)
        if left < beginning:
            push(found, elements[at])
        else:
            left -= beginning
    return found


def count_of_sets(count: int, least: int, most: int) -> int:
    """Return the number of sets with ``least`` to ``most`` out of ``count`` elements."""
    total = 0
    for length in range(max(least, 0), min(most, count) + 1):
        total += combinations_of(count, length)
        if total > MANY:
            return MANY
    return total


def set_at(elements: Run, least: int, most: int, index: int) -> Run:
    """Return the set at an index; smaller sets come first, then box order applies."""
    count = size(elements)
    left = index
    for length in range(max(least, 0), min(most, count) + 1):
        room = combinations_of(count, length)
        if left < room:
            return members_chosen(ascending(elements), length, left)
        left -= room
    return ()


def is_set_of(elements: Run, least: int, most: int, members: Run) -> bool:
    """Return whether the members, all distinct, form one of the sets of ``least`` to ``most`` elements."""
    if size(members) < least or size(members) > most:
        return False
    for member in members:
        there = False
        for element in elements:
            if element == member:
                there = True
                break
        if not there:
            return False
    return True


# -- bundles -------------------------------------------------------------------------------------------------


def sum_of(numbers: Run) -> int:
    """Return the sum of numbers."""
    total = 0
    for one in numbers:
        total += one
    return total


def bundle_ways(there: Run, most: int) -> Run:
    """Return, for each variety and each number up to ``most``, in how many ways that many tokens can be taken from it and later ones."""
    varieties = size(there)
    width = most + 1
    ways = new((varieties + 1) * width)
    while size(ways) < (varieties + 1) * width:
        push(ways, 0)
    ways[varieties * width] = 1
    for turn in range(varieties):
        which = varieties - 1 - turn
        for number in range(width):
            total = 0
            for share in range(min(there[which], number) + 1):
                total += ways[(which + 1) * width + number - share]
            ways[which * width + number] = min(total, MANY)
    return ways


def count_of_bundles(there: Run, least: int, most: int) -> int:
    """Return the number of bundles of ``least`` to ``most`` tokens."""
    all_of_them = sum_of(there)
    largest = min(most, all_of_them)
    if largest < 0:
        return 0
    ways = bundle_ways(there, largest)
    total = 0
    for number in range(max(least, 0), largest + 1):
        total += ways[number]
    return min(total, MANY)


def bundle_at(there: Run, least: int, most: int, index: int) -> Run:
    """Return the shares of the bundle at an index; smaller bundles come first, then those with more of an earlier variety."""
    all_of_them = sum_of(there)
    largest = min(most, all_of_them)
    if largest < 0:
        fail("E319")
    ways = bundle_ways(there, largest)
    width = largest + 1
    left = index
    number = max(least, 0)
    while left >= ways[number]:
        left -= ways[number]
        number += 1
    found = new(size(there))
    for which in range(size(there)):
        share = min(there[which], number)
        while left >= ways[(which + 1) * width + number - share]:
            left -= ways[(which + 1) * width + number - share]
            share -= 1
        push(found, share)
        number -= share
    return found


def is_bundle_of(there: Run, least: int, most: int, shares: Run) -> bool:
    """Return whether the shares form one of the available bundles of ``least`` to ``most`` tokens."""
    if size(shares) != size(there):
        return False
    for which in range(size(there)):
        if shares[which] < 0 or shares[which] > there[which]:
            return False
    total = sum_of(shares)
    return total >= least and total <= most
