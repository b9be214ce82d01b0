"""Lowering of turns, loops, chance nodes and decisions to basic blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from reguli.ir import program as st
from reguli.ir.lowering.block_builder import Drafts, Through, Turning, immediate_procedures
from reguli.ir.lowering.round_exits import lower_deferred_round_end, lower_round_exit
from reguli.ir.program import (
    Chance,
    Choice,
    Decide,
    Every,
    Fork,
    GiveStep,
    GuardStep,
    Hold,
    Jump,
    LetGo,
    Number,
    ParameterStep,
    Set,
    Step,
    Switch,
    Within,
    ZoneValue,
)
from reguli.ir.state_layout import FACTS, NONE, SUBSETS_LIMIT, zone_kind
from reguli.model.analysis.totality import transitive_closure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_statements import Rule
from reguli.model.bound_tree.bound_terms import (
    Builtin,
    Compare,
    Constant,
    Fact,
    Interval,
    Local,
    Logic,
    Negation,
    Part,
    Several,
    Term,
    Tracked,
    Variable,
    Variety,
)
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_statements,
    nested_statements,
    option_variables,
    variables_read,
)
from reguli.model.types import PLAIN, TRUTH, CollectionType, ElementType, GroupsType, ZoneType

# -- Turns: whose turn it is, what is done when one begins and ends, and how one is left from anywhere ---------------


AT_TURN: Final = FACTS.index("at_turn")
SETTLING, HOLDING = FACTS.index("settling"), FACTS.index("holding")
TURN: Final = "turn"


def lower_turn(lowering: Drafts, statement: b.Turn) -> None:
    """Lower a turn: reset turn-lived values, run its start moment, body, deferred work and end moment."""
    exit_block = lowering.new_block()
    lowering.renew(TURN)
    lowering.write(st.Set(AT_TURN, st.Ask(statement.actor, TURN)), statement.rule)
    outs = _left_through(statement)
    through = Through(statement.rule, lowering.layout.take(1), outs) if outs else None
    first = lowering.layout.logical
    which = lowering.layout.take(1) if may_exit_turn(lowering) or lowering.round_end else None
    _under_way(lowering, which, 1)
    lowering.moment("start", TURN)
    lowering.exits[statement.rule] = exit_block, len(lowering.held)
    lowering.through = through
    lowering.body(statement.body)
    lowering.through = None
    del lowering.exits[statement.rule]
    own = first, lowering.layout.logical
    lowering.turns.append(Turning(exit_block, own, statement.body))
    lowering.end(Jump(exit_block), exit_block)
    lowering.zero(*own)
    # What is still to be done may end the turn too: then the rest of it is done.
    _under_way(lowering, which, 1)
    lowering.settle()
    _under_way(lowering, which, 0)
    lowering.moment("end", TURN)
    lowering.write(st.Set(AT_TURN, st.Number(NONE)), statement.rule)
    if lowering.round_end is not None:
        lower_round_exit(lowering, lowering.round_end.over)
    for number, out in enumerate(outs, start=1):
        assert through is not None
        on = lowering.fork(st.Within(through.slot, (number,)))
        lowering.write(st.Set(through.slot, st.Number(0)), statement.rule)
        lower_exit(lowering, out, statement.rule)
        lowering.at = on


def _left_through(turn: b.Turn) -> tuple[Rule, ...]:
    """Return the enclosing constructs that a turn's body leaves."""
    inside = list(nested_statements(turn.body))
    own = {turn.rule, *(one.rule for one in inside if isinstance(one, b.Ask | b.Around))}
    left = [one.out_of for one in inside if isinstance(one, b.Leave)]
    return tuple(dict.fromkeys(out for out in left if out and out not in own))


def lower_exit(lowering: Drafts, out_of: Rule, rule: Rule) -> None:
    """Lower an exit from an enclosing construct; from within a turn, it happens when the turn has ended."""
    through = lowering.through
    if through is not None and out_of in through.outs:
        lowering.write(st.Set(through.slot, st.Number(1 + through.outs.index(out_of))), rule)
        out_of = through.turn
    leave, still_held = lowering.exits.get(out_of, (lowering.leave, 0))
    if len(lowering.held) > still_held:
        lowering.write(st.LetGo(tuple(lowering.held[still_held:])), rule)
    lowering.end(Jump(leave), lowering.new_block())


def _under_way(lowering: Drafts, which: int | None, value: int) -> None:
    """Record whether a turn is in progress, if it can be left early."""
    if which is not None:
        lowering.write(st.Set(which, st.Number(value)), TURN)


def may_exit_turn(lowering: Drafts) -> bool:
    """Return whether some rule ends the current turn."""
    return any(
        isinstance(one, b.Leave) and one.what == "turn" and not one.out_of for one in all_statements(lowering.ruleset)
    )


def lower_end_of_turn(lowering: Drafts, statement: b.Leave) -> None:
    """Lower the end of the current turn: at once, or after the running deferred work."""
    leaving, late, now = _leaving(lowering), lowering.new_block(), lowering.new_block()
    lowering.end(Fork(st.Within(SETTLING, (1,)), late, now), late)
    assert lowering.ending is not None
    lowering.write(st.Set(lowering.ending, st.Number(1)), statement.rule)
    lowering.end(Jump(lowering.leave), now)
    lowering.end(Jump(leaving), lowering.new_block())


def lower_deferred_check(lowering: Drafts) -> None:
    """Lower the check before each deferred item: if the previous one ended the turn, leave it."""
    leaving = _leaving(lowering) if may_exit_turn(lowering) else None
    lower_deferred_round_end(lowering)
    if leaving is None:
        return
    assert lowering.ending is not None
    on = lowering.fork(st.Within(lowering.ending, (1,)))
    for slot in (lowering.ending, SETTLING):
        lowering.write(st.Set(slot, st.Number(0)), "settle")
    lowering.end(Jump(leaving), on)


def _leaving(lowering: Drafts) -> int:
    """Return the block that leaves the current turn."""
    if lowering.turn_over is None:
        lowering.turn_over, lowering.ending = lowering.new_block(), lowering.layout.take(1)
        lowering.layout.late.append(lowering.ending)
    return lowering.turn_over


def lower_turn_exits(lowering: Drafts) -> None:
    """Lower the exit from the current turn: its running procedures are discarded; outside of turns it does nothing."""
    if lowering.turn_over is None:
        return
    runs = {one.id: immediate_procedures(lowering.ruleset, one.body) for one in all_procedures(lowering.ruleset)}
    lowering.at = lowering.turn_over
    for turn in lowering.turns:
        on = lowering.fork(st.Within(turn.own[0], (1,)))
        inside = transitive_closure(immediate_procedures(lowering.ruleset, turn.body), runs)
        for frame in lowering.frames.values():
            if frame.procedure.id in inside or frame.late or frame.aside or frame is lowering.settle_frame:
                for first, last in frame.ranges:
                    lowering.zero(first, last)
        lowering.write(st.Set(HOLDING, st.Number(0)), TURN)
        if lowering.busy is not None:
            lowering.write(st.Set(lowering.layout.storage[lowering.busy.key].slot, st.Number(0)), TURN)
        lowering.end(Jump(turn.exit), on)
    lowering.end(Switch(st.Number(0), (), lowering.halt))


# -- Loops whose bodies wait for somebody ----------------------------------------------------------------------------


def lower_for_each(lowering: Drafts, statement: b.Each) -> None:
    """Lower a loop over a domain: its order is fixed at entry, ``where`` is tested live."""
    if isinstance(statement.domain.type, GroupsType) and statement.domain.type.parted:
        _lower_parts(lowering, statement)
        return
    if isinstance(statement.domain, Builtin) and isinstance(statement.domain.type, GroupsType):
        _lower_groups(lowering, statement, statement.domain.arguments[0])
        return
    first = lowering.layout.logical
    order = lowering.layout.frame_variable(_list_variable(lowering, statement.domain))
    index = lowering.layout.take(1)
    slot = lowering.layout.frame_variable(statement.variable).slot
    lowering.write(st.Store(order, statement.domain), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    _go_through(lowering, statement, st.Below(st.Slot(index), st.Slot(order.slot)), st.Pick(slot, order, index), first)


def _lower_groups(lowering: Drafts, statement: b.Each, whole: Term) -> None:
    """Lower a loop over the subsets of a set: the position keeps the set and the current subset's number."""
    first = lowering.layout.logical
    base = lowering.layout.frame_variable(_list_variable(lowering, whole))
    index = lowering.layout.take(1)
    group = lowering.layout.frame_variable(statement.variable)
    lowering.write(st.Store(base, whole, SUBSETS_LIMIT), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    _go_through(
        lowering, statement, st.Below(st.Slot(index), st.Power(base.slot)), st.PickGroup(group, base, index), first
    )


def _lower_parts(lowering: Drafts, statement: b.Each) -> None:
    """Lower a loop over disjoint groups: the position keeps all of them and the current group's number."""
    first, domain, span = lowering.layout.logical, statement.domain, statement.span
    whole, number = _list_variable(lowering, domain), Variable("", PLAIN, lowering.new_key())
    lowering.layout.frame_variable(whole)
    at = lowering.layout.frame_variable(number).slot
    lowering.layout.frame_variable(statement.variable)
    groups, which = Local(whole.type, whole, span=span), Local(PLAIN, number, span=span)
    group = Part(statement.variable.type, groups, which, span=span)
    more = Compare(TRUTH, "<", which, Builtin(PLAIN, "count", (groups,), span=span), span=span)
    lowering.write(st.Do(b.Give(span, statement.rule, whole, domain)), statement.rule)
    lowering.write(st.Set(at, st.Number(0)), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Ask(more))
    lowering.write(st.Add(at, 1), statement.rule)
    lowering.write(st.Do(b.Give(span, statement.rule, statement.variable, group)), statement.rule)
    if statement.where is not None:
        inside = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.where), inside, head), inside)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _go_through(lowering: Drafts, statement: b.Each, more: st.Test, pick: st.Statement, first: int) -> None:
    """Lower the loop itself; slots laid out from ``first`` on are zeroed after it."""
    head, done = lowering.on(), lowering.fork(more)
    lowering.write(pick, statement.rule)
    if statement.where is not None:
        inside = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.where), inside, head), inside)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def lower_while_loop(lowering: Drafts, statement: b.Loop) -> None:
    """Lower a loop that runs while a condition holds."""
    head, done = lowering.on(), lowering.fork(st.Ask(statement.condition))
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_counted_loop(lowering: Drafts, statement: b.Times) -> None:
    """Lower a loop with an iteration count computed at entry."""
    left, count = lowering.layout.take(1), statement.count
    at_least_none = Builtin(PLAIN, "max", (Constant(PLAIN, 0, span=count.span), count), span=count.span)
    lowering.write(st.Set(left, st.Ask(at_least_none)), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Below(st.Number(0), st.Slot(left)))
    lowering.write(st.Add(left, -1), statement.rule)
    lowering.scoped(statement.body)
    lowering.end(Jump(head), done)


def lower_ring_loop(lowering: Drafts, statement: b.Around) -> None:
    """Lower a loop round a ring: filters are live, a full circle without a match ends it."""
    first = lowering.layout.logical
    ring = lowering.layout.frame_variable(_list_variable(lowering, statement.ring))
    index = lowering.layout.take(1)
    slot = lowering.layout.frame_variable(statement.variable).slot
    lowering.write(st.Store(ring, statement.ring), statement.rule)
    lowering.write(st.Set(index, st.Number(0)), statement.rule)
    advance = st.Advance(slot, index, ring, statement.where)
    head, body, done = lowering.on(), lowering.new_block(), lowering.new_block()
    if statement.until is not None:
        going = lowering.new_block()
        lowering.end(Fork(st.Ask(statement.until), done, going), going)
    lowering.end(Fork(advance, body, done), body)
    lowering.exits[statement.rule] = done, len(lowering.held)
    lowering.scoped(statement.body)
    del lowering.exits[statement.rule]
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _list_variable(lowering: Drafts, domain: Term) -> Variable:
    return Variable("", domain.type, lowering.new_key())


# -- decision lowering -----------------------------------------------------------------------------------------------
# Decisions: parameters and guards become steps that list the moves, effects become blocks that take one.


TAKEN: Final = "taken_already"
"""Why an option of 'each once' is refused that was taken."""


def lower_decision(lowering: Drafts, ask: b.Ask) -> None:
    """Lower a decision: settle, ask, take the option, and repeat or continue."""
    first, held = lowering.layout.logical, len(lowering.held)
    number = len(lowering.decisions)
    if ask.all_or_nothing:
        lowering.write(Hold(number + 1), ask.rule)
        lowering.held.append(number + 1)
    once = {
        option.rule: _taken(lowering) for option in ask.options if ask.each_once and not is_pass_option(ask, option)
    }
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
        choices += lower_anytime_options(lowering, ask, head, added=False)
    choices += [_lower_option(lowering, option, head, None) for option in ask.options if option.added]
    if at_any_time:
        choices += lower_anytime_options(lowering, ask, head, added=True)
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
    """Register the journal note for returning a player to the start of an all-or-nothing decision."""
    if not ask.all_or_nothing:
        return -1
    return lowering.notes.add(ask.rule, "take_back", ask.name, (ElementType("player"),), ask.span)


def is_pass_option(ask: b.Ask, option: b.BoundOption) -> bool:
    """Return whether an option only leaves its decision."""
    match option.effects:
        case (b.Leave(out_of=out_of),) if not option.parameters and not option.checks:
            return out_of == ask.rule
        case _:
            return False


def _taken(lowering: Drafts) -> Variable:
    """Make the variable that records if an option was taken."""
    taken = Variable(TAKEN, TRUTH, lowering.new_key())
    lowering.layout.frame_variable(taken)
    return taken


def _more(lowering: Drafts, taken: list[int], head: int, leaving: int) -> int:
    """Lower the block after an option: ask again, or leave when all were taken."""
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


def lower_anytime_options(lowering: Drafts, ask: b.Ask, head: int, *, added: bool) -> Iterator[Choice]:
    """Lower the options offered at every decision of the player at turn; the decision is then asked again.

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
    """Lower an any-time option; ``after`` holds the block after its effects and the block to continue with."""
    done, head = after
    assert lowering.busy is not None
    busy, span = lowering.busy, option.span
    place = lowering.layout.storage[busy.key].slot
    first = lowering.layout.logical
    for variable in option_variables(option):
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
    """Move each check behind the last parameter or let it reads; checks of one place keep order."""
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
    """Return the variables read by a let or guard and its waivers."""
    if isinstance(check, b.Give):
        return variables_read(check.value)
    terms = (check.condition, *(waiver.condition for waiver in check.waivers))
    return {key for term in terms for key in variables_read(term)}


# -- Lots and draws: the points where chance decides -----------------------------------------------------------------


def lower_random_choice(lowering: Drafts, statement: b.Cast) -> None:
    """Lower a lot: a random element, number or group of a domain."""
    place, of = lowering.layout.frame_variable(statement.variable), statement.variable.type
    note = lowering.notes.add(statement.rule, "lot", statement.variable.name, (of,), statement.span)
    then = lowering.new_block()
    site = lowering.site(statement)
    chance = Chance(
        site=site,
        rule=statement.rule,
        source=statement.domain,
        form="lot",
        counter=lowering.layout.counter(site),
        slot=place.slot,
        capacity=place.capacity,
        kind=of.kind if isinstance(of, ElementType | CollectionType) else None,
        note=note,
        next=then,
        weighing=None if statement.member is None or statement.weight is None else (statement.member, statement.weight),
    )
    lowering.end(chance, then)


def lower_stack_draw(lowering: Drafts, statement: b.TakeTop) -> None:
    """Lower a draw of one card or token, or of several in sequence."""
    if statement.amount is None:
        _lower_draw(lowering, statement)
        return
    first, left = lowering.layout.logical, lowering.layout.take(1)
    source, there = statement.source, statement.there
    assert isinstance(source, Tracked)
    assert there is not None
    amount = statement.amount
    if statement.up_to:
        amount = Builtin(amount.type, "min", (amount, there), span=amount.span)
    lowering.write(st.Set(left, st.Ask(amount)), statement.rule)
    if not statement.up_to:
        lowering.write(st.Enough(left, there, source.field), statement.rule)
    head, done = lowering.on(), lowering.fork(st.Below(st.Number(0), st.Slot(left)))
    lowering.write(st.Add(left, -1), statement.rule)
    _lower_draw(lowering, statement)
    lowering.end(Jump(head), done)
    lowering.zero(first, lowering.layout.logical)


def _lower_draw(lowering: Drafts, statement: b.TakeTop) -> None:
    """Lower a single draw (the top card, random if the stack was shuffled, or a token) and its consequences."""
    source, found = statement.source, statement.variable.type
    assert isinstance(source, Tracked)
    assert isinstance(found, ElementType)
    is_token = isinstance(source.type, ZoneType) and source.type.counted
    slot = lowering.layout.frame_variable(statement.variable).slot
    field = lowering.layout.fields[source.field]
    counters = [lowering.layout.counter(f"{field.name}.{i}") for i in range(field.places)]
    then = lowering.new_block()
    chance = Chance(
        site=field.name,
        rule=statement.rule,
        source=source,
        form="tokens" if is_token else "stack",
        counter=counters[0],
        slot=slot,
        capacity=0,
        kind=found.kind,
        note=-1,
        next=then,
    )
    lowering.end(chance, then)
    if is_token:
        _lower_token(lowering, statement, source, slot)
        return
    if statement.target is not None:
        types = (found, ZoneValue(), ZoneValue())
        note = lowering.notes.add(statement.rule, "draw", found.kind, types, statement.span)
        lowering.write(st.Deal(slot, source, statement.target, statement.top, note), statement.rule)
    lowering.on()
    for card, lower_case in lowering.after_draw.get(field.name, ()):
        on = lowering.fork(st.Within(slot, (card,)))
        lower_case()
        lowering.end(Jump(on), on)


def _lower_token(lowering: Drafts, statement: b.TakeTop, source: Tracked, slot: int) -> None:
    """Lower the move of a drawn token from one zone to the other; without a token, nothing moves."""
    if statement.target is None:
        return
    kind = ZoneType(zone_kind(source), True)
    which = Local(statement.variable.type, statement.variable, span=statement.span)
    one = Constant(PLAIN, 1, span=statement.span)
    ends = [Variety(kind, zone, which, span=zone.span) for zone in (source, statement.target)]
    moved = b.Transfer(statement.span, statement.rule, one, False, *ends)
    on = lowering.fork(st.Below(st.Number(NONE), st.Slot(slot)))
    lowering.notes.statement(moved)
    lowering.write(st.Do(moved), statement.rule)
    lowering.end(Jump(on), on)
