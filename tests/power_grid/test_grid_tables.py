"""The numbers of the ruleset against those that are printed, cell by cell."""

from __future__ import annotations

import pytest
import yaml
from playing import BOARDS, game
from posed import cards, elements, play, posed, tokens
from printed import (
    END_CITIES,
    FUELS,
    HOUSE_COST,
    HOUSES_IN_CITY,
    MOST_PLANTS,
    PAYMENT,
    PLANTS_REMOVED,
    REGIONS_IN_PLAY,
    STAGE_2_CITIES,
    STAGES,
    TOKENS,
    board,
    cost_of,
    plants,
    prices,
    resupply,
)

from reguli.shipped_files import shipped_folder


def test_the_plants_are_those_of_the_box() -> None:
    """P6, P7, P70, P72, P75, P78, P79, P80, K5, L8, L9: 42 plants and the stage card."""
    sitting = posed(None)
    assert sorted(cards(sitting, "box")) == [*sorted(plants()), 99]
    assert len(plants()) == 42
    for number, plant in plants().items():
        name = f"plant_{number}"
        assert sitting.value(f"{name}.number") == number
        assert sitting.value(f"minimum_bid({name})") == number
        assert tuple(elements(sitting, f"{name}.fuels")) == plant.fuels
        assert sitting.value(f"{name}.need") == plant.need
        assert sitting.value(f"{name}.powers") == plant.powers
        assert sitting.value(f"{name}.is_plant") is True
    assert sitting.value("stage_3.is_plant") is False


def test_kinds_of_plants() -> None:
    """P78, P79, L9: five hybrids, seven ecological plants with 13 among them, one fusion plant."""
    sitting = posed(None)
    hybrids = [number for number in plants() if sitting.value(f"count(plant_{number}.fuels)") == 2]
    without = [number for number in plants() if sitting.value(f"count(plant_{number}.fuels)") == 0]
    assert hybrids == [5, 12, 21, 29, 46]
    assert without == [13, 18, 22, 27, 33, 37, 44, 50]


@pytest.mark.parametrize("map", BOARDS)
def test_the_cities_and_connections_of_a_board(map: str) -> None:  # noqa: A002 - the option is called so
    """P1, P11, P97: six regions of seven cities; every connection at its cost, and no other."""
    sides, sitting = board(map), posed(None, map=map)
    assert len(sides.regions) == 6
    assert {len(cities) for cities in sides.regions.values()} == {7}
    assert sitting.value("count(cities)") == len(sides.region_of) == 42
    assert {city: sitting.value(f"{city}.region") for city in sides.region_of} == sides.region_of
    assert sitting.value("count(connections)") == len(sides.connections) == {"germany": 83, "usa": 87}[map]
    found = {
        (a, b): sitting.value(f"sum(way.cost for way in connections where {a} in ends(way) and {b} in ends(way))")
        for a, b in sides.connections
    }
    assert found == sides.connections


@pytest.mark.parametrize(
    ("map", "ends", "cost"),
    [
        ("germany", "erfurt fulda", 13),
        ("germany", "frankfurt_m wiesbaden", 0),
        ("germany", "mannheim saarbruecken", 11),
        ("germany", "bremen osnabrueck", 11),
        ("germany", "trier wiesbaden", 18),
        ("germany", "nuernberg regensburg", 12),
        ("germany", "muenchen passau", 14),
        ("germany", "duisburg essen", 0),
        ("germany", "halle leipzig", 0),
        ("usa", "jacksonville tampa", 4),
        ("usa", "birmingham memphis", 6),
        ("usa", "atlanta birmingham", 3),
        ("usa", "las_vegas salt_lake_city", 18),
        ("usa", "cheyenne denver", 0),
    ],
)
def test_connections_that_transcriptions_dispute(map: str, ends: str, cost: int) -> None:  # noqa: A002 - as above
    """P97: one way of each pair, at the cost on which most agree; next to it, the price is that and the house."""
    here, there = ends.split()
    sitting = posed(None, map=map, houses={"a": here}, regions=tuple(board(map).regions))
    assert sitting.value(f"count(all way in connections where {here} in ends(way) and {there} in ends(way))") == 1
    assert sitting.value(f"price(a, {there})") == cost + 10


def test_two_connections_are_dearer_than_the_way_round() -> None:
    """P97, P98, case 24: these two are printed, but nobody ever pays them."""
    sitting = posed(None, map="usa", houses={"a": "boise", "b": "cincinnati"}, regions=tuple(board("usa").regions))
    assert board("usa").connections["boise", "cheyenne"] == 24
    assert sitting.value("connection_cost(a, cheyenne)") == 12 + 9
    assert board("usa").connections["cincinnati", "raleigh"] == 15
    assert sitting.value("connection_cost(b, raleigh)") == 7 + 7


@pytest.mark.parametrize("players", range(2, 7))
def test_the_table_by_number_of_players(players: int) -> None:
    """P8, P12, P34, P60, P135, P157, P165, P169, L7, K1, K2, K3, K4, K8: the table holds, not the numbers of the text."""
    sitting = posed(None, players)
    assert [
        sitting.value(f"{table}[player_count]")
        for table in ("regions_in_play", "plants_removed", "max_plants", "stage_2_cities", "end_cities")
    ] == [table[players] for table in (REGIONS_IN_PLAY, PLANTS_REMOVED, MOST_PLANTS, STAGE_2_CITIES, END_CITIES)]


def test_nobody_else_can_play() -> None:
    """P5, P8: six summary cards lie in the box, and every table begins with two players."""
    assert game().players == (2, 6)
    for players in (1, 7):
        with pytest.raises(ValueError, match="2 to 6 players"):
            game().start(players)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("stage", STAGES)
def test_the_table_of_refills(players: int, stage: str) -> None:
    """P125, P134, P139, P152, P166, K12: fifteen groups of four digits, by players and then by stage."""
    sitting = posed(None, players, stage=stage)
    found = [sitting.value(f"resupply[player_count, stage, {fuel}]") for fuel in FUELS]
    assert found == [resupply(players, stage, fuel) for fuel in FUELS]


def test_the_payments() -> None:
    """P117, P118, P167, case 29: 0 to 20 cities."""
    sitting = posed(None)
    assert [sitting.value(f"payment[{cities}]") for cities in range(21)] == list(PAYMENT)


def test_what_depends_on_the_stage() -> None:
    """P94, P95, P100, P101, P107, P134, P138, P151, P168: houses in a city and what each costs."""
    sitting = posed(None)
    assert [sitting.value(f"house_cost[{place}]") for place in (1, 2, 3)] == list(HOUSE_COST)
    assert {stage: sitting.value(f"houses_per_city[{stage}]") for stage in STAGES} == HOUSES_IN_CITY


@pytest.mark.parametrize("fuel", FUELS)
def test_each_token_of_the_market_has_its_price(fuel: str) -> None:
    """P22, P25, P26, P86, P87: bought one by one, from so many tokens on the market as there can be, down to the last."""
    assert len(prices(fuel)) == TOKENS[fuel]
    plant = {"coal": "42", "oil": "40", "garbage": "24", "uranium": "39"}[fuel]
    for on_market in range(1, TOKENS[fuel] + 1):
        sitting = posed("resources", by="a", order="bca", money=100, plants={"a": plant}, on_market={fuel: on_market})
        play(sitting, f"a: buy {fuel} 1")
        assert sitting.value("a.money") == 100 - cost_of(fuel, on_market, 1)
        assert tokens(sitting, "fuel_market")[fuel] == on_market - 1


def test_the_box_holds_what_is_printed() -> None:
    """P2, P3, P4: 84 tokens and no more; houses in each colour as on the list; whole Elektro from a bank without end."""
    sitting = game().start(6)
    assert sum(TOKENS.values()) == 84
    for fuel in FUELS:
        assert sitting.value(f"count(supply[{fuel}]) + count(fuel_market[{fuel}])") == TOKENS[fuel]
    assert [sitting.value(f"count(seat_{seat}.houses)") for seat in range(1, 7)] == [22] * 6
    assert sitting.value("6 * houses_per_player") == 132


def test_every_statement_is_carried_or_says_why_not() -> None:
    """P39, P40, P46, P71, P133, P163, P175, P176, P179, L25: what binds nobody is carried by nothing, with a reason."""
    folder = shipped_folder("rulesets") / "power_grid"
    written = yaml.safe_load((folder / "inventory.yaml").read_text(encoding="utf-8"))
    assert list(written) == [f"P{number}" for number in range(1, 180)]
    idle = {name for name, statement in written.items() if statement.get("carries") == "none"}
    assert idle == {f"P{n}" for n in (5, 17, 39, 40, 46, 71, 133, 163, 175, 176, 179)}
    assert all(statement.get("reason") for name, statement in written.items() if name in idle)
    assert all(s.get("ruling") for n, s in written.items() if s["state"] == "ruled" and n not in idle)


def test_one_cast_plays_all_examples() -> None:
    """L6: the second player has one name in a language, though a text borrows another."""
    cast: dict[tuple[str, str], set[str]] = {}
    for path in sorted((shipped_folder("rulesets") / "power_grid" / "examples").glob("*.yaml")):
        for example in yaml.safe_load(path.read_text(encoding="utf-8"))["examples"]:
            for letter, names in example.get("names", {}).items():
                for language, name in names.items():
                    cast.setdefault((letter, language), set()).add(name)
    assert {names for names in map(tuple, cast.values()) if len(names) > 1} == set()
    assert cast["b", "ro"] == {"Dan"}
