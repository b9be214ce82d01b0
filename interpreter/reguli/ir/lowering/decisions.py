"""Decisions: parameters and guards become steps that list the moves, effects become blocks that take one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from reguli.ir.layout import FACTS
from reguli.ir.program import Choice, Decide, Effect, GiveStep, GuardStep, Journal, Jump, ParameterStep, Slots, Step
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Interval, Term
from reguli.model.tree.walk import variables_read
from reguli.model.types import ElementType

if TYPE_CHECKING:
    from reguli.ir.lowering.procedures import Lowering

HOLDING = FACTS.index("holding")


def lower_ask(lowering: Lowering, ask: b.Ask) -> None:
    """Lower a decision: settle, ask, take the option, and ask again or go on."""
    first = lowering.layout.logical
    number = len(lowering.decisions)
    head, leaving = lowering.new_block(), lowering.new_block()
    if ask.all_or_nothing:
        lowering.effect(_hold(number + 1), ask.rule)
        lowering.held.append(number + 1)
    lowering.end(Jump(head), head)
    lowering.settle()
    asking = lowering.at
    lowering.decisions.append(Decide(number, ask, _nobody, (), leaving, None))
    lowering.exits.append(leaving)
    after = head if ask.repeatedly else leaving
    choices = [_lower_option(lowering, option, after) for option in ask.options]
    otherwise = None
    if ask.otherwise is not None:
        otherwise = lowering.at = lowering.new_block()
        lowering.scoped(ask.otherwise)
        lowering.end(Jump(leaving))
    lowering.exits.pop()
    actor = lowering.values.element(ask.actor, "decide")
    decision = Decide(number, ask, actor, tuple(choices), leaving, otherwise, _back_note(lowering, ask))
    lowering.decisions[number] = decision
    lowering.at = asking
    lowering.end(decision, leaving)
    if ask.all_or_nothing:
        lowering.effect(release(frozenset((lowering.held.pop(),))), ask.rule)
    lowering.zero(first, lowering.layout.logical)


def _back_note(lowering: Lowering, ask: b.Ask) -> int:
    """Register the entry that tells of somebody taken back to where a decision that is all or nothing began."""
    if not ask.all_or_nothing:
        return -1
    return lowering.effects.note(ask.rule, "take_back", ask.name, (ElementType("player"),), ask.span)


def _hold(number: int) -> Effect:
    """Make the effect that begins to hold; within a decision that is held already the outer one stays."""

    def hold(s: Slots, j: Journal) -> None:
        s[HOLDING] = s[HOLDING] or number

    return hold


def release(numbers: frozenset[int]) -> Effect:
    """Make the effect that lets go of the decision that is held, if it is one of these."""

    def let_go(s: Slots, j: Journal) -> None:
        if s[HOLDING] in numbers:
            s[HOLDING] = 0

    return let_go


def _nobody(s: Slots) -> int:
    return -1


def _lower_option(lowering: Lowering, option: b.BoundOption, after: int) -> Choice:
    first = lowering.layout.logical
    for parameter in option.parameters:
        lowering.layout.frame_variable(parameter.variable)
    for check in option.checks:
        if isinstance(check, b.Give):
            lowering.layout.frame_variable(check.variable)
    written = tuple(_steps(lowering, option))
    entry = lowering.at = lowering.new_block()
    types = (ElementType("player"), *(parameter.variable.type for parameter in option.parameters))
    note = lowering.effects.note(option.rule, "choose", option.name, types, option.span)
    lowering.body(option.effects)
    lowering.zero(first, lowering.layout.logical)
    lowering.end(Jump(after))
    holds = lowering.waiting.holds(option.effects)
    steps = _soonest(written)
    return Choice(option, steps, written, lowering.lister(lowering.effects, steps), entry, note, holds)


def _steps(lowering: Lowering, option: b.BoundOption) -> Iterable[Step]:
    asked: set[int] = set()
    for parameter in option.parameters:
        if parameter.where is not None:
            asked |= _keys(parameter.where.condition)
    for check in option.checks:
        asked |= _keys(check.value if isinstance(check, b.Give) else check.condition)
        if isinstance(check, b.Guard):
            for waiver in check.waivers:
                asked |= _keys(waiver.condition)
    last = option.parameters[-1] if option.parameters else None
    for parameter in option.parameters:
        interval = parameter is last and isinstance(parameter.domain, Interval) and parameter.variable.key not in asked
        slot = lowering.layout.storage[parameter.variable.key].slot
        yield ParameterStep(parameter, slot, lowering.values.items(parameter.domain), interval)
        if parameter.where is not None:
            yield _guard(lowering, parameter.where)
    for check in option.checks:
        if isinstance(check, b.Give):
            yield GiveStep(check, lowering.effects.variable_writer(check.variable, check.value))
        else:
            yield _guard(lowering, check)


def _guard(lowering: Lowering, guard: b.Guard) -> GuardStep:
    waivers = tuple(
        (lowering.values.closure(waiver.condition), lowering.effects.body(waiver.body)) for waiver in guard.waivers
    )
    return GuardStep(guard, lowering.values.closure(guard.condition), waivers)


def _keys(term: Term) -> set[int]:
    return variables_read(term)


def _soonest(written: tuple[Step, ...]) -> tuple[Step, ...]:
    """Move each check behind the last parameter or let it names; checks of one place keep their order."""
    parameters = [step for step in written if isinstance(step, ParameterStep)]
    level_of = {step.parameter.variable.key: depth for depth, step in enumerate(parameters, start=1)}
    levels: list[list[Step]] = [[]]
    levels += [[step] for step in parameters]
    for step in written:
        if isinstance(step, ParameterStep):
            continue
        level = max((level_of.get(key, 0) for key in _needed(step)), default=0)
        if isinstance(step, GiveStep):
            level_of[step.give.variable.key] = level
        levels[level].append(step)
    return tuple(step for level in levels for step in level)


def _needed(step: GiveStep | GuardStep) -> set[int]:
    if isinstance(step, GiveStep):
        return _keys(step.give.value)
    needed = _keys(step.guard.condition)
    for waiver in step.guard.waivers:
        needed |= _keys(waiver.condition)
    return needed
