"""Phase 5, but for what the stage card does in it."""

from __future__ import annotations

from typing import Any

import pytest
from posed import cards, play, posed, tokens
from printed import FUELS, PAYMENT, STAGES, TOKENS, plants, resupply

import reguli

INSIDE = [
    "dortmund",
    "duisburg",
    "duesseldorf",
    "essen",
    "kassel",
    "muenster",
    "osnabrueck",
    "aachen",
    "frankfurt_m",
    "koeln",
    "mannheim",
    "saarbruecken",
    "trier",
    "wiesbaden",
    "dresden",
    "erfurt",
    "fulda",
    "halle",
    "leipzig",
    "nuernberg",
    "wuerzburg",
]
MARKET = "30 31 32 33 34 35 36 37"


def bureaucracy(players: int = 2, **more: Any) -> reguli.Playthrough:
    given: dict[str, Any] = {"market": MARKET, "deck": "38 39 99", "play_forced": False}
    return posed("bureaucracy", players, **{**given, **more})


def ended(sitting: reguli.Playthrough) -> reguli.Playthrough:
    """Everybody ends the production; play waits in the next round."""
    while sitting.value("phase") == "bureaucracy":
        play(sitting, "end_production")
    return sitting


@pytest.mark.parametrize("cities", range(21))
def test_each_number_of_cities_is_paid(cities: int) -> None:
    """P117, P118, P122, L3, case 29: three plants that supply 20, and as many cities as there are; none: 10."""
    sitting = bureaucracy(
        plants={"a": "36 38 46", "b": "3"}, fuel={"a": {"coal": 6, "garbage": 3}}, stage="third", order="ab",
        houses={"a": " ".join(INSIDE[:cities])} if cities else {}, more={"future_market_closed": True}, market="", deck="",
    )  # fmt: skip
    play(sitting, "a: fire 36", *["burn coal"] * 3, "fire 38", *["burn garbage"] * 3, "fire 46", *["burn coal"] * 3)
    play(sitting, "a: end_production")
    assert sitting.value("a.money") == PAYMENT[cities]


@pytest.mark.parametrize("number", sorted(plants()))
def test_a_plant_supplies_up_to_its_number(number: int) -> None:
    """P75, P79, P116, P120, P123, L24: fewer cities or more, its fuel goes to the supply."""
    plant = plants()[number]
    for cities in (0, 1, plant.powers, plant.powers + 3):
        fuel = {plant.fuels[0]: 2 * plant.need} if plant.fuels else {}
        other = "4" if number != 4 else "3"
        sitting = bureaucracy(
            plants={"a": str(number), "b": other}, fuel={"a": fuel}, order="ab", market="", deck="",
            stage="third", houses={"a": " ".join(INSIDE[:cities])} if cities else {},
        )  # fmt: skip
        play(sitting, f"a: fire {number}", *[f"burn {plant.fuels[0]}" for _ in range(plant.need)], "a: end_production")
        assert sitting.value("a.money") == PAYMENT[min(cities, plant.powers)]
        if plant.fuels:
            assert tokens(sitting, "a.fuel")[plant.fuels[0]] == plant.need
            assert tokens(sitting, "supply")[plant.fuels[0]] == TOKENS[plant.fuels[0]] - plant.need
            assert tokens(sitting, "fuel_market")[plant.fuels[0]] == 0


def test_who_supplies_nothing_gets_ten() -> None:
    """P118, L3, case 29: with cities and fuel, with cities and none, without cities."""
    sitting = bureaucracy(
        3, plants={"a": "4", "b": "8", "c": "5"}, fuel={"a": {"coal": 4}}, houses={"a": "essen", "b": "koeln"}
    )
    assert [ended(sitting).value(f"{name}.money") for name in "abc"] == [10, 10, 10]


def test_everybody_chooses_which_plants_run() -> None:
    """P116, P121, P124, L18, case 28: fewer than possible, or more than needed: the fuel is gone, the payment the same."""
    given: dict[str, Any] = {
        "plants": {"a": "20 42", "b": "3"},
        "fuel": {"a": {"coal": 5}},
        "houses": {"a": " ".join(INSIDE[:5])},
    }
    one = play(bureaucracy(**given), "a: fire 20", *["burn coal"] * 3, "end_production")
    assert (one.value("a.money"), tokens(one, "a.fuel")["coal"]) == (PAYMENT[5], 2)
    both = play(bureaucracy(**given), "a: fire 20", *["burn coal"] * 3, "fire 42", *["burn coal"] * 2, "end_production")
    assert (both.value("a.money"), tokens(both, "a.fuel")["coal"]) == (PAYMENT[5], 0)
    none = play(bureaucracy(**given), "a: end_production")
    assert (none.value("a.money"), tokens(none, "a.fuel")["coal"]) == (PAYMENT[0], 5)


# -- the resource market -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("stage", STAGES)
def test_the_refill(players: int, stage: str) -> None:
    """P125, P128, P134, P139, P152, P166: by players and stage, from the supply."""
    on_market = {"coal": 3, "oil": 4, "garbage": 5, "uranium": 1}
    sitting = ended(bureaucracy(players, stage=stage, on_market=on_market))
    placed = {fuel: resupply(players, stage, fuel) for fuel in FUELS}
    assert tokens(sitting, "fuel_market") == {fuel: on_market[fuel] + placed[fuel] for fuel in FUELS}
    assert tokens(sitting, "supply") == {fuel: TOKENS[fuel] - on_market[fuel] - placed[fuel] for fuel in FUELS}


def test_too_few_in_the_supply_or_no_room_on_the_market() -> None:
    """P3, P128, L22, case 21: what is stored on plants is missing; a full market takes no more, each type by itself."""
    sitting = ended(
        bureaucracy(
            4, deck="27 28 99", plants={"a": "46", "b": "20", "c": "38", "d": "39"},
            on_market={"coal": 10, "oil": 23, "garbage": 24, "uranium": 9},
            fuel={"a": {"coal": 6}, "b": {"coal": 6}, "d": {"uranium": 2}},
        )
    )  # fmt: skip
    # Coal: 24 - 10 - 12 = 2 in the supply; oil: one free place; garbage: none; uranium: one in the supply.
    assert tokens(sitting, "fuel_market") == {"coal": 12, "oil": 24, "garbage": 24, "uranium": 10}
    assert tokens(sitting, "supply") == {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}


def test_the_dearest_free_places_are_filled_first() -> None:
    """P126, P127, case 21: one token on the market costs most; each more makes the next cheaper."""
    sitting = ended(bureaucracy(5, on_market={}))
    # Five coal on 8, 8, 8, 7, 7; four oil on 8, 8, 8, 7; three garbage on 8; two uranium on 16 and 14.
    assert [sitting.value(f"price_of({fuel}, 1)") for fuel in FUELS] == [7, 7, 8, 14]
    assert sitting.value("price_of(coal, 5)") == 7 + 7 + 8 + 8 + 8


def test_burnt_fuel_can_come_back_in_the_same_phase() -> None:
    """P115, P120, P128, case 22: income, then fuel, then plants."""
    given: dict[str, Any] = {
        "plants": {"a": "20", "b": "10"},
        "fuel": {"a": {"coal": 6}},
        "on_market": {"coal": 18},
        "houses": {"a": "essen"},
    }
    burnt = play(bureaucracy(**given), "a: fire 20", *["burn coal"] * 3)
    assert tokens(ended(burnt), "fuel_market")["coal"] == 21
    kept = ended(bureaucracy(**given))
    assert tokens(kept, "fuel_market")["coal"] == 18


def test_the_three_parts_in_their_order() -> None:
    """P115, case 22: what the journal tells of phase 5: payments, then tokens to the market, then cards."""
    sitting = ended(bureaucracy(plants={"a": "20", "b": "10"}, fuel={"a": {"coal": 3}}, houses={"a": "essen"}))
    kinds = [entry.about for entry in sitting.journal() if entry.verb in {"transfer", "move", "draw"}]
    told = [kind for at, kind in enumerate(kinds) if kind != "token" or "elektro" not in kinds[at:]]
    assert told == ["elektro", "elektro", *["token"] * 4, "card", "card"]


# -- the plant market --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["first", "second"])
def test_the_highest_plant_goes_under_the_deck(stage: str) -> None:
    """P31, P129, P130, P131: below the stage card and below those before it; a new one is drawn and sorted in."""
    sitting = ended(bureaucracy(stage=stage, deck="20 38 99 50"))
    assert cards(sitting, "plant_market") == [20, 30, 31, 32, 33, 34, 35, 36]
    assert cards(sitting, "deck") == [38, 99, 50, 37]
    # The card drawn is the highest: the same goes down next time.
    sitting = ended(bureaucracy(stage=stage, deck="46 38 99"))
    assert cards(sitting, "plant_market") == [30, 31, 32, 33, 34, 35, 36, 46]
    assert cards(sitting, "deck") == [38, 99, 37]


def test_the_lowest_plant_leaves_in_stage_3() -> None:
    """P131, P153, L23: out of the game, and another is drawn."""
    third: dict[str, Any] = {"stage": "third", "more": {"future_market_closed": True}}
    sitting = ended(bureaucracy(market="30 31 32 33 34 35", deck="20 38", **third))
    assert cards(sitting, "plant_market") == [20, 31, 32, 33, 34, 35]
    assert cards(sitting, "deck") == [38]
    assert sitting.value("plant_30 in box") is True


def test_the_market_runs_dry() -> None:
    """P154, K6, case 7: without a deck the lowest still leaves, to the last, and the game goes on."""
    third: dict[str, Any] = {"stage": "third", "more": {"future_market_closed": True}}
    sitting = ended(bureaucracy(market="30 31", deck="", money=5, plants={"a": "3", "b": "4"}, **third))
    assert cards(sitting, "plant_market") == [31]
    # Nobody buys the last one, so it leaves in phase 2 (P67).
    play(sitting, "pass_nomination", "pass_nomination")
    for later in (6, 7, 8):
        while sitting.value("round") != later:
            assert sitting.value("phase") != "auction"
            play(sitting, next(move for move in sitting.moves() if move.startswith("end_")))
        assert cards(sitting, "plant_market") == []
        assert not sitting.over


def test_the_next_round_begins_with_phase_1() -> None:
    """P132, P41, L21: everybody is ordered again by the cities."""
    sitting = ended(bureaucracy(3, order="abc", plants={"a": "3", "b": "4", "c": "5"}, houses={"c": "essen"}, money=50))
    assert sitting.value("round") == 5
    assert sitting.value("turn_order") == ["c", "b", "a"]
    said = [entry.text for entry in sitting.journal() if entry.verb in {"round", "phase"}]
    assert said[-3:] == ["round 5", "phase player_order", "phase auction"]
