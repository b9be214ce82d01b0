"""Which moves a decision allows: listed, counted, picked, and checked one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reguli.ir.closures import Effect, MadeStep
from reguli.ir.layout import BUDGET, LOOKS
from reguli.ir.playable import Playable
from reguli.ir.program import Choice, Decide, GiveStep, GuardStep, Journal, ParameterStep, Slots
from reguli.ir.walking.chosen import write_argument
from reguli.ir.walking.listing import passes
from reguli.source.kept import Kept, kept


@kept
class Move(Kept):
    """An option taken with arguments (element indices and numbers)."""

    option: str
    arguments: tuple[int, ...]


class Family(NamedTuple):
    """Moves of one option that differ in the last number, or chosen set, only; ``span`` is ``None`` for a single move."""

    choice: Choice
    arguments: tuple[int, ...]
    span: Sequence[int] | None

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


def taken(decision: Decide, option: str, arguments: Sequence[int]) -> Choice | None:
    """Give the choice of an option name; None when the decision has none. Of one that stands on several pieces the first argument says which."""
    found: Choice | None = None
    for choice in decision.choices:
        if choice.option.name == option:
            pieces = choice.option.pieces
            if not pieces or (arguments and arguments[0] in pieces):
                return choice
            found = found or choice
    return found


def families(program: Playable, decision: Decide, slots: Slots) -> Iterator[Family]:
    """Give the legal moves in the order of the text; long ranges of numbers stay together."""
    s = list(slots)
    s[BUDGET] = LOOKS
    program.remember(s)
    for choice in decision.choices:
        for arguments, span in program.choices[choice.entry].listing(s):
            yield Family(choice, arguments, span)


def is_legal(program: Playable, decision: Decide, slots: Slots, move: Move) -> bool:
    """Tell whether a decision allows a move."""
    s = list(slots)
    s[BUDGET] = LOOKS
    program.remember(s)
    return any(
        choice.option.name == move.option and _fits(program, choice, s, move.arguments) for choice in decision.choices
    )


def _fits(program: Playable, choice: Choice, s: Slots, arguments: tuple[int, ...]) -> bool:
    """Tell whether arguments are in their domains and every guard passes; writes them into ``s`` as it goes."""
    wanted = sum(isinstance(step, ParameterStep) for step in choice.steps)
    return len(arguments) == wanted and not any(failing(program.choices[choice.entry].steps, s, arguments))


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


def enter(program: Playable, choice: Choice, s: Slots, j: Journal, move: Move) -> None:
    """Take an option: arguments into their slots, then, when all is asked, waived guards paid for; effects come next."""
    given, waived = iter(move.arguments), list[Effect]()
    for made in program.choices[choice.entry].steps:
        if isinstance(made.step, ParameterStep):
            if made.step.room:
                write_argument(s, made.step, next(given))
            else:
                s[made.step.slot] = next(given)
        elif isinstance(made.step, GiveStep):
            made.run(s)
        elif not made.run(s):
            waived.append(next(effect for condition, effect in made.waivers if condition(s)))
    for effect in waived:
        effect(s, j)
