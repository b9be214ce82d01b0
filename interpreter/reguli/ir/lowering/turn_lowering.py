"""Turns: whose turn it is, what is done when one begins and ends, and how one is left from anywhere."""

from __future__ import annotations

from typing import Final

from reguli.ir import block_operations as st
from reguli.ir.lowering.block_builder import Drafts, Through, Turning
from reguli.ir.lowering.round_exits import lower_late_end_of_round, lower_left
from reguli.ir.lowering.suspension_analysis import runs_at_once
from reguli.ir.program import Fork, Jump, Switch
from reguli.ir.state_layout import FACTS, NONE
from reguli.model.analysis.dependency_cycles import reached
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_statements import Rule
from reguli.model.bound_tree.tree_traversal import all_procedures, all_statements, statements_of

AT_TURN: Final = FACTS.index("at_turn")
SETTLING, HOLDING = FACTS.index("settling"), FACTS.index("holding")
TURN: Final = "turn"


def lower_turn(lowering: Drafts, statement: b.Turn) -> None:
    """Lower a turn: values that last a turn are set back, its start, what is inside, what is still to be done, its end."""
    exit_block = lowering.new_block()
    lowering.renew(TURN)
    lowering.write(st.Set(AT_TURN, st.Ask(statement.actor, TURN)), statement.rule)
    outs = _left_through(statement)
    through = Through(statement.rule, lowering.layout.take(1), outs) if outs else None
    first = lowering.layout.logical
    which = lowering.layout.take(1) if left_from_anywhere(lowering) or lowering.round_end else None
    _under_way(lowering, which, 1)
    lowering.moment("start", TURN)
    lowering.exits[statement.rule] = exit_block, len(lowering.held)
    lowering.through = through
    lowering.body(statement.body)
    lowering.through = None
    del lowering.exits[statement.rule]
    own = first, lowering.layout.logical
    lowering.turns.append(Turning(exit_block, own, statement.body))
    lowering.end(Jump(exit_block), exit_block)
    lowering.zero(*own)
    # What is still to be done may end the turn too: then the rest of it is done.
    _under_way(lowering, which, 1)
    lowering.settle()
    _under_way(lowering, which, 0)
    lowering.moment("end", TURN)
    lowering.write(st.Set(AT_TURN, st.Number(NONE)), statement.rule)
    if lowering.round_end is not None:
        lower_left(lowering, lowering.round_end.over)
    for number, out in enumerate(outs, start=1):
        assert through is not None
        on = lowering.fork(st.Within(through.slot, (number,)))
        lowering.write(st.Set(through.slot, st.Number(0)), statement.rule)
        lower_way_out(lowering, out, statement.rule)
        lowering.at = on


def _left_through(turn: b.Turn) -> tuple[Rule, ...]:
    """Give what stands round a turn and is left from within it."""
    inside = list(statements_of(turn.body))
    own = {turn.rule, *(one.rule for one in inside if isinstance(one, b.Ask | b.Around))}
    left = [one.out_of for one in inside if isinstance(one, b.Leave)]
    return tuple(dict.fromkeys(out for out in left if out and out not in own))


def lower_way_out(lowering: Drafts, out_of: Rule, rule: Rule) -> None:
    """Lower that what stands round a statement in the text is left: from within a turn when that has ended."""
    through = lowering.through
    if through is not None and out_of in through.outs:
        lowering.write(st.Set(through.slot, st.Number(1 + through.outs.index(out_of))), rule)
        out_of = through.turn
    leave, still_held = lowering.exits.get(out_of, (lowering.leave, 0))
    if len(lowering.held) > still_held:
        lowering.write(st.LetGo(tuple(lowering.held[still_held:])), rule)
    lowering.end(Jump(leave), lowering.new_block())


def _under_way(lowering: Drafts, which: int | None, value: int) -> None:
    """Keep whether a turn is under way, where one is left from anywhere."""
    if which is not None:
        lowering.write(st.Set(which, st.Number(value)), TURN)


def left_from_anywhere(lowering: Drafts) -> bool:
    """Tell whether some rule ends the turn under way."""
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
    leaving = _leaving(lowering) if left_from_anywhere(lowering) else None
    lower_late_end_of_round(lowering)
    if leaving is None:
        return
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
