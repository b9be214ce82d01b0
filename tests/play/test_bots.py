"""Bots: legal, the same every time, better than chance where they claim to be."""

from __future__ import annotations

from collections import Counter

import pytest
from seated_tables import bots, played, program

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.rng import Stream, uniform_below
from reguli.play.bot_policies import RandomOptionBot, available_bots, decision_stream, group_moves_by_option
from reguli.search.search_bot import SearchMachines

SANE_ROUNDS = (8, 15)
"""Four people who know the game need ten to thirteen; two a little longer, six a little less."""
MANY_CITIES = 12
"""Who has more and supplies fewer than half of them has built for nothing."""


def test_every_number_below_a_bound_is_as_likely() -> None:
    stream = Stream(6)
    counts = Counter(uniform_below(stream, 6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert {uniform_below(stream, 1) for _ in range(10)} == {0}


def test_options_are_as_likely_as_each_other_however_many_moves_they_have() -> None:
    # A nomination offers hundreds of bids, passing is one move: half of the time it is passed.
    playthrough = start_playthrough(program("power_grid"), 1)
    bot = RandomOptionBot()
    while {len(group_moves_by_option(list(playthrough.families())))} != {2} or playthrough.decision is None:
        playthrough.apply(bot.choose(playthrough))
    moves = list(playthrough.families())
    assert sum(family.size for family in moves) > 10
    counts = Counter(RandomOptionBot().choose(_seeded(playthrough, seed)).option for seed in range(400))
    assert min(counts.values()) > 150


def _seeded(playthrough: GamePlaythrough, seed: int) -> GamePlaythrough:
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
    playthrough = start_playthrough(program("tic_tac_toe"), 9)
    bot = RandomOptionBot()
    first = bot.choose(playthrough)
    playthrough.apply(first)
    playthrough.undo()
    assert bot.choose(playthrough) == first


def test_seats_have_streams_of_their_own() -> None:
    playthrough = start_playthrough(program("tic_tac_toe"), 9)
    assert decision_stream(playthrough, 0).getrandbits(64) != decision_stream(playthrough, 1).getrandbits(64)


def test_looking_ahead_sees_the_winning_move() -> None:
    playthrough = start_playthrough(program("tic_tac_toe"), 0)
    for cell in ("a1", "b1", "a2", "b2"):
        index = program("tic_tac_toe").ruleset.kinds["cell"].elements.index(cell)
        playthrough.apply(Move("place", (index,)))
    winning = program("tic_tac_toe").ruleset.kinds["cell"].elements.index("a3")
    known = bots("tic_tac_toe")
    assert known["greedy"].choose(playthrough) == known["search"].choose(playthrough) == Move("place", (winning,))


def test_looking_ahead_does_not_change_the_game() -> None:
    playthrough = start_playthrough(program("connect_four"), 3)
    before, log, journal = playthrough.hash, list(playthrough.chance.log), list(playthrough.journal)
    bots("connect_four")["greedy"].choose(playthrough)
    assert (playthrough.hash, playthrough.chance.log, playthrough.journal) == (before, log, journal)
    assert not playthrough.moves


def test_greedy_beats_random() -> None:
    greedy, chance = bots("tic_tac_toe")["greedy"], RandomOptionBot()
    firsts = [played(program("tic_tac_toe"), [greedy, chance], seed).places()[0] for seed in range(12)]
    assert sum(place.player == 0 and place.values == (1,) for place in firsts) >= 10


# Games in which the bot once ended with more than twelve cities and no fuel for half of them, but for the one on the other map.
@pytest.mark.parametrize(
    ("players", "seed", "board"),
    [(2, 0, "germany"), (3, 4, "germany"), (4, 7, "germany"), (5, 0, "germany"), (6, 1, "germany"), (4, 1, "usa")],
)
def test_the_bot_of_a_ruleset_plays_sanely(players: int, seed: int, board: str) -> None:
    options = (("map", board),)
    known = bots("power_grid", players, options)
    assert known["greedy"] == known["sane"]
    game = played(program("power_grid", players, options), [known["sane"]] * players, seed)
    shortest, longest = SANE_ROUNDS
    assert shortest <= game.fact("round") <= longest
    end = game.program.ruleset.tables["end_cities"].cells[players - 2]
    assert end is not None
    places = [place.values for place in game.places()]
    assert max(cities for _, _, cities in places) >= end
    assert all(cities <= MANY_CITIES or 2 * supplied >= cities for supplied, _, cities in places)
    # Whoever ends the game means to win it.
    assert places[0][0] >= end - 3


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bot_of_a_ruleset_beats_random(seat: int) -> None:
    known = bots("power_grid", 2)
    who = [known["random"], known["random"]]
    who[seat] = known["sane"]
    for seed in range(3):
        first, second = played(program("power_grid", 2), who, seed).places()
        assert first.player == seat
        assert first.values > second.values


def test_a_search_is_listed_only_where_it_is_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    roster = available_bots(program("hex"), ())
    monkeypatch.setattr(SearchMachines, "is_fast", False)
    assert (roster.listed, roster.adviser) == (("random", "uniform", "greedy"), "greedy")
    monkeypatch.setattr(SearchMachines, "is_fast", True)
    assert (roster.listed, roster.adviser) == (("random", "uniform", "greedy", "search"), "search")
    assert roster["search:5"] is not None
