"""The longest way over edges, each gone along once, passing some places only (``ir.interpreter.ordering_algorithms.longest_way`` tells how, and is followed step by step).

A state of the search is where a way ends and which edges it has used: digits of as many words as the kind has edges for. States that were seen stand in an
area (``ways seen``), found by what they are made of; one search after the other marks its own, so nobody has to clear it.
"""

from __future__ import annotations

from reguli.compile.runtime.boards.reachability import new_mark
from reguli.compile.runtime.intrinsics import (
    Run,
    around_mul,
    at,
    bit,
    cut,
    fail,
    get,
    new,
    ones,
    push,
    put,
    set_,
    shifted_right,
    size,
)
from reguli.compile.runtime.sorting import places_in_order
from reguli.ir.interpreter.ordering_algorithms import MOST_WAYS
from reguli.ir.rng import GOLDEN

DIGITS = 62
"""Edges of one word."""
PLACES, PLACE_DIGITS = 1 << 18, 18
"""Room for states: more than are ever looked at."""
ROOM = MOST_WAYS + 2
"""Room for those that wait."""


def longest_way(firsts: Run, seconds: Run, places: int, words: int, usable: Run, through: Run) -> int:
    """Give how many of the usable edges the longest way has; ``words`` hold a digit for each edge of the kind."""
    passable = new_mark()
    for place in through:
        if place >= 0:
            put("seen", place, passable)
    set_("looked", 0)
    edges = new(size(usable))
    for edge in usable:
        if edge >= 0 and firsts[edge] >= 0 and seconds[edge] >= 0:
            push(edges, edge)
    loose = 2 * size(edges)
    # Where somebody may not pass, each edge has an end of its own; those stand before the places, the last edge's first.
    lefts = new(size(edges))
    rights = new(size(edges))
    for number in range(size(edges)):
        one = firsts[edges[number]]
        other = seconds[edges[number]]
        push(lefts, loose + one if at("seen", one) == passable else loose - 1 - 2 * number)
        push(rights, loose + other if at("seen", other) == passable else loose - 2 - 2 * number)
    starts = row_starts(lefts, rights, loose + places)
    return longest_of_rows(starts, row_edges(starts, lefts, rights), lefts, rights, words)


def row_starts(lefts: Run, rights: Run, nodes: int) -> Run:
    """Give where the row of each node begins, and behind the last where it ends."""
    starts = new(nodes + 1)
    while size(starts) <= nodes:
        push(starts, 0)
    for node in lefts:
        starts[node + 1] += 1
    for node in rights:
        starts[node + 1] += 1
    for node in range(nodes):
        starts[node + 1] += starts[node]
    return starts


def row_edges(starts: Run, lefts: Run, rights: Run) -> Run:
    """Give the edges of each node's row, in their order."""
    filled = new(size(starts))
    for start in starts:
        push(filled, start)
    found = new(2 * size(lefts))
    while size(found) < 2 * size(lefts):
        push(found, 0)
    for number in range(size(lefts)):
        found[filled[lefts[number]]] = number
        filled[lefts[number]] += 1
        found[filled[rights[number]]] = number
        filled[rights[number]] += 1
    return found


def longest_of_rows(starts: Run, rows: Run, lefts: Run, rights: Run, words: int) -> int:
    """Look through the parts, the largest first, until nothing longer is possible."""
    parts = parts_of_rows(starts, rows, lefts, rights)
    nodes = size(starts) - 1
    count = 0
    for part in parts:
        count = max(count, part + 1)
    smaller = new(count)
    while size(smaller) < count:
        push(smaller, 0)
    for part in parts:
        if part >= 0:
            smaller[part] -= 1
    best = 0
    for part in places_in_order(smaller, 1, count):
        ends = 0
        odd = 0
        for node in range(nodes):
            if parts[node] == part:
                ends += starts[node + 1] - starts[node]
                odd += (starts[node + 1] - starts[node]) % 2
        limit = ends // 2 - max(0, odd // 2 - 1)
        for parity in (1, 0):
            for node in range(nodes):
                if best < limit and parts[node] == part and (starts[node + 1] - starts[node]) % 2 == parity:
                    best = further(starts, rows, lefts, rights, words, node, best, limit)
    return best


def parts_of_rows(starts: Run, rows: Run, lefts: Run, rights: Run) -> Run:
    """Give the number of the part of each node, in the order of their first nodes; -1 for a node without edges."""
    nodes = size(starts) - 1
    parts = new(nodes)
    while size(parts) < nodes:
        push(parts, -1)
    waiting = new(nodes)
    count = 0
    for node in range(nodes):
        if parts[node] < 0 and starts[node + 1] > starts[node]:
            parts[node] = count
            push(waiting, node)
            while size(waiting) > 0:
                here = waiting[size(waiting) - 1]
                cut(waiting, size(waiting) - 1)
                for place in range(starts[here], starts[here + 1]):
                    other = lefts[rows[place]] + rights[rows[place]] - here
                    if parts[other] < 0:
                        parts[other] = count
                        push(waiting, other)
            count += 1
    return parts


def place_of_state(mark: int, node: int, before: int, more: int, words: int) -> int:
    """Give where the state stands, or would stand, that ends at a node, the edges being those of another state and one more."""
    wide = words + 2
    mixed = around_mul(node + 1, GOLDEN)
    for word in range(words):
        gone = at("ways seen", before + 2 + word)
        if word == more // DIGITS:
            gone = gone | bit(more % DIGITS)
        mixed = around_mul(mixed ^ shifted_right(mixed, 32) ^ gone, GOLDEN)
    number = shifted_right(mixed, 64 - PLACE_DIGITS)
    while True:
        place = number * wide
        if at("ways seen", place) != mark:
            return place
        same = at("ways seen", place + 1) == node
        for word in range(words):
            gone = at("ways seen", before + 2 + word)
            if word == more // DIGITS:
                gone = gone | bit(more % DIGITS)
            same = same and at("ways seen", place + 2 + word) == gone
        if same:
            return place
        number = (number + 1) % PLACES


def further(starts: Run, rows: Run, lefts: Run, rights: Run, words: int, start: int, best: int, limit: int) -> int:
    """Give the better of what is known and the longest way from a node; a fault (E322) where too many ways would be looked at."""
    mark = new_mark()
    wide = words + 2
    first = PLACES * wide
    put("ways seen", first + 1, start)
    for word in range(words):
        put("ways seen", first + 2 + word, 0)
    put("waiting ways", 0, first)
    waiting = 1
    longest = best
    while waiting > 0 and longest < limit:
        waiting -= 1
        here = at("waiting ways", waiting)
        node = at("ways seen", here + 1)
        length = 0
        for word in range(words):
            length += ones(at("ways seen", here + 2 + word))
        longest = max(longest, length)
        for place in range(starts[node], starts[node + 1]):
            edge = rows[place]
            if at("ways seen", here + 2 + edge // DIGITS) & bit(edge % DIGITS) == 0:
                other = lefts[edge] + rights[edge] - node
                found = place_of_state(mark, other, here, edge, words)
                if at("ways seen", found) != mark:
                    set_("looked", get("looked") + 1)
                    if get("looked") > MOST_WAYS:
                        fail("E322")
                    put("ways seen", found, mark)
                    put("ways seen", found + 1, other)
                    for word in range(words):
                        put("ways seen", found + 2 + word, at("ways seen", here + 2 + word))
                    put(
                        "ways seen",
                        found + 2 + edge // DIGITS,
                        at("ways seen", here + 2 + edge // DIGITS) | bit(edge % DIGITS),
                    )
                    put("waiting ways", waiting, found)
                    waiting += 1
    return longest
