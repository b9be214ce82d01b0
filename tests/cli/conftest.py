"""The command run in this process, its exit code and what it wrote."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runs import Ran, Run

from reguli.cli.main import main


@pytest.fixture
def reguli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command; ``typed`` is what a person types."""

    def run(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(words)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The save of a whole game of Power Grid for two, played once for all tests that do not play it themselves."""
    file = tmp_path_factory.mktemp("evening") / "game.json"
    words = ["play", "power_grid", "--players", "2", "--bots", "random", "--seed", "3", "--save", str(file)]
    assert main(words) == 0
    return file.read_bytes()


@pytest.fixture
def variant(tmp_path: Path) -> Callable[[str], str]:
    """Write a variant of a shipped game into a folder of its own, and give its path."""

    def write(text: str) -> str:
        folder = tmp_path / "mine"
        folder.mkdir()
        (folder / "variant.yaml").write_text(text, encoding="utf-8")
        return str(folder)

    return write
