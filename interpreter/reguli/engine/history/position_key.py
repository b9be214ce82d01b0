"""The key of a position together with everything that chance will bring from it on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

from reguli.engine.chance.chance_nodes import chance_sites
from reguli.engine.chance.future_draws import chance_order
from reguli.engine.chance.prescribed_outcomes import DRAWS, shuffles
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.state_snapshots import in_bytes


def position_key(playthrough: Playthrough) -> str:
    """Give 32 hexadecimal digits, equal where position and chance to come are equal, on every machine.

    Beside the position count: the order of shuffled cards as it will come, how often each lot was cast and each stack
    shuffled, the seed, and what is prescribed or recorded and has not come yet; and, where something is all or nothing, to
    where it would be taken back and what was tried in vain.
    """
    program = playthrough.program
    digest = blake2b(in_bytes(chance_order(playthrough)[: program.saved]), digest_size=16)
    digest.update(json.dumps([playthrough.chance.seed, *_to_come(playthrough)]).encode())
    point = playthrough.point()
    if point.held is not None or point.vain:
        digest.update(repr((point.held, sorted(point.vain.items()))).encode())
    return digest.hexdigest()


def _to_come(playthrough: Playthrough) -> Iterator[list[object]]:
    """Give what is prescribed and recorded beyond what has come, by site: single outcomes, and orders of shuffles to come."""
    chance = playthrough.chance
    came = Counter(site for site, _ in chance.log)
    shuffled = {
        site.key: shuffles(playthrough, site) for site in chance_sites(playthrough.program) if site.form == "stack"
    }
    for given in (chance.prescribed, chance.recorded):
        for key, outcomes in sorted(given.items()):
            orders = any(isinstance(outcome, list | tuple) for outcome in outcomes)
            left = outcomes[shuffled.get(key, 0) if orders else came[key.removesuffix(DRAWS)] :]
            if left:
                yield [given is chance.recorded, key, list(left)]
