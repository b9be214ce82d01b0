"""All-or-nothing search: a move that begins such a decision, or is made within one, is legal unless no path leads to its end.

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
from reguli.compile.runtime.games.playout_loop import enter_choice, offer_moves, run_up_to
from reguli.compile.runtime.intrinsics import (
    NotGiven,
    around_add,
    around_mul,
    at,
    fill_slots,
    get,
    load,
    new,
    push,
    put,
    put_aside,
    run_at,
    same,
    set_,
    store,
    take_back,
    told,
    told_run,
)
from reguli.compile.runtime.random_numbers import fold, mix
from reguli.ir.program import DEAD, DEEPEST, DOUBTFUL, HOLDING, MOST_JUDGED, OUT
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET, LOOKS

# -- position symmetry -----------------------------------------------------------------------------------------------
# The normal form of a position as two numbers of 64 bits, and which of its elements are alike (``ir.symmetry_classes`` says what may be exchanged, and why).
#
# Positions are not kept: thousands of them, each as wide as all slots, would be more than areas should hold. What is kept of one is two sums over all that is read of it,
#
#     sum of key[slot] * value   and   sum of other[slot] * value   modulo 2^64
#
# with keys that were drawn once (``ir.rng``) and are odd. Two positions that differ, by no more than 2^t in any slot, have the same sum under 2^t of 2^63 ways to draw one key, so both
# sums under 2^(2t - 126) of all (Carter and Wegman, "Universal classes of hash functions", 1979). Values of 10 digits and 20,000 positions, which are 2^28 pairs, leave 2^-78: rarer
# than that memory fails, so a position that is known by its sums is the same position. A sum is carried on from the position that was looked at last: only what differs costs anything.
#
# The columns of elements that may be exchanged are a sum for each element, mixed; of those that nothing refers to the class counts as the sum of its mixed sums, in which no element has a
# place of its own, so nothing is sorted. Elements that something refers to have keys of their own.


def begin_anew() -> None:
    """Reset the incremental sums to those of an all-zero position if computing them was interrupted."""
    if get("summing") == 0:
        return
    set_("summing", 0)
    set_("first plain", 0)
    set_("second plain", 0)
    for slot in range(told("last")):
        put("last", slot, 0)
    for member in range(told("members")):
        put("first column", member, 0)
        put("second column", member, 0)


def normal_form(own: int, behind: int, base: int) -> None:
    """Compute the two sums of the position and, from ``base`` on, each element's first equivalent; slots from ``own`` to before ``behind`` are past."""
    fill_slots(own, behind - own, 0)
    set_("forms", get("forms") + 1)
    set_("summing", 1)
    _look_at_plain()
    set_("first sum", get("first plain"))
    set_("second sum", get("second plain"))
    for number in range(told("elements")):
        put("twins", base + number, told_run("element numbers")[number])
    _look_at_columns()
    set_("summing", 0)
    busy = is_busy()
    if not busy:
        _refer(own, behind)
    for group in range(told("classes")):
        _look_at_class(group, busy, base)


def is_busy() -> bool:
    """Return whether anything is deferred or runs late; then no elements are interchangeable."""
    for slot in told_run("busy slots"):  # noqa: SIM110 - this is read as it stands
        if load(slot) != 0:
            return True
    return False


def _look_at_plain() -> None:
    first = get("first plain")
    second = get("second plain")
    for number in range(told("stretches")):
        begin = told_run("read begins")[number]
        end = told_run("read ends")[number]
        if same(begin, "last", begin, end - begin):
            continue
        for slot in range(begin, end):
            value = load(slot)
            if value != at("last", slot):
                more = value - at("last", slot)
                put("last", slot, value)
                first = around_add(first, around_mul(told_run("first keys")[slot], more))
                second = around_add(second, around_mul(told_run("second keys")[slot], more))
    set_("first plain", first)
    set_("second plain", second)


def _look_at_columns() -> None:
    """Recompute the sums of the element columns in which anything has changed."""
    moved = False
    for number in range(told("column stretches")):
        begin = told_run("column begins")[number]
        moved = moved or not same(begin, "last", begin, told_run("column ends")[number] - begin)
    if not moved:
        return
    for member in range(told("members")):
        low = told_run("first columns")[member]
        high = told_run("first columns")[member + 1]
        changed = False
        for column in range(low, high):
            slot = told_run("column slots")[column]
            value = load(slot)
            if value != at("last", slot):
                put("last", slot, value)
                changed = True
        if changed:
            first = 0
            second = 0
            for column in range(low, high):
                value = load(told_run("column slots")[column])
                first = around_add(first, around_mul(told_run("first column keys")[column - low], value))
                second = around_add(second, around_mul(told_run("second column keys")[column - low], value))
            put("first column", member, mix(first))
            put("second column", member, mix(second))


def _refer(own: int, behind: int) -> None:
    """Mark the elements that are referred to."""
    for number in range(told("singles")):
        slot = told_run("single slots")[number]
        if slot < own or slot >= behind:
            _refer_to(told_run("single elements")[number], told_run("single sizes")[number], load(slot))
    for number in range(told("lists")):
        slot = told_run("list slots")[number]
        if slot < own or slot >= behind:
            for element in run_at(slot):
                _refer_to(told_run("list elements")[number], told_run("list sizes")[number], element)
    for number in range(told("lying")):
        for place in range(told_run("lying slots")[number], told_run("lying ends")[number]):
            zone = load(place) - told_run("lying zones")[number]
            _refer_to(told_run("lying elements")[number], told_run("lying sizes")[number], zone)


def _refer_to(first: int, count: int, element: int) -> None:
    if 0 <= element < count:
        put("referred", first + element, get("forms"))


def _look_at_class(group: int, busy: bool, base: int) -> None:
    """Add the elements of a class to the sums, and record which of them are equivalent."""
    now = get("forms")
    low = told_run("first members")[group]
    high = told_run("first members")[group + 1]
    first = 0
    second = 0
    one = get("first sum")
    other = get("second sum")
    firsts = new(high - low)
    for member in range(low, high):
        element = told_run("member elements")[member]
        if busy or at("referred", element) == now:
            one = around_add(one, around_mul(told_run("first member keys")[member], at("first column", member)))
            other = around_add(other, around_mul(told_run("second member keys")[member], at("second column", member)))
            continue
        first = around_add(first, at("first column", member))
        second = around_add(second, at("second column", member))
        alike = -1
        for before in firsts:
            if at("first column", before) == at("first column", member) and at("second column", before) == at(
                "second column", member
            ):
                alike = before
                break
        if alike < 0:
            push(firsts, member)
        else:
            like = told_run("element numbers")[told_run("member elements")[alike]]
            put("twins", base + element, like)
    set_("first sum", around_add(one, around_mul(told_run("first class keys")[group], first)))
    set_("second sum", around_add(other, around_mul(told_run("second class keys")[group], second)))


# -- move symmetry ---------------------------------------------------------------------------------------------------
# What moves have in common that differ only in elements that are alike (``normal``): two sums over their arguments, by which one is tried for all.
#
# Of an element that may be exchanged counts which is the first that it is like, and which is the first argument that names the very same one: two elements that are alike are
# still two. Of a set count the first that each member is like; where another argument could name a member as well, everything counts as it stands.


ARGUMENTS = 64
"""More arguments than any option has."""


def likeness(choice: int, base: int) -> None:
    """Compute the two sums of the arguments in the area; the table of equivalent elements starts at ``base``."""
    option = told_run("option of choice")[choice]
    first = around_mul(told_run("first move keys")[0], option)
    second = around_mul(told_run("second move keys")[0], option)
    for parameter in range(told_run("first parameters")[choice], told_run("first parameters")[choice + 1]):
        place = told_run("parameter places")[parameter]
        words = told_run("parameter words")[parameter]
        elements = told_run("parameter elements")[parameter]
        if elements < 0:
            for word in range(place, place + words):
                first = around_add(first, around_mul(told_run("first move keys")[word + 1], at("arguments", word)))
                second = around_add(second, around_mul(told_run("second move keys")[word + 1], at("arguments", word)))
            continue
        found = 0
        other = 0
        if words == 1:
            same = _earliest_alike(told_run("first parameters")[choice], parameter)
            found = at("twins", base + elements + at("arguments", place)) * ARGUMENTS + same
            other = found
        else:
            for member in range(at("arguments", place)):
                like = at("twins", base + elements + at("arguments", place + 1 + member)) + 1
                found = around_add(found, mix(around_mul(told_run("first move keys")[place + 1], like)))
                other = around_add(other, mix(around_mul(told_run("second move keys")[place + 1], like)))
        first = around_add(first, around_mul(told_run("first move keys")[place + 1], found))
        second = around_add(second, around_mul(told_run("second move keys")[place + 1], other))
    set_("first mark", first)
    set_("second mark", second)


def _earliest_alike(first: int, parameter: int) -> int:
    """Return the index of the first parameter of the same kind that names the same element."""
    value = at("arguments", told_run("parameter places")[parameter])
    elements = told_run("parameter elements")[parameter]
    for other in range(first, parameter):
        same = at("arguments", told_run("parameter places")[other]) == value
        if same and told_run("parameter elements")[other] == elements:
            return other - first
    return parameter - first


def move_sums(choice: int) -> None:
    """Compute the two sums of the arguments without regard to equivalent elements."""
    option = told_run("option of choice")[choice]
    first = around_mul(told_run("first move keys")[0], option)
    second = around_mul(told_run("second move keys")[0], option)
    for word in range(told_run("argument words")[choice]):
        first = around_add(first, around_mul(told_run("first move keys")[word + 1], at("arguments", word)))
        second = around_add(second, around_mul(told_run("second move keys")[word + 1], at("arguments", word)))
    set_("first mark", first)
    set_("second mark", second)


# -- transaction search ----------------------------------------------------------------------------------------------


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
    """Offer the moves of a decision, those of options that leave it or an enclosing one first."""
    raise NotGiven


def look_at(decision: int, stuck: bool) -> None:
    """Observe a position that the search visits; ``stuck`` if it has no move. Does nothing if there is no observer."""
    raise NotGiven


def judge_here(decision: int, tries: int, seed: int, partial: bool) -> int:
    """List the moves of the current position and judge those inside, or leading into, an all-or-nothing decision; ``partial`` skips the invariants."""
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
    """Judge the moves in the offers area (``verdicts``, in their order); return how many were judged, none if there are too many.

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
    """Return whether an offer is judged: it is within, or may lead into, an all-or-nothing decision."""
    choice = told_run("first choice")[decision] + at("offers", row * told("offer width"))
    return load(HOLDING) != 0 or get("every") != 0 or told_run("choice holds")[choice] != 0


def _find_alike(decision: int) -> int:
    """Find the first equivalent of each move; return the number of distinct moves, or -1 if there are more than are judged."""
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
    """Judge one of each set of equivalent moves; each gets an equal share of the remaining positions."""
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
    """Search for a way out after the move whose arguments are in the area."""
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
    """Make a move and run to the next decision with a move, out of the all-or-nothing decision, or to a dead end."""
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
    """Run from a block; return the next decision inside the all-or-nothing part, or where it leads."""
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
    """Append the moves of a position to the offers; return whether it has any."""
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
    """Discard the offers of a position and of later ones; those of the judged decision are kept."""
    set_("offers", at("levels", depth * LEVEL + OFFERS))
    set_("more", at("levels", depth * LEVEL + MORE))
    set_("among", at("levels", depth * LEVEL + AMONG))


def _next_choice(depth: int) -> int:
    """Write the arguments of a position's next move not equivalent to an earlier one; return its choice, -1 if none is left."""
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
    """Return the table place of two sums, or the free place for them."""
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
    """Return whether a table place is unused."""
    return at("known", place + 2) < get("begun")


def _learn(place: int, first: int, second: int, known: int) -> None:
    """Enter two sums into the table."""
    if _is_fresh(place):
        set_("entries", get("entries") + 1)
        put("known", place, first)
        put("known", place + 1, second)
    _mark(place, known)


def _mark(place: int, known: int) -> None:
    put("known", place + 2, 4 * get("search") + known)
