"""Tables as spreadsheets save them: delimited text (.csv, .tsv, .txt) and sheets of a workbook (.xlsx).

Everything that a designer keeps in a spreadsheet is read here: elements of a kind, rows of a table, facts, wordings. ``read_rows``
returns all cells of a file, each with its place; ``make_table`` takes their first filled row as the heads and drops what
spreadsheets leave behind: blank rows, and columns without a head and without a cell. What a cell means is the reader's affair:
a decimal comma or a date stays text.

A workbook has no lines. The text of a sheet in ``Sources`` has one line a row, its cells parted by ``CELL_END``; places in it name
the cell, ``cards.xlsx:Cards!C7`` (see ``Span``).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final
from unicodedata import combining, normalize

from reguli.source.bounded_files import first_invisible_char, unicode_char_name
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import CELL_END, CELL_LETTERS, LineIndex, Sources, Span
from reguli.source.spreadsheet_files import (
    MOST_COLUMNS,
    MOST_ROWS,
    NoSuchSheet,
    SpreadsheetsUnavailable,
    read_sheet_values,
)
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

WORKBOOK: Final = ".xlsx"
TABLE_ENDINGS: Final = (".csv", ".tsv", ".txt", WORKBOOK)
DELIMITERS: Final = (",", ";", "\t")
MOST_CELLS: Final = 200_000
LARGEST_TEXT: Final = 2_000_000
HEAD_ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("qty", "count", "quantity", "number", "amount"), "copies"),
        **dict.fromkeys(("buc", "bucati", "cantitate", "exemplare", "numar"), "copies"),
        **dict.fromkeys(("db", "darab", "darabszam", "mennyiseg", "peldany"), "copies"),
        **dict.fromkeys(("title", "nume", "denumire", "nev"), "name"),
        **dict.fromkeys(("identifier", "azonosito"), "id"),
    }
)
"""Usual heads in English, Romanian and Hungarian, as ``fold_name`` writes them, with the column that they mean."""
_NUMBER_SIGN: Final = "#"
_QUOTED: Final = re.compile(r'"(?:[^"]|"")*(?:"|\Z)')
_SEP: Final = re.compile(r"sep=(.)[ \t,;]*\r?\n?", re.IGNORECASE)
"""The first line by which a spreadsheet is told what parts the cells."""
_NUMBER: Final = re.compile(r"[-\u2212]?(0|[1-9][0-9]{0,17})")
_WORD: Final = re.compile(r"[^\s,;|]+")
_TRUTHS: Final = MappingProxyType({"true": True, "false": False})
_NO_LETTER: Final = re.compile(r"[^\w]+")
_MARKS: Final = (
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
    (b"PK\x03\x04", "XLSX"),
    (b"\xd0\xcf\x11\xe0", "XLS"),
)
"""How files begin that are no UTF-8 text."""


@frozen_class
class TableCell(FrozenValue):
    """A cell: its text as written, its place, and where it stands in the text of its file (offsets; 0 in a workbook)."""

    written: str
    span: Span
    start: int = 0
    end: int = 0
    quoted: bool = False

    @property
    def text(self) -> str:
        """Return the text without blanks around any of its lines."""
        return "\n".join(line.strip() for line in self.written.strip().split("\n"))


Row = tuple[TableCell, ...]


@frozen_class
class Table(FrozenValue):
    """Heads, and rows with one cell for each head; no row is blank."""

    span: Span
    heads: Row
    rows: tuple[Row, ...]


def fold_name(text: str) -> str:
    """Return a name in small letters, without accents, other characters as ``_``: ``Köln`` is ``koln``."""
    apart = normalize("NFKD", text.casefold())
    return _NO_LETTER.sub("_", "".join(one for one in apart if not combining(one))).strip("_")


def match_head(text: str, known: Sequence[str]) -> str:
    """Return the known column that a head means, whatever its case, or by its usual names; else the head as written."""
    folded = fold_name(text)
    alias = "copies" if text.strip() == _NUMBER_SIGN else HEAD_ALIASES.get(folded, text)
    return next((name for name in (text, folded, alias) if name in known), text)


# -- Rows of cells, whatever the file ----------------------------------------------------------------------------------


def read_rows(
    raw: bytes, file: str, bag: Bag, sources: Sources, sheet: str | None = None
) -> tuple[str, tuple[Row, ...] | None]:
    """Return the name under which ``sources`` keeps what was read, and the cells, blank ones included; ``None`` with findings.

    ``file`` is the name for findings; its ending says how to read. ``sheet`` is a sheet of a workbook, by default the first. The name
    returned is that in the places of the cells: ``cards.csv``, ``cards.xlsx:Cards``.
    """
    before = len(bag)
    if file.lower().endswith(WORKBOOK):
        file, rows = _sheet_rows(raw, file, sheet, bag, sources)
    else:
        text = _decoded(raw, file, bag)
        if text is None:
            return file, None
        sources.add(file, text)
        rows = _text_rows(text, file, bag)
    for cell in (cell for row in rows for cell in row):
        if not cell.written.isprintable() and (char := first_invisible_char(cell.text)) is not None:
            bag.add("Y107", cell.span, name=unicode_char_name(char))
    return file, rows if len(bag) == before else None


def make_table(rows: Sequence[Row], whole: Span, bag: Bag) -> Table | None:
    """Return rows as a table; ``None`` with findings, as where no cell is filled (R393)."""
    filled = [row for row in rows if any(cell.text for cell in row)]
    if not filled:
        bag.add("R393", whole)
        return None
    heads, body = filled[0], filled[1:]
    columns = [at for at, head in enumerate(heads) if head.text]
    before = len(bag)
    if len(columns) == 1 and "|" in heads[columns[0]].text:
        bag.add("R389", heads[columns[0]].span)
        return None
    for row in body[:1]:
        if sum(bool(cell.text) for cell in row) > 2 * len(columns):
            bag.add("R411", heads[columns[0]].span, text=_shortened(heads[columns[0]].text), row=row[0].span.line)
            return None
    for row in body:
        extra = next((cell for at, cell in enumerate(row) if at not in columns and cell.text), None)
        if extra is not None:
            bag.add("R391", extra.span, text=_shortened(extra.text), heads=len(columns))
    if len(bag) != before:
        return None
    return Table(whole, tuple(heads[at] for at in columns), tuple(_aligned(row, columns) for row in body))


def _aligned(row: Row, columns: Sequence[int]) -> Row:
    """Return the cells under the heads; a row that ends early has empty ones."""
    last = row[-1]
    empty = TableCell("", last.span, last.end, last.end)
    return tuple(row[at] if at < len(row) else empty for at in columns)


def _shortened(text: str) -> str:
    line = text.split("\n", 1)[0]
    return line if len(line) <= 40 else f"{line[:39]}…"


# -- Workbooks ---------------------------------------------------------------------------------------------------------


def _sheet_rows(raw: bytes, file: str, sheet: str | None, bag: Bag, sources: Sources) -> tuple[str, tuple[Row, ...]]:
    whole = Span(file, 0, 0, 0, 0)
    try:
        read = read_sheet_values(raw, sheet)
    except SpreadsheetsUnavailable:
        bag.add("W503", whole)
        return file, ()
    if isinstance(read, NoSuchSheet):
        near = closest_name(read.name, read.known)
        bag.add("Y115", whole, near=near, name=read.name, known=", ".join(read.known))
        return file, ()
    if isinstance(read, Said):
        bag.add("Y114", whole, why=read)
        return file, ()
    name = f"{file}:{read.title}"
    shown = ((" ".join(text.split("\n")).replace(CELL_END, " ") for text in row) for row in read.rows)
    sources.add(name, "\n".join(CELL_END.join(row) for row in shown))
    for (row, column), fault in read.faults:
        why = Said("why.formula_unsaved") if fault is None else Said("why.formula_fails", text=fault)
        bag.add("R392", _cell_span(name, row, column), why=why)
    if len(read.rows) > MOST_ROWS or max(map(len, read.rows), default=0) > MOST_COLUMNS:
        bag.add("Y116", Span(name, 0, 0, 0, 0), rows=MOST_ROWS, columns=MOST_COLUMNS)
        return name, ()
    return name, tuple(
        tuple(TableCell(text, _cell_span(name, at, column)) for column, text in enumerate(row, 1))
        for at, row in enumerate(read.rows, 1)
    )


def _cell_span(name: str, row: int, column: int) -> Span:
    start = (column - 1) * CELL_LETTERS + 1
    return Span(name, row, start, row, start + CELL_LETTERS - 1)


# -- Delimited text ----------------------------------------------------------------------------------------------------


def _decoded(raw: bytes, file: str, bag: Bag) -> str | None:
    """Return UTF-8 text, without a byte order mark; anything else is Y113, with the likely encoding."""
    whole = Span(file, 0, 0, 0, 0)
    if len(raw) > LARGEST_TEXT:
        bag.add("Y104", whole, limit=LARGEST_TEXT)
        return None
    found: Value | None = next((name for mark, name in _MARKS if raw.startswith(mark)), None)
    if found is None:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            whole, found = Span(file, line, 1, line, 2), Said("why.one_byte_letters")
        else:
            text = text.replace("\r", "\n") if "\n" not in text else text
            return text if text.isascii() else normalize("NFC", text)
    bag.add("Y113", whole, found=found)
    return None


def _text_rows(text: str, file: str, bag: Bag) -> tuple[Row, ...]:
    told = _SEP.match(text)
    lines, start = LineIndex(text, file), told.end() if told else 0
    marks = [told[1]] if told else _marks_of_head(text, file)
    if len(marks) > 1:
        fitting = [mark for mark in marks if _fits(text, start, mark)]
        if len(fitting) != 1:
            first = len(text[:start]) + re.search(r"\S|\Z", text[start:]).start()  # type: ignore[union-attr]
            bag.add("R388", lines.span(first, lines.line_end(first)), marks=" ".join(repr(mark) for mark in marks))
            return ()
        marks = fitting
    return _split(lines, start, marks[0] if marks else DELIMITERS[0], bag)


def _marks_of_head(text: str, file: str) -> list[str]:
    """Return the delimiters that occur outside quotes on the first line that has one."""
    if file.lower().endswith(".tsv"):
        return ["\t"]
    bare = _QUOTED.sub("", text)
    line = next((line for line in bare.split("\n") if any(mark in line for mark in DELIMITERS)), "")
    return [mark for mark in DELIMITERS if mark in line]


def _fits(text: str, start: int, mark: str) -> bool:
    """Return whether a delimiter gives every row that is filled as many cells as the first has."""
    widths = {len(row) for row in _split(LineIndex(text, ""), start, mark, Bag()) if any(cell.text for cell in row)}
    return len(widths) == 1


def _split(lines: LineIndex, start: int, mark: str, bag: Bag) -> tuple[Row, ...]:
    rows: list[Row] = []
    row: list[TableCell] = []
    left = MOST_CELLS
    for cell, ends in _cells(lines, start, mark, bag):
        row.append(cell)
        left -= 1
        if left < 0 or len(row) > MOST_COLUMNS:
            bag.add("Y116", Span(lines.file, 0, 0, 0, 0), rows=MOST_CELLS // MOST_COLUMNS, columns=MOST_COLUMNS)
            return ()
        if ends:
            rows.append(tuple(row))
            row = []
    return tuple(rows)


def _cells(lines: LineIndex, at: int, mark: str, bag: Bag) -> Iterator[tuple[TableCell, bool]]:
    """Yield each cell, and whether it ends its row; what follows a quoted cell is R116, an unclosed quote R390."""
    text, last = lines.text, len(lines.text)
    opening = re.compile(r"(?:(?!" + re.escape(mark) + r')[ \t])*"')
    ending = re.compile(re.escape(mark) + r"|\r?\n|\Z")
    while at <= last:
        start, quoted = at, opening.match(text, at)
        if quoted is None:
            end = ending.search(text, at)
            written = text[at : end.start()]  # type: ignore[union-attr]
            close = at + len(written)
        else:
            start = quoted.end() - 1
            found = _QUOTED.match(text, start)
            close = found.end()  # type: ignore[union-attr]
            if close - start < 2 or text[close - 1] != '"' or found[0].count('"') % 2:  # type: ignore[index]
                bag.add("R390", lines.span(start, start + 1))
                return
            written = text[start + 1 : close - 1].replace('""', '"').replace("\r\n", "\n")
            end = ending.search(text, close)
            strange = text[close : end.start()].strip(" \t")  # type: ignore[union-attr]
            if strange:
                place = text.index(strange[0], close)
                related = [(lines.span(start, start + 1), Said("here.quote_opens"))]
                bag.add("R116", lines.span(place, place + 1), related=related, found=strange[0])
        assert end is not None
        yield TableCell(written, lines.span(start, close), start, close, quoted is not None), end[0] != mark
        if end.start() == last:
            return
        at = end.end()


# -- Cells as nodes, which the readers of documents take ---------------------------------------------------------------


def table_column_names(table: Table, known: Sequence[str]) -> SequenceNode:
    """Return the heads of a table as nodes, each by the name of the known column that it means."""
    heads = tuple(_text_node(cell, match_head(cell.text, known)) for cell in table.heads)
    return SequenceNode(table.span, heads, 0, 0, flow=True)


def _text_node(cell: TableCell, text: str) -> ScalarNode:
    """Return a cell as a text node."""
    return ScalarNode(cell.span, text, text, "plain", cell.start, cell.end)


def table_row_nodes(
    table: Table, names: Sequence[str], listed: Container[str], kept: Container[str]
) -> tuple[MappingNode, ...]:
    """Return the rows of a table as groups by column; an empty cell is there only in the columns ``kept``.

    The cells of the columns ``listed`` are lists of names.
    """
    heads = [_text_node(cell, name) for cell, name in zip(table.heads, names, strict=True)]
    return tuple(
        MappingNode(
            row[0].span.to(row[-1].span),
            tuple(
                MappingEntry(head, _words(cell) if head.text in listed else cell_node(cell))
                for head, cell in zip(heads, row, strict=True)
                if cell.text or head.text in kept
            ),
            row[0].start,
            row[-1].end,
            flow=True,
        )
        for row in table.rows
    )


def cell_node(cell: TableCell) -> ScalarNode:
    """Return a cell as a number, a truth, nothing where it is empty, else a text."""
    text = cell.text
    value: str | int | bool | None = text or None
    if _NUMBER.fullmatch(text):
        value = int(text.replace("\u2212", "-"))
    elif text.casefold() in _TRUTHS:
        value = _TRUTHS[text.casefold()]
    return ScalarNode(cell.span, value, text, "double" if cell.quoted else "plain", cell.start, cell.end)


def _words(cell: TableCell) -> Node:
    """Return the names in a cell, parted by blanks, commas, semicolons or bars, as a list."""
    span, first = cell.span, cell.span.column + cell.quoted
    words = (
        (found[0], replace(span, column=first + found.start(), end_line=span.line, end_column=first + found.end()))
        for found in _WORD.finditer(cell.written)
    )
    items = tuple(ScalarNode(place, text, text, "plain", cell.start, cell.end) for text, place in words)
    return SequenceNode(span, items, cell.start, cell.end, flow=True)
