"""Positions with what must come out of them, by hand from the inventory: the referee is held to these numbers."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from war_position import Seat
from war_printed import CELLS, HEXES, INNER, RIGHT, RIVER, SITES, URBAN, Cell, Edge
from war_table import Table, edge, pose, seat

SUBURBAN = set(CELLS) - URBAN


def planning(players: int, *seats: Seat, **more: object) -> Table:
    return Table(pose(players, *seats, **more), "planning")  # type: ignore[arg-type]


def realization(players: int, *seats: Seat, **more: object) -> Table:
    return Table(pose(players, *seats, **more), "realization")  # type: ignore[arg-type]


# -- planning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "before", "after"),
    [
        ("treasury", "0/0/0", "2/0/0"),
        ("treasury", "2/0/0", "3/0/0"),
        ("cement_works", "0/0/0", "0/2/0"),
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
    assert table.stock() == after


def test_clearing() -> None:
    """W48: claims 42, 43, 45."""
    for space, cells, after in (
        ("rubble_crew", [(0, 0), (-1, 0)], "0/0/2"),
        ("demolition", [(0, 0)], "0/0/2"),
        ("volunteers", [(0, 0)], "0/0/1"),
    ):
        table = planning(4, seat(), rubble=cells)
        table.do("delegate", space)
        for cell in cells:
            table.do("clear", cell)
        assert (table.stock(), table.referee.rubble) == (after, set())


def test_cards() -> None:
    """W48, W49, W125: claims 46-48, 53, 54, 56, 170-172."""
    table = planning(4, seat(hand="I-SRV-5 I-SRV-4"))
    table.do("delegate", "design_office", draws="I-CUL-2")
    assert len(table.referee.seats[0].hand) == 3
    table = planning(4, seat(hand="I-SRV-5 I-SRV-4 I-CUL-3", started={"I-RES-4": (0, 3), "I-IND-1": (-3, 0)}))
    table.do("delegate", "sketch")
    assert len(table.referee.seats[0].hand) == 3
    table = planning(4, seat(hand="I-SRV-5 I-SRV-4 I-CUL-3", finished="I-REP-4"), built={(1, 0): (0, "representative")})
    table.do("delegate", "sketch", draws="I-CUL-2")
    assert len(table.referee.seats[0].hand) == 4
    table = planning(4, seat(), deck=["I-SRV-5"], discards="I-SRV-4 I-CUL-3")
    table.do("delegate", "design_office", draws="I-SRV-5 I-CUL-3")
    assert (table.referee.deck, table.referee.discards) == ({"I-SRV-4"}, set())
    table = planning(4, seat(), deck=[])
    table.do("delegate", "sketch")
    assert table.referee.seats[0].hand == set()
    table = planning(4, seat())
    table.do("delegate", "competition", draws="I-SRV-5 I-SRV-4 I-CUL-3")
    table.do("keep", "I-SRV-4")
    assert table.referee.seats[0].hand == {"I-SRV-4"}
    assert table.referee.discards == {"I-SRV-5", "I-CUL-3"}


def test_spaces_fill() -> None:
    """W46, W47, W58: claims 37-40; and the permit, claim 90."""
    permitted = seat(finished="I-RES-4")
    table = planning(4, permitted, first=1, built={(0, 0): (0, "residential")})
    for _ in range(2):
        table.do("delegate", "treasury")
    table.do("delegate", "petition")
    assert ("delegate", "treasury") not in table.legal
    assert ("delegate", "petition") in table.legal
    table.do("use", "I-RES-4")
    table.do("delegate", "treasury")
    assert table.stock() == "2/0/0"
    table.on_to("planning", 0)
    assert ("delegate", "treasury") not in table.legal
    assert ("use", "I-RES-4") not in table.legal
    table.on_to("realization", 1)
    assert table.referee.on_spaces == {}
    assert [one.engineers for one in table.referee.seats] == [4, 4, 4, 4]


def test_barter() -> None:
    """W48, W49: claims 49, 50."""
    table = planning(4, seat("2/0/1"))
    table.do("delegate", "barter")
    for what in ("funds", "funds", "rubble"):
        table.do("swap", what, "concrete")
    assert table.stock() == "0/3/0"
    table = planning(4, seat("1/3/0"))
    table.do("delegate", "barter")
    assert ("swap", "funds", "concrete") not in table.legal


def test_priority() -> None:
    """W43, W59, W102: claims 31-34."""
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
    """W51-W55: claims 62-72."""
    table = planning(players, seat(hand=card), round=round)
    assert table.places("found", card) == cells
    # With rubble all over the town, and somebody standing on one field.
    blocked = planning(
        players, seat(hand=card), seat(started={"I-RES-4": (0, 3)}), round=round, rubble=URBAN - {(1, 0)} - RIGHT
    )
    free = (SUBURBAN | {(1, 0)} | (set(URBAN) & RIGHT)) - {(0, 3)}
    assert blocked.places("found", card) == cells & free


def test_foundations() -> None:
    """W50, W51, W56, W58: claims 35, 36, 58, 76-78."""
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
    """W64-W68: claims 79-85."""
    table = Table(pose(4, seat(before, finished=card), built={(0, 3): (0, "industrial")}), phase)
    table.do("use", card)
    assert (table.stock(), table.referee.seats[0].turned) == (after, {card})
    assert table.ask is not None
    assert (table.ask.name, table.ask.seat) == (phase, 0)
    assert not table.places("use")
    table.stop()
    assert not table.places("use")


def test_sappers_and_double_shift() -> None:
    """W65: claims 87-89, 91."""
    mine = seat(finished="I-CUL-2 I-CUL-3 I-RES-4")
    built = {(0, 3): (0, "cultural"), (-3, 0): (0, "cultural"), (-3, 3): (0, "residential")}
    table = planning(4, mine, built=built, rubble=[(0, 0)])
    table.do("use", "I-CUL-2", (0, 0))
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
    assert table.legal == {("end",), ("use", "I-CUL-2", (0, 0))}


def test_reactions() -> None:
    """W67: claims 92-97, 101."""
    built = {(0, 3): (1, "service"), (-3, 0): (2, "transport")}
    echoing = seat(finished="I-SRV-2"), seat(finished="I-TRA-4", norm="N-02")
    table = planning(4, seat(norm="N-03"), *echoing, built=built)
    table.do("delegate", "supply_depot")
    assert table.ask is not None
    assert (table.ask.name, table.ask.seat) == ("echo", 1)
    assert table.legal == {("take", "I-SRV-2", "funds"), ("take", "I-SRV-2", "concrete"), ("decline",)}
    table.do("take", "I-SRV-2", "concrete")
    assert table.stock(1) == "0/1/0"
    assert (table.ask.name, table.ask.seat) == ("echo", 2)
    table.stop()
    table.do("delegate", "treasury")
    assert (table.ask.name, table.ask.seat) == ("echo", 2)
    table.stop()
    table.do("delegate", "sketch", draws="I-SRV-5")
    assert (table.ask.name, table.ask.seat) == ("planning", 3)


def test_press() -> None:
    """W67: claims 96, 97."""
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
        table.do("react", "I-IND-4")
        assert (table.points(builder), table.points(1 - builder)) == (6, 1)
    own = seat("1/1/0", started={"I-RES-4": (0, 1)}, finished="I-IND-4")
    table = realization(4, own, built={(0, 0): (3, "cultural"), (0, 3): (0, "industrial")}, tasks_open="U1-03")
    table.do("build", "I-RES-4", 0)
    assert table.ask is not None
    assert table.ask.name == "realization"


def test_brigade() -> None:
    """W65: claims 98, 99."""
    table = realization(4, seat("1/0/0", finished="I-TRA-2"), built={(0, 3): (0, "transport")})
    table.do("metro", edge((0, 0), (-1, 0)))
    assert table.stock() == "1/0/0"
    table.do("metro", edge((0, 0), (-1, 1)))
    assert (table.stock(), table.points()) == ("0/0/0", 2)
    assert not table.places("metro")


# -- buildings and tasks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "ways"),
    [("1/1/0", {0}), ("1/0/2", {1}), ("1/1/2", {0, 1}), ("0/3/3", set()), ("1/0/1", set()), ("3/0/0", set())],
)
def test_cost_of_a_building(stock: str, ways: set[int]) -> None:
    """W62, W63, W64, W70: claims 103-107, 110, 111."""
    for way in ways:
        table = realization(4, seat(stock, started={"I-SRV-5": (0, 3)}))
        table.do("build", "I-SRV-5", way)
        mine = table.referee.seats[0]
        assert (table.points(), mine.engineers, table.referee.hexes(0)) == (3, 4, HEXES - 1)
        assert (mine.started, mine.finished) == ({}, {"I-SRV-5"})
    table = realization(4, seat(stock, started={"I-SRV-5": (0, 3)}))
    assert table.places("build", "I-SRV-5") == ways
    table.stop()
    assert table.referee.seats[0].started == {"I-SRV-5": (0, 3)}


@pytest.mark.parametrize(
    ("players", "card", "cell", "built", "bridged", "points"),
    [
        (4, "I-IND-4", (0, 0), "", False, 8),
        (4, "I-IND-4", (-3, 0), "", False, 5),
        (4, "I-IND-1", (-3, 1), "-3,0 -2,1", False, 4),
        (4, "I-IND-4", (-1, 0), "-1,1", False, 7),
        (4, "I-IND-1", (2, 1), "", False, 4),
        (4, "I-IND-1", (2, 1), "", True, 5),
        (3, "I-IND-1", (2, 1), "", True, 4),
        (4, "I-IND-4", (0, 0), "1,0 1,-1 0,-1 -1,0 -1,1 0,1", False, 2),
    ],
)
def test_industry(players: int, card: str, cell: Cell, built: str, bridged: bool, points: int) -> None:
    """W72, W73, W95, W122: claims 112-119; rubble and an engineer of another make nothing built."""
    fields = {tuple(map(int, one.split(","))): (1, "service") for one in built.split()}
    bridges = {edge((2, 1), (3, 0)): 1} if bridged else {}
    others = seat(started={"I-RES-4": (-2, 0)}, norm="N-02")
    mine = seat("1/1/0", started={card: cell})
    rubble = [one for one in ((0, -1),) if one not in fields]
    table = realization(players, mine, others, built=fields, bridges=bridges, rubble=rubble)
    table.do("build", card, 0)
    assert table.points() == points


@pytest.mark.parametrize(
    ("players", "round", "task", "card", "cell", "built", "bridged", "points"),
    [
        (4, 2, "U1-03", "I-RES-4", (0, 1), {(0, 0): (1, "cultural")}, False, 6),
        (4, 2, "U1-03", "I-CUL-2", (0, 1), {(0, 0): (1, "residential")}, False, 4),
        (4, 2, "U1-03", "I-RES-4", (0, 1), {(0, -2): (1, "cultural")}, False, 3),
        (
            4,
            2,
            "U1-01 U1-03 U1-11",
            "I-RES-4",
            (0, 1),
            {(0, 0): (1, "service"), (-1, 1): (1, "cultural"), (1, 1): (0, "residential")},
            False,
            10,
        ),
        (4, 2, "U1-14", "I-CUL-1", (0, 1), {(0, 0): (1, "residential")}, False, 7),
        (4, 2, "U1-14", "I-CUL-2", (0, 1), {(0, 0): (1, "residential")}, False, 4),
        (4, 6, "U2-13", "II-RES-2", (0, 1), {(0, 0): (1, "service")}, False, 6),
        (4, 6, "U2-13", "II-REP-5", (0, 1), {(0, 0): (1, "service")}, False, 4),
        (4, 2, "U1-03", "I-RES-4", (2, 1), {(3, 0): (1, "cultural")}, False, 3),
        (4, 2, "U1-03", "I-RES-4", (2, 1), {(3, 0): (1, "cultural")}, True, 6),
        # The seventh neutral token, transport, lies on (3,0).
        (3, 2, "U1-06", "I-RES-4", (2, 1), {}, True, 5),
        (4, 2, "U1-11", "I-RES-4", (0, 1), {}, False, 3),
    ],
)
def test_tasks(
    players: int,
    round: int,  # noqa: A002 - called as in the rules
    task: str,
    card: str,
    cell: Cell,
    built: Mapping[Cell, tuple[int, str]],
    bridged: bool,
    points: int,
) -> None:
    """W27-W32, W95, W122: claims 122-133."""
    bridges = {edge((2, 1), (3, 0)): 1} if bridged else {}
    mine = seat("1/1/0", started={card: cell})
    table = realization(players, mine, built=built, bridges=bridges, round=round, tasks_open=task)
    table.do("build", card, 0)
    assert table.points() == points


def test_order_of_building_matters() -> None:
    """W61, W29: claim 109."""
    for order, points in ((("I-SRV-5", "I-RES-4"), 8), (("I-RES-4", "I-SRV-5"), 6)):
        mine = seat("2/2/0", started={"I-RES-4": (0, 0), "I-SRV-5": (0, 1)})
        table = realization(4, mine, tasks_open="U1-01")
        for card in order:
            table.do("build", card, 0)
        assert table.points() == points


# -- metro and bridges -------------------------------------------------------------------------------------------

E, NE, NW, W, SW, SE = (edge((0, 0), other) for other in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)))
TO_EDGE = edge((-3, 0), (-2, -1)), edge((-3, 0), (-2, 0)), edge((-3, 0), (-3, 1))


@pytest.mark.parametrize(
    ("players", "round", "laid", "tunnel", "legal"),
    [
        (4, 2, [], None, set(INNER)),
        (3, 2, [], None, {one for one in INNER if not one & RIGHT}),
        (4, 2, [E], None, {NE, SE, edge((1, 0), (1, -1)), edge((1, 0), (0, 1))}),
        (4, 4, [E, NE], None, {NW, SE, edge((1, -1), (0, -1)), edge((1, 0), (0, 1))}),
        (4, 5, [E, NE], None, {NW, SE, edge((1, -1), (0, -1)), edge((1, 0), (0, 1)), edge((1, 0), (1, -1))}),
        (4, 2, [E, NE, NW, W, SW], None, {edge((1, 0), (0, 1)), edge((-1, 1), (0, 1))}),
        (4, 2, TO_EDGE[:1], None, {edge((-3, 0), (-2, 0)), edge((-2, -1), (-2, 0))}),
        (4, 4, TO_EDGE, None, set()),
        (4, 5, TO_EDGE, None, {edge((-2, -1), (-2, 0)), edge((-2, 0), (-3, 1))}),
        (3, 2, [edge((1, -2), (1, -1))], None, {edge((0, -1), (1, -2)), edge((0, -1), (1, -1))}),
        (
            4,
            2,
            [edge((1, -2), (1, -1))],
            edge((1, -1), (2, -2)),
            {edge((0, -1), (1, -2)), edge((0, -1), (1, -1)), edge((2, -2), (2, -1))},
        ),
        (
            4,
            5,
            [E, SE, edge((1, 0), (0, 1)), SW],
            None,
            {NE, edge((1, 0), (1, -1)), edge((1, 0), (1, 1)), edge((0, 1), (1, 1)), W, edge((-1, 0), (-1, 1))},
        ),
    ],
)
def test_where_metro_is_laid(
    players: int,
    round: int,  # noqa: A002 - called as in the rules
    laid: list[Edge],
    tunnel: Edge | None,
    legal: set[Edge],
) -> None:
    """W75-W86: claims 10, 136-150, 154."""
    metro = dict.fromkeys(laid, 1)
    table = realization(players, seat("1/0/0"), round=round, metro=metro, tunnel=tunnel)
    assert table.places("metro") == legal
    assert not realization(players, seat("3/0/0", markers=0), metro=metro, tunnel=tunnel).places("metro")
    assert not realization(players, seat("0/3/3"), metro=metro, tunnel=tunnel).places("metro")


@pytest.mark.parametrize(
    ("laid", "tunnels"),
    [
        (edge((1, -2), (1, -1)), {edge((1, -1), (2, -2))}),
        (edge((2, -2), (2, -1)), {edge((1, -1), (2, -2)), edge((1, -1), (2, -1))}),
        (edge((1, -1), (1, 0)), {edge((1, -1), (2, -1)), edge((1, 0), (2, -1))}),
        (edge((3, -3), (2, -2)), {edge((2, -3), (2, -2))}),
        (edge((2, 1), (1, 1)), {edge((2, 1), (2, 0))}),
        (edge((0, 0), (1, 0)), set()),
    ],
)
def test_tunnel(laid: Edge, tunnels: set[Edge]) -> None:
    """W87, W88: claims 149-152."""
    table = realization(4, seat("1/0/0"))
    table.do("metro", laid)
    if tunnels:
        assert table.legal == {("tunnel", one) for one in tunnels}
        one = sorted(tunnels, key=sorted)[0]
        table.do("tunnel", one)
        assert table.referee.tunnel == one
    assert (table.stock(), table.points(), table.referee.seats[0].markers) == ("0/0/0", 1, 5)


@pytest.mark.parametrize(
    ("stock", "ways"),
    [
        ("1/1/1", {0}),
        ("1/0/3", {1}),
        ("1/2/0", {2}),
        ("1/2/3", {0, 1, 2}),
        ("0/3/3", set()),
        ("1/1/0", set()),
        ("1/0/2", set()),
    ],
)
def test_bridges(stock: str, ways: set[int]) -> None:
    """W89-W94: claims 155-163."""
    here = edge((1, -1), (2, -1))
    for way in ways:
        table = realization(4, seat(stock))
        assert {move[1] for move in table.legal if move[0] == "bridge"} == set(RIVER)
        table.do("bridge", here, way)
        assert (table.points(), table.referee.seats[0].markers) == (4, 5)
    assert realization(4, seat(stock)).places("bridge", here) == ways
    assert not realization(4, seat(stock), bridges={here: 1}).places("bridge", here)
    assert not realization(4, seat(stock), metro={E: 1}, tunnel=here).places("bridge", here)
    assert not realization(4, seat(stock, markers=0)).places("bridge")
    assert not realization(4, seat(stock), bridges=dict.fromkeys(RIVER[:4], 1)).places("bridge")


# -- the end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("built", "metro", "bridged", "points"),
    [
        (
            {(0, 0): (0, "residential"), (1, 0): (1, "service"), (-1, 0): (2, "service"), (0, 1): (1, "transport")},
            [],
            0,
            (3, 1),
        ),
        ({(0, 0): (0, "residential"), (1, 0): (1, "residential"), (-1, 0): (2, "cultural")}, [], 0, (0, 0)),
        ({(0, 0): (0, "industrial"), (1, 0): (1, "transport"), (-1, 0): (2, "cultural")}, [], 0, (4, 0)),
        ({(2, 1): (0, "industrial"), (1, 1): (1, "transport"), (1, 2): (2, "cultural")}, [], 0, (0, 0)),
        ({(2, 1): (0, "industrial"), (1, 1): (1, "transport"), (1, 2): (2, "cultural")}, [], 1, (1, 0)),
        ({(0, 0): (0, "service"), (1, 0): (0, "transport"), (-1, 0): (0, "service")}, [], 0, (0, 0)),
        ({(0, 0): (0, "representative"), (1, 0): (1, "cultural")}, [], 0, (1, 1)),
        ({(0, 0): (0, "representative"), (1, 0): (1, "representative")}, [], 0, (0, 0)),
        ({(2, 1): (0, "service"), (3, 0): (1, "residential")}, [], 0, (0, 0)),
        ({(2, 1): (0, "service"), (3, 0): (1, "residential")}, [], 1, (1, 1)),
        ({(0, 0): (0, "transport")}, [E, SE], 0, (1, 0)),
        ({(1, -1): (0, "transport")}, [E], 0, (0, 0)),
        ({(2, -2): (0, "transport")}, [edge((1, -2), (1, -1))], 0, (0, 0)),
    ],
)
def test_neighbours_at_the_end(
    built: Mapping[Cell, tuple[int, str]], metro: list[Edge], bridged: int, points: tuple[int, int]
) -> None:
    """W109-W117: claims 177-189; both lose 3 for their norms."""
    bridges = {edge((2, 1), (3, 0)): 2} if bridged else {}
    table = realization(4, round=8, built=built, metro=dict.fromkeys(metro, 3), bridges=bridges)
    for _ in range(4):
        table.stop()
    assert table.referee.over
    assert (table.points(0) + 3, table.points(1) + 3) == points


@pytest.mark.parametrize(
    ("players", "norm", "kinds", "metro", "bridges", "points"),
    [
        (4, "N-01", "residential:2 service:1", 1, 0, 3),
        (4, "N-01", "residential:2 service:1", 0, 0, -3),
        (4, "N-01", "residential:5 service:2", 2, 0, 6),
        (4, "N-01", "residential:3 service:2", 2, 0, 3),
        (5, "N-01", "residential:2 service:1", 0, 0, 3),
        (5, "N-06", "industrial:5 service:3", 0, 0, 6),
        (4, "N-06", "industrial:5 service:3", 0, 0, -3),
        (4, "N-04", "representative:1 cultural:1 service:1", 0, 1, 3),
        (4, "N-04", "representative:1 cultural:1 service:1", 0, 0, -3),
        (4, "N-10", "transport:2 industrial:2 cultural:2", 0, 2, 6),
    ],
)
def test_norms(players: int, norm: str, kinds: str, metro: int, bridges: int, points: int) -> None:
    """W34-W38: claims 190-197."""
    fields = iter(sorted(SUBURBAN - RIGHT))
    built = {}
    for one in kinds.split():
        kind, count = one.split(":")
        built |= {next(fields): (0, kind) for _ in range(int(count))}
    referee = pose(players, seat(norm=norm), built=built)
    referee.metro = dict.fromkeys([E, NE, NW][:metro], 0) | {SW: 1}
    referee.bridges = dict.fromkeys(RIVER[:bridges], 0) | {RIVER[5]: 1}
    assert referee.norm_points(0) == points


def test_styles_and_ranking() -> None:
    """W106, W119-W121: claims 199-205."""
    red = ["I-SRV-3", "I-RES-1", "I-RES-2", "I-REP-1", "I-REP-2"]
    for a, b, points in ((3, 2, [5, 0, 0, 0]), (2, 2, [3, 3, 0, 0]), (0, 0, [0, 0, 0, 0])):
        first = seat(finished=" ".join(red[:a]))
        second = seat(finished=" ".join(red[a : a + b]), norm="N-02", started={"I-CUL-1": (0, 0)})
        assert pose(4, first, second).style_points("socialist_realism") == points
    built = {(0, 0): (0, "service"), (0, 1): (1, "service"), (0, 2): (0, "service")}
    seats = [seat(points=40, norm=f"N-0{number + 1}") for number in range(3)]
    assert pose(4, *seats, built=built).ranking() == [[0], [1], [2], [3]]
    assert pose(4, *seats).ranking() == [[0, 1, 2], [3]]


def test_last_field() -> None:
    """W104: claims 173-175."""
    for players, left in ((4, CELLS), (3, [cell for cell in CELLS if cell not in RIGHT])):
        free = (0, 3)
        built = {cell: (number % 3, "service") for number, cell in enumerate(left) if cell != free}
        table = realization(players, seat("1/1/0", started={"II-SRV-3": free}), round=6, built=built)
        table.do("build", "II-SRV-3", 0)
        for _ in range(players):
            assert not table.referee.over
            table.stop()
        assert table.referee.over
        table = realization(players, seat("1/1/0", started={"II-SRV-3": free}), round=6, built=built)
        for _ in range(players):
            table.stop()
        assert (table.referee.over, table.referee.round) == (False, 7)


def test_second_stage() -> None:
    """W41, W98-W101: claims 30, 74, 166-168."""
    mine = seat(hand="I-REP-4 I-SRV-5", started={"I-CUL-4": (1, -2)})
    table = realization(4, mine, round=4, tasks_open="U1-01 U1-02", discards="I-SRV-1")
    for _ in range(3):
        table.stop()
    table.do("end", draws="U2-01 U2-05 U2-09")
    referee = table.referee
    assert (referee.round, len(referee.deck), referee.discards) == (5, 30, set())
    assert (mine.hand, mine.started) == (set(), {"I-CUL-4": (1, -2)})
    assert referee.open_tasks == {"U2-01", "U2-05", "U2-09"}
    assert len(referee.task_deck) == 12
