"""Running a program from one decision to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.engine.chance.chance_source import ChanceSource, group_id
from reguli.engine.gameplay.condition_diagnosis import Conditions
from reguli.engine.gameplay.fault_replay import once_more
from reguli.engine.notation import plain_text
from reguli.ir.executable_program import Playable
from reguli.ir.program import Chance, Choice, Decide, Halt, Journal, Program, Settled, Slots
from reguli.ir.program_interface import Casting, Way
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, FACTS, LOOKS, NONE
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Invariant
from reguli.source.message_arguments import Said

PC = FACTS.index("pc")
STEPS = 1_000_000
"""Blocks run between two decisions at most; rules that need more are refused."""
NOTHING: Final = "–"
FOUND: Final = {(): "says.is_false", ("left", "right"): "says.sides", ("item", "among"): "says.sought"}
"""What is said of a condition that must hold and does not, by the names of its values."""


def run(
    program: Playable,
    s: Slots,
    j: Journal,
    chance: ChanceSource,
    *,
    stop: int = NONE,
    hold: bool = True,
) -> Decide | None:
    """Run until somebody must decide, and give the decision; ``None`` when the playthrough (or procedure) is over.

    ``stop`` is a block to stop before, as if it were over; ``hold`` says whether invariants are checked. Raises
    ``RulesFault`` when the rules ask for the impossible or do not come to an end.
    """
    if program.twin is None:
        return run_once(program, s, j, chance, stop=stop, hold=hold)
    before, told, cast = s.copy(), len(j), len(chance.log)
    try:
        return run_once(program, s, j, chance, stop=stop, hold=hold)
    except Failed:
        s[:] = before
        del j[told:]
        chance.back(cast)
        once_more(program, lambda twin: run_once(twin, s, j, chance.branch(), stop=stop, hold=hold))


def take(
    program: Playable,
    choice: Choice,
    arguments: Sequence[int],
    *,
    s: Slots,
    j: Journal,
    chance: ChanceSource,
    before: Slots | None = None,
    stop: int = NONE,
    hold: bool = True,
) -> Decide | None:
    """Take an option, and run on as ``run`` does; ``before`` is the position as it stands, where the caller keeps it."""

    def taken(one: Playable, source: ChanceSource) -> Decide | None:
        s[BUDGET] = LOOKS
        one.choices[choice.entry].enter(s, j, arguments)
        s[PC] = choice.entry
        return run_once(one, s, j, source, stop=stop, hold=hold)

    if program.twin is None:
        return taken(program, chance)
    kept, told, cast = s.copy() if before is None else before, len(j), len(chance.log)
    try:
        return taken(program, chance)
    except Failed:
        s[:] = kept
        del j[told:]
        chance.back(cast)
        once_more(program, lambda twin: taken(twin, chance.branch()))


def run_once(program: Playable, s: Slots, j: Journal, chance: ChanceSource, *, stop: int, hold: bool) -> Decide | None:
    """Do so for those who ask of a fault only that it is one: of that of generated code nothing but the code is known."""
    s[BUDGET] = LOOKS
    program.remember(s)
    program.forget(s)
    if program.earlier.asked:
        program.earlier.keep(() if s[PC] == program.first[PC] else tuple(s))
    way = Way(s[PC], stop, STEPS, s[PC], hold)
    try:
        return _gone(program, s, j, chance, way=way)
    except RulesFault as fault:
        fault.rule = fault.rule or program.blocks[way.last].last_rule
        if fault.broken is not None:
            fault.values["found"] = _found(Conditions(program, s, ids=True), fault.broken)
        s[EPOCH] = 0
        raise


def _gone(program: Playable, s: Slots, j: Journal, chance: ChanceSource, *, way: Way) -> Decide | None:
    """Go on until somebody decides; do on the way what is not the program's to do: cast, and ask what must always hold."""
    blocks, go = program.blocks, program.go
    while True:
        go(s, j, way)
        if way.left <= 0:
            # Where it went round is known to the walker, which meets it too: it counts more blocks.
            raise RulesFault("E308", limit=STEPS) if program.twin is None else Failed("E308", limit=STEPS)
        at = way.at
        end = blocks[at].end
        kind = type(end)
        if at == way.stop or kind is Decide or kind is Halt:
            s[PC] = at
            return end if isinstance(end, Decide) and at != way.stop else None
        if isinstance(end, Chance):
            # Whoever goes through all outcomes comes back to here.
            s[PC] = at
            try:
                draw(program, program.castings[at], s, j, chance)
            except RulesFault as fault:
                fault.rule = fault.rule or end.rule
                raise
            program.forget(s)
            way.at = end.next
        elif isinstance(end, Settled):
            if way.hold:
                _hold(program, s)
            way.at = end.target
        way.left -= 1


def _hold(program: Playable, s: Slots) -> None:
    """Check what must always hold."""
    for number, invariant in enumerate(program.ruleset.invariants):
        try:
            if not program.invariants[number](s):
                raise _broken(program, invariant, s)
        except RulesFault as fault:
            fault.rule = invariant.rule
            raise


def _broken(program: Playable, invariant: Invariant, s: Slots) -> RulesFault:
    """Make the fault of an invariant that does not hold: its reason with its values, the condition, its sides."""
    conditions, reason = Conditions(program, s, ids=True), invariant.reason
    given = ", ".join(plain_text(conditions.value(argument)) for argument in reason.arguments)
    found = _found(conditions, invariant.condition)
    name = f"{reason.name}({given})" if given else reason.name
    return RulesFault("E314", reason=name, text=invariant.text, found=found)


def _found(conditions: Conditions, condition: Term) -> Said:
    """Say the values of a condition that does not hold."""
    sides = {name: plain_text(value) or NOTHING for name, value in conditions.failure(condition).values}
    return Said(FOUND[tuple(sides)], **sides)


def outcome_ids(program: Program, end: Chance, candidates: Sequence[int | tuple[int, ...]]) -> list[str]:
    """Give the ids by which outcomes are prescribed and written down; numbers stand for themselves."""
    if end.kind is None:
        return [str(candidate) for candidate in candidates]
    elements = program.ruleset.kinds[end.kind].elements
    return [
        elements[candidate] if isinstance(candidate, int) else group_id(elements[member] for member in candidate)
        for candidate in candidates
    ]


def draw(program: Playable, casting: Casting, s: Slots, j: Journal, chance: ChanceSource) -> None:
    """Resolve one chance decision into its slot.

    Each card that comes out of a shuffled part of a stack is an outcome, the last one too: single draws are prescribed for
    all of them, and are used up by all of them. A card whose place is known is none.
    """
    # While candidates are looked for the position stands still: each define is computed once for each argument.
    program.remember(s)
    end, cast, index = casting.end, casting.cast(s), 0
    if not cast.known:
        site = f"{end.site}.{cast.place}" if casting.several else end.site
        name, chance.rule = site.removeprefix("game."), end.rule
        ids = outcome_ids(program, end, cast.candidates)
        index = chance.choose(name, cast.occurrence, chance.drawn(name), ids, cast.weights)
    casting.chosen(s, j, cast, index)
