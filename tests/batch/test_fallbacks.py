"""What plays a batch where WebAssembly cannot, what is said of it, and what is refused before anything is read."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest

import reguli
from reguli.app.simulation import batch_preparation
from reguli.batch.executors import make_batch_runner
from reguli.batch.playouts import PlayoutBatch
from reguli.cli.main import main
from reguli.compile import machine_registry
from reguli.compile.machine_registry import WASM, has_wasm
from reguli.pipeline import LoadedRuleset

GAME = "tic_tac_toe"
ONE = ["simulate", GAME, "--games", "3", "--workers", "1"]
wasm_alone = pytest.mark.skipif(
    not has_wasm(), reason="WebAssembly needs wasmtime, from the extra 'fast', which is not installed"
)
IN_A_CONTAINER = """
import resource, sys
import reguli
game = reguli.load("tic_tac_toe")
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
found = game.simulate(games=5, processes=1)
sys.stdout.write(f"{found.batch.engine} {len(found.remarks)} {list(found.rows)}")
"""


@pytest.fixture
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives no memory to any instance."""
    host = pytest.importorskip("reguli.compile.wasm.wasm_machine")

    def refuse(*_: object) -> None:
        raise host.wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes")

    monkeypatch.setattr(host.wasmtime, "Instance", refuse)


def test_python_plays_where_wasm_gets_no_memory_and_that_is_said(
    no_memory: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(ONE) == 0
    err = capsys.readouterr().err
    assert "played by: python" in err
    assert "X163" in err
    assert "memory" in err
    found = reguli.load(GAME).simulate(games=3, seed=5, processes=1)
    assert [one.code for one in found.remarks] == ["X163"]
    assert found.rows == reguli.load(GAME).simulate(games=3, seed=5, processes=1, engine="interpreter").rows


def test_python_plays_where_wasmtime_is_missing_and_that_is_said_to_who_asked_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine_registry, "find_spec", lambda name: None)
    assert main([*ONE, "--engine", "wasm"]) == 0
    err = capsys.readouterr().err
    assert "played by: python" in err
    assert "X163" in err
    assert "wasmtime is not installed" in err
    assert main(ONE) == 0
    assert "X163" not in capsys.readouterr().err


@wasm_alone
def test_wasm_plays_where_no_room_for_the_largest_memory_may_be_reserved() -> None:
    ran = subprocess.run([sys.executable, "-c", IN_A_CONTAINER], capture_output=True, text=True, check=True)
    engine, remarks, rows = ran.stdout.split(" ", 2)
    assert (engine, remarks) == (WASM, "0")
    assert rows == str(list(reguli.load(GAME).simulate(games=5, processes=1, engine="interpreter").rows))


@wasm_alone
def test_the_memory_of_a_machine_goes_with_it() -> None:
    """Each reserves 4 GB of addresses: none may wait until cycles are looked for."""
    loaded = LoadedRuleset(GAME)
    ruleset = loaded.ruleset
    assert ruleset is not None
    gc.disable()
    try:
        playing = make_batch_runner(PlayoutBatch(ruleset, 2, 5, ("uniform",), (), (), False, 150, WASM))
        assert len(list(playing.play_all(range(1, 4)))) == 3
        machine = weakref.ref(playing._machine)  # type: ignore[attr-defined]
        del playing
        assert machine() is None
    finally:
        gc.enable()


def test_a_file_in_the_way_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the ruleset was read")

    monkeypatch.setattr(batch_preparation, "open_playable", read)
    there = tmp_path / "rows.csv"
    there.write_text("there\n", encoding="utf-8")
    assert main([*ONE, "--out", str(there)]) == 2
    assert "X146" in capsys.readouterr().err


def test_a_batch_of_rules_with_findings_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A flag that is declared and never asked is a finding (C106 or C105), and keeps nobody from playing."""
    assert main(["new", "mine", "--like", GAME, "--folder", str(tmp_path)]) == 0
    state = tmp_path / "mine" / "state.yaml"
    words = ["simulate", str(tmp_path / "mine"), "--games", "2", "--workers", "1"]
    assert main(words) == 0
    assert "X164" not in capsys.readouterr().err
    state.write_text(state.read_text(encoding="utf-8") + "\n  spare: {flag: true, source: [T6]}\n", encoding="utf-8")
    assert main(words) == 0
    err = capsys.readouterr().err
    assert "X164" in err
    assert "reguli check" in err
