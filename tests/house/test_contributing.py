"""What CONTRIBUTING.md says beyond what following it shows: its game, played; its lists, complete; names of files, everywhere."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from parsed import INTERPRETER, TOP, Parsed

from handbook import PAGES, Part, page_of, section_of, written
from reguli.cli.main import COMMANDS
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.verify.example_runner import run_examples

PAGE = "CONTRIBUTING.md"
GAME = "docs/new_game.md"
CODE = re.compile(r"`([^`\s]+)`")
FILE_NAME = re.compile(r"[\w*…<>./-]+\.(?:py|md|yaml|yml|lark|po|pot|rules|txt|toml|j2|css|html|json)|[\w./-]+/")
OF_A_USER = re.compile(
    r"(?:[\w<>]+/)*(?:game|variant|constants|tables|state|bots|book|card|pieces|setup|summary|theme|wordings)\.(?:yaml|po)"
    r"|(?:calm|rules|examples|words|components|boards|variants|calm/examples)/"
)
"""What somebody writes for a game or a variant."""


def _begun(folder: Path) -> GamePlaythrough:
    """Begin a game of it, when nothing is wrong with it and its examples hold."""
    loaded, bag = LoadedRuleset(str(folder)), Bag()
    assert loaded.checked, loaded.bag.codes
    ran = run_examples(loaded, bag)
    assert ran
    assert [(result.id, finding.code) for result in ran for finding in result.findings] == []
    assert bag.codes == ()
    return start_playthrough(loaded.program(2), play_forced=False)


def _nim(top: Path, *sections: str) -> GamePlaythrough:
    """Write the game of the page as it is after some sections, and begin it."""
    for part in (part for section in sections for part in section_of(GAME, section)):
        if part.info and part.info[0].startswith("nim/"):
            _write(top, part)
    return _begun(top / "nim")


def _write(top: Path, part: Part) -> None:
    path = top / part.info[0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written(path.read_text(encoding="utf-8") if path.is_file() else "", part), encoding="utf-8")


def test_the_game_of_the_page_is_played_to_its_end(tmp_path: Path) -> None:
    """Twelve sticks, three at a time: the second player takes the last."""
    played = _nim(tmp_path, "Write the rules")
    for amount in (3, 3, 3, 3):
        played.apply(Move("take", (amount,)))
    assert played.over
    assert [(place.place, place.player) for place in played.places()] == [(1, 1), (2, 0)]


def test_the_rule_of_the_page_holds_at_the_first_turn_only(tmp_path: Path) -> None:
    played = _nim(tmp_path, "Write the rules", "Change a rule")
    assert not played.allows(Move("take", (3,)))
    played.apply(Move("take", (2,)))
    assert played.allows(Move("take", (3,)))


def _names_sort(file: Parsed) -> bool:
    """Whether a file knows the statement ``sort``: by its bound form ``Order`` or by the verb."""
    imported = {
        alias.name
        for node in ast.walk(file.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "reguli.model.bound_tree.bound_statements"
        for alias in node.names
    }
    return "Order" in imported or any(
        (isinstance(node, ast.Attribute) and node.attr == "Order" and ast.unparse(node.value) == "b")
        or (
            isinstance(node, ast.ClassDef)
            and node.name == "Order"
            and file.name == "model/bound_tree/bound_statements.py"
        )
        or (isinstance(node, ast.Constant) and node.value == "sort" and file.room in {"engine", "words"})
        for node in ast.walk(file.tree)
    )


def test_the_places_of_a_statement_are_all_named() -> None:
    section = (TOP / PAGE).read_text(encoding="utf-8").partition("## Add a statement")[2].partition("\n## ")[0]
    named = set(CODE.findall(section))
    knowing = {f"interpreter/reguli/{file.name}" for file in INTERPRETER if _names_sort(file)}
    assert len(knowing) > 5
    assert knowing <= named
    for language in ("en", "ro", "hu"):
        assert "act.sort:" in (TOP / "locales" / language / "gloss.yaml").read_text(encoding="utf-8")
        assert '"journal.sort"' in (TOP / "locales" / language / "interface.po").read_text(encoding="utf-8")


def test_the_readme_names_every_command() -> None:
    table = (TOP / "README.md").read_text(encoding="utf-8").partition("## All commands")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert sorted(name for row in rows for name in CODE.findall(row)) == sorted(name for name, *_ in COMMANDS)


@pytest.mark.parametrize("pattern", [*PAGES, "docs/decisions/*.md"])
def test_files_that_a_page_names_are_there(pattern: str) -> None:
    """With their folders from the top, or by their names alone where a sentence has said the folder; or the page writes them."""
    pages = [path.relative_to(TOP).as_posix() for path in TOP.glob(pattern)]
    written = "\n".join((TOP / page).read_text(encoding="utf-8") for page in pages)
    text = re.sub(r"^ *```.*?^ *```$", "", written, flags=re.MULTILINE | re.DOTALL)
    there = [path.relative_to(TOP).as_posix() for path in TOP.rglob("*") if ".git" not in path.parts]
    written_here = [Path(part.info[0]) for page in pages for part in page_of(page) if part.info]
    there += [path.as_posix() for file in written_here for path in (file, *file.parents)]
    named = {name for name in CODE.findall(text) if FILE_NAME.fullmatch(name) and not OF_A_USER.fullmatch(name)}
    patterns = {name: "*" + re.sub(r"<\w+>|…", "*", name.rstrip("/")) for name in named}
    assert [
        name for name, pattern in sorted(patterns.items()) if not any(fnmatchcase(path, pattern) for path in there)
    ] == []


@pytest.mark.parametrize("page", PAGES)
def test_where_a_block_goes_stands_in_the_text_too(page: str) -> None:
    """Its first line is not shown where the page is read: the file is named in its section, and the place in the file."""
    text = (TOP / page).read_text(encoding="utf-8")
    for part in (part for part in page_of(page) if part.info):
        section = text.partition(f"\n## {part.section}\n")[2].partition("\n## ")[0]
        said = CODE.findall(re.sub(r"^ *```.*?^ *```$", "", section, flags=re.MULTILINE | re.DOTALL))
        file, *_, place = (*part.info, "")
        assert any(file.endswith(name) and name.endswith(file.rpartition("/")[2]) for name in said), (
            f"{part.place}: {file}"
        )
        assert place in {"", file, "add", "import", *said} or "before" in part.info, f"{part.place}: {place}"
