"""Whether anything got slower: two trees of the project side by side, each thing measured by turns, the ratio of new to old with its interval.

    python benchmarks/paired.py OLD NEW [NAME ...] [--pairs 9] [--json]

A tree is a folder with ``interpreter``, ``rulesets`` and ``benchmarks`` in it, as a worktree has. Time is the processor's, of a process of its own, user and system;
the files of Python are compiled beforehand, each tree's into a folder of its own. Old and new take turns, the one that comes first changes with every
pair. The ratio is the median of those of the pairs; between "low" and "high" it lies with 95 % and more, whatever the times are spread like
(their places in the order of the ratios come from the binomial distribution; with fewer than six pairs they are the least and the greatest).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from statistics import median

from measuring import Row, show

PAIRS = 9
SURE = 0.95
COMMAND = "import sys; from reguli.cli.main import main; sys.exit(main())"
DECISIONS = """
import sys, time
import reguli
name, players, games, more = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), {"processes": 1}
game = reguli.load(name)
if sys.argv[4:]:
    try:
        game.simulate(players, 1, 1, engine=sys.argv[4], **more)
        more["engine"] = sys.argv[4]
    except TypeError:  # what did not know the word had one way only
        pass

def played(number):
    begun = time.process_time()
    found = game.simulate(players, number, 7, **more)
    return time.process_time() - begun, sum(row[found.columns.index("moves")] for row in found.rows)

begun, one = min(played(1), played(1))
while True:
    spent, moves = played(games + 1)
    if spent > begun + 1:
        break
    games *= 4
print(1e6 * (spent - begun) / (moves - one))
"""
AT_TABLE = """
import random, sys, time
try:
    from reguli.engine.gameplay.playthrough import start_playthrough as begin
except ImportError:  # before it was renamed
    from reguli.engine.playing.playthrough import begin
try:
    from reguli.pipeline import LoadedRuleset
except ImportError:  # before it was renamed
    from reguli.pipeline import Loaded as LoadedRuleset
name, players, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
program, lots, moves = LoadedRuleset(name).program(players), random.Random(7), 0
for seed in range(-1, games):
    if seed == 0:
        begun, moves = time.process_time(), 0
    at = begin(program, seed)
    while not at.over:
        families = list(at.families())
        family = families[int(lots.random() * len(families))]
        at.apply(family.move(int(lots.random() * family.size)))
    moves += len(at.moves)
print(1e6 * (time.process_time() - begun) / moves)
"""
"""Decisions by lot: how many microseconds of one, told by the process itself; what is made for the first game does not count."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree, and where its compiled files lie."""

    top: Path
    compiled: Path

    @property
    def surroundings(self) -> dict[str, str]:
        """Return the environment in which this tree is imported and its files are compiled once."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return {**kept, "PYTHONPATH": str(self.top / "interpreter"), "PYTHONPYCACHEPREFIX": str(self.compiled)}

    def run(self, *words: str) -> tuple[float, str]:
        """Run Python with some words; give the seconds of the processor and what it printed."""
        before = _children()
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, *words],
                cwd=folder,
                env={**self.surroundings, "XDG_CACHE_HOME": folder},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
        if done.returncode:
            sys.exit(f"{self.top}: {' '.join(words[-4:])}\n{done.stderr}")
        return _children() - before, done.stdout


def _children() -> float:
    """Return the seconds of the processor that processes we started have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _command(*words: str) -> Callable[[Tree], float]:
    return lambda tree: tree.run("-c", COMMAND, *words)[0] * 1e3


def _told(script: str, *words: str) -> Callable[[Tree], float]:
    return lambda tree: float(tree.run("-c", script, *words)[1])


def _answers(tree: Tree) -> float:
    """Return what one answer at a terminal costs in all, moves by bots and starting included."""
    spent, told = tree.run(str(tree.top / "benchmarks" / "answers.py"), "--games", "1", "--json")
    return spent * 1e3 / sum(row["answers"] for row in json.loads(told)["rows"])


QUICK = ("--only", "examples,static")
MEASURES: Mapping[str, tuple[str, Callable[[Tree], float]]] = {
    "help": ("reguli --help, ms", _command("--help")),
    "check": ("reguli check power_grid, ms", _command("check", "power_grid")),
    "check_warszawa": ("reguli check warszawa, ms", _command("check", "warszawa")),
    "check_nucleum": ("reguli check nucleum, ms", _command("check", "nucleum")),
    "verify": ("reguli verify power_grid --only examples,static, ms", _command("verify", "power_grid", *QUICK)),
    "verify_warszawa": ("reguli verify warszawa --only examples,static, ms", _command("verify", "warszawa", *QUICK)),
    "verify_nucleum": ("reguli verify nucleum --only examples,static, ms", _command("verify", "nucleum", *QUICK)),
    "card": ("reguli card power_grid --lang en, ms", _command("card", "power_grid", "--lang", "en")),
    "book": ("reguli book power_grid --lang en, ms", _command("book", "power_grid", "--lang", "en")),
    "import": ("import reguli, ms", lambda tree: tree.run("-c", "import reguli")[0] * 1e3),
    "answers": ("an answer at a terminal, ms", _answers),
    "play": ("a decision by lot of power_grid at the table, µs", _told(AT_TABLE, "power_grid", "4", "1")),
    "simulate": ("a decision of power_grid in simulate, µs", _told(DECISIONS, "power_grid", "4", "8")),
    "python": (
        "a decision of power_grid in simulate by Python, µs",
        _told(DECISIONS, "power_grid", "4", "8", "python"),
    ),
    "small": ("a decision of tic_tac_toe in simulate, µs", _told(DECISIONS, "tic_tac_toe", "2", "500")),
}
"""What is measured, by how it is asked for."""


def interval(ratios: Sequence[float]) -> tuple[float, float]:
    """Return two of the ratios between which their true median lies, at least as surely as ``SURE``, if there are enough of them."""
    found, many = sorted(ratios), len(ratios)
    below, outside = 0, 0.0
    while below < (many - 1) // 2:
        outside += 2 * comb(many, below) / 2**many
        if outside > 1 - SURE:
            break
        below += 1
    at = max(0, below - 1)
    return found[at], found[many - 1 - at]


def paired(old: Tree, new: Tree, measure: Callable[[Tree], float], pairs: int) -> dict[str, float]:
    """Measure both by turns, once more than asked for: the first pair compiles."""
    found: list[tuple[float, float]] = []
    for turn in range(pairs + 1):
        if turn % 2:
            after = measure(new)
            found.append((measure(old), after))
        else:
            before = measure(old)
            found.append((before, measure(new)))
    ratios = [after / before for before, after in found[1:]]
    low, high = interval(ratios)
    before, after = (median(side) for side in zip(*found[1:], strict=True))
    return {"old": before, "new": after, "new / old": median(ratios), "low": low, "high": high}


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description="Two trees, side by side.")
    parser.add_argument("old", type=Path, help="the tree before")
    parser.add_argument("new", type=Path, help="the tree after")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"how many of each (default: {PAIRS})")
    parser.add_argument("--json", action="store_true", help="write JSON for a program to read")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        choices=[[], *MEASURES],
        help=f"what to measure (default: {' '.join(MEASURES)})",
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as compiled:
        old = Tree(given.old.resolve(), Path(compiled) / "old")
        new = Tree(given.new.resolve(), Path(compiled) / "new")
        measures = [MEASURES[name] for name in given.names or MEASURES]
        rows = [Row(name, paired(old, new, measure, given.pairs)) for name, measure in measures]
    show("New and old", rows, as_json=given.json, how=f"medians of {given.pairs} pairs")


if __name__ == "__main__":
    main()
