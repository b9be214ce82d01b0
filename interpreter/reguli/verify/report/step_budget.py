"""What verification may spend: steps, not seconds, so that two machines give the same report.

A step is a fixed piece of work: a move made with the list it was taken from. Other work is counted in steps, too, by what it takes on an average
ruleset (``MAKING``, ``EXAMPLE``). A unit is so many steps that it takes about a second of one core. What was not done for want of steps is counted
and said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

UNIT: Final = 2_000
"""Steps of a unit."""
MAKING: Final = 60
"""Steps that it takes to make a program of changed rules."""
EXAMPLE: Final = 10
"""Steps that it takes to run an example."""
Progress = Callable[[str, int, int], None]
"""Is told what is being done, how many of it are done, and of how many (0: not known)."""


@dataclass(slots=True)
class Budget:
    """Steps that are left to a part; ``cut`` counts what was not done for want of them."""

    left: int
    cut: int = 0

    def spend(self, steps: int) -> bool:
        """Take steps, and tell whether there were any left; the last piece of work may go over."""
        if self.left <= 0:
            return False
        self.left -= steps
        return True

    def share(self, part: float) -> Budget:
        """Give a part of what is left, from 0 to 1, as a budget of its own; ``give_back`` returns what it did not need."""
        taken = int(self.left * part)
        self.left -= taken
        return Budget(taken)

    def give_back(self, rest: Budget) -> None:
        """Take over what a share did not need, and what it cut."""
        self.left += rest.left
        self.cut += rest.cut


def units(count: int) -> Budget:
    """Give the budget of so many units."""
    return Budget(count * UNIT)


def silent(what: str, done: int, of: int) -> None:
    """Tell nobody."""
