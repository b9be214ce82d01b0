"""How soon after a save the pictures of a deck are drawn again, by `reguli card … --watch`.

    python benchmarks/watching.py [--cards 54] [--rounds 5] [--json]

A deck of so many cards is written to a folder of its own, and watched for pictures of single cards and for a PDF. Then one cell is changed,
again and again; what is measured is the time from the save until the changed file stands there. The bar is two seconds for 54 cards.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "publish"))

from decks import rows, write_cards, write_deck

BAR = 2.0
PATIENCE = 60.0
USES = {"images": "pieces.en.images/c7.png", "home": "pieces.en.pdf"}


def redrawn(use: str, cards: int, rounds: int) -> list[float]:
    """Return the seconds from each save until the changed file stands there."""
    with tempfile.TemporaryDirectory() as name:
        deck, out = write_deck(Path(name) / "deck", rows(cards)), Path(name) / "out"
        form = "png" if use == "images" else "pdf"
        given = [
            "card",
            str(deck),
            "--product",
            "pieces",
            "--for",
            use,
            "--format",
            form,
            "--folder",
            str(out),
            "--watch",
        ]
        program = "import sys; from reguli.cli.main import main; sys.exit(main())"
        with subprocess.Popen(
            [sys.executable, "-c", program, *given], stdout=subprocess.DEVNULL, env={**os.environ, "REGULI_LANG": "en"}
        ) as watching:
            try:
                changed, found = out / "deck" / USES[use], []
                _until(changed.exists, watching)
                time.sleep(2)
                for number in range(rounds):
                    before = changed.stat().st_mtime_ns
                    edited = [{**one, "title": f"Edit {number}"} if one["id"] == "c7" else one for one in rows(cards)]
                    begin = time.perf_counter()
                    write_cards(deck, edited)
                    _until(lambda at=before: changed.stat().st_mtime_ns != at, watching)
                    found.append(time.perf_counter() - begin)
                    time.sleep(2)
                return found
            finally:
                watching.terminate()


def _until(holds, watching: subprocess.Popen[bytes]) -> None:  # noqa: ANN001
    end = time.perf_counter() + PATIENCE
    while not holds():
        if time.perf_counter() > end or watching.poll() is not None:
            raise SystemExit("nothing was drawn again")
        time.sleep(0.01)


def main() -> int:
    """Measure both uses, and return 1 where the bar is not reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=54)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = {use: redrawn(use, given.cards, given.rounds) for use in USES}
    if given.json:
        print(json.dumps(found))
    else:
        for use, seconds in found.items():
            print(
                f"{use:8} median {median(seconds):.2f} s, slowest {max(seconds):.2f} s of {len(seconds)} saves; bar {BAR:g} s"
            )
    return 1 if any(median(seconds) > BAR for seconds in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
