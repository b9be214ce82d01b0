"""Running a program from one decision to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from reguli.engine.chance.source import MOST_WEIGHT, ChanceSource, group_id
from reguli.engine.notation import plain_text
from reguli.engine.playing.conditions import Conditions
from reguli.ir.closures import Casting, Closure
from reguli.ir.faults import RulesFault
from reguli.ir.layout import BUDGET, EPOCH, FACTS, LOOKS, NONE
from reguli.ir.playable import Playable
from reguli.ir.program import (
    Block,
    Call,
    Chance,
    Decide,
    End,
    Fork,
    Halt,
    Journal,
    Jump,
    Program,
    Return,
    Settled,
    Slots,
    Switch,
)
from reguli.ir.walking.places import write_members
from reguli.model.ruleset import Invariant
from reguli.model.tree.terms import Term
from reguli.source.said import Said

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
    steps: int = STEPS,
    stop: int = NONE,
    hold: bool = True,
) -> Decide | None:
    """Run until somebody must decide, and give the decision; ``None`` when the playthrough (or procedure) is over.

    ``stop`` is a block to stop before, as if it were over; ``hold`` says whether invariants are checked. Raises
    ``RulesFault`` when the rules ask for the impossible or do not come to an end.
    """
    s[BUDGET] = LOOKS
    program.remember(s)
    program.forget(s)
    if program.earlier.asked:
        program.earlier.slots = () if s[PC] == program.first[PC] else tuple(s)
    at = [s[PC]]
    try:
        decision = _run(program, s, j, chance, at=at, steps=steps, stop=stop, hold=hold)
    except RulesFault as fault:
        fault.rule = fault.rule or program.blocks[at[0]].last_rule
        if fault.broken is not None:
            fault.values["found"] = _found(Conditions(program, s, ids=True), fault.broken)
        s[EPOCH] = 0
        raise
    return decision


def _run(
    program: Playable, s: Slots, j: Journal, chance: ChanceSource, *, at: list[int], steps: int, stop: int, hold: bool
) -> Decide | None:
    """Run block by block; ``at`` keeps the last block that did anything, for faults."""
    plan, numbers = program.plan, program.numbers
    pc, rule = s[PC], ""
    try:
        for _ in range(steps):
            if pc == stop:
                s[PC] = pc
                return None
            effects, end, kind, what, yes, no = plan[pc]
            if effects:
                at[0] = pc
                for rule, effect, marks in effects:  # noqa: B007 - a fault tells which rule was under way
                    effect(s, j)
                    if marks:
                        now = next(numbers)
                        for slot in marks:
                            s[slot] = now
                rule = ""
            if kind is Jump:
                pc = yes
            elif kind is Fork:
                pc = yes if what(s) else no
            elif kind is Decide or kind is Halt:
                s[PC] = pc
                return end if kind is Decide else None
            elif kind is Chance:
                rule = end.rule
                draw(program, what, s, j, chance)
                program.forget(s)
                rule = ""
                pc = yes
            elif kind is Settled:
                if hold:
                    _hold(program, s)
                pc = yes
            elif kind is Block:
                plan[pc] = what(end)
            else:
                pc = _go_on(end, what, s)
    except RulesFault as fault:
        fault.rule = fault.rule or rule
        raise
    raise RulesFault("E308", limit=steps)


def _go_on(end: End, what: Closure | None, s: Slots) -> int:
    """Enter or leave a procedure, or go where a number says; give the next block."""
    match end:
        case Call(_, return_slot, entry, back):
            if what is not None:
                what(s)
            s[return_slot] = back
            return entry
        case Return(return_slot, frame):
            back = s[return_slot]
            for first, last in frame:
                s[first:last] = [0] * (last - first)
            return back
        case Switch(_, targets, other):
            assert what is not None
            index = what(s)
            return targets[index] if 0 <= index < len(targets) else other
        case _:
            raise AssertionError(end)


def _hold(program: Playable, s: Slots) -> None:
    """Check what must always hold."""
    for holds, invariant in program.invariants:
        try:
            if not holds(s):
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
    end, candidates = casting.end, casting.candidates(s)
    place = casting.place(s) if casting.place is not None else 0
    site = end.site if casting.place is None else f"{end.site}.{place}"
    counter = program.logical + end.counter + place
    if end.form != "stack":
        s[counter] += 1
    outcome: Any = NONE
    if not candidates:
        if end.kind is None or end.capacity:
            raise RulesFault("E316", site=site)
    elif casting.known is not None and casting.known(s):
        outcome = candidates[0]
    else:
        name, chance.rule = site.removeprefix("game."), end.rule
        drawn = sum(1 for logged, _ in chance.log if logged == name)
        weights = _weights(casting, candidates, s, name)
        if weights is not None:
            candidates = [candidate for candidate, weight in zip(candidates, weights, strict=True) if weight]
            weights = [weight for weight in weights if weight]
        outcome = candidates[chance.choose(name, s[counter], drawn, outcome_ids(program, end, candidates), weights)]
    if end.capacity:
        write_members(s, end.slot, outcome, end.capacity)
    else:
        s[end.slot] = outcome
    if end.note >= 0:
        j.append((end.note, outcome))


def _weights(casting: Casting, candidates: Sequence[int | tuple[int, ...]], s: Slots, site: str) -> list[int] | None:
    """Give how likely each candidate is beside the others; None where all are alike.

    Raises ``RulesFault`` (E321) for weights below 0, for none above it, and for more than chance can weigh.
    """
    if casting.weight is None:
        return None
    found = [casting.weight(s, candidate) for candidate in candidates]
    total = sum(found)
    if min(found) < 0:
        raise RulesFault("E321", site=site, what=Said("says.weight_below", weight=min(found)))
    if not total:
        raise RulesFault("E321", site=site, what=Said("says.weigh_nothing"))
    if total > MOST_WEIGHT:
        raise RulesFault("E321", site=site, what=Said("says.weigh_too_much", total=total, limit=MOST_WEIGHT))
    return found
