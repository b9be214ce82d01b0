"""Phase 4, but for what the stage card does in it."""

from __future__ import annotations

from typing import Any

import pytest
from posed import cards, elements, offered, play, posed, refused
from printed import HOUSE_COST, HOUSES_IN_CITY, STAGES, board

import reguli

W = "dortmund duisburg duesseldorf essen kassel muenster osnabrueck"
SW = "aachen frankfurt_m koeln mannheim saarbruecken trier wiesbaden"
E = "dresden erfurt fulda halle leipzig nuernberg wuerzburg"


def building(**more: Any) -> reguli.Playthrough:
    """The first player is the last of the order, and so builds first; a market far above all networks."""
    given: dict[str, Any] = {
        "by": "a", "order": "cba", "money": 300, "market": "30 31 32 33 34 35 36 37", "deck": "38 39 40 99",
        "plants": {"a": "3", "b": "4", "c": "5"},
    }  # fmt: skip
    return posed("building", **{**given, **more})


def test_the_first_city_of_a_network() -> None:
    """P15, P93, P94, P102: any city of the regions in play that nobody has, for 10 without a connection."""
    sitting = building(houses={"b": "essen koeln"})
    inside = {city for region in ("w", "sw", "e") for city in board("germany").regions[region]}
    assert set(offered(sitting, "connect")) == inside - {"essen", "koeln"}
    assert {sitting.value(f"price(a, {city})") for city in inside - {"essen", "koeln"}} == {10}
    assert refused(sitting, "connect essen") == ["city_full"]
    assert refused(sitting, "connect bremen") == ["region_not_in_play"]
    play(sitting, "a: connect trier")
    assert sitting.value("a.money") == 290


@pytest.mark.parametrize(
    ("stage", "taken", "by_step", "price"),
    [("first", "b", False, 15), ("second", "b", True, 15), ("second", "bc", False, 20), ("third", "bc", True, 20)],
)
def test_a_network_founded_late(stage: str, taken: str, by_step: bool, price: int) -> None:
    """P93, P95, P109, P171, K15, case 25: by the rules of the stage; or, by the option, in an empty city only."""
    houses = dict.fromkeys(taken, "koeln")
    usual = building(stage=stage, houses=houses)
    assert ("koeln" in offered(usual, "connect")) == by_step
    if by_step:
        assert sitting_money(play(usual, "a: connect koeln")) == 300 - price
    empty = building(stage=stage, houses=houses, start_city="empty_city")
    assert "koeln" not in offered(empty, "connect")
    assert "start_city_taken" in refused(empty, "connect koeln")
    assert sitting_money(play(empty, "a: connect essen")) == 290
    # Only the first city is bound so.
    founded = building(stage=stage, houses={**houses, "a": "aachen"}, start_city="empty_city")
    assert ("koeln" in offered(founded, "connect")) == by_step


def sitting_money(sitting: reguli.Playthrough) -> object:
    return sitting.value("a.money")


@pytest.mark.parametrize("stage", STAGES)
def test_how_many_build_in_a_city_and_what_it_costs(stage: str) -> None:
    """P95, P100, P101, P107, P134, P138, P151, P168, P172, L12, L27, case 26, case 27: 10, 15, 20 by the houses that stand there."""
    for others in ("", "b", "bc", "bcd"):
        sitting = building(
            players=4, order="dcba", stage=stage, houses={"a": "essen", **dict.fromkeys(others, "muenster")},
            plants={"a": "3", "b": "4", "c": "5", "d": "6"},
        )  # fmt: skip
        if len(others) < HOUSES_IN_CITY[stage]:
            assert sitting_money(play(sitting, "a: connect muenster")) == 300 - 6 - HOUSE_COST[len(others)]
        else:
            assert refused(sitting, "connect muenster") == ["city_full"]


def test_never_twice_in_a_city() -> None:
    """P104, P173, case 27: whatever the stage."""
    for stage in STAGES:
        assert "already_connected" in refused(building(stage=stage, houses={"a": "essen"}), "connect essen")
    sitting = play(building(stage="third", houses={"a": "essen"}), "a: connect muenster")
    assert "already_connected" in refused(sitting, "connect muenster")


def test_a_further_city_is_connected_by_the_cheapest_way() -> None:
    """P96, P97, P98, P102, P103, P106, case 24: from any own city, through any city, full or empty, each time again."""
    sitting = building(houses={"a": "essen", "b": "duesseldorf koeln"})
    # Essen - Duesseldorf 2 - Koeln 4 - Wiesbaden 21, through two cities that are full; by Dortmund and Frankfurt it is 24.
    assert sitting.value("connection_cost(a, wiesbaden)") == 24
    assert sitting.value("connection_cost(a, aachen)") == 2 + 9
    assert sitting.value("connection_cost(a, trier)") == 2 + 4 + 20
    play(sitting, "a: connect trier", "a: connect aachen")
    # Nothing that was paid for before is free now: the way to Trier is paid again to reach Saarbruecken.
    assert sitting.value("a.money") == 300 - 36 - 21
    assert sitting.value("connection_cost(a, saarbruecken)") == 11
    assert sitting.value("connection_cost(b, essen)") == 2


def test_cities_are_connected_one_after_the_other() -> None:
    """P99, P105, P108, L11: any number in one turn; a new city is a beginning for the next, and the order decides the price."""
    sitting = building(houses={"a": "essen"})
    play(sitting, "a: connect muenster", "a: connect dortmund", "a: connect osnabrueck")
    assert sitting.value("a.money") == 300 - (6 + 10) - (2 + 10) - (7 + 10)
    other = play(building(houses={"a": "essen"}), "a: connect osnabrueck", "a: connect muenster", "a: connect dortmund")
    assert other.value("a.money") == 300 - (13 + 10) - (6 + 10) - (2 + 10)
    assert set(elements(other, "network(a)")) == {"essen", "muenster", "dortmund", "osnabrueck"}
    play(sitting, "a: end_building")
    assert sitting.decision is not None
    assert sitting.decision.by == "b"


def test_no_way_runs_through_a_region_that_is_not_in_play() -> None:
    """P113, case 23: Hannover to Wuerzburg is 34 over Kassel, but 43 when only the east is open."""
    for regions, cost in ((("nw", "ne", "e"), 19 + 13 + 11), (("nw", "w", "e"), 15 + 8 + 11)):
        sitting = posed(None, regions=regions, houses={"a": "hannover"})
        assert sitting.value("connection_cost(a, wuerzburg)") == cost


def test_nobody_builds_what_he_cannot_pay() -> None:
    """P98, P99: connection and house together, to the last Elektro."""
    for money, builds in ((11, False), (12, True)):
        sitting = building(houses={"a": "essen"}, money={"a": money, "b": 0, "c": 0}, on_market={}, play_forced=False)
        assert ("duesseldorf" in offered(sitting, "connect")) == builds
        if not builds:
            assert refused(sitting, "connect duesseldorf") == ["too_expensive"]


def test_nobody_has_to_build() -> None:
    """P109, P171: not in the first round either; who waits stays without a network."""
    sitting = play(building(round=1), "a: end_building", "b: connect essen", "b: end_building", "c: end_building")
    assert [sitting.value(f"count(network({name}))") for name in "abc"] == [0, 1, 0]


def test_houses_never_run_out() -> None:
    """P2, P17, P114, K7, case 38: 22 at hand, and more for who has used them all."""
    cities = f"{W} {SW} {E}".split()
    sitting = building(
        players=2, order="ba", stage="third", houses={"a": " ".join(cities[:19])}, money=400, plants={"a": "3", "b": "4"},
        more={"a.houses": {"a": 1}},
    )  # fmt: skip
    assert sitting.value("count(a.houses)") == 1
    play(sitting, *(f"a: connect {city}" for city in cities[19:]))
    assert sitting.value("count(network(a))") == 21
    assert sitting.value("count(a.houses)") == 0


def test_who_stands_in_which_city_of_the_example() -> None:
    """P100, P103, L5, E6: were Duisburg the city of the first player, the second could not take it in stage 1."""
    romanian = building(
        players=2, order="ab", by="b", houses={"a": "duisburg muenster", "b": "duesseldorf koeln"}, plants={}
    )
    assert refused(romanian, "connect duisburg") == ["city_full"]
    hungarian = building(
        players=2, order="ab", by="b", houses={"a": "essen muenster", "b": "duesseldorf koeln"}, plants={}
    )
    play(hungarian, "b: connect duisburg")
    assert hungarian.value("b.money") == 300 - 12


def test_nothing_happens_when_every_place_is_taken() -> None:
    """P100, case 39: all cities of stage 1 are full; nobody can build, and the stage stays."""
    sitting = building(
        players=2, order="ba", houses={"a": W, "b": SW}, regions=("w", "sw"), plants={"a": "3", "b": "4"}, play_forced=False
    )  # fmt: skip
    assert sitting.moves() == ["end_building"]
    play(sitting, "end_building", "end_building")
    assert sitting.value("stage") == "first"


# -- obsolete plants ---------------------------------------------------------------------------------------------


def test_the_score_counts_at_once() -> None:
    """P110, P111: behind the very house; equal is too low, one more is not; owned plants stay."""
    houses = {"a": " ".join(W.split()[:5]), "b": " ".join(SW.split()[:3])}
    sitting = building(
        houses=houses, market="6 7 8 9 10 30 31 32", deck="33 34 99", plants={"a": "3", "b": "4", "c": "5"}
    )
    play(sitting, "a: connect muenster")
    assert sitting.value("count(network(a))") == 6
    assert cards(sitting, "plant_market") == [7, 8, 9, 10, 30, 31, 32, 33]
    assert [cards(sitting, f"{name}.plants") for name in "abc"] == [[3], [4], [5]]
    play(sitting, "a: connect osnabrueck")
    assert cards(sitting, "plant_market") == [8, 9, 10, 30, 31, 32, 33, 34]
    assert sitting.value("plant_6 in box and plant_7 in box") is True


def test_anybodys_cities_count() -> None:
    """P111: those of the player who has most, whoever builds."""
    houses = {"a": "essen", "b": " ".join(SW.split()[:5])}
    sitting = building(houses=houses, market="6 7 8 9 10 30 31 32", deck="33 34 99")
    play(sitting, "a: connect muenster", "a: end_building")
    assert cards(sitting, "plant_market") == [6, 7, 8, 9, 10, 30, 31, 32]
    play(sitting, "b: connect duesseldorf")
    assert cards(sitting, "plant_market") == [7, 8, 9, 10, 30, 31, 32, 33]


def test_a_card_drawn_may_be_too_low_itself() -> None:
    """P112, K9, case 6: as often as it takes; 12 and 11 at 13 cities, and never below 11."""
    houses = {"a": f"{W} {' '.join(SW.split()[:5])}", "b": E}
    sitting = building(
        stage="second", houses=houses, players=2, order="ba", market="13 20 21 22 23 24 25 26", deck="12 11 30 99",
        plants={"a": "3", "b": "4"},
    )  # fmt: skip
    play(sitting, "a: connect trier")
    assert cards(sitting, "plant_market") == [20, 21, 22, 23, 24, 25, 26, 30]
    assert sitting.value("plant_13 in box and plant_12 in box and plant_11 in box") is True
    assert cards(sitting, "deck") == [99]


def test_plants_stay_obsolete_in_stage_3() -> None:
    """P111, P156: all six are actual, and low cards of the new deck go on being dropped."""
    houses = {"a": f"{W} {' '.join(SW.split()[:5])}"}
    third: dict[str, Any] = {
        "stage": "third",
        "more": {"future_market_closed": True},
        "houses": houses,
        "players": 2,
        "order": "ba",
    }
    sitting = building(market="13 20 21 22 23 24", deck="11 40", plants={"a": "3", "b": "4"}, **third)
    play(sitting, "a: connect trier")
    assert cards(sitting, "plant_market") == [20, 21, 22, 23, 24, 40]
    # The last card of the deck like any other; then nothing replaces it.
    sitting = building(market="13 20 21 22 23 24", deck="12", plants={"a": "3", "b": "4"}, **third)
    play(sitting, "a: connect trier")
    assert cards(sitting, "plant_market") == [20, 21, 22, 23, 24]
    assert sitting.value("plant_12 in box") is True


def test_a_low_card_is_dropped_in_the_auction_too() -> None:
    """P111, K11: at any time, so behind a purchase as well."""
    houses = {"a": f"{W} {' '.join(SW.split()[:4])}"}
    sitting = posed(
        "auction", 2, stage="second", money=60, houses=houses, market="20 21 22 23 24 25 26 27", deck="11 30 99",
        plants={"a": "3", "b": "4"},
    )  # fmt: skip
    play(sitting, "a: nominate 20 20", "b: pass_bid")
    assert cards(sitting, "plant_market") == [21, 22, 23, 24, 25, 26, 27, 30]
    assert sitting.value("plant_11 in box") is True
