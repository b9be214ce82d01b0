"""How long values are remembered: while a position stands still, or until the stamps of what they read are renewed."""

from __future__ import annotations

from itertools import count
from typing import Any, ClassVar

from reguli.ir import statements as st
from reguli.ir.closures import Closure
from reguli.ir.layout import EPOCH, Layout
from reguli.ir.program import Slots
from reguli.ir.stamps import stamped, stamped_by
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b


class WhileItStandsStill:
    """Remembers while a position stands still, as when moves are listed; while rules run, nothing."""

    remembers: ClassVar = False
    """Whether values are kept while rules run, until what they read changes."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        """Remember nothing yet."""
        self.ruleset = ruleset
        self.layout = layout
        self.numbers = count(1)
        """Numbers the moments at which a position stands still, and the changes of what has a stamp."""

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

    def marks(self, statement: b.BoundStatement) -> tuple[int, ...]:
        """Give the stamps that a statement renews."""
        return ()

    def marks_in_block(self, statement: st.Statement) -> tuple[int, ...]:
        """Give the stamps that a statement of a block renews."""
        return ()


class UntilItChanges(WhileItStandsStill):
    """Remembers while rules run, too: what a statement changes gets a new stamp."""

    remembers = True

    def remember(self, s: Slots) -> None:
        """Give all stamps a new number, unless those of the position hold: then what is known of it still is."""
        if not s[EPOCH]:
            at = self.layout.stamp_slots
            s[EPOCH] = now = next(self.numbers)
            s[at] = [now] * len(s[at])

    def forget(self, s: Slots) -> None:
        """Keep what is remembered."""

    def marks(self, statement: b.BoundStatement) -> tuple[int, ...]:
        """Give the stamps that a statement renews."""
        return stamped_by(self.ruleset, self.layout, statement)

    def marks_in_block(self, statement: st.Statement) -> tuple[int, ...]:
        """Give the stamps that a statement of a block renews."""
        return stamped(self.ruleset, self.layout, statement)
