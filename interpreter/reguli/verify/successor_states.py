"""Successor states of a position: every move with every chance outcome, in a deterministic order.

There is no journal to keep, nothing to undo, and no move plays itself: a position with a single move is one like any other. Whoever comes
twice to a position comes by its digest, which forgets what nothing in the rules asks: the number of the round, mostly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, NamedTuple

from reguli.engine.chance_source import ChanceSource
from reguli.engine.gameplay.fault_replay import replay_in_interpreter
from reguli.engine.gameplay.legal_actions import ActionSet, legal_action_sets
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.gameplay.program_execution import PC, apply_move, draw_outcomes, run_to_decision
from reguli.engine.state_snapshots import state_bytes
from reguli.ir.executable_program import Playable
from reguli.ir.program import HOLDING, Chance, Decide, Journal, Slots, may_enter_transaction
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS

# -- chance enumeration ----------------------------------------------------------------------------------------------
# Chance as a branch: a source that stops where more than one outcome can come, so that each can be gone on with.
#
# Where it stops is a position like any other: what waits for chance is kept as what waits for people is, so two ways to draw the same cards
# unseen come to one position. Where a claim asks what was before the move nothing is stopped: then a whole move is gone through with every script of outcomes.


class UnresolvedChance(Exception):  # noqa: N818 - nothing is wrong
    """An exception raised at a chance node with more than one possible outcome."""


@dataclass(slots=True)
class ScriptedChance(ChanceSource):
    """A chance source that follows a script, one number per chance node; after its end it pauses if ``pausing``, else takes the first outcome.

    ``met`` are the outcomes of each cast by number that can come, ``taken`` which of these came.
    """

    script: Sequence[int] = ()
    pausing: bool = False
    met: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)

    def back(self, length: int) -> None:
        """Discard all outcomes after the first ``length``."""
        ChanceSource.back(self, length)
        del self.met[length:]
        del self.taken[length:]

    def branch(self) -> ChanceSource:
        """Return a source that yields the same outcomes from the first chance node on."""
        return ScriptedChance(self.seed, script=self.script, pausing=self.pausing)

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Return the number of the scripted outcome; outcomes of weight zero are impossible. Raises ``UnresolvedChance``."""
        at = len(self.taken)
        there = range(len(ids)) if weights is None else [one for one, weight in enumerate(weights) if weight > 0]
        if self.pausing and at >= len(self.script) and len(there) > 1:
            raise UnresolvedChance
        which = self.script[at] if at < len(self.script) else 0
        self.met.append(len(there))
        self.taken.append(which)
        self.log.append((site, ids[there[which]]))
        return there[which]

    def following(self) -> tuple[int, ...] | None:
        """Return the next script in order; ``None`` after the last one."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self.met[at]:
                return (*self.taken[:at], self.taken[at] + 1)
        return None


# -- successor states ------------------------------------------------------------------------------------------------


DIGEST: Final = 16
"""Bytes that are kept of a position: that two of a million are told to be one has a chance of one in 10^26."""
ROUND: Final = FACTS.index("round")


class StateTransition(NamedTuple):
    """A transition from a position: the option and arguments (none without a choice), the chance outcomes, and the resulting state.

    Without ``decision`` it is over, or, where it ``casts``, chance decides.
    """

    family: ActionSet | None
    last: int | None
    """The last argument, where moves of the option differ in it alone."""
    outcomes: tuple[tuple[str, str], ...]
    slots: Slots
    decision: Decide | None = None
    casts: bool = False
    fault: RulesFault | None = None

    @property
    def arguments(self) -> tuple[int, ...]:
        """Return the arguments of the move."""
        assert self.family is not None
        return self.family.arguments if self.last is None else (*self.family.arguments, self.last)


class DeadlockState(Exception):  # noqa: N818 - a case of stepping, as StopIteration is one of going on
    """An exception for a position without a legal move or a rule for that case; ``held`` if an all-or-nothing decision is rolled back."""

    def __init__(self, held: bool) -> None:
        """Store whether an all-or-nothing decision is pending."""
        super().__init__()
        self.held = held


Go = Callable[[Slots, Journal, ScriptedChance], Decide | None]
"""Goes on from a position, whose slots become those that are come to."""


@dataclass(slots=True)
class SuccessorStates:
    """Generates the successors of one program's positions; ``noted`` holds the notes of all effects so far."""

    program: Playable
    noted: set[int] = field(default_factory=set)
    asks_round: bool = field(init=False)
    pausing: bool = field(init=False)

    def __post_init__(self) -> None:
        """Check whether a rule reads the round or the state before a move."""
        self.asks_round = "round" in self.program.ruleset.facts
        self.pausing = not self.program.earlier.asked

    def digest(self, slots: Slots) -> bytes:
        """Return a digest that identifies a position."""
        logical = slots[: self.program.logical]
        if not self.asks_round:
            logical[ROUND] = 0
        return blake2b(state_bytes(logical), digest_size=DIGEST).digest()

    def begun(self) -> Iterator[StateTransition]:
        """Run the set-up."""
        return self._each(list(self.program.first), self._run)

    def onward(self, slots: Slots, decision: Decide | None) -> Iterator[StateTransition]:
        """Yield every step from a position; without a decision, every outcome of its pending chance node.

        Raises ``DeadlockState`` where there is none, and ``RulesFault`` where moves cannot be listed.
        """
        if decision is None:
            yield from self._each(slots, self._cast, script=(0,))
            return
        listed = self._listed(slots, decision)
        for family in listed:
            self.noted.add(family.choice.note)
            for last in (None,) if family.span is None else family.span:
                yield from self._each(slots, self._taking(StateTransition(family, last, (), slots)), family, last)
        if listed:
            return
        if decision.otherwise is None:
            raise DeadlockState(held=bool(slots[HOLDING]))
        behind = slots.copy()
        behind[PC] = decision.otherwise
        yield from self._each(behind, self._run)

    def _listed(self, slots: Slots, decision: Decide) -> tuple[ActionSet, ...]:
        """Return the legal moves, without those that surely cannot complete an all-or-nothing decision."""
        if any(may_enter_transaction(slots, choice) for choice in decision.choices):
            there = GamePlaythrough(self.program, ChanceSource(0), slots.copy(), False, decision=decision)
            return tuple(there.families())
        return tuple(legal_action_sets(self.program, decision, slots))

    def _each(
        self,
        slots: Slots,
        go: Go,
        family: ActionSet | None = None,
        last: int | None = None,
        script: tuple[int, ...] | None = (),
    ) -> Iterator[StateTransition]:
        """Continue from a position, with every possible chance outcome unless chance pauses."""
        while script is not None:
            chance = ScriptedChance(0, constants=self.program.constants, script=script, pausing=self.pausing)
            s, journal = slots.copy(), Journal()
            made = StateTransition(family, last, (), s)
            try:
                made = made._replace(decision=go(s, journal, chance))
            except UnresolvedChance:
                made = made._replace(casts=True)
            except RulesFault as fault:
                made = made._replace(fault=fault)
            self.noted.update(entry[0] for entry in journal)
            yield made._replace(outcomes=tuple(chance.log))
            script = chance.following()

    def _taking(self, step: StateTransition) -> Go:
        """Return a function that applies a move."""
        assert step.family is not None
        program, choice, arguments, before = self.program, step.family.choice, step.arguments, step.slots

        def take_it(s: Slots, journal: Journal, chance: ScriptedChance) -> Decide | None:
            return apply_move(program, choice, arguments, s=s, j=journal, chance=chance, before=before)

        return take_it

    def _run(self, s: Slots, journal: Journal, chance: ScriptedChance) -> Decide | None:
        return run_to_decision(self.program, s, journal, chance)

    def _cast(self, s: Slots, journal: Journal, chance: ScriptedChance) -> Decide | None:
        """Resolve the position's pending chance node and continue after it."""
        end = self.program.blocks[s[PC]].end
        assert isinstance(end, Chance)
        replay_in_interpreter(self.program, lambda one: draw_outcomes(one, one.castings[s[PC]], s, journal, chance))
        s[PC] = end.next
        return run_to_decision(self.program, s, journal, chance)
