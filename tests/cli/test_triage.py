"""Wordings that say something else than the other languages, and ``reguli words answer``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polib
import pytest
from command_runs import Run


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> str:
    assert reguli("new", "mine", "--like", "connect_four", "--folder", str(tmp_path)).code == 0
    return str(tmp_path / "mine")


def _doubts(reguli: Run, home: str) -> list[tuple[str, str, str]]:
    findings = json.loads(reguli("words", "check", home, "--json").out)["findings"]
    return [(one["code"], Path(one["place"]["file"]).parent.name, one["args"]["wording"]) for one in findings]


def _turned(home: str, code: str, name: str, old: str, new: str) -> None:
    path = Path(home) / "words" / code / "wordings.po"
    catalogue = polib.pofile(str(path), wrapwidth=0)
    entry = catalogue.find(name, by="msgctxt")
    assert old in entry.msgstr
    entry.msgstr = entry.msgstr.replace(old, new)
    catalogue.save()


def test_an_answer_holds_as_long_as_nothing_is_said_otherwise(reguli: Run, home: str) -> None:
    assert _doubts(reguli, home) == []
    _turned(home, "ro", "statement:C5", "cea mai de jos", "cea mai de sus")
    assert _doubts(reguli, home) == [("W315", "ro", "statement:C5")]
    words = ("words", "answer", home, "--lang", "ro", "--id", "statement:C5", "--because")
    assert reguli(*words, "the board lies on its head").code == 0
    assert _doubts(reguli, home) == []
    _turned(home, "ro", "statement:C5", "cea mai de sus", "cea mai de jos")
    assert _doubts(reguli, home) == [("W318", "ro", "statement:C5")]
    assert reguli(*words, "nothing to say").code == 1  # the line is taken out
    assert _doubts(reguli, home) == []
    for wrong in (
        (*words, ""),
        (*words[:-3], "--id", "statement:C55", "--because", "so"),
        (*words[:3], "--because", "so"),
    ):
        assert reguli(*wrong).code == 2


def test_one_language_alone_is_held_to_the_rule_and_counted(reguli: Run, home: str) -> None:
    status = json.loads(reguli("words", "status", home, "--json").out)
    before = {one["language"]: one["unread"] for one in status}
    for code in ("ro", "hu"):
        shutil.rmtree(Path(home) / "words" / code)
    alone = {one["language"]: one["unread"] for one in json.loads(reguli("words", "status", home, "--json").out)}
    assert alone["en"] > before["en"]


def test_a_sentence_is_held_to_the_one_that_was_confirmed(reguli: Run, home: str) -> None:
    """In one language alone, where no other language tells that it is false."""
    for code in ("en", "hu"):
        shutil.rmtree(Path(home) / "words" / code)
    confirmed = Path(home) / "words" / "ro" / "confirmed.tsv"
    confirmed.unlink()
    assert _doubts(reguli, home) == []
    _turned(home, "ro", "statement:C4", "care nu este plină", "care este plină")
    before = [code for code, _, _ in _doubts(reguli, home)]
    _turned(home, "ro", "statement:C4", "care este plină", "care nu este plină")
    assert reguli("words", "confirm", home, "--id", "*").code == 2  # a language has to be named
    assert reguli("words", "confirm", home, "--lang", "ro", "--id", "statement:*").code == 0
    assert "statement:C4\t" in confirmed.read_text(encoding="utf-8")
    assert _doubts(reguli, home) == []
    _turned(home, "ro", "statement:C4", "care nu este plină", "care este plină")
    assert [code for code, _, _ in _doubts(reguli, home) if code not in before] == ["W340"]
    assert reguli("words", "confirm", home, "--lang", "ro", "--id", "statement:C4").code == 0
    assert [code for code, _, _ in _doubts(reguli, home)] == before
    confirmed.write_text("no tab\n", encoding="utf-8")
    run = reguli("words", "check", home)
    assert "ro/confirmed.tsv:1:1 W343" in run.out + run.err
