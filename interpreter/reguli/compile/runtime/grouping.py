"""Groups and pairs. Groups share one array: twice the number of each member, plus 1 for the last one of a group.

A group without members, which only the subsets of a set have, stands as -1.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from reguli.compile.runtime.intrinsics import Run, digits, extend, fail, new, push, size
from reguli.ir.state_layout import SUBSETS_LIMIT

EMPTY = -1


def count_of_groups(groups: Run) -> int:
    """Return the number of groups."""
    count = 0
    for one in groups:
        count += one & 1
    return count


def behind_group(groups: Run, begin: int) -> int:
    """Return the index after the group that begins at an index."""
    at = begin
    while groups[at] & 1 == 0:
        at += 1
    return at + 1


def group_from(groups: Run, begin: int) -> Run:
    """Return the members of the group that begins at an index."""
    behind = behind_group(groups, begin)
    found = new(behind - begin)
    if groups[begin] != EMPTY:
        for place in range(begin, behind):
            push(found, groups[place] // 2)
    return found


def group_at(groups: Run, number: int) -> Run:
    """Return a group by its number, counted from 1; no members if the number does not exist."""
    left = number
    begin = 0
    while left > 0 and begin < size(groups):
        if left == 1:
            return group_from(groups, begin)
        begin = behind_group(groups, begin)
        left -= 1
    return ()


def is_group(members: Run, groups: Run) -> bool:
    """Return whether the members, in their order, are one of the groups."""
    at = 0
    fits = True
    for one in groups:
        if one == EMPTY:
            if size(members) == 0:
                return True
        else:
            fits = fits and at < size(members) and members[at] == one // 2
            at += 1
            if one & 1 == 1:
                if fits and at == size(members):
                    return True
                at = 0
                fits = True
    return False


def group_of(members: Run) -> Run:
    """Encode the members as one group."""
    found = new(size(members) + 1)
    for one in members:
        push(found, 2 * one)
    if size(members) == 0:
        push(found, EMPTY)
    else:
        found[size(found) - 1] += 1
    return found


def count_of_subsets(members: Run) -> int:
    """Return the number of subsets of a set; a set with too many members is a fault (E304)."""
    if size(members) > SUBSETS_LIMIT:
        fail("E304")
    return 1 << size(members)


@cache
def subsets_in_order() -> tuple[int, ...]:
    """Return the subsets of positions as bit masks, smaller ones first; those of ``n`` positions begin at 2^n - 1."""
    return tuple(
        sum(1 << place for place in part)
        for count in range(SUBSETS_LIMIT + 1)
        for length in range(count + 1)
        for part in combinations(range(count), length)
    )


def subset_at(members: Run, index: int) -> Run:
    """Return the subset at an index, the smaller ones first."""
    found = new(size(members))
    for place in digits(subsets_in_order()[(1 << size(members)) - 1 + index]):
        push(found, members[place])
    return found


def is_subset(part: Run, members: Run) -> bool:
    """Return whether an array is one of the subsets, with members in their order."""
    if size(members) > SUBSETS_LIMIT:
        fail("E304")
    met = 0
    for member in members:
        if met < size(part) and part[met] == member:
            met += 1
    return met == size(part)


def all_subsets(members: Run) -> Run:
    """Return every subset as a group, the smaller ones first."""
    count = count_of_subsets(members)
    found = new(count * (size(members) + 1))
    for index in range(count):
        extend(found, group_of(subset_at(members, index)))
    return found


# -- pairs --------------------------------------------------------------------------------------------------------


def joined(run: Run, other: Run) -> Run:
    """Return the concatenation of two arrays."""
    found = new(size(run) + size(other))
    extend(found, run)
    extend(found, other)
    return found


def numbered(items: Run) -> Run:
    """Replace items by numbers from 0 on, equal items by equal numbers."""
    found = new(size(items))
    met = new(size(items))
    for item in items:
        number = 0
        while number < size(met) and met[number] != item:
            number += 1
        if number == size(met):
            push(met, item)
        push(found, number)
    return found


def most_pairs(starts: Run, partners: Run) -> int:
    """Return the largest possible number of pairs; the partners of the first left member precede ``starts[1]``, and so on."""
    count = size(starts) - 1
    rights = numbered(partners)
    taken = new(size(rights))
    asked = new(size(rights))
    asking = new(size(rights))
    while size(taken) < size(rights):
        push(taken, -1)
        push(asked, -1)
        push(asking, -1)
    has = new(count)
    waiting = new(count)
    pairs = 0
    while size(has) < count:
        push(has, -1)
        push(waiting, 0)
    for one in range(count):
        waiting[0] = one
        met = 0
        there = 1
        free = -1
        while met < there and free < 0:
            here = waiting[met]
            met += 1
            for place in range(starts[here], starts[here + 1]):
                right = rights[place]
                if asked[right] != one:
                    asked[right] = one
                    asking[right] = here
                    if taken[right] < 0:
                        free = right
                        break
                    waiting[there] = taken[right]
                    there += 1
        if free >= 0:
            pairs += 1
        while free >= 0:
            left = asking[free]
            before = has[left]
            taken[free] = left
            has[left] = free
            free = before
    return pairs
