"""The part ``strength``: what no example notices."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from reguli.verify.differential.first_difference import Difference
from reguli.verify.mutation.invariant_coverage import Claims
from reguli.verify.mutation.mutant_killing import Noticing, Outcome, outcomes
from reguli.verify.mutation.mutant_reachability import Meeting
from reguli.verify.mutation.mutation_findings import gap, held, not_come_by, not_named, of_claims, stretch
from reguli.verify.mutation.operators.mutant import Fault
from reguli.verify.mutation.operators.mutant_generation import by_rule, faults_of
from reguli.verify.mutation.segment_examples import Stretches
from reguli.verify.report.finding_types import Found, Holds, Offered
from reguli.verify.report.step_budget import Budget, Progress
from reguli.verify.report.verification_target import Subject
from reguli.verify.test_generation.example_generation import cited_by, offered

ON_EXAMPLES: Final = 0.8
"""So much of the budget is for examples at most; play has the rest, and what they leave."""
STRETCHES: Final = 0.7
"""So much of what is left then is for stretches of games that are offered, where no example notices anything; else the less, the more is noticed."""
OFFERING: Final = 0.25
"""So much of what is left then is for examples that are offered."""
CLAIMS: Final = 0.15
"""Where there are claims, so much of what is left then at least is for games in which faults may break them."""
WEIGHTY: Final = frozenset({"guard", "compare", "number", "constant", "order"})
"""Operators by which rules are got wrong most often, and which examples miss most often."""
AT_MOST: Final = 2_000
"""Steps that are spent on one of them at most."""


def strength(
    subject: Subject, budget: Budget, progress: Progress, accepted: Collection[str] = ()
) -> Iterator[Found | Holds]:
    """Say which faults in its rules no example of a ruleset notices, and how many are noticed of each rule.

    What a stretch of a game would notice that is offered is not told one by one, unless its id is ``accepted``: the designer then wants none of it.
    Who breaks it off is told what is known until then.
    """
    run = _Run(subject, in_turn(faults_of(subject.ruleset, subject.opened.sources)), accepted)
    try:
        yield from run.gaps(budget, progress)
    except KeyboardInterrupt:
        yield from run.summary()
        raise
    yield from run.summary()


def in_turn(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """Put faults into the order in which they are tried: one of each rule first, so that every rule has its turn, with what matters most."""
    rules = [sorted(own, key=lambda one: one.operator not in WEIGHTY) for own in by_rule(faults).values()]
    return tuple(one for each in zip_longest(*rules) for one in each if one is not None)


@dataclass(slots=True)
class _Run:
    """What is known so far."""

    subject: Subject
    faults: Sequence[Fault]
    accepted: Collection[str] = ()
    covered: set[int] = field(default_factory=set)
    """Faults that stretches of games would notice that are offered."""
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    differing: dict[int, Difference] = field(default_factory=dict)
    unseen: Mapping[str, int] = field(default_factory=dict)
    """Rules that no example comes by, with the first fault of each."""
    examples: dict[str, Offered | None] = field(default_factory=dict)
    """Of rules that no example comes by: one that would, where one was found."""
    games: int = 0
    claims: Claims | None = None

    def gaps(self, budget: Budget, progress: Progress) -> Iterator[Found]:
        """Find the faults that no example notices and that matter in play."""
        noticing, share = Noticing(self.subject, self.faults), budget.share(ON_EXAMPLES)
        self.claims = noticing.claims
        noticing.watch(share, progress)
        for number, outcome in outcomes(noticing, share, progress):
            self.outcomes[number] = outcome
            share.cut += outcome == "cut"
        budget.give_back(share)
        waiting = [number for number, outcome in self.outcomes.items() if outcome in ("unnoticed", "unseen")]
        yield from self._stretches(Stretches(noticing, {*waiting}), budget, progress)
        self.unseen = self._unseen()
        meeting = Meeting(noticing, [number for number in waiting if number not in self.covered])
        examples = budget.share(OFFERING)
        breaking = budget.share(CLAIMS if noticing.claims.claims else 0)
        yield from self._met(meeting, budget, examples, progress)
        budget.give_back(examples)
        budget.give_back(breaking)
        meeting.break_claims(budget, progress)
        # What claims have left is for those that are still looked for.
        yield from self._met(meeting, budget, budget.share(OFFERING), progress)

    def _stretches(self, stretches: Stretches, budget: Budget, progress: Progress) -> Iterator[Found]:
        """Offer whole stretches of games where much goes unnoticed."""
        share = budget.share(STRETCHES * len(stretches.left) / max(len(self.faults), 1))
        for example, number, noticed in stretches.offers(share, progress):
            found = stretch(self.faults[number], example)
            if found.id not in self.accepted:
                self.covered |= noticed
            yield found
        budget.give_back(Budget(share.left))

    def _met(self, meeting: Meeting, budget: Budget, examples: Budget, progress: Progress) -> Iterator[Found]:
        """Find the faults that make a difference in games."""
        for number, difference in meeting.differences(budget, progress):
            self.games = meeting.games
            self.differing[number] = difference
            rule = self.faults[number].rule
            whole = self._whole(rule)
            if rule not in self.unseen:
                yield gap(self.faults[number], difference, self._offered(rule, difference, examples))
            elif self.examples.get(whole) is None:
                self.examples[whole] = self._offered(rule, difference, examples)
        self.games = meeting.games

    def _offered(self, rule: str, difference: Difference, budget: Budget) -> Offered | None:
        """Offer an example that would notice a fault."""
        return offered(self.subject, difference, rule, cited_by(self.subject, rule), budget, most=AT_MOST)

    def _whole(self, rule: str) -> str:
        """Give the outermost rule that no example comes by around one: who does not come to a rule comes to none within it."""
        while (around := rule.rpartition("/")[0]) in self.unseen:
            rule = around
        return rule

    def _unseen(self) -> dict[str, int]:
        """Give the rules of which no example comes by any fault."""
        found: dict[str, int] = {}
        seen = {
            self.faults[number].rule
            for number, outcome in self.outcomes.items()
            if outcome != "unseen" or number in self.covered
        }
        for number, fault in enumerate(self.faults):
            if fault.rule not in seen and number in self.outcomes:
                found.setdefault(fault.rule, number)
        return found

    def summary(self) -> Iterator[Found | Holds]:
        """Say what holds of each rule, and what nobody comes by."""
        for rule, number in self.unseen.items():
            if self._whole(rule) == rule:
                yield not_come_by(self.faults[number], self.examples.get(rule))
        counted: dict[str, list[int]] = {}
        for number, outcome in self.outcomes.items():
            own = counted.setdefault(self.faults[number].rule, [0, 0])
            own[0] += outcome == "noticed"
            own[1] += outcome == "noticed" or number in self.differing or number in self.covered
        for rule, (noticed, of) in counted.items():
            yield held(rule, noticed, of)
        rest = [n for n, outcome in self.outcomes.items() if outcome in ("unnoticed", "unseen")]
        told = self.differing.keys() | self.covered
        silent = [n for n in rest if n not in told and self.faults[n].rule not in self.unseen]
        if silent:
            yield not_named(len(silent), self.games)
        if self.claims is not None:
            yield from of_claims(self.claims, len(self.faults))
