"""What must always hold, and what loops keep, while faults are planted: with which of them each claim was asked, and with which it failed.

A claim that fails with no fault says nothing of the rules, or says of them what no fault can change. Most faults are noticed by an example before
claims come to be asked, so games by lot are played with faults planted for claims that have not failed by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.gameplay.playthrough import begin
from reguli.ir.executable_program import Playable
from reguli.ir.program import Journal, Slots
from reguli.ir.program_interface import Closure, Made, Way
from reguli.ir.rng import Stream, fold, game_key, name_of
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.tree_traversal import all_procedures, statements_of
from reguli.model.resolved_ruleset import Invariant, Ruleset
from reguli.verify.differential.guided_playouts import Walker
from reguli.verify.differential.paired_programs import TROUBLES, WALK
from reguli.verify.mutation.infection_probe import BROKEN, with_parts
from reguli.verify.mutation.mutant_schemata import Switch
from reguli.verify.mutation.step_counter import Counted, Effort
from reguli.verify.report.step_budget import Budget

LONGEST: Final = 1_000
"""Moves of a game at most."""


@dataclass(slots=True)
class Claims:
    """The claims of a ruleset by their rules, and the faults, by number, with which each was asked and failed."""

    claims: Mapping[str, Invariant | b.Claim]
    asked: dict[str, set[int]] = field(default_factory=dict)
    broken: dict[str, set[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, ruleset: Ruleset) -> Claims:
        """Begin with nothing asked."""
        rules: dict[str, Invariant | b.Claim] = {one.rule: one for one in ruleset.invariants}
        bodies = (one.body for one in all_procedures(ruleset))
        rules |= {one.rule: one for body in bodies for one in statements_of(body) if isinstance(one, b.Claim)}
        return cls(rules, {rule: set() for rule in rules}, {rule: set() for rule in rules})

    def unbroken(self) -> Iterator[str]:
        """Give the claims that no fault has broken."""
        return (rule for rule in self.claims if not self.broken[rule])

    def watched(self, program: Playable, switch: Switch) -> Playable:
        """Give a program with the fault that is on, which takes note of what is asked of claims, and what comes of it."""
        if not self.claims:
            return program
        going, kept = program.go, {rule for rule, claim in self.claims.items() if isinstance(claim, b.Claim)}

        def go(s: Slots, j: Journal, way: Way) -> None:
            try:
                going(s, j, way)
            except RulesFault as fault:
                if fault.rule in kept:
                    self.broken[fault.rule].add(switch.on)
                raise

        return with_parts(program, invariants=Made(lambda at: self._asking(program, at, switch)), go=go)

    def noted(self, switch: Switch) -> Callable[[str], None]:
        """Give what takes note that a loop asks what it keeps, with the fault that is on: code asks by itself, so only walkers say so."""
        return lambda rule: self.asked[rule].add(switch.on)

    def _asking(self, program: Playable, at: int, switch: Switch) -> Closure:
        rule, holds = program.ruleset.invariants[at].rule, program.invariants[at]
        asked, broken = self.asked.setdefault(rule, set()), self.broken.setdefault(rule, set())

        def ask(s: Slots) -> bool:
            asked.add(switch.on)
            try:
                found = bool(holds(s))
            except RulesFault:
                broken.add(switch.on)
                raise
            if not found:
                broken.add(switch.on)
            return found

        return ask


def play_by_lot(program: Playable, seed: int, budget: Budget, effort: Effort) -> None:
    """Play a game with a fault planted, up to its end or to where its rules fail."""
    walker, lot = Walker(), Stream(fold(game_key(seed), name_of(WALK)))
    counted = Counted(budget, effort)
    try:
        here = begin(program, seed, play_forced=False)
        while len(here.moves) < LONGEST and counted.spend(program):
            families = list(here.families())
            if not families:
                break
            here.apply(walker.choose(families, lot))
    except (*TROUBLES, *BROKEN):
        return
