"""A spoken rulebook as plain data for Typst."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, assert_never

from reguli.publish.document.book_plan import Mark
from reguli.publish.document.book_spoken import (
    Sentence,
    SpokenBoard,
    SpokenBook,
    SpokenBookBlock,
    SpokenBoxes,
    SpokenChapter,
    SpokenCounted,
    SpokenParagraph,
    SpokenParagraphs,
    SpokenQuestions,
    SpokenRound,
    SpokenSubheading,
    SpokenTabled,
)
from reguli.publish.document.spoken import SpokenCard, SpokenListing, SpokenSection, SpokenStrip, SpokenTable
from reguli.publish.document.units import LONG, line_data, units_of
from reguli.publish.pictures.drawing import Drawn

BROAD: Final = 4
"""Tables with more columns, and strips, take the whole width of the page."""
PARTS: Final = 2
HIGHEST: Final = 40
"""So many parts of a long table stand side by side, each with no more rows than this: what stands so is not parted between pages."""
Plain = Mapping[str, Any]


def book_data(book: SpokenBook, marks: Mapping[Mark, str], pictures: Mapping[str, Drawn]) -> Plain:
    """Give everything that the template of the book prints."""
    writer = _Writer(marks, pictures)
    return {
        "lang": book.code,
        "name": book.name,
        "head": [line_data(line) for line in book.head],
        "words": {name: line_data(line) for name, line in book.words.items()},
        "chapters": [writer.chapter(chapter) for chapter in book.chapters],
        "documents": [{"id": one.id, "title": line_data(one.title)} for one in book.documents],
        "marks": {name: sign for name, sign in marks.items() if name in book.marks},
        "copied": [[line_data(what), line_data(origin)] for what, origin in book.copied],
        "sources": [
            {
                "label": row.label,
                "mark": writer.mark(row.mark),
                "chapter": row.chapter,
                "places": [row.places.get(document.id, "–") for document in book.documents],
            }
            for row in book.sources
        ],
        "index": [{"term": entry.term, "chapters": list(entry.chapters)} for entry in book.index],
        "options": [[line_data(option), line_data(chosen)] for option, chosen in book.options],
        "colophon": [line_data(line) for line in book.colophon],
    }


class _Writer:
    """Writes the parts of one book."""

    def __init__(self, marks: Mapping[Mark, str], pictures: Mapping[str, Drawn]) -> None:
        self.marks = marks
        self.pictures = pictures

    def mark(self, mark: Mark | None) -> str:
        """Give the sign of a mark."""
        return "" if mark is None else self.marks[mark]

    def chapter(self, chapter: SpokenChapter) -> Plain:
        """Write a section."""
        return {
            "id": chapter.id,
            "number": chapter.number,
            "phase": None if chapter.phase is None else line_data(chapter.phase),
            "heading": line_data(chapter.heading),
            "order": None if chapter.order is None else line_data(chapter.order),
            "blocks": [self.block(block) for block in chapter.blocks],
        }

    def block(self, block: SpokenBookBlock) -> Plain:
        """Write a block."""
        match block:
            case SpokenParagraph():
                return {"kind": "paragraph", "sentences": self.sentences(block)}
            case SpokenParagraphs(items=items, ordered=ordered):
                return {"kind": "paragraphs", "ordered": ordered, "items": [self.sentences(item) for item in items]}
            case SpokenSubheading():
                return {"kind": "subheading", "line": line_data(block.line)}
            case SpokenCounted():
                return {"kind": "counted", "items": [line_data(line) for line in block.items]}
            case SpokenBoxes():
                boxes = [{"line": line_data(box.line), "cites": list(box.cites)} for box in block.items]
                return {"kind": "boxes", "title": line_data(block.title), "items": boxes}
            case SpokenQuestions():
                asked = [
                    {"label": item.label, "question": line_data(item.question), "answer": line_data(item.answer)}
                    for item in block.items
                ]
                return {"kind": "questions", "items": asked}
            case SpokenRound():
                return self.picture("round", line_data(block.title), None)
            case SpokenBoard():
                return self.picture(f"board_{block.id}", line_data(block.caption), line_data(block.title))
            case SpokenTabled():
                return self.tabled(block)
            case SpokenListing():
                return {"kind": "listing", "ordered": block.ordered, "items": [line_data(line) for line in block.items]}
            case _:
                assert_never(block)

    def sentences(self, paragraph: SpokenParagraph) -> list[Plain]:
        """Write the sentences of a paragraph."""
        return [self.sentence(sentence) for sentence in paragraph.sentences]

    def sentence(self, sentence: Sentence) -> Plain:
        """Write one sentence."""
        return {"label": sentence.label, "mark": self.mark(sentence.mark), "line": line_data(sentence.line)}

    def picture(self, name: str, caption: Plain, title: Plain | None) -> Plain:
        """Write a picture."""
        drawn = self.pictures[name]
        return {
            "kind": "picture",
            "svg": drawn.svg,
            "alt": drawn.says,
            "caption": caption,
            "title": title,
            "wide": drawn.wide,
            "upright": drawn.wide and drawn.height > drawn.width,
        }

    def tabled(self, block: SpokenTabled) -> Plain:
        """Write a table, as the units that all products share; a long one in parts side by side."""
        table = block.table
        states = [{"label": label, "mark": self.mark(mark)} for label, mark in block.states]
        parts = [table] if isinstance(table, SpokenStrip) else _parts(table)
        return {
            "kind": "tabled",
            "wide": isinstance(table, SpokenStrip) or len(table.columns) > BROAD or len(parts) > 1,
            "long": isinstance(table, SpokenTable) and len(table.rows) > LONG,
            "title": line_data(table.title),
            # Parts are never cut, so each column may be as wide as all of its cells want it.
            "parts": [
                [{**unit, "even": unit.get("even") and len(parts) == 1} for unit in _units(part)] for part in parts
            ],
            "states": states,
        }


def _parts(table: SpokenTable) -> list[SpokenTable]:
    """Part a long table of few columns into halves that stand side by side, where a page is high enough."""
    length = -(-len(table.rows) // PARTS)
    if len(table.rows) <= LONG or len(table.columns) > BROAD or length > HIGHEST:
        return [table]
    return [replace(table, rows=table.rows[at : at + length]) for at in range(0, len(table.rows), length)]


def _units(table: SpokenTable | SpokenStrip) -> list[Plain]:
    """Give the units of one table, without what else stands on a card."""
    section = SpokenSection("", table.title, True, (table,))
    card = SpokenCard("", "", "", None, (), (section,), ())
    return [dict(unit.drawn) for unit in units_of(card, slim=False) if unit.drawn["kind"] in {"table", "strip"}]
