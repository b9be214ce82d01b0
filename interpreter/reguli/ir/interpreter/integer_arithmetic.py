"""Numbers as rules reckon with them: bounded, divided, compared, looked up in tables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Literal, assert_never

from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Table, is_of_field
from reguli.model.types import ElementType

LARGEST = 2**53
"""No number of a game may be larger, so that every program that reads a position can hold it."""
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def bounded(number: int) -> int:
    """Give a number back unless it is larger than any game needs."""
    if -LARGEST <= number <= LARGEST:
        return number
    raise RulesFault("E315", digits=len(str(abs(number))))


def looked_up(table: Table, keys: list[int]) -> int:
    """Give the cell of a table.

    Raises ``RulesFault`` outside its keys, and where it has no number.
    """
    if keys[0] < 0 and is_of_field(table.id) and isinstance(table.type, ElementType):
        # Nothing has nothing, which equals nothing.
        return keys[0]
    at, inside = 0, True
    for key, low, size in zip(keys, table.lows, table.sizes, strict=True):
        at, inside = at * size + key - low, inside and low <= key < low + size
    value = table.cells[at] if inside else None
    if value is None:
        raise RulesFault("E302", table=table.id, key=", ".join(map(str, keys)))
    return value


def out_of_keys(field: str, keys: Sequence[int]) -> int:
    """Raise the fault of a place that a field does not have."""
    raise RulesFault("E323", field=field.removeprefix("game."), key=", ".join(map(str, keys)))


def divide(left: int, right: int, *, up: bool) -> int:
    """Divide and round; raises ``RulesFault`` for a division by 0."""
    if right == 0:
        raise RulesFault("E303")
    return -(-left // right) if up else left // right


def reckoned(sign: Literal["+", "-", "*", "div down", "div up"], a: Closure, b: Closure) -> Closure:
    """Make a closure for what two numbers give."""
    match sign:
        case "+":
            return lambda s: a(s) + b(s)
        case "-":
            return lambda s: a(s) - b(s)
        case "*":
            return lambda s: bounded(a(s) * b(s))
        case "div down":
            return lambda s: divide(a(s), b(s), up=False)
        case "div up":
            return lambda s: divide(a(s), b(s), up=True)
        case _:
            assert_never(sign)


def adjusted(base: Closure, changes: Sequence[tuple[Closure, Closure]]) -> Closure:
    """Make a closure for a number with everything that changes it, each behind its condition."""

    def value(s: Slots) -> int:
        result: int = base(s)
        for holds, amount in changes:
            if holds(s):
                result += amount(s)
        return result

    return value
