"""That every form of a term runs as generated code, and nothing is left to the interpreter.

What a form gives is computed by hand here, and compared with the interpreter wherever rulesets are played (``test_making_terms``, ``test_same_game``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from random import Random
from types import FunctionType, MethodType
from typing import Any, get_args, get_type_hints

import pytest
from interpreter_pairs import FOLDERS, GAME, STATE, rules, ruleset

from reguli.compile.python.generated_options import LazyFunctions
from reguli.compile.python.generated_program import compile_to_python
from reguli.compile.python.python_module import BitPositions
from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.engine.position_documents.document_setup import run_procedure
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.ir.interpreter.set_numbering import encode_bundle
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import Layout
from reguli.model.binding.binding_context import FACTS
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import all_procedures, nested_statements
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import NAMES, BundleType
from reguli.source.frozen_values import FrozenValue

MOVES = 40
ANYWHERE = {"Tracked", "Fixed", "Variety"}
"""Terms of several sorts, each of which stands in some ruleset; varieties stand in amounts and moves of tokens only."""
FILES = {
    "game.yaml": GAME + "stages:\n  - id: early\n  - id: late\n    from: [early]\n    when: round = two\n"
    "    checked: end of round\n    effective: start of round\n",
    "state.yaml": STATE.replace("player:", "  seen: {set: stone}\nplayer:"),
    "components/board.yaml": """
kinds:
  cell: {plural: cells, grid: {shape: square, width: 3, height: 3, edges: wall, corners: post}}
  hut: {plural: huts, elements: [north, middle, south, islet]}
  path:
    plural: paths
    joins: hut
    fields: {length: {number: stone}}
    columns: [first, second, length]
    rows: [[north, middle, 1], [middle, south, 5], [south, islet, 2], [north, islet, 3]]
""",
}
BEGINNING = """never shrinks left because fewer

phase counting:
    decide go by first(players):
        go_on: settle

procedure go_round:
    while left < two, keeps left <= two:
        add 1 to left
    repeat two times:
        add 1 to left
    end go_round

"""
CONDITIONS = (
    "count(parts({north, south}, paths)) = two",
    "count(parts({north, islet, south}, paths)) = 1",
    "longest(all path in paths where path.length > 1) = three",
    "longest(paths, {north}) = two",
    "matched(one in {middle, islet}, other in {islet, middle} where one != other) = two",
    "matched(one in {middle, islet}, other in {middle} where one != other) = 1",
    "count(ranked(hut in huts by hut = south)) = two",
    "first(ranked(hut in huts where hut != north by hut = south)[1]) = middle",
    "ranked(hut in huts by hut = south)[three] is empty",
    "count(huts) as stone = seven - three",
    "abs(three - nine) = abs(nine - three)",
    "seven div two rounded up = three + 1",
    "seven div two rounded down = three",
    "phase = counting",
    "stage = early",
    "coming_stage is none",
    "player_count = two",
    "count({a, b} union {b, c}) = three",
    "count({a, b} without {b, c}) = 1",
    "count({a, b} common {b, c}) = 1",
    "count(seen) = 0",
    "last({b, d}) = d",
    "first(reversed({b, d})) = d",
    "no part in subsets({a, b}) where count(part) > two",
    "max(three, nine) = nine",
    "min(three, nine) = three",
    "sum(stone.weight for stone in stones) = nine",
    "min(stone.weight for stone in stones) = 1",
    "max(stone.weight for stone in stones) = three + 1",
    # Of nine cells in three rows, b2 is the middle.
    "distance(a1, c1) = two",
    "step(a1, east) = b1",
    "step(a1, west) is none",
    "count(adjacent(b2)) = three + 1",
    "count(edges_of(b2)) = three + 1",
    "count(corners_of(b2)) = three + 1",
    "sum(count(cells_of(wall)) for wall in edges_of(b2)) = nine - 1",
    # One corner of a1 is a corner of the board (two edges), two lie on its rim (three each), one lies within (four).
    "sum(count(edges_at_corner(post)) for post in corners_of(a1)) = nine + three",
    # A ring of four huts: from north to south over the islet.
    "count(edges_at(north, paths)) = two",
    "count(ends(first(paths))) = two",
    "other_end(first(paths), middle) = north",
    "cheapest_path(north, south, paths, length) = five",
    "reaches(north, south, paths)",
    "next(first(players)) = last(players)",
    "previous(last(players)) = first(players)",
    "count(clockwise_from(last(players))) = two",
    "(if two < three then two else three) = two",
    "(if three < two then two else three) = three",
)
"""What must hold at the first turn of two, computed by hand; with the rulesets there are, every form of a term."""
NOBODY = "first(all post in corners_of(a1) where count(edges_at_corner(post)) > nine)"
NOWHERE = "step(a1, west)"
ASKED_OF_NOTHING = (
    f"count(edges_at_corner({NOBODY})) = two",
    f"count(edges_of({NOWHERE})) = two",
    f"count(corners_of({NOWHERE})) = two",
    f"count(adjacent({NOWHERE})) = two",
)


TERMS = get_args(t.Term)


def _terms(part: Any, seen: set[int]) -> Iterator[Any]:
    """Every term in a thing, each once."""
    if id(part) in seen or isinstance(part, str | int | Layout | type(None)):
        return
    seen.add(id(part))
    if isinstance(part, TERMS):
        yield part
    if isinstance(part, Mapping):
        inside: list[Any] = [*part.values()]
    elif isinstance(part, tuple | list):
        inside = [*part]
    elif isinstance(part, FrozenValue):
        inside = [getattr(part, name) for name in part.__match_args__]
    else:
        inside = []
    for one in inside:
        yield from _terms(one, seen)


def _form(layout: Layout, term: Any) -> str:
    name = type(term).__name__
    match term:
        case t.Arithmetic() | t.Compare() | t.Logic() | t.SetOperation():
            return f"{name} {term.operator}"
        case t.Exists() | t.Fold():
            return f"{name} {term.how}"
        case t.Builtin() | t.Fact():
            return f"{name} {term.name}"
        case t.Contents(BundleType()):
            return f"{name} bundle"
        case t.Contents(_, t.Tracked(_, zone)):
            declared = layout.fields[zone].declared
            return f"{name} {declared.form}{f' {declared.order}' if declared.form == 'zone' else ''}"
        case _:
            return name


def _every_form() -> Iterator[str]:
    """Yield every form that a term of the language has."""
    for sort in TERMS:
        name, hints = sort.__name__, get_type_hints(sort)
        kinds = [get_args(hints[one.name]) for one in fields(sort) if one.name in ("operator", "how")]
        if kinds:
            yield from (f"{name} {kind}" for kind in kinds[0])
        elif sort is t.Builtin:
            yield from (f"{name} {function}" for function in NAMES)
        elif sort is t.Fact:
            yield from (f"{name} {fact}" for fact in FACTS)
        elif sort is t.Contents:
            yield from (f"{name} {form}" for form in ("bundle", "list", "set", "zone set", "zone stack"))
        elif name not in ANYWHERE:
            yield name


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    procedures = [
        f"procedure try_{at}:\n    if {asked}:\n        add 1 to left\n" for at, asked in enumerate(CONDITIONS)
    ]
    procedures += [
        f"procedure ask_{at}:\n    if {asked}:\n        end ask_{at}\n" for at, asked in enumerate(ASKED_OF_NOTHING)
    ]
    return ruleset(rules(tmp_path_factory.mktemp("forms"), BEGINNING + "\n".join(procedures), FILES))


def test_every_form_of_a_term_is_met(small: Ruleset) -> None:
    met: set[str] = set()
    for made in (small, *map(ruleset, FOLDERS)):
        program = build_program(made, made.players[1])
        parts = [getattr(made, name) for name in made.__match_args__ if name != "documents"]
        met.update(_form(program.layout, term) for term in _terms([*parts, program.blocks, program.decisions], set()))
    assert sorted(set(_every_form()) - met) == []


def test_every_statement_is_met(small: Ruleset) -> None:
    bodies = [one.body for made in (small, *map(ruleset, FOLDERS)) for one in all_procedures(made)]
    met = {type(one).__name__ for body in bodies for one in nested_statements(body)}
    assert met == {sort.__name__ for sort in get_args(b.BoundStatement)}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_left_to_the_interpreter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever generated functions name is made of numbers, or generated itself."""

    def refused(program: object) -> None:
        raise AssertionError("the walker was asked")

    monkeypatch.setattr("reguli.compile.python.generated_program.make_executable", refused)
    for players in sorted(set(ruleset(folder).players)):
        program = compile_to_python(build_program(ruleset(folder, players), players))
        playthrough, lots = start_playthrough(program, seed=5), Random(5)
        for _ in range(MOVES):
            if playthrough.over:
                break
            moves = [family.move(lots.randrange(family.size)) for family in playthrough.families()]
            playthrough.apply(lots.choice(moves))
        playthrough.places()
        asking = program.asking(program.ruleset)
        assert isinstance(asking, LazyFunctions)
        named = asking.module.shared.namespace.items()
        assert [name for name, thing in named if not name.startswith("__") and not _is_plain(thing)] == []


def _is_plain(thing: object) -> bool:
    """Return whether a thing is a generated function, numbers, or one of the few things that all generated functions use."""
    if isinstance(thing, FunctionType | MethodType) and (thing.__module__ or "").startswith("reguli.compile.python."):
        return True  # the search within what is all or nothing asks the engine to list moves
    if isinstance(thing, FunctionType):
        return thing.__code__.co_filename == "<rules>" or thing is encode_bundle
    return isinstance(thing, int | tuple | list | BitPositions | itertools.count) or thing is Failed


def test_a_program_that_comes_out_of_the_house_is_generated() -> None:
    for folder in FOLDERS:
        made = ruleset(folder)
        assert generate_python_program(made, made.players[0]).twin is not None


@pytest.fixture(scope="module")
def twin_programs(small: Ruleset) -> tuple[Playable, Playable]:
    program = build_program(small, 2)
    return compile_to_python(program), make_executable(program)


@pytest.mark.parametrize("at", range(len(CONDITIONS)), ids=CONDITIONS)
def test_what_holds_is_found_all_ways(twin_programs: tuple[Playable, Playable], at: int) -> None:
    for program in twin_programs:
        playthrough = start_playthrough(program, play_forced=False)
        run_procedure(playthrough, f"try_{at}", [])
        assert playthrough.slots[program.layout.fields["game.left"].base] == 1


@pytest.mark.parametrize("at", range(len(ASKED_OF_NOTHING)), ids=ASKED_OF_NOTHING)
def test_what_is_asked_of_no_element_at_all_is_a_fault_all_ways(
    twin_programs: tuple[Playable, Playable], at: int
) -> None:
    for program in twin_programs:
        playthrough = start_playthrough(program, play_forced=False)
        with pytest.raises(RulesFault) as fault:
            run_procedure(playthrough, f"ask_{at}", [])
        assert fault.value.code == "E301"


def test_loops_go_round_all_ways(twin_programs: tuple[Playable, Playable]) -> None:
    for program in twin_programs:
        playthrough = start_playthrough(program, play_forced=False)
        run_procedure(playthrough, "go_round", [])
        assert playthrough.slots[program.layout.fields["game.left"].base] == 4
