"""A language server that the tests of a file share, copies of games, and where the client lies."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reguli.shipped_files import shipped_folder

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
sys.path.insert(0, str(BENCHMARKS))

from editor_client import EditorClient  # noqa: E402 - it lies among the benchmarks

Copy = Callable[..., Path]


@pytest.fixture(scope="module")
def client() -> Iterator[EditorClient]:
    with EditorClient() as found:
        yield found


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    def made(game: str, under: str = "") -> Path:
        return Path(shutil.copytree(shipped_folder("rulesets") / game, tmp_path.resolve() / under / game))

    return made
