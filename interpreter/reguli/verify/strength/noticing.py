"""Which examples notice which faults: each is tried on those in which it makes a difference, up to the first that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from reguli.ir.faults import RulesFault
from reguli.ir.make import make_program
from reguli.ir.playable import Playable, playable
from reguli.model.ruleset import Ruleset
from reguli.ruleset.declared.examples import ExampleDecl
from reguli.verify.examples import run_example
from reguli.verify.report.budget import Budget, Progress
from reguli.verify.report.subject import Subject
from reguli.verify.strength.faults.fault import Fault
from reguli.verify.strength.faults.planting import Planted
from reguli.verify.strength.watching import BROKEN, Watch, bounded, watched

WATCHED: Final = 100
"""Steps that it takes to run an example that is watched."""
TRIED: Final = 40
"""Steps that it takes to run an example with a fault planted: a program is made for it."""
Outcome = Literal["noticed", "unnoticed", "unseen", "cut"]
"""An example fails; none does; none comes by; there were no steps left."""


@dataclass(slots=True)
class Noticing:
    """The examples of a ruleset, the faults that each may notice, and which were noticed."""

    subject: Subject
    faults: Sequence[Fault]
    met_in: dict[int, list[ExampleDecl]] = field(default_factory=dict)
    """By number of a fault: the examples in which it makes a difference."""
    seen: set[int] = field(default_factory=set)
    """Faults whose place an example came by."""
    _behind_set_up: set[tuple[int, str]] = field(default_factory=set)
    """Faults that make a difference in an example behind its set-up."""
    _cited: dict[str, frozenset[str]] = field(default_factory=dict)
    _planted: dict[int, Planted] = field(default_factory=dict)
    _kills: Counter[tuple[str, str]] = field(default_factory=Counter)

    def watch(self, budget: Budget, progress: Progress) -> None:
        """Run every example once by right rules, watched; one that fails as it is notices nothing."""
        watch = Watch.of(self.faults, range(len(self.faults)))
        blind = [number for number, fault in enumerate(self.faults) if not fault.signs]
        programs = self.subject.programs.anew(lambda ruleset, players: watched(ruleset, players, watch))
        for done, example in enumerate(self.subject.examples):
            progress("examples watched", done, len(self.subject.examples))
            if not budget.spend(WATCHED):
                budget.cut += 1
                continue
            watch.anew()
            if not run_example(programs, example, self.subject.opened.sources).passed:
                continue
            self.seen |= watch.come_by
            for number in sorted({*watch.met, *watch.at_first, *blind}):
                self.met_in.setdefault(number, []).append(example)
            self._behind_set_up.update((number, example.id) for number in watch.met)

    def outcome(self, number: int, budget: Budget) -> Outcome:
        """Tell whether an example notices a fault."""
        fault = self.faults[number]
        examples = self.met_in.get(number, [])
        if not examples:
            return "unnoticed" if number in self.seen else "unseen"
        programs = self.subject.programs.anew(lambda ruleset, players: self.program(ruleset, players, fault))
        for example in sorted(examples, key=lambda one: self._promise(number, one)):
            if not budget.spend(TRIED):
                return "cut"
            try:
                passed = run_example(programs, example, self.subject.opened.sources).passed
            except (RulesFault, *BROKEN):
                passed = False
            if not passed:
                self._kills.update([(fault.rule, example.id), ("", example.id)])
                return "noticed"
        return "unnoticed"

    def _promise(self, number: int, example: ExampleDecl) -> tuple[object, ...]:
        """Give by what examples are ordered, those that are likely to notice a fault first."""
        rule = self.faults[number].rule
        alike = len(self._cites(rule).intersection(example.cites))
        early = (number, example.id) not in self._behind_set_up
        return early, -self._kills[rule, example.id], -alike, -self._kills["", example.id]

    def _cites(self, rule: str) -> frozenset[str]:
        """Give the statements that a rule cites; one that cites none stands under another that may."""
        if not self._cited:
            found: dict[str, set[str]] = {}
            for statement, rules in self.subject.ruleset.citations.items():
                for one in rules:
                    found.setdefault(one, set()).add(statement)
            self._cited.update((one, frozenset(statements)) for one, statements in found.items())
        while rule not in self._cited and "/" in rule:
            rule = rule.rpartition("/")[0]
        return self._cited.get(rule, frozenset())

    def planted(self, ruleset: Ruleset) -> Planted:
        """Give a ruleset in which faults can be planted, made once."""
        if id(ruleset) not in self._planted:
            self._planted[id(ruleset)] = Planted(ruleset)
        return self._planted[id(ruleset)]

    def program(self, ruleset: Ruleset, players: int, fault: Fault) -> Playable:
        """Make a program of rules with a fault, for the walker: code of it would take longer to make than it saves in so few examples."""
        planted = self.planted(ruleset)
        wrong = planted.with_fault(fault) if planted.has(fault) else ruleset
        return bounded(playable(make_program(wrong, players)))


def outcomes(noticing: Noticing, budget: Budget, progress: Progress) -> Iterator[tuple[int, Outcome]]:
    """Try every fault."""
    for number in range(len(noticing.faults)):
        progress("faults tried", number, len(noticing.faults))
        yield number, noticing.outcome(number, budget)
