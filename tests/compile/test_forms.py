"""That terms run as generated Python: what has no form of its own there, and is left to the walker, is listed with its reason.

A form that is lost by mistake would change no move and no state, only the pace.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from twins import FOLDERS, GAME, STATE, rules, ruleset

from reguli.compile.expressions import Locals, Written
from reguli.compile.makers import write_program
from reguli.engine.playing.playthrough import begin
from reguli.engine.positions.setup import run_procedure
from reguli.ir.faults import RulesFault
from reguli.ir.make import make_program
from reguli.ir.playable import Playable, playable
from reguli.model.binding.world import FACTS
from reguli.model.builtins import NAMES, TOO_DEEP
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.walk import all_procedures, statements_of
from reguli.model.types import BundleType

WALKED_TERMS: Mapping[str, str] = {
    "Bundled": "bundles are chosen, offered and paid in options that are listed by the walker",
    "Cell bundle": "the row of a table is put together of its cells",
    "Contents bundle": "all tokens of a zone together are copied out of their slots, as they would be here",
    "Contents list": "its members are copied out of their slots, as they would be here",
    "Contents set": "its members stand as flags, which somebody has to go through anyway",
    "Contents zone stack": "the order of a stack is read backwards, and from what is known of it",
    "Earlier": "another position is asked than the one at hand: a closure over another list of slots",
    "Known list": "a bundle that a charge had when it was asked for is copied out of its slots, as it would be here",
    "Lies": "the number of a place is a fault where the piece lies at none; elements are written out",
    "Local list": "a list that was computed beforehand is copied out of its slots, as it would be here",
    "Matched": "its time goes into seeking partners, which is a function either way",
    "Occupant": "what lies where somebody may be nobody is asked for in few places; of everybody else it is written out",
    "Part": "one group is taken out of a tuple",
    "PieceCondition": "which condition is asked is known in play only: one of many closures is called either way",
    "Ranked": "its time goes into the values it ranks by, which are written, and into sorting",
    "Several": "the sets that a move may choose are numbered, not listed; options that choose sets are listed by the walker",
    "Share": "one number is taken out of a tuple",
    "Tracked bundle": "a number for each variety is copied out of its slots, as it would be here",
    "Tracked": "what is tracked of somebody who may be nobody is asked for in few places; of everybody else it is written out",
}
WRITTEN_OUT = {"abs", "count", "is_none", "max", "min"}
"""Functions of the language that are written as operators and functions of Python; the others are called as they are."""
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
"""What must hold at the first turn of two, worked out by hand; with the rulesets there are, every form of a term."""
NOBODY = "first(all post in corners_of(a1) where count(edges_at_corner(post)) > nine)"
NOWHERE = "step(a1, west)"
ASKED_OF_NOTHING = (
    f"count(edges_at_corner({NOBODY})) = two",
    f"count(edges_of({NOWHERE})) = two",
    f"count(corners_of({NOWHERE})) = two",
    f"count(adjacent({NOWHERE})) = two",
)


@dataclass(slots=True)
class Forms:
    """What came up while a program was made: terms and statements by form, terms left to the walker, functions called."""

    terms: set[str] = field(default_factory=set)
    walked: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    statements: set[str] = field(default_factory=set)

    def values(self) -> type[Written]:
        """Give a maker of values that takes note."""
        forms = self

        class Noting(Written):
            def _text(self, term: t.Term, known: Locals) -> str | None:
                forms.terms.add(_form(self, term))
                return super()._text(term, known)

            def _walked(self, term: t.Term, known: Locals) -> str:
                forms.walked.add(_form(self, term))
                return super()._walked(term, known)

            def _builtin_text(self, term: t.Builtin, known: Locals) -> str:
                text = super()._builtin_text(term, known)
                if re.match(r"u\d+\(", text):
                    forms.called.add(term.name)
                return text

        return Noting

    def note(self, made: Ruleset, players: int) -> None:
        """Make the program of a ruleset."""
        playable(make_program(made, players), self.values())
        bodies = (procedure.body for procedure in all_procedures(made))
        self.statements.update(type(one).__name__ for body in bodies for one in statements_of(body))


def _form(w: Written, term: t.Term) -> str:
    name = type(term).__name__
    match term:
        case t.Arithmetic() | t.Compare() | t.Logic() | t.SetOperation():
            return f"{name} {term.operator}"
        case t.Exists() | t.Fold():
            return f"{name} {term.how}"
        case t.Builtin() | t.Fact():
            return f"{name} {term.name}"
        case t.Local(_, variable):
            storage = w.layout.storage.get(variable.key)
            return f"{name} list" if storage is not None and storage.capacity else name
        case t.Contents(BundleType()) | t.Cell(BundleType()) | t.Tracked(BundleType()):
            return f"{name} bundle"
        case t.Contents(_, t.Tracked(_, zone)):
            declared = w.layout.fields[zone].declared
            return f"{name} {declared.form}{f' {declared.order}' if declared.form == 'zone' else ''}"
        case _:
            return name


def _every_form() -> Iterator[str]:
    """Give every form that a term of the language has."""
    for sort in get_args(t.Term):
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


@pytest.fixture(scope="module")
def forms(small: Ruleset) -> Forms:
    found = Forms()
    for one in (small, *map(ruleset, FOLDERS)):
        found.note(one, one.players[1])
    return found


def test_every_form_of_a_term_is_met(forms: Forms) -> None:
    assert sorted(set(_every_form()) - forms.terms) == []


def test_every_statement_is_met(forms: Forms) -> None:
    every = {sort.__name__ for sort in get_args(b.BoundStatement)}
    assert forms.statements == every


def test_what_is_left_to_the_walker_is_known(forms: Forms) -> None:
    assert sorted(forms.walked) == sorted(WALKED_TERMS)


def test_what_is_called_is_known(forms: Forms) -> None:
    assert sorted(forms.called) == sorted({*NAMES, TOO_DEEP} - WRITTEN_OUT)


@pytest.fixture(scope="module")
def twin_programs(small: Ruleset) -> tuple[Playable, Playable]:
    program = make_program(small, 2)
    return playable(program, Written), playable(program)


@pytest.mark.parametrize("at", range(len(CONDITIONS)), ids=CONDITIONS)
def test_what_holds_is_found_both_ways(twin_programs: tuple[Playable, Playable], at: int) -> None:
    for program in twin_programs:
        playthrough = begin(program, play_forced=False)
        run_procedure(playthrough, f"try_{at}", [])
        assert playthrough.slots[program.layout.fields["game.left"].base] == 1


@pytest.mark.parametrize("at", range(len(ASKED_OF_NOTHING)), ids=ASKED_OF_NOTHING)
def test_what_is_asked_of_no_element_at_all_is_a_fault_both_ways(
    twin_programs: tuple[Playable, Playable], at: int
) -> None:
    for program in twin_programs:
        playthrough = begin(program, play_forced=False)
        with pytest.raises(RulesFault) as fault:
            run_procedure(playthrough, f"ask_{at}", [])
        assert fault.value.code == "E301"


def test_loops_go_round_both_ways(twin_programs: tuple[Playable, Playable]) -> None:
    for program in twin_programs:
        playthrough = begin(program, play_forced=False)
        run_procedure(playthrough, "go_round", [])
        assert playthrough.slots[program.layout.fields["game.left"].base] == 4


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_no_program_falls_back_to_the_walker_as_a_whole(folder: Path) -> None:
    """A walked program remembers no values while rules run."""
    least, most = ruleset(folder).players
    for players in range(least, most + 1):
        assert write_program(ruleset(folder), players).values.remembers
    assert not playable(make_program(ruleset(folder), most)).values.remembers
