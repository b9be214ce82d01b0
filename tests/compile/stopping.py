"""A fault that stops a game, as far as a back end knows it."""

from __future__ import annotations

from typing import NamedTuple

from reguli.batch.machine_playouts import (
    AGAIN,
)

TOO_LONG = frozenset(one for one in AGAIN if one)
"""Faults of what goes on for too long: a machine counts work otherwise than the interpreter, which plays such a game again."""


class Stopped(NamedTuple):
    """A fault by its code, with the rule that it is placed at, where the back end knows it: a machine knows the code only."""

    code: str
    rule: str | None = None

    def is_like(self, other: object) -> bool:
        """Return whether another is the same fault, as far as both know it."""
        if not isinstance(other, Stopped):
            return False
        too_long = other.rule is None and {self.code, other.code} <= TOO_LONG
        return too_long or (self.code == other.code and (None in (self.rule, other.rule) or self.rule == other.rule))
