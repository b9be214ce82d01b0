"""Follows what is known to be there through all rules, from the set-up on, until nothing changes any more.

What a procedure may count on is what every place that runs it knows; what runs at settle points counts on what stays known whatever else happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from reguli.check.assured import MOVED, NOTHING, Assured, Facts, Lying, changed, either, everywhere, instead, without
from reguli.check.written import Writes, given_in, written
from reguli.model.binding.world import GAME
from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.reads import run_by
from reguli.model.tree.walk import all_procedures, all_terms, opened, statement_terms
from reguli.model.types import ElementType

Seen = Callable[[t.Term, Facts, Assured], None]
"""Is shown every expression, with what is known where it stands."""


@dataclass(slots=True)
class Following:
    """One way through all rules with what was known before of where procedures begin and end."""

    ruleset: Ruleset
    assured: Assured
    writes: Writes
    begins: dict[str, Facts]
    ends: dict[str, Facts]
    seen: Seen | None = None
    found: dict[str, Facts] = field(default_factory=dict)
    """What this way found procedures to begin with."""
    done: dict[str, Facts] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    """Fields that are given nothing somewhere."""
    left: dict[str, Facts] = field(default_factory=dict)
    """What is known where a decision, procedure or turn is left, by its rule."""
    late: Facts | None = None
    set_up: Facts | None = None

    def go(self) -> None:
        """Go through every procedure that begins somewhere."""
        setup, ruleset = self.ruleset.setup, self.ruleset
        starts = self._started()
        if setup is not None:
            self.found[setup.id] = starts
        for procedure in all_procedures(ruleset):
            if procedure is setup or procedure.id in self.begins:
                self._procedure(procedure, starts if procedure is setup else self.begins[procedure.id])
        after = starts if setup is None else self.done.get(setup.id, self.ends.get(setup.id))
        if after is None:
            return
        self.set_up = self.lasting(after)
        late = either(self.late, self.set_up)
        for one in (*ruleset.phases, *(moment.procedure for moment in ruleset.moments)):
            self._begin(one.id, self.set_up)
        for stage in ruleset.documents.game.stages:
            scheduled = [one.run for one in (stage.once, *(case.then for case in stage.cases)) if one]
            for name in (*scheduled, *(case.now for case in stage.cases if case.now is not None)):
                self._begin(name, late)
        for trigger in ruleset.triggers:
            self._begin(
                trigger.procedure.id, None if late is None else self.assured.given(late, trigger.condition, True)
            )
        for group in ruleset.at_any_time:
            here = frozenset(t.Local(one.type, one) for one in group.parameters)
            self._begin(group.id, None if late is None else late | here)
        if late is not None:
            self._see(_beside(ruleset), late)

    def _started(self) -> Facts:
        """Give what is there before anything is done, by the start values."""
        found: set[t.Term] = set()
        for name, value in self.ruleset.starts.items():
            if name in self.assured.kept and self.assured.is_there(value, NOTHING):
                owner = self.ruleset.state[name].owner
                of = None if owner == GAME else everywhere(t.Elements(ElementType(owner), owner))
                found.add(t.Tracked(value.type, name, of))
        return frozenset(found)

    def lasting(self, facts: Facts) -> Facts:
        """Give what stays known whatever happens."""
        found = changed(facts, self.writes.all | {MOVED}, self.assured.kept)
        return frozenset(fact for fact in found if not any(isinstance(inner, t.Local) for inner in all_terms(fact)))

    def _begin(self, name: str, facts: Facts | None) -> None:
        if facts is not None:
            before = self.found.get(name)
            self.found[name] = facts if before is None else before & facts

    def _procedure(self, procedure: BoundProcedure, facts: Facts) -> None:
        end = either(self._body(procedure.body, facts), self.left.pop(procedure.rule, None))
        if end is not None:
            self.done[procedure.id] = end

    def _see(self, terms: Iterable[t.Term], facts: Facts) -> None:
        if self.seen is not None:
            for term in terms:
                self.seen(term, facts, self.assured)

    def _settles(self, facts: Facts) -> Facts:
        self.late = either(self.late, self.lasting(facts))
        return changed(facts, self.writes.settled, self.assured.kept)

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
                return self._named(facts, variable, there)
            case b.Write(place=place, value=value):
                return self._write(place, value, facts)
            case b.TakeTop(variable=variable, source=source):
                kind = variable.type
                there = isinstance(kind, ElementType) and t.Occupant(kind, source) in facts
                return self._named(changed(facts, {MOVED}, self.assured.kept), variable, there)
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
        known = without(facts, {variable.key})
        return known | {t.Local(variable.type, variable)} if there else known

    def _write(self, place: t.Term, value: t.Term, facts: Facts) -> Facts:
        there = isinstance(value.type, ElementType) and self.assured.is_there(value, facts)
        if isinstance(place, t.Local):
            return self._named(facts, place.variable, there)
        if not isinstance(place, t.Tracked):
            return facts
        if isinstance(place.type, ElementType) and not there:
            self.lost.add(place.field)
        known = changed(facts, {place.field}, self.assured.kept)
        return known | {place} if there else known

    def _moved(self, statement: b.BoundStatement, facts: Facts) -> Facts:
        match statement:
            case b.Relocate(pieces=piece, many=False, target=target):
                known = changed(facts, {MOVED}, self.assured.kept)
                return known | lies(piece, target)
            case _:
                return changed(facts, frozenset(written(self.ruleset, (statement,))), self.assured.kept)

    def _run(self, statement: b.Perform | b.PerformPiece | b.Announce, facts: Facts) -> Facts | None:
        later = isinstance(statement, b.Announce) or statement.later
        begun = run_by(self.ruleset, statement)
        after: Facts | None = None
        for one in begun:
            given = tuple(zip(one.parameters, statement.arguments, strict=False))
            known = self.lasting(facts) if later else facts
            self._begin(one.id, self._handed(known, given, facts))
            if later:
                continue
            end = self.ends.get(one.id)
            if end is not None:
                back: dict[t.Term, t.Term] = {
                    t.Local(variable.type, variable): argument for variable, argument in given
                }
                told = frozenset(fact for fact in (instead(one, back) for one in end) if _is_of(fact, facts, given))
                rest = changed(facts, self.writes.by[one.id], self.assured.kept)
                after = either(after, rest | told)
        return facts if later or not begun else after

    def _handed(self, known: Facts, given: tuple[tuple[t.Variable, t.Term], ...], facts: Facts) -> Facts:
        """Give what is known inside, by the names there."""
        names = {argument: t.Local(variable.type, variable) for variable, argument in given}
        inside = {instead(fact, names) for fact in known}
        own = set(names.values())
        kept = {fact for fact in inside if all(i in own for i in all_terms(fact) if isinstance(i, t.Local))}
        for variable, argument in given:
            if isinstance(argument.type, ElementType) and self.assured.is_there(argument, facts):
                kept.add(t.Local(variable.type, variable))
        return frozenset(kept)

    def _round(self, statement: b.Each | b.Around | b.Loop | b.Times | b.Turn, facts: Facts) -> Facts | None:
        if isinstance(statement, b.Turn):
            return either(self._body(statement.body, facts), self.left.pop(statement.rule, None))
        if isinstance(statement, b.Each | b.Around):
            self._see((statement.domain if isinstance(statement, b.Each) else statement.ring,), facts)
        keys = given_in(statement.body)
        known = changed(facts, self.writes.of(statement.body), self.assured.kept)
        named = frozenset(fact for fact in known if isinstance(fact, t.Local) and fact.variable.key in keys)
        known = without(known, keys)
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
                inner = without(known, {variable.key}) | lying_in(variable, domain)
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
        bodies = tuple(statement for body, _ in opened(ask) for statement in body)
        keys = given_in(bodies)
        known = changed(known, self.writes.of(bodies), self.assured.kept)
        named = frozenset(fact for fact in known if isinstance(fact, t.Local) and fact.variable.key in keys)
        while True:
            ends: list[Facts] = []
            after = self._answered(ask, without(known, keys) | named, ends)
            held = named.intersection(*ends)
            if held == named:
                return either(after, without(known, keys) | named) if again else after
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
            known = without(known, {variable.key}) | lying_in(variable, parameter.domain)
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
            costs = tuple(statement for waiver in guard.waivers for statement in waiver.body)
            return changed(facts, self.writes.of(costs), self.assured.kept)
        return self.assured.given(facts, guard.condition, True)


def _beside(ruleset: Ruleset) -> Iterator[t.Term]:
    """Give what is computed at settle points and at the end of the game, outside of procedures."""
    yield from (trigger.condition for trigger in ruleset.triggers)
    yield from (stage.when for stage in ruleset.stages if stage.when is not None)
    yield from (criterion.by for criterion in ruleset.ranking)
    yield from (invariant.condition for invariant in ruleset.invariants)


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


def _is_of(fact: t.Term, facts: Facts, given: tuple[tuple[t.Variable, t.Term], ...]) -> bool:
    """Tell whether what is known at the end of a procedure says nothing of names of its own."""
    mine = {i.variable.key for _, argument in given for i in all_terms(argument) if isinstance(i, t.Local)}
    return all(i.variable.key in mine for i in all_terms(fact) if isinstance(i, t.Local))


def follow(ruleset: Ruleset, seen: Seen) -> None:
    """Follow all rules until nothing more changes, then show every expression with what is known where it stands."""
    kept = {name for name, one in ruleset.state.items() if one.form == "element" and one.lasts == "game"}
    writes = Writes(ruleset)
    begins: dict[str, Facts] = {}
    ends: dict[str, Facts] = {}
    while True:
        way = Following(ruleset, Assured(ruleset, kept), writes, begins, ends)
        way.go()
        if way.found == begins and way.done == ends and not way.lost & kept:
            break
        if way.lost & kept:
            kept -= way.lost
        begins, ends = way.found, way.done
    last = Following(ruleset, Assured(ruleset, kept), writes, begins, ends, seen)
    last.go()
