"""What a playthrough is beside its program: all that is needed to go on from it elsewhere, under the very same rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from reguli.engine.chance import ChanceSource, Passed
from reguli.engine.playthrough import Played, Playthrough, Point
from reguli.engine.position import copied, widen
from reguli.engine.replaying import Difference
from reguli.ir.program import Program
from reguli.ruleset.positions import PositionDecl


@dataclass(frozen=True, slots=True)
class State:
    """Everything of one playthrough but its program: position, past, journal, moves, chance. It pickles.

    ``rules`` is the digest of the ruleset, ``stamp`` that of the program made from it: both must be the same where it is gone
    on with.
    """

    ruleset: str
    rules: str
    stamp: str
    players: int
    slots: tuple[int, ...]
    decision: int | None
    """The number of the decision it waits for."""
    journal: tuple[tuple[int, ...], ...]
    moves: tuple[Played, ...]
    past: tuple[Point, ...]
    seed: int
    prescribed: Mapping[str, Sequence[object]]
    log: tuple[tuple[str, str], ...]
    recorded: Mapping[str, Sequence[str]]
    passed: tuple[Passed, ...]
    names: tuple[str, ...]
    play_forced: bool
    stop: int
    partial: bool
    origin: PositionDecl | None
    difference: Difference | None = None
    """Of a playthrough that was restored from a save of other rules."""


def state_of(playthrough: Playthrough, difference: Difference | None = None) -> State:
    """Take down what a playthrough is."""
    program, chance = playthrough.program, playthrough.chance
    decision, saved = playthrough.decision, program.saved
    return State(
        ruleset=program.ruleset.id,
        rules=program.ruleset.digest,
        stamp=stamp_of(program),
        players=program.players,
        slots=tuple(playthrough.slots[:saved]),
        decision=None if decision is None else decision.number,
        journal=tuple(playthrough.journal),
        moves=tuple(playthrough.moves),
        past=tuple(replace(point, slots=point.slots[:saved]) for point in playthrough.past()),
        seed=chance.seed,
        prescribed=dict(chance.prescribed),
        log=tuple(chance.log),
        recorded=dict(chance.recorded),
        passed=tuple(chance.passed),
        names=playthrough.names,
        play_forced=playthrough.play_forced,
        stop=playthrough.stop,
        partial=playthrough.partial,
        origin=playthrough.origin,
        difference=difference,
    )


def fits(program: Program, state: State) -> bool:
    """Tell whether a state was taken down under this program."""
    return (state.rules, state.stamp) == (program.ruleset.digest, stamp_of(program))


def resumed(program: Program, state: State) -> Playthrough:
    """Go on from a state that fits the program; nothing of the state is changed by it."""
    chance = ChanceSource(state.seed, state.prescribed, list(state.log), state.recorded, list(state.passed))
    return Playthrough(
        program,
        chance,
        copied(widen(program, list(state.slots))),
        state.play_forced,
        list(state.journal),
        list(state.moves),
        None if state.decision is None else program.decisions[state.decision],
        state.names,
        state.stop,
        state.partial,
        state.origin,
        [replace(point, slots=tuple(copied(widen(program, list(point.slots))))) for point in state.past],
    )


def stamp_of(program: Program) -> str:
    """Give a hash of how the rules were made into a program: of options, places, blocks and notes, by their order."""
    layout, digest = program.layout, blake2b(digest_size=16)
    fields = [(name, field.base, field.stride, field.zone) for name, field in layout.fields.items()]
    ends = [type(block.end).__name__ for block in program.blocks]
    notes = [(note.rule, note.verb) for note in program.notes]
    options = sorted(program.ruleset.options.items())
    parts = (options, program.players, fields, sorted(layout.counters.items()), program.saved, ends, notes)
    for part in parts:
        digest.update(repr(part).encode())
    return digest.hexdigest()
