"""The walker from block to block."""

from __future__ import annotations

from reguli.ir.interpreter.block_interpreter import Blocks
from reguli.ir.program import (
    Call,
    Chance,
    Decide,
    End,
    Fork,
    Halt,
    Journal,
    Jump,
    Program,
    Return,
    Settled,
    Slots,
    Switch,
)
from reguli.ir.program_interface import Closure, Made, Planned, Way
from reguli.ir.runtime_faults import RulesFault


class Walk:
    """Runs blocks, each made of closures when it is first come to."""

    def __init__(self, program: Program, blocks: Blocks) -> None:
        """Walk through a program."""
        self._plan: Made[int, Planned] = Made(lambda number: blocks.planned(program.blocks[number]))

    def go(self, s: Slots, j: Journal, way: Way) -> None:
        """Go on (``ir.program_interface.Going``). Raises ``RulesFault``, its rule that of the statement that was run."""
        plan, pc, stop, rule = self._plan, way.at, way.stop, ""
        try:
            for left in range(way.left, 0, -1):
                if pc == stop:
                    way.at, way.left = pc, left
                    return
                effects, end, kind, what, yes, no = plan[pc]
                if effects:
                    way.last = pc
                    for rule, effect in effects:  # noqa: B007 - a fault tells which rule was under way
                        effect(s, j)
                    rule = ""
                if kind is Jump:
                    pc = yes
                elif kind is Fork:
                    pc = yes if what(s) else no
                elif kind is Decide or kind is Halt or kind is Chance or kind is Settled:
                    way.at, way.left = pc, left
                    return
                else:
                    pc = _go_on(end, what, s)
        except RulesFault as fault:
            fault.rule = fault.rule or rule
            raise
        way.at, way.left = pc, 0


def _go_on(end: End, what: Closure | None, s: Slots) -> int:
    """Enter or leave a procedure, or go where a number says; give the next block."""
    match end:
        case Call(_, return_slot, entry, back):
            if what is not None:
                what(s)
            s[return_slot] = back
            return entry
        case Return(return_slot, frame):
            back = s[return_slot]
            for first, last in frame:
                s[first:last] = [0] * (last - first)
            return back
        case Switch(_, targets, other):
            assert what is not None
            index = what(s)
            return targets[index] if 0 <= index < len(targets) else other
        case _:
            raise AssertionError(end)
