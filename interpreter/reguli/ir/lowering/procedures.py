"""From bound rules to basic blocks: procedures that wait get one static frame each, the rest become effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, assert_never

from reguli.ir.layout import FACTS, Layout
from reguli.ir.lowering.chance import lower_cast, lower_take_top
from reguli.ir.lowering.decisions import lower_ask, release
from reguli.ir.lowering.loops import lower_around, lower_each, lower_loop, lower_times
from reguli.ir.lowering.suspend import Waiting
from reguli.ir.makers import Makers
from reguli.ir.program import (
    Block,
    Call,
    Closure,
    Decide,
    Effect,
    End,
    Fork,
    Journal,
    Jump,
    Note,
    Return,
    Slots,
    Switch,
)
from reguli.ir.walking.agenda import Agenda
from reguli.ir.walking.effects import Effects
from reguli.ir.walking.places import write_members
from reguli.ir.walking.values import Values
from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Term
from reguli.model.types import Type
from reguli.source.span import Span

OVER, SETTLING, HOLDING = FACTS.index("over"), FACTS.index("settling"), FACTS.index("holding")


@dataclass(slots=True)
class Frame:
    """One procedure that waits: where it begins, where it returns to, and the slots that are its own."""

    procedure: BoundProcedure
    entry: int
    return_slot: int
    parameters: tuple[tuple[int, int], ...]
    leave: int
    """The block that returns."""
    ranges: list[tuple[int, int]] = field(default_factory=list)


class Lowering:
    """Builds the blocks of a program; ``at`` is the block being written."""

    def __init__(self, ruleset: Ruleset, layout: Layout, makers: Makers[Any, Any]) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self.values: Values = makers.values(ruleset, layout)
        self.notes: list[Note] = []
        self._first_frame = layout.logical
        self.waiting = Waiting(ruleset)
        self.agenda = Agenda(self)
        self.effects: Effects = makers.effects(self.values, self.notes, self.agenda.effect)
        self.lister = makers.lister
        self.blocks: list[Block] = []
        self.decisions: list[Decide] = []
        self.frames: dict[str, Frame] = {}
        self.todo: list[Frame] = []
        self.at = self.new_block()
        self.halt = self.new_block()
        self.exits: list[int] = []
        self.held: list[int] = []
        """Decisions that are all or nothing around the statement, in the procedure being written."""
        self.leave = self.halt
        self.phase: str | None = None
        self.in_turn = False
        self.settle_frame: Frame | None = None
        self.after_draw: dict[str, list[tuple[int, Callable[[Lowering], None]]]] = {}
        """By stack: which drawn card brings which blocks."""

    # -- blocks ------------------------------------------------------------------------------------------------

    def new_block(self) -> int:
        """Open a block and give its number."""
        self.blocks.append(Block())
        return len(self.blocks) - 1

    def end(self, end: End, then: int | None = None) -> None:
        """End the current block and go on writing ``then``."""
        self.blocks[self.at].end = end
        if then is not None:
            self.at = then

    def effect(self, effect: Effect, rule: str) -> None:
        """Append an effect to the current block."""
        self.blocks[self.at].effects.append(effect)
        self.blocks[self.at].rules.append(rule)

    def effects_note(self, rule: str, verb: str, about: str, types: tuple[Type, ...], span: Span) -> int:
        """Register a kind of journal entry."""
        return self.effects.note(rule, verb, about, types, span)

    def assign(self, slot: int, value: int, rule: str = "") -> None:
        """Append the effect that writes a known number into a slot."""

        def write(s: Slots, j: Journal) -> None:
            s[slot] = value

        self.effect(write, rule)

    def zero(self, first: int, last: int) -> None:
        """Append the effect that zeroes a stretch of slots."""
        if last <= first:
            return
        zeros = [0] * (last - first)

        def clear(s: Slots, j: Journal) -> None:
            s[first:last] = zeros

        self.effect(clear, "")

    def frame(self, procedure: BoundProcedure) -> Frame:
        """Give the frame of a procedure that waits; its body is lowered later."""
        known = self.frames.get(procedure.id)
        if known is None:
            first = self.layout.logical
            return_slot = self.layout.take(1)
            places = [self.layout.frame_variable(variable) for variable in procedure.parameters]
            parameters = tuple((place.slot, place.capacity) for place in places)
            known = Frame(procedure, self.new_block(), return_slot, parameters, self.new_block())
            known.ranges.append((first, self.layout.logical))
            self.frames[procedure.id] = known
            self.todo.append(known)
        return known

    def finish_frames(self) -> None:
        """Lower the bodies of all frames asked for, and of those they ask for."""
        while self.todo:
            frame = self.todo.pop()
            first = self.layout.logical
            self.at, self.leave, self.exits, self.held = frame.entry, frame.leave, [], []
            self.phase = frame.procedure.id if frame.procedure in self.ruleset.phases else None
            self.body(frame.procedure.body)
            self.end(Jump(frame.leave))
            frame.ranges.append((first, self.layout.logical))
            self.blocks[frame.leave].end = Return(frame.return_slot, tuple(frame.ranges))

    # -- statements --------------------------------------------------------------------------------------------

    def body(self, body: b.Body) -> None:
        """Lower statements in order; their variables are zeroed behind them."""
        for statement in body:
            if self.waiting.statement(statement):
                self.flow(statement)
            else:
                self._plain(statement)

    def _plain(self, statement: b.BoundStatement) -> None:
        if isinstance(statement, b.Give) and statement.variable.key not in self.layout.storage:
            self.layout.frame_variable(statement.variable)
        self.effect(self.effects.effect(statement), statement.rule)

    def flow(self, statement: b.BoundStatement) -> None:
        """Lower one statement that waits or leaves."""
        match statement:
            case b.TakeTop():
                lower_take_top(self, statement)
            case b.Cast():
                lower_cast(self, statement)
            case b.Perform():
                self.perform(self.ruleset.procedures[statement.procedure], statement.arguments)
            case b.PerformPiece():
                self._perform_piece(statement)
            case b.Control():
                self._control(statement)
            case b.Branch():
                self._branch(statement)
            case b.Each():
                lower_each(self, statement)
            case b.Loop():
                lower_loop(self, statement)
            case b.Times():
                lower_times(self, statement)
            case b.Around():
                lower_around(self, statement)
            case b.Ask():
                lower_ask(self, statement)
            case b.Give() | b.Write() | b.Relocate() | b.Transfer() | b.Mix() | b.Enlist() | b.Order() | b.Tell():
                self._plain(statement)
            case _:
                assert_never(statement)

    def perform(self, procedure: BoundProcedure, arguments: tuple[Term, ...] = ()) -> None:
        """Call a procedure, waiting or not, and go on behind it."""
        if not self.waiting.procedure(procedure.id):
            slots, run = self.effects.made(procedure)
            values = [self.values.closure(argument) for argument in arguments]
            self.effect(_calling(slots, values, run), procedure.rule)
            return
        frame = self.frame(procedure)
        back = self.new_block()
        values = [self.values.closure(argument) for argument in arguments]
        self.end(Call(_entering(frame.parameters, values), frame.return_slot, frame.entry, back), back)

    def _perform_piece(self, statement: b.PerformPiece) -> None:
        rules = self.ruleset.piece_rules[statement.kind, statement.field]
        element = self.values.element(statement.element, statement.field)
        done, targets, start = self.new_block(), [], self.at
        for rule in rules:
            self.at = self.new_block()
            targets.append(self.at)
            if rule is not None:
                self.perform(rule, statement.arguments)
            self.end(Jump(done))
        self.at = start
        self.end(Switch(element, tuple(targets), done), done)

    def _control(self, statement: b.Control) -> None:
        match statement.what:
            case "finish":
                self.end(Jump(self.exits[-1]), self.new_block())
            case "stop":
                if self.held:
                    self.effect(release(frozenset(self.held)), statement.rule)
                self.end(Jump(self.leave), self.new_block())
            case "end game":
                self.effect(self._over, statement.rule)
                self.end(Jump(self.halt), self.new_block())
            case "settle":
                self.settle()

    def _over(self, s: Slots, j: Journal) -> None:
        """End the playthrough: what rules were in the midst of is over too, so that equal ends are equal."""
        room = self.layout.logical - self._first_frame
        s[self._first_frame : self.layout.logical] = [0] * room
        s[OVER], s[SETTLING], s[HOLDING] = 1, 0, 0

    def settle(self) -> None:
        """Run triggers and what was put off, if there is anything, unless that is being done already."""
        frame, pending = self.settle_frame, self.agenda.pending
        if frame is None:
            return
        back, call = self.new_block(), self.new_block()
        self.end(Fork(lambda s: not s[SETTLING] and pending(s), call, back), call)
        self.end(Call(lambda s: None, frame.return_slot, frame.entry, back), back)

    def _branch(self, statement: b.Branch) -> None:
        then, otherwise, done = self.new_block(), self.new_block(), self.new_block()
        self.end(Fork(self.values.closure(statement.condition), then, otherwise), then)
        self.scoped(statement.then)
        self.end(Jump(done), otherwise)
        self.scoped(statement.otherwise)
        self.end(Jump(done), done)

    def scoped(self, body: b.Body) -> None:
        """Lower a body and zero its variables behind it."""
        first = self.layout.logical
        self.body(body)
        self.zero(first, self.layout.logical)


def _calling(slots: list[int], values: list[Closure], run: Effect) -> Effect:
    def call(s: Slots, j: Journal) -> None:
        found = [value(s) for value in values]
        for slot, value in zip(slots, found, strict=True):
            s[slot] = value
        run(s, j)

    return call


def _entering(parameters: tuple[tuple[int, int], ...], values: list[Closure]) -> Callable[[Slots], None]:
    def enter(s: Slots) -> None:
        found = [value(s) for value in values]
        for (slot, capacity), value in zip(parameters, found, strict=True):
            if capacity:
                write_members(s, slot, value, capacity)
            else:
                s[slot] = value

    return enter


__all__ = ["Frame", "Lowering"]
