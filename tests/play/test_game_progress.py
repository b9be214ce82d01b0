"""How far a game is: what its end and its next stage depend on, read from the rules of the shipped games."""

from __future__ import annotations

import pytest
from seated_tables import program
from test_replay_page import game, tongue_of

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.model.bound_tree.bound_terms import Arithmetic, Constant
from reguli.model.types import NumberType
from reguli.play.game_progress import Threshold, end_thresholds, game_progress, has_rounds, stage_thresholds


@pytest.mark.parametrize(
    ("name", "players", "limits"),
    [
        ("warszawa", 3, {"Round": 8}),  # W104
        ("power_grid", 3, {"Highest number of cities in a network": 17}),  # P157
        ("nucleum", 3, {"End conditions met": 2, "Number of rounds since the end was triggered": 1}),  # N94, N101
        ("tic_tac_toe", 2, {}),
    ],
)
def test_the_end_of_a_game_says_its_limits(name: str, players: int, limits: dict[str, int]) -> None:
    playthrough = start_playthrough(program(name, players), 1)
    tongue = tongue_of(playthrough)
    found = game_progress(playthrough, end_thresholds(playthrough.program.ruleset))
    assert {tongue.sum_name(one.threshold.value): one.limit for one in found} == limits
    assert all(one.value == 0 for one in found)


def test_the_next_stage_says_its_limit() -> None:
    playthrough = start_playthrough(program("power_grid", 3), 1)
    (found,) = game_progress(playthrough, stage_thresholds(playthrough.program.ruleset, 0))
    assert (found.value, found.limit) == (0, 7)  # P135


@pytest.mark.parametrize(("name", "rounds"), [("power_grid", True), ("warszawa", True), ("nucleum", False)])  # N101
def test_a_game_that_ends_in_its_first_round_has_no_rounds(name: str, rounds: bool) -> None:
    assert has_rounds(program(name, 3).ruleset) is rounds


def test_a_finished_game_has_reached_a_limit() -> None:
    playthrough = game("power_grid", 3, 3)
    (found,) = game_progress(playthrough, end_thresholds(playthrough.program.ruleset))
    most = max(place.values[2] for place in playthrough.places())
    assert found.value == most >= found.limit


def test_what_cannot_be_asked_now_is_left_out() -> None:
    """A value may stand behind a condition that keeps the rules from asking it; here it divides by zero."""
    playthrough, number = start_playthrough(program("tic_tac_toe"), 1), NumberType(None)
    one, nothing = Constant(number, 1), Constant(number, 0)
    never = Threshold(Arithmetic(number, "div down", one, nothing), one, None)
    (found,) = game_progress(playthrough, (never, Threshold(one, one, None)))
    assert (found.value, found.limit) == (1, 1)
