"""Early exits from a round: the current turn and phase run their ends, and no further phase follows."""

from __future__ import annotations

from typing import Final

from reguli.ir import program as st
from reguli.ir.lowering.block_builder import Drafts, RoundEnd
from reguli.ir.program import Fork, Jump
from reguli.ir.state_layout import EDGES, FACTS, NONE
from reguli.model.bound_tree import bound_statements as b

ROUND, PHASE, EDGE, AT_TURN = (FACTS.index(name) for name in ("round", "phase", "edge", "at_turn"))
SETTLING = FACTS.index("settling")
BEGUN: Final = (EDGES.index("start"), EDGES.index("during"))
LEAVING, CLOSING = 1, 2
"""What is kept of a round: that it is being left, or that what stands at its end is being run."""


def lower_end_of_round(lowering: Drafts, statement: b.Leave) -> None:
    """Lower the end of the current round: at once, or after the running deferred work."""
    ends, late, now = lowering.round_end, lowering.new_block(), lowering.new_block()
    assert ends is not None
    lowering.end(Fork(st.Within(SETTLING, (1,)), late, now), late)
    lowering.write(st.Set(ends.mark, st.Number(1)), statement.rule)
    lowering.end(Jump(lowering.leave), now)
    lowering.end(Jump(ends.over), lowering.new_block())


def lower_deferred_round_end(lowering: Drafts) -> None:
    """Lower the check before each deferred item: if the previous one ended the round, leave it.

    A turn that it ended too ends with the round.
    """
    ends = lowering.round_end
    if ends is None:
        return
    on = lowering.fork(st.Within(ends.mark, (1,)))
    for slot in (ends.mark, SETTLING, *(() if lowering.ending is None else (lowering.ending,))):
        lowering.write(st.Set(slot, st.Number(0)), "settle")
    lowering.end(Jump(ends.over), on)


def lower_round_exit(lowering: Drafts, block: int) -> None:
    """Lower a jump to a block taken while the round is being left."""
    ends = lowering.round_end
    if ends is not None:
        on = lowering.fork(st.Within(ends.leaving, (LEAVING,)))
        lowering.end(Jump(block), on)


def lower_round_closing_rules(lowering: Drafts, head: int) -> None:
    """Lower the remaining work if rules at the end of a round end it themselves."""
    ends = lowering.round_end
    if ends is not None:
        lowering.end(Jump(ends.closed), ends.closed)
        lowering.settle()
    lowering.end(Jump(head))


def lower_nested_round_exits(lowering: Drafts, first_round: int) -> None:
    """Lower the exit from the current round, from the inside out: a turn, a phase that has begun, the round.

    What was being run is forgotten. Of the set-up the first round is left over.
    """
    ends = lowering.round_end
    if ends is None:
        return
    lowering.at = ends.over
    for turn in lowering.turns:
        on = lowering.fork(st.Within(turn.own[0], (1,)))
        lowering.forget("round")
        lowering.write(st.Set(ends.leaving, st.Number(LEAVING)), "round")
        lowering.end(Jump(turn.exit), on)
    lowering.forget("round")
    if lowering.turns:
        lowering.write(st.Set(AT_TURN, st.Number(NONE)), "round")
    _go_on(lowering, first_round, st.Every((st.Within(ROUND, (0,)), st.Within(PHASE, (NONE,)))))
    _go_on(lowering, ends.closed, st.Within(ends.leaving, (CLOSING,)))
    lowering.write(st.Set(ends.leaving, st.Number(LEAVING)), "round")
    for number, block in enumerate(ends.phases):
        _go_on(lowering, block, st.Every((st.Within(PHASE, (number,)), st.Within(EDGE, BEGUN))))
    lowering.end(Jump(ends.last))


def _go_on(lowering: Drafts, block: int, test: st.Test) -> None:
    on = lowering.fork(test)
    lowering.end(Jump(block), on)


def open_round_end(lowering: Drafts) -> RoundEnd:
    """Allocate the blocks and slots for leaving a round."""
    over, last, closed = lowering.new_block(), lowering.new_block(), lowering.new_block()
    mark, leaving = lowering.layout.take(1), lowering.layout.take(1)
    lowering.layout.late += (mark, leaving)
    return RoundEnd(over, last, closed, mark, leaving)
