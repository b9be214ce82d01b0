"""The second hand itself, held to positions worked out on paper, before it is held to the ruleset."""

from __future__ import annotations

import pytest
from nucleum_gains import Ask, Asks, Move
from nucleum_position import NOBODY, Building, Laid
from nucleum_printed import setup_cards, side
from nucleum_referee import Lots, Referee


def table(players: int, cards: tuple[str, ...] = ("S13",) * 4, neutral: tuple[str, ...] = ()) -> Referee:
    """A game that is set up; without other words there are no neutral buildings and, for two, some rubble."""
    lots = Lots(
        cards=list(cards),
        neutral=list(neutral),
        initial=["C01", "C02", "C03", "C04"][:players],
        purple=["C36", "C41", "C46"],
        milestones=["M1", "M2", "M3", "M4"],
        market=["B01", "B02", "B03", "B04", "B05"],
        silver=["C05", "C06"],
        gold=["C18", "C19"],
    )
    referee = Referee(players=players, map=side(players))
    referee.set_up(lots)
    referee.drawn = {
        "action_tile": [f"A{n:02}" for n in range(1, 31)],
        "silver": ["C07", "C08"],
        "gold": ["C20", "C21"],
    }
    for seat, letter in zip(referee.seats, "ABCD", strict=False):
        seat.experiment = letter
        seat.hand = {f"S{letter}{number}" for number in (1, 2, 3, 4)} | {f"directive_{letter}"}
    return referee


def bare(players: int) -> Referee:
    """Without rubble and tokens, as most positions on paper are."""
    referee = table(players)
    for slots in (*referee.build.values(), *referee.mine_slots.values()):
        for slot in slots:
            slot.rubble = False
    referee.fuelled = set()
    return referee


def run(asks: Asks, *moves: Move) -> Ask | None:
    """Send the moves, each of which must be legal; give the decision that is open then."""
    try:
        ask = next(asks)
        for move in moves:
            assert move in ask.moves, (move, ask)
            ask = asks.send(move)
    except StopIteration:
        return None
    return ask


def rubble(referee: Referee) -> set[str]:
    """Places of rubble, as city, kind and number from 1."""
    groups = {"build": referee.build, "mines": referee.mine_slots, "turbines": referee.turbine_slots}
    return {
        f"{city} {kind} {number}"
        for kind, group in groups.items()
        for city, slots in group.items()
        for number, slot in enumerate(slots, 1)
        if slot.rubble
    }


def own(referee: Referee, city: str, number: int, type_: str, level: int, *, owner: int = 0) -> Building:
    """Put a building on a slot, counted from 1."""
    one = Building(owner, type_, level)
    referee.build[city][number - 1].building = one
    return one


def lay(referee: Referee, cities: str, space: int, owner: int, tile: str = "A28", *, turned: bool = False) -> None:
    line = next(line for line in referee.lines if f"{line.first} {line.second}" == cities)
    line.spaces[space - 1] = Laid(tile, turned, owner)


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
    assert places(2, "S7 S13 S13 S13", "N1") == set()
    assert places(3, "S7 S13 S13 S13", "N1") == {("Bautzen", 2, "N1")}
    assert places(2, "S11 S13 S13 S13", "N7") == set()
    assert places(3, "S11 S13 S13 S13", "N1") == set()


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


def matched(players: int, cities: str, space: int, tile: str, turned: bool) -> dict[int, list[str]]:
    referee = bare(players)
    line = next(line for line in referee.lines if f"{line.first} {line.second}" == cities)
    line.spaces[space - 1] = Laid(tile, turned, 0)
    return referee.matched(0, line, space - 1)


def test_ends_and_cities() -> None:
    """Claims 74-79."""
    assert matched(2, "Leipzig Grimma", 1, "SA3", False) == {0: ["U", "I"]}
    assert matched(2, "Leipzig Grimma", 1, "SA3", True) == {}
    assert matched(2, "Zittau Aussig", 1, "B15", True) == {0: ["E"]}
    assert matched(3, "Zittau Aussig", 1, "B15", False) == {0: ["E"]}
    assert matched(3, "Zittau Aussig", 1, "B15", True) == {}
    assert matched(2, "Praha Bruex", 1, "A28", False) == {0: ["a2", "D"]}
    assert matched(2, "Leipzig Riesa", 1, "SA3", True) == {}


def test_ends_of_others() -> None:
    """Claims 80, 84."""
    referee = bare(3)
    lay(referee, "Aussig Praha", 1, 1, "B07")
    line = next(line for line in referee.lines if line.first == "Aussig")
    line.spaces[1] = Laid("SA1", False, 0)
    assert referee.matched(0, line, 1) == {0: ["D", "w/t2"], 1: ["D-1"]}
    four = bare(4)
    lay(four, "Chemnitz Plauen", 1, 3, "B03")
    lay(four, "Chemnitz Plauen", 3, 1, "A25", turned=True)
    line = next(line for line in four.lines if line.second == "Plauen" and line.first == "Chemnitz")
    line.spaces[1] = Laid("SA1", False, 0)
    assert four.matched(0, line, 1) == {0: ["D", "w/t2"], 3: ["U"], 1: ["U"]}


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
    run(referee.inaugurate(0, line))
    assert [seat.income["vp"] for seat in referee.seats] == markers


# -- actions ---------------------------------------------------------------------------------------------------------


def test_friendly_placement() -> None:
    """Claims 103-110."""
    referee = bare(2)
    assert referee.fitting("Leipzig", {"residential"}) == [0]
    own(referee, "Leipzig", 1, "residential", 1, owner=1)
    assert referee.fitting("Leipzig", {"residential"}) == [3]
    own(referee, "Leipzig", 4, "residential", 1, owner=1)
    assert referee.fitting("Leipzig", {"residential"}) == [2]
    own(referee, "Leipzig", 3, "residential", 1, owner=1)
    assert referee.fitting("Leipzig", {"residential"}) == []
    assert referee.fitting("Leipzig", {"residential", "government"}) == [1]
    assert referee.fitting("Praha", {"residential", "government"}) == [0, 1]
    assert referee.fitting("Praha", {"laboratory"}) == [2, 3]


def test_urban_costs() -> None:
    """Claims 99-102, 169, 171."""
    referee = bare(2)
    assert [referee.urban_cost(0, level, red=False, discount=0) for level in (1, 2, 3, 4)] == [2, 3, 4, 5]
    assert referee.urban_cost(0, 1, red=True, discount=0) == 4
    assert referee.urban_cost(0, 1, red=True, discount=3) == 1
    referee.seats[0].technologies = {7}
    assert referee.urban_cost(0, 1, red=True, discount=0) == 1


def test_uranium_of_mines() -> None:
    """Claims 122-130."""
    referee = bare(2)
    referee.seats[0].workers = 8
    run(referee.industrialize(0), ("mine", 2, "Aussig", 0), ("place", 2))
    assert run(referee.industrialize(0), ("mine", 1, "Aussig", 1)) is not None
    assert referee.seats[0].thaler == 2
    other = bare(2)
    asks = other.industrialize(0)
    run(asks, ("mine", 1, "Joachimsthal", 0), ("place", 1), ("worker",))
    assert (other.seats[0].uranium, other.seats[0].workers) == ({1: 1}, 2)


def test_develop() -> None:
    """Claims 138-146."""
    referee = bare(2)
    mine = referee.seats[0]
    mine.thaler = 2
    ask = run(referee.develop(0), ("tile", 4))
    assert ask is not None
    assert {move for move in ask.moves if move[0] == "tile"} == set()
    mine.thaler, referee.market[4] = 2, "B05"
    assert run(referee.develop(0, 1), ("tile", 4), ("tile", 3)) is None
    assert (mine.thaler, referee.market) == (0, ["A02", "A01", "B01", "B02", "B03"])
    referee.stack, mine.thaler = 1, 6
    assert run(referee.develop(0), ("tile", 0), ("tile", 1)) is None
    assert (mine.thaler, referee.market[0], referee.met, mine.vp) == (0, "", {"action_tiles"}, 3)


def test_contracts() -> None:
    """Claims 150-160."""
    referee = bare(2)
    referee.stacked = {"silver": 1, "gold": 1}
    ask = run(referee.contract(0))
    assert ask is not None
    assert {move[2] for move in ask.moves if move[0] == "contract"} == {0, 1, 2}
    run(referee.contract(0, 2), ("contract", "C05", 0))
    assert (referee.seats[0].thaler, referee.open["silver"], referee.met) == (8, ["C06", "C07"], set())
    run(referee.contract(0), ("contract", "C18", 1))
    assert (referee.met, referee.seats[0].vp) == ({"contracts"}, 3)


# -- energizing ------------------------------------------------------------------------------------------------------


def test_coal_just_fails_and_just_succeeds() -> None:
    """Claims 182-185."""
    for thaler, more, lit in ((3, 0, True), (2, 0, False), (2, 1, True)):
        referee = bare(3)
        one = own(referee, "Riesa", 2, "factory", 1)
        referee.seats[0].thaler = thaler
        coal: Move = ("coal", "north_east", 1)
        ask = run(referee.energize(0, more), ("plant", "Riesa"), *[coal] * thaler)
        assert ask is not None
        assert (("light", "Riesa", 1) in ask.moves) == lit
        assert not one.energized
    ask = run(bare(2).energize(0))
    assert ask is not None
    assert {move for move in ask.moves if move[0] == "plant"} == set()


def test_wagons() -> None:
    """Claims 188-190."""
    referee = bare(2)
    own(referee, "Plauen", 1, "factory", 4)
    referee.seats[0].thaler = 20
    referee.wagons["west"] = {1: 1, 2: 0}
    asks = referee.energize(0)
    run(asks, ("plant", "Plauen"), ("coal", "west", 1), ("coal", "west", 2), ("coal", "west", 3))
    assert (referee.seats[0].thaler, referee.wagons["west"]) == (14, {1: 0, 2: 0})


def uranium(referee: Referee, *sent: Move) -> set[Move]:
    ask = run(referee.energize(0), ("plant", "Glashuette"), *sent)
    assert ask is not None
    return {move for move in ask.moves if move[0] == "uranium"}


def test_uranium() -> None:
    """Claims 191-198."""
    referee = bare(2)
    mine = referee.seats[0]
    mine.mines, mine.uranium, mine.thaler = {1: "Bruex"}, {1: 3}, 1
    lay(referee, "Bruex Glashuette", 1, 0)
    lay(referee, "Bruex Glashuette", 2, 0)
    own(referee, "Praha", 1, "factory", 1)
    lay(referee, "Praha Bruex", 1, owner=1)
    assert uranium(referee) == set()
    referee.fuelled = {"Glashuette"}
    assert uranium(referee) == {("uranium", 1)}
    assert uranium(referee, ("uranium", 1)) == set()
    mine.uranium = {1: 3}
    referee.turbine_slots["Glashuette"][0].machine = (1, 1)
    assert uranium(referee, ("uranium", 1)) == {("uranium", 1, 1)}
    assert uranium(referee, ("uranium", 1), ("uranium", 1, 1)) == set()
    assert (mine.thaler, referee.seats[1].thaler) == (0, 5)


def test_reward_of_a_neutral_building() -> None:
    """Claim 201."""
    referee = table(3, ("S4", "S13", "S13", "S13"), ("N7",))
    assert run(referee.light(0, "Chemnitz", 0)) is None
    mine = referee.seats[0]
    assert (mine.achievements, mine.thaler, mine.income["thaler"]) == (3, 6, 3)
    assert referee.count(0, "any_building") == 0


# -- recharging and the end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("track", "marker", "tiles", "value"), [
    ("thaler", 4, 1, (5, 0)), ("thaler", 4, 2, (7, 0)), ("thaler", 4, 5, (7, 0)), ("thaler", 15, 8, (13, 9)),
    ("workers", 10, 5, (5, 4)), ("vp", 5, 3, (0, 4)), ("thaler", 9, 0, (4, 0)), ("workers", 9, 0, (2, 0)),
])  # fmt: skip
def test_income(track: str, marker: int, tiles: int, value: tuple[int, int]) -> None:
    """Claims 206-212."""
    mine = table(2).seats[0]
    mine.income[track], mine.played = marker, ["x"] * tiles
    assert mine.income_of(track) == value


def test_where_markers_may_stand() -> None:
    """Claims 214, 215, 223-226."""
    referee = table(2)
    mine = referee.seats[0]
    for achievements, markers, spaces in (
        (8, [], {0, 1, 2, 3, 4, 5, 6, 7, 8}),
        (9, [7], {0, 1, 2, 3, 4, 5, 6}),
        (6, [2, 3], {0}),
        (40, [1, 3, 7, 10, 16, 28], {0}),
    ):
        mine.achievements, mine.markers = achievements, markers
        assert referee.reachable(0) == spaces
    mine.achievements, mine.markers = 39, []
    assert max(referee.reachable(0)) == 37


def test_first_recharge() -> None:
    """Claims 204, 205."""
    referee = table(2)
    run(referee.recharge(0), ("space", 0))
    mine = referee.seats[0]
    assert (mine.thaler, mine.workers, mine.supply, referee.progress_points(0)) == (10, 5, 13, -3)


@pytest.mark.parametrize(("highest", "points"), [
    ((5, 9, 3), [2, 6, 0]), ((9, 9, 5), [6, 6, 2]), ((9, 5, 5), [6, 2, 2]), ((4, 4, 4, 4), [6, 6, 6, 6]),
])  # fmt: skip
def test_kings_day(highest: tuple[int, ...], points: list[int]) -> None:
    """Claims 228-231."""
    referee = table(len(highest))
    for seat, space in zip(referee.seats, highest, strict=True):
        seat.markers = [space]
    referee.kings_day(0)
    assert [seat.vp for seat in referee.seats] == points


def test_the_flag_and_the_stack() -> None:
    """Claims 245, 246."""
    referee = table(2)
    referee.seats[0].vp = 67
    referee.meet("action_tiles", 0)
    assert (referee.seats[0].vp, referee.met) == (73, {"action_tiles", "points"})


def test_points_at_the_end() -> None:
    """Claims 248-265."""
    referee = bare(2)
    mine = referee.seats[0]
    mine.markers, mine.thaler, mine.workers, mine.uranium = [3, 0], 14, 5, {1: 2, 2: 3}
    mine.income = {"thaler": 13, "workers": 14, "vp": 15}
    mine.technologies = {8}
    for city, number, type_, level in (
        ("Leipzig", 1, "factory", 1),
        ("Riesa", 1, "factory", 2),
        ("Praha", 3, "factory", 3),
        ("Praha", 2, "factory", 4),
        ("Bautzen", 1, "laboratory", 4),
    ):
        own(referee, city, number, type_, level).energized = True
    assert referee.final_points(0) == {
        "progress": 8 - 3,
        "goal": 4,
        "uranium": 1,
        "workers": 2,
        "thaler": 2,
        "buildings": 2 + 4 + 12 + 2 * 2 * 2 + 3,
        "tracks": 19,
    }
