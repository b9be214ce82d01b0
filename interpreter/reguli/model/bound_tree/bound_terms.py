"""Bound expressions: every name resolved, every type known. These are the expressions of the IR."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal, cast

from reguli.language.syntax_tree.expressions import Expression
from reguli.model.types import Type
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE, Span


class Holding(FrozenValue):
    """What holds terms. Which, and the hash by which it is looked up, are found out once: a term is asked for both by everybody who looks at it."""

    __slots__ = ("hashed", "inner")
    reads: ClassVar[tuple[str, ...]] = ()
    """The fields that name the state fields it reads itself; what its terms read is theirs."""
    binds: ClassVar[tuple[str, ...]] = ()
    """The fields with the variables that it gives a value to."""
    inner: tuple[Term, ...]
    """See ``tree_traversal.inner_terms``."""
    hashed: int

    def __hash__(self) -> int:
        """Equal ones have equal hashes."""
        try:
            return self.hashed
        except AttributeError:
            object.__setattr__(self, "hashed", super().__hash__())
            return self.hashed

    def __getstate__(self) -> object:
        """Return what it says, as it was made: what was found out about it is no part of that."""
        _, said = cast("tuple[None, dict[str, object]]", super().__getstate__())
        return None, {name: value for name, value in said.items() if name not in Holding.__slots__}


@frozen_class
class Placed(Holding):
    """A term, which knows its type and where it is written: the binder tells each when it is bound (``with_span``)."""

    type: Type
    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


class ReadTerm(Placed):
    """A term that reads a value without computing one."""

    __slots__ = ()


class LeafTerm(ReadTerm):
    """A term without parts: a value that is known, or that the rule has a name for."""

    __slots__ = ()


class LookupTerm(ReadTerm):
    """A value looked up: in a field, a state field or a table, or by going back from an element."""

    __slots__ = ()


class ZoneTerm(ReadTerm):
    """What lies in a zone."""

    __slots__ = ()


class ComputedTerm(Placed):
    """A term that computes a value from those of its parts."""

    __slots__ = ()


class OperatorTerm(ComputedTerm):
    """One value computed from others."""

    __slots__ = ()


class BinderTerm(ComputedTerm):
    """A term that goes through a domain and names each member by a variable of its own."""

    __slots__ = ()
    binds: ClassVar[tuple[str, ...]] = ("variable",)


class CollectionTerm(ComputedTerm):
    """Several values, computed without a variable."""

    __slots__ = ()


class CallTerm(ComputedTerm):
    """What is computed elsewhere: by a define, the language, or a condition written on a piece."""

    __slots__ = ()


@frozen_class
class Variable(FrozenValue):
    """A name given to a value inside one rule; ``key`` tells variables of one name apart."""

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
    """The value that a term had when the guards of an option were asked; ``written`` is what the rule says."""

    written: Term


@frozen_class
class Elements(LeafTerm):
    """All elements of a kind, in their order."""

    kind: str


@frozen_class
class Fixed(LookupTerm):
    """A field of an element that never changes."""

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
    """The way back through a field of a kind: all elements of the kind whose field names this element, or has it in its set."""

    kind: str
    field: str
    element: Term


@frozen_class
class Lies(LookupTerm):
    """The way back from a piece through zones: whose zone it lies in, or at which key; none where it lies elsewhere."""

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
    """What lies in a zone of unique pieces, or the members of a state list or set."""

    zone: Term


@frozen_class
class Occupant(ZoneTerm):
    """The piece that lies in a zone of one, or the variety of its only token; no element where nothing lies."""

    zone: Term


@frozen_class
class Amount(ZoneTerm):
    """How many tokens lie in a zone."""

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
    """Two numbers, truths or elements compared."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@frozen_class
class Logic(OperatorTerm):
    """``and`` and ``or``, stopping as soon as the answer is known."""

    operator: Literal["and", "or"]
    left: Term
    right: Term


@frozen_class
class Earlier(OperatorTerm):
    """What a number was when the move began; before the first move of a game, what it is."""

    value: Term


@frozen_class
class Negation(OperatorTerm):
    """The condition does not hold."""

    operand: Term


@frozen_class
class Choice(OperatorTerm):
    """One of two values by a condition."""

    condition: Term
    then: Term
    otherwise: Term


@frozen_class
class In(OperatorTerm):
    """An element or number is in a collection."""

    item: Term
    collection: Term


@frozen_class
class Exists(BinderTerm):
    """Some, no, or every element of a domain fulfils a condition; ``variable`` names it."""

    how: Literal["some", "no", "every"]
    variable: Variable
    domain: Term
    where: Term | None
    has: Term | None


@frozen_class
class Fold(BinderTerm):
    """A sum, greatest or least over a domain; 0 over nothing."""

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
    """The elements of a domain in groups that are equal by all keys (value, descending), the first by them first."""

    variable: Variable
    domain: Term
    where: Term | None
    keys: tuple[tuple[Term, bool], ...]


@frozen_class
class Matched(BinderTerm):
    """How many pairs of which a condition holds can be made at most, no element being in two."""

    binds = ("left", "right")
    left: Variable
    left_domain: Term
    right: Variable
    right_domain: Term
    where: Term


@frozen_class
class Part(CollectionTerm):
    """One of several groups by its number, counted from 1; no elements where there is none of that number."""

    groups: Term
    number: Term


@frozen_class
class Interval(CollectionTerm):
    """The whole numbers from low to high, both included."""

    low: Term
    high: Term


@frozen_class
class Several(CollectionTerm):
    """All sets of ``least`` to ``most`` elements of a collection: what one move may choose."""

    least: Term
    most: Term
    domain: Term


@frozen_class
class Listed(CollectionTerm):
    """A collection written out."""

    items: tuple[Term, ...]


@frozen_class
class Bundled(CollectionTerm):
    """A bundle written out: so many (``amounts``) of each of some varieties, none of what is less than none."""

    varieties: tuple[Term, ...]
    amounts: tuple[Term, ...]


@frozen_class
class Share(OperatorTerm):
    """How many tokens of one variety a bundle holds, or of all together."""

    bundle: Term
    variety: Term | None


@frozen_class
class SetOperation(CollectionTerm):
    """Union, difference or intersection; the left order is kept."""

    operator: Literal["union", "without", "common"]
    left: Term
    right: Term


@frozen_class
class Apply(CallTerm):
    """A define with arguments."""

    define: str
    arguments: tuple[Term, ...]


@frozen_class
class Builtin(CallTerm):
    """A function of the language."""

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
