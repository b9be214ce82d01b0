"""The steps of an option as nested Python loops that give the arguments it may be taken with."""

from __future__ import annotations

from reguli.compile.expressions import spending
from reguli.compile.source import Lines, indented
from reguli.compile.statements import WrittenEffects
from reguli.ir.closures import Lister, MadeStep
from reguli.ir.program import GiveStep, GuardStep, Step
from reguli.ir.walking.listing import COST_OF_TRY


def written_lister(effects: WrittenEffects, steps: tuple[MadeStep, ...]) -> Lister:
    """Compile the steps of an option."""
    module = effects.values.module
    lines = _lines(effects, tuple(made.step for made in steps), "")
    return module.take(module.write(module.new("o"), ("s",), lines))


def _lines(effects: WrittenEffects, steps: tuple[Step, ...], arguments: str) -> Lines:
    if not steps:
        return [f"yield ({arguments}), None"]
    values, (step, *rest) = effects.values, steps
    if isinstance(step, GiveStep):
        return [*effects.give_lines(step.give), *_lines(effects, tuple(rest), arguments)]
    if isinstance(step, GuardStep):
        conditions = (step.guard.condition, *(waiver.condition for waiver in step.guard.waivers))
        asked = " or ".join(values.text(condition, {}) for condition in conditions)
        return [f"if {asked}:", *indented(_lines(effects, tuple(rest), arguments))]
    name = values.module.new("v")
    domain = f"{name} = {values.text(step.parameter.domain, {})}"
    if step.interval:
        return [domain, f"if {name}: yield ({arguments}), {name}"]
    inside = [f"s[{step.slot}] = {name}", *_lines(effects, tuple(rest), f"{arguments}{name}, ")]
    spent = spending(f"{COST_OF_TRY} * len({name})")
    return [domain, *spent, f"for {name} in {name}:", *indented(inside)]
