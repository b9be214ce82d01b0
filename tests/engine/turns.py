"""Moves typed one after the other."""

from __future__ import annotations

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import parse_move


def turn(playthrough: GamePlaythrough, *moves: str) -> None:
    """Play typed moves, whoever has to decide."""
    for text in moves:
        assert playthrough.decision is not None, text
        playthrough.apply(parse_move(playthrough.program, playthrough.decision, text, playthrough.names))
