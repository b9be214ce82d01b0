"""What players gain and lose, and the small decisions that this brings: uranium, steps, technologies, tiles, conditions met."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field

from nucleum_position import Position
from nucleum_printed import LEVEL, MARKET_PRICES, NEEDED, TRACK_END

Move = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision: its name, the seat that decides, and every legal move."""

    name: str
    seat: int
    moves: frozenset[Move]


Asks = Generator[Ask, Move, None]
Answer = Generator[Ask, Move, Move]
STOP: Move = ("stop",)
EXCHANGES = ("uranium_to_worker", "worker_to_thaler")
VP_FLAG = 70
TRACKS = ("thaler", "workers", "vp")


def always(_move: Move) -> bool:
    return True


@dataclass(slots=True)
class Gains(Position):
    """A position that players change and are asked about."""

    drawn: dict[str, list[str]] = field(default_factory=dict)
    """What chance has drawn, by heap, and nobody has taken yet."""

    def ask(self, name: str, seat: int, moves: Callable[[], set[Move]], may: Callable[[Move], bool] = always) -> Answer:
        """N42: the player whose turn it is may always exchange before he decides; then what is legal is asked again."""
        while True:
            more = {move for move in self.exchanges(seat) if may(move)} if seat == self.active else set()
            move = yield Ask(name, seat, frozenset(moves() | more))
            if move[0] not in EXCHANGES:
                return move
            self.exchange(seat, move)
            self.seen.append(f"{move[0]} at {name}")

    def exchange(self, seat: int, move: Move) -> None:
        """N42."""
        if move[0] == "uranium_to_worker":
            self.seats[seat].uranium[int(move[1])] -= 1
            self.gain_workers(seat, 1)
        else:
            self.pay_workers(seat, 1)
            self.seats[seat].thaler += 1

    def exchanges(self, seat: int) -> set[Move]:
        mine = self.seats[seat]
        found: set[Move] = {
            ("uranium_to_worker", row) for row, amount in mine.uranium.items() if amount and mine.supply
        }
        return found | ({("worker_to_thaler",)} if mine.workers else set())

    # -- plain gains -------------------------------------------------------------------------------------------

    def gain_workers(self, seat: int, amount: int) -> None:
        mine = self.seats[seat]
        gained = min(amount, mine.supply)
        mine.workers += gained
        mine.supply -= gained
        if gained < amount:
            self.seen.append("no more workers")

    def pay_workers(self, seat: int, amount: int) -> None:
        self.seats[seat].workers -= amount
        self.seats[seat].supply += amount

    def pay(self, seat: int, amount: int) -> None:
        self.seats[seat].thaler -= amount
        assert self.seats[seat].thaler >= 0

    def score(self, seat: int, amount: int) -> None:
        """N99, N100: the marker may be another player's than the move that brings it past the flag."""
        self.seats[seat].vp += amount
        if self.seats[seat].vp >= VP_FLAG:
            self.meet("points", self.on_move)

    def meet(self, condition: str, seat: int) -> None:
        """N94, N100: each condition once."""
        if condition not in self.met:
            self.met.add(condition)
            self.seen.append(f"met {condition}")
            self.score(seat, 3)
            if len(self.met) >= NEEDED[self.players]:
                self.called = True

    def step(self, seat: int, track: str, steps: int = 1) -> None:
        """N108: beyond the end each step is a point."""
        mine = self.seats[seat]
        beyond = max(0, mine.income[track] + steps - TRACK_END)
        mine.income[track] += steps - beyond
        if beyond:
            self.seen.append("beyond the end of a track")
            self.score(seat, beyond)

    # -- gains with a decision ---------------------------------------------------------------------------------

    def gain(self, seat: int, what: Mapping[str, int]) -> Asks:
        """Every kind of reward; a technology last, because it may go on acting."""
        for kind, amount in sorted(what.items(), key=lambda one: one[0] == "technology"):
            if kind == "thaler":
                self.seats[seat].thaler += amount
            elif kind == "workers":
                self.gain_workers(seat, amount)
            elif kind == "achievements":
                self.seats[seat].achievements += amount
            elif kind == "vp":
                self.score(seat, amount)
            elif kind == "uranium":
                yield from self.gain_uranium(seat, amount)
            elif kind == "technology":
                yield from self.gain_technology(seat, amount)
            elif kind == "step_any":
                yield from self.any_steps(seat, amount)
            else:
                self.step(seat, kind.removeprefix("step_"), amount)

    def gain_uranium(self, seat: int, amount: int) -> Asks:
        """N56, N59: each into a mine with room, or a worker instead."""
        for _ in range(amount):
            if not self.mines_with_room(seat) and not self.seats[seat].supply:
                self.seen.append("uranium lost")
                continue
            move = yield from self.ask("uranium_gained", seat, lambda: self.uranium_places(seat))
            if move[0] == "place":
                own = self.seats[seat].uranium
                own[int(move[1])] = own.get(int(move[1]), 0) + 1
            else:
                self.gain_workers(seat, 1)

    def uranium_places(self, seat: int) -> set[Move]:
        """Without a worker in the supply there is none instead."""
        found: set[Move] = {("place", row) for row in self.mines_with_room(seat)}
        return found | self.worker_if_any(seat)

    def worker_if_any(self, seat: int) -> set[Move]:
        return {("worker",)} if self.seats[seat].supply else set()

    def any_steps(self, seat: int, amount: int) -> Asks:
        for _ in range(amount):
            move = yield from self.ask("step", seat, lambda: {("step", track) for track in TRACKS})
            self.step(seat, str(move[1]))

    def gain_technology(self, seat: int, level: int) -> Asks:
        """N69, N98."""
        mine = self.seats[seat]
        if not mine.locked(level):
            self.seen.append("no technology left")
            return
        move = yield from self.ask("technology", seat, lambda: {("unlock", number) for number in mine.locked(level)})
        number = int(move[1])
        mine.technologies.add(number)
        if len(mine.technologies) == len(LEVEL):
            self.meet("technologies", seat)
        yield from self.unlocked(seat, f"{mine.experiment}{number}")

    def unlocked(self, seat: int, technology: str) -> Asks:
        """N70: what an immediate technology does; the actions know."""
        raise AssertionError(technology)

    # -- the market --------------------------------------------------------------------------------------------

    def price(self, place: int, discount: int) -> int:
        return max(0, MARKET_PRICES[place] - discount)

    def take_tile(self, seat: int, place: int) -> None:
        self.seats[seat].hand.add(self.market[place])
        self.market[place] = ""

    def refill(self, seat: int) -> None:
        """N63, N64, N95: slide to the right; what is drawn fills the holes from the right."""
        left = [tile for tile in self.market if tile]
        while len(left) < len(MARKET_PRICES) and self.stack:
            left.insert(0, self.drawn["action_tile"].pop(0))
            self.stack -= 1
        if len(left) < len(MARKET_PRICES):
            self.seen.append("hole in the market")
        self.market = [""] * (len(MARKET_PRICES) - len(left)) + left
        if not self.stack:
            self.meet("action_tiles", seat)

    def discounted_tile(self, seat: int, discount: int) -> Asks:
        """One tile of the market for less; it may be left."""
        offers = {place for place, tile in enumerate(self.market) if tile}

        def moves() -> set[Move]:
            money = self.seats[seat].thaler
            return {("tile", place) for place in offers if self.price(place, discount) <= money} | {STOP}

        move = yield from self.ask("discounted_tile", seat, moves)
        if move != STOP:
            self.pay(seat, self.price(int(move[1]), discount))
            self.take_tile(seat, int(move[1]))
            self.refill(seat)
