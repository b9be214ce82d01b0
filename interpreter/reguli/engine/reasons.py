"""Why a move is not allowed: every guard that fails, with the values that made it fail and what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reguli.engine.conditions import Conditions
from reguli.engine.legal import Move
from reguli.engine.playthrough import Playthrough
from reguli.engine.position import copied
from reguli.engine.speech import Plain, choice_of, value_plain
from reguli.ir.faults import RulesFault
from reguli.ir.listing import passes
from reguli.ir.program import Choice, GiveStep, GuardStep, ParameterStep, Slots

SHOWN = 60
"""Of a long list of what would be allowed, so many are given."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason against a move.

    ``name`` is the reason of the rule, or ``not_offered`` for an argument outside its domain; ``admissible`` lists
    what would do; ``missing`` is how much the left side of a failed comparison lacks; ``cites`` are inventory ids.
    """

    rule: str
    name: str
    text: str
    values: tuple[tuple[str, Plain], ...] = ()
    arguments: tuple[Plain, ...] = ()
    missing: int | None = None
    unit: str | None = None
    admissible: tuple[Plain, ...] = ()
    span: str = ""
    cites: tuple[str, ...] = ()


def why(playthrough: Playthrough, move: Move) -> tuple[Refusal, ...]:
    """Give every reason against a move in the present decision; none when it is legal."""
    decision = playthrough.decision
    assert decision is not None
    choice = choice_of(decision, move.option)
    asking = _Asking(playthrough, copied(playthrough.slots))
    refusals = asking.ask(choice, move.arguments)
    if not refusals and not playthrough.allows(move):
        name = "tried_in_vain" if playthrough.was_in_vain(move) else "cannot_be_finished"
        refusals.append(Refusal(choice.option.rule, name, "", span=str(choice.option.span)))
    return tuple(refusals)


class _Asking:
    """Asks the steps of one option in written order, going on after a failure as long as it makes sense."""

    def __init__(self, playthrough: Playthrough, slots: Slots) -> None:
        self._playthrough = playthrough
        self._slots = slots
        self._refusals: list[Refusal] = []

    def ask(self, choice: Choice, arguments: Sequence[int]) -> list[Refusal]:
        given = iter(arguments)
        for step in choice.written:
            try:
                self._step(choice, step, given)
            except RulesFault:
                if self._refusals:
                    break
                raise
        return self._refusals

    def _step(self, choice: Choice, step: ParameterStep | GiveStep | GuardStep, given: object) -> None:
        s = self._slots
        if isinstance(step, GiveStep):
            step.run(s)
        elif isinstance(step, GuardStep):
            if not passes(step, s):
                self._refusals.append(self._guard(choice, step))
        else:
            value = next(given)  # type: ignore[call-overload]
            domain = step.domain(s)
            s[step.slot] = value
            if value not in domain:
                self._refusals.append(self._outside(choice, step, domain))

    def _outside(self, choice: Choice, step: ParameterStep, domain: Sequence[int]) -> Refusal:
        kind = step.parameter.variable.type
        program, names = self._playthrough.program, self._playthrough.names
        chosen = value_plain(program, kind, self._slots[step.slot], names)
        if isinstance(domain, range):
            admissible: list[Plain] = [domain[0], domain[-1]] if domain else []
        else:
            admissible = [value_plain(program, kind, item, names) for item in tuple(domain)[:SHOWN]]
        name = step.parameter.variable.name
        return Refusal(
            f"{choice.option.rule}/{name}",
            "not_offered",
            step.parameter.text,
            ((name, chosen),),
            admissible=tuple(admissible),
            span=str(step.parameter.span),
            cites=choice.option.cites,
        )

    def _guard(self, choice: Choice, step: GuardStep) -> Refusal:
        guard = step.guard
        conditions = Conditions(self._playthrough.program, self._slots, self._playthrough.names)
        failure = conditions.failure(guard.condition)
        return Refusal(
            guard.rule,
            guard.reason.name,
            guard.text,
            failure.values,
            tuple(conditions.value(argument) for argument in guard.reason.arguments),
            failure.missing,
            failure.unit,
            span=str(guard.span),
            cites=guard.cites or choice.option.cites,
        )
