"""The end of the game and the ranking."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from posed import play, posed
from printed import END_CITIES, board

import reguli

REGIONS = ("w", "sw", "e", "nw")
INSIDE = [city for region in REGIONS for city in board("germany").regions[region]]


def last_phase(players: int, short: int, *, stage: str = "third", **more: Any) -> reguli.Playthrough:
    """Phase 4, the first player so many cities short of the end and first to build."""
    names = "abcdef"[:players]
    given: dict[str, Any] = {
        "by": "a", "order": names[::-1], "money": 200, "houses": {"a": " ".join(INSIDE[: END_CITIES[players] - short])},
        "regions": REGIONS, "market": "", "plants": dict(zip(names, ["3", "4", "5", "6", "7", "8"], strict=False)),
        "more": {"future_market_closed": stage == "third"}, "play_forced": False,
    }  # fmt: skip
    return posed("building", players, stage=stage, **{**given, **more})


def rest_stops(sitting: reguli.Playthrough) -> reguli.Playthrough:
    while not sitting.over and sitting.value("phase") == "building":
        play(sitting, "end_building")
    return sitting


@pytest.mark.parametrize("players", range(2, 7))
def test_the_game_ends_behind_phase_4(players: int) -> None:
    """P157, P158, P165, L19, K4, case 31, case 40: at the number of the table; everybody finishes, then nothing more."""
    first, second = INSIDE[END_CITIES[players] - 1], INSIDE[END_CITIES[players]]
    sitting = play(last_phase(players, 1), f"a: connect {first}", f"a: connect {second}", "a: end_building")
    # Not at once: the others still build.
    play(sitting, f"b: connect {INSIDE[0]}")
    money = [sitting.value(f"{name}.money") for name in "abcdef"[:players]]
    rest_stops(sitting)
    assert (sitting.over, sitting.value("phase")) == (True, "building")
    assert sitting.moves() == []
    # No income and no refill.
    assert [sitting.value(f"{name}.money") for name in "abcdef"[:players]] == money
    assert sitting.value("count(fuel_market[coal])") == 0


@pytest.mark.parametrize("players", range(2, 7))
def test_one_city_less_is_no_end(players: int) -> None:
    """P157: play goes on in phase 5; exactly the number is enough."""
    less = rest_stops(play(last_phase(players, 2), f"a: connect {INSIDE[END_CITIES[players] - 2]}"))
    assert (less.over, less.value("phase")) == (False, "bureaucracy")
    exactly = rest_stops(play(last_phase(players, 1), f"a: connect {INSIDE[END_CITIES[players] - 1]}"))
    assert exactly.over


@pytest.mark.parametrize("stage", ["first", "second"])
def test_the_game_may_end_before_stage_3(stage: str) -> None:
    """P39, P164, case 33: the end comes before stage 2, whose plant stays."""
    sitting = last_phase(3, 1, stage=stage, market="30 31 32 33 34 35 36 37", deck="38 99")
    rest_stops(play(sitting, f"a: connect {INSIDE[16]}"))
    assert sitting.over
    assert sitting.value("stage") == stage
    assert sitting.value("plant_30 in box") is False


def ranked(worth: dict[str, tuple[int, int, int]]) -> list[str]:
    """Players by place, those who share one together, for what each supplies, has and owns (cities)."""
    suppliers = {0: "", 1: "13", 2: "18", 3: "27", 4: "33", 5: "44", 6: "50"}
    doubles = {2: "22", 4: "37"}
    used: set[str] = set()
    plants = {}
    for name, (supplied, _, _) in worth.items():
        card = suppliers[supplied] if suppliers[supplied] not in used else doubles[supplied]
        used.add(card)
        plants[name] = card
    houses = {name: " ".join(INSIDE[:cities]) for name, (_, _, cities) in worth.items() if cities}
    sitting = posed(
        None, 3, stage="third", plants=plants, houses=houses, money={name: money for name, (_, money, _) in worth.items()}
    )  # fmt: skip
    places = sorted({place.place for place in sitting.ranking})
    assert places[0] == 1
    return ["".join(sorted(place.name for place in sitting.ranking if place.place == n)) for n in places]


@pytest.mark.parametrize(
    ("a", "b", "c", "order"),
    [
        # Supplied, money, cities. Whoever supplies most wins, not who has most cities or money.
        ((2, 99, 17), (3, 0, 5), (1, 50, 16), ["b", "a", "c"]),
        ((4, 10, 5), (3, 90, 17), (4, 11, 4), ["c", "a", "b"]),
        # Equal in supply and money: more cities.
        ((2, 10, 5), (2, 10, 6), (1, 99, 9), ["b", "a", "c"]),
        # Equal in all: shared.
        ((2, 10, 5), (2, 10, 5), (1, 99, 9), ["ab", "c"]),
        ((1, 10, 5), (4, 10, 7), (4, 10, 7), ["bc", "a"]),
        # Cities bound the supply: five plants' worth, two cities.
        ((5, 10, 2), (2, 11, 2), (0, 0, 0), ["b", "a", "c"]),
    ],
)
def test_the_ranking(
    a: tuple[int, int, int], b: tuple[int, int, int], c: tuple[int, int, int], order: list[str]
) -> None:
    """P9, P92, P159, P160, P161, P162, P163, P174, L20, L26, case 32: supplied cities, money, cities; shared."""
    assert ranked({"a": a, "b": b, "c": c}) == order


def test_places_behind_a_shared_one() -> None:
    """P162: two share the first place; the next is third."""
    for first, second in product("abc", repeat=2):
        if first < second:
            worth = {name: (2, 10, 5) if name in {first, second} else (1, 10, 5) for name in "abc"}
            assert ranked(worth)[0] == first + second
    sitting = posed(None, 3, stage="third", money={"a": 5, "b": 5, "c": 4})
    assert [(place.place, place.name) for place in sitting.ranking] == [(1, "a"), (1, "b"), (3, "c")]


def test_nothing_is_burnt_for_the_ranking() -> None:
    """P159, case 31: it is computed, not played; fuel stays where it is."""
    sitting = last_phase(3, 1, plants={"a": "20", "b": "4", "c": "5"}, fuel={"a": {"coal": 6}})
    rest_stops(play(sitting, f"a: connect {INSIDE[16]}"))
    assert [place.values[0] for place in sitting.ranking if place.name == "a"] == [5]
    assert sitting.value("count(a.fuel[coal])") == 6
