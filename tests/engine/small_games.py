"""Games of a few lines, written into a folder: what a test is about, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from reguli.pipeline import LoadedRuleset

GAME = """
ruleset: small
language: 2
version: 1.0.0
name: Small
players: {{min: 2, max: 3}}
setup: set_up
round: [{phases}]
ranking: [{{by: seat_of(player), order: least}}]
"""
RANKING = "\ndefine seat_of(player) = (if player = seat_1 then 0 else 1)\n"


def folder_of(home: Path, kinds: str, state: str, rules: str, *, stages: str = "", **constants: int) -> Path:
    """Write a game: the lines of its kinds, its state, its rules (``set_up`` and the phases in order) and its constants."""
    files = {
        "game.yaml": GAME.format(phases=", ".join(re.findall(r"^phase (\w+)", rules, re.MULTILINE))) + stages,
        "components/k.yaml": f"kinds:\n{kinds}\n",
        "state.yaml": state,
        "rules/r.rules": rules + RANKING,
        "constants.yaml": "".join(f"{name}: {{value: {value}}}\n" for name, value in constants.items()),
    }
    for name, text in files.items():
        if text:
            path = home / "small" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return home / "small"


def game(home: Path, kinds: str, state: str, rules: str, *, stages: str = "", **constants: int) -> LoadedRuleset:
    """Write a game and open it without findings."""
    loaded = LoadedRuleset(str(folder_of(home, kinds, state, rules, stages=stages, **constants)))
    found = [(found.code, str(found.span), found.args) for found in loaded.bag]
    assert loaded.ruleset is not None, found
    assert not found
    return loaded
