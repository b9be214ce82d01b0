"""When the stages begin: stage 2 by cities, stage 3 by its card, in every moment in which it can be drawn."""

from __future__ import annotations

from typing import Any

import pytest
from playing import plain
from posed import cards, offered, play, posed, refused, tokens
from printed import FUELS, STAGE_2_CITIES, resupply

import reguli

W = "dortmund duisburg duesseldorf essen kassel muenster osnabrueck"
SW = "aachen frankfurt_m koeln mannheim saarbruecken trier wiesbaden"
E = "dresden erfurt fulda halle leipzig nuernberg wuerzburg"
INSIDE = f"{W} {SW} {E}".split()
HIGH = "30 31 32 33 34 35 36 37"


def building(cities: int, players: int = 2, **more: Any) -> reguli.Playthrough:
    """Phase 4: the first player, last of the order, has so many cities and builds first."""
    names = "abcdef"[:players]
    given: dict[str, Any] = {
        "by": "a", "order": names[::-1], "money": 300, "market": HIGH, "deck": "38 39 40 99 50",
        "houses": {"a": " ".join(INSIDE[:cities])}, "play_forced": False,
        "plants": dict(zip(names, ["3", "4", "5", "6", "7", "8"], strict=False)),
    }  # fmt: skip
    given |= more
    # The cards below the stage card, the highest first.
    below = given["deck"].partition("99")[2].split()
    return posed("building", players, **{"shuffled": " ".join(sorted(below, reverse=True)), **given})


def until(sitting: reguli.Playthrough, phase: str, round_: int = 4) -> reguli.Playthrough:
    """Everybody stops or passes until a phase of a round."""
    while (sitting.value("round"), sitting.value("phase")) != (round_, phase):
        assert not sitting.over
        play(sitting, next(move for move in sitting.moves() if move.split("_")[0] in {"end", "pass"}))
    return sitting


# -- stage 2 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("above", "begins"), [(-1, False), (0, True), (1, True)])
def test_stage_2_begins_before_phase_5(players: int, above: int, begins: bool) -> None:
    """P38, P135, P136, P137, P139, P165, K3, case 5, case 40: at the number of the table or above it, not below; once."""
    sitting = building(STAGE_2_CITIES[players] - 2, players)
    play(sitting, *(f"a: connect {city}" for city in INSIDE[STAGE_2_CITIES[players] - 2 :][: 2 + above]))
    assert sitting.value("stage") == "first"
    until(sitting, "bureaucracy")
    assert sitting.value("stage") == ("second" if begins else "first")
    assert cards(sitting, "plant_market") == (
        [31, 32, 33, 34, 35, 36, 37, 38] if begins else [30, 31, 32, 33, 34, 35, 36, 37]
    )
    assert (30 in cards(sitting, "box")) == begins
    before = tokens(sitting, "fuel_market")
    until(sitting, "building", 5)
    column = "second" if begins else "first"
    assert tokens(sitting, "fuel_market") == {fuel: before[fuel] + resupply(players, column, fuel) for fuel in FUELS}
    # Once: the next phase 4 removes nothing, though the number is still reached.
    market = cards(sitting, "plant_market")
    if begins:
        until(sitting, "bureaucracy", 5)
        assert cards(sitting, "plant_market") == market


def test_several_may_reach_the_number() -> None:
    """P136, P137: two players in the same phase, one of them beyond it: one plant leaves."""
    sitting = building(5, 4, houses={"a": " ".join(INSIDE[:5]), "b": " ".join(INSIDE[10:16])}, money=500)
    play(sitting, *(f"a: connect {city}" for city in INSIDE[5:10]), "a: end_building")
    play(sitting, *(f"b: connect {city}" for city in INSIDE[16:18]))
    until(sitting, "bureaucracy")
    assert cards(sitting, "plant_market") == [31, 32, 33, 34, 35, 36, 37, 38]
    assert cards(sitting, "box").count(30) == 1


def test_second_houses_only_in_the_next_phase_4() -> None:
    """P100, P135, P138, L27, case 5: not for those who build later in the phase that reaches the number."""
    sitting = building(6, 3, money=400)
    play(sitting, f"a: connect {INSIDE[6]}", "a: end_building")
    assert refused(sitting, f"connect {INSIDE[0]}") == ["city_full"]
    until(sitting, "building", 5)
    assert sitting.value("stage") == "second"
    assert sitting.decision is not None
    assert sitting.decision.by != "a"
    assert INSIDE[0] in offered(sitting, "connect")


def test_the_replacement_for_stage_2_may_be_too_low() -> None:
    """P111, P112, P137: it is dropped like any other card."""
    sitting = building(10, market="12 31 32 33 34 35 36 37", deck="11 40 99")
    play(sitting, "a: connect mannheim")
    until(sitting, "bureaucracy")
    assert cards(sitting, "plant_market") == [31, 32, 33, 34, 35, 36, 37, 40]
    assert {11, 12} <= set(cards(sitting, "box"))


# -- the card in phase 2 -----------------------------------------------------------------------------------------


def auction(**more: Any) -> reguli.Playthrough:
    given: dict[str, Any] = {
        "stage": "second", "money": 90, "market": HIGH, "deck": "99 40 44 50", "shuffled": "44 50 40",
        "plants": {"a": "3", "b": "4", "c": "5"}, "play_forced": False,
    }  # fmt: skip
    return posed("auction", 3, **{**given, **more})


@pytest.mark.parametrize("stage", ["first", "second"])
def test_the_card_in_the_auction(stage: str) -> None:
    """P143, P144, P145, P146, P147, P150, case 1, case 41: highest of the market, deck shuffled at once, stage 3 from phase 3."""
    sitting = auction(stage=stage)
    play(sitting, "a: nominate 32 32", "b: pass_bid", "c: pass_bid")
    assert cards(sitting, "plant_market") == [30, 31, 33, 34, 35, 36, 37, 99]
    assert cards(sitting, "actual_market") == [30, 31, 33, 34]
    assert plain(sitting)["game"]["deck"] == [["plant_40", "plant_44", "plant_50"]]
    assert sitting.value("stage") == stage
    # The auction goes on; plants come from the new deck, below the card.
    play(sitting, "b: nominate 31 31", "c: pass_bid")
    assert cards(sitting, "plant_market") == [30, 33, 34, 35, 36, 37, 44, 99]
    play(sitting, "c: nominate 30 30")
    assert sitting.value("phase") == "resources"
    assert sitting.value("stage") == "third"
    # The lowest and the card leave, nothing is drawn: the last purchase had still been replaced.
    assert cards(sitting, "plant_market") == [34, 35, 36, 37, 44, 50]
    assert cards(sitting, "actual_market") == [34, 35, 36, 37, 44, 50]
    assert {33, 99} <= set(cards(sitting, "box"))
    assert cards(sitting, "deck") == [40]


def test_nobody_can_buy_the_card() -> None:
    """P144, P49: not even when it stands among the four lowest."""
    sitting = auction(market="35 36 37 38", deck="99", money=200)
    play(sitting, "a: nominate 35 35", "b: pass_bid", "c: pass_bid")
    assert cards(sitting, "plant_market") == [36, 37, 38, 99]
    assert {move.split()[0] for move in offered(sitting, "nominate")} == {"36", "37", "38"}
    play(sitting, "b: nominate 36 36", "c: pass_bid", "c: nominate 37 37")
    # Without a deck fewer than six remain: here 38 leaves with the card, and nothing is left.
    assert cards(sitting, "plant_market") == []
    assert sitting.value("stage") == "third"


def test_the_card_when_nobody_buys() -> None:
    """P67, P144, P147, case 1b: the lowest leaves for having found no buyer, and once more with the card."""
    for stage in ("first", "second"):
        sitting = play(auction(stage=stage), *[f"{name}: pass_nomination" for name in "abc"])
        assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
        assert {30, 31, 99} <= set(cards(sitting, "box"))
        assert (sitting.value("stage"), sitting.value("phase")) == ("third", "resources")
        assert sitting.value("count(deck)") == 3


def test_the_card_in_place_of_a_low_one_in_the_auction() -> None:
    """P111, P144, K11: the phase decides, not why the card was drawn."""
    sitting = auction(deck="11 99 40 44", houses={"a": " ".join(INSIDE[:11])})
    play(sitting, "a: nominate 30 30", "b: pass_bid", "c: pass_bid")
    assert cards(sitting, "plant_market") == [31, 32, 33, 34, 35, 36, 37, 99]
    assert sitting.value("stage") == "second"
    play(sitting, "b: pass_nomination", "c: pass_nomination")
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
    assert sitting.value("stage") == "third"


def test_stage_3_from_phase_3() -> None:
    """P147, P151, P152, P153, L23, case 41: third houses, the refill of stage 3 and its plant market in the same round."""
    sitting = auction(houses={"b": "essen", "c": "essen"}, order="abc", on_market={"coal": 3, "oil": 3})
    play(sitting, "a: nominate 30 30", "b: pass_bid", "c: pass_bid", "b: pass_nomination", "c: pass_nomination")
    until(sitting, "building")
    play(sitting, "c: end_building", "b: end_building", "a: connect essen")
    assert sitting.value("a.money") == 90 - 30 - 20
    until(sitting, "auction", 5)
    assert tokens(sitting, "fuel_market")["oil"] == 3 + resupply(3, "third", "oil")
    assert cards(sitting, "plant_market") == [33, 34, 35, 36, 37, 44]


# -- the card in phase 4 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["first", "second"])
def test_the_card_in_building(stage: str) -> None:
    """P143, P145, P148, P111, case 2: it and the lowest plant leave, nothing is drawn; stage 3 from phase 5."""
    sitting = building(8, stage=stage, market="9 31 32 33 34 35 36 37", deck="99 40 44 50")
    play(sitting, f"a: connect {INSIDE[8]}")
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
    assert cards(sitting, "actual_market") == [32, 33, 34, 35, 36, 37]
    assert {9, 31, 99} <= set(cards(sitting, "box"))
    assert sitting.value("stage") == stage
    before = tokens(sitting, "fuel_market")
    until(sitting, "bureaucracy")
    assert sitting.value("stage") == "third"
    until(sitting, "auction", 5)
    assert tokens(sitting, "fuel_market") == {fuel: before[fuel] + resupply(2, "third", fuel) for fuel in FUELS}
    # Phase 5 of stage 3 (P153): the lowest left, and the new deck began with 50.
    assert cards(sitting, "plant_market") == [33, 34, 35, 36, 37, 50]


def test_several_obsolete_plants_in_the_same_phase() -> None:
    """P148, P111, P156, case 6: behind the card, too low plants are replaced from the new deck, six remain."""
    sitting = building(8, stage="second", market="9 10 11 33 34 35 36 37", deck="99 12 44 50", shuffled="12 50 44")
    play(sitting, f"a: connect {INSIDE[8]}")
    assert cards(sitting, "plant_market") == [11, 33, 34, 35, 36, 37]
    assert 10 in cards(sitting, "box")
    play(sitting, f"a: connect {INSIDE[9]}")
    assert cards(sitting, "plant_market") == [11, 33, 34, 35, 36, 37]
    play(sitting, f"a: connect {INSIDE[10]}")
    assert cards(sitting, "plant_market") == [12, 33, 34, 35, 36, 37]
    play(sitting, f"a: connect {INSIDE[11]}")
    assert cards(sitting, "plant_market") == [33, 34, 35, 36, 37, 50]
    assert cards(sitting, "deck") == [44]


def test_a_low_card_before_the_card() -> None:
    """P112, P148: 11 is too low in its turn, and the card comes for it."""
    sitting = building(11, stage="second", market="12 31 32 33 34 35 36 37", deck="11 99 44 50")
    play(sitting, f"a: connect {INSIDE[11]}")
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
    assert {11, 12, 31, 99} <= set(cards(sitting, "box"))


def test_third_houses_only_in_the_next_phase_4() -> None:
    """P148, P151, case 2: stage 3 is not for those who build later in this phase."""
    sitting = building(
        8, 3, stage="second", market="9 31 32 33 34 35 36 37", deck="99 40 44 50",
        houses={"a": " ".join(INSIDE[:8]), "b": INSIDE[0]},
    )  # fmt: skip
    play(sitting, f"a: connect {INSIDE[8]}", "a: end_building", "b: end_building")
    assert refused(sitting, f"connect {INSIDE[0]}") == ["city_full"]
    until(sitting, "building", 5)
    # The last of the order, without cities, builds first.
    assert sitting.decision is not None
    assert sitting.decision.by == "c"
    assert INSIDE[0] in offered(sitting, "connect")


def test_stage_2_is_passed_over_when_the_card_came_in_the_same_phase() -> None:
    """P141, case 3b: straight to stage 3, without the plant of stage 2."""
    sitting = building(9, stage="first", market="10 31 32 33 34 35 36 37", deck="99 40 44 50")
    play(sitting, f"a: connect {INSIDE[9]}")
    until(sitting, "bureaucracy")
    assert sitting.value("stage") == "third"
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
    assert not {32, 33} & set(cards(sitting, "box"))


# -- the card between phases 4 and 5 -----------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["99 40 44 50", "11 99 40 44"])
def test_the_card_as_the_replacement_of_stage_2(deck: str) -> None:
    """P140, case 3: drawn at once, or for a low card: it and one more plant leave; stage 3 from phase 5."""
    sitting = building(10, deck=deck)
    play(sitting, f"a: connect {INSIDE[10]}")
    before = tokens(sitting, "fuel_market")
    until(sitting, "bureaucracy")
    assert sitting.value("stage") == "third"
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 37]
    assert {30, 31, 99} <= set(cards(sitting, "box"))
    until(sitting, "auction", 5)
    assert tokens(sitting, "fuel_market") == {fuel: before[fuel] + resupply(2, "third", fuel) for fuel in FUELS}


# -- the card in phase 5 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["first", "second"])
@pytest.mark.parametrize("deck", ["99 40 44", "11 99 40 44"])
def test_the_card_in_bureaucracy(stage: str, deck: str) -> None:
    """P142, P143, P149, K10, K11, case 4: refilled by the stage that was; the highest has gone under the deck and is shuffled in."""
    sitting = posed(
        "bureaucracy", 4, stage=stage, market=HIGH, deck=deck, shuffled="44 37 40", money=50, order="abcd",
        houses={"a": " ".join(INSIDE[:11])}, plants={"a": "3", "b": "4", "c": "5", "d": "6"},
    )  # fmt: skip
    assert (sitting.value("round"), sitting.value("phase")) == (5, "auction")
    assert sitting.value("stage") == "third"
    assert tokens(sitting, "fuel_market") == {fuel: resupply(4, stage, fuel) for fuel in FUELS}
    assert cards(sitting, "plant_market") == [31, 32, 33, 34, 35, 36]
    assert {30, 99} <= set(cards(sitting, "box"))
    assert plain(sitting)["game"]["deck"] == [["plant_37", "plant_40", "plant_44"]]
    play(sitting, "a: nominate 31 31", "b: pass_bid", "c: pass_bid", "d: pass_bid")
    assert cards(sitting, "plant_market") == [32, 33, 34, 35, 36, 44]


def test_stage_2_never_comes_after_stage_3() -> None:
    """P142, case 4: passed over for good, though the number is reached later."""
    sitting = building(9, market="31 32 33 34 35 36", stage="third", deck="40 44", more={"future_market_closed": True})
    play(sitting, f"a: connect {INSIDE[9]}")
    until(sitting, "bureaucracy")
    assert sitting.value("stage") == "third"
    assert cards(sitting, "plant_market") == [31, 32, 33, 34, 35, 36]


def test_plants_put_under_the_deck_come_back() -> None:
    """P130, P145: they are among those shuffled, and drawn in stage 3; those bought or removed are not."""
    sitting = auction(deck="99 46 50", shuffled="46 50 44")
    play(sitting, "a: nominate 30 30", "b: pass_bid", "c: pass_bid", "b: nominate 31 31", "c: pass_bid")
    assert 46 in cards(sitting, "plant_market")
    play(sitting, "c: nominate 32 32")
    assert {46, 50} <= set(cards(sitting, "plant_market"))
    assert cards(sitting, "deck") == []
