"""Moves and whole games in generated code: what may be chosen, listed and asked; rows; where rules stop a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from interpreter_pairs import FOLDERS, ruleset, twins

from reguli.batch import machine_playouts
from reguli.batch.executors import choose_executor
from reguli.batch.playouts import (
    GeneratedPlayouts,
    InterpretedPlayouts,
    PlayoutBatch,
    ranking_columns,
    read_columns,
)
from reguli.compile.codegen import playout_codegen
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.compile.runtime.games import subset_enumeration as turn
from reguli.engine.gameplay.legal_actions import legal_action_sets
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.set_numbering import Bundles, Sets, encode_bundle, encode_set
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag

ENGINES = [
    PYTHON,
    pytest.param(WASM, marks=pytest.mark.skipif(not has_wasm(), reason="the extra 'fast' is not installed")),
]
every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
every_engine = pytest.mark.parametrize("engine", ENGINES)
MOST_DECISIONS = 40


# -- sets and bundles ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 2), (1, 3), (2, 2), (3, 5), (5, 5)])
def test_sets_come_one_after_the_other_as_they_are_numbered(least: int, most: int) -> None:
    there = (2, 3, 5, 7, 11)
    found, chosen = list[int](), turn.first_set(there, least)
    while not turn.is_last(chosen):
        found.append(encode_set(chosen))
        chosen = turn.next_set(there, chosen, most)
    assert found == list(Sets(there, least, most))


@pytest.mark.parametrize(("least", "most"), [(0, 0), (0, 2), (1, 6), (3, 3), (6, 6)])
def test_bundles_come_one_after_the_other_as_they_are_numbered(least: int, most: int) -> None:
    there = (2, 0, 3, 1)
    found, chosen = list[int](), turn.first_bundle(there, least)
    while not turn.is_last(chosen):
        found.append(encode_bundle(chosen))
        chosen = turn.next_bundle(there, chosen, most)
    assert found == list(Bundles(there, least, most))


# -- listed and asked ----------------------------------------------------------------------------------------------


@every_folder
def test_moves_are_listed_and_asked_as_the_interpreter_does(folder: Path) -> None:
    walked, written = twins(folder, ruleset(folder).players[1])[::-1]
    playthrough, lots = start_playthrough(walked, 11), Random(11)
    while not playthrough.over and len(playthrough.moves) < MOST_DECISIONS:
        decision, listed = playthrough.decision, list(playthrough.families())
        assert decision is not None
        every = list(legal_action_sets(walked, decision, playthrough.slots))
        for choice in decision.choices:
            slots, made = list(playthrough.slots), written.choices[choice.entry]
            slots[BUDGET], slots[EPOCH] = LOOKS, 0
            found = [(arguments, many) for _, arguments, many in made.listing(slots)]
            wanted = [one for one in every if one.choice is choice]
            assert found == [(one.arguments, one.span) for one in wanted], f"{decision.ask.name}, {choice.option.name}"
            assert slots[: walked.saved] == playthrough.slots[: walked.saved]
            for one in wanted:
                assert made.fits(slots, one.move(lots.randrange(one.size)).arguments)
        family = lots.choice(listed)
        playthrough.apply(family.move(lots.randrange(family.size)))


# -- whole games ---------------------------------------------------------------------------------------------------


def batch_of(made: Ruleset, players: int, *policy: str, engine: str = PYTHON, most_moves: int = 300) -> PlayoutBatch:
    columns = read_columns(made, ranking_columns(made), players, Bag())
    return PlayoutBatch(made, players, 7, policy or ("uniform",), (), columns, True, most_moves, engine)


def walked(batch: PlayoutBatch) -> tuple[Playable, InterpretedPlayouts]:
    program = make_executable(build_program(batch.ruleset, batch.players))
    return program, InterpretedPlayouts(batch, program)


@every_folder
def test_the_same_rows_with_every_option_as_likely(folder: Path) -> None:
    """With every move as likely: where all back ends are compared."""
    made = ruleset(folder, ruleset(folder).players[0])
    batch = batch_of(made, made.players[0], "random")
    program, table = walked(batch)
    assert choose_executor(PYTHON, batch, program) == PYTHON
    numbers = range(1, 3)
    assert list(GeneratedPlayouts(batch, program).play_all(numbers)) == list(table.play_all(numbers))


@pytest.fixture
def toy() -> Ruleset:
    return ruleset(next(folder for folder in FOLDERS if folder.name == "coaches"))


@every_engine
def test_rows_are_read_when_there_is_room_for_no_more(
    toy: Ruleset, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = batch_of(toy, 3, engine=engine)
    program, table = walked(batch)
    numbers = range(5, 9)
    wanted = list(table.play_all(numbers))
    assert max(len(one.rows) for one in wanted) > 3
    monkeypatch.setattr(playout_codegen, "ROOM_FOR_ROWS", 2)
    monkeypatch.setattr(machine_playouts, "PATIENCE", 3)
    assert list(GeneratedPlayouts(batch, program).play_all(numbers)) == wanted


@every_engine
def test_the_bound_on_moves_ends_a_game(toy: Ruleset, engine: str) -> None:
    batch = batch_of(toy, 4, engine=engine, most_moves=4)
    program, table = walked(batch)
    played = list(GeneratedPlayouts(batch, program).play_all(range(1, 4)))
    assert played == list(table.play_all(range(1, 4)))
    assert {one.outcome for one in played} == {"unfinished"}


@every_engine
def test_seats_may_have_bots_of_their_own(toy: Ruleset, engine: str) -> None:
    batch = batch_of(toy, 3, "random", "uniform", "random", engine=engine)
    program, table = walked(batch)
    played = list(GeneratedPlayouts(batch, program).play_all(range(1, 4)))
    assert played == list(table.play_all(range(1, 4)))
    other = GeneratedPlayouts(replace(batch, policy=("uniform",)), program)
    assert played != list(other.play_all(range(1, 4)))
    assert played[2] == GeneratedPlayouts(batch, program).play(3)
