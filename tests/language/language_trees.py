"""Nodes as nested tuples, for tests to compare with."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from reguli.language.parsing.parser import parse_body, parse_expression, parse_rules
from reguli.source.diagnostic import Bag, finding_sentence
from reguli.source.source_excerpt import Span


def plain(node: object) -> Any:
    """Return a node as ``(class name, field values...)`` without its span; names as their text, numbers as numbers."""
    if isinstance(node, tuple):
        return [plain(part) for part in node]
    if not is_dataclass(node) or isinstance(node, type):
        return node
    told = {"span", *(name for name in ("says", "deep") if not getattr(node, name, None))}
    told |= {field.name for field in fields(node) if field.kw_only and not getattr(node, field.name)}
    values = [plain(getattr(node, field.name)) for field in fields(node) if field.name not in told]
    if type(node).__name__ in {"Name", "Number", "Citation"}:
        return values[0]
    return (type(node).__name__, *values)


def _checked(found: Any, bag: Bag) -> Any:
    assert not bag, [f"{one.span}: {one.code} {finding_sentence(one)}" for one in bag]
    assert found is not None
    return found


def expression(text: str) -> Any:
    """Parse an expression that has no mistake."""
    bag = Bag()
    return _checked(parse_expression(text, "test", bag), bag)


def body(text: str) -> Any:
    """Parse statements that have no mistake."""
    bag = Bag()
    return _checked(parse_body(text, "test", bag), bag)


def rules(text: str) -> Any:
    """Parse a rules file that has no mistake."""
    bag = Bag()
    return _checked(parse_rules(text, "test", bag), bag)


def codes(text: str) -> tuple[str, ...]:
    """Parse a rules file and give the codes found."""
    bag = Bag()
    assert (parse_rules(text, "test", bag) is None) == bool(bag)
    return bag.codes


def without_span(node: object) -> bool:
    """Return whether some node of a tree has no place."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif is_dataclass(one) and not isinstance(one, Span):
            if getattr(one, "span", None) is not None and one.span.line < 1:  # type: ignore[attr-defined]
                return True
            waiting.extend(getattr(one, field.name) for field in fields(one))
    return False
