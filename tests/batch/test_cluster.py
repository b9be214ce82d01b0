"""Work on a real dask scheduler and its workers: the same rows and reports, whatever becomes of a worker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import reguli
from reguli.batch import cluster as module
from reguli.batch.cluster import ClusterTrouble
from reguli.shipped_files import PACKAGE
from reguli.source.finding_catalogue import ENGLISH

pytestmark = pytest.mark.slow
WORKER = "import sys\n{}\nfrom distributed.cli.dask_worker import main\nmain(standalone_mode=False)"
COLUMNS = {"lines": "lines(player)", "taken": "count(all cell in cells where cell.marks is not empty)"}


@dataclass
class Machines:
    """A scheduler and its workers, each a process of its own on this machine."""

    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return str(json.loads((self.folder / "scheduler.json").read_text("utf-8"))["address"])

    def begin(self) -> None:
        program = "from distributed.cli.dask_scheduler import main\nmain(standalone_mode=False)"
        file = self.folder / "scheduler.json"
        self._start(program, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        deadline = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < deadline, (self.folder / "log").read_text("utf-8")
            time.sleep(0.05)

    def worker(self, before: str = "", **environment: str) -> subprocess.Popen[bytes]:
        words = ("--no-nanny", "--no-dashboard", "--nthreads", "1", "--host", "127.0.0.1", self.address)
        return self._start(WORKER.format(before), *words, **environment)

    def _start(self, program: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            started = subprocess.Popen(
                [sys.executable, "-c", program, *words],
                cwd=self.folder,
                env={**os.environ, **environment},
                stdout=log,
                stderr=log,
            )
        self.processes.append(started)
        return started

    def end(self) -> None:
        for one in self.processes:
            one.kill()
            one.wait()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without workers."""
    machines = Machines(tmp_path)
    try:
        machines.begin()
        yield machines
    finally:
        machines.end()


@pytest.fixture
def two(alone: Machines) -> Machines:
    """A scheduler with two workers."""
    alone.worker()
    alone.worker()
    return alone


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No report is kept: each is made anew."""
    monkeypatch.setenv("REGULI_CACHE", "")


@pytest.fixture(scope="module")
def game() -> reguli.Game:
    return reguli.load("tic_tac_toe")


def test_rows_are_the_same_when_a_worker_is_killed(two: Machines, tmp_path: Path) -> None:
    """The workers see no folder with the rules: it has another name when they play."""
    folder = tmp_path / "rules"
    shutil.copytree(reguli.load("connect_four")._loaded.path, folder)
    game = reguli.load(folder)
    games = 160
    local = game.simulate(games=games, seed=5, processes=1, engine="interpreter")
    folder.rename(tmp_path / "elsewhere")
    killed: list[int] = []

    def progress(done: int, of: int) -> None:
        if not killed:
            killed.append(done)
            two.processes[1].send_signal(signal.SIGKILL)

    spread = game.simulate(games=games, seed=5, engine="interpreter", cluster=two.address, progress=progress)
    assert killed
    assert killed[0] < games // 2
    assert two.processes[1].wait() == -signal.SIGKILL
    assert spread.rows == local.rows
    assert spread.to_json() == local.to_json()


def test_a_report_of_balance_is_the_same(two: Machines, game: reguli.Game) -> None:
    local = game.balance(games=60, seed=5, processes=1)
    assert str(game.balance(games=60, seed=5, cluster=two.address)) == str(local)


def test_a_report_of_mutants_is_the_same_when_a_worker_is_killed(two: Machines, tmp_path: Path, quiet: None) -> None:
    """The workers see no folder with the rules; one of them is killed while mutants are tried."""
    folder = tmp_path / "rules"
    shutil.copytree(reguli.load("tic_tac_toe")._loaded.path, folder, ignore=shutil.ignore_patterns("kept.yaml"))
    game, only, killed = reguli.load(folder), ("examples", "mutation"), list[str]()
    local = game.verify(only=only, budget=10)

    def progress(part: str, what: str, done: int, of: int) -> None:
        if what == "faults tried" and done and not killed:
            killed.append(what)
            two.processes[1].send_signal(signal.SIGKILL)

    spread = game.verify(only=only, budget=10, cluster=two.address, progress=progress)
    assert killed
    assert two.processes[1].wait() == -signal.SIGKILL
    assert json.dumps(spread.to_json(ENGLISH)) == json.dumps(local.to_json(ENGLISH))
    assert str(spread) == str(local)
    assert any(one.found.offered for one in local.judged)


def test_an_interruption_keeps_what_was_played(two: Machines, game: reguli.Game) -> None:
    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    local = game.simulate(games=2_000, seed=7, columns=COLUMNS, processes=1)
    broken = game.simulate(
        games=2_000, seed=7, columns=COLUMNS, engine="interpreter", cluster=two.address, progress=interrupt
    )
    assert broken.interrupted is not None
    assert 0 < broken.games < 2_000
    assert broken.rows == local.rows[: broken.games]
    whole = game.simulate(games=2_000, seed=7, columns=COLUMNS, cluster=two.address)
    assert whole.rows == local.rows
    assert whole.batch.engine == local.batch.engine


def test_workers_are_refused_until_one_has_the_same_reguli(
    alone: Machines, game: reguli.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A scheduler without workers, a worker without reguli, one with another reguli; and at last the scheduler is killed."""
    monkeypatch.setattr(module, "CONNECTING", 2)
    with pytest.raises(ClusterTrouble, match=r"X195 .* has no workers"):
        game.simulate(games=3, cluster=alone.address)
    monkeypatch.undo()

    worker = alone.worker("sys.modules['reguli'] = None")
    with pytest.raises(ClusterTrouble, match=r"X196 .* 'reguli' is not installed"):
        game.simulate(games=3, cluster=alone.address)
    worker.kill()
    worker.wait()

    other = alone.folder / "other"
    shutil.copytree(PACKAGE, other / "reguli")
    with (other / "reguli" / "ir" / "rng.py").open("a", encoding="utf-8") as file:
        file.write("# another one\n")
    worker = alone.worker(PYTHONPATH=str(other))
    with pytest.raises(ClusterTrouble, match=r"X196 .* its reguli is another one") as refused:
        game.simulate(games=3, cluster=alone.address)
    assert module.program_digest() in str(refused.value)
    worker.kill()
    worker.wait()

    alone.worker()
    with pytest.raises(ClusterTrouble, match=r"X197 .* the scheduler ended"):
        game.simulate(
            games=100_000, engine="interpreter", cluster=alone.address, progress=lambda *_: alone.processes[0].kill()
        )


@pytest.mark.parametrize("address", ["", "here", "10.0.0.5", "http://10.0.0.5:8786", "tcp://a b:1", "tcp://host:port"])
def test_an_address_has_a_host_and_a_port(game: reguli.Game, address: str) -> None:
    with pytest.raises(ClusterTrouble, match=r"X195 .* an address names a host and a port"):
        game.simulate(games=3, cluster=address)


def test_nothing_is_written_where_no_scheduler_answers(game: reguli.Game, tmp_path: Path) -> None:
    """One address at which nobody listens, and one at which somebody listens and is silent."""
    out = tmp_path / "games.csv"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(ClusterTrouble, match=r"X195 .* no scheduler answers there"):
            game.simulate(games=3, out=str(out), cluster=f"127.0.0.1:{silent.getsockname()[1]}")
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
    with pytest.raises(ClusterTrouble, match=r"X195 .* no scheduler answers there"):
        game.simulate(games=3, out=str(out), cluster=address)
    assert time.monotonic() - began < 25
    assert not out.exists()


def test_a_scheduler_with_another_version_is_refused(
    two: Machines, game: reguli.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "__version__", "2000.1.0")
    with pytest.raises(ClusterTrouble, match=r"X195 .* of 'distributed', and here it is 2000"):
        game.simulate(games=3, cluster=two.address)


def test_the_extra_is_named_where_it_is_missing(game: reguli.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterTrouble, match=r"X198 .*\n.*\n.*reguli\[cluster\]"):
        game.simulate(games=3, cluster="127.0.0.1:8786")
