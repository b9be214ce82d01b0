"""How tests are run: what takes long waits for the night, and what passed is counted by room."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from parsed import TESTS, TOP, Parsed, hold

ONE = "import pytest\n\ndef test_one(): ...\n\n@pytest.mark.night\ndef test_two(): ...\n\ndef test_slow(): ...\n"


def _said(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.night
def test_what_takes_long_is_left_out_by_day_and_rooms_are_counted(tmp_path: Path) -> None:
    shutil.copyfile(TOP / "pyproject.toml", tmp_path / "pyproject.toml")
    for room in ("one", "two", "house"):
        (tmp_path / "tests" / room).mkdir(parents=True)
        (tmp_path / "tests" / room / f"test_{room}.py").write_text(ONE, encoding="utf-8")
    for name in ("conftest.py", "slow_tests.py", "large.py"):
        shutil.copyfile(TOP / "tests" / name, tmp_path / "tests" / name)
    (tmp_path / "tests" / "slow.tsv").write_text(
        "test\tslow with\ntests/one/test_one.py::test_slow\t\n", encoding="utf-8"
    )
    assert "\n3 tests of behaviour: one 1, two 2; 2 of the house\n" in _said(tmp_path)
    assert "\n4 tests of behaviour: one 2, two 2; 2 of the house\n" in _said(tmp_path, "--all")
    assert "\n6 tests of behaviour: one 3, two 3; 3 of the house\n" in _said(tmp_path, "--all", "--night", "-n", "2")
    assert _said(tmp_path, "-m", "slow").startswith(". ")


def test_the_night_runs_what_the_day_leaves_out() -> None:
    taken = re.compile(r"pytest\.mark\.night\b|\bsome_by_day\(")
    marked = {file.path.parent.name for file in TESTS if taken.search(file.text)} - {"house", "tests"}
    lines = [line for line in (TOP / ".ci" / "night").read_text("utf-8").splitlines() if "--night" in line]
    # A parameter of a slow test is slow as well.
    assert [line for line in lines if "--all" not in line.split()] == []
    assert {f"tests/{room}" for room in marked} <= {word for line in lines for word in line.split()}


def test_every_module_of_the_tests_has_a_name_of_its_own() -> None:
    """Folders of tests are no packages: of two modules of one name a run that selects both rooms would see the first alone."""
    names = Counter(path.stem for path in (*(file.path for file in TESTS), *(TOP / "benchmarks").glob("*.py")))
    taken = {name for name, count in names.items() if count > 1} | (names.keys() & sys.stdlib_module_names)
    assert taken <= {"conftest"}


def test_nothing_is_imported_from_a_conftest() -> None:
    """There are several, and pytest takes the name away again."""
    hold(_taken_from_conftest, TESTS)


def _taken_from_conftest(file: Parsed) -> Iterator[tuple[int, str]]:
    for node in ast.walk(file.tree):
        names = [node.module] if isinstance(node, ast.ImportFrom) else []
        names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if "conftest" in names:
            yield node.lineno, "helpers stand in a module of their own"


@pytest.mark.night
def test_files_of_any_rooms_can_be_run_in_one_call() -> None:
    """One file of each room that has a ``conftest.py``, and one of another."""
    rooms = [path.parent for path in sorted((TOP / "tests").glob("*/conftest.py"))]
    files = [str(min(room.glob("test_*.py"))) for room in (*reversed(rooms), TOP / "tests" / "source")]
    words = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", *files)
    ran = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:]
