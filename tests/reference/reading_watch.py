"""Watches the readers of documents: which groups they read, which keys they accept in each, and which line of code asks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from reguli.ruleset.schema import Fields, Schema
from reguli.source.diagnostic import Bag
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node
from reguli.words.grammar import names
from reguli.words.terms import lexicon
from reguli.words.terms.shape import known_keys

TOP = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Read:
    """A group that was read: where it stands, the keys it may have and those it has, and the code that asked."""

    span: Span
    allowed: frozenset[str]
    given: frozenset[str]
    site: tuple[str, int]


@dataclass(frozen=True)
class Chosen:
    """A value that is one of a few words."""

    span: Span
    choices: tuple[str, ...]


@contextmanager
def choosing() -> Iterator[list[Chosen]]:
    """Note every value that must be one of a few words."""
    found: list[Chosen] = []
    plain_word: Callable[..., str | None] = Schema.word

    def word(self: Schema, node: Node, what: str, choices: Sequence[str]) -> str | None:
        found.append(Chosen(node.span, tuple(choices)))
        return plain_word(self, node, what, choices)

    with patch.object(Schema, "word", word):
        yield found


@contextmanager
def watched() -> Iterator[list[Read]]:
    """Note every group that is read."""
    found: list[Read] = []
    plain_fields: Callable[..., Fields | None] = Schema.fields

    def note(node: Node, allowed: Iterable[str]) -> None:
        frame = sys._getframe(2)
        given = frozenset(node.keys()) if isinstance(node, Mapping) else frozenset[str]()
        name = Path(frame.f_code.co_filename).resolve().relative_to(TOP / "interpreter" / "reguli").as_posix()
        found.append(Read(node.span, frozenset(allowed), given, (name, frame.f_lineno)))

    def fields(self: Schema, node: Node, where: str, required: Sequence[str], optional: Sequence[str] = ()) -> object:
        note(node, (*required, *optional))
        return plain_fields(self, node, where, required, optional)

    def keys(group: Mapping, what: str, allowed: Iterable[str], bag: Bag) -> object:
        listed = tuple(allowed)
        note(group, listed)
        return known_keys(group, what, listed, bag)

    with (
        patch.object(Schema, "fields", fields),
        patch.object(lexicon, "known_keys", keys),
        patch.object(names, "known_keys", keys),
    ):
        yield found
