"""Plain ``pytest`` runs the rules of a repository: wanted by its settings, silent elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_runs import Run

SETTING = "[pytest]\nreguli = true\n"
TWO = "variant: mine\nof: tic_tac_toe\nname: Mine\nset:\n  constants.line_length: 2\n"


def _tested(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    told = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *words]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(told, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_new_variant_is_tested_at_once(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "calm", "--of", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    ran = _tested(tmp_path / "calm")
    assert ran.returncode == 0, ran.stdout
    for name in ("check", "three_in_a_row_win", "a_cell_is_taken_once", "a_full_board_is_a_draw"):
        assert f"PASSED variant.yaml::{name}" in ran.stdout


@pytest.mark.night
def test_what_fails_says_what_the_command_says_and_what_is_accepted_is_skipped(reguli: Run, tmp_path: Path) -> None:
    home = tmp_path / "mine"
    home.mkdir()
    (home / "pytest.ini").write_text(SETTING, encoding="utf-8")
    (home / "variant.yaml").write_text(TWO, encoding="utf-8")
    (home / "pytest.ini").rename(tmp_path / "pytest.ini")
    ran = _tested(tmp_path)
    assert ran.returncode == 1
    assert "FAILED mine/variant.yaml::a_full_board_is_a_draw" in ran.stdout
    assert "Traceback" not in ran.stdout
    assert "PASSED mine/variant.yaml::a_cell_is_taken_once" in ran.stdout
    report = json.loads(reguli("verify", str(home), "--only", "examples", "--format", "json").out)
    for finding in report["findings"]:
        assert reguli("accept", str(home), finding["id"], "--because", "two are enough").code == 0
    ran = _tested(tmp_path)
    assert ran.returncode == 0
    assert "two are enough" in ran.stdout


@pytest.mark.night
def test_it_sleeps_where_nobody_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("this is no ruleset of ours", encoding="utf-8")
    (tmp_path / "test_own.py").write_text("def test_own():\n    assert True\n", encoding="utf-8")
    assert "1 passed" in _tested(tmp_path).stdout
    assert "2 items" in _tested(tmp_path, "--reguli").stdout


def test_a_ruleset_that_cannot_be_read_fails_its_check(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("ruleset: mine\n", encoding="utf-8")
    ran = _tested(tmp_path, "--reguli")
    assert ran.returncode == 1
    assert "FAILED game.yaml::check" in ran.stdout
    assert "game.yaml" in ran.stdout
