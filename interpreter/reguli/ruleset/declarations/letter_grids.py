"""Drawings: lines of letters, of boards and of shapes."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.kind_nodes import Letter
from reguli.schema.node_reader import Reader
from reguli.schema.scalar_shapes import written
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

LARGEST_SIDE: Final = 100
EMPTY: Final = ". "
"""What is no part of a shape."""
PARTS: Final = "xX#"
"""What is a part of it."""
Point = tuple[int, int]


def letters(node: Node, what: Value, reader: Reader) -> tuple[Letter, ...]:
    """Read a drawing, letter by letter; a blank is none."""
    found = written(reader, node, what)
    if found is None:
        return ()
    text, file, first, left = found
    read = [
        Letter(Span(file, first + line, left + column, first + line, left + column + 1), (column, line), letter)
        for line, row in enumerate(text.split("\n"))
        for column, letter in enumerate(row)
        if letter != " "
    ]
    for side in (max((one.point[0] for one in read), default=0), max((one.point[1] for one in read), default=0)):
        if side >= LARGEST_SIDE:
            reader.bag.add("R105", node.span, what=what, found=str(side + 1), low=1, high=LARGEST_SIDE)
            return ()
    if not read:
        reader.wrong(node, what, Said("sort.drawing"))
    return tuple(read)


def drawn_shape(node: Node, what: Value, reader: Reader) -> tuple[Point, ...]:
    """Read ``drawn:``, a list of lines or one: the columns and lines of its parts; '.' and blanks are none, and nothing else may stand there."""
    items = node.items if isinstance(node, Sequence) else (node,)
    lines = [reader.text(item, what) or "" for item in items if not isinstance(item, Mapping)]
    if isinstance(node, Scalar):
        lines = lines[0].split("\n")
    found = tuple(
        (column, line) for line, text in enumerate(lines) for column, letter in enumerate(text) if letter not in EMPTY
    )
    strange = next((letter for text in lines for letter in text if letter not in EMPTY + PARTS), None)
    if strange is not None:
        reader.bag.add("R145", node.span, what=what, found=strange)
        return ()
    if not found:
        reader.wrong(node, what, Said("sort.drawing"))
    return found
