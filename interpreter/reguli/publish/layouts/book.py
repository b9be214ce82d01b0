"""The layout of a rulebook as written in ``book.yaml``: which statements stand in which section, in which order, and what is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from reguli.publish.layouts.card import StripPart, TablePart
from reguli.source.span import Span

Made: TypeAlias = Literal["round", "board", "pieces", "ranking", "options", "questions", "numbers"]
"""What is made from the ruleset as a whole: the picture of a round, the boards, all cards, the ranking, the options, the questions, all numbers."""


@dataclass(frozen=True, slots=True)
class SaidStatement:
    """A statement of the rulebook by its id."""

    span: Span
    id: str


@dataclass(frozen=True, slots=True)
class ParagraphPart:
    """Statements that follow one another in running text."""

    span: Span
    statements: tuple[SaidStatement, ...]


@dataclass(frozen=True, slots=True)
class ListPart:
    """Paragraphs one below the other; ``ordered`` where they are done in this order."""

    span: Span
    items: tuple[ParagraphPart, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class HeadingPart:
    """A heading inside a section."""

    span: Span
    id: str


@dataclass(frozen=True, slots=True)
class CountedPart:
    """Things counted one below the other: for each a term, and its number by the name that wordings know it by."""

    span: Span
    things: tuple[tuple[str, str, Span], ...]


@dataclass(frozen=True, slots=True)
class ExamplesPart:
    """Worked examples that stand here, by id."""

    span: Span
    ids: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class TabledPart:
    """A table or strip, with the statements that say nothing else than what stands in it."""

    span: Span
    part: TablePart | StripPart
    states: tuple[SaidStatement, ...]


@dataclass(frozen=True, slots=True)
class MadePart:
    """Something made from the ruleset as a whole."""

    span: Span
    what: Made


BookPart: TypeAlias = ParagraphPart | ListPart | HeadingPart | CountedPart | ExamplesPart | MadePart | TabledPart


@dataclass(frozen=True, slots=True)
class BookSectionDecl:
    """A section: its id, or that of the phase it is about, and its parts."""

    span: Span
    id: str
    phase: bool
    parts: tuple[BookPart, ...]


@dataclass(frozen=True, slots=True)
class BookLayout:
    """A whole book. ``without`` are examples that are left out; ``generic`` when nobody wrote the layout."""

    sections: tuple[BookSectionDecl, ...]
    without: tuple[tuple[str, Span], ...] = ()
    generic: bool = False
