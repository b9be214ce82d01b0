"""Bound expressions: every name resolved, every type known. These are the expressions of the IR."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from reguli.language.tree.expressions import Expression
from reguli.model.types import Type
from reguli.source.span import NOWHERE, Span


class Bough:
    """What was bound, compared by all that it says; not by where it says it, unless that is one of its plain fields."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        return self is other or (
            type(self) is type(other)
            and all(getattr(self, name) == getattr(other, name) for name in self.__match_args__)
        )

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))


@dataclass(frozen=True, slots=True, eq=False)
class Placed(Bough):
    """A term, which knows its type and where it is written: the binder tells each when it is bound (``placed``)."""

    type: Type
    span: Span = field(default=NOWHERE, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Variable(Bough):
    """A name given to a value inside one rule; ``key`` tells variables of one name apart."""

    name: str
    type: Type
    key: int


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Placed):
    """A value known at load; ``origin`` is the constant or element id it came from."""

    value: int
    origin: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Local(Placed):
    """The value of a variable."""

    variable: Variable


@dataclass(frozen=True, slots=True, eq=False)
class Elements(Placed):
    """All elements of a kind, in their order."""

    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Fixed(Placed):
    """A field of an element that never changes."""

    kind: str
    field: str
    element: Term


@dataclass(frozen=True, slots=True, eq=False)
class Tracked(Placed):
    """A state field; ``owner`` is the element it belongs to, ``None`` for the game."""

    field: str
    """Qualified: ``game.deck``, ``player.money``."""
    owner: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Variety(Placed):
    """The tokens of one variety in a zone."""

    zone: Term
    variety: Term


@dataclass(frozen=True, slots=True, eq=False)
class Contents(Placed):
    """What lies in a zone of unique pieces, or the members of a state list or set."""

    zone: Term


@dataclass(frozen=True, slots=True, eq=False)
class Amount(Placed):
    """How many tokens lie in a zone."""

    zone: Term


@dataclass(frozen=True, slots=True, eq=False)
class Cell(Placed):
    """A cell of a table."""

    table: str
    keys: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Placed):
    """A sum, difference, product or quotient; ``-x`` is 0 - x."""

    operator: Literal["+", "-", "*", "div down", "div up"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Placed):
    """Two numbers, truths or elements compared."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Placed):
    """``and`` and ``or``, stopping as soon as the answer is known."""

    operator: Literal["and", "or"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Negation(Placed):
    """The condition does not hold."""

    operand: Term


@dataclass(frozen=True, slots=True, eq=False)
class Choice(Placed):
    """One of two values by a condition."""

    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True, eq=False)
class In(Placed):
    """An element or number is in a collection."""

    item: Term
    collection: Term


@dataclass(frozen=True, slots=True, eq=False)
class Exists(Placed):
    """Some, no, or every element of a domain fulfils a condition; ``variable`` names it."""

    how: Literal["some", "no", "every"]
    variable: Variable
    domain: Term
    where: Term | None
    has: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Fold(Placed):
    """A sum, greatest or least over a domain; 0 over nothing."""

    how: Literal["sum", "max", "min"]
    value: Term
    variable: Variable
    domain: Term
    where: Term | None


@dataclass(frozen=True, slots=True, eq=False)
class Filter(Placed):
    """The elements of a domain that fulfil a condition, ordered by keys (value, descending)."""

    variable: Variable
    domain: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Interval(Placed):
    """The whole numbers from low to high, both included."""

    low: Term
    high: Term


@dataclass(frozen=True, slots=True, eq=False)
class Listed(Placed):
    """A collection written out."""

    items: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SetOperation(Placed):
    """Union, difference or intersection; the left order is kept."""

    operator: Literal["union", "without", "common"]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True, eq=False)
class Apply(Placed):
    """A define with arguments."""

    define: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Builtin(Placed):
    """A function of the language."""

    name: str
    arguments: tuple[Term, ...]
    detail: str = ""
    """A kind or field the builtin needs, e.g. the cost field of ``cheapest_path``."""


@dataclass(frozen=True, slots=True, eq=False)
class PieceCondition(Placed):
    """The condition written on a piece, asked with arguments."""

    kind: str
    field: str
    element: Term
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fact(Placed):
    """A value the engine itself keeps: ``round``, ``phase``, ``stage``, ``coming_stage``, ``player_count``."""

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
