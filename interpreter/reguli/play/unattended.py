"""Bots that play on by themselves, within bounds: what does not end is said, not waited for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.engine.playing.playthrough import Playthrough
from reguli.ir.faults import RulesFault
from reguli.play.bots import Bot


@dataclass(frozen=True, slots=True)
class Bounds:
    """So many rounds and chosen moves bots play among themselves before the game counts as one without end."""

    rounds: int = 500
    moves: int = 10_000


BOUNDS: Final = Bounds()


def play_unattended(playthrough: Playthrough, bots: Sequence[Bot | None], bounds: Bounds = BOUNDS) -> Iterator[int]:
    """Let bots (by seat) move until it is over or a seat without one must decide; give after each move how many they were.

    Raises ``RulesFault``: E320 beyond the bounds.
    """
    played, first = 0, playthrough.fact("round")
    while not playthrough.over:
        bot = bots[playthrough.actor]
        if bot is None:
            return
        rounds = playthrough.fact("round") - first
        if rounds >= bounds.rounds or played >= bounds.moves:
            raise _without_end(playthrough, rounds, played, bounds)
        playthrough.apply(bot.choose(playthrough))
        played += 1
        yield played


def _without_end(playthrough: Playthrough, rounds: int, moves: int, bounds: Bounds) -> RulesFault:
    fault = RulesFault("E320", rounds=rounds, moves=moves, most_rounds=bounds.rounds, most_moves=bounds.moves)
    assert playthrough.decision is not None
    fault.rule = playthrough.decision.ask.rule
    return fault
