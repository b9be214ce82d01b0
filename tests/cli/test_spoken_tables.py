"""why, play, replay and the page speak three languages: reasons to the mover and of the mover, moves, events, rankings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from conftest import Run
from reguli.cli.console import console_of_process
from reguli.cli.saved import position_at
from reguli.cli.word_homes import voice_of
from reguli.engine.reasons import why
from reguli.engine.speech import read_move

POOR = """\
examples:
  - id: poor
    players: 2
    options: {map: germany}
    at: {phase: building, decision: construction, by: a}
    state:
      stage: first
      round: 3
      "region.in_play": [w, sw, e]
      turn_order: [b, a]
      "a.money": 6
      "b.money": 100
      "essen.houses": {a: 1}
    then:
      - {refused: connect duisburg, by: a, because: too_expensive}
"""
# The price of the first house of a city is 10, and nothing is paid from Essen to Duisburg: 4 are missing.
YOURS = {"en": "You are 4 Elektro short", "ro": "Îți lipsesc 4 Elektro", "hu": "4 elektró hiányzik"}
OTHERS = {"en": "Anna is 4 Elektro short", "ro": "Annei îi lipsesc 4 Elektro", "hu": "Annának 4 elektró hiányzik"}


@pytest.fixture
def poor(tmp_path: Path) -> str:
    """A player who cannot pay."""
    file = tmp_path / "poor.yaml"
    file.write_text(POOR, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("code", YOURS)
def test_the_mover_is_told_what_is_missing_and_then_the_rule(reguli: Run, poor: str, code: str) -> None:
    ran = reguli("why", poor, "--ruleset", "power_grid", "connect", "duisburg", "--lang", code)
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[1].strip().startswith(YOURS[code])
    assert "building/construction/connect/too_expensive" in lines[-1]


def test_somebody_else_is_told_who(reguli: Run, poor: str) -> None:
    words = ["why", poor, "--ruleset", "power_grid", "connect", "duisburg"]
    assert "You are" not in reguli(*words, "--asks", "b").out
    assert YOURS["en"] in reguli(*words, "--asks", "a").out
    assert reguli(*words, "--asks", "nobody").code == 2


@pytest.mark.parametrize("code", OTHERS)
def test_the_name_is_inflected(poor: str, code: str) -> None:
    console = console_of_process()
    loaded, found = position_at(poor, "power_grid", console)
    playthrough = replace(found, names=("Anna", "Dan"))
    assert playthrough.decision is not None
    move = read_move(playthrough.program, playthrough.decision, "connect duisburg", playthrough.names)
    (refusal,) = why(playthrough, move)
    voice = voice_of(loaded, playthrough, console, code)
    assert voice.refusal(playthrough, move, refusal, you=False).startswith(OTHERS[code])


def test_a_program_is_told_in_every_language(reguli: Run, poor: str) -> None:
    ran = reguli("why", poor, "--ruleset", "power_grid", "--json", "connect", "duisburg")
    (reason,) = json.loads(ran.out)["reasons"]
    assert set(reason["said"]) == set(YOURS)
    assert all(text.startswith(YOURS[code]) for code, text in reason["said"].items())


@pytest.mark.parametrize(
    ("code", "reason", "journal", "era"),
    [
        ("en", "Power plant 9 is not in the actual market.", "Anna puts power plant 5", "Step 1"),
        ("ro", "Centrala 9 nu este în piața actuală.", "Anna scoate centrala 5", "Nivelul 1"),
        ("hu", "A 9-es erőmű nincs az aktuális piacon.", "Anna árverésre bocsátja az 5-ös erőművet", "1. szakasz"),
    ],
)
def test_the_table_speaks(reguli: Run, code: str, reason: str, journal: str, era: str) -> None:
    words = ("--names", "Anna,Dan", "--seed", "7", "--lang", code)
    out = reguli("play", "power_grid", *words, typed="nominate 9 9\nnominate 5 6\n\njournal\nquit\n").out
    assert reason in out.splitlines()
    assert journal in out
    assert era in out.splitlines()[0]
    assert "  nominate 5 <5-50>  " in out


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ("Can supply the most cities", "Forward", "Bureaucracy")),
        ("ro", ("Poate alimenta cele mai multe orașe", "Înainte", "Birocrația")),
        ("hu", ("A legtöbb várost tudja ellátni árammal", "Előre", "Adminisztráció")),
    ],
)
def test_the_replay_and_its_page_speak(reguli: Run, tmp_path: Path, code: str, said: tuple[str, str, str]) -> None:
    game, page = str(tmp_path / "game.json"), tmp_path / "page.html"
    reguli("play", "power_grid", "--bots", "random", "--seed", "3", "--save", game)
    assert reguli("replay", game, "--html", str(page), "--lang", code).code == 0
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{code}">' in text
    assert [one for one in said if one not in text] == []
    criterion, _, phase = said
    told = reguli("replay", game, "--lang", code).out
    assert phase in told
    assert criterion[1:] in told
    assert "supplied_at_end" not in told
