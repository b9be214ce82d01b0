"""Statements bound: the one place that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import Expression, Field, Name
from reguli.language.syntax_tree.top_level_items import Parameter
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.binding.decision_binding import DecisionBinder
from reguli.model.binding.expression_binding import DEEPEST, member_type
from reguli.model.binding.scope import Scope
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import placed, statement_terms
from reguli.model.rule_ids import Site, Surrounding
from reguli.model.types import BundleType, CollectionType, ElementType
from reguli.ruleset.kind_nodes import FieldDecl
from reguli.source.message_arguments import row
from reguli.source.span import Span

GAME, ROUND, TURN = "game", "round", "turn"
"""What ``end`` ends besides what stands round it."""


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
            if isinstance(statement, s.End) and at + 1 < len(statements):
                self.world.bag.add("R250", statements[at + 1].span, what=f"end {statement.name}")
        self.world.depth -= 1
        return tuple(found)

    def statement(self, node: s.Statement) -> tuple[b.BoundStatement, ...]:
        """Bind one statement; a mistake leaves none."""
        if isinstance(node, s.Decide):
            return (self.decide(node),)
        if isinstance(node, s.Needs):
            self.world.bag.add("R243", node.span, text=self.values.text(node.condition))
            self.values.truth(node.condition)
            return ()
        if isinstance(node, s.Pay):
            self.world.bag.add("R280", node.span, text=self.values.text(node.amount))
            self.tokens_paid(node)
            return ()
        if isinstance(node, s.For | s.While | s.Repeat | s.ForRound) and node.keeps is not None:
            return self._keeping(node, node.keeps)
        single = self._binders[type(node)](self, node)
        for term in statement_terms(single):
            placed(term, node.span)
        return (single,)

    def _keeping(self, node: s.For | s.While | s.Repeat | s.ForRound, kept: Expression) -> tuple[b.BoundStatement, ...]:
        """Bind a loop that keeps something: it is asked before each round and behind the last, with names from outside."""
        condition = placed(self.values.truth(kept), kept.span)
        claim = b.Claim(kept.span, self.rule("keeps"), condition, self.values.text(kept))
        loop = self.statement(replace(node, keeps=None))[0]
        assert isinstance(loop, b.Each | b.Loop | b.Times | b.Around)
        return replace(loop, body=(claim, *loop.body)), claim

    def _settle(self, node: s.Settle) -> b.BoundStatement:
        return b.Settle(node.span, self.rule("settle"))

    def _end(self, node: s.End) -> b.BoundStatement:
        rule = self.rule(f"end_{node.name}")
        if node.name == GAME:
            return b.Leave(node.span, rule, "game", "")
        found = next((one for one in reversed(self.site.around) if one.name == node.name), None)
        if found is None and node.name == TURN:
            return b.Leave(node.span, rule, "turn", "")
        if found is None and node.name == ROUND:
            return b.Leave(node.span, rule, "round", "")
        if found is None:
            names = list(dict.fromkeys([*(one.name for one in self.site.around), TURN, ROUND, GAME]))
            self.world.unknown("R244", node.span, node.name, names, around=row(names, "list.or"))
            return b.Leave(node.span, rule, "game", "")
        return b.Leave(node.span, rule, found.what, found.rule)

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

    def _turn(self, node: s.Turn) -> b.BoundStatement:
        rule, self.world.turns = self.rule(TURN), True
        if any(one.what == "turn" for one in self.site.around):
            self.world.bag.add("R258", node.span)
        actor = self.values.element(node.actor, PLAYER)
        site = self.site.within(Surrounding("turn", TURN, rule))
        return b.Turn(node.span, rule, actor, self.body(node.body, site=site))

    def _for_round(self, node: s.ForRound) -> b.BoundStatement:
        rule = self.rule("round")
        ring = self.values.collection(node.ring)
        until = None if node.until is None else self.values.truth(node.until)
        scope = self.scope.inner()
        variable = scope.give(node.variable, member_type(ring), node.span, "loop")
        where = None if node.where is None else StatementBinder(scope, self.site).values.truth(node.where)
        site = self.site.within(Surrounding("loop", ROUND, rule))
        return b.Around(node.span, rule, variable, ring, where, until, self.body(node.body, scope, site))

    def _run(self, node: s.Run) -> b.BoundStatement:
        procedure = self.values.of_use(node.procedure) or node.procedure
        if isinstance(procedure, Field):
            return self._run_piece(node, procedure)
        rule = self.rule("run")
        name = procedure.id if isinstance(procedure, Name) else ""
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
                if node.later:
                    single_values(field.name, self.world.signature(parameters_of(declared)), node.span, self.world)
                arguments = self.values.given_to(declared, node.arguments)
        return b.PerformPiece(node.span, rule, kind, field.name, element, arguments, node.later)

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
        s.Move: DecisionBinder.move,
        s.MoveAmount: DecisionBinder.move_amount,
        s.Draw: DecisionBinder.draw,
        s.DrawSome: DecisionBinder.draw_some,
        s.Shuffle: DecisionBinder.shuffle,
        s.Lot: DecisionBinder.lot,
        s.Run: _run,
        s.Announce: _announce,
        s.Settle: _settle,
        s.End: _end,
        s.If: _if,
        s.For: _for,
        s.While: _while,
        s.Repeat: _repeat,
        s.ForRound: _for_round,
        s.Turn: _turn,
    }
    """How a statement of each sort is bound; decisions give more than one."""


def single_values(name: str, parameters: tuple[t.Variable, ...], span: Span, world: World) -> None:
    """Hold what is put off to single values: a set among its parameters is a finding."""
    for parameter in parameters:
        if isinstance(parameter.type, CollectionType | BundleType):
            world.bag.add("R256", span, name=name, parameter=parameter.name)


def parameters_of(field: FieldDecl) -> tuple[Parameter, ...]:
    """Give the parameters of a rule that is written on pieces."""
    return tuple(Parameter(field.span, name, kind) for name, kind in field.parameters)
