"""The functions of the language over the values of their arguments; what needs a board stands in ``boards``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from reguli.ir.interpreter import ordering_algorithms
from reguli.ir.interpreter.board import board_functions, shape_placement
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE, SUBSETS_LIMIT, Layout
from reguli.model.bound_tree import bound_terms as t
from reguli.model.builtin_signatures import TOO_DEEP
from reguli.model.resolved_ruleset import Ruleset

Function = Callable[..., Any]
"""Takes the values of the arguments."""


def function_of(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    """Make the function of a builtin; its arguments were checked when the ruleset was bound."""
    return _too_deep(term.detail) if term.name == TOO_DEEP else MAKERS[term.name](ruleset, layout, known, term)


def _first(items: Sequence[int]) -> int:
    return items[0] if len(items) else NONE


def _last(items: Sequence[int]) -> int:
    return items[-1] if len(items) else NONE


def _reversed(items: Sequence[int]) -> tuple[int, ...]:
    return tuple(reversed(items))


def _least(*numbers: int) -> int:
    return min(numbers)


def _greatest(*numbers: int) -> int:
    return max(numbers)


def _is_none(item: int) -> bool:
    return item < 0


def _too_deep(chain: str) -> Function:
    """Make what stands behind the last depth of a rule that comes back to itself."""

    def too_deep() -> int:
        raise RulesFault("E325", chain=chain)

    return too_deep


def _ranked(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    kind_id, rank = term.detail.split(".")
    by_rank: Callable[[int], Any] = ruleset.kinds[kind_id].values[rank].__getitem__
    highest = term.name == "highest"

    def one(items: Sequence[int]) -> int:
        if not len(items):
            return NONE
        return max(items, key=by_rank) if highest else min(items, key=by_rank)

    def several(items: Sequence[int], amount: int) -> list[int]:
        return sorted(items, key=by_rank, reverse=highest)[: max(0, amount)]

    return one if len(term.arguments) == 1 else several


def subsets_of(members: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Give every subset, the smaller ones first."""
    return [part for size in range(len(members) + 1) for part in combinations(members, size)]


def _subsets(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    found_before: dict[tuple[int, ...], list[tuple[int, ...]]] = {}

    def subsets(items: Sequence[int]) -> list[tuple[int, ...]]:
        members = tuple(items)
        if len(members) > SUBSETS_LIMIT:
            raise RulesFault("E304", count=len(members), limit=SUBSETS_LIMIT)
        found = found_before.get(members)
        if found is None:
            found = subsets_of(members)
            if len(found_before) < 256:
                found_before[members] = found
        return found

    return subsets


def _next(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    size, sign = layout.size_of(term.detail), 1 if term.name == "next" else -1
    if ruleset.kinds[term.detail].ring:
        return lambda item, steps=1: (item + sign * steps) % size

    def onward(item: int, steps: int = 1) -> int:
        found = item + sign * steps
        return found if 0 <= found < size else NONE

    return onward


def _clockwise_from(ruleset: Ruleset, layout: Layout, known: Distances, term: t.Builtin) -> Function:
    size = layout.size_of(term.detail)
    return lambda item: tuple((item + k) % size for k in range(size))


def _plain(function: Function) -> Callable[[Ruleset, Layout, Distances, t.Builtin], Function]:
    return lambda ruleset, layout, known, term: function


MAKERS: Mapping[str, Callable[[Ruleset, Layout, Distances, t.Builtin], Function]] = {
    "count": _plain(len),
    "first": _plain(_first),
    "last": _plain(_last),
    "lowest": _ranked,
    "highest": _ranked,
    "reversed": _plain(_reversed),
    "subsets": _subsets,
    "min": _plain(_least),
    "max": _plain(_greatest),
    "abs": _plain(abs),
    "is_none": _plain(_is_none),
    "cheapest_path": board_functions.cheapest_path,
    "reaches": board_functions.reaches,
    "step": board_functions.step,
    "adjacent": board_functions.adjacent,
    "parts": ordering_algorithms.parts,
    "longest": ordering_algorithms.longest,
    "ends": board_functions.ends,
    "other_end": board_functions.other_end,
    "edges_at": board_functions.edges_at,
    "edges_of": board_functions.incidence,
    "cells_of": board_functions.incidence,
    "corners_of": board_functions.incidence,
    "edges_at_corner": board_functions.incidence,
    "distance": board_functions.distance,
    "placed": shape_placement.placed,
    "ways_of": shape_placement.ways_of,
    "turned": shape_placement.turned,
    "turned_back": shape_placement.turned,
    "next": _next,
    "previous": _next,
    "clockwise_from": _clockwise_from,
}
