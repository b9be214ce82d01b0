"""What stands in code of the lower form: every expression and statement, the locals that are named, the functions that are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from reguli.compile.lir import statement_nodes as n
from reguli.source.frozen_values import Kept


class _Parts(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """By class of node what gives all that it holds; None for what is no node: code is gone through often."""

    def __missing__(self, made: type) -> Callable[[Any], tuple[Any, ...]] | None:
        found: Callable[[Any], tuple[Any, ...]] | None = None
        if issubclass(made, Kept):
            # Of two names and more a tuple is given, so the class comes too; it is no node.
            found = attrgetter("__class__", *made.__match_args__) if made.__match_args__ else lambda _: ()
        self[made] = found
        return found


_PARTS = _Parts()


def within(part: Any) -> Iterator[Kept]:
    """Give a node, or the nodes of a body, with all nodes in them, as often as they stand there."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif parts := _PARTS[one.__class__]:
            yield one
            waiting.extend(parts(one))


def locals_in(part: Any) -> Iterator[str]:
    """Give the names of the locals that are named, as often as they are."""
    return (one.name for one in within(part) if isinstance(one, n.Var))


def called_in(part: Any) -> Iterator[str]:
    """Give the names of the functions that are called."""
    return (one.function for one in within(part) if isinstance(one, n.Call))


def offered(one: n.Offer) -> tuple[n.Code, ...]:
    """Give what an entry of a move says behind its choice."""
    many = () if one.among is None else (one.among,)
    return (*one.arguments, *many, *(one.span or ()))
