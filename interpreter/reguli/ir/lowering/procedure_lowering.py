"""Lowering of rules to basic blocks: suspending procedures get one static frame each, others become effects."""

from __future__ import annotations

from typing import assert_never

from reguli.ir import program as st
from reguli.ir.lowering.block_builder import Drafts
from reguli.ir.lowering.control_flow_lowering import (
    lower_counted_loop,
    lower_decision,
    lower_end_of_turn,
    lower_exit,
    lower_for_each,
    lower_random_choice,
    lower_ring_loop,
    lower_stack_draw,
    lower_turn,
    lower_while_loop,
)
from reguli.ir.lowering.round_exits import lower_end_of_round
from reguli.ir.program import Call, Entry, Fork, Jump, Return, Settled, Switch
from reguli.ir.state_layout import FACTS, Storage
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.tree_traversal import effects_on_piece
from reguli.model.resolved_ruleset import BoundProcedure

OVER, SETTLING, HOLDING = FACTS.index("over"), FACTS.index("settling"), FACTS.index("holding")


class Lowering(Drafts):
    """The traversal that lowers procedure statements to blocks."""

    def finish_frames(self) -> None:
        """Lower the bodies of all requested frames, transitively."""
        while self.todo:
            frame = self.todo.pop()
            first = self.layout.logical
            self.at, self.leave, self.exits, self.held, self.late = frame.entry, frame.leave, {}, [], frame.late
            self.twins, self.aside = frame.twins, frame.aside
            self.body(frame.procedure.body)
            self.end(Jump(frame.leave))
            frame.ranges.append((first, self.layout.logical))
            self.blocks[frame.leave].end = Return(frame.return_slot, tuple(frame.ranges))

    # -- statements --------------------------------------------------------------------------------------------

    def body(self, body: b.Body) -> None:
        """Lower statements in order; their variables are zeroed after them."""
        for statement in body:
            if self.waiting.statement(statement):
                self.flow(statement)
            else:
                self._plain(statement)

    def _plain(self, statement: b.BoundStatement) -> None:
        if isinstance(statement, b.Give) and statement.variable.key not in self.layout.storage:
            self.layout.frame_variable(statement.variable)
        self.notes.statement(statement)
        self.write(st.Do(statement), statement.rule)

    def flow(self, statement: b.BoundStatement) -> None:
        """Lower a statement that suspends or exits."""
        match statement:
            case b.TakeTop():
                lower_stack_draw(self, statement)
            case b.Cast():
                lower_random_choice(self, statement)
            case b.Perform():
                self.call(self.ruleset.procedures[statement.procedure], tuple(map(st.Ask, statement.arguments)))
            case b.PerformPiece(later=False):
                self._perform_piece(statement)
            case b.Settle():
                self.settle()
            case b.Leave():
                self._leave(statement)
            case b.Branch():
                self._branch(statement)
            case b.Each():
                lower_for_each(self, statement)
            case b.Loop():
                lower_while_loop(self, statement)
            case b.Times():
                lower_counted_loop(self, statement)
            case b.Around():
                lower_ring_loop(self, statement)
            case b.Turn():
                lower_turn(self, statement)
            case b.Ask():
                lower_decision(self, statement)
            case (
                b.Give()
                | b.Write()
                | b.Relocate()
                | b.Transfer()
                | b.Mix()
                | b.Enlist()
                | b.Order()
                | b.Announce()
                | b.PerformPiece()
                | b.Claim()
            ):
                self._plain(statement)
            case _:
                assert_never(statement)

    def call(self, procedure: BoundProcedure, arguments: tuple[st.Value, ...] = ()) -> None:
        """Call a procedure, suspending or not, and continue."""
        if not self.waiting.procedure(procedure.id):
            self.notes.procedure(procedure)
            self.write(st.Run(procedure.id, self._passing(self.parameters(procedure), arguments)), procedure.rule)
            return
        frame = self.frame(procedure)
        back = self.new_block()
        self.end(Call(self._passing(frame.parameters, arguments), frame.return_slot, frame.entry, back), back)

    def parameters(self, procedure: BoundProcedure) -> tuple[Storage, ...]:
        """Return the parameter places of a non-suspending procedure."""
        return tuple(self.layout.bind(variable.key) for variable in procedure.parameters)

    def _passing(self, parameters: tuple[Storage, ...], arguments: tuple[st.Value, ...]) -> st.Passing:
        return tuple(zip(parameters, arguments, strict=True))

    def reach(self, procedure: BoundProcedure) -> None:
        """Ensure that a procedure is callable."""
        if self.waiting.procedure(procedure.id):
            self.frame(procedure)
        else:
            self.notes.procedure(procedure)

    def entries(self) -> dict[str, Entry]:
        """Return the entries of all procedures that are run; named ones first."""
        made = {
            frame.procedure.id: Entry(frame.parameters, frame.entry, frame.return_slot)
            for frame in self.frames.values()
            if not frame.twins
        }
        for name, procedure in self.notes.procedures.items():
            made[name] = Entry(self.parameters(procedure))
        return {name: made.pop(name) for name in self.ruleset.procedures} | made

    def _perform_piece(self, statement: b.PerformPiece) -> None:
        rules = effects_on_piece(self.ruleset, statement)
        done, targets, start = self.new_block(), [], self.at
        for at in range(len(self.ruleset.piece_rules[statement.kind, statement.field])):
            rule = rules.get(at)
            self.at = self.new_block()
            targets.append(self.at)
            if rule is not None:
                self.call(rule, tuple(map(st.Ask, statement.arguments)))
            self.end(Jump(done))
        self.at = start
        self.end(Switch(st.Ask(statement.element, statement.field), tuple(targets), done), done)

    def _leave(self, statement: b.Leave) -> None:
        match statement.what:
            case "turn" if statement.out_of not in self.exits:
                lower_end_of_turn(self, statement)
            case "round":
                lower_end_of_round(self, statement)
            case "decision" | "procedure" | "turn" | "loop":
                lower_exit(self, statement.out_of, statement.rule)
            case "game" if self.end_of_game is not None:
                self.write(st.Set(self.end_of_game.mark, st.Number(1)), statement.rule)
                self.end(Jump(self.end_of_game.over), self.new_block())
            case "game":
                self.end_game(statement.rule)

    def settle(self) -> None:
        """Run triggers and deferred work, if there is any, unless settling is already under way."""
        frame = self.settle_frame
        if frame is not None:
            back, call = self.new_block(), self.new_block()
            self.end(Fork(st.Unsettled(), call, back), call)
            self.end(Call((), frame.return_slot, frame.entry, back), back)
        if self.ruleset.invariants:
            on = self.new_block()
            self.end(Settled(on), on)

    def _branch(self, statement: b.Branch) -> None:
        otherwise, done = self.fork(st.Ask(statement.condition)), self.new_block()
        self.scoped(statement.then)
        self.end(Jump(done), otherwise)
        self.scoped(statement.otherwise)
        self.end(Jump(done), done)
