"""What a position is worth to a search: a ruleset says it in bots.yaml, and generated code answers as the interpreter does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import reguli
from reguli.app.game_sessions import bind_ruleset_bots
from reguli.compile.machine_registry import PYTHON, WASM, has_wasm
from reguli.ir.state_layout import FACTS
from reguli.pipeline import LoadedRuleset
from reguli.search.position_machine import PositionMachine
from reguli.search.search_bot import SearchMachines
from reguli.shipped_files import shipped_folder

ENGINES = [PYTHON, pytest.param(WASM, marks=pytest.mark.skipif(not has_wasm(), reason="the extra fast is missing"))]
ASSETS = {
    "power_grid": "(player.money as city) + 28 * count(network(player)) + 4 * sum(plant.powers for plant in player.plants)"
    " + 2 * (max(plant.number for plant in player.plants) as city)",
    "nucleum": "final_score(player)",
}
"""The same values in other words."""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", sorted(ASSETS))
def test_generated_code_evaluates_a_position_as_the_rules_do(name: str, engine: str) -> None:
    game = reguli.load(name)
    played = game.start(3, seed=4)
    bots = bind_ruleset_bots(LoadedRuleset(name), played.sitting.program)
    machine = PositionMachine(played.sitting.program, bots, engine)
    for _ in range(3):
        played.play_on("sane", moves=60)
        machine.put(played.sitting)
        machine.restart(1)
        assert not machine.call("look_ahead", 0, 0, 0)
        names = ("player", "b", "c"), ("a", "player", "c"), ("a", "b", "player")
        expected = [game.expression(ASSETS[name], names=called).of(played) for called in names]
        assert list(machine.machine.area("values")[:3]) == expected


def test_a_search_looks_as_far_as_its_ruleset_says() -> None:
    played = reguli.load("power_grid").start(3, seed=4)
    played.play_on("sane", moves=40)
    program = played.sitting.program
    machine = PositionMachine(program, bind_ruleset_bots(LoadedRuleset("power_grid"), program))
    evaluation, number = machine.evaluations["sane"]
    machine.seat(["sane"])
    machine.put(played.sitting)
    machine.restart(9)
    over, values = machine.look_ahead(evaluation, number)
    assert (over, len(values)) == (False, 3)
    assert machine.machine.slots[FACTS.index("round")] == played.sitting.fact("round") + evaluation.rounds


def test_a_ruleset_says_how_long_a_search_is() -> None:
    played = reguli.load("power_grid").start(3, seed=4).sitting
    bots = bind_ruleset_bots(LoadedRuleset("power_grid"), played.program)
    assert SearchMachines(played.program, bots).iterations == 1000
    assert SearchMachines(played.program, ()).iterations == 300


@pytest.mark.parametrize(
    ("search", "code"),
    [
        ("{value: lines(player), rounds: 0}", "R1"),
        ("{value: nothing_of(player)}", "R2"),
        ("{rounds: 1}", "R102"),
        ("{value: 1, depth: 3}", "R101"),
    ],
)
def test_mistakes_of_an_evaluation_are_found(search: str, code: str, tmp_path: Path) -> None:
    folder = tmp_path / "connect_four"
    shutil.copytree(shipped_folder("rulesets") / "connect_four", folder)
    (folder / "bots.yaml").write_text(f"bots:\n  keen:\n    search: {search}\n    prefer:\n      - {{option: drop}}\n")
    found = reguli.load(folder).check().findings
    assert [one.code.startswith(code) for one in found] == [True]
    assert found[0].span is not None
    assert found[0].span.line == 3
