"""That a program is plain data: it pickles, compares, holds no function, and is not changed by what runs it."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from reguli.compile.python.generated_program import compile_to_python
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import build_program, make_executable
from reguli.ir.program import Program
from reguli.pipeline import LoadedRuleset

TOP = Path(__file__).resolve().parent.parent.parent
FOLDERS = sorted(path.parent for home in ("rulesets", "tests/rulesets") for path in (TOP / home).glob("*/game.yaml"))
IR = TOP / "interpreter" / "reguli" / "ir"
PLAIN = (
    *sorted((IR / "lowering").glob("*.py")),
    IR / "state_layout.py",
    IR / "program.py",
)
"""Files of which a program is made: functions that are made while others run could get into it."""


def programs(folder: Path) -> Iterator[Program]:
    """The programs of a ruleset for the fewest and the most players."""
    made = LoadedRuleset(str(folder)).ruleset
    assert made is not None
    for players in sorted(set(made.players)):
        yield build_program(made, players)


def strange(thing: object, seen: set[int]) -> Iterator[object]:
    """Everything within a thing that is neither a plain value nor made of such."""
    if isinstance(thing, str | int | None) or id(thing) in seen:
        return
    seen.add(id(thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        inside: list[object] = [getattr(thing, field.name) for field in fields(thing)]
    elif isinstance(thing, Mapping):
        inside = [*thing.keys(), *thing.values()]
    elif isinstance(thing, tuple | list):
        inside = [*thing]
    else:
        inside = []
        yield thing
    for one in inside:
        yield from strange(one, seen)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_program_is_the_same_after_it_was_written_down_and_read(folder: Path) -> None:
    for program in programs(folder):
        read = pickle.loads(pickle.dumps(program))
        assert read is not program
        assert read == program


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_there_is_nothing_in_a_program_but_plain_values(folder: Path) -> None:
    for program in programs(folder):
        seen = {id(program.ruleset.documents)}
        assert list(strange(program, seen)) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_making_a_program_executable_changes_nothing_of_it(folder: Path) -> None:
    for program in programs(folder):
        before = pickle.dumps(program)
        make_executable(program)
        compile_to_python(program)
        assert pickle.dumps(program) == before


def test_a_program_that_was_read_plays_the_same() -> None:
    for program in programs(TOP / "rulesets" / "power_grid"):
        ends = []
        for one in (program, pickle.loads(pickle.dumps(program))):
            played = start_playthrough(compile_to_python(one), 7)
            for _ in range(40):
                played.apply(list(played.families())[-1].move(0))
            ends.append((played.hash, played.journal))
        assert ends[0] == ends[1]


def test_programs_of_other_rules_or_tables_are_not_equal() -> None:
    two, six = programs(TOP / "rulesets" / "power_grid")
    assert two != six
    other = LoadedRuleset(str(TOP / "rulesets" / "connect_four"), {"size": "small"}).ruleset
    assert other is not None
    assert build_program(other, 2) not in list(programs(TOP / "rulesets" / "connect_four"))


@pytest.mark.parametrize("file", PLAIN, ids=lambda file: file.name)
def test_what_makes_a_program_makes_no_functions(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    nested = [
        f"{file.name}:{inner.lineno}"
        for outer in functions
        for inner in ast.walk(outer)
        if inner is not outer and isinstance(inner, ast.FunctionDef | ast.Lambda)
    ]
    assert nested == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_variable_has_its_place_before_anything_is_played(folder: Path) -> None:
    for program in programs(folder):
        own = {key for key in program.layout.storage if key < 0}
        assert own == set(range(min(own, default=0), 0))
        assert program.width == program.saved + program.layout.scratch
