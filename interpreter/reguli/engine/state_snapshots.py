"""Positions: hashing, saving and restoring the flat state."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from hashlib import blake2b

from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS

Position = tuple[int, ...]
"""A position to compare and to remember, with the counters of chance."""


def position_hash(program: Program, slots: Sequence[int]) -> str:
    """Return 32 hexadecimal digits for the logical position; equal positions are equal on every machine."""
    return blake2b(state_bytes(slots[: program.logical]), digest_size=16).hexdigest()


def snapshot_hash(position: Position) -> str:
    """Return 32 hexadecimal digits for a snapshot, the counters of chance included."""
    return blake2b(state_bytes(position), digest_size=16).hexdigest()


def state_bytes(numbers: Sequence[int]) -> bytes:
    """Return numbers as machine-independent bytes."""
    found = array("q", numbers)
    if sys.byteorder == "big":
        found.byteswap()
    return found.tobytes()


def save_snapshot(program: Program, slots: Slots) -> Position:
    """Return a position's persistent slots: all except scratch slots."""
    return tuple(slots[: program.saved])


def restore_snapshot(program: Program, position: Position) -> Slots:
    """Return a saved position as slots to continue from."""
    return copy_state([*position, *([0] * (program.width - len(position)))])


def with_scratch_slots(program: Program, slots: Slots, room: int) -> Slots:
    """Return a copy with more scratch slots: they are counted from the end, so the old ones keep their distance from it."""
    return [*slots[: program.saved], *([0] * room), *slots[program.saved :]]


def copy_state(slots: Slots) -> Slots:
    """Return a copy for queries and trials: caching is off and the budget is full."""
    s = list(slots)
    s[EPOCH], s[BUDGET] = 0, LOOKS
    return s
