"""Statements bound: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from reguli.language.tree import statements as s
from reguli.language.tree.expressions import Field, Name
from reguli.model.binding.decisions import DecisionBinder
from reguli.model.binding.expressions import DEEPEST, member_type
from reguli.model.binding.scope import Scope
from reguli.model.binding.world import PLAYER, World
from reguli.model.rule_ids import Site
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.walk import placed, statement_terms
from reguli.model.types import CollectionType, ElementType
from reguli.source.span import Span

ENDS = ("finish", "stop", "end game")
"""After these nothing of the same block is reached."""


class StatementBinder(DecisionBinder):
    """Binds every statement of the language."""

    def body(self, statements: tuple[s.Statement, ...], scope: Scope | None = None, site: Site | None = None) -> b.Body:
        """Bind statements in a scope of their own, here or elsewhere in the rules."""
        here = StatementBinder(self.scope.inner() if scope is None else scope, self.site if site is None else site)
        found: list[b.BoundStatement] = []
        if self.world.depth >= DEEPEST and statements:
            self.world.bag.add("R234", statements[0].span, limit=DEEPEST)
            return ()
        self.world.depth += 1
        for at, statement in enumerate(statements):
            found += here.statement(statement)
            if isinstance(statement, s.Simple) and statement.what in ENDS and at + 1 < len(statements):
                self.world.bag.add("R250", statements[at + 1].span, what=statement.what)
        self.world.depth -= 1
        return tuple(found)

    def statement(self, node: s.Statement) -> tuple[b.BoundStatement, ...]:
        """Bind one statement; a decision may come with values given before it."""
        if isinstance(node, s.Decide):
            return self.decide(node)
        if isinstance(node, s.Needs):
            self.world.bag.add("R243", node.span, text=self.values.text(node.condition))
            self.values.truth(node.condition)
            return ()
        single = self._binders[type(node)](self, node)
        for term in statement_terms(single):
            placed(term, node.span)
        return (single,)

    def _simple(self, node: s.Simple) -> b.BoundStatement:
        if node.what == "finish" and not self.site.in_option:
            self.world.bag.add("R244", node.span)
        return b.Control(node.span, self.rule(node.what.replace(" ", "_")), node.what)

    def _if(self, node: s.If) -> b.BoundStatement:
        rule = self.rule("if")
        condition = self.values.truth(node.condition)
        return b.Branch(node.span, rule, condition, self.body(node.then), self.body(node.otherwise))

    def _while(self, node: s.While) -> b.BoundStatement:
        rule = self.rule("while")
        return b.Loop(node.span, rule, self.values.truth(node.condition), self.body(node.body))

    def _repeat(self, node: s.Repeat) -> b.BoundStatement:
        rule = self.rule("repeat")
        return b.Times(node.span, rule, self.values.number(node.count), self.body(node.body))

    def _for(self, node: s.For) -> b.BoundStatement:
        rule = self.rule("for")
        domain = self.values.domain(node.domain)
        scope = self.scope.inner()
        variable = scope.give(node.variable, member_type(domain), node.span, "loop")
        where = None if node.where is None else StatementBinder(scope, self.site).values.truth(node.where)
        return b.Each(node.span, rule, variable, domain, where, self.body(node.body, scope))

    def _in_turn(self, node: s.InTurn) -> b.BoundStatement:
        rule = self.rule("in_turn")
        start = self.values.element(node.start, PLAYER)
        among = self.values.collection(node.among, PLAYER)
        until = None if node.until is None else self.values.truth(node.until)
        scope = self.scope.inner()
        variable = scope.give(node.variable, ElementType(PLAYER), node.span, "loop")
        body = self.body(node.body, scope)
        return b.Around(node.span, rule, variable, node.clockwise, node.inclusive, start, among, until, body)

    def _run(self, node: s.Run) -> b.BoundStatement:
        if isinstance(node.procedure, Field):
            return self._run_piece(node, node.procedure)
        rule = self.rule("run")
        name = node.procedure.id if isinstance(node.procedure, Name) else ""
        parameters = self.world.procedures.get(name)
        arguments: tuple[t.Term, ...] = ()
        if parameters is None:
            self.world.unknown("R210", node.procedure.span, self.values.text(node.procedure), self.world.procedures)
            for argument in node.arguments:
                self.values.value(argument)
        elif self.world.agree(node.span, name, node.arguments, parameters):
            if node.later:
                single_values(name, parameters, node.span, self.world)
            arguments = self.values.arguments(node.arguments, parameters)
        return b.Perform(node.span, rule, name, arguments, node.later)

    def _run_piece(self, node: s.Run, field: Field) -> b.BoundStatement:
        rule = self.rule("run")
        element = self.values.any_element(field.base)
        if node.later:
            self.values.amiss("R253", field)
        kind = ""
        arguments: tuple[t.Term, ...] = ()
        if isinstance(element.type, ElementType):
            kind = element.type.kind
            fields = self.world.kinds[kind].fields
            declared = fields.get(field.name)
            if declared is None or declared.form != "procedure":
                runs = [name for name, one in fields.items() if one.form == "procedure"]
                self.world.unknown("R233", field.span, field.name, runs, kind=kind)
            elif self.world.agree(node.span, field.name, node.arguments, declared.parameters):
                arguments = self.values.given_to(declared, node.arguments)
        return b.PerformPiece(node.span, rule, kind, field.name, element, arguments)

    def _announce(self, node: s.Announce) -> b.BoundStatement:
        rule = self.rule("announce")
        parameters = self.world.events.get(node.event)
        arguments: tuple[t.Term, ...] = ()
        if parameters is None:
            self.world.unknown("R212", node.span, node.event, self.world.events)
        elif self.world.agree(node.span, node.event, node.arguments, parameters):
            arguments = self.values.arguments(node.arguments, parameters)
        return b.Announce(node.span, rule, node.event, arguments)

    _binders: ClassVar[Mapping[type[s.Statement], Callable[[StatementBinder, Any], b.BoundStatement]]] = {
        s.Let: DecisionBinder.let,
        s.Assign: DecisionBinder.assign,
        s.Change: DecisionBinder.change,
        s.ListChange: DecisionBinder.list_change,
        s.Sort: DecisionBinder.sort,
        s.MovePiece: DecisionBinder.move_piece,
        s.MoveAmount: DecisionBinder.move_amount,
        s.Pay: DecisionBinder.pay,
        s.Draw: DecisionBinder.draw,
        s.Shuffle: DecisionBinder.shuffle,
        s.Lot: DecisionBinder.lot,
        s.Run: _run,
        s.Announce: _announce,
        s.Simple: _simple,
        s.If: _if,
        s.For: _for,
        s.While: _while,
        s.Repeat: _repeat,
        s.InTurn: _in_turn,
    }
    """How a statement of each sort is bound; decisions give more than one."""


def single_values(name: str, parameters: tuple[t.Variable, ...], span: Span, world: World) -> None:
    """Hold what is put off to single values: a set among its parameters is a finding."""
    for parameter in parameters:
        if isinstance(parameter.type, CollectionType):
            world.bag.add("R256", span, name=name, parameter=parameter.name)
