"""The main actions but energizing, and what tiles and technologies do with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from nucleum_gains import STOP, TRACKS, Asks, Gains, Move
from nucleum_position import Building
from nucleum_printed import (
    BUILDING_COST,
    MARKET_PRICES,
    PAIR_VP,
    RED_SLOT,
    ROW_COST,
    SECOND_TILE,
    SLOT_GAIN,
    TYPES,
)


@dataclass(slots=True)
class Actions(Gains):
    """Urbanize, industrialize, develop, contract."""

    # -- urbanize ----------------------------------------------------------------------------------------------

    def urban_cost(self, seat: int, level: int, red: bool, discount: int) -> int:
        """N49, N50, and the technology that makes it cheaper."""
        bent = self.seats[seat].knows("A7")
        extra = RED_SLOT if red and not bent else 0
        return max(0, BUILDING_COST[level] + extra - discount - int(bent))

    def urban_places(self, seat: int, discount: int) -> Iterator[tuple[Move, int]]:
        """N48-N52: every building in every place, and its price."""
        for type_ in TYPES:
            level = self.seats[seat].levels[type_]
            if level <= 4:
                kinds = {type_} | ({"government"} if level == 4 else set())
                for city in sorted(self.within(seat)):
                    for number in self.fitting(city, kinds):
                        red = self.build[city][number].red
                        yield ("urbanize", type_, city, number), self.urban_cost(seat, level, red, discount)

    def urban_moves(self, seat: int, discount: int) -> set[Move]:
        money = self.seats[seat].thaler
        return {move for move, price in self.urban_places(seat, discount) if price <= money}

    def urbanize(self, seat: int, discount: int = 0) -> Asks:
        move = yield from self.ask("urbanize", seat, lambda: self.urban_moves(seat, discount) | {STOP})
        if move == STOP:
            return
        self.pay(seat, dict(self.urban_places(seat, discount))[move])
        type_, city, number = str(move[1]), str(move[2]), int(move[3])
        mine = self.seats[seat]
        self.build[city][number].building = Building(seat, type_, mine.levels[type_])
        mine.levels[type_] += 1
        if mine.knows("C1"):
            self.gain_workers(seat, 1)

    # -- industrialize -----------------------------------------------------------------------------------------

    def machine_places(self, seat: int, discount: int, cheaper: int) -> Iterator[tuple[Move, int, int]]:
        """N39, N53, N54: every turbine and mine in every place, its price in workers and in Thaler, each with its discount."""
        mine = self.seats[seat]
        for kind, slots, built in (
            ("turbine", self.turbine_slots, mine.turbines),
            ("mine", self.mine_slots, mine.mines),
        ):
            for row in ROW_COST:
                for city in sorted(self.within(seat)):
                    for number, slot in enumerate(slots[city]):
                        if row not in built and slot.free:
                            yield (
                                (kind, row, city, number),
                                max(0, ROW_COST[row] - discount),
                                max(0, RED_SLOT - cheaper) if slot.red else 0,
                            )

    def machine_moves(self, seat: int, discount: int, cheaper: int) -> set[Move]:
        mine = self.seats[seat]
        return {
            move
            for move, workers, thaler in self.machine_places(seat, discount, cheaper)
            if workers <= mine.workers and thaler <= mine.thaler
        }

    def industrialize(self, seat: int, discount: int = 0, more: int = 0, cheaper: int = 0) -> Asks:
        """N53: for fewer workers, with more uranium, for fewer Thaler."""
        move = yield from self.ask("industrialize", seat, lambda: self.machine_moves(seat, discount, cheaper) | {STOP})
        if move == STOP:
            return
        workers, thaler = next(rest for place, *rest in self.machine_places(seat, discount, cheaper) if place == move)
        self.pay_workers(seat, workers)
        self.pay(seat, thaler)
        kind, row, city, number = str(move[0]), int(move[1]), str(move[2]), int(move[3])
        mine = self.seats[seat]
        slot = (self.turbine_slots if kind == "turbine" else self.mine_slots)[city][number]
        slot.machine = (seat, row)
        if kind == "turbine":
            mine.turbines[row] = city
        else:
            mine.mines[row] = city
        uranium = (len(mine.mines) if kind == "mine" else 0) + int("+u" in slot.kind) + more
        paired = row in mine.turbines and row in mine.mines
        if paired and not uranium:
            self.score(seat, PAIR_VP.get(row, 0))
        yield from self.gain_uranium(seat, uranium + int(mine.knows("A1")))
        if paired and uranium:
            self.score(seat, PAIR_VP.get(row, 0))
        if paired and row not in PAIR_VP:
            yield from self.gain_technology(seat, 3)

    # -- develop -----------------------------------------------------------------------------------------------

    def tile_cost(self, places: tuple[int, ...], discount: int, free: bool) -> int:
        """N61, N62: of the free tile the price is not paid; of two it is the dearer."""
        prices = [MARKET_PRICES[place] for place in places]
        extra = SECOND_TILE if len(places) == 2 else 0
        return max(0, sum(prices) + extra - discount - (max(prices) if free else 0))

    def tile_moves(self, seat: int, discount: int, free: bool) -> set[Move]:
        there = [place for place, tile in enumerate(self.market) if tile]
        money = self.seats[seat].thaler
        return {
            ("tiles", *places)
            for size in (1, 2)
            for places in combinations(there, size)
            if self.tile_cost(places, discount, free) <= money
        }

    def develop(self, seat: int, discount: int = 0, free: bool = False) -> Asks:
        """N60-N63: two at most."""
        move = yield from self.ask("develop", seat, lambda: self.tile_moves(seat, discount, free) | {STOP})
        if move == STOP:
            return
        places = tuple(int(place) for place in move[1:])
        self.pay(seat, self.tile_cost(places, discount, free))
        for place in places:
            self.take_tile(seat, place)
        self.refill(seat)
        if self.seats[seat].knows("B1"):
            self.gain_workers(seat, 1)

    # -- contract ----------------------------------------------------------------------------------------------

    def contract_moves(self, seat: int) -> set[Move]:
        free = [number for number, held in enumerate(self.seats[seat].contracts) if not held]
        offers = [one for colour in ("silver", "gold") for one in self.open[colour]]
        return {("contract", one, number) for one in offers for number in free}

    def contract(self, seat: int, times: int = 1) -> Asks:
        """N65, N67, N68."""
        move = yield from self.ask("contract", seat, lambda: self.contract_moves(seat) | {STOP})
        if move == STOP:
            return
        name, number = str(move[1]), int(move[2])
        self.seats[seat].contracts[number] = name
        colour = next(colour for colour in self.open if name in self.open[colour])
        self.open[colour].remove(name)
        if self.stacked[colour]:
            self.open[colour].append(self.drawn[colour].pop(0))
            self.stacked[colour] -= 1
        if not self.stacked["silver"] and not self.stacked["gold"]:
            self.meet("contracts", seat)
        yield from self.gain(seat, {kind: amount * times for kind, amount in SLOT_GAIN[number].items()})

    # -- what tiles and technologies do ------------------------------------------------------------------------

    def effect(self, seat: int, effect: str) -> Asks:
        """One end of a tile."""
        less = int(effect.endswith(("-1", "-w")))
        if effect[0] == "U":
            yield from self.urbanize(seat, less)
        elif effect[0] == "I":
            yield from self.industrialize(seat, less, int(effect == "I+u"))
        elif effect[0] == "D":
            yield from self.develop(seat, less)
        elif effect[0] == "C":
            yield from self.contract(seat, 2 if effect == "Cx2" else 1)
        elif effect[0] == "E":
            yield from self.energize(seat, int(effect == "E+1"))
        elif effect == "w/t2":
            move = yield from self.ask("worker_or_thaler", seat, lambda: self.worker_if_any(seat) | {("thaler",)})
            yield from self.gain(seat, {"workers": 1} if move == ("worker",) else {"thaler": 2})
        elif effect == "any1":
            yield from self.buy_step(seat)
        elif effect[0] == "a":
            self.seats[seat].achievements += int(effect[1])
        else:
            track = next(track for track in TRACKS if track[0] == effect[0])
            self.step(seat, track, int(effect[2]))

    def buy_step(self, seat: int) -> Asks:
        """A step for 1 Thaler; it may be left."""

        def moves() -> set[Move]:
            return {("step", track) for track in TRACKS} if self.seats[seat].thaler else set()

        move = yield from self.ask("step_bought", seat, lambda: moves() | {STOP})
        if move != STOP:
            self.pay(seat, 1)
            self.step(seat, str(move[1]))

    def energize(self, seat: int, electricity: int = 0, discount: int = 0) -> Asks:
        """The file of energizing knows."""
        raise AssertionError(seat, electricity, discount)

    def unlocked(self, seat: int, technology: str) -> Asks:
        """N70: what an immediate technology does; the others act where they are asked for."""
        gains = {"A5": {"workers": 3, "thaler": 3}, "C6": {"step_any": 3}, "D5": {"uranium": 2, "thaler": 2}}
        if technology in gains:
            yield from self.gain(seat, gains[technology])
        elif technology in ("A3", "C5"):
            yield from self.urbanize(seat, 2 if technology == "A3" else 3)
        elif technology in ("A6", "D6"):
            yield from self.energize(seat, 4 if technology == "A6" else 3)
        elif technology in ("B3", "B5"):
            self.seats[seat].hand.add("XB1" if technology == "B3" else "XB2")
        elif technology == "B6":
            yield from self.industrialize(seat, 2)
        elif technology == "C3":
            yield from self.contract(seat, 2)
        elif technology == "D3":
            yield from self.develop(seat, free=True)
