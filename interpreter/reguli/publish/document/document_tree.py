"""The one tree of printed documents. Its leaves are things to be said (``Sayable``) when it is planned, lines (``Line``) once it is said.

A card, a rulebook, the faces of pieces, a glossary and a change sheet are made of the same nodes; ``form`` names the macro of the
templates that prints a block. How a new kind of block is added stands in CONTRIBUTING.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import ClassVar, Final, Generic, Literal, TypeAlias, TypeVar

from reguli.publish.document.inline_nodes import Node, Sayable
from reguli.publish.pictures.map_model import NOTHING, BoardPicture, Standing
from reguli.source.frozen_values import Kept, kept
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


@kept
class Run(Kept):
    """A stretch of text; ``held`` where no line may end inside."""

    text: str
    held: bool = False


def runs_of(text: str) -> tuple[Run, ...]:
    """Cut a text into runs; digits get a space that does not break to an article before (az 5.) and a word after (10 orașe)."""
    text = _COUNTED.sub(NO_BREAK, _ARTICLE.sub(rf"\1{NO_BREAK}", text))
    found: list[Run] = []
    at = 0
    for held in _HELD.finditer(text):
        if held.start() > at:
            found.append(Run(text[at : held.start()]))
        found.append(Run(held[0], held=True))
        at = held.end()
    if at < len(text):
        found.append(Run(text[at:]))
    return tuple(found)


@kept
class Line(Kept):
    """A text in runs; ``id`` is its wording's, ``values`` the ids of the values it says; ``made`` where no wording is.

    ``lang`` is the code of its language where that is another one than the page's.
    """

    runs: tuple[Run, ...]
    id: str = ""
    values: tuple[str, ...] = ()
    made: bool = False
    lang: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(run.text for run in self.runs)


def joined(lines: Sequence[Line], sign: str) -> Line:
    """Put lines one after the other, a sign between them."""
    runs: list[Run] = []
    for at, line in enumerate(lines):
        runs += ([Run(sign)] if at else []) + list(line.runs)
    values = tuple(value for line in lines for value in line.values)
    return Line(tuple(runs), lines[0].id if lines else "", values, made=any(line.made for line in lines))


def begun(line: Line) -> Line:
    """Let a line begin with a capital; one that is empty stays so."""
    if not line.runs:
        return line
    first, *rest = line.runs
    return replace(line, runs=(replace(first, text=first.text[:1].upper() + first.text[1:]), *rest))


# -- document tree ---------------------------------------------------------------------------------------------------


Leaf = TypeVar("Leaf", covariant=True)  # noqa: PLC0105 - said a hundred times below
"""What a leaf is: ``Sayable`` or ``Line``."""
Mark: TypeAlias = Literal["ruled", "transcribed"]
"""What is said of a statement besides: its source is unclear and a ruling settles it, or it was copied from elsewhere."""
State: TypeAlias = tuple[str, Mark | None]
"""A statement that says nothing else than a table does: its number in the rulebook, and its mark."""


@kept
class Block(Node):
    """Part of a section; ``form`` is the name of the macros that print it."""

    form: ClassVar[str]


@kept
class Listing(Block, Generic[Leaf]):
    """Lines one below the other; ``ordered`` where their order matters."""

    form = "listing"
    items: tuple[Leaf, ...]
    ordered: bool = False


@kept
class Counted(Block, Generic[Leaf]):
    """Things with their numbers; ``states`` are the statements that say nothing else."""

    form = "counted"
    items: tuple[Leaf, ...]
    states: tuple[State, ...] = ()


@kept
class Phase(Node, Generic[Leaf]):
    """A phase: its number, its name, the order in which players act in it (if anyone does), its lines."""

    number: Leaf
    name: Leaf
    order: Leaf | None
    lines: tuple[Leaf, ...]


@kept
class Phases(Block, Generic[Leaf]):
    """The phases of a round."""

    form = "phases"
    items: tuple[Phase[Leaf], ...]


@kept
class Group(Node, Generic[Leaf]):
    """A heading over so many neighbouring columns."""

    line: Leaf | None
    span: int


@kept
class Row(Node, Generic[Leaf]):
    """A row of a table: its headings, one for each row key, and its cells."""

    headings: tuple[Leaf, ...]
    cells: tuple[Leaf, ...]


@kept
class Table(Block, Generic[Leaf]):
    """A table with its title; ``corner`` heads the headings of the rows. Without columns each row has one cell.

    ``groups`` is empty where no columns stand under a common heading; ``text`` where its cells are no numbers; ``states`` are
    the statements of the rulebook that say nothing else. ``across`` says what all columns are headed by, where that is one thing:
    it is printed where columns become rows.
    """

    form = "table"
    title: Leaf
    corner: tuple[Leaf, ...]
    groups: tuple[Group[Leaf], ...]
    columns: tuple[Leaf, ...]
    rows: tuple[Row[Leaf], ...]
    text: bool = False
    states: tuple[State, ...] = ()
    across: Leaf | None = None


@kept
class Strip(Block, Generic[Leaf]):
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


@kept
class Sentence(Node, Generic[Leaf]):
    """A statement of the rulebook; ``label`` is its number there."""

    label: str
    line: Leaf
    mark: Mark | None


@kept
class See(Node, Generic[Leaf]):
    """A reference to another section by its id and number, and to a statement there by its ``label``, where it is one that is meant."""

    section: str
    number: int
    line: Leaf
    label: str = ""


@kept
class Paragraph(Block, Generic[Leaf]):
    """Sentences in running text, and references among them."""

    form = "paragraph"
    sentences: tuple[Sentence[Leaf] | See[Leaf], ...]


@kept
class Paragraphs(Block, Generic[Leaf]):
    """Paragraphs one below the other; ``ordered`` where they are done in this order."""

    form = "paragraphs"
    items: tuple[tuple[Sentence[Leaf] | See[Leaf], ...], ...]
    ordered: bool


@kept
class Subheading(Block, Generic[Leaf]):
    """A heading inside a section."""

    form = "subheading"
    anchor: str
    line: Leaf


@kept
class Box(Node, Generic[Leaf]):
    """A worked example by its id, with the numbers of the statements it shows."""

    anchor: str
    line: Leaf
    cites: tuple[str, ...]


@kept
class Boxes(Block, Generic[Leaf]):
    """Examples that stand together under a title."""

    form = "boxes"
    title: Leaf
    items: tuple[Box[Leaf], ...]


@kept
class Question(Node, Generic[Leaf]):
    """What the rulebook leaves open: the question, its answer in short, and where the statement stands that rules it, with its number."""

    label: str
    question: Leaf
    answer: Leaf
    see: See[Leaf] | None


@kept
class Questions(Block, Generic[Leaf]):
    """All questions, in the order of the statements."""

    form = "questions"
    items: tuple[Question[Leaf], ...]


@kept
class Round(Block, Generic[Leaf]):
    """The picture of a round: its title, its phases, and that the next round follows."""

    form = "round"
    title: Leaf
    items: tuple[Phase[Leaf], ...]
    again: Leaf

    name: ClassVar[str] = "round"
    """What its picture is called."""


@kept
class Board(Block, Generic[Leaf]):
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
    standing: Standing = NOTHING

    @property
    def name(self) -> str:
        """What its picture is called."""
        return f"board_{self.id}"


@kept
class Difference(Node, Generic[Leaf]):
    """One difference under its label, and what players call it where that is something else; ``stale`` where a rule changed and its sentences did not: they are of the old rule."""

    label: str
    before: Leaf | None
    after: Leaf | None
    stale: tuple[str, ...] = ()
    name: Leaf | None = None


@kept
class Changed(Block, Generic[Leaf]):
    """What differs."""

    form = "changed"
    items: tuple[Difference[Leaf], ...]


@kept
class Icons(Node, Generic[Leaf]):
    """An icon and how many times it is shown; the letter of what has no picture stands on its neutral mark."""

    icon: str
    times: int
    letter: Leaf | None = None


@kept
class Result(Node, Generic[Leaf]):
    """What a piece is good for: a large number beside an icon, and a line."""

    number: Leaf
    icon: str
    line: Leaf


@kept
class Piece(Block, Generic[Leaf]):
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
    result: Result[Leaf] | None
    back: tuple[str, Leaf]
    cells: tuple[Leaf, ...] = ()
    join: Leaf | None = None
    heading: Leaf | None = None


@kept
class Section(Node, Generic[Leaf]):
    """A section with its heading; a wide one takes the whole width of the page.

    Sections of a rulebook are numbered from 1; that of a phase says which it is, and in which order players act in it.
    """

    id: str
    phase: Leaf | None = field(default=None, kw_only=True)
    heading: Leaf
    order: Leaf | None = field(default=None, kw_only=True)
    blocks: tuple[Block, ...]
    wide: bool = False
    number: int = 0


@kept
class Source(Node, Generic[Leaf]):
    """A document that the rules were taken from."""

    id: str
    title: Leaf


@kept
class SourceRow(Node):
    """Where a statement stands: its number, its mark, its section in the book (0 for none), its places by document."""

    label: str
    mark: Mark | None
    chapter: int
    places: tuple[str, ...]


@kept
class Sources(Node, Generic[Leaf]):
    """Where all statements stand; ``copied`` are numbers that stand in none of the documents: what they are, and where they come from.

    ``partly`` are statements of which the rules leave something out, and what that is.
    """

    documents: tuple[Source[Leaf], ...]
    copied: tuple[tuple[Leaf, Leaf], ...]
    partly: tuple[Source[Leaf], ...]
    rows: tuple[SourceRow, ...]

    @property
    def marks(self) -> frozenset[Mark]:
        """The marks that some statement bears."""
        return frozenset(row.mark for row in self.rows if row.mark is not None)


@kept
class Entry(Node):
    """A term and the sentences that speak of it, each by its section and its label."""

    term: str
    places: tuple[tuple[int, str], ...]

    @property
    def chapters(self) -> tuple[tuple[int, str], ...]:
        """The sections that speak of it, each with the label of its first sentence that does."""
        return tuple({number: (number, label) for number, label in reversed(self.places)}.values())[::-1]


@kept
class Document(Node, Generic[Leaf]):
    """A whole product.

    ``ruleset`` is the id of the game, ``name`` its printed name, ``called`` the wording that says it in other languages, where there is one; ``generic`` when nobody laid it out; ``code`` that of its language
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
    sections: tuple[Section[Leaf], ...]
    sources: Sources[Leaf] | None = field(default=None, kw_only=True)
    unindexed: tuple[tuple[str, Span], ...] = field(default=(), kw_only=True)
    indexed: tuple[tuple[str, str, Span], ...] = field(default=(), kw_only=True)
    index: tuple[Entry, ...] = field(default=(), kw_only=True)
    options: tuple[tuple[Leaf, Leaf], ...] = field(default=(), kw_only=True)
    foot: tuple[Leaf, ...]


Plan: TypeAlias = Document[Sayable]
"""A document before it is said."""
SaidDocument: TypeAlias = Document[Line]
"""A document as it is printed in one language."""
