"""demo: one command, everything there is to see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import Run

pytestmark = pytest.mark.pages


def test_the_demonstration_leaves_a_game_and_a_page(reguli: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    ran = reguli("demo", "--folder", str(folder))
    assert ran.code == 0, ran.err
    game = json.loads((folder / "game.json").read_text(encoding="utf-8"))
    assert (game["players"], game["over"]) == (4, True)
    assert (folder / "replay.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    named = [line.split()[1] for line in ran.out.splitlines() if line.startswith(("save", "card", "replay"))]
    assert str(folder / "replay.html") in named
    assert all(Path(path).is_file() for path in named)
    assert "no findings" in ran.out


def test_another_seed_is_another_game(reguli: Run, tmp_path: Path) -> None:
    reguli("demo", "--folder", str(tmp_path), "--seed", "31")
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["seed"] == 31


def test_a_place_where_nothing_can_be_written_is_wrong_usage(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert reguli("demo", "--folder", str(file)).code == 2
