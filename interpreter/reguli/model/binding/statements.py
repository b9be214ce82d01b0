"""Statements bound: the one place that knows them all."""

from __future__ import annotations

from typing import assert_never

from reguli.language.tree import statements as s
from reguli.language.tree.expressions import Field, Name
from reguli.model.binding.decisions import DecisionBinder
from reguli.model.binding.expressions import DEEPEST, member_type
from reguli.model.binding.scope import Scope
from reguli.model.binding.world import PLAYER, World
from reguli.model.rule_ids import Site
from reguli.model.tree.bound import (
    Announce,
    Around,
    Body,
    BoundStatement,
    Branch,
    Control,
    Each,
    Loop,
    Perform,
    PerformPiece,
    Times,
)
from reguli.model.tree.terms import Term, Variable
from reguli.model.tree.walk import placed, statement_terms
from reguli.model.types import CollectionType, ElementType
from reguli.source.span import Span

ENDS = ("finish", "stop", "end game")
"""After these nothing of the same block is reached."""


class StatementBinder(DecisionBinder):
    """Binds every statement of the language."""

    def body(self, statements: tuple[s.Statement, ...], scope: Scope | None = None, site: Site | None = None) -> Body:
        """Bind statements in a scope of their own, here or elsewhere in the rules."""
        here = StatementBinder(self.scope.inner() if scope is None else scope, self.site if site is None else site)
        found: list[BoundStatement] = []
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

    def statement(self, node: s.Statement) -> tuple[BoundStatement, ...]:
        """Bind one statement; a decision may come with values given before it."""
        match node:
            case s.Decide():
                return self.decide(node)
            case s.Needs():
                self.world.bag.add("R243", node.span, text=self.world.text(node.condition.span))
                self.values.truth(node.condition)
                return ()
            case _:
                single = self._single(node)
                for term in statement_terms(single):
                    placed(term, node.span)
                return (single,)

    def _single(self, node: s.Statement) -> BoundStatement:
        match node:
            case s.Let():
                return self.let(node)
            case s.Assign():
                return self.assign(node)
            case s.Change():
                return self.change(node)
            case s.Mark():
                return self.mark(node)
            case s.ListChange():
                return self.list_change(node)
            case s.Sort():
                return self.sort(node)
            case s.MovePiece():
                return self.move_piece(node)
            case s.MoveAmount():
                return self.move_amount(node)
            case s.Pay():
                return self.pay(node)
            case s.Draw():
                return self.draw(node)
            case s.Shuffle():
                return self.shuffle(node)
            case s.Lot():
                return self.lot(node)
            case s.Run():
                return self._run(node)
            case s.Announce():
                return self._announce(node)
            case s.Simple():
                return self._simple(node)
            case s.If():
                return self._if(node)
            case s.For():
                return self._for(node)
            case s.While():
                rule = self.rule("while")
                return Loop(node.span, rule, self.values.truth(node.condition), self.body(node.body))
            case s.Repeat():
                rule = self.rule("repeat")
                return Times(node.span, rule, self.values.number(node.count), self.body(node.body))
            case s.InTurn():
                return self._in_turn(node)
            case s.Needs() | s.Decide():
                raise AssertionError(node)
            case _:
                assert_never(node)

    def _simple(self, node: s.Simple) -> BoundStatement:
        if node.what == "finish" and not self.site.in_option:
            self.world.bag.add("R244", node.span)
        return Control(node.span, self.rule(node.what.replace(" ", "_")), node.what)

    def _if(self, node: s.If) -> BoundStatement:
        rule = self.rule("if")
        condition = self.values.truth(node.condition)
        return Branch(node.span, rule, condition, self.body(node.then), self.body(node.otherwise))

    def _for(self, node: s.For) -> BoundStatement:
        rule = self.rule("for")
        domain = self.values.domain(node.domain)
        scope = self.scope.inner()
        variable = scope.give(node.variable, member_type(domain), node.span, "loop")
        where = None if node.where is None else StatementBinder(scope, self.site).values.truth(node.where)
        return Each(node.span, rule, variable, domain, where, self.body(node.body, scope))

    def _in_turn(self, node: s.InTurn) -> BoundStatement:
        rule = self.rule("in_turn")
        start = self.values.element(node.start, PLAYER)
        among = self.values.collection(node.among, PLAYER)
        until = None if node.until is None else self.values.truth(node.until)
        scope = self.scope.inner()
        variable = scope.give(node.variable, ElementType(PLAYER), node.span, "loop")
        body = self.body(node.body, scope)
        return Around(node.span, rule, variable, node.clockwise, node.inclusive, start, among, until, body)

    def _run(self, node: s.Run) -> BoundStatement:
        if isinstance(node.procedure, Field):
            return self._run_piece(node, node.procedure)
        rule = self.rule("run")
        name = node.procedure.id if isinstance(node.procedure, Name) else ""
        signature = self.world.procedures.get(name)
        arguments: tuple[Term, ...] = ()
        if signature is None:
            self.world.unknown("R210", node.procedure.span, self.values.text(node.procedure), self.world.procedures)
            for argument in node.arguments:
                self.values.value(argument)
        elif self.world.agree(node.span, name, node.arguments, signature.parameters):
            if node.later:
                single_values(name, signature.parameters, node.span, self.world)
            arguments = self.values.arguments(node.arguments, signature.parameters)
        return Perform(node.span, rule, name, arguments, node.later)

    def _run_piece(self, node: s.Run, field: Field) -> BoundStatement:
        rule = self.rule("run")
        element = self.values.any_element(field.base)
        if node.later:
            self.values.amiss("R253", field)
        kind = ""
        arguments: tuple[Term, ...] = ()
        if isinstance(element.type, ElementType):
            kind = element.type.kind
            fields = self.world.kinds[kind].fields
            declared = fields.get(field.name)
            if declared is None or declared.form != "procedure":
                runs = [name for name, one in fields.items() if one.form == "procedure"]
                self.world.unknown("R233", field.span, field.name, runs, kind=kind)
            elif self.world.agree(node.span, field.name, node.arguments, declared.parameters):
                arguments = self.values.given_to(declared, node.arguments)
        return PerformPiece(node.span, rule, kind, field.name, element, arguments)

    def _announce(self, node: s.Announce) -> BoundStatement:
        rule = self.rule("announce")
        known = self.world.events.get(node.event)
        arguments: tuple[Term, ...] = ()
        if known is None:
            self.world.unknown("R212", node.span, node.event, self.world.events)
        elif self.world.agree(node.span, node.event, node.arguments, known[1]):
            arguments = self.values.arguments(node.arguments, known[1])
        return Announce(node.span, rule, node.event, arguments)


def single_values(name: str, parameters: tuple[Variable, ...], span: Span, world: World) -> None:
    """Hold what is put off to single values: a set among its parameters is a finding."""
    for parameter in parameters:
        if isinstance(parameter.type, CollectionType):
            world.bag.add("R256", span, name=name, parameter=parameter.name)
