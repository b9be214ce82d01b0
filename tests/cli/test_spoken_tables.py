"""why, play, replay and the page speak three languages: reasons to the mover and of the mover, moves, events, rankings."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_runs import Run

from reguli.app.game_sessions import load_position, open_session_texts
from reguli.engine.gameplay.refusal_reasons import refusal_reasons
from reguli.engine.notation import parse_move

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
    standing = load_position(poor, "power_grid")
    playthrough = replace(standing.playthrough, names=("Anna", "Dan"))
    assert playthrough.decision is not None
    move = parse_move(playthrough.program, playthrough.decision, "connect duisburg", playthrough.names)
    (refusal,) = refusal_reasons(playthrough, move)
    tongue = open_session_texts(replace(standing, playthrough=playthrough), code)
    assert tongue.refusal(playthrough, move, refusal, you=False).startswith(OTHERS[code])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "“Energize the level-1 factory”: The level-1 factory needs 3 electricity"),
        ("ro", "„Electrifică fabrica de nivelul 1”: Pentru fabrica de nivelul 1 este nevoie de 3 unități de energie"),
        ("hu", "„Villamosítsd az 1-es szintű gyárat”. Az 1-es szintű gyárhoz 3 áram kell"),
    ],
)
def test_what_lacks_least_is_a_move_in_words(code: str, said: str) -> None:
    # Two workers pay for two coal, and the factory needs three.
    standing = load_position("nucleum#two_coal_are_too_few", None)
    playthrough = standing.playthrough
    for typed in ("play_tile sa4", "use_left"):
        assert playthrough.decision is not None
        playthrough.apply(parse_move(playthrough.program, playthrough.decision, typed, playthrough.names))
    assert playthrough.decision is not None
    move = parse_move(playthrough.program, playthrough.decision, "choose_plant riesa_plant", playthrough.names)
    (refusal,) = refusal_reasons(playthrough, move)
    assert said in open_session_texts(standing, code).refusal(playthrough, move, refusal).replace("\u00a0", " ")


def test_a_program_is_told_in_every_language(reguli: Run, poor: str) -> None:
    ran = reguli("why", poor, "--ruleset", "power_grid", "--json", "connect", "duisburg")
    (reason,) = json.loads(ran.out)["reasons"]
    assert set(reason["said"]) == set(YOURS)
    assert all(text.startswith(YOURS[code]) for code, text in reason["said"].items())


@pytest.mark.parametrize(
    ("code", "reason", "journal", "era"),
    [
        ("en", "Power plant 9 is not in the actual market.", "Anna put power plant 5 up for auction", "Step 1"),
        ("ro", "Centrala 9 nu este în piața actuală.", "Anna a scos centrala 5 la licitație", "Nivelul 1"),
        ("hu", "A 9-es erőmű nincs az aktuális piacon.", "Anna árverésre bocsátotta az 5-ös erőművet", "1. szakasz"),
    ],
)
def test_the_table_speaks(reguli: Run, code: str, reason: str, journal: str, era: str) -> None:
    words = ("--names", "Anna,Dan", "--seed", "7", "--lang", code)
    out = reguli("play", "power_grid", *words, typed="nominate 9 9\nnominate 5 6\n\njournal\nquit\n").out
    assert reason in out.splitlines()
    assert journal in out
    assert era in out.splitlines()[0]
    assert "  nominate 5 <5-50>  " in out


@pytest.mark.pages
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ("Whoever can supply the most cities", "Forward", "Bureaucracy")),
        ("ro", ("Cine poate alimenta cele mai multe orașe", "Înainte", "Birocrația")),
        ("hu", ("a legtöbb várost tudja ellátni árammal", "Előre", "Adminisztráció")),
    ],
)
def test_the_replay_and_its_page_speak(
    reguli: Run, evening: bytes, tmp_path: Path, code: str, said: tuple[str, str, str]
) -> None:
    game, page = str(tmp_path / "game.json"), tmp_path / "page.html"
    Path(game).write_bytes(evening)
    assert reguli("replay", game, "--html", str(page), "--lang", code).code == 0
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{code}">' in text
    assert [one for one in said if one not in text] == []
    criterion, _, phase = said
    told = reguli("replay", game, "--lang", code).out
    assert phase in told
    assert criterion[1:] in told
    assert "supplied_at_end" not in told


EXAMPLE = "power_grid#passing_a_bid_is_not_passing"


@pytest.mark.parametrize(("code", "called"), [("en", "Ann"), ("ro", "Ana"), ("hu", "Anna")])
def test_an_example_is_played_under_the_names_of_the_language(reguli: Run, code: str, called: str) -> None:
    out = reguli("play", "--load", EXAMPLE, "--lang", code, typed="quit\n").out
    assert f"{called}: " in out
    asked = reguli("why", EXAMPLE, "pass_nomination", "--lang", code, "--asks", called)
    assert (asked.code, asked.err) == (1, "")


@pytest.mark.parametrize(
    ("code", "said", "names"),
    [
        ("en", "'Annx' is no player here", ("Ann", "Ben", "Celia")),
        ("ro", "aici nu există jucătorul 'Anax'", ("Ana", "Dan", "Angelica")),
        ("hu", "itt nincs ilyen játékos: 'Annax'", ("Anna", "Bence", "Csilla")),
    ],
)
def test_nobody_at_the_table_may_ask(reguli: Run, code: str, said: str, names: tuple[str, str, str]) -> None:
    ran = reguli("why", EXAMPLE, "pass_nomination", "--lang", code, "--asks", f"{names[0]}x")
    assert ran.code == 2
    assert said in ran.err
    assert "a ({}), b ({}), c ({})".format(*names) in ran.err
    assert f"'{names[0]}'" in ran.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("code", "prompt", "passed_on", "done"),
    [
        ("en", "Player 1: ", "to Player 2,", "  Player 1 put power plant 5 up for auction"),
        ("ro", "Jucătorul 1: ", "; jucătorul 2 apasă", "  Jucătorul 1 a scos centrala 5 la licitație"),
        ("hu", "1. játékos: ", "; a 2. játékos nyomja", "  Az 1. játékos árverésre bocsátotta az 5-ös erőművet"),
    ],
)
def test_players_without_names_are_called_by_their_seats(
    reguli: Run, code: str, prompt: str, passed_on: str, done: str
) -> None:
    ran = reguli("play", "power_grid", "--seed", "7", "--lang", code, typed="nominate 5 6\n\nquit\n")
    assert any(line.startswith(prompt) for line in ran.out.splitlines())
    assert passed_on in ran.err
    assert any(line.startswith(done) for line in ran.out.splitlines())
    assert "seat_" not in ran.out + ran.err


def test_moves_are_listed_as_they_are_typed_and_in_words(reguli: Run) -> None:
    out = reguli("moves", EXAMPLE, "--lang", "ro").out
    assert "nominate 3 <3-50>  Scoate centrala 3 la licitație cu 3–50 de Elektro" in out.splitlines()
