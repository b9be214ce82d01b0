"""Which examples notice which faults: each is tried on those in which it makes a difference, up to the first that fails."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.position_documents.document_setup import filled, set_up
from reguli.ir.executable_program import Playable
from reguli.ir.program_builder import make_program
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS
from reguli.model.resolved_ruleset import Ruleset
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import MOST_FORCED, Programs, run_example_on
from reguli.verify.mutation.infection_probe import BROKEN, Watch, watched
from reguli.verify.mutation.invariant_coverage import Claims
from reguli.verify.mutation.mutant_programs import Making
from reguli.verify.mutation.operators.mutant import Fault
from reguli.verify.mutation.step_counter import Counted
from reguli.verify.report.step_budget import Budget, Progress
from reguli.verify.report.verification_target import Subject

TIMES: Final = 3
"""Rules with a fault do not come to an end that need so many times the work of right ones that are watched, which is several times their own."""
LEAST: Final = 200_000
"""So much work they may do in any case."""
AT_FIRST: Final = 250
"""Steps that a fault is tried for before all others have had their turn."""
Outcome = Literal["noticed", "unnoticed", "unseen", "cut", "waits"]
"""An example fails; none does; none comes by; there were no steps left; others have their turn first."""


@dataclass(slots=True)
class Watching:
    """Programs of right rules, watched, and what examples come by that were run by them."""

    programs: Programs
    watch: Watch
    blind: frozenset[int]
    """Faults that nobody can watch for: every example may notice them."""
    seen: set[int] = field(default_factory=set)
    """Faults whose place an example came by."""
    at_first: dict[object, frozenset[int]] = field(default_factory=dict)
    """By what an example begins with: the faults that make a difference in the set-up."""


@dataclass(slots=True)
class Noticing:
    """The examples of a ruleset, the faults that each may notice, and which were noticed."""

    subject: Subject
    faults: Sequence[Fault]
    met_in: dict[int, list[ExampleDecl]] = field(default_factory=dict)
    """By number of a fault: the examples in which it makes a difference."""
    seen: set[int] = field(default_factory=set)
    """Faults whose place an example came by."""
    unwatched: bool = False
    """Whether the budget was spent before all examples were watched: what they notice nobody knows then."""
    claims: Claims = field(init=False)
    """What must always hold, as it was asked with faults planted."""
    made: Making = field(init=False)
    """Programs of right rules, and of those with a fault."""
    _behind_set_up: set[tuple[int, str]] = field(default_factory=set)
    """Faults that make a difference in an example behind its set-up."""
    _rest: dict[int, deque[ExampleDecl]] = field(default_factory=dict)
    """Of a fault that was tried: the examples that it was not yet tried on."""
    _work: dict[str, int] = field(default_factory=dict)
    """What work each example is by right rules that are watched."""
    _rights: Programs | None = None
    _cited: dict[str, frozenset[str]] = field(default_factory=dict)
    _kills: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Find the claims."""
        self.claims = Claims.of(self.subject.ruleset)
        self.made = Making(self.faults, self.claims)

    def watch(self, budget: Budget, progress: Progress) -> None:
        """Run every example once by right rules, watched; one that fails as it is notices nothing."""
        watching, counted = self.watching(), Counted(budget, self.made.effort)
        for done, example in enumerate(self.subject.examples):
            progress("examples watched", done, len(self.subject.examples))
            if budget.left <= 0:
                budget.cut += 1
                self.unwatched = True
                continue
            for number in sorted(self.differing_in(example, watching, counted)):
                self.met_in.setdefault(number, []).append(example)
        self.seen |= watching.seen

    def watching(self) -> Watching:
        """Give programs of right rules that are watched for all faults."""
        watch, effort = Watch.of(self.faults, range(len(self.faults))), self.made.effort
        made = self.subject.programs.anew(
            lambda ruleset, players: watched(make_program(ruleset, players), watch, effort)
        )
        blind = frozenset(number for number, fault in enumerate(self.faults) if not fault.signs)
        return Watching(made, watch, blind)

    def differing_in(self, example: ExampleDecl, watching: Watching, counted: Counted) -> frozenset[int]:
        """Run an example by right rules that are watched, and give the faults that make a difference in it: none where it fails as it is."""
        begun = self.made.effort.spent
        at_first = self._set_up(watching, example)
        watching.watch.anew()
        program = watching.programs.program(example.position, Bag())
        passed = self._passes(program, example)
        self._work[example.id] = self.made.effort.spent - begun
        if program is not None:
            counted.spend(program)
        if not passed:
            return frozenset()
        met = watching.watch.met
        watching.seen |= watching.watch.come_by
        self._behind_set_up.update((number, example.id) for number in (*met, *watching.blind))
        return frozenset({*met, *at_first, *watching.blind})

    def _set_up(self, watching: Watching, example: ExampleDecl) -> frozenset[int]:
        """Give the faults that make a difference while the rules set up what an example begins with: examples that begin alike share it."""
        program, known = watching.programs.program(example.position, Bag()), watching.at_first
        if program is None:
            return frozenset()
        key = id(program), example.position.initial and (example.position.chance, example.position.seats)
        if key not in known:
            watching.watch.anew()
            _begun(program, example)
            watching.seen |= watching.watch.come_by
            self.made.at_first |= watching.watch.met
            known[key] = frozenset(watching.watch.met)
        return known[key]

    def outcome(self, number: int, budget: Budget, *, most: int | None = None) -> Outcome:
        """Tell whether an example notices a fault; one that takes more steps than so many ``waits``, and goes on from there the next time."""
        if number not in self.met_in:
            return "cut" if self.unwatched else "unnoticed" if number in self.seen else "unseen"
        if number not in self._rest:
            self._rest[number] = self._ordered(number)
        rest, last = self._rest[number], 0 if most is None else budget.left - most
        while rest:
            if budget.left <= max(0, last):
                return "cut" if budget.left <= 0 else "waits"
            example = rest.popleft()
            if self.notices(number, example, budget):
                self._kills.update([(self.faults[number].rule, example.id), ("", example.id)])
                return "noticed"
        return "cut" if self.unwatched else "unnoticed"

    def notices(self, number: int, example: ExampleDecl, budget: Budget) -> bool:
        """Tell whether an example that was watched fails by rules with a fault."""
        programs = self.subject.programs.anew(lambda ruleset, players: self._program(ruleset, players, number, budget))
        counted = Counted(budget, self.made.effort)
        program = programs.program(example.position, Bag())
        with self.made.on(number, most=max(LEAST, TIMES * self._work[example.id])):
            try:
                fails = self._fails(number, program, example)
            except (RulesFault, *BROKEN):
                fails = True
        if program is not None:
            counted.spend(program)
        return fails

    def _ordered(self, number: int) -> deque[ExampleDecl]:
        """Put the examples in which a fault makes a difference in the order in which they are tried.

        Where a program is made for each number of players and each option, those come one after the other that are of the same table.
        """
        found = sorted(self.met_in[number], key=lambda one: self._promise(number, one))
        if not self.faults[number].terms:
            tables = list(dict.fromkeys(one.position.table for one in found))
            found.sort(key=lambda one: tables.index(one.position.table))
        return deque(found)

    def _passes(self, program: Playable | None, example: ExampleDecl) -> bool:
        return program is not None and run_example_on(program, example, self.subject.opened.sources).passed

    def _fails(self, number: int, program: Playable | None, example: ExampleDecl) -> bool:
        """Tell whether an example fails by rules with a fault; one that begins as it did and comes by the fault no more does not."""
        if (number, example.id) not in self._behind_set_up and self._begins_alike(program, example):
            return False
        return not self._passes(program, example)

    def _program(self, ruleset: Ruleset, players: int, number: int, budget: Budget) -> Playable:
        """Give the program of rules with a fault; where it has blocks of its own they are made."""
        if self.made.is_within(ruleset, number):
            return self.made.switched(ruleset, players, number)
        return self.made.wrong(ruleset, players, number, budget)

    def _begins_alike(self, wrong: Playable | None, example: ExampleDecl) -> bool:
        """Tell whether an example begins with rules that have a fault as it does with right rules."""
        if self._rights is None:
            self._rights = self.subject.programs.anew(self.made.right)
        right = self._rights.program(example.position, Bag())
        if right is None or wrong is None or right.frames != wrong.frames:
            return False
        own = slice(len(FACTS), right.frames)
        if not example.position.initial and filled(right)[own] == filled(wrong)[own]:
            return True
        one, other = _begun(right, example), _begun(wrong, example)
        if one is None or other is None:
            return False
        if example.position.initial:
            return right.blocks == wrong.blocks and one.slots[: right.saved] == other.slots[: right.saved]
        return one.slots[own] == other.slots[own]

    def _promise(self, number: int, example: ExampleDecl) -> tuple[object, ...]:
        """Give by what examples are ordered, those that are likely to notice a fault first."""
        rule = self.faults[number].rule
        alike = len(self._cites(rule).intersection(example.cites))
        early = (number, example.id) not in self._behind_set_up
        return early, -self._kills[rule, example.id], -alike, -self._kills["", example.id], self._work[example.id]

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


def _begun(program: Playable, example: ExampleDecl) -> Playthrough | None:
    """Give what an example begins with: as the rules set it up, and of one that says what lies where with that in its place."""
    position = example.position
    wanted = replace(position, at=None, state=() if position.initial else position.state)
    return set_up(program, wanted, Bag(), most_forced=MOST_FORCED)


def outcomes(noticing: Noticing, budget: Budget, progress: Progress) -> Iterator[tuple[int, Outcome]]:
    """Try every fault: those that are soon noticed first, so that one that many examples come by and none notices takes no other one's turn."""
    waiting: list[int] = []
    for number in range(len(noticing.faults)):
        progress("faults tried", number - len(waiting), len(noticing.faults))
        found = noticing.outcome(number, budget, most=AT_FIRST)
        if found == "waits":
            waiting.append(number)
        else:
            yield number, found
    for done, number in enumerate(waiting):
        progress("faults tried", len(noticing.faults) - len(waiting) + done, len(noticing.faults))
        yield number, noticing.outcome(number, budget)
