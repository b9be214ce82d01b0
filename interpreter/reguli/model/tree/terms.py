"""Bound expressions: every name resolved, every type known. These are the expressions of the IR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reguli.language.tree.expressions import Expression
from reguli.model.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A name given to a value inside one rule; ``key`` tells variables of one name apart."""

    name: str
    type: Type
    key: int


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A value known at load; ``origin`` is the constant or element id it came from."""

    type: Type
    value: int
    origin: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """The value of a variable."""

    type: Type
    variable: Variable


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """All elements of a kind, in their order."""

    type: Type
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """A field of an element that never changes."""

    type: Type
    kind: str
    field: str
    element: Term


@dataclass(frozen=True, slots=True, eq=False)
class Tracked:
    """A state field; ``owner`` is the element it belongs to, ``None`` for the game."""

    type: Type
    field: str
    """Qualified: ``game.deck``, ``player.money``."""
    owner: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Variety:
    """The tokens of one variety in a zone."""

    type: Type
    zone: Term
    variety: Term


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """What lies in a zone of unique pieces, or the members of a state list or set."""

    type: Type
    zone: Term


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """How many tokens lie in a zone."""

    type: Type
    zone: Term


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell of a table."""

    type: Type
    table: str
    keys: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic:
    """A sum, difference, product or quotient; ``-x`` is 0 - x."""

    type: Type
    operator: Literal["+", "-", "*", "div down", "div up"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Compare:
    """Two numbers, truths or elements compared."""

    type: Type
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Logic:
    """``and`` and ``or``, stopping as soon as the answer is known."""

    type: Type
    operator: Literal["and", "or"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Negation:
    """The condition does not hold."""

    type: Type
    operand: Term


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of two values by a condition."""

    type: Type
    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True, eq=False)
class In:
    """An element or number is in a collection."""

    type: Type
    item: Term
    collection: Term


@dataclass(frozen=True, slots=True, eq=False)
class Exists:
    """Some, no, or every element of a domain fulfils a condition; ``variable`` names it."""

    type: Type
    how: Literal["some", "no", "every"]
    variable: Variable
    domain: Term
    where: Term | None
    has: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """A sum, greatest or least over a domain; 0 over nothing."""

    type: Type
    how: Literal["sum", "max", "min"]
    value: Term
    variable: Variable
    domain: Term
    where: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """The elements of a domain that fulfil a condition, ordered by keys (value, descending)."""

    type: Type
    variable: Variable
    domain: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Interval:
    """The whole numbers from low to high, both included."""

    type: Type
    low: Term
    high: Term


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A collection written out."""

    type: Type
    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetOperation:
    """Union, difference or intersection; the left order is kept."""

    type: Type
    operator: Literal["union", "without", "common"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """A define with arguments."""

    type: Type
    define: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Builtin:
    """A function of the language."""

    type: Type
    name: str
    arguments: tuple[Term, ...]
    detail: str = ""
    """A kind or field the builtin needs, e.g. the cost field of ``cheapest_path``."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceCondition:
    """The condition written on a piece, asked with arguments."""

    type: Type
    kind: str
    field: str
    element: Term
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A value the engine itself keeps: ``round``, ``phase``, ``stage``, ``coming_stage``, ``player_count``."""

    type: Type
    name: str


Term = (
    Constant
    | Local
    | Elements
    | Fixed
    | Tracked
    | Variety
    | Contents
    | Amount
    | Cell
    | Arithmetic
    | Compare
    | Logic
    | Negation
    | Choice
    | In
    | Exists
    | Fold
    | Filter
    | Interval
    | Listed
    | SetOperation
    | Apply
    | Builtin
    | PieceCondition
    | Fact
)

Bound = tuple[Expression, Term]
"""An expression as written and as bound."""
