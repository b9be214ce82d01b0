"""Whole games with decisions that are all or nothing, in generated code: who finds no end is taken back there as at the table, and the rows are the same."""

from __future__ import annotations

import pytest
from transaction_games import HELD, held

from by_day import some_by_day
from reguli.batch.playouts import (
    GeneratedPlayouts,
    InterpretedPlayouts,
    PlayoutBatch,
    ranking_columns,
    read_columns,
)
from reguli.compile.codegen import transaction_codegen as making
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.engine.gameplay import program_execution
from reguli.source.diagnostic import Bag

AS_WASM = pytest.mark.skipif(not has_wasm(), reason="the extra 'fast' is not installed")


@pytest.mark.parametrize(
    ("policy", "engine"),
    [
        ("uniform", PYTHON),
        pytest.param("random", WASM, marks=AS_WASM),
        pytest.param("uniform", WASM, marks=[AS_WASM, pytest.mark.night]),
        pytest.param("random", PYTHON, marks=pytest.mark.night),
    ],
)
@pytest.mark.parametrize("name", some_by_day([*HELD], [*HELD][::2]))
def test_the_same_rows(name: str, policy: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search gives up soon, so that many moves are made in vain. By day each policy is played by one engine: the code for both is in every batch."""
    monkeypatch.setattr(program_execution, "TRIES", 3)
    monkeypatch.setattr(making, "TRIES", 3)
    program = held(name)
    columns = read_columns(program.ruleset, ranking_columns(program.ruleset), program.players, Bag())
    batch = PlayoutBatch(program.ruleset, program.players, 5, (policy,), (), columns, True, 150, engine)
    table, generated = InterpretedPlayouts(batch, program), GeneratedPlayouts(batch, program)
    for number in range(6):
        assert generated.play(number) == table.play(number)


def test_moves_are_made_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the games above go back, and leave out what was tried."""
    monkeypatch.setattr(making, "TRIES", 3)
    program = held("shut vault")
    generated = GeneratedPlayouts(
        PlayoutBatch(program.ruleset, 1, 5, ("uniform",), (), (), False, 150, PYTHON), program
    )
    tried = set()
    for number in range(6):
        assert generated.play(number).outcome == "over"
        tried.add(generated._machine.number("vain"))
    assert max(tried) > 3
