"""All or nothing: a move that begins such a decision, or is made within one, is legal only when it can be brought to its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reguli.engine.legal import Move, enter, families
from reguli.engine.run import PC, run
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS, NONE
from reguli.ir.program import Choice, Decide, Slots

if TYPE_CHECKING:
    from reguli.engine.playthrough import Playthrough

HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for one way to the end; beyond, the move counts as one that cannot be finished."""

Position = tuple[int, ...]


def may_hold(slots: Slots, choice: Choice) -> bool:
    """Tell whether a choice stands within, or may lead into, a decision that is all or nothing."""
    return slots[HOLDING] != 0 or choice.holds


class Ways:
    """Looks for ways out of decisions that are all or nothing from one position on; depth first, bounded."""

    def __init__(self, playthrough: Playthrough) -> None:
        """Begin with nothing known."""
        self._playthrough = playthrough
        self._dead: set[Position] = set()
        """Positions from which no way leads out."""
        self._seen: set[Position] = set()
        self._tries = 0

    def finishable(self, move: Move) -> bool:
        """Tell whether some way on from a move leaves the decision that is all or nothing."""
        decision = self._playthrough.decision
        assert decision is not None
        self._seen, self._tries = set(self._dead), TRIES
        found = self._leads_out(decision, self._playthrough.slots, move)
        if not found and self._tries > 0:
            # Every way was gone to its end, so what was seen is dead for other moves too.
            self._dead = self._seen
        return found

    def _leads_out(self, at: Decide, slots: Slots, step: Move) -> bool:
        self._tries -= 1
        if self._tries < 0:
            return False
        s = list(slots)
        choice = next(choice for choice in at.choices if choice.option.name == step.option)
        enter(choice, s, [], step, at.actor(slots))
        return self._goes_on(s, choice.entry)

    def _goes_on(self, s: Slots, block: int) -> bool:
        """Run on to the next decision, or out of the one that is held."""
        playthrough = self._playthrough
        program = playthrough.program
        chance = replace(playthrough.chance, log=list(playthrough.chance.log))
        stop = program.decisions[s[HOLDING] - 1].exit if s[HOLDING] else NONE
        s[PC] = block
        try:
            following = run(program, s, [], chance, stop=stop, hold=not playthrough.partial)
        except RulesFault:
            # Outside of what is held the fault is told when the move is made.
            return not s[HOLDING]
        if following is None or not s[HOLDING]:
            return True
        key = tuple(s[: program.logical])
        if key in self._seen:
            return False
        self._seen.add(key)
        moves = [move for family in families(program, following, s) for move in family.moves()]
        if not moves and following.otherwise is not None:
            return self._goes_on(s, following.otherwise)
        return any(self._leads_out(following, s, move) for move in moves)
