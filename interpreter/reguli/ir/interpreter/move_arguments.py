"""What a move gives the parameters of an option: one whole number each, in slots as the value that it stands for."""

from __future__ import annotations

from reguli.ir.interpreter.bundle_numbering import number_of_shares, shares_of
from reguli.ir.interpreter.set_numbering import members_of, number_of
from reguli.ir.interpreter.slot_collections import members, write_members
from reguli.ir.program import ParameterStep, Slots
from reguli.model.types import BundleType


def write_argument(s: Slots, step: ParameterStep, value: int) -> None:
    """Write what a move gives a parameter into its slots."""
    if not step.room:
        s[step.slot] = value
        return
    bundled = isinstance(step.parameter.variable.type, BundleType)
    write_members(s, step.slot, shares_of(value, step.room) if bundled else members_of(value), step.room)


def argument(s: Slots, step: ParameterStep) -> int:
    """Read what a parameter was given."""
    if not step.room:
        return s[step.slot]
    chosen = members(s, step.slot)
    return number_of_shares(chosen) if isinstance(step.parameter.variable.type, BundleType) else number_of(chosen)
