"""Expressions of the rules language: the values."""

from __future__ import annotations

from typing import Literal

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span


@frozen_class
class Node(FrozenValue):
    """A syntax node with its place. Nodes compare by identity, so later stages can attach information to them."""

    span: Span

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@frozen_class
class Named(Node):
    """A node with a name."""

    name: str


class Operation(Node):
    """One value computed from others."""

    __slots__ = ()


class Selection(Node):
    """An expression over a set or a range."""

    __slots__ = ()


@frozen_class
class Number(Node):
    """A whole number as written."""

    value: int


@frozen_class
class Name(Node):
    """A bare word: a variable, constant, option, element, zone or set."""

    id: str


@frozen_class
class Field(Node):
    """``base.name``: what belongs to an element."""

    base: Expression
    name: str


@frozen_class
class Index(Node):
    """``base[a, b]``: a cell of a table, or one variety of a zone."""

    base: Expression
    arguments: tuple[Expression, ...]


@frozen_class
class Call(Node):
    """``function(a, b)``: a define, a builtin, or a rule written on a piece."""

    function: Expression
    arguments: tuple[Expression, ...]


@frozen_class
class Not(Operation):
    """Logical negation."""

    operand: Expression


@frozen_class
class Negative(Operation):
    """Arithmetic negation."""

    operand: Expression


BinaryOperator = Literal["+", "-", "*", "=", "!=", "<", "<=", ">", ">=", "and", "or", "union", "without", "common"]


@frozen_class
class Binary(Operation):
    """A binary operation; ``and`` and ``or`` short-circuit."""

    operator: BinaryOperator
    left: Expression
    right: Expression


@frozen_class
class Divide(Operation):
    """Integer division with its rounding."""

    left: Expression
    right: Expression
    rounding: Literal["up", "down"]


@frozen_class
class IfElse(Operation):
    """A conditional expression."""

    condition: Expression
    then: Expression
    otherwise: Expression


@frozen_class
class State(Operation):
    """``x is empty``, ``x is none`` and their negations."""

    operand: Expression
    state: Literal["empty", "none"]
    negated: bool


@frozen_class
class Member(Operation):
    """``x in set`` or ``x not in set``."""

    item: Expression
    collection: Expression
    negated: bool


@frozen_class
class Quantified(Selection):
    """``some x in S where C``, ``no x in S where C``, ``every x in S where C has D``."""

    how: Literal["some", "no", "every"]
    variable: str
    domain: Expression
    where: Expression | None
    has: Expression | None


@frozen_class
class Aggregate(Selection):
    """``sum(E for x in S where C)``; ``max`` and ``min`` of nothing are 0."""

    how: Literal["sum", "max", "min"]
    value: Expression
    variable: str
    domain: Expression
    where: Expression | None


@frozen_class
class SortKey(Node):
    """One criterion of an order; equal elements keep the order they had."""

    value: Expression
    descending: bool


@frozen_class
class AllOf(Selection):
    """``all x in S where C by K``: the elements of a set that fulfil a condition, in an order."""

    variable: str
    domain: Expression
    where: Expression | None
    keys: tuple[SortKey, ...]


@frozen_class
class Ranked(Selection):
    """``ranked(x in S where C by K)``: the elements in groups of equals, the first by K first."""

    variable: str
    domain: Expression
    where: Expression | None
    keys: tuple[SortKey, ...]


@frozen_class
class Matched(Selection):
    """``matched(a in A, b in B where C)``: how many pairs can be made at most, none being in two."""

    left: str
    left_domain: Expression
    right: str
    right_domain: Expression
    where: Expression


@frozen_class
class Converted(Operation):
    """``n as unit``: the same number, counted in another unit."""

    value: Expression
    unit: str


@frozen_class
class Range(Selection):
    """``low .. high``: whole numbers, both ends included; empty when high is below low."""

    low: Expression
    high: Expression


@frozen_class
class SetOf(Selection):
    """``{a, b}``: a set literal."""

    items: tuple[Expression, ...]


@frozen_class
class ShareOf(Node):
    """``2 of wood``: an amount of one variety in a bundle."""

    amount: Expression
    variety: Expression


@frozen_class
class BundleOf(Selection):
    """``{2 of wood, 1 of clay}``: an amount per variety."""

    shares: tuple[ShareOf, ...]


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
    | Ranked
    | Matched
    | Converted
    | Range
    | SetOf
    | BundleOf
)
