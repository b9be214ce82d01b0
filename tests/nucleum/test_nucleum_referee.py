"""Whole playthroughs against the second hand: every decision, every legal move, the position, the end and the ranking."""

from __future__ import annotations

from random import Random

import pytest
from nucleum_playing import begin, both_play, check_ranking

ENOUGH = 50_000
MOST = 4 * ENOUGH
RARE = {
    *("no slot for a neutral building", "no more workers", "hole in the market", "no technology left", "turbine hired"),
    *("coal without a wagon", "beyond the end of a track", "old end used", "old end of another used", "last lap"),
    "neutral building set aside",
    *(
        "uranium_to_worker at sources",
        "worker_to_thaler at sources",
        "uranium_to_worker at end",
        "worker_to_thaler at end",
    ),
    *("met action_tiles", "met contracts", "met recharges", "met technologies", "met points", "day 3"),
}
"""What must have been met in the long run."""


def one_game(players: int, seed: int, *, wholly: bool) -> tuple[int, list[str]]:
    """From the set-up to the ranking; how many decisions, and what rare things were met."""
    playthrough, referee, names = begin(players, seed)
    count = both_play(playthrough, referee, names, Random(seed), wholly=wholly)
    assert referee.over
    check_ranking(playthrough, referee)
    return count, referee.seen


@pytest.mark.parametrize(("players", "seed", "wholly"), [(2, 3, True), (3, 1, False), (4, 5, False)])
def test_whole_games(players: int, seed: int, wholly: bool) -> None:
    """N1-N109: from the set-up to the ranking; of two larger tables the position at the beginning of each turn."""
    one_game(players, seed, wholly=wholly)


@pytest.mark.night
def test_many_games() -> None:
    """N1-N109: 50 000 decisions at tables of two, three and four, and on until every rare thing was among them."""
    count, seed, met = 0, 1000, set()
    while count < ENOUGH or (not met >= RARE and count < MOST):
        decisions, seen = one_game(2 + seed % 3, seed, wholly=True)
        count, seed = count + decisions, seed + 1
        met |= set(seen)
    assert met >= RARE, RARE - met
