"""The one tree of printed documents. Its leaves are things to be said (``Sayable``) when it is planned, lines (``TextLine``) once it is said.

A card, a rulebook, the faces of pieces, a glossary and a change sheet are made of the same nodes; ``form`` names the macro of the
templates that prints a block. How a new kind of block is added stands in CONTRIBUTING.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from reguli.publish.document.inline_nodes import DocumentNode, Sayable
from reguli.publish.pictures.map_model import NOTHING, BoardOccupancy, BoardPicture
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import NO_BREAK

# -- text lines ------------------------------------------------------------------------------------------------------
# A line of text as it is printed, cut into runs, so that what a line end must not part is held together: 7-lea, 13-as, 1–8, într-o.


_HELD: Final = re.compile(
    r"[^\s()\[\]„”“\"«»,;:]*\d[^\s()\[\]„”“\"«»,;:]*[-–][^\s()\[\]„”“\"«»,;:]+"  # 7-lea, 13-as, 1–8, 3-3
    r"|(?<!\S)-\w+"  # the ending alone: -et
    r"|\w+[-–]\d[^\s()\[\]„”“\"«»,;:]*"
    r"|\b\w{1,5}-\w{1,3}\b|\b\w{1,3}-\w{1,5}\b"  # într-o, l-a, s-a, ne-am
)


_ARTICLE: Final = re.compile(r"\b([Aa]z?) (?=\d)")
_COUNTED: Final = re.compile(r"(?<=\d) (?=[^\W\d_])|(?<=\d\.) (?=[a-zà-öø-ÿăâîșțőű])")
"""The space between a number (an ordinal too: 5. fázis) and the word it belongs to."""


@frozen_class
class TextRun(FrozenValue):
    """A stretch of text; ``held`` where no line may end inside."""

    text: str
    held: bool = False


def split_text_runs(text: str) -> tuple[TextRun, ...]:
    """Cut a text into runs; digits get a space that does not break to an article before (az 5.) and a word after (10 orașe)."""
    text = _COUNTED.sub(NO_BREAK, _ARTICLE.sub(rf"\1{NO_BREAK}", text))
    found: list[TextRun] = []
    at = 0
    for held in _HELD.finditer(text):
        if held.start() > at:
            found.append(TextRun(text[at : held.start()]))
        found.append(TextRun(held[0], held=True))
        at = held.end()
    if at < len(text):
        found.append(TextRun(text[at:]))
    return tuple(found)


@frozen_class
class TextLine(FrozenValue):
    """A text in runs; ``id`` is its wording's, ``values`` the ids of the values it says; ``made`` where no wording is.

    ``lang`` is the code of its language where that is another one than the page's.
    """

    runs: tuple[TextRun, ...]
    id: str = ""
    values: tuple[str, ...] = ()
    made: bool = False
    lang: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(run.text for run in self.runs)


def join_lines(lines: Sequence[TextLine], sign: str) -> TextLine:
    """Put lines one after the other, a sign between them."""
    runs: list[TextRun] = []
    for at, line in enumerate(lines):
        runs += ([TextRun(sign)] if at else []) + list(line.runs)
    values = tuple(value for line in lines for value in line.values)
    return TextLine(tuple(runs), lines[0].id if lines else "", values, made=any(line.made for line in lines))


def begun(line: TextLine) -> TextLine:
    """Let a line begin with a capital; one that is empty stays so."""
    if not line.runs:
        return line
    first, *rest = line.runs
    return replace(line, runs=(replace(first, text=first.text[:1].upper() + first.text[1:]), *rest))


# -- document tree ---------------------------------------------------------------------------------------------------


Leaf = TypeVar("Leaf", covariant=True)  # noqa: PLC0105 - said a hundred times below
"""What a leaf is: ``Sayable`` or ``TextLine``."""
Mark: TypeAlias = Literal["ruled", "transcribed"]
"""What is said of a statement besides: its source is unclear and a ruling settles it, or it was copied from elsewhere."""
State: TypeAlias = tuple[str, Mark | None]
"""A statement that says nothing else than a table does: its number in the rulebook, and its mark."""


@frozen_class
class DocumentBlock(DocumentNode):
    """Part of a section; ``form`` is the name of the macros that print it."""

    form: ClassVar[str]


@frozen_class
class Listing(DocumentBlock, Generic[Leaf]):
    """Lines one below the other; ``ordered`` where their order matters."""

    form = "listing"
    items: tuple[Leaf, ...]
    ordered: bool = False


@frozen_class
class CountedList(DocumentBlock, Generic[Leaf]):
    """Things with their numbers; ``states`` are the statements that say nothing else."""

    form = "counted"
    items: tuple[Leaf, ...]
    states: tuple[State, ...] = ()


@frozen_class
class PhaseBlock(DocumentNode, Generic[Leaf]):
    """A phase: its number, its name, the order in which players act in it (if anyone does), its lines."""

    number: Leaf
    name: Leaf
    order: Leaf | None
    lines: tuple[Leaf, ...]


@frozen_class
class Phases(DocumentBlock, Generic[Leaf]):
    """The phases of a round."""

    form = "phases"
    items: tuple[PhaseBlock[Leaf], ...]


@frozen_class
class ColumnGroup(DocumentNode, Generic[Leaf]):
    """A heading over so many neighbouring columns."""

    line: Leaf | None
    span: int


@frozen_class
class DocumentRow(DocumentNode, Generic[Leaf]):
    """A row of a table: its headings, one for each row key, and its cells."""

    headings: tuple[Leaf, ...]
    cells: tuple[Leaf, ...]


@frozen_class
class DocumentTable(DocumentBlock, Generic[Leaf]):
    """A table with its title; ``corner`` heads the headings of the rows. Without columns each row has one cell.

    ``groups`` is empty where no columns stand under a common heading; ``text`` where its cells are no numbers; ``states`` are
    the statements of the rulebook that say nothing else. ``across`` says what all columns are headed by, where that is one thing:
    it is printed where columns become rows.
    """

    form = "table"
    title: Leaf
    corner: tuple[Leaf, ...]
    groups: tuple[ColumnGroup[Leaf], ...]
    columns: tuple[Leaf, ...]
    rows: tuple[DocumentRow[Leaf], ...]
    text: bool = False
    states: tuple[State, ...] = ()
    across: Leaf | None = None


@frozen_class
class KeyValueStrip(DocumentBlock, Generic[Leaf]):
    """Pairs of a key and a value, ``wrap`` of them to a line, under a title."""

    form = "strip"
    title: Leaf
    key: Leaf
    value: Leaf
    pairs: tuple[tuple[Leaf, Leaf], ...]
    wrap: int
    states: tuple[State, ...] = ()

    @property
    def lines(self) -> tuple[tuple[tuple[Leaf, Leaf], ...], ...]:
        """The pairs, to each line as many as to the others where that can be."""
        count, least = len(self.pairs), -(-len(self.pairs) // self.wrap)
        lines = next((one for one in range(least, 2 * least + 1) if one and count % one == 0), least)
        wrap = -(-count // lines) if lines else self.wrap
        return tuple(self.pairs[at : at + wrap] for at in range(0, count, wrap))


@frozen_class
class StatementBlock(DocumentNode, Generic[Leaf]):
    """A statement of the rulebook; ``label`` is its number there."""

    label: str
    line: Leaf
    mark: Mark | None


@frozen_class
class CrossReference(DocumentNode, Generic[Leaf]):
    """A reference to another section by its id and number, and to a statement there by its ``label``, where it is one that is meant."""

    section: str
    number: int
    line: Leaf
    label: str = ""


@frozen_class
class Paragraph(DocumentBlock, Generic[Leaf]):
    """Sentences in running text, and references among them."""

    form = "paragraph"
    sentences: tuple[StatementBlock[Leaf] | CrossReference[Leaf], ...]


@frozen_class
class Paragraphs(DocumentBlock, Generic[Leaf]):
    """Paragraphs one below the other; ``ordered`` where they are done in this order."""

    form = "paragraphs"
    items: tuple[tuple[StatementBlock[Leaf] | CrossReference[Leaf], ...], ...]
    ordered: bool


@frozen_class
class Subheading(DocumentBlock, Generic[Leaf]):
    """A heading inside a section."""

    form = "subheading"
    anchor: str
    line: Leaf


@frozen_class
class ExampleBox(DocumentNode, Generic[Leaf]):
    """A worked example by its id, with the numbers of the statements it shows."""

    anchor: str
    line: Leaf
    cites: tuple[str, ...]


@frozen_class
class ExampleBoxes(DocumentBlock, Generic[Leaf]):
    """Examples that stand together under a title."""

    form = "boxes"
    title: Leaf
    items: tuple[ExampleBox[Leaf], ...]


@frozen_class
class OpenQuestion(DocumentNode, Generic[Leaf]):
    """What the rulebook leaves open: the question, its answer in short, and where the statement stands that rules it, with its number."""

    label: str
    question: Leaf
    answer: Leaf
    see: CrossReference[Leaf] | None


@frozen_class
class OpenQuestions(DocumentBlock, Generic[Leaf]):
    """All questions, in the order of the statements."""

    form = "questions"
    items: tuple[OpenQuestion[Leaf], ...]


@frozen_class
class Round(DocumentBlock, Generic[Leaf]):
    """The picture of a round: its title, its phases, and that the next round follows."""

    form = "round"
    title: Leaf
    items: tuple[PhaseBlock[Leaf], ...]
    again: Leaf

    name: ClassVar[str] = "round"
    """What its picture is called."""


@frozen_class
class Board(DocumentBlock, Generic[Leaf]):
    """The picture of a board, its title, what stands below it; of a map the names of places and groups, ``places`` in words under a heading, and what stands there."""

    form = "board"
    id: str
    title: Leaf
    caption: Leaf
    picture: BoardPicture
    heading: Leaf | None = None
    places: tuple[Leaf, ...] = ()
    names: tuple[Leaf, ...] = ()
    groups: tuple[Leaf, ...] = ()
    standing: BoardOccupancy = NOTHING

    @property
    def name(self) -> str:
        """What its picture is called."""
        return f"board_{self.id}"


@frozen_class
class ChangeEntry(DocumentNode, Generic[Leaf]):
    """One difference under its label, and what players call it where that is something else; ``stale`` where a rule changed and its sentences did not: they are of the old rule."""

    label: str
    before: Leaf | None
    after: Leaf | None
    stale: tuple[str, ...] = ()
    name: Leaf | None = None


@frozen_class
class Changed(DocumentBlock, Generic[Leaf]):
    """What differs."""

    form = "changed"
    items: tuple[ChangeEntry[Leaf], ...]


@frozen_class
class Icons(DocumentNode, Generic[Leaf]):
    """An icon and how many times it is shown; the letter of what has no picture stands on its neutral mark."""

    icon: str
    times: int
    letter: Leaf | None = None


@frozen_class
class ResultBlock(DocumentNode, Generic[Leaf]):
    """What a piece is good for: a large number beside an icon, and a line."""

    number: Leaf
    icon: str
    line: Leaf


@frozen_class
class PrintedCard(DocumentBlock, Generic[Leaf]):
    """One card: the sort and the element it shows, and what is printed on its front and back; ``cells`` in the list of its sort, which may have a ``heading`` in a text.

    ``join`` is the word between two rows of icons, for example ``or`` where one of them is enough; None without one.
    """

    form = "piece"
    sort: str
    element: str
    number: Leaf | None
    title: Leaf | None
    icons: tuple[Icons[Leaf], ...]
    text: tuple[Leaf, ...]
    result: ResultBlock[Leaf] | None
    back: tuple[str, Leaf]
    cells: tuple[Leaf, ...] = ()
    join: Leaf | None = None
    heading: Leaf | None = None


@frozen_class
class DocumentSection(DocumentNode, Generic[Leaf]):
    """A section with its heading; a wide one takes the whole width of the page.

    Sections of a rulebook are numbered from 1; that of a phase says which it is, and in which order players act in it.
    """

    id: str
    phase: Leaf | None = field(default=None, kw_only=True)
    heading: Leaf
    order: Leaf | None = field(default=None, kw_only=True)
    blocks: tuple[DocumentBlock, ...]
    wide: bool = False
    number: int = 0


@frozen_class
class SourceDocument(DocumentNode, Generic[Leaf]):
    """A document that the rules were taken from."""

    id: str
    title: Leaf


@frozen_class
class SourceRow(DocumentNode):
    """Where a statement stands: its number, its mark, its section in the book (0 for none), its places by document."""

    label: str
    mark: Mark | None
    chapter: int
    places: tuple[str, ...]


@frozen_class
class SourceList(DocumentNode, Generic[Leaf]):
    """Where all statements stand; ``copied`` are numbers that stand in none of the documents: what they are, and where they come from.

    ``partly`` are statements of which the rules leave something out, and what that is.
    """

    documents: tuple[SourceDocument[Leaf], ...]
    copied: tuple[tuple[Leaf, Leaf], ...]
    partly: tuple[SourceDocument[Leaf], ...]
    rows: tuple[SourceRow, ...]

    @property
    def marks(self) -> frozenset[Mark]:
        """The marks that some statement bears."""
        return frozenset(row.mark for row in self.rows if row.mark is not None)


@frozen_class
class IndexEntry(DocumentNode):
    """A term and the sentences that speak of it, each by its section and its label."""

    term: str
    places: tuple[tuple[int, str], ...]

    @property
    def chapters(self) -> tuple[tuple[int, str], ...]:
        """The sections that speak of it, each with the label of its first sentence that does."""
        return tuple({number: (number, label) for number, label in reversed(self.places)}.values())[::-1]


@frozen_class
class Document(DocumentNode, Generic[Leaf]):
    """A whole product.

    ``ruleset`` is the id of the game, ``name`` its printed name, ``called`` the wording that says it in other languages, where there is one; ``generic`` when it has no layout; ``code`` that of its language
    once it is said; ``annotated`` where each sentence shows the number of its statement, which leads to its sources. ``words`` are what a product says of itself, ``options`` what was chosen; the ``index`` is made of what was said, without the terms that are ``unindexed``, and with those ``indexed`` by the number of a statement.
    """

    ruleset: str
    name: str
    players: int | None
    called: str = field(default="", kw_only=True)
    generic: bool = field(default=False, kw_only=True)
    annotated: bool = field(default=False, kw_only=True)
    code: str = field(default="", kw_only=True)
    head: tuple[Leaf, ...]
    words: Mapping[str, Leaf] = field(default_factory=lambda: MappingProxyType({}), kw_only=True)
    sections: tuple[DocumentSection[Leaf], ...]
    sources: SourceList[Leaf] | None = field(default=None, kw_only=True)
    unindexed: tuple[tuple[str, Span], ...] = field(default=(), kw_only=True)
    indexed: tuple[tuple[str, str, Span], ...] = field(default=(), kw_only=True)
    index: tuple[IndexEntry, ...] = field(default=(), kw_only=True)
    options: tuple[tuple[Leaf, Leaf], ...] = field(default=(), kw_only=True)
    foot: tuple[Leaf, ...]


Plan: TypeAlias = Document[Sayable]
"""A document before it is said."""
SaidDocument: TypeAlias = Document[TextLine]
"""A document as it is printed in one language."""
