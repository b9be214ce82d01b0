"""Closures that go through collections: quantifiers, folds, filters, orders and set operations over closures of their parts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Literal

from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure

Key = tuple[Closure, Literal[1, -1]]
"""What elements are sorted by, read with the element in its slot, and whether upwards or downwards."""


def exists(how: str, slot: int, domain: Closure, where: Closure | None, has: Closure | None) -> Closure:
    """Make a closure for some, no or every element of a domain."""
    every = how == "every"

    def search(s: Slots) -> bool:
        for item in domain(s):
            s[slot] = item
            if where is not None and not where(s):
                continue
            if has is None or bool(has(s)) != every:
                return True
        return False

    return search if how == "some" else (lambda s: not search(s))


def fold(how: str, slot: int, domain: Closure, where: Closure | None, value: Closure) -> Closure:
    """Make a closure for a sum, a greatest or a least over a domain."""
    greater = operator.gt if how == "max" else operator.lt

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

    return total if how == "sum" else extreme


def filtered(
    slot: int, domain: Closure, where: Closure | None, order: Callable[[Slots, list[int]], list[int]]
) -> Closure:
    """Make a closure for the elements of a domain that fulfil a condition, in order."""

    def chosen(s: Slots) -> list[int]:
        found: list[int] = []
        for item in domain(s):
            s[slot] = item
            if where is None or where(s):
                found.append(item)
        return order(s, found)

    return chosen


def sorting(slot: int, keys: Sequence[Key]) -> Callable[[Slots, list[int]], list[int]]:
    """Make a closure that sorts elements stably by keys read with the element in ``slot``."""
    if not keys:
        return lambda s, found: found

    def ordered(s: Slots, found: list[int]) -> list[int]:
        def key(item: int) -> tuple[int, ...]:
            s[slot] = item
            return tuple(sign * value(s) for value, sign in keys)

        return sorted(found, key=key)

    return ordered


def set_operation(sign: str, a: Closure, b: Closure) -> Closure:
    """Make a closure for union, difference or intersection of two collections."""
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
