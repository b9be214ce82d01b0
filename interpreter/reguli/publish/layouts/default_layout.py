"""The layouts of a card and of a rulebook for a ruleset that has none of its own: everything that can be said without an author."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.types import NumberType
from reguli.publish.document.table_cells import PLAYER_COUNT
from reguli.publish.layouts import book_layout, card_layout
from reguli.source.span import Span

LARGEST: Final = 400
"""Tables with more cells are left out, as are those that hold no numbers."""
WIDEST: Final = 12
WRAP: Final = 10
BY_NUMBER: Final = "by_number"
"""What hangs on the number of players."""
SETUP: Final = "setup"
"""The section of a rulebook that has it where no layout says otherwise."""


def generic_layout(ruleset: Ruleset) -> card_layout.Layout:
    """Lay out a card: options, phases, numbers, tables, ranking."""
    span = ruleset.documents.game.span
    phases = tuple((name, span, ()) for name in ruleset.documents.game.round)
    parts: tuple[tuple[str, tuple[card_layout.Part, ...]], ...] = (
        ("options", (card_layout.MadePart(span, "options"),)),
        ("round", (card_layout.PhasesPart(span, phases),) if phases else ()),
        ("numbers", (card_layout.MadePart(span, "numbers"),)),
        ("tables", tuple(_tables(ruleset))),
        ("ranking", (card_layout.MadePart(span, "ranking"),)),
    )
    sections = tuple(card_layout.SectionDecl(span, name, name == "tables", (), listed) for name, listed in parts)
    return card_layout.Layout(sections, generic=True)


def generic_book(ruleset: Ruleset) -> book_layout.BookLayout:
    """Lay out a rulebook: the round, options, what hangs on the number of players, every statement, numbers, tables, ranking."""
    span = ruleset.documents.game.span
    sections: tuple[tuple[str, tuple[book_layout.BookPart, ...]], ...] = (
        ("round", (card_layout.MadePart(span, "round"),) if ruleset.documents.game.round else ()),
        ("options", (card_layout.MadePart(span, "options"),) if ruleset.documents.game.options else ()),
        ("setup", (card_layout.MadePart(span, BY_NUMBER),) if ruleset.documents.by_players else ()),
        ("rules", tuple(_statements(ruleset))),
        ("numbers", (card_layout.MadePart(span, "numbers"),) if ruleset.constants else ()),
        ("tables", tuple(book_layout.TabledPart(part.span, part, ()) for part in _tables(ruleset))),
        ("ranking", (card_layout.MadePart(span, "ranking"),) if ruleset.ranking else ()),
    )
    return book_layout.BookLayout(
        tuple(book_layout.BookSectionDecl(span, name, False, parts) for name, parts in sections if parts), generic=True
    )


def _statements(ruleset: Ruleset) -> Iterator[book_layout.ListPart]:
    stating = [entry for entry in ruleset.documents.inventory if ruleset.citations.get(entry.id)]
    said = [book_layout.ParagraphPart(entry.span, (card_layout.Quote(entry.span, entry.id),)) for entry in stating]
    if said:
        yield book_layout.ListPart(said[0].span, tuple(said), ordered=False)


def _tables(ruleset: Ruleset) -> Iterator[card_layout.TablePart | card_layout.StripPart]:
    numbers = [table for table in ruleset.own_tables if isinstance(table.type, NumberType)]
    small = [table for table in numbers if prod(table.sizes) <= LARGEST]
    by_number = [table for table in small if table.key_names == (PLAYER_COUNT,)]
    if by_number:
        span = by_number[0].declared.span
        columns = tuple(card_layout.Column(_reference(table), ()) for table in by_number)
        yield card_layout.TablePart(span, PLAYER_COUNT, (), ((PLAYER_COUNT, span),), (), None, None, columns)
    yield from (_table(table) for table in small if table not in by_number)


def _table(table: Table) -> card_layout.TablePart | card_layout.StripPart:
    span, names = table.declared.span, tuple((name, table.declared.span) for name in table.key_names)
    reference = _reference(table)
    if len(names) == 1:
        if table.declared.keys[0].low is not None:
            return card_layout.StripPart(span, table.id, (), reference, WRAP)
        return card_layout.TablePart(span, table.id, (), names, (), None, None, (card_layout.Column(reference, ()),))
    cut = 1 if prod(table.sizes[1:]) <= WIDEST else len(names) - 1
    return card_layout.TablePart(span, table.id, (), names[:cut], names[cut:], reference, None, ())


def _reference(table: Table) -> card_layout.Reference:
    span: Span = table.declared.span
    return card_layout.Reference(span, f"tables.{table.id}", ("tables", table.id), table.key_names)
