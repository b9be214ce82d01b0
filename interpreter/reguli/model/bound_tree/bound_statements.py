"""Bound statements: what happens, with every name resolved. The shapes follow the statements as written."""

from __future__ import annotations

from typing import ClassVar, Literal

from reguli.model.bound_tree.bound_terms import Holding, Term, Variable
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

Suspends = Literal["", "decision", "chance", "settle"]
Verb = Literal[
    "choose", "round", "phase", "stage", "set", "move", "draw", "transfer", "shuffle", "join", "leave", "sort", "later", "announce", "lot", "take_back"
]  # fmt: skip
"""What the journal calls what happens."""
Rule = str
"""A stable id by name: ``trading/offer``, ``trading/offer/too_dear``, ``refill/draw.1``."""


@frozen_class
class Ruled(Holding):
    """A statement, or a part of a decision, with its own rule id."""

    writes: ClassVar[tuple[str, ...]]
    """The fields with the places that it changes itself."""
    suspends: ClassVar[Suspends]
    """What play waits for there: a player, chance, or what runs at a settle point; a procedure that it runs may wait for more."""
    span: Span
    rule: Rule


class Changing(Ruled):
    """A statement that changes state and binds no name."""

    __slots__ = ()
    suspends = ""


class Binding(Ruled):
    """A statement that binds a variable for the statements after it."""

    __slots__ = ()
    binds: ClassVar[tuple[str, ...]] = ("variable",)
    variable: Variable


class Calling(Ruled):
    """A statement that runs rules written elsewhere."""

    __slots__ = ()
    writes = ()
    suspends = ""


class Nesting(Ruled):
    """A statement with nested statements."""

    __slots__ = ()
    writes = ()
    suspends: ClassVar[Suspends] = ""


class Looping(Nesting):
    """A statement that runs its body repeatedly."""

    __slots__ = ()


@frozen_class
class Give(Binding):
    """Assignment of a value to a variable."""

    writes = ()
    suspends = ""
    variable: Variable
    value: Term


@frozen_class
class Write(Changing):
    """Assignment to a place, or with ``add`` a change by the value. Places: a Tracked term or a Local."""

    writes = ("place",)
    place: Term
    value: Term
    add: bool


@frozen_class
class Relocate(Changing):
    """Move of unique pieces (one, or all of a collection) to a zone."""

    writes = ("source", "target")
    pieces: Term
    many: bool
    source: Term | None
    target: Term
    top: bool


@frozen_class
class Transfer(Changing):
    """Move of tokens between zones: ``amount`` of one variety, or all; both zones distinguish the same varieties."""

    writes = ("source", "target")
    amount: Term | None
    up_to: bool
    source: Term
    target: Term


@frozen_class
class TakeTop(Binding):
    """Draw of the top card of a stack: chance if the stack was shuffled; none if it is empty.

    Of a zone of tokens it is one token by chance, and the variable names its variety. With an amount, so many are drawn one
    after the other and nobody names them.
    """

    suspends = "chance"
    writes = ("source", "target")
    variable: Variable
    source: Term
    target: Term | None
    top: bool
    amount: Term | None = None
    up_to: bool = False
    there: Term | None = None
    """Of an amount: how many there are."""


@frozen_class
class Mix(Changing):
    """Shuffle of a stack, which makes its order unknown."""

    writes = ("zone",)
    zone: Term


@frozen_class
class Cast(Binding):
    """Random choice of one member of a domain: an element, a number or a whole set; no element if the domain is empty."""

    writes = ()
    binds = ("variable", "member")
    suspends = "chance"
    variable: Variable
    domain: Term
    member: Variable | None = None
    """What the weight names each member by."""
    weight: Term | None = None
    """How likely a member is, beside the others; each is as likely where none is said."""


@frozen_class
class Enlist(Changing):
    """Addition or removal of an element in a list or set (state field or variable)."""

    writes = ("place",)
    item: Term
    place: Term
    adding: bool


@frozen_class
class Order(Changing):
    """Stable sort of a list."""

    binds = ("variable",)
    writes = ("place",)
    place: Term
    variable: Variable
    keys: tuple[tuple[Term, bool], ...]


@frozen_class
class Perform(Calling):
    """Call of a procedure, now or at the next settle point."""

    procedure: str
    arguments: tuple[Term, ...]
    later: bool


@frozen_class
class PerformPiece(Calling):
    """Call of the procedure written on a piece, now or at the next settle point."""

    kind: str
    field: str
    element: Term
    arguments: tuple[Term, ...]
    later: bool


@frozen_class
class Announce(Calling):
    """Announcement of an event to the event rules."""

    event: str
    arguments: tuple[Term, ...]


@frozen_class
class Settle(Ruled):
    """Settle point: triggers and deferred procedures run."""

    writes = ()
    suspends = "settle"


@frozen_class
class Claim(Ruled):
    """The invariant of a loop, checked before each iteration and after the last; ``text`` as written."""

    writes = ()
    suspends = ""
    condition: Term
    text: str


@frozen_class
class Leave(Ruled):
    """Exit from the decision, procedure, turn or loop with rule ``out_of``, from the current turn or round, or end of the game."""

    writes = ()
    suspends = ""
    what: Literal["decision", "procedure", "turn", "loop", "round", "game"]
    out_of: Rule


@frozen_class
class Branch(Nesting):
    """Conditional execution."""

    condition: Term
    then: Body
    otherwise: Body


@frozen_class
class Each(Looping):
    """Loop over a domain; order fixed at entry, ``where`` evaluated on arrival."""

    binds = ("variable",)
    variable: Variable
    domain: Term
    where: Term | None
    body: Body


@frozen_class
class Loop(Looping):
    """Loop with a condition."""

    condition: Term
    body: Body


@frozen_class
class Times(Looping):
    """Loop with a count fixed at entry."""

    count: Term
    body: Body


@frozen_class
class Turn(Nesting):
    """A player's turn, with its body."""

    actor: Term
    body: Body


@frozen_class
class Around(Looping):
    """Loop round a ring fixed at entry, while a member fits and ``until`` does not hold; both evaluated live."""

    binds = ("variable",)
    variable: Variable
    ring: Term
    where: Term | None
    until: Term | None
    body: Body


@frozen_class
class BoundReason(FrozenValue):
    """The name of a refusal and the values shown with it."""

    name: str
    arguments: tuple[Term, ...]


@frozen_class
class Waiver(FrozenValue):
    """A condition that lets a failing guard pass, and the cost of using it."""

    rule: Rule
    condition: Term
    body: Body


@frozen_class
class Guard(Ruled):
    """A condition of an option, with its reason and its source text."""

    condition: Term
    reason: BoundReason
    text: str
    waivers: tuple[Waiver, ...]
    cites: tuple[str, ...]


@frozen_class
class BoundParameter(FrozenValue):
    """A choice inside an option; the guard of its ``where`` names the reason."""

    span: Span
    variable: Variable
    domain: Term
    text: str
    where: Guard | None


@frozen_class
class BoundOption(Ruled):
    """Parameters in order; ``checks`` are the lets and guards in written order; then the effects."""

    name: str
    parameters: tuple[BoundParameter, ...]
    checks: tuple[Give | Guard, ...]
    effects: Body
    cites: tuple[str, ...]
    added: bool = False
    """It is added to its decision from elsewhere: that is asked again when it was taken."""
    pieces: tuple[int, ...] = ()
    """Of one that stands on single elements: those that it may be taken with, by number; its first parameter chooses one."""


@frozen_class
class Ask(Nesting):
    """A decision of a player."""

    suspends = "decision"
    name: str
    actor: Term
    repeatedly: bool
    each_once: bool
    """It is asked again until every option was taken once, the one that declines apart."""
    secretly: bool
    all_or_nothing: bool
    options: tuple[BoundOption, ...]
    otherwise: Body | None
    cites: tuple[str, ...]


BoundStatement = (
    Give
    | Write
    | Relocate
    | Transfer
    | TakeTop
    | Mix
    | Cast
    | Enlist
    | Order
    | Perform
    | PerformPiece
    | Announce
    | Settle
    | Claim
    | Leave
    | Branch
    | Each
    | Loop
    | Times
    | Around
    | Turn
    | Ask
)
Body = tuple[BoundStatement, ...]
