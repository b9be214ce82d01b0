"""Filters by a printed value: which elements have it is known, so only these are gone through.

``cells where cell.column = column and ...`` looks at the cells of that column, not at all; and where the order is printed as well, as in ``first(... by cell.row)``, they lie in it
from the beginning, and whoever wants the first stops there. Nothing is skipped that could have failed: the printed value is compared first.
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.passes.partial_evaluation import free_variables
from reguli.model.bound_tree import bound_terms as t
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import TRUTH, ElementType, NumberType
from reguli.source.frozen_values import Kept, kept

SPREAD = 4
"""Values lie in a table where there are no more than so many for each element."""


@kept
class ByValue(Kept):
    """The elements by a value, the first row those of ``low``; what they are asked for, and what is left of the condition."""

    rows: tuple[tuple[int, ...], ...]
    low: int
    value: t.Term
    where: t.Term | None


def by_value(ruleset: Ruleset, term: t.Filter, members: Sequence[int]) -> ByValue | None:
    """Find in a filter over known members what is printed on each and compared first."""
    parts = conjuncts(term.where)
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
    return ByValue(tuple(map(tuple, rows)), low, value, joined(parts[1:]))


def in_order(ruleset: Ruleset, term: t.Filter, members: Sequence[int]) -> list[int] | None:
    """Give known members in the order of keys that are all printed; ``None`` where that is not known."""
    found = list(members)
    for key, down in reversed(term.keys):
        values = _values(ruleset, key) if _is_printed(term.variable, key) else None
        if values is None:
            return None
        found.sort(key=values.__getitem__, reverse=down)
    return found


def conjuncts(condition: t.Term | None) -> list[t.Term]:
    """Give the parts of a condition that must all hold."""
    if isinstance(condition, t.Logic) and condition.operator == "and":
        return [*conjuncts(condition.left), *conjuncts(condition.right)]
    return [] if condition is None else [condition]


def joined(parts: Sequence[t.Term]) -> t.Term | None:
    """Join conditions that must all hold."""
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
    """Give what is printed on each element, where it is a number or an element on all."""
    if not isinstance(term, t.Fixed) or not isinstance(term.type, ElementType | NumberType):
        return None
    values = ruleset.kinds[term.kind].values[term.field]
    numbers = [value for value in values if isinstance(value, int)]
    return numbers if len(numbers) == len(values) else None
