"""Plays rulesets changed at random in every executor, and says which of them differ (``.ci/night mutated``).

``PYTHONPATH=tests/compile:tests python .ci/play_mutated.py --first 0 --count 1000`` goes on behind a difference. A run that was cut goes on with ``--first``: a number always gives the same ruleset and
the same games.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path

from mutated import SHIPPED
from same_mutated import play


def main() -> int:
    """Play some numbers and print what came of each, then the figures; 1 where games differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_000)
    given = parser.parse_args()
    figures = Counter[str]()
    with tempfile.TemporaryDirectory() as home:
        for number in range(given.first, given.first + given.count):
            try:
                ruleset, faults = play(number, Path(home))
            except Exception as error:  # noqa: BLE001 - whatever goes wrong is told, and the next number played
                figures["different"] += 1
                print(f"{number}: {error}", flush=True)
                traceback.print_exc(limit=-6, file=sys.stdout)
                continue
            figures["the same"] += 1
            figures["of shipped games"] += ruleset.name in [folder.name for folder in SHIPPED]
            figures["with a choice from nothing"] += ruleset.empty
            figures["of these stopped by it"] += ruleset.empty and "E301" in faults
            figures["games that a fault stopped"] += sum(fault is not None for fault in faults)
            print(f"{number}: {ruleset.name} {' '.join(fault or 'over' for fault in faults)}", flush=True)
    print(f"{given.count} rulesets, {', '.join(f'{count} {what}' for what, count in figures.items())}")
    return bool(figures["different"])


if __name__ == "__main__":
    sys.exit(main())
