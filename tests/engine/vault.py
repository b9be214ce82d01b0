"""A vault with bolts, which opens when some are out and others in: what can be finished is hard to see from its door."""

from __future__ import annotations

from pathlib import Path

from booth import opened

from reguli.ir.executable_program import Playable

GAME = """
ruleset: vault
language: 2
version: 1.0.0
name: Vault
players: {min: 1, max: 1}
units: [heft]
round: [evening]
ranking:
  - {by: (if unlocked then 1 else 0), order: most}
"""
STATE = """
game:
  unlocked: {flag: true}
  lifted: {number: heft}
  left: {flag: true}
bolt:
  turned_out: {flag: true}
"""
RULES = """
phase evening:
    for player in players:
        decide at_the_door by player:
            try_lock:
                run open_vault(player)
            walk_away:
                set left to true
    end game

procedure open_vault(player):
    decide bolts_to_turn by player, repeatedly, all or nothing:
        turn_out(bolt in bolts where not bolt.turned_out because is_out):
            set bolt.turned_out to true
            add bolt.heft to lifted
        open_door:
            needs OUT.turned_out because last_bolt_in
            needs not IN.turned_out because first_bolt_out
            set unlocked to true
            end bolts_to_turn
"""


def vault(folder: Path, bolts: int, *, out: int, kept: int = 1, alike: bool = False) -> Playable:
    """Write and lower a vault: bolt ``out`` must be out and bolt ``kept`` in for the door to open; the same one never is.

    The bolts differ in their heft, which is added up and otherwise of no account, unless they are to be alike.
    """
    top = folder / "vault"
    rules = RULES.replace("            add bolt.heft to lifted\n", "") if alike else RULES
    rows = ", ".join(f"{{id: bolt_{number}, heft: {number}}}" for number in range(1, bolts + 1))
    files = {
        "game.yaml": GAME,
        "state.yaml": STATE,
        "components/bolts.yaml": f"kinds:\n  bolt: {{plural: bolts, fields: {{heft: {{number: heft}}}}, rows: [{rows}]}}\n",
        "rules/vault.rules": rules.replace("OUT", f"bolt_{out}").replace("IN", f"bolt_{kept}"),
    }
    for name, text in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return opened(top).program(1)
