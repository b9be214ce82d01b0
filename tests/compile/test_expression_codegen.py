"""Terms as code: every define of every ruleset gives what the interpreter gives, at positions of games by lot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import pytest
from interpreter_pairs import FOLDERS, ruleset

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.expression_codegen import compile_define_function
from reguli.compile.python.python_module import PythonModule
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.collection_closures import encode_groups
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.rng import Stream
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import BUDGET, LOOKS
from reguli.model.bound_tree.bound_terms import Apply, Constant
from reguli.model.resolved_ruleset import BoundDefine
from reguli.model.types import PLAIN, BundleType, ElementType, GroupsType, NumberType, TruthType
from reguli.play.bot_policies import choose_random_option_move

POSITIONS = 6
APART = 7
"""Moves between two positions that are asked."""
MOST = 40
"""Arguments with which one define is asked in one position."""


def _positions(program: Playable) -> Iterator[GamePlaythrough]:
    stream = Stream(11)
    playthrough = start_playthrough(program, 5)
    for _ in range(POSITIONS):
        yield playthrough
        for _ in range(APART):
            if playthrough.over:
                return
            playthrough.apply(choose_random_option_move(list(playthrough.families()), stream))


def _arguments(program: Playable, define: BoundDefine) -> list[tuple[int, ...]] | None:
    choices: list[range] = []
    for parameter in define.parameters:
        match parameter.type:
            case ElementType(kind):
                choices.append(range(program.layout.size_of(kind)))
            case NumberType():
                choices.append(range(4))
            case TruthType():
                choices.append(range(2))
            case _:
                return None
    every = list(product(*choices))
    return every[:: max(1, len(every) // MOST)]


def _plain(ask: Callable[[], Any], define: BoundDefine, *, mask: bool) -> object:
    value = ask()
    if mask:
        return [at for at in range(64) if value >> at & 1]
    if isinstance(define.type, GroupsType | BundleType) or not isinstance(value, int):
        return list(value)
    return int(value)


def _asked(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except RulesFault as fault:
        return fault.args[0]
    except Failed as fault:
        return fault.args[0]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_define_gives_what_the_interpreter_gives(folder: Path) -> None:
    made = ruleset(folder, ruleset(folder).players[1])
    program = make_executable(build_program(made, made.players[1]))
    making = CodegenContext(program)
    names = {name: compile_define_function(making, name) for name in made.defines}
    module = PythonModule(making.functions, making.areas, width=program.width, numbers=count(1))
    compared = 0
    for playthrough in _positions(program):
        for name, define in made.defines.items():
            for arguments in islice(_arguments(program, define) or [], MOST):
                values = Values(made, program.layout.aside(), program.distances)
                wanted = _asked(partial(_by_walker, values, define, arguments, playthrough))
                slots = [*playthrough.slots]
                slots[BUDGET] = LOOKS
                by_code = partial(module.take(names[name]), slots, *arguments)
                found = _asked(partial(_plain, by_code, define, mask=making.gives_mask(name)))
                assert found == wanted, (name, arguments)
                compared += 1
    assert compared or not any(_arguments(program, define) for define in made.defines.values())


def _by_walker(values: Values, define: BoundDefine, arguments: tuple[int, ...], playthrough: GamePlaythrough) -> object:
    given = tuple(
        Constant(parameter.type if isinstance(parameter.type, ElementType) else PLAIN, value)
        for parameter, value in zip(define.parameters, arguments, strict=True)
    )
    ask = values.closure(Apply(define.type, define.id, given))
    slots = [*playthrough.slots, *([0] * values.layout.scratch)]
    slots[BUDGET] = LOOKS
    found = ask(slots)
    if isinstance(define.type, GroupsType):
        return encode_groups(found)
    return int(found) if isinstance(found, int) else list(found)
