"""A bot that makes the move of greatest weight; ties are broken at random.

This is ``play.preference_bots.HighestScoreBot`` once more, for generated code. Of the moves of one offer so many are weighed: the ends, and others evenly between.
"""

from __future__ import annotations

from reguli.compile.runtime.games.move_buffer import write_arguments
from reguli.compile.runtime.games.playout_loop import choose_by_option, number_below, take_offer
from reguli.compile.runtime.intrinsics import NotGiven, at, fail, get, put, set_, store, told, told_run
from reguli.ir.state_layout import BUDGET, LOOKS

MOST_OF_A_RANGE = 64
"""Of a longer range so many moves are weighed."""
ROOM_FOR_TIES = 65_536
"""Moves worth the same that are kept."""
WANTED = "wanted"
"""1 where a preference wants the move that was weighed."""
WORTH = "worth"
"""What it is worth then."""
AREAS = {"tied": 2 * ROOM_FOR_TIES}


def weighs(bot: int, decision: int, choice: int) -> bool:
    """Return whether a bot has preferences for a choice."""
    raise NotGiven


def weigh(bot: int, decision: int, choice: int) -> None:
    """Compute the weight of the move whose arguments are in the area."""
    raise NotGiven


def choose_preferred(decision: int, bot: int) -> None:
    """Make the move of the current decision that has the greatest weight for a bot."""
    store(BUDGET, LOOKS)
    tied = 0
    best = 0
    width = told("offer width")
    first_choice = told_run("first choice")[decision]
    for record in range(get("offers")):
        choice = at("offers", record * width)
        asked = weighs(bot, decision, choice)
        count = at("offers", record * width + 1) if asked else 1
        weighed = min(count, MOST_OF_A_RANGE)
        sort = first_choice + choice
        # Of a range only the last argument changes.
        last = told_run("argument words")[sort] - 1 if told_run("chosen last")[sort] == 0 else -1
        for step in range(weighed):
            index = step if count <= MOST_OF_A_RANGE else step * (count - 1) // (MOST_OF_A_RANGE - 1)
            set_("wanted", 1)
            set_("worth", 0)
            if asked:
                if step == 0 or last < 0:
                    write_arguments(sort, record * width + 2, index)
                else:
                    put("arguments", last, at("offers", record * width + 2 + last) + index)
                weigh(bot, decision, choice)
            if get("wanted") != 0 and (tied == 0 or get("worth") >= best):
                if tied == 0 or get("worth") > best:
                    best = get("worth")
                    tied = 0
                if tied == ROOM_FOR_TIES:
                    fail("E319")
                put("tied", 2 * tied, record)
                put("tied", 2 * tied + 1, index)
                tied += 1
    if tied == 0:
        choose_by_option(decision)
        return
    chosen = number_below(tied)
    take_offer(at("tied", 2 * chosen), at("tied", 2 * chosen + 1))
