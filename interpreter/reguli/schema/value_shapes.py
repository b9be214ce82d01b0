"""What a value of a YAML document must be: shapes, which read it into frozen values and describe it as JSON Schema.

A shape is a plain value. Each reads a node: what it is not is a finding, and None comes back. Of a list, of names with values and
of optional entries the rest is kept; a group lacks nothing that it needs. What a value is ``called`` in findings is the id of a phrase,
such as ``part.option``, that ``Spot.called`` fills.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from reguli.schema.node_reader import LIST, Reader, unique
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

Json: TypeAlias = dict[str, Any]
"""A JSON Schema."""
T = TypeVar("T")
U = TypeVar("U")
K = TypeVar("K")
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)
LONGEST: Final = 1_000_000


class Spot(NamedTuple):
    """What a value is called in findings, what the group around it is called, and the name it stands under: as read, and as written."""

    what: Value
    where: Value = ""
    id: Any = None
    key: Scalar | None = None

    def called(self, phrase: str, name: str = "") -> Value:
        """Say what a part of the value is called, without a phrase as the whole.

        Of a phrase ``{name}`` is the name that the part stands under, ``{what}`` what is read, ``{where}`` what that stands in,
        ``{under}`` the name that stands under.
        """
        under = "" if self.key is None else self.key.text
        return Said(phrase, name=name, what=self.what, where=self.where, under=under) if phrase else self.what


@kept
class Meanings(Kept):
    """A place in documents of one sort, and who knows what is meant by the keys there: given a path and a key, its meaning or nothing."""

    means: Callable[[tuple[str, ...], str], str]
    path: tuple[str, ...] = ()

    def below(self, name: str) -> Meanings:
        """Give the place of a value: under a key, ``*`` under any name, ``[]`` in a list."""
        return Meanings(self.means, (*self.path, name))


class Shape(Protocol[T_co]):
    """What a value must be."""

    def read(self, node: Node, spot: Spot, reader: Reader) -> T_co | None:
        """Read it; None, with a finding, when it is something else."""

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""


@kept
class One(Kept, Generic[T]):
    """A value that one function reads."""

    ask: Callable[[Reader, Node, Value], T | None]
    schema: Json

    def read(self, node: Node, spot: Spot, reader: Reader) -> T | None:
        """Read it."""
        return self.ask(reader, node, spot.what)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        return self.schema


@kept
class Held(Kept, Generic[T, U]):
    """A value that another one is made of, or that is held to something more: ``hold`` takes it, its node, what it is called, the reader."""

    shape: Shape[T]
    hold: Callable[[T, Node, Value, Reader], U | None]

    def read(self, node: Node, spot: Spot, reader: Reader) -> U | None:
        """Read it."""
        value = self.shape.read(node, spot, reader)
        return None if value is None else self.hold(value, node, spot.what, reader)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        return self.shape.json(meanings)


def placed(shape: Shape[T]) -> Held[T, tuple[T, Span]]:
    """Give the shape of a value with its place."""
    return Held(shape, lambda value, node, what, reader: (value, node.span))


def made(shape: Shape[T], make: Callable[[T], U]) -> Held[T, U]:
    """Give the shape of what is made of a value."""
    return Held(shape, lambda value, node, what, reader: make(value))


@kept
class ListOf(Kept, Generic[T]):
    """A list, or with ``or_one`` a value for a list of one; what cannot be read is left out, unless ``whole`` gives up the list with it.

    No more than ``most`` are read; ``least`` says what is wanted where there must be one. Of ``distinct`` ones none stands twice (R109).
    """

    item: Shape[T]
    called: str = ""
    most: int = LONGEST
    least: Value = ""
    or_one: tuple[type[Node], ...] = ()
    whole: bool = False
    distinct: bool = False

    def read(self, node: Node, spot: Spot, reader: Reader) -> tuple[T, ...] | None:
        """Read it."""
        if isinstance(node, Sequence):
            items = node.items[: self.most]
        elif isinstance(node, self.or_one) and not (isinstance(node, Scalar) and "," in node.text):
            items = (node,)
        else:
            reader.wrong(node, spot.what, LIST)
            return None
        if self.least and not items:
            reader.wrong(node, spot.what, self.least)
        below = Spot(spot.called(self.called), spot.what)
        read = [(self.item.read(item, below, reader), item) for item in items]
        if self.whole and (not read or any(value is None for value, _ in read)):
            return None
        held = [(value, item) for value, item in read if value is not None]
        texts = [(item.text if isinstance(item, Scalar) else "", item.span) for _, item in held]
        again = unique(texts, reader.bag, what=spot.what) if self.distinct else ()
        return tuple(value for at, (value, _) in enumerate(held) if at not in again)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        item, own = self.item.json(meanings.below("[]")), {"minItems": 1} if self.least else {}
        listed = {"type": "array", "items": item, **own, **({} if self.most == LONGEST else {"maxItems": self.most})}
        return {"anyOf": [listed, self.item.json(meanings)]} if self.or_one else listed


@kept
class MapOf(Kept, Generic[T]):
    """Names with values: of each a value is made, given the name as it stands there, as it was read, and what stands under it.

    ``named`` says what a name is called, ``called`` what a value. Where they are ``ordered`` their order means something, everywhere else none of it.
    """

    key: Shape[Any]
    value: Shape[Any]
    named: str
    called: str
    make: Callable[[Scalar, Any, Any], T]
    ordered: bool = False

    def read(self, node: Node, spot: Spot, reader: Reader) -> tuple[T, ...] | None:
        """Read it."""
        entries = reader.entries(node, spot.what)
        if entries is None:
            return None
        if self.ordered:
            reader.sources.ordered.add(node.span)
        named, found = Spot(spot.called(self.named)), []
        for entry in entries:
            key = self.key.read(entry.key, named, reader)
            below = Spot(spot.called(self.called, entry.key.text), spot.what, key, entry.key)
            value = self.value.read(entry.value, below, reader)
            if key is not None and value is not None:
                found.append(self.make(entry.key, key, value))
        return tuple(found)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        names = {
            key: value for key, value in self.key.json(meanings).items() if key in {"pattern", "enum", "maxLength"}
        }
        own = {"propertyNames": names} if names else {}
        return {"type": "object", "additionalProperties": self.value.json(meanings.below("*")), **own}


def by_name(value: Shape[T], named: str, called: str, key: Shape[object]) -> MapOf[T]:
    """Give the shape of names with groups that know the name they stand under."""
    return MapOf(key, value, named, called, lambda _, __, value: value)


def pairs(
    key: Shape[K], value: Shape[V], named: str = "", called: str = "", *, ordered: bool = False
) -> MapOf[tuple[K, V]]:
    """Give the shape of names with values, which are kept in pairs."""
    return MapOf(key, value, named, called, lambda _, key, value: (key, value), ordered)


@kept
class Either(Kept, Generic[T]):
    """One shape for a group, one for all else; or one of its own for a list, too."""

    group: Shape[T]
    other: Shape[T]
    listed: Shape[T] | None = None

    def read(self, node: Node, spot: Spot, reader: Reader) -> T | None:
        """Read it."""
        listed = self.listed if isinstance(node, Sequence) and self.listed is not None else self.other
        return (self.group if isinstance(node, Mapping) else listed).read(node, spot, reader)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        return {"anyOf": [one.json(meanings) for one in (self.group, self.other, self.listed) if one is not None]}
