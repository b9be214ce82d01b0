"""Says rules on pieces: as long as they are in force, what they say; and what lifts a guard."""

from __future__ import annotations

from reguli.model import resolved_ruleset as m
from reguli.model.bound_tree.bound_statements import Body, Branch, Guard
from reguli.model.bound_tree.bound_terms import Constant, Term
from reguli.words.grammar.grammar_values import Name
from reguli.words.placeholders.rule_citations import AdjustRule, Citer
from reguli.words.realisation.statement_phrases import Statements


class Standings(Statements):
    """Says what holds as long as something else does."""

    def in_force(self, standing: m.Standing, text: str) -> str:
        """Say what puts a rule on a piece in force, then the rule."""
        known = {"condition": Name(self.condition(standing.lies)), "text": Name(text)}
        if standing.carrier is None:
            return self.said("rule.in_force", **known)
        element = self.element(standing.kind, standing.element)
        return self.said("rule.in_force_on", one=self.one(standing.carrier), element=element, **known)

    def as_written(self, citer: Citer, standing: m.Standing) -> str | None:
        """Say a rule on a piece without what puts it in force; None where nothing else is known of it."""
        condition, body = standing.rest, standing.body
        match citer.node:
            case m.BoundTrigger() if condition is not None:
                said = Name(self.condition(condition))
                return self.said("rule.trigger", condition=said, body=Name(self.body(body)))
            case m.BoundProcedure(id=name):
                done: Body = body if condition is None else (Branch(citer.span, citer.id, condition, body, ()),)
                return self.said("rule.procedure", name=Name(name), body=Name(self.body(done)))
            case AdjustRule(define=name) if standing.amount is not None:
                return self.adjust(name, condition, standing.amount)
            case m.Invariant() if condition is not None:
                return self.said("rule.always", condition=Name(self.condition(condition)))
            case _:
                return None

    def adjust(self, define: str, condition: Term | None, amount: Term) -> str:
        """Say a standing change."""
        name, much = self.readable(define), self.of(amount)
        if _is_always(condition):
            return self.said("rule.adjust_always", name=name, amount=much)
        assert condition is not None
        return self.said("rule.adjust", name=name, amount=much, condition=Name(self.condition(condition)))

    def guard(self, guard: Guard) -> str:
        """Say a guard, and what lifts it."""
        said = [self.said_of(guard, "rule.unless", text=self.quoted(guard.reason.name))]
        for waiver in guard.waivers:
            standing = self.ruleset.standing.get(waiver.rule)
            if standing is None:
                said.append(self._lifted(waiver.condition, waiver.body))
            else:
                said.append(self.in_force(standing, self._lifted(standing.rest, standing.body)))
        return "; ".join(said)

    def _lifted(self, condition: Term | None, body: Body) -> str:
        if _is_always(condition):
            text = self.said("rule.lifted")
        else:
            assert condition is not None
            text = self.said("rule.lifted_while", condition=Name(self.condition(condition)))
        return self.said("rule.lifted_then", text=Name(text), body=Name(self.body(body))) if body else text


def _is_always(condition: Term | None) -> bool:
    """Say whether a rule asks for nothing."""
    return condition is None or (isinstance(condition, Constant) and bool(condition.value))
