"""Turns: whose turn it is, what is done when one begins and ends, and how one is left from anywhere."""

from __future__ import annotations

from typing import Final

from reguli.ir import statements as st
from reguli.ir.layout import FACTS, NONE
from reguli.ir.lowering.drafts import Drafts, Turning
from reguli.ir.lowering.suspend import runs_at_once
from reguli.ir.program import Fork, Jump, Switch
from reguli.model.proofs.rings import reached
from reguli.model.tree import bound as b
from reguli.model.tree.walk import all_procedures, all_statements

AT_TURN: Final = FACTS.index("at_turn")
SETTLING, HOLDING = FACTS.index("settling"), FACTS.index("holding")
TURN: Final = "turn"


def lower_turn(lowering: Drafts, statement: b.Turn) -> None:
    """Lower a turn: values that last a turn are set back, its start, what is inside, what is still to be done, its end."""
    exit_block = lowering.new_block()
    lowering.renew(TURN)
    lowering.write(st.Set(AT_TURN, st.Ask(statement.actor, TURN)), statement.rule)
    lowering.moment("start", TURN)
    first = lowering.layout.logical
    which = lowering.layout.take(1) if _left_from_anywhere(lowering) else None
    if which is not None:
        lowering.write(st.Set(which, st.Number(1)), statement.rule)
    lowering.exits[statement.rule] = exit_block, len(lowering.held)
    lowering.body(statement.body)
    del lowering.exits[statement.rule]
    own = first, lowering.layout.logical
    lowering.turns.append(Turning(exit_block, own, statement.body))
    lowering.end(Jump(exit_block), exit_block)
    lowering.zero(*own)
    lowering.settle()
    lowering.moment("end", TURN)
    lowering.write(st.Set(AT_TURN, st.Number(NONE)), statement.rule)


def _left_from_anywhere(lowering: Drafts) -> bool:
    return any(
        isinstance(one, b.Leave) and one.what == "turn" and not one.out_of for one in all_statements(lowering.ruleset)
    )


def lower_end_of_turn(lowering: Drafts, statement: b.Leave) -> None:
    """Lower the end of the turn under way: at once, or when what runs late has ended."""
    leaving, late, now = _leaving(lowering), lowering.new_block(), lowering.new_block()
    lowering.end(Fork(st.Within(SETTLING, (1,)), late, now), late)
    assert lowering.ending is not None
    lowering.write(st.Set(lowering.ending, st.Number(1)), statement.rule)
    lowering.end(Jump(lowering.leave), now)
    lowering.end(Jump(leaving), lowering.new_block())


def lower_late_end(lowering: Drafts) -> None:
    """Lower what stands before each thing that is done late: where the one before it ended the turn, that is left."""
    if not _left_from_anywhere(lowering):
        return
    leaving = _leaving(lowering)
    assert lowering.ending is not None
    on = lowering.fork(st.Within(lowering.ending, (1,)))
    for slot in (lowering.ending, SETTLING):
        lowering.write(st.Set(slot, st.Number(0)), "settle")
    lowering.end(Jump(leaving), on)


def _leaving(lowering: Drafts) -> int:
    """Give the block that leaves the turn under way."""
    if lowering.turn_over is None:
        lowering.turn_over, lowering.ending = lowering.new_block(), lowering.layout.take(1)
        lowering.layout.late.append(lowering.ending)
    return lowering.turn_over


def lower_ends_of_turns(lowering: Drafts) -> None:
    """Lower what leaves the turn under way: what was being run in it is forgotten; outside of turns nothing is left."""
    if lowering.turn_over is None:
        return
    runs = {one.id: runs_at_once(lowering.ruleset, one.body) for one in all_procedures(lowering.ruleset)}
    lowering.at = lowering.turn_over
    for turn in lowering.turns:
        on = lowering.fork(st.Within(turn.own[0], (1,)))
        inside = reached(runs_at_once(lowering.ruleset, turn.body), runs)
        for frame in lowering.frames.values():
            if frame.procedure.id in inside or frame.late or frame.aside or frame is lowering.settle_frame:
                for first, last in frame.ranges:
                    lowering.zero(first, last)
        lowering.write(st.Set(HOLDING, st.Number(0)), TURN)
        if lowering.busy is not None:
            lowering.write(st.Set(lowering.layout.storage[lowering.busy.key].slot, st.Number(0)), TURN)
        lowering.end(Jump(turn.exit), on)
    lowering.end(Switch(st.Number(0), (), lowering.halt))
