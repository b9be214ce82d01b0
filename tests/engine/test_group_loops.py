"""Loops over groups of which no two share an element, with a decision inside; and ways back from pieces, as the interpreter goes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import folder_of

from reguli.compile.python_programs import generate_python_program
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import Playable, build_program, make_executable
from reguli.pipeline import LoadedRuleset

KINDS = """\
  stone: {plural: stones, fields: {weight: {number: stone}}, columns: [id, weight], rows: [[a, 2], [b, 1], [c, 2], [d, 3], [e, 1]]}
  cup: {plural: cups, elements: [left_cup, right_cup]}
  bean: {plural: beans, pieces: true, starts: heap, elements: [first_bean, second_bean, third_bean]}"""
STATE = """\
game:
  heap: {zone: bean}
  taken: {list: stone}
cup:
  inside: {zone: bean}
bean:
  found: {of: cup}
"""
RULES = """
procedure set_up:
    move second_bean to left_cup.inside
    move third_bean to right_cup.inside

phase sorting:
    for alike in ranked(stone in stones by stone.weight):
        decide pick by first(players):
            take_one(stone in alike):
                append stone to taken
            take_none:
                append d to taken
    for bean in beans:
        set bean.found to bean.cup
    end game
"""


@pytest.fixture(params=["written", "walked"])
def small(request: pytest.FixtureRequest, tmp_path: Path) -> Playable:
    loaded = LoadedRuleset(str(folder_of(tmp_path, KINDS, STATE, RULES)))
    assert loaded.ruleset is not None, loaded.bag.codes
    return (
        generate_python_program(loaded.ruleset, 2)
        if request.param == "written"
        else make_executable(build_program(loaded.ruleset, 2))
    )


def test_each_group_is_come_to_once_the_lightest_first(small: Playable) -> None:
    stones = small.ruleset.kinds["stone"].elements
    game, offered = start_playthrough(small, 1), []
    while not game.over and len(offered) < 10:
        moves = [move for move in game.legal() if move.option == "take_one"]
        offered.append([stones[move.arguments[0]] for move in moves])
        game.apply(Move("take_one", moves[-1].arguments))
    assert offered == [["b", "e"], ["a", "c"], ["d"]]


def test_a_way_back_leads_each_piece_to_where_it_lies(small: Playable) -> None:
    game = start_playthrough(small, 1)
    for _ in range(3):
        game.apply(game.legal()[0])
    assert game.over
    found = small.layout.fields["bean.found"]
    # The first bean lies in no cup.
    assert [game.slots[found.base + bean * found.stride] for bean in range(3)] == [-1, 0, 1]
