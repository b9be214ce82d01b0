"""The content plan of a rulebook: sections of statements, examples, pictures, tables, with everything they are read from.

A plan knows no language. Its statements offer all that their rules offer; a wording says what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from reguli.publish.document.plan import Listing, PhaseItem, Statement, Strip, Table, statements_of_block
from reguli.publish.pictures.embedded import BoardPicture
from reguli.publish.products.piece_plan import PlannedPieces

Mark: TypeAlias = Literal["ruled", "transcribed"]
"""What is said of a statement besides: its source is unclear and a ruling settles it, or it was copied from elsewhere."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Statements that follow one another in running text."""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Paragraphs one below the other; ``ordered`` where they are done in this order."""

    items: tuple[Paragraph, ...]
    ordered: bool


@dataclass(frozen=True, slots=True)
class Subheading:
    """A heading inside a section."""

    id: str
    heading: Statement


@dataclass(frozen=True, slots=True)
class Tabled:
    """A table or strip; ``states`` are the statements that say nothing else."""

    table: Table | Strip
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Things with their numbers."""

    items: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A worked example; ``names`` are its players, each as it is called by language; ``cites`` what it shows."""

    id: str
    statement: Statement
    names: Mapping[str, Mapping[str, str]]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Boxes:
    """Examples that stand together."""

    items: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What the rulebook leaves open: the question, and the statement that answers it."""

    id: str
    question: Statement
    answer: Statement


@dataclass(frozen=True, slots=True)
class Questions:
    """All questions, in the order of the statements."""

    items: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """The phases of a round, to be drawn; ``again`` says that the next round follows."""

    title: Statement
    items: tuple[PhaseItem, ...]
    again: Statement


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A board to be drawn, with its title and what stands below it; a map has a heading for its lines ``in_words`` too."""

    id: str
    title: Statement
    caption: Statement
    picture: BoardPicture
    in_words: Statement | None = None


@dataclass(frozen=True, slots=True)
class PieceLists:
    """All pieces, a table or listing for each sort."""

    pieces: PlannedPieces


AlmostEvery: TypeAlias = (
    Paragraph | Paragraphs | Subheading | Counted | Boxes | Questions | RoundPicture | BoardFigure | Tabled | Listing
)
"""What is one block when it is said, too."""
BookBlock: TypeAlias = AlmostEvery | PieceLists


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the book, numbered from 1; that of a phase says which it is, and in which order players act in it."""

    id: str
    number: int
    phase: Statement | None
    heading: Statement
    order: Statement | None
    blocks: tuple[BookBlock, ...]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Where a statement stands: for each document the places in it."""

    id: str
    mark: Mark | None
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A source: its id, the wording of its title, the title as it was given, its own language."""

    id: str
    title: Statement
    given: str
    language: str


@dataclass(frozen=True, slots=True)
class Copied:
    """Numbers that stand in none of the sources: what they are, and where they come from."""

    what: Statement
    origin: Statement


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook.

    ``marks`` are those of statements, ``options`` what was chosen, ``words`` what the book itself says.
    """

    ruleset: str
    name: str
    version: str
    digest: str
    players: int | None
    generic: bool
    head: tuple[Statement, ...]
    chapters: tuple[Chapter, ...]
    marks: Mapping[str, Mark]
    documents: tuple[Document, ...]
    sources: tuple[SourceRow, ...]
    copied: tuple[Copied, ...]
    colophon: tuple[Statement, ...]
    options: tuple[tuple[Statement, Statement], ...]
    words: Mapping[str, Statement]


def statements_in(book: Book) -> Iterator[Statement]:
    """Give every statement of a book, headings included, in order."""
    yield from book.head
    yield from book.words.values()
    for chapter in book.chapters:
        yield from (one for one in (chapter.phase, chapter.heading, chapter.order) if one is not None)
        for block in chapter.blocks:
            yield from statements_in_block(block)
    yield from (document.title for document in book.documents)
    for copied in book.copied:
        yield from (copied.what, copied.origin)
    yield from book.colophon
    for option, chosen in book.options:
        yield from (option, chosen)


def statements_in_block(block: BookBlock) -> Iterator[Statement]:
    """Give every statement of one block."""
    match block:
        case Paragraph():
            yield from block.statements
        case Paragraphs():
            for paragraph in block.items:
                yield from paragraph.statements
        case Subheading():
            yield block.heading
        case Counted():
            yield from block.items
        case Boxes():
            yield from (box.statement for box in block.items)
        case Questions():
            for question in block.items:
                yield from (question.question, question.answer)
        case RoundPicture():
            yield from (block.title, block.again)
            for item in block.items:
                yield from (item.number, item.name, *(() if item.order is None else (item.order,)))
        case BoardFigure():
            yield from (block.title, block.caption, *(() if block.in_words is None else (block.in_words,)))
        case PieceLists():
            yield from block.pieces.listed()
        case Tabled():
            yield from statements_of_block(block.table)
        case Listing():
            yield from block.items
