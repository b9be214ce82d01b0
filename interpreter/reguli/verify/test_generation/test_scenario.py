"""An example while it is sought: a position, what is done from there, and what comes of that by the rules of one side."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.gameplay.illegal_moves import IllegalMove
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import Unreadable, element_text, read_move
from reguli.engine.position_documents.document_setup import filled, set_up
from reguli.engine.position_documents.incomplete_positions import fault_of_position
from reguli.engine.position_documents.position_json import position_json, read_position
from reguli.engine.position_documents.position_writer import Step, step_of
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ruleset.declarations.position_files import PositionDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import NOWHERE
from reguli.verify.example_runner import MOST_FORCED

UNSAID = "E516"
FAULTS = ("E3", UNSAID)
"""What a position that cannot be played on from is told by, where it is the rules that fail."""


@kept
class Attempt(Kept):
    """A position, and the moves from there."""

    position: PositionDecl
    steps: tuple[Step, ...] = ()

    @property
    def places(self) -> int:
        """Give how much there is to read: places of the position, outcomes of chance, moves."""
        return len(self.position.state) + len(self.position.chance) + len(self.steps)

    def with_chance(self, outcomes: Mapping[str, object]) -> Attempt | None:
        """Say what chance brings."""
        return attempt_of({**position_json(self.position), "chance": dict(outcomes)}, self.steps)

    def cut(self, steps: int) -> Attempt:
        """Leave out all moves behind so many."""
        return dataclasses.replace(self, steps=self.steps[:steps])


@kept
class End(Kept):
    """Where an attempt leads by the rules of one side.

    ``done`` moves were made. Where one more could not be made, ``trouble`` says why: it is ``refused``, somebody ``else`` decides, or the rules
    ``fail`` (with the code of the fault); there is no ``after`` then. ``before`` is the position before the last move that was tried, if any was.
    """

    done: int
    after: Playthrough | None
    before: Playthrough | None = None
    trouble: str = ""
    fault: str = ""
    rule: str = ""
    """The rule that failed, where a move came to it."""
    unsaid: str = ""
    """What that rule asks for and the position does not say, as one text."""


@dataclass(slots=True)
class Side:
    """The rules of one side, and what their set-up leaves."""

    program: Playable
    left: Slots | None

    def led(self, attempt: Attempt, seed: int = 0) -> End | None:
        """Set up a position and make the moves; ``None`` where the position itself cannot be."""
        bag = Bag()
        start = set_up(self.program, attempt.position, bag, seed=seed, most_forced=MOST_FORCED, left=self.left)
        if start is None:
            codes = [one.code for one in bag]
            return End(0, None, None, "fails", codes[0]) if codes and codes[0].startswith(FAULTS) else None
        before: Playthrough | None = None
        for number, step in enumerate(attempt.steps):
            move = _move(start, step)
            if move is None:
                at_other = start.decision is None or _by(start) != step.by
                return End(number, None, start, "else" if at_other else "refused")
            last = number + 1 == len(attempt.steps)
            before = start.branch() if last else None
            try:
                start.apply(move)
            except IllegalMove:
                return End(number, None, start, "refused")
            except RulesFault as fault:
                return self._failed(attempt, End(number, None, start, "fails", str(fault.args[0]), fault.rule), fault)
            except ChanceRefused:
                return None
        return End(len(attempt.steps), start, before)

    def _failed(self, attempt: Attempt, end: End, fault: RulesFault) -> End:
        told = fault_of_position(self.program, attempt.position, fault, NOWHERE)
        return dataclasses.replace(end, unsaid=str(dict(told.args)["fields"]) if told.code == UNSAID else "")

    def stands(self, attempt: Attempt) -> Playthrough | None:
        """Set up a position; ``None`` where it cannot be."""
        return set_up(self.program, attempt.position, Bag(), most_forced=MOST_FORCED, left=self.left)

    def asked_for(self, start: Playthrough, attempt: Attempt) -> Attempt | None:
        """Leave out the moves that play themselves; ``None`` where others than the next ones do."""
        steps: list[Step] = []
        while (made := len(start.moves)) < len(attempt.steps):
            if any(step_of(start, one) != attempt.steps[at] for at, one in enumerate(start.moves)):
                return None
            steps.append(attempt.steps[made])
            move = _move(start, attempt.steps[made])
            try:
                if move is None:
                    break
                start.apply(move)
            except (IllegalMove, RulesFault, ChanceRefused):
                break
        return dataclasses.replace(attempt, steps=tuple(steps))


def side(program: Playable, seed: int = 0) -> Side:
    """Take the rules of a side and what their set-up leaves by a seed; where it fails it is not remembered."""
    try:
        return Side(program, filled(program, seed))
    except (RulesFault, ChanceRefused):
        return Side(program, None)


def attempt_of(document: dict[str, object], steps: Sequence[Step]) -> Attempt | None:
    """Make an attempt of a position as plain values."""
    position = read_position(document, Bag())
    return None if position is None else Attempt(position, tuple(steps))


def _by(playthrough: Playthrough) -> str:
    return element_text(playthrough.program, "player", playthrough.actor, playthrough.names)


def _move(playthrough: Playthrough, step: Step) -> Move | None:
    if playthrough.decision is None or _by(playthrough) != step.by:
        return None
    try:
        return read_move(playthrough.program, playthrough.decision, step.move, playthrough.names)
    except Unreadable:
        return None
