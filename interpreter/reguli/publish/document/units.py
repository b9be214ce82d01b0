"""Said products as plain data for Typst: a card cut into the units that pages are made of, a rulebook and a change sheet as they flow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, TypeAlias

from reguli.publish.document import tree as d
from reguli.publish.document.line import Line, joined
from reguli.publish.document.templates import parted
from reguli.publish.document.walk import Node, every
from reguli.publish.pictures.boards import Drawn
from reguli.source.kept import Kept, kept

LONG: Final = 16
"""Tables with more rows than these may be parted between pages."""
BROAD: Final = 8
"""Tables with more columns than these, or with longer headings, change rows and columns on slim paper."""
BROAD_LETTERS: Final = 60
FEW: Final = 4
"""Tables of a book with more columns, and strips, take the whole width of the page."""
PARTS: Final = 2
HIGHEST: Final = 40
"""So many parts of a long table stand side by side, each with no more rows than this: what stands so is not parted between pages."""
WIDE: Final = "wide"
NARROW: Final = "narrow"
MARKS: Final[Mapping[d.Mark | None, str]] = {"ruled": "†", "transcribed": "‡", None: ""}
"""What stands beside the number of a statement."""
Plain: TypeAlias = Mapping[str, Any]


@kept
class Unit(Kept):
    """One unit: what Typst draws, whether it takes the whole width, and whether it must or should stay with the next."""

    drawn: Mapping[str, object]
    wide: bool
    keep: bool = False
    soft: bool = False


def units_of(card: d.SaidDocument, *, slim: bool) -> tuple[Unit, ...]:
    """Cut a product into units; on ``slim`` paper grouped columns become tables of their own."""
    found = [Unit({"kind": "title", "name": card.name, "head": plain(card.head)}, wide=True)]
    for section in card.sections:
        found += _section(section, slim=slim)
    found += [Unit({"kind": "foot", "line": plain(line)}, wide=True) for line in card.foot]
    return tuple(_named(found))


def _named(units: Iterable[Unit]) -> Iterator[Unit]:
    """Give every unit the fields that all have."""
    for unit in units:
        width = WIDE if unit.wide else NARROW
        yield replace(unit, drawn={"part": "", **unit.drawn, "width": width})


def _section(section: d.Section[Line], *, slim: bool) -> Iterator[Unit]:
    yield Unit({"kind": "heading", "line": plain(section.heading)}, section.wide, keep=True)
    alone = len(section.blocks) == 1
    for at, block in enumerate(section.blocks):
        part = f"{section.id}.{at}"
        units = list(_block(block, part, section.wide, slim=slim, titled=not alone))
        last = at == len(section.blocks) - 1
        yield from units[:-1]
        yield from (replace(unit, soft=unit.soft or not last) for unit in units[-1:])


def _block(block: d.Block, part: str, wide: bool, *, slim: bool, titled: bool) -> Iterator[Unit]:
    match block:
        case d.Listing():
            yield from _items(block.items, part, wide, ordered=block.ordered)
        case d.Phases():
            yield from _phases(block, part, wide)
        case d.Table() if block.groups and slim:
            for at, (group, table) in enumerate(parted(block)):
                title = table.title if group is None else joined((table.title, group), " – ")
                yield from _table(replace(table, title=title), f"{part}.{at}", wide, titled=True)
        case d.Table():
            turned = slim and len(block.corner) == 1 and _is_broad(block)
            yield from _table(_transposed(block) if turned else block, part, wide, titled=titled)
        case d.Strip():
            yield Unit(_strip(block, titled=titled), wide)
        case _:
            raise TypeError(f"no page of a card shows a block of the form '{block.form}'")


def _items(lines: Sequence[Line], part: str, wide: bool, *, ordered: bool) -> Iterator[Unit]:
    for place, line in enumerate(lines, 1):
        drawn = {"kind": "item", "line": plain(line), "ordered": ordered, "place": place, "part": part}
        yield Unit(drawn, wide, soft=place < len(lines))


def _phases(block: d.Phases[Line], part: str, wide: bool) -> Iterator[Unit]:
    for at, phase in enumerate(block.items):
        drawn = {"kind": "phase", **{name: plain(getattr(phase, name)) for name in ("number", "name", "order")}}
        yield Unit(drawn, wide, keep=bool(phase.lines))
        yield from _items(phase.lines, f"{part}.{at}", wide, ordered=False)


def _table(table: d.Table[Line], part: str, wide: bool, *, titled: bool) -> Iterator[Unit]:
    rows = [{"heads": plain(row.headings), "cells": plain(row.cells)} for row in table.rows]
    count = len(table.rows[0].cells) if table.rows else len(table.columns)
    drawn: dict[str, object] = {
        "kind": "table",
        "title": plain(table.title) if titled and table.title.text else None,
        "corner": plain(table.corner),
        "groups": plain(table.groups),
        "columns": plain(table.columns),
        "cell_count": count,
        "text": table.text,
        "even": table.text,
    }
    if len(rows) <= LONG:
        yield Unit({**drawn, "rows": rows}, wide)
        return
    for at, row in enumerate(rows):
        yield Unit({**drawn, "rows": [row], "part": part, "even": True}, wide, keep=at == 0)


def _is_broad(table: d.Table[Line]) -> bool:
    return len(table.columns) > BROAD or sum(len(line.text) for line in table.columns) > BROAD_LETTERS


def _transposed(table: d.Table[Line]) -> d.Table[Line]:
    """Make rows of columns and columns of rows; the corner then names the columns."""
    rows = tuple(
        d.Row((column,), tuple(row.cells[at] for row in table.rows)) for at, column in enumerate(table.columns)
    )
    return replace(table, columns=tuple(row.headings[0] for row in table.rows), rows=rows)


def _strip(strip: d.Strip[Line], *, titled: bool) -> Mapping[str, object]:
    drawn = {name: plain(getattr(strip, name)) for name in ("key", "value", "pairs")}
    wrap = min(strip.wrap, len(strip.pairs)) or 1
    return {"kind": "strip", "title": plain(strip.title) if titled else None, **drawn, "wrap": wrap}


def table_units(table: d.Table[Line] | d.Strip[Line]) -> list[Mapping[str, object]]:
    """Give the units of one table without its title, as they stand in a book."""
    return [unit.drawn for unit in _named(_block(table, ".0", wide=True, slim=False, titled=False))]


def plain(node: Any) -> Any:
    """Give a part of a document as plain data: a block with its form as ``kind``, a mark as its sign."""
    match node:
        case Line():
            return {"runs": [[run.text, run.held] for run in node.runs], "made": node.made, "lang": node.lang}
        case Node():
            kind = {"kind": node.form} if isinstance(node, d.Block) else {}
            return kind | {one.name: _field(one.name, getattr(node, one.name)) for one in fields(node)}  # type: ignore[arg-type]
        case tuple():
            return [plain(each) for each in node]
        case Mapping():
            return {name: plain(each) for name, each in node.items()}
        case _:
            return node


def _field(name: str, value: Any) -> Any:
    return MARKS[value] if name == "mark" else plain(value)


def book_data(book: d.SaidDocument, pictures: Mapping[str, Drawn]) -> Plain:
    """Give everything that the template of the book prints."""
    assert book.sources is not None
    return {
        "lang": book.code,
        "name": book.name,
        "annotated": book.annotated,
        "head": plain(book.head),
        "words": plain(book.words),
        "chapters": [
            {
                **{name: plain(getattr(one, name)) for name in ("id", "number", "phase", "heading", "order")},
                "blocks": [_in_book(block, pictures) for block in one.blocks],
            }
            for one in book.sections
        ],
        "documents": plain(book.sources.documents),
        "marks": {name: sign for name, sign in MARKS.items() if name in book.sources.marks},
        "copied": plain(book.sources.copied),
        "partly": plain(book.sources.partly),
        "sources": plain(book.sources.rows),
        "index": [{"term": one.term, "labels": [label for _, label in one.places]} for one in book.index],
        "options": plain(book.options),
        "colophon": plain(book.foot),
    }


def changes_data(sheet: d.SaidDocument) -> Plain:
    """Give everything that the template of a change sheet prints."""
    kind, compared = sheet.head
    return {
        "lang": sheet.code,
        "name": sheet.name,
        "title": f"{sheet.name} – {kind.text}",
        "compared": plain(compared),
        "words": plain(sheet.words),
        "parts": [
            [one.id, [plain(line) for block in every(one, d.Changed) for line in block.items]] for one in sheet.sections
        ],
        "foot": plain(sheet.foot),
    }


def _in_book(block: d.Block, pictures: Mapping[str, Drawn]) -> Plain:
    """Write a block: pictures drawn, tables as the units that all products share, all else as it is."""
    match block:
        case d.Round():
            return _picture(pictures[block.name], plain(block.title), None)
        case d.Board():
            return _picture(pictures[block.name], plain(block.caption), plain(block.title))
        case d.Table() | d.Strip():
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


def _tabled(table: d.Table[Line] | d.Strip[Line]) -> Plain:
    """Write a table; a long one in parts side by side."""
    parts = [table] if isinstance(table, d.Strip) else _parts(table)
    return {
        "kind": "tabled",
        "wide": isinstance(table, d.Strip) or len(table.columns) > FEW or len(parts) > 1,
        "long": isinstance(table, d.Table) and len(table.rows) > LONG,
        "title": plain(table.title),
        # Parts are never cut, so each column may be as wide as all of its cells want it.
        "parts": [
            [{**unit, "even": unit.get("even") and len(parts) == 1} for unit in table_units(part)] for part in parts
        ],
        "states": [{"label": label, "mark": MARKS[mark]} for label, mark in table.states],
    }


def _parts(table: d.Table[Line]) -> list[d.Table[Line]]:
    """Part a long table of few columns into halves that stand side by side, where a page is high enough."""
    length = -(-len(table.rows) // PARTS)
    if len(table.rows) <= LONG or len(table.columns) > FEW or length > HIGHEST:
        return [table]
    return [replace(table, rows=table.rows[at : at + length]) for at in range(0, len(table.rows), length)]
