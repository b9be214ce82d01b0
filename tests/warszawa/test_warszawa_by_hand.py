"""Positions with what must come out of them, by hand from the inventory: the referee is held to these numbers."""

from __future__ import annotations

import pytest
from war_position import Seat
from war_printed import CELLS, RIGHT, SITES, URBAN, Cell
from war_table import Table, edge, pose, seat

SUBURBAN = set(CELLS) - URBAN


def planning(players: int, *seats: Seat, both: bool = True, **more: object) -> Table:
    return Table(pose(players, *seats, **more), "planning", both=both)  # type: ignore[arg-type]


def realization(players: int, *seats: Seat, **more: object) -> Table:
    return Table(pose(players, *seats, **more), "realization")  # type: ignore[arg-type]


# -- planning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "before", "after"),
    [
        ("treasury_1", "0/0/0", "2/0/0"),
        ("treasury_1", "2/0/0", "3/0/0"),
        ("cement_works_1", "0/0/0", "0/2/0"),
        ("supply_depot", "0/0/0", "1/1/0"),
        ("petition", "0/0/0", "1/0/0"),
        ("petition", "3/0/0", "3/0/0"),
        ("volunteers", "0/0/0", "0/0/1"),
        ("demolition", "0/0/0", "0/0/1"),
        ("demolition", "0/0/3", "0/0/3"),
        ("capital_bureau", "0/0/0", "1/0/0"),
    ],
)
def test_spaces_give(space: str, before: str, after: str) -> None:
    """W48, W49: without rubble on the map."""
    table = planning(4, seat(before))
    table.do("delegate", space)
    while table.ask and table.ask.name == "clearing":
        table.stop()
    assert table.stock() == after


def test_clearing() -> None:
    """W48: rubble that is on the map is taken."""
    for space, cells, after in (
        ("rubble_crew_1", [(0, 0), (-1, 0)], "0/0/2"),
        ("demolition", [(0, 0)], "0/0/2"),
        ("volunteers", [(0, 0)], "0/0/1"),
    ):
        table = planning(4, seat(), rubble=cells)
        table.do("delegate", space)
        for cell in cells:
            table.do("clear", cell)
        assert (table.stock(), table.referee.rubble) == (after, set())


def test_cards() -> None:
    """W48, W49, W125: what is drawn, from what, and no more than the hand holds."""
    table = planning(4, seat(hand="I-SRV-5 I-SRV-4"), both=False)
    table.do("delegate", "design_office_1", draws="I-CUL-2")
    assert len(table.referee.seats[0].hand) == 3
    table = planning(4, seat(hand="I-SRV-5 I-SRV-4 I-CUL-3", started={"I-RES-4": (0, 3), "I-IND-1": (-3, 0)}))
    table.do("delegate", "sketch")
    assert len(table.referee.seats[0].hand) == 3
    table = planning(
        4, seat(hand="I-SRV-5 I-SRV-4 I-CUL-3", finished="I-REP-4"), built={(1, 0): (0, "representative")}, both=False
    )
    table.do("delegate", "sketch", draws="I-CUL-2")
    assert len(table.referee.seats[0].hand) == 4
    table = planning(4, seat(), deck=["I-SRV-5"], discards="I-SRV-4 I-CUL-3", both=False)
    table.do("delegate", "design_office_1", draws="I-SRV-5 I-CUL-3")
    assert (table.referee.deck, table.referee.discards) == ({"I-SRV-4"}, set())
    table = planning(4, seat(), deck=[])
    table.do("delegate", "sketch")
    assert table.referee.seats[0].hand == set()
    table = planning(4, seat(), both=False)
    table.do("delegate", "competition", draws="I-SRV-5 I-SRV-4 I-CUL-3")
    table.do("choose")
    table.do("keep", "I-SRV-4")
    assert table.referee.seats[0].hand == {"I-SRV-4"}
    assert table.referee.discards == {"I-SRV-5", "I-CUL-3"}
    table = planning(4, seat(hand="I-RES-4", finished="I-SRV-5"), built={(1, 0): (0, "service")}, both=False)
    table.do("delegate", "competition", draws="I-SRV-1 I-SRV-4 I-CUL-3")
    table.do("use", "I-SRV-5", draws="I-CUL-2 I-CUL-4")
    table.do("choose")
    assert table.referee.seats[0].hand == {"I-RES-4", "I-CUL-2", "I-CUL-4"}
    assert table.referee.discards == {"I-SRV-1", "I-SRV-4", "I-CUL-3"}


def test_spaces_fill() -> None:
    """W46, W47, W58: one engineer on a place, any number on three; and the permit."""
    permitted = seat(finished="I-RES-4")
    table = planning(4, permitted, first=1, built={(0, 0): (0, "residential")})
    for place in ("treasury_1", "treasury_2"):
        table.do("delegate", place)
    table.do("delegate", "petition")
    table.do("delegate", "treasury_1")
    assert (table.stock(), permitted.turned) == ("2/0/0", {"I-RES-4"})
    table.do("delegate", "petition")
    assert ("delegate", "treasury_1") not in table.legal
    assert ("delegate", "petition") in table.legal
    table.on_to("planning", 0)
    assert ("delegate", "treasury_1") not in table.legal
    table.on_to("realization", 1)
    assert table.referee.on_spaces == {}
    assert [one.engineers for one in table.referee.seats] == [4, 4, 4, 4]


def test_barter() -> None:
    """W48, W49: one for one, within the limit."""
    table = planning(4, seat("2/0/1"))
    table.do("delegate", "barter")
    for what in ("funds", "funds", "rubble"):
        table.do("swap", what, "concrete")
    assert table.stock() == "0/3/0"
    table = planning(4, seat("1/3/0"))
    table.do("delegate", "barter")
    assert ("swap", "funds", "concrete") not in table.legal
    for stock in ("0/0/0", "3/3/3"):
        table = planning(4, seat(stock))
        table.do("delegate", "barter")
        assert (table.ask.name, table.ask.seat) == ("planning", 1)


def test_who_stops_is_not_asked_again() -> None:
    """W48: up to so many, so whoever leaves one leaves the others."""
    table = planning(4, seat("2/0/0"), rubble=[(0, 0)])
    table.do("delegate", "barter")
    table.do("swap", "funds", "concrete")
    table.do("stop")
    assert (table.ask.name, table.ask.seat) == ("planning", 1)
    table.do("delegate", "rubble_crew_1")
    table.do("stop")
    assert (table.ask.name, table.ask.seat) == ("planning", 2)


def test_priority() -> None:
    """W43, W59, W102: clockwise from the marker, which may change hands."""
    table = planning(4, first=2)
    order = []
    for _ in range(4):
        assert table.ask is not None
        order.append(table.ask.seat)
        table.do("delegate", "capital_bureau" if table.ask.seat == 1 else "petition")
    assert order == [2, 3, 0, 1]
    assert table.ask is not None
    assert table.ask.seat == 2
    for _ in range(4):
        table.stop()
    assert (table.ask.name, table.ask.seat) == ("realization", 1)


@pytest.mark.parametrize(
    ("players", "round", "card", "cells"),
    [
        (4, 2, "I-SRV-4", SUBURBAN),
        (4, 2, "I-SRV-1", set(URBAN) - set(SITES.values())),
        (4, 2, "I-SRV-5", set(CELLS) - set(SITES.values())),
        (3, 2, "I-SRV-5", set(CELLS) - set(SITES.values()) - RIGHT),
        (4, 2, "I-CUL-4", {(1, -2)}),
        (4, 2, "I-CUL-5", {(1, -1)}),
        (4, 2, "I-REP-4", {(1, 0)}),
        (4, 2, "I-REP-5", {(1, 1)}),
        (4, 5, "II-RES-5", set(CELLS)),
        (4, 5, "II-RES-1", set(URBAN)),
        (4, 5, "II-RES-3", SUBURBAN),
    ],
)
def test_where_foundations_are_laid(players: int, round: int, card: str, cells: set[Cell]) -> None:  # noqa: A002 - as above
    """W51-W55: every zone, both stages, three players, the marked places."""
    table = planning(players, seat(hand=card), round=round)
    assert table.places("found", card) == cells
    # With rubble all over the town, and somebody standing on one field.
    blocked = planning(
        players, seat(hand=card), seat(started={"I-RES-4": (0, 3)}), round=round, rubble=URBAN - {(1, 0)} - RIGHT
    )
    free = (SUBURBAN | {(1, 0)} | (set(URBAN) & RIGHT)) - {(0, 3)}
    assert blocked.places("found", card) == cells & free


def test_foundations() -> None:
    """W50, W51, W56, W58: the card, the engineer, the field."""
    table = planning(4, seat(hand="I-SRV-5"))
    table.do("found", "I-SRV-5", (0, 0))
    mine = table.referee.seats[0]
    assert (mine.hand, mine.started, mine.engineers) == (set(), {"I-SRV-5": (0, 0)}, 3)
    assert not planning(4, seat()).places("found")
    table.on_to("planning", 0)
    table.do("delegate", "petition")
    table.stop()
    assert mine.engineers == 3
    full = {"I-SRV-5": (0, 3), "I-SRV-4": (-3, 0), "I-CUL-2": (-3, 3), "I-CUL-3": (3, 0)}
    assert planning(4, seat(started=full)).legal == {("pass",)}


# -- functions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("I-IND-3", "0/0/0", "1/0/0"),
        ("I-IND-2", "0/0/0", "0/1/0"),
        ("I-IND-5", "0/0/0", "0/0/2"),
        ("I-IND-5", "0/0/2", "0/0/3"),
    ],
)
@pytest.mark.parametrize("phase", ["planning", "realization"])
def test_functions_that_give(card: str, before: str, after: str, phase: str) -> None:
    """W64-W68: at any moment, once."""
    table = Table(pose(4, seat(before, finished=card), built={(0, 3): (0, "industrial")}), phase)
    table.do("use", card)
    assert (table.stock(), table.referee.seats[0].turned) == (after, {card})
    assert table.ask is not None
    assert (table.ask.name, table.ask.seat) == (phase, 0)
    assert not table.places("use")
    table.stop()
    assert not table.places("use")


def test_sappers_and_double_shift() -> None:
    """W65: rubble to the bank, two engineers at once, in planning alone."""
    mine = seat(finished="I-CUL-2 I-CUL-3 I-RES-4")
    built = {(0, 3): (0, "cultural"), (-3, 0): (0, "cultural"), (-3, 3): (0, "residential")}
    table = planning(4, mine, built=built, rubble=[(0, 0)])
    table.do("use", "I-CUL-2")
    table.do("clear", (0, 0))
    assert (table.stock(), table.referee.rubble) == ("0/0/0", set())
    table.do("use", "I-CUL-3")
    table.do("delegate", "petition")
    assert table.ask is not None
    assert table.ask.seat == 0
    table.do("delegate", "petition")
    assert table.ask.seat == 1
    assert mine.engineers == 2
    mine = seat(finished="I-CUL-2 I-CUL-3 I-RES-4")
    table = realization(4, mine, built=built, rubble=[(0, 0)])
    assert table.legal == {("end",), ("use", "I-CUL-2")}


def test_reactions() -> None:
    """W67: echoes, clockwise."""
    built = {(0, 3): (1, "service"), (-3, 0): (2, "transport")}
    echoing = seat(finished="I-SRV-2"), seat(finished="I-TRA-4", norm="N-02")
    table = planning(4, seat(norm="N-03"), *echoing, built=built)
    table.do("delegate", "supply_depot")
    assert table.ask is not None
    for seat_asked, answer in ((1, "decline"), (2, "decline"), (1, "take"), (2, "decline")):
        assert (table.ask.name, table.ask.seat) == ("echo", seat_asked)
        table.do(answer)
    assert (table.stock(1), echoing[0].turned) == ("1/0/0", {"I-SRV-2"})
    table.do("delegate", "treasury_1")
    assert (table.ask.name, table.ask.seat) == ("echo", 2)
    table.stop()
    table.do("delegate", "capital_bureau")
    assert (table.ask.name, table.ask.seat) == ("planning", 3)


def test_press() -> None:
    """W67: of others alone."""
    for builder in (0, 1):
        mine = seat("1/1/0", started={"I-RES-4": (0, 1)})
        press = seat(finished="I-IND-4", norm="N-02")
        seats = (mine, press) if builder == 0 else (press, mine)
        built = {(0, 0): (3, "cultural"), (0, 3): (1 - builder, "industrial")}
        table = realization(4, *seats, built=built, tasks_open="U1-03")
        table.on_to("realization", builder)
        table.do("build", "I-RES-4", 0)
        assert table.ask is not None
        assert (table.ask.name, table.ask.seat) == ("press", 1 - builder)
        table.do("react")
        assert (table.points(builder), table.points(1 - builder)) == (6, 1)
    own = seat("1/1/0", started={"I-RES-4": (0, 1)}, finished="I-IND-4")
    table = realization(4, own, built={(0, 0): (3, "cultural"), (0, 3): (0, "industrial")}, tasks_open="U1-03")
    table.do("build", "I-RES-4", 0)
    assert table.ask is not None
    assert table.ask.name == "realization"


def test_brigade() -> None:
    """W65: the first of a round is free."""
    table = realization(4, seat("1/0/0", finished="I-TRA-2"), built={(0, 3): (0, "transport")})
    table.do("metro", edge((0, 0), (-1, 0)))
    assert table.stock() == "1/0/0"
    table.do("metro", edge((0, 0), (-1, 1)))
    assert (table.stock(), table.points()) == ("0/0/0", 2)
    assert not table.places("metro")
