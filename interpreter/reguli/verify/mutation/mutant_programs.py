"""Cached programs of the original rules and of mutants, with their work counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from reguli.compile.python.python_module import CodeCache
from reguli.compile.python_programs import generate_python_program
from reguli.ir.executable_program import Playable, build_program
from reguli.model.resolved_ruleset import Ruleset
from reguli.verify.mutation.infection_probe import (
    NO_END,
    ActiveMutant,
    InvariantCoverage,
    MutantProbe,
    SwitchedProbe,
    WorkCounter,
    WorkLimitedProbe,
    limit_program,
    make_probed_program,
    nonsuspending_statements,
    replace_parts,
)
from reguli.verify.mutation.mutant import InfectionCondition, Key, Mutant
from reguli.verify.mutation.mutant_generation import MutatedRuleset
from reguli.verify.report import Budget

BLOCKS: Final = 12
"""So many blocks of a program are made in a step."""
AS_CODE: Final = 3
"""So many times as long it takes where they become code."""
REMEMBERED: Final = 20_000_000
"""The work that a set-up may take."""
Table = tuple[int, int]
"""A ruleset, by its identity, and a number of players."""


@dataclass(slots=True)
class MutantPrograms:
    """Makes programs for some mutants of a ruleset."""

    faults: Sequence[Mutant]
    claims: InvariantCoverage
    effort: WorkCounter = field(default_factory=WorkCounter)
    at_first: set[int] = field(default_factory=set)
    """Faults that make a difference while the rules set up."""
    _switch: ActiveMutant = field(default_factory=ActiveMutant)
    _right: dict[Table, Playable] = field(default_factory=dict)
    _switched: dict[Table, tuple[Playable, Playable]] = field(default_factory=dict)
    """That which sets up as right rules do, and that which sets up by itself."""
    _quick: dict[Table, Playable] = field(default_factory=dict)
    _codes: CodeCache = field(default_factory=CodeCache)
    _planted: dict[int, MutatedRuleset] = field(default_factory=dict)
    _at_once: dict[int, frozenset[Key]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Group the mutants by the places where they are switched on."""
        terms: dict[Key, dict[int, InfectionCondition]] = {}
        statements: dict[Key, dict[int, InfectionCondition]] = {}
        for number, fault in enumerate(self.faults):
            for sign in fault.terms:
                terms.setdefault(sign.key, {})[number] = sign
            for sign in fault.statements:
                statements.setdefault(sign.key, {})[number] = sign
        self._switch = ActiveMutant(-1, terms, statements)

    def begin(self, number: int, *, at_first: bool) -> None:
        """Begin to try a mutant, which makes a difference in the set-up or not: set-ups of its own are not remembered from earlier."""
        (self.at_first.add if at_first else self.at_first.discard)(number)
        for _, own in self._switched.values():
            own.behind_set_up.clear()
            own.begun.clear()

    @contextmanager
    def on(self, number: int, *, most: int) -> Iterator[None]:
        """Switch a mutant on during a run whose work is limited."""
        self._switch.on, self.effort.most = number, self.effort.spent + most
        try:
            yield
        finally:
            self.effort.most = NO_END

    @contextmanager
    def remembering(self, number: int) -> Iterator[None]:
        """Count no work of what many mutants remember, and no claims of it unless the mutant may change them: who comes first would have them all."""
        spent, most, claims = self.effort.spent, self.effort.most, self.claims.take()
        self.effort.most = spent + REMEMBERED
        try:
            yield
        finally:
            self.effort.spent, self.effort.most = spent, most
            if number not in self.at_first and self.faults[number].signs:
                self.claims.take()
            self.claims.add(claims)

    def planted(self, ruleset: Ruleset) -> MutatedRuleset:
        """Return a ruleset to which mutants can be applied."""
        if id(ruleset) not in self._planted:
            self._planted[id(ruleset)] = MutatedRuleset(ruleset)
        return self._planted[id(ruleset)]

    def is_within(self, ruleset: Ruleset, number: int) -> bool:
        """Return whether a mutant affects only terms, and statements that never suspend."""
        fault = self.faults[number]
        if not fault.statements:
            return bool(fault.terms)
        if id(ruleset) not in self._at_once:
            self._at_once[id(ruleset)] = nonsuspending_statements(ruleset)
        return all(sign.key in self._at_once[id(ruleset)] for sign in fault.statements)

    def right(self, ruleset: Ruleset, players: int) -> Playable:
        """Return the program of the original rules."""
        key = id(ruleset), players
        if key not in self._right:
            self._right[key] = make_probed_program(build_program(ruleset, players), WorkLimitedProbe(self.effort))
        return self._right[key]

    def switched(self, ruleset: Ruleset, players: int, number: int) -> Playable:
        """Return the program in which a mutant of a term or statement is switched on."""
        key = id(ruleset), players
        if key not in self._switched:
            right = self.right(ruleset, players)
            probe = SwitchedProbe(self.effort, self.claims.noted(self._switch), switch=self._switch)
            made = self.claims.watched(make_probed_program(right, probe), self._switch)
            self._switched[key] = (
                replace_parts(made, behind_set_up=right.behind_set_up, begun=right.begun),
                replace_parts(made, behind_set_up={}, begun={}),
            )
        return self._switched[key][number in self.at_first]

    def quick(self, ruleset: Ruleset, players: int) -> Playable:
        """Return the original rules as generated code, for whole games."""
        key = id(ruleset), players
        if key not in self._quick:
            self._quick[key] = self._as_code(ruleset, players)
        return self._quick[key]

    def quick_wrong(self, ruleset: Ruleset, players: int, number: int, budget: Budget) -> Playable | None:
        """Return a mutant as generated code; nothing if its place does not exist under these options."""
        places = self.planted(ruleset)
        if not places.has(self.faults[number]):
            return None
        made = self._as_code(places.with_fault(self.faults[number]), players)
        budget.spend(AS_CODE * len(made.blocks) // BLOCKS)
        return self.claims.watched(made, ActiveMutant(number))

    def _as_code(self, ruleset: Ruleset, players: int) -> Playable:
        made = generate_python_program(ruleset, players, self._codes)

        def walked() -> Playable:
            return make_probed_program(build_program(ruleset, players), WorkLimitedProbe(self.effort))

        return limit_program(replace_parts(made, twin=walked), self.effort)

    def wrong(self, ruleset: Ruleset, players: int, number: int, budget: Budget) -> Playable:
        """Return a mutant's interpreted program, because generating code would take longer than it saves on a few examples."""
        fault, right = self.faults[number], self.right(ruleset, players)
        switch = ActiveMutant(number)
        if self.is_within(ruleset, number):
            signs = {sign.key: sign for sign in (*fault.terms, *fault.statements)}
            probe = MutantProbe(self.effort, self.claims.noted(switch), signs=signs)
            return self.claims.watched(make_probed_program(right, probe), switch)
        places = self.planted(ruleset)
        if not places.has(fault):
            return right
        made = make_probed_program(
            build_program(places.with_fault(fault), players), WorkLimitedProbe(self.effort, self.claims.noted(switch))
        )
        budget.spend(len(made.blocks) // BLOCKS)
        return self.claims.watched(made, switch)
