"""The rulings of the inventory, each at a position computed on paper, by the referee alone."""

from __future__ import annotations

import pytest
from nucleum_gains import EXCHANGES, STOP, Ask
from nucleum_posed import bare, lay, own, run, table
from nucleum_referee import Referee


def neutral(referee: Referee) -> dict[str, str]:
    """Return the places of the neutral buildings, each as a city and a number from 1."""
    return {
        slot.building.neutral: f"{city} {number}"
        for city, slots in referee.build.items()
        for number, slot in enumerate(slots, 1)
        if slot.building
    }


def kinds(ask: Ask | None) -> set[str]:
    assert ask is not None
    return {str(move[0]) for move in ask.moves}


# -- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cards", "stack", "places"),
    [
        # Bautzen has F/L and F: two residences are set aside. They come again, in their order, after the rest of the stack.
        (2, "S7 S9 S10 S12", "N1 N2 N4 N7", {"N4": "Bautzen 1", "N7": "Marienberg 1", "N1": "Zwickau 1", "N2": "Praha 1"}),
        # Rubble takes the only slot of Chemnitz, so nothing is drawn for it. Grimma gets the building on top.
        (2, "S5 S4 S3 S13", "N4 N1 N2", {"N4": "Freiberg 1", "N1": "Grimma 1"}),
        # Only the slot for government is free in Chemnitz. No neutral building fits, and the stack is as it was.
        (3, "S5 S4 S1 S13", "N4 N7 N1", {"N4": "Freiberg 1", "N7": "Leipzig 3"}),
        # With R taken, the second residence goes on R/F, not on the red slot printed before it.
        (2, "S1 S2 S13 S13", "N1 N2", {"N1": "Leipzig 1", "N2": "Leipzig 4"}),
        # A red slot is used where no other fits.
        (2, "S9 S13 S13 S13", "N1", {"N1": "Marienberg 2"}),
        # A city that is not on this side of the board, or no city: nothing is drawn.
        (2, "S11 S13 S3 S13", "N7 N1", {"N7": "Grimma 3"}),
    ],
)  # fmt: skip
def test_neutral_buildings(players: int, cards: str, stack: str, places: dict[str, str]) -> None:
    """N14, N19."""
    assert neutral(table(players, tuple(cards.split()), tuple(stack.split()))) == places


# -- tiles -----------------------------------------------------------------------------------------------------------


def test_the_directive_on_a_red_space() -> None:
    """N39, N53: one Thaler less of the two; no worker less, and nothing is paid back elsewhere."""
    red, plain = ("turbine", 2, "Glashuette", 2), ("turbine", 2, "Glashuette", 0)
    for place, thaler in ((red, 0), (plain, 1)):
        referee = bare(2)
        mine = referee.seats[0]
        mine.thaler, mine.workers = 1, 2
        assert red not in referee.machine_moves(0, 0, 0)
        assert run(referee.direct(0), ("act", "I"), place) is None
        assert (mine.thaler, mine.workers) == (thaler, 0)
    poor = bare(2)
    poor.seats[0].thaler = 0
    assert red not in poor.machine_moves(0, 0, 1)


def test_the_directive_for_a_contract() -> None:
    """N39: nothing is discounted."""
    referee = bare(2)
    run(referee.direct(0), ("act", "C"), ("contract", "C05", 1))
    assert (referee.seats[0].thaler, referee.seats[0].workers) == (4, 3)


def test_friendly_placement() -> None:
    """N50, N52: Leipzig has R, L/G, a red slot and R/F."""
    referee = bare(2)
    places = {move[3]: price for move, price in referee.urban_places(0, 0) if move[1:3] == ("residential", "Leipzig")}
    assert places == {0: 2}
    own(referee, "Leipzig", 1, "factory", 1, owner=1)
    places = {move[3]: price for move, price in referee.urban_places(0, 0) if move[1:3] == ("residential", "Leipzig")}
    assert places == {2: 4, 3: 2}


# -- exchanges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("active", "thaler", "legal"), [(1, 2, True), (0, 2, False), (0, 3, True)])
def test_what_counts_as_payable(active: int, thaler: int, legal: bool) -> None:
    """N42: three coal for a factory of need 3 cost three Thaler; a worker is as good as one in the own turn only."""
    referee = bare(3)
    referee.active = active
    own(referee, "Riesa", 2, "factory", 1, owner=1)
    mine = referee.seats[1]
    mine.thaler, mine.workers = thaler, 1
    ask = run(referee.energize(1))
    assert (("plant", "Riesa") in ask.moves if ask else False) == legal
    assert (set(EXCHANGES) & kinds(ask) != set()) == (active == 1)
    if legal:
        ask = run(referee.energize(1), ("plant", "Riesa"))
        assert (set(EXCHANGES) & kinds(ask) != set()) == (active == 1)


def test_no_exchange_at_an_end_in_the_turn_of_another() -> None:
    """N42, N44: seat 1 owns the old end; seat 0 may exchange, seat 1 may not."""
    referee = bare(3)
    lay(referee, "Leipzig Riesa", 1, 1, "A07")
    asks = referee.lay(0, ("lay", "SA3", 0, 1, 0))
    ask = next(asks)
    assert (ask.seat, ask.moves) == (0, {("new", 0), STOP, ("worker_to_thaler",)})
    ask = asks.send(STOP)
    assert (ask.seat, ask.moves) == (1, {("old", 0), STOP})


# -- a line is completed ---------------------------------------------------------------------------------------------


def test_actions_before_completion() -> None:
    """N44-N46: the coal of the west comes to Riesa only after the actions of the tile that completes the line."""
    referee = bare(2)
    lay(referee, "Leipzig Riesa", 1, 0)
    own(referee, "Riesa", 1, "factory", 1)
    mine = referee.seats[0]
    mine.hand.add("B09")
    asks = referee.lay(0, ("lay", "B09", 0, 1, 0))
    assert {move for move in next(asks).moves if len(move) == 2} == {("new", 0), ("new", 1), ("old", 0)}
    ask = asks.send(("new", 1))
    assert (ask.name, kinds(ask) - set(EXCHANGES)) == ("plant", {"stop"})
    assert (referee.joined("Riesa"), referee.network(0), mine.income["vp"]) == ({"Riesa"}, {"Leipzig", "Riesa"}, 1)
    asks.send(STOP)
    with pytest.raises(StopIteration):
        asks.send(STOP)
    assert (referee.joined("Riesa"), mine.income["vp"]) == ({"Leipzig", "Riesa"}, 5)
    assert referee.plant_moves(0, 0, 0) == {("plant", "Riesa")}


def test_networks_while_a_line_is_in_use() -> None:
    """N46, N47: the new tile touches both cities of a short line; for others the cities are not joined yet."""
    referee = bare(2)
    own(referee, "Grimma", 1, "residential", 1, owner=1)
    asks = referee.lay(0, ("lay", "SA3", 1, 0, 0))
    next(asks)
    assert (referee.network(0), referee.network(1)) == ({"Leipzig", "Grimma"}, {"Grimma"})
    with pytest.raises(StopIteration):
        asks.send(STOP)
    assert referee.network(1) == {"Leipzig", "Grimma"}


# -- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("markers", "points"),
    [
        (((12, 10), (8,), (3,)), [6, 2, 0]),
        (((12,), (10, 12), (8, 10)), [6, 6, 2]),
        (((12,), (8, 3), (3, 8)), [6, 2, 2]),
    ],
)
def test_kings_day(markers: tuple[tuple[int, ...], ...], points: list[int]) -> None:
    """N90: each player counts once, with the highest marker."""
    referee = table(3)
    for seat, own_markers in zip(referee.seats, markers, strict=True):
        seat.markers = list(own_markers)
    referee.kings_day(0)
    assert [seat.vp for seat in referee.seats] == points


def test_the_flag_in_the_move_of_another() -> None:
    """N90, N99, N100: seat 1 brings the king's day about, seat 0 passes 70 on it."""
    referee = table(3)
    referee.active = 1
    for seat, marker in zip(referee.seats, (12, 5, 8), strict=True):
        seat.markers = [marker]
    referee.seats[0].vp = 66
    referee.kings_day(1)
    assert [seat.vp for seat in referee.seats] == [72, 3, 2]


def test_the_flag_at_an_inauguration() -> None:
    """N45, N100: the steps of seat 1 pass 70, in the move of seat 0."""
    referee = bare(2)
    lay(referee, "Leipzig Riesa", 1, 1, "B06")
    other = referee.seats[1]
    other.income["vp"], other.vp = 15, 69
    asks = referee.lay(0, ("lay", "SA3", 0, 1, 0))
    ask: Ask | None = next(asks, None)
    while ask:
        assert other.vp == 69
        try:
            ask = asks.send(STOP)
        except StopIteration:
            break
    assert (referee.seats[0].vp, other.vp, referee.met) == (3, 71, {"points"})


def test_the_flag_at_an_own_end() -> None:
    """N44, N100: the move is that of seat 1, though the turn is that of seat 0."""
    referee = bare(3)
    lay(referee, "Leipzig Riesa", 1, 1, "A07")
    other = referee.seats[1]
    other.income["vp"], other.vp = 15, 69
    assert run(referee.lay(0, ("lay", "SA3", 0, 1, 0)), STOP, ("old", 0)) is None
    assert ([seat.vp for seat in referee.seats], referee.met) == ([0, 73, 0], {"points"})
