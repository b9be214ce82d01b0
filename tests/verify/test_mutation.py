"""Faults planted in rules: which there are, which of them the examples notice, and what is told of the others."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from changed_games import changed, path_of, subject

from reguli.batch.chunks import spread_pieces
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import ENGLISH, Said
from reguli.verify.mutation.mutant import Mutant
from reguli.verify.mutation.mutant_generation import MutatedRuleset, all_mutants
from reguli.verify.mutation.mutant_killing import MutantKilling
from reguli.verify.mutation.mutation_part import run_mutation
from reguli.verify.report import (
    RULE_ID,
    Budget,
    Found,
    Holds,
    Level,
    Subject,
    budget_of_units,
    ignore_progress,
    in_turn,
    load_answers,
)

ENOUGH = 20_000
"""Steps in which every fault of a small game is tried and looked for."""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Tic-tac-toe with the examples of its rulebook alone: those that were offered and kept close the gaps that are looked for here."""
    folder = tmp_path_factory.mktemp("by_hand") / "tic_tac_toe"
    shutil.copytree(path_of("tic_tac_toe"), folder, ignore=shutil.ignore_patterns("kept.yaml"))
    return subject(folder)


@pytest.fixture(scope="module")
def told(game: Subject) -> list[Found | Holds]:
    return list(run_mutation(game, Budget(ENOUGH), ignore_progress))


def _faults(of: Subject) -> tuple[Mutant, ...]:
    return all_mutants(of.ruleset, of.opened.sources)


def _said(one: Mutant | Found) -> str:
    what = one.said if isinstance(one, Mutant) else dict(one.told.args)["what"]
    assert isinstance(what, Said)
    return ENGLISH.say(what)


def _gaps(those: list[Found | Holds], code: str) -> Iterator[Found]:
    return (one for one in those if isinstance(one, Found) and one.told.code == code)


# -- what is planted ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("rule:play/turn/place/cell_taken", "the condition 'cell.marks is empty' were left out"),
        ("rule:play/turn/place/cell_taken", "'cell.marks is empty' held just where it does not"),
        ("rule:play/turn/place", "'end game' were left out"),
        ("rule:play/turn/place", "'completes_line(to_move, cell)' always held"),
        ("rule:play/turn/place", "everything were moved, not '1'"),
        ("rule:play/turn/place", "from and to were exchanged in 'move 1 of to_move from to_move.unused to cell.marks'"),
        ("rule:play/turn/place", "'next(to_move)' were 'previous(to_move)'"),
        ("rule:play/turn", "the player behind 'to_move' were asked"),
        ("rule:define.lines", "'if player.won then 1 else 0' were 'if player.won then 2 else 0'"),
        ("rule:define.lines", "'lines' were always nothing"),
        ("rule:define.holds", "'cell is not none and cell.marks[player] = 1' were 'cell is not none'"),
        ("rule:define.holds", "'cell.marks[player] = 1' were 'cell.marks[player] != 1'"),
        ("rule:define.run_from", "'line_length - 1' were 'line_length + 1'"),
        ("ranking:1", "of 'lines(player)' the 'least' were best and not the 'most'"),
        ("constant:line_length", "'line_length 3' were 'line_length 4'"),
    ],
)
def test_faults_are_said_in_the_words_of_the_rules(game: Subject, rule: str, said: str) -> None:
    assert said in [_said(one) for one in _faults(game) if one.rule == rule]


def test_a_fault_in_a_define_has_its_line_and_column(game: Subject) -> None:
    (one,) = (one for one in _faults(game) if _said(one) == "'line_length - 1' were 'line_length + 1'")
    lines = path_of("tic_tac_toe").joinpath("rules/play.rules").read_text("utf-8").splitlines()
    assert lines[one.span.line - 1][one.span.column - 1 : one.span.end_column - 1] == "line_length - 1"


def test_what_changes_nothing_by_construction_is_not_planted(game: Subject) -> None:
    """A flag that is set is not added to, a heap without an order has no top, and nobody wrote the 0 of 'is empty'."""
    said = " ".join(_said(one) for one in _faults(game))
    assert "added to the value" not in said
    assert "top and bottom" not in said
    assert "'0' were '1'" not in said


def test_a_fault_changes_its_place_and_nothing_else(game: Subject) -> None:
    one = next(one for one in _faults(game) if one.rule == "constant:line_length")
    wrong = MutatedRuleset(game.ruleset).with_fault(one)
    assert wrong.phases == game.ruleset.phases
    assert {name for name, define in wrong.defines.items() if define != game.ruleset.defines[name]} == {
        "completes_line",
        "run_from",
    }


def test_ids_survive_moved_lines(game: Subject, tmp_path: Path) -> None:
    file, old = "rules/play.rules", "phase play cites T4, T7:"
    moved = subject(changed("tic_tac_toe", tmp_path, file, old, f"# one line\n\n# and another\n{old}"))
    assert [one.id for one in _faults(moved)] == [one.id for one in _faults(game)]
    assert len({one.id for one in _faults(game)}) == len(_faults(game))


# -- what is noticed ---------------------------------------------------------------------------------------------------


def test_gaps_of_a_game_worked_out_by_hand(told: list[Found | Holds]) -> None:
    """One example completes a diagonal, with the last mark at its end; none asks whether the game is over then.

    So of the four directions three may be wrong, and one of the two ways from the new mark may be left out. Going the other way round two players,
    and looking for more marks than a line has, changes nothing.
    """
    gaps = [_said(one) for one in _gaps(told, "V201")]
    directions = [one for one in gaps if one.startswith("'{north, north_east, east, south_east}' were")]
    assert len(directions) == 3
    assert "'end game' were left out" in gaps
    assert "'next(to_move)' were 'previous(to_move)'" not in gaps
    assert "the condition 'cell.marks is empty' were left out" not in gaps
    assert "'line_length - 1' were 'line_length + 1'" not in gaps


def test_noticed_faults_are_counted_by_rule(told: list[Found | Holds]) -> None:
    held = {one.rule: one for one in told if isinstance(one, Holds)}
    guard = held["rule:play/turn/place/cell_taken"]
    assert guard.level == Level.EXAMPLE
    assert dict(guard.by.args) == {"noticed": 2, "all": 2}
    assert not list(_gaps(told, "V202"))


def test_the_same_is_told_twice(game: Subject, told: list[Found | Holds]) -> None:
    assert list(run_mutation(game, Budget(ENOUGH), ignore_progress)) == told


@pytest.mark.night
def test_without_examples_every_rule_is_a_gap_and_one_within_another_is_not_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(path_of("tic_tac_toe"), folder, ignore=shutil.ignore_patterns("examples"))
    bare = subject(folder)
    stretches = {one.id for one in _gaps(list(run_mutation(bare, Budget(ENOUGH), ignore_progress)), "V205")}
    told = list(run_mutation(bare, Budget(ENOUGH), ignore_progress, stretches))
    assert stretches == {one.id for one in _gaps(told, "V205")}
    gaps = [one.rule for one in _gaps(told, "V202")]
    rules = {one.rule for one in _faults(bare)}
    assert sorted(gaps) == sorted(one for one in rules if one.rpartition("/")[0] not in rules)
    assert len(gaps) < len(rules)
    assert not list(_gaps(told, "V201"))
    assert all(one.level == Level.UNCHECKED for one in told if isinstance(one, Holds))


def test_who_breaks_it_off_keeps_what_is_known(game: Subject, told: list[Found | Holds]) -> None:
    found: list[Found | Holds] = []

    def broken_off(what: str, done: int, of: int) -> None:
        if done > 0 and what == "faults looked for in play":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found.extend(run_mutation(game, Budget(ENOUGH), broken_off))
    whole = {one.id for one in told if isinstance(one, Found)}
    assert {one.id for one in found if isinstance(one, Found)} <= whole
    assert {one.rule for one in found if isinstance(one, Holds)} == {one.rule for one in told if isinstance(one, Holds)}


def test_a_small_budget_leaves_something_out(game: Subject) -> None:
    budget = Budget(100)
    told = list(run_mutation(game, budget, ignore_progress))
    assert budget.cut
    assert [one for one in told if isinstance(one, Holds)]


Piece = TypeVar("Piece")
Result = TypeVar("Result")


def _elsewhere(run: Callable[[Piece], Result], pieces: Sequence[Piece]) -> Iterator[Result]:
    """Do each piece as a worker does that has done nothing before, the last piece first, and send the result back."""
    sent = [pickle.dumps((run, piece)) for piece in pieces]
    done = []
    for one in reversed(sent):
        there, piece = pickle.loads(one)
        done.append(pickle.dumps(there(piece)))
    return map(pickle.loads, reversed(done))


@pytest.mark.parametrize("budget", [150, ENOUGH])
def test_the_report_is_the_same_however_the_work_is_divided(tmp_path: Path, budget: int) -> None:
    """In this process one after the other, on all cores, and in workers that were never warm: also where steps run out."""
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "define lines", f"{CLAIMED}\ndefine lines")
    (folder / "examples" / "kept.yaml").unlink()
    reports = []
    for spread in (in_turn, spread_pieces, _elsewhere):
        left = Budget(budget)
        found = list(run_mutation(subject(folder), left, ignore_progress, spread=spread))
        reports.append((found, left.left, left.cut))
    assert reports[0] == reports[1] == reports[2]
    assert bool(reports[0][2]) == (budget < ENOUGH)


def test_the_work_of_a_mutant_does_not_depend_on_what_was_done_before(game: Subject) -> None:
    """The last mutants are tried by themselves, and once more when all others were."""
    alone, after = (MutantKilling(game, _faults(game)) for _ in range(2))
    for one in (alone, after):
        one.watch(Budget(10**9), ignore_progress)
    tried = [number for number in range(len(alone.faults)) if number in alone.met_in]
    trials = [alone.trial(number, alone.ordered(number), 10**6) for number in tried]
    whole = [after.try_examples(trial) for trial in trials]
    assert [alone.try_examples(trial) for trial in reversed(trials)] == whole[::-1]
    assert {one.tried for one in whole} > {1}


def _outcomes(of: Subject, faults: Sequence[Mutant]) -> list[tuple[str, str]]:
    noticing = MutantKilling(of, faults)
    noticing.watch(Budget(10**9), ignore_progress)
    return [(one.id, noticing.outcome(number, Budget(10**9))) for number, one in enumerate(faults)]


def _made_anew(faults: Iterable[Mutant]) -> list[Mutant]:
    """Return the same faults, of which nobody knows that they happen within a term or a statement: a program is made for each."""
    return [replace(one, terms=(), statements=()) for one in faults]


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex", "breakthrough"])
def test_a_fault_that_is_switched_on_is_noticed_as_one_that_is_made_anew(name: str) -> None:
    of = subject(name)
    faults = _faults(of)
    assert sum(bool(one.terms) for one in faults) > len(faults) // 3
    assert sum(bool(one.statements) for one in faults) > len(faults) // 6
    assert _outcomes(of, faults) == _outcomes(of, _made_anew(faults))


def test_what_is_paid_is_wrong_where_it_is_asked_and_where_it_is_done() -> None:
    """An example in which all can be paid notices that too much is: the number is written once."""
    of = subject("warszawa")
    of = replace(of, examples=[one for one in of.examples if one.id == "a_bridge_with_both"])
    paid = [one for one in _faults(of) if "/span/" in one.rule and one.terms and one.statements]
    assert {one.operator for one in paid} >= {"number"}
    assert {
        outcome for one, (_, outcome) in zip(paid, _outcomes(of, paid), strict=True) if one.operator == "number"
    } == {"noticed"}
    assert _outcomes(of, paid) == _outcomes(of, _made_anew(paid))


def test_what_a_field_starts_with_and_how_much_lies_there_is_tried_on_every_example() -> None:
    """Nobody asks for it: it is there before the first rule, or kept by the program."""
    of = subject("nucleum")
    of = replace(of, examples=[one for one in of.examples if one.id == "income_markers_at_the_start"])
    starts = [one for one in _faults(of) if one.rule == "state:player.space"]
    assert starts
    assert {outcome for _, outcome in _outcomes(of, starts)} == {"noticed"}


@pytest.mark.night
@pytest.mark.parametrize(("name", "step"), [("power_grid", 1), ("warszawa", 4), ("nucleum", 12)])
def test_faults_of_large_games_are_noticed_as_those_that_are_made_anew(name: str, step: int) -> None:
    of = subject(name)
    faults = _faults(of)[::step]
    assert _outcomes(of, faults) == _outcomes(of, _made_anew(faults))


# -- shipped rulesets ---------------------------------------------------------------------------------------------------

WHOLE = frozenset({"rule", "guard", "option", "adjust", "constant"})
"""Operators that take a rule away as a whole, or make a number greater by one."""
BY_DAY = 6
"""So many rules of one ruleset, drawn by a fixed seed; by night all of three."""


def _unnoticed(of: Subject, only: int | None = None) -> set[str]:
    """Return the rules that cite a statement, and that no example misses when they are taken away."""
    cited = {rule for rules in of.ruleset.citations.values() for rule in rules}
    whole = [one for one in _faults(of) if one.operator in WHOLE and one.rule in cited]
    drawn = whole if only is None else Random(20261124).sample(whole, only)
    noticing = MutantKilling(of, drawn)
    noticing.watch(Budget(10**9), ignore_progress)
    tried = [noticing.outcome(number, Budget(10**9)) for number in range(len(drawn))]
    return {fault.rule for fault, outcome in zip(drawn, tried, strict=True) if outcome != "noticed"}


def _answered(of: Subject) -> set[str]:
    """Return the rules whose gaps are accepted; ids of findings of other parts stand beside them."""
    return {name for name in load_answers(of.opened.layers, Bag()).accepted if RULE_ID.fullmatch(name)}


def test_a_rule_taken_away_is_noticed() -> None:
    of = subject("power_grid")
    assert _unnoticed(of, BY_DAY) <= _answered(of)


@pytest.mark.night
@pytest.mark.parametrize("name", ["power_grid", "warszawa", "nucleum"])
def test_every_rule_taken_away_is_noticed_or_answered(name: str) -> None:
    """What is answered is still a gap: an answer to none would hide the next one."""
    of = subject(name)
    assert _unnoticed(of) == _answered(of)


@pytest.mark.night
@pytest.mark.parametrize("name", ["power_grid", "warszawa"])
def test_all_faults_of_a_large_game_are_tried_within_the_budget(name: str) -> None:
    budget = budget_of_units(60)
    told = list(run_mutation(subject(name), budget, ignore_progress))
    assert budget.cut == 0
    assert sum(isinstance(one, Holds) for one in told) > 100


# -- what must always hold ---------------------------------------------------------------------------------------------

CLAIMED = """
always count(seat_2.unused) <= count(seat_1.unused) + 1 because out_of_turn
always 1 = 1 because nothing_of_it
"""


@pytest.fixture(scope="module")
def claimed(tmp_path_factory: pytest.TempPathFactory) -> list[Found | Holds]:
    folder = changed(
        "tic_tac_toe",
        tmp_path_factory.mktemp("claimed"),
        "rules/play.rules",
        "define lines",
        f"{CLAIMED}\ndefine lines",
    )
    return list(run_mutation(subject(folder), Budget(ENOUGH), ignore_progress))


def test_a_claim_that_no_fault_can_break_is_told_as_empty(claimed: list[Found | Holds]) -> None:
    """Who never hands over the turn breaks the first claim; nothing breaks the second, and the faults stand with the number tried."""
    (empty,) = _gaps(claimed, "V204")
    assert empty.rule == "always.nothing_of_it"
    assert dict(empty.told.args)["claim"] == "1 = 1"
    assert dict(empty.told.args)["count"] == _tried(claimed, empty.rule)[1] >= 10


def test_a_claim_that_a_fault_breaks_is_held(claimed: list[Found | Holds]) -> None:
    broken, tried = _tried(claimed, "always.out_of_turn")
    assert 0 < broken < tried
    assert {one.rule: one.level for one in claimed if isinstance(one, Holds) and one.property == "breaking"} == {
        "always.out_of_turn": Level.TESTED,
        "always.nothing_of_it": Level.UNCHECKED,
    }


WHILE = "while some cell in cells where cell.marks is empty"


@pytest.mark.parametrize(("kept", "empty"), [("count(seat_2.unused) <= count(seat_1.unused) + 1", 0), ("1 = 1", 1)])
def test_what_a_loop_keeps_is_told_as_empty_where_no_fault_can_break_it(tmp_path: Path, kept: str, empty: int) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", WHILE, f"{WHILE}, keeps {kept}")
    told = list(run_mutation(subject(folder), Budget(ENOUGH), ignore_progress))
    broken, tried = _tried(told, "play/keeps")
    assert (broken == 0) == bool(empty)
    assert tried >= 10
    assert [dict(one.told.args)["claim"] for one in _gaps(told, "V204")] == [kept] * empty


def test_a_claim_that_few_faults_were_tried_on_is_not_called_empty(tmp_path: Path) -> None:
    folder = changed("tic_tac_toe", tmp_path, "rules/play.rules", "define lines", f"{CLAIMED}\ndefine lines")
    told = list(run_mutation(subject(folder), Budget(120), ignore_progress))
    assert not list(_gaps(told, "V204"))
    assert _tried(told, "always.nothing_of_it")[1] < 34


def _tried(those: list[Found | Holds], rule: str) -> tuple[int, int]:
    (by,) = (
        dict(one.by.args) for one in those if isinstance(one, Holds) and (one.rule, one.property) == (rule, "breaking")
    )
    broken, tried = by["broken"], by["all"]
    assert isinstance(broken, int)
    assert isinstance(tried, int)
    return broken, tried


def test_nothing_is_said_of_faults_for_which_no_example_could_be_watched(game: Subject) -> None:
    told = list(run_mutation(game, Budget(1), ignore_progress))
    assert not [one for one in told if isinstance(one, Found) and one.severity == "gap"]
