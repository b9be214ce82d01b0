"""The plain twin of the search for ways out of decisions that are all or nothing: what generated code does, said once more for the walker (``holding``).

It knows positions by their normal form (``normal_form``), wholly, and tries moves as it comes to them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from reguli.engine.gameplay.legal_actions import Move, enter, families, taken
from reguli.engine.gameplay.normal_form import likeness, normal_form, one_of_each
from reguli.engine.state_snapshots import Position
from reguli.ir.executable_program import Playable
from reguli.ir.program import Decide, Slots
from reguli.ir.program_interface import Ways
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import NONE
from reguli.ir.transaction_exits import DEAD, DEEPEST, DOUBTFUL, HOLDING, MOST_JUDGED, OUT, leaves
from reguli.source.frozen_values import Kept, kept


@kept
class _Found(Kept):
    """A decision met on the way, and its moves that are still to be tried."""

    key: Position
    decision: Decide
    slots: Slots
    moves: Iterator[Move]


class WalkedSearch:
    """Looks for ways out from one position on."""

    def __init__(self, program: Playable, asking: Ways) -> None:
        """Begin with nothing known."""
        self._program = program
        self._asking = asking
        self._dead: set[Position] = set()
        """Positions from which no way leads out."""
        self._out: set[Position] = set()
        """Positions from which some way does."""
        self._left = 0
        self._cut = False
        self._ordered: dict[int, Decide] = {}
        self.looked = 0
        """Positions that were looked at."""

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move], tries: int) -> Iterator[int]:
        """Judge the moves of a position, each when it is asked for."""
        if len(moves) > MOST_JUDGED:
            yield from [DOUBTFUL] * len(moves)
            return
        twins = normal_form(self._program, decision, slots).twins
        alike = [likeness(decision, move, twins) for move in moves]
        several = len(set(alike))
        verdicts: dict[Hashable, int] = {}
        for mark, move in zip(alike, moves, strict=True):
            if mark not in verdicts:
                share = max(1, tries // (several - len(verdicts)))
                self._left = share
                verdicts[mark] = self._judge(decision, slots, move)
                tries -= share - max(0, self._left)
            yield verdicts[mark]

    def _judge(self, decision: Decide, slots: Slots, move: Move) -> int:
        seen: set[Position] = set()
        self._cut = False
        way: list[_Found] = [_Found((), decision, slots, iter([move]))]
        while way:
            found = way[-1]
            step = _next(found.moves)
            if step is None:
                way.pop()
                continue
            self._left -= 1
            if self._left < 0:
                return DOUBTFUL
            after = self._after(found, step, seen, len(way))
            if after == OUT:
                self._out.update(known.key for known in way[1:])
                return OUT
            if isinstance(after, _Found):
                way.append(after)
        if self._cut:
            return DOUBTFUL
        # Every way was gone to its end, so what was seen is dead for other moves too.
        self._dead |= seen
        return DEAD

    def _after(self, at: _Found, move: Move, seen: set[Position], depth: int) -> _Found | int:
        """Make a move and run on to the next decision with a move, out of what is held, or to where it does not go on."""
        s = list(at.slots)
        choice = taken(at.decision, move.option, move.arguments)
        assert choice is not None
        enter(self._program, choice, s, [], move)
        block: int | None = choice.entry
        while block is not None:
            following = self._run(s, block)
            if isinstance(following, int):
                return following
            normal = normal_form(self._program, following, s)
            key = normal.key
            if key in self._out:
                return OUT
            if key in seen or key in self._dead:
                return DEAD
            seen.add(key)
            self.looked += 1
            first: Move | None = None
            moves: Iterator[Move] = iter(())
            if depth > DEEPEST:
                self._cut = True
            else:
                listed = families(self._program, self._leaving_first(following), s)
                moves = one_of_each(following, (move for family in listed for move in family.moves()), normal.twins)
                first = _next(moves)
            self._asking.look(s, following, stuck=first is None and following.otherwise is None)
            if first is not None:
                return _Found(key, following, s, _chained(first, moves))
            block = following.otherwise
        return DEAD

    def _leaving_first(self, decision: Decide) -> Decide:
        """Give a decision with the options first that leave it."""
        if decision.number not in self._ordered:
            choices = sorted(decision.choices, key=lambda choice: not leaves(choice))
            self._ordered[decision.number] = replace(decision, choices=tuple(choices))
        return self._ordered[decision.number]

    def _run(self, s: Slots, block: int) -> Decide | int:
        """Run on from a block: the next decision that is held, or what is known of the way."""
        stop = self._program.decisions[s[HOLDING] - 1].exit if s[HOLDING] else NONE
        try:
            following = self._asking.run(s, block, stop)
        except RulesFault:
            # Outside of what is held the fault is told when the move is made.
            return DEAD if s[HOLDING] else OUT
        return OUT if following is None or not s[HOLDING] else following


def _next(moves: Iterator[Move]) -> Move | None:
    """Give the next move; none is left where the rules fail on listing them."""
    try:
        return next(moves, None)
    except RulesFault:
        return None


def _chained(first: Move, rest: Iterator[Move]) -> Iterator[Move]:
    yield first
    yield from rest
