"""The program: a ruleset for a number of players as plain data, blocks of statements over one flat list of slots.

Nothing in it runs: it pickles, compares and prints, and whatever runs it reads it (``ir.interpreter``, ``compile``). A leaf is a
bound statement or term of the model; where a variable of it lies, which note tells of it and which counter it counts stand in
the tables of the program. Around the leaves there are a few values, tests and statements (``ir.block_operations``), and the ends below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Literal

from reguli.ir.state_layout import FACTS, Layout, Storage
from reguli.ir.symmetry_classes import Alike
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.bound_tree.tree_traversal import nested_statements
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import Type
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- block operations ------------------------------------------------------------------------------------------------
# What the blocks of a program are made of: values, tests and statements, each a small frozen value.
#
# The list is closed: whoever reads a program has one arm for each. A leaf is a bound statement or term of the model (``Do``, ``Ask``).


# -- values: what is computed ----------------------------------------------------------------------------------


@frozen_class
class Number(FrozenValue):
    """A known number."""

    value: int


@frozen_class
class Slot(FrozenValue):
    """A slot's value."""

    slot: int


@frozen_class
class Power(FrozenValue):
    """2 to the power of a slot's value: the number of subsets of a list so long."""

    slot: int


@frozen_class
class Ask(FrozenValue):
    """The value of a bound term; ``must`` names the use of an element that must exist (E301), "" for any value."""

    term: Term
    must: str = ""


Value = Number | Slot | Power | Ask
Passing = tuple[tuple[Storage, Value], ...]
"""Arguments and where they go: all are computed before the first is written."""


# -- tests: what a fork asks -----------------------------------------------------------------------------------


@frozen_class
class Within(FrozenValue):
    """A slot holds one of some numbers."""

    slot: int
    numbers: tuple[int, ...]


@frozen_class
class Below(FrozenValue):
    """One value is less than another."""

    left: Value
    right: Value


@frozen_class
class Every(FrozenValue):
    """A conjunction of tests with short-circuit evaluation."""

    tests: tuple[Test, ...]


@frozen_class
class Unsettled(FrozenValue):
    """The test for pending work while not settling: an agenda entry or a trigger whose condition holds."""


@frozen_class
class Advance(FrozenValue):
    """The test that advances to the next matching member of a ring, kept as a list, if any.

    ``index`` is the slot that counts the members gone past; the member goes into ``slot``, and ``where`` is asked of it there.
    """

    slot: int
    index: int
    ring: Storage
    where: Term | None


Test = Ask | Within | Below | Every | Unsettled | Advance


# -- statements: what a block does -----------------------------------------------------------------------------


@frozen_class
class Do(FrozenValue):
    """Run a bound statement that never suspends."""

    statement: b.BoundStatement


@frozen_class
class Run(FrozenValue):
    """Run a procedure that never suspends."""

    procedure: str
    passing: Passing


@frozen_class
class Set(FrozenValue):
    """Write a value into a slot."""

    slot: int
    value: Value


@frozen_class
class Add(FrozenValue):
    """Add a constant to a slot."""

    slot: int
    number: int


@frozen_class
class Fill(FrozenValue):
    """Write one value into every slot from ``first`` up to, not including, ``last``."""

    first: int
    last: int
    value: Value


@frozen_class
class ZeroFrames(FrozenValue):
    """Zero all frames and the agenda: the logical slots from ``Program.frames`` on."""


@frozen_class
class Store(FrozenValue):
    """A write of a collection as a list: length, members, zeros; more than ``most`` members are a fault (E304)."""

    place: Storage
    members: Term
    most: int | None = None


@frozen_class
class Pick(FrozenValue):
    """A write of the next list member to a slot; ``index`` is the slot that counts them from 0."""

    slot: int
    members: Storage
    index: int


@frozen_class
class PickGroup(FrozenValue):
    """A write of the next subset of a list, as a list; ``index`` is the slot that counts them from 0."""

    group: Storage
    members: Storage
    index: int


@frozen_class
class Deal(FrozenValue):
    """The move of a drawn card from one zone to another, with a note; a no-op without a card."""

    slot: int
    source: Term
    target: Term
    top: bool
    note: int


@frozen_class
class Enough(FrozenValue):
    """A check for a slot's count in a zone: fewer are a fault (E310)."""

    slot: int
    there: Term
    zone: str


@frozen_class
class Pop(FrozenValue):
    """The removal of the first agenda entry: its target number and arguments go into slots."""

    slots: tuple[int, ...]


@frozen_class
class Record(FrozenValue):
    """Write an entry of the journal."""

    note: int
    values: tuple[Value, ...]


@frozen_class
class Arrive(FrozenValue):
    """The start of the coming stage, if this is its moment, with a note; none is coming then."""

    moment: int
    note: int


@frozen_class
class Hold(FrozenValue):
    """The start of an all-or-nothing decision, numbered from 1; if one is already active, that one stays."""

    decision: int


@frozen_class
class LetGo(FrozenValue):
    """The end of a held decision, if it is one of these."""

    decisions: tuple[int, ...]


@frozen_class
class NoCase(FrozenValue):
    """The fault of drawing a stage's card at a moment for which the stage has no case (E311)."""

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


# -- program ---------------------------------------------------------------------------------------------------------


Slots = list[int]
Journal = list[tuple[int, ...]]
"""Entries ``(note number, value, ...)``; the note says what the values are."""


@frozen_class
class ZoneValue(FrozenValue):
    """The type of a journal value that is a zone number."""


@frozen_class
class Note(FrozenValue):
    """The schema of a kind of journal entry: rule, verb, subject and value types."""

    rule: str
    verb: b.Verb
    about: str
    types: tuple[Type | ZoneValue, ...]
    span: Span


# -- ends: where a block leads ---------------------------------------------------------------------------------


@frozen_class
class Jump(FrozenValue):
    """An unconditional jump."""

    target: int


@frozen_class
class Fork(FrozenValue):
    """A conditional jump."""

    test: Test
    yes: int
    no: int


@frozen_class
class Call(FrozenValue):
    """A procedure call: arguments are written into its frame; control returns to ``back``."""

    passing: Passing
    return_slot: int
    entry: int
    back: int


@frozen_class
class Switch(FrozenValue):
    """A jump by number; ``other`` if it has no target."""

    value: Value
    targets: tuple[int, ...]
    other: int


@frozen_class
class Return(FrozenValue):
    """A return to the procedure's caller; zeroes its frame (ranges of slots)."""

    return_slot: int
    frame: tuple[tuple[int, int], ...]


@frozen_class
class Chance(FrozenValue):
    """A random choice of a candidate (none of an empty list) into a slot.

    Of tokens in a zone the candidates are the varieties that lie there, each token one chance in the whole.
    Of a lot the candidates are the members of ``source``: elements, numbers, or groups of elements, each group once and in the
    order of its kind. Of a stack they are the cards that may be on top; where its place is known there is nothing to choose.
    """

    site: str
    """Of a stack that several elements have ``site.number`` of the element."""
    rule: str
    """The statement that casts or draws."""
    source: Term
    """The domain of a lot, or the zone that is drawn from."""
    form: Literal["lot", "stack", "tokens"]
    counter: int
    """First chance counter of the site: lots and draws of tokens are counted themselves, of a stack its shuffles."""
    slot: int
    capacity: int
    """Most members of a group, which is kept as a list; 0 for single outcomes."""
    kind: str | None
    """Of the outcomes, or of their members; ``None`` for numbers."""
    note: int
    """Of a lot; a draw is noted where the card goes, so -1."""
    next: int
    weighing: tuple[Variable, Term] | None = None
    """Of a lot that is weighed: what names a member, and how likely it is beside the others."""


@frozen_class
class ParameterStep(FrozenValue):
    """An iteration over a parameter's values; if ``interval``, only effects read the last one, no guard."""

    parameter: b.BoundParameter
    slot: int
    interval: bool
    room: int = 0
    """Most members of a set that is chosen, which is kept as a list; 0 for one element or number."""


@frozen_class
class GiveStep(FrozenValue):
    """Compute a let of an option."""

    give: b.Give
    place: Storage


@frozen_class
class GuardStep(FrozenValue):
    """A guard test; a waiver whose condition holds passes it."""

    guard: b.Guard


Step = ParameterStep | GiveStep | GuardStep


@frozen_class
class Choice(FrozenValue):
    """One option of a decision."""

    option: b.BoundOption
    steps: tuple[Step, ...]
    """In the order that cuts soonest: each check as soon as what it names is known."""
    written: tuple[int, ...]
    """The numbers of the steps in the order of the text: parameters first, then lets and guards."""
    entry: int
    """The block of its effects; no other option begins there."""
    note: int
    holds: bool
    """Its effects may lead into a decision that is all or nothing."""


@frozen_class
class Settled(FrozenValue):
    """Block end after a settle point: check the invariants, then continue with the block ``target``."""

    target: int


@frozen_class
class Decide(FrozenValue):
    """A decision: actor and choices; ``exit`` follows when it is skipped, ``otherwise`` when nothing is legal.

    ``taken_back`` is the note told when somebody is taken back to where this began, for one that is all or nothing; ``own`` are the
    first slot and the one behind the last of what is named inside its options: nothing there is read before it is written.
    """

    number: int
    ask: b.Ask
    choices: tuple[Choice, ...]
    exit: int
    otherwise: int | None
    taken_back: int = -1
    own: tuple[int, int] = (0, 0)


@frozen_class
class Halt(FrozenValue):
    """The end of the playthrough, or of a procedure that was run alone."""


End = Jump | Fork | Switch | Call | Return | Chance | Settled | Decide | Halt


# -- the program -----------------------------------------------------------------------------------------------


@frozen_class
class Block(FrozenValue):
    """Statements in order, each with its rule ("" if no rule applies), and the block end."""

    lines: tuple[tuple[str, Statement], ...]
    end: End

    @property
    def last_rule(self) -> str:
        """Return the rule of the last statement that has one."""
        return next((rule for rule, _ in reversed(self.lines) if rule), "")


@frozen_class
class Agenda(FrozenValue):
    """The queue of work for the next settle point: its length, then entries of a target and its arguments.

    What an entry puts off while it runs comes directly behind it: ``front`` is the slot that counts how much it was so far.
    """

    base: int = 0
    front: int = 0
    width: int = 1
    """Slots of one entry."""
    room: int = 0
    targets: tuple[str, ...] = ()
    """Procedures that may stand there, by number."""
    conditions: tuple[Term, ...] = ()
    """Of all triggers, in their order."""
    most: int = 0
    """The scratch slot that keeps how far it was filled; it belongs to no position."""


@frozen_class
class Entry(FrozenValue):
    """The entry of a procedure: parameter places; its first block, if it suspends."""

    parameters: tuple[Storage, ...]
    block: int | None = None
    return_slot: int | None = None


@frozen_class
class RulePlace(FrozenValue):
    """A rule's source location and the inventory ids it has or inherits."""

    span: Span
    cites: tuple[str, ...]


@frozen_class
class Program(FrozenValue):
    """A ruleset lowered for a number of players: all data that executing it requires."""

    ruleset: Ruleset
    """Kinds, tables and defines stand there; equal when made of the same documents under the same options."""
    players: int
    layout: Layout
    """Where fields, pieces and variables lie, and the counters of chance."""
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...]
    note_of: Mapping[str, int]
    """The note of each bound statement that tells of something, by its rule."""
    agenda: Agenda
    decisions: tuple[Decide, ...]
    entries: Mapping[str, Entry]
    """Every procedure that something runs, by its id; named ones first."""
    phase_entries: Mapping[str, int]
    """The block each phase begins with, its moments before and at its start done."""
    phase_exits: Mapping[str, int]
    """The block behind each phase and its end."""
    first_round: int
    """The block that each round begins with; the set-up is done before it is come to."""
    main: int
    halt: int
    frames: int
    """The first slot of the frames; the agenda stands among them."""
    logical: int
    saved: int
    """Logical slots and chance counters."""
    width: int
    """All slots, scratch included."""
    first: tuple[int, ...]
    """The slots before set-up."""
    twins: Mapping[int, tuple[tuple[int, int, int], ...]]
    """By decision that stands in a second frame: its own variables, each with the same one of the first frame and how many slots it has."""
    alike: Alike
    """What may be exchanged when positions are compared in search of a way out."""
    rules: Mapping[str, RulePlace]
    """By rule id."""


# -- transaction exits -----------------------------------------------------------------------------------------------
# What the search for ways out of decisions that are all or nothing asks of a program, whoever searches.


OUT, DEAD, DOUBTFUL = 0, 1, 2
"""What is known of a move: a way leads out, none does, or the search gave up."""
HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for the moves of one position together; each move gets an equal share of what is left."""
MOST_JUDGED = 20_000
"""Moves of one position that are judged; of more, all are in doubt."""
DEEPEST = 1_000
"""Moves on a way; one that is longer is not gone on, and the answer is a doubt unless a way out is found beside it."""
MOST_IN_VAIN = 16
"""Moves tried in vain at the beginning of a held part before the move that led there is refused in their place."""


def may_enter_transaction(slots: Sequence[int], choice: Choice) -> bool:
    """Return whether a choice is inside, or may lead into, an all-or-nothing decision."""
    return slots[HOLDING] != 0 or choice.holds


def leaves_transaction(choice: Choice) -> bool:
    """Return whether an option may leave its own decision or an enclosing one."""
    return any(isinstance(statement, Leave) for statement in nested_statements(choice.option.effects))


def transaction_entry_blocks(program: Program) -> frozenset[int]:
    """Return the first blocks of options that can reach an all-or-nothing decision before another move.

    Where no player can move a decision is gone over, so what is done otherwise counts too.
    """
    calls = returns_by_slot(block.end for block in program.blocks)
    before: dict[int, list[int]] = {}
    for number, block in enumerate(program.blocks):
        for following in followed_by(block.end, calls):
            before.setdefault(following, []).append(number)
    holding = [
        number for number, block in enumerate(program.blocks) if any(isinstance(one, Hold) for _, one in block.lines)
    ]
    found = set(holding)
    while holding:
        fresh = set(before.get(holding.pop(), ())) - found
        found |= fresh
        holding += fresh
    choices = chain.from_iterable(decision.choices for decision in program.decisions)
    return frozenset(choice.entry for choice in choices if choice.entry in found)


def returns_by_slot(ends: Iterable[End]) -> dict[int, list[int]]:
    """Return by return slot the blocks that control comes back to."""
    calls: dict[int, list[int]] = {}
    for end in ends:
        if isinstance(end, Call):
            calls.setdefault(end.return_slot, []).append(end.back)
    return calls


def followed_by(end: End, calls: Mapping[int, list[int]]) -> Iterable[int]:
    """Return the possible successors without a move."""
    match end:
        case Jump(target) | Settled(target):
            return (target,)
        case Fork(_, yes, no):
            return (yes, no)
        case Switch(_, targets, other):
            return (*targets, other)
        case Call(entry=entry):
            return (entry,)
        case Return(return_slot):
            return calls.get(return_slot, ())
        case Chance(next=following):
            return (following,)
        case Decide(otherwise=otherwise):
            return () if otherwise is None else (otherwise,)
        case Halt():
            return ()
