"""Twelve things that a designer asked of the three large games, each in its smallest form: clean, played to the end, and in pairs.

By day each is in one pair, and a pair is checked and played with the most players: what is amiss in a variant is amiss in its pair, too. By night each is checked and
played alone as well, and in every pair, with the fewest players as with the most.

The new map is ``valley``, which lies with the requests of Power Grid. Pairs are those whose changes do not overlap: a game has one number
of players, and one phase of turns.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import reguli
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset

HERE = Path(__file__).parent
FOLDERS = {path.parent.name: path.parent for path in sorted((HERE / "requests").glob("*/variant.yaml"))}
FOLDERS["pg_map"] = HERE / "valley"
OVERLAPPING = {
    frozenset({"n_catch", "n_time"}): "both change what recharging does",
    frozenset({"pg_map", "pg_solo"}): "both say how many cities end the game",
}
GAMES = "20"
BY_DAY = [
    ("n_catch", "n_draft"),
    ("n_teams", "n_time"),
    ("pg_card", "pg_map"),
    ("pg_once", "pg_solo"),
    ("w_secret", "w_six"),
    ("w_sprint", "w_steel"),
]


def _pairs() -> list[tuple[str, str]]:
    games = [[name for name in FOLDERS if name.startswith(letters)] for letters in ("n_", "pg_", "w_")]
    pairs = [pair for names in games for pair in combinations(names, 2)]
    return [pair for pair in pairs if frozenset(pair) not in OVERLAPPING]


def _hold(names: tuple[str, ...], least: bool, capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = (str(FOLDERS[name]) for name in names)
    beside = ["--with", ",".join(others)] if others else []
    assert main(["check", first, *beside]) == 0, capsys.readouterr().out
    low, high = reguli.load("+".join(str(FOLDERS[name]) for name in names)).players
    for players in {low, high} if least else {high}:
        ended = main(["simulate", first, *beside, "--games", GAMES, "--players", str(players)])
        assert ended == 0, capsys.readouterr().err


def test_there_are_twelve() -> None:
    assert len(FOLDERS) == 12
    assert sorted(name for pair in BY_DAY for name in pair) == sorted(FOLDERS)
    assert set(BY_DAY) <= set(_pairs())


@pytest.mark.night
@pytest.mark.parametrize("name", FOLDERS)
def test_it_is_clean_and_ends(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _hold((name,), True, capsys)


@pytest.mark.parametrize(
    "pair",
    [pytest.param(pair, marks=[pytest.mark.night] * (at % 2)) for at, pair in enumerate(BY_DAY)],
    ids="+".join,
)
def test_two_together_are_clean_and_end(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    _hold(pair, False, capsys)


@pytest.mark.night
@pytest.mark.parametrize("pair", _pairs(), ids="+".join)
def test_by_night_any_two_together_are_clean_and_end(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    _hold(pair, True, capsys)


def test_all_of_one_game_call_their_statement_v1() -> None:
    names = [name for name in FOLDERS if name.startswith("n_") and name != "n_time"]
    ruleset = LoadedRuleset("+".join(str(FOLDERS[name]) for name in names)).ruleset
    assert ruleset is not None
    own = {name: rules for name, rules in ruleset.citations.items() if "." in name}
    assert set(own) == {f"{name}.V1" for name in names}
    assert all(own.values())
