"""Some pieces alone: those that are named, and those that are printed otherwise than in a folder or at a revision."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_runs import Run

sys.path.insert(0, str(Path(__file__).parents[1] / "publish"))

from decks import PIECE, png, rows, write_cards, write_deck

PIECES = ("--product", "pieces", "--format", "md")


def _told(reguli: Run, *words: str) -> dict[str, list[str]]:
    ran = reguli("card", *words, *PIECES, "--json")
    assert ran.code == 0, ran.err
    told: dict[str, list[str]] = json.loads(ran.out)
    assert told["findings"] == []
    return told


@pytest.fixture
def cheaper(tmp_path: Path) -> str:
    """Write a variant of Power Grid in which one card needs less."""
    path = tmp_path / "cheaper.yaml"
    path.write_text("variant: cheaper\nof: power_grid\nset: {card.plant_3.need: 1}\n", "utf-8")
    return str(path)


def test_only_pieces_that_are_named_are_printed(reguli: Run, tmp_path: Path) -> None:
    told = _told(reguli, "power_grid", "--id", "plant_13,plant_4", "--folder", str(tmp_path))
    assert told["pieces"] == ["card.plant_4", "card.plant_13"]
    (file,) = map(Path, told["files"])
    assert file.name == "pieces.part.en.md"
    rows = [
        line
        for line in file.read_text("utf-8").replace("\xa0", " ").splitlines()
        if line.startswith(("| 4 ", "| 13 ", "| 3 "))
    ]
    assert [row.split("|")[1].split()[0] for row in rows] == ["4", "13"]


def test_only_pieces_that_are_printed_otherwise_are_printed(reguli: Run, cheaper: str, tmp_path: Path) -> None:
    assert _told(reguli, cheaper, "--changed", "--folder", str(tmp_path))["pieces"] == ["card.plant_3"]
    assert _told(reguli, cheaper, "--changed", "--id", "plant_4", "--folder", str(tmp_path))["pieces"] == []


def test_where_nothing_is_otherwise_that_is_said(reguli: Run, tmp_path: Path) -> None:
    words = ("power_grid", "--changed", "--against", "power_grid", "--folder", str(tmp_path))
    told = _told(reguli, *words)
    assert (told["files"], told["pieces"]) == ([], [])
    ran = reguli("card", *words, *PIECES)
    assert (ran.code, ran.out) == (0, "")
    assert "no piece is printed otherwise than before" in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("power_grid", *PIECES, "--id", "plnt_13"), "did you mean 'plant_13'?"),
        (("power_grid", *PIECES, "--changed"), "W424"),
        (("power_grid", *PIECES, "--against", "HEAD"), "--changed"),
        (("power_grid", "--id", "plant_13"), "--product pieces"),
        (("power_grid", "--changed"), "--product pieces"),
    ],
)
def test_what_cannot_be_meant_is_refused(reguli: Run, words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    ran = reguli("card", *words, "--folder", str(tmp_path))
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_pieces_are_told_from_those_of_a_revision(reguli: Run, tmp_path: Path) -> None:
    def git(*words: str) -> None:
        who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
        subprocess.run(["git", *who, *words], cwd=home, check=True, capture_output=True)

    assert reguli("new", "mine", "--like", "power_grid", "--folder", str(tmp_path)).code == 0
    home = tmp_path / "mine"
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "before")
    assert _told(reguli, str(home), "--changed", "--against", "HEAD", "--folder", str(tmp_path))["pieces"] == []
    deck = home / "components" / "cards.yaml"
    text = deck.read_text("utf-8")
    assert text.count("[plant_13, 13, [], 0, 1, true]") == 1
    deck.write_text(text.replace("[plant_13, 13, [], 0, 1, true]", "[plant_13, 13, [], 0, 2, true]"), "utf-8")
    told = _told(reguli, str(home), "--changed", "--against", "HEAD", "--folder", str(tmp_path))
    assert told["pieces"] == ["card.plant_13"]


def test_one_edited_cell_of_any_deck_is_one_changed_card(reguli: Run, tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", rows(4), pieces=PIECE + "    picture: id\n")
    (deck / "pictures").mkdir()
    for at in range(1, 5):
        (deck / "pictures" / f"c{at}.png").write_bytes(png(30, 20))
    git = ("git", "-C", str(deck), "-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "first")):
        subprocess.run((*git, *words), check=True)
    given = ("--changed", "--against", "HEAD", "--folder", str(tmp_path / "out"))
    assert _told(reguli, str(deck), *given)["pieces"] == []
    write_cards(deck, [{**one, "rule": "Another."} if one["id"] == "c3" else one for one in rows(4)])
    assert _told(reguli, str(deck), *given)["pieces"] == ["card.c3"]
    (deck / "pictures" / "c1.png").write_bytes(png(20, 30))
    assert _told(reguli, str(deck), *given)["pieces"] == ["card.c1", "card.c3"]
    told = reguli("card", str(deck), "--product", "pieces", *given, "--for", "tts", "--json")
    (stack,) = json.loads(Path(json.loads(told.out)["files"][-1]).read_text("utf-8"))["ObjectStates"]
    assert [card["Nickname"] for card in stack["ContainedObjects"]] == ["1 – Lantern 1", "3 – Lantern 3"]
