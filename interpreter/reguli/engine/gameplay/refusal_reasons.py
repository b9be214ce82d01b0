"""Refusal reasons of a move: every failed guard, with the responsible values and the shortage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from reguli.engine.fault_diagnostics import rule_location
from reguli.engine.gameplay.condition_diagnosis import ConditionEvaluator, evaluate_condition
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import (
    ClosestExitMove,
    GamePlaythrough,
    IllegalMove,
    Refusal,
    ValueModifier,
    no_decision_error,
)
from reguli.engine.gameplay.program_execution import TransactionSearch
from reguli.engine.notation import (
    Plain,
    find_matching_choice,
    format_plain_value,
    move_json,
    move_text,
    validate_move,
    value_as_json,
)
from reguli.engine.state_snapshots import copy_state
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import Sets, read_argument, store_argument
from reguli.ir.interpreter.statement_interpreter import failed_guards
from reguli.ir.program import Choice, Decide, GuardStep, ParameterStep, Program, Slots, leaves_transaction
from reguli.ir.program_interface import MadeStep
from reguli.ir.runtime_faults import RulesFault
from reguli.language.syntax_tree.expressions import Name
from reguli.language.syntax_tree.top_level_items import Adjust
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import BoundOption, Give
from reguli.model.bound_tree.tree_traversal import all_terms, inline_lets
from reguli.model.resolved_ruleset import without_copy_depth
from reguli.model.types import ElementType
from reguli.source.diagnostic import Diagnostic, make_finding
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- value modifiers -------------------------------------------------------------------------------------------------
# What changed a value: the standing changes in force of the defines that a term asks for, each with its piece and its owner.


DEEPEST: Final = 8
"""How many defines within one another are looked through."""
MOST: Final = 20
"""How many changes are told."""
THIS: Final = "this"
OWNER: Final = "owner"


def value_modifiers(conditions: ConditionEvaluator, terms: Iterable[t.Term]) -> tuple[ValueModifier, ...]:
    """Return the active modifiers of the values that terms use, in rule order, each once. If the rules fail, those found so far."""
    found: dict[ValueModifier, None] = {}
    try:
        for term in terms:
            found.update(dict.fromkeys(_within(conditions, term, 0)))
    except RulesFault:
        pass
    return tuple(found)[:MOST]


def _within(conditions: ConditionEvaluator, term: t.Term, depth: int) -> Iterator[ValueModifier]:
    # What a quantifier goes through has no value here.
    bound = {one.variable.key for one in all_terms(term) if isinstance(one, t.Exists | t.Fold | t.Filter)}
    for one in all_terms(term):
        if not isinstance(one, t.Apply) or depth >= DEEPEST:
            continue
        define = conditions.program.ruleset.defines[one.define]
        names = (inner for argument in one.arguments for inner in all_terms(argument) if isinstance(inner, t.Local))
        if any(name.variable.key in bound for name in names):
            continue
        given = {variable.key: value for variable, value in zip(define.parameters, one.arguments, strict=True)}
        for adjust, condition, amount in define.adjusts:
            yield from _of_adjust(conditions, one, adjust, inline_lets((condition, amount), given))
        yield from _within(conditions, inline_lets(define.value, given), depth + 1)


def _of_adjust(
    conditions: ConditionEvaluator, applied: t.Apply, adjust: Adjust, parts: tuple[t.Term, t.Term]
) -> Iterator[ValueModifier]:
    condition, amount = parts
    held: dict[str, t.Term] = {}
    for pattern, given in zip(adjust.arguments, applied.arguments, strict=True):
        if isinstance(pattern, Name) and pattern.id == OWNER:
            held[OWNER] = given
    for names in _holding(conditions, condition, held):
        one = amount
        while isinstance(one, t.Fold):
            one = inline_lets(one.value, {one.variable.key: names[one.variable.name]})
        piece, owner = (_said(conditions, names.get(name)) for name in (THIS, OWNER))
        if piece is None and "/" in adjust.name:
            piece = adjust.name.split("/")[1]
        yield ValueModifier(f"adjust.{adjust.name}", conditions.number(one), piece, owner)


def _holding(
    conditions: ConditionEvaluator, condition: t.Term, names: Mapping[str, t.Term]
) -> Iterator[Mapping[str, t.Term]]:
    """Yield the bindings of an active rule's names, once for each match."""
    if not isinstance(condition, t.Exists):
        if conditions.number(condition):
            yield names
        return
    kind = condition.variable.type
    elements = evaluate_condition(conditions.program, condition.domain, conditions.slots)
    if not isinstance(kind, ElementType) or not isinstance(elements, Iterable):
        return
    for element in elements:
        chosen = t.Constant(kind, element, conditions.program.ruleset.kinds[kind.kind].elements[element])
        inner = t.Constant(condition.type, 1, "true") if condition.where is None else condition.where
        yield from _holding(
            conditions,
            inline_lets(inner, {condition.variable.key: chosen}),
            {**names, condition.variable.name: chosen},
        )


def _said(conditions: ConditionEvaluator, term: t.Term | None) -> str | None:
    if term is None:
        return None
    value = evaluate_condition(conditions.program, term, conditions.slots)
    return str(value_as_json(conditions.program, term.type, value, conditions.names, ids=conditions.ids))


# -- refusal reasons -------------------------------------------------------------------------------------------------


# -- nearest miss ----------------------------------------------------------------------------------------------------
# What was lacking: of all ends that a move might have led to and does not, the one that lacks least.
#
# A move into what is all or nothing is refused when no way on from it leads out. That alone helps nobody, so the ways are gone once more
# and watched: at each position the options that leave what is held are asked, with whatever arguments they may have, and where nothing can be
# done, all options are. Nearest is an option that leaves before one that does not; then that of which the fewest conditions fail, and among
# those the one whose first failing condition lacks least; the first that was met, where several lack the same.


ASKED: Final = 64
"""Moves asked of each option at a position."""
FAR: Final = 1 << 60
"""What a condition lacks that no number measures."""


@frozen_class
class FailedExitMove(FrozenValue):
    """A move that would have led out or on: its option, the first failing condition, and the position with its arguments."""

    decision: Decide
    choice: Choice
    move: Move
    step: GuardStep
    slots: Slots


def closest_exit_move(playthrough: GamePlaythrough, move: Move) -> FailedExitMove | None:
    """Return the end with the smallest shortage that a move might have led to; None if no condition is to blame, or another player decides there."""
    assert playthrough.decision is not None
    watch = _Watch(playthrough.program, playthrough.actor)
    ways = TransactionSearch(playthrough.program, playthrough.chance, hold=not playthrough.partial, watch=watch.look)
    list(ways.judge(playthrough.decision, playthrough.slots, [move]))
    return watch.nearest


class _Watch:
    """An observer of a search's positions."""

    def __init__(self, program: Playable, actor: int) -> None:
        self._program = program
        self._actor = actor
        self._lacks = (True, FAR, FAR)
        self.nearest: FailedExitMove | None = None

    def look(self, decision: Decide, slots: Slots, stuck: bool) -> None:
        """Check the leaving options of a position, or all options at a dead end."""
        if self._program.actors[decision.number](slots) != self._actor:
            return
        for choice in decision.choices:
            if not (stuck or leaves_transaction(choice)):
                continue
            s = copy_state(slots)
            try:
                for arguments in islice(_arguments(self._program.choices[choice.entry].written, s), ASKED):
                    self._ask(decision, choice, s, arguments)
            except RulesFault:
                continue

    def _ask(self, decision: Decide, choice: Choice, s: Slots, arguments: tuple[int, ...]) -> None:
        written = self._program.choices[choice.entry].written
        steps = [step for step, _ in failed_guards(written, s, arguments)]
        first = next(iter(steps), None)
        if not isinstance(first, GuardStep):
            return
        missing = ConditionEvaluator(self._program, s).failure(first.guard.condition).missing
        lacks = not leaves_transaction(choice), len(steps), FAR if missing is None else missing
        if lacks < self._lacks:
            self._lacks = lacks
            self.nearest = FailedExitMove(decision, choice, Move(choice.option.name, arguments), first, copy_state(s))


def _arguments(
    steps: Sequence[MadeStep], s: Slots, given: tuple[int, ...] = (), at: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield all offered arguments, regardless of guards; ``s`` holds them meanwhile."""
    for number in range(at, len(steps)):
        step = steps[number].step
        if isinstance(step, ParameterStep):
            for value in steps[number].run(s):
                store_argument(s, step, value)
                yield from _arguments(steps, s, (*given, value), number + 1)
            return
        if not isinstance(step, GuardStep):
            steps[number].run(s)
    yield given


# -- refusal reasons -------------------------------------------------------------------------------------------------


def refusal_reasons(playthrough: GamePlaythrough, move: Move) -> tuple[Refusal, ...]:
    """Return every reason against a move in the present decision; none when it is legal."""
    decision = playthrough.decision
    assert decision is not None
    choice = find_matching_choice(decision, move.option, move.arguments)
    refusals = _refusals(playthrough, choice, move.arguments)
    if not refusals and not playthrough.allows(move):
        name = _in_vain(playthrough, move)
        nearest = None if name == "tried_in_vain" else _nearest(playthrough, move)
        at = str(choice.option.span)
        refusals.append(Refusal(without_copy_depth(choice.option.rule), name, "", span=at, nearest=nearest))
    return tuple(refusals)


def refusal_reason_names(playthrough: GamePlaythrough, move: Move) -> tuple[str, ...]:
    """Return the names of the reasons against a move, without the slow computation of shortages and remedies."""
    decision = playthrough.decision
    assert decision is not None
    choice, found = find_matching_choice(decision, move.option, move.arguments), list[str]()
    try:
        for step, _, _ in _failed(playthrough, choice, move.arguments):
            found.append(step.guard.reason.name if isinstance(step, GuardStep) else "not_offered")
    except RulesFault:
        if not found:
            raise
    if not found and not playthrough.allows(move):
        found.append(_in_vain(playthrough, move))
    return tuple(found)


def _in_vain(playthrough: GamePlaythrough, move: Move) -> str:
    return "tried_in_vain" if playthrough.was_in_vain(move) else "cannot_be_finished"


def _nearest(playthrough: GamePlaythrough, move: Move) -> ClosestExitMove | None:
    """Return the nearest missed end, and the reason."""
    end, program, names = closest_exit_move(playthrough, move), playthrough.program, playthrough.names
    if end is None:
        return None
    given = move_json(program, end.decision, end.move)["arguments"]
    assert isinstance(given, dict)
    refusal = _guard(ConditionEvaluator(program, end.slots, names), end.choice, end.step)
    typed = move_text(program, end.decision, end.move, names)
    return ClosestExitMove(typed, without_copy_depth(end.choice.option.rule), given, refusal)


def make_illegal_move_error(playthrough: GamePlaythrough, move: Move) -> IllegalMove:
    """Return the error for a move that is not allowed now. Raises ``Unreadable`` for an invalid move."""
    decision, program = playthrough.decision, playthrough.program
    if decision is None:
        return no_decision_error(move.option)
    validate_move(program, decision, move, playthrough.names)
    typed, refusals = move_text(program, decision, move, playthrough.names), refusal_reasons(playthrough, move)
    option = find_matching_choice(decision, move.option, move.arguments).option
    return IllegalMove(typed, refusals, [_told(program, option, typed, refusal) for refusal in refusals])


def _told(program: Program, option: BoundOption, move: str, refusal: Refusal) -> Diagnostic:
    """Return a reason as a finding at its rule; its expectation is the condition with the responsible values."""
    said = refusal.arguments
    expected: Value = refusal.text
    place = rule_location(program, refusal.rule)
    match refusal.name:
        case "not_offered":
            name, said = refusal.values[0][0], (refusal.values[0][1],)
            place = next((one.span for one in option.parameters if one.variable.name == name), place)
            low_to_high = len(refusal.admissible) == 2 and isinstance(refusal.admissible[0], int)
            known = (".." if low_to_high else ", ").join(map(format_plain_value, refusal.admissible))
            expected = f"{name} in {refusal.text}: {known}"
        case "cannot_be_finished" if refusal.nearest is not None:
            nearest = refusal.nearest
            expected = Said("sort.way_to_an_end", move=nearest.move, condition=_condition(nearest.refusal))
        case "tried_in_vain" | "cannot_be_finished":
            expected = Said("sort.way_to_the_end")
        case _:
            expected = _condition(refusal)
    reason = refusal.name + (f"({', '.join(map(format_plain_value, said))})" if said else "")
    return make_finding("E601", place, move=move, reason=reason, expected=expected)


def _condition(refusal: Refusal) -> Value:
    """Return the failing condition, with its values or the shortage."""
    if refusal.lacking:
        lacking = ", ".join(f"{amount} {variety}" for variety, amount in refusal.lacking)
        return Said("sort.condition_lacking", text=refusal.text, lacking=lacking)
    values = "; ".join(f"{name}: {format_plain_value(value)}" for name, value in refusal.values)
    return f"{refusal.text} ({values})" if values else refusal.text


def _refusals(playthrough: GamePlaythrough, choice: Choice, arguments: Sequence[int]) -> list[Refusal]:
    """Return a refusal for each failing step."""
    program, found = playthrough.program, list[Refusal]()
    try:
        for step, domain, s in _failed(playthrough, choice, arguments):
            if isinstance(step, GuardStep):
                found.append(_guard(ConditionEvaluator(program, s, playthrough.names), choice, step))
            else:
                found.append(_outside(playthrough, choice, step, domain, read_argument(s, step)))
    except RulesFault:
        if not found:
            raise
    return found


def _failed(
    playthrough: GamePlaythrough, choice: Choice, arguments: Sequence[int]
) -> Iterator[tuple[ParameterStep | GuardStep, Sequence[int], Slots]]:
    """Yield an option's failing steps in written order, as long as continuing makes sense.

    Where the list of moves depends on what others may not see, guards are not asked about arguments that are refused: of these
    they might say what the player may not know either.
    """
    program, s = playthrough.program, copy_state(playthrough.slots)
    assert playthrough.decision is not None
    veiled, own = playthrough.decision.ask.rule in program.ruleset.veiled, choice.option.checks
    unfit = False
    for step, domain in failed_guards(program.choices[choice.entry].written, s, arguments):
        if unfit and isinstance(step, GuardStep) and step.guard in own:
            break
        unfit |= veiled and not (isinstance(step, GuardStep) and step.guard in own)
        yield step, domain, s


def _outside(
    playthrough: GamePlaythrough, choice: Choice, step: ParameterStep, domain: Sequence[int], value: int
) -> Refusal:
    kind, program, names = step.parameter.variable.type, playthrough.program, playthrough.names
    if isinstance(domain, range):
        admissible: list[Plain] = [domain[0], domain[-1]] if domain else []
    elif isinstance(domain, Sets):
        admissible = _plain_list(value_as_json(program, kind, domain.elements, names))
    else:
        admissible = [value_as_json(program, kind, item, names) for item in domain]
    name = step.parameter.variable.name
    return Refusal(
        f"{without_copy_depth(choice.option.rule)}/{name}",
        "not_offered",
        step.parameter.text,
        ((name, value_as_json(program, kind, value, names)),),
        admissible=tuple(admissible),
        span=str(step.parameter.span),
        cites=choice.option.cites,
    )


def _plain_list(plain: Plain) -> list[Plain]:
    return plain if isinstance(plain, list) else [plain]


def _guard(conditions: ConditionEvaluator, choice: Choice, step: GuardStep) -> Refusal:
    guard, failure = step.guard, conditions.failure(step.guard.condition)
    lets = {check.variable.key: check.value for check in choice.option.checks if isinstance(check, Give)}
    asked = inline_lets((guard.condition, *guard.reason.arguments), lets)
    return Refusal(
        without_copy_depth(guard.rule),
        guard.reason.name,
        guard.text,
        failure.values,
        tuple(conditions.value(argument) for argument in guard.reason.arguments),
        failure.missing,
        failure.unit,
        span=str(guard.span),
        cites=guard.cites or choice.option.cites,
        changes=value_modifiers(conditions, asked),
        lacking=failure.lacking,
    )
