"""The position of a game, and what the inventory counts and asks of it: networks, ways, slots, contracts, points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nucleum_printed import (
    BUILDING_VP,
    DIRECTIVE,
    INCOME,
    LETTERS,
    LEVEL,
    MINE_SIZE,
    SEGMENT_OF,
    TIER_OF,
    TRACK_BONUS,
    TYPES,
    VP_PER_OWN_IN_NETWORK,
    Map,
    Tile,
    contracts,
    tiles,
)

NOBODY = -1
"""The owner of neutral buildings."""


@dataclass(slots=True)
class Building:
    """An urban building on the map; of a neutral one the name, need and level stand under its own name."""

    owner: int
    type: str
    level: int
    energized: bool = False
    neutral: str = ""


@dataclass(slots=True)
class Slot:
    """A place of a city: its printed kind, and what lies on it. A turbine or mine is a seat and a row."""

    kind: str
    building: Building | None = None
    machine: tuple[int, int] | None = None
    rubble: bool = False

    @property
    def free(self) -> bool:
        return self.building is None and self.machine is None and not self.rubble

    @property
    def red(self) -> bool:
        return "*" in self.kind


@dataclass(slots=True)
class Laid:
    """A tile laid as a railway: turned, its second end looks at the first city. Without a worker it is nobody's."""

    tile: str
    turned: bool
    owner: int

    def end(self, towards_first: bool) -> int:
        return int(towards_first == self.turned)


@dataclass(slots=True)
class Line:
    """A connection of the map, and what lies on its spaces."""

    first: str
    second: str
    red: bool
    spaces: list[Laid | None]
    in_use: bool = False
    """The actions of a tile just laid are not done yet."""

    @property
    def complete(self) -> bool:
        """N45: a line is complete only after the actions of its last tile."""
        return None not in self.spaces and not self.in_use

    def tile_at(self, space: int) -> Laid | None:
        return self.spaces[space] if 0 <= space < len(self.spaces) else None

    def city_at(self, space: int, towards_first: bool) -> str:
        """The city that an end of a space touches, if any."""
        if towards_first:
            return self.first if space == 0 else ""
        return self.second if space == len(self.spaces) - 1 else ""


@dataclass(slots=True)
class Seat:
    """Everything of one player."""

    experiment: str = ""
    thaler: int = 4
    workers: int = 2
    supply: int = 16
    achievements: int = 0
    vp: int = 0
    income: dict[str, int] = field(default_factory=lambda: {"thaler": 1, "workers": 1, "vp": 1})
    levels: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TYPES, 1))
    turbines: dict[int, str] = field(default_factory=dict)
    mines: dict[int, str] = field(default_factory=dict)
    uranium: dict[int, int] = field(default_factory=dict)
    hand: set[str] = field(default_factory=set)
    played: list[str] = field(default_factory=list)
    contracts: list[str] = field(default_factory=lambda: ["", "", "", ""])
    done: set[str] = field(default_factory=set)
    technologies: set[int] = field(default_factory=set)
    markers: list[int] = field(default_factory=list)
    laid_freely: bool = False

    def knows(self, technology: str) -> bool:
        return self.experiment == technology[0] and int(technology[1:]) in self.technologies

    def locked(self, level: int) -> list[int]:
        return [number for number in LEVEL if LEVEL[number] == level and number not in self.technologies]

    def income_of(self, track: str) -> tuple[int, int]:
        """N82: the highest value left of the marker and under a played tile."""
        covered = min(self.income[track] - 1, 2 * len(self.played) - 1, 14)
        return INCOME[track][max(0, covered)]


@dataclass(slots=True)
class Position:
    """The table. Cities, tiles, contracts and technologies are called by what is printed on them."""

    players: int
    map: Map
    first: int = 0
    active: int = 0
    """Whose turn it is."""
    helper: int = NOBODY
    """Who uses an own end of another player's railway, in that player's turn."""
    seats: list[Seat] = field(default_factory=list)
    build: dict[str, list[Slot]] = field(default_factory=dict)
    turbine_slots: dict[str, list[Slot]] = field(default_factory=dict)
    mine_slots: dict[str, list[Slot]] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    fuelled: set[str] = field(default_factory=set)
    """The plants with a Nucleum."""
    wagons: dict[str, dict[int, int]] = field(default_factory=dict)
    """Of each area, how many wagons stand at each price."""
    market: list[str] = field(default_factory=list)
    stack: int = 0
    open: dict[str, list[str]] = field(default_factory=dict)
    stacked: dict[str, int] = field(default_factory=dict)
    milestones: list[str] = field(default_factory=list)
    tokens: set[int] = field(default_factory=set)
    """The segments that still have their Nucleum."""
    met: set[str] = field(default_factory=set)
    called: bool = False
    over: bool = False
    days: int = 0
    seen: list[str] = field(default_factory=list)

    # -- networks and ways -------------------------------------------------------------------------------------

    def joined(self, city: str) -> set[str]:
        """N46: the city and all that complete lines join to it; a way does not pass through a coal area."""
        found, look = {city}, [city]
        while look:
            here = look.pop()
            for line in self.lines:
                if line.complete and here in (line.first, line.second):
                    other = line.second if here == line.first else line.first
                    if other not in found:
                        found.add(other)
                        look.append(other)
        return found

    def areas_of(self, cities: set[str]) -> list[str]:
        return [area for area, ends in self.map.links.items() if cities & set(ends)]

    def network(self, seat: int) -> set[str]:
        """N47: every city of the networks of a player; empty if there is none."""
        own = set(self.seats[seat].turbines.values()) | set(self.seats[seat].mines.values())
        own |= {city for city, _ in self.own_buildings(seat)}
        for line in self.lines:
            if line.complete and any(laid and laid.owner == seat for laid in line.spaces):
                own |= {line.first, line.second}
            for space, laid in enumerate(line.spaces):
                if laid and laid.owner == seat:
                    own |= {line.city_at(space, towards) for towards in (True, False)} - {""}
        return {city for one in own for city in self.joined(one)}

    def within(self, seat: int) -> set[str]:
        """N51, N54: where a player may build."""
        return self.network(seat) or set(self.map.cities)

    # -- slots -------------------------------------------------------------------------------------------------

    def fitting(self, city: str, types: set[str]) -> list[int]:
        """N50, N52: the free slots for a building; a slot of one kind goes before all others, which are a free choice."""
        one_kind, others = [], []
        for number, slot in enumerate(self.build[city]):
            kinds = {LETTERS[letter] for letter in slot.kind.split("/")} if not slot.red else set()
            if slot.free and (slot.red or kinds & types):
                (one_kind if len(kinds) == 1 else others).append(number)
        return one_kind or others

    # -- counting ----------------------------------------------------------------------------------------------

    def buildings(self) -> Iterator[tuple[str, Building]]:
        for city, slots in self.build.items():
            for slot in slots:
                if slot.building:
                    yield city, slot.building

    def own_buildings(self, seat: int) -> list[tuple[str, Building]]:
        return [(city, one) for city, one in self.buildings() if one.owner == seat]

    def railway_tiles(self, seat: int) -> int:
        return sum(laid is not None and laid.owner == seat for line in self.lines for laid in line.spaces)

    def count(self, seat: int, subject: str, city: str = "") -> int:
        """What a contract or a milestone counts."""
        own, mine = self.own_buildings(seat), self.seats[seat]
        lit = [(place, one) for place, one in own if one.energized]
        if subject in TYPES:
            return sum(one.type == subject for _, one in own)
        counts = {
            "any_building": len(own),
            "government": sum(one.level == 4 for _, one in own),
            "energized": len(lit),
            "energized_level": max((one.level for _, one in lit), default=0),
            "cities_with_building": len({place for place, _ in own}),
            "cities_with_energized": len({place for place, _ in lit}),
            "building_in": sum(place == city for place, _ in own),
            "railway_tiles": self.railway_tiles(seat),
            "turbines": len(mine.turbines),
            "mines": len(mine.mines),
            "achievements": mine.achievements,
            "action_tiles_on_board": len(mine.played),
            "technologies": len(mine.technologies),
            "contracts_done": len(mine.done),
            "uranium_in_mines": sum(mine.uranium.values()),
        }
        return counts[subject]

    def fulfils(self, seat: int, contract: str) -> bool:
        """N36."""
        asked = contracts()[contract]
        return self.count(seat, asked.subject, asked.city) >= asked.number

    # -- points ------------------------------------------------------------------------------------------------

    def milestone_count(self, seat: int, milestone: str) -> int:
        subjects = {
            "M1": "factory",
            "M2": "residential",
            "M3": "railway_tiles",
            "M4": "cities_with_energized",
            "M5": "mines",
            "M6": "turbines",
            "M7": "laboratory",
            "M8": "contracts_done",
        }
        return self.count(seat, subjects[milestone]) // (2 if milestone == "M3" else 1)

    def progress_points(self, seat: int) -> int:
        """N88, N102."""
        points = 0
        for space in self.seats[seat].markers:
            if space == 0:
                points -= 3
            else:
                points += TIER_OF[space] * self.milestone_count(seat, self.milestones[SEGMENT_OF[space]])
        return points

    def goal_points(self, seat: int) -> int:
        """N103."""
        mine = self.seats[seat]
        if 8 not in mine.technologies:
            return 0
        if mine.experiment == "A":
            own = len(self.own_buildings(seat))
            return next((points for least, points in ((8, 21), (7, 10), (5, 4)) if own >= least), 0)
        if mine.experiment == "B":
            return 2 * (len(mine.hand) + len(mine.played))
        return 2 * len(mine.done) if mine.experiment == "C" else self.railway_tiles(seat)

    def building_points(self, seat: int) -> int:
        """N107."""
        points = 0
        own = self.own_buildings(seat)
        for city, one in own:
            if one.energized:
                if one.level == 4:
                    around = self.joined(city)
                    same = sum(other.type == one.type and place in around for place, other in own)
                    worth = VP_PER_OWN_IN_NETWORK[one.type] * same
                else:
                    worth = BUILDING_VP[one.type, one.level]
                points += worth * (2 if city == "Praha" else 1)
        return points

    def final_points(self, seat: int) -> dict[str, int]:
        """N102-N108, by what they are for."""
        mine = self.seats[seat]
        return {
            "progress": self.progress_points(seat),
            "goal": self.goal_points(seat),
            "uranium": sum(mine.uranium.values()) // 3,
            "workers": mine.workers // 2,
            "thaler": mine.thaler // 5,
            "buildings": self.building_points(seat),
            "tracks": sum(TRACK_BONUS.get(space, 0) for space in mine.income.values()),
        }

    def totals(self) -> list[int]:
        return [mine.vp + sum(self.final_points(seat).values()) for seat, mine in enumerate(self.seats)]

    def ranking(self) -> list[tuple[int, list[int]]]:
        """N109: points and seats by place; equal players share it."""
        totals = self.totals()
        return [
            (points, [seat for seat, own in enumerate(totals) if own == points])
            for points in sorted(set(totals), reverse=True)
        ]

    # -- small questions ---------------------------------------------------------------------------------------

    @property
    def on_move(self) -> int:
        """N100: the player whose move is being carried out."""
        return self.active if self.helper == NOBODY else self.helper

    def mines_with_room(self, seat: int) -> list[int]:
        mine = self.seats[seat]
        return [row for row in sorted(mine.mines) if mine.uranium.get(row, 0) < MINE_SIZE[row]]

    def around(self, seat: int) -> list[int]:
        """Every seat clockwise, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]


def tile_of(name: str) -> Tile | None:
    """The directive has no ends."""
    return None if name.startswith(DIRECTIVE) else tiles()[name]


def matches(one: str, other: str) -> bool:
    """N43, N44: the same colour, or one that takes every colour."""
    return one == other or bool({one, other} & {"multi", "any"})
