"""What a language asks about names: once for all elements of a kind, and of players when they sit down; and what it takes over from the game below."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import polib
import pytest
from command_runs import Run

from reguli.app.translation import open_wording_desk
from reguli.pipeline import LoadedRuleset
from reguli.source.diagnostic import Bag
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.translation.translation_status import check_element_names

LOCALES = Path(__file__).parents[2] / "locales"
HEADER = 'msgid ""\nmsgstr ""\n"Language: hu\\n"\n\n'


def _asked(names: dict[str, ProperName]) -> list[tuple[str, str]]:
    desk, bag = open_wording_desk(LoadedRuleset("power_grid", {}), ("hu",))._desk, Bag()
    seat = desk.seats["hu"]
    lexicon = replace(seat.tongue.lexicon, names=MappingProxyType(names))
    check_element_names(desk, replace(seat, tongue=replace(seat.tongue, lexicon=lexicon)), bag)
    return [(one.code, str(dict(one.args)["names"])) for one in bag]


def test_the_names_of_a_kind_are_asked_for_at_once() -> None:
    ((code, names),) = _asked({})
    assert code == "W109"
    assert {"Halle", "Torgelow"} <= set(names.split(", "))
    assert "Köln" not in names.split(", ")
    known = {name: ProperName(f"{name}háza") for name in names.split(", ")[1:]}
    assert _asked(known) == [("W109", names.split(", ", maxsplit=1)[0])]


@pytest.mark.parametrize(("language", "asked"), [("hu", True), ("en", False)])
def test_players_are_asked_how_they_are_spoken(
    reguli: Run, monkeypatch: pytest.MonkeyPatch, language: str, asked: bool
) -> None:
    monkeypatch.setenv("REGULI_LANG", language)
    said = reguli("play", "tic_tac_toe", "--names", "Wayne,Anna", typed="quit\n").err
    assert ("'Wayne'" in said, "'Anna'" in said) == (asked, False)


def test_a_sentence_taken_over_from_the_game_below_is_answered_there(reguli: Run, tmp_path: Path) -> None:
    shipped = polib.pofile(str(LOCALES / "hu" / "power_grid.po"))
    entry = next(one for one in shipped if "answer: " in one.tcomment and "Mindegyik oldalon" in one.msgstr)
    folder = tmp_path / "calm"
    (folder / "words" / "hu").mkdir(parents=True)
    (folder / "variant.yaml").write_text("variant: calm\nof: power_grid\nname: Calm\n", "utf-8")
    found = {}
    for text in (entry.msgstr, entry.msgstr.replace(" egyik ", " egy ")):
        own = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid, msgstr=text)
        (folder / "words" / "hu" / "wordings.po").write_text(f"{HEADER}{own}", "utf-8")
        report = json.loads(reguli("words", "check", str(folder), "--lang", "hu", "--json").out)
        found[text] = [one["code"] for one in report["findings"] if one["args"].get("wording") == entry.msgctxt]
    assert [codes for text, codes in found.items() if text == entry.msgstr] == [[]]
    assert len(found) == 2


def test_a_table_of_elements_is_noted_with_its_elements(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "mine", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    assert reguli("words", "update", str(tmp_path / "mine")).code == 0
    notes = (tmp_path / "mine" / "words" / "en" / "wordings.po").read_text("utf-8")
    assert "Opposite: north: south; north-east: south-west;" in notes
