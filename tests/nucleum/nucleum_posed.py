"""Positions on paper for the second hand."""

from __future__ import annotations

from nucleum_gains import Ask, Asks, Move
from nucleum_position import Building, Laid
from nucleum_printed import side
from nucleum_referee import Lots, Referee


def table(players: int, cards: tuple[str, ...] = ("S13",) * 4, neutral: tuple[str, ...] = ()) -> Referee:
    """A game that is set up; without other words there are no neutral buildings and, for two, some rubble."""
    lots = Lots(
        cards=list(cards),
        neutral=list(neutral),
        initial=["C01", "C02", "C03", "C04"][:players],
        purple=["C36", "C41", "C46"],
        milestones=["M1", "M2", "M3", "M4"],
        market=["B01", "B02", "B03", "B04", "B05"],
        silver=["C05", "C06"],
        gold=["C18", "C19"],
    )
    referee = Referee(players=players, map=side(players))
    referee.set_up(lots)
    referee.drawn = {
        "action_tile": [f"A{n:02}" for n in range(1, 31)],
        "silver": ["C07", "C08"],
        "gold": ["C20", "C21"],
    }
    for seat, letter in zip(referee.seats, "ABCD", strict=False):
        seat.experiment = letter
        seat.hand = {f"S{letter}{number}" for number in (1, 2, 3, 4)} | {f"directive_{letter}"}
    return referee


def bare(players: int) -> Referee:
    """Without rubble and tokens, as most positions on paper are."""
    referee = table(players)
    for slots in (*referee.build.values(), *referee.mine_slots.values()):
        for slot in slots:
            slot.rubble = False
    referee.fuelled = set()
    return referee


def run(asks: Asks, *moves: Move) -> Ask | None:
    """Send the moves, each of which must be legal; give the decision that is open then."""
    try:
        ask = next(asks)
        for move in moves:
            assert move in ask.moves, (move, ask)
            ask = asks.send(move)
    except StopIteration:
        return None
    return ask


def rubble(referee: Referee) -> set[str]:
    """Places of rubble, as city, kind and number from 1."""
    groups = {"build": referee.build, "mines": referee.mine_slots, "turbines": referee.turbine_slots}
    return {
        f"{city} {kind} {number}"
        for kind, group in groups.items()
        for city, slots in group.items()
        for number, slot in enumerate(slots, 1)
        if slot.rubble
    }


def own(referee: Referee, city: str, number: int, type_: str, level: int, *, owner: int = 0) -> Building:
    """Put a building on a slot, counted from 1."""
    one = Building(owner, type_, level)
    referee.build[city][number - 1].building = one
    return one


def lay(referee: Referee, cities: str, space: int, owner: int, tile: str = "A28", *, turned: bool = False) -> None:
    line = next(line for line in referee.lines if f"{line.first} {line.second}" == cities)
    line.spaces[space - 1] = Laid(tile, turned, owner)
