"""Right rules in which a fault can be switched on: one program for all faults that happen within terms, and within statements that wait for nobody.

Making a program, and the closures of all that an example comes by, takes longer than running the example. Here it is done once for all of them; what is made for
a fault are the terms and statements that are written otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reguli.ir.executable_program import Playable, playable
from reguli.ir.interpreter.board.board_graphs import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.lowering.suspension_analysis import Waiting
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.program_interface import Closure, Effect, Made
from reguli.ir.state_layout import Layout
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures, statements_of
from reguli.model.resolved_ruleset import Ruleset
from reguli.verify.mutation.infection_probe import AskedEffects, BoundedValues, bounded
from reguli.verify.mutation.operators.mutant import GONE, Fault, Key, Sign, key_of
from reguli.verify.mutation.step_counter import Effort

Noted = Callable[[str], None]
Signs = Mapping[Key, Mapping[int, Sign]]
"""By node: what is written otherwise there with which fault, by its number."""
Changes = Mapping[Key, Sign]
"""By node: what is written otherwise there with one fault."""


@dataclass(slots=True)
class Switch:
    """Which fault there is at the moment (-1: none)."""

    on: int = -1
    terms: Signs = field(default_factory=dict)
    statements: Signs = field(default_factory=dict)

    def terms_of(self, number: int) -> Changes:
        """Give the terms that are written otherwise with a fault."""
        return {key: signs[number] for key, signs in self.terms.items() if number in signs}


def at_once(ruleset: Ruleset) -> frozenset[Key]:
    """Give the statements of a ruleset that wait for nobody wherever they stand."""
    waiting, plain, cut = Waiting(ruleset), set[Key](), set[Key]()
    for procedure in all_procedures(ruleset):
        for statement in statements_of(procedure.body):
            (cut if waiting.statement(statement) else plain).add(key_of(statement))
    return frozenset(plain - cut)


class PlantedValues(BoundedValues):
    """The walker over expressions with a fault in some terms: the program around them is that of right rules."""

    def __init__(self, signs: Changes, effort: Effort, *given: Any) -> None:
        """Begin with nothing made."""
        super().__init__(effort, *given)
        self._signs = signs

    def closure(self, term: t.Term) -> Closure:
        """Make the closure of a term, with the fault where it is one of them."""
        sign = self._signs.get(key_of(term))
        return super().closure(term if sign is None or sign.change is None else sign.change(term))


class PlantedEffects(AskedEffects):
    """The walker over statements with a fault in some of them that wait for nobody."""

    def __init__(self, signs: Changes, noted: Noted, values: Values, program: Program) -> None:
        """Begin with nothing made."""
        super().__init__(noted, values, program)
        self._signs = signs

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement, with the fault where it is one of them."""
        sign = self._signs.get(key_of(statement))
        changed: Any = statement if sign is None or sign.change is None else sign.change(statement)
        return _nothing if changed is GONE else super().effect(changed)


def _nothing(s: Slots, j: Journal) -> bool:
    return False


class SwitchedValues(BoundedValues):
    """The walker over expressions, with every fault in a term to be switched on."""

    def __init__(self, switch: Switch, effort: Effort, ruleset: Ruleset, layout: Layout, distances: Distances) -> None:
        """Begin with nothing made."""
        super().__init__(effort, ruleset, layout, distances)
        self._switch = switch

    def closure(self, term: t.Term) -> Closure:
        """Make the closure of a term; what it is with a fault is made when that is on for the first time."""
        value, signs, switch = super().closure(term), self._switch.terms.get(key_of(term)), self._switch
        if signs is None:
            return value
        given = self.effort, self.ruleset, self.layout, self.distances, self.earlier
        made = Made[int, Closure](lambda number: PlantedValues(switch.terms_of(number), *given).closure(term))
        return lambda s: made[switch.on](s) if switch.on in signs else value(s)


class SwitchedEffects(AskedEffects):
    """The walker over statements, with every fault in one that waits for nobody to be switched on."""

    def __init__(self, switch: Switch, noted: Noted, values: Values, program: Program) -> None:
        """Begin with nothing made."""
        super().__init__(noted, values, program)
        self._switch = switch

    def effect(self, statement: b.BoundStatement) -> Effect:
        """Make the closure of a statement; what is done with a fault is made when that is on for the first time."""
        done, signs, switch = super().effect(statement), self._switch.statements.get(key_of(statement)), self._switch
        if signs is None:
            return done
        made = Made[int, Effect](lambda number: self._with(signs[number], statement))
        return lambda s, j: made[switch.on](s, j) if switch.on in signs else done(s, j)

    def _with(self, sign: Sign, statement: b.BoundStatement) -> Effect:
        changed: Any = statement if sign.change is None else sign.change(statement)
        return _nothing if changed is GONE else super().effect(changed)


def planted(program: Program, fault: Fault, effort: Effort, noted: Noted) -> Playable:
    """Make the program of right rules with a fault within terms and statements."""
    values: Any = partial(PlantedValues, {sign.key: sign for sign in fault.terms}, effort)
    effects: Any = partial(PlantedEffects, {sign.key: sign for sign in fault.statements}, noted)
    return bounded(playable(program, values, effects), effort)


def switched(program: Program, switch: Switch, effort: Effort, noted: Noted) -> Playable:
    """Make the program of right rules in which faults are switched on."""
    effects = partial(SwitchedEffects, switch, noted)
    return bounded(playable(program, partial(SwitchedValues, switch, effort), effects), effort)
