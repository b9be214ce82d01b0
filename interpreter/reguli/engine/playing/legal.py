"""Which moves a decision allows: listed, counted, picked, and checked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reguli.engine.position import copied
from reguli.ir.layout import BUDGET, EPOCH
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, Journal, ParameterStep, Program, Slots, Step
from reguli.ir.walking.listing import passes
from reguli.ir.walking.values import LOOKS


@dataclass(frozen=True, slots=True)
class Move:
    """An option taken with arguments (element indices and numbers)."""

    option: str
    arguments: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """Moves of one option that differ in the last number only; ``span`` is ``None`` for a single move."""

    choice: Choice
    arguments: tuple[int, ...]
    span: range | None

    @property
    def size(self) -> int:
        """Give how many moves there are."""
        return 1 if self.span is None else len(self.span)

    def moves(self) -> Iterator[Move]:
        """Give the moves in order."""
        name = self.choice.option.name
        if self.span is None:
            yield Move(name, self.arguments)
        else:
            for last in self.span:
                yield Move(name, (*self.arguments, last))

    def move(self, index: int) -> Move:
        """Give one of the moves."""
        name = self.choice.option.name
        return Move(name, self.arguments if self.span is None else (*self.arguments, self.span[index]))


def families(program: Program, decision: Decide, slots: Slots) -> Iterator[Family]:
    """Give the legal moves in the order of the text; long ranges of numbers stay together."""
    s = list(slots)
    s[EPOCH], s[BUDGET] = next(program.still), LOOKS
    for choice in decision.choices:
        for arguments, span in choice.listing(s):
            yield Family(choice, arguments, span)


def is_legal(decision: Decide, slots: Slots, move: Move) -> bool:
    """Tell whether a decision allows a move."""
    s = copied(slots)
    return any(choice.option.name == move.option and fits(choice, s, move.arguments) for choice in decision.choices)


def fits(choice: Choice, s: Slots, arguments: tuple[int, ...]) -> bool:
    """Tell whether arguments are in their domains and every guard passes; writes them into ``s`` as it goes."""
    given = iter(arguments)
    if len(arguments) != sum(isinstance(step, ParameterStep) for step in choice.steps):
        return False
    return all(_step_fits(step, s, given) for step in choice.steps)


def _step_fits(step: Step, s: Slots, given: Iterator[int]) -> bool:
    if isinstance(step, GuardStep):
        return passes(step, s)
    if isinstance(step, GiveStep):
        step.run(s)
        return True
    value = next(given)
    if value not in step.domain(s):
        return False
    s[step.slot] = value
    return True


def enter(choice: Choice, s: Slots, j: Journal, move: Move, actor: int) -> None:
    """Take an option: arguments into their slots, waived guards paid for, the journal told; effects come next."""
    given = iter(move.arguments)
    j.append((choice.note, actor, *move.arguments))
    for step in choice.steps:
        if isinstance(step, ParameterStep):
            s[step.slot] = next(given)
        elif isinstance(step, GiveStep):
            step.run(s)
        elif not step.holds(s):
            condition_effect = next(effect for condition, effect in step.waivers if condition(s))
            condition_effect(s, j)
