"""Analysis that decisions reveal nothing hidden from their player.

Which moves are open is shown to whoever is asked, and that they are asked at all is shown to everybody. So the domains and guards
of a decision, the choice of who is asked, and every condition on the way to it are looked through for what is hidden. What is
found is a ``HiddenRead``: a field, and the names of those who are proved to see it. What is a player's own is seen under the very variable
the decision asks by, or one that merely stands for it; what all others see, under a variable of which it was said, where it
was bound, that it is another one (``other != player``). Whatever is computed (``next(player)``, a player who is remembered and may have
changed since) proves nothing and is refused.

Reads travel. A define hands on what its value reads, in the names of whoever applies it; a variable holds what its value
read, and what decided that it was written; a procedure is asked with what its callers' arguments hold, under the conditions they call
it under. Those grow until nothing is new (``_Flow``): there are few names that a read can speak in, so it ends soon. Effects may read
what they like, since what they write is said: state is taken to be as open as it is declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from reguli.model.analysis.totality import topological_order_and_cycles
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_terms import Local, Term, Variable
from reguli.model.bound_tree.tree_traversal import (
    all_decisions,
    all_procedures,
    all_statements,
    all_terms,
    all_value_references,
    child_bodies,
    child_terms,
    define_expressions,
    fields_read,
    guard_terms,
    nested_statements,
    option_guards,
    option_scope_variables,
    rename_variable,
    statement_terms,
)
from reguli.model.resolved_ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.types import CollectionType, ElementType, NumberType
from reguli.ruleset.document_nodes import Visibility
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span

# -- hidden information ----------------------------------------------------------------------------------------------
# What is hidden behind an expression: which fields it reads that somebody may not see, and whose they are.

ALL: Final = "all"
PLAYERS: Final = CollectionType(PLAYER)


@frozen_class
class HiddenRead(FrozenValue):
    """A read of a hidden field: the field, the players proven to see it, and where it is read.

    ``but`` is the name of the one who does not, where all others see it.
    """

    field: str
    seen_by: frozenset[t.Term]
    span: Span
    but: t.Term | None = None

    @property
    def name(self) -> str:
        """Return the name of the field without its kind."""
        return self.field.partition(".")[2]

    def place(self, told: Span) -> tuple[tuple[Span, Value], ...]:
        """Return the place of the read, unless it is within the span of the report."""
        near = self.span.file == told.file and told.line <= self.span.line <= told.end_line
        return () if near else ((self.span, Said("here.read", name=self.name)),)


Reads = frozenset[HiddenRead]
NOTHING: Reads = frozenset()


@dataclass(slots=True)
class ProcedureScope:
    """Dependencies known within one procedure."""

    names: Mapping[int, t.Term] = field(default_factory=dict)
    """By key: what a variable that is never written again merely stands for."""
    changed: frozenset[int] = frozenset()
    """The variables that are written again."""
    held: dict[int, Reads] = field(default_factory=dict)
    """By key: what the value of a variable depends on."""
    path: Reads = NOTHING
    """What decides whether the procedure runs."""

    def through(self, term: t.Term) -> t.Term:
        """Return the term that a name is bound to, if known."""
        while isinstance(term, t.Local) and term.variable.key in self.names:
            term = self.names[term.variable.key]
        return term

    def hold(self, variable: t.Variable, reads: Reads) -> bool:
        """Add dependencies to a variable; return whether any was new."""
        before = self.held.get(variable.key, NOTHING)
        self.held[variable.key] = before | reads
        return not reads <= before


class HiddenReadAnalysis:
    """Finds the hidden fields that expressions read; the reads of a define are computed once."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Analyse every define, each after the defines it needs."""
        self._ruleset = ruleset
        self.hidden = {name for name, one in ruleset.state.items() if self._seen_by(one.visible) != "all"}
        """Fields that some player may not see."""
        self._defines: dict[str, Reads] = {}
        needs = {name: tuple(_applied(define)) for name, define in ruleset.defines.items()}
        for name in topological_order_and_cycles(needs)[0]:
            parts = define_expressions(ruleset.defines[name])
            self._defines[name] = frozenset(read for part in parts for read in self.reads(part, ProcedureScope()))

    @cached_property
    def _apart(self) -> frozenset[frozenset[t.Term]]:
        """Return pairs of variables that the binding condition keeps from being the same player."""
        return frozenset(pair for term in _all_terms(self._ruleset) for pair in _told_apart(term))

    def renamed(self, reads: Iterable[HiddenRead], names: Mapping[t.Term, t.Term]) -> Reads:
        """Return reads under other names, dropping players that have no name there. Seats are constants and keep theirs."""
        found = set()
        for read in reads:
            seen_by = {names.get(one, one) for one in read.seen_by if one in names or isinstance(one, t.Constant)}
            but = None if read.but is None else names.get(read.but)
            found.add(HiddenRead(read.field, self._known(seen_by, but), read.span, but))
        return frozenset(found)

    def _known(self, seen_by: Iterable[t.Term], but: t.Term | None) -> frozenset[t.Term]:
        """Return the names of those who see a field: those given, and all that differ from the one excluded player."""
        apart = () if but is None else {one for pair in self._apart if but in pair for one in pair if one != but}
        return frozenset(one for one in (*seen_by, *apart) if isinstance(one, t.Local | t.Constant))

    def reads(self, term: t.Term, scope: ProcedureScope) -> Iterator[HiddenRead]:
        """Yield every read of a hidden field in an expression."""
        match term:
            case t.Builtin(_, "count", (t.Contents(_, t.Tracked(_, name, owner, keys)),)) if self._counted(name):
                # How many pieces lie in a zone everybody can see, whatever they are.
                for inner in keys if owner is None else (owner, *keys):
                    yield from self.reads(inner, scope)
                return
            case t.Lies():
                # Whether a piece lies in a zone that is not seen is not known, whoever's it may be.
                yield from (HiddenRead(one, frozenset(), term.span, None) for one in term.zones if one in self.hidden)
            case t.Local(_, variable):
                yield from scope.held.get(variable.key, ())
            case t.Tracked():
                yield from self._tracked(term, scope)
            case t.Apply():
                yield from self._applied(term, scope)
            case t.PieceCondition():
                yield from self._asked(term, scope)
            case t.ReadTerm() | t.OperatorTerm() | t.BinderTerm() | t.CollectionTerm() | t.Builtin():
                pass
        for inner in child_terms(term):
            yield from self.reads(inner, scope)

    def _counted(self, name: str) -> bool:
        """Return whether all players may count a field's contents: the default for zones of pieces."""
        declared = self._ruleset.state[name]
        return declared.form == "zone" and declared.count == "seen"

    def _applied(self, term: t.Apply, scope: ProcedureScope) -> Reads:
        parameters = self._ruleset.defines[term.define].parameters
        return self.renamed(self._defines.get(term.define, ()), _given(parameters, term.arguments, scope))

    def _asked(self, term: t.PieceCondition, scope: ProcedureScope) -> Iterator[HiddenRead]:
        for rule in self._ruleset.piece_conditions[term.kind, term.field]:
            if rule is not None:
                parameters, condition = rule
                yield from self.renamed(
                    self.reads(condition, ProcedureScope()), _given(parameters, term.arguments, scope)
                )

    def _tracked(self, term: t.Tracked, scope: ProcedureScope) -> Iterator[HiddenRead]:
        declared = self._ruleset.state[term.field]
        if term.field in self.hidden:
            who = self._seen_by(declared.visible) if declared.owner == PLAYER else "nobody"
            owner = None if term.owner is None else scope.through(term.owner)
            but = owner if who == "others" and isinstance(owner, t.Local) else None
            if who == "some" and self._sees_own(term.field):
                who = "owner"
            owners = (owner,) if who == "owner" and owner is not None else ()
            yield HiddenRead(term.field, self._known(owners, but), term.span, but)

    def _sees_own(self, name: str) -> bool:
        """Return whether the owner of a field is certainly among those who see it."""
        owner, audience = self._ruleset.audiences[name]
        return owner is not None and _holds(audience, t.Local(owner.type, owner))

    def _seen_by(self, visible: Visibility) -> str:
        if visible.option is None or self._ruleset.options.get(visible.option) is True:
            return visible.who
        return visible.otherwise or "all"


def _holds(audience: t.Term, one: t.Term) -> bool:
    """Return whether a set of players certainly contains one: all players, a list with it, or a condition that it fulfils."""
    match audience:
        case t.Elements():
            return True
        case t.Listed(_, items):
            return one in items
        case t.SetOperation(_, "union", left, right):
            return _holds(left, one) or _holds(right, one)
        case t.Filter(_, variable, domain, where, _):
            return _holds(domain, one) and (where is None or _is_so(where, t.Local(variable.type, variable), one))
        case t.Constant() | Local() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
            return False


def _is_so(condition: t.Term, member: t.Local, one: t.Term) -> bool:
    """Return whether a condition certainly holds for one player: substitution makes both sides equal."""
    match condition:
        case t.Logic(_, sign, left, right):
            found = _is_so(left, member, one), _is_so(right, member, one)
            return all(found) if sign == "and" else any(found)
        case t.Compare(_, "=", left, right):
            assert isinstance(one, t.Local)
            return rename_variable(left, member.variable, one.variable) == rename_variable(
                right, member.variable, one.variable
            )
        case t.ReadTerm() | t.ComputedTerm():
            return False


def _all_terms(ruleset: Ruleset) -> Iterator[t.Term | b.BoundStatement | b.BoundParameter]:
    """Yield every node that may bind a variable over a domain."""
    yield from all_statements(ruleset)
    yield from (
        parameter for ask in all_decisions(ruleset) for option in ask.options for parameter in option.parameters
    )
    yield from (
        inner for reading in all_value_references(ruleset) for term in reading.terms for inner in all_terms(term)
    )


def _told_apart(node: t.Term | b.BoundStatement | b.BoundParameter) -> Iterator[frozenset[t.Term]]:
    """Yield pairs of variables that a condition requires to differ: ``other in players where other != player``."""
    match node:
        case t.Exists(variable=variable, where=where) | t.Fold(variable=variable, where=where):
            condition = where
        case (
            t.Filter(variable=variable, where=where)
            | t.Ranked(variable=variable, where=where)
            | b.Each(variable=variable, where=where)
        ):
            condition = where
        case b.BoundParameter(variable=variable, where=b.Guard(condition=condition)):
            pass
        case (
            t.ReadTerm() | t.ComputedTerm() | b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Nesting()
            | b.BoundParameter()
        ):  # fmt: skip
            return
    waiting = [condition]
    while waiting:
        match waiting.pop():
            case t.Logic(_, "and", left, right):
                waiting += [left, right]
            case t.Compare(_, "!=", t.Local(_, one) as left, t.Local(_, other) as right) if variable in (one, other):
                yield frozenset((left, right))


def _given(
    parameters: tuple[t.Variable, ...], arguments: tuple[t.Term, ...], scope: ProcedureScope
) -> dict[t.Term, t.Term]:
    """Return the terms bound to the parameters of a define or condition."""
    return {t.Local(one.type, one): scope.through(value) for one, value in zip(parameters, arguments, strict=False)}


def _applied(define: BoundDefine) -> Iterator[str]:
    for part in define_expressions(define):
        yield from (term.define for term in all_terms(part) if isinstance(term, t.Apply))


# -- information flow ------------------------------------------------------------------------------------------------


def check_knowledge(ruleset: Ruleset, world: World) -> tuple[str, ...]:
    """Report decisions that reveal information hidden from their player.

    Gives the rules of all decisions whose list of moves depends on what another player may not see.
    """
    eye = HiddenReadAnalysis(ruleset)
    if not eye.hidden:
        return ()
    _audiences_are_open(ruleset, world, eye)
    flow = _Flow(ruleset, eye)
    veiled, who = set(), Said("thing.asked")
    for procedure in all_procedures(ruleset):
        for ask, path, scope in flow.asked_in(procedure):
            actor = scope.through(ask.actor)
            # The lets of an option hold what they read, which is told where a guard makes use of it.
            found = {(term, read) for term in _listed(ask) for read in eye.reads(term, scope)}
            veiled |= {ask.rule for _ in found}
            if ask.otherwise is not None:
                _passed_over(ask, [read for _, read in found], world)
            for term, read in sorted(found, key=lambda one: (one[0].span, one[1].span)):
                if actor not in read.seen_by:
                    text, related = world.text(term.span), read.place(term.span)
                    world.bag.add("R350", term.span, text=text, name=read.name, who=who, related=related)
            for read in sorted(path | frozenset(eye.reads(ask.actor, scope)), key=lambda one: one.span):
                if not isinstance(actor, Local) or actor not in read.seen_by:
                    related = read.place(ask.span)
                    world.bag.add("R351", ask.span, decision=ask.name, name=read.name, who=who, related=related)
    return tuple(sorted(veiled))


def _audiences_are_open(ruleset: Ruleset, world: World, eye: HiddenReadAnalysis) -> None:
    """Report audiences that depend on hidden fields: the choice of viewers would reveal the content."""
    for name, (_, audience) in ruleset.audiences.items():
        for read in sorted(eye.reads(audience, ProcedureScope()), key=lambda one: one.span):
            told, state = audience.span, name.partition(".")[2]
            world.bag.add("R352", told, related=read.place(told), state=state, name=read.name)


def _passed_over(ask: b.Ask, reads: Iterable[HiddenRead], world: World) -> None:
    """Report a decision that is skipped when its list is empty, although other players may not know that it is."""
    read = min(reads, key=lambda one: (one.name, one.span), default=None)
    if read is not None:
        related = read.place(ask.span)
        world.bag.add("R276", ask.span, decision=ask.name, name=read.name, related=related)


def _listed(ask: b.Ask) -> Iterator[Term]:
    """Yield the terms evaluated to list the moves of a decision and to explain why a move is not among them."""
    for option in ask.options:
        yield from (parameter.domain for parameter in option.parameters)
        for guard in option_guards(option):
            yield from guard_terms(guard)


class _Flow:
    """Propagates hidden reads through variables, conditions and calls until a fixed point."""

    def __init__(self, ruleset: Ruleset, eye: HiddenReadAnalysis) -> None:
        """Analyse all procedures, and repeat those whose callers gained dependencies."""
        self._ruleset = ruleset
        self._eye = eye
        procedures = {procedure.rule: procedure for procedure in all_procedures(ruleset)}
        self._scopes = {rule: _scope(procedure) for rule, procedure in procedures.items()}
        self._reading = {rule for rule, procedure in procedures.items() if self._reads_itself(procedure)}
        for trigger in ruleset.triggers:
            scope = self._scopes[trigger.procedure.rule]
            scope.path |= frozenset(eye.reads(trigger.condition, scope))
        self._waiting = dict.fromkeys(procedures)
        while self._waiting:
            procedure = procedures[next(iter(self._waiting))]
            del self._waiting[procedure.rule]
            list(self.asked_in(procedure))

    def _reads_itself(self, procedure: BoundProcedure) -> bool:
        """Return whether a procedure reads a hidden field, whatever its caller."""
        return any(
            next(self._eye.reads(term, ProcedureScope()), None) is not None
            for statement in nested_statements(procedure.body)
            for term in statement_terms(statement)
        )

    def asked_in(self, procedure: BoundProcedure) -> Iterator[tuple[b.Ask, Reads, ProcedureScope]]:
        """Yield each decision of a procedure, with the reads that decide whether it is asked."""
        scope = self._scopes[procedure.rule]
        if procedure.rule not in self._reading and not scope.path and not any(scope.held.values()):
            # It reads nothing hidden, and nobody hands it anything.
            return
        new = True
        while new:
            new = False
            for statement, path, known in self._walk(procedure.body, scope.path, scope):
                for variable, reads in self._given(statement, known):
                    new |= scope.hold(variable, reads | path)
        for statement, path, known in self._walk(procedure.body, scope.path, scope):
            self._call(statement, path, known)
            if isinstance(statement, b.Ask):
                yield statement, path, known

    def _walk(
        self, body: b.Body, path: Reads, scope: ProcedureScope
    ) -> Iterator[tuple[b.BoundStatement, Reads, ProcedureScope]]:
        """Yield each statement, with the reads that decide if it is reached, and the dependencies that hold there."""
        for statement in body:
            yield statement, path, scope
            # What is chosen is said: behind a choice there is only what its player knew, and has told. Nor does the name of
            # that player hold anything hidden there, however they were found: everybody has seen who was asked.
            if isinstance(statement, b.Ask):
                inside, known = NOTHING, _after_asking(statement, scope)
            else:
                inside, known = path | self._decides(statement, scope), scope
            for inner in child_bodies(statement):
                yield from self._walk(inner, inside, known)
            if _leaves(statement):
                path |= inside

    def _decides(self, statement: b.BoundStatement, scope: ProcedureScope) -> Reads:
        """Return the hidden reads that decide whether, and how often, the body of a statement runs."""
        match statement:
            case b.Branch(condition=one) | b.Loop(condition=one) | b.Times(count=one):
                asked = [one]
            case b.Each(domain=domain, where=where):
                asked = [domain] if where is None else [domain, where]
            case b.Around(ring=ring, where=where, until=until):
                asked = [term for term in (ring, where, until) if term is not None]
            case b.Changing() | b.Binding() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Turn() | b.Ask():
                asked = []
        return self._reads(scope, *asked)

    def _given(self, statement: b.BoundStatement, scope: ProcedureScope) -> Iterator[tuple[Variable, Reads]]:
        """Yield the variables that a statement assigns, with the reads that the value depends on."""
        match statement:
            case b.Give(variable=variable, value=value):
                yield variable, self._reads(scope, value)
            case b.Cast(variable=variable, domain=domain, weight=weight):
                yield variable, self._reads(scope, *((domain,) if weight is None else (domain, weight)))
            case b.Write(place=Local(variable=variable), value=value):
                yield variable, _anybody(self._reads(scope, value))
            case b.Enlist(place=Local(variable=variable), item=value):
                yield variable, _anybody(self._reads(scope, value))
            case b.Order(place=Local(variable=variable), keys=keys):
                yield variable, _anybody(self._reads(scope, *(key for key, _ in keys)))
            case b.TakeTop(variable=variable, source=source, target=target):
                # Whoever sees where a card goes sees which it is.
                yield variable, self._reads(scope, source if target is None else target)
            case b.Each(variable=variable) | b.Around(variable=variable):
                yield variable, self._decides(statement, scope)
            case b.Ask(options=options):
                for option in options:
                    for check in option.checks:
                        if isinstance(check, b.Give):
                            yield check.variable, self._reads(scope, check.value)
            case b.Changing() | b.Calling() | b.Settle() | b.Claim() | b.Leave() | b.Branch() | b.Turn() | b.Looping():
                return

    def _reads(self, scope: ProcedureScope, *terms: Term) -> Reads:
        """Return the reads of terms for later use; reads tied to reassigned names lose their viewers."""
        found = frozenset(read for term in terms for read in self._eye.reads(term, scope))
        lost = {read for read in found if any(_is_one_of(name, scope.changed) for name in (*read.seen_by, read.but))}
        return found - lost | _anybody(lost)

    def _call(self, statement: b.BoundStatement, path: Reads, scope: ProcedureScope) -> None:
        """Propagate arguments and path conditions to the procedures that a statement runs."""
        match statement:
            case b.Perform(procedure=name, arguments=arguments):
                targets: Iterable[BoundProcedure | None] = (self._ruleset.procedures.get(name),)
            case b.PerformPiece(kind=kind, field=name, element=element, arguments=arguments):
                targets = self._ruleset.piece_rules.get((kind, name), ())
                path |= self._reads(scope, element)
            case b.Announce(event=name, arguments=arguments):
                targets = self._ruleset.events.get(name, ())
            case b.Changing() | b.Binding() | b.Settle() | b.Claim() | b.Leave() | b.Nesting():
                return
        for target in targets:
            if target is not None:
                self._hand_over(target, arguments, path, scope)

    def _hand_over(
        self, target: BoundProcedure, arguments: tuple[Term, ...], path: Reads, scope: ProcedureScope
    ) -> None:
        there, pairs = self._scopes[target.rule], list(zip(arguments, target.parameters, strict=False))
        names: dict[Term, Term] = {scope.through(one): Local(to.type, to) for one, to in reversed(pairs)}
        new = False
        for argument, parameter in pairs:
            new |= there.hold(parameter, self._eye.renamed(self._reads(scope, argument), names))
        under = self._eye.renamed(path, names)
        new |= not under <= there.path
        there.path |= under
        if new:
            self._waiting[target.rule] = None


def _after_asking(ask: b.Ask, scope: ProcedureScope) -> ProcedureScope:
    """Return the dependencies behind a decision, where the player who was asked is revealed."""
    asked = {one.variable.key for one in (ask.actor, scope.through(ask.actor)) if isinstance(one, Local)}
    if not asked & scope.held.keys():
        return scope
    held = {key: reads for key, reads in scope.held.items() if key not in asked}
    return ProcedureScope(scope.names, scope.changed, held, scope.path)


def _is_one_of(name: Term | None, variables: frozenset[int]) -> bool:
    return isinstance(name, Local) and name.variable.key in variables


def _anybody(reads: Iterable[HiddenRead]) -> Reads:
    """Return reads without their viewers, since the names may refer to other players later."""
    return frozenset(HiddenRead(read.field, frozenset(), read.span) for read in reads)


def _leaves(statement: b.BoundStatement) -> bool:
    """Return whether a nested statement may leave code that follows.

    Ending the game does not count, as all players see it, nor ending a decision that is itself nested: its end is reached either way.
    """
    if isinstance(statement, b.Ask):
        return False
    nested = [inner for body in child_bodies(statement) for inner in nested_statements(body)]
    decisions = {inner.rule for inner in nested if isinstance(inner, b.Ask)}
    return any(isinstance(one, b.Leave) and one.what != "game" and one.out_of not in decisions for one in nested)


def _scope(procedure: BoundProcedure) -> ProcedureScope:
    statements = list(nested_statements(procedure.body))
    changed = frozenset(
        one.place.variable.key for one in statements if isinstance(one, b.Write) and isinstance(one.place, Local)
    )
    names = {
        one.variable.key: one.value
        for one in statements
        if isinstance(one, b.Give)
        and isinstance(one.value, Local)
        and not {one.variable.key, one.value.variable.key} & changed
    }
    return ProcedureScope(names, changed)


# -- names around a decision -------------------------------------------------------------------------------------------


def audience_of(ruleset: Ruleset, visible: Visibility) -> str:
    """Return a value's audience under the current options: ``who`` while its switch is on, else ``otherwise``."""
    if visible.option is None or ruleset.options.get(visible.option):
        return visible.who
    return visible.otherwise or ALL


def public_names(ruleset: Ruleset, ask: b.Ask) -> Iterator[Variable]:
    """Yield the names bound around a decision to one number or element, or to players, but for those that are computed from what somebody may not see."""
    given = [one for one in all_statements(ruleset) if isinstance(one, b.Give | b.Write)]
    for variable in option_scope_variables(ruleset, ask):
        terms = [
            one.value
            for one in given
            if (one.variable if isinstance(one, b.Give) else getattr(one.place, "variable", None)) == variable
        ]
        fields = (ruleset.state.get(name) for name in fields_read(ruleset, *terms))
        if (isinstance(variable.type, ElementType | NumberType) or variable.type == PLAYERS) and not any(
            one is not None and audience_of(ruleset, one.visible) != ALL for one in fields
        ):
            yield variable
