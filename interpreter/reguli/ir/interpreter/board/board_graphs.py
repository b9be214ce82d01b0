"""Graphs whose edges change in play: distances and reach, small and in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush


def distances(nodes: int, edges: Iterable[tuple[int, int, int]]) -> list[list[int]]:
    """Give the least cost between any two nodes over undirected edges ``(a, b, cost >= 0)``; -1 where there is no way.

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
    """Tables of distances, kept while the open edges stay the same, and shared by everything that asks about one board."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[str, dict[tuple[int, ...], Table]] = {}

    def table(self, costs: str, open_edges: tuple[int, ...], make: Callable[[], Table]) -> Table:
        """Give the distances over open edges by one field of costs; ``make`` computes those that are not known."""
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


def reached(neighbours: Sequence[Sequence[int]], sources: Iterable[int], targets: set[int]) -> bool:
    """Tell whether any target can be reached from any source."""
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
