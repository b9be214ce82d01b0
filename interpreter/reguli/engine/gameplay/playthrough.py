"""Playthroughs: decisions, legal moves, play, undo, branches.

A move happens wholly or not at all: it is tried on a copy, and the copy is dropped on any failure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice, tee
from typing import Final, Literal

from reguli.engine.chance_source import ChanceSource, Prescribed
from reguli.engine.gameplay.fault_replay import replay_in_interpreter
from reguli.engine.gameplay.legal_actions import (
    ActionSet,
    Move,
    RankingPlace,
    choice_by_name,
    is_legal,
    legal_action_sets,
    rank_players,
)
from reguli.engine.gameplay.program_execution import (
    PC,
    OpenTransaction,
    TransactionEntry,
    TransactionSearch,
    Verdict,
    apply_move,
    run_to_decision,
)
from reguli.engine.notation import Plain, element_text
from reguli.engine.state_snapshots import Position, position_hash, restore_snapshot, save_snapshot
from reguli.ir.cycle_detection import FREE
from reguli.ir.executable_program import Playable
from reguli.ir.program import HOLDING, MOST_IN_VAIN, Choice, Decide, Journal, Slots, may_enter_transaction
from reguli.ir.runtime_faults import RulesFault
from reguli.ir.state_layout import FACTS, NONE
from reguli.ruleset.declarations.example_files import PositionDecl
from reguli.source.diagnostic import Diagnostic, Trouble, make_finding
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- forced cycles ---------------------------------------------------------------------------------------------------
# Runs of moves in which no player has a choice: whether they go in a circle, and how long they may be.
#
# A position that comes again in such a run comes again for ever, because nothing decides between two ways on. It is found by Brent's
# method ("An improved Monte Carlo factorization algorithm", BIT 20, 1980, section 2): one position is kept, another after 1, 2, 4, 8 ...
# steps, and each new one is compared with it; the first few moves are not watched at all, since most runs are shorter. So no more than one position is remembered, and a circle is found within three times its
# length and the way to it.


MOST_FORCED = 2_000
"""Moves in a row without a choice that are played at most."""
NAMED = 8
"""Of a circle so many decisions are named."""


@dataclass(slots=True)
class ForcedCycleDetector:
    """A cycle detector for runs of forced moves; ``most`` is the maximum length."""

    most: int = MOST_FORCED
    _kept: tuple[int, ...] = ()
    _until: int = 1
    _since: int = 0
    _count: int = 0
    _passed: list[Decide] = field(default_factory=list)

    def look(self, position: tuple[int, ...], decision: Decide) -> None:
        """Record a decision that is about to pass without a choice.

        ``position`` must hold everything that what follows depends on, chance included. Raises ``RulesFault``: E317 for a
        position that comes again, E318 for a run that is too long.
        """
        if self._count >= self.most:
            raise self._fault("E318", limit=self.most)
        self._count += 1
        self._passed.append(decision)
        if self._count <= FREE:
            return
        if position == self._kept:
            raise self._fault("E317", count=self._since)
        if self._since == self._until:
            self._kept, self._since, self._until = (), 0, 2 * self._until
        if not self._kept:
            self._kept = position
            self._passed[:] = [decision]
        self._since += 1

    def forget(self) -> None:
        """Restart detection after a position that may legitimately recur; moves made still count."""
        self._kept, self._since, self._until = (), 0, 1
        self._passed.clear()

    def _fault(self, code: str, **values: int) -> RulesFault:
        names = list(dict.fromkeys(decision.ask.name for decision in self._passed))
        more = ", …" if len(names) > NAMED else ""
        fault = RulesFault(code, **values, decisions=", ".join(names[:NAMED]) + more)
        fault.rule = self._passed[-1].ask.rule
        return fault


# -- Moves that are not allowed, as they are told to a program -------------------------------------------------------


@frozen_class
class ValueModifier(FrozenValue):
    """A standing change that contributed to a value: its rule (``by``), its amount, its piece and that piece's owner.

    ``piece`` and ``owner`` are as they are typed, ``None`` where the rule stands on none, or holds for nobody in particular.
    """

    by: str
    amount: int
    piece: Plain = None
    owner: Plain = None


@frozen_class
class ClosestExitMove(FrozenValue):
    """The failed exit move with the smallest shortage: its typed form, its option, its arguments by name, and its refusal."""

    move: str
    option: str
    arguments: Mapping[str, Plain]
    refusal: Refusal


@frozen_class
class Refusal(FrozenValue):
    """A reason against a move.

    ``name`` is the reason of the rule, or ``not_offered`` for an argument outside its domain; ``admissible`` lists
    all that would do, of a range of numbers the least and the greatest; ``missing`` is how much the left side of a failed comparison lacks; ``cites`` are inventory ids;
    ``lacking`` tells, where tokens of several varieties are compared or paid, how much of which is missing; ``changes`` are the standing
    changes in force of what the condition and the reason ask for; ``nearest`` is said of what cannot be finished, where some option leads out of it.
    """

    rule: str
    name: str
    text: str
    values: tuple[tuple[str, Plain], ...] = ()
    arguments: tuple[Plain, ...] = ()
    missing: int | None = None
    unit: str | None = None
    admissible: tuple[Plain, ...] = ()
    span: str = ""
    cites: tuple[str, ...] = ()
    changes: tuple[ValueModifier, ...] = ()
    nearest: ClosestExitMove | None = None
    lacking: tuple[tuple[str, int], ...] = ()


class IllegalMove(Trouble):
    """An illegal ``move``, in typed form; ``refusals`` are the reasons, each with the relevant values.

    Each reason is a finding (E601) at the place of its rule; where no player has to decide there is one finding (E602). The
    engine says only which move it was: ``refusal_reasons.refused`` gives the reasons, and the library tells them.
    """

    def __init__(self, move: str, refusals: Sequence[Refusal] = (), findings: Sequence[Diagnostic] = ()) -> None:
        """Store the move and its reasons, raw and as findings."""
        super().__init__(move, tuple(refusals), tuple(findings))
        self.move, self.refusals = move, tuple(refusals)
        self._findings = tuple(findings)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the reasons as findings."""
        unsaid = Said("why.no_reason")
        return self._findings or (
            make_finding("E601", move=self.move, reason=unsaid, expected=Said("sort.allowed_move")),
        )


def no_decision_error(move: str) -> IllegalMove:
    """Return the error for a move when no player has to decide."""
    return IllegalMove(move, (), (make_finding("E602", move=move),))


# -- playthrough -----------------------------------------------------------------------------------------------------


Forced = bool | Literal["openly"]
"""Whether a single move is played without asking: always, never, or but where that would tell others what they may not see."""
OPENLY: Final = "openly"

Vain = Mapping[Position, tuple[Move, ...]]
"""By position: the moves that were tried there and led to where no move was left."""


@frozen_class
class UndoPoint(FrozenValue):
    """A restore point for undo: the position, held part, failed moves, and lengths of the logs."""

    position: Position
    journal: int
    chance: int
    moves: int
    held: OpenTransaction | None
    vain: Vain


@frozen_class
class PlayedMove(FrozenValue):
    """A move as played; ``forced`` moves were the only ones and were played automatically."""

    actor: int
    move: Move
    forced: bool
    decision: int
    """The number of the decision it answered."""
    only: bool = False
    """Whether it was the only one, but was asked for, since not to ask would have told what others may not see."""


@dataclass(slots=True)
class GamePlaythrough:
    """A position with its past. Create it by ``start_playthrough``; ``decision`` is ``None`` when it is over."""

    program: Playable
    chance: ChanceSource
    slots: Slots
    play_forced: Forced = True
    journal: Journal = field(default_factory=list)
    moves: list[PlayedMove] = field(default_factory=list)
    decision: Decide | None = None
    names: tuple[str, ...] = ()
    stop: int = NONE
    """A block to stop before: a phase that is played by itself ends there."""
    partial: bool = False
    """Whether the position was set up without saying everything: it is not held to what must always hold."""
    origin: PositionDecl | None = None
    """The document the position was set up from."""
    most_forced: int = MOST_FORCED
    """Moves in a row without a choice that are played at most."""
    passed: list[Position] = field(default_factory=list)
    """The positions since the last chosen move at which a single move was played without asking."""
    doubts: set[str] = field(default_factory=set)
    """Decisions at which the search for a way out gave up."""
    _past: list[UndoPoint] = field(default_factory=list)
    _held: OpenTransaction | None = None
    _vain: Vain = field(default_factory=dict)
    _offered: tuple[Position, Iterator[tuple[ActionSet, Verdict | None]]] | None = None
    """Where something was last found to be offered while something is held, and what, as far as it was asked for: copies of it go through it."""

    # -- where we are ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Return whether the playthrough has ended."""
        return self.decision is None

    @property
    def actor(self) -> int:
        """Return the seat (0-based) of the player who must decide."""
        assert self.decision is not None
        number = self.decision.number
        seat: int = replay_in_interpreter(self.program, lambda one: one.actors[number](self.slots))
        return seat

    @property
    def hash(self) -> str:
        """Return the hash of the logical position."""
        return position_hash(self.program, self.slots)

    def past_hashes(self) -> list[str]:
        """Return the position hashes at the beginning and after each chosen move with its forced ones."""
        past = [point.position for point in self._past]
        return [position_hash(self.program, slots) for slots in (*past, self._here())]

    def point(self) -> UndoPoint:
        """Return the present restore point for undo."""
        journal, log, moves = len(self.journal), len(self.chance.log), len(self.moves)
        return UndoPoint(self._here(), journal, log, moves, self._held, self._vain)

    def fact(self, name: str) -> int:
        """Return an engine fact: ``round``, ``phase``, ``stage``, ..."""
        return self.slots[FACTS.index(name)]

    @property
    def phase(self) -> str | None:
        """Return the phase being played; ``None`` during the set-up, between rounds, and in games without phases."""
        number = self.fact("phase")
        return None if number == NONE else self.program.ruleset.phases[number].id

    def places(self) -> tuple[RankingPlace, ...]:
        """Return the current ranking; it is final when the playthrough is over."""
        return rank_players(self.program, self.slots)

    # -- moves -------------------------------------------------------------------------------------------------

    def families(self) -> Iterator[ActionSet]:
        """Yield the legal moves, with ranges of numbers grouped; none when it is over."""
        if self.decision is None:
            return
        try:
            if any(may_enter_transaction(self.slots, choice) for choice in self.decision.choices):
                yield from self._not_dead(self.decision)
            else:
                yield from legal_action_sets(self.program, self.decision, self.slots)
        except RulesFault as fault:
            fault.rule = fault.rule or self.decision.ask.rule
            raise

    def legal(self) -> list[Move]:
        """Return every legal move."""
        return list(self._moves())

    def only_move(self) -> Move | None:
        """Return the only legal move; None where there are several, or none."""
        first, *others = [*islice(self._moves(), 2), None]
        return None if len(others) > 1 else first

    def allows(self, move: Move) -> bool:
        """Return whether a move is legal."""
        if self.decision is None or not is_legal(self.program, self.decision, self.slots, move):
            return False
        choice = self._choice(move)
        return not may_enter_transaction(self.slots, choice) or any(
            family.choice is choice and family.arguments == move.arguments for family in self.families()
        )

    def was_in_vain(self, move: Move) -> bool:
        """Return whether a move was tried in this position and led to a dead end."""
        return move in self._vain.get(self._here(), ())

    def apply(self, move: Move) -> None:
        """Play a move and the forced moves after it.

        Raises ``IllegalMove``, or ``RulesFault`` when the rules themselves fail; the position is then as before.
        """
        if not self.allows(move):
            raise IllegalMove(move.option)
        self._past.append(self.point())
        try:
            self._take(move, forced=False, only=self._is_only(move))
            self._advance()
        except BaseException:
            self._back(self._past.pop())
            raise

    def wholly(self, change: Callable[[], None]) -> None:
        """Apply a change atomically; any exception restores the position."""
        point, decision = self.point(), self.decision
        try:
            change()
        except BaseException:
            self._back(point)
            self.decision = decision
            raise

    def undo(self) -> bool:
        """Undo the last chosen move; return whether there was one."""
        if not self._past:
            return False
        self._back(self._past.pop())
        return True

    def branch(self) -> GamePlaythrough:
        """Return an independent copy of the playthrough."""
        return replace(
            self,
            chance=self.chance.branch(),
            slots=list(self.slots),
            journal=list(self.journal),
            moves=list(self.moves),
            passed=list(self.passed),
            doubts=set(self.doubts),
            _past=list(self._past),
        )

    def passed_decisions(self) -> Iterator[GamePlaythrough]:
        """Yield a branch at each decision since the last chosen move at which a single move was played without asking."""
        for position in self.passed:
            slots = restore_snapshot(self.program, position)
            end = self.program.blocks[slots[PC]].end
            assert isinstance(end, Decide)
            yield replace(self.branch(), slots=slots, decision=end, passed=[])

    def play_forced_moves(self) -> None:
        """Play moves without a choice from now on, those too that were waited for, and go to the first choice. Raises ``RulesFault``."""
        self.play_forced = True
        self._advance()

    # -- inside ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Run from the current position to the next decision."""
        self._run()
        self._advance()

    def _choice(self, move: Move) -> Choice:
        assert self.decision is not None
        choice = choice_by_name(self.decision, move.option, move.arguments)
        assert choice is not None
        return choice

    def _is_only(self, move: Move) -> bool:
        """Return whether a move was asked for although the only one."""
        asked = self.decision is not None and not self._plays_itself(self.decision)
        return asked and self.play_forced == OPENLY and self.only_move() == move

    def _take(self, move: Move, *, forced: bool, only: bool = False) -> None:
        assert self.decision is not None
        choice, actor = self._choice(move), self.actor
        if self._held is not None and self._held.first is None:
            self._held = replace(self._held, first=move)
        before, outcomes = TransactionEntry(self._here(), move), len(self.chance.log)
        # With what is remembered of the position: rules go on from it.
        old, self.slots = self.slots, self.slots.copy()
        self.journal.append((choice.note, actor, *move.arguments))
        self.moves.append(PlayedMove(actor, move, forced, self.decision.number, only))
        self.decision = apply_move(
            self.program,
            choice,
            move.arguments,
            s=self.slots,
            j=self.journal,
            chance=self.chance,
            before=old,
            stop=self.stop,
            hold=not self.partial,
        )
        # What chance has shown is not taken back: then the beginning of the held part is as far as it goes.
        self._watch_held(before if len(self.chance.log) == outcomes else None)

    def _run(self) -> None:
        self.decision = run_to_decision(
            self.program, self.slots, self.journal, self.chance, stop=self.stop, hold=not self.partial
        )

    def _advance(self) -> None:
        """Continue to a decision with a real choice: play forced moves; run ``otherwise`` if none is legal."""
        circles = ForcedCycleDetector(self.most_forced)
        self.passed = []
        self._watch_held(None)
        while self.decision is not None:
            found = list(islice(self._moves(), 2))
            if len(found) > 1 or (found and not self._plays_itself(self.decision)):
                return
            if not found and self.decision.otherwise is None and self._taken_back():
                circles.forget()
                continue
            here = self._here()
            circles.look(here, self.decision)
            if found:
                self.passed.append(here)
                self._take(found[0], forced=True)
            else:
                self._nothing_legal(self.decision)

    def _plays_itself(self, decision: Decide) -> bool:
        """Return whether a single move is played without asking."""
        veiled = self.play_forced == OPENLY and decision.ask.rule in self.program.ruleset.veiled
        return bool(self.play_forced) and not veiled

    def _moves(self) -> Iterator[Move]:
        return (move for family in self.families() for move in family.moves())

    def _nothing_legal(self, decision: Decide) -> None:
        if decision.otherwise is None:
            player = element_text(self.program, "player", self.actor, self.names)
            fault = RulesFault("E313", decision=decision.ask.name, player=player)
            fault.rule = decision.ask.rule
            raise fault
        self.slots[PC] = decision.otherwise
        self._run()

    # -- all or nothing ----------------------------------------------------------------------------------------

    def _not_dead(self, decision: Decide) -> Iterator[ActionSet]:
        """Yield the moves except those proven to lead to dead ends and those tried in vain."""
        here = self._here()
        if self._offered is None or self._offered[0] != here:
            ways = TransactionSearch(self.program, self.chance, hold=not self.partial)
            self._offered = (here, tee(ways.judged_families(decision, self.slots), 1)[0])
        vain = self._vain.get(here, ())
        try:
            for family, verdict in copy(self._offered[1]):
                if verdict is Verdict.DOUBTFUL:
                    self.doubts.add(decision.ask.name)
                if verdict is None or not (verdict is Verdict.DEAD or family.move(0) in vain):
                    yield family
        except RulesFault:
            self._offered = None
            raise

    def _watch_held(self, entry: TransactionEntry | None) -> None:
        """Record the start of an all-or-nothing part, and discard it at its end."""
        if self.decision is None or not self.slots[HOLDING]:
            self._held = None
        elif self._held is None:
            self._held = OpenTransaction(self._here(), entry)

    def _taken_back(self) -> bool:
        """Return from a dead end to the start of the all-or-nothing part; return whether there was one.

        The first move made there was in vain. When there is none, or when too many were, it is the move that led in, and
        the position before it is gone back to.
        """
        held = self._held
        if held is None:
            return False
        holding = self.program.decisions[self.slots[HOLDING] - 1]
        actor = self.actor
        if held.first is not None:
            tried = self._in_vain(held.position, held.first)
            if held.entry is None or tried < MOST_IN_VAIN:
                self._held = replace(held, first=None)
                self._return(held.position)
                self.journal.append((holding.taken_back, actor))
                return True
        if held.entry is None:
            return False
        self._in_vain(held.entry.position, held.entry.move)
        self._held = None
        self._return(held.entry.position)
        self.journal.append((holding.taken_back, actor))
        return True

    def _in_vain(self, position: Position, move: Move) -> int:
        """Record a failed move in a position; return how many there were."""
        tried = (*self._vain.get(position, ()), move)
        self._vain = {**self._vain, position: tried}
        return len(tried)

    def _here(self) -> Position:
        """Return the position with its chance counters, as an identity within one playthrough."""
        return save_snapshot(self.program, self.slots)

    def _return(self, position: Position) -> None:
        self.slots = restore_snapshot(self.program, position)
        end = self.program.blocks[self.slots[PC]].end
        self.decision = end if isinstance(end, Decide) else None

    def _back(self, point: UndoPoint) -> None:
        self._return(point.position)
        del self.journal[point.journal :]
        self.chance.back(point.chance)
        del self.moves[point.moves :]
        self._held, self._vain = point.held, point.vain


def start_playthrough(
    program: Playable,
    seed: int = 0,
    *,
    prescribed: Prescribed | None = None,
    recorded: Sequence[tuple[str, str]] = (),
    play_forced: Forced = True,
    names: Sequence[str] = (),
) -> GamePlaythrough:
    """Begin a playthrough at its set-up and run to the first decision.

    ``prescribed`` fixes chance by site (see ``chance``); ``recorded`` follows the outcomes of an earlier playthrough.
    """
    chance = ChanceSource(seed, prescribed or {}, [], outcomes_by_chance_node(recorded), constants=program.constants)
    playthrough = GamePlaythrough(program, chance, list(program.first), play_forced, names=tuple(names))
    playthrough.start()
    return playthrough


def outcomes_by_chance_node(log: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the outcomes of each chance site in order."""
    found: dict[str, list[str]] = {}
    for site, outcome in log:
        found.setdefault(site, []).append(outcome)
    return found
