"""What is printed on the boards, tiles, cards and contracts, typed again for the tests: nothing here is read from the ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

SEGMENT_OF = {
    space: segment
    for segment, (low, high) in enumerate(((1, 6), (7, 12), (13, 22), (24, 40)))
    for space in range(low, high + 1)
}
TIERS = ((1, 2), (3, 4, 5, 6), (7, 8, 9), (10, 11, 12, 13, 14), (16, 18, 20, 22, 24, 26), (28, 31, 34, 37, 40))
TIER_OF = {space: tier for tier, spaces in enumerate(TIERS, 1) for space in spaces}

TYPES = ("residential", "factory", "laboratory")
LETTERS = {"R": "residential", "F": "factory", "L": "laboratory", "G": "government"}

_CITIES = {
    2: """
Leipzig white R L/G * R/F
Plauen white * t t
Dresden orange R R/G F *
Grimma purple R L * t
Zittau green t t* t*
Joachimsthal orange m+u m*
Marienberg green F/L * *
Praha any R G * *
Bautzen white F/L F
Freiberg orange L *
Pressnitz purple m*+u m
Glashuette white t t t* t*
Chemnitz orange F m*
Bruex green m*+u m m
Riesa green F *
Aussig purple m m*
Zwickau purple R R/L F *
""",
    4: """
Leipzig white R L/G F * R/F * G
Plauen white * * t t
Dresden orange R R/G G F F
Grimma purple R * L t t* t4
Zittau purple t t* t* t4
Joachimsthal orange m* m+u m
Marienberg green F/L *
Praha any R G * * *
Bautzen white F/L *
Goerlitz green R L *
Freiberg orange L * *
Pressnitz purple m m*+u m*
Glashuette white t t t* t* t4
Chemnitz orange F G * m*
Bruex green m m m*+u m*
Riesa green R F *
Aussig white m m m*
Zwickau purple R R/L F *
Karlsbad purple F L m*+u m*+u
""",
}
_LINES = {
    2: """
Leipzig Riesa 2; Leipzig Grimma 1; Grimma Chemnitz 2; Grimma Freiberg 1; Riesa Freiberg 2; Riesa Dresden 1;
Freiberg Marienberg 1; Dresden Marienberg 2; Dresden Bautzen 1; Dresden Glashuette 1; Bautzen Zittau 1; Zittau Aussig 1;
Aussig Praha 2; Praha Bruex 1 red; Praha Joachimsthal 2; Bruex Glashuette 2; Marienberg Pressnitz 1; Marienberg Zwickau 1;
Zwickau Chemnitz 1; Zwickau Plauen 1; Zwickau Joachimsthal 1; Plauen Chemnitz 1; Plauen Joachimsthal 2
""",
    4: """
Leipzig Riesa 3; Leipzig Grimma 1 red; Grimma Freiberg 1; Grimma Chemnitz 2; Freiberg Riesa 2; Freiberg Marienberg 1;
Riesa Dresden 2; Dresden Bautzen 1; Bautzen Goerlitz 1; Bautzen Zittau 2; Goerlitz Zittau 1; Dresden Marienberg 2;
Dresden Glashuette 2; Chemnitz Marienberg 1; Chemnitz Zwickau 1; Chemnitz Plauen 3; Zwickau Joachimsthal 1;
Plauen Joachimsthal 3; Plauen Karlsbad 2; Karlsbad Praha 3; Marienberg Pressnitz 2; Marienberg Bruex 2; Bruex Glashuette 1;
Pressnitz Praha 2; Aussig Praha 2; Zittau Aussig 1
""",
}
AREA_LINKS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"west": ("Leipzig", "Plauen"), "north_east": ("Dresden",)},
    4: {"west": ("Leipzig", "Plauen"), "north_east": ("Riesa", "Goerlitz")},
}
WAGONS = {2: {"west": 4, "north_east": 4}, 3: {"west": 6, "north_east": 5}, 4: {"west": 7, "north_east": 6}}
COAL_WITHOUT_WAGON = 3

PLANT_BONUS = {"Plauen": "tile", "Grimma": "worker", "Zittau": "thaler", "Glashuette": "uranium"}
"""What the first fuel of a plant pays; the coal plant is not among them."""
COAL_PLANT = "Riesa"
PLANTS = (*PLANT_BONUS, COAL_PLANT)

_TILES = """
B01 multi a1 purple I+u; B02 orange a1 white U-1; B03 white U-1 multi U; B04 orange C purple I-w; B05 orange Cx2 multi a1;
B06 purple E+1 green D; B07 orange a2 green D-1; B08 white U-1 orange C; B09 purple E+1 multi E; B10 green D-1 white ti1;
B11 purple I-w white U; B12 orange Cx2 green D; B13 green D-1 multi w/t2; B14 white U-1 purple I; B15 purple E orange a1;
B16 multi C green any1; B17 purple I+u orange C; B18 purple E+1 white ti1; B19 multi D orange a1; B20 white U green any1;
A01 purple I-w orange a1; A02 white ti2 white U; A03 purple E+1 orange a2; A04 purple E white ti2; A05 purple E+1 multi w/t2;
A06 purple E+1 green any1; A07 purple E multi vi1; A08 purple E+1 white U; A09 purple I+u multi wi1; A10 purple I-w white U-1;
A11 purple I multi E; A12 purple I+u green D; A13 purple I-w green any1; A14 white U-1 orange a2; A15 white U-1 multi w/t2;
A16 white U multi I; A17 white U-1 green D-1; A18 white U purple E+1; A19 green D-1 orange C; A20 green D-1 multi vi1;
A21 green D orange a2; A22 green D-1 purple I; A23 orange Cx2 white ti2; A24 orange Cx2 multi w/t2; A25 orange C multi U;
A26 orange Cx2 purple E; A27 orange C green any1; A28 orange a2 multi D; A29 multi E+1 white ti1; A30 multi I-w orange C;
SA1 green D multi w/t2; SA2 orange C white ti1; SA3 white U purple I; SA4 purple E green any1;
SB1 green D purple I; SB2 orange C multi w/t2; SB3 white U green any1; SB4 purple E white ti1;
SC1 green any1 orange C; SC2 purple E white ti1; SC3 green D purple I; SC4 white U multi w/t2;
SD1 orange C purple I; SD2 green D white ti1; SD3 white U multi w/t2; SD4 purple E green any1;
XB1 multi E+1 multi a1; XB2 multi U-1 multi I-w
"""
DIRECTIVE = "directive"
"""One for each player: any main action for 1 Thaler less, never a railway."""

BUILDING_COST = {1: 2, 2: 3, 3: 4, 4: 5}
NEED = {
    ("residential", 1): 2, ("residential", 2): 4, ("residential", 3): 6, ("residential", 4): 8,
    ("factory", 1): 3, ("factory", 2): 5, ("factory", 3): 7, ("factory", 4): 10,
    ("laboratory", 1): 3, ("laboratory", 2): 6, ("laboratory", 3): 9, ("laboratory", 4): 12,
}  # fmt: skip
BUILDING_VP = {
    ("residential", 1): 1, ("residential", 2): 3, ("residential", 3): 5,
    ("factory", 1): 2, ("factory", 2): 4, ("factory", 3): 6,
    ("laboratory", 1): 2, ("laboratory", 2): 5, ("laboratory", 3): 5,
}  # fmt: skip
VP_PER_OWN_IN_NETWORK = {"residential": 2, "factory": 2, "laboratory": 3}
RED_SLOT = 2

ROW_COST = {1: 1, 2: 2, 3: 2, 4: 3}
MINE_SIZE = {1: 3, 2: 2, 3: 3, 4: 2}
PAIR_VP = {1: 1, 2: 2, 3: 5}
"""The fourth pair pays a technology of level 3."""

SLOT_GAIN = ({"thaler": 2}, {"workers": 1}, {"uranium": 1}, {"achievements": 2})
MARKET_PRICES = (2, 2, 1, 1, 0)
SECOND_TILE = 2

INCOME = {
    "thaler": ((4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (9, 1), (10, 1), (10, 2), (11, 2), (11, 3), (12, 4), (12, 5), (13, 7), (13, 9)),
    "workers": ((2, 0), (2, 0), (3, 0), (3, 0), (3, 1), (4, 1), (4, 2), (4, 3), (4, 4), (5, 4), (5, 5), (5, 6), (5, 7), (5, 8), (5, 10)),
    "vp": tuple((0, vp) for vp in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 18, 21)),
}  # fmt: skip
"""The start value, then that of each space."""
TRACK_END = 15
TRACK_BONUS = {13: 3, 14: 6, 15: 10}

# Subject, number; then what is paid.
_CONTRACTS = """
C01 any_building 2 technology 1; C02 any_building 2 technology 1; C03 any_building 3 technology 1 thaler 2;
C04 any_building 3 technology 1 workers 1;
C05 residential 2 vp 2 technology 1; C06 laboratory 2 vp 3 technology 1; C07 energized 2 thaler 3 technology 1;
C08 railway_tiles 5 vp 2 technology 1; C09 cities_with_building 3 technology 1 workers 1; C10 turbines 1 vp 2 thaler 2;
C11 railway_tiles 4 technology 1; C12 factory 2 vp 2 technology 1; C13 building_in Leipzig technology 1 thaler 2;
C14 building_in Dresden technology 1 workers 1; C15 achievements 6 vp 3 workers 2; C16 action_tiles_on_board 4 technology 1;
C17 mines 1 vp 1 uranium 1 technology 1;
C18 any_building 5 vp 3 technology 2; C19 any_building 6 vp 5 technology 2; C20 any_building 6 thaler 5 technology 2;
C21 any_building 7 vp 8 technology 2; C22 residential 3 vp 4 technology 2; C23 factory 3 vp 4 technology 2;
C24 laboratory 3 vp 5 technology 2; C25 railway_tiles 7 vp 5 technology 2; C26 energized 4 thaler 4 technology 2;
C27 energized 3 vp 3 technology 2; C28 turbines 3 workers 3 technology 2; C29 turbines 2 vp 4 thaler 2;
C30 cities_with_building 5 vp 6 workers 2; C31 building_in Praha vp 4 technology 2; C32 achievements 10 vp 5 technology 2;
C33 mines 3 vp 6 thaler 4; C34 government 1 vp 5 technology 2; C35 energized_level 3 vp 6 technology 2;
C36 factory 4 vp 5 technology 3; C37 residential 4 vp 5 technology 3; C38 laboratory 4 vp 7 technology 3;
C39 mines 4 vp 6 technology 3; C40 turbines 4 vp 6 technology 3;
C41 government 3 vp 6 technology 3; C42 achievements 17 vp 6 technology 3; C43 energized 7 vp 8 technology 3;
C44 cities_with_energized 5 vp 7 technology 3; C45 any_building 9 vp 7 technology 3;
C46 technologies 5 vp 10; C47 contracts_done 4 vp 10; C48 energized_level 4 vp 12; C49 uranium_in_mines 8 vp 10;
C50 railway_tiles 10 vp 12
"""
STACK_SIZE = {"silver": {2: 6, 3: 9, 4: 12}, "gold": {2: 10, 3: 12, 4: 16}}

NEUTRAL: dict[str, tuple[str, int, dict[str, int]]] = {
    "N1": ("residential", 2, {"workers": 1, "step_workers": 1}),
    "N2": ("residential", 3, {"workers": 1, "step_workers": 2}),
    "N3": ("residential", 4, {"workers": 2, "step_workers": 2}),
    "N4": ("laboratory", 2, {"technology": 1}),
    "N5": ("laboratory", 4, {"technology": 1, "achievements": 1}),
    "N6": ("laboratory", 6, {"technology": 2}),
    "N7": ("factory", 3, {"thaler": 2, "step_thaler": 2}),
    "N8": ("factory", 4, {"thaler": 3, "step_thaler": 2}),
    "N9": ("factory", 5, {"thaler": 3, "step_thaler": 3}),
    "N10": ("factory", 2, {"thaler": 2, "step_thaler": 1}),
}
BUILDING_REWARD: dict[tuple[str, int], dict[str, int]] = {
    **{("residential", level): {"step_workers": level} for level in (1, 2, 3, 4)},
    **{("factory", level): {"step_thaler": level} for level in (1, 2, 3, 4)},
    **{("laboratory", level): {"technology": level} for level in (1, 2, 3)},
    ("laboratory", 4): {"step_any": 3},
}

LEVEL = {number: level for level, numbers in ((1, (1, 2, 3)), (2, (4, 5, 6)), (3, (7, 8))) for number in numbers}
"""Of the technologies of every experiment."""

# Neutral building; token; urban rubble + with three players; mining rubble + with three players.
_SETUP_CARDS = """
S1 Leipzig; Grimma; Grimma Dresden Praha Praha + Goerlitz; Pressnitz Joachimsthal + Karlsbad
S2 Leipzig; Zittau; Marienberg Bautzen Leipzig Praha +; Aussig Joachimsthal Bruex +
S3 Grimma; Zittau; Dresden Dresden Leipzig Leipzig Zwickau +; Pressnitz Aussig +
S4 Chemnitz; Glashuette; Grimma Riesa Plauen Freiberg + Goerlitz; Bruex Pressnitz +
S5 Freiberg; Zittau; Riesa Freiberg Chemnitz + Chemnitz Karlsbad; Bruex Aussig +
S6 Dresden; Plauen; Marienberg Bautzen Grimma Riesa Zwickau + Goerlitz; Chemnitz Joachimsthal + Karlsbad
S7 Bautzen; Plauen; Dresden Grimma + Karlsbad Goerlitz Chemnitz; Aussig Pressnitz + Bruex
S8 Dresden; Glashuette; Marienberg Praha Praha Leipzig Leipzig +; Bruex Joachimsthal + Karlsbad
S9 Marienberg; Grimma; Bautzen Plauen Praha Freiberg + Goerlitz; Aussig Joachimsthal + Karlsbad
S10 Zwickau; Plauen; Leipzig Riesa Praha Zwickau Grimma +; Aussig Joachimsthal Pressnitz +
S11 Karlsbad; Zittau; Leipzig Leipzig Dresden Dresden Marienberg +; Aussig Pressnitz Bruex +
S12 Praha; Glashuette; Marienberg Chemnitz Bautzen Riesa + Karlsbad; Aussig Pressnitz Joachimsthal +
S13 -; Grimma; Dresden Plauen Chemnitz Freiberg Grimma +; Aussig Pressnitz +
"""
URBAN_RUBBLE, MINING_RUBBLE = 5, 3

NEEDED = {2: 3, 3: 2, 4: 2}
"""So many conditions call the end."""
CONDITIONS = ("action_tiles", "contracts", "recharges", "technologies", "points")
INAUGURATION = {2: {2: 2}, 3: {2: 2, 3: 3}, 4: {2: 2, 3: 3}}


@dataclass(frozen=True, slots=True)
class Tile:
    """The colours of both ends and what they do."""

    colours: tuple[str, str]
    effects: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Contract:
    """What is asked for, how much of it or where, and what is paid."""

    subject: str
    number: int
    city: str
    reward: dict[str, int]


@dataclass(frozen=True, slots=True)
class City:
    """The colour and the slots by kind, as they are printed."""

    colour: str
    build: tuple[str, ...]
    turbines: tuple[str, ...]
    mines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupCard:
    """The rows of a card; those that three players add stand apart."""

    neutral: str
    nucleum: str
    urban: tuple[str, ...]
    urban_3: tuple[str, ...]
    mines: tuple[str, ...]
    mines_3: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """One side of the board: cities, and lines as city, city, length and whether they are red."""

    cities: dict[str, City]
    lines: tuple[tuple[str, str, int, bool], ...]
    links: dict[str, tuple[str, ...]] = field(default_factory=dict)


def side(players: int) -> Map:
    """The side of the board for a number of players."""
    key = 2 if players == 2 else 4
    cities = {}
    for line in _CITIES[key].strip().split("\n"):
        name, colour, *slots = line.split()
        cities[name] = City(
            colour,
            tuple(slot for slot in slots if slot[0] not in "tm"),
            tuple(slot for slot in slots if slot[0] == "t"),
            tuple(slot for slot in slots if slot[0] == "m"),
        )
    ways = [part.split() for part in _LINES[key].split(";")]
    return Map(cities, tuple((way[0], way[1], int(way[2]), len(way) > 3) for way in ways), AREA_LINKS[key])


@cache
def tiles() -> dict[str, Tile]:
    """Every action tile but the directives."""
    rows = [part.split() for part in _TILES.split(";")]
    return {row[0]: Tile((row[1], row[3]), (row[2], row[4])) for row in rows}


@cache
def contracts() -> dict[str, Contract]:
    found = {}
    for part in _CONTRACTS.split(";"):
        name, subject, number, *paid = part.split()
        city, count = ("", int(number)) if number.isdigit() else (number, 1)
        rewards = {what: int(much) for what, much in zip(paid[::2], paid[1::2], strict=True)}
        found[name] = Contract(subject, count, city, rewards)
    return found


@cache
def setup_cards() -> dict[str, SetupCard]:
    found = {}
    for line in _SETUP_CARDS.strip().split("\n"):
        first, nucleum, urban, mines = line.split(";")
        name, neutral = first.split()
        lists = [tuple(cities.split()) for row in (urban, mines) for cities in row.split("+")]
        found[name] = SetupCard(neutral.strip("-"), nucleum.strip(), *lists)
    return found
