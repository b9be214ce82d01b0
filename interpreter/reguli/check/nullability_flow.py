"""Flow analysis of values that may be absent: the facts known in each procedure and call, and reads of an absent value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from reguli.check.call_graph import build_call_graph
from reguli.check.presence_facts import (
    DEEP,
    NOTHING,
    DefinitelyPresent,
    Facts,
    InZoneFact,
    merge_facts,
    owner_wildcard,
    substitute_terms,
)
from reguli.check.unused_declarations import MOVED, ProcedureWrites
from reguli.model.analysis.presence_analysis import may_be_absent
from reguli.model.analysis.totality import topological_order_and_cycles
from reguli.model.binding.binding_context import GAME
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    all_terms,
    all_value_references,
    called_procedures,
    child_terms,
    define_expressions,
    inline_lets,
    statement_terms,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.model.types import MUST_BE_THERE, ElementType
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span

# -- procedure flow --------------------------------------------------------------------------------------------------
# Follows what is known to be there through one procedure, by what is known where it begins and where those that it runs end.


Seen = Callable[[t.Term, Facts, DefinitelyPresent], None]
"""Is shown every expression, with what is known where it stands."""
Given = tuple[tuple[t.Variable, t.Term], ...]
"""What a procedure is given, by its parameters."""


@dataclass(slots=True)
class PresenceFlow:
    """One pass through one procedure, given the facts at its start and at the ends of others."""

    ruleset: Ruleset
    assured: DefinitelyPresent
    writes: ProcedureWrites
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
        """Analyse a procedure; return the facts at its end, or ``None`` if the end is unreachable."""
        return merge_facts(self._body(procedure.body, facts), self.left.pop(procedure.rule, None))

    def lasting(self, facts: Facts) -> Facts:
        """Return the facts that nothing invalidates."""
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
        self.late = merge_facts(self.late, self.lasting(facts))
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
                return merge_facts(self._body(then, yes), self._body(otherwise, no))
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
            case b.Relocate() | b.Transfer() | b.Mix() | b.Enlist() | b.Order() | b.Claim():
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
                return known | location_facts(piece, target)
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                return self.assured.changed(facts, self.writes.itself(statement))

    def _run(self, statement: b.Perform | b.PerformPiece | b.Announce, facts: Facts) -> Facts | None:
        later = isinstance(statement, b.Announce) or statement.later
        begun = called_procedures(self.ruleset, statement)
        after: Facts | None = None
        known = self.lasting(facts) if later else facts
        for one in begun:
            given = tuple(zip(one.parameters, statement.arguments, strict=False))
            self._begin(one.id, self._handed(known, given, facts))
            end = None if later else self.ends.get(one.id)
            if end is not None:
                rest = self.assured.changed(facts, self.writes.by[one.id])
                after = merge_facts(after, rest | self._told(end, given))
        return facts if later or not begun else after

    def _handed(self, known: Facts, given: Given, facts: Facts) -> Facts:
        """Return a callee's facts, by its parameters."""
        names = {argument: t.Local(variable.type, variable) for variable, argument in given}
        own = frozenset(variable.key for variable, _ in given)
        inside = self._by_other_names(known, names, self._named_by(given) | own)
        kept = {fact for fact in inside if self.assured.variables(fact) <= own}
        for variable, argument in given:
            if isinstance(argument.type, ElementType) and self.assured.is_there(argument, facts):
                kept.add(t.Local(variable.type, variable))
        return frozenset(kept)

    def _told(self, end: Facts, given: Given) -> Facts:
        """Return the facts at the end of a callee, in the caller's terms."""
        mine = self._named_by(given)
        names: dict[t.Term, t.Term] = {t.Local(variable.type, variable): argument for variable, argument in given}
        told = self._by_other_names(end, names, mine | {variable.key for variable, _ in given})
        return frozenset(fact for fact in told if self.assured.variables(fact) <= mine)

    def _by_other_names(self, facts: Facts, names: Mapping[t.Term, t.Term], of: frozenset[int]) -> Iterator[t.Term]:
        """Yield facts with some terms replaced; a fact that names a variable in ``of`` without a replacement is omitted."""
        bare = any(not self.assured.variables(term) for term in names)
        for fact in facts:
            variables = self.assured.variables(fact)
            if variables <= of:
                yield substitute_terms(fact, names) if variables or bare else fact

    def _named_by(self, given: Given) -> frozenset[int]:
        """Return the keys of the variables in the arguments."""
        return frozenset().union(*(self.assured.variables(argument) for _, argument in given))

    def _round(self, statement: b.Each | b.Around | b.Loop | b.Times | b.Turn, facts: Facts) -> Facts | None:
        if isinstance(statement, b.Turn):
            return merge_facts(self._body(statement.body, facts), self.left.pop(statement.rule, None))
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
        """Analyse one iteration of a loop; ``ends`` collects the facts at the start of the next iteration."""

        def gone(entered: Facts | None) -> Facts | None:
            end = self._body(statement.body, entered)
            ends.extend(() if end is None else (end,))
            return end

        match statement:
            case (
                b.Each(variable=variable, domain=domain, where=where)
                | b.Around(variable=variable, ring=domain, where=where)
            ):
                inner = self.assured.without(known, {variable.key}) | membership_facts(variable, domain)
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
        """Return the facts about every element after a loop over all elements that assigns each."""
        if not isinstance(domain, t.Elements):
            return NOTHING
        here = t.Local(variable.type, variable)
        given = (fact for fact in end if isinstance(fact, t.Tracked) and fact.owner == here)
        return frozenset(
            t.Tracked(fact.type, fact.field, owner_wildcard(here), fact.keys)
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
                return merge_facts(after, self.assured.without(known, keys) | named) if again else after
            named = held

    def _answered(self, ask: b.Ask, known: Facts, ends: list[Facts]) -> Facts | None:
        """Analyse the effects of each option; ``ends`` collects the facts after each that completes."""
        end: Facts | None = None
        for option in ask.options:
            after = self._body(option.effects, self._asked(option, known))
            ends.extend(() if after is None else (after,))
            end = merge_facts(end, after)
        if ask.otherwise is not None:
            end = merge_facts(end, self._body(ask.otherwise, known))
        return merge_facts(end, self.left.pop(ask.rule, None))

    def _asked(self, option: b.BoundOption, facts: Facts) -> Facts | None:
        known: Facts | None = facts
        for parameter in option.parameters:
            if known is None:
                return None
            self._see((parameter.domain,), known)
            variable = parameter.variable
            known = self.assured.without(known, {variable.key}) | membership_facts(variable, parameter.domain)
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


def membership_facts(variable: t.Variable, domain: t.Term) -> Facts:
    """Return the facts that a member implies: its collection is not empty, and a piece is located there."""
    here = t.Local(variable.type, variable)
    inside = domain
    while isinstance(inside, t.Filter):
        inside = inside.domain
    return frozenset({domain}) | (location_facts(here, inside.zone) if isinstance(inside, t.Contents) else NOTHING)


def location_facts(piece: t.Term, zone: t.Term) -> Facts:
    """Return the facts of a piece's location in a zone."""
    known: set[t.Term] = {t.Occupant(piece.type, zone)}
    if isinstance(zone, t.Tracked):
        known.add(InZoneFact(piece.type, zone.field, piece))  # type: ignore[arg-type]  # a fact that no rule says
    return frozenset(known)


# -- interprocedural flow --------------------------------------------------------------------------------------------
# Spreads what is known to be there through all rules, from the set-up on, until nothing changes any more.
#
# What a procedure may count on is what every place that runs it knows; what runs at settle points counts on what stays known whatever else happens.
# What is known only ever becomes less, so that the order in which procedures are gone through changes nothing of what comes out.


@dataclass(slots=True)
class InterproceduralFlow:
    """The facts known at the start and end of procedures, and the work list of those to analyse again."""

    ruleset: Ruleset
    assured: DefinitelyPresent
    writes: ProcedureWrites
    kept: set[str]
    """The fields that are never given nothing, as far as it is known by now; ``assured`` has the same set."""
    begins: dict[str, Facts] = field(default_factory=dict)
    ends: dict[str, Facts] = field(default_factory=dict)
    late: Facts | None = None
    """What stays known at every settle point."""
    waiting: set[str] = field(default_factory=set)

    def go(self) -> None:
        """Analyse procedures until a fixed point."""
        procedures, runs = self.writes.calls.procedures, self.writes.calls.callees
        order, _ = topological_order_and_cycles({name: sorted(run) for name, run in runs.items()})
        # What is run before what runs it, so that ends are known when they are asked for.
        place = {name: at for at, name in enumerate(order)}
        callers: dict[str, set[str]] = {name: set() for name in procedures}
        for name, run in runs.items():
            for one in run:
                callers[one].add(name)
        self._begin_all()
        while self.waiting:
            name = min(self.waiting, key=place.__getitem__)
            self.waiting.remove(name)
            self._through(procedures[name], callers[name])

    def _through(self, procedure: BoundProcedure, callers: set[str]) -> None:
        """Analyse a procedure, and queue those that depend on its result."""
        way = self._way(None)
        before = self.ends.get(procedure.id), self.late, len(self.kept)
        end = merge_facts(way.go(procedure, self.begins[procedure.id]), before[0])
        if end is not None and end != before[0]:
            self.ends[procedure.id] = end
            self.waiting |= callers & self.begins.keys()
        self.late = merge_facts(self.late, way.late)
        self.kept -= way.lost
        for name, facts in way.found.items():
            self._begin(name, facts)
        if len(self.kept) < before[2]:
            self.waiting |= self.begins.keys()
        if (self.ends.get(procedure.id), self.late, len(self.kept)) != before:
            self._begin_all()

    def _way(self, seen: Seen | None) -> PresenceFlow:
        return PresenceFlow(self.ruleset, self.assured, self.writes, self.ends, seen)

    def _begin(self, name: str, facts: Facts | None) -> None:
        """Merge facts into those at the start of a procedure."""
        before = self.begins.get(name)
        now = merge_facts(before, facts)
        if now is not None and now != before:
            self.begins[name] = now
            self.waiting.add(name)

    def _begin_all(self) -> None:
        """Merge facts into the starts of the procedures that the game itself runs."""
        setup, ruleset = self.ruleset.setup, self.ruleset
        after: Facts | None = initial_facts(ruleset, self.assured)
        if setup is not None:
            self._begin(setup.id, after)
            after = self.ends.get(setup.id)
        if after is None:
            return
        set_up = self._way(None).lasting(after)
        self.late = merge_facts(self.late, set_up)
        for one in (*ruleset.phases, *(moment.procedure for moment in ruleset.moments)):
            self._begin(one.id, set_up)
        for stage in ruleset.documents.game.stages:
            scheduled = [one.run for one in (stage.once, *(case.then for case in stage.cases)) if one]
            for name in (*scheduled, *(case.now for case in stage.cases if case.now is not None)):
                self._begin(name, self.late)
        for trigger in ruleset.triggers:
            known = None if self.late is None else self.assured.given(self.late, trigger.condition, True)
            self._begin(trigger.procedure.id, known)
        for group in ruleset.at_any_time:
            here = frozenset(t.Local(one.type, one) for one in group.parameters)
            self._begin(group.id, None if self.late is None else self.late | here)

    def show(self, seen: Seen) -> None:
        """Report every expression, with the facts known at its place."""
        for procedure in all_procedures(self.ruleset):
            if procedure.id in self.begins:
                self._way(seen).go(procedure, self.begins[procedure.id])
        for term in _beside(self.ruleset) if self.late is not None else ():
            seen(term, self.late or NOTHING, self.assured)


def initial_facts(ruleset: Ruleset, assured: DefinitelyPresent) -> Facts:
    """Return the facts at the start of the game, from the start values."""
    found: set[t.Term] = set()
    for name, value in ruleset.starts.items():
        if name in assured.kept and assured.is_there(value, NOTHING):
            owner = ruleset.state[name].owner
            of = None if owner == GAME else owner_wildcard(t.Elements(ElementType(owner), owner))
            found.add(t.Tracked(value.type, name, of))
    return frozenset(found)


def _beside(ruleset: Ruleset) -> Iterator[t.Term]:
    """Yield the terms evaluated at settle points and at the end of the game, outside procedures."""
    yield from (trigger.condition for trigger in ruleset.triggers)
    yield from (stage.when for stage in ruleset.stages if stage.when is not None)
    yield from (criterion.by for criterion in ruleset.ranking)
    yield from (invariant.condition for invariant in ruleset.invariants)


def propagate_facts(ruleset: Ruleset, seen: Seen) -> None:
    """Analyse all rules until a fixed point, then report every expression with the facts known at its place."""
    kept = {name for name, one in ruleset.state.items() if one.form == "element" and one.lasts == "game"}
    spreading = InterproceduralFlow(
        ruleset, DefinitelyPresent(ruleset, kept), ProcedureWrites(ruleset, build_call_graph(ruleset)), kept
    )
    spreading.go()
    spreading.show(seen)


# -- Reads of a number, a set or a truth of what may not be there, where nothing assures that it is ------------------


# -- possibly absent -------------------------------------------------------------------------------------------------
# Where a number, a set or a truth is asked of what may not be there, as far as that can be told of a term by itself.
#
# Most terms ask nothing of the sort, whatever is known where they stand: they need not be looked at again at every place that asks a define.


Asked = tuple[str, str]
"""What a term asks besides: a condition on pieces by kind and field, a define by its name alone."""


def dereferenced_terms(term: t.Term) -> Iterator[tuple[t.Term, str]]:
    """Yield the elements that a term dereferences, with the property that it reads."""
    match term:
        case t.Fixed(found, _, name, element) if not isinstance(found, ElementType):
            yield element, name
        case t.Tracked(found, name, t.Placed() as owner) if not isinstance(found, ElementType):
            yield owner, name.partition(".")[2]
        case t.Gathered(_, kind, _, element):
            yield element, kind
        case t.PieceCondition(_, _, name, element):
            yield element, name
        case t.Builtin(_, name, arguments):
            yield from ((arguments[at], name) for at in MUST_BE_THERE.get(name, ()) if at < len(arguments))
        case t.LeafTerm() | t.Fixed() | t.Tracked() | t.Lies() | t.Cell() | t.ZoneTerm() | t.ComputedTerm():
            return


class PossiblyAbsent:
    """The terms of a ruleset that may dereference none, directly or through defines and conditions on pieces."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Find the defines and conditions on pieces that may dereference none."""
        self.ruleset = ruleset
        self._known = DefinitelyPresent(ruleset, ())
        # By the identity of terms of the ruleset, which it holds.
        self._within: dict[int, bool] = {}
        self._behind: set[Asked] = set()
        terms = {name: [inner for part in parts for inner in all_terms(part)] for name, parts in _written(ruleset)}
        self._behind |= {name for name, inner in terms.items() if any(map(self._asks, inner))}
        asked = {name: {_asked_by(one) for one in inner} for name, inner in terms.items()}
        size = -1
        while size != len(self._behind):
            size = len(self._behind)
            self._behind |= {name for name, others in asked.items() if not others.isdisjoint(self._behind)}

    def within(self, term: t.Term) -> bool:
        """Return whether a term, an inner term or a rule that it calls may dereference none."""
        found = self._within.get(id(term))
        if found is None:
            found = self.behind(term) or self._asks(term) or any(map(self.within, child_terms(term)))
            self._within[id(term)] = found
        return found

    def behind(self, term: t.Term) -> bool:
        """Return whether the define or condition on pieces that a term calls may dereference none."""
        return _asked_by(term) in self._behind or self._gives_nothing(term)

    def _asks(self, term: t.Term) -> bool:
        there = all(self._known.is_there(one, NOTHING) for one, _ in dereferenced_terms(term))
        return not there or self._gives_nothing(term)

    def _gives_nothing(self, term: t.Term) -> bool:
        """Return whether a term may pass none to a parameter not known to be absent; only standalone expressions can."""
        absent = self.ruleset.absent
        return any(
            variable.key not in absent.variables and may_be_absent(self.ruleset, absent, value)
            for variable, value in _given(self.ruleset, term)
            if isinstance(variable.type, ElementType) or isinstance(value.type, ElementType)
        )


def _written(ruleset: Ruleset) -> Iterator[tuple[Asked, tuple[t.Term, ...]]]:
    for name, define in ruleset.defines.items():
        yield ("", name), define_expressions(define)
    for asked, rules in ruleset.piece_conditions.items():
        yield asked, tuple(rule[1] for rule in rules if rule is not None)


def _asked_by(term: t.Term) -> Asked | None:
    match term:
        case t.Apply(_, define):
            return "", define
        case t.PieceCondition(_, kind, name):
            return kind, name
        case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Builtin():
            return None


def _given(ruleset: Ruleset, term: t.Term) -> Iterator[tuple[t.Variable, t.Term]]:
    match term:
        case t.Apply(_, name, arguments) if name in ruleset.defines:
            yield from zip(ruleset.defines[name].parameters, arguments, strict=False)
        case t.PieceCondition(_, kind, name, _, arguments):
            for rule in ruleset.piece_conditions[kind, name]:
                yield from () if rule is None else zip(rule[0], arguments, strict=False)
        case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Apply() | t.Builtin():
            return


# -- absent reads ----------------------------------------------------------------------------------------------------


def check_null_dereferences(ruleset: Ruleset, bag: Bag) -> None:
    """Report faults possible in play: reads of a number, a set or a truth from an element that may be none."""
    doubts = PossiblyAbsent(ruleset)
    if not any(doubts.within(term) for reading in all_value_references(ruleset) for term in reading.terms):
        return
    told: set[tuple[Span, str]] = set()

    def seen(term: t.Term, facts: Facts, assured: DefinitelyPresent) -> None:
        _Reading(doubts, assured, bag, told).look(term, facts)

    propagate_facts(ruleset, seen)


class _Reading:
    """Visitor of an expression, including the defines that it calls."""

    def __init__(
        self, doubts: PossiblyAbsent, assured: DefinitelyPresent, bag: Bag, told: set[tuple[Span, str]]
    ) -> None:
        self.doubts = doubts
        self.ruleset = doubts.ruleset
        self.assured = assured
        self.bag = bag
        self.told = told

    def look(self, term: t.Term, facts: Facts | None, deep: int = 0) -> None:
        """Check a term under given facts; ``None`` marks unreachable code."""
        if facts is None or (not deep and not self.doubts.within(term)):
            return
        for element, what in dereferenced_terms(term):
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
                here = facts | membership_facts(left, left_domain)
                self._through((right, right_domain, where), (), here, deep)
            case t.ReadTerm() | t.OperatorTerm() | t.CollectionTerm() | t.CallTerm():
                for inner in child_terms(term):
                    self.look(inner, facts, deep)
                self._inside(term, facts, deep)

    def _through(
        self, named: tuple[t.Variable, t.Term, t.Term | None], parts: tuple[t.Term | None, ...], facts: Facts, deep: int
    ) -> None:
        variable, domain, where = named
        self.look(domain, facts, deep)
        here: Facts | None = facts | membership_facts(variable, domain)
        if where is not None and here is not None:
            self.look(where, here, deep)
            here = self.assured.given(here, where, True)
        for part in parts:
            if part is not None:
                self.look(part, here, deep)

    def _inside(self, term: t.Term, facts: Facts, deep: int) -> None:
        """Check the defines and conditions on pieces that a term calls, with its arguments."""
        if deep >= DEEP or not self.doubts.behind(term):
            return
        match term:
            case t.Apply(_, name, arguments) if name in self.ruleset.defines:
                define = self.ruleset.defines[name]
                given = {one.key: argument for one, argument in zip(define.parameters, arguments, strict=False)}
                self.look(inline_lets(define.value, given), facts, deep + 1)
                for _, condition, amount in define.adjusts:
                    asked = inline_lets(condition, given)
                    self.look(asked, facts, deep + 1)
                    self.look(inline_lets(amount, given), self.assured.given(facts, asked, True), deep + 1)
            case t.PieceCondition(_, kind, name, _, arguments):
                for rule in self.ruleset.piece_conditions[kind, name]:
                    if rule is not None:
                        given = {one.key: argument for one, argument in zip(rule[0], arguments, strict=False)}
                        self.look(inline_lets(rule[1], given), facts, deep + 1)
            case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Apply() | t.Builtin():
                return
