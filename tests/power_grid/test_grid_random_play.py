"""Random play at every table: what must always hold, and the money of everybody from the journal alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from placings import storable, tokens_of
from playing import BOARDS, chosen, game, plain
from posed import tokens
from printed import (
    FUELS,
    HOUSE_COST,
    HOUSES_IN_CITY,
    MOST_PLANTS,
    PAYMENT,
    STAGES,
    TOKENS,
    board,
    cost_of,
    plants,
)

import reguli

Position = Mapping[str, Any]
CARDS = sorted([*(f"plant_{number}" for number in plants()), "stage_3"])


def number_of(card: str) -> int:
    return 99 if card == "stage_3" else int(card.removeprefix("plant_"))


def check_tokens(position: Position) -> None:
    """24, 24, 24 and 12, wherever they lie; and each player's fit on the plants, with what is being burnt."""
    groups = [position["game"]["supply"], position["game"]["fuel_market"], *position["player"]["fuel"].values()]
    groups += position["card"]["burning"].values()
    assert {fuel: sum(group.get(fuel, 0) for group in groups) for fuel in FUELS} == TOKENS
    assert position["player"]["houses"].keys() == position["player"]["money"].keys()


def check_cards(position: Position, decision: str) -> None:
    """Each card in one place; the market as large as the stage says; nobody above the limit but who gives one up."""
    game_ = position["game"]
    deck = [card for item in game_["deck"] for card in (item if isinstance(item, list) else [item])]
    held = list(position["player"]["plants"].values())
    everywhere = [
        *deck,
        *game_["removed"],
        *game_["plant_market"],
        *game_["box"],
        *(card for own in held for card in own),
    ]
    assert sorted(everywhere) == CARDS
    most = MOST_PLANTS[position["facts"]["player_count"]]
    assert max(len(own) for own in held) <= most + (decision == "surplus_plant")
    market, closed = game_["plant_market"], game_["future_market_closed"]
    waits = "stage_3" in market
    size = 6 if closed else 8
    assert len(market) == size if deck else len(market) <= size
    assert not waits or (position["facts"]["phase"] == "auction" and not closed)
    assert closed or waits or "stage_3" in deck


def check_cities(position: Position, map: str) -> None:  # noqa: A002 - the option is called so
    """No city above the limit of the stage, nobody twice, only in regions in play; the market above every network."""
    region_of, inside = board(map).region_of, position["region"]["in_play"]
    counts: dict[str, int] = {}
    for city, houses in position["city"]["houses"].items():
        assert set(houses.values()) <= {1}
        assert len(houses) <= HOUSES_IN_CITY[position["facts"]["stage"]]
        assert not houses or inside[region_of[city]]
        for name in houses:
            counts[name] = counts.get(name, 0) + 1
    most = max(counts.values(), default=0)
    actual = [number_of(card) for card in position["game"]["plant_market"]]
    assert all(number > most for number in actual)


class Ledger:
    """Everybody's money and cities, computed from the journal; each payment checked against the printed tables."""

    def __init__(self) -> None:
        self.money: dict[str, int] = {}
        self.cities: dict[str, set[str]] = {}
        self.on_market = dict.fromkeys(FUELS, 0)
        self.powered: dict[str, int] = {}
        self.high = 0
        self.last: Mapping[str, Any] = {}
        self.option = ""
        self.paid_by_bank = 0

    def read(self, entry: reguli.JournalEntry) -> None:
        values = entry.values
        if entry.verb == "choose":
            self.option, self.last = entry.about, values
            if entry.about in {"nominate", "raise_bid"}:
                self.high = int(str(values["bid"]))
            if entry.about == "fire":
                name = str(values["player"])
                self.powered[name] = self.powered.get(name, 0) + plants()[number_of(str(values["plant"]))].powers
        elif entry.verb == "transfer" and entry.about == "elektro":
            self.pay(str(values["from"]), str(values["to"]), int(str(values["amount"])))
        elif entry.verb == "transfer" and entry.about == "token":
            moved = {"from": -1, "to": 1}
            for end, sign in moved.items():
                if values[end] == "fuel_market":
                    self.on_market[str(values["variety"])] += sign * int(str(values["amount"]))
        elif entry.verb == "transfer" and str(values["to"]).endswith(".houses") and entry.about == "house":
            place = str(values["to"]).removesuffix(".houses")
            if place not in self.money:
                self.cities.setdefault(str(values["variety"]), set()).add(place)

    def pay(self, source: str, to: str, amount: int) -> None:
        if source == "bank":
            self.income(to.removesuffix(".money"), amount)
            return
        assert to == "bank"
        name = source.removesuffix(".money")
        self.money[name] -= amount
        assert self.money[name] >= 0
        if self.option == "buy":
            fuel = str(self.last["fuel"])
            assert amount == cost_of(fuel, self.on_market[fuel], int(str(self.last["amount"])))
        elif self.option == "connect":
            standing = sum(self.last["city"] in cities for cities in self.cities.values())
            assert amount >= HOUSE_COST[standing]
            assert amount == HOUSE_COST[standing] or self.cities.get(name)
        else:
            assert amount == self.high

    def income(self, name: str, amount: int) -> None:
        if name not in self.money:
            assert amount == 50
        else:
            assert amount == PAYMENT[min(self.powered.pop(name, 0), len(self.cities.get(name, ())))]
        self.money[name] = self.money.get(name, 0) + amount
        self.paid_by_bank += amount


@pytest.mark.parametrize(
    ("map", "players"),
    [
        pytest.param(map, players, marks=[pytest.mark.night] * (players % 2 == (map == "usa")))
        for map in BOARDS  # noqa: A001 - the option is called so
        for players in range(2, 7)
    ],
)
def test_what_always_holds(map: str, players: int) -> None:  # noqa: A002 - the option is called so
    """P3, P6, P25, P60, P100, P107, P117, P155, P157, case 8: at every decision, to the end, which always comes.

    By day each number of players is on one of the maps.
    """
    # Large tables play longest, so once each.
    for seed in (1, 2) if players < 4 else (players,):
        random = Random(f"{map} {players} {seed}")
        sitting = game(map, rearrange_between_firings=seed % 2 == 0).start(players, seed=seed)
        stage = 0
        for _ in range(3000):
            position = plain(sitting)
            check_tokens(position)
            check_cards(position, sitting.decision.name if sitting.decision else "")
            check_cities(position, map)
            assert STAGES.index(position["facts"]["stage"]) >= stage
            stage = STAGES.index(position["facts"]["stage"])
            if sitting.decision is None:
                break
            sitting.apply(chosen(random, sitting.decision.name, sitting.moves()))
        assert sitting.over
        assert sorted(place.seat for place in sitting.ranking) == list(range(players))
        check_money(sitting)


def check_money(sitting: reguli.Playthrough) -> None:
    """P4, P55, P86, P87, P98, P117: what everybody has is what the journal adds up to."""
    ledger, position = Ledger(), plain(sitting)
    for entry in sitting.journal():
        ledger.read(entry)
    assert ledger.money == position["player"]["money"]
    assert ledger.on_market == tokens(sitting, "fuel_market")
    for name, own in position["player"]["plants"].items():
        fuel = tokens_of(**tokens(sitting, f"{name}.fuel"))
        assert storable([number_of(card) for card in own], fuel)
