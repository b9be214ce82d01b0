"""Bots: legal, the same every time, better than chance where they claim to be."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from seated_tables import bots, played, program

from reguli.engine.legal import Move
from reguli.engine.playthrough import Playthrough, begin
from reguli.play.bots import GreedyBot, RandomBot, below, by_option, stream_of

SANE_LIMIT = 25
"""Rounds: four people who know the game need about ten."""


def test_every_number_below_a_bound_is_as_likely() -> None:
    stream = random.Random("die")
    counts = Counter(below(stream, 6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert {below(stream, 1) for _ in range(10)} == {0}


def test_options_are_as_likely_as_each_other_however_many_moves_they_have() -> None:
    # A nomination offers hundreds of bids, passing is one move: half of the time it is passed.
    playthrough = begin(program("power_grid"), 1)
    bot = RandomBot()
    while {len(by_option(list(playthrough.families())))} != {2} or playthrough.decision is None:
        playthrough.apply(bot.choose(playthrough))
    moves = list(playthrough.families())
    assert sum(family.size for family in moves) > 10
    counts = Counter(RandomBot().choose(_seeded(playthrough, seed)).option for seed in range(400))
    assert min(counts.values()) > 150


def _seeded(playthrough: Playthrough, seed: int) -> Playthrough:
    branch = playthrough.branch()
    branch.chance.seed = seed
    return branch


@pytest.mark.parametrize(
    ("name", "who"), [("tic_tac_toe", "greedy"), ("connect_four", "random"), ("power_grid", "greedy")]
)
def test_a_game_of_bots_ends_and_is_the_same_again(name: str, who: str) -> None:
    bot = bots(name)[who]
    first, again = (played(program(name), [bot, bot], 5) for _ in range(2))
    assert first.over
    assert [one.move for one in first.moves] == [one.move for one in again.moves]
    assert first.hash == again.hash


def test_a_bot_moves_alike_after_undo() -> None:
    playthrough = begin(program("tic_tac_toe"), 9)
    bot = RandomBot()
    first = bot.choose(playthrough)
    playthrough.apply(first)
    playthrough.undo()
    assert bot.choose(playthrough) == first


def test_seats_have_streams_of_their_own() -> None:
    playthrough = begin(program("tic_tac_toe"), 9)
    assert stream_of(playthrough, 0).getrandbits(64) != stream_of(playthrough, 1).getrandbits(64)


def test_looking_one_move_ahead_sees_the_winning_move() -> None:
    playthrough = begin(program("tic_tac_toe"), 0)
    for cell in ("a1", "b1", "a2", "b2"):
        index = program("tic_tac_toe").ruleset.kinds["cell"].elements.index(cell)
        playthrough.apply(Move("place", (index,)))
    winning = program("tic_tac_toe").ruleset.kinds["cell"].elements.index("a3")
    assert GreedyBot().choose(playthrough) == Move("place", (winning,))


def test_looking_ahead_does_not_change_the_game() -> None:
    playthrough = begin(program("connect_four"), 3)
    before, log, journal = playthrough.hash, list(playthrough.chance.log), list(playthrough.journal)
    GreedyBot().choose(playthrough)
    assert (playthrough.hash, playthrough.chance.log, playthrough.journal) == (before, log, journal)
    assert not playthrough.moves


def test_greedy_beats_random() -> None:
    greedy, chance = GreedyBot(), RandomBot()
    firsts = [played(program("tic_tac_toe"), [greedy, chance], seed).places()[0] for seed in range(12)]
    assert sum(place.player == 0 and place.values == (1,) for place in firsts) >= 10


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_bot_of_a_ruleset_plays_sanely(players: int) -> None:
    bot = bots("power_grid", players)["sane"]
    assert bots("power_grid", players)["greedy"] != GreedyBot()
    for seed in range(2):
        game = played(program("power_grid", players), [bot] * players, seed)
        assert game.fact("round") <= SANE_LIMIT
        supplied = [place.values[0] for place in game.places()]
        assert max(supplied) >= 9
        end = game.program.ruleset.tables["end_cities"].cells[players - 2]
        assert end is not None
        assert max(place.values[2] for place in game.places()) >= end


def test_the_bot_of_a_ruleset_beats_random() -> None:
    known = bots("power_grid", 4)
    for seed in range(2):
        who = [known["sane"], known["random"], known["random"], known["random"]]
        assert played(program("power_grid", 4), who, seed).places()[0].player == 0
