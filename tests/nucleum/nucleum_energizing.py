"""Energizing: a plant, what is brought to it, and the building that is lit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from nucleum_actions import Actions
from nucleum_gains import EXCHANGES, STOP, Asks, Move
from nucleum_position import NOBODY
from nucleum_printed import BUILDING_REWARD, COAL_WITHOUT_WAGON, NEED, NEUTRAL, PLANTS

A4_DISCOUNT = 2


@dataclass(slots=True)
class Burning:
    """One action of energizing: where, how much so far, what is still cheaper, and whose turbines were used."""

    plant: str
    electricity: int
    cheaper: int
    uranium: int = 0
    hired: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Energizing(Actions):
    """N71-N80."""

    def need(self, city: str, number: int) -> int:
        one = self.build[city][number].building
        assert one is not None
        return NEUTRAL[one.neutral][1] if one.neutral else NEED[one.type, one.level]

    def lightable(self, seat: int, plant: str) -> list[tuple[str, int]]:
        """N79: own and neutral buildings that complete lines join to the plant."""
        return [
            (city, number)
            for city in sorted(self.joined(plant))
            for number, slot in enumerate(self.build[city])
            if slot.building and slot.building.owner in (seat, NOBODY) and not slot.building.energized
        ]

    def energize(self, seat: int, electricity: int = 0, discount: int = 0) -> Asks:
        mine = self.seats[seat]
        cheaper = discount + (1 if 1 in mine.turbines else 0)
        more = electricity + (2 if 3 in mine.turbines else 0) + (1 if 4 in mine.turbines else 0)
        if 2 in mine.turbines:
            cheaper += 2 if mine.experiment == "A" else 0
            more += 1 if mine.experiment in "BC" else 0
        more += 2 if mine.knows("C7") else 0
        move = yield from self.ask("plant", seat, lambda: self.plant_moves(seat, more, cheaper) | {STOP})
        if move == STOP:
            return
        burning = Burning(str(move[1]), more, cheaper)
        while move[0] != "light":
            may = partial(self.goes_on, seat, burning)
            move = yield from self.ask("sources", seat, lambda: self.source_moves(seat, burning), may)
            self.bring(seat, burning, move)
        yield from self.light(seat, str(move[1]), int(move[2]))

    def plant_moves(self, seat: int, electricity: int, cheaper: int) -> set[Move]:
        """N79: only where a building can be lit in the end."""
        return {("plant", plant) for plant in PLANTS if self.succeeds(seat, Burning(plant, electricity, cheaper))}

    # -- can it be done at all ---------------------------------------------------------------------------------

    def succeeds(self, seat: int, burning: Burning) -> bool:
        """Whether what is there and what can still be brought is enough for some building."""
        needs = [self.need(city, number) for city, number in self.lightable(seat, burning.plant)]
        return bool(needs) and min(needs) <= self.most(seat, burning)

    def most(self, seat: int, burning: Burning) -> int:
        """Return the most electricity that can be had: each amount of uranium, then as much coal as can be paid for."""
        mine, best = self.seats[seat], 0
        free, guests = self.uranium_limits(seat, burning)
        there = sum(mine.uranium[row] for row in self.uranium_rows(seat, burning))
        for burnt in range(min(there, free + guests) + 1):
            money = mine.thaler + self.exchangeable(seat, burnt) - max(0, burnt - free) * self.fee(seat)
            if money >= 0:
                best = max(best, 2 * burnt + self.most_coal(burning, money + burning.cheaper))
        return burning.electricity + best

    def exchangeable(self, seat: int, burnt: int) -> int:
        """N42: the Thaler for all workers and all uranium that is not burnt, in the own turn only."""
        mine = self.seats[seat]
        if seat != self.active:
            return 0
        return mine.workers + (sum(mine.uranium.values()) - burnt if mine.supply or mine.workers else 0)

    def most_coal(self, burning: Burning, money: int) -> int:
        """The cheapest first: a wagon gives one coal at its price and, turned, another."""
        areas = self.areas_of(self.joined(burning.plant))
        ones = sum(self.wagons[area][1] for area in areas)
        twos = ones + sum(self.wagons[area][2] for area in areas)
        coal = 0
        for price in [1] * ones + [2] * twos + [COAL_WITHOUT_WAGON] * (money if areas else 0):
            if price > money:
                break
            money -= price
            coal += 1
        return coal

    # -- sources -----------------------------------------------------------------------------------------------

    def source_moves(self, seat: int, burning: Burning) -> set[Move]:
        found: set[Move] = {
            ("light", city, number)
            for city, number in self.lightable(seat, burning.plant)
            if self.need(city, number) <= burning.electricity
        }
        for area in self.areas_of(self.joined(burning.plant)):
            prices = [price for price, wagons in self.wagons[area].items() if wagons] or [COAL_WITHOUT_WAGON]
            found |= {("coal", area, price) for price in prices if price - burning.cheaper <= self.seats[seat].thaler}
        free, guests = self.uranium_limits(seat, burning)
        rows = self.uranium_rows(seat, burning)
        if free:
            found |= {("uranium", row) for row in rows}
        elif guests and self.fee(seat) <= self.seats[seat].thaler:
            found |= {("uranium", row, owner) for row in rows for owner in self.guests(seat, burning)}
        return {move for move in found if move[0] == "light" or self.goes_on(seat, burning, move)}

    def goes_on(self, seat: int, burning: Burning, move: Move) -> bool:
        """Nobody brings or exchanges what keeps him from lighting anything."""
        after, mine = replace(burning, hired=list(burning.hired)), self.seats[seat]
        kept = mine.thaler, dict(mine.uranium), {area: dict(wagons) for area, wagons in self.wagons.items()}
        crew = mine.workers, mine.supply
        others = [other.thaler for other in self.seats]
        if move[0] in EXCHANGES:
            self.exchange(seat, move)
        else:
            self.bring(seat, after, move)
        found = self.succeeds(seat, after)
        for other, thaler in zip(self.seats, others, strict=True):
            other.thaler = thaler
        mine.thaler, mine.uranium, self.wagons = kept
        mine.workers, mine.supply = crew
        return found

    def uranium_rows(self, seat: int, burning: Burning) -> list[int]:
        """N74: own mines with uranium that complete lines join to the plant."""
        mine = self.seats[seat]
        around = self.joined(burning.plant)
        return [row for row, city in mine.mines.items() if mine.uranium.get(row, 0) and city in around]

    def uranium_limits(self, seat: int, burning: Burning) -> tuple[int, int]:
        """N74-N77: how many more for nothing, and how many more beyond them for a fee."""
        if burning.plant not in self.fuelled:
            return 0, 0
        mine = self.seats[seat]
        machines = [slot.machine for slot in self.turbine_slots[burning.plant] if slot.machine]
        own = sum(owner == seat for owner, _ in machines)
        free = 1 + int(mine.knows("B2") or mine.knows("C2")) + own - (burning.uranium - len(burning.hired))
        return free, len(machines) - own - len(burning.hired)

    def guests(self, seat: int, burning: Burning) -> set[int]:
        """Whose turbines may still be used."""
        owners = [slot.machine[0] for slot in self.turbine_slots[burning.plant] if slot.machine]
        return {owner for owner in owners if owner != seat and burning.hired.count(owner) < owners.count(owner)}

    def fee(self, seat: int) -> int:
        mine = self.seats[seat]
        return 0 if mine.experiment == "C" and 2 in mine.turbines else 1

    def bring(self, seat: int, burning: Burning, move: Move) -> None:
        if move[0] == "coal":
            area, price = str(move[1]), int(move[2])
            self.pay(seat, max(0, price - burning.cheaper))
            burning.cheaper = max(0, burning.cheaper - price)
            burning.electricity += 1
            if price != COAL_WITHOUT_WAGON:
                self.wagons[area][price] -= 1
                if price == 1:
                    self.wagons[area][2] += 1
            else:
                self.seen.append("coal without a wagon")
        elif move[0] == "uranium":
            self.seats[seat].uranium[int(move[1])] -= 1
            burning.uranium += 1
            burning.electricity += 2
            if len(move) > 2:
                owner = int(move[2])
                self.pay(seat, self.fee(seat))
                self.seats[owner].thaler += self.fee(seat)
                burning.hired.append(owner)
                self.seen.append("turbine hired")

    # -- the building ------------------------------------------------------------------------------------------

    def light(self, seat: int, city: str, number: int) -> Asks:
        """N79, N80."""
        one, mine = self.build[city][number].building, self.seats[seat]
        assert one is not None
        one.energized = True
        mine.achievements += self.need(city, number)
        if 2 in mine.turbines and mine.experiment == "D":
            mine.achievements += 2
        if 2 in mine.turbines and mine.experiment == "B":
            self.gain_workers(seat, 1)
        if mine.knows("A2"):
            mine.thaler += 1
        if mine.knows("D7"):
            yield from self.any_steps(seat, 1)
        if mine.knows("A4"):
            move = yield from self.ask("worker_or_tile", seat, lambda: {("worker",), ("tile",), STOP})
            if move == ("worker",):
                self.gain_workers(seat, 1)
            elif move == ("tile",):
                yield from self.discounted_tile(seat, A4_DISCOUNT)
        yield from self.gain(seat, NEUTRAL[one.neutral][2] if one.neutral else BUILDING_REWARD[one.type, one.level])
