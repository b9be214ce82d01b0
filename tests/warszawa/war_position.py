"""The position of a game of Warszawa, and what the inventory says of it without anybody deciding: places, lines, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from war_printed import (
    BRIDGES,
    CELLS,
    ENGINEERS,
    HEXES,
    INNER,
    LARGER,
    LIKES,
    LIMIT,
    MARKERS,
    RESOURCES,
    RIGHT,
    RIVER,
    ROUNDS,
    SITES,
    STAGE_I_ROUNDS,
    START_FUNDS,
    STYLES,
    UNLIMITED,
    URBAN,
    Cell,
    Corner,
    Edge,
    corners,
    norms,
    places,
    projects,
    tasks,
    touching,
    tunnels_at,
)


@dataclass(frozen=True, slots=True)
class Building:
    """A finished building; a neutral one is of nobody."""

    owner: int | None
    kind: str


@dataclass(slots=True)
class Seat:
    """What one player has."""

    stock: dict[str, int] = field(default_factory=lambda: {"funds": START_FUNDS, "concrete": 0, "rubble": 0})
    hand: set[str] = field(default_factory=set)
    looked_at: set[str] = field(default_factory=set)
    started: dict[str, Cell] = field(default_factory=dict)
    """The projects in construction, and where the engineer of each stands."""
    finished: set[str] = field(default_factory=set)
    turned: set[str] = field(default_factory=set)
    dealt: set[str] = field(default_factory=set)
    norm: str = ""
    engineers: int = 0
    markers: int = MARKERS
    points: int = 0
    passed: bool = False
    metro_this_round: int = 0


@dataclass(slots=True)
class Position:
    """Who has what and where; seats are integers, cards and spaces ids."""

    players: int
    first: int = 0
    round: int = 1
    rounds: int = ROUNDS
    phase: str = "norms"
    over: bool = False
    deck: set[str] = field(default_factory=set)
    """Shuffled: which card comes next is told."""
    discards: set[str] = field(default_factory=set)
    task_deck: set[str] = field(default_factory=set)
    open_tasks: set[str] = field(default_factory=set)
    drawn: list[str] = field(default_factory=list)
    """What chance has drawn and nobody has taken yet."""
    seats: list[Seat] = field(default_factory=list)
    rubble: set[Cell] = field(default_factory=set)
    built: dict[Cell, Building] = field(default_factory=dict)
    on_spaces: dict[str, list[int]] = field(default_factory=dict)
    metro: dict[Edge, int] = field(default_factory=dict)
    bridges: dict[Edge, int] = field(default_factory=dict)
    tunnel: Edge | None = None
    bonus: list[dict[str, int]] = field(default_factory=list)
    """What each seat got at the end, and for what."""

    @property
    def stage(self) -> int:
        return 1 if self.round <= STAGE_I_ROUNDS else 2

    def around(self, start: int) -> list[int]:
        return [(start + step) % self.players for step in range(self.players)]

    # -- resources ---------------------------------------------------------------------------------------------

    def has(self, seat: int, function: str) -> int:
        """How many finished buildings of a player have a function that has not been used."""
        mine = self.seats[seat]
        return sum(projects()[card].function == function for card in mine.finished - mine.turned)

    def limit(self, seat: int, what: str) -> int:
        """W49, and the two functions that raise it by one."""
        return LIMIT + (what in LARGER and self.has(seat, LARGER[what]) > 0)

    def room(self, seat: int, what: str) -> int:
        mine = self.seats[seat]
        return self.limit(seat, what) - (len(mine.hand) if what == "projects" else mine.stock[what])

    def gain(self, seat: int, gains: Mapping[str, int]) -> dict[str, int]:
        """W49: excess is not taken; give what was."""
        taken = {what: min(amount, max(0, self.room(seat, what))) for what, amount in gains.items()}
        for what, amount in taken.items():
            self.seats[seat].stock[what] += amount
        return taken

    def can_pay(self, seat: int, cost: Mapping[str, int]) -> bool:
        return all(self.seats[seat].stock[what] >= amount for what, amount in cost.items())

    def pay(self, seat: int, cost: Mapping[str, int]) -> None:
        for what, amount in cost.items():
            self.seats[seat].stock[what] -= amount
            assert self.seats[seat].stock[what] >= 0

    # -- the map -----------------------------------------------------------------------------------------------

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """W95: over the river only by a bridge."""
        for other in touching(cell):
            edge = frozenset((cell, other))
            if edge not in RIVER or edge in self.bridges:
                yield other

    def kinds_beside(self, cell: Cell) -> Counter[str | None]:
        """The types of the buildings beside a cell, ``None`` for a field without one."""
        found = (self.built.get(other) for other in self.neighbours(cell))
        return Counter(building.kind if building else None for building in found)

    def taken_cells(self) -> set[Cell]:
        return set(self.built) | {cell for seat in self.seats for cell in seat.started.values()}

    def cells_for(self, card: str) -> set[Cell]:
        """W51-W55: where the foundations of a project may be laid."""
        zone = projects()[card].zone
        if zone in SITES:
            fit = {SITES[zone]}
        else:
            fit = {cell for cell in CELLS if zone == "any" or (zone == "urban") == (cell in URBAN)}
            if self.stage == 1:
                fit -= set(SITES.values())
        if self.players == 3:
            fit -= RIGHT
        return fit - self.taken_cells() - self.rubble

    def spare(self, seat: int, function: str) -> set[str]:
        """The finished cards of a player with a function that can still be used."""
        mine = self.seats[seat]
        return {card for card in mine.finished - mine.turned if projects()[card].function == function}

    def open_spaces(self, permitted: bool) -> set[str]:
        """W45-W47."""
        free = {place for place in places(self.players) if permitted or place not in self.on_spaces}
        return free | set(UNLIMITED)

    # -- metro and bridges -------------------------------------------------------------------------------------

    def degrees(self) -> Counter[Corner]:
        """How many ends of segments, and of the tunnel, meet in each corner."""
        laid = [*self.metro, *([self.tunnel] if self.tunnel else [])]
        return Counter(corner for edge in laid for corner in corners(edge))

    def metro_places(self) -> set[Edge]:
        """W76-W81, W83-W86; W9."""
        free = {edge for edge in INNER if edge not in self.metro and not (self.players == 3 and edge <= RIGHT)}
        if not self.metro:
            return free
        degrees = self.degrees()
        branched = max(degrees.values()) > 2
        fit = set()
        for edge in free:
            low, high = sorted(degrees[corner] for corner in corners(edge))
            if low == 0 and (high == 1 or (high == 2 and self.stage == 2 and not branched)):
                fit.add(edge)
        return fit

    def tunnel_places(self, edge: Edge) -> set[Edge]:
        """W87, W91: where the tunnel may lie after a segment that reaches the river; not where a bridge lies."""
        if self.players == 3 or self.tunnel:
            return set()
        return {place for corner in corners(edge) for place in tunnels_at(corner)} - set(self.bridges)

    def bridge_places(self) -> set[Edge]:
        """W91, W94."""
        if len(self.bridges) == BRIDGES:
            return set()
        return set(RIVER) - set(self.bridges) - {self.tunnel}

    # -- points ------------------------------------------------------------------------------------------------

    def worth(self, card: str, cell: Cell) -> int:
        """W70, W72, W73: the points of a building at the moment it is built."""
        points = projects()[card].points
        return 2 + self.kinds_beside(cell)[None] if points is None else points

    def fulfilled(self, card: str, cell: Cell) -> set[str]:
        """W28-W32: the open tasks that a building just built fulfils."""
        project, beside = projects()[card], self.kinds_beside(cell)
        made = {project.kind, project.function if project.function in STYLES else project.kind}
        return {name for name in self.open_tasks if tasks()[name].build in made and beside[tasks()[name].beside]}

    def buildings(self, seat: int) -> dict[Cell, Building]:
        return {cell: building for cell, building in self.built.items() if building.owner == seat}

    def hexes(self, seat: int) -> int:
        return HEXES - len(self.buildings(seat))

    def all_engineers(self) -> int:
        return ENGINEERS[self.players]

    def neighbourhood(self, seat: int) -> int:
        """W109-W115."""
        total = 0
        for cell, building in self.buildings(seat).items():
            beside = self.kinds_beside(cell)
            total += sum(beside[kind] for kind in LIKES[building.kind])
        return total

    def beside_metro(self, seat: int) -> int:
        """W117."""
        return sum(any(cell in edge for edge in self.metro) for cell in self.buildings(seat))

    def norm_points(self, seat: int) -> int:
        """W34-W38: objects are types, segments and bridges, so the best partition is the scarcest object's."""
        needed = Counter(norms()[self.seats[seat].norm][: 3 if self.players == 5 else 4])
        own = Counter(building.kind for building in self.buildings(seat).values())
        own["metro"] = sum(owner == seat for owner in self.metro.values())
        own["bridge"] = sum(owner == seat for owner in self.bridges.values())
        sets = 0
        while all(own[what] >= amount * (sets + 1) for what, amount in needed.items()):
            sets += 1
        return 3 * sets if sets else -3

    def style_points(self, style: str) -> list[int]:
        """W119, W120."""
        counts = [sum(projects()[card].function == style for card in seat.finished) for seat in self.seats]
        most = max(counts)
        leaders = counts.count(most)
        return [(5 if leaders == 1 else 3) if most and count == most else 0 for count in counts]

    def score_end(self) -> None:
        styles = {style: self.style_points(style) for style in STYLES}
        for number, seat in enumerate(self.seats):
            extra = {
                "neighbours": self.neighbourhood(number),
                "metro": self.beside_metro(number),
                "norm": self.norm_points(number),
                **{style: points[number] for style, points in styles.items()},
            }
            self.bonus.append(extra)
            seat.points += sum(extra.values())

    def ranking(self) -> list[list[int]]:
        """W106, W121: seats by place; equal players share it."""
        worth = [(seat.points, len(self.buildings(number))) for number, seat in enumerate(self.seats)]
        return [
            [seat for seat in range(self.players) if worth[seat] == value] for value in sorted(set(worth), reverse=True)
        ]

    def stock_total(self, seat: int) -> int:
        return sum(self.seats[seat].stock[what] for what in RESOURCES)
