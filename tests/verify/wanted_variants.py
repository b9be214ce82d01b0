"""Twenty variants of Power Grid as designers want them, and each once more with one slip beside what is wanted.

Twelve are those of ``tests/variants``, eight are written here. A slip stands where slips stand: in a rule or a table that was copied to change one place
of it, in a file of the game below that was edited with the variant, or as one more line of the variant itself. The last sort looks like any wanted
change; only a baseline of the variant shows it.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from reguli.shipped_files import shipped_folder

HERE = Path(__file__).parent
VARIANTS = HERE.parent / "variants"
GAME = shipped_folder("rulesets") / "power_grid"
Edit = tuple[str, str, str]
"""A file, a text in it, and what is written in its place; into an empty text the whole file."""

TAXED = """procedure earn_money cites T1, P37, P116, P117, P118, P120, P122:
    for owner in turn_order:
        decide production by owner, repeatedly, or end_production cites P121, P124:
            fire(plant in owner.plants where not plant.fired because already_fired) cites P73, P76, P77, P79, P82, P124:
                needs usable_fuel(owner, plant) >= plant.need because not_enough_fuel cites P76, P82
                set plant.fired to true
                run burn_fuel(owner, plant)
        move payment[min(supplied(owner), most_paid_cities)] from bank to owner.money
        move min(tax, count(owner.money)) from owner.money to bank
        for plant in owner.plants:
            move all from plant.burning to supply
"""
REFILLED = """procedure refill_resource_market cites P125, P126, P127, P128:
    for fuel in fuels:
        let free = market_places[fuel] - count(fuel_market[fuel])
        move up to min(resupply[player_count, stage, fuel] + 1, free) of fuel from supply to fuel_market
"""
PRICES = """place_price:
  keys: [fuel, {name: place, from: 1, to: 24}]
  unit: elektro
  ragged: true
  rows:
    coal: [8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1]
    oil: [8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1]
    garbage: [8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1]
    uranium: [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  source: [P22, P25, P26, P86, P126, P127]
"""
ENDS = """end_cities:
  keys: [player_count]
  unit: city
  rows: {2: 21, 3: 17, 4: 17, 5: 15, 6: 13}
  source: [P157, P165]
"""
RESUPPLY = """resupply:
  keys: [player_count, stage, fuel]
  unit: token
  rows:
    2: {first: [3, 2, 1, 1], second: [4, 2, 2, 1], third: [3, 4, 3, 1]}
    3: {first: [4, 2, 1, 1], second: [5, 3, 2, 1], third: [3, 4, 3, 1]}
    4: {first: [5, 2, 3, 1], second: [6, 4, 3, 2], third: [4, 5, 4, 2]}
    5: {first: [5, 4, 3, 2], second: [7, 5, 3, 3], third: [5, 6, 5, 2]}
    6: {first: [7, 5, 3, 2], second: [9, 6, 5, 3], third: [6, 7, 6, 3]}
    7: {first: [8, 6, 4, 3], second: [10, 7, 6, 4], third: [7, 8, 7, 3]}
  source: [P125, P134, P139, P152, P166]
"""
BUILDING = """phase building cites P37, P91, P99, P109, P171:
    for builder in turn_order:
        decide construction by builder, repeatedly, or end_building cites P99, P109:
            connect(city in cities where city.region.in_play because region_not_in_play) cites P15, P93, P94, P96, P102, P108:
                needs count(city.houses[builder]) = 0 because already_connected cites P104, P173
                needs count(city.houses) < houses_per_city[stage] because city_full cites P95, P100, P107
                needs (start_city = by_step or city.houses is empty or network(builder) is not empty) because start_city_taken cites P93
                let cost = price(builder, city)
                pay cost from builder.money to bank because too_expensive(cost) cites P98
                run build_house(builder, city)
"""
STATEMENT = """T1:
  statement: After the production everybody pays a tax.
  state: house
"""


@dataclass(frozen=True)
class Wanted:
    """A variant: its files, or its folder among the twelve; the slip in it or in the game below; whether that is seen at once."""

    name: str
    files: dict[str, str] = field(default_factory=dict)
    slip: Edit = ("", "", "")
    below: bool = False
    at_once: bool = True


def _set(name: str, line: str) -> dict[str, str]:
    return {"variant.yaml": f"variant: {name}\nof: power_grid\nset: {{{line}}}\n"}


WANTED = (
    Wanted("build_first", slip=("tables.yaml", "[10, 22, 33, 44,", "[10, 22, 33, 43,"), below=True),
    Wanted("early_end", slip=("tables.yaml", "", ENDS)),
    Wanted("flat_income", slip=("rules/bureaucracy.rules", "if stage = third:", "if stage = second:"), below=True),
    Wanted(
        "free_house",
        slip=(
            "rules/founding.rules",
            "house_cost[count(city.houses) + 1]",
            "house_cost[count(city.houses[player]) + 1]",
        ),
    ),
    Wanted(
        "gas",
        slip=(
            "variant.yaml",
            "tables.start_tokens[gas]: 6",
            "tables.start_tokens[gas]: 6\n  tables.start_tokens[garbage]: 16",
        ),
        at_once=False,
    ),
    Wanted(
        "house_costs",
        slip=("components/cards.yaml", "[plant_20, 20, [coal], 3, 5, true]", "[plant_20, 20, [coal], 3, 4, true]"),
        below=True,
    ),
    Wanted("loan", slip=("variant.yaml", "\nadd:", "\nset: {constants.start_money: 40}\nadd:"), at_once=False),
    Wanted("rebate", slip=("rules/sell.rules", "    set buyer.bought to true\n", "")),
    Wanted("sealed_bids", slip=("variant.yaml", "\nadd:", '\nset: {"tables.house_cost[3]": 25}\nadd:'), at_once=False),
    Wanted("seven_players", slip=("tables.yaml", "", RESUPPLY)),
    Wanted(
        "solar_13",
        slip=("rules/building.rules", "if builder.houses is empty:", "if builder.houses is not empty:"),
        below=True,
    ),
    Wanted(
        "valley",
        slip=(
            "rules/building.rules",
            "count(city.houses) < houses_per_city[stage]",
            "count(city.houses) <= houses_per_city[stage]",
        ),
        below=True,
    ),
    Wanted(
        "poor_start",
        _set("poor_start", "constants.start_money: 40"),
        (
            "rules/plant_market.rules",
            "move lowest(plant_market) from plant_market to box",
            "move highest(plant_market) from plant_market to box",
        ),
        below=True,
    ),
    Wanted(
        "more_fuel",
        {"variant.yaml": "variant: more_fuel\nof: power_grid\n", "rules/fuel.rules": REFILLED},
        ("rules/fuel.rules", "- count(fuel_market[fuel])", "- count(fuel_market[fuel]) - 1"),
    ),
    Wanted(
        "taxed",
        {
            "variant.yaml": "variant: taxed\nof: power_grid\nadd: {statements: [T1], constants: [tax]}\n",
            "constants.yaml": "tax: {value: 2, unit: elektro, source: [T1]}\n",
            "inventory.yaml": STATEMENT,
            "rules/tax.rules": TAXED,
        },
        (
            "rules/tax.rules",
            "        for plant in owner.plants:\n            move all from plant.burning to supply\n",
            "",
        ),
    ),
    Wanted(
        "more_plants",
        _set("more_plants", '"tables.max_plants[4]": 4'),
        ("variant.yaml", "set: {", 'set: {"tables.plants_removed[4]": 3, '),
        at_once=False,
    ),
    Wanted(
        "kind_bank",
        {
            "variant.yaml": "variant: kind_bank\nof: power_grid\nreplace:\n  parts:\n    earn_money/move payment: "
            "move payment[most_paid_cities] from bank to owner.money\n"
        },
        ("variant.yaml", "replace:", "remove: {parts: [auction/nominate/not_in_actual_market]}\nreplace:"),
        at_once=False,
    ),
    Wanted(
        "cheap_uranium",
        {"variant.yaml": "variant: cheap_uranium\nof: power_grid\n", "tables.yaml": PRICES},
        ("tables.yaml", "oil: [8, 8, 8, 7, 7, 7, 6, 6, 6, 5,", "oil: [8, 8, 8, 7, 7, 7, 6, 6, 5, 5,"),
    ),
    Wanted(
        "leader_builds_first",
        {"variant.yaml": "variant: leader_builds_first\nof: power_grid\n", "rules/building.rules": BUILDING},
        (
            "rules/building.rules",
            "count(city.houses) < houses_per_city[stage]",
            "count(city.houses) <= houses_per_city[stage]",
        ),
    ),
    Wanted(
        "late_second_stage",
        _set("late_second_stage", '"tables.stage_2_cities[3..5]": 9'),
        ("state.yaml", "removed: {zone: card, visible: nobody, shown: false", "removed: {zone: card, shown: false"),
        below=True,
    ),
)


def written(one: Wanted, into: Path, *, slipped: bool = False) -> Path:
    """Write a variant into a folder, with its slip if so; one below it goes into a copy of the game that the variant is then of."""
    folder = into / one.name
    if one.files:
        for name, text in one.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    else:
        shutil.copytree(VARIANTS / one.name, folder)
    if slipped:
        home = folder
        if one.below:
            home = into / "power_grid"
            shutil.copytree(GAME, home)
            said = folder / "variant.yaml"
            said.write_text(said.read_text("utf-8").replace("of: power_grid", "of: ../power_grid"), "utf-8")
        name, old, new = one.slip
        text = (home / name).read_text("utf-8") if (home / name).is_file() else ""
        assert old in text
        (home / name).write_text(text.replace(old, new, 1) if old else text + new, "utf-8")
    return folder
