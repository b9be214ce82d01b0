"""Says the plan of a rulebook in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final, assert_never

from reguli.publish.document.book_plan import (
    AlmostEvery,
    BoardFigure,
    Book,
    BookBlock,
    Box,
    Boxes,
    Chapter,
    Counted,
    Document,
    Paragraph,
    Paragraphs,
    PieceLists,
    Question,
    Questions,
    RoundPicture,
    Subheading,
    Tabled,
)
from reguli.publish.document.book_spoken import (
    IndexEntry,
    Sentence,
    SpokenBoard,
    SpokenBook,
    SpokenBookBlock,
    SpokenBox,
    SpokenBoxes,
    SpokenChapter,
    SpokenCounted,
    SpokenDocument,
    SpokenParagraph,
    SpokenParagraphs,
    SpokenQuestion,
    SpokenQuestions,
    SpokenRound,
    SpokenSource,
    SpokenSubheading,
    SpokenTabled,
)
from reguli.publish.document.plan import Given, Listing, Statement, Table, reach_of
from reguli.publish.document.runs import runs_of
from reguli.publish.document.say import NOTHING, Speaker
from reguli.publish.document.spoken import Line, SpokenListing, SpokenPhase
from reguli.publish.document.voice import Voice
from reguli.publish.pictures.drawing import sign_of
from reguli.publish.pictures.embedded import BoardPicture
from reguli.publish.products.overtaken import Gloss
from reguli.publish.products.piece_list import say_piece_lists
from reguli.source.diagnostic import Bag
from reguli.words.grammar.collation import collation
from reguli.words.grammar.noun import NO_BREAK, Name
from reguli.words.wording.checking import terms_said
from reguli.words.wording.phrase import Wording

STATEMENT: Final = "statement:"
"""Says the rules behind an id, empty where there are none."""
USUAL: Final = 2
"""A section speaks of a term when it says it at least half as often as the section that says it most."""


def say_book(book: Book, voice: Voice, bag: Bag, gloss: Gloss, *, draft: bool = False) -> SpokenBook:
    """Say a book; findings as of a card. In a draft a gloss, marked, stands for what has no wording."""
    return _BookSpeaker(book, voice, bag, gloss, draft=draft or book.generic).book_said()


class _BookSpeaker(Speaker):
    """Says the parts of one book."""

    def __init__(self, book: Book, voice: Voice, bag: Bag, gloss: Gloss, *, draft: bool) -> None:
        super().__init__(voice, bag, draft=draft, long=True, gloss=gloss)
        self.plan = book
        self.at = 0
        self.terms: dict[str, Counter[int]] = {}
        self.homes: dict[str, tuple[str, int]] = {}
        for chapter in book.chapters:
            for block in chapter.blocks:
                for name in _said(block):
                    self.homes[name] = (chapter.id, chapter.number)

    def book_said(self) -> SpokenBook:
        """Say everything, the index last."""
        plan = self.plan
        head = tuple(self.line(statement) for statement in plan.head)
        words = MappingProxyType({name: self.line(statement) for name, statement in plan.words.items()})
        chapters = tuple(self.chapter(chapter) for chapter in plan.chapters)
        self.at = 0
        return SpokenBook(
            code=self.voice.tongue.language.code,
            ruleset=plan.ruleset,
            name=plan.name,
            players=plan.players,
            head=head,
            chapters=chapters,
            documents=tuple(self.document(document) for document in plan.documents),
            sources=tuple(
                SpokenSource(row.id, row.mark, self.homes.get(STATEMENT + row.id, ("", 0))[1], dict(row.places))
                for row in plan.sources
            ),
            copied=tuple((self.line(one.what), self.line(one.origin)) for one in plan.copied),
            index=self.index(),
            options=tuple((self.line(option), self.line(chosen)) for option, chosen in plan.options),
            colophon=tuple(self.line(statement) for statement in plan.colophon),
            words=words,
        )

    def heard(self, statement: Statement, wording: Wording) -> None:
        """Note the terms of a statement for the index."""
        if self.at and statement.id.startswith(STATEMENT):
            lexicon = self.voice.tongue.lexicon
            for term in terms_said(wording.pieces, reach_of(statement), lexicon):
                self.terms.setdefault(term, Counter())[self.at] += 1

    def unworded(self, statement: Statement, *, stale: bool = False) -> Line:
        """Say in a draft what has no wording by its gloss too, where it has one."""
        return super().unworded(statement, stale=stale or (self.draft and statement.id.startswith(STATEMENT)))

    def chapter(self, chapter: Chapter) -> SpokenChapter:
        """Say a section."""
        self.at = chapter.number
        return SpokenChapter(
            chapter.id,
            chapter.number,
            None if chapter.phase is None else self.line(chapter.phase),
            self.line(chapter.heading),
            None if chapter.order is None else self.line(chapter.order),
            tuple(said for block in chapter.blocks for said in self.book_blocks(block)),
        )

    def book_blocks(self, block: BookBlock) -> Iterator[SpokenBookBlock]:
        """Say a block; pieces are one table or listing for each sort."""
        if not isinstance(block, PieceLists):
            yield self.book_block(block)
            return
        for sort, heading, said in say_piece_lists(block.pieces, self):
            if isinstance(said, SpokenListing):
                yield SpokenSubheading(f"pieces-{sort}", heading)
                yield said
            else:
                yield SpokenTabled(said, ())

    def book_block(self, block: AlmostEvery) -> SpokenBookBlock:
        """Say a block that is one block when it is said."""
        match block:
            case Paragraph():
                return self.paragraph(block)
            case Paragraphs():
                return SpokenParagraphs(tuple(self.paragraph(item) for item in block.items), block.ordered)
            case Subheading():
                return SpokenSubheading(block.id, self.line(block.heading))
            case Counted():
                return SpokenCounted(tuple(self.line(item) for item in block.items))
            case Boxes():
                title = self.line(self.plan.words["example" if len(block.items) == 1 else "examples"])
                return SpokenBoxes(title, tuple(self.box(box) for box in block.items))
            case Questions():
                return SpokenQuestions(tuple(self.question(item) for item in block.items))
            case RoundPicture():
                items = tuple(
                    SpokenPhase(
                        self.line(item.number),
                        self.line(item.name),
                        None if item.order is None else self.line(item.order),
                        (),
                    )
                    for item in block.items
                )
                return SpokenRound(self.line(block.title), items, self.line(block.again))
            case BoardFigure():
                title, caption = self.line(block.title), self.line(block.caption)
                heading = None if block.in_words is None else self.line(block.in_words)
                places = () if heading is None else tuple(self.places(block.picture))
                return SpokenBoard(block.id, title, caption, block.picture, heading, places)
            case Tabled():
                table = self.table(block.table) if isinstance(block.table, Table) else self.strip(block.table)
                return SpokenTabled(table, tuple((label, self.plan.marks.get(label)) for label in block.states))
            case Listing():
                return SpokenListing(tuple(self.line(item) for item in block.items), block.ordered)
            case _:
                assert_never(block)

    def places(self, picture: BoardPicture) -> Iterator[Line]:
        """Say every place of a map with its sign and what it is joined to, for those who do not see the picture."""
        joined: dict[int, list[tuple[str, int | None]]] = {}
        for joint in picture.joints:
            for here, there in ((joint.first, joint.second), (joint.second, joint.first)):
                joined.setdefault(here, []).append((picture.spots[there].name, joint.cost))
        key = collation(self.voice.tongue.style.alphabet)
        for at, spot in sorted(enumerate(picture.spots), key=lambda one: key(one[1].name)):
            letter = sign_of(spot.group).letter
            others = sorted(joined.get(at, ()), key=lambda one: key(one[0]))
            texts = [name if cost is None else f"{name}{NO_BREAK}{cost}" for name, cost in others]
            yield Line(runs_of(f"{spot.name}{f' ({letter})' if letter else ''}: {', '.join(texts) or NOTHING}"))

    def paragraph(self, paragraph: Paragraph) -> SpokenParagraph:
        """Say statements that follow one another."""
        return SpokenParagraph(tuple(self.sentence(statement) for statement in paragraph.statements))

    def sentence(self, statement: Statement) -> Sentence:
        """Say one statement under its label."""
        label = statement.id.removeprefix(STATEMENT)
        return Sentence(label, self.line(statement), self.plan.marks.get(label))

    def box(self, box: Box) -> SpokenBox:
        """Say an example with its players called as in this language."""
        code = self.voice.tongue.language.code
        called = {player: Given(Name(names.get(code, player))) for player, names in box.names.items()}
        statement = replace(box.statement, values={**box.statement.values, **called})
        return SpokenBox(box.id, self.line(statement), box.cites)

    def question(self, item: Question) -> SpokenQuestion:
        """Say a question with its answer; the index is about where that has its place."""
        self.at = 0
        home, _ = self.homes.get(item.answer.id, ("", 0))
        return SpokenQuestion(item.id, self.line(item.question), self.line(item.answer), home)

    def document(self, document: Document) -> SpokenDocument:
        """Say a source by its wording, or by the title it was given."""
        if document.title.id in self.voice.own.entries:
            return SpokenDocument(document.id, self.line(document.title), document.language)
        own = "" if document.language == self.voice.tongue.language.code else document.language
        line = Line(runs_of(document.given), document.title.id, lang=own)
        return SpokenDocument(document.id, line, document.language)

    def index(self) -> tuple[IndexEntry, ...]:
        """Give the terms that were said, in the order of the alphabet, with the sections that speak of them most."""
        tongue = self.voice.tongue
        in_order = collation(tongue.style.alphabet)
        found: dict[str, Counter[int]] = {}
        for term, counts in self.terms.items():
            noun = tongue.lexicon.noun(term)
            text = None if noun is None else tongue.language.noun_form(noun, frozenset())
            if text:
                found.setdefault(text, Counter()).update(counts)
        return tuple(IndexEntry(term, _most(found[term])) for term in sorted(found, key=in_order))


def _most(counts: Counter[int]) -> tuple[int, ...]:
    """Give the sections that speak of a term most, in order."""
    most = max(counts.values())
    return tuple(sorted(at for at, number in counts.items() if number * USUAL >= most))


def _said(block: BookBlock) -> tuple[str, ...]:
    """Give the ids of the statements that have their place in a block."""
    match block:
        case Paragraph():
            return tuple(statement.id for statement in block.statements)
        case Paragraphs():
            return tuple(statement.id for item in block.items for statement in item.statements)
        case Tabled():
            return tuple(STATEMENT + name for name in block.states)
        case _:
            return ()
