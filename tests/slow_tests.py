"""The tests that a quick run leaves out: which those are, and the table of them made from measured CPU seconds.

    pytest -n auto --all --cpu times        (writes times.gw0.tsv, times.gw1.tsv, … : CPU seconds of each test)
    python tests/slow_tests.py times.*.tsv  (writes tests/slow.tsv)

Of several runs the slowest time of a test counts: what tests share costs the first of them, and that is another one in a quick run.

A row of the table names a test. Words behind it name the parameters with which it is slow; without words it is slow with all.
"""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

TABLE = Path(__file__).with_name("slow.tsv")
SLOW = 0.2
"""CPU seconds from which a test is slow, with what it starts."""
SLOW_SHARE = 0.9
"""From this share of slow parameters on, all parameters of a test are slow."""
WORD = re.compile(r"[a-z][a-z_]+")


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of processes that it started and that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def slow_tests() -> Mapping[str, tuple[str, ...]]:
    """Read the table: by test the words of slow parameters, none where all are slow."""
    rows = (line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:])
    return {test: tuple(words.split()) for test, words in rows}


def is_slow(node: str, slow: Mapping[str, tuple[str, ...]]) -> bool:
    """Return whether a test with its parameters, named by its node id, is slow."""
    test, _, parameters = node.partition("[")
    words = slow.get(test)
    return words is not None and (not words or not set(words).isdisjoint(WORD.findall(parameters)))


def _rows(seconds: Mapping[str, float]) -> Iterator[str]:
    parameters: dict[str, dict[str, float]] = defaultdict(dict)
    for node, spent in seconds.items():
        test, _, found = node.partition("[")
        parameters[test][found] = spent
    for test, measured in sorted(parameters.items()):
        slow = [found for found, spent in measured.items() if spent >= SLOW]
        if not slow:
            continue
        words = {word for found in slow for word in WORD.findall(found)}
        # A word that a quick test has too says nothing.
        words -= {word for found, spent in measured.items() if spent < SLOW for word in WORD.findall(found)}
        told = all(not words.isdisjoint(WORD.findall(found)) for found in slow)
        yield f"{test}\t{' '.join(sorted(words)) if told and len(slow) < SLOW_SHARE * len(measured) else ''}"


def main() -> None:
    """Write the table from the files of a measured run."""
    seconds: dict[str, float] = {}
    for file in sys.argv[1:]:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            spent, node = line.split("\t", 1)
            seconds[node] = max(float(spent), seconds.get(node, 0.0))
    TABLE.write_text("\n".join(["test\tslow with", *_rows(seconds), ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
