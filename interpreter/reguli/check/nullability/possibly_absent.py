"""Where a number, a set or a truth is asked of what may not be there, as far as that can be told of a term by itself.

Most terms ask nothing of the sort, whatever is known where they stand: they need not be looked at again at every place that asks a define.
"""

from __future__ import annotations

from collections.abc import Iterator

from reguli.check.nullability.definitely_present import Assured
from reguli.check.nullability.presence_facts import NOTHING
from reguli.model.analysis.absence_analysis import may_lack
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import parts_of
from reguli.model.bound_tree.tree_traversal import all_terms, inner_terms
from reguli.model.builtin_signatures import MUST_BE_THERE
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType

Asked = tuple[str, str]
"""What a term asks besides: a condition on pieces by kind and field, a define by its name alone."""


def asked_of(term: t.Term) -> Iterator[tuple[t.Term, str]]:
    """Give the elements of which a term reads something that nothing has, with what it reads."""
    match term:
        case t.Fixed(found, _, name, element) if not isinstance(found, ElementType):
            yield element, name
        case t.Tracked(found, name, t.Placed() as owner) if not isinstance(found, ElementType):
            yield owner, name.partition(".")[2]
        case t.Gathered(_, kind, _, element):
            yield element, kind
        case t.PieceCondition(_, _, name, element):
            yield element, name
        case t.Builtin(_, name, arguments):
            yield from ((arguments[at], name) for at in MUST_BE_THERE.get(name, ()) if at < len(arguments))
        case _:
            return


class Doubts:
    """Which terms of a ruleset may ask something of nothing, themselves or in the defines and conditions on pieces that they ask."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Find the defines and conditions on pieces in which that may be."""
        self.ruleset = ruleset
        self._known = Assured(ruleset, ())
        # By the identity of terms of the ruleset, which it holds.
        self._within: dict[int, bool] = {}
        self._behind: set[Asked] = set()
        terms = {name: [inner for part in parts for inner in all_terms(part)] for name, parts in _written(ruleset)}
        self._behind |= {name for name, inner in terms.items() if any(map(self._asks, inner))}
        asked = {name: {_asked_by(one) for one in inner} for name, inner in terms.items()}
        size = -1
        while size != len(self._behind):
            size = len(self._behind)
            self._behind |= {name for name, others in asked.items() if not others.isdisjoint(self._behind)}

    def within(self, term: t.Term) -> bool:
        """Tell whether a term of the ruleset, what stands in it or what it asks may ask something of nothing."""
        found = self._within.get(id(term))
        if found is None:
            found = self.behind(term) or self._asks(term) or any(map(self.within, inner_terms(term)))
            self._within[id(term)] = found
        return found

    def behind(self, term: t.Term) -> bool:
        """Tell whether the define or condition on pieces that a term asks may, with what it is given."""
        return _asked_by(term) in self._behind or self._gives_nothing(term)

    def _asks(self, term: t.Term) -> bool:
        there = all(self._known.is_there(one, NOTHING) for one, _ in asked_of(term))
        return not there or self._gives_nothing(term)

    def _gives_nothing(self, term: t.Term) -> bool:
        """Tell whether a term may give nothing to a parameter of which that is not known: beside the rules it may."""
        absent = self.ruleset.absent
        return any(
            variable.key not in absent.variables and may_lack(self.ruleset, absent, value)
            for variable, value in _given(self.ruleset, term)
            if isinstance(variable.type, ElementType) or isinstance(value.type, ElementType)
        )


def _written(ruleset: Ruleset) -> Iterator[tuple[Asked, tuple[t.Term, ...]]]:
    for name, define in ruleset.defines.items():
        yield ("", name), parts_of(define)
    for asked, rules in ruleset.piece_conditions.items():
        yield asked, tuple(rule[1] for rule in rules if rule is not None)


def _asked_by(term: t.Term) -> Asked | None:
    match term:
        case t.Apply(_, define):
            return "", define
        case t.PieceCondition(_, kind, name):
            return kind, name
        case _:
            return None


def _given(ruleset: Ruleset, term: t.Term) -> Iterator[tuple[t.Variable, t.Term]]:
    match term:
        case t.Apply(_, name, arguments) if name in ruleset.defines:
            yield from zip(ruleset.defines[name].parameters, arguments, strict=False)
        case t.PieceCondition(_, kind, name, _, arguments):
            for rule in ruleset.piece_conditions[kind, name]:
                yield from () if rule is None else zip(rule[0], arguments, strict=False)
        case _:
            return
