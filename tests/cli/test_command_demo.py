"""demo: one command, everything there is to see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runs import Run

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


def test_a_search_plays_where_it_is_named_and_no_iterations_are_refused(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("demo", "tic_tac_toe", "--bots", "search:40,random", "--folder", str(tmp_path))
    assert ran.code == 0, ran.err
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["over"]
    ran = reguli("demo", "tic_tac_toe", "--bots", "search:0", "--folder", str(tmp_path))
    assert (ran.code, "X114" in ran.err, "search:N" in ran.err) == (2, True, True)


def test_another_seed_is_another_game(reguli: Run, tmp_path: Path) -> None:
    reguli("demo", "--folder", str(tmp_path), "--seed", "31")
    assert json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["seed"] == 31


def test_a_place_where_nothing_can_be_written_is_wrong_usage(reguli: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert reguli("demo", "--folder", str(file)).code == 2


def test_any_ruleset_can_be_shown(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("demo", "tic_tac_toe", "--folder", str(tmp_path))
    assert ran.code == 0, ran.err
    game = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert (game["ruleset"]["id"], game["players"], game["over"]) == ("tic_tac_toe", 2, True)
    variant = tmp_path / "my_tic_tac_toe"
    assert f"reguli serve --watch {variant}" in ran.out
    written = (variant / "variant.yaml").read_text(encoding="utf-8")
    assert reguli("check", str(variant)).code == 0
    reguli("demo", "tic_tac_toe", "--folder", str(tmp_path))
    assert (variant / "variant.yaml").read_text(encoding="utf-8") == written


def test_a_number_of_players_that_is_not_allowed_is_refused(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("demo", "tic_tac_toe", "--players", "5", "--folder", str(tmp_path))
    assert (ran.code, "X104" in ran.err) == (2, True)


def test_a_ruleset_that_is_not_there_is_refused_with_a_near_name(reguli: Run, tmp_path: Path) -> None:
    ran = reguli("demo", "tic_tac_to", "--folder", str(tmp_path))
    assert (ran.code, "tic_tac_toe" in ran.err) == (2, True)
