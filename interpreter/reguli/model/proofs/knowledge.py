"""What a player is asked gives nothing away that he may not see.

Which moves are open is shown to whoever is asked, and that he is asked at all is shown to everybody. So the domains and guards
of a decision, the choice of who is asked, and every condition on the way to it are looked through for what is hidden. What is
found is a ``Read``: a field, and a name that says whose it is. It is the player's own only where that name is proved to be he: the
very variable he is asked by, or a variable that merely stands for it. Whatever is computed (``next_seat(player)``, somebody found by a
quantifier, a player who is remembered and may have changed since) proves nothing and is refused.

Reads travel. A define hands on what its value reads, in the names of whoever applies it; a variable holds what its value
read, and what decided that it was written; a procedure is asked with what its callers' arguments hold, under the conditions they call
it under. Those grow until nothing is new (``_Flow``): there are few names that a read can speak in, so it ends soon. Effects may read
what they like, since what they write is said: state is taken to be as open as it is declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from reguli.model.binding.world import PLAYER, World
from reguli.model.proofs.rings import order_and_rings
from reguli.model.ruleset import BoundDefine, BoundProcedure, Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree.terms import Apply, Builtin, Constant, Contents, Local, PieceCondition, Term, Tracked, Variable
from reguli.model.tree.walk import all_procedures, all_terms, inner_bodies, inner_terms, statements_of
from reguli.ruleset.documents import Visibility
from reguli.source.said import Said, Value
from reguli.source.span import Span


@dataclass(frozen=True, slots=True)
class Read:
    """A hidden thing that is read: the field, by whom it may be seen (``None``: nobody who can be named), and where."""

    field: str
    owner: Term | None
    span: Span

    @property
    def name(self) -> str:
        """Give the name of the field without that of the kind that has it."""
        return self.field.partition(".")[2]

    def place(self, told: Span) -> tuple[tuple[Span, Value], ...]:
        """Say where it is read, unless that is in sight of where it is told."""
        near = self.span.file == told.file and told.line <= self.span.line <= told.end_line
        return () if near else ((self.span, Said("here.read", name=self.name)),)


Reads = frozenset[Read]
NOTHING: Reads = frozenset()


@dataclass(slots=True)
class _Scope:
    """What is known inside one procedure."""

    names: Mapping[int, Term] = field(default_factory=dict)
    """By key: what a variable that is never written again merely stands for."""
    changed: frozenset[int] = frozenset()
    """The variables that are written again."""
    held: dict[int, Reads] = field(default_factory=dict)
    """By key: what the value of a variable depends on."""
    path: Reads = NOTHING
    """What decides whether the procedure runs."""

    def through(self, term: Term) -> Term:
        """Give what a name stands for, where that is known."""
        while isinstance(term, Local) and term.variable.key in self.names:
            term = self.names[term.variable.key]
        return term

    def hold(self, variable: Variable, reads: Reads) -> bool:
        """Let a variable depend on more; tell whether it was new."""
        before = self.held.get(variable.key, NOTHING)
        self.held[variable.key] = before | reads
        return not reads <= before


def check_knowledge(ruleset: Ruleset, world: World) -> tuple[str, ...]:
    """Report decisions that give away what their player may not see.

    Gives the rules of all decisions whose list of moves depends on what somebody else may not see.
    """
    eye = _Eye(ruleset)
    if not eye.hidden:
        return ()
    flow = _Flow(ruleset, eye)
    veiled, who = set(), Said("thing.asked")
    for procedure in all_procedures(ruleset):
        for ask, path, scope in flow.asked_in(procedure):
            actor = scope.through(ask.actor)
            # The lets of an option hold what they read, which is told where a guard makes use of it.
            found = {(term, read) for term in _listed(ask) for read in eye.reads(term, scope)}
            veiled |= {ask.rule for _ in found}
            for term, read in sorted(found, key=lambda one: (one[0].span, one[1].span)):
                if read.owner != actor:
                    text, related = world.text(term.span), read.place(term.span)
                    world.bag.add("R350", term.span, text=text, name=read.name, who=who, related=related)
            for read in sorted(path | frozenset(eye.reads(ask.actor, scope)), key=lambda one: one.span):
                if not isinstance(actor, Local) or read.owner != actor:
                    related = read.place(ask.span)
                    world.bag.add("R351", ask.span, decision=ask.name, name=read.name, who=who, related=related)
    return tuple(sorted(veiled))


def _listed(ask: b.Ask) -> Iterator[Term]:
    """Give what is evaluated to list the moves of a decision and to say why one is not among them."""
    for option in ask.options:
        guards = [check for check in option.checks if isinstance(check, b.Guard)]
        for parameter in option.parameters:
            yield parameter.domain
            guards += [parameter.where] if parameter.where is not None else []
        for guard in guards:
            yield guard.condition
            yield from guard.reason.arguments
            yield from (waiver.condition for waiver in guard.waivers)


class _Flow:
    """Follows what is hidden through variables, conditions and calls, until nothing new is found."""

    def __init__(self, ruleset: Ruleset, eye: _Eye) -> None:
        """Go through all procedures, and through those again whose callers were found to depend on more."""
        self._ruleset = ruleset
        self._eye = eye
        procedures = {procedure.rule: procedure for procedure in all_procedures(ruleset)}
        self._scopes = {rule: _scope(procedure) for rule, procedure in procedures.items()}
        for trigger in ruleset.triggers:
            scope = self._scopes[trigger.procedure.rule]
            scope.path |= frozenset(eye.reads(trigger.condition, scope))
        self._waiting = dict.fromkeys(procedures)
        while self._waiting:
            procedure = procedures[next(iter(self._waiting))]
            del self._waiting[procedure.rule]
            list(self.asked_in(procedure))

    def asked_in(self, procedure: BoundProcedure) -> Iterator[tuple[b.Ask, Reads, _Scope]]:
        """Give each decision of a procedure, with what decides whether it is asked."""
        scope = self._scopes[procedure.rule]
        new = True
        while new:
            new = False
            for statement, path in self._walk(procedure.body, scope.path, scope):
                for variable, reads in self._given(statement, scope):
                    new |= scope.hold(variable, reads | path)
        for statement, path in self._walk(procedure.body, scope.path, scope):
            self._call(statement, path, scope)
            if isinstance(statement, b.Ask):
                yield statement, path, scope

    def _walk(self, body: b.Body, path: Reads, scope: _Scope) -> Iterator[tuple[b.BoundStatement, Reads]]:
        """Give each statement, with what decides whether it is come to."""
        for statement in body:
            yield statement, path
            # What is chosen is said: behind a choice there is only what its player knew, and has told.
            inside = NOTHING if isinstance(statement, b.Ask) else path | self._decides(statement, scope)
            for inner in inner_bodies(statement):
                yield from self._walk(inner, inside, scope)
            if _leaves(statement):
                path |= inside

    def _decides(self, statement: b.BoundStatement, scope: _Scope) -> Reads:
        """Give what decides whether the inside of a statement is done, and how often."""
        match statement:
            case b.Branch(condition=one) | b.Loop(condition=one) | b.Times(count=one):
                asked = [one]
            case b.Each(domain=domain, where=where):
                asked = [domain] if where is None else [domain, where]
            case b.Around(start=start, among=among, until=until):
                asked = [start, among] if until is None else [start, among, until]
            case _:
                asked = []
        return self._reads(scope, *asked)

    def _given(self, statement: b.BoundStatement, scope: _Scope) -> Iterator[tuple[Variable, Reads]]:
        """Give the variables that a statement gives a value to, with what that value depends on."""
        match statement:
            case b.Give(variable=variable, value=value) | b.Cast(variable=variable, domain=value):
                yield variable, self._reads(scope, value)
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
            case _:
                return

    def _reads(self, scope: _Scope, *terms: Term) -> Reads:
        """Give what terms read, to be remembered: a name that is written later is nobody's then."""
        found = frozenset(read for term in terms for read in self._eye.reads(term, scope))
        lost = {read for read in found if isinstance(read.owner, Local) and read.owner.variable.key in scope.changed}
        return found - lost | _anybody(lost)

    def _call(self, statement: b.BoundStatement, path: Reads, scope: _Scope) -> None:
        """Tell the procedures that a statement runs what it is run with, and under what."""
        match statement:
            case b.Perform(procedure=name, arguments=arguments):
                targets: Iterable[BoundProcedure | None] = (self._ruleset.procedures.get(name),)
            case b.PerformPiece(kind=kind, field=name, element=element, arguments=arguments):
                targets = self._ruleset.piece_rules.get((kind, name), ())
                path |= self._reads(scope, element)
            case b.Announce(event=name, arguments=arguments):
                targets = self._ruleset.events.get(name, ())
            case _:
                return
        for target in targets:
            if target is not None:
                self._hand_over(target, arguments, path, scope)

    def _hand_over(self, target: BoundProcedure, arguments: tuple[Term, ...], path: Reads, scope: _Scope) -> None:
        there = self._scopes[target.rule]
        passed = [
            (scope.through(one), Local(to.type, to)) for one, to in zip(arguments, target.parameters, strict=False)
        ]
        new = False
        for argument, parameter in zip(arguments, target.parameters, strict=False):
            new |= there.hold(parameter, _renamed(self._reads(scope, argument), passed))
        under = _renamed(path, passed)
        new |= not under <= there.path
        there.path |= under
        if new:
            self._waiting[target.rule] = None


def _renamed(reads: Reads, passed: list[tuple[Term, Local]]) -> Reads:
    """Give what was read in the names of who is called; what has no name there is nobody's."""
    here: dict[Term | None, Term] = {}
    for there, parameter in passed:
        here.setdefault(there, parameter)
    return frozenset(
        read if isinstance(read.owner, Constant) else replace(read, owner=here.get(read.owner)) for read in reads
    )


def _anybody(reads: Iterable[Read]) -> Reads:
    """Give reads whose owner is no longer known: the name may stand for somebody else by then."""
    return frozenset(replace(read, owner=None) for read in reads)


def _leaves(statement: b.BoundStatement) -> bool:
    """Tell whether a statement with others inside may leave what comes behind it; not by the game's end, which all see."""
    return not isinstance(statement, b.Ask) and any(
        isinstance(inner, b.Control) and inner.what in ("finish", "stop")
        for body in inner_bodies(statement)
        for inner in statements_of(body)
    )


def _scope(procedure: BoundProcedure) -> _Scope:
    statements = list(statements_of(procedure.body))
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
    return _Scope(names, changed)


class _Eye:
    """Finds the hidden things behind expressions; what a define reads is found once."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Look at every define, each after those it needs."""
        self._ruleset = ruleset
        self.hidden = {name for name, one in ruleset.state.items() if self._seen_by(one.visible) != "all"}
        """Fields that somebody may not see."""
        self._defines: dict[str, Reads] = {}
        needs = {name: tuple(_applied(define)) for name, define in ruleset.defines.items()}
        for name in order_and_rings(needs)[0]:
            parts = _parts(ruleset.defines[name])
            self._defines[name] = frozenset(read for part in parts for read in self.reads(part, _Scope()))

    def reads(self, term: Term, scope: _Scope) -> Iterator[Read]:
        """Give every hidden thing that an expression reads."""
        match term:
            case Builtin(_, "count", (Contents(_, Tracked(_, _, owner)),)):
                # How many pieces lie in a zone everybody can see, whatever they are.
                if owner is not None:
                    yield from self.reads(owner, scope)
                return
            case Local(_, variable):
                yield from scope.held.get(variable.key, ())
            case Tracked():
                yield from self._tracked(term, scope)
            case Apply():
                yield from self._applied(term, scope)
            case PieceCondition():
                yield from self._asked(term, scope)
            case _:
                pass
        for inner in inner_terms(term):
            yield from self.reads(inner, scope)

    def _applied(self, term: Apply, scope: _Scope) -> Iterator[Read]:
        parameters = self._ruleset.defines[term.define].parameters
        yield from self._handed_on(self._defines.get(term.define, ()), parameters, term.arguments, scope)

    def _asked(self, term: PieceCondition, scope: _Scope) -> Iterator[Read]:
        for rule in self._ruleset.piece_conditions[term.kind, term.field]:
            if rule is not None:
                parameters, condition = rule
                yield from self._handed_on(self.reads(condition, _Scope()), parameters, term.arguments, scope)

    def _handed_on(
        self, reads: Iterable[Read], parameters: tuple[Variable, ...], arguments: tuple[Term, ...], scope: _Scope
    ) -> Iterator[Read]:
        given = {one.key: scope.through(value) for one, value in zip(parameters, arguments, strict=False)}
        for read in reads:
            owner = read.owner
            if isinstance(owner, Local):
                owner = _named(given.get(owner.variable.key))
            yield replace(read, owner=owner)

    def _tracked(self, term: Tracked, scope: _Scope) -> Iterator[Read]:
        declared = self._ruleset.state[term.field]
        if term.field not in self.hidden:
            return
        own = self._seen_by(declared.visible) == "owner" and declared.owner == PLAYER and term.owner is not None
        yield Read(term.field, _named(scope.through(term.owner)) if own and term.owner is not None else None, term.span)

    def _seen_by(self, visible: Visibility) -> str:
        if visible.option is None or self._ruleset.options.get(visible.option) is True:
            return visible.who
        return visible.otherwise or "all"


def _named(owner: Term | None) -> Term | None:
    """Give an owner whose name can be compared: a variable or a seat."""
    return owner if isinstance(owner, Local | Constant) else None


def _parts(define: BoundDefine) -> tuple[Term, ...]:
    return (define.value, *(part for _, *both in define.adjusts for part in both))


def _applied(define: BoundDefine) -> Iterator[str]:
    for part in _parts(define):
        yield from (term.define for term in all_terms(part) if isinstance(term, Apply))
