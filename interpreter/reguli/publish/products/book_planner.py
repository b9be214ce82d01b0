"""A ruleset, a layout and executed examples to the plan of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from reguli.publish.document import document_tree as d
from reguli.publish.document.document_traversal import every
from reguli.publish.document.inline_nodes import Given, Sayable, Statement
from reguli.publish.document.layout_references import Reader
from reguli.publish.document.placeholder_resolution import offered
from reguli.publish.layouts import book_layout
from reguli.publish.layouts.card_layout import MadePart, Quote
from reguli.publish.layouts.variant_layout import in_order_of_play, in_order_of_ranking, with_numbers
from reguli.publish.products.book_back_matter import (
    Material,
    colophon,
    is_told,
    mark_of,
    option_in_words,
    sources,
    words_of_book,
)
from reguli.publish.products.book_boards import boards_of, position_of
from reguli.publish.products.card_planner import Planner
from reguli.publish.products.component_counts import counted
from reguli.publish.products.figure_planner import card_figure, figure_of
from reguli.publish.products.piece_planner import piece_lists
from reguli.publish.products.player_count_tables import table_by_number
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.source.span import NOWHERE, Span
from reguli.words.placeholders.example_placeholders import claim_name
from reguli.words.placeholders.placeholder_values import everywhere

STATEMENT, EXAMPLE, RULING, ANSWER = "statement:", "example:", "ruling:", "answer:"
"""How the ids begin of statements, of worked examples, of the questions that rulings answer, of what is answered in short."""


def plan_book(material: Material, layout: book_layout.BookLayout, bag: Bag) -> d.Plan:
    """Plan the book for the number of players of the material, or for every number.

    Findings: W421 for a statement that states a rule and stands nowhere, W422 for what the layout names and the ruleset does
    not have, R109 for what stands twice, W423 for examples that fail, W402 to W404 as on a card.
    """
    planner = _BookPlanner(material, layout, bag)
    ruleset = material.ruleset
    chapters = tuple(planner.chapter(section, at) for at, section in enumerate(planner.layout.sections, 1))
    planner.report_missing()
    return replace(
        planner.document("book.kind", chapters, colophon(ruleset)),
        words=words_of_book(ruleset),
        sources=sources(ruleset, dict(_homes(chapters))),
        options=tuple(option_in_words(*option) for option in planner.options()),
        unindexed=planner.layout.index.without,
        indexed=tuple(planner.indexed()),
    )


def _homes(chapters: Iterable[d.Section[Sayable]]) -> Iterator[tuple[str, int]]:
    """Give the statements that have their place in a section, by their numbers."""
    for chapter in chapters:
        for block in chapter.blocks:
            yield from ((one.label, chapter.number) for one in every(block, d.Sentence))
            yield from ((label, chapter.number) for label, _ in getattr(block, "states", ()))


class _BookPlanner(Planner):
    """Makes chapters of the sections of a layout."""

    def __init__(self, material: Material, layout: book_layout.BookLayout, bag: Bag) -> None:
        super().__init__(material.ruleset, Reader(material.ruleset, material.players, bag), layout.generic)
        self.material = material
        self.subjects = material.subjects
        ordered = in_order_of_ranking(in_order_of_play(layout, material.ruleset), material.ruleset)
        self.layout = with_numbers(ordered, material.ruleset)
        self.bag = bag
        self.entries = {entry.id: entry for entry in material.ruleset.documents.inventory}
        self.everywhere = offered(dict(everywhere(self.ruleset)), self.ruleset)
        self.stands: dict[str, Span] = {}
        parts = [part for section in self.layout.sections for part in section.parts]
        self.numbers = {section.id: at for at, section in enumerate(self.layout.sections, 1)}
        self.placed = {
            said.id: section.id for section in self.layout.sections for part in section.parts for said in _said_in(part)
        }
        self.waiting = self._automatic(parts)

    def _automatic(self, parts: list[book_layout.BookPart]) -> list[ExampleDecl]:
        """Give the examples that stand where what they cite stands; those that need not be said only where they are worded."""
        known = {example.id: example for example in self.material.examples}
        named = [one for part in parts if isinstance(part, book_layout.ExamplesPart) for one in part.ids]
        for name, span in (*self.layout.without, *named):
            if name not in known:
                self.unknown(name, span, known)
        taken = {name for name, _ in (*self.layout.without, *named)}
        waiting = [example for example in known.values() if example.id not in taken and example.cites]
        return [
            one for one in waiting if (one.sources and not one.abstract) or EXAMPLE + one.id in self.material.worded
        ]

    def chapter(self, section: book_layout.BookSectionDecl, number: int) -> d.Section[Sayable]:
        """Plan one section."""
        here = Given(number, (f"section:{section.id}",))
        blocks = _joined(block for part in section.parts for block in self._with_examples(part, here))
        if not section.phase:
            heading = self.heading(section.id, section.span)
            if section.shared:
                heading = Statement(f"section:{section.id}", section.span, shared=True)
            return d.Section(section.id, heading, blocks, number=number)
        order = self.ruleset.documents.game.round
        if section.id not in order:
            self.unknown(section.id, section.span, order)
            return d.Section(section.id, Statement(f"phase:{section.id}", section.span), blocks, number=number)
        item = self.phase(section.id, section.span)
        return d.Section(section.id, item.name, blocks, number=number, phase=item.number, order=item.order)

    def heading(self, name: str, span: Span) -> Statement:
        """Plan a heading, which may speak of what every wording may speak of."""
        return Statement(f"section:{name}", span, self.everywhere, self.layout.generic, word=name, offered=True)

    def _with_examples(self, part: book_layout.BookPart, chapter: Given) -> Iterator[d.Block]:
        """Plan one part of a chapter; the examples follow of which it says the last cited statement."""
        yield from self.blocks(part)
        ready = [
            one for one in self.waiting if all(cite in self.stands or cite not in self.placed for cite in one.cites)
        ]
        self.waiting = [one for one in self.waiting if one not in ready]
        told = [(example, box) for example in ready if (box := self.box(example)) is not None]
        if told:
            yield _boxes(tuple(box for _, box in told))
        places = self.material.positions
        yield from (position_of(one, places[one.id], chapter) for one, _ in told if one.id in places)

    def blocks(self, part: book_layout.BookPart) -> Iterator[d.Block]:
        """Plan one part without the examples that follow it."""
        match part:
            case book_layout.ParagraphPart():
                yield d.Paragraph(self.paragraph(part))
            case book_layout.ListPart(items=items, ordered=ordered):
                yield d.Paragraphs(tuple(self.paragraph(item) for item in items), ordered)
            case book_layout.HeadingPart(id=name, span=span):
                yield d.Subheading(name, self.heading(name, span))
            case book_layout.CountedPart():
                listed = counted(part, self.ruleset, self.material.subjects, self.bag)
                yield d.Counted(tuple(listed), tuple(self.state(name) for name in self.said_once(part.states)))
            case book_layout.ExamplesPart(ids=ids):
                known = {example.id: example for example in self.material.examples}
                boxes = (self.box(known[name]) for name, _ in ids if name in known)
                yield _boxes(tuple(box for box in boxes if box is not None))
            case MadePart(what="pieces"):
                yield from self.pieces()
            case MadePart(what="board"):
                yield from boards_of(self.material.boards, part.span)
            case MadePart():
                found = self.made(part)
                yield from () if found is None else (found,)
            case book_layout.CardPart() | book_layout.MarketPart() | book_layout.TrackPart():
                yield from self.figure(part)
            case book_layout.TabledPart():
                table = self.block(part.part)
                states = tuple(self.state(name) for name in self.said_once(part.states))
                yield from (replace(table, states=states),) if isinstance(table, d.Table | d.Strip) else ()
            case _:
                assert_never(part)

    def figure(self, part: book_layout.CardPart | book_layout.MarketPart | book_layout.TrackPart) -> Iterator[d.Block]:
        """Plan a picture of something of the game; what its numbers point at follows as a list."""
        pieces = self.material.pieces
        if not isinstance(part, book_layout.CardPart):
            yield from figure_of(part, self.reader, {} if pieces is None else pieces.icons)
            return
        known = {} if pieces is None else {one.element: one for one in pieces.pieces if one.sort == part.sort}
        if pieces is None or part.element not in known:
            self.unknown(part.element, part.span, known)
        else:
            yield card_figure(part, known[part.element], pieces.icons)
        items = (self.paragraph(book_layout.ParagraphPart(part.span, said)) for _, said in part.points)
        if part.points:
            yield d.Paragraphs(tuple(items), ordered=True)

    def state(self, name: str) -> d.State:
        """Give a statement by its number, with its mark."""
        return name, mark_of(self.entries[name])

    def paragraph(self, part: book_layout.ParagraphPart) -> tuple[d.Sentence[Sayable] | d.See[Sayable], ...]:
        """Plan the statements of a paragraph, and the references among them."""
        return tuple(told for one in part.said for told in self._told(one, part.span))

    def _told(self, said: Quote | book_layout.See, span: Span) -> Iterator[d.Sentence[Sayable] | d.See[Sayable]]:
        """Plan one statement, or a reference; one to a section that there is not is a finding and is left out."""
        if isinstance(said, Quote):
            states = (self.state(name) for name in self.said_once((said,)))
            yield from (d.Sentence(name, self.statement(STATEMENT + name, span), mark) for name, mark in states)
        elif said.id in self.numbers:
            yield self.see(said.id, said.span)
        else:
            self.unknown(said.id, said.span, self.numbers)

    def see(self, section: str, span: Span, label: str = "") -> d.See[Sayable]:
        """Plan a reference to a section, and to a statement there."""
        number = self.numbers[section]
        line = Statement("book.see", span, {"n": Given(number, (f"section:{section}",))}, shared=True)
        return d.See(section, number, line, label)

    def pieces(self) -> Iterator[d.Block]:
        """Plan the lists of all pieces; what is no table has a heading of its own."""
        for sort, heading, listed in () if self.material.pieces is None else piece_lists(self.material.pieces):
            if isinstance(listed, d.Listing):
                yield d.Subheading(f"pieces-{sort}", heading)
            yield listed

    def said_once(self, statements: Iterable[Quote]) -> Iterator[str]:
        """Give the ids of statements; one that is unknown or was said before is a finding and is left out."""
        for said in statements:
            if said.id not in self.entries:
                self.unknown(said.id, said.span, self.entries)
            elif said.id in self.stands:
                first = (self.stands[said.id], Said("here.stands_first"))
                self.bag.add("R109", said.span, related=[first], what=Said("part.book"), name=said.id)
            else:
                self.stands[said.id] = said.span
                yield said.id

    def box(self, example: ExampleDecl) -> d.Box[Sayable] | None:
        """Plan an example, its numbers those that were found; one that fails is a finding and is left out, as is one for others."""
        executed, name = self.material.executed.get(example.id), EXAMPLE + example.id
        if not is_told(example, self.material, self.bag):
            return None
        statement = self.statement(name, example.span)
        values = dict(statement.values)
        for text, number in () if executed is None else executed.numbers.items():
            claimed = claim_name(text)
            if claimed in values:
                values[claimed] = Given(number, (f"{name}/{claimed}",))
        called = {player: dict(names) for player, names in example.names}
        line = Statement(name, example.span, values, offered=True, called=called)
        return d.Box(example.id, line, example.cites)

    def made(self, part: MadePart) -> d.Block | None:
        """Plan what is made from the ruleset as a whole."""
        match part.what:
            case "round":
                title, again = (Statement(name, part.span, shared=True) for name in ("book.round", "book.next_round"))
                phases = (self.phase(name, part.span) for name in self.ruleset.documents.game.round)
                return d.Round(title, tuple(phases), again)
            case "by_number":
                return table_by_number(self.ruleset, self.material.players, part.span)
            case "questions":
                return d.Questions(tuple(self.questions()))
            case _:
                return super().made(part)

    def questions(self) -> Iterator[d.Question[Sayable]]:
        """Plan the questions that rulings answer, those that are worded, each with its answer and where it is ruled."""
        for entry in self.ruleset.documents.inventory:
            if RULING + entry.id in self.material.worded:
                question, answer = (self.statement(sign + entry.id, entry.span) for sign in (RULING, ANSWER))
                home = self.placed.get(entry.id)
                see = None if home is None else self.see(home, entry.span, entry.id)
                yield d.Question(entry.id, question, answer, see)

    def indexed(self) -> Iterator[tuple[str, str, Span]]:
        """Give what the index names besides: a term and a statement that speaks of it."""
        for term, statements, span in self.layout.index.besides:
            for said in statements:
                if said.id in self.entries:
                    yield term, said.id, span
                else:
                    self.unknown(said.id, said.span, self.entries)

    def unknown(self, name: str, span: Span, known: Iterable[str]) -> None:
        """Report a name that the ruleset does not have."""
        self.bag.add("W422", span, near=near(name, known), name=name)

    def report_missing(self) -> None:
        """Report the statements that state a rule and stand nowhere in the layout."""
        for entry in self.ruleset.documents.inventory:
            if entry.id not in self.stands and self.ruleset.citations.get(entry.id) and not self.layout.generic:
                self.bag.add("W421", entry.span, name=entry.id)


def _joined(blocks: Iterable[d.Block]) -> tuple[d.Block, ...]:
    """Put examples together that follow one another."""
    found: list[d.Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, d.Boxes) and isinstance(last, d.Boxes):
            found[-1] = _boxes((*last.items, *block.items))
        else:
            found.append(block)
    return tuple(found)


def _boxes(items: tuple[d.Box[Sayable], ...]) -> d.Boxes[Sayable]:
    """Put examples under a title."""
    return d.Boxes(Statement("book.example" if len(items) == 1 else "book.examples", NOWHERE, shared=True), items)


def _said_in(part: book_layout.BookPart) -> tuple[Quote, ...]:
    match part:
        case book_layout.TabledPart() | book_layout.CountedPart():
            return part.states
        case book_layout.ParagraphPart():
            return part.statements
        case book_layout.CardPart():
            return tuple(said for _, of_point in part.points for said in of_point)
        case book_layout.ListPart():
            return tuple(said for item in part.items for said in item.statements)
        case _:
            return ()
