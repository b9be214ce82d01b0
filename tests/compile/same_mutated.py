"""Rulesets changed at random, each played by every executor and compared decision by decision: a number always gives the same ruleset and the same games."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from mutated import Mutated, mutated
from same_game import BACK_ENDS, Compared, walker

GAMES = 3
"""Of each ruleset."""
MOST_MOVES = 120
"""Of each game: what was changed shows early, or never."""


class Played(NamedTuple):
    """What was played, and how each game ended: by a fault, by its code, or not."""

    ruleset: Mutated
    faults: tuple[str | None, ...]


def play(number: int, home: Path, most: int = MOST_MOVES) -> Played:
    """Play the games of a number; they differ as ``NotTheSameError``. The number of players is another from number to number."""
    ruleset = mutated(number, home)
    fewest, greatest = ruleset.loaded.ruleset.players if ruleset.loaded.ruleset is not None else (1, 1)
    players = fewest + number % (greatest - fewest + 1)
    made = ruleset.loaded.ruleset_for(players)
    assert made is not None
    backs = [back(made, players) for back in (walker, *BACK_ENDS.values())]
    faults: list[str | None] = []
    for game in range(GAMES):
        compared = Compared(f"{number} {ruleset.name}, {players} players, {ruleset.changes}", *backs)
        compared.play(GAMES * number + game, most=most)
        faults.append(compared.stopped)
    return Played(ruleset, tuple(faults))
