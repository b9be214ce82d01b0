"""Creation of basic blocks: the current block, frames of suspending procedures, generated names.

What lowers one sort of statement (loops, decisions, chance) writes into these, and has what lies within a statement lowered by the walk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from reguli.ir.lowering.journal_notes import Notes
from reguli.ir.program import (
    Ask,
    Block,
    Decide,
    End,
    Fill,
    Fork,
    Halt,
    Jump,
    Number,
    Set,
    Settled,
    Statement,
    Test,
    Value,
    ZeroFrames,
)
from reguli.ir.state_layout import FACTS, NONE, Layout, Storage, has_varying_initial_value, initial_value
from reguli.model.analysis.totality import transitive_closure
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_statements import Rule
from reguli.model.bound_tree.bound_terms import Variable
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    called_procedures,
    child_bodies,
    effects_on_piece,
    immediately_called_procedures,
    may_reach_settle_point,
    nested_statements,
    with_fresh_variables,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import TRUTH
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- Which procedures can wait: for somebody's decision, for chance, or at a settle point ----------------------------


class Waiting:
    """The analysis of which statements need blocks."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
        self._procedures = dict.fromkeys(procedures, False)
        changed = True
        while changed:
            changed = False
            for name, procedure in procedures.items():
                if not self._procedures[name] and any(self._waits(statement) for statement in procedure.body):
                    self._procedures[name] = changed = True

    def holds(self, body: b.Body, asked: tuple[str, ...] = ()) -> bool:
        """Return whether statements may enter an all-or-nothing decision before another decision is asked."""
        for statement in body:
            if self._holds(statement, asked):
                return True
            if self._asks(statement, ()):
                return False
        return False

    def _holds(self, statement: b.BoundStatement, asked: tuple[str, ...]) -> bool:
        match statement:
            case b.Ask():
                return statement.all_or_nothing
            case b.Perform(procedure=name, later=False) if name not in asked:
                return self.holds(self._ruleset.procedures[name].body, (*asked, name))
            case b.PerformPiece(later=False):
                rules = effects_on_piece(self._ruleset, statement).values()
                return any(rule is not None and self.holds(rule.body, asked) for rule in rules)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                return any(self.holds(inner, asked) for inner in child_bodies(statement))

    def _asks(self, statement: b.BoundStatement, ran: tuple[str, ...]) -> bool:
        """Return whether a statement always asks a player, so that later statements are not reached first."""
        match statement:
            case b.Ask():
                return True
            case b.Perform(procedure=name, later=False) if name not in ran:
                return self._body_asks(self._ruleset.procedures[name].body, (*ran, name))
            case b.Branch(then=then, otherwise=otherwise):
                return self._body_asks(then, ran) and self._body_asks(otherwise, ran)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Turn() | b.Looping():
                return False

    def _body_asks(self, body: b.Body, ran: tuple[str, ...]) -> bool:
        for statement in body:
            if self._asks(statement, ran):
                return True
            if self._leaves(statement):
                return False
        return False

    def procedure(self, name: str) -> bool:
        """Return whether a procedure suspends."""
        return self._procedures[name]

    def statement(self, statement: b.BoundStatement) -> bool:
        """Return whether a statement needs blocks because it suspends or leaves its context."""
        return self._waits(statement) or self._leaves(statement)

    def _waits(self, statement: b.BoundStatement) -> bool:
        if statement.suspends:
            return True
        match statement:
            case b.Around() | b.Turn():
                return True
            case b.Leave(what=what):
                return what != "procedure"
            case b.Perform(procedure=name, later=False):
                return self._procedures[name]
            case b.PerformPiece(later=False):
                rules = effects_on_piece(self._ruleset, statement).values()
                return any(rule is not None and self._procedures[rule.id] for rule in rules)
            case b.Changing() | b.Give() | b.Calling() | b.Claim() | b.Nesting():
                return any(self._waits(inner) for body in child_bodies(statement) for inner in body)

    def _leaves(self, statement: b.BoundStatement) -> bool:
        if isinstance(statement, b.Leave):
            return True
        return any(self._leaves(inner) for body in child_bodies(statement) for inner in body)


def deferred_procedures(ruleset: Ruleset) -> tuple[BoundProcedure, ...]:
    """Return every procedure that may be on the agenda (run later, or on an event) in a fixed order."""
    later: dict[str, BoundProcedure] = {}
    for procedure in all_procedures(ruleset):
        for statement in nested_statements(procedure.body):
            if isinstance(statement, b.Perform | b.PerformPiece) and statement.later:
                later.update((rule.id, rule) for rule in called_procedures(ruleset, statement))
    for rules in ruleset.events.values():
        later.update((rule.id, rule) for rule in rules)
    return tuple(later.values())


def procedures_needing_frames(ruleset: Ruleset) -> tuple[frozenset[str], frozenset[str]]:
    """Return the procedures with a second frame for settle points, and those with one for any-time options.

    They can stand open at a settle point of the main flow and be run at one too; or at a decision, and be run by an option there.
    """
    procedures = {procedure.id: procedure for procedure in all_procedures(ruleset)}
    runs = {name: immediate_procedures(ruleset, procedure.body) for name, procedure in procedures.items()}
    stages = ruleset.documents.game.stages
    drawn = {case.now for stage in stages for case in stage.cases if case.now is not None}
    scheduled = {one.run for stage in stages for one in (stage.once, *(case.then for case in stage.cases)) if one}
    late = {procedure.id for procedure in deferred_procedures(ruleset)} | {
        trigger.procedure.id for trigger in ruleset.triggers
    }
    late = transitive_closure(late | drawn, runs)
    main = {phase.id for phase in ruleset.phases} | {moment.procedure.id for moment in ruleset.moments}
    main |= scheduled | drawn | ({ruleset.setup.id} if ruleset.setup is not None else set())
    settling = {
        name
        for name, procedure in procedures.items()
        if any(map(may_reach_settle_point, nested_statements(procedure.body)))
    }
    aside = transitive_closure({group.id for group in ruleset.at_any_time}, runs)
    main = transitive_closure(main, runs)
    settled = {name for name in procedures if transitive_closure({name}, runs) & settling}
    return frozenset(main & late & settled), frozenset(aside & (main | late) & settled)


def immediate_procedures(ruleset: Ruleset, body: b.Body) -> set[str]:
    """Return the procedures that statements run immediately."""
    return {
        one.id for statement in nested_statements(body) for one in immediately_called_procedures(ruleset, statement)
    }


# -- block builder ---------------------------------------------------------------------------------------------------


Twins = tuple[tuple[Variable, Variable], ...]
OVER, SETTLING, HOLDING, AT_TURN = (FACTS.index(name) for name in ("over", "settling", "holding", "at_turn"))


@dataclass(slots=True)
class Turning:
    """A lowered turn: the block after its body, its own slots, and its body."""

    exit: int
    own: tuple[int, int]
    body: b.Body


@frozen_class
class Through(FrozenValue):
    """A turn whose body leaves enclosing constructs: ``slot`` records which one to leave once the turn has ended."""

    turn: Rule
    slot: int
    outs: tuple[Rule, ...]


@dataclass(slots=True)
class RoundEnd:
    """The early exit from a round, present if some rule uses it: its blocks and its state slots."""

    over: int
    """The block that leaves it."""
    last: int
    """The block before what stands at its end."""
    closed: int
    """The block behind that."""
    mark: int
    """The slot that tells that it ends when what runs late has ended."""
    leaving: int
    """The slot that tells that it is being left, or ends."""
    phases: list[int] = field(default_factory=list)
    """By phase: the block before what stands at its end."""


@frozen_class
class EndOfGame(FrozenValue):
    """An end of game with possible pending agenda entries."""

    over: int
    """The block that every 'end game' leads to."""
    rest: int
    """The block that does what is left on the agenda, one thing each time."""
    mark: int
    """The slot that tells that this is being done."""


@dataclass(slots=True)
class Draft:
    """An unfinished block."""

    lines: list[tuple[str, Statement]] = field(default_factory=list)
    end: End = field(default_factory=Halt)


@dataclass(slots=True)
class Frame:
    """A suspending procedure: its entry block, its return slot and its own slots."""

    procedure: BoundProcedure
    entry: int
    return_slot: int
    parameters: tuple[Storage, ...]
    leave: int
    """The block that returns."""
    late: bool = False
    """Whether what runs in it runs at a settle point."""
    aside: bool = False
    """Whether it is run by an option that is offered at any time."""
    twins: Twins = ()
    """Of a second frame: the variables of the first, each with its own."""
    ranges: list[tuple[int, int]] = field(default_factory=list)


class Drafts(ABC):
    """The blocks under creation: ``at`` is the current one; ``body`` and ``call`` continue the traversal."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self.notes = Notes(ruleset, layout)
        self.waiting = Waiting(ruleset)
        self._keys = count(-1, -1)
        self.own_keys: list[int] = []
        """Of variables of our own making, those of second frames among them: each has its place before anything is played."""
        self.absent_copies: list[int] = []
        """Keys of variables that copy one which may be absent."""
        self._sites: dict[str, set[str]] = {}
        self.blocks: list[Draft] = []
        self.decisions: list[Decide] = []
        self.frames: dict[str, Frame] = {}
        self.todo: list[Frame] = []
        self.twofold, self.apart = procedures_needing_frames(ruleset)
        self.late = False
        """Whether what is being written runs at a settle point."""
        self.aside = False
        """Whether what is being written is run by an option that is offered at any time."""
        self.busy: Variable | None = None
        """Tells whether such an option is being run."""
        if ruleset.at_any_time:
            self.busy = Variable("busy", TRUTH, self.new_key())
            layout.frame_variable(self.busy)
        self.twins: Twins = ()
        self.twins_of: dict[int, Twins] = {}
        """By decision."""
        self.at = self.new_block()
        self.halt = self.new_block()
        self.exits: dict[Rule, tuple[int, int]] = {}
        """By decision, turn or loop round the statement: the block behind it, and how many that are held stand round it."""
        self.held: list[int] = []
        """Decisions that are all or nothing around the statement, in the procedure being written."""
        self.leave = self.halt
        self.through: Through | None = None
        self.turns: list[Turning] = []
        self.turn_over: int | None = None
        """The block that leaves the turn under way from anywhere, where some rule does."""
        self.ending: int | None = None
        """The slot that tells that the turn ends when what runs late has ended."""
        self.round_end: RoundEnd | None = None
        self.end_of_game: EndOfGame | None = None
        self.moment: Callable[[str, str], None] = _unordered
        self.settle_frame: Frame | None = None
        self.after_draw: dict[str, list[tuple[int, Callable[[], None]]]] = {}
        """By stack: which drawn card brings which blocks."""

    # -- blocks ------------------------------------------------------------------------------------------------

    def new_block(self) -> int:
        """Open a block and return its number."""
        self.blocks.append(Draft())
        return len(self.blocks) - 1

    def end(self, end: End, then: int | None = None) -> None:
        """End the current block and continue in ``then``."""
        self.blocks[self.at].end = end
        if then is not None:
            self.at = then

    def on(self) -> int:
        """Start a new block that others can jump to, and return its number."""
        block = self.new_block()
        self.end(Jump(block), block)
        return block

    def fork(self, test: Test) -> int:
        """Continue where a test holds; return the still empty block for the case that it does not."""
        holds, on = self.new_block(), self.new_block()
        self.end(Fork(test, holds, on), holds)
        return on

    def write(self, statement: Statement, rule: str = "") -> None:
        """Append a statement to the current block."""
        self.blocks[self.at].lines.append((rule, statement))

    def zero(self, first: int, last: int) -> None:
        """Append a statement that zeroes a range of slots."""
        if last > first:
            self.write(Fill(first, last, Number(0)))

    def renew(self, lasts: Literal["round", "phase", "turn"]) -> None:
        """Append statements that reset all values with this lifetime to their start."""
        for name, own in self.layout.fields.items():
            if own.declared.lasts == lasts:
                start = self.ruleset.starts.get(name)
                value = NONE if own.declared.form == "element" else max(0, own.declared.low)
                whole = start is None or not has_varying_initial_value(own, start)
                for place in range(1 if whole else own.places):
                    again = Number(value) if start is None else Ask(initial_value(own, start, place))
                    first = own.base + own.stride * place
                    self.write(Fill(first, first + own.stride * (own.places if whole else 1), again))

    def made(self) -> tuple[Block, ...]:
        """Return the finished blocks."""
        return tuple(Block(tuple(draft.lines), draft.end) for draft in self.blocks)

    def frame(self, procedure: BoundProcedure) -> Frame:
        """Return the frame of a suspending procedure; its body is lowered later.

        One that can stand open in the main flow and be run at a settle point too has a second frame for that.
        """
        second = procedure.id in (self.apart if self.aside else self.twofold if self.late else ())
        name = f"{'aside' if self.aside else 'late'} {procedure.id}" if second else procedure.id
        known = self.frames.get(name)
        if known is None:
            twins: Twins = ()
            if second:
                procedure, twins = self.copy(procedure)
            first = self.layout.logical
            return_slot = self.layout.take(1)
            parameters = tuple(self.layout.frame_variable(variable) for variable in procedure.parameters)
            known = Frame(procedure, self.new_block(), return_slot, parameters, self.new_block())
            known.late, known.aside, known.twins = self.late, self.aside, twins
            known.ranges.append((first, self.layout.logical))
            self.frames[name] = known
            self.todo.append(known)
        return known

    def forget(self, rule: str) -> None:
        """Zero the frames of all active procedures; every frame is lowered by then."""
        for frame in self.frames.values():
            for first, last in frame.ranges:
                self.zero(first, last)
        self.write(Set(HOLDING, Number(0)), rule)
        if self.busy is not None:
            self.write(Set(self.layout.storage[self.busy.key].slot, Number(0)), rule)

    def end_game(self, rule: str) -> None:
        """Append statements that end the game at once and clear all frames, so that equal final states compare equal."""
        self.write(ZeroFrames(), rule)
        for slot, value in (
            (OVER, 1),
            (SETTLING, 0),
            (HOLDING, 0),
            *(((AT_TURN, NONE),) if self.ruleset.turns else ()),
        ):
            self.write(Set(slot, Number(value)), rule)
        self.end((Settled if self.ruleset.invariants else Jump)(self.halt), self.new_block())

    def copy(self, procedure: BoundProcedure) -> tuple[BoundProcedure, Twins]:
        """Return a procedure with fresh variables and the pairs of originals and copies; copies inherit possible absence."""
        own, twins = with_fresh_variables(procedure, self.new_key)
        absent = self.ruleset.absent.variables
        self.absent_copies += [copied.key for first, copied in twins if first.key in absent]
        return own, twins

    def new_key(self) -> int:
        """Return a key for a generated variable."""
        key = next(self._keys)
        self.own_keys.append(key)
        return key

    def site(self, cast: b.Cast) -> str:
        """Return the chance site of a lot: its variable, or its rule if several lots share the name."""
        rules = self._sites.setdefault(cast.variable.name, set())
        rules.add(cast.rule)
        return cast.variable.name if len(rules) == 1 else cast.rule

    def made_twins(self) -> dict[int, tuple[tuple[int, int, int], ...]]:
        """Return, per decision in a second frame, its variables' slots, the first frame's slots, and the slot counts."""
        where = self.layout.storage
        return {
            number: tuple(
                (where[own.key].slot, where[first.key].slot, where[own.key].capacity + 1)
                for first, own in twins
                if first.key in where and own.key in where
            )
            for number, twins in self.twins_of.items()
        }

    # -- the walk over statements, which ``procedures`` makes ----------------------------------------------------

    @abstractmethod
    def body(self, body: b.Body) -> None:
        """Lower statements in order."""

    @abstractmethod
    def call(self, procedure: BoundProcedure, arguments: tuple[Value, ...] = ()) -> None:
        """Call a procedure, suspending or not, and continue."""

    @abstractmethod
    def settle(self) -> None:
        """Run triggers and deferred work."""

    def scoped(self, body: b.Body) -> None:
        """Lower a body, then zero its variables."""
        first = self.layout.logical
        self.body(body)
        self.zero(first, self.layout.logical)


def _unordered(edge: str, of: str) -> None:
    """Do nothing: no rules run at this moment."""
