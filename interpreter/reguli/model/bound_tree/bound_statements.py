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
    """A statement, or what in a decision has a rule id of its own."""

    writes: ClassVar[tuple[str, ...]]
    """The fields with the places that it changes itself."""
    suspends: ClassVar[Suspends]
    """What play waits for there: a player, chance, or what runs at a settle point; a procedure that it runs may wait for more."""
    span: Span
    rule: Rule


class Changing(Ruled):
    """A statement that changes what is tracked, and names nothing."""

    __slots__ = ()
    suspends = ""


class Binding(Ruled):
    """A statement that gives a variable a value, for what stands behind it."""

    __slots__ = ()
    binds: ClassVar[tuple[str, ...]] = ("variable",)
    variable: Variable


class Calling(Ruled):
    """A statement that runs what is written elsewhere."""

    __slots__ = ()
    writes = ()
    suspends = ""


class Nesting(Ruled):
    """A statement in which others stand."""

    __slots__ = ()
    writes = ()
    suspends: ClassVar[Suspends] = ""


class Looping(Nesting):
    """A statement that runs what stands in it several times."""

    __slots__ = ()


@frozen_class
class Give(Binding):
    """A variable gets a value."""

    writes = ()
    suspends = ""
    variable: Variable
    value: Term


@frozen_class
class Write(Changing):
    """A place gets a value; ``add`` changes it by the value instead. Places: a Tracked term or a Local."""

    writes = ("place",)
    place: Term
    value: Term
    add: bool


@frozen_class
class Relocate(Changing):
    """Unique pieces (one, or all of a collection) go to a zone."""

    writes = ("source", "target")
    pieces: Term
    many: bool
    source: Term | None
    target: Term
    top: bool


@frozen_class
class Transfer(Changing):
    """Tokens go from zone to zone: ``amount`` of one variety, or all; both zones tell the same varieties apart."""

    writes = ("source", "target")
    amount: Term | None
    up_to: bool
    source: Term
    target: Term


@frozen_class
class TakeTop(Binding):
    """The top card of a stack: chance when the stack was shuffled; none when it is empty.

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
    """A stack is shuffled: its order is forgotten."""

    writes = ("zone",)
    zone: Term


@frozen_class
class Cast(Binding):
    """Chance chooses one member of a domain: an element, a number or a whole set; no element when there is none."""

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
    """An element joins or leaves a list or set (a state field or a variable)."""

    writes = ("place",)
    item: Term
    place: Term
    adding: bool


@frozen_class
class Order(Changing):
    """A list is sorted, stably."""

    binds = ("variable",)
    writes = ("place",)
    place: Term
    variable: Variable
    keys: tuple[tuple[Term, bool], ...]


@frozen_class
class Perform(Calling):
    """A procedure runs, now or at the next settle point."""

    procedure: str
    arguments: tuple[Term, ...]
    later: bool


@frozen_class
class PerformPiece(Calling):
    """The procedure written on a piece runs, now or at the next settle point."""

    kind: str
    field: str
    element: Term
    arguments: tuple[Term, ...]
    later: bool


@frozen_class
class Announce(Calling):
    """An event is announced to the event rules."""

    event: str
    arguments: tuple[Term, ...]


@frozen_class
class Settle(Ruled):
    """Triggers run, and what was put off is done."""

    writes = ()
    suspends = "settle"


@frozen_class
class Claim(Ruled):
    """What a loop keeps, asked before each round and behind the last; ``text`` as written."""

    writes = ()
    suspends = ""
    condition: Term
    text: str


@frozen_class
class Leave(Ruled):
    """The decision, procedure, turn or way round it is left whose rule is ``out_of``, or the turn or round under way, or the game ends."""

    writes = ()
    suspends = ""
    what: Literal["decision", "procedure", "turn", "loop", "round", "game"]
    out_of: Rule


@frozen_class
class Branch(Nesting):
    """What is done by a condition."""

    condition: Term
    then: Body
    otherwise: Body


@frozen_class
class Each(Looping):
    """Each element of a domain in turn; order taken at entry, ``where`` asked on arrival."""

    binds = ("variable",)
    variable: Variable
    domain: Term
    where: Term | None
    body: Body


@frozen_class
class Loop(Looping):
    """As long as a condition holds."""

    condition: Term
    body: Body


@frozen_class
class Times(Looping):
    """A number of times, counted at entry."""

    count: Term
    body: Body


@frozen_class
class Turn(Nesting):
    """What is inside is a player's turn."""

    actor: Term
    body: Body


@frozen_class
class Around(Looping):
    """Round a ring, taken at entry, as long as one of it fits and ``until`` does not hold; both are asked live."""

    binds = ("variable",)
    variable: Variable
    ring: Term
    where: Term | None
    until: Term | None
    body: Body


@frozen_class
class BoundReason(FrozenValue):
    """The name of a refusal and the values worth saying."""

    name: str
    arguments: tuple[Term, ...]


@frozen_class
class Waiver(FrozenValue):
    """What lets a guard pass when it does not hold, and what using it costs."""

    rule: Rule
    condition: Term
    body: Body


@frozen_class
class Guard(Ruled):
    """A condition of an option, with its reason and its text as written."""

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
    """A point where someone must choose."""

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
