"""Whether every space of a map can be reached from every other over its edges."""

from __future__ import annotations

from reguli.check.calls import reached
from reguli.model.ruleset import Kind, Ruleset
from reguli.source.diagnostic import Bag

SHOWN = 6
"""Of the spaces that lie apart so many are named."""


def spaces_are_joined(ruleset: Ruleset, bag: Bag) -> None:
    """Find spaces that no edge leads to from the rest: all edges between elements of a kind count together."""
    for kind in ruleset.kinds.values():
        edges = [other for other in ruleset.kinds.values() if other.form == "edges" and other.joins == kind.id]
        if not edges or kind.declared is None:
            continue
        parts = _parts(len(kind.elements), edges)
        for part in sorted(parts, key=lambda part: (-len(part), part[0]))[1:]:
            names = ", ".join(kind.elements[at] for at in part[:SHOWN]) + (", …" if len(part) > SHOWN else "")
            declared = kind.declared.elements
            span = declared[part[0]].span if part[0] < len(declared) else kind.span
            bag.add("C113", span, kind=kind.id, names=names, edges=", ".join(edge.plural for edge in edges))


def _parts(nodes: int, edges: list[Kind]) -> list[list[int]]:
    """Give the groups of elements that edges join, each in order."""
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
            part = reached([start], near)
            seen |= part
            found.append(sorted(part))
    return found
