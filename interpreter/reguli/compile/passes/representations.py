"""Representations chosen by the compiler: bit sets where they are cheaper, and members of a kind indexed by value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reguli.compile.passes.constant_folding import free_variables
from reguli.compile.passes.interval_analysis import IntervalAnalysis
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import child_terms, define_expressions
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import TRUTH, CollectionType, ElementType, NumberType
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- bitsets ---------------------------------------------------------------------------------------------------------
# Sets as masks: a collection of a small kind that comes in the order of the box is one whole number, a binary digit for each element.
#
# Uniting, crossing and counting are single operations then, and a define may give it, and remember it, like a number. Lists, stacks and sorted filters have an order
# of their own and stay runs.


MASKED = 64
"""Most elements of a kind whose sets are kept as binary digits of one number."""


def is_in_declared_order(ruleset: Ruleset, term: t.Term) -> bool:
    """Return whether a collection's elements come in declared order, whatever the game position."""
    match term:
        case t.Elements() | t.Gathered():
            return True
        case t.Fixed(_, kind, field):
            rows = ruleset.kinds[kind].values[field]
            return all(isinstance(row, tuple) and _ascending(row) for row in rows)
        case t.Filter(_, _, domain, _, ()):
            return is_in_declared_order(ruleset, domain)
        case t.SetOperation(_, "common" | "without", left, _):
            return is_in_declared_order(ruleset, left)
        case t.Contents(_, t.Tracked(_, field)) | t.Tracked(_, field):
            declared = ruleset.state[field]
            return declared.form == "set" or (declared.form == "zone" and declared.order != "stack")
        case t.Choice(_, _, then, otherwise):
            return is_in_declared_order(ruleset, then) and is_in_declared_order(ruleset, otherwise)
        case t.Apply(_, define):
            return is_in_declared_order(ruleset, ruleset.defines[define].value)
        case t.Listed(_, items):
            known = [item.value for item in items if isinstance(item, t.Constant)]
            return len(known) == len(items) and _ascending(known)
        case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Builtin() | t.PieceCondition():
            return False


def _ascending(row: tuple[int, ...] | list[int]) -> bool:
    return all(one < other for one, other in pairwise(row))


# -- cost model ------------------------------------------------------------------------------------------------------
# Costs: about how many steps a term takes, so that only what takes longer than looking it up is remembered.
#
# A step is reading a slot or an operation. Loops are taken as gone through to their end, over as many elements as there may be; where nobody knows how many that are, over ``SOME``.


SOME = 8
"""Elements of a collection of which nothing is known."""
CALL = 4
QUICK = frozenset({"count", "first", "last", "min", "max", "abs", "is_none"})
"""Functions of the language that are over at once."""
SLOW = 100
"""What any other function of the language takes."""
MOST = 100_000


class CostModel:
    """Estimates the cost of terms."""

    def __init__(self, ruleset: Ruleset, bounds: IntervalAnalysis) -> None:
        self._ruleset = ruleset
        self._bounds = bounds
        self._defines: dict[str, int] = {}

    def of_define(self, name: str) -> int:
        """Return the cost of evaluating a define."""
        known = self._defines.get(name)
        if known is None:
            self._defines[name] = MOST
            known = self._defines[name] = self._all(define_expressions(self._ruleset.defines[name]))
        return known

    def of(self, term: t.Term) -> int:
        """Return the cost of a term."""
        match term:
            case t.Exists(_, _, _, domain, where, has):
                return self._rounds(domain, [one for one in (where, has) if one is not None])
            case t.Fold(_, _, value, _, domain, where):
                return self._rounds(domain, [value, *([] if where is None else [where])])
            case t.Filter(_, _, domain, where, keys):
                return self._rounds(domain, [*([] if where is None else [where]), *(key for key, _ in keys)])
            case t.Ranked() | t.Matched():
                return SLOW * SOME
            case t.Apply(_, define, arguments):
                return min(MOST, CALL + self.of_define(define) + self._all(arguments))
            case t.Builtin(_, name, arguments):
                return self._all(arguments) + (1 if name in QUICK else SLOW)
            case t.Contents() | t.Occupant() | t.Amount():
                return SOME + self._all(child_terms(term))
            case t.LeafTerm() | t.LookupTerm() | t.Variety() | t.OperatorTerm() | t.CollectionTerm() | t.CallTerm():
                return 1 + self._all(child_terms(term))

    def _all(self, terms: Sequence[t.Term]) -> int:
        return min(MOST, sum(map(self.of, terms)))

    def _rounds(self, domain: t.Term, parts: Sequence[t.Term]) -> int:
        return min(MOST, self.of(domain) + self._size(domain) * (1 + self._all(parts)))

    def _size(self, domain: t.Term) -> int:
        match domain:
            case t.Interval(_, low, high):
                (least, _), (_, most) = self._bounds.of(low), self._bounds.of(high)
                return SOME if least is None or most is None else max(0, most - least + 1)
            case t.Elements(CollectionType(kind)):
                return self._bounds.size_of(kind)
            case t.Listed(_, items):
                return len(items)
            case t.Constant() | t.Local() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return SOME


# -- value index -----------------------------------------------------------------------------------------------------
# Filters by a printed value: which elements have it is known, so only these are gone through.
#
# ``cells where cell.column = column and ...`` looks at the cells of that column, not at all; and where the order is printed as well, as in ``first(... by cell.row)``, they lie in it
# from the beginning, and whoever wants the first stops there. Nothing is skipped that could have failed: the printed value is compared first.


SPREAD = 4
"""Values lie in a table where there are no more than so many for each element."""


@frozen_class
class ValueIndex(FrozenValue):
    """Elements indexed by value, the first row for ``low``; also the value sought and the rest of the condition."""

    rows: tuple[tuple[int, ...], ...]
    low: int
    value: t.Term
    where: t.Term | None


def lookup_by_value(ruleset: Ruleset, term: t.Filter, members: Sequence[int]) -> ValueIndex | None:
    """Return an index for a filter over known members that compares a printed value."""
    parts = split_conjuncts(term.where)
    found = _compared(term.variable, parts[0]) if parts else None
    if found is None:
        return None
    field, value = found
    values = _values(ruleset, field)
    if values is None or not members:
        return None
    low, high = min(values), max(values)
    if high - low + 1 > SPREAD * len(members):
        return None
    rows: list[list[int]] = [[] for _ in range(low, high + 1)]
    for member in members:
        rows[values[member] - low].append(member)
    return ValueIndex(tuple(map(tuple, rows)), low, value, join_conjuncts(parts[1:]))


def sort_by_printed_keys(ruleset: Ruleset, term: t.Filter, members: Sequence[int]) -> list[int] | None:
    """Return known members sorted by keys that are all printed; ``None`` if a key is not."""
    found = list(members)
    for key, down in reversed(term.keys):
        values = _values(ruleset, key) if _is_printed(term.variable, key) else None
        if values is None:
            return None
        found.sort(key=values.__getitem__, reverse=down)
    return found


def split_conjuncts(condition: t.Term | None) -> list[t.Term]:
    """Return the conjuncts of a condition."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*split_conjuncts(condition.left), *split_conjuncts(condition.right)]
    return [] if condition is None else [condition]


def join_conjuncts(parts: Sequence[t.Term]) -> t.Term | None:
    """Join conditions into a conjunction."""
    found: t.Term | None = None
    for part in parts:
        found = part if found is None else t.Logic(TRUTH, "and", found, part)
    return found


def _compared(variable: t.Variable, condition: t.Term) -> tuple[t.Term, t.Term] | None:
    if not isinstance(condition, t.Compare) or condition.operator != "=":
        return None
    for side, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if _is_printed(variable, side) and all(one.key != variable.key for one in free_variables(other)):
            return side, other
    return None


def _is_printed(variable: t.Variable, term: t.Term) -> bool:
    return isinstance(term, t.Fixed) and isinstance(term.element, t.Local) and term.element.variable.key == variable.key


def _values(ruleset: Ruleset, term: t.Term) -> list[int] | None:
    """Return each element's printed value if all are numbers or elements."""
    if not isinstance(term, t.Fixed) or not isinstance(term.type, ElementType | NumberType):
        return None
    values = ruleset.kinds[term.kind].values[term.field]
    numbers = [value for value in values if isinstance(value, int)]
    return numbers if len(numbers) == len(values) else None


# -- prefix sums -----------------------------------------------------------------------------------------------------
# Prefixes: how far something holds from a number on is counted in one go.
#
# ``max(n in 1 .. 3 where every k in 1 .. n has holds(k))`` asks for every length again what was asked for the one before. It is the last number up to which all hold, so they are
# asked one after the other until one does not. What is asked is the same, each thing once, and a fault comes where it came before.


Prefix = tuple[t.Variable, t.Term]
"""What names each number, and what must hold of it."""


def prefix_condition(term: t.Fold) -> Prefix | None:
    """Return the condition on all numbers up to the maximum; ``None`` for any other fold."""
    match term:
        case t.Fold(
            how="max",
            value=t.Local(variable=last),
            variable=length,
            domain=t.Interval(low=t.Constant(value=first)),
            where=t.Exists(
                how="every",
                variable=number,
                domain=t.Interval(low=t.Constant(value=begin), high=t.Local(variable=high)),
                where=None,
                has=has,
            ),
        ) if has is not None and last.key == high.key == length.key and begin == first:
            return None if length in free_variables(has) else (number, has)
        case t.Fold():
            return None
