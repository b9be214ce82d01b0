"""Sets as masks: a collection of a small kind that comes in the order of the box is one whole number, a binary digit for each element.

Uniting, crossing and counting are single operations then, and a define may give it, and remember it, like a number. Lists, stacks and sorted filters have an order
of their own and stay runs.
"""

from __future__ import annotations

from itertools import pairwise

from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset

MASKED = 64
"""Most elements of a kind whose sets are kept as binary digits of one number."""


def is_in_order(ruleset: Ruleset, term: t.Term) -> bool:
    """Tell whether a collection comes in the order of the box, whatever the position."""
    match term:
        case t.Elements() | t.Gathered():
            return True
        case t.Fixed(_, kind, field):
            rows = ruleset.kinds[kind].values[field]
            return all(isinstance(row, tuple) and _ascending(row) for row in rows)
        case t.Filter(_, _, domain, _, ()):
            return is_in_order(ruleset, domain)
        case t.SetOperation(_, "common" | "without", left, _):
            return is_in_order(ruleset, left)
        case t.Contents(_, t.Tracked(_, field)) | t.Tracked(_, field):
            declared = ruleset.state[field]
            return declared.form == "set" or (declared.form == "zone" and declared.order != "stack")
        case t.Choice(_, _, then, otherwise):
            return is_in_order(ruleset, then) and is_in_order(ruleset, otherwise)
        case t.Apply(_, define):
            return is_in_order(ruleset, ruleset.defines[define].value)
        case t.Listed(_, items):
            known = [item.value for item in items if isinstance(item, t.Constant)]
            return len(known) == len(items) and _ascending(known)
        case _:
            return False


def _ascending(row: tuple[int, ...] | list[int]) -> bool:
    return all(one < other for one, other in pairwise(row))
