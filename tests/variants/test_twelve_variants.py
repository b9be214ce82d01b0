"""Twelve things that a designer asked of the three large games, each in its smallest form: clean, played to the end, and in pairs.

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


def _pairs() -> list[tuple[str, str]]:
    games = [[name for name in FOLDERS if name.startswith(letters)] for letters in ("n_", "pg_", "w_")]
    pairs = [pair for names in games for pair in combinations(names, 2)]
    return [pair for pair in pairs if frozenset(pair) not in OVERLAPPING]


def _plays(*names: str) -> int:
    first, *others = (str(FOLDERS[name]) for name in names)
    beside = ["--with", ",".join(others)] if others else []
    low, high = reguli.load("+".join(str(FOLDERS[name]) for name in names)).players
    played = (
        main(["simulate", first, *beside, "--games", GAMES, "--players", str(players)]) for players in {low, high}
    )
    return max(played)


def test_there_are_twelve() -> None:
    assert len(FOLDERS) == 12


@pytest.mark.parametrize("name", FOLDERS)
def test_it_is_clean_and_ends(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(FOLDERS[name])]) == 0, capsys.readouterr().out
    assert _plays(name) == 0, capsys.readouterr().err


@pytest.mark.parametrize("pair", _pairs(), ids="+".join)
def test_two_together_are_clean_and_end(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (str(FOLDERS[name]) for name in pair)
    assert main(["check", first, "--with", second]) == 0, capsys.readouterr().out
    assert _plays(*pair) == 0, capsys.readouterr().err


def test_all_of_one_game_call_their_statement_v1() -> None:
    names = [name for name in FOLDERS if name.startswith("n_") and name != "n_time"]
    ruleset = LoadedRuleset("+".join(str(FOLDERS[name]) for name in names)).ruleset
    assert ruleset is not None
    own = {name: rules for name, rules in ruleset.citations.items() if "." in name}
    assert set(own) == {f"{name}.V1" for name in names}
    assert all(own.values())
