"""Closures that go through collections: quantifiers, folds, filters, orders and set operations."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from reguli.ir.closures import Closure
from reguli.ir.program import Slots
from reguli.model.tree import terms as t

if TYPE_CHECKING:
    from reguli.ir.walking.values import Values


def exists(values: Values, term: t.Exists) -> Closure:
    """Make a closure for some, no or every element of a domain."""
    domain = values.counted(term.domain)
    slot = values.bind_member(term.variable)
    where = values.closure(term.where) if term.where is not None else None
    has = values.closure(term.has) if term.has is not None else None
    every = term.how == "every"

    def search(s: Slots) -> bool:
        for item in domain(s):
            s[slot] = item
            if where is not None and not where(s):
                continue
            if has is None or bool(has(s)) != every:
                return True
        return False

    return search if term.how == "some" else (lambda s: not search(s))


def fold(values: Values, term: t.Fold) -> Closure:
    """Make a closure for a sum, a greatest or a least over a domain."""
    domain = values.counted(term.domain)
    slot = values.bind_member(term.variable)
    where = values.closure(term.where) if term.where is not None else None
    value = values.closure(term.value)
    summing = term.how == "sum"
    greater = operator.gt if term.how == "max" else operator.lt

    def total(s: Slots) -> int:
        result = 0
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                result += value(s)
        return result

    def extreme(s: Slots) -> int:
        best: int | None = None
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                here: int = value(s)
                if best is None or greater(here, best):
                    best = here
        return best or 0

    return total if summing else extreme


def filtered(values: Values, term: t.Filter) -> Closure:
    """Make a closure for the elements of a domain that fulfil a condition, in order."""
    domain = values.counted(term.domain)
    slot = values.bind_member(term.variable)
    where = values.closure(term.where) if term.where is not None else None
    order = sorting(values, slot, term.keys)

    def chosen(s: Slots) -> list[int]:
        found: list[int] = []
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                found.append(item)
        return order(s, found)

    return chosen


def sorting(
    values: Values, slot: int, keys: tuple[tuple[t.Term, bool], ...]
) -> Callable[[Slots, list[int]], list[int]]:
    """Make a closure that sorts elements stably by keys read with the element in ``slot``."""
    closures = [(values.closure(key), -1 if descending else 1) for key, descending in keys]
    if not closures:
        return lambda s, found: found

    def ordered(s: Slots, found: list[int]) -> list[int]:
        def key(item: int) -> tuple[int, ...]:
            s[slot] = item
            return tuple(sign * value(s) for value, sign in closures)

        return sorted(found, key=key)

    return ordered


def set_operation(values: Values, sign: str, left: t.Term, right: t.Term) -> Closure:
    """Make a closure for union, difference or intersection of two collections."""
    a, b = values.items(left), values.items(right)
    if sign == "union":
        return lambda s: tuple(dict.fromkeys((*a(s), *b(s))))
    operation = common if sign == "common" else without
    return lambda s: operation(a(s), b(s))


def without(items: Sequence[int], others: Sequence[int]) -> list[int]:
    """Give what is in the first collection only."""
    return [item for item in items if item not in others]


def common(items: Sequence[int], others: Sequence[int]) -> list[int]:
    """Give what is in both collections."""
    return [item for item in items if item in others]
