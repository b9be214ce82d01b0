"""What work it is to run rules, counted while they run: so that steps of a budget are seconds for small rulesets and for large ones.

Counted are blocks that are run, elements that are looked at, and closures that are made; each of these takes about as long as another of its kind, on any ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from reguli.ir.program import Program
from reguli.verify.report.step_budget import Budget

STEP: Final = 2_000
"""So much work is a step."""
LOOK: Final = 3
"""The work of looking at an element of a collection."""
DEFINE: Final = 9
"""The work of asking a define."""
ASKED: Final = 6
"""The work of asking a term with a fault, beside what it asks itself."""
BLOCK: Final = 8
"""The work of running a block."""
CLOSURE: Final = 28
"""The work of making a closure."""
SLOT: Final = 2
"""The work that each slot of a position is when it is set up, or a move is made: it is copied, read, compared."""
NO_END: Final = 1 << 62


class Endless(Exception):  # noqa: N818 - the rules have no end, and nobody but who counts knows
    """Rules need so much more work than right ones that they have no end."""


@dataclass(slots=True)
class Effort:
    """The work done so far; who runs rules that may have no end says how much it may become."""

    spent: int = 0
    most: int = NO_END

    def add(self, work: int) -> None:
        """Count work. Raises ``Endless``."""
        self.spent += work
        if self.spent > self.most:
            raise Endless


@dataclass(slots=True)
class Counted:
    """A budget of which steps are taken as work is done; what is less than a step counts for the next one."""

    budget: Budget
    effort: Effort
    _since: int = field(init=False)

    def __post_init__(self) -> None:
        """Begin to count now."""
        self.begin()

    def begin(self) -> None:
        """Begin to count now: what was done before is paid for elsewhere."""
        self._since = self.effort.spent

    def spend(self, program: Program) -> bool:
        """Take the steps of what was done since the last time, and tell whether there were any left; a position was copied, too."""
        steps, rest = divmod(self.effort.spent + SLOT * program.width - self._since, STEP)
        self._since = self.effort.spent - rest
        return self.budget.spend(steps)
