"""Expressions of the rules language: what a value is.

Every node carries its span. Nodes compare by identity, so that later rooms can attach what they learn about a node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reguli.source.span import Span


@dataclass(frozen=True, slots=True, eq=False)
class Number:
    """A whole number as written."""

    span: Span
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """A bare word: a variable, constant, option, element, zone or set."""

    span: Span
    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """``base.name``: what belongs to an element."""

    span: Span
    base: Expression
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """``base[a, b]``: a cell of a table, or one variety of a zone."""

    span: Span
    base: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """``function(a, b)``: a define, a builtin, or a rule written on a piece."""

    span: Span
    function: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """The condition does not hold."""

    span: Span
    operand: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Negative:
    """The number with the other sign."""

    span: Span
    operand: Expression


BinaryOperator = Literal["+", "-", "*", "=", "!=", "<", "<=", ">", ">=", "and", "or", "union", "without", "common"]


@dataclass(frozen=True, slots=True, eq=False)
class Binary:
    """Two operands and what joins them; ``and`` and ``or`` stop as soon as the answer is known."""

    span: Span
    operator: BinaryOperator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Divide:
    """Whole division that says how it rounds."""

    span: Span
    left: Expression
    right: Expression
    rounding: Literal["up", "down"]


@dataclass(frozen=True, slots=True, eq=False)
class IfElse:
    """One of two values, by a condition."""

    span: Span
    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """``x is empty``, ``x is none`` and their negations."""

    span: Span
    operand: Expression
    state: Literal["empty", "none"]
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """``x in set`` or ``x not in set``."""

    span: Span
    item: Expression
    collection: Expression
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class Quantified:
    """``some x in S where C``, ``no x in S where C``, ``every x in S where C has D``."""

    span: Span
    how: Literal["some", "no", "every"]
    variable: str
    domain: Expression
    where: Expression | None
    has: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    """``sum(E for x in S where C)``; ``max`` and ``min`` of nothing are 0."""

    span: Span
    how: Literal["sum", "max", "min"]
    value: Expression
    variable: str
    domain: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class SortKey:
    """One criterion of an order; equal elements keep the order they had."""

    span: Span
    value: Expression
    descending: bool


@dataclass(frozen=True, slots=True, eq=False)
class AllOf:
    """``all x in S where C by K``: the elements of a set that fulfil a condition, in an order."""

    span: Span
    variable: str
    domain: Expression
    where: Expression | None
    keys: tuple[SortKey, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """``low .. high``: whole numbers, both ends included; empty when high is below low."""

    span: Span
    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True, eq=False)
class SetOf:
    """``{a, b}``: elements listed."""

    span: Span
    items: tuple[Expression, ...]


Expression = (
    Number
    | Name
    | Field
    | Index
    | Call
    | Not
    | Negative
    | Binary
    | Divide
    | IfElse
    | State
    | Member
    | Quantified
    | Aggregate
    | AllOf
    | Range
    | SetOf
)
