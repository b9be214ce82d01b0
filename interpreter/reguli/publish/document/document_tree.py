"""The document tree of printed products. Its leaves are unrealised (``Sayable``) in a plan, and lines (``TextLine``) once realised.

A card, a rulebook, the faces of pieces, a glossary and a change sheet are made of the same nodes; ``form`` names the macro of the
templates that prints a block. How a new kind of block is added stands in CONTRIBUTING.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Literal, TypeAlias, TypeVar
from unicodedata import normalize

from reguli.publish.document.inline_nodes import DocumentNode, Sayable
from reguli.publish.paper.paper_sizes import POKER, Paper
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


_INLINE_ICON: Final = re.compile(r"::|:([^\W\d][\w-]*):")
_BESIDE_ICON: Final = re.compile(r"(?<=\d) $")


@frozen_class
class TextRun(FrozenValue):
    """A run of text; ``held`` forbids a line break inside. Of an ``icon`` the text is its word, for pages without pictures."""

    text: str
    held: bool = False
    icon: str = ""


def split_text_runs(text: str) -> tuple[TextRun, ...]:
    """Split a text into runs; digits are joined by a no-break space to an article before (az 5.) and a word after (10 orașe)."""
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


def icon_name(written: str) -> str:
    """Return the name of an icon as it is written in a text, or as the stem of its file: capitals and hyphens make no difference."""
    return normalize("NFC", written).lower().replace("-", "_").replace(" ", "_")


def icons_in(text: str) -> tuple[str, ...]:
    """Return the names of the icons in a text of a face."""
    return tuple(icon_name(found[1]) for found in _INLINE_ICON.finditer(text) if found[1])


def split_icons(
    text: str, known: Collection[str], word: Callable[[str], str]
) -> tuple[tuple[TextRun, ...], tuple[str, ...]]:
    """Split a text of a face into runs, with an icon for each ``:NAME:`` and a colon for ``::``; return its unknown icons too."""
    runs: list[TextRun] = []
    unknown: list[str] = []
    plain, at = "", 0
    for found in _INLINE_ICON.finditer(text):
        name, plain, at = icon_name(found[1] or ""), plain + text[at : found.start()], found.end()
        if name in known:
            runs += [*split_text_runs(_BESIDE_ICON.sub(NO_BREAK, plain)), TextRun(word(name), icon=name)]
            plain = ""
        else:
            unknown += [name] if name else []
            plain += found[0] if name else ":"
    return (*runs, *split_text_runs(plain + text[at:])), tuple(unknown)


@frozen_class
class TextLine(FrozenValue):
    """A text in runs; ``id`` is its wording's, ``values`` the ids of the values it uses; ``made`` where it has no wording.

    ``lang`` is the code of its language where that is another one than the page's.
    """

    runs: tuple[TextRun, ...]
    id: str = ""
    values: tuple[str, ...] = ()
    made: bool = False
    lang: str = ""

    @property
    def text(self) -> str:
        """Return the whole text."""
        return "".join(run.text for run in self.runs)


def join_lines(lines: Sequence[TextLine], sign: str) -> TextLine:
    """Join lines with a separator."""
    runs: list[TextRun] = []
    for at, line in enumerate(lines):
        runs += ([TextRun(sign)] if at else []) + list(line.runs)
    values = tuple(value for line in lines for value in line.values)
    return TextLine(tuple(runs), lines[0].id if lines else "", values, made=any(line.made for line in lines))


def capitalise_line(line: TextLine) -> TextLine:
    """Capitalise the first letter of a line; an empty line is unchanged."""
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
    """A part of a section; ``form`` is the name of the macros that print it."""

    form: ClassVar[str]


@frozen_class
class LineList(DocumentBlock, Generic[Leaf]):
    """A list of lines; ``ordered`` where their order matters."""

    form = "listing"
    items: tuple[Leaf, ...]
    ordered: bool = False


@frozen_class
class QuantityList(DocumentBlock, Generic[Leaf]):
    """Items with their numbers; ``states`` are the statements that this list fully expresses."""

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
class PhaseListBlock(DocumentBlock, Generic[Leaf]):
    """The phases of a round."""

    form = "phases"
    items: tuple[PhaseBlock[Leaf], ...]


@frozen_class
class ColumnGroup(DocumentNode, Generic[Leaf]):
    """A heading over a number of adjacent columns."""

    line: Leaf | None
    span: int


@frozen_class
class DocumentRow(DocumentNode, Generic[Leaf]):
    """A row of a table: its headings, one for each row key, and its cells."""

    headings: tuple[Leaf, ...]
    cells: tuple[Leaf, ...]


@frozen_class
class DocumentTable(DocumentBlock, Generic[Leaf]):
    """A table with its title; ``corner`` heads the row headings. Without columns each row has one cell.

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
        """Return the pairs in lines, of equal length where possible."""
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
    """A reference to another section by its id and number, and with ``label`` to a statement there."""

    section: str
    number: int
    line: Leaf
    label: str = ""


@frozen_class
class Paragraph(DocumentBlock, Generic[Leaf]):
    """Sentences in running text, with references among them."""

    form = "paragraph"
    sentences: tuple[StatementBlock[Leaf] | CrossReference[Leaf], ...]


@frozen_class
class ParagraphList(DocumentBlock, Generic[Leaf]):
    """A sequence of paragraphs; ``ordered`` where they are steps carried out in this order."""

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
    """Examples grouped under a title."""

    form = "boxes"
    title: Leaf
    items: tuple[ExampleBox[Leaf], ...]


@frozen_class
class OpenQuestion(DocumentNode, Generic[Leaf]):
    """A question left open by the rulebook, its short answer, and a reference to the statement that settles it."""

    label: str
    question: Leaf
    answer: Leaf
    see: CrossReference[Leaf] | None


@frozen_class
class OpenQuestions(DocumentBlock, Generic[Leaf]):
    """All open questions, in the order of the statements."""

    form = "questions"
    items: tuple[OpenQuestion[Leaf], ...]


@frozen_class
class RoundDiagram(DocumentBlock, Generic[Leaf]):
    """A picture of a round: its title, its phases, and a note that the next round follows."""

    form = "round"
    title: Leaf
    items: tuple[PhaseBlock[Leaf], ...]
    again: Leaf

    name: ClassVar[str] = "round"
    """What its picture is called."""


@frozen_class
class BoardDiagram(DocumentBlock, Generic[Leaf]):
    """A board picture with title and caption; for a map the names of places and groups, ``places`` in words under a heading, and the pieces."""

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
        """Return the name of its picture."""
        return f"board_{self.id}"


@frozen_class
class ChangeEntry(DocumentNode, Generic[Leaf]):
    """One difference with its label and, where different, the players' name for it; ``stale`` marks sentences of the old rule."""

    label: str
    before: Leaf | None
    after: Leaf | None
    stale: tuple[str, ...] = ()
    name: Leaf | None = None


@frozen_class
class ChangeListBlock(DocumentBlock, Generic[Leaf]):
    """A list of differences."""

    form = "changed"
    items: tuple[ChangeEntry[Leaf], ...]


@frozen_class
class RepeatedIcon(DocumentNode, Generic[Leaf]):
    """An icon and its number of repetitions; an icon without a picture is a neutral mark with a letter."""

    icon: str
    times: int
    letter: Leaf | None = None


@frozen_class
class IconNumberBlock(DocumentNode, Generic[Leaf]):
    """The yield of a piece: a large number next to an icon, and a line."""

    number: Leaf
    icon: str
    line: Leaf


@frozen_class
class PrintedCard(DocumentBlock, Generic[Leaf]):
    """One card: its sort, its element, its front and back; ``cells`` are its row in the list of its sort, which may have a ``heading``.

    ``join`` is the word between two rows of icons, for example ``or`` where one of them is enough; None without one. ``picture`` is the
    name of its picture, ``size`` that of its face. ``label`` stands below the title, ``facts`` are heads with their values. On a
    ``plain`` card the text has the room that icons have on others.
    """

    form = "piece"
    sort: str
    element: str
    number: Leaf | None
    title: Leaf | None
    icons: tuple[RepeatedIcon[Leaf], ...]
    text: tuple[Leaf, ...]
    result: IconNumberBlock[Leaf] | None
    back: tuple[str, Leaf]
    cells: tuple[Leaf, ...] = ()
    join: Leaf | None = None
    heading: Leaf | None = None
    picture: str = ""
    size: Paper = POKER
    label: Leaf | None = None
    facts: tuple[tuple[Leaf, Leaf], ...] = ()
    plain: bool = False


@frozen_class
class DocumentSection(DocumentNode, Generic[Leaf]):
    """A section with its heading; a wide one takes the full page width, one at the ``back`` stands on the back of a card.

    Sections of a rulebook are numbered from 1; that of a phase says which it is, and in which order players act in it.
    """

    id: str
    phase: Leaf | None = field(default=None, kw_only=True)
    heading: Leaf
    order: Leaf | None = field(default=None, kw_only=True)
    blocks: tuple[DocumentBlock, ...]
    wide: bool = False
    number: int = 0
    back: bool = False


@frozen_class
class SourceDocument(DocumentNode, Generic[Leaf]):
    """A source document of the rules."""

    id: str
    title: Leaf


@frozen_class
class SourceRow(DocumentNode):
    """The sources of a statement: its number, its mark, its section in the book (0 for none), its places by document."""

    label: str
    mark: Mark | None
    chapter: int
    places: tuple[str, ...]


@frozen_class
class SourceList(DocumentNode, Generic[Leaf]):
    """The sources of all statements; ``copied`` are numbers found in none of the documents, each with its origin.

    ``partly`` are statements of which the rules leave something out, and what that is; ``left_out`` is what the ruleset leaves out of the printed game.
    """

    documents: tuple[SourceDocument[Leaf], ...]
    copied: tuple[tuple[Leaf, Leaf], ...]
    partly: tuple[SourceDocument[Leaf], ...]
    left_out: tuple[SourceDocument[Leaf], ...]
    rows: tuple[SourceRow, ...]

    @property
    def marks(self) -> frozenset[Mark]:
        """Return the marks used by the statements."""
        return frozenset(row.mark for row in self.rows if row.mark is not None)


@frozen_class
class IndexEntry(DocumentNode):
    """A term and the sentences that mention it, each by its section and its label."""

    term: str
    places: tuple[tuple[int, str], ...]

    @property
    def chapters(self) -> tuple[tuple[int, str], ...]:
        """Return the sections that mention the term, each with the label of its first such sentence."""
        return tuple({number: (number, label) for number, label in reversed(self.places)}.values())[::-1]


@frozen_class
class ProductDocument(DocumentNode, Generic[Leaf]):
    """A whole product.

    ``ruleset`` is the id of the game, ``name`` its printed name, ``called`` the wording that says it in other languages, where there is one; ``generic`` when it has no layout; ``code`` that of its language
    once it is said; ``annotated`` where each sentence shows the number of its statement, which leads to its sources. ``words`` are what a product says of itself, ``options`` what was chosen; the ``index`` is made of what was said, without the terms that are ``unindexed``, ``seen`` how data was obtained, by the beginnings of the ids of values, and with those ``indexed`` by the number of a statement.
    """

    ruleset: str
    name: str
    players: int | None
    called: str = field(default="", kw_only=True)
    generic: bool = field(default=False, kw_only=True)
    annotated: bool = field(default=False, kw_only=True)
    code: str = field(default="", kw_only=True)
    seen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), kw_only=True)
    head: tuple[Leaf, ...]
    words: Mapping[str, Leaf] = field(default_factory=lambda: MappingProxyType({}), kw_only=True)
    sections: tuple[DocumentSection[Leaf], ...]
    sources: SourceList[Leaf] | None = field(default=None, kw_only=True)
    unindexed: tuple[tuple[str, Span], ...] = field(default=(), kw_only=True)
    indexed: tuple[tuple[str, str, Span], ...] = field(default=(), kw_only=True)
    index: tuple[IndexEntry, ...] = field(default=(), kw_only=True)
    options: tuple[tuple[Leaf, Leaf], ...] = field(default=(), kw_only=True)
    foot: tuple[Leaf, ...]


Plan: TypeAlias = ProductDocument[Sayable]
"""A document before it is said."""
SaidDocument: TypeAlias = ProductDocument[TextLine]
"""A document as it is printed in one language."""
