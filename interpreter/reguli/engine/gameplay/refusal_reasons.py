"""Why a move is not allowed: every guard that fails, with the values that made it fail and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reguli.engine.fault_diagnostics import place_of_rule
from reguli.engine.gameplay.condition_diagnosis import Conditions
from reguli.engine.gameplay.illegal_moves import IllegalMove, Nearest, Refusal, nobody_decides
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.nearest_miss import nearest_end
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.gameplay.value_modifiers import changes_of
from reguli.engine.notation import Plain, check_move, choice_of, move_json, move_text, plain_text, value_plain
from reguli.engine.state_snapshots import copied
from reguli.ir.interpreter.move_arguments import argument
from reguli.ir.interpreter.option_interpreter import failing
from reguli.ir.interpreter.set_numbering import Sets
from reguli.ir.program import Choice, GuardStep, ParameterStep, Program, Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import BoundOption, Give
from reguli.model.bound_tree.tree_traversal import seen_through
from reguli.model.rule_ids import as_written
from reguli.source.diagnostic import Diagnostic, finding
from reguli.source.message_arguments import Said, Value


def why(playthrough: Playthrough, move: Move) -> tuple[Refusal, ...]:
    """Give every reason against a move in the present decision; none when it is legal."""
    decision = playthrough.decision
    assert decision is not None
    choice = choice_of(decision, move.option, move.arguments)
    refusals = _refusals(playthrough, choice, move.arguments)
    if not refusals and not playthrough.allows(move):
        name = _in_vain(playthrough, move)
        nearest = None if name == "tried_in_vain" else _nearest(playthrough, move)
        at = str(choice.option.span)
        refusals.append(Refusal(as_written(choice.option.rule), name, "", span=at, nearest=nearest))
    return tuple(refusals)


def names_of_reasons(playthrough: Playthrough, move: Move) -> tuple[str, ...]:
    """Give the names of the reasons against a move, without what is missing and what would help, which takes long to find out."""
    decision = playthrough.decision
    assert decision is not None
    choice, found = choice_of(decision, move.option, move.arguments), list[str]()
    try:
        for step, _, _ in _failed(playthrough, choice, move.arguments):
            found.append(step.guard.reason.name if isinstance(step, GuardStep) else "not_offered")
    except RulesFault:
        if not found:
            raise
    if not found and not playthrough.allows(move):
        found.append(_in_vain(playthrough, move))
    return tuple(found)


def _in_vain(playthrough: Playthrough, move: Move) -> str:
    return "tried_in_vain" if playthrough.was_in_vain(move) else "cannot_be_finished"


def _nearest(playthrough: Playthrough, move: Move) -> Nearest | None:
    """Say of which end a move lacks least, and what."""
    end, program, names = nearest_end(playthrough, move), playthrough.program, playthrough.names
    if end is None:
        return None
    given = move_json(program, end.decision, end.move)["arguments"]
    assert isinstance(given, dict)
    refusal = _guard(Conditions(program, end.slots, names), end.choice, end.step)
    typed = move_text(program, end.decision, end.move, names)
    return Nearest(typed, as_written(end.choice.option.rule), given, refusal)


def refused(playthrough: Playthrough, move: Move) -> IllegalMove:
    """Give what is to be told of a move that is not allowed now. Raises ``Unreadable`` for what is no move here at all."""
    decision, program = playthrough.decision, playthrough.program
    if decision is None:
        return nobody_decides(move.option)
    check_move(program, decision, move, playthrough.names)
    typed, refusals = move_text(program, decision, move, playthrough.names), why(playthrough, move)
    option = choice_of(decision, move.option, move.arguments).option
    return IllegalMove(typed, refusals, [_told(program, option, typed, refusal) for refusal in refusals])


def _told(program: Program, option: BoundOption, move: str, refusal: Refusal) -> Diagnostic:
    """Give a reason as a finding at its rule; what is expected is the condition, with the values that made it fail."""
    said = refusal.arguments
    expected: Value = refusal.text
    place = place_of_rule(program, refusal.rule)
    match refusal.name:
        case "not_offered":
            name, said = refusal.values[0][0], (refusal.values[0][1],)
            place = next((one.span for one in option.parameters if one.variable.name == name), place)
            low_to_high = len(refusal.admissible) == 2 and isinstance(refusal.admissible[0], int)
            known = (".." if low_to_high else ", ").join(map(plain_text, refusal.admissible))
            expected = f"{name} in {refusal.text}: {known}"
        case "cannot_be_finished" if refusal.nearest is not None:
            nearest = refusal.nearest
            expected = Said("sort.way_to_an_end", move=nearest.move, condition=_condition(nearest.refusal))
        case "tried_in_vain" | "cannot_be_finished":
            expected = Said("sort.way_to_the_end")
        case _:
            expected = _condition(refusal)
    reason = refusal.name + (f"({', '.join(map(plain_text, said))})" if said else "")
    return finding("E601", place, move=move, reason=reason, expected=expected)


def _condition(refusal: Refusal) -> Value:
    """Give the condition that fails, with its values or with what is missing."""
    if refusal.lacking:
        lacking = ", ".join(f"{amount} {variety}" for variety, amount in refusal.lacking)
        return Said("sort.condition_lacking", text=refusal.text, lacking=lacking)
    values = "; ".join(f"{name}: {plain_text(value)}" for name, value in refusal.values)
    return f"{refusal.text} ({values})" if values else refusal.text


def _refusals(playthrough: Playthrough, choice: Choice, arguments: Sequence[int]) -> list[Refusal]:
    """Say of each step that fails why it does."""
    program, found = playthrough.program, list[Refusal]()
    try:
        for step, domain, s in _failed(playthrough, choice, arguments):
            if isinstance(step, GuardStep):
                found.append(_guard(Conditions(program, s, playthrough.names), choice, step))
            else:
                found.append(_outside(playthrough, choice, step, domain, argument(s, step)))
    except RulesFault:
        if not found:
            raise
    return found


def _failed(
    playthrough: Playthrough, choice: Choice, arguments: Sequence[int]
) -> Iterator[tuple[ParameterStep | GuardStep, Sequence[int], Slots]]:
    """Ask the steps of an option in written order, going on after a failure as long as it makes sense.

    Where the list of moves depends on what others may not see, guards are not asked about arguments that are refused: of these
    they might say what the player may not know either.
    """
    program, s = playthrough.program, copied(playthrough.slots)
    assert playthrough.decision is not None
    veiled, own = playthrough.decision.ask.rule in program.ruleset.veiled, choice.option.checks
    unfit = False
    for step, domain in failing(program.choices[choice.entry].written, s, arguments):
        if unfit and isinstance(step, GuardStep) and step.guard in own:
            break
        unfit |= veiled and not (isinstance(step, GuardStep) and step.guard in own)
        yield step, domain, s


def _outside(
    playthrough: Playthrough, choice: Choice, step: ParameterStep, domain: Sequence[int], value: int
) -> Refusal:
    kind, program, names = step.parameter.variable.type, playthrough.program, playthrough.names
    if isinstance(domain, range):
        admissible: list[Plain] = [domain[0], domain[-1]] if domain else []
    elif isinstance(domain, Sets):
        admissible = _plain_list(value_plain(program, kind, domain.elements, names))
    else:
        admissible = [value_plain(program, kind, item, names) for item in domain]
    name = step.parameter.variable.name
    return Refusal(
        f"{as_written(choice.option.rule)}/{name}",
        "not_offered",
        step.parameter.text,
        ((name, value_plain(program, kind, value, names)),),
        admissible=tuple(admissible),
        span=str(step.parameter.span),
        cites=choice.option.cites,
    )


def _plain_list(plain: Plain) -> list[Plain]:
    return plain if isinstance(plain, list) else [plain]


def _guard(conditions: Conditions, choice: Choice, step: GuardStep) -> Refusal:
    guard, failure = step.guard, conditions.failure(step.guard.condition)
    lets = {check.variable.key: check.value for check in choice.option.checks if isinstance(check, Give)}
    asked = seen_through((guard.condition, *guard.reason.arguments), lets)
    return Refusal(
        as_written(guard.rule),
        guard.reason.name,
        guard.text,
        failure.values,
        tuple(conditions.value(argument) for argument in guard.reason.arguments),
        failure.missing,
        failure.unit,
        span=str(guard.span),
        cites=guard.cites or choice.option.cites,
        changes=changes_of(conditions, asked),
        lacking=failure.lacking,
    )
