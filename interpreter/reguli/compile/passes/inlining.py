"""Inlining: a small define stands where it is asked.

A call costs more than what most defines do. One is small when it goes through nothing and has few terms, those of the defines within it counted: so code does not grow
by it, and its conditions meet those around them.
"""

from __future__ import annotations

from reguli.model.ruleset import BoundDefine, Ruleset
from reguli.model.tree import terms as t
from reguli.model.tree.reads import parts_of
from reguli.model.tree.walk import all_terms

MOST_IN_PLACE = 24
"""Terms of a define that stands where it is asked, those of the defines within it counted too."""
QUICK = frozenset({"count", "first", "last", "min", "max", "abs", "is_none"})
"""Functions of the language that are over at once."""


def is_small(ruleset: Ruleset, define: BoundDefine) -> bool:
    """Tell whether a define stands where it is asked."""
    return not define.adjusts and _terms_of(ruleset, define.value, MOST_IN_PLACE) <= MOST_IN_PLACE


def _terms_of(ruleset: Ruleset, value: t.Term, most: int) -> int:
    """Give how many terms stand in place of a value; more than ``most`` where it goes through anything."""
    count = 0
    for term in all_terms(value):
        count += 1
        if isinstance(term, t.Apply):
            bound = ruleset.defines[term.define]
            count += most + 1 if bound.adjusts else _terms_of(ruleset, bound.value, most - count)
        elif goes_through(ruleset, term):
            return most + 1
        if count > most:
            break
    return count


def takes_time(ruleset: Ruleset, name: str) -> bool:
    """Tell whether a define goes through anything, itself or by what it asks."""
    return any(goes_through(ruleset, inner) for term in parts_of(ruleset.defines[name]) for inner in all_terms(term))


def goes_through(ruleset: Ruleset, term: t.Term) -> bool:
    """Tell whether a term itself goes through anything, or asks a define that does."""
    match term:
        case t.Exists() | t.Fold() | t.Filter() | t.Ranked() | t.Matched() | t.PieceCondition():
            return True
        case t.Apply():
            return takes_time(ruleset, term.define)
        case t.Builtin():
            return term.name not in QUICK
        case _:
            return False


def goes_on(domain: t.Term) -> bool:
    """Tell whether going through a domain has to be counted: whether nobody knows beforehand how large it is."""
    return not isinstance(domain, t.Fixed | t.Gathered)
