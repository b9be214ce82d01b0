"""From bound rules to basic blocks: procedures that wait get one static frame each, the rest become effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

from reguli.ir.layout import FACTS, Layout, Storage
from reguli.ir.lowering.agenda import Settling
from reguli.ir.lowering.chance import lower_cast, lower_take_top
from reguli.ir.lowering.decisions import lower_ask
from reguli.ir.lowering.loops import lower_around, lower_each, lower_loop, lower_times
from reguli.ir.lowering.notes import Notes
from reguli.ir.lowering.suspend import Waiting
from reguli.ir.program import Block, Call, Decide, End, Entry, Fork, Halt, Jump, Return, Switch
from reguli.ir.statements import (
    Ask,
    Do,
    Fill,
    LetGo,
    Number,
    Passing,
    Run,
    Set,
    Statement,
    Unsettled,
    Value,
    ZeroFrames,
)
from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree import bound as b

OVER, SETTLING, HOLDING = FACTS.index("over"), FACTS.index("settling"), FACTS.index("holding")


@dataclass(slots=True)
class Draft:
    """A block being written."""

    lines: list[tuple[str, Statement]] = field(default_factory=list)
    end: End = field(default_factory=Halt)


@dataclass(slots=True)
class Frame:
    """One procedure that waits: where it begins, where it returns to, and the slots that are its own."""

    procedure: BoundProcedure
    entry: int
    return_slot: int
    parameters: tuple[Storage, ...]
    leave: int
    """The block that returns."""
    ranges: list[tuple[int, int]] = field(default_factory=list)


class Lowering:
    """Builds the blocks of a program; ``at`` is the block being written."""

    def __init__(self, ruleset: Ruleset, layout: Layout) -> None:
        self.ruleset = ruleset
        self.layout = layout
        self.notes = Notes(ruleset, layout)
        self.waiting = Waiting(ruleset)
        self.settling = Settling(self)
        self.blocks: list[Draft] = []
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
        self.after_draw: dict[str, list[tuple[int, Callable[[], None]]]] = {}
        """By stack: which drawn card brings which blocks."""

    # -- blocks ------------------------------------------------------------------------------------------------

    def new_block(self) -> int:
        """Open a block and give its number."""
        self.blocks.append(Draft())
        return len(self.blocks) - 1

    def end(self, end: End, then: int | None = None) -> None:
        """End the current block and go on writing ``then``."""
        self.blocks[self.at].end = end
        if then is not None:
            self.at = then

    def write(self, statement: Statement, rule: str = "") -> None:
        """Append a statement to the current block."""
        self.blocks[self.at].lines.append((rule, statement))

    def zero(self, first: int, last: int) -> None:
        """Append the statement that zeroes a stretch of slots."""
        if last > first:
            self.write(Fill(first, last, Number(0)))

    def made(self) -> tuple[Block, ...]:
        """Give the blocks that were written."""
        return tuple(Block(tuple(draft.lines), draft.end) for draft in self.blocks)

    def frame(self, procedure: BoundProcedure) -> Frame:
        """Give the frame of a procedure that waits; its body is lowered later."""
        known = self.frames.get(procedure.id)
        if known is None:
            first = self.layout.logical
            return_slot = self.layout.take(1)
            parameters = tuple(self.layout.frame_variable(variable) for variable in procedure.parameters)
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
        self.notes.statement(statement)
        self.write(Do(statement), statement.rule)

    def flow(self, statement: b.BoundStatement) -> None:
        """Lower one statement that waits or leaves."""
        match statement:
            case b.TakeTop():
                lower_take_top(self, statement)
            case b.Cast():
                lower_cast(self, statement)
            case b.Perform():
                self.call(self.ruleset.procedures[statement.procedure], tuple(map(Ask, statement.arguments)))
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
            case b.Give() | b.Write() | b.Relocate() | b.Transfer() | b.Mix() | b.Enlist() | b.Order() | b.Announce():
                self._plain(statement)
            case _:
                assert_never(statement)

    def call(self, procedure: BoundProcedure, arguments: tuple[Value, ...] = ()) -> None:
        """Call a procedure, waiting or not, and go on behind it."""
        if not self.waiting.procedure(procedure.id):
            self.notes.procedure(procedure)
            self.write(Run(procedure.id, self._passing(self.parameters(procedure), arguments)), procedure.rule)
            return
        frame = self.frame(procedure)
        back = self.new_block()
        self.end(Call(self._passing(frame.parameters, arguments), frame.return_slot, frame.entry, back), back)

    def parameters(self, procedure: BoundProcedure) -> tuple[Storage, ...]:
        """Give the places of the parameters of a procedure that waits for nobody."""
        return tuple(self.layout.bind(variable.key) for variable in procedure.parameters)

    def _passing(self, parameters: tuple[Storage, ...], arguments: tuple[Value, ...]) -> Passing:
        return tuple(zip(parameters, arguments, strict=True))

    def reach(self, procedure: BoundProcedure) -> None:
        """See to it that a procedure can be run by itself."""
        if self.waiting.procedure(procedure.id):
            self.frame(procedure)
        else:
            self.notes.procedure(procedure)

    def entries(self) -> dict[str, Entry]:
        """Tell how each procedure is run that anything runs; named ones first."""
        made = {name: Entry(frame.parameters, frame.entry, frame.return_slot) for name, frame in self.frames.items()}
        for name, procedure in self.notes.procedures.items():
            made[name] = Entry(self.parameters(procedure))
        return {name: made.pop(name) for name in self.ruleset.procedures} | made

    def _perform_piece(self, statement: b.PerformPiece) -> None:
        rules = self.ruleset.piece_rules[statement.kind, statement.field]
        done, targets, start = self.new_block(), [], self.at
        for rule in rules:
            self.at = self.new_block()
            targets.append(self.at)
            if rule is not None:
                self.call(rule, tuple(map(Ask, statement.arguments)))
            self.end(Jump(done))
        self.at = start
        self.end(Switch(Ask(statement.element, statement.field), tuple(targets), done), done)

    def _control(self, statement: b.Control) -> None:
        match statement.what:
            case "finish":
                self.end(Jump(self.exits[-1]), self.new_block())
            case "stop":
                if self.held:
                    self.write(LetGo(tuple(self.held)), statement.rule)
                self.end(Jump(self.leave), self.new_block())
            case "end game":
                # What rules were in the midst of is over too, so that equal ends are equal.
                for line in (ZeroFrames(), Set(OVER, Number(1)), Set(SETTLING, Number(0)), Set(HOLDING, Number(0))):
                    self.write(line, statement.rule)
                self.end(Jump(self.halt), self.new_block())
            case "settle":
                self.settle()

    def settle(self) -> None:
        """Run triggers and what was put off, if there is anything, unless that is being done already."""
        frame = self.settle_frame
        if frame is None:
            return
        back, call = self.new_block(), self.new_block()
        self.end(Fork(Unsettled(), call, back), call)
        self.end(Call((), frame.return_slot, frame.entry, back), back)

    def _branch(self, statement: b.Branch) -> None:
        then, otherwise, done = self.new_block(), self.new_block(), self.new_block()
        self.end(Fork(Ask(statement.condition), then, otherwise), then)
        self.scoped(statement.then)
        self.end(Jump(done), otherwise)
        self.scoped(statement.otherwise)
        self.end(Jump(done), done)

    def scoped(self, body: b.Body) -> None:
        """Lower a body and zero its variables behind it."""
        first = self.layout.logical
        self.body(body)
        self.zero(first, self.layout.logical)


__all__ = ["Frame", "Lowering"]
