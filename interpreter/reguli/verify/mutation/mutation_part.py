"""The part ``mutation``: the mutants that no example kills."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from reguli.model.resolved_ruleset import without_copy_depth
from reguli.source.diagnostic import make_finding
from reguli.source.finding_catalogue import Said
from reguli.verify.mutation.infection_probe import InvariantCoverage
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_generation import all_mutants, mutants_by_rule
from reguli.verify.mutation.mutant_killing import MutantKilling, MutantReachability, Outcome, judge_all_mutants
from reguli.verify.mutation.segment_examples import SegmentSearch
from reguli.verify.paired_programs import FirstDifference
from reguli.verify.report import Budget, Found, Holds, Level, Offered, Progress, Spread, Subject, finding_id, in_turn
from reguli.verify.test_generation.example_generation import generate_example, statements_implemented_by

# -- mutation findings -----------------------------------------------------------------------------------------------
# What is said of faults: a gap for each that matters, one for a rule by which no example comes, and how far each rule is exercised.


NOTHING: Final = Said("differs.nothing")
PROPERTY: Final = "mutation"
"""What of a rule is held where examples notice faults in it."""

BREAKING: Final = "breaking"
"""What of a claim is held where faults in the rules break it."""
LEAST: Final = 10
"""It takes so many faults with which a claim was asked, and half of all, before it is told that none broke it."""


def unreached_rule_finding(fault: Mutant, offered: Offered | None) -> Found:
    """Return a finding that no example reaches the rule of a mutant."""
    rule = without_copy_depth(fault.rule)
    told = make_finding("V202", fault.span, rule=rule.removeprefix("rule:"))
    return Found(finding_id("mutation", "unseen", rule), "mutation", "gap", told, rule, offered)


def shared_segment_finding(fault: Mutant, offered: Offered) -> Found:
    """Return a finding that one segment of a game would kill many mutants, this one among them."""
    told = make_finding("V205", fault.span, count=offered.notices, what=fault.said)
    return Found(finding_id("mutation", "stretch", offered.id), "mutation", "gap", told, fault.rule, offered)


def claim_kill_counts(claims: InvariantCoverage, faults: int) -> Iterator[Found | Holds]:
    """Yield the number of mutants that break each claim, and findings on claims that no mutant breaks."""
    for rule, claim in claims.claims.items():
        broken, asked = len(claims.broken[rule]), len(claims.asked[rule])
        level = Level.TESTED if broken else Level.UNCHECKED
        yield Holds(rule, BREAKING, level, Said("fault.breaks", broken=broken, all=asked))
        if not broken and asked >= max(LEAST, faults // 2):
            told = make_finding("V204", claim.span, claim=claim.text, count=asked)
            yield Found(finding_id("mutation", "empty", rule), "mutation", "warning", told, rule)


def killed_evidence(difference: FirstDifference) -> Said:
    """Return the text of a mutant's first observed difference."""
    one = difference
    before, now = one.before or NOTHING, one.now or NOTHING
    match one.kind:
        case "over":
            return Said("fault.over", decision=one.what) if one.now else Said("fault.not_over", decision=one.what)
        case "ranking":
            return Said("fault.ranking", before=before, now=now)
        case "decision":
            return Said("fault.decision", before=before, now=now)
        case "moves" if not one.now:
            return Said("fault.fewer_moves", what=one.what, before=before)
        case "moves" if not one.before:
            return Said("fault.more_moves", what=one.what, now=now)
        case "begin" | "fault":
            return _failing(one.before, one.now)
        case "actor":
            return Said("fault.actor", what=one.what, before=before, now=now)
        case "moves":
            return Said("fault.moves", what=one.what, before=before, now=now)
        case _:
            return Said("fault.field", what=one.what, before=before, now=now)


def _failing(before: str, now: str) -> Said:
    if before and now:
        return Said("fault.fails_otherwise", before=before, now=now)
    return Said("fault.fails", now=now) if now else Said("fault.goes_on", before=before)


# -- mutation part ---------------------------------------------------------------------------------------------------


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


def run_mutation(
    subject: Subject, budget: Budget, progress: Progress, accepted: Collection[str] = (), spread: Spread = in_turn
) -> Iterator[Found | Holds]:
    """Yield the mutants that no example kills, and the number killed for each rule.

    What a stretch of a game would notice that is offered is not told one by one, unless its id is ``accepted``: the designer then wants none of it.
    Who breaks it off is told what is known until then.
    """
    run = _Run(subject, interleave_by_rule(all_mutants(subject.ruleset, subject.opened.sources)), accepted, spread)
    try:
        yield from run.gaps(budget, progress)
    except KeyboardInterrupt:
        yield from run.summary()
        raise
    yield from run.summary()


def interleave_by_rule(faults: Sequence[Mutant]) -> tuple[Mutant, ...]:
    """Order mutants for testing: one per rule in rotation, each rule's weightiest operators first."""
    rules = [sorted(own, key=lambda one: one.operator not in WEIGHTY) for own in mutants_by_rule(faults).values()]
    return tuple(one for each in zip_longest(*rules) for one in each if one is not None)


@dataclass(slots=True)
class _Run:
    """The state of a mutation run."""

    subject: Subject
    faults: Sequence[Mutant]
    accepted: Collection[str] = ()
    spread: Spread = in_turn
    covered: set[int] = field(default_factory=set)
    """Faults that stretches of games would notice that are offered."""
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    differing: dict[int, FirstDifference] = field(default_factory=dict)
    unseen: Mapping[str, int] = field(default_factory=dict)
    """Rules that no example comes by, with the first fault of each."""
    examples: dict[str, Offered | None] = field(default_factory=dict)
    """Of rules that no example comes by: one that would, where one was found."""
    games: int = 0
    claims: InvariantCoverage | None = None

    def gaps(self, budget: Budget, progress: Progress) -> Iterator[Found]:
        """Find the mutants that survive all examples and matter in play."""
        noticing, share = MutantKilling(self.subject, self.faults), budget.share(ON_EXAMPLES)
        self.claims = noticing.claims
        noticing.watch(share, progress)
        for number, outcome in judge_all_mutants(noticing, share, progress, self.spread):
            self.outcomes[number] = outcome
            share.cut += outcome == "cut"
        budget.give_back(share)
        waiting = [number for number, outcome in self.outcomes.items() if outcome in ("unnoticed", "unseen")]
        yield from self._stretches(SegmentSearch(noticing, {*waiting}), budget, progress)
        self.unseen = self._unseen()
        meeting = MutantReachability(
            noticing, [number for number in waiting if number not in self.covered], self.spread
        )
        examples = budget.share(OFFERING)
        breaking = budget.share(CLAIMS if noticing.claims.claims else 0)
        yield from self._met(meeting, budget, examples, progress)
        budget.give_back(examples)
        budget.give_back(breaking)
        meeting.break_claims(budget, progress)
        # What claims have left is for those that are still looked for.
        yield from self._met(meeting, budget, budget.share(OFFERING), progress)

    def _stretches(self, stretches: SegmentSearch, budget: Budget, progress: Progress) -> Iterator[Found]:
        """Offer segments of games as examples if many mutants survive."""
        share = budget.share(STRETCHES * len(stretches.left) / max(len(self.faults), 1))
        for example, number, noticed in stretches.offers(share, progress):
            found = shared_segment_finding(self.faults[number], example)
            if found.id not in self.accepted:
                self.covered |= noticed
            yield found
        budget.give_back(Budget(share.left))

    def _met(
        self, meeting: MutantReachability, budget: Budget, examples: Budget, progress: Progress
    ) -> Iterator[Found]:
        """Find the mutants that make a difference in games."""
        for number, difference in meeting.differences(budget, progress):
            self.games = meeting.games
            self.differing[number] = difference
            rule = self.faults[number].rule
            whole = self._whole(rule)
            if rule not in self.unseen:
                fault, example = self.faults[number], self._offered(rule, difference, examples)
                told = make_finding("V201", fault.span, what=fault.said, seen=killed_evidence(difference))
                yield Found(fault.id, "mutation", "gap", told, fault.rule, example)
            elif self.examples.get(whole) is None:
                self.examples[whole] = self._offered(rule, difference, examples)
        self.games = meeting.games

    def _offered(self, rule: str, difference: FirstDifference, budget: Budget) -> Offered | None:
        """Offer an example that would kill a mutant."""
        return generate_example(
            self.subject, difference, rule, statements_implemented_by(self.subject, rule), budget, most=AT_MOST
        )

    def _whole(self, rule: str) -> str:
        """Return the outermost enclosing rule that no example reaches: a rule that is not reached implies the same for those inside it."""
        while (around := rule.rpartition("/")[0]) in self.unseen:
            rule = around
        return rule

    def _unseen(self) -> dict[str, int]:
        """Return the rules of which no example reaches any mutant."""
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
        """Yield the evidence for each rule, and the rules that no example reaches."""
        for rule, number in self.unseen.items():
            if self._whole(rule) == rule:
                yield unreached_rule_finding(self.faults[number], self.examples.get(rule))
        counted: dict[str, list[int]] = {}
        for number, outcome in self.outcomes.items():
            own = counted.setdefault(self.faults[number].rule, [0, 0])
            own[0] += outcome == "noticed"
            own[1] += outcome == "noticed" or number in self.differing or number in self.covered
        for rule, (noticed, of) in counted.items():
            level = Level.EXAMPLE if noticed else Level.UNCHECKED
            yield Holds(rule, PROPERTY, level, Said("fault.noticed", noticed=noticed, all=of))
        rest = [n for n, outcome in self.outcomes.items() if outcome in ("unnoticed", "unseen")]
        told = self.differing.keys() | self.covered
        silent = [n for n in rest if n not in told and self.faults[n].rule not in self.unseen]
        if silent:
            told_so = make_finding("V203", None, count=len(silent), games=self.games)
            yield Found(finding_id("mutation", "silent", ""), "mutation", "note", told_so)
        if self.claims is not None:
            yield from claim_kill_counts(self.claims, len(self.faults))
