"""What a playthrough is beside its program: all that is needed to go on from it elsewhere, under the very same rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from reguli.engine.chance.source import ChanceSource, Passed
from reguli.engine.playing.playthrough import Forced, Played, Playthrough, Point
from reguli.engine.position import recalled
from reguli.engine.records.replaying import Difference
from reguli.ir.playable import Playable
from reguli.ruleset.declared.positions import PositionDecl
from reguli.source.diagnostic import Diagnostic


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
    here: Point
    decision: int | None
    """The number of the decision it waits for."""
    journal: tuple[tuple[int, ...], ...]
    moves: tuple[Played, ...]
    past: tuple[Point, ...]
    doubts: frozenset[str]
    seed: int
    prescribed: Mapping[str, Sequence[object]]
    log: tuple[tuple[str, str], ...]
    recorded: Mapping[str, Sequence[str]]
    passed: tuple[Passed, ...]
    names: tuple[str, ...]
    play_forced: Forced
    most_forced: int
    stop: int
    partial: bool
    origin: PositionDecl | None
    difference: Difference | None = None
    """Of a playthrough that was restored from a save of other rules."""
    remarks: tuple[Diagnostic, ...] = ()
    """What is to be said of that save."""


def state_of(
    playthrough: Playthrough, difference: Difference | None = None, remarks: tuple[Diagnostic, ...] = ()
) -> State:
    """Take down what a playthrough is."""
    program, chance = playthrough.program, playthrough.chance
    decision = playthrough.decision
    return State(
        ruleset=program.ruleset.id,
        rules=program.ruleset.digest,
        stamp=stamp_of(program),
        players=program.players,
        here=playthrough.point(),
        decision=None if decision is None else decision.number,
        journal=tuple(playthrough.journal),
        moves=tuple(playthrough.moves),
        past=playthrough.past(),
        doubts=frozenset(playthrough.doubts),
        seed=chance.seed,
        prescribed=dict(chance.prescribed),
        log=tuple(chance.log),
        recorded=dict(chance.recorded),
        passed=tuple(chance.passed),
        names=playthrough.names,
        play_forced=playthrough.play_forced,
        most_forced=playthrough.most_forced,
        stop=playthrough.stop,
        partial=playthrough.partial,
        origin=playthrough.origin,
        difference=difference,
        remarks=remarks,
    )


def fits(program: Playable, state: State) -> bool:
    """Tell whether a state was taken down under this program."""
    return (state.rules, state.stamp) == (program.ruleset.digest, stamp_of(program))


def resumed(program: Playable, state: State) -> Playthrough:
    """Go on from a state that fits the program; nothing of the state is changed by it."""
    chance = ChanceSource(state.seed, state.prescribed, list(state.log), state.recorded, list(state.passed))
    return Playthrough(
        program,
        chance,
        recalled(program, state.here.position),
        play_forced=state.play_forced,
        journal=list(state.journal),
        moves=list(state.moves),
        decision=None if state.decision is None else program.decisions[state.decision],
        names=state.names,
        stop=state.stop,
        partial=state.partial,
        origin=state.origin,
        most_forced=state.most_forced,
        doubts=set(state.doubts),
        _past=list(state.past),
        _held=state.here.held,
        _vain=state.here.vain,
    )


def stamp_of(program: Playable) -> str:
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
