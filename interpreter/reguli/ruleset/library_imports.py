"""What a ruleset uses of libraries, as written, and what came of it."""

from __future__ import annotations

from typing import TypeAlias

from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry

Mapped: TypeAlias = tuple[tuple[str, Span], ...]
"""Statements of the game that stand for one of a library, each with its place; none where that says nothing here."""


@kept
class UseDecl(Kept):
    """``NAME: {library: …}``: a library under a name, with what it is given, what its names become, and which statements it carries."""

    span: Span
    id: str
    library: str
    library_span: Span
    given: tuple[Entry, ...]
    """By parameter, as written: what each must be is known to the library."""
    names: tuple[tuple[str, str, Span], ...]
    cites: tuple[tuple[str, Mapped, Span], ...]


@kept
class BroughtIn(Kept):
    """One use of a library after its rules were brought in."""

    use: UseDecl
    rules: tuple[str, ...]
    """What rules call of it: ``bidding.ascending``."""
    typed: tuple[str, ...]
    """What it brings that is typed, or kept: decisions, options, reasons, state."""
    says: tuple[tuple[str, tuple[tuple[str, str, Span], ...]], ...]
    """Its own sentences: by what they word, by the code of their language, with their places."""
