"""One input of the fuzzer, made from a seed and a number, and what came of all of them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from ground import Ground
from kinds import KINDS, compared
from running import Ran, failures

MOST_TOLD = 500


@dataclass
class Input:
    """An input: its kind, its folder, what is wrong with how it ended."""

    number: int
    kind: str
    folder: Path | None
    failures: list[str]

    def forget(self) -> None:
        """Take its folder away."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


@dataclass
class Tally:
    """What came of the inputs so far."""

    seed: int
    kinds: list[str]
    next: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """How many there were."""
        return self.tried.total()

    def add(self, one: Input) -> None:
        """Take one in."""
        self.next = one.number + 1
        self.tried[one.kind] += 1
        if one.failures:
            self.failed[one.kind] += 1
            self.failures = [*self.failures, {"number": one.number, "kind": one.kind, "why": one.failures}][:MOST_TOLD]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "seed": self.seed,
            "kinds": self.kinds,
            "next": self.next,
            "inputs": self.inputs,
            "tried": dict(self.tried),
            "failed": dict(self.failed),
            "failures": self.failures,
        }

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> Tally:
        """Go on with one that was written."""
        return cls(
            found["seed"],
            found["kinds"],
            found["next"],
            Counter(found["tried"]),
            Counter(found["failed"]),
            found["failures"],
        )


def kind_of(seed: int, number: int, kinds: Sequence[str]) -> str:
    """Return the kind of an input: by weight."""
    return Random(f"{seed}/{number}").choices(kinds, [KINDS[name].weight for name in kinds])[0]


def tried(seed: int, number: int, kinds: Sequence[str]) -> Input:
    """Make an input and put it through its commands; its folder stays until it is forgotten."""
    name = kind_of(seed, number, kinds)
    folder = Path(tempfile.mkdtemp(prefix="fuzz_"))
    before, home = os.environ.get("REGULI_CACHE"), Path.cwd()
    os.environ["REGULI_CACHE"] = ""
    found: list[str] = []
    summaries: list[str] = []
    try:
        os.chdir(folder)
        for words in KINDS[name].make(Ground(folder, Random(f"{seed}/{number}/{name}"))):
            ran, wrong = failures(words)
            found += [f"{' '.join(words)[:200]}: {one}" for one in wrong]
            if name == "semantic" and ran is not None:
                if words[0] == "check" and ran.code != 0:
                    break
                summaries += _summary(ran)
        found += compared(summaries)
    finally:
        os.chdir(home)
        os.environ.pop("REGULI_CACHE") if before is None else os.environ.__setitem__("REGULI_CACHE", before)
    return Input(number, name, folder, found)


def _summary(ran: Ran) -> list[str]:
    return [ran.out] if ran.words[0] == "simulate" and ran.code in (0, 1) and ran.out else []
