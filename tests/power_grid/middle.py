"""Positions from the middle of a game, made at random, the same for the ruleset and for the referee."""

from __future__ import annotations

from random import Random
from typing import Any

from playing import card_id, game
from printed import (
    FUELS,
    HOUSES_IN_CITY,
    MOST_PLANTS,
    REGIONS_IN_PLAY,
    STAGE_2_CITIES,
    STAGE_CARD,
    TOKENS,
    board,
    plants,
)
from referee import Referee

import reguli

NAMES = "abcdef"


def middle(
    map: str,  # noqa: A002 - the option is called so
    players: int,
    stage: str,
    random: Random,
    *,
    drawn_before: int,
    **options: str | bool,
) -> Referee:
    """A position of round 5, nobody near the end. So many plants lie above the stage card; in stage 3, in the whole deck."""
    sides = board(map)
    regions = tuple(sorted(sides.regions))[: REGIONS_IN_PLAY[players]]
    order = random.sample(range(players), players)
    referee = Referee(sides, players, regions, order, round=5, stage=stage)
    referee.rearrange = bool(options.get("rearrange_between_firings"))
    referee.money = [random.randrange(10, 120) for _ in range(players)]
    _build(referee, random)
    _deal(referee, random, drawn_before)
    _store(referee, random)
    return referee


def _build(referee: Referee, random: Random) -> None:
    """Most players one city short of stage 2, in stage 1; no city above the limit of the stage."""
    inside = [city for city, region in referee.board.region_of.items() if region in referee.regions]
    room = dict.fromkeys(inside, HOUSES_IN_CITY[referee.stage])
    referee.cities = [set() for _ in range(referee.players)]
    most = STAGE_2_CITIES[referee.players] - 1
    for seat in range(referee.players):
        wanted = random.choice((most, most, most - 1, 2, 0))
        free = [city for city in inside if room[city]]
        for city in random.sample(free, min(wanted, len(free))):
            room[city] -= 1
            referee.cities[seat].add(city)


def _deal(referee: Referee, random: Random, drawn_before: int) -> None:
    """Plants to the players and the market; the market is above every network."""
    high = sorted(number for number in plants() if number > referee.most_cities())
    third = referee.stage == "third"
    referee.closed = third
    # The lowest plants of the market are close to the networks, so that some become too low.
    low, rest = high[:4], random.sample(high[4:], len(high) - 4)
    size = 6 if third else 8
    referee.market = sorted(low[: random.randrange(5)])
    referee.market = sorted(referee.market + [rest.pop() for _ in range(size - len(referee.market))])
    limit = MOST_PLANTS[referee.players]
    rest += [number for number in plants() if number not in high]
    random.shuffle(rest)
    count = min(limit, (len(rest) - drawn_before - 3) // referee.players)
    referee.plants = [
        [rest.pop() for _ in range(random.choice((count, count, max(1, count - 1))))] for _ in range(referee.players)
    ]
    deck = [rest.pop() for _ in range(drawn_before)]
    if not third:
        deck += [STAGE_CARD, *(rest.pop() for _ in range(random.randrange(min(4, len(rest)))))]
    referee.deck = [*deck]
    used = {*referee.market, *deck, *(card for cards in referee.plants for card in cards)}
    referee.box = {*plants(), STAGE_CARD} - used


def _store(referee: Referee, random: Random) -> None:
    referee.fuel = [dict.fromkeys(FUELS, 0) for _ in range(referee.players)]
    left = dict(TOKENS)
    for seat in range(referee.players):
        for _ in range(random.randrange(16)):
            fuel = random.choice(FUELS)
            more = {**referee.fuel[seat], fuel: referee.fuel[seat][fuel] + 1}
            if left[fuel] and referee.fits(seat, more):
                referee.fuel[seat] = more
                left[fuel] -= 1
    referee.on_market = {fuel: random.randrange(left[fuel] + 1) for fuel in FUELS}
    referee.supply = {fuel: left[fuel] - referee.on_market[fuel] for fuel in FUELS}


def started(referee: Referee, map: str, phase: str, **options: str | bool) -> reguli.Playthrough:  # noqa: A002 - as above
    """The same position set up by the ruleset, at the beginning of a phase."""
    names = NAMES[: referee.players]
    state: dict[str, Any] = {
        "stage": referee.stage,
        "round": referee.round,
        "turn_order": [names[seat] for seat in referee.turn_order],
        "region.in_play": list(referee.regions),
        "deck": [card_id(card) for card in referee.deck if not isinstance(card, set)],
        "plant_market": list(map_ids(referee.market)),
        "removed": [],
        "fuel_market": referee.on_market,
        "future_market_closed": referee.closed,
    }
    for seat, name in enumerate(names):
        state[f"{name}.money"] = referee.money[seat]
        state[f"{name}.plants"] = list(map_ids(referee.plants[seat]))
        state[f"{name}.fuel"] = {fuel: amount for fuel, amount in referee.fuel[seat].items() if amount}
    for city in referee.board.region_of:
        here = {name: 1 for seat, name in enumerate(names) if city in referee.cities[seat]}
        if here:
            state[f"{city}.houses"] = here
    position = {"players": referee.players, "at": {"phase": phase}, "state": state}
    referee.phase = phase
    return game(map, **options).start(position=position, seed=referee.money[0], play_forced=False)


def map_ids(numbers: list[int]) -> list[str]:
    return [card_id(number) for number in numbers]
