"""What the blocks of a program are made of: values, tests and statements, each a small frozen value.

The list is closed: whoever reads a program has one arm for each. A leaf is a bound statement or term of the model (``Do``, ``Ask``).
"""

from __future__ import annotations

from reguli.ir.state_layout import Storage
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Term
from reguli.source.frozen_values import Kept, kept

# -- values: what is computed ----------------------------------------------------------------------------------


@kept
class Number(Kept):
    """A known number."""

    value: int


@kept
class Slot(Kept):
    """What a slot holds."""

    slot: int


@kept
class Power(Kept):
    """2 to the power of what a slot holds: how many subsets a list of that length has."""

    slot: int


@kept
class Ask(Kept):
    """What a bound term gives; ``must`` names what is asked of an element that has to be there (E301), "" for any value."""

    term: Term
    must: str = ""


Value = Number | Slot | Power | Ask
Passing = tuple[tuple[Storage, Value], ...]
"""Arguments and where they go: all are computed before the first is written."""


# -- tests: what a fork asks -----------------------------------------------------------------------------------


@kept
class Within(Kept):
    """A slot holds one of some numbers."""

    slot: int
    numbers: tuple[int, ...]


@kept
class Below(Kept):
    """One value is less than another."""

    left: Value
    right: Value


@kept
class Every(Kept):
    """All of some tests hold; those behind one that does not are not asked."""

    tests: tuple[Test, ...]


@kept
class Unsettled(Kept):
    """Nothing is being settled, and something stands on the agenda or the condition of a trigger holds."""


@kept
class Advance(Kept):
    """Go on round a ring, kept as a list, to the next member that fits, and tell whether there is one.

    ``index`` is the slot that counts the members gone past; the member goes into ``slot``, and ``where`` is asked of it there.
    """

    slot: int
    index: int
    ring: Storage
    where: Term | None


Test = Ask | Within | Below | Every | Unsettled | Advance


# -- statements: what a block does -----------------------------------------------------------------------------


@kept
class Do(Kept):
    """Run a bound statement that waits for nobody."""

    statement: b.BoundStatement


@kept
class Run(Kept):
    """Run a procedure that waits for nobody."""

    procedure: str
    passing: Passing


@kept
class Set(Kept):
    """Write a value into a slot."""

    slot: int
    value: Value


@kept
class Add(Kept):
    """Add a known number to a slot."""

    slot: int
    number: int


@kept
class Fill(Kept):
    """Write one value into every slot from ``first`` up to, not including, ``last``."""

    first: int
    last: int
    value: Value


@kept
class ZeroFrames(Kept):
    """Zero all frames and the agenda: the logical slots from ``Program.frames`` on."""


@kept
class Store(Kept):
    """Keep a collection as a list: its length, its members, zeros; with more than ``most`` members it is refused (E304)."""

    place: Storage
    members: Term
    most: int | None = None


@kept
class Pick(Kept):
    """Write the member of a list that is next into a slot; ``index`` is the slot that counts them from 0."""

    slot: int
    members: Storage
    index: int


@kept
class PickGroup(Kept):
    """Store the subset of a list that is next, as a list; ``index`` is the slot that counts them from 0."""

    group: Storage
    members: Storage
    index: int


@kept
class Deal(Kept):
    """Move the card in a slot, drawn from one zone, to another, and note it; nothing without a card."""

    slot: int
    source: Term
    target: Term
    top: bool
    note: int


@kept
class Enough(Kept):
    """As many as a slot says lie in a zone: fewer are a fault (E310)."""

    slot: int
    there: Term
    zone: str


@kept
class Pop(Kept):
    """Take the first entry off the agenda: the number of its target and its arguments go into slots."""

    slots: tuple[int, ...]


@kept
class Record(Kept):
    """Write an entry of the journal."""

    note: int
    values: tuple[Value, ...]


@kept
class Arrive(Kept):
    """The coming stage, if its moment is this one, takes effect and is noted; nothing is coming then."""

    moment: int
    note: int


@kept
class Hold(Kept):
    """Begin to hold a decision, numbered from 1, that is all or nothing; within another that is held, that one stays."""

    decision: int


@kept
class LetGo(Kept):
    """Let go of the decision that is held, if it is one of these."""

    decisions: tuple[int, ...]


@kept
class NoCase(Kept):
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
