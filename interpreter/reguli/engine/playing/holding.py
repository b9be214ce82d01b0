"""All or nothing: a move that begins such a decision, or is made within one, is legal unless no way leads to its end.

What is asked of a move is whether some way on from it leaves the decision that is held. The search goes depth first and looks
at so many positions at most, so it has three answers. ``OUT``: a way was found. ``DEAD``: every way was gone to its end, and none
leads out; only such a move is refused. ``DOUBTFUL``: the search gave up. A doubtful move is offered; whoever makes it and then has no
move left is taken back to where the held part began (``Playthrough``), and what was tried in vain is refused there.

All moves of a position are judged at once and in their order, so the answer is a matter of the position alone: whoever lists them, asks
about one, or plays a save again is told the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from reguli.engine.chance.source import ChanceSource
from reguli.engine.playing.legal import Move, enter, families
from reguli.engine.playing.run import PC, run
from reguli.engine.position import Position
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS, NONE
from reguli.ir.playable import Playable
from reguli.ir.program import Choice, Decide, Slots

HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for the moves of one position together; each move gets an equal share of what is left."""

Verdict = Enum("Verdict", ["OUT", "DEAD", "DOUBTFUL"])


@dataclass(frozen=True, slots=True)
class Entry:
    """The move that led into what is held, and the position before it."""

    position: Position
    move: Move


@dataclass(frozen=True, slots=True)
class Held:
    """A held part under way: its first position, the move that led in, if one did, and the first made inside."""

    position: Position
    entry: Entry | None
    first: Move | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """A decision met on the way, and its moves that are still to be tried."""

    key: Position
    decision: Decide
    slots: Slots
    moves: Iterator[Move]


def may_hold(slots: Slots, choice: Choice) -> bool:
    """Tell whether a choice stands within, or may lead into, a decision that is all or nothing."""
    return slots[HOLDING] != 0 or choice.holds


class Ways:
    """Looks for ways out of decisions that are all or nothing from one position on."""

    def __init__(self, program: Playable, chance: ChanceSource, *, hold: bool) -> None:
        """Begin with nothing known; ``hold`` says whether what must always hold is asked on the way."""
        self._program = program
        self._chance = chance
        self._hold = hold
        self._dead: set[Position] = set()
        """Positions from which no way leads out."""
        self._out: set[Position] = set()
        """Positions from which some way does."""
        self._left = 0

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move]) -> list[Verdict]:
        """Judge the moves of a position."""
        verdicts, tries = [], TRIES
        for index, move in enumerate(moves):
            share = max(1, tries // (len(moves) - index))
            self._left = share
            verdicts.append(self._judge(decision, slots, move))
            tries -= share - max(0, self._left)
        return verdicts

    def _judge(self, decision: Decide, slots: Slots, move: Move) -> Verdict:
        seen: set[Position] = set()
        way: list[_Found] = [_Found((), decision, slots, iter([move]))]
        while way:
            found = way[-1]
            step = _next(found.moves)
            if step is None:
                way.pop()
                continue
            self._left -= 1
            if self._left < 0:
                return Verdict.DOUBTFUL
            after = self._after(found, step, seen)
            if after is Verdict.OUT:
                self._out.update(known.key for known in way[1:])
                return Verdict.OUT
            if isinstance(after, _Found):
                way.append(after)
        # Every way was gone to its end, so what was seen is dead for other moves too.
        self._dead |= seen
        return Verdict.DEAD

    def _after(self, at: _Found, move: Move, seen: set[Position]) -> _Found | Verdict:
        """Make a move and run on to the next decision with a move, out of what is held, or to where it does not go on."""
        s = list(at.slots)
        choice = next(choice for choice in at.decision.choices if choice.option.name == move.option)
        enter(self._program, choice, s, [], move)
        block: int | None = choice.entry
        while block is not None:
            following = self._run(s, block)
            if following is None or isinstance(following, Verdict):
                return following or Verdict.OUT
            key = tuple(s[: self._program.logical])
            if key in self._out:
                return Verdict.OUT
            if key in seen or key in self._dead:
                return Verdict.DEAD
            seen.add(key)
            moves = (move for family in families(self._program, following, s) for move in family.moves())
            first = _next(moves)
            if first is not None:
                return _Found(key, following, s, _chained(first, moves))
            block = following.otherwise
        return Verdict.DEAD

    def _run(self, s: Slots, block: int) -> Decide | Verdict | None:
        """Run on from a block: the next decision that is held, or what is known of the way; ``None``: it leads out."""
        stop = self._program.decisions[s[HOLDING] - 1].exit if s[HOLDING] else NONE
        s[PC] = block
        chance = replace(self._chance, log=list(self._chance.log))
        try:
            following = run(self._program, s, [], chance, stop=stop, hold=self._hold)
        except RulesFault:
            # Outside of what is held the fault is told when the move is made.
            return Verdict.DEAD if s[HOLDING] else Verdict.OUT
        return following if s[HOLDING] else None


def _next(moves: Iterator[Move]) -> Move | None:
    """Give the next move; none is left where the rules fail on listing them."""
    try:
        return next(moves, None)
    except RulesFault:
        return None


def _chained(first: Move, rest: Iterator[Move]) -> Iterator[Move]:
    yield first
    yield from rest
