"""The single values of documents: names, texts, numbers, words, and what is written in the rules language."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from reguli.language.parsing.parser import parse_body, parse_expression, parse_options, parse_rules
from reguli.language.syntax_tree.expressions import Expression
from reguli.schema.mapping_shapes import Field
from reguli.schema.node_reader import CITE, ID, LARGEST, LONGEST_ID, Reader
from reguli.schema.value_shapes import Json, ListOf, One, Shape, made, placed
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Node, Scalar

P = TypeVar("P")
W = TypeVar("W", bound=str)
_PLAIN: Final[Json] = {"type": ["string", "number", "boolean"]}
_NAME: Final[Json] = {"type": "string", "pattern": f"^{ID.pattern}$", "maxLength": LONGEST_ID}
NAME: Final = One(lambda reader, node, what: reader.id(node, what), _NAME)
FOLDER_NAME: Final = One(lambda reader, node, what: reader.folder_id(node, what), _NAME)
NEW_NAME: Final = One(lambda reader, node, what: reader.new_id(node, what), _NAME)
TEXT: Final = One(lambda reader, node, what: reader.text(node, what), _PLAIN)
TRUTH: Final = One(lambda reader, node, what: reader.truth(node, what), {"type": "boolean"})
NODE: Final[One[Node]] = One(lambda reader, node, what: node, {})
"""Anything, as it stands there."""
NOTE: Final = Field("note", NODE, "-")
"""What is to be remembered; nothing reads it."""


ANY_NAME: Final = One(lambda reader, node, what: node.text if isinstance(node, Scalar) else None, {})
"""A name as it is written, whatever it is."""


def number(low: int = -LARGEST, high: int = LARGEST) -> One[int]:
    """Give the shape of a whole number within bounds, both included."""
    bounds = {"type": "integer", "minimum": low, "maximum": high}
    return One(lambda reader, node, what: reader.number(node, what, low, high), bounds)


def word(*choices: W) -> One[W]:
    """Give the shape of one of a few words."""

    def ask(reader: Reader, node: Node, what: Value) -> W | None:
        said = reader.word(node, what, choices)
        return next((choice for choice in choices if choice == said), None)

    return One(ask, {"enum": list(choices)})


def true(wanted: Value = "true") -> One[bool]:
    """Give the shape of what only says that something is so."""

    def ask(reader: Reader, node: Node, what: Value) -> bool | None:
        found = reader.truth(node, what)
        if found is False:
            reader.wrong(node, what, wanted)
        return found

    return One(ask, {"const": True})


def matching(
    pattern: re.Pattern[str],
    code: str,
    longest: int,
    *,
    given: str = "found",
    what: Value = "",
    shown: int | None = None,
) -> One[str]:
    """Give the shape of a text of one form.

    For another ``code`` is the finding: its value ``given`` is the text, as far as it is ``shown``, and ``what`` what it is called
    wherever it stands.
    """

    def ask(reader: Reader, node: Node, called: Value) -> str | None:
        text = reader.text(node, called)
        if text is None or (len(text) <= longest and pattern.fullmatch(text)):
            return text
        args: dict[str, Any] = {given: text[:shown], "what": what or called}
        reader.bag.add(code, node.span, **args)
        return None

    return One(ask, {"type": "string", "pattern": f"^(?:{pattern.pattern})$", "maxLength": longest})


def names(shape: Shape[str] = NAME) -> ListOf[tuple[str, Span]]:
    """Give the shape of a list of different names with their places, or of one."""
    return ListOf(placed(shape), or_one=(Scalar,), distinct=True)


def unplaced(found: tuple[tuple[str, Span], ...]) -> tuple[str, ...]:
    """Give names without their places."""
    return tuple(name for name, _ in found)


NAMES: Final = made(names(), unplaced)
NEW_NAMES: Final = made(names(NEW_NAME), unplaced)
STATEMENT: Final = matching(CITE, "R110", LONGEST_ID)
"""The number of a statement of the inventory, such as ``P16``."""
EXAMPLE_ID: Final = matching(re.compile(r"[A-Za-z][A-Za-z0-9_]*"), "E101", LONGEST_ID, given="name")
"""The name of an example, which may have capitals: ``E6a_the_cheapest``."""
CITES: Final = made(ListOf(STATEMENT, or_one=(Scalar,)), lambda found: tuple(dict.fromkeys(found)))


def _parsed(parse: Callable[..., P | None]) -> Callable[[Reader, Node, Value], P | None]:
    def ask(reader: Reader, node: Node, what: Value) -> P | None:
        text = written(reader, node, what)
        return text and parse(text[0], text[1], reader.bag, line=text[2], column=text[3])

    return ask


expression: Final[Callable[[Reader, Node, Value], Expression | None]] = _parsed(parse_expression)
body: Final = _parsed(parse_body)
"""Reads effects of the rules language: one line, or a block after ``|``."""
options: Final = _parsed(parse_options)
"""Reads options of a decision, a block after ``|``."""
rules: Final = _parsed(parse_rules)
"""Reads what stands at the left margin of a rules file, a block after ``|``; None when anything is wrong with it."""
VALUE: Final = One(expression, _PLAIN)
"""A condition or value of the rules language."""


def written(reader: Reader, node: Node, what: Value) -> tuple[str, str, int, int] | None:
    """Give the text of a scalar with the place of its first letter: file, line and column."""
    if not isinstance(node, Scalar) or node.value is None:
        reader.wrong(node, what, Said("sort.text_of_rules"))
        return None
    span = node.span
    match node.style:
        case "plain":
            return node.text, span.file, span.line, span.column
        case "single" | "double":
            return str(node.value), span.file, span.line, span.column + 1
        case "literal":
            return node.text, span.file, span.line + 1, _block_column(span, reader)


def _block_column(span: Span, reader: Reader) -> int:
    """Count the column in which the lines of a block after ``|`` begin."""
    for at in range(span.line + 1, span.end_line + 1):
        line = reader.sources.line(span.file, at) or ""
        if line.strip():
            return len(line) - len(line.lstrip(" ")) + 1
    return 1
