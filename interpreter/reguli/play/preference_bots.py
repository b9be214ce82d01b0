"""A bot that plays by the preferences its ruleset gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from reguli.engine.gameplay.legal_actions import Family, Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.state_snapshots import roomy
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.move_arguments import write_argument
from reguli.ir.program import GuardStep, ParameterStep, Slots
from reguli.ir.program_interface import Closure, MadeStep
from reguli.ir.rng import below
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS
from reguli.model.binding.bot_binding import BoundBot
from reguli.play.bot_policies import by_lot, stream_of

MOST_OF_A_RANGE: Final = 64
"""Of a longer range of numbers so many are weighed: the ends, and others evenly between."""


Twins = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Weighing:
    """A preference as closures over the slots."""

    when: Closure | None
    base: int
    weights: tuple[tuple[Closure, int], ...]


@dataclass(frozen=True, slots=True)
class PreferringBot:
    """Makes the move that scores most; equal ones by lot."""

    program: Playable
    weighings: dict[str, tuple[Weighing, ...]]
    room: int
    """Scratch slots that the closures need beside those of the program."""

    def choose(self, playthrough: Playthrough) -> Move:
        """Give a move."""
        families = list(playthrough.families())
        stream = stream_of(playthrough, playthrough.actor)
        slots = self._roomy(playthrough)
        asked = playthrough.decision
        twins = self.program.twins.get(asked.number, ()) if asked is not None else ()
        best: int | None = None
        chosen: list[tuple[Family, int]] = []
        for family in families:
            for index, score in self._scores(family, slots, twins):
                if score is None or (best is not None and score < best):
                    continue
                if best is None or score > best:
                    best, chosen = score, []
                chosen.append((family, index))
        if not chosen:
            return by_lot(families, stream)
        family, index = chosen[below(stream, len(chosen))]
        return family.move(index)

    def _roomy(self, playthrough: Playthrough) -> Slots:
        """Make room for the closures' own variables.

        While a bot weighs moves the position stands still, so each define is computed once for each argument; and what was known of
        the position before still is, unless a program of another table has stamped its changes, which numbers them for itself.
        """
        s = roomy(self.program, playthrough.slots, self.room)
        s[BUDGET] = LOOKS
        if playthrough.program is not self.program:
            s[EPOCH] = 0
        self.program.remember(s)
        return s

    def _scores(self, family: Family, s: Slots, twins: Twins) -> Iterator[tuple[int, int | None]]:
        weighings = self.weighings.get(family.choice.option.rule)
        if weighings is None:
            yield 0, 0
            return
        made = self.program.choices[family.choice.entry].steps
        steps = [one for one in made if not isinstance(one.step, GuardStep)]
        for index in _indices(family.size):
            arguments = family.arguments if family.span is None else (*family.arguments, family.span[index])
            yield index, _score(_Weighed(steps, arguments, twins), weighings, s)


def _indices(size: int) -> list[int]:
    """Give the members of a family that are weighed."""
    if size <= MOST_OF_A_RANGE:
        return list(range(size))
    last = MOST_OF_A_RANGE - 1
    return [at * (size - 1) // last for at in range(MOST_OF_A_RANGE)]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A move: the steps of its option, what is chosen, and where what preferences name is read, in a decision of a second frame."""

    steps: Sequence[MadeStep]
    arguments: tuple[int, ...]
    twins: Twins


def _score(move: _Weighed, weighings: tuple[Weighing, ...], s: Slots) -> int | None:
    """Weigh one move, whose arguments and lets are written into the slots.

    ``None`` when no preference wants it, or when the rules cannot say its values.
    """
    given = iter(move.arguments)
    try:
        for made in move.steps:
            if isinstance(made.step, ParameterStep):
                write_argument(s, made.step, next(given))
            else:
                made.run(s)
        for own, first, count in move.twins:
            s[first : first + count] = s[own : own + count]
        for weighing in weighings:
            if weighing.when is None or weighing.when(s):
                return weighing.base + sum(weight * int(value(s)) for value, weight in weighing.weights)
    except RulesFault:
        return None
    return None


def preferring(program: Playable, bot: BoundBot) -> PreferringBot:
    """Make the closures of a bot for one program."""
    known = {**program.ruleset.defines, **bot.defines}
    asking = program.asking(replace(program.ruleset, defines=known))
    weighings = {
        rule: tuple(
            Weighing(
                None if preference.when is None else asking.closure(preference.when),
                preference.base,
                tuple((asking.closure(term), weight) for term, weight in preference.weights),
            )
            for preference in preferences
        )
        for rule, preferences in bot.preferences.items()
    }
    return PreferringBot(program, weighings, asking.room)
