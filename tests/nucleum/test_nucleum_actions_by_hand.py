"""The second hand itself, held to positions computed on paper: actions, recharging, the end."""

from __future__ import annotations

import pytest
from nucleum_gains import Move
from nucleum_posed import bare, lay, own, run, table
from nucleum_referee import Referee

# -- actions ---------------------------------------------------------------------------------------------------------


def test_friendly_placement() -> None:
    """Claims 103-110."""
    referee = bare(2)
    assert referee.fitting("Leipzig", {"residential"}) == [0]
    own(referee, "Leipzig", 1, "residential", 1, owner=1)
    assert referee.fitting("Leipzig", {"residential"}) == [2, 3]
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
    ask = run(referee.develop(0))
    assert ask is not None
    assert {move for move in ask.moves if move[0] == "tiles"} == {("tiles", place) for place in range(5)}
    assert run(referee.develop(0, 1), ("tiles", 3, 4)) is None
    assert (mine.thaler, referee.market) == (0, ["A02", "A01", "B01", "B02", "B03"])
    referee.stack, mine.thaler = 1, 6
    assert run(referee.develop(0), ("tiles", 0, 1)) is None
    assert (mine.thaler, referee.market[0], referee.met, mine.vp) == (0, "", {"action_tiles"}, 3)
    assert referee.tile_cost((0, 4), 0, free=True) == 2


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
    """Claims 182-185; workers are as good as Thaler (N42)."""
    for thaler, workers, more, lit in ((3, 0, 0, 1), (2, 0, 0, 0), (2, 0, 1, 1), (1, 2, 0, 1), (0, 2, 0, 0)):
        referee = bare(3)
        one = own(referee, "Riesa", 2, "factory", 1)
        referee.seats[0].thaler, referee.seats[0].workers = thaler, workers
        assert (("plant", "Riesa") in referee.plant_moves(0, more, 0)) == lit
        if lit:
            coal: list[Move] = [("worker_to_thaler",)] * workers + [("coal", "north_east", 1)] * (thaler + workers)
            run(referee.energize(0, more), ("plant", "Riesa"), *coal, ("light", "Riesa", 1))
        assert one.energized == lit
    assert bare(2).plant_moves(0, 20, 0) == set()


def test_wagons() -> None:
    """Claims 188-190."""
    referee = bare(2)
    own(referee, "Plauen", 1, "factory", 1)
    referee.seats[0].thaler = 20
    referee.wagons["west"] = {1: 1, 2: 0}
    asks = referee.energize(0)
    run(asks, ("plant", "Plauen"), ("coal", "west", 1), ("coal", "west", 2), ("coal", "west", 3))
    assert (referee.seats[0].thaler, referee.wagons["west"]) == (14, {1: 0, 2: 0})


def uranium(referee: Referee, *sent: Move) -> set[Move]:
    ask = run(referee.energize(0, 9), ("plant", "Glashuette"), *sent)
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
