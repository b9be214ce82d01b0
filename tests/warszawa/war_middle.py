"""Positions from the middle of a game of Warszawa, made at random: what random play from the beginning seldom reaches."""

from __future__ import annotations

from random import Random

from war_position import Building, Seat
from war_printed import ENGINEERS, NEUTRAL, ONE_SHOT_GAINS, RESOURCES, RIGHT, URBAN, norms, projects, tasks
from war_referee import Referee

ONE_SHOT = {*ONE_SHOT_GAINS, "commission", "double_shift", "permit", "sappers", "delivery_echo", "press_coverage"}


def middle(players: int, random: Random, *, dense: bool) -> Referee:
    """The beginning of a round from the second on; a dense board has hardly a free field."""
    referee = Referee(players=players, first=random.randrange(players), round=random.choice((2, 3, 4, 5, 6, 7, 8)))
    referee.seats = [Seat() for _ in range(players)]
    if players == 3:
        tokens = random.sample(NEUTRAL, len(NEUTRAL))
        referee.built = {cell: Building(None, kind) for cell, kind in zip(sorted(RIGHT), tokens, strict=True)}
    _cards(referee, random, dense)
    _lines(referee, random)
    cleared = random.random() if not dense else 1.0
    taken = referee.taken_cells()
    referee.rubble = {cell for cell in sorted(URBAN) if cell not in taken and random.random() > cleared}
    order = random.sample(sorted(norms()), 2 * players)
    for number, seat in enumerate(referee.seats):
        seat.dealt = set(order[2 * number : 2 * number + 2])
        seat.norm = order[2 * number]
        seat.engineers = ENGINEERS[players] - len(seat.started)
        seat.points = random.randrange(40)
        seat.stock = {what: random.randrange(referee.limit(number, what) + 1) for what in RESOURCES}
    own = sorted(name for name, task in tasks().items() if task.stage == referee.stage)
    random.shuffle(own)
    referee.open_tasks = set(own[: random.randrange(4)])
    referee.task_deck = set(own[3 : random.randrange(3, len(own) + 1)])
    return referee


def _cards(referee: Referee, random: Random, dense: bool) -> None:
    """Finished buildings, projects in construction, hands, the deck and the discards."""
    known = sorted(card for card, project in projects().items() if project.stage <= referee.stage)
    random.shuffle(known)
    for number, seat in enumerate(referee.seats):
        for _ in range(random.choice((8, 9, 10, 11)) if dense else random.randrange(6)):
            _put(referee, number, known, random)
        for _ in range(random.randrange(min(3, ENGINEERS[referee.players]))):
            _start(referee, number, known, random)
        seat.turned = {
            card for card in sorted(seat.finished) if projects()[card].function in ONE_SHOT and random.random() < 0.4
        }
    present = [card for card in known if projects()[card].stage == referee.stage]
    for number, seat in enumerate(referee.seats):
        most = random.randrange(referee.limit(number, "projects") + 1)
        seat.hand, present = set(present[:most]), present[most:]
    away = random.choice((0, 0, len(present) // 2, len(present)))
    referee.discards, referee.deck = set(present[:away]), set(present[away:])


def _put(referee: Referee, number: int, known: list[str], random: Random) -> None:
    for card in known:
        cells = sorted(referee.cells_for(card))
        if cells:
            known.remove(card)
            referee.built[random.choice(cells)] = Building(number, projects()[card].kind)
            referee.seats[number].finished.add(card)
            return


def _start(referee: Referee, number: int, known: list[str], random: Random) -> None:
    for card in known:
        cells = sorted(referee.cells_for(card))
        if cells:
            known.remove(card)
            referee.seats[number].started[card] = random.choice(cells)
            return


def _lines(referee: Referee, random: Random) -> None:
    """Segments, the tunnel and bridges, as they may have come in the order of play."""
    for _ in range(random.choice((0, 1, 2, 4, 8, 16))):
        fit = sorted(referee.metro_places(), key=sorted)
        owners = [number for number, seat in enumerate(referee.seats) if seat.markers]
        if fit and owners:
            edge, owner = random.choice(fit), random.choice(owners)
            referee.metro[edge] = owner
            referee.seats[owner].markers -= 1
            tunnels = sorted(referee.tunnel_places(edge), key=sorted)
            if tunnels:
                referee.tunnel = random.choice(tunnels)
    for _ in range(random.randrange(5)):
        owners = [number for number, seat in enumerate(referee.seats) if seat.markers]
        if owners:
            owner = random.choice(owners)
            referee.bridges[random.choice(sorted(referee.bridge_places(), key=sorted))] = owner
            referee.seats[owner].markers -= 1
