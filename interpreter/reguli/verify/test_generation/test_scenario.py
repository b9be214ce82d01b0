"""A test scenario under creation: a position, moves from it, and the outcome under one side's rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from reguli.engine.chance_source import ChanceRefused
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, IllegalMove, PlayedMove
from reguli.engine.notation import Unreadable, element_text, parse_move
from reguli.engine.position_documents.document_setup import position_fault_finding, set_up_position, state_after_setup
from reguli.engine.position_documents.position_writer import (
    PositionStep,
    played_move_step,
    position_document_json,
    read_plain_position,
)
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.ruleset.declarations.example_files import Given, PlaceDecl, PositionDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import NOWHERE
from reguli.verify.example_runner import MOST_FORCED

UNSAID = "E516"
FAULTS = ("E3", UNSAID)
"""What a position that cannot be played on from is told by, where it is the rules that fail."""


@frozen_class
class TestScenario(FrozenValue):
    """A position, and the moves made from it."""

    position: PositionDecl
    steps: tuple[PositionStep, ...] = ()

    @property
    def places(self) -> int:
        """Return the size of the scenario: the number of places, chance outcomes and moves."""
        return len(self.position.state) + len(self.position.chance) + len(self.steps)

    def with_chance(self, outcomes: Mapping[str, object]) -> TestScenario | None:
        """Return the scenario with other chance outcomes."""
        return make_attempt({**position_document_json(self.position), "chance": dict(outcomes)}, self.steps)

    def cut(self, steps: int) -> TestScenario:
        """Return the scenario with only the first ``steps`` moves."""
        return dataclasses.replace(self, steps=self.steps[:steps])


@frozen_class
class ScenarioOutcome(FrozenValue):
    """The outcome of a scenario under one side's rules.

    ``done`` moves were made. Where one more could not be made, ``trouble`` says why: it is ``refused``, somebody ``else`` decides, or the rules
    ``fail`` (with the code of the fault); there is no ``after`` then. ``before`` is the position before the last move that was tried, if any was.
    """

    done: int
    after: GamePlaythrough | None
    before: GamePlaythrough | None = None
    trouble: str = ""
    fault: str = ""
    rule: str = ""
    """The rule that failed, where a move came to it."""
    unsaid: str = ""
    """What that rule asks for and the position does not say, as one text."""


@dataclass(slots=True)
class ScenarioSide:
    """The rules of one side, and the state after their set-up."""

    program: Playable
    left: Slots | None

    def led(self, attempt: TestScenario, seed: int = 0) -> ScenarioOutcome | None:
        """Set up a position and make the moves; ``None`` if the position cannot be set up."""
        bag = Bag()
        start = set_up_position(self.program, attempt.position, bag, seed=seed, most_forced=MOST_FORCED, left=self.left)
        if start is None:
            codes = [one.code for one in bag]
            return ScenarioOutcome(0, None, None, "fails", codes[0]) if codes and codes[0].startswith(FAULTS) else None
        before: GamePlaythrough | None = None
        for number, step in enumerate(attempt.steps):
            move = _move(start, step)
            if move is None:
                at_other = start.decision is None or decider_name(start) != step.by
                return ScenarioOutcome(number, None, start, "else" if at_other else "refused")
            last = number + 1 == len(attempt.steps)
            before = start.branch() if last else None
            try:
                start.apply(move)
            except IllegalMove:
                return ScenarioOutcome(number, None, start, "refused")
            except RulesFault as fault:
                return self._failed(
                    attempt, ScenarioOutcome(number, None, start, "fails", str(fault.args[0]), fault.rule), fault
                )
            except ChanceRefused:
                return None
        return ScenarioOutcome(len(attempt.steps), start, before)

    def _failed(self, attempt: TestScenario, end: ScenarioOutcome, fault: RulesFault) -> ScenarioOutcome:
        told = position_fault_finding(self.program, attempt.position, fault, NOWHERE)
        return dataclasses.replace(end, unsaid=str(dict(told.args)["fields"]) if told.code == UNSAID else "")

    def stands(self, attempt: TestScenario) -> GamePlaythrough | None:
        """Set up a position; ``None`` if that is impossible."""
        return set_up_position(self.program, attempt.position, Bag(), most_forced=MOST_FORCED, left=self.left)

    def asked_for(self, start: GamePlaythrough, attempt: TestScenario) -> TestScenario | None:
        """Remove the forced moves; ``None`` if the forced moves differ from the scenario's."""
        steps: list[PositionStep] = []
        while (made := len(start.moves)) < len(attempt.steps):
            if any(played_move_step(start, one) != attempt.steps[at] for at, one in enumerate(start.moves)):
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


def set_up_scenario_side(program: Playable, seed: int = 0) -> ScenarioSide:
    """Return a side with the state after its set-up for a seed, or without that state if the set-up fails."""
    try:
        return ScenarioSide(program, state_after_setup(program, seed))
    except (RulesFault, ChanceRefused):
        return ScenarioSide(program, None)


def make_attempt(document: dict[str, object], steps: Sequence[PositionStep]) -> TestScenario | None:
    """Return a scenario for a position given as JSON-ready values."""
    position = read_plain_position(document, Bag())
    return None if position is None else TestScenario(position, tuple(steps))


def make_example_step(position: GamePlaythrough, move: Move) -> PositionStep:
    """Return a move made in a position as a step of an example."""
    assert position.decision is not None
    return played_move_step(position, PlayedMove(position.actor, move, False, position.decision.number))


def decider_name(playthrough: GamePlaythrough) -> str:
    """Return the name of the player to move."""
    return element_text(playthrough.program, "player", playthrough.actor, playthrough.names)


def _move(playthrough: GamePlaythrough, step: PositionStep) -> Move | None:
    if playthrough.decision is None or decider_name(playthrough) != step.by:
        return None
    try:
        return parse_move(playthrough.program, playthrough.decision, step.move, playthrough.names)
    except Unreadable:
        return None


# -- shrinking -------------------------------------------------------------------------------------------------------
# An attempt made smaller while two sides part in the same way: moves, places, outcomes of chance, then what lies in a place.
#
# Places go in halves first and then one by one, so that what is not needed goes quickly; numbers go towards 0 as far as they may.


Still = Callable[[TestScenario], bool]
"""Tells whether two sides still part in the same way."""
T = TypeVar("T")
MOST_INSIDE = 12
"""Of a list or a group that is longer nothing is taken out one by one."""


def shrink_scenario(attempt: TestScenario, still: Still) -> TestScenario:
    """Shrink a scenario as far as possible."""
    attempt = _fewer(attempt, attempt.steps, lambda steps: dataclasses.replace(attempt, steps=steps), still)
    attempt = minimise_places(attempt, still)
    position = attempt.position
    attempt = _fewer(
        attempt,
        position.chance,
        lambda chance: dataclasses.replace(attempt, position=dataclasses.replace(position, chance=chance)),
        still,
    )
    if len(attempt.steps) > 1:
        smaller = attempt
        attempt = _fewer(attempt, attempt.steps, lambda steps: dataclasses.replace(smaller, steps=steps), still)
    for at in range(len(attempt.position.state)):
        attempt = _inside(attempt, at, still)
    for at in range(len(attempt.steps)):
        attempt = _lower(attempt, at, still)
    return attempt


def minimise_places(attempt: TestScenario, still: Still) -> TestScenario:
    """Remove as many places as possible from a scenario's position."""
    return _fewer(attempt, attempt.position.state, lambda state: _with(attempt, state), still)


def _with(attempt: TestScenario, state: tuple[PlaceDecl, ...]) -> TestScenario:
    return dataclasses.replace(attempt, position=dataclasses.replace(attempt.position, state=state))


def _fewer(
    attempt: TestScenario, items: tuple[T, ...], made: Callable[[tuple[T, ...]], TestScenario], still: Still
) -> TestScenario:
    """Remove unneeded items by delta debugging: all, then halves, down to single items."""
    rest, size = items, len(items)
    while size:
        at = 0
        while at < len(rest):
            fewer = (*rest[:at], *rest[at + size :])
            if still(made(fewer)):
                rest, attempt = fewer, made(fewer)
            else:
                at += size
        size = min(size, len(rest)) // 2 if size > 1 else 0
    return attempt


def _inside(attempt: TestScenario, at: int, still: Still) -> TestScenario:
    """Shrink the value of a place."""
    state = attempt.position.state

    def of(value: Given) -> TestScenario:
        return _with(attempt, (*state[:at], dataclasses.replace(state[at], value=value), *state[at + 1 :]))

    for value in _smaller(state[at].value, lambda value: still(of(value))):
        attempt = of(value)
    return attempt


def _lower(attempt: TestScenario, at: int, still: Still) -> TestScenario:
    """Lower the number at the end of a move, if there is one."""
    steps = attempt.steps
    words, _, last = steps[at].move.rpartition(" ")

    def of(number: int) -> TestScenario:
        step = dataclasses.replace(steps[at], move=f"{words} {number}")
        return dataclasses.replace(attempt, steps=(*steps[:at], step, *steps[at + 1 :]))

    if last.isdecimal():
        for number in _towards_nothing(int(last), lambda number: still(of(number))):
            attempt = of(number)
    return attempt


def _towards_nothing(number: int, still: Callable[[int], bool]) -> Iterator[int]:
    """Yield ever smaller numbers that still pass, by bisection towards 0."""
    low, high = 0, number
    while low < high:
        middle = (low + high) // 2
        if still(middle):
            high = middle
            yield middle
        else:
            low = middle + 1


def _smaller(value: Given, still: Callable[[Given], bool]) -> Iterator[Given]:
    """Yield smaller values that still pass, each smaller than the one before."""
    if isinstance(value.value, int) and not isinstance(value.value, bool) and value.value > 1:
        for number in _towards_nothing(value.value, lambda number: still(dataclasses.replace(value, value=number))):
            yield dataclasses.replace(value, value=number)
    elif value.items is not None and 1 < len(value.items) <= MOST_INSIDE:
        yield from _without(value, value.items, "items", still)
    elif value.entries is not None and 1 < len(value.entries) <= MOST_INSIDE:
        yield from _without(value, value.entries, "entries", still)


def _without(value: Given, parts: Sequence[object], name: str, still: Callable[[Given], bool]) -> Iterator[Given]:
    rest = tuple(parts)
    for part in parts:
        fewer = tuple(one for one in rest if one is not part)
        tried = dataclasses.replace(value, **{name: fewer})  # type: ignore[arg-type]
        if fewer and still(tried):
            rest = fewer
            yield tried
