"""Division of a realised rulebook into page units: headings, paragraphs, list items, examples, pictures, tables."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Generic

from reguli.publish.document import document_tree as d
from reguli.publish.document.document_tree import DocumentBlock, Leaf, PrintedCard, TextLine
from reguli.publish.document.inline_nodes import DocumentNode
from reguli.publish.document.page_units import (
    MARKS,
    PageUnit,
    Plain,
    add_common_fields,
    split_table_into_units,
    to_plain_data,
)
from reguli.publish.layouts.piece_layout import IconPicture
from reguli.publish.pictures.board_pictures import DrawnPicture
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- figure nodes ----------------------------------------------------------------------------------------------------
# What a picture of something of a game shows: a card, a market, a track; nodes of the one tree of documents.


@frozen_class
class CardFrontFigure(DocumentNode, Generic[Leaf]):
    """The front of a card; ``points`` are the names of its parts in the order of their numbers."""

    piece: PrintedCard[Leaf]
    points: tuple[str, ...]
    icons: Mapping[str, IconPicture]


@frozen_class
class MarketRow(DocumentNode, Generic[Leaf]):
    """A market item: its name, its icon with a letter where it has no drawing, and by cost the numbers of all and full places."""

    name: Leaf
    icon: IconPicture
    letter: Leaf | None
    places: tuple[tuple[int, int], ...]


@frozen_class
class MarketFigure(DocumentNode, Generic[Leaf]):
    """A market: its costs in ascending order, and its items."""

    costs: tuple[Leaf, ...]
    rows: tuple[MarketRow[Leaf], ...]


@frozen_class
class TrackFigure(DocumentNode):
    """A row of numbered spaces."""

    spaces: tuple[int, ...]


@frozen_class
class TitledFigure(DocumentBlock, Generic[Leaf]):
    """A titled picture of a game component: a card, a market, a track."""

    form = "figure"
    id: str
    title: Leaf
    shown: CardFrontFigure[Leaf] | MarketFigure[Leaf] | TrackFigure

    @property
    def name(self) -> str:
        """Return the name of its picture."""
        return f"figure_{self.id}"


# -- book units ------------------------------------------------------------------------------------------------------


LONG: Final = 16
"""Tables with more rows than these stand in halves side by side, or may be parted between pages."""
FEW: Final = 4
"""Tables with more columns, and strips, take the whole width of the page."""
PARTS: Final = 2
HIGHEST: Final = 40
"""So many parts of a long table stand side by side, each with no more rows than this: what stands so is not parted between pages."""
LEAST_SHARE: Final = 6
STRETCH: Final = 240
SHORTEST: Final = 60
"""So many letters of a paragraph may stand alone at the foot of a column, and so many of its next sentence at the head of the next."""
SHORT: Final = 4
"""A book of no more chapters is seen at a glance: it has neither contents nor an index on paper."""
MOST_ENTRIES: Final = 160
"""So many entries of an index are never parted."""

BACK_MATTER: Final = ("sources", "index", "colophon")
"""What follows the chapters, without a number."""
ALONE: Final = 3
"""So many chapters behind its own a picture may stand that needs no sentence beside it."""


@frozen_class
class BookUnit(FrozenValue):
    """A unit with its chapter, 0 before and after the chapters; a ``loose`` one may be moved within its chapter.

    Where that leaves a page half empty, it may stand in so many chapters ``behind`` its own.
    """

    unit: PageUnit
    chapter: int
    loose: bool = False
    behind: int = 1


def split_book_into_units(
    book: d.SaidDocument, pictures: Mapping[str, DrawnPicture], cut: Container[str] = ()
) -> tuple[BookUnit, ...]:
    """Divide a rulebook into units: title, table of contents, chapters, sources, index, colophon.

    ``cut`` are the parts whose tables are parted between pages, as they would be too high side by side.
    """
    front = [
        PageUnit({"kind": "front", "name": book.name, "head": to_plain_data(book.head)}, wide=True),
        *_contents(book),
    ]
    found = [BookUnit(unit, 0) for unit in front]
    for section in book.sections:
        found += (
            BookUnit(
                unit,
                section.number,
                loose=unit.wide and unit.drawn["kind"] in ("picture", "tabled"),
                behind=ALONE if unit.drawn.get("alone") else 1,
            )
            for unit in _section(section, pictures, cut)
        )
    found += (BookUnit(unit, 0) for unit in (*_sources(book), *_index(book), *_colophon(book)))
    return tuple(
        replace(one, unit=unit) for one, unit in zip(found, add_common_fields(one.unit for one in found), strict=True)
    )


def _heading(
    line: TextLine, number: int = 0, phase: TextLine | None = None, *, wide: bool = False, name: str = ""
) -> PageUnit:
    """Return a heading unit, referenced by the number of its chapter, or by a ``name`` where it has none."""
    drawn = {"kind": "chapter", "line": to_plain_data(line), "number": number, "name": str(number) if number else name}
    return PageUnit({**drawn, "phase": to_plain_data(phase)}, wide, keep=True)


def _contents(book: d.SaidDocument) -> Iterator[PageUnit]:
    if len(book.sections) <= SHORT:
        return
    yield _heading(book.words["contents"])
    chapters = [(str(one.number), one.number, one.heading, one.phase) for one in book.sections]
    behind = [(name, 0, book.words[name], None) for name in BACK_MATTER if name != "index" or book.index]
    for name, number, line, phase in (*chapters, *behind):
        drawn = {"number": number, "line": to_plain_data(line), "phase": to_plain_data(phase)}
        yield PageUnit({"kind": "contents", "name": name, **drawn}, wide=False)


def _section(
    section: d.DocumentSection[TextLine], pictures: Mapping[str, DrawnPicture], cut: Container[str]
) -> Iterator[PageUnit]:
    """Divide a chapter into units; a heading takes the full width if the block after it does."""
    parts = [f"{section.number}.{at}" for at in range(len(section.blocks))]
    blocks = [
        list(
            _tabled(block, part, cut=part in cut)
            if isinstance(block, d.DocumentTable | d.KeyValueStrip)
            else _block(block, part, pictures)
        )
        for block, part in zip(section.blocks, parts, strict=True)
    ]
    units = [unit for block in blocks for unit in block]
    wide = bool(units) and units[0].wide
    yield _heading(section.heading, section.number, section.phase, wide=wide)
    if section.order is not None:
        yield PageUnit({"kind": "order", "line": to_plain_data(section.order)}, wide, keep=True)
    for at, unit in enumerate(units):
        heads = unit.keep and unit.drawn["kind"] == "subheading" and at + 1 < len(units)
        yield replace(unit, wide=units[at + 1].wide) if heads else unit


def _block(block: d.DocumentBlock, part: str, pictures: Mapping[str, DrawnPicture]) -> Iterator[PageUnit]:
    """Divide a block: lists into their items, examples into single ones."""
    match block:
        case d.Paragraph(sentences=sentences):
            for stretch in _stretches(to_plain_data(sentences)):
                yield PageUnit({"kind": "paragraph", **stretch, "part": part}, wide=False)
        case d.ParagraphList(items=items, ordered=ordered):
            yield from _items([{"sentences": to_plain_data(one)} for one in items], part, ordered=ordered)
        case d.LineList(items=items, ordered=ordered):
            yield from _items([{"line": to_plain_data(one)} for one in items], part, ordered=ordered)
        case d.Subheading(line=line):
            yield _subheading(line)
        case d.ExampleBoxes(title=title, items=items):
            for at, one in enumerate(items):
                drawn = {"kind": "example", "title": to_plain_data(title), "box": to_plain_data(one), "part": part}
                yield PageUnit(drawn, wide=False, soft=at == len(items) - 2)
        case d.OpenQuestions(items=items):
            for question in items:
                yield PageUnit({**to_plain_data(question), "kind": "question"}, wide=False)
        case d.RoundDiagram():
            yield _picture(pictures[block.name], to_plain_data(block.title), None)
        case TitledFigure():
            yield _picture(pictures[block.name], None, to_plain_data(block.title))
        case d.BoardDiagram():
            alone = not block.standing.pieces
            yield _picture(pictures[block.name], to_plain_data(block.caption), to_plain_data(block.title), alone=alone)
        case _:
            yield PageUnit(to_plain_data(block), wide=False)


def _items(items: Sequence[Plain], part: str, *, ordered: bool) -> Iterator[PageUnit]:
    for place, item in enumerate(items, 1):
        for stretch in _stretches(item["sentences"]) if "sentences" in item else [{**item, "more": False}]:
            yield PageUnit({"kind": "item", **stretch, "ordered": ordered, "place": place, "part": part}, wide=False)


def _stretches(sentences: Sequence[Plain]) -> Iterator[Plain]:
    """Split a paragraph into runs of whole sentences, where a column may end; all but the first continue it (``more``)."""
    begun: list[Plain] = []
    letters, more = 0, False
    for sentence in sentences:
        length = sum(len(text) for text, _ in sentence["line"]["runs"])
        if letters >= STRETCH and length >= SHORTEST:
            yield {"sentences": begun, "more": more}
            begun, letters, more = [], 0, True
        begun, letters = [*begun, sentence], letters + length
    yield {"sentences": begun, "more": more}


def _picture(drawn: DrawnPicture, caption: Plain | None, title: Plain | None, *, alone: bool = False) -> PageUnit:
    """Return a picture unit; a self-contained picture such as an empty board needs no adjacent sentence (``alone``)."""
    upright = drawn.wide and drawn.height > drawn.width
    size = {"upright": upright, "scale": 1.0, "least": drawn.least}
    shown = {"svg": drawn.svg, "alt": drawn.says, "caption": caption, "title": title, "alone": alone, **size}
    return PageUnit({"kind": "picture", **shown}, drawn.wide)


def _tabled(
    table: d.DocumentTable[TextLine] | d.KeyValueStrip[TextLine], part: str, *, cut: bool
) -> Iterator[PageUnit]:
    """Divide a table: whole with its title, in parts side by side, or row by row where it is too long for a page."""
    parts = [table] if cut or isinstance(table, d.KeyValueStrip) else _parts(table)
    wide = cut or isinstance(table, d.KeyValueStrip) or len(table.columns) > FEW or len(parts) > 1
    states = [{"label": label, "mark": MARKS[mark]} for label, mark in table.states]
    title: Plain = {"title": to_plain_data(table.title), "states": states}
    units = [split_table_into_units(one, part) for one in parts]
    if len(parts) == 1 and len(units[0]) > 1:
        yield PageUnit({"kind": "table_title", **title}, wide, keep=True)
        yield from (PageUnit(unit, wide, keep=at == 0) for at, unit in enumerate(units[0]))
        return
    # Parts are never cut, so each column may be as wide as all of its cells want it.
    whole = [[{**unit, "even": unit.get("even") and len(parts) == 1} for unit in one] for one in units]
    yield PageUnit({"kind": "tabled", **title, "parts": whole, "table": part}, wide)


def _parts(table: d.DocumentTable[TextLine]) -> list[d.DocumentTable[TextLine]]:
    """Split a long table of few columns into halves side by side, where a page is high enough."""
    length = -(-len(table.rows) // PARTS)
    if len(table.rows) <= LONG or len(table.columns) > FEW or length > HIGHEST:
        return [table]
    return [replace(table, rows=table.rows[at : at + length]) for at in range(0, len(table.rows), length)]


def _sources(book: d.SaidDocument) -> Iterator[PageUnit]:
    assert book.sources is not None
    words, sources = book.words, book.sources
    yield _heading(words["sources"], name="sources")
    if book.annotated:
        yield _line(to_plain_data(words["sources_intro"]))
    # The table of places, which alone speaks of a source by its id, stands in annotated books only.
    titles = [to_plain_data(one.title) for one in sources.documents]
    named = [_after_name(one.id, title) for one, title in zip(sources.documents, titles, strict=True)]
    documents = [{"line": line} for line in (named if book.annotated else titles)]
    yield from _items(documents, "documents", ordered=False)
    for name, sign in MARKS.items():
        if name in sources.marks:
            yield _line(_after_name(sign, to_plain_data(words[f"{name}_meaning"]), " "))
    lists = {
        "copied": [_joined(to_plain_data(what), to_plain_data(origin)) for what, origin in sources.copied],
        "partly": [_after_name(one.id, to_plain_data(one.title)) for one in sources.partly],
        "left_out": [to_plain_data(one.title) for one in sources.left_out],
    }
    for head, lines in lists.items():
        if lines:
            yield _subheading(words[head])
            yield from _items([{"line": line} for line in lines], head, ordered=False)
    if book.annotated:
        yield from _source_rows(sources)


def _source_rows(sources: d.SourceList[TextLine]) -> Iterator[PageUnit]:
    """Yield the rows of the source table; a column's width suits 95 per cent of its cells, so that few take two lines."""
    lengths = [sorted(len(row.places[at]) for row in sources.rows) for at in range(len(sources.documents))]
    shares = [max(LEAST_SHARE, each[len(each) * 95 // 100] if each else 0) for each in lengths]
    head = [one.id for one in sources.documents]
    for at, row in enumerate(sources.rows):
        drawn = {"kind": "source", "part": "source_rows", "head": head, "shares": shares, **to_plain_data(row)}
        yield PageUnit(drawn, wide=False, keep=at == 0)


def _index(book: d.SaidDocument) -> Iterator[PageUnit]:
    """Yield the entries of the index; ``most`` is the number of page numbers to leave room for before they are known."""
    if not book.index or len(book.sections) <= SHORT:
        return
    yield _heading(book.words["index"], wide=True, name="index")
    entries = [
        {
            "term": one.term,
            "labels": [label for _, label in one.places],
            "most": min(len(one.places), len(one.chapters) + 1),
        }
        for one in book.index
    ]
    for at in range(0, len(entries), MOST_ENTRIES):
        yield PageUnit({"kind": "index", "entries": entries[at : at + MOST_ENTRIES]}, wide=True)


def _colophon(book: d.SaidDocument) -> Iterator[PageUnit]:
    yield _heading(book.words["colophon"], wide=True, name="colophon")
    yield PageUnit(
        {"kind": "colophon", "lines": to_plain_data(book.foot), "options": to_plain_data(book.options)}, wide=True
    )


def _line(line: Plain) -> PageUnit:
    return PageUnit({"kind": "paragraph", "line": line, "more": False}, wide=False)


def _subheading(line: TextLine) -> PageUnit:
    return PageUnit({"kind": "subheading", "line": to_plain_data(line)}, wide=False, keep=True)


def _after_name(name: str, line: Plain, between: str = ": ") -> Plain:
    """Return a line with a name put before it."""
    return {**line, "runs": [[name + between, False], *line["runs"]]}


def _joined(first: Plain, then: Plain) -> Plain:
    """Join two lines by a colon."""
    return {**first, "runs": [*first["runs"], [": ", False], *then["runs"]]}


def book_words(book: d.SaidDocument) -> Mapping[str, object]:
    """Return the data that the book's template prints in addition to the units."""
    return {
        "lang": book.code,
        "name": book.name,
        "annotated": book.annotated,
        "head": to_plain_data(book.head),
        "words": {name: to_plain_data(book.words[name]) for name in ("statement", "section", "options")},
    }
