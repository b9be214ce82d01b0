"""How a define is entered: its arguments computed, written into the slots of its parameters, its body computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reguli.ir.closures import Closure
from reguli.ir.layout import EPOCH
from reguli.ir.program import Slots


def entered(slots: list[int], arguments: list[Closure], body: Closure) -> Closure:
    """Make a closure that computes the arguments, writes them into their slots, and computes the body.

    One and two arguments have their own: most defines have so many, and rules spend most of their time here.
    """
    match slots, arguments:
        case [], []:
            return body
        case [slot], [argument]:

            def with_one(s: Slots) -> Any:
                s[slot] = argument(s)
                return body(s)

            return with_one
        case [first, second], [one, two]:

            def with_two(s: Slots) -> Any:
                a, b = one(s), two(s)
                s[first], s[second] = a, b
                return body(s)

            return with_two
        case _:
            enter = entering(slots, arguments)

            def with_more(s: Slots) -> Any:
                enter(s)
                return body(s)

            return with_more


def entering(slots: list[int], arguments: list[Closure]) -> Callable[[Slots], None]:
    """Make a closure that computes the arguments and writes them into their slots: all are computed before the first is written."""

    def enter(s: Slots) -> None:
        found = [argument(s) for argument in arguments]
        for slot, value in zip(slots, found, strict=True):
            s[slot] = value

    return enter


def kept(value: Any) -> Any:
    """Give a value by which results can be looked up: a collection as a tuple."""
    return tuple(value) if isinstance(value, list) else value


def remembered(slots: list[int], arguments: list[Closure], body: Closure, known: dict[Any, Any]) -> Closure:
    """Make a closure that enters a body and, while moves are listed, computes it once for each argument."""
    plain = entered(slots, arguments, body)

    def apply(s: Slots) -> Any:
        epoch = s[EPOCH]
        if not epoch:
            return plain(s)
        if known.get("epoch") != epoch:
            known.clear()
            known["epoch"] = epoch
        key = tuple(kept(argument(s)) for argument in arguments)
        if key not in known:
            for slot, value in zip(slots, key, strict=True):
                s[slot] = value
            known[key] = body(s)
        return known[key]

    return apply
