"""Decisions: parameters and guards become steps that list the moves, effects become blocks that take one."""

from __future__ import annotations

from collections.abc import Iterable

from reguli.ir.lowering.drafts import Drafts
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, Jump, ParameterStep, Step
from reguli.ir.statements import Hold, LetGo
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Interval
from reguli.model.tree.walk import variables_read
from reguli.model.types import ElementType


def lower_ask(lowering: Drafts, ask: b.Ask) -> None:
    """Lower a decision: settle, ask, take the option, and ask again or go on."""
    first, held = lowering.layout.logical, len(lowering.held)
    number = len(lowering.decisions)
    if ask.all_or_nothing:
        lowering.write(Hold(number + 1), ask.rule)
        lowering.held.append(number + 1)
    head, leaving = lowering.on(), lowering.new_block()
    lowering.settle()
    asking = lowering.at
    lowering.decisions.append(Decide(number, ask, (), leaving, None))
    lowering.exits[ask.rule] = leaving, held + ask.all_or_nothing
    after = head if ask.repeatedly else leaving
    choices = [_lower_option(lowering, option, after) for option in ask.options]
    otherwise = None
    if ask.otherwise is not None:
        otherwise = lowering.at = lowering.new_block()
        lowering.scoped(ask.otherwise)
        lowering.end(Jump(leaving))
    del lowering.exits[ask.rule]
    own = (first, lowering.layout.logical)
    decision = Decide(number, ask, tuple(choices), leaving, otherwise, _back_note(lowering, ask), own)
    lowering.decisions[number] = decision
    lowering.at = asking
    lowering.end(decision, leaving)
    if ask.all_or_nothing:
        lowering.write(LetGo((lowering.held.pop(),)), ask.rule)
    lowering.zero(first, lowering.layout.logical)


def _back_note(lowering: Drafts, ask: b.Ask) -> int:
    """Register the entry that tells of somebody taken back to where a decision that is all or nothing began."""
    if not ask.all_or_nothing:
        return -1
    return lowering.notes.add(ask.rule, "take_back", ask.name, (ElementType("player"),), ask.span)


def _lower_option(lowering: Drafts, option: b.BoundOption, after: int) -> Choice:
    first = lowering.layout.logical
    for parameter in option.parameters:
        lowering.layout.frame_variable(parameter.variable)
    for check in option.checks:
        if isinstance(check, b.Give):
            lowering.layout.frame_variable(check.variable)
    written = tuple(_steps(lowering, option))
    entry = lowering.at = lowering.new_block()
    types = (ElementType("player"), *(parameter.variable.type for parameter in option.parameters))
    note = lowering.notes.add(option.rule, "choose", option.name, types, option.span)
    lowering.body(option.effects)
    lowering.zero(first, lowering.layout.logical)
    lowering.end(Jump(after))
    holds = lowering.waiting.holds(option.effects)
    steps = _soonest(written)
    return Choice(option, steps, tuple(map(steps.index, written)), entry, note, holds)


def _steps(lowering: Drafts, option: b.BoundOption) -> Iterable[Step]:
    wheres = (parameter.where for parameter in option.parameters if parameter.where is not None)
    asked = {key for check in (*wheres, *option.checks) for key in _needed(check)}
    last = option.parameters[-1] if option.parameters else None
    for parameter in option.parameters:
        interval = parameter is last and isinstance(parameter.domain, Interval) and parameter.variable.key not in asked
        slot = lowering.layout.storage[parameter.variable.key].slot
        yield ParameterStep(parameter, slot, interval)
        if parameter.where is not None:
            yield _guard(lowering, parameter.where)
    for check in option.checks:
        if isinstance(check, b.Give):
            yield GiveStep(check, lowering.layout.storage[check.variable.key])
        else:
            yield _guard(lowering, check)


def _guard(lowering: Drafts, guard: b.Guard) -> GuardStep:
    for waiver in guard.waivers:
        lowering.notes.body(waiver.body)
    return GuardStep(guard)


def _soonest(written: tuple[Step, ...]) -> tuple[Step, ...]:
    """Move each check behind the last parameter or let it names; checks of one place keep their order."""
    parameters = [step for step in written if isinstance(step, ParameterStep)]
    level_of = {step.parameter.variable.key: depth for depth, step in enumerate(parameters, start=1)}
    levels: list[list[Step]] = [[]]
    levels += [[step] for step in parameters]
    for step in written:
        if isinstance(step, ParameterStep):
            continue
        level = max(
            (level_of.get(key, 0) for key in _needed(step.give if isinstance(step, GiveStep) else step.guard)),
            default=0,
        )
        if isinstance(step, GiveStep):
            level_of[step.give.variable.key] = level
        levels[level].append(step)
    return tuple(step for level in levels for step in level)


def _needed(check: b.Give | b.Guard) -> set[int]:
    """Give the variables that a let or guard reads, waivers included."""
    if isinstance(check, b.Give):
        return variables_read(check.value)
    terms = (check.condition, *(waiver.condition for waiver in check.waivers))
    return {key for term in terms for key in variables_read(term)}
