"""What work it is to run rules, counted while they run: so that steps of a budget are seconds for small rulesets and for large ones.

Counted are blocks that are run, elements that are looked at, and closures that are made; each of these takes about as long as another of its kind, on any ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STEP: Final = 400
"""So much work is a step."""
BLOCK: Final = 6
"""The work of running a block beside looking at an element."""
CLOSURE: Final = 8
"""The work of making a closure beside looking at an element."""
NO_END: Final = 1 << 62


class Endless(Exception):  # noqa: N818 - the rules have no end, and nobody but who counts knows
    """Rules need so much more work than right ones that they have no end."""


@dataclass(slots=True)
class Effort:
    """The work done so far; who runs rules that may have no end says how much it may become."""

    spent: int = 0
    C: object=None
    most: int = NO_END

    def add(self, work: int) -> None:
        """Count work. Raises ``Endless``."""
        self.spent += work
        if self.spent > self.most:
            raise Endless

    def steps(self, since: int) -> int:
        """Give the steps that were done since so much work."""
        return -(-(self.spent - since) // STEP)
