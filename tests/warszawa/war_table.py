"""A table at which the referee is led through one position: what is legal, what is done, what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from war_playing import compare, tell_draws
from war_position import Building, Seat
from war_printed import ENGINEERS, MARKERS, NEUTRAL, RIGHT, Cell, Edge, norms, projects, tasks
from war_referee import Ask, Move, Referee
from war_started import started

STOPS = (("pass",), ("end",), ("decline",), ("stop",))


def edge(a: Cell, b: Cell) -> Edge:
    return frozenset((a, b))


def seat(
    stock: str = "0/0/0",
    *,
    hand: str = "",
    started: Mapping[str, Cell] | None = None,
    finished: str = "",
    turned: str = "",
    norm: str = "",
    markers: int = 6,
    points: int = 0,
) -> Seat:
    """What a player has: the stock as funds/concrete/rubble, cards by words."""
    funds, concrete, rubble = map(int, stock.split("/"))
    return Seat(
        stock={"funds": funds, "concrete": concrete, "rubble": rubble},
        hand=set(hand.split()),
        started=dict(started or {}),
        finished=set(finished.split()),
        turned=set(turned.split()),
        norm=norm,
        markers=markers,
        points=points,
    )


def pose(
    players: int = 4,
    *seats: Seat,
    round: int = 2,  # noqa: A002 - called as in the rules
    first: int = 0,
    rubble: Iterable[Cell] = (),
    built: Mapping[Cell, tuple[int | None, str]] | None = None,
    metro: Mapping[Edge, int] | None = None,
    bridges: Mapping[Edge, int] | None = None,
    tunnel: Edge | None = None,
    tasks_open: str = "",
    deck: Iterable[str] | None = None,
    discards: str = "",
    task_deck: str = "",
) -> Referee:
    """A position; the deck, where nothing is said, is all other cards of the stage."""
    spare = [number for number in norms() if number not in {one.norm for one in seats}]
    everybody = [*seats, *(seat() for _ in range(players - len(seats)))]
    for one in everybody:
        one.norm = one.norm or spare.pop()
    referee = Referee(players=players, first=first, round=round, seats=everybody)
    referee.rubble = set(rubble)
    if players == 3:
        referee.rubble -= RIGHT
        referee.built = {cell: Building(None, kind) for cell, kind in zip(sorted(RIGHT), NEUTRAL, strict=True)}
    referee.built |= {cell: Building(*what) for cell, what in (built or {}).items()}
    referee.metro, referee.bridges, referee.tunnel = dict(metro or {}), dict(bridges or {}), tunnel
    gone = [*referee.metro.values(), *referee.bridges.values()]
    for number, one in enumerate(referee.seats):
        one.markers = min(one.markers, MARKERS - gone.count(number))
        one.engineers = ENGINEERS[players] - len(one.started)
    referee.open_tasks, referee.task_deck = set(tasks_open.split()), set(task_deck.split())
    referee.discards = set(discards.split())
    out = referee.discards.union(*(one.hand | set(one.started) | one.finished for one in referee.seats))
    present = {card for card, project in projects().items() if project.stage == referee.stage}
    referee.deck = present - out if deck is None else set(deck)
    assert set(tasks()) >= referee.open_tasks | referee.task_deck
    return referee


class Table:
    """A game that goes on from the beginning of a phase, on both sides unless chance has a part in what must come out."""

    def __init__(self, referee: Referee, phase: str, *, both: bool = True) -> None:
        self.referee = referee
        self.sitting = started(referee, phase) if both else None
        self.told = len(self.sitting.journal()) if self.sitting else 0
        self.asks = referee.play(phase)
        self.ask: Ask | None = next(self.asks)
        self.typed = compare(self.sitting, referee, self.ask) if self.sitting else {}

    @property
    def legal(self) -> frozenset[Move]:
        return self.ask.moves if self.ask else frozenset()

    def do(self, *move: object, draws: str = "") -> None:
        """Play a legal move; what is drawn by it is said, where the ruleset does not say it."""
        assert move in self.legal, f"{move} is not legal"
        self.referee.drawn += draws.split()
        if self.sitting:
            assert not draws
            self.sitting.apply(self.typed[move])
            self.told = tell_draws(self.sitting, self.referee, self.told)
        try:
            self.ask = self.asks.send(move)
        except StopIteration:
            self.ask = None
        assert self.referee.drawn == []
        if self.sitting:
            self.typed = compare(self.sitting, self.referee, self.ask)

    def places(self, option: str, *begin: object) -> set[object]:
        """The last parts of the legal moves that begin so."""
        return {move[-1] for move in self.legal if move[: 1 + len(begin)] == (option, *begin)}

    def stop(self) -> None:
        self.do(*next(move for move in STOPS if move in self.legal))

    def on_to(self, name: str, who: int) -> None:
        """Everybody stops until somebody has to decide something."""
        while self.ask and (self.ask.name, self.ask.seat) != (name, who):
            self.stop()
        assert self.ask is not None

    def stock(self, who: int = 0) -> str:
        stock = self.referee.seats[who].stock
        return f"{stock['funds']}/{stock['concrete']}/{stock['rubble']}"

    def points(self, who: int = 0) -> int:
        return self.referee.seats[who].points
