"""What is asked of a batch wrongly, and what is asked by default."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import reguli
from reguli.app.simulation.simulation_runs import (
    SimulationOrder,
)
from reguli.batch import writers
from reguli.batch.rows import (
    column_headers,
)
from reguli.cli.main import main

COLUMNS = {"lines": "lines(player)", "rounds_begun": "round"}


@pytest.fixture(scope="module")
def game() -> reguli.Game:
    return reguli.load("tic_tac_toe")


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    game = reguli.load("power_grid")
    wrong = {"Money": "count(player.money)", "mony": "player.mony", "half": "1 +", "game": "round"}
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(9, 0, 0, ("sanne", "sane", "sane"), columns=wrong, out=str(tmp_path / "x.cvs"), processes=0)
    found = {one.code: one for one in refused.value.findings}
    assert {"X104", "X111", "X114", "X115", "X145", "X150", "R206"} <= set(found)
    assert [one.near for one in refused.value.findings if one.code == "X114"] == ["sane"]
    assert found["X111"].near == ".csv"
    assert (found["R206"].near, str(found["R206"].span)) == ("money", "column mony:1:1")
    assert [dict(one.args)["name"] for one in refused.value.findings if one.code == "X145"] == ["Money", "game"]
    assert [dict(one.args)["name"] for one in refused.value.findings if one.code == "X150"] == ["games", "processes"]
    assert any(one.span is not None and one.span.file == "column half" for one in refused.value.findings)


def test_names_of_columns_are_other_than_those_that_are_there(game: reguli.Game) -> None:
    for columns in ({"seed": "round"}, {"place": "lines(player)"}, {"a_seat_1": "round", "a": "lines(player)"}):
        with pytest.raises(reguli.Findings) as refused:
            game.simulate(games=1, columns=columns)
        assert refused.value.code == "X145"


def test_a_file_of_another_batch_is_not_gone_on_with(game: reguli.Game, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    game.simulate(games=3, seed=7, processes=1, out=str(file))
    before = file.read_bytes()
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=3, seed=7, processes=1, out=str(file))
    assert refused.value.code == "X146"
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=5, seed=8, policy="random", columns=COLUMNS, processes=1, out=str(file), resume=True)
    assert [dict(one.args)["part"] for one in refused.value.findings] == ["seed", "policy", "columns"]
    writers.sidecar_path(file).unlink()
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=5, seed=7, processes=1, out=str(file), resume=True)
    assert (refused.value.code, file.read_bytes()) == ("X105", before)


@pytest.mark.parametrize(
    ("file", "code"), [("nowhere/x.csv", "X112"), ("folder.csv", "X112"), ("x.xlsx", "X111"), ("x", "X111")]
)
def test_a_file_that_cannot_be_written(game: reguli.Game, tmp_path: Path, file: str, code: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=1, out=str(tmp_path / file))
    assert refused.value.code == code


def test_parquet_without_its_extra(game: reguli.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=1, out=str(tmp_path / "x.parquet"))
    assert refused.value.code == "X149"


@pytest.mark.parametrize("content", [b"no parquet at all", b""])
def test_a_parquet_file_that_is_none(game: reguli.Game, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.parquet"
    game.simulate(games=1, processes=1, out=str(file))
    file.write_bytes(content)
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=2, processes=1, out=str(file), resume=True)
    assert refused.value.code == "X105"


def test_the_command_says_the_summary_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "simulate",
        "tic_tac_toe",
        "--games",
        "25",
        "--seed",
        "7",
        "--workers",
        "1",
        "--column",
        "lines=lines(player)",
    ]
    assert main([*words, "--json", "--out", str(tmp_path / "x.csv")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["outcomes"], found["players"]) == (25, {"over": 25}, 2)
    assert found["numbers"]["lines_seat_1"]["most"] == 1
    assert main([*words[:-2], "--column", "lines"]) == 2
    assert main(["simulate", "tic_tac_toe", "--games", "0"]) == 2
    assert main(["simulate", "tic_tac_toe", "--resume"]) == 2


def test_what_is_asked_for_by_default_is_what_the_ranking_asks() -> None:
    game = reguli.load("power_grid")
    found = game.simulate(2, 1, 7, "sane", processes=1)
    assert found.columns[9:] == tuple(
        f"{name}_seat_{n}" for name in ("supplied_at_end", "money", "count_network") for n in (1, 2)
    )
    row = next(found.dicts())
    assert row["winners"] in ("seat_1", "seat_2")
    assert column_headers((), 2) == found.columns[:9]
    assert SimulationOrder().policy == ("uniform",)


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_rows_that_somebody_changed_are_left_alone(game: reguli.Game, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"x{ending}"
    game.simulate(games=5, processes=1, out=str(file))
    file.write_bytes(file.read_bytes().replace(b"moves", b"turns", 1).replace(b"over", b'"', 1))
    before = file.read_bytes()
    with pytest.raises(reguli.Findings) as refused:
        game.simulate(games=9, processes=1, out=str(file), resume=True)
    assert (refused.value.code, file.read_bytes()) == ("X105", before)
