"""A program made executable: the walker makes closures of it here, the room ``compile`` makes generated Python of its leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any, Generic, TypeVar

from reguli.ir.closures import Closure, Effect, Lister, MadeChoice, MadeStep, Planned
from reguli.ir.layout import Layout
from reguli.ir.program import Choice, Program
from reguli.ir.walking.blocks import Blocks
from reguli.ir.walking.effects import Effects
from reguli.ir.walking.graphs import Distances
from reguli.ir.walking.listing import walked_lister
from reguli.ir.walking.values import Values
from reguli.model.ruleset import Invariant, Ruleset

V = TypeVar("V", bound=Values)
E = TypeVar("E", bound=Effects)


@dataclass(frozen=True, slots=True)
class Makers(Generic[V, E]):
    """What makes the leaves of a program executable: terms, statements, the steps of an option."""

    values: Callable[[Ruleset, Layout, Distances], V]
    effects: Callable[[V, Program], E]
    lister: Callable[[E, tuple[MadeStep, ...]], Lister]
    remembers: bool
    """Whether statements tell when the state changes, so that values need not be computed again before it does."""


WALKED = Makers(Values, Effects, walked_lister, remembers=False)
"""One closure for each node: slow and plain, the twin that generated code is compared with."""


@dataclass(frozen=True, slots=True, eq=False)
class Playable(Program):
    """A program with the functions that run it."""

    plan: tuple[Planned, ...]
    """The blocks laid out for running."""
    actors: tuple[Closure, ...]
    """Who decides, by the number of the decision."""
    choices: Mapping[int, MadeChoice]
    """By the first block of the option."""
    effects: Mapping[str, Effect]
    """Procedures that wait for nobody."""
    ranking: tuple[tuple[Closure, int], ...]
    """For each criterion a closure over the player in the slot."""
    invariants: tuple[tuple[Closure, Invariant], ...]
    values: Callable[[Ruleset, Layout, Distances], Values]
    """Makes closures of expressions beside the rules, in the way those of the rules are made."""
    distances: Distances
    """What is known of ways over the board, by all who ask."""
    still: Iterator[int]
    """Numbers the listings of moves, from 1: while one goes on the state stands still."""
    tick: Callable[[], int]
    """Gives the number for the state after a change, 0 for a program that does not remember values while rules run."""


def playable(program: Program, makers: Makers[Any, Any] = WALKED) -> Playable:
    """Make a program executable; nothing of it is changed."""
    ruleset, layout, distances = program.ruleset, program.layout, Distances()
    values: Values = makers.values(ruleset, layout, distances)
    effects: Effects = makers.effects(values, program)
    blocks = Blocks(program, values, effects)
    choices = {
        choice.entry: _choice(choice, blocks, partial(makers.lister, effects))
        for decision in program.decisions
        for choice in decision.choices
    }
    return Playable(
        **{name: getattr(program, name) for name in Program.__match_args__},
        plan=tuple(map(blocks.planned, program.blocks)),
        actors=tuple(values.element(decision.ask.actor, "decide") for decision in program.decisions),
        choices=choices,
        effects={name: effects.procedure(name)[1] for name, entry in program.entries.items() if entry.block is None},
        ranking=tuple((values.closure(one.by), layout.storage[one.variable.key].slot) for one in ruleset.ranking),
        invariants=tuple((values.closure(invariant.condition), invariant) for invariant in ruleset.invariants),
        values=makers.values,
        distances=distances,
        still=values.numbers,
        tick=values.numbers.__next__ if makers.remembers else repeat(0).__next__,
    )


def _choice(choice: Choice, blocks: Blocks, lister: Callable[[tuple[MadeStep, ...]], Lister]) -> MadeChoice:
    steps = tuple(map(blocks.step, choice.steps))
    return MadeChoice(steps, tuple(steps[number] for number in choice.written), lister(steps))
