"""Watches the readers of documents: which groups they read, and which keys they accept in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from reguli.schema.node_reader import Reader
from reguli.schema.shapes import Group, Spot
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import Mapping, Node

TOP = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Read:
    """A group that was read: where it stands, the keys it may have and those it has."""

    span: Span
    allowed: frozenset[str]
    given: frozenset[str]


@dataclass(frozen=True)
class Chosen:
    """A value that is one of a few words."""

    span: Span
    choices: tuple[str, ...]


@contextmanager
def choosing() -> Iterator[list[Chosen]]:
    """Note every value that must be one of a few words."""
    found: list[Chosen] = []
    plain_word: Callable[..., str | None] = Reader.word

    def word(self: Reader, node: Node, what: str, choices: Sequence[str]) -> str | None:
        found.append(Chosen(node.span, tuple(choices)))
        return plain_word(self, node, what, choices)

    with patch.object(Reader, "word", word):
        yield found


@contextmanager
def watched() -> Iterator[list[Read]]:
    """Note every group that is read."""
    found: list[Read] = []
    plain_read: Callable[..., object] = Group.read

    def read(self: Group[object], node: Node, spot: Spot, reader: Reader) -> object:
        if isinstance(node, Mapping):
            found.append(Read(node.span, frozenset(self.known), frozenset(node.keys())))
        return plain_read(self, node, spot, reader)

    with patch.object(Group, "read", read):
        yield found
