"""Walks over what is bound: expressions, statements, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final, get_args

from reguli.model.bound import (
    Ask,
    BoundOption,
    BoundParameter,
    BoundReason,
    BoundStatement,
    Guard,
    Waiver,
)
from reguli.model.terms import Term

Node = Term | BoundStatement | Guard | BoundOption | BoundParameter | BoundReason | Waiver
"""Anything that others stand in."""
TERMS: Final[tuple[type, ...]] = get_args(Term)
STATEMENTS: Final[tuple[type, ...]] = get_args(BoundStatement)
_NODES: Final[tuple[type, ...]] = (*TERMS, *STATEMENTS, Guard, BoundOption, BoundParameter, BoundReason, Waiver)


def children(node: Node) -> Iterator[Node]:
    """Give what stands directly in a node, in the order of its fields."""
    for field in fields(node):
        yield from _nodes(getattr(node, field.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, _NODES):
        yield value  # type: ignore[misc]  # the members of the union, which mypy cannot see in a tuple of types


def within(*nodes: Node) -> Iterator[Node]:
    """Give nodes and everything in them, outermost first."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(children(node))))


def statements_within(*nodes: Node) -> Iterator[BoundStatement]:
    """Give every statement in some nodes, those in branches and options too."""
    for node in within(*nodes):
        if isinstance(node, STATEMENTS):
            yield node  # type: ignore[misc]  # as above


def asks_within(*nodes: Node) -> Iterator[Ask]:
    """Give every decision in some nodes."""
    for node in within(*nodes):
        if isinstance(node, Ask):
            yield node
