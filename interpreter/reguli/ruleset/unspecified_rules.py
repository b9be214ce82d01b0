"""Rules that no text tells: books and cards say the statements of a ruleset, and what carries none stands in none of them."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.language.syntax_tree.expressions import Node
from reguli.language.syntax_tree.statements import Citation
from reguli.language.syntax_tree.top_level_items import Adjust, At, OptionGroup, Phase, Waive, When, Whenever
from reguli.ruleset.document_nodes import Documents, items_of
from reguli.source.span import Span

STANDING = (Phase, OptionGroup, Whenever, When, At, Adjust, Waive)
"""What is in force or done by itself. Procedures and values are told where they are used, events where they are announced."""


def untold(documents: Documents) -> tuple[tuple[str, Span], ...]:
    """Give the rules that carry no statement, nor anything in them: what each is called, and its place."""
    items = (item for item in items_of(documents) if isinstance(item, STANDING))
    return tuple((item.name or type(item).__name__.lower(), item.span) for item in items if not any(_cited(item)))


def _cited(node: object) -> Iterator[Citation]:
    """Give every citation in a node."""
    if isinstance(node, Citation):
        yield node
    elif isinstance(node, tuple):
        for one in node:
            yield from _cited(one)
    elif isinstance(node, Node):
        for name in node.__match_args__:
            yield from _cited(getattr(node, name))
