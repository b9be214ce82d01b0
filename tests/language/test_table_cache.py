"""The tables are kept in a private folder, and built anew whenever what is kept cannot be trusted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reguli.language.parsing import table_cache, tables

posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")


@pytest.fixture(name="cache")
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "reguli"


def test_what_is_written_is_read_again(cache: Path) -> None:
    table_cache.write("k", {"a": [1, -2]})
    assert table_cache.read("k") == {"a": [1, -2]}
    assert table_cache.read("other") is None
    assert [path.name for path in cache.iterdir()] == ["k.json"]


@posix
def test_the_folder_is_private(cache: Path) -> None:
    table_cache.write("k", 1)
    assert cache.stat().st_mode & 0o777 == 0o700


@posix
def test_nothing_is_read_from_a_folder_others_can_write(cache: Path) -> None:
    table_cache.write("k", 1)
    cache.chmod(0o722)
    assert table_cache.read("k") is None
    table_cache.write("l", 1)
    assert not (cache / "l.json").exists()


@posix
def test_nothing_is_read_through_a_link(cache: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    cache.symlink_to(other, target_is_directory=True)
    table_cache.write("k", 1)
    assert list(other.iterdir()) == []


@pytest.mark.parametrize("damage", ["", "{", "x\n1", "null", '0\n{"states": []}'])
def test_a_damaged_file_is_not_read(cache: Path, damage: str) -> None:
    table_cache.write("k", {"a": 1})
    (cache / "k.json").write_text(damage, encoding="utf-8")
    assert table_cache.read("k") is None


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    table_cache.write("k", 1)
    assert table_cache.read("k") is None


def test_stored_tables_are_the_built_ones(cache: Path) -> None:
    built = tables.load_tables.__wrapped__()
    assert len(list(cache.iterdir())) == 1
    assert tables.load_tables.__wrapped__() == built


def test_stored_values_that_are_no_tables_are_built_anew(cache: Path) -> None:
    built = tables.load_tables.__wrapped__()
    key = next(cache.iterdir()).stem
    table_cache.write(key, {"states": [{"INT": 999_999}], "rules": [], "starts": {}, "ends": {}, "keywords": {}})
    assert tables.load_tables.__wrapped__() == built
    table_cache.write(key, [1, 2, 3])
    assert tables.load_tables.__wrapped__() == built
