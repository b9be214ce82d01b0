"""What the blocks of a program are made of: values, tests and statements, each a small frozen value.

The list is closed: whoever reads a program has one arm for each. A leaf is a bound statement or term of the model (``Do``, ``Ask``).
"""

from __future__ import annotations

from dataclasses import dataclass

from reguli.ir.layout import Storage
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Term

# -- values: what is computed ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A known number."""

    value: int


@dataclass(frozen=True, slots=True)
class Slot:
    """What a slot holds."""

    slot: int


@dataclass(frozen=True, slots=True)
class Power:
    """2 to the power of what a slot holds: how many subsets a list of that length has."""

    slot: int


@dataclass(frozen=True, slots=True)
class Ask:
    """What a bound term gives; ``must`` names what is asked of an element that has to be there (E301), "" for any value."""

    term: Term
    must: str = ""


Value = Number | Slot | Power | Ask
Passing = tuple[tuple[Storage, Value], ...]
"""Arguments and where they go: all are computed before the first is written."""


# -- tests: what a fork asks -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Within:
    """A slot holds one of some numbers."""

    slot: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Below:
    """One value is less than another."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Every:
    """All of some tests hold; those behind one that does not are not asked."""

    tests: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Nothing is being settled, and something stands on the agenda or the condition of a trigger holds."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Go on round a ring, kept as a list, to the next member that fits, and tell whether there is one.

    ``index`` is the slot that counts the members gone past; the member goes into ``slot``, and ``where`` is asked of it there.
    """

    slot: int
    index: int
    ring: Storage
    where: Term | None


Test = Ask | Within | Below | Every | Unsettled | Advance


# -- statements: what a block does -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do:
    """Run a bound statement that waits for nobody."""

    statement: b.BoundStatement


@dataclass(frozen=True, slots=True)
class Run:
    """Run a procedure that waits for nobody."""

    procedure: str
    passing: Passing


@dataclass(frozen=True, slots=True)
class Set:
    """Write a value into a slot."""

    slot: int
    value: Value


@dataclass(frozen=True, slots=True)
class Add:
    """Add a known number to a slot."""

    slot: int
    number: int


@dataclass(frozen=True, slots=True)
class Fill:
    """Write one value into every slot from ``first`` up to, not including, ``last``."""

    first: int
    last: int
    value: Value


@dataclass(frozen=True, slots=True)
class ZeroFrames:
    """Zero all frames and the agenda: the logical slots from ``Program.frames`` on."""


@dataclass(frozen=True, slots=True)
class Store:
    """Keep a collection as a list: its length, its members, zeros; with more than ``most`` members it is refused (E304)."""

    place: Storage
    members: Term
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Write the member of a list that is next into a slot; ``index`` is the slot that counts them from 0."""

    slot: int
    members: Storage
    index: int


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Store the subset of a list that is next, as a list; ``index`` is the slot that counts them from 0."""

    group: Storage
    members: Storage
    index: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Move the card in a slot, drawn from one zone, to another, and note it; nothing without a card."""

    slot: int
    source: Term
    target: Term
    top: bool
    note: int


@dataclass(frozen=True, slots=True)
class Enough:
    """As many as a slot says lie in a zone: fewer are a fault (E310)."""

    slot: int
    there: Term
    zone: str


@dataclass(frozen=True, slots=True)
class Pop:
    """Take the first entry off the agenda: the number of its target and its arguments go into slots."""

    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Write an entry of the journal."""

    note: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Arrive:
    """The coming stage, if its moment is this one, takes effect and is noted; nothing is coming then."""

    moment: int
    note: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Begin to hold a decision, numbered from 1, that is all or nothing; within another that is held, that one stays."""

    decision: int


@dataclass(frozen=True, slots=True)
class LetGo:
    """Let go of the decision that is held, if it is one of these."""

    decisions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoCase:
    """The card of a stage was drawn at a moment for which the stage has no case: a fault (E311)."""

    stage: str


Statement = (
    Do
    | Run
    | Set
    | Add
    | Fill
    | ZeroFrames
    | Store
    | Pick
    | PickGroup
    | Deal
    | Enough
    | Pop
    | Record
    | Arrive
    | Hold
    | LetGo
    | NoCase
)
