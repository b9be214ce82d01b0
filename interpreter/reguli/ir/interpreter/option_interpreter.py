"""The walker over options: what they may be taken with, whether they may be, and taking them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reguli.ir.interpreter.move_arguments import write_argument
from reguli.ir.interpreter.set_numbering import Sets
from reguli.ir.interpreter.statement_interpreter import Effects
from reguli.ir.program import Choice, GiveStep, GuardStep, Journal, ParameterStep, Slots, Step
from reguli.ir.program_interface import Closure, Effect, MadeChoice, MadeStep, Offered
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS

COST_OF_TRY = 20
"""What trying one value of a parameter takes off the budget of a listing."""


class WalkedChoice(MadeChoice):
    """An option with a closure for each of its steps."""

    def __init__(self, number: int, choice: Choice, effects: Effects) -> None:
        """Make the closures of an option by its number in the decision."""
        self._number = number
        self._steps = tuple(_made(step, effects) for step in choice.steps)
        self._written = tuple(self._steps[number] for number in choice.written)
        self._waivers: dict[int, list[tuple[Closure, Effect]]] = {}
        for made in self._steps:
            if isinstance(made.step, GuardStep):
                bodies = [effects.body(waiver.body) for waiver in made.step.guard.waivers]
                self._waivers[id(made)] = list(zip(made.waivers, bodies, strict=True))

    @property
    def steps(self) -> tuple[MadeStep, ...]:
        """Give the steps in the order that cuts soonest."""
        return self._steps

    @property
    def written(self) -> tuple[MadeStep, ...]:
        """Give the same in the order of the text."""
        return self._written

    def listing(self, s: Slots) -> list[Offered]:
        """Return the arguments that are in their domains and pass every guard, in the order of the text.

        All of them at once, as generated code does: a fault that any of them meets comes as soon as the first is asked for.
        """
        return list(self._listed(0, s, ()))

    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Tell whether arguments are in their domains and every guard passes."""
        return not any(failing(self._steps, s, arguments))

    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option."""
        given, waived = iter(arguments), list[Effect]()
        for made in self._steps:
            if isinstance(made.step, ParameterStep):
                write_argument(s, made.step, next(given))
            elif isinstance(made.step, GiveStep):
                made.run(s)
            elif made.waivers and not made.run(s):
                # A guard that nothing waives holds: the move was found to be allowed.
                waived.append(next(effect for condition, effect in self._waivers[id(made)] if condition(s)))
        for effect in waived:
            effect(s, j)

    def _listed(self, at: int, s: Slots, arguments: tuple[int, ...]) -> Iterator[Offered]:
        for index in range(at, len(self._steps)):
            made, step = self._steps[index], self._steps[index].step
            if isinstance(step, GuardStep):
                if not passes(made, s):
                    return
            elif isinstance(step, GiveStep):
                made.run(s)
            else:
                domain = made.run(s)
                if step.interval and isinstance(domain, range | Sets):
                    if domain:
                        yield self._number, arguments, domain
                    return
                s[BUDGET] -= COST_OF_TRY * len(domain)
                if s[BUDGET] < 0:
                    raise RulesFault("E319", limit=LOOKS)
                for value in domain if isinstance(domain, Sets) else tuple(domain):
                    write_argument(s, step, value)
                    yield from self._listed(index + 1, s, (*arguments, value))
                return
        yield self._number, arguments, None


def passes(step: MadeStep, s: Slots) -> bool:
    """Tell whether a guard holds or is waived."""
    return bool(step.run(s)) or (bool(step.waivers) and any(condition(s) for condition in step.waivers))


def failing(
    steps: Sequence[MadeStep], s: Slots, arguments: Sequence[int]
) -> Iterator[tuple[ParameterStep | GuardStep, Sequence[int]]]:
    """Go through the steps of an option, writing arguments into ``s``; give those that fail, parameters with their domains."""
    given = iter(arguments)
    for made in steps:
        step = made.step
        if isinstance(step, ParameterStep):
            value, domain = next(given), made.run(s)
            write_argument(s, step, value)
            if value not in domain:
                yield step, domain
        elif isinstance(step, GiveStep):
            made.run(s)
        elif not passes(made, s):
            yield step, ()


def _made(step: Step, effects: Effects) -> MadeStep:
    """Make a step ready."""
    closure: Callable[..., Closure] = effects.values.closure
    match step:
        case ParameterStep(parameter):
            return MadeStep(step, closure(parameter.domain))
        case GiveStep(give):
            return MadeStep(step, effects.variable_writer(give.variable, give.value))
        case GuardStep(guard):
            return MadeStep(
                step, closure(guard.condition), tuple(closure(waiver.condition) for waiver in guard.waivers)
            )
