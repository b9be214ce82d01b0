"""Play without rounds; ends counted k of n, then equal turns and one more; feasts; ranking with shared places; workers; recipes."""

from __future__ import annotations

import pytest
from toys import Sitting, place, sit


def evening(state: str, players: int = 3) -> Sitting:
    return place(
        "lanterns",
        f"""
        players: {players}
        at: {{phase: evening, decision: turn, by: a}}
        state: {{beginner: a, round: 1, {state}}}
        """,
    )


def test_enough_endings_close_the_game_and_then_comes_one_more_lap() -> None:
    sitting = evening("a.coins: 8, b.coins: 8, c.coins: 8, oil_gone.met: true, oil: 0, spilt: 9")
    sitting.play("a: light low")
    assert sitting.value("closing") is False
    # b earns to ten: the second ending is met in the middle of the lap.
    sitting.play("b: work")
    assert (sitting.by, sitting.asked) == ("b", "ending_gift")
    sitting.play("b: choose_points")
    assert sitting.value("someone_rich.met") is True
    assert sitting.value("b.points") == 3
    assert sitting.value("closing") is True
    # The lap under way, then one more: c; a, b, c.
    sitting.play("c: light low", "a: light low", "b: light low")
    assert not sitting.playthrough.over
    sitting.play("c: light low")
    assert sitting.playthrough.over


def test_an_ending_met_by_the_last_of_a_lap_still_brings_one_more_lap() -> None:
    sitting = evening("c.coins: 8, oil_gone.met: true, oil: 0, spilt: 9")
    sitting.play("a: work", "b: work", "c: work", "c: choose_points")
    assert sitting.value("closing") is True
    sitting.play("a: work", "b: work", "c: work")
    assert sitting.playthrough.over


def test_two_players_need_three_endings() -> None:
    sitting = evening("a.coins: 8, oil_gone.met: true, oil: 0, spilt: 9", players=2)
    sitting.play("a: work", "a: choose_coins")
    assert sitting.value("a.coins") == 14
    assert sitting.value("count(all ending in endings where ending.met)") == 2
    assert sitting.value("closing") is False


def test_whoever_brings_an_ending_about_is_paid_once() -> None:
    sitting = evening("a.coins: 8").play("a: work", "a: choose_points")
    assert sitting.value("a.points") == 3
    sitting.play("b: work", "c: work", "a: work")
    assert sitting.value("a.points") == 3


@pytest.mark.parametrize(
    ("low", "middle", "high", "points"),
    [
        # a 1, b 3, c 5: the highest has six, the second two.
        ("a", "b", "c", [1 + 0, 2, 6]),
        # a 1, b 1, c 5: both second.
        ("ab", "", "c", [1 + 2, 2, 6]),
        # a, b and c alike: all first, nobody second.
        ("abc", "", "", [1 + 6, 6, 6]),
    ],
)
def test_when_all_have_lit_the_first_lantern_there_is_a_feast(
    low: str, middle: str, high: str, points: list[int]
) -> None:
    """The lantern of a is lit in play, on the lowest rung, and gives a point of its own."""
    rungs = {"low": low.replace("a", ""), "middle_rung": middle, "high": high}
    lit = ", ".join(
        f"{rung}.lanterns: {{{', '.join(f'{one}: 1' for one in who)}}}" for rung, who in rungs.items() if who
    )
    sitting = evening(f"{lit}, a.coins: 1, b.lanterns: {{b: 3}}, c.lanterns: {{c: 3}}")
    sitting.play("a: light low")
    assert sitting.value("feasts") == 1
    assert [sitting.value(f"{player}.points") for player in "abc"] == points


def test_turns_go_round_from_the_player_drawn_by_lot_without_rounds() -> None:
    sitting = sit("lanterns", 3, chance={"starter": ["seat_2"]}, play_forced=False)
    order = []
    for _ in range(5):
        order.append(sitting.by)
        sitting.play("work")
    assert order == ["b", "c", "a", "b", "c"]
    assert sitting.value("round") == 1


# -- workers and alternative costs ---------------------------------------------------------------------------------


def sending(state: str) -> Sitting:
    return place(
        "smithy",
        f"""
        players: 2
        at: {{phase: sending, decision: order_of_work, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_one_worker_on_a_spot_any_number_on_an_open_one() -> None:
    sitting = sending("a.stock: {}").play("a: send mine", "b: send pit", "a: send pit")
    assert sitting.refused("send mine") == ["spot_taken"]
    assert sitting.play("b: send pit").value("count(pit.workers)") == 3
    assert sitting.value("b.stock[coal]") == 2


def test_what_a_spot_does_is_written_on_it() -> None:
    sitting = sending("a.stock: {coal: 3}")
    assert sitting.refused("send bench") == ["of_no_use"]
    # Coal is full: the yard brings scrap only.
    sitting.play("a: send yard")
    assert sitting.value("a.stock[scrap]") == 1
    assert sitting.value("a.stock[coal]") == 3
    sitting.play("b: send bench")
    assert sitting.value("beginner = b") is True


def test_a_spot_may_ask_the_player_something() -> None:
    sitting = sending("a.stock: {coal: 2}").play("a: send barter")
    assert (sitting.by, sitting.asked) == ("a", "barter_goods")
    assert sitting.refused("give iron scrap") == ["none_of_it"]
    assert sitting.refused("give coal coal") == ["the_same"]
    sitting.play("a: give coal scrap")
    assert sitting.value("a.stock[scrap]") == 1
    assert sitting.by == "b"


def forging(stock: str) -> Sitting:
    return place(
        "smithy",
        f"""
        players: 2
        at: {{phase: forging, decision: forge, by: a}}
        state: {{round: 1, a.stock: {stock}}}
        """,
    )


def test_each_recipe_is_one_way_to_pay() -> None:
    sitting = forging("{coal: 1, iron: 1, scrap: 2}")
    assert sitting.refused("make nail_1 with_iron") == []
    assert sitting.refused("make nail_1 cold") == ["cannot_pay"]
    sitting.play("a: make nail_1 with_scrap")
    assert [sitting.value(f"a.stock[{stuff}]") for stuff in ("coal", "iron", "scrap")] == [0, 1, 0]
    assert sitting.value("a.points") == 2


def test_places_are_shared_when_all_criteria_are_equal() -> None:
    sitting = place(
        "smithy", "{players: 4, state: {a.points: 4, b.points: 6, c.points: 4, d.points: 4, d.orders: [nail_1]}}"
    )
    assert [(found.place, found.player) for found in sitting.playthrough.places()] == [(1, 1), (2, 3), (3, 0), (3, 2)]
