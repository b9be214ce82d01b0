"""The final ranking: criteria one after the other, places shared when all are equal."""

from __future__ import annotations

from reguli.engine.gameplay.fault_replay import in_full
from reguli.engine.state_snapshots import copied
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.source.frozen_values import Kept, kept


@kept
class Place(Kept):
    """Where a player came in (1 is best; equal players share it; 0 is for all when all have lost), with the value of each criterion."""

    place: int
    player: int
    values: tuple[int, ...]


def rank(program: Playable, slots: Slots) -> tuple[Place, ...]:
    """Rank all players by the ruleset's criteria in order; best first, equal players by seat. Where all have lost nobody is better than another."""
    return in_full(program, lambda one: _ranked(one, copied(slots)))


def _ranked(program: Playable, s: Slots) -> tuple[Place, ...]:
    scores: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
    for player in range(program.players):
        values, keys = [], []
        for number, criterion in enumerate(program.ruleset.ranking):
            amount = int(program.ranking[number](s, player))
            values.append(amount)
            keys.append(-amount if criterion.order == "most" else amount)
        scores.append((tuple(keys), tuple(values), player))
    if any(criterion.order == "lost" and scores[0][1][at] for at, criterion in enumerate(program.ruleset.ranking)):
        return tuple(Place(0, player, values) for _, values, player in scores)
    scores.sort()
    return tuple(
        Place(1 + sum(other < keys for other, _, _ in scores), player, values) for keys, values, player in scores
    )
