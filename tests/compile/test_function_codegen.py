"""Every function of the language as code gives what the interpreter gives, whatever the position."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from interpreter_pairs import GAME, STATE, TOP, rules, ruleset
from wasm_harness import TellingMachine

from reguli.compile.builtins.function_codegen import RUNS, VALUES
from reguli.compile.codegen.codegen_context import CodegenContext, FunctionBuilder
from reguli.compile.codegen.expression_codegen import ExpressionCodegen
from reguli.compile.lir import lir_nodes as n
from reguli.compile.machine_registry import reachable_functions
from reguli.compile.passes.constant_folding import PartialEvaluator
from reguli.compile.python.python_module import PythonModule
from reguli.compile.runtime.path_search import SETS
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.board_functions import Distances
from reguli.ir.interpreter.expression_interpreter import Values
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, LOOKS
from reguli.language.parsing.parser import parse_expression
from reguli.model.binding.query_binding import bind_standalone_expression
from reguli.model.bound_tree import bound_terms as t
from reguli.model.types import NAMES, GroupsType
from reguli.source.diagnostic import Bag

FILES = {
    "state.yaml": STATE
    + """
  at: {of: cell}
  facing: {of: direction}
  home: {of: hut}
cell: {dark: {flag: true}}
wall: {built: {flag: true}}
post: {open: {flag: true}}
path: {open: {flag: true}}
hut: {owner: {of: player}}
""",
    "components/board.yaml": """
kinds:
  cell: {plural: cells, grid: {shape: square, width: 3, height: 3, edges: wall, corners: post}}
  hut: {plural: huts, rank: size, fields: {size: {number: stone}}, columns: [id, size], rows: [[north, 1], [middle, 3], [south, 3], [islet, 2], [hill, 9]]}
  path:
    plural: paths
    joins: hut
    fields: {length: {number: stone}}
    columns: [first, second, length]
    rows: [[north, middle, 1], [middle, south, 5], [south, islet, 2], [north, islet, 3], [south, hill, 2], [middle, hill, 4]]
""",
}
MINE = "all path in paths where path.open"
DARK = "all cell in cells where cell.dark"
ASKED = (
    *("count({})", "first({})", "last({})", "lowest({})", "highest({})", "lowest({}, 2)", "highest({}, 3)", "reversed({})"),
    *("lowest({}, left as hut)", "subsets({})", "first(all hut in {} by hut.owner, hut.size descending)"),
    *("last(all hut in {} by hut.owner, hut.size descending)", "all hut in {} by hut.owner descending, hut.size"),
    *("ranked(hut in {} by hut.owner, hut.size)", "ranked(hut in {} by hut.owner)[left]"),
    "sum(count(part) * count(part) for part in ranked(hut in {} by hut.owner))",
    "max(sum(hut.size for hut in part) for part in subsets({}) where count(part) <= 3)",
    "{} in subsets(huts)",
    "{} in parts(huts, paths)",
    "parts({}, all path in paths where path.open)",
    "parts({}, all path in paths where path.open)[left]",
    "count(parts({}, paths))",
    "matched(one in {}, other in huts where one.owner != other.owner and one.size < other.size)",
    "all hut in huts where reaches({}, hut, all path in paths where path.open)",
    "sum(cheapest_path({}, hut, all path in paths where path.open or path.length > 2, length) for hut in huts where hut.size > 1)",
)  # fmt: skip
HUTS = (
    "(all hut in huts where hut.owner is not none)",
    "huts",
    "(all hut in huts by hut.owner, hut.size descending)",
    "(if first(players).home is none then huts else {first(players).home, middle})",
)
"""Of which these are asked."""
TEXTS = (
    *(text.format(huts) for text in ASKED for huts in HUTS),
    "min(left, 3, abs(left - 7))",
    "max(left, 3, abs(left - 7))",
    "min(left)",
    "next(first(players)).home is none",
    "all player in players where reaches(player.home, north, paths)",
    f"all player in players where reaches(player.at, {{a1, c3}}, {DARK})",
    f"parts({DARK})",
    f"parts({DARK})[left]",
    "all cell in cells where step(cell, east).dark",
    "all cell in cells where (some player in players where step(cell, player.facing) = player.at)",
    "all player in players where step(player.at, player.facing) is none",
    "all player in players where step(player.at, player.facing, left) is none",
    "all player in players where step(player.at, south, 2) is none",
    "sum(count(adjacent(player.at)) for player in players)",
    "sum(sum(distance(cell, player.at) for cell in cells) for player in players)",
    "sum(distance(cell, first(players).at) * cell.column for cell in cells)",
    "adjacent(first(players).home)",
    f"adjacent(first(players).home, {MINE})",
    f"adjacent(first(players).home, reversed({MINE}))",
    f"edges_at(first(players).home, {MINE})",
    "edges_at(first(players).home, paths)",
    f"ends(first({MINE}))",
    f"other_end(first({MINE}), first(players).home)",
    "edges_of(first(players).at)",
    "cells_of(first(all wall in walls where wall.built))",
    "corners_of(first(all wall in walls where wall.built))",
    "corners_of(first(players).at)",
    "edges_at_corner(last(corners_of(first(players).at)))",
    f"longest({MINE})",
    f"longest({MINE}, all hut in huts where hut.owner is not none)",
    "longest(all wall in walls where wall.built)",
    "longest(all wall in walls where wall.built, all post in posts where post.open)",
    "all hut in huts where next(hut) is none or next(hut).owner is none",
    "all hut in huts where previous(hut) is none or previous(hut).owner is none",
    "next(first(players).home, left)",
    "previous(first(players).home, left)",
    "next(first(players), left)",
    "previous(last(players), left + 3)",
    "previous(last(players))",
    "clockwise_from(next(first(players), left))",
    "first(all wall in walls where wall.built) is none",
    "sum(count(all cell in cells where step(cell, north, passed) is none) for passed in 0 .. 3)",
    "sum(count(all player in players where step(player.at, player.facing, passed) is none) for passed in -1 .. 2)",
    "max(steps for steps in 1 .. 4 where (every passed in 0 .. steps has left > passed))",
    "sum(steps for steps in left .. 9 where steps > 3 and (every passed in 4 .. steps has (some cell in cells where cell.dark and cell.row * passed > left)))",
    "sum(count(all cell in cells where (every passed in 1 .. steps has (step(cell, north, passed) is none or step(cell, north, passed).dark))) for steps in 1 .. 3)",
    "max(steps for steps in 1 .. 3 where (every passed in 1 .. steps has steps + passed < left))",
    "all hut in huts where hut.size = left",
    "count(all hut in huts where left = hut.size and hut.owner is not none)",
    "all cell in cells where cell.column = left + 1 and cell.dark",
    "all cell in cells where cell.column = cell.row and cell.dark",
    "first(all cell in cells where cell.row = left and cell.dark by cell.column descending)",
    "last(all hut in huts where hut.owner is not none by hut.size)",
    "first(all hut in huts where hut.size = 3 by hut.size)",
    "last(all hut in huts by hut.size descending)",
    "first(all hut in huts where hut.size = left by hut.owner)",
)
SHAPES = (
    "all square in squares where (some patch in patches where (some way in ways_of(patch) where placed(patch, square, way) common last(players).quilt is not empty))",
    "sum(sum(sum(count(placed(patch, square, way)) for square in last(players).quilt) for way in ways_round) for patch in patches)",
    "placed(last(row), first(first(players).quilt), first(ways_of(first(row))))",
    "ways_of(last(row))",
    "all side in directions where (some way in ways_of(first(row)) where turned(side, way) = turned_back(side, way))",
    "turned(first(directions), last(ways_of(first(row))))",
    "turned_back(last(directions), last(ways_of(first(row))))",
    "every part in subsets(squares) has part is not empty",
)
POSITIONS = 12


def _game(folder: Path) -> Playable:
    return make_executable(build_program(ruleset(folder), 2))


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Playable:
    return _game(
        rules(tmp_path_factory.mktemp("boards"), "phase counting:\n    end game\n", {"game.yaml": GAME, **FILES})
    )


@cache
def quilts() -> Playable:
    return _game(TOP / "tests" / "rulesets" / "quilts")


def _bound(program: Playable, text: str) -> t.Term:
    bag = Bag()
    expression = parse_expression(text, "question", bag)
    assert expression is not None, [str(one) for one in bag.diagnostics]
    term = bind_standalone_expression(program.ruleset, expression, bag, texts=(("question", text),))
    assert term is not None, [str(one) for one in bag.diagnostics]
    return term


def _positions(program: Playable, seed: str) -> list[list[int]]:
    """Slots by lot, the pieces as they lie in the beginning."""
    lot, found = Random(seed), []
    for _ in range(POSITIONS):
        slots = [*start_playthrough(program).slots]
        for field in program.layout.fields.values():
            declared = field.declared
            for place in range(field.places):
                slot = field.base + place * field.stride
                match declared.form:
                    case "flag":
                        slots[slot] = lot.randrange(2)
                    case "number":
                        slots[slot] = lot.randrange(7)
                    case "element":
                        slots[slot] = lot.randrange(-1, program.layout.size_of(str(declared.of)))
                    case "set":
                        slots[slot : slot + field.capacity] = [lot.randrange(2) for _ in range(field.capacity)]
        found.append(slots)
    return found


def _answer(ask: Callable[[list[int]], Any], slots: list[int], type_: object) -> object:
    try:
        found = ask(slots)
    except (RulesFault, Failed) as fault:
        return fault.args[0]
    if isinstance(found, int):
        return int(found)
    return [*map(tuple, found)] if isinstance(type_, GroupsType) else list(found)


def _read(groups: list[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    group: list[int] = []
    for one in groups:
        group += [] if one < 0 else [one // 2]
        if one & 1:
            found.append(tuple(group))
            group = []
    return found


Asked = Callable[[list[int]], Any]


def _walked(program: Playable, term: t.Term) -> Asked:
    layout = program.layout.aside()
    closure = Values(program.ruleset, layout, Distances()).closure(term)

    def walked(slots: list[int]) -> Any:
        width = layout.logical + len(layout.counters) + layout.scratch
        wide = [*slots, *([0] * (width - len(slots)))]
        wide[BUDGET] = LOOKS
        return closure(wide)

    return walked


def _answers_of_the_interpreter(program: Playable, text: str) -> set[str]:
    term = _bound(program, text)
    walked = _walked(program, term)
    return {str(_answer(walked, slots, term.type)) for slots in _positions(program, text)}


def _asked(program: Playable, term: t.Term) -> tuple[Asked, Asked, Asked]:
    """Make a question answered by the interpreter, by Python and by WebAssembly."""
    making, writer = CodegenContext(program), FunctionBuilder()
    value = ExpressionCodegen(making, writer).packed(term)
    making.functions["it"] = n.FunctionDefinition("it", (), n.value_kind(value), (*writer.body, n.ReturnValue(value)))
    module = PythonModule(making.functions, making.areas, width=program.width, numbers=count(1))

    def coded(slots: list[int]) -> Any:
        given = [*slots]
        given[BUDGET] = LOOKS
        found = module.take("it")(given)
        return _read(found) if isinstance(term.type, GroupsType) else found

    def by_wasm(slots: list[int]) -> Any:
        machine.slots[:] = memoryview(array("q", slots))
        machine.slots[BUDGET] = LOOKS
        found = machine.call("it")
        return _read(list(found)) if isinstance(found, tuple) and isinstance(term.type, GroupsType) else found

    machine = TellingMachine(reachable_functions(making.functions, ["it"]), program.width, making.areas)
    return _walked(program, term), coded, by_wasm


def _same_as_the_interpreter(program: Playable, text: str) -> set[str]:
    term = _bound(program, text)
    answers = set()
    walked, *ways = _asked(program, term)
    positions = _positions(program, text)
    for number, slots in enumerate(positions):
        _stamp(program, slots, [*program.layout.stamps], number + 1)
    for slots in (*positions, *positions):
        wanted = _answer(walked, slots, term.type)
        assert [_answer(way, slots, term.type) for way in ways] == [wanted] * len(ways)
        answers.add(str(wanted))
    return answers


def _stamp(program: Playable, slots: list[int], fields: Sequence[str], number: int) -> None:
    """Record when fields were changed, so that what was computed of them before may be known still."""
    slots[EPOCH] = number
    for field in fields:
        slots[program.layout.stamps[field]] = number


@pytest.mark.parametrize("text", TEXTS)
def test_a_function_gives_what_the_interpreter_gives(
    boards: Playable, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _same_as_the_interpreter(boards, text)
    monkeypatch.setattr(PartialEvaluator, "look_up", lambda self, term: None)
    assert _same_as_the_interpreter(boards, text) == found


@pytest.mark.parametrize("text", SHAPES)
def test_shapes_lie_where_the_interpreter_lays_them(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _same_as_the_interpreter(quilts(), text)
    monkeypatch.setattr(PartialEvaluator, "look_up", lambda self, term: None)
    assert _same_as_the_interpreter(quilts(), text) == found


def test_ways_that_are_known_still_are_not_those_over_other_edges(boards: Playable) -> None:
    """One question stays as it is, while another is asked of more sets of edges than are kept."""
    held = "cheapest_path(north, hill, all path in paths where path.length > left, length)"
    changed = f"cheapest_path(north, hill, {MINE}, length)"
    term = _bound(boards, f"{held} * 100 + (if reaches(north, hill, {MINE}) then {changed} else 0)")
    walked, *ways = _asked(boards, term)
    layout, lot = boards.layout, Random(1)
    slots = _positions(boards, "held")[0]
    slots[layout.fields["game.left"].base] = 1
    _stamp(boards, slots, [*layout.stamps], 1)
    open_ = layout.fields["path.open"]
    for number in range(4 * SETS):
        slots[open_.base : open_.base + open_.places] = [lot.randrange(4) > 0 for _ in range(open_.places)]
        _stamp(boards, slots, ["path.open"], number + 2)
        wanted = _answer(walked, slots, term.type)
        assert [_answer(way, slots, term.type) for way in ways] == [wanted] * len(ways)


def test_most_questions_have_several_answers(boards: Playable) -> None:
    """What always has the same answer would not find much."""
    dull = [text for text in TEXTS if len(_answers_of_the_interpreter(boards, text)) == 1]
    assert len(dull) < len(TEXTS) // 3, dull


def test_every_function_is_asked_here() -> None:
    words = set(re.findall(r"(\w+)\(", " ".join((*TEXTS, *SHAPES)))) | {"is_none", "parts", "subsets"}
    assert {*VALUES, *RUNS, "parts", "subsets"} - {"is_none"} <= words
    assert {*VALUES, *RUNS, "parts", "subsets"} - {"is_none"} == set(NAMES)
