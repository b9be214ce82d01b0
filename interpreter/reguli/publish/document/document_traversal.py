"""The one walk over documents: leaves said, everything of a sort found. A new kind of block needs no line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, TypeVar

from reguli.source.frozen_values import Kept

Found = TypeVar("Found")


class Node(Kept):
    """A part of a document, a dataclass: its fields are walked in the order in which they are declared."""

    __slots__ = ()


def worded(node: Any, leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Any:
    """Give a document with every leaf said, and everything round it as it was; a leaf of a tuple may become several."""
    if isinstance(node, leaves):
        return say(node)
    if isinstance(node, Node):
        inner = {each.name: worded(getattr(node, each.name), leaves, say) for each in fields(node)}  # type: ignore[arg-type]
        return type(node)(**inner)
    if isinstance(node, Mapping):
        return MappingProxyType({name: worded(each, leaves, say) for name, each in node.items()})
    if isinstance(node, tuple):
        return tuple(_spread(node, leaves, say))
    return node


def _spread(nodes: tuple[Any, ...], leaves: tuple[type, ...], say: Callable[[Any], Any]) -> Iterator[Any]:
    for each in nodes:
        said = worded(each, leaves, say)
        if isinstance(each, leaves) and isinstance(said, tuple):
            yield from said
        else:
            yield said


def every(node: object, sort: type[Found]) -> Iterator[Found]:
    """Give everything of a sort in a document, in order; nothing inside what is found is looked at."""
    if isinstance(node, sort):
        yield node
    elif isinstance(node, Node):
        for each in fields(node):  # type: ignore[arg-type]
            yield from every(getattr(node, each.name), sort)
    elif isinstance(node, Mapping):
        for part in node.values():
            yield from every(part, sort)
    elif isinstance(node, tuple):
        for part in node:
            yield from every(part, sort)
