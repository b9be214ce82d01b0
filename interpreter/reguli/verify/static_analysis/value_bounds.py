"""Facts about values at a place in the rules: numeric bounds, and conditions with a known result.

The evaluator of terms over intervals is that of the passes (``compile.passes.interval_analysis``); here it is asked with what guards and conditions before a place tell,
defines are seen through with what they are asked with, and options of the game, which may have any of their values, are not settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from reguli.check.unused_declarations import assigned_variable_keys
from reguli.compile.passes.interval_analysis import OPEN, Interval, IntervalAnalysis, interval_union
from reguli.ir.state_layout import lay_out_state
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    fields_read,
    inline_lets,
    nested_bodies,
    reachable_terms,
    statement_terms,
    variables_read,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import ElementType, ManyType, NumberType, PlaceType, TruthType, UnknownType, ZoneType
from reguli.source.source_excerpt import Span

Facts = Mapping[t.Term, Interval]
"""Terms of which more is known here than they say by themselves."""
YES: Final[Interval] = (1, 1)
NO: Final[Interval] = (0, 0)
EITHER: Final[Interval] = (0, 1)
NOTHING: Final[Facts] = {}
DEEP: Final = 6
"""So many defines within one another are seen through."""
LARGEST: Final = 400
"""Defines of more terms are not seen through."""
TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
FAILED: Final = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "=": "!=", "!=": "="}
FIXED: Final = frozenset({"round", "player_count"})
"""What the engine keeps and does not change while a rule runs."""


class BoundEvaluator(IntervalAnalysis):
    """Computes bounds of a ruleset's terms for a number of players and the facts known at a place."""

    def __init__(self, ruleset: Ruleset, players: int, facts: Facts | None = None, deep: int = 0) -> None:
        super().__init__(ruleset, lay_out_state(ruleset, players), {}, set())
        self._facts: Facts = facts or {}
        self._forms = frozenset(map(type, self._facts))
        self._deep = deep
        self._seen_through: dict[tuple[str, tuple[int, ...]], tuple[tuple[t.Term, ...], t.Term]] = {}
        """By define and what it is asked with, by identity: what that is, and what the define is then."""
        self._found: dict[int, tuple[t.Term, Interval]] = {}
        """By identity: terms that were bounded here, and their intervals."""
        self._inner: BoundEvaluator | None = None

    def _of_one(self, term: t.Fixed) -> int | None:
        """Return a field of a known element."""
        low, high = self.of(term.element)
        values = self._ruleset.kinds[term.kind].values.get(term.field, ())
        value = values[low] if low is not None and low == high and 0 <= low < len(values) else None
        return int(value) if isinstance(value, int) else None

    @property
    def facts(self) -> Facts:
        """Return the facts known here."""
        return self._facts

    def knowing(self, facts: Facts, deeper: int = 0) -> BoundEvaluator:
        """Return an evaluator with the facts of another place, or for the inside of a define."""
        if facts is self._facts and not deeper:
            return self
        other = object.__new__(BoundEvaluator)
        forms = self._forms if facts is self._facts else frozenset(map(type, facts))
        other.__dict__.update(
            self.__dict__, _facts=facts, _forms=forms, _deep=self._deep + deeper, _found={}, _inner=None
        )
        return other

    def of(self, term: t.Term) -> Interval:
        """Return the interval of a number, an element or a truth value."""
        if isinstance(term, t.Constant):
            return self._constant(term)
        known = self._found.get(id(term))
        if known is None:
            known = self._found[id(term)] = term, self._of(term)
        return known[1]

    def _of(self, term: t.Term) -> Interval:
        if isinstance(term, t.Fixed) and (value := self._of_one(term)) is not None:
            return value, value
        found = self._truth(term) if isinstance(term.type, TruthType) else super().of(term)
        # To look a term up takes longer than to bound it, and of most forms nothing is known.
        known = self._facts.get(term) if type(term) in self._forms else None
        return found if known is None else common_interval(found, known) or found

    @property
    def ruleset(self) -> Ruleset:
        """Return the ruleset of the terms."""
        return self._ruleset

    def member(self, variable: t.Variable, domain: t.Term) -> Facts:
        """Add the facts about a member of a domain."""
        here = t.Local(variable.type, variable)
        known = forget_variables(self._facts, {variable.key})
        if isinstance(domain, t.Interval):
            return {**known, here: (self.of(domain.low)[0], self.of(domain.high)[1])}
        if isinstance(variable.type, ElementType):
            return {**known, here: (0, self.size_of(variable.type.kind) - 1)}
        return known

    def _constant(self, term: t.Constant) -> Interval:
        if term.origin in self._ruleset.options:
            match term.type:
                case TruthType():
                    return EITHER
                case ElementType(kind):
                    return 0, self.size_of(kind) - 1
                case NumberType() | ManyType() | PlaceType() | UnknownType():
                    return OPEN
        return int(term.value), int(term.value)

    def _applied(self, define: str) -> Interval:
        return OPEN

    def _of_number(self, term: t.Term) -> Interval:
        match term:
            case t.Apply(_, define, arguments):
                inside = self.inside(define, arguments)
                return OPEN if inside is None else self._deeper().of(inside)
            case t.Known(_, _, written):
                return self.of(written)
            case t.Fact(_, "round"):
                return 1, None
            case t.Cell(_, table, keys):
                return self._of_cells(table, keys)
            case t.Amount(_, zone) | t.Variety(_, zone, _) | t.Builtin(_, "count", (t.Contents(_, zone),)):
                return 0, self._room(term, zone)
            case t.LeafTerm() | t.LookupTerm() | t.Contents() | t.Occupant() | t.ComputedTerm():
                return super()._of_number(term)

    def _of_cells(self, name: str, keys: tuple[t.Term, ...]) -> Interval:
        """Return the interval of the cells that the keys may select."""
        table = self._ruleset.tables[name]
        at = [0]
        for key, low, size in zip(keys, table.lows, table.sizes, strict=False):
            least, most = self.of(key)
            first = max(0, 0 if least is None else least - low)
            last = min(size - 1, size - 1 if most is None else most - low)
            at = [one * size + index for one in at for index in range(first, last + 1)]
        found = [cell for one in at if one < len(table.cells) and (cell := table.cells[one]) is not None]
        return (min(found), max(found)) if found and len(keys) == len(table.sizes) else OPEN

    def _room(self, term: t.Term, zone: t.Term) -> int | None:
        """Return the maximum content of a zone: the existing pieces, or its capacity."""
        of = zone.type
        inner = zone.zone if isinstance(zone, t.Variety) else zone
        capacity = self._ruleset.state[inner.field].capacity if isinstance(inner, t.Tracked) else None
        there: int | None = None
        if isinstance(of, ZoneType) and of.pieces in self._ruleset.kinds:
            kind = self._ruleset.kinds[of.pieces]
            if kind.form != "tokens":
                there = self.size_of(of.pieces)
            elif kind.supply and None not in kind.supply:
                supply = [one or 0 for one in kind.supply]
                there = max(supply) if isinstance(term, t.Variety) else sum(supply)
        known = [one for one in (capacity, there) if one is not None]
        return min(known, default=None)

    def inside(self, define: str, arguments: tuple[t.Term, ...]) -> t.Term | None:
        """Return the body of a define with its arguments substituted; ``None`` if it is extended, or too deep or large."""
        bound = self._ruleset.defines.get(define)
        if bound is None or bound.adjusts or self._deep >= DEEP or self._size_of_define(define) > LARGEST:
            return None
        key = define, tuple(map(id, arguments))
        if key not in self._seen_through:
            given = {variable.key: one for variable, one in zip(bound.parameters, arguments, strict=False)}
            self._seen_through[key] = arguments, inline_lets(bound.value, given)
        return self._seen_through[key][1]

    def _size_of_define(self, define: str) -> int:
        if define not in self._sizes:
            self._sizes[define] = sum(1 for _ in reachable_terms(self._ruleset, (self._ruleset.defines[define].value,)))
        return self._sizes[define]

    @cached_property
    def _sizes(self) -> dict[str, int]:
        return {}

    def _deeper(self) -> BoundEvaluator:
        if self._inner is None:
            self._inner = self.knowing(self._facts, 1)
        return self._inner

    # -- conditions ------------------------------------------------------------------------------------------------

    def _truth(self, term: t.Term) -> Interval:
        match term:
            case t.Negation(_, operand):
                low, high = self.of(operand)
                return 1 - (high or 0), 1 - (low or 0)
            case t.Logic(_, word, left, right):
                return self._logic(word, left, right)
            case t.Compare(_, sign, left, right):
                return self._compared(sign, left, right)
            case t.Apply(_, define, arguments):
                inside = self.inside(define, arguments)
                return EITHER if inside is None else self._deeper().of(inside)
            case t.Choice(_, condition, then, otherwise):
                ways = [
                    one
                    for one, holds in ((then, True), (otherwise, False))
                    if self.told(condition, holds=holds) is not None
                ]
                found = {self.of(one) for one in ways}
                return found.pop() if len(found) == 1 else EITHER
            case t.Builtin(_, "is_none", (item,)):
                low, high = self.of(item)
                return NO if low is not None and low >= 0 else YES if high == -1 else EITHER
            case t.In(_, item, t.Interval(_, low, high)):
                return self._both(self._compared(">=", item, low), self._compared("<=", item, high))
            case t.ReadTerm() | t.ComputedTerm():
                return EITHER

    def _logic(self, word: str, left: t.Term, right: t.Term) -> Interval:
        first = self.of(left)
        settles = NO if word == "and" else YES
        if first == settles:
            return settles
        known = self.told(left, holds=word == "and")
        second = self.of(right) if known is None else self.knowing(known).of(right)
        return (
            self._both(first, second)
            if word == "and"
            else negate_truth_interval(self._both(negate_truth_interval(first), negate_truth_interval(second)))
        )

    @staticmethod
    def _both(one: Interval, other: Interval) -> Interval:
        return min(one[0] or 0, other[0] or 0), min(one[1] or 0, other[1] or 0)

    def _compared(self, sign: str, left: t.Term, right: t.Term) -> Interval:
        if not isinstance(left.type, NumberType | ElementType) or left == right:
            return EITHER
        (a, b), (c, d) = self.of(left), self.of(right)
        if isinstance(left.type, ElementType) and (a is None or c is None or a < 0 or c < 0):
            # A comparison with nothing is false.
            apart = (
                sign == "=" and a is not None and b is not None and c is not None and d is not None and (b < c or d < a)
            )
            return NO if apart and max(a or 0, c or 0) >= 0 else EITHER
        if sign in ("=", "!="):
            same = a is not None and a == b == c == d
            apart = (b is not None and c is not None and b < c) or (a is not None and d is not None and d < a)
            return EITHER if not same and not apart else YES if same == (sign == "=") else NO
        if sign in (">", ">="):
            (a, b), (c, d), sign = (c, d), (a, b), TURNED[sign]
        strict = sign == "<"
        if b is not None and c is not None and (b < c or (b == c and not strict)):
            return YES
        if a is not None and d is not None and (a > d or (a == d and strict)):
            return NO
        return EITHER

    # -- what a condition tells ------------------------------------------------------------------------------------

    def told(self, condition: t.Term, *, holds: bool) -> Facts | None:
        """Return the facts that follow if a condition holds, or does not; ``None`` if that is impossible."""
        if self.of(condition) == (NO if holds else YES):
            return None
        match condition:
            case t.Negation(_, operand):
                return self.told(operand, holds=not holds)
            case t.Logic(_, word, left, right) if (word == "and") is holds:
                first = self.told(left, holds=holds)
                return None if first is None else self.knowing(first).told(right, holds=holds)
            case t.Compare(_, sign, left, right):
                return self._narrowed(sign if holds else FAILED[sign], left, right, holds=holds)
            case t.Builtin(_, "is_none", (item,)) if isinstance(item.type, ElementType):
                return self._with(item, (0, None) if not holds else (-1, -1))
            case t.Apply(_, define, arguments):
                inside = self.inside(define, arguments)
                return self._facts if inside is None else self._deeper().told(inside, holds=holds)
            case t.ReadTerm() | t.ComputedTerm():
                return self._facts

    def _narrowed(self, sign: str, left: t.Term, right: t.Term, *, holds: bool) -> Facts | None:
        if isinstance(left.type, ElementType) and (sign != "=" or not holds):
            return self._facts
        here: BoundEvaluator = self
        for one, other, way in ((left, right, sign), (right, left, TURNED[sign])):
            low, high = here.of(other)
            match way:
                case "=":
                    found: Interval = (low, high)
                case "<" | "<=":
                    found = None, None if high is None else high - (way == "<")
                case ">" | ">=":
                    found = None if low is None else low + (way == ">"), None
                case _:
                    found = here._all_but(one, low, high)
            known = here._with(one, found)
            if known is None:
                return None
            here = here.knowing(known)
        return here.facts

    def _all_but(self, term: t.Term, low: int | None, high: int | None) -> Interval:
        """Return the interval of a number without one value, which matters only at its ends."""
        if low is None or low != high:
            return OPEN
        least, most = self.of(term)
        return (low + 1 if least == low else None), (low - 1 if most == low else None)

    def _with(self, term: t.Term, interval: Interval) -> Facts | None:
        if isinstance(term, t.Constant) or interval == OPEN:
            return self._facts
        found = common_interval(self.of(term), interval)
        return None if found is None else {**self._facts, term: found}


def common_interval(one: Interval, other: Interval) -> Interval | None:
    """Return the intersection of two intervals; ``None`` if it is empty."""
    lows = [low for low in (one[0], other[0]) if low is not None]
    highs = [high for high in (one[1], other[1]) if high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def negate_truth_interval(truth: Interval) -> Interval:
    """Return the interval of a negated truth value."""
    return 1 - (truth[1] or 0), 1 - (truth[0] or 0)


def forget_variables(facts: Facts, keys: set[int]) -> Facts:
    """Return the facts that do not depend on some variables."""
    return {fact: one for fact, one in facts.items() if variables_read(fact).isdisjoint(keys)}


def is_invariant_term(ruleset: Ruleset, term: t.Term) -> bool:
    """Return whether a term cannot change while a rule runs, because it consists of names and fixed values."""
    return not any(
        isinstance(one, t.Tracked | t.Lies | t.PieceCondition | t.Earlier)
        or (isinstance(one, t.Fact) and one.name not in FIXED)
        for one in reachable_terms(ruleset, (term,))
    )


# -- condition flow --------------------------------------------------------------------------------------------------
# Follows what conditions tell through the rules, one procedure at a time, and shows every condition with what is known where it is asked.
#
# A procedure begins with nothing known, whoever runs it. What an effect may change is no longer known behind it: of what it changes itself where it only writes, of
# everything but names and what is fixed where it moves pieces, runs something or waits for somebody. So nothing is known that may not be so.


Asked = Callable[[t.Term, Span, str, BoundEvaluator, str], None]
"""Is shown a condition or another term: the term, its place, its rule, what is known there, and what it is (``guard``, ``branch``, ``value``)."""


@dataclass(slots=True)
class BoundsPropagation:
    """A forward analysis of a ruleset's rules for a number of players."""

    ruleset: Ruleset
    bounds: BoundEvaluator
    asked: Asked

    def procedure(self, procedure: BoundProcedure) -> None:
        """Analyse one procedure."""
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
                return join_branch_facts(yes, no)
            case b.Ask():
                return self._ask(statement, facts)
            case b.Each() | b.Around() | b.Loop() | b.Times() | b.Turn():
                return self._round(statement, facts)
            case b.Leave():
                return None
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim():
                for term in statement_terms(statement):
                    self._show(term, statement.span, statement.rule, facts, "value")
                return self._after(statement, facts)

    def _after(self, statement: b.BoundStatement, facts: Facts) -> Facts:
        match statement:
            case b.Give(variable=variable, value=value):
                return self._named(variable, value, facts)
            case b.Write(place=t.Local(_, variable), value=value, add=add):
                known = forget_variables(facts, {variable.key})
                return known if add else self._named(variable, value, facts)
            case b.Write(place=t.Tracked(_, field)):
                return {fact: one for fact, one in facts.items() if field not in fields_read(self.ruleset, fact)}
            case b.Cast(variable=variable):
                return forget_variables(facts, {variable.key})
            case b.Claim():
                return facts
            case b.TakeTop(variable=variable):
                return forget_variables(self._fixed(facts), {variable.key})
            case b.Changing() | b.Calling() | b.Settle() | b.Leave() | b.Nesting():
                return self._fixed(facts)

    def _named(self, variable: t.Variable, value: t.Term, facts: Facts) -> Facts:
        known = forget_variables(facts, {variable.key})
        if not isinstance(variable.type, NumberType | ElementType):
            return known
        return {**known, t.Local(variable.type, variable): self.bounds.knowing(facts).of(value)}

    def _fixed(self, facts: Facts) -> Facts:
        return {fact: one for fact, one in facts.items() if is_invariant_term(self.ruleset, fact)}

    def _round(self, statement: b.Each | b.Around | b.Loop | b.Times | b.Turn, facts: Facts) -> Facts | None:
        keys = assigned_variable_keys(statement.body)
        again = forget_variables(self._fixed(facts), keys)
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
        """Add the facts about a member of a domain as they were at the loop's entry."""
        here = t.Local(variable.type, variable)
        found = self.bounds.knowing(at_entry).member(variable, domain).get(here)
        kept = forget_variables(known, {variable.key})
        return kept if found is None else {**kept, here: found}

    # -- decisions -------------------------------------------------------------------------------------------------

    def _ask(self, ask: b.Ask, facts: Facts) -> Facts | None:
        bodies = tuple(statement for body, _ in nested_bodies(ask) for statement in body)
        known = forget_variables(self._fixed(facts), assigned_variable_keys(bodies))
        # What stands right before the first question is still so when it is asked; triggers that settle there may change it.
        for option in ask.options:
            inside = self.option(option, known)
            self._body(option.effects, inside)
        if ask.otherwise is not None:
            self._body(ask.otherwise, known)
        return known

    def option(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        """Analyse the parameters and guards of an option; return what is known when it is taken, ``None`` if it never is."""
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


def join_branch_facts(one: Facts | None, other: Facts | None) -> Facts | None:
    """Return the facts that hold on both of two paths, with the union of their intervals."""
    if one is None or other is None:
        return other if one is None else one
    return {fact: interval_union(known, other[fact]) for fact, known in one.items() if fact in other}


def non_procedure_terms(ruleset: Ruleset) -> Iterator[tuple[t.Term, Span, str, str]]:
    """Yield terms outside procedures: conditions of stages and triggers, and ranking criteria."""
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
