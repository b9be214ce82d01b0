"""Builtin board functions: paths, neighbours, edge ends, steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Any

from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Kind, Ruleset

# -- Graphs whose edges change in play: distances and reach, small and in whole numbers ------------------------------


def shortest_distances(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[list[int]]:
    """Return the least costs between all pairs of nodes over undirected edges ``(a, b, cost >= 0)``; -1 if unreachable.

    Dijkstra from every node: 42 nodes and 83 edges take a few milliseconds, once for each set of edges.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for a, b, cost in edges:
        near[a].append((b, cost))
        near[b].append((a, cost))
    return [_from(start, near) for start in range(nodes)]


MOST_TABLES = 64
"""Sets of open edges whose distances are kept; the oldest goes."""
Table = list[list[int]]


class Distances:
    """Distance tables, cached while the open edges stay the same and shared by all queries on one board."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: dict[str, dict[tuple[int, ...], Table]] = {}

    def table(self, costs: str, open_edges: tuple[int, ...], make: Callable[[], Table]) -> Table:
        """Return the distances over open edges for one cost field; ``make`` computes missing ones."""
        kept = self._kept.setdefault(costs, {})
        found = kept.get(open_edges)
        if found is None:
            found = kept[open_edges] = make()
            if len(kept) > MOST_TABLES:
                del kept[next(iter(kept))]
        return found


def _from(start: int, near: list[list[tuple[int, int]]]) -> list[int]:
    best = [-1] * len(near)
    waiting = [(0, start)]
    while waiting:
        cost, node = heappop(waiting)
        if best[node] >= 0:
            continue
        best[node] = cost
        for other, step in near[node]:
            if best[other] < 0:
                heappush(waiting, (cost + step, other))
    return best


def is_reachable(neighbours: Sequence[Sequence[int]], sources: Iterable[int], targets: set[int]) -> bool:
    """Return whether any target can be reached from any source."""
    waiting = list(sources)
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        if node in targets:
            return True
        for other in neighbours[node]:
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return False


# -- board functions -------------------------------------------------------------------------------------------------


Function = Callable[..., Any]


def _there(found: Sequence[int]) -> list[int]:
    """Drop absent elements: a requested element may be none."""
    return [item for item in found if item >= 0]


def edge_endpoints(kind: Kind) -> tuple[tuple[int, int], ...]:
    """Return the two elements joined by each edge."""
    pairs = zip(kind.values["first"], kind.values["second"], strict=True)
    return tuple((a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))


def edge_node_pairs(ends: tuple[tuple[int, int], ...], edges: Iterable[int]) -> list[tuple[int, int]]:
    """Return the node pairs joined by edges; an outline edge has only one end and joins nothing."""
    return [ends[edge] for edge in edges if ends[edge][1] != NONE]


def grid_neighbours(kind: Kind) -> tuple[tuple[int, ...], ...]:
    """Return the cells sharing a side with each cell; sharing only a corner does not count."""
    assert kind.relation is not None
    return kind.relation.neighbours


def cheapest_path_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(sources, target, edges)``: the least cost of a path from any source to the target."""
    kind_id, cost_field = term.detail.split(".")
    kind = ruleset.kinds[kind_id]
    ends = edge_endpoints(kind)
    costs = tuple(cost if isinstance(cost, int) else 0 for cost in kind.values[cost_field])
    joined = kind.joins or ""
    nodes = layout.size_of(joined)
    which = term.detail

    def cheapest(sources: Sequence[int], target: int, edges: Sequence[int]) -> int:
        usable = tuple(edges)

        def measured() -> list[list[int]]:
            return shortest_distances(nodes, [(*ends[e], costs[e]) for e in usable if ends[e][1] != NONE])

        row = known.table(which, usable, measured)[target]
        least = min([row[source] for source in _there(sources) if row[source] >= 0], default=-1)
        if least < 0:
            raise RulesFault("E306", kind=joined, target=target)
        return least

    return cheapest


def reachability_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(sources, targets, usable)``: whether usable edges or cells join any source to any target."""
    kind = ruleset.kinds[term.detail]
    if kind.form == "edges":
        ends = edge_endpoints(kind)
        nodes = layout.size_of(kind.joins or "")

        def over_edges(sources: Sequence[int], targets: Sequence[int], usable: Sequence[int]) -> bool:
            neighbours: list[list[int]] = [[] for _ in range(nodes)]
            for a, b in edge_node_pairs(ends, usable):
                neighbours[a].append(b)
                neighbours[b].append(a)
            return is_reachable(neighbours, _there(sources), set(targets))

        return over_edges
    around = grid_neighbours(kind)

    def over_cells(sources: Sequence[int], targets: Sequence[int], usable: Sequence[int]) -> bool:
        allowed = set(usable)
        starts = [cell for cell in _there(sources) if cell in allowed]
        kept = [[n for n in near if n in allowed] if i in allowed else [] for i, near in enumerate(around)]
        return is_reachable(kept, starts, allowed.intersection(targets))

    return over_cells


def cell_step_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(cell, direction)`` or ``(cell, direction, count)``: the cell so many steps on; none off the board."""
    relation = ruleset.kinds[term.detail].relation
    assert relation is not None
    steps = relation.steps

    def one(cell: int, direction: int) -> int:
        return steps[direction][cell] if cell >= 0 and direction >= 0 else NONE

    def several(cell: int, direction: int, count: int) -> int:
        for _ in range(count):
            if cell < 0:
                break
            cell = one(cell, direction)
        return cell

    return one if len(term.arguments) == 2 else several


def adjacent_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(element)`` or ``(element, usable edges)``: its neighbours."""
    kind = ruleset.kinds[term.detail]
    if kind.form == "grid":
        return grid_neighbours(kind).__getitem__
    ends = edge_endpoints(kind)
    if len(term.arguments) == 1:
        nodes = layout.size_of(kind.joins or "")
        near: list[set[int]] = [set() for _ in range(nodes)]
        for a, b in edge_node_pairs(ends, range(len(ends))):
            near[a].add(b)
            near[b].add(a)
        return [sorted(row) for row in near].__getitem__

    def over(at: int, usable: Sequence[int]) -> list[int]:
        return sorted({b if a == at else a for a, b in edge_node_pairs(ends, usable) if at in (a, b)})

    return over


def edge_ends_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(edge)``: the nodes it joins."""
    return [
        tuple(end for end in pair if end != NONE) for pair in edge_endpoints(ruleset.kinds[term.detail])
    ].__getitem__


def other_end_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(edge, node)``: the other node."""
    ends = edge_endpoints(ruleset.kinds[term.detail])

    def other(edge: int, node: int) -> int:
        a, b = ends[edge]
        return b if node == a else a

    return other


def edges_at_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(node, usable edges)``: the edges at a node."""
    ends = edge_endpoints(ruleset.kinds[term.detail])
    return lambda node, usable: [edge for edge in usable if node in ends[edge]]


def incident_elements(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(element)``: the edges, cells or corners of a grid that touch it."""
    kind_id, field = term.detail.split(".")
    return ruleset.kinds[kind_id].values[field].__getitem__


def distance_closure(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make ``(cell, cell)``: the least number of steps between them."""
    around = grid_neighbours(ruleset.kinds[term.detail])
    pairs = [(a, b, 1) for a, near in enumerate(around) for b in near if a < b]
    which = term.detail

    def between(a: int, b: int) -> int:
        return known.table(which, (), lambda: shortest_distances(len(around), pairs))[a][b]

    return between
