"""What a zone is called must say in Hungarian whether things lie in it or on it; nothing else is asked, and no other language asks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from reguli.app.translation import open_wording_desk
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.words.translation.translation_status import check_zone_nouns


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Copy a game whose losses lie in a zone without a name of its own."""
    folder = tmp_path / "mine"
    shutil.copytree(LoadedRuleset("breakthrough", {}).path, folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace("ruleset: breakthrough", "ruleset: mine"), encoding="utf-8")
    return folder


def asked(home: Path, code: str, lexicon: str) -> list[tuple[str, str]]:
    words = home / "words" / code
    words.mkdir(parents=True, exist_ok=True)
    (words / "lexicon.yaml").write_text(f"language: {code}\nterms:\n{lexicon}\n", encoding="utf-8")
    desk, bag = open_wording_desk(LoadedRuleset(str(home), {}), (code,))._desk, Bag()
    check_zone_nouns(desk, desk.seats[code], bag)
    assert {found.code for found in bag} <= {"W110"}
    return [(dict(found.args)["zone"], dict(found.args)["term"]) for found in bag]


HEAP = "  aside: {nominative: halom, accusative: halmot, possessive: halma, harmony: back%s}"


def test_a_zone_asks_how_things_lie_in_it(home: Path) -> None:
    assert asked(home, "hu", HEAP % "") == [("player.aside", "aside")]


@pytest.mark.parametrize("place", ["inside", "upon"])
def test_what_is_said_is_not_asked(home: Path, place: str) -> None:
    assert asked(home, "hu", HEAP % f", place: {place}") == []


def test_a_zone_without_a_noun_and_a_noun_that_is_no_zone_ask_nothing(home: Path) -> None:
    assert asked(home, "hu", HEAP.replace("aside", "halom") % "") == []


def test_other_languages_have_no_such_ending(home: Path) -> None:
    assert asked(home, "en", "  aside: {singular: heap, plural: heaps}") == []
    assert asked(home, "ro", "  aside: {singular: morman, plural: mormane, gender: n}") == []
