"""Realised products as plain data for Typst: a card divided into page units, a rulebook and a change sheet as they flow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, TypeAlias

from reguli.publish.document import document_tree as d
from reguli.publish.document.document_tree import TextLine, capitalise_line, join_lines
from reguli.publish.document.inline_nodes import DocumentNode, find_blocks
from reguli.publish.document.templates import split_column_groups
from reguli.source.frozen_values import FrozenValue, frozen_class

LONG: Final = 16
"""Tables with more rows than these may be parted between pages."""
BROAD: Final = 8
"""Tables with more columns than these, or with longer headings, change rows and columns on slim paper."""
BROAD_LETTERS: Final = 60
WIDE: Final = "wide"
NARROW: Final = "narrow"
MARKS: Final[Mapping[d.Mark | None, str]] = {"ruled": "†", "transcribed": "‡", None: ""}
"""What stands beside the number of a statement."""
SEEN_SIGNS: Final[Mapping[str, str]] = {"photograph": "‡", "list": "¶", "inferred": "≈", "reconstructed": "◊"}
"""What stands beside data that was obtained in this way; data from a source of the rules has no sign."""
Plain: TypeAlias = Mapping[str, Any]


@frozen_class
class PageUnit(FrozenValue):
    """One unit: its drawing data for Typst, whether it takes the full width, and whether it must or should stay with the next.

    One at the ``back`` stands on another side than those that do not.
    """

    drawn: Mapping[str, object]
    wide: bool
    keep: bool = False
    soft: bool = False
    back: bool = False


def split_into_units(card: d.SaidDocument, *, slim: bool) -> tuple[PageUnit, ...]:
    """Divide a product into units; on ``slim`` paper grouped columns become tables of their own."""
    found = [PageUnit({"kind": "title", "name": card.name, "head": to_plain_data(card.head)}, wide=True)]
    for section in card.sections:
        found += (replace(unit, back=section.back) for unit in _section(section, slim=slim))
    back = found[-1].back
    found += [PageUnit({"kind": "foot", "line": to_plain_data(line)}, wide=True, back=back) for line in card.foot]
    return tuple(add_common_fields(found))


def add_common_fields(units: Iterable[PageUnit]) -> Iterator[PageUnit]:
    """Yield every unit with the fields common to all."""
    for unit in units:
        width = WIDE if unit.wide else NARROW
        yield replace(unit, drawn={"part": "", **unit.drawn, "width": width})


def _section(section: d.DocumentSection[TextLine], *, slim: bool) -> Iterator[PageUnit]:
    yield PageUnit({"kind": "heading", "line": to_plain_data(section.heading)}, section.wide, keep=True)
    alone = len(section.blocks) == 1
    for at, block in enumerate(section.blocks):
        part = f"{section.id}.{at}"
        units = list(_block(block, part, section.wide, slim=slim, titled=not alone))
        last = at == len(section.blocks) - 1
        yield from units[:-1]
        yield from (replace(unit, soft=unit.soft or not last) for unit in units[-1:])


def _block(block: d.DocumentBlock, part: str, wide: bool, *, slim: bool, titled: bool) -> Iterator[PageUnit]:
    match block:
        case d.LineList():
            yield from _items(block.items, part, wide, ordered=block.ordered)
        case d.PhaseListBlock():
            yield from _phases(block, part, wide)
        case d.DocumentTable() if block.groups and slim:
            for at, (group, table) in enumerate(split_column_groups(block)):
                title = table.title if group is None else join_lines((table.title, group), " – ")
                yield from _table(replace(table, title=title), f"{part}.{at}", wide, titled=True)
        case d.DocumentTable():
            turned = slim and len(block.corner) == 1 and _is_broad(block)
            yield from _table(_transposed(block) if turned else block, part, wide, titled=titled)
        case d.KeyValueStrip():
            yield PageUnit(_strip(block, titled=titled), wide)
        case _:
            raise TypeError(f"no page of a card shows a block of the form '{block.form}'")


def _items(lines: Sequence[TextLine], part: str, wide: bool, *, ordered: bool) -> Iterator[PageUnit]:
    for place, line in enumerate(lines, 1):
        drawn = {"kind": "item", "line": to_plain_data(line), "ordered": ordered, "place": place, "part": part}
        yield PageUnit(drawn, wide, soft=place < len(lines))


def _phases(block: d.PhaseListBlock[TextLine], part: str, wide: bool) -> Iterator[PageUnit]:
    for at, phase in enumerate(block.items):
        drawn = {"kind": "phase", **{name: to_plain_data(getattr(phase, name)) for name in ("number", "name", "order")}}
        yield PageUnit(drawn, wide, keep=bool(phase.lines))
        yield from _items(phase.lines, f"{part}.{at}", wide, ordered=False)


def _table(table: d.DocumentTable[TextLine], part: str, wide: bool, *, titled: bool) -> Iterator[PageUnit]:
    rows = [{"heads": to_plain_data(row.headings), "cells": to_plain_data(row.cells)} for row in table.rows]
    count = len(table.rows[0].cells) if table.rows else len(table.columns)
    drawn: dict[str, object] = {
        "kind": "table",
        "title": to_plain_data(table.title) if titled and table.title.text else None,
        "corner": to_plain_data(table.corner),
        "groups": to_plain_data(table.groups),
        "columns": to_plain_data(table.columns),
        "cell_count": count,
        "text": table.text,
        "even": table.text,
    }
    if len(rows) <= LONG:
        yield PageUnit({**drawn, "rows": rows}, wide)
        return
    for at, row in enumerate(rows):
        yield PageUnit({**drawn, "rows": [row], "part": part, "even": True}, wide, keep=at == 0)


def _is_broad(table: d.DocumentTable[TextLine]) -> bool:
    return len(table.columns) > BROAD or sum(len(line.text) for line in table.columns) > BROAD_LETTERS


def _transposed(table: d.DocumentTable[TextLine]) -> d.DocumentTable[TextLine]:
    """Return a table with rows and columns swapped; the corner takes the common column heading, or is empty."""
    rows = tuple(
        d.DocumentRow((column,), tuple(row.cells[at] for row in table.rows)) for at, column in enumerate(table.columns)
    )
    corner = TextLine(()) if table.across is None else capitalise_line(table.across)
    return replace(table, corner=(corner,), columns=tuple(row.headings[0] for row in table.rows), rows=rows)


def _strip(strip: d.KeyValueStrip[TextLine], *, titled: bool) -> Mapping[str, object]:
    drawn = {name: to_plain_data(getattr(strip, name)) for name in ("key", "value", "pairs")}
    wrap = min(strip.wrap, len(strip.pairs)) or 1
    return {"kind": "strip", "title": to_plain_data(strip.title) if titled else None, **drawn, "wrap": wrap}


def split_table_into_units(
    table: d.DocumentTable[TextLine] | d.KeyValueStrip[TextLine], part: str
) -> list[Mapping[str, object]]:
    """Return the units of one table without its title, as in a book, where strips have lines of equal length."""
    if isinstance(table, d.KeyValueStrip) and table.lines:
        table = replace(table, wrap=len(table.lines[0]))
    return [unit.drawn for unit in add_common_fields(_block(table, part, wide=True, slim=False, titled=False))]


def to_plain_data(node: Any) -> Any:
    """Return a part of a document as plain data: a block with its form as ``kind``, a mark as its sign."""
    match node:
        case TextLine():
            runs = [[run.text, run.held, *([run.icon] if run.icon else [])] for run in node.runs]
            return {"runs": runs, "made": node.made, "lang": node.lang}
        case DocumentNode():
            kind = {"kind": node.form} if isinstance(node, d.DocumentBlock) else {}
            return kind | {one.name: _field(one.name, getattr(node, one.name)) for one in fields(node)}  # type: ignore[arg-type]
        case tuple():
            return [to_plain_data(each) for each in node]
        case Mapping():
            return {name: to_plain_data(each) for name, each in node.items()}
        case _:
            return node


def _field(name: str, value: Any) -> Any:
    return MARKS[value] if name == "mark" else to_plain_data(value)


def changes_data(sheet: d.SaidDocument) -> Plain:
    """Return all data that the template of a change sheet prints."""
    kind, compared = sheet.head
    return {
        "lang": sheet.code,
        "name": sheet.name,
        "title": f"{sheet.name} – {kind.text}",
        "compared": to_plain_data(compared),
        "words": to_plain_data(sheet.words),
        "parts": [
            [one.id, [to_plain_data(line) for block in find_blocks(one, d.ChangeListBlock) for line in block.items]]
            for one in sheet.sections
        ],
        "foot": to_plain_data(sheet.foot),
    }
