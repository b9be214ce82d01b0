"""Runs of moves in which nobody has a choice: whether they go in a circle, and how long they may be.

A position that comes again in such a run comes again for ever, because nothing decides between two ways on. It is found by Brent's
method ("An improved Monte Carlo factorization algorithm", BIT 20, 1980, section 2): one position is kept, another after 1, 2, 4, 8 ...
steps, and each new one is compared with it; the first few moves are not watched at all, since most runs are shorter. So no more than one position is remembered, and a circle is found within three times its
length and the way to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from reguli.ir.cycle_detection import FREE
from reguli.ir.program import Decide
from reguli.ir.runtime_faults import RulesFault

MOST_FORCED = 2_000
"""Moves in a row without a choice that are played at most."""
NAMED = 8
"""Of a circle so many decisions are named."""


@dataclass(slots=True)
class Circles:
    """Watches one run of moves without a choice; ``most`` is how many there may be."""

    most: int = MOST_FORCED
    _kept: tuple[int, ...] = ()
    _until: int = 1
    _since: int = 0
    _count: int = 0
    _passed: list[Decide] = field(default_factory=list)

    def look(self, position: tuple[int, ...], decision: Decide) -> None:
        """Take note of a decision that is about to be passed without a choice.

        ``position`` must hold everything that what follows depends on, chance included. Raises ``RulesFault``: E317 for a
        position that comes again, E318 for a run that is too long.
        """
        if self._count >= self.most:
            raise self._fault("E318", limit=self.most)
        self._count += 1
        self._passed.append(decision)
        if self._count <= FREE:
            return
        if position == self._kept:
            raise self._fault("E317", count=self._since)
        if self._since == self._until:
            self._kept, self._since, self._until = (), 0, 2 * self._until
        if not self._kept:
            self._kept = position
            self._passed[:] = [decision]
        self._since += 1

    def forget(self) -> None:
        """Begin anew behind a position that may come again without going in a circle; what was played still counts."""
        self._kept, self._since, self._until = (), 0, 1
        self._passed.clear()

    def _fault(self, code: str, **values: int) -> RulesFault:
        names = list(dict.fromkeys(decision.ask.name for decision in self._passed))
        more = ", …" if len(names) > NAMED else ""
        fault = RulesFault(code, **values, decisions=", ".join(names[:NAMED]) + more)
        fault.rule = self._passed[-1].ask.rule
        return fault
