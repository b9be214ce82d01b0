"""The layout of a rulebook for a ruleset that has none of its own: the round, every statement, numbers, tables, ranking."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.ruleset import Ruleset
from reguli.publish.layouts.book import (
    BookLayout,
    BookPart,
    BookSectionDecl,
    ListPart,
    MadePart,
    ParagraphPart,
    SaidStatement,
    TabledPart,
)
from reguli.publish.layouts.card import StripPart, TablePart
from reguli.publish.layouts.generic import generic_layout


def generic_book(ruleset: Ruleset) -> BookLayout:
    """Lay out everything that can be said without an author."""
    span = ruleset.documents.game.span
    tables = [part for section in generic_layout(ruleset).sections for part in section.parts]
    sections: tuple[tuple[str, tuple[BookPart, ...]], ...] = (
        ("round", (MadePart(span, "round"),) if ruleset.documents.game.round else ()),
        ("options", (MadePart(span, "options"),) if ruleset.documents.game.options else ()),
        ("rules", tuple(_statements(ruleset))),
        ("numbers", (MadePart(span, "numbers"),) if ruleset.constants else ()),
        (
            "tables",
            tuple(TabledPart(part.span, part, ()) for part in tables if isinstance(part, TablePart | StripPart)),
        ),
        ("ranking", (MadePart(span, "ranking"),) if ruleset.ranking else ()),
    )
    return BookLayout(
        tuple(BookSectionDecl(span, name, False, parts) for name, parts in sections if parts), generic=True
    )


def _statements(ruleset: Ruleset) -> Iterator[ListPart]:
    stating = [entry for entry in ruleset.documents.inventory if ruleset.citations.get(entry.id)]
    said = [ParagraphPart(entry.span, (SaidStatement(entry.span, entry.id),)) for entry in stating]
    if said:
        yield ListPart(said[0].span, tuple(said), ordered=False)
