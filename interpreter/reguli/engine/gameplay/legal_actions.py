"""Which moves a decision allows: listed, counted, picked, and checked one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reguli.engine.gameplay.fault_replay import in_full, once_more
from reguli.engine.state_snapshots import copied
from reguli.ir.executable_program import Playable
from reguli.ir.program import Choice, Decide, Journal, ParameterStep, Slots
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET, LOOKS
from reguli.source.frozen_values import Kept, kept


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
    """Give the legal moves in the order of the text; long ranges of numbers stay together. Raises ``RulesFault``."""
    # Generated code changes nothing but what is taken off the budget.
    s = list(slots) if program.twin is None else slots
    s[BUDGET] = LOOKS
    program.remember(s)
    made, choices = tuple.__new__, program.choices
    try:
        for choice in decision.choices:
            for _, arguments, span in choices[choice.entry].listing(s):
                yield made(Family, (choice, arguments, span))
    except Failed:
        once_more(program, lambda twin: list(families(twin, decision, slots)))


def is_legal(program: Playable, decision: Decide, slots: Slots, move: Move) -> bool:
    """Tell whether a decision allows a move. Raises ``RulesFault``."""
    return in_full(program, lambda one: _is_legal(one, decision, copied(slots), move))


def _is_legal(program: Playable, decision: Decide, s: Slots, move: Move) -> bool:
    program.remember(s)
    return any(
        choice.option.name == move.option and _fits(program, choice, s, move.arguments) for choice in decision.choices
    )


def _fits(program: Playable, choice: Choice, s: Slots, arguments: tuple[int, ...]) -> bool:
    """Tell whether arguments are as many as the option takes, and it may be taken with them; writes into ``s`` as it goes."""
    wanted = sum(isinstance(step, ParameterStep) for step in choice.steps)
    return len(arguments) == wanted and program.choices[choice.entry].fits(s, arguments)


def enter(program: Playable, choice: Choice, s: Slots, j: Journal, move: Move) -> None:
    """Take an option: arguments into their slots, then, when all is asked, waived guards paid for; effects come next. Raises ``RulesFault``."""
    before = s if program.twin is None else list(s)
    try:
        program.choices[choice.entry].enter(s, j, move.arguments)
    except Failed:
        once_more(program, lambda twin: twin.choices[choice.entry].enter(before, [], move.arguments))
