"""What is printed on the cards, the boards and in the tables of the box, typed again for the tests.

Plants, payments and connections: public transcriptions that agree; the rest: the tables of the rulebook. Nothing here is
read from the ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

FUELS = ("coal", "oil", "garbage", "uranium")
STAGES = ("first", "second", "third")
STAGE_CARD = 99
"""The card that begins stage 3, as a number: it lies behind every plant."""

# Number, fuels, need, cities.
_PLANTS = """
3 oil 2 1; 4 coal 2 1; 5 coal+oil 2 1; 6 garbage 1 1; 7 oil 3 2; 8 coal 3 2;
9 oil 1 1; 10 coal 2 2; 11 uranium 1 2; 12 coal+oil 2 2; 13 - 0 1; 14 garbage 2 2;
15 coal 2 3; 16 oil 2 3; 17 uranium 1 2; 18 - 0 2; 19 garbage 2 3; 20 coal 3 5;
21 coal+oil 2 4; 22 - 0 2; 23 uranium 1 3; 24 garbage 2 4; 25 coal 2 5; 26 oil 2 5;
27 - 0 3; 28 uranium 1 4; 29 coal+oil 1 4; 30 garbage 3 6; 31 coal 3 6; 32 oil 3 6;
33 - 0 4; 34 uranium 1 5; 35 oil 1 5; 36 coal 3 7; 37 - 0 4; 38 garbage 3 7;
39 uranium 1 6; 40 oil 2 6; 42 coal 2 6; 44 - 0 5; 46 coal+oil 3 7; 50 - 0 6
"""

_GERMANY_REGIONS = """
nw: bremen cuxhaven flensburg hamburg hannover kiel wilhelmshaven
ne: berlin frankfurt_o luebeck magdeburg rostock schwerin torgelow
w: dortmund duisburg duesseldorf essen kassel muenster osnabrueck
e: dresden erfurt fulda halle leipzig nuernberg wuerzburg
sw: aachen frankfurt_m koeln mannheim saarbruecken trier wiesbaden
se: augsburg freiburg konstanz muenchen passau regensburg stuttgart
"""
_GERMANY_CONNECTIONS = """
aachen: duesseldorf 9, koeln 7, trier 19
augsburg: konstanz 17, muenchen 6, nuernberg 18, regensburg 13, stuttgart 15, wuerzburg 19
berlin: frankfurt_o 6, halle 17, magdeburg 10, schwerin 18, torgelow 15
bremen: cuxhaven 8, hamburg 11, hannover 10, osnabrueck 11, wilhelmshaven 11
cuxhaven: hamburg 11
dortmund: essen 4, frankfurt_m 20, kassel 18, koeln 10, muenster 2
dresden: erfurt 19, frankfurt_o 16, leipzig 13
duisburg: essen 0
duesseldorf: essen 2, koeln 4
erfurt: fulda 13, halle 6, hannover 19, kassel 15, nuernberg 21
essen: muenster 6
flensburg: kiel 4
frankfurt_m: fulda 8, kassel 13, wiesbaden 0, wuerzburg 13
frankfurt_o: leipzig 21
freiburg: konstanz 14, stuttgart 16
fulda: kassel 8, wuerzburg 11
halle: leipzig 0, magdeburg 11
hamburg: hannover 17, kiel 8, luebeck 6, schwerin 8
hannover: kassel 15, magdeburg 15, osnabrueck 16, schwerin 19
kassel: osnabrueck 20
kiel: luebeck 4
koeln: trier 20, wiesbaden 21
konstanz: stuttgart 16
luebeck: schwerin 6
magdeburg: schwerin 16
mannheim: saarbruecken 11, stuttgart 6, wiesbaden 11, wuerzburg 10
muenchen: passau 14, regensburg 10
muenster: osnabrueck 7
nuernberg: regensburg 12, wuerzburg 8
osnabrueck: wilhelmshaven 14
passau: regensburg 12
rostock: schwerin 6, torgelow 19
saarbruecken: stuttgart 17, trier 11, wiesbaden 10
schwerin: torgelow 19
stuttgart: wuerzburg 12
trier: wiesbaden 18
"""

_USA_REGIONS = """
nw: billings boise cheyenne denver omaha portland seattle
sw: las_vegas los_angeles phoenix salt_lake_city san_diego san_francisco santa_fe
mid: chicago cincinnati duluth fargo knoxville minneapolis st_louis
s: birmingham dallas houston kansas_city memphis new_orleans oklahoma_city
ne: boston buffalo detroit new_york philadelphia pittsburgh washington
se: atlanta jacksonville miami norfolk raleigh savannah tampa
"""
_USA_CONNECTIONS = """
atlanta: birmingham 3, knoxville 5, raleigh 7, savannah 7, st_louis 12
billings: boise 12, cheyenne 9, fargo 17, minneapolis 18, seattle 9
birmingham: jacksonville 9, memphis 6, new_orleans 11
boise: cheyenne 24, portland 13, salt_lake_city 8, san_francisco 23, seattle 12
boston: new_york 3
buffalo: detroit 7, new_york 8, pittsburgh 7
cheyenne: denver 0, minneapolis 18, omaha 14
chicago: cincinnati 7, detroit 7, duluth 12, kansas_city 8, minneapolis 8, omaha 13, st_louis 10
cincinnati: detroit 4, knoxville 6, pittsburgh 7, raleigh 15, st_louis 12
dallas: houston 5, memphis 12, new_orleans 12, oklahoma_city 3, santa_fe 16
denver: kansas_city 16, salt_lake_city 21, santa_fe 13
detroit: duluth 15, pittsburgh 6
duluth: fargo 6, minneapolis 5
fargo: minneapolis 6
houston: new_orleans 8, santa_fe 21
jacksonville: new_orleans 16, savannah 0, tampa 4
kansas_city: memphis 12, oklahoma_city 8, omaha 5, santa_fe 16, st_louis 6
las_vegas: los_angeles 9, phoenix 15, salt_lake_city 18, san_diego 9, san_francisco 14, santa_fe 27
los_angeles: san_diego 3, san_francisco 9
memphis: new_orleans 7, oklahoma_city 14, st_louis 7
miami: tampa 4
minneapolis: omaha 8
new_york: philadelphia 0
norfolk: raleigh 3, washington 5
oklahoma_city: santa_fe 15
philadelphia: washington 3
phoenix: san_diego 14, santa_fe 18
pittsburgh: raleigh 7, washington 6
portland: san_francisco 24, seattle 3
raleigh: savannah 7
salt_lake_city: san_francisco 27, santa_fe 28
"""

PAYMENT = (10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150)
HOUSE_COST = (10, 15, 20)
START_MONEY = 50
TOKENS = {"coal": 24, "oil": 24, "garbage": 24, "uranium": 12}
START_TOKENS = {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
REGIONS_IN_PLAY = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}
PLANTS_REMOVED = {2: 8, 3: 8, 4: 4, 5: 0, 6: 0}
MOST_PLANTS = {2: 4, 3: 3, 4: 3, 5: 3, 6: 3}
STAGE_2_CITIES = {2: 10, 3: 7, 4: 7, 5: 7, 6: 6}
END_CITIES = {2: 21, 3: 17, 4: 17, 5: 15, 6: 14}
HOUSES_IN_CITY = {"first": 1, "second": 2, "third": 3}
# Coal, oil, garbage, uranium in stage 1, 2, 3.
RESUPPLY = {2: "3211 4221 3431", 3: "4211 5321 3431", 4: "5321 6432 4542", 5: "5432 7533 5652", 6: "7532 9653 6763"}


@dataclass(frozen=True, slots=True)
class Plant:
    """A plant card: the fuels it takes, the tokens of one production, the cities it supplies."""

    number: int
    fuels: tuple[str, ...]
    need: int
    powers: int


@dataclass(frozen=True, slots=True)
class Board:
    """One side of the board: the cities of each region, the cost of each connection by its two ends in order."""

    regions: dict[str, tuple[str, ...]]
    connections: dict[tuple[str, str], int]

    @property
    def region_of(self) -> dict[str, str]:
        return {city: region for region, cities in self.regions.items() for city in cities}


@cache
def plants() -> dict[int, Plant]:
    found = {}
    for item in _PLANTS.replace("\n", " ").split(";"):
        number, fuels, need, powers = item.split()
        found[int(number)] = Plant(int(number), () if fuels == "-" else tuple(fuels.split("+")), int(need), int(powers))
    return found


@cache
def board(name: str) -> Board:
    regions, connections = (
        (_GERMANY_REGIONS, _GERMANY_CONNECTIONS) if name == "germany" else (_USA_REGIONS, _USA_CONNECTIONS)
    )
    cities = [line.partition(": ") for line in regions.strip().split("\n")]
    ways = [line.partition(": ") for line in connections.strip().split("\n")]
    ends = {(here, way.split()[0]): int(way.split()[1]) for here, _, to in ways for way in to.split(", ")}
    return Board({region: tuple(names.split()) for region, _, names in cities}, ends)


def resupply(players: int, stage: str, fuel: str) -> int:
    """How many tokens of a fuel come on the market in phase 5."""
    return int(RESUPPLY[players].split()[STAGES.index(stage)][FUELS.index(fuel)])


def prices(fuel: str) -> list[int]:
    """The price of each token of a full market, the cheapest first."""
    if fuel == "uranium":
        return [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]
    return [space for space in range(1, 9) for _ in range(3)]


def cost_of(fuel: str, on_market: int, amount: int) -> int:
    """What tokens cost when so many lie on the market: the dearest spaces are full, the cheapest are taken first."""
    full = prices(fuel)
    return sum(full[len(full) - on_market : len(full) - on_market + amount])
