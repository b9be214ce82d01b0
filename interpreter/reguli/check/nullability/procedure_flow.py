"""Follows what is known to be there through one procedure, by what is known where it begins and where those that it runs end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reguli.check.nullability.definitely_present import Assured
from reguli.check.nullability.presence_facts import NOTHING, Facts, Lying, either, everywhere, instead
from reguli.check.write_sets import MOVED, Writes
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.read_write_sets import run_by
from reguli.model.bound_tree.tree_traversal import statement_terms
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import ElementType

Seen = Callable[[t.Term, Facts, Assured], None]
"""Is shown every expression, with what is known where it stands."""
Given = tuple[tuple[t.Variable, t.Term], ...]
"""What a procedure is given, by its parameters."""


@dataclass(slots=True)
class Following:
    """One way through one procedure with what is known of where it begins and where others end."""

    ruleset: Ruleset
    assured: Assured
    writes: Writes
    ends: Mapping[str, Facts]
    seen: Seen | None = None
    found: dict[str, Facts] = field(default_factory=dict)
    """What this way found procedures to begin with."""
    lost: set[str] = field(default_factory=set)
    """Fields that are given nothing somewhere."""
    left: dict[str, Facts] = field(default_factory=dict)
    """What is known where a decision, procedure or turn is left, by its rule."""
    late: Facts | None = None
    """What stays known at every settle point that was passed."""

    def go(self, procedure: BoundProcedure, facts: Facts) -> Facts | None:
        """Go through a procedure; give what is known at its end, None where it never comes to one."""
        return either(self._body(procedure.body, facts), self.left.pop(procedure.rule, None))

    def lasting(self, facts: Facts) -> Facts:
        """Give what stays known whatever happens."""
        found = self.assured.changed(facts, self.writes.all | {MOVED})
        return frozenset(fact for fact in found if not self.assured.variables(fact))

    def _begin(self, name: str, facts: Facts | None) -> None:
        if facts is not None:
            before = self.found.get(name)
            self.found[name] = facts if before is None else before & facts

    def _see(self, terms: Iterable[t.Term], facts: Facts) -> None:
        if self.seen is not None:
            for term in terms:
                self.seen(term, facts, self.assured)

    def _settles(self, facts: Facts) -> Facts:
        self.late = either(self.late, self.lasting(facts))
        return self.assured.changed(facts, self.writes.settled)

    def _body(self, body: b.Body, facts: Facts | None) -> Facts | None:
        for statement in body:
            if facts is None:
                return None
            facts = self._statement(statement, facts)
        return facts

    def _statement(self, statement: b.BoundStatement, facts: Facts) -> Facts | None:
        if not isinstance(statement, b.Ask | b.Each | b.Around):
            self._see(statement_terms(statement), facts)
        match statement:
            case b.Give(variable=variable, value=value):
                there = isinstance(value.type, ElementType) and self.assured.is_there(value, facts)
                known = self._named(facts, variable, there)
                return self.assured.chosen(known, variable, value) if there else known
            case b.Write(place=place, value=value):
                return self._write(place, value, facts)
            case b.TakeTop(variable=variable, source=source):
                kind = variable.type
                there = isinstance(kind, ElementType) and t.Occupant(kind, source) in facts
                return self._named(self.assured.changed(facts, {MOVED}), variable, there)
            case b.Cast(variable=variable, domain=domain):
                return self._named(facts, variable, self.assured.holds_some(domain, facts))
            case b.Branch(condition=condition, then=then, otherwise=otherwise):
                yes, no = (self.assured.given(facts, condition, holds) for holds in (True, False))
                return either(self._body(then, yes), self._body(otherwise, no))
            case b.Leave(out_of=rule):
                self.left[rule] = facts if rule not in self.left else self.left[rule] & facts
                return None
            case b.Perform() | b.PerformPiece() | b.Announce():
                return self._run(statement, facts)
            case b.Settle():
                return self._settles(facts)
            case b.Ask():
                return self._ask(statement, facts)
            case b.Each() | b.Around() | b.Loop() | b.Times() | b.Turn():
                return self._round(statement, facts)
            case _:
                return self._moved(statement, facts)

    def _named(self, facts: Facts, variable: t.Variable, there: bool) -> Facts:
        known = self.assured.without(facts, {variable.key})
        return known | {t.Local(variable.type, variable)} if there else known

    def _write(self, place: t.Term, value: t.Term, facts: Facts) -> Facts:
        there = isinstance(value.type, ElementType) and self.assured.is_there(value, facts)
        if isinstance(place, t.Local):
            return self._named(facts, place.variable, there)
        if not isinstance(place, t.Tracked):
            return facts
        if isinstance(place.type, ElementType) and not there:
            self.lost.add(place.field)
        known = self.assured.changed(facts, {place.field})
        return known | {place} if there else known

    def _moved(self, statement: b.BoundStatement, facts: Facts) -> Facts:
        match statement:
            case b.Relocate(pieces=piece, many=False, target=target):
                known = self.assured.changed(facts, {MOVED})
                return known | lies(piece, target)
            case _:
                return self.assured.changed(facts, self.writes.itself(statement))

    def _run(self, statement: b.Perform | b.PerformPiece | b.Announce, facts: Facts) -> Facts | None:
        later = isinstance(statement, b.Announce) or statement.later
        begun = run_by(self.ruleset, statement)
        after: Facts | None = None
        known = self.lasting(facts) if later else facts
        for one in begun:
            given = tuple(zip(one.parameters, statement.arguments, strict=False))
            self._begin(one.id, self._handed(known, given, facts))
            end = None if later else self.ends.get(one.id)
            if end is not None:
                rest = self.assured.changed(facts, self.writes.by[one.id])
                after = either(after, rest | self._told(end, given))
        return facts if later or not begun else after

    def _handed(self, known: Facts, given: Given, facts: Facts) -> Facts:
        """Give what is known inside, by the names there."""
        names = {argument: t.Local(variable.type, variable) for variable, argument in given}
        own = frozenset(variable.key for variable, _ in given)
        inside = self._by_other_names(known, names, self._named_by(given) | own)
        kept = {fact for fact in inside if self.assured.variables(fact) <= own}
        for variable, argument in given:
            if isinstance(argument.type, ElementType) and self.assured.is_there(argument, facts):
                kept.add(t.Local(variable.type, variable))
        return frozenset(kept)

    def _told(self, end: Facts, given: Given) -> Facts:
        """Give what the end of a procedure tells whoever ran it, by the names there."""
        mine = self._named_by(given)
        names: dict[t.Term, t.Term] = {t.Local(variable.type, variable): argument for variable, argument in given}
        told = self._by_other_names(end, names, mine | {variable.key for variable, _ in given})
        return frozenset(fact for fact in told if self.assured.variables(fact) <= mine)

    def _by_other_names(self, facts: Facts, names: Mapping[t.Term, t.Term], of: frozenset[int]) -> Iterator[t.Term]:
        """Give facts in which some terms stand for others; one that names a variable besides ``of`` keeps it and is left out."""
        bare = any(not self.assured.variables(term) for term in names)
        for fact in facts:
            variables = self.assured.variables(fact)
            if variables <= of:
                yield instead(fact, names) if variables or bare else fact

    def _named_by(self, given: Given) -> frozenset[int]:
        """Give the keys of the variables in what is handed over."""
        return frozenset().union(*(self.assured.variables(argument) for _, argument in given))

    def _round(self, statement: b.Each | b.Around | b.Loop | b.Times | b.Turn, facts: Facts) -> Facts | None:
        if isinstance(statement, b.Turn):
            return either(self._body(statement.body, facts), self.left.pop(statement.rule, None))
        if isinstance(statement, b.Each | b.Around):
            self._see((statement.domain if isinstance(statement, b.Each) else statement.ring,), facts)
        keys, fields = self.writes.within(statement)
        known = self.assured.changed(facts, fields)
        named = frozenset(fact for fact in known if isinstance(fact, t.Local) and fact.variable.key in keys)
        known = self.assured.without(known, keys)
        while True:
            ends: list[Facts] = []
            after = self._once(statement, known | named, ends)
            held = named.intersection(*ends)
            if held == named:
                return after
            named = held

    def _once(self, statement: b.Each | b.Around | b.Loop | b.Times, known: Facts, ends: list[Facts]) -> Facts | None:
        """Follow what is done again and again once; ``ends`` takes what is known where it begins anew."""

        def gone(entered: Facts | None) -> Facts | None:
            end = self._body(statement.body, entered)
            ends.extend(() if end is None else (end,))
            return end

        match statement:
            case (
                b.Each(variable=variable, domain=domain, where=where)
                | b.Around(variable=variable, ring=domain, where=where)
            ):
                inner = self.assured.without(known, {variable.key}) | lying_in(variable, domain)
                self._see(() if where is None else (where,), inner)
                entered = inner if where is None else self.assured.given(inner, where, True)
                if isinstance(statement, b.Around):
                    if statement.until is not None and entered is not None:
                        self._see((statement.until,), known)
                        entered = self.assured.given(entered, statement.until, False)
                    gone(entered)
                    return known
                end = gone(entered)
                return known if end is None or where is not None else known | self._of_all(variable, domain, end)
            case b.Loop(condition=condition):
                self._see((condition,), known)
                gone(self.assured.given(known, condition, True))
                return self.assured.given(known, condition, False)
            case b.Times():
                gone(known)
                return known

    def _of_all(self, variable: t.Variable, domain: t.Term, end: Facts) -> Facts:
        """Give what is known of every element when a loop over all of them has given each something."""
        if not isinstance(domain, t.Elements):
            return NOTHING
        here = t.Local(variable.type, variable)
        given = (fact for fact in end if isinstance(fact, t.Tracked) and fact.owner == here)
        return frozenset(
            t.Tracked(fact.type, fact.field, everywhere(here), fact.keys)
            for fact in given
            if fact.field in self.assured.kept
        )

    def _ask(self, ask: b.Ask, facts: Facts) -> Facts | None:
        self._see((ask.actor,), facts)
        known, again = self._settles(facts), ask.repeatedly or ask.each_once
        if not again and not any(option.added for option in ask.options):
            return self._answered(ask, known, [])
        keys, fields = self.writes.within(ask)
        known = self.assured.changed(known, fields)
        named = frozenset(fact for fact in known if isinstance(fact, t.Local) and fact.variable.key in keys)
        while True:
            ends: list[Facts] = []
            after = self._answered(ask, self.assured.without(known, keys) | named, ends)
            held = named.intersection(*ends)
            if held == named:
                return either(after, self.assured.without(known, keys) | named) if again else after
            named = held

    def _answered(self, ask: b.Ask, known: Facts, ends: list[Facts]) -> Facts | None:
        """Follow what each option does; ``ends`` takes what is known behind each that goes on."""
        end: Facts | None = None
        for option in ask.options:
            after = self._body(option.effects, self._asked(option, known))
            ends.extend(() if after is None else (after,))
            end = either(end, after)
        if ask.otherwise is not None:
            end = either(end, self._body(ask.otherwise, known))
        return either(end, self.left.pop(ask.rule, None))

    def _asked(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        known: Facts | None = facts
        for parameter in option.parameters:
            if known is None:
                return None
            self._see((parameter.domain,), known)
            variable = parameter.variable
            known = self.assured.without(known, {variable.key}) | lying_in(variable, parameter.domain)
            if parameter.where is not None:
                known = self._guarded(parameter.where, known)
        for check in option.checks:
            if known is None:
                return None
            if isinstance(check, b.Give):
                self._see((check.value,), known)
                there = isinstance(check.value.type, ElementType) and self.assured.is_there(check.value, known)
                known = self._named(known, check.variable, there)
            else:
                known = self._guarded(check, known)
        return known

    def _guarded(self, guard: b.Guard, facts: Facts) -> Facts | None:
        self._see((guard.condition, *(waiver.condition for waiver in guard.waivers)), facts)
        refused = self.assured.given(facts, guard.condition, False)
        if refused is not None:
            self._see(guard.reason.arguments, refused)
        for waiver in guard.waivers:
            self._body(waiver.body, self.assured.given(facts, waiver.condition, True))
        if guard.waivers:
            return self.assured.changed(facts, self.writes.paid(guard))
        return self.assured.given(facts, guard.condition, True)


def lying_in(variable: t.Variable, domain: t.Term) -> Facts:
    """Give what is known of a member of a collection: that it holds something, and of a piece that it lies there."""
    here = t.Local(variable.type, variable)
    inside = domain
    while isinstance(inside, t.Filter):
        inside = inside.domain
    return frozenset({domain}) | (lies(here, inside.zone) if isinstance(inside, t.Contents) else NOTHING)


def lies(piece: t.Term, zone: t.Term) -> Facts:
    """Give what is known where a piece lies in a zone."""
    known: set[t.Term] = {t.Occupant(piece.type, zone)}
    if isinstance(zone, t.Tracked):
        known.add(Lying(piece.type, zone.field, piece))  # type: ignore[arg-type]  # a fact that no rule says
    return frozenset(known)
