"""Whether tables are long enough for the numbers they are asked for.

Only bounds that somebody wrote down count: a number that holds another one with ``min`` or ``max``, the ends of a range that is gone
through, what a field of an element or a cell of another table says. What a guard keeps away nobody has to write into a
table, so bounds of what is tracked do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf, isfinite

from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures, all_terms, statements_of
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NumberType
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said

DEEPEST = 20
"""So deep defines are looked into."""


@kept
class Ends(Kept):
    """The least and greatest value that a number is meant to take; without end where nobody wrote one down."""

    low: float = -inf
    high: float = inf


NOTHING = Ends()
Ranges = Mapping[int, Ends]
"""What is known of variables, by key."""


def tables_are_long_enough(ruleset: Ruleset, bag: Bag) -> None:
    """Find tables that end before the numbers they are asked for do."""
    told: set[tuple[str, str, float]] = set()
    for span, term in ((reading.span, term) for reading in readings(ruleset) for term in reading.terms):
        inside = list(all_terms(term))
        cells = [one for one in inside if isinstance(one, t.Cell)]
        ranges = dict(_gone_through(inside, ruleset)) if cells else {}
        for cell in cells:
            table = ruleset.tables[cell.table]
            # A row that is a bundle goes without its last key, which is no number.
            for key, name, low, size in zip(cell.keys, table.key_names, table.lows, table.sizes, strict=False):
                if not isinstance(key.type, NumberType):
                    continue
                ends = ends_of(key, ruleset, ranges)
                high = low + size - 1
                for wrong in (ends.low, ends.high):
                    if isfinite(wrong) and not low <= wrong <= high and (table.id, name, wrong) not in told:
                        told.add((table.id, name, wrong))
                        at, asked, found = table.declared.span, [(span, Said("here.asked"))], int(wrong)
                        bag.add("C114", at, related=asked, table=table.id, key=name, low=low, high=high, found=found)


def places_are_counted_from_one(ruleset: Ruleset, bag: Bag) -> None:
    """Find groups that are asked for by a place before the first."""
    loops = (
        one for procedure in all_procedures(ruleset) for one in statements_of(procedure.body) if isinstance(one, b.Each)
    )
    counted = {loop.variable.key: _domain(loop.domain, ruleset) for loop in loops}
    for span, term in ((reading.span, term) for reading in readings(ruleset) for term in reading.terms):
        inside = list(all_terms(term))
        parts = [one for one in inside if isinstance(one, t.Part)]
        ranges = {**counted, **dict(_gone_through(inside, ruleset))} if parts else {}
        for part in parts:
            low = ends_of(part.number, ruleset, ranges).low
            if isfinite(low) and low < 1:
                bag.add("C137", part.number.span or span, found=int(low))


def _gone_through(terms: Iterable[t.Term], ruleset: Ruleset) -> Iterator[tuple[int, Ends]]:
    for inner in terms:
        if isinstance(inner, t.Exists | t.Fold | t.Filter) and inner.where is None:
            yield inner.variable.key, _domain(inner.domain, ruleset)


def _domain(term: t.Term, ruleset: Ruleset) -> Ends:
    if not isinstance(term, t.Interval):
        return NOTHING
    return Ends(ends_of(term.low, ruleset, {}).low, ends_of(term.high, ruleset, {}).high)


def ends_of(term: t.Term, ruleset: Ruleset, ranges: Ranges, depth: int = 0) -> Ends:
    """Give the ends that are written down for a number."""

    def inner(one: t.Term) -> Ends:
        return ends_of(one, ruleset, ranges, depth + 1)

    if depth > DEEPEST:
        return NOTHING
    match term:
        case t.Constant(value=value):
            return Ends(value, value)
        case t.Local(variable=variable):
            return ranges.get(variable.key, NOTHING)
        case t.Builtin(name="min" | "max" as name, arguments=arguments) if len(arguments) > 1:
            # One number that is known holds all of them on its side.
            several, least = [inner(one) for one in arguments], min if name == "min" else max
            return Ends(least(one.low for one in several), least(one.high for one in several))
        case t.Arithmetic(operator="+", left=left, right=right):
            a, c = inner(left), inner(right)
            return Ends(a.low + c.low, a.high + c.high)
        case t.Arithmetic(operator="-", left=left, right=right):
            a, c = inner(left), inner(right)
            return Ends(a.low - c.high, a.high - c.low)
        case t.Fixed(kind=kind, field=field):
            return _spread(ruleset.kinds[kind].values[field])
        case t.Cell(table=table):
            return _spread(ruleset.tables[table].cells)
        case t.Choice(then=then, otherwise=otherwise):
            a, c = inner(then), inner(otherwise)
            return Ends(min(a.low, c.low), max(a.high, c.high))
        case t.Apply(define=define):
            return inner(ruleset.defines[define].value)
        case _:
            return NOTHING


def _spread(values: tuple[object, ...]) -> Ends:
    numbers = [value for value in values if isinstance(value, int)]
    return Ends(min(numbers), max(numbers)) if len(numbers) == len(values) and numbers else NOTHING
