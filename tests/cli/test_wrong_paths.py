"""Paths that cannot be: one finding each, in the person's language, and nothing written over or left behind."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from command_runs import Run

from reguli.shipped_files import shipped_folder

FOLDERS = (("demo",), ("card", "tic_tac_toe"), ("book", "tic_tac_toe"))
SAVING = ("play", "tic_tac_toe", "--bots", "random", "--save")
LETTER = "Dear Anna"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    """A file of a person's that has nothing to do with games."""
    file = tmp_path / "letter.txt"
    file.write_text(LETTER, encoding="utf-8")
    return file


@pytest.fixture
def game(reguli: Run, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    assert reguli(*SAVING, str(file)).code == 0
    return file


def refused(ran: tuple[int, str, str], code: str, said: str) -> None:
    assert ran[0] == 2
    assert ran[1] == ""
    assert ran[2].startswith(f"{code} ")
    assert said in ran[2]
    assert ran[2].count(f"{code} ") == 1


@pytest.mark.parametrize("words", FOLDERS, ids=lambda words: words[0])
@pytest.mark.parametrize("below", ["", "sub"])
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "a file stands where a folder is needed"),
        ("ro", "acolo unde este nevoie de un dosar se află un fișier"),
        ("hu", "fájl van ott, ahol mappa kellene"),
    ],
)
def test_a_file_is_no_folder(
    reguli: Run, letter: Path, *, words: tuple[str, ...], below: str, code: str, said: str
) -> None:
    ran = reguli("--lang", code, *words, "--folder", str(letter / below if below else letter))
    refused((ran.code, ran.out, ran.err), "X112", said)
    assert letter.read_text(encoding="utf-8") == LETTER


@pytest.mark.parametrize("words", FOLDERS, ids=lambda words: words[0])
def test_an_empty_name_is_no_folder(reguli: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = reguli(*words, "--folder", " ")
    refused((ran.code, ran.out, ran.err), "X112", "that is no name of a folder")


def test_a_command_that_cannot_be_done_makes_no_folder(reguli: Run, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert reguli("card", "tic_tac_toe", "--format", "docx", "--folder", str(new)).code == 2
    assert reguli("book", "tic_tac_toe", "--lang", "xx", "--folder", str(new)).code == 2
    assert not new.exists()


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("nowhere/game.json", "its folder is not there"),
        ("letter.txt/game.json", "a file stands where a folder is needed"),
        ("letter.txt", "it exists already and is no save"),
        ("", "it is a folder"),
    ],
)
def test_a_game_is_saved_only_where_it_can_be(reguli: Run, letter: Path, below: str, said: str) -> None:
    ran = reguli(*SAVING, str(letter.parent / below))
    refused((ran.code, ran.out, ran.err), "X112", said)
    assert [path.name for path in letter.parent.iterdir()] == ["letter.txt"]
    assert letter.read_text(encoding="utf-8") == LETTER


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("game.json", "it exists already and is no page"),
        ("nowhere/page.html", "its folder is not there"),
        ("game.json/page.html", "a file stands where a folder is needed"),
        ("", "it is a folder"),
    ],
)
def test_a_page_is_not_written_over_what_is_no_page(reguli: Run, game: Path, below: str, said: str) -> None:
    before = game.read_bytes()
    ran = reguli("replay", str(game), "--html", str(game.parent / below))
    refused((ran.code, ran.out, ran.err), "X112", said)
    assert game.read_bytes() == before


def test_a_page_is_written_over_a_page(reguli: Run, game: Path) -> None:
    page = game.with_name("page.html")
    for _ in range(2):
        assert reguli("replay", str(game), "--html", str(page)).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("words", [("replay",), ("moves",), ("play", "--load")], ids=lambda words: words[0])
def test_a_folder_is_no_save(reguli: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = reguli(*words, str(tmp_path))
    refused((ran.code, ran.out, ran.err), "X105", "it is a folder")
    assert str(tmp_path) in ran.err


def test_a_theme_is_a_folder(reguli: Run, letter: Path) -> None:
    for words in (("card", "tic_tac_toe"), ("book", "tic_tac_toe")):
        for theme, said in ((letter, "it is no folder"), (letter.parent / "no", "No such file or directory")):
            ran = reguli(*words, "--theme", str(theme), "--folder", str(letter.parent / "out"))
            refused((ran.code, ran.out, ran.err), "X105", said)
    assert not (letter.parent / "out").exists()


@pytest.mark.parametrize("command", ["say", "words"])
def test_players_that_cannot_be_are_no_fault_of_ours(reguli: Run, command: str) -> None:
    words = {"say": ("power_grid", "P16"), "words": ("preview", "power_grid")}[command]
    ran = reguli(command, *words, "--players", "77")
    refused((ran.code, ran.out, ran.err), "X104", "77")


@pytest.mark.parametrize("action", ["list", "preview"])
@pytest.mark.parametrize("pattern", ["reason:nosuch*", ""])
def test_a_pattern_that_fits_nothing_is_a_finding(reguli: Run, action: str, pattern: str) -> None:
    ran = reguli("words", action, "tic_tac_toe", "--id", pattern)
    refused((ran.code, ran.out, ran.err), "W502", repr(pattern))


@pytest.mark.parametrize(("code", "said"), [("ro", "nu are opțiunea 'size'"), ("hu", "nincs 'size' nevű opciója")])
def test_a_save_of_another_ruleset_is_refused_in_one_language(
    reguli: Run, tmp_path: Path, code: str, said: str
) -> None:
    file = str(tmp_path / "b.json")
    assert reguli("play", "breakthrough", "--bots", "random", "--option", "size=small", "--save", file).code == 0
    ran = reguli("replay", file, "--ruleset", "tic_tac_toe", "--lang", code)
    refused((ran.code, ran.out, ran.err), "E206", said)
    assert "ruleset" not in ran.err


@pytest.mark.parametrize("command", ["card", "book"])
def test_what_was_written_and_found_is_had_as_json(reguli: Run, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", folder)
    words = folder / "words" / "hu"
    words.mkdir(parents=True)
    text = (shipped_folder("locales") / "hu" / "tic_tac_toe.po").read_text("utf-8")
    (words / "wordings.po").write_text(
        text.replace('msgstr "', 'msgstr "[nothing ').replace('"[nothing "', '""'), "utf-8"
    )
    printed = tmp_path / "printed"
    ran = reguli(command, str(folder), "--lang", "en,hu", "--format", "md", "--folder", str(printed), "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    assert sorted(told["files"]) == sorted(map(str, printed.rglob("*.*")))
    assert all(finding["place"]["file"].endswith("hu/wordings.po") for finding in told["findings"])
    assert told["findings"]
