"""Observations: what a seat sees, as numbers with names; what it does not see changes none of them."""

from __future__ import annotations

import numpy as np
import pytest

import reguli
from reguli.adapters.episode import Episode, number_game
from reguli.adapters.observations import Viewer
from reguli.engine.observation import player_view

GAMES = [("power_grid", 3), ("warszawa", 3), ("nucleum", 2)]


def named(episode: Episode, viewer: Viewer) -> dict[str, float]:
    """Return all numbers but 0, by name."""
    found = episode.observe(viewer)
    return {episode.numbered.encoder.legend[at]: float(found[at]) for at in np.flatnonzero(found)}


def position(name: str, players: int, moves: int) -> Episode:
    episode = number_game(name, players, None).start(3, True, 10_000)
    episode.playthrough.play_on("sane", moves=moves)
    return episode


def test_a_small_position_is_said_number_by_number() -> None:
    episode = number_game("tic_tac_toe", 2, None).start(0, "openly", 10)
    places = {episode.numbered.ids.name(action): action for action in episode.legal()}
    episode.step(places["place a1"])
    # Each player begins with nine marks.
    assert named(episode, 0) == {
        "seat: seat_1": 1,
        "deciding: seat_2": 1,
        "decision: turn 0": 1,
        "round": 1,
        "phase: play": 1,
        "to_move: seat_2": 1,
        "seat_1.unused: seat_1": 8,
        "seat_2.unused: seat_2": 9,
        "a1.marks: seat_1": 1,
    }
    seen, other = named(episode, 0), named(episode, 1)
    assert {name for name, _ in seen.items() ^ other.items()} == {"seat: seat_1", "seat: seat_2"}


@pytest.mark.parametrize(("name", "players"), [("tic_tac_toe", 2), ("hex", 2), *GAMES])
def test_every_number_has_one_name_and_lies_between_its_bounds(name: str, players: int) -> None:
    encoder = number_game(name, players, None).encoder
    assert len(set(encoder.legend)) == len(encoder.legend) == len(encoder.low) == len(encoder.high)
    episode = number_game(name, players, None).start(3, True, 10_000)
    for moves in (0, 5, 20, 40):
        episode.playthrough.play_on("random", moves=moves)
        viewers: list[Viewer] = [*range(players), None, "all"]
        for viewer in viewers:
            found = episode.observe(viewer)
            assert found.dtype == np.float32
            assert bool((np.array(encoder.low) <= found).all() and (found <= np.array(encoder.high)).all())


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("moves", [6, 60])
def test_what_a_seat_cannot_see_changes_no_number(name: str, players: int, moves: int) -> None:
    episode = position(name, players, moves)
    changed = 0
    for seat in range(players):
        for seed in range(6):
            other = episode.branch(seed, seat)
            assert named(other, seat) == named(episode, seat)
            assert player_view(other.playthrough.sitting, seat) == player_view(episode.playthrough.sitting, seat)
            changed += named(other, "all") != named(episode, "all")
            if seat == episode.seat:
                assert list(other.legal()) == list(episode.legal())
    assert changed > 0


def test_hidden_money_is_seen_by_its_owner_alone_and_open_money_by_all() -> None:
    episode = number_game("power_grid", 2, None).start(1, "openly", 100)
    assert (named(episode, 0)["seat_1.money: elektro"], named(episode, 0)["seat_1.money: seen"]) == (50, 1)
    assert not {"seat_2.money: elektro", "seat_2.money: seen"} & named(episode, 0).keys()
    assert named(episode, "all")["seat_2.money: elektro"] == 50
    shown = number_game("power_grid", 2, {"hidden_money": False}).start(1, "openly", 100)
    assert named(shown, 0)["seat_2.money: elektro"] == named(shown, None)["seat_1.money: elektro"] == 50
    assert "seat_1.money: seen" not in shown.numbered.encoder.legend


def test_the_plant_and_the_price_of_an_auction_are_seen_by_who_bids() -> None:
    episode = number_game("power_grid", 3, None).start(7, True, 100)
    playthrough = episode.playthrough
    move = playthrough.moves()[0].split()
    playthrough.apply(" ".join(move))
    assert playthrough.decision is not None
    assert playthrough.decision.name == "outbidding"
    around = {name: value for name, value in named(episode, episode.seat).items() if name.startswith("around")}
    assert any(name.endswith(f": {move[1]}") and value == 1 for name, value in around.items())
    assert float(move[2]) in around.values()


def test_a_step_of_a_compound_decision_is_seen_by_the_seat_that_decides_alone() -> None:
    episode = number_game("power_grid", 3, None).start(7, "openly", 100)
    (first,) = episode.legal()
    episode.step(first)
    seat = episode.seat
    assert seat is not None
    assert named(episode, seat)["chosen: nominate …"] == 1
    others = [named(episode, viewer) for viewer in range(3) if viewer != seat]
    assert not any(name.startswith("chosen") for seen in others for name in seen)


def test_the_ranking_is_shared_out() -> None:
    episode = number_game("tic_tac_toe", 2, None).start(0, "openly", 10)
    for move in ("place a1", "place b1", "place a2", "place b2", "place a3"):
        episode.playthrough.apply(move)
    assert episode.playthrough.over
    assert episode.returns() == (1.0, -1.0)
    drawn = number_game("tic_tac_toe", 2, None).start(0, True, 10)
    for cell in ("a1", "b2", "a3", "a2", "c2", "b1", "b3", "c3", "c1"):
        if not drawn.playthrough.over:
            drawn.playthrough.apply(f"place {cell}")
    assert drawn.playthrough.over
    assert drawn.returns() == (0.0, 0.0)


def test_a_shared_first_place_of_several_counts_by_its_share() -> None:
    episode = number_game("power_grid", 4, None).start(1, "openly", 10)
    places = [place.place for place in reguli.load("power_grid").start(4, 1).ranking]
    first = places.count(1)
    assert first > 1
    expected = sorted((4 / first if place == 1 else 0.0) / 3 - 1 / 3 for place in places)
    assert sorted(episode.returns()) == pytest.approx(expected)
    assert sum(episode.returns()) == pytest.approx(0)
