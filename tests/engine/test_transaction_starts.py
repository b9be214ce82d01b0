"""All or nothing: behind which options such a decision may begin, and of which a position is kept to go back to."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import game

from reguli.ir.program import Choice, Program, transaction_entry_blocks

RULES = """
procedure set_up:
    add 1 to seat_1.points

phase going:
    for player in players:
        decide start by player:
            go:
                WAY
            stay:
                add 1 to player.points
    end game

procedure ask_first(player):
    decide question by player:
        burn_now:
            run burn(player)
        leave_it:
            add 1 to player.points

procedure ask_or_not(player):
    if player.points > 0:
        end ask_or_not
    run ask_first(player)

procedure burn(player):
    decide burning by player, all or nothing:
        feed:
            add 1 to player.points
"""
OTHERWISE = """
procedure ask_in_vain(player):
    decide wish by player:
        have_it:
            needs player.points > 1 because too_poor
            add 1 to player.points
        otherwise:
            run burn(player)
"""
WAYS = {
    "run burn(player)": (True, True),
    "run ask_first(player)": (False, False),
    # What comes behind a question comes behind another move.
    "run ask_first(player)\n                run burn(player)": (False, False),
    "if player.points > 0:\n                    run ask_first(player)\n                else:\n                    run ask_first(player)\n                run burn(player)": (
        False,
        False,
    ),
    # Who has points is asked nothing before.
    "if player.points > 0:\n                    run ask_first(player)\n                run burn(player)": (True, True),
    "run ask_or_not(player)\n                run burn(player)": (True, True),
    "repeat player.points times:\n                    run ask_first(player)\n                run burn(player)": (
        True,
        True,
    ),
    # Where nobody can move, no move is made, and what is done otherwise comes at once.
    "run ask_in_vain(player)": (False, True),
    # What is put off is no part of the effects, but it comes before the next move.
    "later run burn(player)": (False, True),
    "later run ask_first(player)": (False, False),
}
"""By what an option does: whether its moves are judged, and whether the position before them is kept."""


def option(program: Program, name: str) -> Choice:
    """Return an option by its name."""
    (found,) = (one for decision in program.decisions for one in decision.choices if one.option.name == name)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_where_it_may_begin(tmp_path: Path, way: str) -> None:
    state = "player:\n  points: {number: number, range: [0, 9]}\n"
    rules = RULES.replace("WAY", way) + (OTHERWISE if "ask_in_vain" in way else "")
    made = game(tmp_path, "  thing: {elements: [one]}", state, rules).program(2)
    go = option(made, "go")
    assert (go.holds, go.entry in transaction_entry_blocks(made)) == WAYS[way]
    assert not option(made, "stay").holds
