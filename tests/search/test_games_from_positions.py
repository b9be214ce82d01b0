"""Batches that go on from a position: the same rows on every executor, those of rollouts too."""

from __future__ import annotations

from pathlib import Path

import pytest

import reguli
from reguli.batch.rows import (
    INTERPRETER,
)
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm

wasm = pytest.mark.skipif(not has_wasm(), reason="the extra fast is missing")


def position(name: str, players: int, policy: str, moves: int) -> reguli.Playthrough:
    found = reguli.load(name).start(players, seed=4)
    found.play_on(policy, moves=moves)
    return found


@pytest.mark.parametrize(
    ("name", "players", "policy", "moves"),
    [("tic_tac_toe", 2, "uniform", 3), ("power_grid", 3, "sane", 120), ("warszawa", 3, "sane", 20)],
)
@wasm
def test_rows_are_the_same_on_every_executor(name: str, players: int, policy: str, moves: int) -> None:
    start = position(name, players, policy, moves)
    before = start.key
    wishes = {"games": 3, "seed": 6, "policy": policy, "per_round": True, "processes": 1, "start": start}
    rows = [start.game.simulate(**wishes, engine=engine).rows for engine in (INTERPRETER, PYTHON, WASM)]
    assert rows[0] == rows[1] == rows[2]
    assert start.key == before
    batch = start.game.simulate(**wishes)
    moves_at, places = batch.columns.index("moves"), batch.columns.index("place_seat_1")
    ended = [row for row in batch.rows if row[batch.columns.index("outcome")] == "over"]
    assert all(row[moves_at] >= len(start.sitting.moves) for row in ended)
    assert [row[places : places + players] for row in ended] == start.rollouts(3, policy, seed=6)


@wasm
def test_rows_do_not_depend_on_the_number_of_processes() -> None:
    start = position("power_grid", 2, "sane", 60)
    rows = [start.game.simulate(games=6, policy="sane", start=start, processes=count).rows for count in (1, 2)]
    assert rows[0] == rows[1]


def test_games_go_on_from_an_example() -> None:
    game = reguli.load("power_grid")
    start = game.start(example="E6e_full_in_stage_1")
    assert start.game.simulate(games=2, policy="sane", start=start).games == 2


def test_what_cannot_be_gone_on_from_is_refused(tmp_path: Path) -> None:
    start = position("tic_tac_toe", 2, "uniform", 2)
    with pytest.raises(reguli.UnfitPlayers):
        start.game.simulate(3, start=start)
    with pytest.raises(reguli.Findings) as findings:
        reguli.load("hex").simulate(games=1, start=start)
    assert findings.value.code == "E603"
    out = tmp_path / "rows.csv"
    start.game.simulate(games=2, start=start, out=str(out))
    other = position("tic_tac_toe", 2, "uniform", 1)
    with pytest.raises(reguli.Refused):
        start.game.simulate(games=3, start=other, out=str(out), resume=True)
    assert start.game.simulate(games=3, start=start, out=str(out), resume=True).games == 3
    start.play_on("uniform")
    with pytest.raises(reguli.IllegalMove) as over:
        start.game.simulate(games=1, start=start)
    assert over.value.code == "E602"


@wasm
def test_a_batch_is_played_by_a_search_of_so_many_iterations() -> None:
    game = reguli.load("connect_four")
    batch = game.simulate(games=4, seed=2, policy=("search:40", "random"), processes=1)
    assert batch.tally.wins["seat_1"] == 4
    assert batch.rows == game.simulate(games=4, seed=2, policy=("search:40", "random"), processes=2).rows
    with pytest.raises(reguli.Refused) as refused:
        game.simulate(games=1, policy="search:none")
    assert refused.value.code == "X114"
