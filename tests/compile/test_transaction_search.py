"""All or nothing is searched in generated code as the interpreter's own search does: the same verdicts, in every back end."""

from __future__ import annotations

from math import comb
from pathlib import Path
from random import Random

import pytest
from chest import chest
from transaction_games import HELD, Searching, held, holds, judged, searching, written

from by_day import some_by_day
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay import program_execution
from reguli.engine.gameplay.legal_actions import Move, normal_form
from reguli.engine.gameplay.playthrough import start_playthrough

ENGINES = [
    PYTHON,
    pytest.param(WASM, marks=pytest.mark.skipif(not has_wasm(), reason="the extra 'fast' is not installed")),
]
every_engine = pytest.mark.parametrize("engine", ENGINES)
every_ruleset = pytest.mark.parametrize("name", HELD)
FEW, MANY = 7, 20_000
"""Positions that the search may look at: with few of them it gives up."""
POSITIONS = 12


@every_engine
@every_ruleset
def test_the_verdicts_are_those_of_the_interpreter(name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, generated, compared = held(name), searching(name, engine), 0
    for seed in range(30):
        lots, played = Random(seed), start_playthrough(program, seed, play_forced=False)
        while played.decision is not None and compared < POSITIONS * (seed + 1) // 10:
            if holds(played):
                tries = MANY if compared % 3 else FEW
                monkeypatch.setattr(program_execution, "TRIES", tries)
                found, behind = generated.judged(played, tries)
                assert found == judged(played), f"{played.decision.ask.name}, seed {seed}"
                assert behind == played.slots[: program.saved]
                assert engine != PYTHON or found == judged(played, written(name))
                compared += 1
            played.apply(lots.choice(played.legal()))
    assert compared >= 10


@every_engine
@pytest.mark.parametrize("name", some_by_day([*HELD], [*HELD][::2]))
def test_positions_have_the_same_sums_where_they_have_the_same_normal_form(name: str, engine: str) -> None:
    program, generated = held(name), searching(name, engine)
    call, known = generated.machine.call, generated.machine.number
    call("begin_anew")
    keys: dict[tuple[int, ...], tuple[int, int]] = {}
    for seed in range(6):
        lots, played = Random(seed), start_playthrough(program, seed, play_forced=False)
        for _ in range(20):
            if played.decision is None:
                break
            normal = normal_form(program, played.decision, played.slots)
            generated.stand(played)
            call("normal_form", *played.decision.own, 0)
            sums = known("first sum"), known("second sum")
            assert keys.setdefault(normal.key, sums) == sums
            first = 0
            for kind in program.alike.kinds:
                size = program.layout.size_of(kind.kind)
                like = normal.twins.get(kind.kind, {})
                area = generated.machine.area("twins")[first : first + size]
                assert list(area) == [like.get(one, one) for one in range(size)]
                first += size
            played.apply(lots.choice(played.legal()))
    assert len(set(keys.values())) == len(keys)


def test_of_too_many_moves_all_are_in_doubt(tmp_path: Path) -> None:
    """Sets of up to twelve of fifteen coins are 32,191."""
    program = chest(tmp_path, "more sets than are judged", coins=15)
    played = start_playthrough(program, play_forced=False)
    played.apply(Move("try_it", ()))
    assert played.doubts == {"chest"}
    sets = sum(comb(15, size) for size in range(1, 13))
    assert judged(played) == judged(played, generate_python_program(program.ruleset, 1)) == ["DOUBTFUL"] * sets
    generated = Searching(program, PYTHON)
    assert generated.judged(played, MANY) == ([], played.slots[: program.saved])
    assert list(generated.machine.area("doubts")) == [0, 1]


@every_engine
@pytest.mark.parametrize(("name", "wanted"), [("a long way", "DOUBTFUL"), ("not as long a way", "OUT")])
def test_a_way_that_is_too_long_is_not_gone_on(name: str, wanted: str, engine: str, tmp_path: Path) -> None:
    """One of eleven hundred moves, and one of nine hundred and twenty."""
    program = chest(tmp_path, name)
    played = start_playthrough(program, play_forced=False)
    assert judged(played) == Searching(program, engine).judged(played, MANY)[0] == [wanted]
