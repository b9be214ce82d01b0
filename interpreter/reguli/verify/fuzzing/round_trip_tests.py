"""What must come out the same: a move undone and made again, a game saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Iterator

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.history.save_files import from_json, to_json
from reguli.engine.state_snapshots import remembered
from reguli.source.diagnostic import Bag


def undone(before: Playthrough, move: Move) -> bool:
    """Tell whether a move that is made, undone and made again leaves what it left, and undone what was there."""
    played = before.branch()
    stood = _all_of(played)
    played.apply(move)
    came = _all_of(played)
    played.undo()
    back = _all_of(played)
    played.apply(move)
    return stood == back and came == _all_of(played)


def _all_of(played: Playthrough) -> tuple[object, ...]:
    decision = None if played.decision is None else played.decision.number
    told = len(played.journal), len(played.chance.log), len(played.moves)
    return remembered(played.program, played.slots), decision, told


def loaded(played: Playthrough) -> bool:
    """Tell whether a game that is saved and loaded stands where it stood, its moves played again on the way."""
    program = played.program
    restored = from_json(json.loads(json.dumps(to_json(played))), lambda *_: program, Bag())
    if restored is None or restored.differs is not None:
        return False
    again = restored.playthrough
    return again.hash == played.hash and again.moves == played.moves


def different(before: Playthrough, move: Move, *, save: bool) -> Iterator[str]:
    """Give what does not come out the same: the code of the finding."""
    if not undone(before, move):
        yield "V402"
    if save and not loaded(before):
        yield "V403"
