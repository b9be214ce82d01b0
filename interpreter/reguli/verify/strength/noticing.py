"""Which examples notice which faults: each is tried on those in which it makes a difference, up to the first that fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from reguli.engine.positions.setup import filled, set_up
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS
from reguli.ir.make import make_program
from reguli.ir.playable import Playable, playable
from reguli.ir.program import Slots
from reguli.model.ruleset import Ruleset
from reguli.ruleset.declared.examples import ExampleDecl
from reguli.source.diagnostic import Bag
from reguli.verify.examples import Programs, run_example
from reguli.verify.report.budget import Budget, Progress
from reguli.verify.report.subject import Subject
from reguli.verify.strength.claims import Claims
from reguli.verify.strength.faults.fault import Fault
from reguli.verify.strength.faults.planting import Planted
from reguli.verify.strength.watching import BROKEN, BoundedValues, Watch, bounded, planted, watched

WATCHED: Final = 100
"""Steps that it takes to run an example that is watched."""
TRIED: Final = 25
"""Steps that it takes to run an example with a fault planted: a program is made for it."""
ALIKE: Final = 10
"""Steps that it takes to tell that a fault changes nothing of what an example begins with."""
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
    claims: Claims = field(init=False)
    """What must always hold, as it was asked with faults planted."""
    _behind_set_up: set[tuple[int, str]] = field(default_factory=set)
    """Faults that make a difference in an example behind its set-up."""
    _at_first: set[int] = field(default_factory=set)
    """Faults that make a difference while the rules set up."""
    _right: dict[tuple[int, int], Playable] = field(default_factory=dict)
    _rights: Programs | None = None
    _begun: dict[str, Slots | None] = field(default_factory=dict)
    _cited: dict[str, frozenset[str]] = field(default_factory=dict)
    _planted: dict[int, Planted] = field(default_factory=dict)
    _kills: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Find the claims."""
        self.claims = Claims.of(self.subject.ruleset)

    def watch(self, budget: Budget, progress: Progress) -> None:
        """Run every example once by right rules, watched; one that fails as it is notices nothing."""
        watch = Watch.of(self.faults, range(len(self.faults)))
        blind = [number for number, fault in enumerate(self.faults) if not fault.signs]
        made: list[Playable] = []

        def make(ruleset: Ruleset, players: int) -> Playable:
            made.append(watched(self.right(ruleset, players), watch))
            return made[-1]

        programs = self.subject.programs.anew(make)
        for done, example in enumerate(self.subject.examples):
            progress("examples watched", done, len(self.subject.examples))
            if not budget.spend(WATCHED):
                budget.cut += 1
                continue
            watch.anew()
            for program in made:
                # Each example is to see the set-up it begins with.
                program.behind_set_up.clear()
            if not run_example(programs, example, self.subject.opened.sources).passed:
                continue
            self.seen |= watch.come_by
            for number in sorted({*watch.met, *watch.at_first, *blind}):
                self.met_in.setdefault(number, []).append(example)
            self._behind_set_up.update((number, example.id) for number in (*watch.met, *blind))
            self._at_first |= watch.at_first

    def outcome(self, number: int, budget: Budget) -> Outcome:
        """Tell whether an example notices a fault."""
        fault = self.faults[number]
        examples = self.met_in.get(number, [])
        if not examples:
            return "unnoticed" if number in self.seen else "unseen"
        programs = self.subject.programs.anew(lambda ruleset, players: self.program(ruleset, players, number))
        for example in sorted(examples, key=lambda one: self._promise(number, one)):
            if not budget.spend(TRIED):
                return "cut"
            if (number, example.id) not in self._behind_set_up and self._begins_alike(programs, example):
                budget.left += TRIED - ALIKE
                continue
            try:
                passed = run_example(programs, example, self.subject.opened.sources).passed
            except (RulesFault, *BROKEN):
                passed = False
            if not passed:
                self._kills.update([(fault.rule, example.id), ("", example.id)])
                return "noticed"
        return "unnoticed"

    def _begins_alike(self, programs: Programs, example: ExampleDecl) -> bool:
        """Tell whether an example begins with rules that have a fault as it does with right rules, since it says itself what lies where."""
        if example.position.initial:
            return False
        if self._rights is None:
            self._rights = self.subject.programs.anew(self.right)
        right, wrong = (one.program(example.position, Bag()) for one in (self._rights, programs))
        if right is None or wrong is None or right.frames != wrong.frames:
            return False
        own = slice(len(FACTS), right.frames)
        try:
            if filled(right)[own] == filled(wrong)[own]:
                return True
            if example.id not in self._begun:
                self._begun[example.id] = _begun(right, example)
            begun = _begun(wrong, example)
        except (RulesFault, *BROKEN):
            return False
        return begun is not None and begun[own] == (self._begun[example.id] or ())[own]

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

    def right(self, ruleset: Ruleset, players: int) -> Playable:
        """Give the program of right rules, made once."""
        key = id(ruleset), players
        if key not in self._right:
            self._right[key] = bounded(playable(make_program(ruleset, players), BoundedValues))
        return self._right[key]

    def program(self, ruleset: Ruleset, players: int, number: int) -> Playable:
        """Make a program of rules with a fault, for the walker: code of it would take longer to make than it saves in so few examples."""
        fault, right = self.faults[number], self.right(ruleset, players)
        if fault.inside is not None:
            known = None if number in self._at_first else right.behind_set_up
            return self.claims.watched(planted(right, fault.inside, behind_set_up=known), number)
        places = self.planted(ruleset)
        if not places.has(fault):
            return right
        made = bounded(playable(make_program(places.with_fault(fault), players), BoundedValues))
        return self.claims.watched(made, number)


def _begun(program: Playable, example: ExampleDecl) -> Slots | None:
    """Give the slots that an example begins with, before anybody is asked."""
    playthrough = set_up(program, replace(example.position, at=None), Bag())
    return None if playthrough is None else playthrough.slots


def outcomes(noticing: Noticing, budget: Budget, progress: Progress) -> Iterator[tuple[int, Outcome]]:
    """Try every fault."""
    for number in range(len(noticing.faults)):
        progress("faults tried", number, len(noticing.faults))
        yield number, noticing.outcome(number, budget)
