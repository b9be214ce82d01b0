"""Positions put into generated code, and games that go on from them: a root is kept, returned to with new chance, and played on from.

Whoever calls writes the saved slots before ``keep_root``, and may change hidden slots between ``back_to_root`` and ``advance``. Where the root is in an all-or-nothing
decision, the area ``root held`` says where that began.
"""

from __future__ import annotations

from reguli.compile.runtime.games.move_buffer import write_arguments
from reguli.compile.runtime.games.playout_loop import (
    OVER,
    actor_of,
    choose,
    go_on,
    rank_into,
    seed_chance,
    stamp_everything,
    take_written,
)
from reguli.compile.runtime.intrinsics import (
    NotGiven,
    at,
    get,
    load,
    put,
    put_aside,
    set_,
    store,
    take_back,
    told,
    told_run,
)
from reguli.ir.state_layout import BUDGET, EPOCH, FACTS, LOOKS

ROUNDS = FACTS.index("round")


def keep_root(decision: int, moves: int, partial: int) -> None:
    """Keep the saved slots as the root: the number of its decision, how many moves were made, whether it was set up incompletely."""
    put_aside("root", 0, 0, told("saved"))
    set_("from root", 1)
    set_("partial", partial)
    set_("root round", load(ROUNDS))
    set_("root decision", decision)
    set_("root moves", moves)
    set_("root held", get("held"))
    set_("root vain", get("vain"))
    set_("root has begun", get("has begun"))
    set_("root has entry", get("has entry"))
    set_("root first begun", get("first begun"))
    set_("root second begun", get("second begun"))
    set_("root first entry", get("first entry"))
    set_("root second entry", get("second entry"))


def recall_held() -> None:
    """Recall where the all-or-nothing decision of the root began, if it is in one."""
    raise NotGiven


def back_to_root(seed: int) -> None:
    """Return to the root; chance is that of another seed."""
    recall_held()
    take_back(0, "root", 0, told("saved"))
    store(EPOCH, 1)
    stamp_everything()
    set_("decision", get("root decision"))
    set_("moves", get("root moves"))
    set_("held", get("root held"))
    set_("vain", get("root vain"))
    set_("has begun", get("root has begun"))
    set_("has entry", get("root has entry"))
    set_("first begun", get("root first begun"))
    set_("second begun", get("root second begun"))
    set_("first entry", get("root first entry"))
    set_("second entry", get("root second entry"))
    set_("outcomes", 0)
    seed_chance(seed)


def take_move(choice: int) -> int:
    """Make the move of a choice whose arguments are in the area, and go on; return who decides then, or -1."""
    take_written(choice)
    return go_on_after()


def take_by_bot() -> int:
    """Let the bot of the deciding player make a move; return its choice, whose arguments are left in the area until ``go_on_after``."""
    choose()
    return get("taken")


def go_on_after() -> int:
    """Go on after the move of a bot; return who decides then, or -1."""
    go_on()
    return decider()


def write_move(record: int, index: int) -> None:
    """Write the arguments of one of the moves of an offer into the area."""
    first = record * told("offer width")
    write_arguments(told_run("first choice")[get("decision")] + at("offers", first), first + 2, index)


def decider() -> int:
    """Return the player who decides; -1 when the game is over."""
    decision = get("decision")
    return OVER if decision < 0 else actor_of(decision)


def position_value(bot: int, player: int) -> int:
    """Return what the position is worth to a player, as a bot of the ruleset evaluates it."""
    raise NotGiven


def play_out(most: int) -> int:
    """Let the bots in the seats choose at most so many moves, and rank the players; return how many were chosen."""
    chosen = _play_ahead(most, 0)
    rank_into(0)
    return chosen


def look_ahead(most: int, rounds: int, bot: int) -> bool:
    """Play at most so many chosen moves, until so many rounds after the root (0: any number); return whether the game is over.

    Then the players are ranked, else a bot of the ruleset evaluates the position for each of them into the area ``values``.
    """
    _play_ahead(most, rounds)
    if get("decision") < 0:
        rank_into(0)
        return True
    store(BUDGET, LOOKS)
    for player in range(told("players")):
        put("values", player, position_value(bot, player))
    return False


def _play_ahead(most: int, rounds: int) -> int:
    chosen = 0
    while get("decision") >= 0 and chosen < most and (rounds == 0 or load(ROUNDS) < get("root round") + rounds):
        choose()
        go_on()
        chosen += 1
    return chosen
