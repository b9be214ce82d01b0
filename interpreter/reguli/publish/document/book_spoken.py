"""A rulebook as it is printed in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from reguli.publish.document.book_plan import Mark
from reguli.publish.document.spoken import Line, SpokenListing, SpokenPhase, SpokenStrip, SpokenTable
from reguli.publish.pictures.embedded import BoardPicture


@dataclass(frozen=True, slots=True)
class Sentence:
    """What one statement says; ``label`` is its number in the rulebook's own order, ``mark`` what is said of it besides."""

    label: str
    line: Line
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class SpokenParagraph:
    """Sentences in running text."""

    sentences: tuple[Sentence, ...]
    form: str = "paragraph"


@dataclass(frozen=True, slots=True)
class SpokenParagraphs:
    """Paragraphs one below the other."""

    items: tuple[SpokenParagraph, ...]
    ordered: bool
    form: str = "paragraphs"


@dataclass(frozen=True, slots=True)
class SpokenSubheading:
    """A heading inside a section."""

    id: str
    line: Line
    form: str = "subheading"


@dataclass(frozen=True, slots=True)
class SpokenCounted:
    """Things with their numbers."""

    items: tuple[Line, ...]
    form: str = "counted"


@dataclass(frozen=True, slots=True)
class SpokenBox:
    """A worked example, with the labels of the statements it shows."""

    id: str
    line: Line
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpokenBoxes:
    """Examples that stand together under a title."""

    title: Line
    items: tuple[SpokenBox, ...]
    form: str = "boxes"


@dataclass(frozen=True, slots=True)
class SpokenQuestion:
    """A question and its answer; ``home`` where the answer has its place in the book, empty where it stands here only."""

    label: str
    question: Line
    answer: Line
    home: str
    form: str = "question"


@dataclass(frozen=True, slots=True)
class SpokenQuestions:
    """All questions."""

    items: tuple[SpokenQuestion, ...]
    form: str = "questions"


@dataclass(frozen=True, slots=True)
class SpokenRound:
    """The picture of a round: its title, its phases, and that the next round follows."""

    title: Line
    items: tuple[SpokenPhase, ...]
    again: Line
    form: str = "round"


@dataclass(frozen=True, slots=True)
class SpokenBoard:
    """The picture of a board, with its title and what stands below it; ``places`` say it in words, under ``heading``."""

    id: str
    title: Line
    caption: Line
    picture: BoardPicture
    heading: Line | None = None
    places: tuple[Line, ...] = ()
    form: str = "board"


@dataclass(frozen=True, slots=True)
class SpokenTabled:
    """A table or strip, with the labels of the statements that say nothing else, and their marks."""

    table: SpokenTable | SpokenStrip
    states: tuple[tuple[str, Mark | None], ...]
    form: str = "tabled"


SpokenBookBlock: TypeAlias = (
    SpokenParagraph
    | SpokenParagraphs
    | SpokenSubheading
    | SpokenCounted
    | SpokenBoxes
    | SpokenQuestions
    | SpokenRound
    | SpokenBoard
    | SpokenTabled
    | SpokenListing
)


@dataclass(frozen=True, slots=True)
class SpokenChapter:
    """A section; ``phase`` and ``order`` only where it is about a phase."""

    id: str
    number: int
    phase: Line | None
    heading: Line
    order: Line | None
    blocks: tuple[SpokenBookBlock, ...]

    @property
    def title(self) -> str:
        """The whole heading as one text."""
        return self.heading.text if self.phase is None else f"{self.phase.text}: {self.heading.text}"


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A term and the sections that speak of it."""

    term: str
    chapters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpokenSource:
    """Where a statement stands: its label, its mark, the section it stands in (0 for none), the places by document."""

    label: str
    mark: Mark | None
    chapter: int
    places: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SpokenDocument:
    """A source with its title, and whether that is in its own language rather than in the book's."""

    id: str
    title: Line
    language: str


@dataclass(frozen=True, slots=True)
class SpokenBook:
    """A whole book in one language, its ``code`` as HTML writes it."""

    code: str
    ruleset: str
    name: str
    players: int | None
    head: tuple[Line, ...]
    chapters: tuple[SpokenChapter, ...]
    documents: tuple[SpokenDocument, ...]
    sources: tuple[SpokenSource, ...]
    copied: tuple[tuple[Line, Line], ...]
    index: tuple[IndexEntry, ...]
    options: tuple[tuple[Line, Line], ...]
    colophon: tuple[Line, ...]
    words: Mapping[str, Line]

    @property
    def marks(self) -> frozenset[Mark]:
        """The marks that some statement bears."""
        return frozenset(row.mark for row in self.sources if row.mark is not None)
