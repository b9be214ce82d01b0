"""Where an input of the fuzzer is made, and what it is made from."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from running import run

from reguli.shipped_files import PACKAGE, shipped_folder, shipped_libraries

TESTS: Final = Path(__file__).parents[1]
SAMPLE: Final = PACKAGE / "reference" / "sample"
THEMES: Final = (PACKAGE / "reference" / "sample_theme", TESTS / "publish" / "themes" / "evening")
SHIPPED: Final = ("tic_tac_toe", "connect_four", "hex", "breakthrough")
LARGE: Final = ("power_grid", "warszawa", "nucleum")
LANGUAGES: Final = ("en", "hu", "ro")
STARTS: Final = ("start_item", "start_item", "start_body", "start_expression")
Lines = Sequence[Sequence[str]]


@dataclass
class Ground:
    """A folder for one input, and what its chance comes from."""

    folder: Path
    chance: Random

    def copy(self, base: Path, name: str = "game") -> Path:
        """Copy a ruleset there."""
        to = self.folder / name
        shutil.copytree(base, to, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        return to

    def damage(self, file: Path, how: Callable[[str, Random], str]) -> None:
        """Damage a file."""
        file.write_text(how(file.read_text(encoding="utf-8"), self.chance), encoding="utf-8", errors="replace")

    def times(self) -> int:
        """Return how often something is damaged: mostly once."""
        return self.chance.choice([1, 1, 1, 2, 4])


@cache
def small() -> tuple[Path, ...]:
    """Return the small rulesets that are damaged: the toys, the games of the libraries, the smaller shipped ones, the sample of the reference."""
    toys = sorted(path.parent for path in (TESTS / "rulesets").glob("*/game.yaml"))
    libraries = sorted(path.parent for path in shipped_libraries().glob("*/game/game.yaml"))
    return (*toys, *libraries, *(shipped_folder("rulesets") / name for name in SHIPPED), SAMPLE)


@cache
def worded() -> Path:
    """Return a game with words of its own, made once in this process."""
    import tempfile

    home = Path(tempfile.mkdtemp(prefix="fuzz_"))
    assert run(["new", "mine", "--like", "tic_tac_toe", "--folder", str(home)]).code == 0
    return home / "mine"


@cache
def played(name: str, seed: int) -> str:
    """Return the save of a game that bots played."""
    import tempfile

    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "save.json"
        run(["play", name, "--bots", "random", "--seed", str(seed), "--save", str(file)])
        return file.read_text(encoding="utf-8")


def documents(folder: Path, *, besides: bool = False) -> list[Path]:
    """Return the documents of a ruleset; ``besides`` those, too, that its rules do not depend on."""
    kept = {"inventory.yaml", "card.yaml", "book.yaml", "summary.yaml", "setup.yaml", "pieces.yaml"}
    files = [path for path in folder.rglob("*.yaml") if besides or path.name not in kept]
    return sorted(files)
