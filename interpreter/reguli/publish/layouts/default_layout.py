"""Default layouts of a card and a rulebook for a ruleset without its own: everything that can be worded without an author."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from math import prod
from typing import Final

from reguli.model.resolved_ruleset import Ruleset, Table
from reguli.model.types import NumberType
from reguli.publish.document.table_cells import PLAYER_COUNT
from reguli.publish.layouts import book_layout, card_layout
from reguli.ruleset.document_nodes import InventoryEntry
from reguli.source.source_excerpt import Span
from reguli.words.translation.typed_sentences import typed_statements

LARGEST: Final = 400
"""Tables with more cells are left out, as are those that hold no numbers."""
WIDEST: Final = 12
WRAP: Final = 10
BY_NUMBER: Final = "by_number"
"""What depends on the number of players."""
SETUP: Final = "setup"
"""The section of a rulebook that has it where no layout says otherwise."""


def generate_card_layout(ruleset: Ruleset) -> card_layout.CardLayout:
    """Return the default layout of a card: options, phases, statements with sentences beside the rules, numbers, tables, ranking."""
    span, typed = ruleset.documents.game.span, typed_statements(ruleset)
    said = (one for one in ruleset.documents.inventory if one.id in typed and ruleset.citations.get(one.id))
    phases = tuple((name, span, ()) for name in ruleset.documents.game.round)
    parts: tuple[tuple[str, tuple[card_layout.Part, ...]], ...] = (
        ("options", (card_layout.GeneratedPart(span, "options"),)),
        ("round", (card_layout.PhasesPart(span, phases),) if phases else ()),
        ("rules", tuple(card_layout.StatementQuote(one.span, one.id) for one in said)),
        ("numbers", (card_layout.GeneratedPart(span, "numbers"),)),
        ("tables", tuple(_tables(ruleset))),
        ("ranking", (card_layout.GeneratedPart(span, "ranking"),)),
    )
    sections = tuple(card_layout.SectionDecl(span, name, name == "tables", (), listed) for name, listed in parts)
    return card_layout.CardLayout(sections, generic=True)


def generate_aid_layout(ruleset: Ruleset) -> card_layout.CardLayout:
    """Return the default layout of a player aid: phases, rules and ranking on the front, options, numbers and tables on the back."""
    whole = {one.id: one for one in generate_card_layout(ruleset).sections}
    front = tuple(whole[name] for name in ("round", "rules", "ranking"))
    back = tuple(replace(whole[name], back=True) for name in ("options", "numbers", "tables"))
    return card_layout.CardLayout((*front, *back), generic=True)


def generate_book_layout(ruleset: Ruleset) -> book_layout.BookLayout:
    """Return the default layout of a rulebook: round, options, dependence on player number, every statement, numbers, tables, ranking."""
    span = ruleset.documents.game.span
    sections: tuple[tuple[str, tuple[book_layout.BookPart, ...]], ...] = (
        ("round", (card_layout.GeneratedPart(span, "round"),) if ruleset.documents.game.round else ()),
        ("options", (card_layout.GeneratedPart(span, "options"),) if ruleset.documents.game.options else ()),
        ("setup", (card_layout.GeneratedPart(span, BY_NUMBER),) if ruleset.documents.by_players else ()),
        ("rules", tuple(_statements(ruleset))),
        ("numbers", (card_layout.GeneratedPart(span, "numbers"),) if ruleset.constants else ()),
        ("tables", tuple(book_layout.TableFigurePart(part.span, part, ()) for part in _tables(ruleset))),
        ("ranking", (card_layout.GeneratedPart(span, "ranking"),) if ruleset.ranking else ()),
    )
    return book_layout.BookLayout(
        tuple(book_layout.BookSectionDecl(span, name, False, parts) for name, parts in sections if parts), generic=True
    )


def _statements(ruleset: Ruleset) -> Iterator[book_layout.ListPart]:
    stating = [entry for entry in ruleset.documents.inventory if ruleset.citations.get(entry.id)]
    said = [
        book_layout.ParagraphPart(entry.span, (card_layout.StatementQuote(entry.span, entry.id),)) for entry in stating
    ]
    if said:
        yield book_layout.ListPart(said[0].span, tuple(said), ordered=False)


def _tables(ruleset: Ruleset) -> Iterator[card_layout.TablePart | card_layout.StripPart]:
    numbers = [table for table in ruleset.own_tables if isinstance(table.type, NumberType)]
    small = [table for table in numbers if prod(table.sizes) <= LARGEST]
    by_number = [table for table in small if table.key_names == (PLAYER_COUNT,)]
    if by_number:
        span = by_number[0].declared.span
        columns = tuple(card_layout.LayoutColumn(_reference(table), ()) for table in by_number)
        yield card_layout.TablePart(span, PLAYER_COUNT, (), ((PLAYER_COUNT, span),), (), None, None, columns)
    yield from (_table(table) for table in small if table not in by_number)


def _table(table: Table) -> card_layout.TablePart | card_layout.StripPart:
    span, names = table.declared.span, tuple((name, table.declared.span) for name in table.key_names)
    reference = _reference(table)
    if len(names) == 1:
        if table.is_numeric(0):
            return card_layout.StripPart(span, table.id, (), reference, WRAP)
        return card_layout.TablePart(
            span, table.id, (), names, (), None, None, (card_layout.LayoutColumn(reference, ()),)
        )
    cut = 1 if prod(table.sizes[1:]) <= WIDEST else len(names) - 1
    return card_layout.TablePart(span, table.id, (), names[:cut], names[cut:], reference, None, ())


def _reference(table: Table) -> card_layout.ValueReference:
    span: Span = table.declared.span
    return card_layout.ValueReference(span, f"tables.{table.id}", ("tables", table.id), table.key_names)


# -- variant layout --------------------------------------------------------------------------------------------------
# Layouts of a game held to a variant of it: what is gone is left out, what is new has a place of its own at the end.
#
# A layout that the variant brings itself is its author's business, and stays as it is.


VARIANT: Final = "variant"
"""The section of what a variant adds; its heading is ``section:variant`` of the interface."""


def add_variant_to_card(layout: card_layout.CardLayout, ruleset: Ruleset, *, stating: bool) -> card_layout.CardLayout:
    """Return a card layout with the variant's phases and, with ``stating``, its statements."""
    span = layout.sections[0].span if layout.sections else None
    if span is None or not _inherited(span, ruleset):
        return layout
    sections = tuple(
        replace(section, parts=tuple(_fitted(part, ruleset) for part in section.parts)) for section in layout.sections
    )
    added = tuple(
        card_layout.StatementQuote(entry.span, entry.id) for entry in _added(layout, span, ruleset) if stating
    )
    if added:
        sections = (*sections, card_layout.SectionDecl(added[0].span, VARIANT, False, (), added, shared=True))
    return replace(layout, sections=sections)


def add_variant_to_book(layout: book_layout.BookLayout, ruleset: Ruleset) -> book_layout.BookLayout:
    """Return a book layout without deleted statements, and with those of the variant."""
    span = layout.sections[0].span if layout.sections else None
    if span is None or not _inherited(span, ruleset):
        return layout
    there = {entry.id for entry in ruleset.documents.inventory}
    sections = tuple(
        replace(section, parts=tuple(kept for part in section.parts if (kept := _without(part, there)) is not None))
        for section in layout.sections
    )
    besides = tuple(
        (term, tuple(one for one in said if one.id in there), place) for term, said, place in layout.index.besides
    )
    added = tuple(
        book_layout.ParagraphPart(one.span, (card_layout.StatementQuote(one.span, one.id),))
        for one in _added(layout, span, ruleset)
    )
    if added:
        listed = book_layout.ListPart(added[0].span, added, ordered=False)
        sections = (*sections, book_layout.BookSectionDecl(listed.span, VARIANT, False, (listed,), shared=True))
    return replace(layout, sections=sections, index=replace(layout.index, besides=besides))


def add_player_count_part(layout: book_layout.BookLayout, ruleset: Ruleset) -> book_layout.BookLayout:
    """Return a book layout with a part on player numbers: where the layout has it, else at the end of its set-up or first section."""
    parts = [part for section in layout.sections for part in section.parts]
    said = any(isinstance(part, card_layout.GeneratedPart) and part.what == BY_NUMBER for part in parts)
    if said or not layout.sections or not ruleset.documents.by_players:
        return layout
    names = [section.id for section in layout.sections]
    at = names.index(SETUP) if SETUP in names else 0
    section = layout.sections[at]
    fuller = replace(section, parts=(*section.parts, card_layout.GeneratedPart(section.span, BY_NUMBER)))
    return replace(layout, sections=(*layout.sections[:at], fuller, *layout.sections[at + 1 :]))


def sort_phase_sections(layout: book_layout.BookLayout, ruleset: Ruleset) -> book_layout.BookLayout:
    """Return a book layout with the phase sections reordered among themselves by the order of play."""
    order = ruleset.documents.game.round
    ordered = iter(
        sorted((one for one in layout.sections if one.id in order and one.phase), key=lambda one: order.index(one.id))
    )
    sections = (next(ordered) if one.id in order and one.phase else one for one in layout.sections)
    return replace(layout, sections=tuple(sections))


def sort_ranking_lines(layout: book_layout.BookLayout, ruleset: Ruleset) -> book_layout.BookLayout:
    """Return a book layout with the ranking statements within each paragraph in the order of the ranking."""
    lines = reversed([*enumerate(ruleset.documents.game.ranking)])  # of two that cite one statement the first counts
    places = {cite: at for at, line in lines for cite in line.source.cites}
    sections = tuple(
        replace(section, parts=tuple(_ranked(part, places) for part in section.parts)) for section in layout.sections
    )
    return replace(layout, sections=sections)


def _ranked(part: book_layout.BookPart, places: Mapping[str, int]) -> book_layout.BookPart:
    if isinstance(part, book_layout.ListPart):
        items = tuple(item for one in part.items if isinstance(item := _ranked(one, places), book_layout.ParagraphPart))
        return replace(part, items=items)
    if not isinstance(part, book_layout.ParagraphPart):
        return part
    ranked = iter(sorted((one for one in part.said if one.id in places), key=lambda one: places[one.id]))
    return replace(part, said=tuple(next(ranked) if one.id in places else one for one in part.said))


def _home(span: Span) -> str:
    return span.file.partition("/")[0]


def _inherited(span: Span, ruleset: Ruleset) -> bool:
    variants = ruleset.documents.variants
    return bool(variants) and _home(span) != _home(variants[-1].span)


def _added(layout: object, span: Span, ruleset: Ruleset) -> Iterable[InventoryEntry]:
    """Return statements from folders other than the layout's that some rule cites and the layout does not print."""
    listed = [one for one in ruleset.documents.inventory if _home(one.span) != _home(span)]
    said = _said(layout) if listed else set()
    return [one for one in listed if one.id not in said and ruleset.citations.get(one.id)]


def _said(layout: object) -> set[str]:
    """Return the statements that a layout quotes or summarises."""
    found, waiting = set[str](), [layout]
    while waiting:
        match waiting.pop():
            case card_layout.StatementQuote(id=name):
                found.add(name)
            case card_layout.CardStatement(cites=cites):
                found.update(cites)
            case tuple() as parts:
                waiting += parts
            case one if is_dataclass(one) and not isinstance(one, Span):
                waiting += [getattr(one, part.name) for part in fields(one)]
            case _:
                pass
    return found


def _fitted(part: card_layout.Part, ruleset: Ruleset) -> card_layout.Part:
    """Return a part with the current phases, and without deleted statements."""
    if isinstance(part, card_layout.CardStatement):
        return _say(part, ruleset)
    if not isinstance(part, card_layout.PhasesPart):
        return part
    there = {entry.id for entry in ruleset.documents.inventory}

    def kept(says: tuple[card_layout.SaidPart, ...]) -> tuple[card_layout.SaidPart, ...]:
        stay = (one for one in says if isinstance(one, card_layout.CardStatement) or one.id in there)
        return tuple(_say(one, ruleset) for one in stay)

    said = {name: (name, span, kept(says)) for name, span, says in part.said}
    return replace(part, said=tuple(said.get(name, (name, part.span, ())) for name in ruleset.documents.game.round))


def _say(say: card_layout.SaidPart, ruleset: Ruleset) -> card_layout.SaidPart:
    if isinstance(say, card_layout.StatementQuote):
        return say
    there = {entry.id for entry in ruleset.documents.inventory}
    return replace(say, cites=tuple(cite for cite in say.cites if cite in there))


def _without(part: book_layout.BookPart, there: set[str]) -> book_layout.BookPart | None:
    """Return a part without deleted statements; None where nothing remains."""
    match part:
        case book_layout.ParagraphPart():
            left = replace(
                part,
                said=tuple(one for one in part.said if isinstance(one, book_layout.ReferencePart) or one.id in there),
            )
            return left if left.statements or not part.statements else None
        case book_layout.ListPart():
            kept = (_without(item, there) for item in part.items)
            items = tuple(item for item in kept if isinstance(item, book_layout.ParagraphPart))
            return replace(part, items=items) if items else None
        case book_layout.TableFigurePart() | book_layout.QuantityListPart():
            return replace(part, states=tuple(one for one in part.states if one.id in there))
        case (
            book_layout.HeadingPart() | book_layout.ExamplesPart() | book_layout.CardPart() | book_layout.MarketPart()
            | book_layout.TrackPart() | card_layout.GeneratedPart()
        ):  # fmt: skip
            return part
