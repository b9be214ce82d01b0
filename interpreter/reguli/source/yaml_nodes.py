"""YAML values as written, each with its place and its stretch of the text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

Style: TypeAlias = Literal["plain", "single", "double", "literal"]


@kept
class Scalar(Kept):
    """One value: text, a whole number, true, false or null; ``text[start:end]`` is how it was written."""

    span: Span
    value: str | int | bool | None
    text: str
    style: Style
    start: int
    end: int


@kept
class Sequence(Kept):
    """A list of values; ``flow`` when it was written in brackets."""

    span: Span
    items: tuple[Node, ...]
    start: int
    end: int
    flow: bool = False


@kept
class Entry(Kept):
    """A name and its value."""

    key: Scalar
    value: Node


@kept
class Mapping(Kept):
    """Names with values, in the order written; ``flow`` when it was written in braces."""

    span: Span
    entries: tuple[Entry, ...]
    start: int
    end: int
    flow: bool = False

    def entry(self, name: str) -> Entry | None:
        """Give the entry of a name, or None."""
        return next((entry for entry in self.entries if entry.key.text == name), None)

    def get(self, name: str) -> Node | None:
        """Give the value of a name, or None."""
        entry = self.entry(name)
        return None if entry is None else entry.value

    def keys(self) -> tuple[str, ...]:
        """All names as written, in order; a number used as a name is its digits."""
        return tuple(entry.key.text for entry in self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping
