"""What the games of a batch came to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from reguli.batch.columns import ALWAYS
from reguli.batch.playouts import OVER, ROUND, Row

OUTCOME = ALWAYS.index("outcome")
WINNERS = ALWAYS.index("winners")
ALSO = ("rounds", "moves")
"""Numbers of every batch that are worth a mean."""


@dataclass(slots=True)
class Spread:
    """The numbers of one column: how many, their sum, the least and the most."""

    count: int = 0
    total: int = 0
    least: int = 0
    most: int = 0

    def add(self, number: int) -> None:
        """Take one more."""
        self.least = number if not self.count else min(self.least, number)
        self.most = number if not self.count else max(self.most, number)
        self.count += 1
        self.total += number

    @property
    def mean(self) -> float | None:
        """Give the mean; ``None`` of nothing."""
        return self.total / self.count if self.count else None


@dataclass(slots=True)
class Tally:
    """Counts games by how they ended, in which each seat came in first, alone or with others, and the numbers at their ends."""

    header: Sequence[str]
    players: int
    outcomes: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, Spread] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Take a row; one within a game counts nothing."""
        outcome = str(row[OUTCOME])
        if outcome == ROUND:
            return
        self.outcomes[outcome] += 1
        if outcome == OVER:
            self.wins.update(str(row[WINNERS] or "").split())
        for at, name in enumerate(self.header):
            cell = row[at]
            own = at >= len(ALWAYS) + self.players or name in ALSO
            if own and isinstance(cell, int) and not isinstance(cell, bool):
                self.numbers.setdefault(name, Spread()).add(cell)
