"""Tracks for each player with split values, income under the tiles played, markers on shared spaces."""

from __future__ import annotations

import pytest
from toys import Sitting, place


def working(state: str) -> Sitting:
    return place(
        "harvest",
        f"""
        players: 2
        at: {{phase: work, decision: turn, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


@pytest.mark.parametrize(
    ("steps", "slots", "coins", "points"),
    [
        # No tile played: only the first spaces count.
        ("{grain: 4, fish: 4}", "", 2 + 0, 0),
        # Two tiles played: up to the second space, and not beyond the marker. grain_2 is split: 3 and 1; fish_1 pays 1.
        ("{grain: 4, fish: 1}", "field_1, field_2", 3 + 1, 1),
        # Four tiles: the marker is what limits. grain_1 pays 3; fish_4 is split: 2 and 4.
        ("{grain: 1, fish: 4}", "field_1, field_2, boat_1, boat_2", 3 + 2, 4),
    ],
)
def test_income_is_the_highest_space_left_of_the_marker_and_under_a_tile(
    steps: str, slots: str, coins: int, points: int
) -> None:
    sitting = working(f"a.steps: {steps}, a.slots: [{slots}], a.coins: 0, a.markers: {{}}, rung_9.markers: {{a: 6}}")
    sitting.play("a: recharge")
    assert (sitting.value("a.coins"), sitting.value("a.points")) == (coins, points)


def test_a_tile_brings_reeds_and_a_step_and_comes_back() -> None:
    sitting = working("a.tiles: [field_1, boat_1], a.slots: []").play("a: play field_1")
    assert (sitting.value("a.reeds"), sitting.value("a.steps[grain]"), sitting.value("a.steps[fish]")) == (2, 1, 0)
    sitting.play("b: recharge", "a: recharge", "a: climb rung_2", "a: take red_lantern")
    assert sitting.value("count(a.tiles)") == 2
    assert sitting.value("a.slots is empty") is True


def test_one_marker_of_each_tier_and_spaces_are_shared() -> None:
    sitting = working("a.reeds: 5, a.markers: {a: 5}, rung_2.markers: {a: 1, b: 1}, b.markers: {b: 5}")
    assert sitting.value("within_reach(a)") == ["rung_5"]
    assert working("a.reeds: 3, b.markers: {b: 5}, rung_3.markers: {b: 1}").value("within_reach(a)") == [
        "rung_2",
        "rung_3",
    ]


def test_without_a_space_within_reach_the_marker_goes_to_the_first() -> None:
    sitting = working("a.reeds: 1, a.coins: 0, a.points: 0").play("a: recharge")
    assert sitting.value("count(rung_0.markers[a])") == 1
    # Two coins of consolation and two of income.
    assert sitting.value("a.coins") == 4
    assert sitting.value("a.reeds") == 0
    assert sitting.value("total(a)") == -3


def test_the_first_marker_on_a_shore_takes_a_lantern() -> None:
    sitting = working("a.reeds: 3, b.reeds: 3").play("a: recharge", "a: climb rung_2", "a: take red_lantern")
    assert sitting.value("a.lanterns") == ["red_lantern"]
    assert sitting.value("total(a)") == 2
    sitting.play("b: recharge", "b: climb rung_3")
    assert sitting.value("count(porch)") == 1
    assert sitting.value("b.reeds") == 0


def test_the_last_space_pays_at_once() -> None:
    sitting = working("a.reeds: 9, rung_7.markers: {b: 1}, b.markers: {b: 5}").play("a: recharge", "a: climb rung_9")
    assert sitting.value("a.points") == 5
