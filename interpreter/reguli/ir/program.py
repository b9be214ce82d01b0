"""The program: a ruleset at a table of so many players as plain data, blocks of statements over one flat list of slots.

Nothing in it runs: it pickles, compares and prints, and whatever runs it reads it (``ir.interpreter``, ``compile``). A leaf is a
bound statement or term of the model; where a variable of it lies, which note tells of it and which counter it counts stand in
the tables of the program. Around the leaves there are a few values, tests and statements (``ir.block_operations``), and the ends below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from reguli.ir.block_operations import Passing, Statement, Test, Value
from reguli.ir.state_layout import Layout, Storage
from reguli.ir.symmetry_classes import Alike
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import Type
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

Slots = list[int]
Journal = list[tuple[int, ...]]
"""Entries ``(note number, value, ...)``; the note says what the values are."""


@kept
class ZoneValue(Kept):
    """The type of a journal value that is a zone number."""


@kept
class Note(Kept):
    """What one kind of journal entry tells: the rule, a verb, what it is about, and the types of its values."""

    rule: str
    verb: str
    about: str
    types: tuple[Type | ZoneValue, ...]
    span: Span


# -- ends: where a block leads ---------------------------------------------------------------------------------


@kept
class Jump(Kept):
    """Go on with another block."""

    target: int


@kept
class Fork(Kept):
    """Go on with one of two blocks."""

    test: Test
    yes: int
    no: int


@kept
class Call(Kept):
    """Write the arguments into the frame of a procedure and go there; come back to ``back``."""

    passing: Passing
    return_slot: int
    entry: int
    back: int


@kept
class Switch(Kept):
    """Go on with the block of a number; ``other`` where there is none."""

    value: Value
    targets: tuple[int, ...]
    other: int


@kept
class Return(Kept):
    """Go back to where the procedure was called, its frame (stretches of slots) zeroed."""

    return_slot: int
    frame: tuple[tuple[int, int], ...]


@kept
class Chance(Kept):
    """Chance chooses one of the candidates (none of an empty list) into a slot.

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


@kept
class ParameterStep(Kept):
    """Try each value of a parameter; ``interval`` says that only the effects read the last one, no guard."""

    parameter: b.BoundParameter
    slot: int
    interval: bool
    room: int = 0
    """Most members of a set that is chosen, which is kept as a list; 0 for one element or number."""


@kept
class GiveStep(Kept):
    """Compute a let of an option."""

    give: b.Give
    place: Storage


@kept
class GuardStep(Kept):
    """Ask a guard; a waiver whose condition holds lets it pass."""

    guard: b.Guard


Step = ParameterStep | GiveStep | GuardStep


@kept
class Choice(Kept):
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


@kept
class Settled(Kept):
    """A settle point is done: what must always hold is looked at, and it goes on with another block."""

    target: int


@kept
class Decide(Kept):
    """A decision: who, and the choices; ``exit`` follows when it is skipped, ``otherwise`` when nothing is legal.

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


@kept
class Halt(Kept):
    """The playthrough is over, or a procedure that was run by itself is done."""


End = Jump | Fork | Switch | Call | Return | Chance | Settled | Decide | Halt


# -- the program -----------------------------------------------------------------------------------------------


@kept
class Block(Kept):
    """Statements in order, each with its rule ("" for what no rule says), and how they end."""

    lines: tuple[tuple[str, Statement], ...]
    end: End

    @property
    def last_rule(self) -> str:
        """Give the rule of the last statement that has one."""
        return next((rule for rule, _ in reversed(self.lines) if rule), "")


@kept
class Agenda(Kept):
    """The queue of what is done at the next settle point: its length, then so many entries of a target and its arguments.

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


@kept
class Entry(Kept):
    """How one procedure is run: the places of its parameters; its first block, if it waits for anybody."""

    parameters: tuple[Storage, ...]
    block: int | None = None
    return_slot: int | None = None


@kept
class RulePlace(Kept):
    """Where a rule stands, and the inventory ids it carries or stands under."""

    span: Span
    cites: tuple[str, ...]


@kept
class Program(Kept):
    """A ruleset for a number of players: everything that whatever runs it has to know."""

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
