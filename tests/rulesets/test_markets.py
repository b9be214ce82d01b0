"""A price track filled dearest first; a market that slides and refills; contracts in slots with their benefits."""

from __future__ import annotations

import pytest
from toys import Sitting, place


def buying(state: str) -> Sitting:
    return place(
        "orchard",
        f"""
        players: 2
        at: {{phase: buying, decision: purchase, by: a}}
        state: {{{state}}}
        """,
    )


@pytest.mark.parametrize(
    ("lying", "amount", "cost"),
    # The places of apples from the dearest: 5 4 3 3 2 1.
    [(6, 1, 1), (6, 3, 1 + 2 + 3), (5, 1, 2), (5, 2, 2 + 3), (1, 1, 5), (6, 6, 18)],
)
def test_the_cheapest_crates_are_bought_first(lying: int, amount: int, cost: int) -> None:
    sitting = buying(f"round: 1, market: {{apple: {lying}}}, a.coins: 20")
    assert sitting.value(f"price_of(apple, {amount})") == cost
    assert sitting.play(f"a: buy apple {amount}").value("a.coins") == 20 - cost


def test_the_dearest_free_places_are_filled_and_no_more_than_there_are() -> None:
    sitting = buying("round: 1, market: {apple: 5, pear: 0}, a.coins: 20").play("a: end_buying", "b: end_buying")
    # Three apples were to be picked and one found a place; of pears one came.
    assert (sitting.value("market[apple]"), sitting.value("market[pear]")) == (6, 1)
    assert sitting.value("price_of(pear, 1)") == 7


def test_what_the_trees_lack_is_not_picked() -> None:
    sitting = buying("round: 1, market: {apple: 2}, a.fruit: {apple: 9}, a.coins: 0").play(
        "a: end_buying", "b: end_buying"
    )
    assert sitting.value("market[apple]") == 3
    assert sitting.value("trees[apple]") == 0


def test_who_closes_the_market_ends_the_round() -> None:
    sitting = buying("round: 1, market: {apple: 5, pear: 0}, a.coins: 20").play("a: close_market")
    # The other buyer is not asked, nothing is picked, no wage is paid; it is the first buyer's choice in the next round.
    assert [sitting.value(name) for name in ("round", "market[apple]", "market[pear]", "a.coins")] == [2, 5, 0, 20]
    assert sitting.play("a: end_buying").by == "b"


def test_the_last_market_is_not_closed() -> None:
    sitting = buying("round: 6, market: {apple: 5, pear: 0}, a.coins: 20")
    assert sitting.refused("close_market") == ["last_market"]
    assert sitting.play("a: end_buying", "b: end_buying").playthrough.over


def trading(state: str) -> Sitting:
    return place(
        "stalls",
        f"""
        players: 2
        at: {{phase: market, decision: turn, by: a}}
        state: {{round: 1, a.coins: 6, {state}}}
        """,
    )


WARES = [f"{colour}_ware_{number}" for colour in ("red", "blue", "green") for number in range(1, 8)]
FULL = (
    "stall_1.ware: [red_ware_1], stall_2.ware: [red_ware_2], stall_3.ware: [blue_ware_1], stall_4.ware: [green_ware_1]"
)


def stocked(stack: list[str]) -> Sitting:
    """Four full stalls, a stack from the top, and all other wares sold."""
    sold = [ware for ware in WARES if ware not in stack and ware not in FULL]
    return trading(f"{FULL}, stack: [{', '.join(stack)}], sold: [{', '.join(sold)}]")


def in_stalls(sitting: Sitting) -> list[str]:
    return [sitting.value(f"first(stall_{at}.ware)") for at in range(1, 5)]


def test_wares_slide_to_the_right_and_new_ones_come_on_the_left() -> None:
    sitting = stocked(["blue_ware_7", "blue_ware_6"]).play("a: buy stall_3", "a: one_is_enough")
    assert sitting.value("a.wares") == ["blue_ware_1"]
    assert in_stalls(sitting) == ["blue_ware_7", "red_ware_1", "red_ware_2", "green_ware_1"]
    assert sitting.value("a.coins") == 5


def test_a_second_ware_costs_two_more_and_the_last_stall_is_free() -> None:
    sitting = stocked(["blue_ware_7", "blue_ware_6", "blue_ware_5"]).play("a: buy stall_4")
    assert sitting.value("a.coins") == 6
    assert sitting.refused("buy_too stall_4") == ["stall_is_empty"]
    sitting.play("a: buy_too stall_2")
    assert sitting.value("a.coins") == 6 - (1 + 2)
    assert in_stalls(sitting) == ["blue_ware_6", "blue_ware_7", "red_ware_1", "blue_ware_1"]


def test_with_an_empty_stack_holes_stay_on_the_left() -> None:
    sitting = stocked([]).play("a: buy stall_2", "a: one_is_enough")
    assert sitting.value("stall_1.ware is empty") is True
    assert sitting.value("first(stall_2.ware)") == "red_ware_1"
    assert "stall_is_empty" in sitting.refused("buy stall_1")


def test_a_contract_goes_into_a_free_slot_of_ones_own_which_gives_its_benefit() -> None:
    sitting = trading(
        "offer: [rainbow_1], one_point.contract: [flag_1], contracts: [flag_2, flag_3], "
        "b.done: [meadow_1, meadow_2, meadow_3, rainbow_2, rainbow_3]"
    )
    assert sitting.refused("take_contract one_point") == ["slot_taken"]
    assert sitting.refused("take_contract two_coin") == ["not_yours"]
    sitting.play("a: take_contract one_coin")
    assert sitting.value("a.coins") == 7
    assert sitting.value("offer") == "flag_2"


def test_a_contract_is_fulfilled_by_one_ware_of_each_colour() -> None:
    held = "one_coin.contract: [flag_1], one_point.contract: [rainbow_1]"
    assert trading(f"{held}, a.wares: [red_ware_1, red_ware_2]").refused("fulfil one_coin flag_1") == ["wares_missing"]
    sitting = trading(f"{held}, a.wares: [red_ware_1, red_ware_2, blue_ware_1]").play("a: fulfil one_coin flag_1")
    assert sitting.value("a.wares") == ["red_ware_2"]
    assert sitting.value("a.points") == 4
    assert sitting.value("one_coin.contract is empty") is True
