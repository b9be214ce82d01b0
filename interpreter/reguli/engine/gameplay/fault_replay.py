"""Replay of faults: generated code reports only a code, so the interpreter repeats the action for full details."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import Failed

Done = TypeVar("Done")


def replay_in_interpreter(program: Playable, act: Callable[[Playable], Done]) -> Done:
    """Run an action that has no effect on failure, replaying its fault for details. Raises ``RulesFault``."""
    try:
        return act(program)
    except Failed:
        replay_fault(program, act)


def replay_fault(program: Playable, act: Callable[[Playable], object]) -> NoReturn:
    """Repeat the failed action in the interpreter. Raises ``RulesFault``."""
    assert program.twin is not None
    twin = program.twin()
    twin.earlier.keep(program.earlier.slots)
    act(twin)
    raise AssertionError("the walker does what generated code fails to do")
