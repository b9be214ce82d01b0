"""Segments of games offered as examples, for rulesets that have few.

An example of one gap is as small as it gets; it notices that gap, and little besides. Where hundreds of faults go unnoticed nobody ticks hundreds of
examples. So games by lot are cut into stretches of some moves, from the set-up, from wherever a phase begins, and up to their ends. Of those, the ones that
notice most of what no example notices are offered, each counted without what the ones before it notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.ir.runtime_faults import RulesFault
from reguli.verify.mutation.infection_probe import BROKEN, StepCounter
from reguli.verify.mutation.mutant_killing import (
    GameWatching,
    InfectedExamples,
    MutantKilling,
    MutantTable,
    RecordedPlayouts,
)
from reguli.verify.report import Budget, Offered, Progress
from reguli.verify.test_generation.claim_generation import (
    AlternativeRules,
    SegmentBuilder,
    TraceSegment,
    apply_other_rules,
    distinguishing_example,
)

MANY: Final = 0.25
"""Stretches are looked for where no example notices this part of all faults."""
LEAST: Final = 4
"""A stretch that notices fewer faults is not offered: smaller examples say the same."""
MOST: Final = 10
"""So many are offered at most."""
GAMES: Final = 9
"""So many games are cut into stretches at most."""
LENGTH: Final = 12
"""Moves of a stretch; to the end of a game there is one of half as many, too."""
COMPARED: Final = 3
"""Of the most promising so many are run with each fault, to find the one that notices most."""
READ: Final = 12
"""So many of the faults that it notices are tried for the other reading."""
KEPT: Final = 0.9
"""Places of its position are left unsaid as long as it notices this part of what it noticed."""


@dataclass(slots=True)
class SegmentCandidate:
    """A segment, its setting, and the mutants that it may kill."""

    stretch: TraceSegment
    table: MutantTable
    may: set[int]


@dataclass(slots=True)
class SegmentSearch:
    """Searches for segments that kill some mutants, given by number, that survive all examples."""

    noticing: MutantKilling
    left: set[int]
    _made: dict[int, SegmentBuilder] = field(default_factory=dict)
    """By program."""
    _watching: InfectedExamples = field(init=False)

    def __post_init__(self) -> None:
        """Watch for all mutants."""
        self._watching = self.noticing.watching()

    def offers(self, budget: Budget, progress: Progress) -> Iterator[tuple[Offered, int, set[int]]]:
        """Yield the segments that kill most mutants, each with the mutant behind its other reading, and all that it kills."""
        if len(self.left) < MANY * len(self.noticing.faults):
            return
        found = self._played(budget, progress)
        for done in range(MOST):
            progress("stretches chosen", done, MOST)
            best = self._best(found, budget)
            if best is None or len(best[1]) < LEAST:
                return
            one, noticed = best
            found.remove(one)
            stretch, noticed = self._smaller(one, noticed, budget)
            others = dict(self._others(stretch, one.table, sorted(noticed)[:READ], budget))
            offer = distinguishing_example(stretch, self.noticing.subject, others, len(noticed))
            if offer is not None:
                self.left -= noticed
                yield *offer, noticed

    def _played(self, budget: Budget, progress: Progress) -> list[SegmentCandidate]:
        """Play games, and cut them into segments that hold under the original rules."""
        found: list[SegmentCandidate] = []
        counted = StepCounter(budget, self.noticing.made.effort)
        watching, seen = GameWatching(self.noticing, sorted(self.left)), Counter[str]()
        for number in range(GAMES):
            progress("games cut into stretches", number, GAMES)
            played = watching.game(number, self.left, seen, counted) if budget.left > 0 else None
            for stretch in () if played is None else self._cut(*played, budget):
                assert played is not None
                may = self.noticing.differing_in(stretch.example, self._watching, counted) & self.left
                if len(may) >= LEAST:
                    found.append(SegmentCandidate(stretch, played[0], {*may}))
        return found

    def _cut(self, table: MutantTable, game: RecordedPlayouts, budget: Budget) -> Iterator[TraceSegment]:
        """Cut a game into segments: from the set-up, from the start of each phase, and up to its end."""
        made, last = self._of(table), len(game.positions) - 1
        begins = [at for at in range(1, last) if _clock(game.positions[at]) != _clock(game.positions[at - 1])]
        # A game that the rules stop at once has no positions.
        starts = () if last < 0 else (-1, *begins, max(0, last - LENGTH), max(0, last - LENGTH // 2))
        for at in dict.fromkeys(starts):
            found = made.cut(game.positions, game.moves, at, min(max(at, 0) + LENGTH, last), budget)
            if found is not None:
                yield found

    def _of(self, table: MutantTable) -> SegmentBuilder:
        right = self.noticing.made.right(table.ruleset, table.players)
        if id(right) not in self._made:
            self._made[id(right)] = SegmentBuilder.of(right)
        return self._made[id(right)]

    def _best(self, found: Sequence[SegmentCandidate], budget: Budget) -> tuple[SegmentCandidate, set[int]] | None:
        """Return the candidate segment that kills most of the remaining mutants."""
        best: tuple[SegmentCandidate, set[int]] | None = None
        for one in sorted(found, key=lambda one: -len(one.may & self.left))[:COMPARED]:
            if best is not None and len(one.may & self.left) <= len(best[1]):
                break
            noticed = self._noticed(one.stretch, one.may & self.left, budget)
            one.may -= self.left - noticed
            if best is None or len(noticed) > len(best[1]):
                best = one, noticed
        return best

    def _noticed(self, stretch: TraceSegment, faults: set[int], budget: Budget) -> set[int]:
        notices = self.noticing.notices
        return {one for one in sorted(faults) if budget.left > 0 and notices(one, stretch.example, budget)}

    def _smaller(self, one: SegmentCandidate, noticed: set[int], budget: Budget) -> tuple[TraceSegment, set[int]]:
        """Remove places from a segment's position if it then kills almost as many mutants."""
        smaller = self._of(one.table).smaller(one.stretch, budget)
        if smaller is not None:
            counted = StepCounter(budget, self.noticing.made.effort)
            met = self.noticing.differing_in(smaller.example, self._watching, counted)
            still = self._noticed(smaller, noticed & met, budget)
            if len(still) >= KEPT * len(noticed):
                return smaller, still
        return one.stretch, noticed

    def _others(
        self, stretch: TraceSegment, table: MutantTable, numbers: Sequence[int], budget: Budget
    ) -> Iterator[tuple[int, AlternativeRules]]:
        for number in numbers:
            try:
                yield (
                    number,
                    apply_other_rules(stretch, self.noticing.made.wrong(table.ruleset, table.players, number, budget)),
                )
            except (RulesFault, *BROKEN):
                continue


def _clock(position: GamePlaythrough) -> tuple[str | None, int]:
    return position.phase, position.fact("round")
