"""Reordering of arrays: sorting by keys, grouping of equals, reversal.

Keys lie in one run, so many (``width``) for each number in its turn. Short stretches are sorted by putting each in its place, and then merged: nothing is
asked twice that is in order already.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, new, push, size

SHORT = 12
"""So many are sorted by putting each in its place."""


def backwards(items: Run) -> Run:
    """Return an array in reverse order."""
    found = new(size(items))
    at = size(items)
    while at > 0:
        at -= 1
        push(found, items[at])
    return found


def is_behind(keys: Run, width: int, one: int, other: int) -> bool:
    """Return whether one item's keys are greater than another's; equal items keep their order."""
    for at in range(width):
        difference = keys[one * width + at] - keys[other * width + at]
        if difference != 0:
            return difference > 0
    return False


def places_in_order(keys: Run, width: int, count: int) -> Run:
    """Return the numbers from 0 to ``count - 1`` sorted stably by their keys, the least first."""
    order = new(count)
    for index in range(count):
        push(order, index)
        begins = index - index % SHORT
        at = index
        if width == 1:
            while at > begins and keys[order[at - 1]] > keys[index]:
                order[at] = order[at - 1]
                at -= 1
        else:
            while at > begins and is_behind(keys, width, order[at - 1], index):
                order[at] = order[at - 1]
                at -= 1
        order[at] = index
    if count <= SHORT:
        return order
    return merged(order, keys, width)


def merged(short: Run, keys: Run, width: int) -> Run:
    """Merge sorted stretches of increasing length."""
    count = size(short)
    order = new(count)
    aside = new(count)
    for one in short:
        push(order, one)
        push(aside, 0)
    length = SHORT
    while length < count:
        begin = 0
        while begin + length < count:
            middle = begin + length
            end = min(middle, count - length) + length
            if is_behind(keys, width, order[middle - 1], order[middle]):
                left = begin
                right = middle
                for at in range(begin, end):
                    if right < end and (left == middle or is_behind(keys, width, order[left], order[right])):
                        aside[at] = order[right]
                        right += 1
                    else:
                        aside[at] = order[left]
                        left += 1
                for at in range(begin, end):
                    order[at] = aside[at]
            begin = end
        length = length * 2
    return order


def sorted_by(items: Run, keys: Run, width: int) -> Run:
    """Return items sorted stably by their keys, the least first."""
    found = new(size(items))
    for at in places_in_order(keys, width, size(items)):
        push(found, items[at])
    return found


def ascending(items: Run) -> Run:
    """Return the numbers in ascending order."""
    return sorted_by(items, items, 1)


def ranked_by(items: Run, keys: Run, width: int) -> Run:
    """Return items grouped by equal keys, the least first: twice each number, plus 1 for the last of its group."""
    found = new(size(items))
    before = -1
    for at in places_in_order(keys, width, size(items)):
        if before >= 0 and is_behind(keys, width, at, before):
            found[size(found) - 1] += 1
        push(found, 2 * items[at])
        before = at
    if before >= 0:
        found[size(found) - 1] += 1
    return found


def first_of(items: Run, count: int) -> Run:
    """Return the first ``count`` items, or all if there are fewer."""
    found = new(size(items))
    for item in items:
        if size(found) >= count:
            break
        push(found, item)
    return found
