"""What the ruleset calls places and pieces, and what its position must say when the second hand is right."""

from __future__ import annotations

from dataclasses import dataclass, field

from nucleum_position import Slot
from nucleum_printed import DIRECTIVE, LEVEL, PLANTS, ROW_COST, TYPES, Map
from nucleum_referee import Referee

CONDITIONS = {
    "action_tiles": "actions_gone",
    "contracts": "contracts_gone",
    "recharges": "all_recharged",
    "technologies": "all_unlocked",
    "points": "points_reached",
}
BOOTHS = ("thaler_booth", "worker_booth", "uranium_booth", "achievement_booth")
TRACKS = {"thaler": "thaler_income", "workers": "worker_income", "vp": "vp_income"}


@dataclass(slots=True)
class Names:
    """Ids of the ruleset for places of one side of the board."""

    map: Map
    cities: dict[str, str] = field(init=False)
    spaces: dict[str, tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        self.cities = {name.lower(): name for name in self.map.cities}
        self.spaces = {
            f"{one}_{two}_{space + 1}".lower(): (number, space)
            for number, (one, two, length, _) in enumerate(self.map.lines)
            for space in range(length)
        }

    def city(self, name: str) -> str:
        return self.cities.get(name, "")

    def place(self, name: str) -> tuple[str, int]:
        """A slot, counted from 0."""
        city, _, number = name.rpartition("_")
        return self.cities[city], int(number) - 1

    def space(self, name: str) -> tuple[int, int]:
        return self.spaces[name]

    def tile(self, name: str) -> str:
        return f"{DIRECTIVE}_{name[-1].upper()}" if name.startswith(DIRECTIVE) else name.upper()

    def building(self, referee: Referee, name: str) -> tuple[str, int]:
        """Where a building stands."""
        for city, slots in referee.build.items():
            for number, slot in enumerate(slots):
                if piece(slot, "") == name:
                    return city, number
        raise KeyError(name)


def piece(slot: Slot, kind: str) -> str:
    """What lies on a slot, as the ruleset calls it."""
    if slot.building:
        one = slot.building
        return one.neutral.lower() or f"{one.type}_{one.level}_{one.owner + 1}"
    if slot.machine:
        return f"{kind}_{slot.machine[1]}_{slot.machine[0] + 1}"
    return ""


def expected(referee: Referee, names: Names) -> dict[str, object]:
    """What the position must say, by path; what is not named is nothing."""
    found = of_table(referee) | of_map(referee, names)
    for seat in range(referee.players):
        found |= of_seat(referee, seat)
    return {path: value for path, value in found.items() if value}


def of_table(referee: Referee) -> dict[str, object]:
    """The market, the contracts, the progress track, the end."""
    taken = {seat.experiment for seat in referee.seats}
    found: dict[str, object] = {
        "game.action_stack": referee.stack,
        "game.beginner": f"seat_{referee.first + 1}",
        "game.courts": referee.days,
        "game.closing": referee.called,
        "game.free_experiments": sorted(letter.lower() for letter in "ABCD" if letter not in taken),
    }
    for colour in ("silver", "gold"):
        found[f"game.contract_stack.{colour}"] = referee.stacked[colour]
        found[f"game.open_contracts.{colour}"] = sorted(one.lower() for one in referee.open[colour])
    for one in referee.purple:
        found[f"game.open_contracts.purple_{(int(one[1:]) - 31) // 5}"] = [one.lower()]
    for number, tile in enumerate(referee.market):
        found[f"stall.tile.stall_{len(referee.market) - number}"] = [tile.lower()] if tile else []
    for number, milestone in enumerate(referee.milestones):
        found[f"segment.milestone.segment_{number + 1}"] = [milestone.lower()]
        found[f"segment.nucleum.segment_{number + 1}"] = int(number in referee.tokens)
    for number, seat in enumerate(referee.seats, 1):
        for space in set(seat.markers):
            found[f"rung.markers.rung_{space}.seat_{number}"] = seat.markers.count(space)
    for area, wagons in referee.wagons.items():
        found[f"area.wagons.{area}"] = sorted(price for price, amount in wagons.items() for _ in range(amount))
    return found | {f"ending.met.{CONDITIONS[one]}": True for one in referee.met}


def of_map(referee: Referee, names: Names) -> dict[str, object]:
    """Cities, plants and lines."""
    found: dict[str, object] = {
        f"plant.nucleum.{plant.lower()}_plant": int(plant in referee.fuelled) for plant in PLANTS
    }
    for kind, group, holds in (
        ("slot", referee.build, "building"),
        ("pit", referee.mine_slots, "mine"),
        ("stand", referee.turbine_slots, "turbine"),
    ):
        for city, slots in group.items():
            for number, slot in enumerate(slots, 1):
                there = f"{city.lower()}_{number}"
                found[f"{kind}.{holds}.{there}"] = [piece(slot, holds)] if piece(slot, holds) else []
                found[f"{kind}.{'blocker' if kind == 'stand' else 'rubble'}.{there}"] = int(slot.rubble)
                if slot.building:
                    found[f"building.energized.{piece(slot, holds)}"] = slot.building.energized
    for name, (number, space) in names.spaces.items():
        line = referee.lines[number]
        laid = line.spaces[space]
        if laid:
            found[f"place.tile.{name}"] = [laid.tile.lower()]
            found[f"place.crew.{name}.seat_{laid.owner + 1}"] = 1
            found[f"tile.turned.{laid.tile.lower()}"] = laid.turned
    for line in referee.lines:
        found[f"line.open.{line.first.lower()}__{line.second.lower()}"] = line.complete
    return found


def of_seat(referee: Referee, seat: int) -> dict[str, object]:
    """Everything of one player."""
    mine, name = referee.seats[seat], f"seat_{seat + 1}"
    letter = mine.experiment.lower()
    own: dict[str, object] = {
        "thaler": mine.thaler,
        f"workers.{name}.{name}": mine.workers,
        f"supply.{name}.{name}": mine.supply,
        "achievements": mine.achievements,
        "points": mine.vp,
        "tiles": sorted(tile.lower() for tile in mine.hand),
        "played": sorted(tile.lower() for tile in mine.played),
        "buildings": sorted(f"{t}_{level}_{seat + 1}" for t in TYPES for level in range(mine.levels[t], 5)),
        "mines": [f"mine_{row}_{seat + 1}" for row in ROW_COST if row not in mine.mines],
        "turbines": [f"turbine_{row}_{seat + 1}" for row in ROW_COST if row not in mine.turbines],
        "done": sorted(one.lower() for one in mine.done),
        f"stars.{name}.{name}": max(0, 3 - len(mine.markers)),
        f"reserve_stars.{name}.{name}": max(0, 6 - max(3, len(mine.markers))),
        "experiment": [letter] if letter else [],
        "effect": [f"effect_{letter}"] if letter else [],
        "technologies": sorted(f"{letter}{number}" for number in mine.technologies),
        "locked": sorted(f"{letter}{number}" for number in LEVEL if number not in mine.technologies) if letter else [],
    }
    found = {f"player.{path}" if "." in path else f"player.{path}.{name}": value for path, value in own.items()}
    for booth, held in zip(BOOTHS, mine.contracts, strict=True):
        found[f"player.contract.{name}.{booth}"] = [held.lower()] if held else []
    for track, called in TRACKS.items():
        found[f"player.space.{name}.{called}"] = mine.income[track]
    for row, uranium in mine.uranium.items():
        found[f"mine.uranium.mine_{row}_{seat + 1}"] = uranium
    if letter == "d":
        found["technology.used.d1"] = mine.laid_freely
    return found
