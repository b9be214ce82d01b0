"""The second hand itself, held to positions computed on paper, before it is held to the ruleset: set-up and railways."""

from __future__ import annotations

import pytest
from nucleum_posed import bare, lay, own, rubble, table
from nucleum_position import NOBODY, Laid
from nucleum_printed import setup_cards, side

# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "card", "places"),
    [
        (2, "S4", "Grimma build 3, Riesa build 2, Plauen build 1, Freiberg build 2, Bruex mines 1, Pressnitz mines 1"),
        (2, "S3", "Dresden build 4, Dresden build 1, Leipzig build 3, Leipzig build 1, Zwickau build 4, Pressnitz mines 1, Aussig mines 2"),
        (3, "S4", "Grimma build 2, Riesa build 3, Plauen build 1, Freiberg build 2, Goerlitz build 3, Bruex mines 3, Pressnitz mines 2"),
        (3, "S6", "Marienberg build 2, Bautzen build 2, Grimma build 2, Riesa build 3, Zwickau build 4, Chemnitz mines 1, Joachimsthal mines 1, Karlsbad mines 1"),
        (4, "S4", ""),
    ],
)  # fmt: skip
def test_rubble(players: int, card: str, places: str) -> None:
    """Claims 23-32."""
    found = {place for place in rubble(table(players, (card, "S13", "S13", "S13"))) if "turbines" not in place}
    assert found == set(filter(None, places.split(", ")))


def test_blocked_turbines() -> None:
    """Claims 23, 24."""
    blocked = {"Grimma turbines 3", "Zittau turbines 4", "Glashuette turbines 5"}
    assert {place for place in rubble(table(3)) if "turbines" in place} == blocked
    assert rubble(table(4)) == set()


def test_neutral_buildings() -> None:
    """Claims 18-21, 33, 34."""

    def places(players: int, cards: str, neutral: str) -> set[tuple[str, int, str]]:
        referee = table(players, tuple(cards.split()), tuple(neutral.split()))
        return {
            (city, number, slot.building.neutral)
            for city, slots in referee.build.items()
            for number, slot in enumerate(slots, 1)
            if slot.building
        }

    assert places(4, "S4 S1 S2 S3", "N7 N1 N8 N10") == {
        ("Chemnitz", 1, "N7"), ("Leipzig", 1, "N1"), ("Leipzig", 3, "N8"), ("Grimma", 2, "N10"),
    }  # fmt: skip
    assert places(3, "S1 S13 S13 S13", "N4") == {("Leipzig", 2, "N4")}
    assert places(2, "S7 S13 S13 S13", "N4") == {("Bautzen", 1, "N4")}
    assert places(3, "S7 S13 S13 S13", "N1") == {("Bautzen", 2, "N1")}
    assert places(2, "S11 S13 S13 S13", "N7") == set()
    assert places(3, "S11 S13 S13 S13", "N4") == {("Karlsbad", 2, "N4")}


def test_the_cards_are_typed_whole() -> None:
    """Every city of a card is on the larger map, and with two players on the smaller one."""
    for card in setup_cards().values():
        cities = {card.nucleum, *card.urban, *card.mines}
        assert cities <= set(side(2).cities), card
        assert cities | {*card.urban_3, *card.mines_3} <= set(side(4).cities)


def test_who_chooses_an_experiment() -> None:
    """Claim 43."""
    referee = table(4)
    referee.first, referee.active = 1, NOBODY
    asks = referee.experiments()
    order, ask = [], next(asks)
    for letter in "ABCD":
        order.append((ask.seat, len(ask.moves)))
        try:
            ask = asks.send(("experiment", letter))
        except StopIteration:
            break
    assert order == [(0, 4), (3, 3), (2, 2), (1, 1)]


# -- railways and networks -------------------------------------------------------------------------------------------


def test_spaces() -> None:
    """Claims 65-68."""
    referee = bare(3)
    assert {space for number, space in referee.spaces(0) if number == 0} == {0, 2}
    lay(referee, "Leipzig Riesa", 1, 0)
    assert {space for number, space in referee.spaces(0) if number == 0} == {1, 2}
    referee.seats[0].thaler = 1
    assert (1, 0) not in referee.spaces(0)


def test_networks() -> None:
    """Claims 91-96."""
    referee = bare(2)
    assert referee.network(0) == set()
    lay(referee, "Leipzig Riesa", 1, 0)
    assert referee.network(0) == {"Leipzig"}
    lay(referee, "Dresden Bautzen", 1, owner=1)
    own(referee, "Dresden", 1, "residential", 1)
    assert referee.network(0) == {"Leipzig", "Dresden", "Bautzen"}
    three = bare(3)
    lay(three, "Leipzig Riesa", 2, 0)
    assert three.network(0) == set()


def matched(players: int, cities: str, space: int, tile: str, turned: bool) -> list[str]:
    referee = bare(players)
    line = next(line for line in referee.lines if f"{line.first} {line.second}" == cities)
    line.spaces[space - 1] = Laid(tile, turned, 0)
    return [effect for _, effect in referee.matched(line, space - 1).values()]


def test_ends_and_cities() -> None:
    """Claims 74-79."""
    assert matched(2, "Leipzig Grimma", 1, "SA3", False) == ["U", "I"]
    assert matched(2, "Leipzig Grimma", 1, "SA3", True) == []
    assert matched(2, "Zittau Aussig", 1, "B15", True) == ["E"]
    assert matched(3, "Zittau Aussig", 1, "B15", False) == ["E"]
    assert matched(3, "Zittau Aussig", 1, "B15", True) == []
    assert matched(2, "Praha Bruex", 1, "A28", False) == ["a2", "D"]
    assert matched(2, "Leipzig Riesa", 1, "SA3", True) == []


def test_ends_of_others() -> None:
    """Claims 80, 84."""
    referee = bare(3)
    lay(referee, "Aussig Praha", 1, 1, "B07")
    line = next(line for line in referee.lines if line.first == "Aussig")
    line.spaces[1] = Laid("SA1", False, 0)
    assert referee.matched(line, 1) == {("new", 0): (0, "D"), ("old", 0): (1, "D-1"), ("new", 1): (0, "w/t2")}
    four = bare(4)
    lay(four, "Chemnitz Plauen", 1, 3, "B03")
    lay(four, "Chemnitz Plauen", 3, 1, "A25", turned=True)
    line = next(line for line in four.lines if line.second == "Plauen" and line.first == "Chemnitz")
    line.spaces[1] = Laid("SA1", False, 0)
    assert four.matched(line, 1) == {
        ("new", 0): (0, "D"), ("old", 0): (3, "U"), ("new", 1): (0, "w/t2"), ("old", 1): (1, "U"),
    }  # fmt: skip


@pytest.mark.parametrize(("players", "cities", "owners", "markers"), [
    (2, "Leipzig Riesa", (0, 0), [5, 1]),
    (3, "Freiberg Riesa", (0, 1), [3, 3, 1]),
    (4, "Leipzig Riesa", (0, 0, 1), [7, 4, 1, 1]),
    (4, "Leipzig Grimma", (0,), [1, 1, 1, 1]),
])  # fmt: skip
def test_inauguration(players: int, cities: str, owners: tuple[int, ...], markers: list[int]) -> None:
    """Claims 86-89."""
    referee = bare(players)
    for space, owner in enumerate(owners, 1):
        lay(referee, cities, space, owner)
    line = next(line for line in referee.lines if line.complete)
    referee.inaugurate(0, line)
    assert [seat.income["vp"] for seat in referee.seats] == markers
