"""What a player is asked gives nothing away that they may not see.

Which moves are open is shown to whoever is asked, and that they are asked at all is shown to everybody. So the domains and guards
of a decision, the choice of who is asked, and every condition on the way to it are looked through for what is hidden. What is
found is a ``Read``: a field, and the names of those who are proved to see it. What is a player's own is seen under the very variable
the decision asks by, or one that merely stands for it; what all others see, under a variable of which it was said, where it
was bound, that it is another one (``other != player``). Whatever is computed (``next(player)``, a player who is remembered and may have
changed since) proves nothing and is refused.

Reads travel. A define hands on what its value reads, in the names of whoever applies it; a variable holds what its value
read, and what decided that it was written; a procedure is asked with what its callers' arguments hold, under the conditions they call
it under. Those grow until nothing is new (``_Flow``): there are few names that a read can speak in, so it ends soon. Effects may read
what they like, since what they write is said: state is taken to be as open as it is declared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reguli.model.analysis.hidden_information import NOTHING, Eye, Read, Reads, Scope
from reguli.model.binding.binding_context import World
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree.bound_terms import Local, Term, Variable
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    guard_terms,
    guards_of,
    inner_bodies,
    statement_terms,
    statements_of,
)
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.source.message_arguments import Said


def check_knowledge(ruleset: Ruleset, world: World) -> tuple[str, ...]:
    """Report decisions that give away what their player may not see.

    Gives the rules of all decisions whose list of moves depends on what somebody else may not see.
    """
    eye = Eye(ruleset)
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


def _audiences_are_open(ruleset: Ruleset, world: World, eye: Eye) -> None:
    """Report sets of players who see something that hang on what is hidden itself: who sees would tell it."""
    for name, (_, audience) in ruleset.audiences.items():
        for read in sorted(eye.reads(audience, Scope()), key=lambda one: one.span):
            told, state = audience.span, name.partition(".")[2]
            world.bag.add("R352", told, related=read.place(told), state=state, name=read.name)


def _passed_over(ask: b.Ask, reads: Iterable[Read], world: World) -> None:
    """Report a decision that goes on by itself where its list is empty, though others may not know that it is."""
    read = min(reads, key=lambda one: (one.name, one.span), default=None)
    if read is not None:
        related = read.place(ask.span)
        world.bag.add("R276", ask.span, decision=ask.name, name=read.name, related=related)


def _listed(ask: b.Ask) -> Iterator[Term]:
    """Give what is evaluated to list the moves of a decision and to say why one is not among them."""
    for option in ask.options:
        yield from (parameter.domain for parameter in option.parameters)
        for guard in guards_of(option):
            yield from guard_terms(guard)


class _Flow:
    """Follows what is hidden through variables, conditions and calls, until nothing new is found."""

    def __init__(self, ruleset: Ruleset, eye: Eye) -> None:
        """Go through all procedures, and through those again whose callers were found to depend on more."""
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
        """Tell whether a procedure reads something hidden, whoever runs it."""
        return any(
            next(self._eye.reads(term, Scope()), None) is not None
            for statement in statements_of(procedure.body)
            for term in statement_terms(statement)
        )

    def asked_in(self, procedure: BoundProcedure) -> Iterator[tuple[b.Ask, Reads, Scope]]:
        """Give each decision of a procedure, with what decides whether it is asked."""
        scope = self._scopes[procedure.rule]
        if procedure.rule not in self._reading and not scope.path and not any(scope.held.values()):
            # It reads nothing hidden, and nobody hands it anything.
            return
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

    def _walk(self, body: b.Body, path: Reads, scope: Scope) -> Iterator[tuple[b.BoundStatement, Reads]]:
        """Give each statement, with what decides whether it is come to."""
        for statement in body:
            yield statement, path
            # What is chosen is said: behind a choice there is only what its player knew, and has told.
            inside = NOTHING if isinstance(statement, b.Ask) else path | self._decides(statement, scope)
            for inner in inner_bodies(statement):
                yield from self._walk(inner, inside, scope)
            if _leaves(statement):
                path |= inside

    def _decides(self, statement: b.BoundStatement, scope: Scope) -> Reads:
        """Give what decides whether the inside of a statement is done, and how often."""
        match statement:
            case b.Branch(condition=one) | b.Loop(condition=one) | b.Times(count=one):
                asked = [one]
            case b.Each(domain=domain, where=where):
                asked = [domain] if where is None else [domain, where]
            case b.Around(ring=ring, where=where, until=until):
                asked = [term for term in (ring, where, until) if term is not None]
            case _:
                asked = []
        return self._reads(scope, *asked)

    def _given(self, statement: b.BoundStatement, scope: Scope) -> Iterator[tuple[Variable, Reads]]:
        """Give the variables that a statement gives a value to, with what that value depends on."""
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
            case _:
                return

    def _reads(self, scope: Scope, *terms: Term) -> Reads:
        """Give what terms read, to be remembered: a name that is written later is nobody's then."""
        found = frozenset(read for term in terms for read in self._eye.reads(term, scope))
        lost = {read for read in found if any(_is_one_of(name, scope.changed) for name in (*read.seen_by, read.but))}
        return found - lost | _anybody(lost)

    def _call(self, statement: b.BoundStatement, path: Reads, scope: Scope) -> None:
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

    def _hand_over(self, target: BoundProcedure, arguments: tuple[Term, ...], path: Reads, scope: Scope) -> None:
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


def _is_one_of(name: Term | None, variables: frozenset[int]) -> bool:
    return isinstance(name, Local) and name.variable.key in variables


def _anybody(reads: Iterable[Read]) -> Reads:
    """Give reads of which it is no longer known who may see them: the names may stand for somebody else by then."""
    return frozenset(Read(read.field, frozenset(), read.span) for read in reads)


def _leaves(statement: b.BoundStatement) -> bool:
    """Tell whether a statement with others inside may leave what comes behind it; not by the game's end, which all see."""
    return not isinstance(statement, b.Ask) and any(
        isinstance(inner, b.Leave) and inner.what != "game"
        for body in inner_bodies(statement)
        for inner in statements_of(body)
    )


def _scope(procedure: BoundProcedure) -> Scope:
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
    return Scope(names, changed)
