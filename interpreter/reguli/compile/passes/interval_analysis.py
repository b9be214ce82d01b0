"""Interval analysis: the bounds of a term in every position.

Fields have ranges, tables known cells, kinds so many elements; sums and products of what is bounded are bounded. Checks that an interval proves are dropped: a key of
a table that is always one of its keys, a product that is never larger than any game needs. What nobody bounds is open at that side (``None``). This is the one
evaluator of terms over intervals: whoever proves something of a guard asks it too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from reguli.compile.passes.constant_folding import free_variables
from reguli.ir.program import GuardStep, Step
from reguli.ir.state_layout import Layout
from reguli.model import types as ty
from reguli.model.analysis.presence_analysis import may_be_absent
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import TRUTH, CollectionType, ElementType, TruthType, ZoneType

Interval = tuple[int | None, int | None]
"""The least and the greatest value; ``None`` where it is not known."""
OPEN: Interval = (None, None)


class IntervalAnalysis:
    """Bounds terms of one ruleset for one player count; ``known`` are the variables' bounds by key, ``there`` those that are never none."""

    def __init__(self, ruleset: Ruleset, layout: Layout, known: Mapping[int, Interval], there: set[int]) -> None:
        self._ruleset = ruleset
        self._layout = layout
        self._known = known
        self._there = there
        self._asked: set[str] = set()

    def of(self, term: t.Term) -> Interval:
        """Return the interval of a number, element or truth."""
        if isinstance(term, t.Constant):
            return int(term.value), int(term.value)
        match term.type:
            case ElementType(kind):
                return (-1 if self._lacks(term) else 0), self._layout.size_of(kind) - 1
            case TruthType():
                return 0, 1
            case ty.NumberType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType():
                return self._of_number(term)

    def size_of(self, kind: str) -> int:
        """Return a kind's size for this player count."""
        return self._layout.size_of(kind)

    def _lacks(self, term: t.Term) -> bool:
        if isinstance(term, t.Local) and term.variable.key in self._there:
            return False
        return may_be_absent(self._ruleset, self._ruleset.absent, term)

    def _of_number(self, term: t.Term) -> Interval:
        match term:
            case t.Local(_, variable):
                return self._known.get(variable.key, OPEN)
            case t.Fixed(_, kind, field):
                return _among(self._ruleset.kinds[kind].values[field])
            case t.Tracked(_, name) if self._ruleset.state[name].form == "number":
                declared = self._ruleset.state[name]
                return declared.low, declared.high
            case t.Tracked() | t.Variety() | t.Amount():
                return 0, None
            case t.Cell(_, table):
                return _among(self._ruleset.tables[table].cells)
            case t.Arithmetic(_, sign, left, right):
                return binary_op_interval(sign, self.of(left), self.of(right))
            case t.Choice(_, _, then, otherwise):
                return interval_union(self.of(then), self.of(otherwise))
            case t.Fold():
                return self._folded(term)
            case t.Apply(_, define) if define not in self._asked:
                return self._applied(define)
            case t.Builtin(_, name, arguments):
                return self._function(name, arguments)
            case t.Fact(_, "player_count"):
                return self._layout.players, self._layout.players
            case t.Fact():
                return 0, None
            case t.Constant() | t.Elements() | t.Gathered() | t.Lies() | t.Contents() | t.Occupant() | t.ComputedTerm():
                return OPEN

    def _folded(self, term: t.Fold) -> Interval:
        size, (low, high) = self._size(term.domain), self.of(term.value)
        if term.how != "sum":
            return interval_union((0, 0), (low, high))
        least = None if low is None or (low < 0 and size is None) else min(0, low * (size or 0))
        most = 0 if high is not None and high <= 0 else None if high is None or size is None else high * size
        return least, most

    def _applied(self, define: str) -> Interval:
        bound = self._ruleset.defines[define]
        if bound.adjusts:
            return OPEN
        self._asked.add(define)
        try:
            return self.of(bound.value)
        finally:
            self._asked.discard(define)

    def _size(self, domain: t.Term) -> int | None:
        match domain.type:
            case CollectionType(kind) | ZoneType(kind):
                return self._layout.size_of(kind)
            case ty.SingleType() | ty.ManyType() | ty.KeyedType() | ty.UnknownType():
                return None

    def _function(self, name: str, arguments: tuple[t.Term, ...]) -> Interval:
        match name:
            case "count":
                return 0, self._size(arguments[0])
            case "distance":
                return 0, None
            case "abs":
                low, high = self.of(arguments[0])
                return 0, None if low is None or high is None else max(abs(low), abs(high))
            case "min" | "max" if len(arguments) > 1:
                sides = [self.of(one) for one in arguments]
                lows, highs = [low for low, _ in sides], [high for _, high in sides]
                if name == "min":
                    return _all(lows, min), min((one for one in highs if one is not None), default=None)
                return max((one for one in lows if one is not None), default=None), _all(highs, max)
            case _:
                return OPEN


def interval_union(one: Interval, other: Interval) -> Interval:
    """Return the smallest interval containing both."""
    return _all([one[0], other[0]], min), _all([one[1], other[1]], max)


def binary_op_interval(sign: str, left: Interval, right: Interval) -> Interval:
    """Return the interval of a binary operation; a quotient is bounded by those of the ends if the divisor is positive."""
    (a, b), (c, d) = left, right
    if sign == "+":
        return _plus(a, c), _plus(b, d)
    if sign == "-":
        return _plus(a, None if d is None else -d), _plus(b, None if c is None else -c)
    if a is None or b is None or c is None or d is None:
        return (0, None) if a is not None and a >= 0 and c is not None and c >= (0 if sign == "*" else 1) else OPEN
    if sign == "*":
        ends = [one * other for one, other in product((a, b), (c, d))]
        return min(ends), max(ends)
    if c < 1:
        return OPEN
    up = sign == "div up"
    ends = [-(-one // other) if up else one // other for one, other in product((a, b), (c, d))]
    return min(ends), max(ends)


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _all(values: list[int | None], pick: object) -> int | None:
    known = [one for one in values if one is not None]
    if len(known) < len(values) or not callable(pick):
        return None
    return int(pick(known))


def _among(values: tuple[object, ...]) -> Interval:
    known = [int(value) for value in values if isinstance(value, int)]
    return (min(known), max(known)) if known else OPEN


# -- range narrowing -------------------------------------------------------------------------------------------------
# Cutting: guards that bound a number cut the interval that it is chosen from.
#
# Of ``amount in 1 to 24`` with ``needs amount <= room(buyer, fuel)`` only the amounts up to the room are tried. This is done with the conditions that are asked first of a number, as far
# as each compares it with something that does not depend on it: in the first round they would be asked in any case, so nothing is computed
# that would not have been.


TURNED: Mapping[str, str] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
Bound = tuple[str, t.Term]
"""How the number compares with a term: one of ``TURNED``."""


def extract_guard_bounds(variable: t.Variable, rest: Sequence[Step]) -> tuple[list[Bound], list[Step]]:
    """Return the bounds that the first guard sets for a number, and the remaining steps."""
    if not rest or not isinstance(rest[0], GuardStep) or rest[0].guard.waivers:
        return [], list(rest)
    step = rest[0]
    parts = _conjuncts(step.guard.condition)
    bounds: list[Bound] = []
    while parts and (bound := _bound(variable, parts[0])) is not None:
        bounds.append(bound)
        del parts[0]
    if not bounds:
        return [], list(rest)
    if not parts:
        return bounds, list(rest[1:])
    left = parts[0]
    for part in parts[1:]:
        left = t.Logic(TRUTH, "and", left, part)
    return bounds, [replace(step, guard=replace(step.guard, condition=left)), *rest[1:]]


def _conjuncts(condition: t.Term) -> list[t.Term]:
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]


def _bound(variable: t.Variable, condition: t.Term) -> Bound | None:
    if not isinstance(condition, t.Compare) or condition.operator not in TURNED:
        return None
    for side, other, sign in (
        (condition.left, condition.right, condition.operator),
        (condition.right, condition.left, TURNED[condition.operator]),
    ):
        named = isinstance(side, t.Local) and side.variable.key == variable.key
        if named and all(one.key != variable.key for one in free_variables(other)):
            return sign, other
    return None
