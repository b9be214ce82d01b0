"""Distances on a board: steps between cells, and costs over edges that are usable now.

What was worked out is kept in areas for good. Steps between cells never change. Costs hang on the set of usable edges: of a few sets they are kept, and of
each only the rows that somebody asked for. A number in a row is one more than the distance, 0 where there is no way.
"""

from __future__ import annotations

from reguli.compile.runtime.boards.reachability import new_mark
from reguli.compile.runtime.intrinsics import Run, at, get, new, push, put, set_, size

SETS = 16
"""Sets of usable edges whose distances are kept; the oldest goes."""
FAR = 1 << 60


def steps_between(starts: Run, others: Run, base: int, one: int, other: int) -> int:
    """Give the least number of steps between two cells, -1 where there is no way; from ``base`` on stand the rows of all cells."""
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
    """Tell whether it is this set of edges that is kept at a place."""
    if at("ways", place) != size(usable) + 1:
        return False
    number = place
    for edge in usable:
        number += 1
        if at("ways", number) != edge:
            return False
    return True


def place_of_set(base: int, length: int, usable: Run) -> int:
    """Give where the distances over a set of edges stand; at ``base`` stand the place of the last one asked for and of the last one that was new."""
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
    """Work out the row of a node: the least costs between it and all others over the set of edges that is kept at a place (Dijkstra)."""
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
    """Give where the row of a node stands, over the set of edges that is kept at a place."""
    row = place + 1 + size(costs) + target * (size(starts) - 1)
    if at("ways", row + target) == 0:
        fill_row(starts, others, edges, costs, place, target)
    return row
