"""Texts of cells that are parted by commas, semicolons or tabs, as spreadsheets of any country write them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.span import Span
from reguli.verify.double_entry.entered_cells import Cell

MARKS: Final = (";", "\t", ",")
"""What may part cells; of a text that has several on its first line the first of these."""
_SEP: Final = re.compile(r"sep=(.)\s*", re.IGNORECASE)
"""The first line by which a spreadsheet is told what parts the cells."""
_OLD: Final = "cp1250"
"""How spreadsheets of Central Europe write letters where they do not write UTF-8."""


def decoded(raw: bytes) -> str:
    """Give the text of a file: UTF-8, with or without a mark before it, UTF-16 with one, else letters of Central Europe."""
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if raw.startswith(mark):
            return raw.decode(name, "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(_OLD, "replace")


def separated(text: str, file: str, bag: Bag) -> tuple[tuple[Cell, ...], ...]:
    """Give the rows of a text with the places of their cells; a quote that nobody closes is V157, and what comes after it is not read."""
    first = text.partition("\n")[0]
    told = _SEP.fullmatch(first.strip("\r"))
    mark = told[1] if told else next((one for one in MARKS if one in first), MARKS[0])
    rows: list[list[Cell]] = [[]]
    for cell, ends in _cells(text, file, mark, bag):
        rows[-1].append(cell)
        if ends:
            rows.append([])
    return tuple(tuple(row) for row in rows[1 if told else 0 :] if row)


def _cells(text: str, file: str, mark: str, bag: Bag) -> Iterator[tuple[Cell, bool]]:
    """Give each cell, and whether its row ends behind it."""
    at, line, begin, ending = 0, 1, 0, re.compile(f"[{re.escape(mark)}\n]")
    while at <= len(text):
        start, first = at, line
        column = at - begin + 1
        if text[at : at + 1] == '"':
            at, written = _quoted(text, at)
            if at < 0:
                bag.add("V157", Span(file, line, column, line, column + 1), why=Said("why.quote_open"))
                return
            breaks = text.count("\n", start, at)
            line += breaks
            begin = text.rfind("\n", 0, at) + 1 if breaks else begin
        else:
            written = ""
        found = ending.search(text, at)
        end = len(text) if found is None else found.start()
        written += text[at:end]
        shown = text[start:end].rstrip("\r\n")
        yield (
            Cell(_clean(written), Span(file, first, column, first, column + max(1, len(shown)))),
            text[end : end + 1] != mark,
        )
        at = end + 1
        if text[end : end + 1] == "\n":
            line, begin = line + 1, at


def _quoted(text: str, at: int) -> tuple[int, str]:
    """Give where a cell in quotes ends, and what stands in it; -1 where it does not end."""
    written = []
    while (end := text.find('"', at + 1)) >= 0:
        written.append(text[at + 1 : end])
        if text[end + 1 : end + 2] != '"':
            return end + 1, '"'.join(written)
        at = end + 1
    return -1, ""


def _clean(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").split())
