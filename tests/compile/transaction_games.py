"""The search for ways out in generated code, held against the interpreter's: rulesets with decisions that are all or nothing, and what each says of a position."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from chest import CHESTS, chest
from interpreter_pairs import TOP, ruleset

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.playout_codegen import write_playout_functions
from reguli.compile.machine_registry import CompiledMachine, MachineCode, make_machine, reachable_functions
from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.legal_actions import Move, legal_action_sets
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.program_execution import TransactionSearch
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.program import may_enter_transaction

sys.path.append(str(TOP / "tests" / "engine"))

from furnace import furnace, strongest
from test_symmetry_classes import TWISTS, twisted
from vault import vault

TESTS = TOP / "tests"
Made = Callable[[Path], Playable]
MOST = strongest(wagons=5, coins=9, rods=3, limit=2)


def walked(program: Playable) -> Playable:
    """The interpreter of a program."""
    return make_executable(build_program(program.ruleset, program.players))


def mill(players: int) -> Made:
    """The toy that has such a decision, with others within."""
    return lambda folder: make_executable(build_program(ruleset(TESTS / "rulesets" / "mill"), players))


HELD: dict[str, Made] = {
    "mill, 2 players": mill(2),
    "mill, 3 players": mill(3),
    "vault": lambda folder: vault(folder, 6, out=6),
    "shut vault": lambda folder: vault(folder, 5, out=1),
    "vault of bolts that are alike": lambda folder: vault(folder, 9, out=4, alike=True),
    "furnace": lambda folder: furnace(folder, needs=(MOST, 4), wagons=5, coins=9, rods=3, limit=2),
    "weak furnace": lambda folder: furnace(folder, needs=(MOST + 1,), wagons=5, coins=9, rods=3, limit=2),
    **{f"chest, {name}": lambda folder, name=name: chest(folder, name, 2) for name in CHESTS},  # type: ignore[misc]
    **{f"vault, {twist}": lambda folder, twist=twist: twisted(folder, twist) for twist in TWISTS},  # type: ignore[misc]
}


@cache
def held(name: str) -> Playable:
    """The interpreter of one of them."""
    return walked(HELD[name](Path(mkdtemp())))


@cache
def written(name: str) -> Playable:
    """One of them as generated Python."""
    return generate_python_program(held(name).ruleset, held(name).players)


@cache
def searching(name: str, engine: str) -> Searching:
    """Its search in generated code."""
    return Searching(held(name), engine)


class Searching:
    """Searches in generated code from positions that are put there."""

    def __init__(self, program: Playable, engine: str) -> None:
        """Make the code."""
        making = CodegenContext(program)
        write_playout_functions(making)
        functions = reachable_functions(making.functions, ["judge_here", "normal_form", "begin_anew"])
        self.machine: CompiledMachine = make_machine(engine, MachineCode(functions, program.width, dict(making.areas)))
        self.program = program

    def stand(self, playthrough: GamePlaythrough) -> None:
        """Put a position there."""
        slots = self.machine.slots  # type: ignore[attr-defined]
        for slot, value in enumerate([*playthrough.slots[: self.program.saved]]):
            slots[slot] = value
        for slot in range(self.program.saved, self.program.width):
            slots[slot] = 0

    def judged(self, playthrough: GamePlaythrough, tries: int) -> tuple[list[str], list[int]]:
        """Judge the moves that may hold: the verdicts, and what is saved of the position behind it."""
        assert playthrough.decision is not None
        self.stand(playthrough)
        count = self.machine.call("judge_here", playthrough.decision.number, tries, playthrough.chance.seed, False)
        slots = self.machine.slots  # type: ignore[attr-defined]
        return [("OUT", "DEAD", "DOUBTFUL")[one] for one in self.machine.area("verdicts")[:count]], list(
            slots[: self.program.saved]
        )


def holds(playthrough: GamePlaythrough) -> bool:
    """Whether a move here may lead into what is all or nothing."""
    assert playthrough.decision is not None
    return any(may_enter_transaction(playthrough.slots, choice) for choice in playthrough.decision.choices)


def judged(playthrough: GamePlaythrough, program: Playable | None = None) -> list[str]:
    """What the table says of the moves that may hold, by the interpreter or another twin of the program."""
    assert playthrough.decision is not None
    slots = playthrough.slots
    listed = [
        one
        for one in legal_action_sets(playthrough.program, playthrough.decision, slots)
        if may_enter_transaction(slots, one.choice)
    ]
    moves: list[Move] = [move for family in listed for move in family.moves()]
    ways = TransactionSearch(program or playthrough.program, playthrough.chance, hold=True)
    return [one.name for one in ways.judge(playthrough.decision, slots, moves)]
