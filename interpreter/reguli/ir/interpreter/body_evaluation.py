"""Evaluation of a body under other bindings: a define with its arguments, or a value in the position before a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.program_interface import Earlier as Kept
from reguli.ir.state_layout import EPOCH, Layout
from reguli.model.bound_tree.bound_terms import Earlier, Local
from reguli.model.bound_tree.tree_traversal import all_terms


def body_closure(slots: list[int], arguments: list[Closure], body: Closure) -> Closure:
    """Make a closure that evaluates the arguments, stores them in their slots and evaluates the body.

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
            enter = argument_writer(slots, arguments)

            def with_more(s: Slots) -> Any:
                enter(s)
                return body(s)

            return with_more


def argument_writer(slots: list[int], arguments: list[Closure]) -> Callable[[Slots], None]:
    """Make a closure that stores arguments in their slots, computing all before the first is written."""

    def enter(s: Slots) -> None:
        found = [argument(s) for argument in arguments]
        for slot, value in zip(slots, found, strict=True):
            s[slot] = value

    return enter


def memoised_closure(slots: list[int], arguments: list[Closure], body: Closure, known: dict[Any, Any]) -> Closure:
    """Make a closure that evaluates a body, cached per argument while moves are listed."""
    plain = body_closure(slots, arguments, body)

    def apply(s: Slots) -> Any:
        epoch = s[EPOCH]
        if not epoch:
            return plain(s)
        if known.get("epoch") != epoch:
            known.clear()
            known["epoch"] = epoch
        # A list is looked up as a tuple. Rules spend most of their time here: no calls but those of the arguments.
        key: tuple[Any, ...] = tuple(
            [tuple(found) if isinstance(found := ask(s), list) else found for ask in arguments]
        )
        if key not in known:
            for slot, value in zip(slots, key, strict=True):
                s[slot] = value
            known[key] = body(s)
        return known[key]

    return apply


def past_position_closure(term: Earlier, value: Closure, layout: Layout, kept_then: Kept) -> Closure:
    """Make a closure that evaluates a term in the position kept at the start of the move, with current names."""
    names = [inner.variable.key for inner in all_terms(term.value) if isinstance(inner, Local)]
    places = [layout.storage[key] for key in names if key in layout.storage]
    spans = [slice(place.slot, place.slot + max(1, place.capacity)) for place in places]
    kept_then.asked = True

    def ask(s: Slots) -> int:
        if not kept_then.slots:
            return int(value(s))
        then = [*kept_then.slots, *s[len(kept_then.slots) :]]
        for span in spans:
            then[span] = s[span]
        return int(value(then))

    return ask
