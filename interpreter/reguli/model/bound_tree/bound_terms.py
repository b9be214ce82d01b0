"""Bound expressions: every name resolved, every type known. These are the expressions of the IR."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal, cast

from reguli.language.syntax_tree.expressions import Expression
from reguli.model.types import Type
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Span


class Holding(FrozenValue):
    """Base of nodes that hold terms. The inner terms and the hash are computed once and cached, as both are needed often."""

    __slots__ = ("hashed", "inner")
    reads: ClassVar[tuple[str, ...]] = ()
    """The fields that name the state fields it reads itself; what its terms read is theirs."""
    binds: ClassVar[tuple[str, ...]] = ()
    """The fields with the variables that it gives a value to."""
    inner: tuple[Term, ...]
    """See ``tree_traversal.inner_terms``."""
    hashed: int

    def __hash__(self) -> int:
        """Return the cached hash."""
        try:
            return self.hashed
        except AttributeError:
            object.__setattr__(self, "hashed", super().__hash__())
            return self.hashed

    def __getstate__(self) -> object:
        """Return the fields as constructed, without the cached values."""
        _, said = cast("tuple[None, dict[str, object]]", super().__getstate__())
        return None, {name: value for name, value in said.items() if name not in Holding.__slots__}


@frozen_class
class Placed(Holding):
    """A term, with its type and its place in the source, which the binder sets (``with_span``)."""

    type: Type
    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


class ReadTerm(Placed):
    """A term that reads a value without computing one."""

    __slots__ = ()


class LeafTerm(ReadTerm):
    """A term without parts: a known value or a variable."""

    __slots__ = ()


class LookupTerm(ReadTerm):
    """A lookup: of a field, a state field, a table cell or a reverse relation."""

    __slots__ = ()


class ZoneTerm(ReadTerm):
    """The contents of a zone."""

    __slots__ = ()


class ComputedTerm(Placed):
    """A term that computes a value from those of its parts."""

    __slots__ = ()


class OperatorTerm(ComputedTerm):
    """A value computed from operands."""

    __slots__ = ()


class BinderTerm(ComputedTerm):
    """A term that iterates over a domain with its own variable for each member."""

    __slots__ = ()
    binds: ClassVar[tuple[str, ...]] = ("variable",)


class CollectionTerm(ComputedTerm):
    """A collection computed without a variable."""

    __slots__ = ()


class CallTerm(ComputedTerm):
    """A call of a define, a built-in function or a condition written on a piece."""

    __slots__ = ()


@frozen_class
class Variable(FrozenValue):
    """A name bound to a value within one rule; ``key`` distinguishes variables of the same name."""

    name: str
    type: Type
    key: int


@frozen_class
class Constant(LeafTerm):
    """A value known at load; ``origin`` is the constant or element id it came from."""

    value: int
    origin: str | None = None


@frozen_class
class Local(LeafTerm):
    """The value of a variable."""

    variable: Variable


@frozen_class
class Known(Local):
    """The value that a term had when the guards of an option were evaluated; ``written`` is the term in the rule."""

    written: Term


@frozen_class
class Elements(LeafTerm):
    """All elements of a kind, in their order."""

    kind: str


@frozen_class
class Fixed(LookupTerm):
    """A constant field of an element."""

    kind: str
    field: str
    element: Term


@frozen_class
class Tracked(LookupTerm):
    """A state field; ``owner`` is the element it belongs to, ``None`` for the game."""

    reads = ("field",)
    field: str
    """Qualified: ``game.deck``, ``player.money``."""
    owner: Term | None
    keys: tuple[Term, ...] = ()
    """Which of its places, where there is one for each key."""


@frozen_class
class Gathered(LookupTerm):
    """The reverse relation of a field: all elements of ``kind`` whose field refers to this element, or contains it in its set."""

    kind: str
    field: str
    element: Term


@frozen_class
class Lies(LookupTerm):
    """The reverse relation of zones: the owner, or a key, of the zone that holds a piece; none if it is elsewhere."""

    reads = ("zones",)
    zones: tuple[str, ...]
    part: int | None
    """0 for the owner, n for the n-th key; ``None`` asks only whether it lies in one of them, which is some element then."""
    piece: Term


@frozen_class
class Variety(ZoneTerm):
    """The tokens of one variety in a zone."""

    zone: Term
    variety: Term


@frozen_class
class Contents(ZoneTerm):
    """The unique pieces in a zone, or the members of a state list or set."""

    zone: Term


@frozen_class
class Occupant(ZoneTerm):
    """The piece in a zone with capacity one, or the variety of its only token; no element if it is empty."""

    zone: Term


@frozen_class
class Amount(ZoneTerm):
    """The number of tokens in a zone."""

    zone: Term


@frozen_class
class Cell(LookupTerm):
    """A cell of a table."""

    table: str
    keys: tuple[Term, ...]


@frozen_class
class Arithmetic(OperatorTerm):
    """A sum, difference, product or quotient; ``-x`` is 0 - x."""

    operator: Literal["+", "-", "*", "div down", "div up"]
    left: Term
    right: Term


@frozen_class
class Compare(OperatorTerm):
    """A comparison of two numbers, truths or elements."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@frozen_class
class Logic(OperatorTerm):
    """``and`` and ``or``, with short-circuit evaluation."""

    operator: Literal["and", "or"]
    left: Term
    right: Term


@frozen_class
class Earlier(OperatorTerm):
    """A number's value at the start of the move; before the first move, its current value."""

    value: Term


@frozen_class
class Negation(OperatorTerm):
    """The negation of a condition."""

    operand: Term


@frozen_class
class Choice(OperatorTerm):
    """A conditional expression: one of two values."""

    condition: Term
    then: Term
    otherwise: Term


@frozen_class
class In(OperatorTerm):
    """Membership of an element or number in a collection."""

    item: Term
    collection: Term


@frozen_class
class Exists(BinderTerm):
    """Quantifier: some, no, or every element fulfils a condition; ``variable`` ranges over them."""

    how: Literal["some", "no", "every"]
    variable: Variable
    domain: Term
    where: Term | None
    has: Term | None


@frozen_class
class Fold(BinderTerm):
    """A sum, minimum or maximum over a domain; 0 if it is empty."""

    how: Literal["sum", "max", "min"]
    value: Term
    variable: Variable
    domain: Term
    where: Term | None


@frozen_class
class Filter(BinderTerm):
    """The elements of a domain that fulfil a condition, ordered by keys (value, descending)."""

    variable: Variable
    domain: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@frozen_class
class Ranked(BinderTerm):
    """The elements of a domain grouped by equal keys (value, descending) and sorted by them."""

    variable: Variable
    domain: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@frozen_class
class Matched(BinderTerm):
    """The size of a maximum matching: pairs that fulfil a condition, with no element in two pairs."""

    binds = ("left", "right")
    left: Variable
    left_domain: Term
    right: Variable
    right_domain: Term
    where: Term


@frozen_class
class Part(CollectionTerm):
    """One of several groups by its number, counted from 1; empty if there is no such group."""

    groups: Term
    number: Term


@frozen_class
class Interval(CollectionTerm):
    """The whole numbers from low to high, inclusive."""

    low: Term
    high: Term


@frozen_class
class Several(CollectionTerm):
    """All subsets of a collection with ``least`` to ``most`` elements, one of which a move chooses."""

    least: Term
    most: Term
    domain: Term


@frozen_class
class Listed(CollectionTerm):
    """A collection literal."""

    items: tuple[Term, ...]


@frozen_class
class Bundled(CollectionTerm):
    """A bundle literal: ``amounts`` of some varieties, negative amounts counted as 0."""

    varieties: tuple[Term, ...]
    amounts: tuple[Term, ...]


@frozen_class
class Share(OperatorTerm):
    """The number of tokens of one variety, or of all, in a bundle."""

    bundle: Term
    variety: Term | None


@frozen_class
class SetOperation(CollectionTerm):
    """A union, difference or intersection, in the order of the left operand."""

    operator: Literal["union", "without", "common"]
    left: Term
    right: Term


@frozen_class
class Apply(CallTerm):
    """A call of a define with arguments."""

    define: str
    arguments: tuple[Term, ...]


@frozen_class
class Builtin(CallTerm):
    """A call of a built-in function."""

    name: str
    arguments: tuple[Term, ...]
    detail: str = ""
    """A kind or field the builtin needs, e.g. the cost field of ``cheapest_path``."""


@frozen_class
class PieceCondition(CallTerm):
    """The condition written on a piece, asked with arguments."""

    kind: str
    field: str
    element: Term
    arguments: tuple[Term, ...]


@frozen_class
class Fact(LeafTerm):
    """A value the engine itself keeps: ``round``, ``phase``, ``stage``, ``coming_stage``, ``player_count``."""

    name: str


Term = (
    Constant
    | Local
    | Elements
    | Fixed
    | Tracked
    | Gathered
    | Lies
    | Variety
    | Contents
    | Occupant
    | Amount
    | Cell
    | Arithmetic
    | Compare
    | Earlier
    | Logic
    | Negation
    | Choice
    | In
    | Exists
    | Fold
    | Filter
    | Ranked
    | Matched
    | Part
    | Interval
    | Several
    | Bundled
    | Share
    | Listed
    | SetOperation
    | Apply
    | Builtin
    | PieceCondition
    | Fact
)

Bound = tuple[Expression, Term]
"""An expression as written and as bound."""
