"""Many games at once: the same rows however they are split, gone on with, interrupted, stopped by the rules."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import reguli
from reguli.batch import executors, playouts, writers
from reguli.batch.chunks import (
    WorkerFailedError,
    WorkerLost,
)
from reguli.batch.rows import PlayedGame
from reguli.cli.main import main
from reguli.compile.machine_registry import has_wasm
from reguli.ir.rng import playout_seed
from reguli.output_formats import file_endings

COLUMNS = {
    "lines": "lines(player)",
    "taken": "count(all cell in cells where cell.marks is not empty)",
    "gone": "round > 0",
}
RISKY = {
    "game.yaml": "ruleset: risky\nlanguage: 2\nversion: 1.0.0\nname: Risky\nplayers: {min: 2, max: 3}\n"
    "setup: set_up\nround: [rolling]\nranking: [{by: player.points, order: most}]\n",
    "constants.yaml": "whole: {value: 12}\nfaces: {value: 4}\nmost: {value: 3}\n",
    "state.yaml": "player:\n  points: {number: number, range: [0, open]}\ngame:\n  last: {number: number, range: [0, 9]}\n",
    "rules/risky.rules": "procedure set_up:\n    for player in players:\n        set player.points to 0\n\n"
    "phase rolling:\n    for player in players:\n        decide roll by player:\n"
    "            safe:\n                add 1 to player.points\n"
    "            bold(amount in 1 .. most):\n"
    "                by lot pips in 1 .. faces\n"
    "                add whole div (pips - 1) rounded down to player.points\n"
    "    if round >= most:\n        end game\n",
}
"""One face of four divides by nothing."""


@pytest.fixture(scope="module")
def game() -> reguli.Game:
    return reguli.load("tic_tac_toe")


LISTED = {
    **RISKY,
    "rules/risky.rules": "procedure set_up:\n    for player in players:\n        set player.points to 0\n\n"
    "phase rolling:\n    by lot pips in 1 .. faces\n    set last to pips\n    for player in players:\n        decide roll by player:\n"
    "            bold(amount in 1 .. most):\n"
    "                needs whole div (amount - last) rounded down != whole because too_much(amount)\n"
    "                add amount to player.points\n"
    "            safe:\n                add 1 to player.points\n"
    "    if round >= most:\n        end game\n",
}
"""To list the moves divides by nothing: at the first, at the second, at the third of them, or never."""


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules") / "risky"
    for name, text in LISTED.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def risky(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rules") / "risky"
    for name, text in RISKY.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def spawns(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program with threads: processes begin again."""
    monkeypatch.setattr(executors, "can_fork", lambda: False)


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program without threads: processes are copies."""
    if sys.platform != "linux":
        pytest.skip("workers fork on Linux only: elsewhere the number of threads is not known")
    monkeypatch.setattr(executors, "can_fork", lambda: True)


COPIES = pytest.mark.filterwarnings("ignore::DeprecationWarning")
"""Tests have threads, of which Python warns where a process is copied."""


def test_any_splitting_gives_the_same_rows(game: reguli.Game) -> None:
    whole = game.simulate(games=30, seed=7, columns=COLUMNS, processes=1)
    assert whole.columns[:7] == ("game", "seed", "players", "outcome", "rounds", "moves", "winners")
    assert whole.columns[7:] == ("place_seat_1", "place_seat_2", "lines_seat_1", "lines_seat_2", "taken", "gone")
    parts = [
        game.simulate(games=n, seed=7, columns=COLUMNS, first=at, processes=1) for at, n in ((1, 1), (2, 19), (21, 10))
    ]
    assert tuple(row for part in parts for row in part.rows) == whole.rows
    assert [row[1] for row in whole.rows] == [playout_seed(7, number) for number in range(1, 31)]
    assert game.simulate(games=30, seed=8, columns=COLUMNS, processes=1).rows != whole.rows


def test_a_row_is_the_game_of_its_seed(game: reguli.Game) -> None:
    batch = game.simulate(games=6, seed=3, policy="random", columns=COLUMNS, processes=1)
    for row in batch.dicts():
        sitting = game.start(seed=int(str(row["seed"])))
        sitting.play_on("random")
        assert row["moves"] == len(sitting.sitting.moves)
        assert [row[f"place_seat_{place.seat + 1}"] for place in sitting.ranking] == [
            place.place for place in sitting.ranking
        ]
        assert row["lines_seat_1"] == sitting.value("lines(seat_1)")
        assert (row["taken"], row["gone"]) == (sitting.value(COLUMNS["taken"]), True)


def test_new_processes_write_the_same_bytes(game: reguli.Game, tmp_path: Path, spawns: None) -> None:
    files = [tmp_path / f"{count}.csv" for count in (1, 2)]
    for count, file in enumerate(files, 1):
        game.simulate(games=120, seed=7, columns=COLUMNS, processes=count, out=str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


@COPIES
def test_copied_processes_write_the_same_bytes(game: reguli.Game, tmp_path: Path, forks: None) -> None:
    files = [tmp_path / f"{count}.jsonl" for count in (1, 3)]
    for count, file in zip((1, 3), files, strict=True):
        game.simulate(games=300, seed=7, columns=COLUMNS, processes=count, out=str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_uniform_takes_every_move_as_likely_and_random_every_option(risky: Path) -> None:
    """Four moves, three of them of one option; the first move of 400 games."""
    game, bold = reguli.load(risky), dict[str, int]()
    for bot in ("uniform", "random"):
        bold[bot] = sum(game.start(seed=seed).choose(bot).startswith("bold") for seed in range(400))
    assert 260 < bold["uniform"] < 340
    assert 160 < bold["random"] < 240


ENGINES = [
    "python",
    pytest.param(
        "wasm",
        marks=pytest.mark.skipif(
            not has_wasm(), reason="WebAssembly needs wasmtime, from the extra 'fast', which is not installed"
        ),
    ),
]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_plays_changes_no_row_and_is_said(
    game: reguli.Game, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    walked = game.simulate(games=6, seed=7, columns=COLUMNS, per_round=True, processes=1, engine="interpreter")
    played = game.simulate(games=6, seed=7, columns=COLUMNS, per_round=True, processes=1, engine=engine)
    assert played.rows == walked.rows
    assert (walked.to_json()["engine"], played.to_json()["engine"]) == ("interpreter", engine)
    assert main(["simulate", "tic_tac_toe", "--games", "2", "--engine", engine, "--workers", "1"]) == 0
    assert f"played by: {engine}" in capsys.readouterr().err


def test_bots_that_generated_code_does_not_know_play_move_by_move(game: reguli.Game) -> None:
    assert game.simulate(games=1, seed=7, policy="greedy", processes=1, moves=1).batch.engine == "playthrough"
    assert game.simulate(games=1, seed=7, processes=1).batch.engine == ("wasm" if has_wasm() else "python")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_value_that_cannot_be_had_is_left_out(game: reguli.Game, engine: str) -> None:
    columns = {"before": "round", "never": "3 div (round - round) rounded down", "behind": "lines(player)"}
    walked = game.simulate(games=3, seed=7, columns=columns, processes=1, engine="interpreter")
    assert {row["never"] for row in walked.dicts()} == {None}
    assert game.simulate(games=3, seed=7, columns=columns, processes=1, engine=engine).rows == walked.rows


@pytest.mark.parametrize("engine", ENGINES)
def test_games_that_the_rules_stop_have_the_same_rows(risky: Path, engine: str) -> None:
    game = reguli.load(risky)
    walked = game.simulate(3, 30, 7, per_round=True, processes=1, engine="interpreter")
    played = game.simulate(3, 30, 7, per_round=True, processes=1, engine=engine)
    assert (played.rows, played.faults) == (walked.rows, walked.faults)
    assert 0 < len(walked.faults) < 30


@pytest.mark.parametrize("engine", ENGINES)
def test_what_fails_while_moves_are_listed_has_the_same_rows(listed: Path, engine: str) -> None:
    game = reguli.load(listed)
    walked = game.simulate(3, 40, 7, per_round=True, processes=1, engine="interpreter")
    played = game.simulate(3, 40, 7, per_round=True, processes=1, engine=engine)
    assert (played.rows, played.faults) == (walked.rows, walked.faults)
    assert 0 < len(walked.faults) < 40


# -- files ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", file_endings("rows"))
def test_a_file_is_gone_on_with(game: reguli.Game, tmp_path: Path, ending: str) -> None:
    whole, part = tmp_path / f"whole{ending}", tmp_path / f"part{ending}"
    made = game.simulate(games=40, seed=7, columns=COLUMNS, processes=1, out=str(whole))
    game.simulate(games=15, seed=7, columns=COLUMNS, processes=1, out=str(part))
    again = game.simulate(games=40, seed=7, columns=COLUMNS, processes=1, out=str(part), resume=True)
    assert part.read_bytes() == whole.read_bytes()
    assert (again.games, again.rows) == (40, ())
    assert {**again.to_json(), "out": ""} == {**made.to_json(), "out": ""}
    assert game.simulate(games=40, seed=7, columns=COLUMNS, processes=1, out=str(part), resume=True).games == 40
    assert part.read_bytes() == whole.read_bytes()


MONEY = {"money": "count(player.money)"}


@pytest.fixture(scope="module", params=[".csv", ".jsonl"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three whole games of Power Grid in a file."""
    file = tmp_path_factory.mktemp("whole") / f"whole{request.param}"
    reguli.load("power_grid").simulate(2, 3, 7, "sane", columns=MONEY, per_round=True, processes=1, out=str(file))
    return file


@pytest.mark.parametrize("cut", [1, 40, 400, 900])
def test_what_was_cut_off_is_played_again(tmp_path: Path, whole: Path, cut: int) -> None:
    """A line that is no whole one goes, and so do rows within a game whose end is not there."""
    game, part = reguli.load("power_grid"), tmp_path / f"part{whole.suffix}"
    part.write_bytes(whole.read_bytes()[:-cut])
    writers.sidecar_path(part).write_bytes(writers.sidecar_path(whole).read_bytes())
    game.simulate(2, 3, 7, "sane", columns=MONEY, per_round=True, processes=1, out=str(part), resume=True)
    assert part.read_bytes() == whole.read_bytes()


def test_rows_behind_rounds(tmp_path: Path) -> None:
    game = reguli.load("power_grid")
    found = game.simulate(2, 2, 7, "sane", columns=MONEY, per_round=True, processes=1)
    for number in (1, 2):
        rows = [row for row in found.dicts() if row["game"] == number]
        assert [row["outcome"] for row in rows] == ["round"] * (len(rows) - 1) + ["over"]
        assert [row["rounds"] for row in rows] == list(range(1, len(rows) + 1))
        assert all(row["winners"] == "" for row in rows[:-1])
        assert rows[-1]["winners"]
    plain = game.simulate(2, 2, 7, "sane", columns=MONEY, processes=1)
    assert plain.rows == tuple(row for row in found.rows if row[3] != "round")
    assert plain.tally.numbers == found.tally.numbers


def test_what_csv_and_jsonl_and_parquet_hold_is_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    game, columns = (
        reguli.load("power_grid"),
        {"fuel": "player.fuel", "first": "first(turn_order)", "rich": "count(player.money) > 20"},
    )
    for ending in file_endings("rows"):
        game.simulate(2, 2, 7, "sane", columns=columns, processes=1, out=str(tmp_path / f"rows{ending}"))
    lines = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()]
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as stream:
        cells = list(csv.DictReader(stream))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    for row, cell, kept in zip(lines, cells, table, strict=True):
        assert list(row) == list(cell) == list(kept)
        assert isinstance(row["fuel_seat_1"], dict)
        assert json.loads(cell["fuel_seat_1"]) == json.loads(kept["fuel_seat_1"]) == row["fuel_seat_1"]
        assert cell["rich_seat_2"] == str(row["rich_seat_2"]).lower()
        assert kept["rich_seat_2"] is row["rich_seat_2"]
        assert cell["first"] == kept["first"] == row["first"]
        assert int(cell["seed"]) == kept["seed"] == row["seed"]


# -- what ends it early --------------------------------------------------------------------------------------------


def test_an_interruption_keeps_what_is_done(game: reguli.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, part = tmp_path / "whole.csv", tmp_path / "part.csv"
    game.simulate(games=20, seed=7, processes=1, out=str(whole))
    played = playouts.InterpretedPlayouts.play

    def stopping(self: playouts.InterpretedPlayouts, number: int) -> PlayedGame:
        if number == 9:
            raise KeyboardInterrupt
        return played(self, number)

    monkeypatch.setattr(playouts.InterpretedPlayouts, "play", stopping)
    found = game.simulate(games=20, seed=7, processes=1, out=str(part), engine="interpreter")
    assert found.interrupted is not None
    assert (found.games, found.to_json()["interrupted"]) == (8, True)
    assert part.read_bytes() == b"".join(whole.read_bytes().splitlines(keepends=True)[:9])
    in_memory = game.simulate(games=20, seed=7, processes=1, engine="interpreter")
    assert len(in_memory.rows) == 8
    monkeypatch.undo()
    assert game.simulate(games=20, seed=7, processes=1, out=str(part), resume=True).interrupted is None
    assert part.read_bytes() == whole.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="the test sends POSIX signals, which Windows does not have")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_command_and_all_its_processes(tmp_path: Path, number: signal.Signals, code: int) -> None:
    file = tmp_path / "games.csv"
    words = [sys.executable, "-m", "reguli", "simulate", "tic_tac_toe", "--games", "1000000", "--workers", "2"]
    process = subprocess.Popen(
        [*words, "--out", str(file), "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # Where the tests run behind a shell, which has its jobs ignore it, the command would ignore it too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads run here
    )
    until = time.monotonic() + 60
    while not (file.exists() and file.read_bytes().count(b"\n") > 50):
        assert time.monotonic() < until
        time.sleep(0.05)
    # As a terminal does: to all processes of the group.
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"interrupted; what was done until then stands" in err
    assert b"Traceback" not in err
    content = file.read_bytes()
    assert content.endswith(b"\n")
    assert out.startswith(b"%d games: " % (content.count(b"\n") - 1))
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


@COPIES
def test_a_process_that_ends_by_itself_is_told(
    game: reguli.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: None
) -> None:
    played = playouts.InterpretedPlayouts.play

    def dying(self: playouts.InterpretedPlayouts, number: int) -> PlayedGame:
        if number == 5:
            os._exit(7)
        return played(self, number)

    monkeypatch.setattr(playouts.InterpretedPlayouts, "play", dying)
    with pytest.raises(WorkerLost) as lost:
        game.simulate(games=50, seed=7, processes=2, out=str(tmp_path / "games.csv"), engine="interpreter")
    assert (lost.value.code, lost.value.sentence) == (
        "X148",
        "a process that played games ended by itself: exit code 7",
    )
    assert (tmp_path / "games.csv").read_bytes().endswith(b"\n")


@COPIES
@pytest.mark.parametrize("raised", [SystemExit(3), ZeroDivisionError("ours")])
def test_our_own_fault_in_a_process_comes_back(
    game: reguli.Game, monkeypatch: pytest.MonkeyPatch, forks: None, raised: BaseException
) -> None:
    def failing(self: playouts.InterpretedPlayouts, number: int) -> PlayedGame:
        raise raised

    monkeypatch.setattr(playouts.InterpretedPlayouts, "play", failing)
    with pytest.raises(WorkerFailedError, match=type(raised).__name__):
        game.simulate(games=5, processes=2, engine="interpreter")


# -- faults of the rules -------------------------------------------------------------------------------------------


def test_a_game_that_the_rules_stop_is_told_by_number_and_played_again(risky: Path, tmp_path: Path) -> None:
    game = reguli.load(risky)
    found = game.simulate(2, 40, 7, processes=1)
    stopped = [row for row in found.dicts() if row["outcome"] == "fault"]
    assert 0 < len(stopped) < 40
    assert [(fault.game, fault.seed) for fault in found.faults] == [(row["game"], row["seed"]) for row in stopped]
    assert {row["place_seat_1"] for row in stopped} == {row["points_seat_2"] for row in stopped} == {None}
    (told,) = found.findings
    assert (told.code, found.faults[0].code) == (found.faults[0].code, told.code)
    first = found.faults[0]
    sitting_seed = first.seed
    with pytest.raises(reguli.RulesFault) as fault:
        game.start(2, sitting_seed).play_on("uniform")
    assert fault.value.code == told.code
    shown = reguli.Findings(found.findings, found.sources)
    assert f"game {first.game} of the batch" in str(shown)
    assert f"--seed {first.seed} --bots uniform" in str(shown)
    file = tmp_path / "rows.csv"
    game.simulate(2, 20, 7, processes=1, out=str(file))
    again = game.simulate(2, 40, 7, processes=1, out=str(file), resume=True)
    assert again.faults == found.faults


def test_the_command_tells_faults_and_gives_1(risky: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(risky), "--games", "40", "--seed", "7", "--workers", "1"]) == 1
    ran = capsys.readouterr()
    assert "stopped by a fault of the rules" in ran.out
    assert "of the batch, after" in ran.err
    assert "with the seed" in ran.err


def test_a_game_without_end_has_a_bound(game: reguli.Game) -> None:
    found = game.simulate(games=3, moves=4, processes=1)
    assert {(row["outcome"], row["moves"], row["winners"]) for row in found.dicts()} == {("unfinished", 4, "")}
    assert found.to_json()["outcomes"] == {"unfinished": 3}


def test_a_program_that_plays_outside_of_main_is_told_what_to_do(tmp_path: Path) -> None:
    """It has a thread, so its workers begin again, read the program, and would play themselves."""
    program = tmp_path / "bare.py"
    program.write_text(
        "import threading\nimport reguli\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
        "reguli.load('tic_tac_toe').simulate(games=50, processes=2)\n",
        encoding="utf-8",
    )
    ran = subprocess.run([sys.executable, program], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 1
    assert "WorkerLost: X148" in ran.stderr
    assert "below \"if __name__ == '__main__':\"" in ran.stderr
    assert ran.stderr.count("Traceback") == 1
