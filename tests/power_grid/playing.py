"""Playing at random, and comparing a playthrough with the referee, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from printed import FUELS, REGIONS_IN_PLAY, STAGE_CARD, Board, board
from referee import Ask, Referee

import reguli

BOARDS = ("germany", "usa")
# How likely a player who may stop goes on, by decision.
GOES_ON = {"nomination": 0.75, "outbidding": 0.4, "purchase": 0.7, "construction": 0.85, "production": 0.9}
STOPS = {"pass_nomination", "pass_bid", "end_buying", "end_building", "end_production"}


@cache
def game(map: str = "germany", **options: str | bool) -> reguli.Game:  # noqa: A002 - the option is called so
    """The ruleset under options, loaded once."""
    return reguli.load("power_grid", {"map": map, **options})


def chosen(random: Random, name: str, moves: Sequence[str]) -> str:
    """A move at random: sensible enough that the game gets on, wild enough that rare things happen."""
    stops = [move for move in moves if move in STOPS]
    others = [move for move in moves if move not in STOPS]
    if not others or (stops and random.random() >= GOES_ON[name]):
        return random.choice(stops)
    if name == "nomination":
        plant = random.choice(sorted({move.split()[1] for move in others}, key=int))
        others = [move for move in others if move.split()[1] == plant]
    if name in {"nomination", "outbidding"} and random.random() < 0.95:
        return others[min(len(others) - 1, random.choice((0, 0, 0, 1, 2, 5)))]
    return random.choice(others)


def lots(random: Random, sides: Board, players: int) -> tuple[tuple[str, ...], list[int]]:
    """Connected regions, one after the other, and the starting order."""
    touching = {
        frozenset((sides.region_of[a], sides.region_of[b]))
        for a, b in sides.connections
        if sides.region_of[a] != sides.region_of[b]
    }
    regions = [random.choice(sorted(sides.regions))]
    while len(regions) < REGIONS_IN_PLAY[players]:
        free = [one for one in sides.regions if one not in regions]
        regions.append(random.choice([one for one in free if any({one, other} in touching for other in regions)]))
    return tuple(regions), random.sample(range(players), players)


def plain(sitting: reguli.Playthrough) -> dict[str, Any]:
    """The whole position."""
    return sitting.position()


def card_id(number: int) -> str:
    return "stage_3" if number == STAGE_CARD else f"plant_{number}"


# -- one against the other ---------------------------------------------------------------------------------------


def compare(playthrough: reguli.Playthrough, referee: Referee, ask: Ask | None) -> list[str]:
    """The decision, every legal move and the whole position are the same; give the moves in the order of the rules."""
    moves = playthrough.moves()
    assert referee.drawn == []
    decision = playthrough.decision
    where = f"round {referee.round}, {referee.phase}"
    if ask is None or decision is None:
        assert (ask, decision) == (None, None), where
    else:
        assert (decision.name, decision.seat) == (ask.name, ask.seat), where
        assert set(moves) == ask.moves, where
    position = plain(playthrough)
    deck = position["game"].pop("deck")
    assert deck_agrees(deck, referee.deck), where
    said = flat(position)
    for key, value in expected(referee, list(position["player"]["money"])).items():
        assert said.pop(key, 0) == value, f"{where}: {key}"
    assert {key: value for key, value in said.items() if value} == {}, where
    return moves


def deck_agrees(deck: Sequence[str | list[str]], cards: Sequence[int | set[int]]) -> bool:
    """Where the order of some cards is not yet known, they stand together as a list; a single one is known."""
    shown = [set(item) if isinstance(item, list) else {item} for item in deck]
    return shown == [{card_id(card) for card in (item if isinstance(item, set) else {item})} for item in cards]


def tell_draws(playthrough: reguli.Playthrough, referee: Referee, since: int) -> int:
    """Return the referee which cards have been drawn since an entry of the journal; return where the journal ends."""
    entries = playthrough.journal(since=since)
    drawn = [str(entry.values["piece"]) for entry in entries if entry.verb == "draw"]
    referee.drawn += [STAGE_CARD if card == "stage_3" else int(card.removeprefix("plant_")) for card in drawn]
    return since + len(entries)


def flat(position: Mapping[str, object]) -> dict[str, object]:
    """The position by path, without what is always the same."""
    left_out = {"facts.player_count", "facts.part", "facts.coming_stage", "game.bank", "game.more_houses"}
    found: dict[str, object] = {}

    def walk(path: str, value: object) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{path}.{key}" if path else str(key), inner)
        elif path not in left_out:
            found[path] = sorted(value) if isinstance(value, list) and path != "game.turn_order" else value

    walk("", position)
    return {path: value for path, value in found.items() if not path.startswith("player.houses")}


def expected(referee: Referee, names: Sequence[str]) -> dict[str, object]:
    """What the position must say, by path; what is not named is nothing."""
    found: dict[str, object] = {
        "facts.round": referee.round,
        "facts.phase": referee.phase,
        "facts.stage": referee.stage,
        "facts.over": referee.over,
        "game.turn_order": [names[seat] for seat in referee.turn_order],
        "game.plant_market": sorted(map(card_id, referee.market)),
        "game.box": sorted(map(card_id, referee.box)),
        "game.removed": sorted(map(card_id, referee.removed)),
        "game.future_market_closed": referee.closed,
    }
    for fuel in FUELS:
        found[f"game.supply.{fuel}"] = referee.supply[fuel]
        found[f"game.fuel_market.{fuel}"] = referee.on_market[fuel]
    for seat, name in enumerate(names):
        found[f"player.money.{name}"] = referee.money[seat]
        found[f"player.plants.{name}"] = sorted(map(card_id, referee.plants[seat]))
        found[f"player.out.{name}"] = seat in referee.out
        found[f"player.bought.{name}"] = seat in referee.bought
        found |= {f"player.fuel.{name}.{fuel}": referee.fuel[seat][fuel] for fuel in FUELS}
        found |= {f"city.houses.{city}.{name}": 1 for city in referee.cities[seat]}
    for card in referee.fired:
        found[f"card.fired.{card_id(card)}"] = True
    for card, burnt in referee.burning.items():
        found |= {f"card.burning.{card_id(card)}.{fuel}": amount for fuel, amount in burnt.items()}
    found |= {f"region.in_play.{region}": True for region in referee.regions}
    return found


def both_play(playthrough: reguli.Playthrough, referee: Referee, random: Random, most: int, phase: str) -> int:
    """Play the same moves on both sides, compared before each; give how many. ``most`` moves at most."""
    told = tell_draws(playthrough, referee, 0)
    if phase == "player_order" and referee.round == 1:
        referee.set_up()
    asks = referee.play(phase)
    ask: Ask | None = next(asks)
    for count in range(most):
        moves = compare(playthrough, referee, ask)
        if ask is None:
            return count
        move = chosen(random, ask.name, moves)
        playthrough.apply(move)
        told = tell_draws(playthrough, referee, told)
        try:
            ask = asks.send(move)
        except StopIteration:
            ask = None
    return most


def begin(
    map: str,  # noqa: A002 - the option is called so
    players: int,
    random: Random,
    **options: str | bool,
) -> tuple[reguli.Playthrough, Referee]:
    """The same game on both sides, by the same lots; the referee sets up when play begins."""
    sides = board(map)
    regions, order = lots(random, sides, players)
    playthrough = game(map, **options).start(
        players,
        seed=random.randrange(1000),
        prescribed={
            "area": [set(regions)],
            "player": [f"seat_{seat + 1}" for seat in order],
        },
        play_forced=False,
    )
    referee = Referee(
        board=sides,
        players=players,
        regions=regions,
        turn_order=order,
        rearrange=bool(options.get("rearrange_between_firings")),
        empty_start=options.get("start_city") == "empty_city",
    )
    return playthrough, referee
