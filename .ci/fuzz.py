"""Puts damaged inputs of every kind through the commands, in this process, and says which of them end in a fault of ours.

    python .ci/fuzz.py --count 100000 --seed 20261128 --json fuzz.json
    python .ci/fuzz.py --kinds variants,saves --count 500
    python .ci/fuzz.py --only 4711 --seed 20261128

Input N of a seed is always the same one, whatever the others are: ``--only N`` makes it again. ``--shard 1/4`` takes every fourth; ``--resume`` goes on where the file of
``--json`` ends. The folder of each input that fails is kept in ``--keep``. The exit code is 1 where one failed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOP / "tests"), str(TOP / "tests" / "fuzz")]

from fuzzing import Tally, tried  # noqa: E402 - it lies with the tests
from kinds import KINDS  # noqa: E402

OFTEN = 5.0
"""Seconds between two reports of how far it is."""


def _numbers(given: argparse.Namespace, done: int) -> Iterator[int]:
    if given.only is not None:
        yield given.only
        return
    part, of = (int(one) for one in given.shard.split("/"))
    yield from (number for number in range(done, given.count) if number % of == part - 1)


def main() -> int:
    """Run the inputs that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=20261128)
    parser.add_argument("--kinds", default=",".join(KINDS), help="which kinds, with commas")
    parser.add_argument("--only", type=int, help="this input alone")
    parser.add_argument("--shard", default="1/1", help="1/4: the first, fifth, ... input")
    parser.add_argument("--seconds", type=float, help="end after so many seconds of the clock; what is done is said")
    parser.add_argument("--json", type=Path, help="write the tally here, every few seconds")
    parser.add_argument("--resume", action="store_true", help="go on with the tally of --json")
    parser.add_argument(
        "--keep", type=Path, default=Path("fuzz_failures"), help="where the folders of failures are kept"
    )
    given = parser.parse_args()
    kinds = given.kinds.split(",")
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    tally, first = Tally(given.seed, kinds), 0
    if given.resume and given.json is not None and given.json.is_file():
        tally = Tally.from_json(json.loads(given.json.read_text(encoding="utf-8")))
        first = tally.next
    began = told = time.monotonic()
    for number in _numbers(given, first):
        one = tried(tally.seed, number, tally.kinds)
        tally.add(one)
        for why in one.failures:
            sys.stderr.write(f"FAILED {one.kind} --seed {tally.seed} --only {number}: {why}\n")
        if one.failures and one.folder is not None:
            shutil.copytree(one.folder, given.keep / f"{one.kind}_{number}", dirs_exist_ok=True, symlinks=True)
        one.forget()
        now = time.monotonic()
        if now - told > OFTEN:
            told = now
            sys.stderr.write(f"{tally.inputs:,} inputs, {sum(tally.failed.values())} failed, {now - began:.0f} s\n")
            _write(given.json, tally)
        if given.seconds is not None and now - began > given.seconds:
            break
    _write(given.json, tally)
    for name, count in Counter(tally.tried).most_common():
        print(f"{name:14}{count:>8}{tally.failed.get(name, 0):>6}")
    print(f"{'in all':14}{tally.inputs:>8}{sum(tally.failed.values()):>6}   {time.process_time():.0f} CPU s")
    return 1 if tally.failures else 0


def _write(path: Path | None, tally: Tally) -> None:
    if path is not None:
        path.write_text(json.dumps(tally.to_json(), indent=1), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
