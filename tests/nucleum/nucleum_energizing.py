"""Energizing: a plant, what is brought to it, and the building that is lit."""

from __future__ import annotations

from dataclasses import dataclass, field

from nucleum_actions import Actions
from nucleum_gains import STOP, Asks, Move
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
        move = yield from self.ask(
            "plant", seat, lambda: {("plant", plant) for plant in PLANTS if self.lightable(seat, plant)} | {STOP}
        )
        if move == STOP:
            return
        burning = Burning(str(move[1]), more, cheaper)
        while move[0] != "light":
            move = yield from self.ask("sources", seat, lambda: self.source_moves(seat, burning) | {STOP})
            if move == STOP:
                self.seen.append("electricity wasted")
                return
            self.bring(seat, burning, move)
        yield from self.light(seat, str(move[1]), int(move[2]))

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
        return found | self.uranium_moves(seat, burning)

    def uranium_moves(self, seat: int, burning: Burning) -> set[Move]:
        """N74-N77: one, one more by technology, one more for each turbine; those of others cost."""
        mine, plant = self.seats[seat], burning.plant
        if plant not in self.fuelled:
            return set()
        machines = [slot.machine for slot in self.turbine_slots[plant] if slot.machine]
        free = 1 + int(mine.knows("B2") or mine.knows("C2")) + sum(owner == seat for owner, _ in machines)
        rows = [row for row, city in mine.mines.items() if mine.uranium.get(row, 0) and city in self.joined(plant)]
        if burning.uranium < free:
            return {("uranium", row) for row in rows}
        others = {
            owner
            for owner, _ in machines
            if owner != seat and burning.hired.count(owner) < sum(one == owner for one, _ in machines)
        }
        return {("uranium", row, owner) for row in rows for owner in others if self.fee(seat) <= mine.thaler}

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
        yield from self.gain(seat, NEUTRAL[one.neutral][2] if one.neutral else BUILDING_REWARD[one.type, one.level])
        if mine.knows("D7"):
            yield from self.any_steps(seat, 1)
        if mine.knows("A4"):
            move = yield from self.ask("worker_or_tile", seat, lambda: {("worker",), ("tile",), STOP})
            if move == ("worker",):
                self.gain_workers(seat, 1)
            elif move == ("tile",):
                yield from self.discounted_tile(seat, A4_DISCOUNT)
