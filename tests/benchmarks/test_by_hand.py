"""The games written by hand, which the interpreter is measured against, are the games of the rulesets: move by move."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from statistics import mean, variance
from typing import Any

import pytest
from by_hand import breakthrough, connect_four, tic_tac_toe
from by_hand import hex as hexes

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.pipeline import LoadedRuleset

GAMES: dict[str, tuple[Callable[[], Any], str, int]] = {
    "tic_tac_toe": (tic_tac_toe.Game, "place", 20),
    "connect_four": (connect_four.Game, "drop", 6),
    "breakthrough": (breakthrough.Game, "advance", 2),
    "hex": (hexes.Game, "place", 2),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_position_allows_the_moves_of_the_ruleset_and_ends_with_it(name: str) -> None:
    game, option, playouts = GAMES[name]
    program, stream = LoadedRuleset(name, {"swap": False} if name == "hex" else {}).program(2), random.Random(7)
    for _ in range(playouts):
        sitting, playthrough = game(), start_playthrough(program, play_forced=False)
        while not playthrough.over:
            moves = {_arguments(move): move for move in sitting.moves()}
            assert {Move(option, arguments) for arguments in moves} == set(playthrough.legal())
            chosen = stream.choice(sorted(moves))
            sitting.play(moves[chosen])
            playthrough.apply(Move(option, chosen))
            assert sitting.over == playthrough.over
        first = [place.player for place in playthrough.places() if place.place == 1]
        assert [sitting.winner] == first if sitting.winner >= 0 else len(first) == 2


def _arguments(move: int | tuple[int, int]) -> tuple[int, ...]:
    return (move,) if isinstance(move, int) else move


def _sequences(sitting: Any, depth: int) -> int:
    """Count the sequences of so many moves."""
    if depth == 0:
        return 1
    if sitting.over:
        return 0
    total = 0
    for move in list(sitting.moves()):
        after = deepcopy(sitting)
        after.play(move)
        total += _sequences(after, depth - 1)
    return total


# Counts that others have published.
@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (tic_tac_toe.Game, (1, 9, 72, 504, 3_024)),
        (connect_four.Game, (1, 7, 49, 343, 2_401)),
        (breakthrough.Game, (1, 22, 484)),
        (hexes.Game, (1, 121, 121 * 120)),
    ],
    ids=["tic_tac_toe", "connect_four", "breakthrough", "hex"],
)
def test_the_first_moves_are_as_many_as_is_known(game: Callable[[], Any], counts: tuple[int, ...]) -> None:
    assert tuple(_sequences(game(), depth) for depth in range(len(counts))) == counts


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, breakthrough, hexes], ids=lambda game: game.__name__)
def test_what_proposes_moves_plays_as_what_lists_them(game: Any) -> None:
    """Lengths and who wins, of many games each: two samples of one kind differ by more than this once in thousands of runs."""
    lots, games = random.Random(7), 400
    proposed = [game.played(lots) for _ in range(games)]
    listed = [_listed(game.Game(), lots) for _ in range(games)]
    for ours, theirs in zip(zip(*proposed, strict=True), zip(*listed, strict=True), strict=True):
        spread = (variance(ours) / games + variance(theirs) / games) ** 0.5
        assert abs(mean(ours) - mean(theirs)) <= 4 * spread


def _listed(sitting: Any, lots: random.Random) -> tuple[int, int]:
    played = 0
    while not sitting.over:
        sitting.play(lots.choice(sitting.moves()))
        played += 1
    return played, sitting.winner
