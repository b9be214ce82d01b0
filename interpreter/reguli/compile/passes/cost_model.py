"""Costs: about how many steps a term takes, so that only what takes longer than looking it up is remembered.

A step is reading a slot or an operation. Loops are taken as gone through to their end, over as many elements as there may be; where nobody knows how many that are, over ``SOME``.
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.passes.interval_analysis import Intervals
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import parts_of
from reguli.model.bound_tree.tree_traversal import inner_terms
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import CollectionType

SOME = 8
"""Elements of a collection of which nothing is known."""
CALL = 4
QUICK = frozenset({"count", "first", "last", "min", "max", "abs", "is_none"})
"""Functions of the language that are over at once."""
SLOW = 100
"""What any other function of the language takes."""
MOST = 100_000


class Costs:
    """Reckons what terms of one ruleset take."""

    def __init__(self, ruleset: Ruleset, bounds: Intervals) -> None:
        self._ruleset = ruleset
        self._bounds = bounds
        self._defines: dict[str, int] = {}

    def of_define(self, name: str) -> int:
        """Give what working a define out takes."""
        known = self._defines.get(name)
        if known is None:
            self._defines[name] = MOST
            known = self._defines[name] = self._all(parts_of(self._ruleset.defines[name]))
        return known

    def of(self, term: t.Term) -> int:
        """Give what a term takes."""
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
                return SOME + self._all(inner_terms(term))
            case _:
                return 1 + self._all(inner_terms(term))

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
            case _:
                return SOME
