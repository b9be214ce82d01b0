"""A said rulebook, and a change sheet, as plain data for Typst."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from reguli.publish.document.line import Line
from reguli.publish.document.tree import Block, Board, Changed, Round, SaidDocument, Strip, Table
from reguli.publish.document.units import LONG, MARKS, plain, table_units
from reguli.publish.document.walk import every
from reguli.publish.pictures.boards import Drawn

BROAD: Final = 4
"""Tables with more columns, and strips, take the whole width of the page."""
PARTS: Final = 2
HIGHEST: Final = 40
"""So many parts of a long table stand side by side, each with no more rows than this: what stands so is not parted between pages."""
Plain = Mapping[str, Any]


def book_data(book: SaidDocument, pictures: Mapping[str, Drawn]) -> Plain:
    """Give everything that the template of the book prints."""
    assert book.sources is not None
    return {
        "lang": book.code,
        "name": book.name,
        "head": plain(book.head),
        "words": _words(book),
        "chapters": [
            {
                **{name: plain(getattr(one, name)) for name in ("id", "number", "phase", "heading", "order")},
                "blocks": [_block(block, pictures) for block in one.blocks],
            }
            for one in book.sections
        ],
        "documents": plain(book.sources.documents),
        "marks": {name: sign for name, sign in MARKS.items() if name in book.sources.marks},
        "copied": plain(book.sources.copied),
        "sources": plain(book.sources.rows),
        "index": plain(book.index),
        "options": plain(book.options),
        "colophon": plain(book.foot),
    }


def changes_data(sheet: SaidDocument) -> Plain:
    """Give everything that the template of a change sheet prints."""
    kind, compared = sheet.head
    return {
        "lang": sheet.code,
        "name": sheet.name,
        "title": f"{sheet.name} – {kind.text}",
        "compared": plain(compared),
        "words": _words(sheet),
        "parts": [
            [one.id, [plain(line) for block in every(one, Changed) for line in block.items]] for one in sheet.sections
        ],
        "foot": plain(sheet.foot),
    }


def _words(document: SaidDocument) -> Plain:
    return {name: plain(line) for name, line in document.words.items()}


def _block(block: Block, pictures: Mapping[str, Drawn]) -> Plain:
    """Write a block: pictures drawn, tables as the units that all products share, all else as it is."""
    match block:
        case Round():
            return _picture(pictures[block.name], plain(block.title), None)
        case Board():
            return _picture(pictures[block.name], plain(block.caption), plain(block.title))
        case Table() | Strip():
            return _tabled(block)
        case _:
            found: Plain = plain(block)
            return found


def _picture(drawn: Drawn, caption: Plain, title: Plain | None) -> Plain:
    """Write a picture."""
    return {
        "kind": "picture",
        "svg": drawn.svg,
        "alt": drawn.says,
        "caption": caption,
        "title": title,
        "wide": drawn.wide,
        "upright": drawn.wide and drawn.height > drawn.width,
    }


def _tabled(table: Table[Line] | Strip[Line]) -> Plain:
    """Write a table; a long one in parts side by side."""
    parts = [table] if isinstance(table, Strip) else _parts(table)
    return {
        "kind": "tabled",
        "wide": isinstance(table, Strip) or len(table.columns) > BROAD or len(parts) > 1,
        "long": isinstance(table, Table) and len(table.rows) > LONG,
        "title": plain(table.title),
        # Parts are never cut, so each column may be as wide as all of its cells want it.
        "parts": [
            [{**unit, "even": unit.get("even") and len(parts) == 1} for unit in table_units(part)] for part in parts
        ],
        "states": [{"label": label, "mark": MARKS[mark]} for label, mark in table.states],
    }


def _parts(table: Table[Line]) -> list[Table[Line]]:
    """Part a long table of few columns into halves that stand side by side, where a page is high enough."""
    length = -(-len(table.rows) // PARTS)
    if len(table.rows) <= LONG or len(table.columns) > BROAD or length > HIGHEST:
        return [table]
    return [replace(table, rows=table.rows[at : at + length]) for at in range(0, len(table.rows), length)]
