"""The IR: basic blocks of effects over a flat state, each ended by a jump, fork, call, return, decision or chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reguli.ir.alike import Alike
from reguli.ir.layout import Layout
from reguli.ir.walking.values import Values
from reguli.model.ruleset import Invariant, Ruleset
from reguli.model.tree.bound import Ask, BoundOption, BoundParameter, Give, Guard
from reguli.model.types import Type
from reguli.source.span import Span

Slots = list[int]
Journal = list[tuple[int, ...]]
"""Entries ``(note number, value, ...)``; the note says what the values are."""
Effect = Callable[[Slots, Journal], Any]
Closure = Callable[[Slots], Any]
Lister = Callable[[Slots], Iterator[tuple[tuple[int, ...], range | None]]]
"""Gives the arguments an option may be taken with, and the range of the last one where its values are kept together."""


@dataclass(frozen=True, slots=True)
class ZoneValue:
    """The type of a journal value that is a zone number."""


@dataclass(frozen=True, slots=True)
class Note:
    """What one kind of journal entry tells: the rule, a verb, what it is about, and the types of its values."""

    rule: str
    verb: str
    about: str
    types: tuple[Type | ZoneValue, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Jump:
    """Go on with another block."""

    target: int


@dataclass(frozen=True, slots=True)
class Fork:
    """Go on with one of two blocks."""

    condition: Closure
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Call:
    """Write the arguments into the frame of a procedure and go there; come back to ``back``."""

    enter: Callable[[Slots], None]
    return_slot: int
    entry: int
    back: int


@dataclass(frozen=True, slots=True)
class Switch:
    """Go on with the block of a number; ``other`` where there is none."""

    value: Closure
    targets: tuple[int, ...]
    other: int


@dataclass(frozen=True, slots=True)
class Return:
    """Go back to where the procedure was called, its frame (stretches of slots) zeroed."""

    return_slot: int
    frame: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance chooses one of the candidates (none of an empty list) into a slot."""

    site: str
    rule: str
    """The statement that casts or draws."""
    owner: Closure | None
    """For a stack that several elements have: which one; the site is then ``zone.owner``."""
    counter: int
    """First chance counter of the site: a lot counts its own, a stack its shuffles."""
    counts: bool
    known: Closure | None
    """For a stack: whether it is known which card is next, so that nothing is left to chance."""
    candidates: Callable[[Slots], Sequence[int | tuple[int, ...]]]
    """Elements, numbers, or groups of elements in the order of their kind."""
    slot: int
    capacity: int
    """Most members of a group, which is kept as a list; 0 for single outcomes."""
    kind: str | None
    """Of the outcomes, or of their members; ``None`` for numbers."""
    note: int
    next: int


@dataclass(frozen=True, slots=True)
class ParameterStep:
    """Try each value of a parameter; ``interval`` says that only the last effects read it, no guard."""

    parameter: BoundParameter
    slot: int
    domain: Closure
    interval: bool


@dataclass(frozen=True, slots=True)
class GiveStep:
    """Compute a let of an option."""

    give: Give
    run: Callable[[Slots], None]


@dataclass(frozen=True, slots=True)
class GuardStep:
    """Ask a guard; a waiver whose condition holds lets it pass."""

    guard: Guard
    holds: Closure
    waivers: tuple[tuple[Closure, Effect], ...]


Step = ParameterStep | GiveStep | GuardStep


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a decision, ready to be listed, asked and taken."""

    option: BoundOption
    steps: tuple[Step, ...]
    """In the order that cuts soonest: each check as soon as what it names is known."""
    written: tuple[Step, ...]
    """In the order of the text: parameters first, then lets and guards."""
    listing: Lister
    """Made from the steps; writes into the slots as it goes."""
    entry: int
    note: int
    holds: bool
    """Its effects may lead into a decision that is all or nothing."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision: who, and the choices; ``exit`` follows when it is skipped, ``otherwise`` when nothing is legal.

    ``taken_back`` is the note told when somebody is taken back to where this began, for one that is all or nothing.
    """

    number: int
    ask: Ask
    actor: Closure
    choices: tuple[Choice, ...]
    exit: int
    otherwise: int | None
    taken_back: int = -1


@dataclass(frozen=True, slots=True)
class Halt:
    """The playthrough is over, or a procedure that was run by itself is done."""


End = Jump | Fork | Switch | Call | Return | Chance | Decide | Halt


@dataclass(slots=True)
class Block:
    """Effects in order, with the rule of each, and how it ends."""

    effects: list[Effect] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    end: End = field(default_factory=Halt)


Planned = tuple[tuple[tuple[str, Effect], ...], Any, type, Any, int, int]
"""A block as it is run: its effects with their rules, its end and the end's type, what a fork asks, and where it leads."""


def planned(block: Block) -> Planned:
    """Lay out a block for running."""
    effects, end = tuple(zip(block.rules, block.effects, strict=True)), block.end
    match end:
        case Jump(target):
            return effects, end, Jump, None, target, target
        case Fork(condition, yes, no):
            return effects, end, Fork, condition, yes, no
        case Chance():
            return effects, end, Chance, None, end.next, end.next
        case _:
            return effects, end, type(end), None, 0, 0


@dataclass(frozen=True, slots=True)
class Entry:
    """How to run one procedure by itself: its parameter slots, and its first block or its effect."""

    slots: tuple[tuple[int, int], ...]
    """Slot and list capacity of each parameter."""
    block: int | None
    return_slot: int | None
    effect: Effect | None


@dataclass(frozen=True, slots=True)
class RulePlace:
    """Where a rule stands, and the inventory ids it carries or stands under."""

    span: Span
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A ruleset made playable for a number of players."""

    ruleset: Ruleset
    players: int
    layout: Layout
    blocks: tuple[Block, ...]
    plan: tuple[Planned, ...]
    """The blocks laid out for running."""
    notes: tuple[Note, ...]
    decisions: tuple[Decide, ...]
    entries: Mapping[str, Entry]
    phase_entries: Mapping[str, int]
    """The block each phase begins with, its moments before and at its start done."""
    phase_exits: Mapping[str, int]
    """The block behind each phase and its end."""
    first_round: int
    """The block that each round begins with; the set-up is done before it is come to."""
    main: int
    halt: int
    ranking: tuple[tuple[Closure, int], ...]
    """For each criterion a closure over the player in the slot."""
    invariants: tuple[tuple[Closure, Invariant], ...]
    logical: int
    saved: int
    """Logical slots and chance counters."""
    width: int
    """All slots, scratch included."""
    first: tuple[int, ...]
    """The slots before set-up."""
    alike: Alike
    """What may be exchanged when positions are compared in search of a way out."""
    rules: Mapping[str, RulePlace]
    """By rule id."""
    still: Iterator[int]
    """Numbers the listings of moves, from 1: while one goes on the state stands still."""
    values: Callable[[Ruleset, Layout], Values]
    """Makes closures of expressions beside the rules, in the way those of the rules are made."""
    tick: Callable[[], int]
    """Gives the number for the state after a change, 0 for a program that does not remember values while rules run."""
