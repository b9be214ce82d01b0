"""Closures for the functions of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from reguli.ir.faults import RulesFault
from reguli.ir.graphs import distances, reached
from reguli.ir.layout import NONE
from reguli.model import terms as t
from reguli.model.ruleset import Kind

if TYPE_CHECKING:
    from reguli.ir.values import Values

Slots = list[int]
Closure = Callable[[Slots], Any]
SUBSETS_LIMIT = 12
"""A set of more members has too many subsets to try them all."""


def builtin_closure(values: Values, term: t.Builtin) -> Closure:
    """Make the closure of a builtin; its arguments were checked when the ruleset was bound."""
    return MAKERS[term.name](values, term)


def _count(values: Values, term: t.Builtin) -> Closure:
    items = values.closure(term.arguments[0])
    return lambda s: len(items(s))


def _first(values: Values, term: t.Builtin) -> Closure:
    items = values.items(term.arguments[0])

    def first(s: Slots) -> int:
        found = items(s)
        return found[0] if len(found) else NONE

    return first


def _last(values: Values, term: t.Builtin) -> Closure:
    items = values.items(term.arguments[0])

    def last(s: Slots) -> int:
        found = items(s)
        return found[-1] if len(found) else NONE

    return last


def _ranked(values: Values, term: t.Builtin) -> Closure:
    kind_id, rank = term.detail.split(".")
    ranks = values.ruleset.kinds[kind_id].values[rank]
    highest = term.name == "highest"
    items = values.items(term.arguments[0])

    def by_rank(item: int) -> Any:
        return ranks[item]

    if len(term.arguments) == 1:

        def one(s: Slots) -> int:
            found = items(s)
            if not len(found):
                return NONE
            return max(found, key=by_rank) if highest else min(found, key=by_rank)

        return one
    amount = values.number(term.arguments[1])
    return lambda s: sorted(items(s), key=by_rank, reverse=highest)[: max(0, amount(s))]


def _reversed(values: Values, term: t.Builtin) -> Closure:
    items = values.items(term.arguments[0])
    return lambda s: tuple(reversed(items(s)))


def subsets_of(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give every subset, the smaller ones first."""
    return [part for size in range(len(members) + 1) for part in combinations(members, size)]


def _subsets(values: Values, term: t.Builtin) -> Closure:
    items = values.items(term.arguments[0])
    known: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def subsets(s: Slots) -> list[tuple[int, ...]]:
        members = tuple(items(s))
        if len(members) > SUBSETS_LIMIT:
            raise RulesFault("E304", count=len(members), limit=SUBSETS_LIMIT)
        found = known.get(members)
        if found is None:
            found = subsets_of(members)
            if len(known) < 256:
                known[members] = found
        return found

    return subsets


def _min_max(values: Values, term: t.Builtin) -> Closure:
    parts = [values.number(argument) for argument in term.arguments]
    choose = max if term.name == "max" else min
    if len(parts) == 2:
        a, b = parts
        return lambda s: choose(a(s), b(s))
    return lambda s: choose([part(s) for part in parts])


def _abs(values: Values, term: t.Builtin) -> Closure:
    value = values.number(term.arguments[0])
    return lambda s: abs(value(s))


def _is_none(values: Values, term: t.Builtin) -> Closure:
    value = values.number(term.arguments[0])
    return lambda s: value(s) < 0


def _as_items(values: Values, term: t.Term) -> Callable[[Slots], Sequence[int]]:
    closure = values.closure(term)

    def items(s: Slots) -> Sequence[int]:
        found = closure(s)
        if isinstance(found, int):
            return () if found < 0 else (found,)
        return found  # type: ignore[no-any-return]

    return items


def _ends_of(kind: Kind) -> tuple[tuple[int, int], ...]:
    pairs = zip(kind.values["first"], kind.values["second"], strict=True)
    return tuple((a, b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))


def _joined(ends: tuple[tuple[int, int], ...], edges: Iterable[int]) -> list[tuple[int, int]]:
    """Give the pairs that edges join; an edge on the outline of a board has one end only and joins nothing."""
    return [ends[edge] for edge in edges if ends[edge][1] != NONE]


def _cheapest_path(values: Values, term: t.Builtin) -> Closure:
    kind_id, cost_field = term.detail.split(".")
    kind = values.ruleset.kinds[kind_id]
    ends = _ends_of(kind)
    costs = tuple(cost if isinstance(cost, int) else 0 for cost in kind.values[cost_field])
    nodes = values.layout.size_of(kind.joins or "")
    sources, target = _as_items(values, term.arguments[0]), values.element(term.arguments[1], "cheapest_path")
    edges = values.items(term.arguments[2])
    known: dict[tuple[int, ...], list[list[int]]] = {}

    def cheapest(s: Slots) -> int:
        usable = tuple(edges(s))
        table = known.get(usable)
        if table is None:
            if len(known) > 64:
                known.clear()
            table = known[usable] = distances(nodes, [(*ends[e], costs[e]) for e in usable if ends[e][1] != NONE])
        row = table[target(s)]
        least = min((row[source] for source in sources(s) if row[source] >= 0), default=-1)
        if least < 0:
            raise RulesFault("E306")
        return least

    return cheapest


def _reaches(values: Values, term: t.Builtin) -> Closure:
    sources, targets = _as_items(values, term.arguments[0]), _as_items(values, term.arguments[1])
    kind = values.ruleset.kinds[term.detail]
    usable = values.items(term.arguments[2])
    if kind.form == "edges":
        ends = _ends_of(kind)
        nodes = values.layout.size_of(kind.joins or "")

        def over_edges(s: Slots) -> bool:
            neighbours: list[list[int]] = [[] for _ in range(nodes)]
            for a, b in _joined(ends, usable(s)):
                neighbours[a].append(b)
                neighbours[b].append(a)
            return reached(neighbours, sources(s), set(targets(s)))

        return over_edges
    around = _grid_neighbours(kind)

    def over_cells(s: Slots) -> bool:
        allowed = set(usable(s))
        starts = [cell for cell in sources(s) if cell in allowed]
        kept = [[n for n in near if n in allowed] if i in allowed else [] for i, near in enumerate(around)]
        return reached(kept, starts, allowed.intersection(targets(s)))

    return over_cells


def _grid_neighbours(kind: Kind) -> tuple[tuple[int, ...], ...]:
    """Give the cells across the sides of each cell: those that meet in a corner only are no neighbours."""
    assert kind.relation is not None
    return kind.relation.neighbours


def _step(values: Values, term: t.Builtin) -> Closure:
    relation = values.ruleset.kinds[term.detail].relation
    assert relation is not None
    steps = relation.steps
    cell, direction = values.number(term.arguments[0]), values.number(term.arguments[1])
    if len(term.arguments) == 2:

        def one(s: Slots) -> int:
            at = cell(s)
            return steps[direction(s)][at] if at >= 0 else NONE

        return one
    count = values.number(term.arguments[2])

    def several(s: Slots) -> int:
        at, way = cell(s), steps[direction(s)]
        for _ in range(count(s)):
            if at < 0:
                break
            at = way[at]
        return at

    return several


def _adjacent(values: Values, term: t.Builtin) -> Closure:
    kind = values.ruleset.kinds[term.detail]
    element = values.element(term.arguments[0], "adjacent")
    if kind.form == "grid":
        around = _grid_neighbours(kind)
        return lambda s: around[element(s)]
    ends = _ends_of(kind)
    if len(term.arguments) == 1:
        nodes = values.layout.size_of(kind.joins or "")
        near: list[list[int]] = [[] for _ in range(nodes)]
        for a, b in _joined(ends, range(len(ends))):
            near[a].append(b)
            near[b].append(a)
        fixed = [sorted(set(row)) for row in near]
        return lambda s: fixed[element(s)]
    usable = values.items(term.arguments[1])

    def over(s: Slots) -> list[int]:
        at = element(s)
        return sorted({b if a == at else a for a, b in _joined(ends, usable(s)) if at in (a, b)})

    return over


def _ends(values: Values, term: t.Builtin) -> Closure:
    ends = [tuple(end for end in pair if end != NONE) for pair in _ends_of(values.ruleset.kinds[term.detail])]
    edge = values.element(term.arguments[0], "ends")
    return lambda s: ends[edge(s)]


def _other_end(values: Values, term: t.Builtin) -> Closure:
    ends = _ends_of(values.ruleset.kinds[term.detail])
    edge, node = values.element(term.arguments[0], "other_end"), values.number(term.arguments[1])

    def other(s: Slots) -> int:
        a, b = ends[edge(s)]
        return b if node(s) == a else a

    return other


def _edges_at(values: Values, term: t.Builtin) -> Closure:
    ends = _ends_of(values.ruleset.kinds[term.detail])
    node, usable = values.element(term.arguments[0], "edges_at"), values.items(term.arguments[1])

    def at(s: Slots) -> list[int]:
        here = node(s)
        return [e for e in usable(s) if here in ends[e]]

    return at


def _incidence(values: Values, term: t.Builtin) -> Closure:
    kind_id, field = term.detail.split(".")
    table = values.ruleset.kinds[kind_id].values[field]
    element = values.element(term.arguments[0], term.name)
    return lambda s: table[element(s)]


def _distance(values: Values, term: t.Builtin) -> Closure:
    kind = values.ruleset.kinds[term.detail]
    around = _grid_neighbours(kind)
    pairs = [(a, b, 1) for a, near in enumerate(around) for b in near if a < b]
    known: list[list[list[int]]] = []
    a, b = values.element(term.arguments[0], "distance"), values.element(term.arguments[1], "distance")

    def distance(s: Slots) -> int:
        if not known:
            known.append(distances(len(around), pairs))
        return known[0][a(s)][b(s)]

    return distance


def _seat(values: Values, term: t.Builtin) -> Closure:
    seat, players = values.element(term.arguments[0], term.name), values.layout.players
    step = 1 if term.name == "next_seat" else -1
    return lambda s: (seat(s) + step) % players


def _clockwise_from(values: Values, term: t.Builtin) -> Closure:
    seat, players = values.element(term.arguments[0], term.name), values.layout.players
    return lambda s: tuple((seat(s) + k) % players for k in range(players))


MAKERS: dict[str, Callable[[Values, t.Builtin], Closure]] = {
    "count": _count,
    "first": _first,
    "last": _last,
    "lowest": _ranked,
    "highest": _ranked,
    "reversed": _reversed,
    "subsets": _subsets,
    "min": _min_max,
    "max": _min_max,
    "abs": _abs,
    "is_none": _is_none,
    "cheapest_path": _cheapest_path,
    "reaches": _reaches,
    "step": _step,
    "adjacent": _adjacent,
    "ends": _ends,
    "other_end": _other_end,
    "edges_at": _edges_at,
    "edges_of": _incidence,
    "cells_of": _incidence,
    "corners_of": _incidence,
    "edges_at_corner": _incidence,
    "distance": _distance,
    "next_seat": _seat,
    "previous_seat": _seat,
    "clockwise_from": _clockwise_from,
}
