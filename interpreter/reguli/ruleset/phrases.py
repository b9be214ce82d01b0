"""Rules language inside YAML: conditions, values, effects and moments, parsed where they stand."""

from __future__ import annotations

import re
from typing import Final, Literal

from reguli.language.parsing.parser import parse_body, parse_expression, parse_rules
from reguli.language.tree.expressions import Expression
from reguli.language.tree.items import Item, Moment
from reguli.language.tree.statements import Statement
from reguli.ruleset.documents import Scheduled
from reguli.ruleset.schema import Fields, Schema
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar

Edge = Literal["before", "start", "during", "end"]
_MOMENT: Final = re.compile(r"(?:(start|end)\s+of|(before|during))\s+([a-z][a-z0-9_]*)")


def expression(node: Node, what: str, schema: Schema) -> Expression | None:
    """Read a condition or value of the rules language."""
    written = _written(node, what, schema)
    if written is None:
        return None
    text, file, line, column = written
    return parse_expression(text, file, schema.bag, line=line, column=column)


def body(node: Node, what: str, schema: Schema) -> tuple[Statement, ...] | None:
    """Read effects of the rules language: one line, or a block after ``|``."""
    written = _written(node, what, schema)
    if written is None:
        return None
    text, file, line, column = written
    return parse_body(text, file, schema.bag, line=line, column=column)


def items(node: Node, what: str, schema: Schema) -> tuple[Item, ...] | None:
    """Read what stands at the left margin of a rules file, a block after ``|``; None when anything is wrong with it."""
    written = _written(node, what, schema)
    if written is None:
        return None
    text, file, line, column = written
    found = parse_rules(text, file, schema.bag, line=line, column=column)
    return None if found is None else found.items


def _written(node: Node, what: str, schema: Schema) -> tuple[str, str, int, int] | None:
    """Give the text of a scalar with the place of its first letter."""
    if not isinstance(node, Scalar) or node.value is None:
        schema.wrong(node, what, "a text in the rules language")
        return None
    span = node.span
    match node.style:
        case "plain":
            return node.text, span.file, span.line, span.column
        case "single" | "double":
            return str(node.value), span.file, span.line, span.column + 1
        case "literal":
            return node.text, span.file, span.line + 1, _block_column(span, schema)


def _block_column(span: Span, schema: Schema) -> int:
    """Count the column in which the lines of a block after ``|`` begin."""
    for number in range(span.line + 1, span.end_line + 1):
        line = schema.sources.line(span.file, number) or ""
        if line.strip():
            return len(line) - len(line.lstrip(" ")) + 1
    return 1


def edge_of(text: str) -> tuple[Edge, str] | None:
    """Read ``start of X``, ``end of X``, ``before X`` or ``during X``; anything else is None."""
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return None
    match found[1] or found[2]:
        case "start":
            return "start", found[3]
        case "end":
            return "end", found[3]
        case "before":
            return "before", found[3]
        case _:
            return "during", found[3]


def edge(node: Node, what: str, schema: Schema) -> tuple[Edge, str] | None:
    """Read a moment or a part of the round; ``during`` is the phase itself."""
    text = schema.text(node, what)
    if text is None:
        return None
    found = edge_of(text)
    if found is None:
        schema.bag.add("R108", node.span, what=what, found=text)
    return found


def moment(node: Node, what: str, schema: Schema) -> Moment | None:
    """Read a point of the round, bare or as ``{at: …}``."""
    if isinstance(node, Mapping):
        fields = schema.fields(node, what, ["at"])
        at = None if fields is None else fields.get("at")
        return None if at is None else moment(at, what, schema)
    found = edge(node, what, schema)
    if found is None:
        return None
    if found[0] == "during":
        schema.bag.add("R108", node.span, what=what, found=f"during {found[1]}")
        return None
    return Moment(node.span, found[0], found[1])


def scheduled(node: Node, what: str, schema: Schema) -> Scheduled | None:
    """Read ``{run: procedure, at: moment}``."""
    fields: Fields | None = schema.fields(node, what, ["run", "at"])
    if fields is None:
        return None
    run, at = fields.get("run"), fields.get("at")
    assert run is not None
    assert at is not None
    name = schema.id(run, fields.what("run"))
    when = moment(at, fields.what("at"), schema)
    return None if name is None or when is None else Scheduled(node.span, name, when)
