"""The playout loop: plays a game from decision to decision, with seeded chance, forced moves and random choices.

This is what the engine does for a playthrough (``engine.gameplay``), said once more in the restricted Python (``runtime.intrinsics``), so that a whole game is one
call of generated code. What depends on the rules stands in stubs, which ``making.playing`` makes of each program.

The moves of a decision lie in the area ``offers``, one row of ``offer width`` numbers for each: the choice, how many moves it stands for, and the arguments. What
stands for several moves has the first value of a number in place of the last argument, or of sets and bundles where they are chosen from (``choosing``): their
beginning in the area ``among``, how many, the least and the most, and 1 for bundles. In place of the beginning there may be -1 less a length: then one set or bundle
stands there itself.

Nothing here goes deeper than a few calls, and what has to outlast a call stands in numbers beside the position: so the caller may stop at a point of chance, or
behind a fault, and go on.
"""

from __future__ import annotations

from reguli.compile.runtime.games.chance_outcomes import least_ticket
from reguli.compile.runtime.games.move_buffer import write_arguments
from reguli.compile.runtime.intrinsics import (
    NotGiven,
    around_add,
    at,
    fail,
    fill_slots,
    get,
    load,
    put,
    put_aside,
    set_,
    shifted_right,
    size,
    store,
    told,
    told_run,
)
from reguli.compile.runtime.random_numbers import bits_below, fold, mix
from reguli.ir.cycle_detection import FREE
from reguli.ir.rng import BOT, GOLDEN, hash_name
from reguli.ir.state_layout import BUDGET, EPOCH, FACTS, LOOKS

OVER = -1
"""In place of a decision: the game is over."""
CASTING = -2
"""In place of a decision: chance waits for its outcome."""
STEPS = 1_000_000
"""Blocks run between two decisions at most."""
MOST_FORCED = 2_000
"""Moves in a row without a choice that are played at most."""
UNIFORM, BY_OPTION, PREFERRING = 0, 1, 2
"""Who chooses: by lot among all moves, or first an option and then one of its moves; from 2 on the bots of the ruleset."""
PC = FACTS.index("pc")
ROUNDS, STAGE = FACTS.index("round"), FACTS.index("stage")
CHOICES, OFFERED, TURNS, LAPS, LEADS = 0, 1, 2, 3, 4
"""Places of counts: decisions made by choice, moves offered there, turns, laps, changes of the lead."""
HEAD_OF_COUNTS = 5
BOT_KEY = hash_name(BOT)


# -- what is made for each program -------------------------------------------------------------------------------


def next_stop(block: int, stop: int) -> int:
    """Run from a block to the next that ends in a decision, a chance node or the end; return it, or -1 on reaching the stop block."""
    raise NotGiven


def keep_past(block: int) -> None:
    """Save the position from before the move, if anything reads it, before a block runs."""
    raise NotGiven


def stamp_everything() -> None:
    """Assign a new number to all stamps, since the whole position was replaced."""
    raise NotGiven


def offer_moves(decision: int) -> None:
    """Offer the moves of a decision, in source order."""
    raise NotGiven


def enter_choice(decision: int, choice: int) -> int:
    """Apply a choice with the arguments in the area; return the block of its effects."""
    raise NotGiven


def actor_of(decision: int) -> int:
    """Return the player who decides."""
    raise NotGiven


def cast_at(block: int) -> int:
    """Write the candidates of the chance node at a block; return their number: 0 if there is nothing to choose (``making.chances``)."""
    raise NotGiven


def come_out(block: int, index: int) -> int:
    """Apply a chance outcome, given by its candidate number; return the block to continue with."""
    raise NotGiven


def is_doubtful(decision: int) -> bool:
    """Return whether a move of a decision may lead into an all-or-nothing decision, or is made within one."""
    raise NotGiven


def keep_ways_out(decision: int) -> None:
    """Remove the offered moves from which no path leads out of the all-or-nothing decision."""
    raise NotGiven


def watch_held(entered: bool) -> None:
    """Record where an all-or-nothing decision began; ``entered``: by the last move, without a chance node."""
    raise NotGiven


def keep_entry(decision: int, choice: int) -> None:
    """Save the position and the move about to be made, which may lead into an all-or-nothing decision."""
    raise NotGiven


def choose_of_ruleset(decision: int, bot: int) -> None:
    """Let a bot of the ruleset choose a move and make it (``preferring``)."""
    raise NotGiven


def taken_back() -> bool:
    """Return to where the all-or-nothing decision began; return whether there was one."""
    raise NotGiven


def criterion(number: int, player: int) -> int:
    """Return the value of a ranking criterion for a player."""
    raise NotGiven


# -- the position --------------------------------------------------------------------------------------------------


def lay_out(seed: int) -> None:
    """Initialise a game: the slots before the set-up, no moves played; chance is seeded."""
    fill_slots(0, told("saved"), 0)
    for place in range(size(told_run("first slots"))):
        store(told_run("first slots")[place], told_run("first values")[place])
    store(EPOCH, 1)
    stamp_everything()
    seed_chance(seed)
    set_("moves", 0)
    set_("outcomes", 0)
    set_("held", 0)
    set_("vain", 0)


def seed_chance(seed: int) -> None:
    """Seed chance and the streams of the bots."""
    set_("game", fold(0, seed))
    lots = fold(get("game"), BOT_KEY)
    for seat in range(told("players")):
        put("lots", seat, fold(lots, seat))


def go_from(block: int) -> None:
    """Run from a block to the next decision, or to a chance node that waits for its outcome."""
    set_("searching", 0)
    run_up_to(block, -1)


def run_up_to(block: int, stop: int) -> None:
    """Run as ``go_from`` does, or up to the block ``stop``, which then counts as the end. In a search, chance never waits."""
    store(BUDGET, LOOKS)
    set_("steps", STEPS)
    set_("hold", int(get("partial") == 0))
    keep_past(block)
    _run_on(block, stop)


def _run_on(block: int, stop: int) -> None:
    here = block
    while True:
        here = next_stop(here, stop)
        if here < 0:
            store(PC, stop)
            set_("decision", OVER)
            return
        if told_run("ends")[here] != CASTING:
            break
        count = cast_at(here)
        index = 0
        if count > 0:
            if get("by hand") != 0 and get("searching") == 0:
                set_("waiting", here)
                break
            set_("outcomes", get("outcomes") + 1)
            index = least_ticket(count)
        here = come_out(here, index)
    store(PC, here)
    set_("decision", told_run("ends")[here])


# -- moves ---------------------------------------------------------------------------------------------------------


def list_moves(decision: int) -> int:
    """List the moves of a decision into the offers area; return their number."""
    store(BUDGET, LOOKS)
    set_("offers", 0)
    set_("more", 0)
    set_("among", 0)
    doubtful = is_doubtful(decision)
    set_("listing", 2 if doubtful else 1)
    offer_moves(decision)
    if doubtful:
        keep_ways_out(decision)
    set_("listing", 0)
    return get("offers") + get("more")


def begin_by_seed(seed: int) -> None:
    """Start a game and advance to the first decision with a real choice."""
    lay_out(seed)
    go_from(told("first block"))
    go_on()


def move(index: int) -> None:
    """Make the move at an index in the list, and advance to the next decision with a real choice."""
    take(index)
    go_on()


def come_by_hand(index: int) -> None:
    """Continue from a chance node with the candidate of the given number."""
    set_("outcomes", get("outcomes") + 1)
    _run_on(come_out(get("waiting"), index), -1)
    if get("decision") == CASTING:
        return
    if get("taking") != 0:
        set_("taking", 0)
        watch_held(False)
    if get("fresh") != 0:
        set_("fresh", 0)
        advance()
    else:
        advance_on()


def go_on() -> None:
    """Continue after a move, at once or after the outcome of a chance node."""
    if get("decision") == CASTING:
        set_("fresh", 1)
    else:
        advance()


def advance() -> None:
    """Advance to a decision with a real choice: play forced moves, and continue where no move is legal.

    Moves without a choice that go in a circle are found as ``engine.gameplay.forced_cycles`` says.
    """
    set_("passed", 0)
    _begin_circle()
    set_("until", 1)
    watch_held(False)
    advance_on()


def advance_on() -> None:
    """Continue this after a chance node."""
    while get("decision") >= 0:
        decision = get("decision")
        count = list_moves(decision)
        if count > 1:
            return
        other = told_run("otherwise")[decision]
        if count == 0 and other < 0 and taken_back():
            _begin_circle()
            set_("until", 1)
            continue
        _look_for_circle()
        if count == 1:
            take(0)
        elif other >= 0:
            go_from(other)
        else:
            fail("E313")


def _begin_circle() -> None:
    set_("kept", 0)
    set_("since", 0)


def _look_for_circle() -> None:
    if get("passed") < FREE:
        set_("passed", get("passed") + 1)
        return
    if get("kept") != 0 and _stands_as_kept():
        fail("E317")
    if get("passed") >= MOST_FORCED:
        fail("E318")
    if get("since") == get("until"):
        _begin_circle()
        set_("until", 2 * get("until"))
    if get("kept") == 0:
        put_aside("circle", 0, 0, told("saved"))
        set_("kept", 1)
    set_("since", get("since") + 1)
    set_("passed", get("passed") + 1)


def _stands_as_kept() -> bool:
    """Return whether the position equals the saved one; the slot that differed last is compared first."""
    if load(get("differs")) != at("circle", get("differs")):
        return False
    for slot in range(told("saved")):
        if load(slot) != at("circle", slot):
            set_("differs", slot)
            return False
    return True


def take(index: int) -> None:
    """Make the move at an index in the list, and run on."""
    record = 0
    left = index
    if get("more") == 0:
        record = index
        left = 0
    else:
        while left >= at("offers", record * told("offer width") + 1):
            left -= at("offers", record * told("offer width") + 1)
            record += 1
    take_offer(record, left)


def take_offer(record: int, index: int) -> None:
    """Make one of the moves that an offer covers, and run on."""
    first = record * told("offer width")
    choice = at("offers", first)
    write_arguments(told_run("first choice")[get("decision")] + choice, first + 2, index)
    take_written(choice)


def take_written(choice: int) -> None:
    """Make the move of a choice whose arguments are in the area, and run on."""
    decision = get("decision")
    set_("taken", choice)
    if told("holds") != 0:
        keep_entry(decision, choice)
    if told("counted") != 0:
        _count_move(decision, told_run("first choice")[decision] + choice)
    before = get("outcomes")
    store(BUDGET, LOOKS)
    block = enter_choice(decision, choice)
    set_("moves", get("moves") + 1)
    go_from(block)
    if told("holds") != 0:
        if get("decision") == CASTING:
            set_("taking", 1)
        else:
            watch_held(get("outcomes") == before)


# -- counting ------------------------------------------------------------------------------------------------------
# In the area ``move counts``, where a batch asks for it: the numbers of ``HEAD_OF_COUNTS``; of each decision how many moves were made there and how many of them chosen; the round
# in which each stage was first seen, plus 1; and for each seat how often it took each option, and each with an element as argument.


def begin_counts() -> None:
    """Begin to count anew."""
    for place in range(told("counted")):
        put("move counts", place, 0)
    set_("last actor", -1)
    set_("leader", -1)


def count_choice() -> None:
    """Count a decision that is about to be made by choice, and what is offered there."""
    _count(CHOICES, 1)
    _count(OFFERED, get("offers") + get("more"))
    _count(HEAD_OF_COUNTS + 2 * told_run("counter of decision")[get("decision")] + 1, 1)


def see_stage() -> None:
    """Record the round in which the present stage was first seen at a choice."""
    if load(STAGE) >= 0 and load(STAGE) < told("counted stages"):
        place = told("first stage counted") + load(STAGE)
        if at("move counts", place) == 0:
            put("move counts", place, load(ROUNDS) + 1)


def see_leader(first: int) -> None:
    """Count a change of the lead where another player leads alone than the last who did; the places of the players stand in the rows area."""
    leader = -1
    for player in range(told("players")):
        if at("rows", first + player) == 1:
            if leader >= 0:
                return
            leader = player
    if leader >= 0:
        if get("leader") >= 0 and get("leader") != leader:
            _count(LEADS, 1)
        set_("leader", leader)


def _count(place: int, more: int) -> None:
    put("move counts", place, at("move counts", place) + more)


def _count_move(decision: int, choice: int) -> None:
    """Count the move of a choice, by its number in all decisions, with the arguments in the area."""
    seat = actor_of(decision)
    if seat != get("last actor"):
        if get("last actor") < 0:
            set_("first actor", seat)
        set_("last actor", seat)
        _count(TURNS, 1)
        _count(LAPS, int(seat == get("first actor")))
    _count(HEAD_OF_COUNTS + 2 * told_run("counter of decision")[decision], 1)
    first = told("first item counted") + seat * told("counted items")
    _count(first + told_run("counter of choice")[choice], 1)
    for number in range(told_run("first argument counted")[choice], told_run("first argument counted")[choice + 1]):
        word = told_run("word of argument")[number]
        counter = first + told_run("counter of argument")[number]
        if told_run("chosen as set")[number] == 0:
            _count(counter + at("arguments", word), 1)
        else:
            for place in range(at("arguments", word)):
                _count(counter + at("arguments", word + 1 + place), 1)


# -- choosing by lot -----------------------------------------------------------------------------------------------


def choose() -> None:
    """Let the bot of the deciding player choose a move, and make it."""
    decision = get("decision")
    seat = actor_of(decision)
    set_("stream", fold(at("lots", seat), get("moves")))
    bot = at("bots", seat)
    if bot >= PREFERRING:
        choose_of_ruleset(decision, bot - PREFERRING)
    elif bot == BY_OPTION:
        choose_by_option(decision)
    else:
        take(number_below(get("offers") + get("more")))


def number_below(count: int) -> int:
    """Return a uniformly random number from 0 to ``count - 1``, by rejection sampling of bits."""
    bits = bits_below(count)
    if bits == 0:
        return 0
    while True:
        set_("stream", around_add(get("stream"), GOLDEN))
        number = shifted_right(mix(get("stream")), 64 - bits)
        if number < count:
            return number


def choose_by_option(decision: int) -> None:
    """Choose uniformly one of the options that offer moves, then uniformly one of its moves."""
    width = told("offer width")
    first = told_run("first choice")[decision]
    options = 0
    for record in range(get("offers")):
        option = told_run("option of choice")[first + at("offers", record * width)]
        if at("option moves", option) == 0:
            put("option order", options, option)
            options += 1
        put("option moves", option, at("option moves", option) + at("offers", record * width + 1))
    chosen = at("option order", number_below(options))
    left = number_below(at("option moves", chosen))
    for place in range(options):
        put("option moves", at("option order", place), 0)
    found = 0
    while True:
        if told_run("option of choice")[first + at("offers", found * width)] == chosen:
            if left < at("offers", found * width + 1):
                break
            left -= at("offers", found * width + 1)
        found += 1
    take_offer(found, left)


# -- ranking -------------------------------------------------------------------------------------------------------


def rank_into(first: int) -> None:
    """Write the place of each player: 1 is best, equal players share a place; 0 for all if all have lost."""
    players = told("players")
    criteria = told("criteria")
    store(BUDGET, LOOKS)
    for player in range(players):
        for number in range(criteria):
            put("scores", player * criteria + number, criterion(number, player))
    for number in range(criteria):
        if told_run("lost")[number] != 0 and at("scores", number) != 0:
            for player in range(players):
                put("rows", first + player, 0)
            return
    for player in range(players):
        place = 1
        for other in range(players):
            if _is_ahead(other * criteria, player * criteria, criteria):
                place += 1
        put("rows", first + player, place)


def _is_ahead(one: int, other: int, criteria: int) -> bool:
    for number in range(criteria):
        left = at("scores", one + number)
        right = at("scores", other + number)
        if left != right:
            return left > right if told_run("most wins")[number] != 0 else left < right
    return False
