"""Chance outcomes in memory areas: distinct groups of elements, members in the order of their kind; and the outcome drawn by seed."""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import MASK, Run, at, below_unsigned, get, put, size
from reguli.compile.runtime.random_numbers import cast_key, fold
from reguli.compile.runtime.sorting import ascending


def is_kept(members: Run, count: int, width: int) -> bool:
    """Return whether a group is already among the candidates."""
    for number in range(count):
        if at("candidates", number * width) == size(members):
            same = True
            for place in range(size(members)):
                same = same and at("candidates", number * width + 1 + place) == members[place]
            if same:
                return True
    return False


def keep_group(group: Run, count: int, width: int, twice: bool) -> int:
    """Add a group to ``count`` candidates, only once if it may come ``twice``, and return the new count."""
    members = ascending(group)
    if twice and is_kept(members, count, width):
        return count
    put("candidates", count * width, size(members))
    for place in range(size(members)):
        put("candidates", count * width + 1 + place, members[place])
    return count + 1


def least_ticket(count: int) -> int:
    """Return the number of the candidate with the least ticket; a weighted candidate has as many tickets as its weight."""
    if count == 1:
        return 0
    key = cast_key(get("game"), get("site"), get("occurrence"))
    best = 0
    least = 0
    for number in range(count):
        first = fold(key, at("keys", number) & MASK)
        ticket = first
        for more in range(1, at("weights", number)):
            other = fold(first, more)
            if below_unsigned(other, ticket):
                ticket = other
        if number == 0 or below_unsigned(ticket, least):
            best = number
            least = ticket
    return best
