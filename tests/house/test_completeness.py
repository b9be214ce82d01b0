"""Everything of one kind, complete: codes, builtins, rulesets, locales."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from parsed import INTERPRETER, TOP

from reguli.ir.interpreter.builtin_functions import MAKERS
from reguli.model.types import BUILTINS
from reguli.source.finding_catalogue import finding_catalogue
from reguli.words.grammar.languages import shipped_languages

CODE = re.compile(r"[A-Z][1-9][0-9]{2}")
RULESETS = sorted(
    path for path in (TOP / "rulesets").iterdir() if path.is_dir() and path.name not in {"library", "starter"}
)
LIBRARIES = sorted(path for path in (TOP / "rulesets" / "library").iterdir() if path.is_dir())
TOYS = sorted(path for path in (TOP / "tests" / "rulesets").glob("[!._]*") if path.is_dir())
LOCALES = sorted(path for path in (TOP / "locales").iterdir() if path.is_dir())
ENGLISH_IN_THE_CODE = {"messages.po", "command.po"}
"""Catalogues of the tool's own words, whose English stands in the code."""


def _codes_used() -> dict[str, str]:
    """Every text of the program that is a code, with a place."""
    found: dict[str, str] = {}
    for file in INTERPRETER:
        for node in ast.walk(file.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.setdefault(node.value, f"{file.name}:{node.lineno}")
    return found


def test_every_code_that_is_given_is_in_the_catalogue() -> None:
    assert {code: place for code, place in sorted(_codes_used().items()) if code not in finding_catalogue()} == {}


def test_every_code_of_the_catalogue_is_given() -> None:
    used = _codes_used()
    assert [code for code in finding_catalogue() if code not in used] == []


def test_every_builtin_can_be_bound_and_run() -> None:
    names = [entry.name for entry in BUILTINS]
    assert sorted(names) == sorted(set(names))
    assert {*names, "is_none"} == set(MAKERS)  # 'is none' is no call


@pytest.mark.parametrize("folder", RULESETS, ids=lambda folder: folder.name)
def test_a_shipped_ruleset_has_its_parts(folder: Path) -> None:
    assert (folder / "game.yaml").is_file()
    assert (folder / "inventory.yaml").is_file()
    assert sorted((folder / "examples").glob("*.yaml"))


@pytest.mark.parametrize("folder", LIBRARIES, ids=lambda folder: folder.name)
def test_a_library_has_its_parts(folder: Path) -> None:
    assert (folder / "library.yaml").is_file()
    assert (folder / "words.yaml").is_file()
    assert sorted((folder / "rules").glob("*.rules"))
    assert (folder / "game" / "game.yaml").is_file()
    assert sorted((folder / "game" / "examples").glob("*.yaml"))


@pytest.mark.parametrize("folder", TOYS, ids=lambda folder: folder.name)
def test_a_toy_is_a_ruleset(folder: Path) -> None:
    assert (folder / "game.yaml").is_file() or (folder / "variant.yaml").is_file()


def test_every_language_has_a_locale() -> None:
    assert {locale.name for locale in LOCALES} == {language.code for language in shipped_languages()}


def test_only_the_words_know_a_language_by_its_code() -> None:
    """Elsewhere a language is what was asked for; but the texts are written in the first of them, which has a name."""
    codes = {language.code for language in shipped_languages()[1:]}
    rooms = (file for file in INTERPRETER if file.room != "words")
    constants = ((file, node) for file in rooms for node in ast.walk(file.tree) if isinstance(node, ast.Constant))
    assert [f"{file.name}:{node.lineno}" for file, node in constants if node.value in codes] == []


@pytest.mark.parametrize("locale", LOCALES, ids=lambda locale: locale.name)
def test_every_locale_has_the_same_files(locale: Path) -> None:
    every = {path.relative_to(other) for other in LOCALES for path in other.rglob("*") if path.is_file()}
    missing = {str(path) for path in every if not (locale / path).is_file()}
    assert missing == (ENGLISH_IN_THE_CODE if locale.name == "en" else set())
