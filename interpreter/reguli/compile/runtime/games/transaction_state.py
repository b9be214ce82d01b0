"""State of all-or-nothing decisions during play (``holding``): which moves are left out, where a decision began, and how to return there.

A move that surely leads nowhere is not offered, nor is one that was tried in vain: that led to where no move was left. Who stands there is taken back to the beginning of what
is held, and the first move made inside was in vain. When there is none, or when too many were, it is the move that led in, and the position before it is gone back to.

The area ``held`` keeps both positions, one behind the other; of moves and positions tried in vain two sums are kept of each (``normal`` says why that is enough).
"""

from __future__ import annotations

from reguli.compile.runtime.games.move_buffer import write_arguments
from reguli.compile.runtime.games.playout_loop import PC, actor_of, stamp_everything
from reguli.compile.runtime.games.transaction_search import holds, judge, move_sums
from reguli.compile.runtime.intrinsics import (
    NotGiven,
    around_add,
    around_mul,
    at,
    fail,
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
from reguli.ir.program import DEAD, HOLDING, MOST_IN_VAIN
from reguli.ir.state_layout import EPOCH

REMEMBERED = 1 << 12
"""Moves tried in vain that are remembered in one game; with more of them it is given up."""
SUMS = 4
AREAS = {"vain": REMEMBERED * SUMS}


def tell_taken_back(held: int, actor: int) -> None:
    """Report that a player is taken back to the start of a decision, numbered from 1."""
    raise NotGiven


def may_hold(decision: int) -> bool:
    """Return whether a move of a decision may lead into an all-or-nothing decision, or is made within one."""
    return load(HOLDING) != 0 or told_run("decision holds")[decision] != 0


# -- what is offered -----------------------------------------------------------------------------------------------


def leave_out(decision: int) -> None:
    """Remove the moves that certainly never lead out of the all-or-nothing decision, and those tried in vain."""
    judged = judge(decision, told("tries"), False)
    refused = False
    for number in range(judged):
        if at("verdicts", number) == DEAD:
            refused = True
            break
    tried = get("vain") > 0 and _was_tried_here()
    if refused or tried:
        _keep_others(decision, judged, tried)


def _was_tried_here() -> bool:
    _sum_position()
    for number in range(get("vain")):  # noqa: SIM110 - this is read as it stands
        if _is_here(number):
            return True
    return False


def _is_here(number: int) -> bool:
    """Return whether a move tried in vain was tried in the position just summed up."""
    return at("vain", number * SUMS) == get("first here") and at("vain", number * SUMS + 1) == get("second here")


def _is_in_vain(choice: int) -> bool:
    """Return whether the move whose arguments are in the area was tried in vain here."""
    move_sums(choice)
    for number in range(get("vain")):
        first = at("vain", number * SUMS + 2)
        second = at("vain", number * SUMS + 3)
        if first == get("first mark") and second == get("second mark") and _is_here(number):
            return True
    return False


def _keep_others(decision: int, judged: int, tried: bool) -> None:
    """Replace the offers by the remaining ones; an offer of which some moves are refused is split into single moves."""
    width = told("offer width")
    rows = get("offers")
    number = 0
    set_("more", 0)
    for row in range(rows):
        if not holds(decision, row):
            _copy_offer(row, get("offers"))
            set_("offers", get("offers") + 1)
            set_("more", get("more") + at("offers", row * width + 1) - 1)
            continue
        choice = told_run("first choice")[decision] + at("offers", row * width)
        for index in range(at("offers", row * width + 1)):
            write_arguments(choice, row * width + 2, index)
            dead = number < judged and at("verdicts", number) == DEAD
            number += 1
            if not dead and not (tried and _is_in_vain(choice)):
                _offer_one(choice, at("offers", row * width))
    kept = get("offers") - rows
    for row in range(kept):
        _copy_offer(rows + row, row)
    set_("offers", kept)


def _copy_offer(row: int, goal: int) -> None:
    width = told("offer width")
    for place in range(width):
        put("offers", goal * width + place, at("offers", row * width + place))


def _offer_one(choice: int, number: int) -> None:
    """Offer the single move whose arguments are in the area."""
    first = get("offers") * told("offer width")
    count = told_run("argument words")[choice]
    room = told_run("chosen last")[choice]
    put("offers", first, number)
    put("offers", first + 1, 1)
    for place in range(count):
        put("offers", first + 2 + place, at("arguments", place))
    if room > 0:
        put("offers", first + 2 + count - room, -1 - at("arguments", count - room))
    set_("offers", get("offers") + 1)


# -- where it began ------------------------------------------------------------------------------------------------


def note_entry(decision: int, choice: int) -> None:
    """Remember the move about to enter an all-or-nothing decision and the position before it, or the first move made inside one."""
    number = told_run("first choice")[decision] + choice
    if get("held") == 0:
        if told_run("choice enters")[number] == 0:
            return
        put_aside("held", told("saved"), 0, told("saved"))
        move_sums(number)
        set_("first entry", get("first mark"))
        set_("second entry", get("second mark"))
    elif get("has begun") == 0:
        set_("has begun", 1)
        move_sums(number)
        set_("first begun", get("first mark"))
        set_("second begun", get("second mark"))


def note_held(entered: bool) -> None:
    """Record where an all-or-nothing decision began, ``entered`` by the last move; clear the record after its end."""
    if get("decision") < 0 or load(HOLDING) == 0:
        set_("held", 0)
    elif get("held") == 0:
        set_("held", 1)
        set_("has begun", 0)
        set_("has entry", int(entered))
        put_aside("held", 0, 0, told("saved"))


def recall_entry(number: int) -> None:
    """Take the arguments in the area as those of the move that led in, by its choice."""
    set_("held", 1)
    set_("has entry", 1)
    move_sums(number)
    set_("first entry", get("first mark"))
    set_("second entry", get("second mark"))


def recall_begun(number: int) -> None:
    """Take the arguments in the area as those of the first move made inside, by its choice."""
    set_("has begun", 1)
    move_sums(number)
    set_("first begun", get("first mark"))
    set_("second begun", get("second mark"))


def recall_vain(number: int) -> None:
    """Take the arguments in the area as those of a move tried in vain in the position in the slots, by its choice."""
    move_sums(number)
    _try_in_vain(get("first mark"), get("second mark"))


def begin_recall(held: int) -> None:
    """Forget all about an all-or-nothing decision; ``held`` says whether the position is in one."""
    set_("held", held)
    set_("has entry", 0)
    set_("has begun", 0)
    set_("vain", 0)


def recall_from_root() -> None:
    """Recall where the all-or-nothing decision of the root began, if it is in one."""
    if get("root held") != 0:
        for half in range(2):
            take_back(0, "root held", half * told("saved"), told("saved"))
            put_aside("held", half * told("saved"), 0, told("saved"))


def go_back() -> bool:
    """Return to the start of an all-or-nothing decision that has no moves left; return whether there was one."""
    if get("held") == 0:
        return False
    holding = load(HOLDING)
    actor = actor_of(get("decision"))
    if get("has begun") != 0:
        _return_to(0)
        tried = _try_in_vain(get("first begun"), get("second begun"))
        if get("has entry") == 0 or tried < MOST_IN_VAIN:
            set_("has begun", 0)
            tell_taken_back(holding, actor)
            return True
    if get("has entry") == 0:
        return False
    _return_to(told("saved"))
    _try_in_vain(get("first entry"), get("second entry"))
    set_("held", 0)
    tell_taken_back(holding, actor)
    return True


def _return_to(first: int) -> None:
    take_back(0, "held", first, told("saved"))
    store(EPOCH, 1)
    stamp_everything()
    set_("decision", told_run("ends")[load(PC)])


def _try_in_vain(first: int, second: int) -> int:
    """Remember a move as tried in vain in this position; return how many have been."""
    _sum_position()
    number = get("vain")
    if number == REMEMBERED:
        fail("E319")
    put("vain", number * SUMS, get("first here"))
    put("vain", number * SUMS + 1, get("second here"))
    put("vain", number * SUMS + 2, first)
    put("vain", number * SUMS + 3, second)
    set_("vain", number + 1)
    tried = 0
    for other in range(number + 1):
        if _is_here(other):
            tried += 1
    return tried


def _sum_position() -> None:
    first = 0
    second = 0
    for slot in range(told("saved")):
        value = load(slot)
        if value != 0:
            first = around_add(first, around_mul(told_run("first keys")[slot], value))
            second = around_add(second, around_mul(told_run("second keys")[slot], value))
    set_("first here", first)
    set_("second here", second)
