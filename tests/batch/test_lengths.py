"""Games by lot are as long as those of others: a rule that is wrong, or moves that are not equally likely, would show in the mean number of moves.

Tic-tac-toe was computed over all its games: 3203/420 moves (1440 sequences of moves end after five, 5328 after six, 47952 after seven, 72576 after eight and
127872 fill the board). The other games were played by OpenSpiel 2.0.2 (https://github.com/google-deepmind/open_spiel, wheel ``open_spiel``), uniformly over
``legal_actions()``: breakthrough and connect four 150,000 times each, hex 100,000 times.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

import reguli

SURE = 4.0
"""So many standard errors a mean may lie off: one run of some ten thousand."""


@dataclass(frozen=True)
class Known:
    """A game, its mean length with the standard error of that, the spread of single games, and how many to play by day and by night."""

    mean: float
    error: float
    spread: float
    by_day: int
    by_night: int
    options: dict[str, str | bool] = field(default_factory=dict)


GAMES = {
    "tic_tac_toe": Known(3203 / 420, 0, 1.300, 1000, 100_000),
    "connect_four": Known(21.305, 0.019, 7.373, 200, 40_000),
    "breakthrough": Known(64.095, 0.042, 16.090, 60, 10_000),
    "breakthrough, 6 by 6": Known(28.116, 0.023, 8.730, 100, 20_000, {"size": "small"}),
    "hex": Known(107.462, 0.034, 10.683, 30, 5_000, {"swap": False}),
}


def held(name: str, games: int, first: int) -> None:
    """Play so many games and hold their mean to what is known."""
    known = GAMES[name]
    played = reguli.load(name.partition(",")[0], known.options).simulate(games=games, seed=7, first=first, processes=1)
    moves = played.columns.index("moves")
    lengths = [row[moves] for row in played.rows]
    assert len(lengths) == games
    mean = sum(map(int, lengths)) / games
    most = SURE * (known.spread**2 / games + known.error**2) ** 0.5
    assert abs(mean - known.mean) <= most, f"{name}: {mean} moves, {known.mean} are known, {most} off at most"


@pytest.mark.parametrize("name", GAMES)
def test_games_by_lot_are_as_long_as_elsewhere(name: str) -> None:
    held(name, GAMES[name].by_day, 1)


@pytest.mark.night
@pytest.mark.parametrize("name", GAMES)
def test_by_night_many_games_are_as_long_as_elsewhere(name: str) -> None:
    held(name, GAMES[name].by_night, 1_000_001)
