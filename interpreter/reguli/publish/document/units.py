"""A spoken product cut into the units that pages are made of, as plain data for Typst."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reguli.publish.document.render import parted
from reguli.publish.document.runs import Run
from reguli.publish.document.spoken import (
    Line,
    SpokenBlock,
    SpokenCard,
    SpokenListing,
    SpokenPhases,
    SpokenRow,
    SpokenSection,
    SpokenStrip,
    SpokenTable,
)

LONG: Final = 16
"""Tables with more rows than these may be parted between pages."""
BROAD: Final = 8
"""Tables with more columns than these, or with longer headings, change rows and columns on slim paper."""
BROAD_LETTERS: Final = 60
WIDE: Final = "wide"
NARROW: Final = "narrow"


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: what Typst draws, whether it takes the whole width, and whether it must or should stay with the next."""

    drawn: Mapping[str, object]
    wide: bool
    keep: bool = False
    soft: bool = False


def units_of(card: SpokenCard, *, slim: bool) -> tuple[Unit, ...]:
    """Cut a product into units; on ``slim`` paper grouped columns become tables of their own."""
    found = [Unit({"kind": "title", "name": card.name, "head": [line_data(line) for line in card.head]}, wide=True)]
    for section in card.sections:
        found += _section(section, slim=slim)
    found += [Unit({"kind": "foot", "line": line_data(line)}, wide=True) for line in card.foot]
    return tuple(_named(found))


def _named(units: Iterable[Unit]) -> Iterator[Unit]:
    """Give every unit the fields that all have."""
    for unit in units:
        width = WIDE if unit.wide else NARROW
        yield replace(unit, drawn={"part": "", **unit.drawn, "width": width})


def _section(section: SpokenSection, *, slim: bool) -> Iterator[Unit]:
    yield Unit({"kind": "heading", "line": line_data(section.heading)}, section.wide, keep=True)
    alone = len(section.blocks) == 1
    for at, block in enumerate(section.blocks):
        part = f"{section.id}.{at}"
        units = list(_block(block, part, section.wide, slim=slim, titled=not alone))
        last = at == len(section.blocks) - 1
        yield from units[:-1]
        yield from (replace(unit, soft=unit.soft or not last) for unit in units[-1:])


def _block(block: SpokenBlock, part: str, wide: bool, *, slim: bool, titled: bool) -> Iterator[Unit]:
    match block:
        case SpokenListing():
            yield from _items(block.items, part, wide, ordered=block.ordered)
        case SpokenPhases():
            yield from _phases(block, part, wide)
        case SpokenTable() if block.groups and slim:
            for at, (group, table) in enumerate(parted(block)):
                title = table.title if group is None else _joined(table.title, group)
                yield from _table(replace(table, title=title), f"{part}.{at}", wide, titled=True)
        case SpokenTable():
            turned = slim and len(block.corner) == 1 and _is_broad(block)
            yield from _table(_transposed(block) if turned else block, part, wide, titled=titled)
        case SpokenStrip():
            yield Unit(_strip(block, titled=titled), wide)


def _items(lines: Sequence[Line], part: str, wide: bool, *, ordered: bool) -> Iterator[Unit]:
    for place, line in enumerate(lines, 1):
        drawn = {"kind": "item", "line": line_data(line), "ordered": ordered, "place": place, "part": part}
        yield Unit(drawn, wide, soft=place < len(lines))


def _phases(block: SpokenPhases, part: str, wide: bool) -> Iterator[Unit]:
    for at, phase in enumerate(block.items):
        drawn = {
            "kind": "phase",
            "number": line_data(phase.number),
            "name": line_data(phase.name),
            "order": None if phase.order is None else line_data(phase.order),
        }
        yield Unit(drawn, wide, keep=bool(phase.lines))
        yield from _items(phase.lines, f"{part}.{at}", wide, ordered=False)


def _table(table: SpokenTable, part: str, wide: bool, *, titled: bool) -> Iterator[Unit]:
    rows = [
        {"heads": [line_data(line) for line in row.headings], "cells": [line_data(line) for line in row.cells]}
        for row in table.rows
    ]
    count = len(table.rows[0].cells) if table.rows else len(table.columns)
    drawn: dict[str, object] = {
        "kind": "table",
        "title": line_data(table.title) if titled and table.title.text else None,
        "corner": [line_data(line) for line in table.corner],
        "groups": [
            {"line": None if group.line is None else line_data(group.line), "span": group.span}
            for group in table.groups
        ],
        "columns": [line_data(line) for line in table.columns],
        "cell_count": count,
        "text": table.text,
        "even": table.text,
    }
    if len(rows) <= LONG:
        yield Unit({**drawn, "rows": rows}, wide)
        return
    for at, row in enumerate(rows):
        yield Unit({**drawn, "rows": [row], "part": part, "even": True}, wide, keep=at == 0)


def _is_broad(table: SpokenTable) -> bool:
    return len(table.columns) > BROAD or sum(len(line.text) for line in table.columns) > BROAD_LETTERS


def _transposed(table: SpokenTable) -> SpokenTable:
    """Make rows of columns and columns of rows; the corner then names the columns."""
    rows = tuple(
        SpokenRow((column,), tuple(row.cells[at] for row in table.rows)) for at, column in enumerate(table.columns)
    )
    return replace(table, columns=tuple(row.headings[0] for row in table.rows), rows=rows)


def _joined(title: Line, group: Line) -> Line:
    """Join the title of a table and the heading of a group of its columns."""
    return Line((*title.runs, Run(" – "), *group.runs), made=title.made or group.made)


def _strip(strip: SpokenStrip, *, titled: bool) -> Mapping[str, object]:
    return {
        "kind": "strip",
        "title": line_data(strip.title) if titled else None,
        "key": line_data(strip.key),
        "value": line_data(strip.value),
        "wrap": max(len(line) for line in strip.lines) if strip.lines else 1,
        "pairs": [[line_data(key), line_data(value)] for line in strip.lines for key, value in line],
    }


def line_data(line: Line) -> Mapping[str, object]:
    """Give a line as Typst takes it."""
    return {"runs": [[run.text, run.held] for run in line.runs], "made": line.made, "lang": line.lang}
