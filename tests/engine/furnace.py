"""A furnace to be fuelled until it can light a lamp: wagons of coal, uranium as long as it may be used, dear coal without end."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from booth import opened

from reguli.ir.executable_program import Playable

FREIGHT, DEAR = 1, 2
"""Coins for a wagon and for dear coal."""
COAL, URANIUM = 2, 3
"""Strength."""

GAME = """
ruleset: furnace
language: 2
version: 1.0.0
name: Furnace
players: {min: 1, max: 1}
units: [strength]
round: [evening]
ranking:
  - {by: count(all lamp in lamps where lamp.lit), order: most}
"""
STATE = """
game:
  bank: {zone: coin}
  pile: {zone: rod}
  ash: {zone: rod}
player:
  coins: {zone: coin}
wagon:
  empty_now: {flag: true}
lamp:
  lit: {flag: true}
"""
KINDS = """
kinds:
  coin: {tokens: {supply: unlimited}, starts: bank}
  rod: {tokens: {supply: RODS}, starts: pile}
  wagon: {plural: wagons, elements: [WAGONS]}
  lamp: {plural: lamps, fields: {need: {number: strength}}, rows: [LAMPS]}
"""
CONSTANTS = """
purse: {value: COINS, unit: coin}
freight: {value: 1, unit: coin}
dear_price: {value: 2, unit: coin}
coal_power: {value: 2, unit: strength}
rod_power: {value: 3, unit: strength}
most_rods: {value: LIMIT, unit: rod}
"""
RULES = """
phase evening:
    for player in players:
        move purse from bank to player.coins
        decide at_the_furnace by player, or walk_away:
            fire:
                run fuel(player)
    end game

procedure fuel(player):
    let power = 0
    let spent = 0
    decide fuelling by player, repeatedly, all or nothing:
        bring_coal(wagon in wagons where not wagon.empty_now because is_empty):
            pay freight from player.coins to bank because too_expensive
            set wagon.empty_now to true
            add coal_power to power
        buy_dear_coal:
            pay dear_price from player.coins to bank because too_expensive
            add coal_power to power
        take_rod:
            needs pile is not empty because no_rod
            needs spent < most_rods because rods_used
            move 1 from pile to ash
            add 1 to spent
            add rod_power to power
        light(lamp in lamps where not lamp.lit because is_lit):
            needs lamp.need <= power because too_weak
            set lamp.lit to true
            end fuelling
"""


def furnace(
    folder: Path, *, needs: tuple[int, ...], wagons: int = 13, coins: int, rods: int = 6, limit: int = 6
) -> Playable:
    """Write and lower a furnace with lamps that need so much strength."""
    top = folder / "furnace"
    names = ", ".join(f"wagon_{number}" for number in range(1, wagons + 1))
    lamps = ", ".join(f"{{id: lamp_{number}, need: {need}}}" for number, need in enumerate(needs, 1))
    files = {
        "game.yaml": GAME,
        "state.yaml": STATE,
        "components/kinds.yaml": KINDS.replace("RODS", str(rods)).replace("WAGONS", names).replace("LAMPS", lamps),
        "constants.yaml": CONSTANTS.replace("COINS", str(coins)).replace("LIMIT", str(limit)),
        "rules/furnace.rules": RULES,
    }
    for name, text in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return opened(top).program(1)


def strongest(*, wagons: int, coins: int, rods: int, limit: int) -> int:
    """Compute by trying all how strong the fire can be: so many wagons, so many lots of dear coal, all rods."""
    paid = (
        COAL * (carts + dear)
        for carts, dear in product(range(wagons + 1), range(coins + 1))
        if carts * FREIGHT + dear * DEAR <= coins
    )
    return max(paid) + URANIUM * min(rods, limit)
