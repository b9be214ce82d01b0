"""The walker over the steps of an option: which arguments it may be taken with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reguli.ir.closures import Lister, MadeStep
from reguli.ir.faults import RulesFault
from reguli.ir.layout import BUDGET, LOOKS
from reguli.ir.program import GiveStep, GuardStep, Slots
from reguli.ir.walking.chosen import write_argument
from reguli.ir.walking.sets import Sets

COST_OF_TRY = 20
"""What trying one value of a parameter takes off the budget of a listing."""


def passes(step: MadeStep, s: Slots) -> bool:
    """Tell whether a guard holds or is waived."""
    return bool(step.run(s)) or any(condition(s) for condition, _ in step.waivers)


def walked_lister(steps: tuple[MadeStep, ...]) -> Lister:
    """Give the arguments that are in their domains and pass every guard, in the order of the text."""

    def walk(at: int, s: Slots, arguments: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Sequence[int] | None]]:
        for index in range(at, len(steps)):
            made, step = steps[index], steps[index].step
            if isinstance(step, GuardStep):
                if not passes(made, s):
                    return
            elif isinstance(step, GiveStep):
                made.run(s)
            else:
                domain = made.run(s)
                if step.interval and isinstance(domain, range | Sets):
                    if domain:
                        yield arguments, domain
                    return
                s[BUDGET] -= COST_OF_TRY * len(domain)
                if s[BUDGET] < 0:
                    raise RulesFault("E319", limit=LOOKS)
                for value in domain if isinstance(domain, Sets) else tuple(domain):
                    write_argument(s, step, value)
                    yield from walk(index + 1, s, (*arguments, value))
                return
        yield arguments, None

    return lambda s: walk(0, s, ())
