"""A program made executable: the walker makes closures of it here, the room ``compile`` makes generated Python of its leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from reguli.ir.closures import Closure, Earlier, Effect, MadeChoice, Planned
from reguli.ir.layout import Layout
from reguli.ir.mixing import Constants
from reguli.ir.program import Block, Choice, Program, Slots
from reguli.ir.walking.blocks import Blocks
from reguli.ir.walking.effects import Effects
from reguli.ir.walking.graphs import Distances
from reguli.ir.walking.values import Values
from reguli.model.ruleset import Invariant, Ruleset
from reguli.source.kept import kept


@kept
class Playable(Program):
    """A program with the functions that run it."""

    plan: list[Planned]
    """The blocks laid out for running; one of type ``Block`` is laid out by what it asks, when it is come to: set-ups need few."""
    actors: tuple[Closure, ...]
    """Who decides, by the number of the decision."""
    choices: Mapping[int, MadeChoice]
    """By the first block of the option."""
    effects: Mapping[str, Effect]
    """Procedures that wait for nobody."""
    ranking: tuple[tuple[Closure, int], ...]
    """For each criterion a closure over the player in the slot."""
    audiences: Mapping[str, tuple[Closure, int | None]]
    """By state field: a closure for the players who see it, over the element it belongs to in the slot."""
    invariants: tuple[tuple[Closure, Invariant], ...]
    values: Callable[[Ruleset, Layout, Distances], Values]
    """Makes closures of expressions beside the rules, in the way those of the rules are made."""
    distances: Distances
    """What is known of ways over the board, by all who ask."""
    earlier: Earlier
    """The position when the move began, where something asks for it."""
    numbers: Iterator[int]
    """From 1: for positions that stand still, and for the stamps of what has changed."""
    remember: Callable[[Slots], None]
    """Begin to remember values in a position that stands still, or whose changes are stamped."""
    forget: Callable[[Slots], None]
    """What runs begins to change a position: nothing is remembered, unless its changes are stamped."""
    constants: Constants = field(default_factory=Constants)
    """Of names of sites and candidates: what chance is made from."""


def playable(program: Program, made_by: type[Values] = Values) -> Playable:
    """Make a program executable, its leaves by ``made_by``; nothing of it is changed.

    ``Values`` leaves a closure for each node: slow and plain, the twin that generated code is compared with.
    """
    ruleset, layout, distances = program.ruleset, program.layout, Distances()
    values = made_by(ruleset, layout, distances)
    effects = Effects(values, program)
    blocks = Blocks(program, values, effects)
    return Playable(
        **{name: getattr(program, name) for name in Program.__match_args__},
        plan=[
            blocks.planned(block) if made_by.remembers else ((), block, Block, blocks.planned, 0, 0)
            for block in program.blocks
        ],
        actors=tuple(values.element(decision.ask.actor, "decide") for decision in program.decisions),
        choices={choice.entry: _choice(choice, blocks) for one in program.decisions for choice in one.choices},
        effects={name: effects.procedure(name)[1] for name, entry in program.entries.items() if entry.block is None},
        ranking=tuple((values.closure(one.by), layout.storage[one.variable.key].slot) for one in ruleset.ranking),
        audiences={
            name: (values.closure(audience), None if owner is None else layout.storage[owner.key].slot)
            for name, (owner, audience) in ruleset.audiences.items()
        },
        invariants=tuple((values.closure(invariant.condition), invariant) for invariant in ruleset.invariants),
        values=made_by,
        distances=distances,
        earlier=values.earlier,
        numbers=values.numbers,
        remember=values.remember,
        forget=values.forget,
    )


def _choice(choice: Choice, blocks: Blocks) -> MadeChoice:
    steps = tuple(map(blocks.step, choice.steps))
    return MadeChoice(steps, tuple(steps[number] for number in choice.written), blocks.values.lister(steps))
