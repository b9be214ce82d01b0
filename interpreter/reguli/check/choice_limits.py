"""How many sets one move may choose among, by what is declared: so many can be listed, more are chosen one by one."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, prod
from typing import Final

from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_asks
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import BundleType, CollectionType
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said

MOST_CHOICES: Final = 10_000
"""So many sets one option may be taken with."""


def sets_can_be_chosen(ruleset: Ruleset, bag: Bag) -> None:
    """Find options that choose several at once among too many sets."""
    for ask in all_asks(ruleset):
        for option in ask.options:
            several = [one for one in option.parameters if isinstance(one.domain, t.Several)]
            found = prod(_sets(ruleset, one.domain) for one in several if isinstance(one.domain, t.Several))
            if several and found > MOST_CHOICES:
                why = _why(ruleset, [one.domain for one in several])
                bag.add("C122", several[-1].span, text=several[-1].text, found=found, why=why, limit=MOST_CHOICES)


def _why(ruleset: Ruleset, domains: Iterable[t.Term]) -> Said:
    """Say what makes them so many: a zone that nothing bounds, or what there is."""
    chosen = [one.domain for one in domains if isinstance(one, t.Several)]
    largest = max(chosen, key=lambda one: _size(ruleset, one))
    place = largest.zone if isinstance(largest, t.Contents) else largest
    field = ruleset.state[place.field] if isinstance(place, t.Tracked) else None
    if field is not None and field.form == "zone" and field.capacity is None:
        return Said("why.no_capacity", name=field.id)
    return Said("why.so_many", count=_size(ruleset, largest))


def _sets(ruleset: Ruleset, several: t.Several) -> int:
    """Give how many sets there are at most."""
    size = _size(ruleset, several.domain)
    if isinstance(several.type, BundleType):
        return _bundles(ruleset, several, size)
    least, most = max(0, _bounds(ruleset, several.least)[0]), min(_bounds(ruleset, several.most)[1], size)
    counts = [comb(size, chosen) for chosen in range(least, most + 1)]
    return max(counts, default=0) if several.least == several.most else sum(counts)


def _bundles(ruleset: Ruleset, several: t.Several, size: int) -> int:
    """Give how many bundles there are at most, if there is enough of each variety."""
    assert isinstance(several.type, BundleType)
    varieties = len(ruleset.kinds[several.type.kind].elements)
    least, most = max(0, _bounds(ruleset, several.least)[0]), min(_bounds(ruleset, several.most)[1], size)
    counts = [comb(varieties + chosen - 1, chosen) for chosen in range(least, most + 1)]
    return max(counts, default=0) if several.least == several.most else sum(counts)


def _size(ruleset: Ruleset, term: t.Term) -> int:
    """Give how many elements a collection has at most."""
    match term:
        case t.Contents(_, t.Tracked(_, field)) | t.Tracked(_, field) if ruleset.state[field].capacity is not None:
            return ruleset.state[field].capacity or 0
        case _ if isinstance(term.type, BundleType):
            pieces = term.type.pieces
            return sum(1 << 20 if supply is None else supply for supply in ruleset.kinds[pieces].supply)
        case t.Listed(_, items):
            return len(items)
        case t.Filter(_, _, domain) | t.Builtin(_, "reversed", (domain,)):
            return _size(ruleset, domain)
        case t.SetOperation(_, "without", left, _):
            return _size(ruleset, left)
        case t.SetOperation(_, "common", left, right):
            return min(_size(ruleset, left), _size(ruleset, right))
        case _:
            assert isinstance(term.type, CollectionType)
            return len(ruleset.kinds[term.type.kind].elements)


def _bounds(ruleset: Ruleset, term: t.Term) -> tuple[int, int]:
    """Give the least and the greatest value that a number can have, as far as it is declared."""
    anything = 0, 1 << 20
    match term:
        case t.Constant(_, value):
            return value, value
        case t.Cell(_, table):
            cells = [cell for cell in ruleset.tables[table].cells if cell is not None]
            return min(cells, default=0), max(cells, default=0)
        case t.Fixed(_, kind, field):
            values = [value for value in ruleset.kinds[kind].values[field] if isinstance(value, int)]
            return min(values, default=0), max(values, default=0)
        case t.Tracked(_, field) if ruleset.state[field].form == "number":
            declared = ruleset.state[field]
            return declared.low, anything[1] if declared.high is None else declared.high
        case t.Builtin(_, "count", (collection,)):
            return 0, _size(ruleset, collection)
        case t.Builtin(_, "min", parts):
            found = [_bounds(ruleset, part) for part in parts]
            return min(low for low, _ in found), min(high for _, high in found)
        case t.Builtin(_, "max", parts):
            found = [_bounds(ruleset, part) for part in parts]
            return max(low for low, _ in found), max(high for _, high in found)
        case t.Arithmetic(_, "+", left, right):
            (low, high), (less, more) = _bounds(ruleset, left), _bounds(ruleset, right)
            return low + less, high + more
        case t.Arithmetic(_, "-", left, right):
            (low, high), (less, more) = _bounds(ruleset, left), _bounds(ruleset, right)
            return low - more, high - less
        case _:
            return anything
