"""How long a person waits for an editor: for a finding after a keystroke, for what may be typed, for what a word means, for a new name.

    python benchmarks/editor_latency.py [tic_tac_toe power_grid] [--rounds 20] [--json]

An editor speaks with ``reguli lsp`` over stdio and types into a copy of each ruleset, in turns: a mistake into a rules file, one into a document,
and one that only the whole check finds. Measured is the time from the keystroke to the finding, the wait of 0.1 s for further keystrokes included. The
bar for a mistake that reading or binding finds is 0.3 s on an idle machine.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import monotonic

from editor_client import EditorClient
from measuring import Row, show_all

from reguli.shipped_files import shipped_folder

GAMES = ("tic_tac_toe", "power_grid")
ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake that is typed: the file, words of it, and what stands there instead."""

    file: str
    words: str
    wrong: str


SLIPS: dict[str, dict[str, Slip]] = {
    "tic_tac_toe": {
        "rules, a name": Slip("rules/play.rules", "next(to_move)", "next(to_mov)"),
        "rules, their form": Slip("rules/play.rules", "phase play cites T4, T7:", "phase play cites T4, T7"),
        "YAML, a key": Slip("constants.yaml", "value: 3", "valu: 3"),
        "YAML, the whole check": Slip("examples/ends.yaml", "cites: [", "cite: ["),
    },
    "power_grid": {
        "rules, a name": Slip("rules/building.rules", "price(builder, city)", "prise(builder, city)"),
        "rules, their form": Slip("rules/building.rules", "if builder.houses is empty:", "if builder.houses is empty"),
        "YAML, a key": Slip("constants.yaml", "start_money: {value", "start_money: {valu"),
        "YAML, the whole check": Slip("examples/building.yaml", "cites: [", "cite: ["),
    },
}


def measured(client: EditorClient, home: Path, slip: Slip) -> float:
    """Return how long a finding of a mistake took; the mistake is mended afterwards."""
    path = home / slip.file
    right = client.buffers.get(path) or client.open(path)
    client.settle()
    begun = monotonic()
    client.type(path, right.replace(slip.words, slip.wrong, 1))
    while not any(client.told.values()):
        client.step(monotonic() + 60)
    took = monotonic() - begun
    client.type(path, right)
    while any(client.told.values()):
        client.step(monotonic() + 60)
    return took


def asked(client: EditorClient, ask: Callable[[], object]) -> float:
    """Return how long an answer took."""
    begun = monotonic()
    ask()
    return monotonic() - begun


def questions(client: EditorClient, home: Path) -> dict[str, Callable[[], object]]:
    """Return what is asked of a rules file: at its last word."""
    path = min((home / "rules").glob("*.rules"))
    client.buffers.get(path) or client.open(path)
    word = client.buffers[path].rstrip().rpartition(" ")[2]
    place = client.at(path, word)
    context = {"context": {"includeDeclaration": True}}
    return {
        "completion": lambda: client.ask("textDocument/completion", place),
        "meaning": lambda: client.ask("textDocument/hover", place),
        "references": lambda: client.ask("textDocument/references", {**place, **context}),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    times: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder, EditorClient() as client:
        homes = {game: Path(folder).resolve() / game for game in given.games}
        for game, home in homes.items():
            shutil.copytree(shipped_folder("rulesets") / game, home)
        for at in range(given.rounds + 1):
            for game, home in homes.items():
                measures: dict[str, Callable[[], float]] = {
                    name: lambda slip=slip, home=home: measured(client, home, slip)  # type: ignore[misc]
                    for name, slip in SLIPS[game].items()
                }
                measures |= {name: lambda ask=ask: asked(client, ask) for name, ask in questions(client, home).items()}  # type: ignore[misc]
                for name, measure in measures.items():
                    took = measure()
                    if at:  # in the first round files are read
                        times.setdefault(name, {}).setdefault(game, []).append(took)
    tables = {
        title: [Row(name, {game: figure(own) for game, own in games.items()}) for name, games in times.items()]
        for title, figure in (("Seconds until the answer", median), ("95 % take no longer than", late))
    }
    show_all(tables, as_json=given.json)


def late(times: list[float]) -> float:
    """Return the time that 19 of 20 do not exceed."""
    return sorted(times)[round(0.95 * (len(times) - 1))]


if __name__ == "__main__":
    main()
