"""The interpreter's value cache, valid while a position does not change. Generated code validates by version stamps instead."""

from __future__ import annotations

from itertools import count
from typing import Any

from reguli.ir.program import Slots
from reguli.ir.program_interface import Closure
from reguli.ir.state_layout import EPOCH, Layout
from reguli.model.resolved_ruleset import Ruleset


class WhileItStandsStill:
    """A cache valid while a position is unchanged, as when moves are listed; off while rules run."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        """Start empty."""
        self.ruleset = ruleset
        self.layout = layout
        self.numbers = count(1)
        """Numbers the moments at which a position stands still."""

    def remember(self, s: Slots) -> None:
        """Start caching values for a position, under a new position number."""
        s[EPOCH] = next(self.numbers)

    def forget(self, s: Slots) -> None:
        """Stop caching, since the position is about to change."""
        s[EPOCH] = 0

    def standing(self, compute: Closure) -> Closure:
        """Make a closure that caches while it computes: nothing changes until it is done."""

        def computed(s: Slots) -> Any:
            if s[EPOCH]:
                return compute(s)
            s[EPOCH] = next(self.numbers)
            try:
                return compute(s)
            finally:
                s[EPOCH] = 0

        return computed
