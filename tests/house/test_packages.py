"""What is handed on: a package with what it is built of and nothing besides, and the licence of all that is in it."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from parsed import TOP

PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
LICENCES = re.compile(r"(?i)(licen[cs]e|copying|notice|ofl)\b.*")
HANDED_ON = ("interpreter", "rulesets", "locales")


def test_every_licence_of_what_is_handed_on_is_named() -> None:
    found = {path for home in HANDED_ON for path in (TOP / home).rglob("*") if LICENCES.fullmatch(path.name)}
    named = {TOP / name for name in PROJECT["project"]["license-files"]}
    assert named == {TOP / "LICENSE", *found}
    texts = {path: path.read_text(encoding="utf-8") for path in named}
    known = {"MIT": "MIT License", "OFL-1.1": "SIL Open Font License, Version 1.1"}
    stated = PROJECT["project"]["license"].split(" AND ")
    assert {name: [path.name for path, text in texts.items() if known[name] in text] for name in stated} == {
        "MIT": ["LICENSE"],
        "OFL-1.1": ["OFL.txt"],
    }


def test_the_source_package_is_taken_from_the_top_alone() -> None:
    """A pattern without a stroke before it means every folder of that name, those of tests, too."""
    for pattern in PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]:
        assert pattern.startswith("/")
        assert (TOP / pattern.lstrip("/")).exists()


def _built(kind: str, folder: Path, into: Path) -> Path:
    words = (sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into))
    subprocess.run(words, cwd=folder, check=True, capture_output=True)
    (made,) = into.iterdir()
    return made


def test_the_wheel_can_be_built_of_the_source_package(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    with tarfile.open(_built("sdist", TOP, tmp_path / "sdist")) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
        packed.extractall(tmp_path / "unpacked", filter="data")
    assert {name.partition("/")[0] for name in names} - {".gitignore", "PKG-INFO"} == {
        *HANDED_ON,
        "LICENSE",
        "README.md",
        "pyproject.toml",
    }
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]
    (folder,) = (tmp_path / "unpacked").iterdir()
    with zipfile.ZipFile(_built("wheel", folder, tmp_path / "wheel")) as packed:
        wheel = set(packed.namelist())
        (metadata,) = (name for name in wheel if name.endswith("/METADATA"))
        told = packed.read(metadata).decode()
    assert "License-Expression: MIT AND OFL-1.1\n" in told
    wanted = {f"reguli/share/{name}" for name in names if name.startswith(("rulesets/", "locales/"))}
    wanted |= {name.partition("/")[2] for name in names if name.startswith("interpreter/")}
    assert {name for name in wheel if name.startswith("reguli/")} == wanted
    assert len([name for name in wheel if "/licenses/" in name]) == 2
