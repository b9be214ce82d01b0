"""What is printed on the cards, the boards and the map of Warszawa, typed again for the tests, and the geometry of hexes.

Nothing here is read from the ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
Edge = frozenset[Cell]
Corner = frozenset[Cell]

RESOURCES = ("concrete", "funds", "rubble")
TYPES = ("industrial", "service", "residential", "representative", "cultural", "transport")
STYLES = ("socialist_realism", "modernism")
ENGINEERS = {3: 4, 4: 4, 5: 3}
HEXES = 15
MARKERS = 6
BRIDGES = 4
LIMIT = 3
OPEN_TASKS = 3
START_FUNDS = 1
START_PROJECTS = 2
ROUNDS = 8
STAGE_I_ROUNDS = 4
BUILDING_COSTS = ({"funds": 1, "concrete": 1}, {"funds": 1, "rubble": 2})
BRIDGE_COSTS = (
    {"funds": 1, "concrete": 1, "rubble": 1},
    {"funds": 1, "rubble": 3},
    {"funds": 1, "concrete": 2},
)
NEUTRAL = ("industrial", "service", "residential", "residential", "representative", "cultural", "transport")
# What a building scores for at the end, per neighbour.
LIKES = {
    "industrial": (None,),
    "service": ("residential",),
    "residential": ("service", "transport"),
    "representative": ("cultural",),
    "cultural": ("representative",),
    "transport": (),
}

# -- cards -------------------------------------------------------------------------------------------------------

# Points, zone and function of each card; an industrial one has no points of its own. Five of each type and stage.
_PROJECTS = """
I-IND - suburban depot; - suburban cement; - suburban subsidy; - any press_coverage; - any brickyard
I-SRV 3 urban modernism; 3 urban delivery_echo; 3 urban socialist_realism; 4 suburban subsidy; 3 any commission
I-RES 3 urban socialist_realism; 3 urban socialist_realism; 4 urban brickyard; 3 any permit; 4 suburban double_shift
I-REP 6 urban socialist_realism; 4 urban socialist_realism; 4 any socialist_realism; 6 H3 archive; 6 H4 commission
I-CUL 4 urban socialist_realism; 4 any sappers; 4 any double_shift; 6 H1 subsidy; 6 H2 permit
I-TRA 5 urban socialist_realism; 5 urban metro_brigade; 5 suburban subsidy; 5 any delivery_echo; 5 any cement
II-IND - suburban subsidy; - suburban cement; - suburban brickyard; - any permit; - any depot
II-SRV 3 urban modernism; 3 urban modernism; 3 any subsidy; 3 any modernism; 4 suburban double_shift
II-RES 3 urban modernism; 3 any modernism; 4 suburban commission; 4 suburban sappers; 4 any brickyard
II-REP 4 any modernism; 6 urban archive; 4 any modernism; 4 urban press_coverage; 4 urban socialist_realism
II-CUL 4 urban modernism; 4 any commission; 4 any double_shift; 5 suburban delivery_echo; 5 urban socialist_realism
II-TRA 5 urban modernism; 5 any metro_brigade; 5 any cement; 5 any modernism; 5 suburban permit
"""
_SHORT = dict(zip(("IND", "SRV", "RES", "REP", "CUL", "TRA"), TYPES, strict=True))

_TASKS = """
U1-01 2 residential service; U1-02 2 service residential; U1-03 3 residential cultural; U1-04 3 cultural representative;
U1-05 3 representative cultural; U1-06 2 residential transport; U1-07 3 transport residential; U1-08 3 transport industrial;
U1-09 3 industrial transport; U1-10 3 service transport; U1-11 2 residential residential; U1-12 4 cultural cultural;
U1-13 4 socialist_realism representative; U1-14 3 socialist_realism residential; U1-15 4 socialist_realism transport;
U2-01 2 residential service; U2-02 3 service transport; U2-03 3 cultural residential; U2-04 3 representative transport;
U2-05 4 representative representative; U2-06 3 transport service; U2-07 3 industrial industrial; U2-08 3 service cultural;
U2-09 2 service service; U2-10 4 transport representative; U2-11 3 cultural transport; U2-12 2 residential transport;
U2-13 3 modernism service; U2-14 4 modernism cultural; U2-15 4 modernism transport
"""

_NORMS = """
N-01 residential residential service metro; N-02 residential service transport cultural;
N-03 cultural representative metro residential; N-04 representative cultural bridge service;
N-05 industrial residential metro transport; N-06 industrial industrial service residential;
N-07 transport service metro representative; N-08 cultural residential transport industrial;
N-09 service representative metro cultural; N-10 transport industrial cultural bridge
"""

UNLIMITED = ("volunteers", "petition", "sketch")
# How often a limited space, for one engineer, stands on the board for 3, 4 and 5 players.
_PLACES = """
rubble_crew 2 2 3; demolition 1 1 1; cement_works 1 2 2; supply_depot 1 1 1; treasury 2 2 2; design_office 1 2 2;
competition 1 1 1; capital_bureau 1 1 1; barter 0 1 1
"""
# How many cells may be cleared, what is gained, how many cards are drawn, for each space that does just that.
CLEARS = {"rubble_crew": 2, "demolition": 1, "volunteers": 1}
GAINS: dict[str, dict[str, int]] = {
    "demolition": {"rubble": 1},
    "cement_works": {"concrete": 2},
    "supply_depot": {"concrete": 1, "funds": 1},
    "treasury": {"funds": 2},
    "capital_bureau": {"funds": 1},
    "petition": {"funds": 1},
}
DRAWS = {"design_office": 2, "sketch": 1}
LOOKS = 3
SWAPS = 3

ONE_SHOT_GAINS = {"subsidy": {"funds": 1}, "cement": {"concrete": 1}, "brickyard": {"rubble": 2}}
COMMISSION_DRAWS = 2
# Above the limit of three, by function.
LARGER = {"rubble": "depot", "projects": "archive"}


@dataclass(frozen=True, slots=True)
class Project:
    """One project card; an industrial one has no points printed."""

    stage: int
    kind: str
    points: int | None
    zone: str
    function: str


@dataclass(frozen=True, slots=True)
class Task:
    """Build one (a type or a style) beside an existing other."""

    stage: int
    points: int
    build: str
    beside: str


@cache
def projects() -> dict[str, Project]:
    found = {}
    for line in _PROJECTS.strip().splitlines():
        name, rest = line.split(" ", 1)
        for number, card in enumerate(rest.split("; "), start=1):
            points, zone, function = card.split()
            stage, short = name.split("-")
            worth = None if points == "-" else int(points)
            found[f"{name}-{number}"] = Project(len(stage), _SHORT[short], worth, zone, function)
    return found


def _rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.replace("\n", " ").split(";") if row.strip()]


@cache
def tasks() -> dict[str, Task]:
    return {name: Task(int(name[1]), int(points), a, b) for name, points, a, b in _rows(_TASKS)}


@cache
def norms() -> dict[str, tuple[str, ...]]:
    return {row[0]: tuple(row[1:]) for row in _rows(_NORMS)}


@cache
def places(players: int) -> dict[str, str]:
    """The limited places that a board has, each for one engineer, and what each is; numbered where some board has several."""
    found = {}
    for space, *counts in _rows(_PLACES):
        several = max(map(int, counts)) > 1
        for number in range(1, int(counts[players - 3]) + 1):
            found[f"{space}_{number}" if several else space] = space
    return found


# -- the map -----------------------------------------------------------------------------------------------------

AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
RIGHT = frozenset({(3, -3), (3, -2), (3, -1), (3, 0), (2, -2), (2, -1), (2, 0)})
SITES: dict[str, Cell] = {"H1": (1, -2), "H2": (1, -1), "H3": (1, 0), "H4": (1, 1)}


def ring(cell: Cell) -> int:
    return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))


CELLS = tuple((q, r) for q in range(-3, 4) for r in range(-3, 4) if ring((q, r)) <= 3)
URBAN = frozenset(cell for cell in CELLS if ring(cell) <= 2)


@cache
def touching(cell: Cell) -> frozenset[Cell]:
    """The cells of the board that share an edge with one, the river or not."""
    return frozenset((cell[0] + q, cell[1] + r) for q, r in AROUND) & frozenset(CELLS)


def crosses_river(edge: Edge) -> bool:
    return len(edge & RIGHT) == 1


EDGES: tuple[Edge, ...] = tuple(
    sorted({frozenset((a, b)) for a in CELLS for b in touching(a)}, key=sorted),
)
RIVER = tuple(edge for edge in EDGES if crosses_river(edge))
INNER = tuple(edge for edge in EDGES if not crosses_river(edge))


@cache
def corners(edge: Edge) -> tuple[Corner, Corner]:
    """Both ends of an edge, each as its three cells, one of which may be off the board."""
    (aq, ar), (bq, br) = sorted(edge)
    around = [(aq + q, ar + r) for q, r in AROUND]
    third = [(q, r) for q, r in around if (q - bq, r - br) in AROUND]
    first, second = third
    return edge | {first}, edge | {second}


@cache
def tunnels_at(corner: Corner) -> tuple[Edge, ...]:
    """The river edges from a corner whose other corner has its inner edge on the other bank."""
    found = []
    bank = len(corner & RIGHT) == 2
    for edge in RIVER:
        ends = corners(edge)
        if corner in ends:
            other = ends[1] if ends[0] == corner else ends[0]
            inner = other <= frozenset(CELLS) and corner <= frozenset(CELLS)
            if inner and (len(other & RIGHT) == 2) != bank:
                found.append(edge)
    return tuple(found)
