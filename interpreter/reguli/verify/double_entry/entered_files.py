"""Reads entered data: a folder of files, one item each, as YAML, delimited text or a spreadsheet."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from reguli.ruleset.folder_contents import FACTS, Folder
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    HERE,
    NOTE,
    ListOf,
    MappingField,
    MappingShape,
    ParsedValue,
    ValueContext,
    required_field,
)
from reguli.source.bounded_files import list_files, read_bytes_or_report
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.spreadsheet_files import read_first_sheet
from reguli.source.yaml_reader import Node, ScalarNode
from reguli.source.yaml_reader import SequenceNode as Listed

# -- entered cells ---------------------------------------------------------------------------------------------------
# Cells with their places, whatever the file they come from: a head that says what is entered, by whom and from where, then columns and rows.


HEAD: Final = ("of", "board", "who", "when", "print", "note")
"""What a head may say: what is entered, the board it lies on, who entered it, when, from which print, and what is to be remembered."""
MUST: Final = ("of", "who", "when", "print")
NOTHING: Final = ("none", "-", "–", "—")
"""What says that there is nothing; a cell that is left empty says nothing at all."""
_APART: Final = re.compile(r"[\s,;|]+")
_NO_LETTER: Final = re.compile(r"[^\w]+")


@frozen_class
class EnteredCell(FrozenValue):
    """A cell: its text and its place; ``words`` if it is a list."""

    text: str
    span: Span
    words: tuple[str, ...] | None = None

    @property
    def empty(self) -> bool:
        """Whether the cell is empty."""
        return self.words is None and not self.text

    @property
    def listed(self) -> tuple[str, ...]:
        """Return the words of a list, separated by blanks, commas, semicolons or vertical bars; empty for an explicit none."""
        if self.words is not None:
            return self.words
        return () if self.text in NOTHING else tuple(word for word in _APART.split(self.text) if word)


@frozen_class
class EnteredTable(FrozenValue):
    """The content of one file: its header, its columns and its rows, without empty rows."""

    span: Span
    head: Mapping[str, EnteredCell]
    columns: tuple[EnteredCell, ...]
    rows: tuple[tuple[EnteredCell, ...], ...]

    def said(self, key: str) -> str:
        """Return a value of the header, or an empty text."""
        cell = self.head.get(key)
        return "" if cell is None else cell.text

    @property
    def name(self) -> str:
        """Return the file name relative to the ruleset's folder: ``facts/worth.csv``."""
        return "/".join(self.span.file.split("/")[-2:])


def normalise_name(text: str) -> str:
    """Return a name in normal form: lower case, without accents, other characters as ``_``: ``Köln`` is ``koln``."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return _NO_LETTER.sub("_", "".join(one for one in apart if not unicodedata.combining(one))).strip("_")


# -- delimited text --------------------------------------------------------------------------------------------------
# Texts of cells that are parted by commas, semicolons or tabs, as spreadsheets of any country write them.


MARKS: Final = (";", "\t", ",")
"""What may part cells; of a text that has several on its first line the first of these."""
_SEP: Final = re.compile(r"sep=(.)\s*", re.IGNORECASE)
"""The first line by which a spreadsheet is told what parts the cells."""
_OLD: Final = "cp1250"
"""How spreadsheets of Central Europe write letters where they do not write UTF-8."""


def decode_file_text(raw: bytes) -> str:
    """Decode the text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else a Central European encoding."""
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if raw.startswith(mark):
            return raw.decode(name, "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode(_OLD, "replace")


def parse_csv_rows(text: str, file: str, bag: Bag) -> tuple[tuple[EnteredCell, ...], ...]:
    """Parse the rows of a text with the places of their cells; an unclosed quote is V157, and the rest is not read."""
    first = text.partition("\n")[0]
    told = _SEP.fullmatch(first.strip("\r"))
    mark = told[1] if told else next((one for one in MARKS if one in first), MARKS[0])
    rows: list[list[EnteredCell]] = [[]]
    for cell, ends in _cells(text, file, mark, bag):
        rows[-1].append(cell)
        if ends:
            rows.append([])
    return tuple(tuple(row) for row in rows[1 if told else 0 :] if row)


def _cells(text: str, file: str, mark: str, bag: Bag) -> Iterator[tuple[EnteredCell, bool]]:
    """Yield each cell, and whether it ends its row."""
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
            EnteredCell(_clean(written), Span(file, first, column, first, column + max(1, len(shown)))),
            text[end : end + 1] != mark,
        )
        at = end + 1
        if text[end : end + 1] == "\n":
            line, begin = line + 1, at


def _quoted(text: str, at: int) -> tuple[int, str]:
    """Return the end and the content of a quoted cell; -1 if the quote is not closed."""
    written = []
    while (end := text.find('"', at + 1)) >= 0:
        written.append(text[at + 1 : end])
        if text[end + 1 : end + 2] != '"':
            return end + 1, '"'.join(written)
        at = end + 1
    return -1, ""


def _clean(text: str) -> str:
    return " ".join(text.replace("\xa0", " ").split())


# -- entered files ---------------------------------------------------------------------------------------------------


YAML: Final = ".yaml"
CSV: Final = ".csv"
XLSX: Final = ".xlsx"
REMARK: Final = "#"
"""A row that begins so is for who fills in a form."""


def list_entered_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of entered data in a ruleset folder, by name."""
    listed = [path for ending in (YAML, CSV, XLSX) for path in list_files(folder / FACTS, ending)]
    return tuple(sorted(listed, key=lambda path: path.name))


def read_entered(path: Path, folder: Folder, bag: Bag) -> EnteredTable | None:
    """Read one file; None with findings (Y1xx, Y2xx, R1xx, V154 to V157) if it has no usable content."""
    name = f"{FACTS}/{path.name}"
    if path.suffix == YAML:
        node = folder.node(name)
        found = None if node is None else _of_yaml(node, NodeReader(bag, folder.sources))
    else:
        rows = _rows(folder, name, bag)
        found = None if rows is None else _of_rows(rows, Span(folder.span_name(name), 1, 1, 1, 2), bag)
    return found if found is not None and _sound(found, bag) else None


# -- rows of cells ---------------------------------------------------------------------------------------------------


def _rows(folder: Folder, inside: str, bag: Bag) -> Sequence[Sequence[EnteredCell]] | None:
    path, name = folder.path / inside, folder.span_name(inside)
    whole = Span(name, 0, 0, 0, 0)
    raw = read_bytes_or_report(path, bag, root=folder.path, name=name, span=whole)
    if raw is None:
        return None
    if path.suffix == CSV:
        text = decode_file_text(raw)
        folder.sources.add(name, text)
        before, found = len(bag), parse_csv_rows(text, name, bag)
        return found if len(bag) == before else None
    table = read_first_sheet(raw)
    if isinstance(table, Said):
        bag.add("V157", whole, why=table)
        return None
    # The place of a cell of a spreadsheet is its row and the number of its column.
    return [
        [EnteredCell(text, Span(name, row, column, row, column + 1)) for column, text in enumerate(cells, 1)]
        for row, cells in enumerate(table, 1)
    ]


def _of_rows(rows: Sequence[Sequence[EnteredCell]], span: Span, bag: Bag) -> EnteredTable | None:
    """Split rows into the header, which ends at an empty row, the columns and the data rows."""
    head: dict[str, EnteredCell] = {}
    left = [row for row in rows if not (row and row[0].text.startswith(REMARK))]
    while left and any(not cell.empty for cell in left[0]):
        key, value = left[0][0], next((cell for cell in left[0][1:] if not cell.empty), None)
        if key.text not in HEAD:
            meant = closest_name(key.text, HEAD)
            bag.add("V156", key.span, near=meant, why=Said("why.no_line_of_head", name=key.text, known=", ".join(HEAD)))
            return None
        if value is not None:
            head[key.text] = value
        del left[0]
    body = [row for row in left if any(not cell.empty for cell in row)]
    if not body:
        bag.add("V154", span, why=Said("why.no_columns"))
        return None
    columns = tuple(_trimmed(body[0]))
    return EnteredTable(span, head, columns, tuple(_padded(row, len(columns)) for row in body[1:]))


def _trimmed(row: Sequence[EnteredCell]) -> Sequence[EnteredCell]:
    """Remove empty cells at the end of a row, which spreadsheets add."""
    last = max((at for at, cell in enumerate(row, 1) if not cell.empty), default=0)
    return row[:last]


def _padded(row: Sequence[EnteredCell], width: int) -> tuple[EnteredCell, ...]:
    """Return a row padded to the number of columns; extra cells that are filled are kept."""
    filled = list(_trimmed(row)) if len(_trimmed(row)) > width else list(row[:width])
    end = row[-1].span
    return (*filled, *(EnteredCell("", end) for _ in range(width - len(filled))))


# -- YAML ------------------------------------------------------------------------------------------------------------


def _cell(reader: NodeReader, node: Node, what: Value) -> EnteredCell | None:
    """Return the cell for a YAML value: a text, a number, a truth value, nothing, or a list of names."""
    match node:
        case ScalarNode(value=None):
            return EnteredCell("", node.span)
        case ScalarNode():
            return EnteredCell(
                " ".join(str(node.value if isinstance(node.value, str) else node.text).split()), node.span
            )
        case Listed(items=items) if all(isinstance(item, ScalarNode) for item in items):
            return EnteredCell("", node.span, tuple(item.text for item in items if isinstance(item, ScalarNode)))
    reader.wrong(node, what, Said("sort.text"))
    return None


CELL: Final = ParsedValue(_cell, {"type": ["string", "integer", "boolean", "null", "array"]})
ROW: Final = ListOf(CELL, "part.a_cell_entered", whole=True)
DOCUMENT: Final = MappingShape(
    lambda span, columns, rows, **head: EnteredTable(
        span, {key: cell for key, cell in head.items() if cell is not None}, columns, rows
    ),
    (
        required_field("of", CELL),
        MappingField("board", CELL),
        MappingField("who", CELL),
        MappingField("when", CELL),
        MappingField("print", CELL),
        required_field("columns", ListOf(CELL, "part.a_column")),
        MappingField("rows", ListOf(ROW, "part.a_row_entered"), default=()),
        NOTE,
    ),
    span=HERE,
)
"""What a file of YAML says."""


def _of_yaml(node: Node, reader: NodeReader) -> EnteredTable | None:
    found = DOCUMENT.read(node, ValueContext(Said("part.facts")), reader)
    if found is None:
        return None
    head = {key: cell for key, cell in found.head.items() if not cell.empty}
    filled = [row for row in found.rows if any(not cell.empty for cell in row)]
    return EnteredTable(found.span, head, found.columns, tuple(_padded(row, len(found.columns)) for row in filled))


# -- what every file must have ---------------------------------------------------------------------------------------


def _sound(entered: EnteredTable, bag: Bag) -> bool:
    """Validate a file's structure; return whether it can be compared."""
    before = len(bag)
    if "of" not in entered.head:
        bag.add("V156", entered.span, near=None, why=Said("why.head_lacks", names=MUST[0]))
    first: dict[str, EnteredCell] = {}
    for column in entered.columns:
        if column.empty or column.text in first:
            bag.add(
                "V154",
                column.span,
                why=Said("why.column_twice", name=column.text) if column.text else Said("why.column_empty"),
            )
        first.setdefault(column.text, column)
    for row in entered.rows:
        for cell in row[len(entered.columns) :]:
            bag.add("V154", cell.span, why=Said("why.beyond_columns", text=cell.text))
    return len(bag) == before


def missing_header_fields(entered: EnteredTable) -> tuple[str, ...]:
    """Return the missing required header fields: who entered the data, when, from which print."""
    return tuple(key for key in MUST if key not in entered.head)
