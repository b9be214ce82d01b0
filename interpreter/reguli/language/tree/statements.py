"""Statements of the rules language: what happens, and who is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reguli.language.tree.expressions import Expression, SortKey
from reguli.source.span import Span

Place = Literal["top", "bottom"]


@dataclass(frozen=True, slots=True, eq=False)
class Citation:
    """A statement of the inventory that a rule carries, e.g. ``P56``."""

    span: Span
    id: str


@dataclass(frozen=True, slots=True, eq=False)
class Reason:
    """Why not: the name of a refusal and the values worth saying."""

    span: Span
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Let:
    """A name for a value, fixed from here on."""

    span: Span
    name: str
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """A guard of an option: it may be chosen only when the condition holds."""

    span: Span
    condition: Expression
    reason: Reason
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Assign:
    """``set target to value``."""

    span: Span
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """``add n to target`` or ``subtract n from target``."""

    span: Span
    target: Expression
    amount: Expression
    negative: bool


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """``mark flag`` sets it, ``clear flag`` takes it away."""

    span: Span
    target: Expression
    on: bool


@dataclass(frozen=True, slots=True, eq=False)
class MovePiece:
    """``move piece [from zone] to zone``: one piece, or every piece of a set."""

    span: Span
    piece: Expression
    source: Expression | None
    target: Expression
    place: Place | None


@dataclass(frozen=True, slots=True, eq=False)
class MoveAmount:
    """``move n of variety from zone to zone``; amount ``None`` means all, ``up_to`` takes what there is."""

    span: Span
    amount: Expression | None
    up_to: bool
    variety: Expression | None
    source: Expression
    target: Expression
    place: Place | None


@dataclass(frozen=True, slots=True, eq=False)
class Pay:
    """``pay n from purse to purse``."""

    span: Span
    amount: Expression
    source: Expression
    target: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """``draw card from deck [to zone]``: takes the top card and names it; an empty deck gives none."""

    span: Span
    variable: str
    source: Expression
    target: Expression | None
    place: Place | None


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle:
    """The order of a zone is forgotten."""

    span: Span
    zone: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Lot:
    """``by lot x in S where C``: chance chooses one, of ``subsets(S)`` one whole set; no element to choose from gives none."""

    span: Span
    variable: str
    domain: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class ListChange:
    """``append x to list`` or ``remove x from list``."""

    span: Span
    item: Expression
    target: Expression
    adding: bool


@dataclass(frozen=True, slots=True, eq=False)
class Sort:
    """``sort x in list by K descending, K2``: stable."""

    span: Span
    variable: str
    target: Expression
    keys: tuple[SortKey, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """``run procedure(a)`` now, or ``later run`` at the next settle point."""

    span: Span
    procedure: Expression
    arguments: tuple[Expression, ...]
    later: bool


@dataclass(frozen=True, slots=True, eq=False)
class Announce:
    """Something happened that event rules may wait for."""

    span: Span
    event: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Simple:
    """``finish`` the decision, ``stop`` the procedure or phase, ``end game``, ``settle``."""

    span: Span
    what: Literal["finish", "stop", "end game", "settle"]


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """What is done by a condition."""

    span: Span
    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class For:
    """Each element in turn; the order is taken at entry, ``where`` is asked again on arrival."""

    span: Span
    variable: str
    domain: Expression
    where: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class While:
    """As long as a condition holds; every way through the body reaches a decision."""

    span: Span
    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """A number of times, counted at entry."""

    span: Span
    count: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class InTurn:
    """Round the table: seats taken at entry, ``among`` and ``until`` asked live, ended by a full circle with nobody."""

    span: Span
    variable: str
    clockwise: bool
    inclusive: bool
    start: Expression
    among: Expression
    until: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, eq=False)
class OptionParameter:
    """A choice inside an option: ``card in market where C because reason``."""

    span: Span
    name: str
    domain: Expression
    where: Expression | None
    reason: Reason | None


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """One kind of choice in a decision: parameters, guards, then effects."""

    span: Span
    name: str
    parameters: tuple[OptionParameter, ...]
    body: tuple[Statement, ...]
    cites: tuple[Citation, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Include:
    """The options of a named group join this decision."""

    span: Span
    group: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Decide:
    """A point where someone must choose."""

    span: Span
    name: str
    actor: Expression
    repeatedly: bool
    secretly: bool
    all_or_nothing: bool
    options: tuple[Option | Include, ...]
    otherwise: tuple[Statement, ...] | None
    cites: tuple[Citation, ...]


Statement = (
    Let
    | Needs
    | Assign
    | Change
    | Mark
    | MovePiece
    | MoveAmount
    | Pay
    | Draw
    | Shuffle
    | Lot
    | ListChange
    | Sort
    | Run
    | Announce
    | Simple
    | If
    | For
    | While
    | Repeat
    | InTurn
    | Decide
)
