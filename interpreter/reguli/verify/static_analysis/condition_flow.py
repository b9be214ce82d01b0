"""Follows what conditions tell through the rules, one procedure at a time, and shows every condition with what is known where it is asked.

A procedure begins with nothing known, whoever runs it. What an effect may change is no longer known behind it: of what it changes itself where it only writes, of
everything but names and what is fixed where it moves pieces, runs something or waits for somebody. So nothing is known that may not be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reguli.check.write_sets import given_in
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import fields_read
from reguli.model.bound_tree.tree_traversal import opened, statement_terms
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import ElementType, NumberType
from reguli.source.span import Span
from reguli.verify.static_analysis.value_bounds import NOTHING, Bounds, Facts, stays, without

Asked = Callable[[t.Term, Span, str, Bounds, str], None]
"""Is shown a condition or another term: the term, its place, its rule, what is known there, and what it is (``guard``, ``branch``, ``value``)."""


@dataclass(slots=True)
class Following:
    """One way through the rules of a ruleset at a table."""

    ruleset: Ruleset
    bounds: Bounds
    asked: Asked

    def procedure(self, procedure: BoundProcedure) -> None:
        """Follow one."""
        self._body(procedure.body, NOTHING)

    def _body(self, body: b.Body, facts: Facts | None) -> Facts | None:
        for statement in body:
            if facts is None:
                return None
            facts = self._statement(statement, facts)
        return facts

    def _show(self, term: t.Term, span: Span, rule: str, facts: Facts, what: str) -> None:
        self.asked(term, span, rule, self.bounds.knowing(facts), what)

    def _statement(self, statement: b.BoundStatement, facts: Facts) -> Facts | None:
        match statement:
            case b.Branch(condition=condition, then=then, otherwise=otherwise):
                self._show(condition, statement.span, statement.rule, facts, "branch")
                here = self.bounds.knowing(facts)
                yes = self._body(then, here.told(condition, holds=True))
                no = self._body(otherwise, here.told(condition, holds=False))
                return either(yes, no)
            case b.Ask():
                return self._ask(statement, facts)
            case b.Each() | b.Around() | b.Loop() | b.Times() | b.Turn():
                return self._round(statement, facts)
            case b.Leave():
                return None
        for term in statement_terms(statement):
            self._show(term, statement.span, statement.rule, facts, "value")
        return self._after(statement, facts)

    def _after(self, statement: b.BoundStatement, facts: Facts) -> Facts:
        match statement:
            case b.Give(variable=variable, value=value):
                return self._named(variable, value, facts)
            case b.Write(place=t.Local(_, variable), value=value, add=add):
                known = without(facts, {variable.key})
                return known if add else self._named(variable, value, facts)
            case b.Write(place=t.Tracked(_, field)):
                return {fact: one for fact, one in facts.items() if field not in fields_read(self.ruleset, fact)}
            case b.Cast(variable=variable):
                return without(facts, {variable.key})
            case b.Claim():
                return facts
            case b.TakeTop(variable=variable):
                return without(self._fixed(facts), {variable.key})
            case _:
                return self._fixed(facts)

    def _named(self, variable: t.Variable, value: t.Term, facts: Facts) -> Facts:
        known = without(facts, {variable.key})
        if not isinstance(variable.type, NumberType | ElementType):
            return known
        return {**known, t.Local(variable.type, variable): self.bounds.knowing(facts).of(value)}

    def _fixed(self, facts: Facts) -> Facts:
        return {fact: one for fact, one in facts.items() if stays(self.ruleset, fact)}

    def _round(self, statement: b.Each | b.Around | b.Loop | b.Times | b.Turn, facts: Facts) -> Facts | None:
        keys = given_in(statement.body)
        again = without(self._fixed(facts), keys)
        inner: Facts | None = again
        match statement:
            case b.Each(variable=variable, domain=domain, where=where):
                self._show(domain, statement.span, statement.rule, facts, "value")
                inner = self._member(variable, domain, again, facts)
                if where is not None:
                    self._show(where, statement.span, statement.rule, inner, "where")
                    inner = self.bounds.knowing(inner).told(where, holds=True)
            case b.Around(variable=variable, ring=ring, where=where):
                self._show(ring, statement.span, statement.rule, facts, "value")
                inner = self._member(variable, ring, again, again)
                inner = inner if where is None else self.bounds.knowing(inner).told(where, holds=True)
            case b.Loop(condition=condition):
                self._show(condition, statement.span, statement.rule, again, "loop")
                inner = self.bounds.knowing(again).told(condition, holds=True)
            case b.Times(count=count):
                self._show(count, statement.span, statement.rule, facts, "value")
            case b.Turn():
                pass
        self._body(statement.body, inner)
        return again

    def _member(self, variable: t.Variable, domain: t.Term, known: Facts, at_entry: Facts) -> Facts:
        """Add what is known of a member of a domain that was there at the entry."""
        here = t.Local(variable.type, variable)
        found = self.bounds.knowing(at_entry).member(variable, domain).get(here)
        kept = without(known, {variable.key})
        return kept if found is None else {**kept, here: found}

    # -- decisions -------------------------------------------------------------------------------------------------

    def _ask(self, ask: b.Ask, facts: Facts) -> Facts | None:
        bodies = tuple(statement for body, _ in opened(ask) for statement in body)
        known = without(self._fixed(facts), given_in(bodies))
        # What stands right before the first question is still so when it is asked; triggers that settle there may change it.
        for option in ask.options:
            inside = self._option(option, known)
            self._body(option.effects, inside)
        if ask.otherwise is not None:
            self._body(ask.otherwise, known)
        return known

    def _option(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        known: Facts | None = facts
        for parameter in option.parameters:
            if known is None:
                return None
            self._show(parameter.domain, parameter.span, option.rule, known, "value")
            known = self._member(parameter.variable, parameter.domain, known, known)
            if parameter.where is not None:
                known = self._guard(parameter.where, known)
        for check in option.checks:
            if known is None:
                return None
            if isinstance(check, b.Give):
                self._show(check.value, check.span, option.rule, known, "value")
                known = self._named(check.variable, check.value, known)
            else:
                known = self._guard(check, known)
        return known

    def _guard(self, guard: b.Guard, facts: Facts) -> Facts | None:
        self._show(guard.condition, guard.span, guard.rule, facts, "guard")
        for waiver in guard.waivers:
            self._body(waiver.body, self.bounds.knowing(facts).told(waiver.condition, holds=True))
        if guard.waivers:
            return self._fixed(facts)
        return self.bounds.knowing(facts).told(guard.condition, holds=True)


def either(one: Facts | None, other: Facts | None) -> Facts | None:
    """Give what is known whichever way it came: the widest of both."""
    if one is None or other is None:
        return other if one is None else one
    return {fact: _hull(known, other[fact]) for fact, known in one.items() if fact in other}


def _hull(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> tuple[int | None, int | None]:
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    high = None if one[1] is None or other[1] is None else max(one[1], other[1])
    return low, high


def beside(ruleset: Ruleset) -> Iterator[tuple[t.Term, Span, str, str]]:
    """Give what is asked outside of procedures: when stages and triggers come, and what ranks."""
    for trigger in ruleset.triggers:
        span = trigger.condition.span if trigger.procedure.node is None else trigger.procedure.node.span
        yield trigger.condition, span, trigger.procedure.rule, "begins"
    for stage, declared in zip(ruleset.stages, ruleset.documents.game.stages, strict=True):
        if stage.when is not None:
            yield (
                stage.when,
                declared.span if declared.when is None else declared.when.span,
                f"stage:{stage.id}",
                "begins",
            )
    for criterion, ranked in zip(ruleset.ranking, ruleset.documents.game.ranking, strict=True):
        yield criterion.by, ranked.span, "ranking", "value"
