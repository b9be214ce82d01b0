"""Machines on disk: what is played with one is the same, and nothing that is stored is taken when it should not be."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import reguli
from reguli.app.simulation import ruleset_simulation, stored_batches
from reguli.app.simulation.ruleset_simulation import simulate_ruleset
from reguli.app.simulation.simulation_runs import Simulated, SimulationOrder
from reguli.cli.main import main
from reguli.compile.machine_registry import WASM, has_wasm
from reguli.compile.machine_store import machine_key
from reguli.search.position_machine import PositionMachine
from reguli.shipped_files import shipped_folder
from reguli.source import cache_entries

pytestmark = pytest.mark.skipif(
    not has_wasm(), reason="WebAssembly needs wasmtime, from the extra 'fast', which is not installed"
)
SHIPPED = shipped_folder("rulesets")
ORDER = SimulationOrder(games=6, seed=5, processes=1)
ALONE = """
import sys
from reguli.cli.main import main
code = main(["simulate", "tic_tac_toe", "--games", "3", "--workers", "1"])
loaded = [one for one in ("reguli.pipeline", "reguli.model", "reguli.compile.codegen") if one in sys.modules]
print(code, loaded, file=sys.stderr)
"""


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own; return that of the machines."""
    monkeypatch.setenv("REGULI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "machines"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of a shipped game that a test may change."""
    shutil.copytree(SHIPPED / "tic_tac_toe", tmp_path / "own")
    return tmp_path / "own"


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that tells of each search for a stored batch whether it was found."""
    told: list[bool] = []
    find = stored_batches.find_stored_batch

    def telling(*asked: object) -> object:
        found = find(*asked)  # type: ignore[arg-type]
        told.append(found is not None)
        return found

    monkeypatch.setattr(ruleset_simulation, "find_stored_batch", telling)
    return told


def plain(found: Simulated) -> object:
    return found.columns, found.rows, found.to_json(), found.remarks, found.findings, found.faults


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "power_grid"])
@pytest.mark.parametrize(
    "order",
    [
        ORDER,
        replace(ORDER, per_round=True),
        replace(ORDER, counts=("choices", "branching", "stages", "options")),
        replace(ORDER, moves=7),
        replace(ORDER, processes=2),
    ],
    ids=["plain", "rounds", "counts", "bound", "two processes"],
)
def test_a_stored_batch_gives_the_same(name: str, order: SimulationOrder, cached: Path, hits: list[bool]) -> None:
    """Also for seeds and numbers that it was not stored with."""
    first, again = simulate_ruleset(name, {}, order), simulate_ruleset(name, {}, order)
    other = replace(order, seed=12, games=3, first=4)
    stored, played = simulate_ruleset(name, {}, other), simulate_ruleset(name, {}, replace(other, engine="python"))
    assert hits == [False, True, True, False]
    assert plain(first) == plain(again)
    assert (stored.columns, stored.rows, stored.tally) == (played.columns, played.rows, played.tally)


def test_another_bot_is_played_by_the_same_machine(cached: Path, hits: list[bool]) -> None:
    simulate_ruleset("power_grid", {}, ORDER)
    order = replace(ORDER, policy=("sane", "uniform"))
    stored = simulate_ruleset("power_grid", {}, order)
    assert hits == [False, True]
    assert stored.rows == simulate_ruleset("power_grid", {}, replace(order, engine="python")).rows


def test_a_stored_batch_loads_no_ruleset(cached: Path) -> None:
    """Neither what reads rules nor what binds them nor what writes code is imported."""
    told = []
    for _ in range(2):
        ran = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True, env=os.environ)
        told.append((ran.stdout, ran.stderr.splitlines()[-1]))
    (first, full), (again, light) = told
    assert first == again
    assert full != "0 []"
    assert light == "0 []"


def more_text(folder: Path) -> None:
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("\n# more\n")


def another_file(folder: Path) -> None:
    (folder / "note.txt").write_text("note", encoding="utf-8")


def another_time(folder: Path) -> None:
    os.utime(folder / "game.yaml", (1, 1))


@pytest.mark.parametrize(("change", "same"), [(more_text, False), (another_file, False), (another_time, True)])
def test_only_names_and_bytes_of_files_count(
    own: Path, cached: Path, hits: list[bool], change: Callable[[Path], None], same: bool
) -> None:
    simulate_ruleset(str(own), {}, ORDER)
    change(own)
    simulate_ruleset(str(own), {}, ORDER)
    assert hits == [False, same]


def test_a_changed_rule_is_played(own: Path, cached: Path, hits: list[bool]) -> None:
    """Three marks in a row win; two do so after a change."""
    before = simulate_ruleset(str(own), {}, ORDER)
    constants = next(path for path in own.glob("*.yaml") if "line_length" in path.read_text(encoding="utf-8"))
    text = constants.read_text(encoding="utf-8")
    constants.write_text(re.sub(r"(line_length:.*?)3", r"\g<1>2", text, count=1, flags=re.DOTALL), encoding="utf-8")
    after = simulate_ruleset(str(own), {}, ORDER)
    assert hits == [False, False]
    assert [row[5] for row in before.rows] != [row[5] for row in after.rows]


def test_options_and_players_have_machines_of_their_own(cached: Path, hits: list[bool]) -> None:
    for options, players in (({}, 2), ({"map": "usa"}, 2), ({}, 3)):
        simulate_ruleset("power_grid", options, replace(ORDER, players=players, games=1))
    assert hits == [False] * 3


def damaged(folder: Path) -> None:
    for path in folder.iterdir():
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(bytes(content))


def cut(folder: Path) -> None:
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-9])


def other_version(folder: Path) -> None:
    """What was compiled by something else, under a sum that is right."""
    for path in folder.iterdir():
        name, (header, code) = path.name, cache_entries.read_entry(path.name) or ({}, b"")
        cache_entries.write_entry(name, header, code[:64])


@pytest.mark.parametrize("harm", [damaged, cut, other_version])
def test_what_is_damaged_is_made_again(cached: Path, hits: list[bool], harm: Callable[[Path], None]) -> None:
    first = simulate_ruleset("tic_tac_toe", {}, ORDER)
    harm(cached)
    assert plain(simulate_ruleset("tic_tac_toe", {}, ORDER)) == plain(first)
    assert plain(simulate_ruleset("tic_tac_toe", {}, ORDER)) == plain(first)
    assert hits == [False, False, True]


def a_link(cached: Path) -> None:
    (cached.parent / "elsewhere").mkdir(parents=True, mode=0o700)
    cached.symlink_to(cached.parent / "elsewhere")


def open_to_others(cached: Path) -> None:
    cached.mkdir(parents=True)
    cached.chmod(0o755)


def in_a_ruleset(cached: Path) -> None:
    cached.parent.mkdir(parents=True)
    (cached.parent / "game.yaml").write_text("", encoding="utf-8")


def a_file(cached: Path) -> None:
    cached.parent.mkdir(parents=True)
    cached.write_text("", encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights and owners of files are those of POSIX")
@pytest.mark.parametrize("wrong", [a_link, open_to_others, in_a_ruleset, a_file])
def test_a_folder_that_is_not_safe_is_not_used(cached: Path, hits: list[bool], wrong: Callable[[Path], None]) -> None:
    wrong(cached)
    held = sorted(path for path in cached.parent.rglob("*"))
    for _ in range(2):
        simulate_ruleset("tic_tac_toe", {}, ORDER)
    assert hits == [False, False]
    assert sorted(path for path in cached.parent.rglob("*")) == held


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="rights and owners of files are those of POSIX")
def test_a_folder_of_somebody_else_is_not_used(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_entries.entry_folder() == cached
    assert cached.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "getuid", lambda: cached.stat().st_uid + 1)
    assert cache_entries.entry_folder() is None


def test_nothing_is_stored_where_caching_is_disabled(monkeypatch: pytest.MonkeyPatch, hits: list[bool]) -> None:
    monkeypatch.setenv("REGULI_CACHE", "")
    for _ in range(2):
        simulate_ruleset("tic_tac_toe", {}, ORDER)
    assert hits == [False, False]


def test_the_oldest_entries_go(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_entries, "MOST_ENTRIES", 3)
    for number in range(5):
        cache_entries.write_entry(f"{number:040}", {"number": number})
        os.utime(cached / f"{number:040}", (number, number))
    assert sorted(int(path.name) for path in cached.iterdir()) == [2, 3, 4]


def test_a_fault_is_explained_by_the_ruleset(own: Path, cached: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What stopped a game of a stored batch is said as it is without one."""
    claims = next(path for path in (own / "rules").glob("*.rules"))
    claims.write_text(
        claims.read_text(encoding="utf-8") + "\nalways few: count(all cell in cells where cell.marks is empty) > 4\n",
        encoding="utf-8",
    )
    told = []
    for _ in range(2):
        code = main(["simulate", str(own), "--games", "5", "--workers", "1"])
        ran = capsys.readouterr()
        told.append((code, ran.out, ran.err))
    assert told[0] == told[1]
    assert told[0][0] == 1


def test_rows_go_on_where_they_ended(cached: Path, tmp_path: Path, hits: list[bool]) -> None:
    out, whole = str(tmp_path / "rows.csv"), str(tmp_path / "whole.csv")
    simulate_ruleset("tic_tac_toe", {}, replace(ORDER, out=out))
    simulate_ruleset("tic_tac_toe", {}, replace(ORDER, out=out, games=12, resume=True))
    simulate_ruleset("tic_tac_toe", {}, replace(ORDER, out=whole, games=12, engine="interpreter"))
    assert hits == [False, True, False]
    assert Path(out).read_bytes() == Path(whole).read_bytes()


def test_an_unknown_bot_is_refused_as_without_a_store(cached: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "tic_tac_toe", "--games", "2", "--policy", "nobody"]
    assert main(words) == 2
    before = capsys.readouterr().err
    simulate_ruleset("tic_tac_toe", {}, ORDER)
    assert main(words) == 2
    assert capsys.readouterr().err == before


def test_texts_are_written_by_who_knows_the_ruleset(cached: Path, hits: list[bool]) -> None:
    order = replace(ORDER, columns={"empty": "all cell in cells where cell.marks is empty"})
    first, again = (simulate_ruleset("tic_tac_toe", {}, order) for _ in range(2))
    assert hits == [False, False]
    assert first.rows == again.rows


def test_positions_have_a_machine_in_the_store(cached: Path) -> None:
    game = reguli.load("tic_tac_toe")
    program = game.program(2)
    made, taken = PositionMachine(program, engine=WASM), PositionMachine(program, engine=WASM)
    assert len(list(cached.iterdir())) == 1
    for machine in (made, taken):
        machine.put(game.start(2, seed=3).sitting)
        machine.seat(["uniform"])
    assert [made.restart(9), made.play_out(99)] == [taken.restart(9), taken.play_out(99)]


def test_rules_that_were_changed_after_they_were_read_have_no_place() -> None:
    ruleset = reguli.load("tic_tac_toe").program(2).ruleset
    assert machine_key(ruleset) is not None
    assert machine_key(replace(ruleset, digest=f"{ruleset.digest} a fault")) is None
