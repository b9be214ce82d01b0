"""Groups of known entries that make one value, and several sorts of groups told apart by what they have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic

from reguli.schema.node_reader import Reader
from reguli.schema.value_shapes import Json, Meanings, Shape, Spot, T
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.yaml_nodes import Entry, Mapping, Node, Scalar

HERE: Final = ""
"""The place of a group is where the group itself stands."""
WHOLE: Final = "whole"
"""An entry is called as the group is that it stands in."""


@dataclass(slots=True, eq=False)
class Found:
    """What a group was read as so far: by attribute, and as written by key."""

    values: dict[str, Any]
    entries: dict[str, Entry]
    node: Node
    what: Value
    reader: Reader
    alone: bool = False
    """Whether one value stands for the group."""

    def fill(self, attributes: tuple[str, ...], value: Any) -> None:
        """Give a value to an attribute, or share a tuple out to several; where there is none, to none."""
        if len(attributes) > 1:
            self.values.update(zip(attributes, value, strict=True))
        elif attributes:
            self.values[attributes[0]] = value

    def given(self, key: str) -> Node | None:
        """Give what stands under a key."""
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def of(self, key: str) -> Value:
        """Say which value is meant, for a finding."""
        return self.what if self.alone else Said("part.field", name=key, where=self.what)


@kept
class Field(Kept):
    """An entry of a group: its key, its shape, the attributes that it fills (several share out a tuple; ``-`` is read and forgotten).

    An optional one that is not there, or unreadable, is ``default``. What is ``vital`` gives up the group where it cannot be read.
    """

    key: str
    shape: Shape[object]
    into: str = ""
    default: Any = None
    called: str | Said = ""
    needed: bool = False
    vital: bool = False

    @property
    def keys(self) -> tuple[tuple[str, bool], ...]:
        """The keys it takes, and whether each is needed."""
        return ((self.key, self.needed),)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes it fills."""
        return () if self.into == "-" else tuple((self.into or self.key).split())

    def read(self, found: Found) -> bool:
        """Read it into what was found; false where the group is to be given up."""
        entry, value = found.entries.get(self.key), None
        if entry is not None:
            value = self.shape.read(entry.value, Spot(self._called(found), found.what, None, entry.key), found.reader)
        if value is None and entry is not None and self.vital:
            return False
        found.fill(self.attributes, self.default if value is None else value)
        return True

    def _called(self, found: Found) -> Value:
        if isinstance(self.called, Said):
            return self.called
        whole = Spot(found.what, found.what)
        return (
            whole.called("" if self.called == WHOLE else self.called, self.key) if self.called else found.of(self.key)
        )

    def json(self, meanings: Meanings) -> Json:
        """Describe it, by its key."""
        means, own = meanings.means(meanings.path, self.key), self.shape.json(meanings.below(self.key))
        shown = {"default": self.default} if type(self.default) in {int, bool, str} and self.default != "" else {}
        return {self.key: {**({"description": means} if means else {}), **own, **shown}}


def must(key: str, shape: Shape[object], into: str = "", called: str | Said = "") -> Field:
    """Give an entry that a group cannot lack."""
    return Field(key, shape, into, called=called, needed=True, vital=True)


@kept
class Group(Kept, Generic[T]):
    """Known entries that make one value.

    The name that it stands under fills the attributes ``named``, and its place is then the ``span``; the place of others is that of an
    entry by its key, or that of the whole (``HERE``). ``renamed`` is what the group is called as soon as its first entry is read, a phrase with its ``{name}``. ``settle`` holds the entries to
    one another, settles what hangs on several, and may give the whole up. ``short``: a single value stands for this entry alone. ``bare``: nothing stands for an empty group. ``called`` is what it is called wherever it stands, a phrase.
    """

    make: Callable[..., T]
    fields: tuple[Field | Beside, ...]
    span: str | None = None
    named: str = ""
    renamed: str = ""
    settle: Callable[[Found], bool] | None = None
    short: str = ""
    bare: bool = False
    called: str = ""
    needed: tuple[str, ...] = field(init=False)
    known: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Gather the keys once, those that are needed first."""
        keys = [one for part in self.fields for one in part.keys]
        needed = tuple(key for key, is_needed in keys if is_needed)
        object.__setattr__(self, "needed", needed)
        object.__setattr__(self, "known", (*needed, *(key for key, is_needed in keys if not is_needed)))

    def read(self, node: Node, spot: Spot, reader: Reader) -> T | None:
        """Read it."""
        what, alone = Said(self.called) if self.called else spot.what, isinstance(node, Scalar) and bool(self.short)
        if isinstance(node, Scalar) and (alone or (self.bare and node.value is None)):
            entries: dict[str, Entry] | None = {self.short: Entry(node, node)} if alone else {}
        else:
            entries = reader.fields(node, what, self.needed, self.known)
        return None if entries is None else self.made(Found({}, entries, node, what, reader, alone), spot)

    def made(self, found: Found, spot: Spot) -> T | None:
        """Make the value of the entries that were found."""
        values, entries, whole = found.values, found.entries, not self.named or spot.id is not None
        if self.named and spot.key is not None:
            values["span"] = spot.key.span
            if whole:
                found.fill(tuple(self.named.split()), spot.id)
        elif self.span is not None:
            values["span"] = entries[self.span].value.span if self.span in entries else found.node.span
        for at, part in enumerate(self.fields):
            whole = part.read(found) and whole
            if at == 0 and whole and self.renamed:
                found.what = Said(self.renamed, name=values[part.attributes[0]])
        if not whole or (self.settle is not None and not self.settle(found)):
            return None
        return self.make(**values)

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        entries: Json = {}
        for part in self.fields:
            entries |= part.json(meanings)
        own: Json = {"type": "object", "properties": entries, "additionalProperties": False}
        if self.needed:
            own["required"] = list(self.needed)
        others = [entries[self.short]] if self.short else []
        return {"anyOf": [own, *others, *([{"type": "null"}] if self.bare else [])]} if others or self.bare else own


@kept
class Beside(Kept):
    """A part of a group that is a value of its own: its entries stand among those of the group."""

    into: str
    group: Group[Any]
    vital: bool = False

    @property
    def keys(self) -> tuple[tuple[str, bool], ...]:
        """The keys it takes, and whether each is needed."""
        return tuple((key, key in self.group.needed) for key in self.group.known)

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attribute it fills."""
        return (self.into,)

    def read(self, found: Found) -> bool:
        """Read it into what was found; false where the group is to be given up."""
        own = Found({}, found.entries, found.node, found.what, found.reader)
        value = found.values[self.into] = self.group.made(own, Spot(found.what))
        return value is not None or not self.vital

    def json(self, meanings: Meanings) -> Json:
        """Describe it, by its keys."""
        described: Json = self.group.json(meanings)["properties"]
        return described


@kept
class Signed(Kept, Generic[T]):
    """One of several groups, told apart by the one entry that is the sign of each; R111 without, or with several.

    Where one is ``usual``, the first sign that is there counts, and that one without any.
    """

    by: dict[str, Shape[T]]
    usual: str = ""

    def read(self, node: Node, spot: Spot, reader: Reader) -> T | None:
        """Read it."""
        if self.usual:
            given = node.keys() if isinstance(node, Mapping) else ()
            return self.by[next((sign for sign in self.by if sign in given), self.usual)].read(node, spot, reader)
        entries = reader.entries(node, spot.what)
        if entries is None:
            return None
        said = [entry for entry in entries if entry.key.text in self.by]
        if len(said) == 1:
            return self.by[said[0].key.text].read(node, spot, reader)
        span, choices = said[1].key.span if said else node.span, ", ".join(self.by)
        reader.bag.add("R111", span, where=spot.what, found=len(said), choices=choices)
        return None

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        return {"anyOf": [one.json(meanings) for one in self.by.values()]}


@kept
class Sorted(Kept, Generic[T]):
    """One of several groups, told apart by the word under one key."""

    key: str
    by: dict[str, Group[T]]

    def read(self, node: Node, spot: Spot, reader: Reader) -> T | None:
        """Read it."""
        said = node.get(self.key) if isinstance(node, Mapping) else None
        chosen = (
            None
            if said is None
            else reader.word(said, Said("part.field", name=self.key, where=spot.what), tuple(self.by))
        )
        if chosen in self.by:
            return self.by[chosen].read(node, spot, reader)
        reader.fields(node, spot.what, [self.key], tuple({key: None for one in self.by.values() for key in one.known}))
        return None

    def json(self, meanings: Meanings) -> Json:
        """Describe it."""
        return {"anyOf": [one.json(meanings) for one in self.by.values()]}
