"""All or nothing: a move that begins such a decision, or is made within one, is legal unless no way leads to its end.

What is asked of a move is whether some way on from it leaves the decision that is held. The search goes depth first and looks at so many positions at most, so it
has three answers. ``OUT``: a way was found. ``DEAD``: every way was gone to its end, and none leads out; only such a move is refused. ``DOUBTFUL``: the search gave
up. A doubtful move is offered; whoever makes it and then has no move left is taken back to where the held part began (``held``), and what was tried in vain is
refused there.

Positions are compared in their normal form (``normal``), in which elements that are alike are one: eighteen bolts that nothing tells apart are a number of bolts. Of moves
that differ only in which of them they name, one is judged for all (``likeness``). Options that leave the decision are tried first, since a way out that is near should
not be looked for far off.

All moves of a position are judged at once and in their order, so the answer is a matter of the position alone: whoever lists them, asks about one, or plays a save again is
told the same.

A way is a stack of positions (the area ``positions aside``), and the moves of each stand in the area of offers behind those of the decision that is judged. What is known of positions
stands in one table (``known``), in which only marks from ``begun`` on count, so that nothing is ever wiped out. A way that is longer than ``DEEPEST``, or has no
room for its moves, is not gone on: then nothing is dead, and the answer may be a doubt.
"""

from __future__ import annotations

from reguli.compile.runtime.games.move_buffer import write_arguments
from reguli.compile.runtime.games.move_symmetry import likeness
from reguli.compile.runtime.games.playout_loop import enter_choice, offer_moves, run_up_to
from reguli.compile.runtime.games.position_symmetry import begin_anew, normal_form
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
from reguli.compile.runtime.random_numbers import fold
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET, LOOKS
from reguli.ir.transaction_exits import DEAD, DEEPEST, DOUBTFUL, HOLDING, MOST_JUDGED, OUT

SEEN, TRIED = 2, 3
"""What may be known of a position besides ``OUT`` and ``DEAD``: it was come to in this search. Of a move at a position: it was tried."""
GOES_ON = 3
"""A move led to a position with moves."""
LED_OUT, LED_NOWHERE = -1, -2
"""In place of a decision: a move led out, or to a fault."""
OFFERED = 1 << 14
"""Offers that stand in the area at most when those of one more decision come behind them."""
AMONG_ROOM = 1 << 14
"""Elements of which sets are chosen last, likewise."""
PLACES = 1 << 16
ENTRY = 4
"""Numbers of an entry of the table: two sums, a mark (four times the number of the search, and what is known), and a number of its own."""
FULL = PLACES - (PLACES >> 3)
LEVEL = 10
DECISION, PLACE, SERIAL, ROW, INDEX, BEHIND, OFFERS, MORE, AMONG = range(9)
"""What stands in the area ``levels`` of each position on the way: what is decided, where it is known, its own number, the offer and which of its moves comes next, behind the last, and
how many offers there were before."""
AREAS = {
    "known": PLACES * ENTRY,
    "positions seen": PLACES,
    "levels": (DEEPEST + 2) * LEVEL,
    "verdicts": MOST_JUDGED,
    "alike": MOST_JUDGED,
}


def offer_leaving(decision: int) -> None:
    """Offer the moves of a decision, those of options first that leave it, or one around it."""
    raise NotGiven


def look_at(decision: int, stuck: bool) -> None:
    """See a position that the search looks at, whether it has a move or not; there is nothing to see where nobody watches."""
    raise NotGiven


def judge_here(decision: int, tries: int, seed: int, partial: bool) -> int:
    """List the moves of a position and judge those that may hold; ``partial`` is whether it is not held to what must always hold."""
    set_("game", fold(0, seed))
    set_("partial", int(partial))
    store(BUDGET, LOOKS)
    set_("offers", 0)
    set_("more", 0)
    set_("among", 0)
    offer_moves(decision)
    found = judge(decision, tries, False)
    set_("partial", 0)
    return found


def judge(decision: int, tries: int, every: bool) -> int:
    """Judge the moves that stand in the area of offers (``verdicts``, in their order), and give how many were judged: none where there are too many.

    These are those that may hold, or ``every`` one.
    """
    set_("every", int(every))
    put_aside("positions aside", 0, 0, told("width"))
    set_("searching", 1)
    set_("search", get("search") + 1)
    set_("begun", 4 * get("search"))
    set_("entries", 0)
    set_("positions looked at", 0)
    set_("outcomes before", get("outcomes"))
    begin_anew()
    normal_form(told_run("own first")[decision], told_run("own behind")[decision], 0)
    rows = get("offers")
    kinds = _find_alike(decision)
    if kinds < 0:
        put("doubts", decision, 1)
    else:
        _judge_each(decision, rows, kinds, tries)
    _forget_offers(0)
    take_back(0, "positions aside", 0, told("width"))
    set_("decision", decision)
    set_("outcomes", get("outcomes before"))
    set_("searching", 0)
    return get("judged")


def holds(decision: int, row: int) -> bool:
    """Tell whether an offer is judged: it stands within, or may lead into, a decision that is all or nothing."""
    choice = told_run("first choice")[decision] + at("offers", row * told("offer width"))
    return load(HOLDING) != 0 or get("every") != 0 or told_run("choice holds")[choice] != 0


def _find_alike(decision: int) -> int:
    """Find for each move the first that it is like, and give of how many kinds they are; -1 for more than are judged."""
    put("levels", OFFERS, get("offers"))
    put("levels", MORE, get("more"))
    put("levels", AMONG, get("among"))
    width = told("offer width")
    set_("judged", 0)
    kinds = 0
    for row in range(get("offers")):
        if not holds(decision, row):
            continue
        choice = told_run("first choice")[decision] + at("offers", row * width)
        many = at("offers", row * width + 1)
        if get("judged") + many > MOST_JUDGED:
            set_("judged", 0)
            return -1
        for index in range(many):
            write_arguments(choice, row * width + 2, index)
            likeness(choice, 0)
            place = _place_of(get("first mark"), get("second mark"))
            number = get("judged")
            if _is_fresh(place):
                _learn(place, get("first mark"), get("second mark"), TRIED)
                put("known", place + 3, number)
                kinds += 1
            put("alike", number, at("known", place + 3))
            set_("judged", number + 1)
    return kinds


def _judge_each(decision: int, rows: int, kinds: int, tries: int) -> None:
    """Judge one move of each kind; each gets an equal share of the positions that are left."""
    width = told("offer width")
    left = tries
    waiting = kinds
    number = 0
    # What holds stands in the position, which each way changes.
    every = load(HOLDING) != 0 or get("every") != 0
    for row in range(rows):
        choice = at("offers", row * width)
        if not (every or told_run("choice holds")[told_run("first choice")[decision] + choice] != 0):
            continue
        for index in range(at("offers", row * width + 1)):
            verdict = OUT
            if at("alike", number) == number:
                share = left // waiting
                share = max(share, 1)
                set_("left", share)
                write_arguments(told_run("first choice")[decision] + choice, row * width + 2, index)
                verdict = _way_out(decision, choice)
                unused = get("left")
                left -= share - max(unused, 0)
                waiting -= 1
                if verdict == DOUBTFUL:
                    put("doubts", decision, 1)
            else:
                verdict = at("verdicts", at("alike", number))
            put("verdicts", number, verdict)
            number += 1


# -- one move ------------------------------------------------------------------------------------------------------


def _way_out(decision: int, choice: int) -> int:
    """Look for a way out behind a move whose arguments stand in the area."""
    set_("search", get("search") + 1)
    set_("positions seen", 0)
    set_("cut", 0)
    _forget_offers(0)
    depth = 0
    deciding = decision
    chosen = choice
    while True:
        set_("left", get("left") - 1)
        if get("left") < 0:
            return DOUBTFUL
        take_back(0, "positions aside", depth * told("width"), told("width"))
        led = _led_to(deciding, chosen, depth + 1)
        if led == OUT:
            for level in range(1, depth + 1):
                _mark(at("levels", level * LEVEL + PLACE), OUT)
            return OUT
        if led == GOES_ON:
            depth += 1
        chosen = -1
        while depth > 0:
            chosen = _next_choice(depth)
            if chosen >= 0:
                break
            _forget_offers(depth)
            depth -= 1
        if depth == 0:
            break
        deciding = at("levels", depth * LEVEL + DECISION)
    if get("cut") != 0:
        return DOUBTFUL
    # Every way was gone to its end, so what was seen is dead for other moves too.
    for number in range(get("positions seen")):
        _mark(at("positions seen", number), DEAD)
    return DEAD


def _led_to(decision: int, choice: int, depth: int) -> int:
    """Make a move and run on to the next decision with a move, out of what is held, or to where it does not go on."""
    block = enter_choice(decision, choice)
    while block >= 0:
        following = _run_inside(block)
        if following == LED_OUT:
            return OUT
        if following == LED_NOWHERE:
            return DEAD
        normal_form(told_run("own first")[following], told_run("own behind")[following], depth * told("elements"))
        place = _place_of(get("first sum"), get("second sum"))
        if not _is_fresh(place):
            mark = at("known", place + 2)
            known = mark % 4
            if known == OUT:
                return OUT
            if known == DEAD or mark // 4 == get("search"):
                return DEAD
        elif get("entries") >= FULL:
            set_("cut", 1)
            return DEAD
        if _is_fresh(place):
            set_("positions looked at", get("positions looked at") + 1)
        _learn(place, get("first sum"), get("second sum"), SEEN)
        put("positions seen", get("positions seen"), place)
        set_("positions seen", get("positions seen") + 1)
        goes_on = _has_moves(following, place, depth)
        block = told_run("otherwise")[following]
        if told("watched") != 0:
            look_at(following, not goes_on and block < 0)
        if goes_on:
            return GOES_ON
    return DEAD


def _run_inside(block: int) -> int:
    """Run on from a block: the next decision that is held, or where it leads."""
    holding = load(HOLDING)
    failed = False
    try:
        run_up_to(block, told_run("exits")[holding - 1] if holding > 0 else -1)
    except Failed:
        failed = True
    held = load(HOLDING) != 0
    if failed:
        # Outside of what is held the fault is told when the move is made.
        return LED_NOWHERE if held else LED_OUT
    return get("decision") if held and get("decision") >= 0 else LED_OUT


def _has_moves(decision: int, place: int, depth: int) -> bool:
    """Put the moves of a position behind the others; tell whether it has any."""
    level = depth * LEVEL
    before = get("offers")
    put("levels", level + OFFERS, before)
    put("levels", level + MORE, get("more"))
    put("levels", level + AMONG, get("among"))
    if depth > DEEPEST or before > OFFERED or get("among") > AMONG_ROOM:
        set_("cut", 1)
        return False
    store(BUDGET, LOOKS)
    try:  # noqa: SIM105 - this is read as it stands
        offer_leaving(decision)
    except Failed:
        # None is left where the rules fail on listing them.
        pass
    if get("offers") == before:
        return False
    put_aside("positions aside", depth * told("width"), 0, told("width"))
    put("levels", level + DECISION, decision)
    put("levels", level + PLACE, place)
    put("levels", level + SERIAL, get("forms"))
    put("levels", level + ROW, before)
    put("levels", level + INDEX, 0)
    put("levels", level + BEHIND, get("offers"))
    return True


def _forget_offers(depth: int) -> None:
    """Forget the offers of a position, and of those behind it; of the decision that is judged they stay."""
    set_("offers", at("levels", depth * LEVEL + OFFERS))
    set_("more", at("levels", depth * LEVEL + MORE))
    set_("among", at("levels", depth * LEVEL + AMONG))


def _next_choice(depth: int) -> int:
    """Write the arguments of the next move of a position that is like none before, and give its choice; -1 where none is left."""
    level = depth * LEVEL
    decision = at("levels", level + DECISION)
    behind = at("levels", level + BEHIND)
    row = at("levels", level + ROW)
    index = at("levels", level + INDEX)
    width = told("offer width")
    while row < behind:
        choice = at("offers", row * width)
        write_arguments(told_run("first choice")[decision] + choice, row * width + 2, index)
        index += 1
        if index == at("offers", row * width + 1):
            index = 0
            row += 1
        likeness(told_run("first choice")[decision] + choice, depth * told("elements"))
        first = fold(get("first mark"), at("levels", level + SERIAL))
        place = _place_of(first, get("second mark"))
        if not _is_fresh(place):
            continue
        if get("entries") >= FULL:
            set_("cut", 1)
            break
        _learn(place, first, get("second mark"), TRIED)
        put("levels", level + ROW, row)
        put("levels", level + INDEX, index)
        return choice
    return -1


# -- what is known -------------------------------------------------------------------------------------------------


def _place_of(first: int, second: int) -> int:
    """Give where two sums stand in the table, or the free place where they belong."""
    place = (first & (PLACES - 1)) * ENTRY
    begun = get("begun")
    while at("known", place + 2) >= begun:
        if at("known", place) == first and at("known", place + 1) == second:
            break
        place += ENTRY
        if place == PLACES * ENTRY:
            place = 0
    return place


def _is_fresh(place: int) -> bool:
    """Tell whether nothing is known at a place of the table."""
    return at("known", place + 2) < get("begun")


def _learn(place: int, first: int, second: int, known: int) -> None:
    """Put two sums down in the table."""
    if _is_fresh(place):
        set_("entries", get("entries") + 1)
        put("known", place, first)
        put("known", place + 1, second)
    _mark(place, known)


def _mark(place: int, known: int) -> None:
    put("known", place + 2, 4 * get("search") + known)
