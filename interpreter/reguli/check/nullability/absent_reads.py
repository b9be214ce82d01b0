"""Reads of a number, a set or a truth of what may not be there, where nothing assures that it is."""

from __future__ import annotations

from reguli.check.nullability.definitely_present import DEEP, Assured
from reguli.check.nullability.interprocedural_flow import follow
from reguli.check.nullability.possibly_absent import Doubts, asked_of
from reguli.check.nullability.presence_facts import Facts
from reguli.check.nullability.procedure_flow import lying_in
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import inner_terms, seen_through
from reguli.model.bound_tree.value_references import readings
from reguli.model.resolved_ruleset import Ruleset
from reguli.source.diagnostic import Bag
from reguli.source.span import Span


def nothing_is_read_of_nothing(ruleset: Ruleset, bag: Bag) -> None:
    """Find what would be a fault in play: asking a number, a set or a truth of an element that may be none."""
    doubts = Doubts(ruleset)
    if not any(doubts.within(term) for reading in readings(ruleset) for term in reading.terms):
        return
    told: set[tuple[Span, str]] = set()

    def seen(term: t.Term, facts: Facts, assured: Assured) -> None:
        _Reading(doubts, assured, bag, told).look(term, facts)

    follow(ruleset, seen)


class _Reading:
    """Looks through an expression, defines that it asks included."""

    def __init__(self, doubts: Doubts, assured: Assured, bag: Bag, told: set[tuple[Span, str]]) -> None:
        self.doubts = doubts
        self.ruleset = doubts.ruleset
        self.assured = assured
        self.bag = bag
        self.told = told

    def look(self, term: t.Term, facts: Facts | None, deep: int = 0) -> None:
        """Look at a term where so much is known; None is where play cannot come."""
        if facts is None or (not deep and not self.doubts.within(term)):
            return
        for element, what in asked_of(term):
            if not self.assured.is_there(element, facts) and (term.span, what) not in self.told:
                self.told.add((term.span, what))
                self.bag.add("C135", term.span, name=what)
        match term:
            case t.Logic(_, word, left, right):
                self.look(left, facts, deep)
                self.look(right, self.assured.given(facts, left, word == "and"), deep)
            case t.Choice(_, condition, then, otherwise):
                self.look(condition, facts, deep)
                self.look(then, self.assured.given(facts, condition, True), deep)
                self.look(otherwise, self.assured.given(facts, condition, False), deep)
            case t.Exists(_, _, variable, domain, where, has):
                self._through((variable, domain, where), (has,), facts, deep)
            case t.Fold(_, _, value, variable, domain, where):
                self._through((variable, domain, where), (value,), facts, deep)
            case t.Filter(_, variable, domain, where, keys) | t.Ranked(_, variable, domain, where, keys):
                self._through((variable, domain, where), tuple(key for key, _ in keys), facts, deep)
            case t.Matched(_, left, left_domain, right, right_domain, where):
                self.look(left_domain, facts, deep)
                here = facts | lying_in(left, left_domain)
                self._through((right, right_domain, where), (), here, deep)
            case _:
                for inner in inner_terms(term):
                    self.look(inner, facts, deep)
                self._inside(term, facts, deep)

    def _through(
        self, named: tuple[t.Variable, t.Term, t.Term | None], parts: tuple[t.Term | None, ...], facts: Facts, deep: int
    ) -> None:
        variable, domain, where = named
        self.look(domain, facts, deep)
        here: Facts | None = facts | lying_in(variable, domain)
        if where is not None and here is not None:
            self.look(where, here, deep)
            here = self.assured.given(here, where, True)
        for part in parts:
            if part is not None:
                self.look(part, here, deep)

    def _inside(self, term: t.Term, facts: Facts, deep: int) -> None:
        """Look into the defines and conditions on pieces that a term asks, with what it gives them."""
        if deep >= DEEP or not self.doubts.behind(term):
            return
        match term:
            case t.Apply(_, name, arguments) if name in self.ruleset.defines:
                define = self.ruleset.defines[name]
                given = {one.key: argument for one, argument in zip(define.parameters, arguments, strict=False)}
                self.look(seen_through(define.value, given), facts, deep + 1)
                for _, condition, amount in define.adjusts:
                    asked = seen_through(condition, given)
                    self.look(asked, facts, deep + 1)
                    self.look(seen_through(amount, given), self.assured.given(facts, asked, True), deep + 1)
            case t.PieceCondition(_, kind, name, _, arguments):
                for rule in self.ruleset.piece_conditions[kind, name]:
                    if rule is not None:
                        given = {one.key: argument for one, argument in zip(rule[0], arguments, strict=False)}
                        self.look(seen_through(rule[1], given), facts, deep + 1)
            case _:
                return
