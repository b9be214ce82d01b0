"""All or nothing: a move that begins such a decision is legal only when it can be brought to its end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from reguli.engine.legal import Move, enter, families
from reguli.engine.run import PC, run
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS
from reguli.ir.program import Choice, Decide, Program, Slots

if TYPE_CHECKING:
    from reguli.engine.playthrough import Playthrough

HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for one way to the end; beyond, the move counts as one that cannot be finished."""


def may_hold(program: Program, decision: Decide, choice: Choice) -> bool:
    """Tell whether a choice stands in, or may lead into, a decision that is all or nothing."""
    return decision.ask.all_or_nothing or choice.holds


def finishable(playthrough: Playthrough, move: Move) -> bool:
    """Tell whether some way on from a move leaves the decision that is all or nothing; depth first, bounded."""
    decision = playthrough.decision
    assert decision is not None
    program = playthrough.program
    tries = [TRIES]
    seen: set[tuple[int, ...]] = set()

    def leads_out(at: Decide, slots: Slots, step: Move) -> bool:
        tries[0] -= 1
        if tries[0] < 0:
            return False
        s = list(slots)
        choice = next(choice for choice in at.choices if choice.option.name == step.option)
        chance = replace(playthrough.chance, log=list(playthrough.chance.log))
        try:
            enter(choice, s, [], step, at.actor(slots))
            s[PC] = choice.entry
            following = run(program, s, [], chance, hold=not playthrough.partial)
        except RulesFault:
            return False
        if not s[HOLDING] or following is None:
            return True
        key = tuple(s[: program.logical])
        if key in seen:
            return False
        seen.add(key)
        return any(
            leads_out(following, s, next_step) for f in families(program, following, s) for next_step in f.moves()
        )

    return leads_out(decision, playthrough.slots, move)
