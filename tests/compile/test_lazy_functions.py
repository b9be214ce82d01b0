"""Terms that are asked beside the rules, in generated Python: they know what the rules know, and leave nothing behind."""

from __future__ import annotations

import gc
import weakref

import pytest
from interpreter_pairs import TOP, ruleset

from reguli.compile.python.generated_options import LazyFunctions
from reguli.compile.python_programs import generate_python_program
from reguli.engine.expression_queries import QueryCache, bind_query
from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable
from reguli.play.bot_policies import RandomOptionBot

POWER_GRID = TOP / "rulesets" / "power_grid"
COST = "connection_cost(seat_1, first(network(seat_1)))"


def built(program: Playable) -> GamePlaythrough:
    """A position in which the first player has built and goes on building."""
    playthrough, bot = start_playthrough(program, seed=3), RandomOptionBot()
    questions = QueryCache(program)
    network = questions.read("count(network(seat_1))")
    while playthrough.phase != "building" or not questions.answer(network, playthrough):
        playthrough.apply(bot.choose(playthrough))
    return playthrough


def code_of(program: Playable) -> LazyFunctions:
    """What makes closures beside the rules of a program."""
    asking = program.asking(program.ruleset)
    assert isinstance(asking, LazyFunctions)
    return asking


def test_rules_and_questions_measure_the_board_once() -> None:
    program = generate_python_program(ruleset(POWER_GRID), 2)
    playthrough = built(program)
    assert list(playthrough.families())
    ways = code_of(program).module.area("ways")
    measured = list(ways)
    assert any(measured)
    questions = QueryCache(program)
    assert questions.answer(questions.read(COST), playthrough) == 0
    # A row that was filled stays; nothing begins again beside it.
    assert [now for now, before in zip(ways, measured, strict=True) if before] == list(filter(None, measured))


@pytest.mark.parametrize("text", [COST, "count(network(seat_1)) > 1", "network(seat_1)", "1 .. 3"])
def test_a_question_leaves_no_function_behind(text: str) -> None:
    program = generate_python_program(ruleset(POWER_GRID), 2)
    playthrough = built(program)
    code = code_of(program)
    term = bind_query(program.ruleset, text, (), 2)
    code.closure(term)(playthrough.slots)
    names = set(code.module.shared.namespace)
    closure = code.closure(term)
    assert set(code.module.shared.namespace) == names
    gone = weakref.ref(closure)
    del closure
    gc.collect()
    assert gone() is None
