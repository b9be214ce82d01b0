"""What generated code cannot say of a fault: it knows its code only, so the same is done once more by the interpreter, which says all."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import Failed

Done = TypeVar("Done")


def replay_in_interpreter(program: Playable, act: Callable[[Playable], Done]) -> Done:
    """Do something that leaves everything as it was where it fails, and say all of the fault. Raises ``RulesFault``."""
    try:
        return act(program)
    except Failed:
        replay_fault(program, act)


def replay_fault(program: Playable, act: Callable[[Playable], object]) -> NoReturn:
    """Do what failed again as the interpreter does it. Raises ``RulesFault``."""
    assert program.twin is not None
    twin = program.twin()
    twin.earlier.keep(program.earlier.slots)
    act(twin)
    raise AssertionError("the walker does what generated code fails to do")
