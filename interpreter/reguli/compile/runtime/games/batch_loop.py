"""The batch loop: plays the games of a batch, and writes a row at the end of each, and one behind each round where that is asked for.

A row is ``row width`` numbers in the area ``rows``: the number of the game, how it ended (or that a round did), rounds and moves so far, its seed, the place of each player,
the columns: 1 where there is a value, and the value; and what is counted (``playout_loop``). ``play_on`` goes on where it stopped, also behind a fault: what is under way stands in the number ``doing``.
"""

from __future__ import annotations

from reguli.compile.runtime.games.playout_loop import (
    ROUNDS,
    advance,
    begin_by_seed,
    begin_counts,
    choose,
    count_choice,
    go_on,
    rank_into,
    see_leader,
    see_stage,
    stamp_everything,
)
from reguli.compile.runtime.games.position_entries import back_to_root
from reguli.compile.runtime.games.row_words import (
    DONE,
    ENDED,
    FULL,
    GOES_ON,
    HEAD,
    PAUSED,
    ROUND,
    STOPPED,
    UNCLEAR,
    UNFINISHED,
)
from reguli.compile.runtime.intrinsics import (
    NotGiven,
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
from reguli.ir.rng import PLAYOUT, hash_name
from reguli.ir.state_layout import BUDGET, LOOKS

IDLE, CHOOSING, TELLING = 0, 1, 2
"""What is under way: nothing, a game, a row."""
PLAYOUT_KEY = hash_name(PLAYOUT)
LARGEST_OUTSIDE = 11
"""Digits of a seed that are dropped: what is left every table holds exactly."""


def write_cell(number: int, place: int) -> None:
    """Write a column's value into the rows area from an offset on."""
    raise NotGiven


def lay_stacks() -> None:
    """Lay all cards of shuffled stacks in drawing order, since columns may read them."""
    raise NotGiven


def begin_batch(seed: int, first: int, count: int, most_moves: int, per_round: int) -> None:
    """Start a batch of ``count`` games from number ``first``; a game still running after ``most_moves`` chosen moves is ended."""
    set_("batch", fold(fold(0, seed), PLAYOUT_KEY))
    set_("number", first)
    set_("behind", first + count)
    set_("most moves", most_moves)
    set_("per round", per_round)
    set_("doing", IDLE)
    set_("rows", 0)


def seat_bot(seat: int, bot: int) -> None:
    """Set the policy that plays for a seat."""
    put("bots", seat, bot)


def rows_read() -> None:
    """Clear the rows, which have been read."""
    set_("rows", 0)


def play_on(patience: int) -> int:
    """Play until all games are played, the rows area is full, or ``patience`` moves were made; return which."""
    left = patience
    while True:
        if get("doing") == TELLING:
            _tell_cells()
        elif get("rows") == told("room for rows"):
            return FULL
        elif get("doing") == CHOOSING:
            if left == 0:
                return PAUSED
            left -= 1
            _play_move()
        elif get("number") == get("behind"):
            return DONE
        else:
            _begin_game()


def stopped() -> int:
    """Return how a fault is handled: continue, stop the game, or leave it to the interpreter; then begin the next game.

    Where a column has no value it is gone on. What fails while moves are listed may be of the move before, or of the choice to come, by how many were listed
    until then: it is so rare that nobody counts.
    """
    if get("doing") == TELLING and get("cell") > 0:
        return GOES_ON
    set_("doing", IDLE)
    set_("number", get("number") + 1)
    return UNCLEAR if get("listing") == 1 else STOPPED


def _begin_game() -> None:
    _stands()
    set_("moves before", 0)
    set_("rounds before", 0)
    set_("chosen", -1)
    set_("doing", CHOOSING)
    if told("counted") != 0:
        begin_counts()
    set_("seed", shifted_right(fold(get("batch"), get("number")), LARGEST_OUTSIDE))
    if get("from root") != 0:
        back_to_root(get("seed"))
        advance()
    else:
        begin_by_seed(get("seed"))
    _moved()


def _stands() -> None:
    """Record the progress of the game, so that a failing next move does not count."""
    set_("moves before", get("moves"))
    set_("rounds before", load(ROUNDS))


def _play_move() -> None:
    _stands()
    if get("decision") < 0:
        _tell(ENDED, load(ROUNDS))
    elif get("chosen") >= get("most moves"):
        _tell(UNFINISHED, load(ROUNDS))
    else:
        if told("counted") != 0:
            count_choice()
        choose()
        go_on()
        _moved()


def _moved() -> None:
    """Count a chosen move; write a row if it has ended a round."""
    set_("chosen", get("chosen") + 1)
    now = load(ROUNDS)
    last = get("last round")
    set_("last round", now)
    if told("counted") != 0:
        see_stage()
    if told("leads counted") != 0 and get("chosen") > 0 and now > last > 0 and get("decision") >= 0:
        # The next row has not begun.
        rank_into(get("rows") * told("row width") + HEAD)
        see_leader(get("rows") * told("row width") + HEAD)
    if get("per round") != 0 and get("chosen") > 0 and now > last > 0 and get("decision") >= 0:
        _tell(ROUND, now - 1)


# -- rows ----------------------------------------------------------------------------------------------------------


def _tell(outcome: int, rounds: int) -> None:
    """Begin a row with its leading numbers and the places of the players."""
    _stands()
    set_("doing", TELLING)
    set_("cell", 0)
    set_("telling", outcome)
    first = get("rows") * told("row width")
    put("rows", first, get("number"))
    put("rows", first + 1, outcome)
    put("rows", first + 2, rounds)
    put("rows", first + 3, get("moves"))
    put("rows", first + 4, get("seed"))
    rank_into(first + HEAD)
    if told("leads counted") != 0 and outcome == ENDED:
        see_leader(first + HEAD)
    for place in range(first + HEAD + told("players"), first + told("row width")):
        put("rows", place, 0)


def _tell_cells() -> None:
    """Write the remaining columns of the row and finish it."""
    if told("ask stacks") != 0 and get("laid") == 0:
        put_aside("as it lay", 0, 0, told("saved"))
        lay_stacks()
        stamp_everything()
        set_("laid", 1)
    first = get("rows") * told("row width")
    while get("cell") < told("cells"):
        number = get("cell")
        set_("cell", number + 1)
        store(BUDGET, LOOKS)
        write_cell(number, first + told_run("cell places")[number])
    for place in range(told("counted")):
        put("rows", first + told("row width") - told("counted") + place, at("move counts", place))
    if get("laid") != 0:
        take_back(0, "as it lay", 0, told("saved"))
        stamp_everything()
        set_("laid", 0)
    set_("rows", get("rows") + 1)
    set_("doing", CHOOSING)
    if get("telling") != ROUND:
        set_("doing", IDLE)
        set_("number", get("number") + 1)
