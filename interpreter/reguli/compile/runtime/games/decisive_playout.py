"""Playouts by lot for a search: they take what wins at once, and remember who made which moves.

Where nothing is left to chance and few moves are offered, each is looked at. One that ends the game with its player alone in front is taken, and one after which the next player
could end it so is not taken if there is another (Teytaud and Teytaud, "On the huge benefit of decisive moves in Monte-Carlo tree search algorithms", 2010). What the first decision
proves by this is said by the number ``proved``.

The moves chosen stand in the area ``played``, each as its seat and one number (``move_word``): a search counts them wherever they could have been made.
"""

from __future__ import annotations

from reguli.compile.runtime.games.playout_loop import (
    OVER,
    actor_of,
    criterion,
    go_on,
    list_moves,
    number_below,
    rank_into,
    take,
)
from reguli.compile.runtime.intrinsics import (
    at,
    get,
    load,
    put,
    put_aside,
    set_,
    shifted_right,
    store,
    take_back,
    told,
    told_run,
)
from reguli.compile.runtime.random_numbers import fold
from reguli.ir.state_layout import BUDGET, LOOKS

FEW = 24
"""So many moves at most are looked at one by one."""
ENOUGH = 240
"""Moves after which a playout may end before the game does."""
PLAYED = 512
"""Moves of a playout that are remembered, from its beginning."""
AREAS = {"played": 2 * PLAYED}


def play_out_by_lot(most: int) -> int:
    """Play at most so many moves, chosen by lot where none is decisive, and rank the players; return how many looks the moves that were listed took.

    It ends sooner where the players already differ in what they are ranked by first, looked at after every ``ENOUGH`` moves: what comes later says little of the first ones.
    """
    chosen = 0
    set_("proved", 0)
    set_("played", 0)
    set_("killer", 0)
    set_("looks", 0)
    winning = _winning_move()
    while get("decision") >= 0 and chosen < most:
        set_("stream", fold(at("lots", actor_of(get("decision"))), get("moves")))
        if winning >= 0:
            if chosen == 0:
                set_("proved", 1)
            _take_noted(winning)
            winning = -1
        elif _is_looked_ahead():
            winning = _take_unanswered(chosen == 0)
        else:
            _take_noted(number_below(get("offers") + get("more")))
            go_on()
            set_("looks", get("looks") + LOOKS - load(BUDGET))
            winning = _winning_move()
        chosen += 1
        if chosen % ENOUGH == 0 and get("decision") >= 0 and _differ():
            break
    rank_into(0)
    return get("looks")


def move_word(decision: int, choice: int) -> int:
    """Return the number that stands for a move with its arguments in the area (``PositionMachine.word_of``)."""
    word = fold(decision, choice)
    for place in range(told_run("argument words")[told_run("first choice")[decision] + choice]):
        word = fold(word, at("arguments", place))
    return shifted_right(word, 1)


def _differ() -> bool:
    """Return whether the players differ in the first criterion that they are ranked by."""
    number = told("first criterion")
    if number < 0:
        return False
    store(BUDGET, LOOKS)
    first = criterion(number, 0)
    for player in range(1, told("players")):  # noqa: SIM110 - this is read as it stands
        if criterion(number, player) != first:
            return True
    return False


def _take_noted(index: int) -> None:
    """Make the move at an index in the list, and remember it."""
    decision = get("decision")
    seat = actor_of(decision)
    take(index)
    if get("played") < PLAYED:
        put("played", 2 * get("played"), seat)
        put("played", 2 * get("played") + 1, move_word(decision, get("taken")))
        set_("played", get("played") + 1)


def _is_looked_ahead() -> bool:
    return told("certain") != 0 and get("decision") >= 0 and get("offers") + get("more") <= FEW


def _keep_aside(level: int) -> None:
    put_aside("ahead", level * told("all slots"), 0, told("all slots"))
    put("ahead moves", level, get("moves"))
    put("ahead decisions", level, get("decision"))


def _take_back_to(level: int) -> None:
    take_back(0, "ahead", level * told("all slots"), told("all slots"))
    set_("moves", at("ahead moves", level))
    set_("decision", at("ahead decisions", level))


def _winning_move() -> int:
    """Return the index of a move by which the deciding player ends the game and is alone in front; -1 if there is none. The one that was found last is tried first."""
    if not _is_looked_ahead():
        return -1
    seat = actor_of(get("decision"))
    count = get("offers") + get("more")
    _keep_aside(1)
    for step in range(count):
        index = (get("killer") + step) % count
        take(index)
        ended = get("decision") == OVER and _leads_alone(seat)
        _take_back_to(1)
        if ended:
            set_("killer", index)
            return index
    return -1


def _leads_alone(seat: int) -> bool:
    """Return whether a player is alone in front."""
    rank_into(0)
    for player in range(told("players")):  # noqa: SIM110 - this is read as it stands
        if int(at("rows", player) == 1) != int(player == seat):
            return False
    return True


def _take_unanswered(first: bool) -> int:
    """Make a move by lot after which no other player wins at once, if there is one; return the index of the next player's move that does."""
    decision = get("decision")
    seat = actor_of(decision)
    count = get("offers") + get("more")
    played = get("played")
    lot = number_below(count)
    winning = -1
    _keep_aside(0)
    for step in range(count):
        set_("played", played)
        _take_noted((lot + step) % count)
        go_on()
        set_("looks", get("looks") + LOOKS - load(BUDGET))
        winning = _winning_move()
        if winning < 0 or actor_of(get("decision")) == seat:
            return winning
        if step + 1 < count:
            _take_back_to(0)
            list_moves(decision)
    if first and told("players") == 2:
        set_("proved", 1)
    return winning
