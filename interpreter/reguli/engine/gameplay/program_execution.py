"""Program execution from decision to decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import compress
from typing import Final, TypeAlias

from reguli.engine.chance_source import ChanceSource, joined_group_id
from reguli.engine.gameplay.condition_diagnosis import ConditionEvaluator
from reguli.engine.gameplay.fault_replay import replay_fault, replay_in_interpreter
from reguli.engine.gameplay.legal_actions import ActionSet, InterpretedSearch, Move, choice_by_name, legal_action_sets
from reguli.engine.notation import format_plain_value
from reguli.engine.state_snapshots import Position
from reguli.ir.executable_program import Playable
from reguli.ir.program import (
    DEAD,
    DOUBTFUL,
    OUT,
    TRIES,
    Chance,
    Choice,
    Decide,
    Halt,
    Journal,
    Program,
    Settled,
    Slots,
    may_enter_transaction,
)
from reguli.ir.program_interface import Casting, Searching, Way
from reguli.ir.runtime_faults import Failed, RulesFault
from reguli.ir.state_layout import BUDGET, EPOCH, FACTS, LOOKS, NONE
from reguli.model.bound_tree.bound_terms import Term
from reguli.model.resolved_ruleset import Invariant
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class

PC = FACTS.index("pc")
STEPS = 1_000_000
"""Blocks run between two decisions at most; rules that need more are refused."""
NOTHING: Final = "–"
FOUND: Final = {(): "says.is_false", ("left", "right"): "says.sides", ("item", "among"): "says.sought"}
"""What is said of a condition that must hold and does not, by the names of its values."""


def run_to_decision(
    program: Playable,
    s: Slots,
    j: Journal,
    chance: ChanceSource,
    *,
    stop: int = NONE,
    hold: bool = True,
) -> Decide | None:
    """Run to the next decision and return it; ``None`` when the playthrough (or procedure) is over.

    ``stop`` is a block to stop before, as if it were over; ``hold`` says whether invariants are checked. Raises
    ``RulesFault`` when the rules ask for the impossible or do not come to an end.
    """
    if program.twin is None:
        return run_without_fault_details(program, s, j, chance, stop=stop, hold=hold)
    before, told, cast = s.copy(), len(j), len(chance.log)
    try:
        return run_without_fault_details(program, s, j, chance, stop=stop, hold=hold)
    except Failed:
        s[:] = before
        del j[told:]
        chance.back(cast)
        replay_fault(program, lambda twin: run_without_fault_details(twin, s, j, chance.branch(), stop=stop, hold=hold))


def apply_move(
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
    """Take an option, then run on as ``run`` does; ``before`` is the current position, if the caller keeps it."""

    def taken(one: Playable, source: ChanceSource) -> Decide | None:
        s[BUDGET] = LOOKS
        one.choices[choice.entry].enter(s, j, arguments)
        s[PC] = choice.entry
        return run_without_fault_details(one, s, j, source, stop=stop, hold=hold)

    if program.twin is None:
        return taken(program, chance)
    kept, told, cast = s.copy() if before is None else before, len(j), len(chance.log)
    try:
        return taken(program, chance)
    except Failed:
        s[:] = kept
        del j[told:]
        chance.back(cast)
        replay_fault(program, lambda twin: taken(twin, chance.branch()))


def run_without_fault_details(
    program: Playable, s: Slots, j: Journal, chance: ChanceSource, *, stop: int, hold: bool
) -> Decide | None:
    """Run to the next decision without fault replay: faults of generated code carry only their code."""
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
            fault.values["found"] = _found(ConditionEvaluator(program, s, ids=True), fault.broken)
        s[EPOCH] = 0
        raise


def _gone(program: Playable, s: Slots, j: Journal, chance: ChanceSource, *, way: Way) -> Decide | None:
    """Run until a player decides, resolving chance and checking invariants on the way."""
    blocks, go = program.blocks, program.go
    while True:
        go(s, j, way)
        if way.left <= 0:
            # Where it went round is known to the interpreter, which meets it too: it counts more blocks.
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
                draw_outcomes(program, program.castings[at], s, j, chance)
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
    """Check the invariants."""
    for number, invariant in enumerate(program.ruleset.invariants):
        try:
            if not program.invariants[number](s):
                raise _broken(program, invariant, s)
        except RulesFault as fault:
            fault.rule = invariant.rule
            raise


def _broken(program: Playable, invariant: Invariant, s: Slots) -> RulesFault:
    """Make the fault of a violated invariant: its reason with values, the condition, its sides."""
    conditions, reason = ConditionEvaluator(program, s, ids=True), invariant.reason
    given = ", ".join(format_plain_value(conditions.value(argument)) for argument in reason.arguments)
    found = _found(conditions, invariant.condition)
    name = f"{reason.name}({given})" if given else reason.name
    return RulesFault("E314", reason=name, text=invariant.text, found=found)


def _found(conditions: ConditionEvaluator, condition: Term) -> Said:
    """Return the values of a false condition."""
    sides = {name: format_plain_value(value) or NOTHING for name, value in conditions.failure(condition).values}
    return Said(FOUND[tuple(sides)], **sides)


def outcome_ids(program: Program, end: Chance, candidates: Sequence[int | tuple[int, ...]]) -> list[str]:
    """Return the ids for prescribing and logging outcomes; numbers represent themselves."""
    if end.kind is None:
        return [str(candidate) for candidate in candidates]
    elements = program.ruleset.kinds[end.kind].elements
    return [
        elements[candidate] if isinstance(candidate, int) else joined_group_id(elements[member] for member in candidate)
        for candidate in candidates
    ]


def draw_outcomes(program: Playable, casting: Casting, s: Slots, j: Journal, chance: ChanceSource) -> None:
    """Resolve one chance node into its slot.

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


# -- transactions ----------------------------------------------------------------------------------------------------
# All or nothing: a move that begins such a decision, or is made within one, is legal unless no way leads to its end.
#
# What is asked of a move is whether some way on from it leaves the decision that is held. The search goes depth first and looks
# at so many positions at most, so it has three answers. ``OUT``: a way was found. ``DEAD``: every way was gone to its end, and none
# leads out; only such a move is refused. ``DOUBTFUL``: the search gave up. A doubtful move is offered; whoever makes it and then has no
# move left is taken back to where the held part began (``GamePlaythrough``), and what was tried in vain is refused there.
#
# Positions are compared in their normal form (``normal_form``), in which elements that are alike are one: eighteen bolts that nothing tells
# apart are a number of bolts. Of moves that differ only in which of them they name, one is judged for all. Options that leave the decision are
# tried first, since a way out that is near should not be looked for far off.
#
# All moves of a position are judged in their order, each as it comes to it, so the answer is a matter of the position alone: whoever lists them,
# asks about one, or plays a save again is told the same. Who wants to know only whether there are two need not wait for the others.


Watch: TypeAlias = Callable[[Decide, Slots, bool], None]
"""Sees a position: what is decided there, and whether nothing can be."""
Verdict = Enum("Verdict", {"OUT": OUT, "DEAD": DEAD, "DOUBTFUL": DOUBTFUL})


@frozen_class
class TransactionEntry(FrozenValue):
    """The move into an all-or-nothing part, and the position before."""

    position: Position
    move: Move


@frozen_class
class OpenTransaction(FrozenValue):
    """An active all-or-nothing part: its first position, the move that led in, if any, and its first move."""

    position: Position
    entry: TransactionEntry | None
    first: Move | None = None


class TransactionSearch:
    """A search for ways out of all-or-nothing decisions from one position."""

    def __init__(self, program: Playable, chance: ChanceSource, *, hold: bool, watch: Watch | None = None) -> None:
        """Start without results; ``hold`` enables invariant checks on the way, ``watch`` observes each new position."""
        self._program = program
        self._chance = chance
        self._hold = hold
        self._watch = watch
        self._search: InterpretedSearch | Searching | None = None

    @property
    def looked(self) -> int:
        """Return how many positions were visited."""
        return 0 if self._search is None else self._search.looked

    def judged_families(self, decision: Decide, slots: Slots) -> Iterator[tuple[ActionSet, Verdict | None]]:
        """Yield a position's moves; those that may enter a held part come singly, with verdicts."""
        listed = list(legal_action_sets(self._program, decision, slots))
        held = [may_enter_transaction(slots, family.choice) for family in listed]
        verdicts = self.judge(decision, slots, [move for family in compress(listed, held) for move in family.moves()])
        for family, holds in zip(listed, held, strict=True):
            if holds:
                for move, verdict in zip(family.moves(), verdicts, strict=False):
                    yield ActionSet(family.choice, move.arguments, None), verdict
            else:
                yield family, None

    def judge(self, decision: Decide, slots: Slots, moves: Sequence[Move]) -> Iterator[Verdict]:
        """Judge the moves of a position lazily, in order."""
        return map(Verdict, replay_in_interpreter(self._program, lambda one: self._judged(one, decision, slots, moves)))

    def _judged(self, program: Playable, decision: Decide, slots: Slots, moves: Sequence[Move]) -> Iterable[int]:
        asking = _Asking(program, self._chance, self._watch, hold=self._hold)
        if program.searching is None:
            walked = self._search = InterpretedSearch(program, asking)
            # The position may go on before the last of them is judged.
            found = walked.judge(decision, slots.copy(), moves, TRIES)
            return found if program is self._program else list(found)
        searching = self._search = program.searching()
        numbers = {choice.entry: number for number, choice in enumerate(decision.choices)}
        offered: list[tuple[int, Sequence[int]]] = []
        for move in moves:
            choice = choice_by_name(decision, move.option, move.arguments)
            assert choice is not None
            offered.append((numbers[choice.entry], move.arguments))
        return searching.judge(decision, slots, offered, TRIES, asking)


class _Asking:
    """The search callbacks for a playthrough: they peek at future chance and write no journal entries."""

    def __init__(self, program: Playable, chance: ChanceSource, watch: Watch | None, *, hold: bool) -> None:
        self._program, self._chance, self._watch, self._hold = program, chance.branch(), watch, hold
        self._known = len(chance.log)

    def run(self, s: Slots, block: int, stop: int) -> Decide | None:
        """Run from a block to the next decision, or to a block to stop before. Raises ``RulesFault``."""
        s[PC] = block
        if len(self._chance.log) > self._known:
            self._chance.back(self._known)
        return run_without_fault_details(self._program, s, [], self._chance, stop=stop, hold=self._hold)

    def look(self, s: Slots, decision: Decide, *, stuck: bool) -> None:
        """Observe a visited position."""
        if self._watch is not None:
            self._watch(decision, s, stuck)
