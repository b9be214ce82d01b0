"""How long the interpreter remembers values: while a position stands still. Generated code knows longer, by stamps of what it reads."""

from __future__ import annotations

from itertools import count
from typing import Any

from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.state_layout import EPOCH, Layout
from reguli.model.resolved_ruleset import Ruleset


class WhileItStandsStill:
    """Remembers while a position stands still, as when moves are listed; while rules run, nothing."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        """Remember nothing yet."""
        self.ruleset = ruleset
        self.layout = layout
        self.numbers = count(1)
        """Numbers the moments at which a position stands still."""

    def remember(self, s: Slots) -> None:
        """Begin to remember values in a position; a new number tells that it is another."""
        s[EPOCH] = next(self.numbers)

    def forget(self, s: Slots) -> None:
        """Stop remembering, since the position is about to change."""
        s[EPOCH] = 0

    def standing(self, compute: Closure) -> Closure:
        """Make a closure that remembers while it computes: nothing changes until it is done."""

        def computed(s: Slots) -> Any:
            if s[EPOCH]:
                return compute(s)
            s[EPOCH] = next(self.numbers)
            try:
                return compute(s)
            finally:
                s[EPOCH] = 0

        return computed
