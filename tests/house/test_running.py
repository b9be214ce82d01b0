"""How tests are run: what takes long waits for the night, and what passed is counted by room."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from parsed import TESTS, TOP

ONE = "import pytest\n\ndef test_one(): ...\n\n@pytest.mark.night\ndef test_two(): ...\n"


def _said(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_what_takes_long_is_left_out_by_day_and_rooms_are_counted(tmp_path: Path) -> None:
    shutil.copyfile(TOP / "pyproject.toml", tmp_path / "pyproject.toml")
    for room in ("one", "two", "house"):
        (tmp_path / "tests" / room).mkdir(parents=True)
        (tmp_path / "tests" / room / f"test_{room}.py").write_text(ONE, encoding="utf-8")
    shutil.copyfile(TOP / "tests" / "conftest.py", tmp_path / "tests" / "conftest.py")
    assert "\n2 tests of behaviour: one 1, two 1; 1 of the house\n" in _said(tmp_path)
    assert "\n4 tests of behaviour: one 2, two 2; 2 of the house\n" in _said(tmp_path, "--night", "-n", "2")


def test_the_night_runs_what_the_day_leaves_out() -> None:
    marked = {file.path.parent.name for file in TESTS if re.search(r"pytest\.mark\.night\b", file.text)} - {"house"}
    lines = [line for line in (TOP / ".ci" / "night").read_text("utf-8").splitlines() if "--night" in line]
    assert {f"tests/{room}" for room in marked} <= {word for line in lines for word in line.split()}
