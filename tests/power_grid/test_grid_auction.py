"""Phase 2."""

from __future__ import annotations

from typing import Any

import pytest
from playing import game
from posed import cards, offered, play, posed, refused, tokens

import reguli

MARKET = "20 21 22 23 24 25 26 27"


def auction(players: int = 3, **more: Any) -> reguli.Playthrough:
    """Round 4: everybody has a plant and 60 Elektro, unless said otherwise."""
    names = "abcdef"[:players]
    given: dict[str, Any] = {
        "money": 60,
        "plants": {name: str(number) for name, number in zip(names, (3, 4, 5, 6, 7, 8), strict=False)},
        "market": MARKET,
        "deck": "30 31 99",
    }
    return posed("auction", players, **{**given, **more})


def asked(sitting: reguli.Playthrough) -> tuple[str, str]:
    assert sitting.decision is not None
    return sitting.decision.name, sitting.decision.by


def test_only_the_actual_market_and_no_less_than_the_number() -> None:
    """P47, P49, P50, P51, P70, case 11, case 12, L1: one move chooses and bids, from the number to all one has."""
    sitting = auction(money={"a": 22, "b": 50, "c": 50})
    assert sitting.moves() == ["pass_nomination", "nominate 20 20", "nominate 20 21", "nominate 20 22", "nominate 21 21", "nominate 21 22", "nominate 22 22"]  # fmt: skip
    assert refused(auction(), "nominate 24 24") == ["not_in_actual_market"]
    for move in ("nominate 20 19", "nominate 20 23", "nominate 23 23"):
        with pytest.raises((reguli.IllegalMove, reguli.Unreadable)):
            sitting.apply(move)


def test_bids_go_clockwise_by_seats() -> None:
    """P52, P178, case 13: from the opener's left, whatever the player order; the opener comes last."""
    sitting = auction(4, order="cadb", plants={"a": "3", "b": "4", "c": "5", "d": "6"})
    play(sitting, "c: nominate 20 20")
    order = []
    for bid in range(21, 29):
        order.append(asked(sitting)[1])
        play(sitting, f"raise_bid {bid}")
    assert "".join(order) == "dabcdabc"


def test_a_raise_is_strictly_higher_and_can_be_paid() -> None:
    """P51, P52, L1, L28, case 12: from one more than the bid to all one has."""
    sitting = auction(money={"a": 60, "b": 27, "c": 60})
    play(sitting, "a: nominate 20 24")
    assert sitting.moves() == ["raise_bid 25", "raise_bid 26", "raise_bid 27", "pass_bid"]
    play(sitting, "b: raise_bid 27")
    assert offered(sitting, "raise_bid") == [str(bid) for bid in range(28, 61)]
    play(sitting, "c: pass_bid", "a: raise_bid 28")
    # The second can bid no more, so that nobody is asked again.
    assert cards(sitting, "a.plants") == [3, 20]
    assert sitting.value("a.money") == 32


def test_the_last_bidder_pays_the_highest_bid() -> None:
    """P55, P52: to the bank; the others pay nothing."""
    sitting = auction()
    play(sitting, "a: nominate 22 30", "b: raise_bid 31", "c: raise_bid 40", "a: raise_bid 41", "b: pass_bid", "c: raise_bid 45", "a: pass_bid")  # fmt: skip
    assert [sitting.value(f"{name}.money") for name in "abc"] == [60, 60, 15]
    assert cards(sitting, "c.plants") == [5, 22]


def test_the_plant_is_replaced_at_once_and_the_market_sorted() -> None:
    """P31, P56, L15: a low card goes among the actual ones, and can be nominated in the same phase."""
    sitting = auction(deck="11 31 99")
    play(sitting, "a: nominate 23 23", "b: pass_bid", "c: pass_bid")
    assert cards(sitting, "plant_market") == [11, 20, 21, 22, 24, 25, 26, 27]
    assert cards(sitting, "actual_market") == [11, 20, 21, 22]
    assert asked(sitting) == ("nomination", "b")
    assert "11 11" in offered(sitting, "nominate")


def test_passing_a_nomination_is_for_the_round() -> None:
    """P48, P54, case 10: who has passed is not asked for bids either, and never nominates again."""
    sitting = auction(4, plants={"a": "3", "b": "4", "c": "5", "d": "6"})
    play(sitting, "a: pass_nomination", "b: nominate 20 20")
    order = []
    while asked(sitting)[0] == "outbidding":
        order.append(asked(sitting)[1])
        play(sitting, "pass_bid")
    assert order == ["c", "d"]
    assert asked(sitting) == ("nomination", "c")
    play(sitting, "c: pass_nomination", "d: nominate 21 21")
    # The first, who has passed, has not been asked again.
    assert asked(sitting)[0] != "nomination"


def test_passing_a_bid_is_for_one_auction() -> None:
    """P53, case 10: the same player may bid for the next plant and nominate."""
    sitting = auction()
    play(sitting, "a: nominate 20 20", "b: pass_bid", "c: raise_bid 21", "a: pass_bid")
    assert asked(sitting) == ("nomination", "a")
    play(sitting, "a: nominate 21 21", "b: raise_bid 22", "a: pass_bid")
    assert cards(sitting, "b.plants") == [4, 21]


def test_the_nominator_goes_on_when_another_wins() -> None:
    """P58, P59, L4: only when the nominator wins does the next one nominate."""
    sitting = auction()
    play(sitting, "a: nominate 20 20", "b: raise_bid 21", "c: pass_bid", "a: pass_bid")
    assert asked(sitting) == ("nomination", "a")
    play(sitting, "a: pass_nomination")
    # The second has bought: the third nominates.
    assert asked(sitting) == ("nomination", "c")
    won = auction()
    play(won, "a: nominate 20 20", "b: pass_bid", "c: pass_bid")
    assert asked(won) == ("nomination", "b")


def test_who_has_bought_takes_no_more_part() -> None:
    """P45, P54, P57: neither asked to bid nor to nominate."""
    sitting = auction()
    play(sitting, "a: nominate 20 20", "b: raise_bid 21", "c: pass_bid", "a: pass_bid", "a: nominate 21 21")
    assert asked(sitting) == ("outbidding", "c")
    play(sitting, "c: raise_bid 22", "a: pass_bid", "a: nominate 22 22")
    assert [cards(sitting, f"{name}.plants") for name in "abc"] == [[3, 22], [4, 20], [5, 21]]
    assert sitting.value("phase") != "auction"


def test_the_last_nominator_pays_the_number() -> None:
    """P65, P54, K14, case 9: with nobody left to bid, nothing above the number is offered."""
    sitting = auction(order="bac")
    play(sitting, "b: pass_nomination", "a: nominate 20 20", "c: pass_bid")
    assert asked(sitting) == ("nomination", "c")
    assert offered(sitting, "nominate") == ["21 21", "22 22", "23 23", "24 24"]
    # While another can still bid, more is offered.
    assert "20 60" in offered(auction(), "nominate")


@pytest.mark.parametrize("players", range(2, 7))
def test_in_the_first_round_everybody_buys(players: int) -> None:
    """P66, P170, case 14: nobody passes a nomination, but bids may be passed; each ends with one plant."""
    sitting = game().start(players, seed=3)
    while sitting.value("phase") == "auction":
        assert sitting.decision is not None
        if sitting.decision.name == "nomination":
            assert refused(sitting, "pass_nomination") == ["everyone_buys_in_first_round"]
            play(sitting, next(move for move in sitting.moves() if move.startswith("nominate")))
        else:
            assert sitting.why("pass_bid") == ()
            play(sitting, "pass_bid")
    assert [sitting.value(f"count(seat_{seat}.plants)") for seat in range(1, players + 1)] == [1] * players


def test_nobody_buys() -> None:
    """P67, case 15: the lowest plant leaves, a new one is drawn and sorted in; not when someone has bought."""
    sitting = auction(deck="19 31 99", on_market={"coal": 5, "oil": 5})
    play(sitting, "a: pass_nomination", "b: pass_nomination", "c: pass_nomination")
    assert cards(sitting, "plant_market") == [19, 21, 22, 23, 24, 25, 26, 27]
    assert sitting.value("plant_20 in box") is True
    bought = auction(deck="19 31 99", on_market={"coal": 5, "oil": 5})
    play(bought, "a: pass_nomination", "b: pass_nomination", "c: nominate 23 23")
    assert cards(bought, "plant_market") == [19, 20, 21, 22, 24, 25, 26, 27]


def test_nobody_buys_in_stage_3() -> None:
    """P67, case 15: as before; with an empty deck the lowest only leaves."""
    third: dict[str, Any] = {
        "stage": "third",
        "more": {"future_market_closed": True},
        "on_market": {"coal": 5, "oil": 5},
    }
    passes = ("a: pass_nomination", "b: pass_nomination", "c: pass_nomination")
    sitting = play(auction(market="20 21 22 23 24 25", deck="31", **third), *passes)
    assert cards(sitting, "plant_market") == [21, 22, 23, 24, 25, 31]
    sitting = play(auction(market="20 21 22 23 24 25", deck="", **third), *passes)
    assert cards(sitting, "plant_market") == [21, 22, 23, 24, 25]


def test_an_empty_market_passes_over_the_phase() -> None:
    """P69, P154, case 7: nobody nominates, nothing is removed."""
    third: dict[str, Any] = {
        "stage": "third",
        "more": {"future_market_closed": True},
        "on_market": {"coal": 5, "oil": 5},
    }
    sitting = auction(market="", deck="", **third)
    assert sitting.value("phase") == "resources"
    last = auction(market="30", deck="", **third)
    play(last, "a: nominate 30 30", "b: pass_bid", "c: pass_bid")
    assert (last.value("phase"), cards(last, "plant_market")) == ("resources", [])


def test_all_six_plants_of_stage_3_can_be_nominated() -> None:
    """P49, P150, K6: no future market any more."""
    sitting = auction(market="20 21 22 23 24 25", stage="third", deck="31", more={"future_market_closed": True})
    assert {bid.split()[0] for bid in offered(sitting, "nominate")} == {"20", "21", "22", "23", "24", "25"}


# -- one plant too many ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "limit"), [(2, 4), (3, 3), (4, 3), (5, 3), (6, 3)])
def test_how_many_plants_a_player_keeps(players: int, limit: int) -> None:
    """P60, P61, P62, P169, K2, L13, case 16, case 40: up to the limit none; then one of the others, out of the game."""
    mine = (3, 5, 7, 9)
    for had in range(1, limit + 1):
        others = {name: str(number) for name, number in zip("bcdef", (10, 11, 12, 13, 14), strict=True)}
        held = {"a": " ".join(map(str, mine[:had])), **{name: others[name] for name in "bcdef"[: players - 1]}}
        money = {"a": 30, **dict.fromkeys("bcdef"[: players - 1], 0)}
        sitting = play(auction(players, plants=held, money=money), "a: nominate 20 20")
        if had < limit:
            assert cards(sitting, "a.plants") == [*mine[:had], 20]
            continue
        assert asked(sitting) == ("surplus_plant", "a")
        assert offered(sitting, "scrap") == [str(number) for number in mine[:had]]
        assert refused(sitting, "scrap 20") == ["just_bought"]
        # The market has been filled before (P56).
        assert 30 in cards(sitting, "plant_market")
        play(sitting, "scrap 5")
        assert cards(sitting, "a.plants") == [number for number in (*mine[:had], 20) if number != 5]
        assert sitting.value("plant_5 in box") is True
        assert 5 not in cards(sitting, "deck")


def test_fuel_of_the_plant_given_up() -> None:
    """P63, P64, L14, case 16: it moves to plants that use it and have room, the new one too; the rest to the supply."""
    held = {"a": "4 7 11", "b": "10", "c": "12"}
    bought: dict[str, Any] = {
        "plants": held,
        "fuel": {"a": {"coal": 4, "oil": 6, "uranium": 2}},
        "money": {"a": 30, "b": 0, "c": 0},
    }
    coal = play(auction(**bought), "a: nominate 20 20", "a: scrap 4")
    assert tokens(coal, "a.fuel") == {"coal": 4, "oil": 6, "garbage": 0, "uranium": 2}
    oil = play(auction(**bought), "a: nominate 20 20", "a: scrap 7")
    assert tokens(oil, "a.fuel") == {"coal": 4, "oil": 0, "garbage": 0, "uranium": 2}
    assert tokens(oil, "supply")["oil"] == 24
    assert tokens(oil, "fuel_market")["oil"] == 0
    # The hybrid bought takes as much oil as it has room for.
    hybrid = play(auction(**bought), "a: nominate 21 21", "a: scrap 7")
    assert tokens(hybrid, "a.fuel") == {"coal": 4, "oil": 4, "garbage": 0, "uranium": 2}


def test_a_choice_only_where_plants_share_fuels() -> None:
    """P63, P64, P90, case 17: the owner says which token goes, but never gives more than he must."""
    sitting = auction(
        plants={"a": "12 4 7", "b": "10", "c": "11"}, money={"a": 30, "b": 0, "c": 0},
        fuel={"a": {"coal": 4, "oil": 6}}, market="13 18 21 22 23 24 25 26",
    )  # fmt: skip
    play(sitting, "a: nominate 21 21", "a: scrap 7")
    # Coal fills its plant, and eight places of two hybrids take oil.
    assert tokens(sitting, "a.fuel") == {"coal": 4, "oil": 6, "garbage": 0, "uranium": 0}
    sitting = auction(
        plants={"a": "12 4 7", "b": "10", "c": "11"}, money={"a": 30, "b": 0, "c": 0},
        fuel={"a": {"coal": 7, "oil": 7}}, market="13 18 21 22 23 24 25 26",
    )  # fmt: skip
    play(sitting, "a: nominate 21 21", "a: scrap 7")
    assert sitting.moves() == ["lose coal", "lose oil"]
    play(sitting, "lose coal", "lose oil")
    assert tokens(sitting, "a.fuel") == {"coal": 6, "oil": 6, "garbage": 0, "uranium": 0}
    assert tokens(sitting, "supply")["coal"] == 18
    assert tokens(sitting, "fuel_market")["coal"] == 0
    assert asked(sitting)[0] != "lost_fuel"
