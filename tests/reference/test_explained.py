"""What the command says of a word."""

from __future__ import annotations

import json

import pytest

from reguli.cli.main import main
from reguli.reference.library_reference import find_entries
from reguli.reference.reference_entry import read_themes

ALL = read_themes()


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("secretly", ["secretly"]),
        ("end", ["end", "end of PHASE", "end of turn", "end of round", "end game", "end turn", "end round"]),
        ("count", ["count", "state.count"]),
        ("state.visible", ["state.visible", "state.visible"]),
        ("visible.who", ["state.visible.who"]),
        ("Clockwise_From", ["clockwise_from"]),
        ("descending", ["sort", "all", "ranked"]),
        ("end game", ["end game"]),
        ("harmony", ["term.harmony"]),
        ("variant.set", ["variant.set"]),
        ("lexicon.yaml", ["lexicon"]),
        ("set", ["set", "state.set", "field.set", "variant.set", "library.parameter.set", "scale.set"]),
        ("secretely", []),
    ],
)
def test_a_word_finds_every_meaning(word: str, names: list[str]) -> None:
    assert [entry.name for entry in find_entries(word, ALL)] == names


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("secretly", ["secretly  (a statement)", "form:  decide NAME by PLAYER, secretly:"]),
        ("state.visible", ["state.visible  (a key of state.yaml)", "default: all"]),
        ("count", ["gives:   a number of its kind", "example: count(plant_market) = 8  (power_grid)"]),
        ("settle point", ["settle point  (a word of the vocabulary)", "       Hungarian: rendezési pont"]),
        ("real time", ["real time  (a mechanism of board games)", "form:  out of scope"]),
        ("rondel", ["form:  natural, 4 lines", "  # tests/rulesets/rondel/rules/driving.rules"]),
        ("end game", ["used in: rulesets/power_grid/rules/building.rules:31"]),
    ],
)
def test_a_word_is_explained(word: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line not in told] == []


def test_a_word_is_explained_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "min", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told] == ["sum, max, min", "min", "game.players.min"]
    assert told[1]["asks"] == [{"of": "power_grid", "value": "min(start_money, 7, 9)", "is": 7}]


def test_headings_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "secretly", "--lang", "ro"]) == 0
    assert "forma:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "near"), [("secretely", "secretly"), ("R20", "R200"), ("state.visibel", "state.visible")]
)
def test_an_unknown_word_has_a_near_one(word: str, near: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 2
    said = capsys.readouterr().err
    assert "X108" in said
    assert f"'{near}'" in said


def test_a_code_is_a_code_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "r201"]) == 0
    assert capsys.readouterr().out.startswith("R201  ")
