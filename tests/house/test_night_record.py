"""The record of the longer runs names the files they ran on, and a warning comes where these are others now."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from parsed import TOP


@pytest.fixture(scope="module")
def record() -> ModuleType:
    spec = importlib.util.spec_from_file_location("noted", TOP / ".ci" / "noted.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _row(name: str, digest: str, result: str) -> str:
    return f"| `{name}` | 2026-11-28 22:00 | abc1234 | {digest} | 3 min | {result} | 40 passed |"


def test_a_digest_follows_names_and_contents(record: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x", encoding="utf-8")
    first = record.digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"compiled")
    assert record.digest(tmp_path) == first
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    second = record.digest(tmp_path)
    (tmp_path / "b.py").write_text("y", encoding="utf-8")
    assert len({first, second, record.digest(tmp_path)}) == 3


def test_a_row_replaces_the_one_before(record: ModuleType) -> None:
    text = record.noted(record.noted("", "plays", _row("plays", "1", "passed")), "bots", _row("bots", "2", "passed"))
    text = record.noted(text, "plays", _row("plays", "3", "passed"))
    assert list(record.rows_of(text)) == ["bots", "plays"]
    assert "| 3 |" in record.rows_of(text)["plays"]


def test_runs_on_other_files_failed_ones_and_missing_ones_are_warned_of(record: ModuleType) -> None:
    text = ""
    for name, digest, result in (("old", "1", "passed"), ("bad", "2", "failed (1)"), ("good", "2", "passed")):
        text = record.noted(text, name, _row(name, digest, result))
    found = record.warnings(text, ["old", "bad", "good", "new"], "2")
    assert [warning.partition(":")[0] for warning in found] == ["old", "bad", "new"]
