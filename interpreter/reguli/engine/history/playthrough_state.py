"""A playthrough's state without its program: enough to resume it elsewhere, under identical rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields
from hashlib import blake2b
from typing import Any, Final

from reguli.engine.chance_nodes import DRAWS, chance_sites, resolve_card_orders, shuffle_count
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.history.save_files import Difference
from reguli.engine.state_snapshots import Position, restore_snapshot, save_snapshot, state_bytes
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import Diagnostic
from reguli.source.frozen_values import FrozenValue, frozen_class

OF_THE_PROGRAM: Final = frozenset({"program", "slots", "decision", "_offered"})
"""Fields of a playthrough that hold the program or parts of it: the state of one is taken down otherwise."""


@frozen_class
class State(FrozenValue):
    """A playthrough's full state except its program: position, past, journal, moves, chance. Picklable.

    ``rules`` is the digest of the ruleset, ``stamp`` that of the program made from it: both must be the same where it is gone
    on with.
    """

    ruleset: str
    rules: str
    stamp: str
    players: int
    position: Position
    decision: int | None
    """The number of the decision it waits for."""
    parts: Mapping[str, Any]
    """All else that a playthrough has, by the names of its fields: journal, moves, chance, what undo goes back to."""
    difference: Difference | None = None
    """Of a playthrough that was restored from a save of other rules."""
    remarks: tuple[Diagnostic, ...] = ()
    """What is to be said of that save."""


def capture_state(
    playthrough: GamePlaythrough, difference: Difference | None = None, remarks: tuple[Diagnostic, ...] = ()
) -> State:
    """Capture a playthrough's state."""
    program, own = playthrough.program, playthrough.branch()
    return State(
        ruleset=program.ruleset.id,
        rules=program.ruleset.digest,
        stamp=program_hash(program),
        players=program.players,
        position=save_snapshot(program, own.slots),
        decision=None if own.decision is None else own.decision.number,
        parts={one.name: getattr(own, one.name) for one in fields(own) if one.name not in OF_THE_PROGRAM},
        difference=difference,
        remarks=remarks,
    )


def state_matches_program(program: Playable, state: State) -> bool:
    """Return whether a state was captured under this program."""
    return (state.rules, state.stamp) == (program.ruleset.digest, program_hash(program))


def resume_playthrough(program: Playable, state: State) -> GamePlaythrough:
    """Resume a matching state; the state itself is not modified."""
    decision = None if state.decision is None else program.decisions[state.decision]
    return GamePlaythrough(
        program, slots=restore_snapshot(program, state.position), decision=decision, **state.parts
    ).branch()


def program_hash(program: Playable) -> str:
    """Return a hash of the lowered program: options, places, blocks and notes, in order."""
    layout, digest = program.layout, blake2b(digest_size=16)
    fields = [(name, field.base, field.stride, field.zone) for name, field in layout.fields.items()]
    ends = [type(block.end).__name__ for block in program.blocks]
    notes = [(note.rule, note.verb) for note in program.notes]
    options = sorted(program.ruleset.options.items())
    parts = (options, program.players, fields, sorted(layout.counters.items()), program.saved, ends, notes)
    for part in parts:
        digest.update(repr(part).encode())
    return digest.hexdigest()


# -- The key of a position together with everything that chance will bring from it on --------------------------------


def position_and_chance_hash(playthrough: GamePlaythrough) -> str:
    """Return 32 hexadecimal digits, equal if position and future chance are equal, on every machine.

    Beside the position count: the order of shuffled cards as it will come, how often each lot was cast and each stack
    shuffled, the seed, and what is prescribed or recorded and has not come yet; and, where something is all or nothing, to
    where it would be taken back and what was tried in vain.
    """
    program = playthrough.program
    digest = blake2b(state_bytes(resolve_card_orders(playthrough)[: program.saved]), digest_size=16)
    digest.update(json.dumps([playthrough.chance.seed, *_to_come(playthrough)]).encode())
    point = playthrough.point()
    if point.held is not None or point.vain:
        digest.update(repr((point.held, sorted(point.vain.items()))).encode())
    return digest.hexdigest()


def _to_come(playthrough: GamePlaythrough) -> Iterator[list[object]]:
    """Yield the unused prescribed and recorded outcomes by site: single outcomes, and orders of future shuffles."""
    chance = playthrough.chance
    came = Counter(site for site, _ in chance.log)
    shuffled = {
        site.key: shuffle_count(playthrough, site) for site in chance_sites(playthrough.program) if site.form == "stack"
    }
    for given in (chance.prescribed, chance.recorded):
        for key, outcomes in sorted(given.items()):
            orders = any(isinstance(outcome, list | tuple) for outcome in outcomes)
            left = outcomes[shuffled.get(key, 0) if orders else came[key.removesuffix(DRAWS)] :]
            if left:
                yield [given is chance.recorded, key, list(left)]
