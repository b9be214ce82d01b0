"""Ways over a board: what is reached, what lies near, which parts hang together, where steps lead and shapes lie.

A board is known when code is made. Of each place it has a row of neighbours: those of place ``p`` stand in ``others`` from ``starts[p]`` to ``starts[p + 1]``,
and where edges join places, the edge to each of them stands at the same place of ``edges``. Edges on an outline join nothing and are in no row.
Marks on what counts stand in the area ``counts``, on places that were seen in ``seen``: sizes are given by whoever makes the code. Nobody has to clear them: what was
marked before has smaller marks. Whoever marks takes one of its own first, and nothing else marks between that and the last look.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, at, cut, get, new, push, put, set_, size

FURTHER = 4
"""So many marks belong to one who marks."""


def new_mark() -> int:
    """Give a mark that is greater than all that were given, by ``FURTHER`` at least."""
    set_("mark", get("mark") + FURTHER)
    return get("mark")


def mark_all(items: Run, mark: int) -> None:
    """Mark elements as those that count; none of them is no element."""
    for item in items:
        if item >= 0:
            put("counts", item, mark)


def reaches_over_cells(starts: Run, others: Run, sources: Run, targets: Run, usable: Run) -> bool:
    """Tell whether steps over usable cells lead from a source to a target, both being usable."""
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
    """Tell whether a way over usable edges leads from a source to a target."""
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
    """Give what usable edges join to a node, each once, in the order of the box: as its row stands."""
    free = new_mark()
    mark_all(usable, free)
    found = new(starts[node + 1] - starts[node])
    for place in range(starts[node], starts[node + 1]):
        if at("counts", edges[place]) == free and (size(found) == 0 or found[size(found) - 1] != others[place]):
            push(found, others[place])
    return found


def edges_ending_at(firsts: Run, seconds: Run, node: int, usable: Run) -> Run:
    """Give those of the edges that end at a node."""
    found = new(size(usable))
    for edge in usable:
        if edge >= 0 and (firsts[edge] == node or seconds[edge] == node):
            push(found, edge)
    return found


def parts_of_cells(starts: Run, others: Run, members: Run) -> Run:
    """Give the parts into which cells fall, as groups: in the order of their first members, members in theirs."""
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
    """Give the parts into which elements fall that usable edges join, likewise."""
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
    """Give members as groups by the number of the part of each, which stands in the area ``part``."""
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
    """Give the cell so many steps on, ``way`` being where a step leads from each cell; none off the board."""
    here = cell
    left = count
    while left > 0 and here >= 0:
        here = way[here]
        left -= 1
    return here


def covered(frame: Run, cells: Run, points: Run, steps: Run, cell: int) -> Run:
    """Give the cells that a shape covers, its first part on a cell; none when a part of it is off the board.

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
