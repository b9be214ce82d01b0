"""Options of decisions as generated Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from reguli.compile.codegen.games import option_codegen
from reguli.compile.python.lazy_functions import Written
from reguli.ir.interpreter.bundle_numbering import Bundles, number_of_shares, shares_of
from reguli.ir.interpreter.set_numbering import Sets, members_of, number_of
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, Journal, ParameterStep, Slots, Step
from reguli.ir.program_interface import Closure, MadeChoice, MadeStep, Offered
from reguli.model.types import BundleType


class WrittenChoice(MadeChoice):
    """An option whose functions are made when they are first needed."""

    def __init__(self, written: Written, decision: Decide, number: int) -> None:
        """Take the code to make them in, and which option it is."""
        self._code, self._decision, self._number = written, decision, number
        self._choice: Choice = decision.choices[number]
        self._parameters = option_codegen.parameters_of(self._choice)
        self._plain = not any(one.room for one in self._parameters)
        written.making.area(option_codegen.ARGUMENTS, option_codegen.words_of_choice(self._choice))
        self._arguments = written.module.area(option_codegen.ARGUMENTS)

    # -- steps one by one --------------------------------------------------------------------------------------

    @cached_property
    def steps(self) -> tuple[MadeStep, ...]:
        """Give the steps in the order that cuts soonest."""
        return tuple(map(self._step, self._choice.steps))

    @cached_property
    def written(self) -> tuple[MadeStep, ...]:
        """Give the same in the order of the text."""
        return tuple(self.steps[number] for number in self._choice.written)

    def _step(self, step: Step) -> MadeStep:
        closure: Callable[..., Closure] = self._code.closure
        match step:
            case ParameterStep(parameter):
                return MadeStep(step, closure(parameter.domain))
            case GiveStep(give):
                return MadeStep(step, self._code.giving(give.variable, give.value))
            case GuardStep(guard):
                waivers = tuple(closure(waiver.condition) for waiver in guard.waivers)
                return MadeStep(step, closure(guard.condition), waivers)

    # -- all of them -------------------------------------------------------------------------------------------

    def listing(self, s: Slots) -> list[Offered]:
        """Give what the option may be taken with; nothing is written but what is taken off the budget."""
        offers: list[tuple[int, Any, Any]] = []
        self._list(s, offers)
        return offers if self._plain else [self._offered(*offer) for offer in offers]

    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Tell whether arguments are in their domains and every guard passes."""
        fits = self._fits
        self._put(arguments)
        return bool(fits(s))

    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option."""
        enter = self._enter
        self._put(arguments)
        enter(s, j)

    @cached_property
    def _list(self) -> Callable[..., None]:
        return self._code.made(lambda: option_codegen.list_function(self._code.making, self._decision, self._number))

    @cached_property
    def _fits(self) -> Callable[..., object]:
        return self._code.made(lambda: option_codegen.fits_function(self._code.making, self._decision, self._number))

    @cached_property
    def _enter(self) -> Callable[..., None]:
        return self._code.made(lambda: option_codegen.enter_function(self._code.making, self._decision, self._number))

    # -- arguments ---------------------------------------------------------------------------------------------

    def _put(self, arguments: Sequence[int]) -> None:
        """Write what a move is taken with where code looks for it."""
        words = arguments if self._plain else list(self.words(arguments))
        self._arguments[: len(words)] = words

    def words(self, arguments: Sequence[int]) -> Iterator[int]:
        """Give the numbers that stand for arguments in areas: of a set or bundle its length, members or shares, and zeros."""
        for step, value in zip(self._parameters, arguments, strict=True):
            if not step.room:
                yield value
                continue
            members = shares_of(value, step.room) if _is_bundle(step) else members_of(value)
            yield from (len(members), *members, *([0] * (step.room - len(members))))

    def _offered(self, number: int, given: Sequence[Any], many: Any) -> Offered:
        """Give an offer with sets and bundles as numbers."""
        arguments = tuple(
            value if not step.room else number_of_shares(value) if _is_bundle(step) else number_of(value)
            for step, value in zip(self._parameters, given, strict=False)
        )
        if not isinstance(many, tuple):
            return number, arguments, many
        of, least, most = many
        return number, arguments, (Bundles if _is_bundle(self._parameters[-1]) else Sets)(of, least, most)


def _is_bundle(step: ParameterStep) -> bool:
    return isinstance(step.parameter.variable.type, BundleType)
