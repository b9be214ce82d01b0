"""Elements that nobody could tell apart, and edges that stand twice."""

from __future__ import annotations

from reguli.model.resolved_ruleset import Kind, Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.span import Span


def labels_tell_apart(ruleset: Ruleset, bag: Bag) -> None:
    """Find elements that differ and are called alike: whoever types the name of the second one would get the first."""
    for kind in ruleset.kinds.values():
        if kind.declared is None or kind.declared.label is None:
            continue
        first: dict[str, int] = {}
        for index, label in enumerate(kind.labels):
            other = first.setdefault(label, index)
            if other != index and _differ(kind, other, index):
                related = [(_place(kind, other), Said("here.other"))]
                bag.add(
                    "C111",
                    _place(kind, index),
                    related=related,
                    name=kind.elements[index],
                    other=kind.elements[other],
                    label=label,
                    field=kind.declared.label,
                )


def _differ(kind: Kind, one: int, other: int) -> bool:
    return any(values[one] != values[other] for values in kind.values.values())


def edges_stand_once(ruleset: Ruleset, bag: Bag) -> None:
    """Find edges written a second time with their ends exchanged; edges with names of their own may run side by side."""
    for kind in ruleset.kinds.values():
        if kind.form != "edges" or kind.declared is None or kind.joins is None:
            continue
        nodes = ruleset.kinds[kind.joins].elements
        first: dict[frozenset[object], int] = {}
        for index, ends in enumerate(zip(kind.values["first"], kind.values["second"], strict=True)):
            names = [nodes[end] for end in ends if isinstance(end, int) and end >= 0]
            if kind.elements[index] != "__".join(names):
                continue
            other = first.setdefault(frozenset(ends), index)
            if other != index:
                related = [(_place(kind, other), Said("here.other"))]
                bag.add("C112", _place(kind, index), related=related, kind=kind.id, first=names[0], second=names[-1])


def _place(kind: Kind, index: int) -> Span:
    """Give where an element is declared; copies stand where their row does."""
    assert kind.declared is not None
    rows = kind.declared.elements
    return rows[index].span if index < len(rows) else kind.span
