"""What each rule of the grammar for expressions becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from reguli.language.tree.expressions import (
    Aggregate,
    AllOf,
    Binary,
    Call,
    Divide,
    Expression,
    Field,
    IfElse,
    Index,
    Member,
    Name,
    Negative,
    Not,
    Number,
    Quantified,
    Range,
    SetOf,
    SortKey,
    State,
)
from reguli.source.span import Span

Children = list[Any]


def present(children: Children) -> tuple[Any, ...]:
    """Leave out the optional parts that are absent."""
    return tuple(child for child in children if child is not None)


def _binary(span: Span, c: Children) -> Expression:
    return Binary(span, c[1].text, c[0], c[2])


def _quantified(span: Span, c: Children) -> Expression:
    how, variable, domain, where, has = c
    return Quantified(span, how.text, variable.text, domain, where, has)


def _aggregate(span: Span, c: Children) -> Expression:
    how, value, variable, domain, where = c
    return Aggregate(span, how.text, value, variable.text, domain, where)


def _extreme_call(span: Span, c: Children) -> Expression:
    function, arguments = c
    return Call(span, Name(function.span(span.file), function.text), arguments)


def _all_of(span: Span, c: Children) -> Expression:
    variable, domain, where, keys = c
    return AllOf(span, variable.text, domain, where, keys or ())


EXPRESSION_RULES: Final[Mapping[str, Callable[[Span, Children], Any]]] = {
    "start_expression": lambda _span, c: c[0],
    "number": lambda span, c: Number(span, int(c[0].text)),
    "name": lambda span, c: Name(span, c[0].text),
    "field": lambda span, c: Field(span, c[0], c[1].text),
    "index": lambda span, c: Index(span, c[0], c[1]),
    "call": lambda span, c: Call(span, c[0], c[1]),
    "extreme_call": _extreme_call,
    "arguments": lambda _span, c: present(c),
    "set_of": lambda span, c: SetOf(span, c[0]),
    "range": lambda span, c: Range(span, c[0], c[1]),
    "if_else": lambda span, c: IfElse(span, c[0], c[1], c[2]),
    "or_": lambda span, c: Binary(span, "or", c[0], c[1]),
    "and_": lambda span, c: Binary(span, "and", c[0], c[1]),
    "not_": lambda span, c: Not(span, c[0]),
    "compare": _binary,
    "set_operation": _binary,
    "sum_": _binary,
    "product_": lambda span, c: Binary(span, "*", c[0], c[1]),
    "divide": lambda span, c: Divide(span, c[0], c[1], c[2].text),
    "negative": lambda span, c: Negative(span, c[0]),
    "is_state": lambda span, c: State(span, c[0], c[1].text, negated=False),
    "is_not_state": lambda span, c: State(span, c[0], c[1].text, negated=True),
    "member": lambda span, c: Member(span, c[0], c[1], negated=False),
    "not_member": lambda span, c: Member(span, c[0], c[1], negated=True),
    "quantified": _quantified,
    "aggregate": _aggregate,
    "all_of": _all_of,
    "keys": lambda _span, c: tuple(c),
    "key": lambda span, c: SortKey(span, c[0], descending=len(c) > 1),
}
