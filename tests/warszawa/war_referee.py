"""The rules of Warszawa a second time, in plain Python, written from the inventory: an oracle for whole playthroughs.

``Referee.play`` is a generator: it yields each decision with every legal move, as tuples of its own notation, and is sent
the move that was chosen. Lots are given beforehand; which shuffled card comes next is told by ``drawn``, and it must be one
of those. Between two decisions the fields are the position.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from war_position import Building, Position, Seat
from war_printed import (
    BRIDGE_COSTS,
    BUILDING_COSTS,
    CELLS,
    CLEARS,
    COMMISSION_DRAWS,
    DRAWS,
    GAINS,
    LOOKS,
    NEUTRAL,
    ONE_SHOT_GAINS,
    OPEN_TASKS,
    RESOURCES,
    RIGHT,
    ROUNDS,
    STAGE_I_ROUNDS,
    START_PROJECTS,
    SWAPS,
    URBAN,
    Cell,
    Edge,
    norms,
    places,
    projects,
    tasks,
)

Move = tuple[object, ...]
Moves = set[Move]


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: its name, the seat that decides, and every legal move."""

    name: str
    seat: int
    moves: frozenset[Move]


Asks = Generator[Ask, Move, None]
Choosing = Generator[Ask, Move, Move]


@dataclass(slots=True)
class Referee(Position):
    """One playthrough."""

    neutral: dict[Cell, str] = field(default_factory=dict)
    """The lots: what lies on the right bank with three players."""
    shifts: int = 0
    fetched: list[str] = field(default_factory=list)
    """What a space has given and nobody has reacted to yet."""

    # -- the course of the game --------------------------------------------------------------------------------

    def set_up(self) -> None:
        """W8-W26; the first seat, the neutral tokens and the cards are lots."""
        self.seats = [Seat(engineers=self.all_engineers()) for _ in range(self.players)]
        if self.players == 3:
            assert set(self.neutral) == RIGHT
            assert sorted(self.neutral.values()) == sorted(NEUTRAL)
            self.built = {cell: Building(None, kind) for cell, kind in self.neutral.items()}
        self.rubble = set(URBAN) - set(self.built)
        self.deck = {card for card, project in projects().items() if project.stage == 1}
        self.task_deck = {task for task, printed in tasks().items() if printed.stage == 1}

    def play(self, phase: str = "norms") -> Asks:
        """Go on from the beginning of a phase to the end of the game."""
        phases = {
            "norms": self.choose_norms,
            "office": self.office,
            "planning": self.planning,
            "realization": self.realization,
        }
        names = list(phases)
        for name in names[names.index(phase) :] + names[1:] * ROUNDS:
            self.phase = name
            yield from phases[name]()
            if self.over:
                self.score_end()
                return

    def deal(self) -> None:
        for seat in self.seats:
            seat.hand |= {self.take() for _ in range(START_PROJECTS)}

    def choose_norms(self) -> Asks:
        """W22."""
        for number, seat in enumerate(self.seats):
            assert seat.dealt <= set(norms())
            _, kept = yield Ask("norm", number, frozenset(("keep", norm) for norm in seat.dealt))
            seat.norm = str(kept)

    def take(self) -> str:
        """The next card of the project deck, of which chance has said which it is."""
        if not self.deck:
            self.deck, self.discards = self.discards, set()
        card = self.drawn.pop(0)
        self.deck.remove(card)
        return card

    def draw(self, seat: int, amount: int) -> None:
        """W49, W125: no more than the hand holds, no more than there are."""
        for _ in range(min(amount, max(0, self.room(seat, "projects")))):
            if self.deck or self.discards:
                self.seats[seat].hand.add(self.take())

    def office(self) -> Asks:
        """W33, W40, W41, W101."""
        if self.round == STAGE_I_ROUNDS + 1:
            self.open_tasks = set()
            self.task_deck = {task for task, printed in tasks().items() if printed.stage == 2}
        while self.task_deck and len(self.open_tasks) < OPEN_TASKS:
            task = self.drawn.pop(0)
            self.task_deck.remove(task)
            self.open_tasks.add(task)
        yield from ()

    def end_round(self) -> None:
        """W96-W105."""
        self.over = self.round == self.rounds or len(self.built) == len(CELLS)
        if self.over:
            return
        self.round += 1
        for mine in self.seats:
            mine.metro_this_round = 0
        if self.round == STAGE_I_ROUNDS + 1:
            self.deck = {card for card, project in projects().items() if project.stage == 2}
            self.discards = set()
            for seat in self.seats:
                seat.hand = set()

    # -- functions ---------------------------------------------------------------------------------------------

    def asking(self, name: str, seat: int, moves: Callable[[], Moves]) -> Choosing:
        """W66: a decision in one's own turn, before which functions may be used."""
        while True:
            move = yield Ask(name, seat, frozenset(moves() | self.uses(seat)))
            if move[0] != "use":
                return move
            yield from self.use(seat, str(move[1]))

    def uses(self, seat: int) -> Moves:
        """W65, W66, W68: the one-shot functions of finished, unturned buildings."""
        mine = self.seats[seat]
        now = {*ONE_SHOT_GAINS, "commission", "sappers", *(["double_shift"] if self.phase == "planning" else [])}
        return {("use", card) for card in mine.finished - mine.turned if projects()[card].function in now}

    def use(self, seat: int, card: str) -> Asks:
        self.seats[seat].turned.add(card)
        function = projects()[card].function
        if function in ONE_SHOT_GAINS:
            self.gain(seat, ONE_SHOT_GAINS[function])
        elif function == "commission":
            self.draw(seat, COMMISSION_DRAWS)
        elif function == "sappers":
            cells = {("clear", cell) for cell in self.rubble}
            move = yield Ask("sappers", seat, frozenset({*cells, ("stop",)}))
            self.rubble -= {move[-1]}
        elif function == "double_shift":
            self.shifts += 1

    def reactions(self, actor: int, function: str) -> list[tuple[int, str]]:
        """W67: who may react with which card, clockwise from the actor."""
        return [
            (seat, card)
            for seat in self.around(actor)[1:]
            for card in sorted(self.seats[seat].finished - self.seats[seat].turned)
            if projects()[card].function == function
        ]

    def fetch(self, actor: int, gains: Mapping[str, int]) -> None:
        """A space gives resources, of which the others may take one each when there is a moment for it."""
        self.fetched += [what for what, amount in self.gain(actor, gains).items() if amount]

    def echo(self, actor: int) -> Asks:
        """W67."""
        fetched, self.fetched = self.fetched, []
        for what in fetched:
            for seat, card in self.reactions(actor, "delivery_echo"):
                if card in self.seats[seat].turned or self.room(seat, what) < 1:
                    continue
                move = yield Ask("echo", seat, frozenset({("take",), ("decline",)}))
                if move[0] == "take":
                    self.seats[seat].turned.add(card)
                    self.gain(seat, {what: 1})

    def press(self, actor: int) -> Asks:
        for seat, card in self.reactions(actor, "press_coverage"):
            move = yield Ask("press", seat, frozenset({("react",), ("decline",)}))
            if move[0] == "react":
                self.seats[seat].turned.add(card)
                self.seats[seat].points += 1

    # -- planning ----------------------------------------------------------------------------------------------

    def planning(self) -> Asks:
        """W42-W58."""
        order = self.around(self.first)
        while not all(seat.passed for seat in self.seats):
            for seat in order:
                if not self.seats[seat].passed:
                    yield from self.turn(seat)
        for stood in self.on_spaces.values():
            for seat in stood:
                self.seats[seat].engineers += 1
        self.on_spaces = {}
        for mine in self.seats:
            mine.passed = False

    def turn(self, seat: int) -> Asks:
        """One engineer, or more after a double shift."""
        self.shifts = 1
        while self.shifts:
            move = yield from self.asking("planning", seat, lambda: self.plans(seat))
            if move[0] == "pass":
                self.seats[seat].passed = True
                break
            self.shifts -= 1
            self.seats[seat].engineers -= 1
            if move[0] == "found":
                self.found(seat, str(move[1]), move[2])  # type: ignore[arg-type]
            else:
                yield from self.delegate(seat, str(move[1]))
        self.shifts = 0

    def plans(self, seat: int) -> Moves:
        mine = self.seats[seat]
        found: Moves = {("pass",)}
        if mine.engineers:
            found |= {("delegate", space) for space in self.open_spaces(bool(self.spare(seat, "permit")))}
            found |= {("found", card, cell) for card in mine.hand for cell in self.cells_for(card)}
        return found

    def found(self, seat: int, card: str, cell: Cell) -> None:
        """W50, W51."""
        self.seats[seat].hand.remove(card)
        self.seats[seat].started[card] = cell

    def delegate(self, seat: int, place: str) -> Asks:
        """W45-W48."""
        if place not in self.open_spaces(permitted=False):
            self.seats[seat].turned.add(next(card for card in projects() if card in self.spare(seat, "permit")))
        self.on_spaces.setdefault(place, []).append(seat)
        space = places(self.players).get(place, place)
        if space == "capital_bureau":
            self.first = seat
        gains = GAINS.get(space, {})
        if space == "volunteers" and not self.rubble:
            self.fetch(seat, {"rubble": 1})
        if space in CLEARS:
            yield from self.clear(seat, CLEARS[space])
        self.fetch(seat, gains)
        self.draw(seat, DRAWS.get(space, 0))
        if space == "competition":
            yield from self.compete(seat)
        if space == "barter":
            yield from self.barter(seat)
        yield from self.echo(seat)

    def clear(self, seat: int, most: int) -> Asks:
        """W48, W49: up to so many cells, as long as there is rubble that can be held; who leaves one leaves the others."""
        for _ in range(most):
            if self.room(seat, "rubble") < 1 or not self.rubble:
                return
            yield from self.echo(seat)
            move = yield from self.asking("clearing", seat, lambda: self.clearings(seat))
            if move[0] == "stop":
                return
            self.rubble.remove(move[1])  # type: ignore[arg-type]
            self.fetch(seat, {"rubble": 1})

    def clearings(self, seat: int) -> Moves:
        """A function used meanwhile may have filled the own store."""
        return {("stop",)} | {("clear", cell) for cell in self.rubble if self.room(seat, "rubble") > 0}

    def compete(self, seat: int) -> Asks:
        """W48, W66: look at three, keep one; the others are discarded. A function used meanwhile may have filled the hand."""
        if self.room(seat, "projects") < 1:
            return
        mine = self.seats[seat]
        for _ in range(LOOKS):
            if self.deck or self.discards:
                mine.looked_at.add(self.take())
        if not mine.looked_at:
            return
        yield from self.asking("look", seat, lambda: {("choose",)})
        if self.room(seat, "projects") > 0:
            move = yield Ask("competition", seat, frozenset(("keep", card) for card in mine.looked_at))
            mine.hand.add(str(move[1]))
        self.discards |= mine.looked_at - mine.hand
        mine.looked_at = set()

    def barter(self, seat: int) -> Asks:
        """One for one with the bank, up to so many times, as long as something can be exchanged and the player goes on."""
        for _ in range(SWAPS):
            if self.swaps(seat) == {("stop",)}:
                return
            move = yield from self.asking("barter", seat, lambda: self.swaps(seat))
            if move[0] == "stop":
                return
            self.pay(seat, {str(move[1]): 1})
            self.gain(seat, {str(move[2]): 1})

    def swaps(self, seat: int) -> Moves:
        mine = self.seats[seat].stock
        fit = {("swap", a, b) for a in RESOURCES for b in RESOURCES if a != b and mine[a] and self.room(seat, b) > 0}
        return {*fit, ("stop",)}

    # -- realization -------------------------------------------------------------------------------------------

    def realization(self) -> Asks:
        """W59-W97."""
        for seat in self.around(self.first):
            while True:
                move = yield from self.asking("realization", seat, lambda seat=seat: self.works(seat))  # type: ignore[misc]
                if move[0] == "end":
                    break
                if move[0] == "build":
                    yield from self.build(seat, str(move[1]), int(str(move[2])))
                elif move[0] == "metro":
                    yield from self.lay(seat, move[1])  # type: ignore[arg-type]
                else:
                    self.bridge(seat, move[1], int(str(move[2])))  # type: ignore[arg-type]
        self.end_round()

    def works(self, seat: int) -> Moves:
        mine = self.seats[seat]
        found: Moves = {("end",)}
        if self.hexes(seat):
            for way, cost in enumerate(BUILDING_COSTS):
                if self.can_pay(seat, cost):
                    found |= {("build", card, way) for card in mine.started}
        if mine.markers:
            if self.can_pay(seat, self.metro_cost(seat)):
                found |= {("metro", edge) for edge in self.metro_places()}
            for way, cost in enumerate(BRIDGE_COSTS):
                if self.can_pay(seat, cost):
                    found |= {("bridge", edge, way) for edge in self.bridge_places()}
        return found

    def metro_cost(self, seat: int) -> dict[str, int]:
        free = not self.seats[seat].metro_this_round and self.has(seat, "metro_brigade")
        return {} if free else {"funds": 1}

    def build(self, seat: int, card: str, way: int) -> Asks:
        """W62-W64, W70-W73, W31, W32."""
        mine = self.seats[seat]
        self.pay(seat, BUILDING_COSTS[way])
        cell = mine.started.pop(card)
        mine.engineers += 1
        self.built[cell] = Building(seat, projects()[card].kind)
        mine.finished.add(card)
        mine.points += self.worth(card, cell)
        done = self.fulfilled(card, cell)
        self.open_tasks -= done
        mine.points += sum(tasks()[task].points for task in done)
        for _ in done:
            yield from self.press(seat)

    def lay(self, seat: int, edge: Edge) -> Asks:
        """W74-W88."""
        mine = self.seats[seat]
        self.pay(seat, self.metro_cost(seat))
        mine.metro_this_round += 1
        mine.markers -= 1
        mine.points += 1
        self.metro[edge] = seat
        fit = self.tunnel_places(edge)
        if fit:
            move = yield from self.asking("tunnel", seat, lambda: {("tunnel", place) for place in fit})
            self.tunnel = move[1]  # type: ignore[assignment]

    def bridge(self, seat: int, edge: Edge, way: int) -> None:
        """W89-W94."""
        self.pay(seat, BRIDGE_COSTS[way])
        self.seats[seat].markers -= 1
        self.seats[seat].points += 4
        self.bridges[edge] = seat
