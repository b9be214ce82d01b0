"""All or nothing: a move that begins such a decision, or is made within one, is legal unless no way leads to its end.

What is asked of a move is whether some way on from it leaves the decision that is held. The search goes depth first and looks
at so many positions at most, so it has three answers. ``OUT``: a way was found. ``DEAD``: every way was gone to its end, and none
leads out; only such a move is refused. ``DOUBTFUL``: the search gave up. A doubtful move is offered; whoever makes it and then has no
move left is taken back to where the held part began (``Playthrough``), and what was tried in vain is refused there.

Positions are compared in their normal form (``normal_form``), in which elements that are alike are one: eighteen bolts that nothing tells
apart are a number of bolts. Of moves that differ only in which of them they name, one is judged for all. Options that leave the decision are
tried first, since a way out that is near should not be looked for far off.

All moves of a position are judged at once and in their order, so the answer is a matter of the position alone: whoever lists them, asks
about one, or plays a save again is told the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeAlias

from reguli.engine.chance.source import ChanceSource
from reguli.engine.playing.legal import Move, enter, families, taken
from reguli.engine.playing.normal_form import likeness, normal_form, one_of_each
from reguli.engine.playing.run import PC, run
from reguli.engine.position import Position
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS, NONE
from reguli.ir.playable import Playable
from reguli.ir.program import Choice, Decide, Slots
from reguli.model.tree.bound import Leave
from reguli.model.tree.walk import statements_of
from reguli.source.kept import Kept, kept

HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for the moves of one position together; each move gets an equal share of what is left."""

Watch: TypeAlias = Callable[[Decide, Slots, bool], None]
"""Sees a position: what is decided there, and whether nothing can be."""
Verdict = Enum("Verdict", ["OUT", "DEAD", "DOUBTFUL"])


@kept
class Entry(Kept):
    """The move that led into what is held, and the position before it."""

    position: Position
    move: Move


@kept
class Held(Kept):
    """A held part under way: its first position, the move that led in, if one did, and the first made inside."""

    position: Position
    entry: Entry | None
    first: Move | None = None


@kept
class _Found(Kept):
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

    def __init__(
        self,
        program: Playable,
        chance: ChanceSource,
        *,
        hold: bool,
        watch: Watch | None = None,
    ) -> None:
        """Begin with nothing known; ``hold`` says whether what must always hold is asked on the way, ``watch`` sees each new position."""
        self._program = program
        self._chance = chance
        self._hold = hold
        self._watch = watch
        self._dead: set[Position] = set()
        """Positions from which no way leads out."""
        self._out: set[Position] = set()
        """Positions from which some way does."""
        self._left = 0
        self._ordered: dict[int, Decide] = {}

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move]) -> list[Verdict]:
        """Judge the moves of a position."""
        twins = normal_form(self._program, decision, slots).twins
        alike = [likeness(decision, move, twins) for move in moves]
        one = dict(zip(reversed(alike), reversed(moves), strict=True))
        verdicts: dict[Hashable, Verdict] = {}
        tries = TRIES
        for index, mark in enumerate(dict.fromkeys(alike)):
            share = max(1, tries // (len(one) - index))
            self._left = share
            verdicts[mark] = self._judge(decision, slots, one[mark])
            tries -= share - max(0, self._left)
        return [verdicts[mark] for mark in alike]

    @property
    def positions(self) -> int:
        """Give how many positions were looked at."""
        return len(self._dead | self._out)

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
        choice = taken(at.decision, move.option, move.arguments)
        assert choice is not None
        enter(self._program, choice, s, [], move)
        block: int | None = choice.entry
        while block is not None:
            following = self._run(s, block)
            if following is None or isinstance(following, Verdict):
                return following or Verdict.OUT
            normal = normal_form(self._program, following, s)
            key = normal.key
            if key in self._out:
                return Verdict.OUT
            if key in seen or key in self._dead:
                return Verdict.DEAD
            seen.add(key)
            listed = families(self._program, self._leaving_first(following), s)
            moves = one_of_each(following, (move for family in listed for move in family.moves()), normal.twins)
            first = _next(moves)
            if self._watch is not None:
                self._watch(following, s, first is None and following.otherwise is None)
            if first is not None:
                return _Found(key, following, s, _chained(first, moves))
            block = following.otherwise
        return Verdict.DEAD

    def _leaving_first(self, decision: Decide) -> Decide:
        """Give a decision with the options first that leave it."""
        if decision.number not in self._ordered:
            choices = sorted(decision.choices, key=lambda choice: not leaves(choice))
            self._ordered[decision.number] = replace(decision, choices=tuple(choices))
        return self._ordered[decision.number]

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


def leaves(choice: Choice) -> bool:
    """Tell whether an option may leave the decision that it stands in, or one around it."""
    return any(isinstance(statement, Leave) for statement in statements_of(choice.option.effects))


def _next(moves: Iterator[Move]) -> Move | None:
    """Give the next move; none is left where the rules fail on listing them."""
    try:
        return next(moves, None)
    except RulesFault:
        return None


def _chained(first: Move, rest: Iterator[Move]) -> Iterator[Move]:
    yield first
    yield from rest
