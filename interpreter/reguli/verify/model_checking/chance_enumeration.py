"""Chance as a branch: a source that stops where more than one outcome can come, so that each can be gone on with.

Where it stops is a position like any other: what waits for chance is kept as what waits for people is, so two ways to draw the same cards
unseen come to one position. Where a claim asks what was before the move nothing is stopped: then a whole move is gone through with every script of outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reguli.engine.chance.chance_source import ChanceSource


class Paused(Exception):  # noqa: N818 - nothing is wrong
    """More than one outcome can come here."""


@dataclass(slots=True)
class Scripted(ChanceSource):
    """Resolves chance by a script of numbers, one for each cast, and behind its end stops where it is ``pausing``, else takes the first.

    ``met`` are the outcomes of each cast by number that can come, ``taken`` which of these came.
    """

    script: Sequence[int] = ()
    pausing: bool = False
    met: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)

    def back(self, length: int) -> None:
        """Forget what came after the first ``length`` outcomes."""
        ChanceSource.back(self, length)
        del self.met[length:]
        del self.taken[length:]

    def branch(self) -> ChanceSource:
        """Give a source that brings the same outcomes, from the first cast on."""
        return Scripted(self.seed, script=self.script, pausing=self.pausing)

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Give the number of the outcome that the script names; what weighs nothing never comes. Raises ``Paused``."""
        at = len(self.taken)
        there = range(len(ids)) if weights is None else [one for one, weight in enumerate(weights) if weight > 0]
        if self.pausing and at >= len(self.script) and len(there) > 1:
            raise Paused
        which = self.script[at] if at < len(self.script) else 0
        self.met.append(len(there))
        self.taken.append(which)
        self.log.append((site, ids[there[which]]))
        return there[which]

    def following(self) -> tuple[int, ...] | None:
        """Give the script that comes next; ``None`` behind the last one."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self.met[at]:
                return (*self.taken[:at], self.taken[at] + 1)
        return None
