"""Long lists of elements in a CSV file: a header of columns, then one element on each line."""

from __future__ import annotations

import re
from typing import Final

from reguli.ruleset.declarations.element_rows import Shape
from reguli.ruleset.kind_nodes import FieldDecl
from reguli.schema.node_reader import Reader
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node, Scalar, Sequence

_CELL: Final = re.compile(r'"(?:[^"]|"")*"|[^",]*')
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]{0,17})")
_WORD: Final = re.compile(r"[^\s;|]+")


def csv_nodes(text: str, file: str, reader: Reader) -> tuple[Sequence | None, tuple[Node, ...]]:
    """Give the header and the rows of a CSV text as nodes with places; an empty text has no header.

    Cells are parted by commas; one with a comma or a quote in it stands in double quotes. Empty lines do not count.
    """
    read: list[Sequence] = []
    offset = 0
    for number, line in enumerate(text.split("\n"), 1):
        clean = line.removesuffix("\r")
        if clean.strip():
            row = _row(clean, Span(file, number, 1, number, len(clean) + 1), offset, reader)
            if row is not None:
                read.append(row)
        offset += len(line) + 1
    return (read[0], tuple(read[1:])) if read else (None, ())


def _row(line: str, span: Span, offset: int, reader: Reader) -> Sequence | None:
    cells: list[Node] = []
    at = 0
    while True:
        found = _CELL.match(line, at)
        assert found is not None
        at = found.end()
        cells.append(_cell(found[0], found.start(), span, offset))
        if at == len(line):
            return Sequence(span, tuple(cells), offset, offset + len(line), flow=True)
        if line[at] != ",":
            place = Span(span.file, span.line, at + 1, span.line, at + 2)
            reader.bag.add("R116", place, found=line[at])
            return None
        at += 1


def _cell(written: str, start: int, row: Span, offset: int) -> Scalar:
    span = Span(row.file, row.line, start + 1, row.line, start + len(written) + 1)
    where = (offset + start, offset + start + len(written))
    if written.startswith('"'):
        text = written[1:-1].replace('""', '"')
        return Scalar(span, text, text, "double", *where)
    text = written.strip()
    value: str | int | bool | None = text
    if not text:
        value = None
    elif _NUMBER.fullmatch(text):
        value = int(text)
    elif text in {"true", "false"}:
        value = text == "true"
    return Scalar(span, value, text, "plain", *where)


def under(names: tuple[str, ...], row: Node, shape: Shape) -> Node:
    """Make the cells of set columns lists: names parted by spaces, ``;`` or ``|``."""
    if not isinstance(row, Sequence) or len(row.items) != len(names):
        return row
    items = [_listed(item, shape.fields.get(name)) for name, item in zip(names, row.items, strict=True)]
    return Sequence(row.span, tuple(items), row.start, row.end, row.flow)


def _listed(node: Node, field: FieldDecl | None) -> Node:
    if field is None or field.form != "set" or not isinstance(node, Scalar):
        return node
    file, line, begin = node.span.file, node.span.line, node.span.column + (node.style == "double")
    words = [
        Scalar(
            Span(file, line, begin + found.start(), line, begin + found.end()),
            found[0],
            found[0],
            "plain",
            node.start + found.start(),
            node.start + found.end(),
        )
        for found in _WORD.finditer(node.text)
    ]
    return Sequence(node.span, tuple(words), node.start, node.end, flow=True)
