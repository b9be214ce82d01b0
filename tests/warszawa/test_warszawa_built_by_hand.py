"""Positions with what must come out of them in building and at the end, by hand from the inventory."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from war_position import Seat
from war_printed import CELLS, HEXES, INNER, RIGHT, RIVER, TYPES, URBAN, Cell, Edge
from war_table import Table, edge, pose, seat

SUBURBAN = set(CELLS) - URBAN


def realization(players: int, *seats: Seat, both: bool = True, **more: object) -> Table:
    return Table(pose(players, *seats, **more), "realization", both=both)  # type: ignore[arg-type]


# -- buildings and tasks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "ways"),
    [("1/1/0", {0}), ("1/0/2", {1}), ("1/1/2", {0, 1}), ("0/3/3", set()), ("1/0/1", set()), ("3/0/0", set())],
)
def test_cost_of_a_building(stock: str, ways: set[int]) -> None:
    """W62, W63, W64, W70: two ways to pay, and what is left unbuilt."""
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
def test_industry(*, players: int, card: str, cell: Cell, built: str, bridged: bool, points: int) -> None:
    """W72, W73, W95, W122: rubble and an engineer of another make nothing built."""
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
    *,
    players: int,
    round: int,  # noqa: A002 - called as in the rules
    task: str,
    card: str,
    cell: Cell,
    built: Mapping[Cell, tuple[int, str]],
    bridged: bool,
    points: int,
) -> None:
    """W27-W32, W95, W122: which building fulfils which tasks."""
    bridges = {edge((2, 1), (3, 0)): 1} if bridged else {}
    mine = seat("1/1/0", started={card: cell})
    table = realization(players, mine, built=built, bridges=bridges, round=round, tasks_open=task)
    table.do("build", card, 0)
    assert table.points() == points


def test_order_of_building_matters() -> None:
    """W61, W29: the source lets the player choose it."""
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
    *,
    players: int,
    round: int,  # noqa: A002 - called as in the rules
    laid: list[Edge],
    tunnel: Edge | None,
    legal: set[Edge],
) -> None:
    """W75-W86: every place at once."""
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
    """W87, W88: where a segment comes to the river."""
    table = realization(4, seat("1/0/0"))
    table.do("metro", laid)
    if tunnels:
        assert table.legal == {("tunnel", one) for one in tunnels}
        one = min(tunnels, key=sorted)
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
    """W89-W94: three ways to pay, and where none may be."""
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
    """W109-W117: both lose 3 for their norms."""
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
def test_norms(*, players: int, norm: str, kinds: str, metro: int, bridges: int, points: int) -> None:
    """W34-W38: sets of objects, with five players too."""
    fields = iter(sorted(SUBURBAN - RIGHT))
    built: dict[Cell, tuple[int | None, str]] = {}
    for one in kinds.split():
        kind, count = one.split(":")
        built |= {next(fields): (0, kind) for _ in range(int(count))}
    referee = pose(players, seat(norm=norm), built=built)
    referee.metro = dict.fromkeys([E, NE, NW][:metro], 0) | {SW: 1}
    referee.bridges = dict.fromkeys(RIVER[:bridges], 0) | {RIVER[5]: 1}
    assert referee.norm_points(0) == points


def test_styles_and_ranking() -> None:
    """W106, W119-W121: alone, shared, nobody; points, then buildings."""
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
    """W104: the round is finished."""
    for players, left in ((4, CELLS), (3, [cell for cell in CELLS if cell not in RIGHT])):
        free = (0, 3)
        built = {cell: (number % 3, TYPES[number % 6]) for number, cell in enumerate(left) if cell != free}
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
    """W41, W98-W101: what goes and what stays."""
    mine = seat(hand="I-REP-4 I-SRV-5", started={"I-CUL-4": (1, -2)})
    table = realization(4, mine, round=4, tasks_open="U1-01 U1-02", discards="I-SRV-1", both=False)
    for _ in range(3):
        table.stop()
    table.do("end", draws="U2-01 U2-05 U2-09")
    referee = table.referee
    assert (referee.round, len(referee.deck), referee.discards) == (5, 30, set())
    assert (mine.hand, mine.started) == (set(), {"I-CUL-4": (1, -2)})
    assert referee.open_tasks == {"U2-01", "U2-05", "U2-09"}
    assert len(referee.task_deck) == 12
