"""Fault localization: the rules to which failing examples point.

Every example is run once under instrumented rules, which tell the mutants that make a difference in it. So an example covers what it depends on, its set-up included, and not all
that it comes by. A rule is the more suspect the more failing examples depend on it, and the fewer of those that pass (Ochiai: Abreu, Zoeteweij and van Gemund, "On the accuracy
of spectrum-based fault localization", 2007). Then mutants are tried, most suspect first: one with which failing examples pass, and others still do, stands where the fault is
(Papadakis and Le Traon, "Metallaxis-FL: mutation-based fault localization", 2015). A rule is as suspect as its most suspect mutant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from reguli.model.resolved_ruleset import without_copy_depth
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.verify.mutation.infection_probe import StepCounter
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_generation import all_mutants
from reguli.verify.mutation.mutant_killing import MutantKilling
from reguli.verify.report import Budget, Found, Progress, Subject, make_report_finding

MOST_SUSPECTS: Final = 5
"""Rules that are named."""
MOST_TRIED: Final = 6
"""Failing examples on which a mutant is tried at most."""
MOST_PASSING: Final = 10
"""Examples that pass on which it is tried then."""


@frozen_class
class Suspect(FrozenValue):
    """A rule and why it is suspect: how many failing and passing examples depend on it, and the change with which failing ones pass, if there is one."""

    rule: str
    span: Span
    suspicion: float
    failing: int
    passing: int
    repair: Said | None = None


@dataclass(slots=True)
class FaultLocalization:
    """The examples of a ruleset and its mutants, by number: which examples depend on each."""

    subject: Subject
    faults: Sequence[Mutant] = field(init=False)
    failed: list[ExampleDecl] = field(default_factory=list)
    _killing: MutantKilling = field(init=False)
    _failing: dict[int, list[ExampleDecl]] = field(default_factory=dict)
    _passing: dict[int, list[ExampleDecl]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the mutants."""
        self.faults = all_mutants(self.subject.ruleset, self.subject.opened.sources)
        self._killing = MutantKilling(self.subject, self.faults)

    def suspects(self, budget: Budget, progress: Progress) -> list[Suspect]:
        """Return the suspect rules, most suspect first."""
        self._watch(budget, progress)
        best, repairs = dict[str, Suspect](), Counter[str]()
        order = sorted(self._failing, key=lambda number: (-self._ochiai(number), number))
        for done, number in enumerate(order):
            progress("suspects tried", done, len(order))
            one = self._judged(number, budget)
            repairs[one.rule] += one.repair is not None
            if one.rule not in best or one.suspicion > best[one.rule].suspicion:
                best[one.rule] = one
        # Of equally suspect rules that is first which more changes would repair.
        by_place = sorted(best.values(), key=lambda one: (one.span.file, one.span.line, one.span.column))
        return sorted(by_place, key=lambda one: (-one.suspicion, -repairs[one.rule]))

    def _watch(self, budget: Budget, progress: Progress) -> None:
        killing, examples = self._killing, self.subject.examples
        watching, counted = killing.watching(), StepCounter(budget, killing.made.effort)
        for done, example in enumerate(examples):
            progress("examples watched", done, len(examples))
            if budget.left <= 0:
                budget.cut += 1
                continue
            passed, infected = killing.infected_by(example, watching, counted)
            if not passed:
                self.failed.append(example)
            known = self._passing if passed else self._failing
            for number in sorted(infected):
                known.setdefault(number, []).append(example)

    def _ochiai(self, number: int) -> float:
        failing, passing = len(self._failing[number]), len(self._passing.get(number, ()))
        return failing / sqrt(len(self.failed) * (failing + passing))

    def _judged(self, number: int, budget: Budget) -> Suspect:
        """Return how suspect a mutant is, from 0 to 2: by what depends on it, and by what it repairs."""
        fault, failing, passing = self.faults[number], self._failing[number], self._passing.get(number, [])
        tried, repaired = failing[:MOST_TRIED], 0
        for at, example in enumerate(tried):
            # What repairs neither of the first two is not tried on the others.
            if budget.left <= 0 or (at == 2 and not repaired):
                break
            repaired += self._killing.repairs(number, example, budget)
        share = repaired / len(tried)
        kept = passing[:MOST_PASSING] if repaired else []
        broken = sum(self._killing.notices(number, one, budget) for one in kept)
        share *= 1 - broken / (len(kept) or 1)
        repair = fault.said if share > 0.5 else None
        rule, counts = without_copy_depth(fault.rule), (len(failing), len(passing))
        return Suspect(rule, fault.span, self._ochiai(number) + share, *counts, repair)


def find_suspects(subject: Subject, budget: Budget, progress: Progress) -> Iterator[Found]:
    """Yield a finding (V606) that names the rules to which the failing examples of a subject point; nothing where none fails."""
    localization = FaultLocalization(subject)
    suspects = localization.suspects(budget, progress)[:MOST_SUSPECTS]
    if suspects:
        told = _told(suspects, len(localization.failed), len(subject.examples))
        yield make_report_finding("examples", "error", told, suspects[0].rule)


def _told(suspects: Sequence[Suspect], failed: int, examples: int) -> Diagnostic:
    first = suspects[0]
    related = tuple((one.span, _why(number, one, failed)) for number, one in enumerate(suspects, 1))
    return make_finding(
        "V606", first.span, related=related, failed=failed, count=examples, rule=first.rule.removeprefix("rule:")
    )


def _why(number: int, one: Suspect, failed: int) -> Said:
    known: dict[str, int | str] = {
        "number": number,
        "rule": one.rule.removeprefix("rule:"),
        "failing": one.failing,
        "failed": failed,
    }
    if one.repair is None:
        return Said("here.suspect", **known, passing=one.passing)
    return Said("here.suspect_repaired", **known, passing=one.passing, what=one.repair)
