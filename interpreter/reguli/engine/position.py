"""Positions: hashing, saving and comparing the flat state."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from hashlib import blake2b

from reguli.ir.layout import BUDGET, EPOCH, LOOKS
from reguli.ir.program import Program, Slots

Position = tuple[int, ...]
"""A position to compare and to remember, with the counters of chance."""


def position_hash(program: Program, slots: Sequence[int]) -> str:
    """Give 32 hexadecimal digits for the logical position; equal positions are equal on every machine."""
    numbers = array("q", slots[: program.logical])
    if sys.byteorder == "big":
        numbers.byteswap()
    return blake2b(numbers.tobytes(), digest_size=16).hexdigest()


def remembered(program: Program, slots: Slots) -> Position:
    """Give what is kept of a position: all but the room in which values are worked out."""
    return tuple(slots[: program.saved])


def recalled(program: Program, position: Position) -> Slots:
    """Give a remembered position as slots to go on with."""
    return copied([*position, *([0] * (program.width - len(position)))])


def copied(slots: Slots) -> Slots:
    """Give a copy to ask and try things on: no listing is under way, and the budget of a question is whole."""
    s = list(slots)
    s[EPOCH], s[BUDGET] = 0, LOOKS
    return s
