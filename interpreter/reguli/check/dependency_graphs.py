"""Graphs of a ruleset for designers: the connectivity of its maps, and the calls between rules.

A bridge is an edge whose loss takes a map apart, a joint a space whose loss does: where people build, these are what they
fight for, and a wrong line in a table of edges often makes one.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.call_graph import Begun, build_call_graph, entry_procedures
from reguli.model.analysis.totality import transitive_closure
from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class

SHOWN = 6
"""Of the spaces that lie apart so many are named."""


@frozen_class
class MapShape(FrozenValue):
    """A kind of spaces with the kinds of edges between them, everything by ids, in the order of the ruleset."""

    spaces: str
    edges: tuple[str, ...]
    counts: tuple[int, int]
    """How many spaces and how many edges there are."""
    parts: tuple[tuple[str, ...], ...]
    """Spaces that hang together; of a whole map there is one part."""
    bridges: tuple[tuple[str, str], ...]
    joints: tuple[str, ...]
    fewest: tuple[int, tuple[str, ...]]
    """The least number of neighbours, and who has it."""
    most: tuple[int, tuple[str, ...]]
    across: int
    """Edges on the way between the two spaces farthest from each other, within the largest part."""


@frozen_class
class Running(FrozenValue):
    """A procedure, what starts it (``None``: another procedure), and the procedures that it calls."""

    rule: str
    begun: Begun | None
    runs: tuple[str, ...]


def map_structures(ruleset: Ruleset) -> Iterator[MapShape]:
    """Return the structure of each map: spaces joined by edges, all edge kinds between them taken together."""
    yield from (_shape(kind, edges) for kind, edges in _maps(ruleset))


def _maps(ruleset: Ruleset) -> Iterator[tuple[Kind, list[Kind]]]:
    """Yield the kinds of spaces, each with the kinds of edges between them."""
    for kind in ruleset.kinds.values():
        edges = [other for other in ruleset.kinds.values() if other.form == "edges" and other.joins == kind.id]
        if edges and kind.elements:
            yield kind, edges


def _shape(kind: Kind, edges: list[Kind]) -> MapShape:
    # networkx costs a quarter of a second to import, and only who asks for graphs pays for it.
    from networkx import Graph, articulation_points, bridges, connected_components, diameter

    graph = Graph()
    graph.add_nodes_from(range(len(kind.elements)))
    for edge in edges:
        ends = zip(edge.values["first"], edge.values["second"], strict=True)
        graph.add_edges_from((a, b) for a, b in ends if isinstance(a, int) and isinstance(b, int))
    parts = sorted((sorted(part) for part in connected_components(graph)), key=lambda part: (-len(part), part))
    degrees = [graph.degree(node) for node in range(len(kind.elements))]

    def named(nodes: list[int]) -> tuple[str, ...]:
        return tuple(kind.elements[node] for node in nodes)

    def with_degree(degree: int) -> tuple[int, tuple[str, ...]]:
        return degree, named([node for node, found in enumerate(degrees) if found == degree])

    return MapShape(
        spaces=kind.id,
        edges=tuple(edge.id for edge in edges),
        counts=(len(kind.elements), sum(len(edge.elements) for edge in edges)),
        parts=tuple(named(part) for part in parts),
        bridges=tuple((kind.elements[a], kind.elements[b]) for a, b in sorted(map(sorted, bridges(graph)))),
        joints=named(sorted(articulation_points(graph))),
        fewest=with_degree(min(degrees)),
        most=with_degree(max(degrees)),
        across=diameter(graph.subgraph(parts[0])),
    )


def list_procedure_calls(ruleset: Ruleset) -> tuple[Running, ...]:
    """Return the calls between rules: first the set-up, then the phases in round order, then the others as written."""
    calls, first = build_call_graph(ruleset), entry_procedures(ruleset)
    order = {phase.id: at for at, phase in enumerate(ruleset.phases)}
    sorts = ("setup", "phase", "moment", "settling", "stage", "piece", None)
    found = [Running(name, first.get(name), tuple(sorted(callees))) for name, callees in calls.callees.items()]
    return tuple(sorted(found, key=lambda one: (sorts.index(one.begun), order.get(one.rule, 0))))


def check_board_connectivity(ruleset: Ruleset, bag: Bag) -> None:
    """Report spaces not connected to the rest of their board; all edge kinds between elements of one kind are taken together."""
    for kind, edges in _maps(ruleset):
        if kind.declared is None:
            continue
        parts = _parts(len(kind.elements), edges)
        for part in sorted(parts, key=lambda part: (-len(part), part[0]))[1:]:
            names = ", ".join(kind.elements[at] for at in part[:SHOWN]) + (", …" if len(part) > SHOWN else "")
            declared = kind.declared.elements
            span = declared[part[0]].span if part[0] < len(declared) else kind.span
            bag.add("C113", span, kind=kind.id, names=names, edges=", ".join(edge.plural for edge in edges))


def _parts(nodes: int, edges: list[Kind]) -> list[list[int]]:
    """Return the connected components, each in order."""
    near: dict[int, list[int]] = {node: [] for node in range(nodes)}
    for kind in edges:
        for a, b in zip(kind.values["first"], kind.values["second"], strict=True):
            if isinstance(a, int) and isinstance(b, int) and a >= 0 and b >= 0:
                near[a].append(b)
                near[b].append(a)
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(nodes):
        if start not in seen:
            part = transitive_closure([start], near)
            seen |= part
            found.append(sorted(part))
    return found
