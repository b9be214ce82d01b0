"""Decisions: parameters and guards become steps that list the moves, effects become blocks that take one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from reguli.ir.block_operations import Every, Hold, LetGo, Number, Set, Within
from reguli.ir.lowering.block_builder import Drafts
from reguli.ir.program import Choice, Decide, Fork, GiveStep, GuardStep, Jump, ParameterStep, Step
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import (
    Compare,
    Constant,
    Fact,
    Interval,
    Local,
    Logic,
    Negation,
    Several,
    Term,
    Variable,
)
from reguli.model.bound_tree.tree_traversal import of_option, variables_read
from reguli.model.types import PLAIN, TRUTH, ElementType

TAKEN: Final = "taken_already"
"""Why an option of 'each once' is refused that was taken."""


def lower_ask(lowering: Drafts, ask: b.Ask) -> None:
    """Lower a decision: settle, ask, take the option, and ask again or go on."""
    first, held = lowering.layout.logical, len(lowering.held)
    number = len(lowering.decisions)
    if ask.all_or_nothing:
        lowering.write(Hold(number + 1), ask.rule)
        lowering.held.append(number + 1)
    once = {option.rule: _taken(lowering) for option in ask.options if ask.each_once and not declines(ask, option)}
    inner = lowering.layout.logical
    head, leaving = lowering.on(), lowering.new_block()
    lowering.settle()
    asking = lowering.at
    lowering.decisions.append(Decide(number, ask, (), leaving, None))
    lowering.exits[ask.rule] = leaving, held + ask.all_or_nothing
    after = head if ask.repeatedly or ask.each_once else leaving
    if once:
        after = _more(lowering, [lowering.layout.storage[taken.key].slot for taken in once.values()], head, leaving)
    own = [option for option in ask.options if not option.added]
    choices = [_lower_option(lowering, option, after, once.get(option.rule)) for option in own]
    at_any_time = not (ask.secretly or ask.all_or_nothing or lowering.aside)
    if at_any_time:
        choices += lower_at_any_time(lowering, ask, head, added=False)
    choices += [_lower_option(lowering, option, head, None) for option in ask.options if option.added]
    if at_any_time:
        choices += lower_at_any_time(lowering, ask, head, added=True)
    otherwise = None
    if ask.otherwise is not None:
        otherwise = lowering.at = lowering.new_block()
        lowering.scoped(ask.otherwise)
        lowering.end(Jump(leaving))
    del lowering.exits[ask.rule]
    inside = (inner, lowering.layout.logical)
    decision = Decide(number, ask, tuple(choices), leaving, otherwise, _back_note(lowering, ask), inside)
    lowering.decisions[number] = decision
    if lowering.twins:
        lowering.twins_of[number] = lowering.twins
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


def declines(ask: b.Ask, option: b.BoundOption) -> bool:
    """Tell whether an option does nothing but leave its decision."""
    match option.effects:
        case (b.Leave(out_of=out_of),) if not option.parameters and not option.checks:
            return out_of == ask.rule
        case _:
            return False


def _taken(lowering: Drafts) -> Variable:
    """Make the variable that keeps whether an option was taken."""
    taken = Variable(TAKEN, TRUTH, lowering.new_key())
    lowering.layout.frame_variable(taken)
    return taken


def _more(lowering: Drafts, taken: list[int], head: int, leaving: int) -> int:
    """Write the block behind an option: ask again, or leave when all were taken."""
    at, block = lowering.at, lowering.new_block()
    lowering.at = block
    lowering.end(Fork(Every(tuple(Within(slot, (1,)) for slot in taken)), leaving, head))
    lowering.at = at
    return block


def _lower_option(lowering: Drafts, option: b.BoundOption, after: int, taken: Variable | None) -> Choice:
    first = lowering.layout.logical
    for parameter in option.parameters:
        lowering.layout.frame_variable(parameter.variable)
    for check in option.checks:
        if isinstance(check, b.Give):
            lowering.layout.frame_variable(check.variable)
    written = tuple(_steps(lowering, option))
    entry = lowering.at = lowering.new_block()
    if taken is not None:
        fresh = Negation(TRUTH, Local(TRUTH, taken, span=option.span), span=option.span)
        rule, reason = f"{option.rule}/{TAKEN}", b.BoundReason(TAKEN, ())
        written = (GuardStep(b.Guard(option.span, rule, fresh, reason, "each once", (), option.cites)), *written)
        lowering.write(Set(lowering.layout.storage[taken.key].slot, Number(1)), option.rule)
    types = (ElementType("player"), *(parameter.variable.type for parameter in option.parameters))
    note = lowering.notes.add(option.rule, "choose", option.name, types, option.span)
    lowering.body(option.effects)
    lowering.zero(first, lowering.layout.logical)
    lowering.end(Jump(after))
    holds = lowering.waiting.holds(option.effects)
    steps = _soonest(written)
    return Choice(option, steps, tuple(map(steps.index, written)), entry, note, holds)


def lower_at_any_time(lowering: Drafts, ask: b.Ask, head: int, *, added: bool) -> Iterator[Choice]:
    """Lower the options that are offered at a decision of the player at turn, whatever it is: then it is asked again.

    Those that are added to a group from elsewhere come after all others, so what adds them changes the number of none.
    """
    for group in lowering.ruleset.at_any_time:
        if not any(one.added == added for asked in group.body if isinstance(asked, b.Ask) for one in asked.options):
            continue
        own, _ = lowering.copy(group)
        (asked,), (player,) = own.body, own.parameters
        assert isinstance(asked, b.Ask)
        lowering.layout.frame_variable(player)
        for option in asked.options:
            if option.added == added:
                done = lowering.new_block()
                lowering.exits[asked.rule] = done, len(lowering.held)
                yield _lower_offered(lowering, ask, option, player, (done, head))
                del lowering.exits[asked.rule]


def _lower_offered(
    lowering: Drafts, ask: b.Ask, option: b.BoundOption, player: Variable, after: tuple[int, int]
) -> Choice:
    """Lower an option at any time: the block behind what it does, which its own end leads to, and where it is gone on then."""
    done, head = after
    assert lowering.busy is not None
    busy, span = lowering.busy, option.span
    place = lowering.layout.storage[busy.key].slot
    first = lowering.layout.logical
    for variable in of_option(option):
        lowering.layout.frame_variable(variable)
    whose = Compare(TRUTH, "=", Fact(player.type, "at_turn", span=span), ask.actor, span=span)
    held = Compare(TRUTH, "=", Fact(PLAIN, "holding", span=span), Constant(PLAIN, 0, "0", span=span), span=span)
    free = Logic(TRUTH, "and", Negation(TRUTH, Local(TRUTH, busy, span=span), span=span), held, span=span)
    given = b.Give(span, f"{option.rule}/{player.name}", player, ask.actor)
    written = (
        _built_in(option, whose, "turn_of_another"),
        _built_in(option, free, "not_in_between"),
        GiveStep(given, lowering.layout.storage[player.key]),
        *_steps(lowering, option),
    )
    entry = lowering.at = lowering.new_block()
    types = (ElementType("player"), *(parameter.variable.type for parameter in option.parameters))
    note = lowering.notes.add(option.rule, "choose", option.name, types, span)
    lowering.write(Set(place, Number(1)), option.rule)
    lowering.aside = True
    lowering.body(option.effects)
    lowering.aside = False
    lowering.end(Jump(done), done)
    lowering.zero(first, lowering.layout.logical)
    lowering.write(Set(place, Number(0)), option.rule)
    lowering.end(Jump(head))
    return Choice(option, written, tuple(range(len(written))), entry, note, lowering.waiting.holds(option.effects))


def _built_in(option: b.BoundOption, condition: Term, reason: str) -> GuardStep:
    guard = b.Guard(
        option.span, f"{option.rule}/{reason}", condition, b.BoundReason(reason, ()), "during turn of", (), option.cites
    )
    return GuardStep(guard)


def _steps(lowering: Drafts, option: b.BoundOption) -> Iterable[Step]:
    wheres = (parameter.where for parameter in option.parameters if parameter.where is not None)
    asked = {key for check in (*wheres, *option.checks) for key in _needed(check)}
    last = option.parameters[-1] if option.parameters else None
    for parameter in option.parameters:
        interval = (
            parameter is last
            and isinstance(parameter.domain, Interval | Several)
            and parameter.variable.key not in asked
        )
        storage = lowering.layout.storage[parameter.variable.key]
        yield ParameterStep(parameter, storage.slot, interval, storage.capacity)
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
