"""Nothing in the place of an element: every executor asks for it wherever it is not proved to be there, and stops at the same place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from same_game import BACK_ENDS, AtTable, Compared, walker

from reguli.engine.expression_queries import QueryCache
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.runtime_faults import RulesFault
from reguli.model.resolved_ruleset import Ruleset
from reguli.pipeline import LoadedRuleset

TOYS = Path(__file__).resolve().parents[1] / "rulesets"
GAME = """
ruleset: pegs
language: 2
version: 1.0.0
name: Pegs
players: {min: 2, max: 2}
round: [placing]
ranking: [{by: (if player.won then 1 else 0), order: most}]
"""
KINDS = """
kinds:
  peg: {plural: pegs, elements: [red, green, blue]}
  hole: {plural: holes, elements: [left_hole, right_hole]}
"""
STATE = """
game:
  to_move: {of: player, start: seat_1}
player:
  won: {flag: true}
peg:
  lies: {of: hole}
  count: {number: peg, range: [0, 9]}
"""
RULES = """
phase placing:
    repeat turns times:
        decide turn by to_move:
            put_in(peg in {{first(all other in pegs where other.lies is none), last(all other in pegs where other.lies is not none)}}):
                needs round = 0 because never_so
                set peg.lies to first(holes)
                add crowd(peg) to peg.count
                {statement}
            give_up:
                set to_move.won to true
    end game

define crowd(peg) -> peg = peg.count + 1

waive free: put_in.never_so for any asked then:
    let gap = first(all other in pegs where other.lies = last(holes))
    {paid}
"""


def pegs(
    home: Path, statement: str = "set to_move to next(to_move)", paid: str = "set peg.lies to none"
) -> LoadedRuleset:
    """Write the game with a statement of its only move, and one that its waiver costs."""
    files = {
        "game.yaml": GAME,
        "components/k.yaml": KINDS,
        "state.yaml": STATE,
        "constants.yaml": "turns: {value: 9}\n",
        "rules/r.rules": RULES.format(statement=statement, paid=paid),
    }
    for name, text in files.items():
        path = home / "pegs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return LoadedRuleset(str(home / "pegs"))


def sound(loaded: LoadedRuleset) -> Ruleset:
    assert loaded.checked, [(found.code, str(found.span)) for found in loaded.bag]
    assert loaded.ruleset is not None
    return loaded.ruleset


def played(ruleset: Ruleset, seed: int = 4) -> Compared:
    game = Compared("pegs", *(back(ruleset, 2) for back in (walker, *BACK_ENDS.values())))
    game.play(seed)
    return game


def test_a_set_written_out_holds_only_what_is_there(tmp_path: Path) -> None:
    ruleset = sound(pegs(tmp_path))
    assert played(ruleset).stopped is None
    game = start_playthrough(walker(ruleset, 2).program, 1)
    # No peg lies anywhere yet: the second of the set is none.
    assert [move.arguments for move in game.legal() if move.option == "put_in"] == [(0,)]


def test_what_a_waiver_costs_stops_all_of_them_where_it_writes_to_nothing(tmp_path: Path) -> None:
    game = played(sound(pegs(tmp_path, paid="set gap.lies to first(holes)")))
    assert game.stopped == "E301"


@pytest.mark.parametrize(
    ("paid", "codes"),
    [
        ("set gap.count to 1", ["C135"]),
        ("if gap is not none: set gap.count to 1", []),
        ("set gap.lies to gap.lies", []),
    ],
)
def test_what_a_waiver_costs_is_checked_like_all_else(tmp_path: Path, paid: str, codes: list[str]) -> None:
    loaded = pegs(tmp_path, paid=paid)
    assert loaded.checked is not bool(codes)
    assert list(loaded.bag.codes) == codes


def _table(ruleset: Ruleset, players: int) -> AtTable:
    found = BACK_ENDS["table"](ruleset, players)
    assert isinstance(found, AtTable)
    return found


@pytest.mark.parametrize("made", [walker, _table], ids=["walker", "table"])
def test_a_define_that_rules_only_give_elements_may_be_asked_with_nothing(
    tmp_path: Path, made: Callable[[Ruleset, int], AtTable]
) -> None:
    program = made(sound(pegs(tmp_path)), 2).program
    questions, game = QueryCache(program), start_playthrough(program, 1)
    assert questions.answer(questions.read("crowd(red)"), game) == 1
    with pytest.raises(RulesFault) as fault:
        questions.answer(questions.read("crowd(next(blue))"), game)
    assert fault.value.code == "E301"


def test_options_of_a_turn_ask_for_what_may_be_none_wherever_they_are_copied(tmp_path: Path) -> None:
    """Options that may be taken at any decision are lowered once for each, with variables of their own: ``gap`` names no peg in any copy."""
    folder = shutil.copytree(TOYS / "tricks", tmp_path / "tricks")
    rules = folder / "rules" / "turns.rules"
    text, before = rules.read_text(encoding="utf-8"), "        set card.turned to true\n        move gift_wood"
    assert text.count(before) == 1
    none = "        let gap = last(all other_one in cards where round = 0)\n        move gap to first(players).cards\n"
    rules.write_text(text.replace(before, none + before), encoding="utf-8")
    loaded = LoadedRuleset(str(folder))
    made = loaded.ruleset_for(3)
    assert made is not None
    stopped = []
    for game in range(6):
        compared = Compared("tricks", *(back(made, 3) for back in (walker, *BACK_ENDS.values())))
        compared.play(game, most=60)
        stopped.append(compared.stopped)
    assert "E301" in stopped
