"""Search over boards: distances, reachability, the longest path."""

from __future__ import annotations

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
from reguli.ir.interpreter.collection_closures import MOST_WAYS
from reguli.ir.rng import GOLDEN

# -- reachability ----------------------------------------------------------------------------------------------------
# Ways over a board: what is reached, what lies near, which parts hang together, where steps lead and shapes lie.
#
# A board is known when code is made. Of each place it has a row of neighbours: those of place ``p`` stand in ``others`` from ``starts[p]`` to ``starts[p + 1]``,
# and where edges join places, the edge to each of them stands at the same place of ``edges``. Edges on an outline join nothing and are in no row.
# Marks on what counts stand in the area ``counts``, on places that were seen in ``seen``: sizes are given by whoever makes the code. Nobody has to clear them: what was
# marked before has smaller marks. Whoever marks takes one of its own first, and nothing else marks between that and the last look.


FURTHER = 4
"""So many marks belong to one who marks."""


def new_mark() -> int:
    """Return a mark that exceeds all earlier ones by at least ``FURTHER``."""
    set_("mark", get("mark") + FURTHER)
    return get("mark")


def mark_all(items: Run, mark: int) -> None:
    """Mark elements as included; entries that are none are ignored."""
    for item in items:
        if item >= 0:
            put("counts", item, mark)


def reaches_over_cells(starts: Run, others: Run, sources: Run, targets: Run, usable: Run) -> bool:
    """Return whether steps over usable cells lead from a source to a target, both usable themselves."""
    free = new_mark()
    wanted = free + 1
    seen = free + 2
    mark_all(usable, free)
    for cell in targets:
        if cell >= 0 and at("counts", cell) == free:
            put("counts", cell, wanted)
    waiting = new(size(usable))
    for cell in sources:
        if cell >= 0:
            if at("counts", cell) == wanted:
                return True
            if at("counts", cell) == free:
                put("counts", cell, seen)
                push(waiting, cell)
    while size(waiting) > 0:
        here = waiting[size(waiting) - 1]
        cut(waiting, size(waiting) - 1)
        for place in range(starts[here], starts[here + 1]):
            if at("counts", others[place]) == wanted:
                return True
            if at("counts", others[place]) == free:
                put("counts", others[place], seen)
                push(waiting, others[place])
    return False


def reaches_over_edges(starts: Run, others: Run, edges: Run, sources: Run, targets: Run, usable: Run) -> bool:
    """Return whether a path over usable edges leads from a source to a target."""
    free = new_mark()
    wanted = free + 1
    seen = free + 2
    mark_all(usable, free)
    for node in targets:
        if node >= 0:
            put("seen", node, wanted)
    waiting = new(size(starts) - 1)
    for node in sources:
        if node >= 0:
            if at("seen", node) == wanted:
                return True
            if at("seen", node) != seen:
                put("seen", node, seen)
                push(waiting, node)
    while size(waiting) > 0:
        here = waiting[size(waiting) - 1]
        cut(waiting, size(waiting) - 1)
        for place in range(starts[here], starts[here + 1]):
            if at("counts", edges[place]) == free and at("seen", others[place]) != seen:
                if at("seen", others[place]) == wanted:
                    return True
                put("seen", others[place], seen)
                push(waiting, others[place])
    return False


def near_over_edges(starts: Run, others: Run, edges: Run, node: int, usable: Run) -> Run:
    """Return the nodes that usable edges join to a node, each once, in box order, which is the order of its row."""
    free = new_mark()
    mark_all(usable, free)
    found = new(starts[node + 1] - starts[node])
    for place in range(starts[node], starts[node + 1]):
        if at("counts", edges[place]) == free and (size(found) == 0 or found[size(found) - 1] != others[place]):
            push(found, others[place])
    return found


def edges_ending_at(firsts: Run, seconds: Run, node: int, usable: Run) -> Run:
    """Return the usable edges that end at a node."""
    found = new(size(usable))
    for edge in usable:
        if edge >= 0 and (firsts[edge] == node or seconds[edge] == node):
            push(found, edge)
    return found


def parts_of_cells(starts: Run, others: Run, members: Run) -> Run:
    """Return the connected components of cells as groups, ordered by first member; members keep their order."""
    free = new_mark()
    seen = free + 1
    mark_all(members, free)
    waiting = new(size(members))
    count = 0
    for member in members:
        if member >= 0 and at("counts", member) == free:
            put("counts", member, seen)
            put("part", member, count)
            push(waiting, member)
            while size(waiting) > 0:
                here = waiting[size(waiting) - 1]
                cut(waiting, size(waiting) - 1)
                for place in range(starts[here], starts[here + 1]):
                    if at("counts", others[place]) == free:
                        put("counts", others[place], seen)
                        put("part", others[place], count)
                        push(waiting, others[place])
            count += 1
    return put_together(members, count)


def parts_over_edges(starts: Run, others: Run, edges: Run, members: Run, usable: Run) -> Run:
    """Return the components that usable edges form among elements, in the same order."""
    free = new_mark()
    seen = free + 1
    mark_all(usable, free)
    for member in members:
        if member >= 0:
            put("seen", member, free)
    waiting = new(size(members))
    count = 0
    for member in members:
        if member >= 0 and at("seen", member) == free:
            put("seen", member, seen)
            put("part", member, count)
            push(waiting, member)
            while size(waiting) > 0:
                here = waiting[size(waiting) - 1]
                cut(waiting, size(waiting) - 1)
                for place in range(starts[here], starts[here + 1]):
                    if at("counts", edges[place]) == free and at("seen", others[place]) == free:
                        put("seen", others[place], seen)
                        put("part", others[place], count)
                        push(waiting, others[place])
            count += 1
    return put_together(members, count)


def put_together(members: Run, count: int) -> Run:
    """Return members as groups by the component number of each, stored in the area ``part``."""
    places = new(count + 1)
    while size(places) <= count:
        push(places, 0)
    for member in members:
        if member >= 0:
            places[at("part", member) + 1] += 1
    for part in range(count):
        places[part + 1] += places[part]
    found = new(places[count])
    while size(found) < places[count]:
        push(found, 0)
    for member in members:
        if member >= 0:
            found[places[at("part", member)]] = 2 * member
            places[at("part", member)] += 1
    for part in range(count):
        found[places[part] - 1] += 1
    return found


# -- steps and shapes ---------------------------------------------------------------------------------------------


def steps_on(way: Run, cell: int, count: int) -> int:
    """Return the cell ``count`` steps away; ``way`` holds each cell's next cell; none off the board."""
    here = cell
    left = count
    while left > 0 and here >= 0:
        here = way[here]
        left -= 1
    return here


def covered(frame: Run, cells: Run, points: Run, steps: Run, cell: int) -> Run:
    """Return the cells that a shape covers with its first part on a cell; none if a part is off the board.

    ``frame`` is the least column and line of the board, and how many there are of each; ``cells`` has the cell of each of these places, line by line, -1 where there
    is none; ``points`` column and line of each cell; ``steps`` those from the first part to each part.
    """
    found = new(size(steps) // 2)
    for part in range(size(steps) // 2):
        column = points[2 * cell] + steps[2 * part] - frame[0]
        line = points[2 * cell + 1] + steps[2 * part + 1] - frame[1]
        if column < 0 or column >= frame[2] or line < 0 or line >= frame[3]:
            return ()
        if cells[line * frame[2] + column] < 0:
            return ()
        push(found, cells[line * frame[2] + column])
    return found


# -- distances -------------------------------------------------------------------------------------------------------
# Distances on a board: steps between cells, and costs over edges that are usable now.
#
# What was computed is kept in areas for good. Steps between cells never change. Costs depend on the set of usable edges: of a few sets they are kept, and of
# each only the rows that somebody asked for. A number in a row is one more than the distance, 0 where there is no way.


SETS = 16
"""Sets of usable edges whose distances are kept; the oldest goes."""
FAR = 1 << 60


def steps_between(starts: Run, others: Run, base: int, one: int, other: int) -> int:
    """Return the least number of steps between two cells, -1 if there is no path; the rows of all cells begin at ``base``."""
    cells = size(starts) - 1
    row = base + one * cells
    if at("steps", row + one) == 0:
        waiting = new(cells)
        push(waiting, one)
        put("steps", row + one, 1)
        met = 0
        while met < size(waiting):
            here = waiting[met]
            met += 1
            for place in range(starts[here], starts[here + 1]):
                if at("steps", row + others[place]) == 0:
                    put("steps", row + others[place], at("steps", row + here) + 1)
                    push(waiting, others[place])
    return at("steps", row + other) - 1


def is_set_kept(place: int, usable: Run) -> bool:
    """Return whether a place in the cache holds this set of edges."""
    if at("ways", place) != size(usable) + 1:
        return False
    number = place
    for edge in usable:
        number += 1
        if at("ways", number) != edge:
            return False
    return True


def place_of_set(base: int, length: int, usable: Run) -> int:
    """Return the cache place of a set of edges; ``base`` holds the place of the last query, then the number of the place to reuse next."""
    last = at("ways", base)
    if last > 0 and is_set_kept(last, usable):
        return last
    for number in range(SETS):
        place = base + 2 + number * length
        if is_set_kept(place, usable):
            put("ways", base, place)
            return place
    newest = at("ways", base + 1)
    put("ways", base + 1, (newest + 1) % SETS)
    place = base + 2 + newest * length
    if at("ways", place) != 0:
        set_("ways replaced", get("ways replaced") + 1)
    for number in range(length):
        put("ways", place + number, 0)
    put("ways", place, size(usable) + 1)
    number = place
    for edge in usable:
        number += 1
        put("ways", number, edge)
    put("ways", base, place)
    return place


def fill_row(starts: Run, others: Run, edges: Run, costs: Run, place: int, target: int) -> None:
    """Compute the row of a node: its least costs to all others over the set of edges cached at a place (Dijkstra)."""
    nodes = size(starts) - 1
    row = place + 1 + size(costs) + target * nodes
    free = new_mark()
    for number in range(place + 1, place + at("ways", place)):
        put("counts", at("ways", number), free)
    best = new(nodes)
    while size(best) < nodes:
        push(best, FAR)
    best[target] = 0
    while True:
        here = -1
        for node in range(nodes):
            if best[node] < FAR and at("ways", row + node) == 0 and (here < 0 or best[node] < best[here]):
                here = node
        if here < 0:
            break
        put("ways", row + here, best[here] + 1)
        for place_of in range(starts[here], starts[here + 1]):
            if at("counts", edges[place_of]) == free and best[here] + costs[edges[place_of]] < best[others[place_of]]:
                best[others[place_of]] = best[here] + costs[edges[place_of]]


def row_of(starts: Run, others: Run, edges: Run, costs: Run, place: int, target: int) -> int:
    """Return the offset of a node's row for the set of edges cached at a place, computing it if needed."""
    row = place + 1 + size(costs) + target * (size(starts) - 1)
    if at("ways", row + target) == 0:
        fill_row(starts, others, edges, costs, place, target)
    return row


# -- longest path ----------------------------------------------------------------------------------------------------
# The longest way over edges, each gone along once, passing some places only (``ir.interpreter.ordering_algorithms.longest_way`` tells how, and is followed step by step).
#
# A state of the search is where a way ends and which edges it has used: digits of as many words as the kind has edges for. States that were seen stand in an
# area (``ways seen``), found by what they are made of; one search after the other marks its own, so nobody has to clear it.


DIGITS = 62
"""Edges of one word."""
PLACES, PLACE_DIGITS = 1 << 18, 18
"""Room for states: more than are ever looked at."""
ROOM = MOST_WAYS + 2
"""Room for those that wait."""


def longest_way(firsts: Run, seconds: Run, places: int, words: int, usable: Run, through: Run) -> int:
    """Return the number of usable edges on the longest path; ``words`` is the number of words with one bit per edge of the kind."""
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
    """Return the start index of each node's row, and the end of the last row."""
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
    """Return the edges of each node's row, in their order."""
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
    """Return the length of the longest path. Searches the connected components from the largest down, and stops when no remaining one can hold a longer path."""
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
    """Return the component number of each node, in the order of their first nodes; -1 for a node without edges."""
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
    """Return the place of the state that ends at a node and extends another state's edges by one, or the free place for it."""
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
    """Return the greater of ``best`` and the longest path from a node; a fault (E322) if too many paths would be examined."""
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
