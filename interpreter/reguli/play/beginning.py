"""Back to the beginning of a playthrough, to follow it move by move."""

from __future__ import annotations

from reguli.engine.playing.playthrough import Playthrough, begin, by_site
from reguli.engine.positions.setup import set_up
from reguli.source.diagnostic import Bag


def from_beginning(playthrough: Playthrough) -> Playthrough:
    """Give the playthrough as it began, chance bound to come out as it did, forced moves left to be played one by one."""
    chance = playthrough.chance
    if playthrough.origin is None:
        return begin(
            playthrough.program,
            chance.seed,
            prescribed=chance.prescribed,
            recorded=chance.log,
            play_forced=False,
            names=playthrough.names,
        )
    # What was set up once without findings can be set up again.
    bag = Bag()
    first = set_up(
        playthrough.program,
        playthrough.origin,
        bag,
        seed=chance.seed,
        play_forced=False,
        recorded=by_site(chance.log),
    )
    assert first is not None, bag.codes
    return first
