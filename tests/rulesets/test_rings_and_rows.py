"""A rondel: what goes round, and what has a last one."""

from __future__ import annotations

import pytest
from toys import Sitting, place


def driving(state: str) -> Sitting:
    return place(
        "rondel", f"{{players: 2, at: {{phase: driving, decision: drive, by: a}}, state: {{turns: 1, {state}}}}}"
    )


@pytest.mark.parametrize(
    ("start", "steps", "there"),
    [("market", 1, "north_yard"), ("market", 3, "mint"), ("inn", 1, "market"), ("south_yard", 3, "north_yard")],
)
def test_the_wagon_goes_round(start: str, steps: int, there: str) -> None:
    sitting = driving(f"a.at: {start}, b.at: shop, a.coins: 0").play(f"a: drive_on {steps}")
    assert sitting.value("a.at") == there


def test_further_than_three_costs_a_coin_each() -> None:
    sitting = driving("a.at: market, b.at: mint, a.coins: 1")
    assert sitting.refused("drive_on 5") == ["too_far"]
    # Four steps bring the wagon to the south yard: a point, and the coin is gone.
    sitting.play("a: drive_on 4")
    assert (sitting.value("a.at"), sitting.value("a.points"), sitting.value("count(a.coins)")) == ("south_yard", 1, 0)


@pytest.mark.parametrize(
    ("owned", "tier", "points"), [("none", "cart", 2), ("cart", "barge", 3), ("crane", "crane", 0)]
)
def test_after_the_last_tier_there_is_none(owned: str, tier: str, points: int) -> None:
    sitting = driving(f"a.at: market, b.at: inn, a.coins: 9, a.tier: {owned}").play("a: drive_on 2")
    assert (sitting.value("a.tier"), sitting.value("a.points")) == (tier, points)


def test_who_stops_behind_the_wagon_to_the_left_pays_its_owner() -> None:
    # The inn lies before the market, round the ring.
    sitting = driving("a.at: mint, b.at: market, a.coins: 1, b.coins: 0").play("a: drive_on 2")
    assert (sitting.value("a.at"), sitting.value("count(b.coins)")) == ("inn", 1)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("next(inn)", "market"),
        ("next(inn, 8)", "north_yard"),
        ("previous(market)", "inn"),
        ("previous(market, 8)", "south_yard"),
        ("next(next(crane)) is none", None),
        ("next(crane) is none", True),
        ("next(cart, 2)", "crane"),
        ("previous(cart) is none", True),
        ("clockwise_from(mint)", ["mint", "south_yard", "inn", "market", "north_yard", "shop"]),
        ("next(b)", "a"),
    ],
)
def test_rings_go_round_and_rows_end(question: str, answer: object) -> None:
    sitting = driving("a.at: mint")
    if answer is None:
        with pytest.raises(Exception, match="E301"):
            sitting.value(question)
    else:
        assert sitting.value(question) == answer
