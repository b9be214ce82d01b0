"""Reads entered data: a folder of files, one item each, as YAML, delimited text or a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
from reguli.source.bounded_files import list_files
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.table_files import WORKBOOK
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


# -- entered files ---------------------------------------------------------------------------------------------------


YAML: Final = ".yaml"
REMARK: Final = "#"
"""A row that begins so is for who fills in a form."""


def list_entered_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of entered data in a ruleset folder, by name."""
    listed = [path for ending in (YAML, ".csv", ".tsv", WORKBOOK) for path in list_files(folder / FACTS, ending)]
    return tuple(sorted(listed, key=lambda path: path.name))


def read_entered(path: Path, folder: Folder, bag: Bag) -> EnteredTable | None:
    """Read one file; None with findings (Y1xx, Y2xx, R1xx, V154 to V156) if it has no usable content."""
    name = f"{FACTS}/{path.name}"
    if path.suffix == YAML:
        node = folder.node(name)
        found = None if node is None else _of_yaml(node, NodeReader(bag, folder.sources))
    else:
        rows = _rows(folder, name)
        found = None if rows is None else _of_rows(rows, Span(folder.span_name(name), 1, 1, 1, 2), bag)
    return found if found is not None and _sound(found, bag) else None


# -- rows of cells ---------------------------------------------------------------------------------------------------


def _rows(folder: Folder, inside: str) -> Sequence[Sequence[EnteredCell]] | None:
    """Return the cells of a table file, their words parted by single blanks."""
    rows = folder.cells(inside)
    if rows is None:
        return None
    return [[EnteredCell(" ".join(cell.written.split()), cell.span) for cell in row] for row in rows]


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
