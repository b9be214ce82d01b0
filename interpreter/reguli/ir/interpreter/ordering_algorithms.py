"""Groups and the best there is: elements ranked, parts that hang together, most pairs, longest ways.

Groups are a tuple of tuples of elements, each element in one at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from reguli.ir.interpreter.board.board_functions import Function, ends_of, grid_neighbours, joined_by
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.collection_closures import Key
from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset

Groups = tuple[tuple[int, ...], ...]
EMPTY = -1
"""Stands for a group without elements, where groups are written."""
MOST_WAYS = 200_000
"""So many ways are looked at for a longest one; where more would have to be, it is a fault (E322)."""


def ranked(slot: int, domain: Closure, where: Closure | None, keys: Sequence[Key]) -> Closure:
    """Make a closure for the elements of a domain in groups of equals, the first by the keys first."""

    def groups(s: Slots) -> Groups:
        found: dict[tuple[int, ...], list[int]] = {}
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                found.setdefault(tuple(sign * value(s) for value, sign in keys), []).append(item)
        return tuple(tuple(found[key]) for key in sorted(found))

    return groups


def group_at(groups: Sequence[Sequence[int]], number: int) -> tuple[int, ...]:
    """Give one group by its number, counted from 1; none where there is none of that number."""
    return tuple(groups[number - 1]) if 1 <= number <= len(groups) else ()


def groups_of(written: Iterable[int]) -> Groups:
    """Read groups that were written into slots: twice the number of each element, and 1 more for the last one of a group.

    -1 is a group without elements.
    """
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    for number in written:
        if number == EMPTY:
            found.append(())
            continue
        group.append(number >> 1)
        if number & 1:
            found.append(tuple(group))
            group = []
    return tuple(found)


def written_groups(groups: Iterable[Sequence[int]]) -> list[int]:
    """Write groups as ``groups_of`` reads them; those without elements are left out."""
    return [2 * item + (at == len(group) - 1) for group in groups for at, item in enumerate(group)]


def matched(slots: tuple[int, int], domains: tuple[Closure, Closure], where: Closure) -> Closure:
    """Make a closure for the most pairs: each element seeks a partner, and one that has one may be moved to another (Kuhn, 1955)."""
    left, right = slots

    def most(s: Slots) -> int:
        fitting: list[list[int]] = []
        for one in domains[0](s):
            s[left] = one
            partners = []
            for other in domains[1](s):
                s[left], s[right] = one, other
                if where(s):
                    partners.append(other)
            fitting.append(partners)
        taken: dict[int, int] = {}
        return sum(_finds(one, fitting, taken, set()) for one in range(len(fitting)))

    return most


def _finds(one: int, fitting: Sequence[Sequence[int]], taken: dict[int, int], asked: set[int]) -> bool:
    """Find a partner, moving others to another one where that must be."""
    for other in fitting[one]:
        if other not in asked:
            asked.add(other)
            if other not in taken or _finds(taken[other], fitting, taken, asked):
                taken[other] = one
                return True
    return False


def parts(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(cells)`` or ``(elements, edges)``: the parts that hang together, each in the order of what was given."""
    kind = ruleset.kinds[term.detail]
    if kind.form == "grid":
        around = grid_neighbours(kind)
        return lambda cells: parted(cells, around)
    ends = ends_of(kind)

    def over(members: Sequence[int], usable: Sequence[int]) -> Groups:
        near: dict[int, list[int]] = {member: [] for member in members}
        for a, b in joined_by(ends, usable):
            if a in near and b in near:
                near[a].append(b)
                near[b].append(a)
        return parted(members, near)

    return over


def parted(members: Sequence[int], near: Sequence[Sequence[int]] | Mapping[int, Sequence[int]]) -> Groups:
    """Give the parts of members that hang together by who is near whom."""
    part_of: dict[int, int] = {}
    allowed, count = set(members), 0
    for start in members:
        if start in part_of:
            continue
        waiting = [start]
        part_of[start] = count
        while waiting:
            for other in near[waiting.pop()]:
                if other in allowed and other not in part_of:
                    part_of[other] = count
                    waiting.append(other)
        count += 1
    found: list[list[int]] = [[] for _ in range(count)]
    for member in members:
        found[part_of[member]].append(member)
    return tuple(map(tuple, found))


def longest(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(edges)`` or ``(edges, places)``: how many edges the longest way has that goes on only through these places."""
    kind_id, _, places = term.detail.partition(".")
    kind = ruleset.kinds[kind_id]
    if places == kind.joins:
        ends: Sequence[tuple[int, ...]] = ends_of(kind)
    else:
        corners = kind.values["corners"]
        ends = [tuple(found) if isinstance(found, tuple) else () for found in corners]
    everywhere = range(layout.size_of(places))

    def length(edges: Sequence[int], through: Sequence[int] = everywhere) -> int:
        usable = [ends[edge] for edge in edges if len(ends[edge]) == 2 and NONE not in ends[edge]]
        return longest_way([(a, b) for a, b in usable], through)

    return length


def longest_way(edges: Sequence[tuple[int, int]], through: Iterable[int]) -> int:
    """Give the most edges that a way goes along, each once, passing through some places only; it may begin and end anywhere.

    Who may not pass a place may come to it: there each edge has an end of its own. A part with more than two places at which the
    number of edges is odd cannot be gone along wholly: for any two more an edge is left over at least. So the search, depth first,
    ends as soon as nothing longer is possible.
    """
    passable, loose = set(through), -1
    near: dict[int, list[tuple[int, int]]] = {}
    for number, pair in enumerate(edges):
        one, other = (node if node in passable else loose - at for at, node in enumerate(pair))
        loose -= 2
        near.setdefault(one, []).append((number, other))
        near.setdefault(other, []).append((number, one))
    looked = [0]
    best = 0
    whole = parted(sorted(near), {node: [other for _, other in row] for node, row in near.items()})
    for nodes_of in sorted(whole, key=len, reverse=True):
        count = sum(len(near[node]) for node in nodes_of) // 2
        odd = sum(len(near[node]) % 2 for node in nodes_of)
        limit = count - max(0, odd // 2 - 1)
        starts = [node for node in nodes_of if len(near[node]) % 2] or list(nodes_of)
        for start in [*starts, *(node for node in nodes_of if node not in starts)]:
            if best >= limit:
                break
            best = _further(near, start, best, limit, looked)
    return best


def _further(
    near: Mapping[int, Sequence[tuple[int, int]]], start: int, best: int, limit: int, looked: list[int]
) -> int:
    """Give the better of what is known and the longest way from a place, by edges that are not used yet."""
    waiting = [(start, 0, 0)]
    seen: set[tuple[int, int]] = set()
    while waiting and best < limit:
        node, gone, length = waiting.pop()
        best = max(best, length)
        for number, other in near[node]:
            further = gone | 1 << number
            if further != gone and (other, further) not in seen:
                looked[0] += 1
                if looked[0] > MOST_WAYS:
                    raise RulesFault("E322", limit=MOST_WAYS)
                seen.add((other, further))
                waiting.append((other, further, length + 1))
    return best
