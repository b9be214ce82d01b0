"""Fuel on plants: storing, buying, firing, losing, supplying at the end, each against trying everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from placings import (
    Outcome,
    Tokens,
    best_supply,
    firings,
    firings_rearranged,
    minus,
    most_kept,
    placings,
    some_fuel,
    some_plants,
    storable,
    tokens_of,
)
from posed import cards, offered, play, posed, refused, tokens
from printed import FUELS, plants

import reguli

MANY = {"coal": 12, "oil": 12, "garbage": 12, "uranium": 8}
CITIES = "dortmund duisburg duesseldorf essen kassel muenster osnabrueck aachen koeln trier"


def listed(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def named(amounts: tuple[int, ...]) -> dict[str, int]:
    return {fuel: amount for fuel, amount in zip(FUELS, amounts, strict=True) if amount}


def held(sitting: reguli.Playthrough) -> Tokens:
    return tokens_of(**tokens(sitting, "a.fuel"))


# -- storing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", sorted(plants()))
def test_a_plant_stores_twice_its_need_of_its_own_fuels(number: int) -> None:
    """P74, P79, P81, P84, P85, case 19: alone with any of the 42 plants, of each fuel."""
    sitting = posed("resources", order="bca", plants={"a": str(number)}, money=500, on_market=MANY)
    plant = plants()[number]
    for fuel in FUELS:
        most = 2 * plant.need if fuel in plant.fuels else 0
        bought = offered(sitting, "buy") if sitting.decision is not None and sitting.decision.by == "a" else []
        assert [one for one in bought if one.split()[0] == fuel] == [f"{fuel} {n}" for n in range(1, most + 1)]


@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_bought_is_what_can_be_stored(seed: int) -> None:
    """P84, P85, P89, L10, case 18, case 19: some way to lay it all on the plants exists, and only then."""
    random = Random(seed)
    for _ in range(3):
        mine = some_plants(random, random.choice((1, 2, 3, 4)))
        fuel = some_fuel(random, mine, 0.4)
        sitting = posed(
            "resources", 2, by="a", order="ba", plants={"a": listed(mine)}, fuel={"a": named(fuel)}, money=900,
            on_market={kind: min(7, 24 - amount) for kind, amount in zip(FUELS[:3], fuel[:3], strict=True)} | {"uranium": 4},
        )  # fmt: skip
        for kind, most in tokens(sitting, "fuel_market").items():
            fits = [n for n in range(1, most + 1) if storable(mine, minus(fuel, tokens_of(**{kind: -n})))]
            assert [bid for bid in offered(sitting, "buy") if bid.startswith(kind)] == [f"{kind} {n}" for n in fits]
            others = set(range(1, most + 1)) - set(fits)
            assert all(refused(sitting, f"buy {kind} {n}") == ["no_room_on_plants"] for n in others)


def test_buying_pays_and_sells_out() -> None:
    """P86, P87, P88, case 20: the cheapest first, no debts, and what is gone is gone for the round."""
    given: dict[str, Any] = {"order": "cba", "plants": {"a": "8", "b": "20", "c": "3"}, "on_market": {"coal": 5}}
    poor = posed("resources", money={"a": 14, "b": 50, "c": 0}, **given)
    # Five coal lie on 8, 8, 8, 7, 7.
    assert offered(poor, "buy") == ["coal 1", "coal 2"]
    assert refused(poor, "buy coal 3") == ["too_expensive"]
    sitting = posed("resources", money=50, **given)
    play(sitting, "a: buy coal 2", "a: buy coal 3")
    assert sitting.value("a.money") == 50 - 7 - 7 - 8 - 8 - 8
    assert tokens(sitting, "fuel_market")["coal"] == 0
    # The second has room for coal, but there is none; nothing comes back before phase 5.
    assert sitting.value("phase") == "building"
    assert tokens(sitting, "b.fuel")["coal"] == 0


def test_each_player_buys_everything_in_one_turn() -> None:
    """P83, P81: types one after the other, the next player only when the first has ended."""
    sitting = posed("resources", order="cba", plants={"a": "5", "b": "4"}, money=50, on_market={"coal": 9, "oil": 9})
    play(sitting, "a: buy oil 1", "a: buy coal 1", "a: buy oil 1", "a: end_buying", "b: buy coal 4")
    assert tokens(sitting, "a.fuel") == {"coal": 1, "oil": 2, "garbage": 0, "uranium": 0}


# -- firing ------------------------------------------------------------------------------------------------------


def production(mine: list[int], fuel: tuple[int, ...], *, rearranged: bool, forced: bool = False) -> reguli.Playthrough:
    return posed(
        "bureaucracy", 2, decision="production", by="a", order="ab", plants={"a": listed(mine), "b": "3"},
        fuel={"a": named(fuel)}, houses={"a": CITIES}, play_forced=forced, rearrange_between_firings=rearranged,
    )  # fmt: skip


def outcomes(sitting: reguli.Playthrough, mine: list[int]) -> set[Outcome]:
    """Every outcome that moves lead to, seen where the player may end the production."""
    found: set[Outcome] = set()
    seen: set[str] = set()
    queue = [sitting]
    while queue:
        here = queue.pop()
        if here.hash in seen:
            continue
        seen.add(here.hash)
        assert here.decision is not None
        if here.decision.name == "production":
            numbers = frozenset(cards(here, "all plant in a.plants where plant.fired"))
            found.add((numbers, held(here)))
        for move in here.moves():
            if move != "end_production":
                there = here.branch()
                there.apply(move)
                queue.append(there)
    return found


SMALL = [
    ([29, 35], tokens_of(coal=2, oil=1)),
    ([4, 29, 35], tokens_of(coal=6, oil=1)),
    ([5, 12], tokens_of(coal=4, oil=4)),
    ([5, 10, 16], tokens_of(coal=6, oil=6)),
    ([5, 29, 35], tokens_of(coal=4, oil=3)),
    ([12, 21, 42], tokens_of(coal=5, oil=3)),
    ([29, 46], tokens_of(coal=5, oil=3)),
    ([4, 5, 9], tokens_of(coal=7, oil=3)),
    ([13, 29, 50], tokens_of(coal=1, oil=1)),
    ([11, 14, 29], tokens_of(coal=1, garbage=3, uranium=1)),
    ([21, 35, 42], tokens_of(coal=7, oil=2)),
]


@pytest.mark.parametrize(("mine", "fuel"), SMALL)
def test_firing_after_one_rearrangement(mine: list[int], fuel: tuple[int, int, int, int]) -> None:
    """P73, P76, P77, P78, P79, P82, P89, P124, case 18: exactly what some placing allows, each plant once and wholly."""
    wanted = firings(mine, fuel)
    assert outcomes(production(mine, fuel, rearranged=False), mine) == wanted
    assert len(wanted) > 1


@pytest.mark.parametrize(("mine", "fuel"), SMALL)
def test_firing_with_rearrangements_between(mine: list[int], fuel: tuple[int, int, int, int]) -> None:
    """P89, case 18: the switch; never less than without it."""
    wanted = firings_rearranged(mine, fuel)
    assert outcomes(production(mine, fuel, rearranged=True), mine) == wanted
    assert wanted >= firings(mine, fuel)


def test_the_switch_makes_a_difference() -> None:
    """P89, case 18: somewhere more can be done with it, and the full hybrid beside an oil plant never burns oil first."""
    assert any(firings_rearranged(mine, fuel) > firings(mine, fuel) for mine, fuel in SMALL)
    for rearranged in (False, True):
        sitting = production([29, 35], tokens_of(coal=2, oil=1), rearranged=rearranged)
        play(sitting, "fire 29")
        assert sitting.moves() == ["burn coal"]
        assert refused(sitting, "burn oil") == ["rest_does_not_fit"]


def test_a_hybrid_burns_any_mix() -> None:
    """P73, P78, E4: of 05 with two of each."""
    left = {fuel for fired, fuel in outcomes(production([5], tokens_of(coal=2, oil=2), rearranged=False), [5]) if fired}
    assert left == {tokens_of(coal=2), tokens_of(oil=2), tokens_of(coal=1, oil=1)}


def test_no_part_production_and_no_second_one() -> None:
    """P73, P76, P77, P82: half the fuel gives nothing; a full store is for two rounds."""
    sitting = production([14, 20], tokens_of(garbage=1, coal=6), rearranged=False)
    assert refused(sitting, "fire 14") == ["not_enough_fuel"]
    play(sitting, "fire 20", "burn coal", "burn coal", "burn coal")
    assert refused(sitting, "fire 20") == ["already_fired"]
    assert held(sitting) == tokens_of(coal=3, garbage=1)


# -- losing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_a_surplus_plant_takes_no_more_fuel_than_must_go(seed: int) -> None:
    """P63, P64, P90, case 16, case 17: all that may stay, by every choice of the owner."""
    random = Random(seed)
    for _ in range(3):
        mine = some_plants(random, 3)
        fuel = some_fuel(random, mine, 0.9)
        bought = random.choice([number for number in plants() if number not in mine and number < 36])
        market = [bought, *(number for number in (40, 42, 44, 46, 50, 38, 39, 36, 37) if number not in mine)][:8]
        sitting = posed(
            "auction", plants={"a": listed(mine), "b": "", "c": ""}, fuel={"a": named(fuel)},
            money={"a": bought, "b": 0, "c": 0}, market=listed(market), on_market={"coal": 0}, play_forced=False,
        )  # fmt: skip
        play(sitting, f"a: nominate {bought} {bought}", "b: pass_bid", "c: pass_bid")
        for old in mine:
            branch = play(sitting.branch(), f"a: scrap {old}")
            kept = [card for card in (*mine, bought) if card != old]
            assert cards(branch, "a.plants") == sorted(kept)
            assert left_over(branch) == most_kept(kept, fuel)


def left_over(sitting: reguli.Playthrough) -> set[Tokens]:
    """What the player can have when nothing more is lost, by every way of choosing."""
    if sitting.decision is None or sitting.decision.name != "lost_fuel":
        return {held(sitting)}
    return {kept for move in sitting.moves() for kept in left_over(play(sitting.branch(), move))}


# -- at the end --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_supplied_at_the_end(seed: int) -> None:
    """P159, P123: the most of all placings and groups of plants, never more than the own cities."""
    random = Random(seed)
    for _ in range(4):
        mine = some_plants(random, random.choice((1, 2, 3, 4)))
        fuel = some_fuel(random, mine, random.choice((0.2, 0.35, 0.5)))
        count = random.randrange(11)
        houses = {"a": " ".join(CITIES.split()[:count])} if count else {}
        sitting = posed(None, plants={"a": listed(mine)}, fuel={"a": named(fuel)}, houses=houses)
        assert sitting.value("supplied_at_end(a)") == best_supply(mine, fuel, count)


def test_the_measure_itself() -> None:
    """E5: 03, 05 and 13 hold eight oil or four coal, eight of both together; one way only when all is full."""
    assert storable([3, 5, 13], tokens_of(oil=8))
    assert not storable([3, 5, 13], tokens_of(coal=5))
    assert not storable([3, 5, 13], tokens_of(coal=1, oil=8))
    assert list(placings([3, 5], tokens_of(coal=4, oil=4))) == [(tokens_of(oil=4), tokens_of(coal=4))]
