"""Phase 1, and in which order players act in the other phases."""

from __future__ import annotations

from typing import Any

import pytest
from playing import game
from posed import elements, play, posed

W = ["dortmund", "duisburg", "duesseldorf", "essen", "kassel", "muenster", "osnabrueck"]
SW = ["aachen", "frankfurt_m", "koeln", "mannheim", "saarbruecken", "trier", "wiesbaden"]
E = ["dresden", "erfurt", "fulda", "halle", "leipzig", "nuernberg", "wuerzburg"]


def ordered(cities: dict[str, int], plants: dict[str, str], *, order: str = "dcba", **more: Any) -> str:
    """The player order behind phase 1; the phase after it waits for the first who can nominate."""
    inside = iter(W + SW + E)
    houses = {name: " ".join(next(inside) for _ in range(count)) for name, count in cities.items()}
    sitting = posed(
        "player_order", 4, order=order, houses=houses, plants=plants, money=60, market="30 31 32 33 34 35 36 37",
        deck="38 99", **more,
    )  # fmt: skip
    return "".join(elements(sitting, "turn_order"))


@pytest.mark.parametrize(
    ("cities", "plants", "order"),
    [
        # More cities go first, whatever the plants.
        ({"a": 1, "b": 2, "c": 3, "d": 4}, {"a": "29", "b": "28", "c": "27", "d": "3"}, "dcba"),
        ({"a": 4, "b": 3, "c": 2, "d": 1}, {"a": "3", "b": "4", "c": "5", "d": "29"}, "abcd"),
        # Among equals the highest number, not the number of plants or their sum.
        ({"a": 2, "b": 2, "c": 2, "d": 2}, {"a": "3", "b": "20", "c": "11", "d": "19"}, "bdca"),
        ({"a": 2, "b": 2, "c": 2, "d": 2}, {"a": "23 24 25", "b": "26", "c": "3 4 27", "d": "20 21 22"}, "cbad"),
        # Each place in the same way.
        ({"a": 3, "b": 1, "c": 3, "d": 1}, {"a": "5", "b": "6", "c": "4", "d": "20"}, "acdb"),
        ({"a": 0, "b": 0, "c": 5, "d": 0}, {"a": "9", "b": "8", "c": "3", "d": "10"}, "cdab"),
    ],
)
def test_most_cities_then_the_highest_plant(cities: dict[str, int], plants: dict[str, str], order: str) -> None:
    """P41, P42, P43, case 34: from every order before."""
    for before in ("abcd", "dcba", "bdac"):
        assert ordered(cities, plants, order=before, round=2) == order


def test_in_the_first_round_the_lot_stands() -> None:
    """P18, P44: phase 1 changes nothing then."""
    cities, plants = {"a": 1, "b": 2, "c": 3, "d": 4}, {"a": "3", "b": "4", "c": "5", "d": "6"}
    assert ordered(cities, plants, order="acbd", round=1) == "acbd"
    assert ordered(cities, plants, order="acbd", round=2) == "dcba"


def test_after_the_first_auction_the_highest_plant_goes_first() -> None:
    """P68, L16, case 14: played from the start; the last buys fuel first."""
    sitting = game().start(
        4, names=("ann", "ben", "celia", "dora"), prescribed={"player": ["ann", "ben", "celia", "dora"]}
    )
    play(
        sitting,
        *("ann: nominate 5 5", "pass_bid", "pass_bid", "pass_bid"),
        *("ben: nominate 3 3", "pass_bid", "pass_bid"),
        *("celia: nominate 7 7", "pass_bid"),
        "dora: nominate 4 4",
    )
    assert sitting.value("turn_order") == ["celia", "ann", "dora", "ben"]
    assert sitting.decision is not None
    assert (sitting.value("phase"), sitting.decision.by) == ("resources", "ben")


def test_later_auctions_leave_the_order() -> None:
    """P68: only in the first round."""
    sitting = posed(
        "auction", order="abc", money=50, plants={"a": "3", "b": "4", "c": "5"}, market="20 21 22 23 24 25 26 27",
        deck="30 99", on_market={"coal": 9, "oil": 9},
    )  # fmt: skip
    play(sitting, "a: pass_nomination", "b: pass_nomination", "c: nominate 23 23")
    assert sitting.value("turn_order") == ["a", "b", "c"]
    assert sitting.value("phase") == "resources"


def who_acts(order: str) -> dict[str, str]:
    """By phase: who decides, one after the other, when everybody stops at once."""
    sitting = posed(
        "auction", order=order, money=50, plants={"a": "15", "b": "10", "c": "8"}, market="20 21 22 23 24 25 26 27",
        fuel={"a": {"coal": 4}, "b": {"coal": 4}, "c": {"coal": 6}}, houses={"a": "essen", "b": "koeln", "c": "halle"},
        deck="28 29 99", play_forced=False,
    )  # fmt: skip
    found: dict[str, str] = {}
    while sitting.value("round") == 4:
        assert sitting.decision is not None
        phase = str(sitting.value("phase"))
        found[phase] = found.get(phase, "") + sitting.decision.by
        sitting.apply(next(move for move in sitting.moves() if move.split("_")[0] in {"end", "pass"}))
    return found


@pytest.mark.parametrize("order", ["abc", "cab", "bca"])
def test_first_to_last_and_last_to_first(order: str) -> None:
    """P37, P47, P83, P91, P116, case 35: phases 2 and 5 in player order, phases 3 and 4 in reverse."""
    back = order[::-1]
    assert who_acts(order) == {"auction": order, "resources": back, "building": back, "bureaucracy": order}
