"""Watches the readers of documents: which groups they read, and which keys they accept in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import MappingShape, ValueContext
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingNode, Node

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
    plain_word: Callable[..., str | None] = NodeReader.word

    def word(self: NodeReader, node: Node, what: str, choices: Sequence[str]) -> str | None:
        found.append(Chosen(node.span, tuple(choices)))
        return plain_word(self, node, what, choices)

    with patch.object(NodeReader, "word", word):
        yield found


@contextmanager
def watched() -> Iterator[list[Read]]:
    """Note every group that is read."""
    found: list[Read] = []
    plain_read: Callable[..., object] = MappingShape.read

    def read(self: MappingShape[object], node: Node, spot: ValueContext, reader: NodeReader) -> object:
        if isinstance(node, MappingNode):
            found.append(Read(node.span, frozenset(self.known), frozenset(node.keys())))
        return plain_read(self, node, spot, reader)

    with patch.object(MappingShape, "read", read):
        yield found
