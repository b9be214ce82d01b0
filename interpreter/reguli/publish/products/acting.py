"""Who acts in a phase, and in which order: read from the rules of the phase themselves."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.ruleset import BoundProcedure, Ruleset
from reguli.model.tree.bound import Around, Ask, Body, BoundStatement, Each, Perform
from reguli.model.tree.terms import Builtin, Contents, Elements, Filter, In, Local, Term, Tracked, Variable
from reguli.model.tree.walk import inner_bodies, statements_of
from reguli.source.kept import Kept, kept


@kept
class Acting(Kept):
    """The list players act by (a state field such as ``game.order``, or a kind), whether it is gone through backward, and whether it is a ring.

    On a ring somebody begins, and the others follow.
    """

    list: str
    reversed: bool = False
    around: bool = False


def acting_in(phase: BoundProcedure, ruleset: Ruleset) -> Acting | None:
    """Give the order in which players decide in a phase; None when nobody does, or not one after the other.

    It is that of the first loop, in the phase or in what it runs, whose player is asked inside it.
    """
    for statement in _run_through(phase.body, ruleset, frozenset()):
        match statement:
            case Each(variable=variable, domain=domain, body=body) if _asks(variable, body, ruleset):
                return _by(domain, reverse=False)
            case Around(variable=variable, ring=ring, where=where, body=body) if _asks(variable, body, ruleset):
                named = _by(where.collection if isinstance(where, In) else ring, reverse=False)
                return None if named is None else Acting(named.list, around=True)
            case _:
                continue
    return None


def _run_through(body: Body, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[BoundStatement]:
    """Give every statement of a body and of the procedures it runs, in the order of the text."""
    for statement in body:
        yield statement
        for inner in inner_bodies(statement):
            yield from _run_through(inner, ruleset, seen)
        if isinstance(statement, Perform) and statement.procedure not in seen:
            procedure = ruleset.procedures.get(statement.procedure)
            if procedure is not None:
                yield from _run_through(procedure.body, ruleset, seen | {statement.procedure})


def _asks(variable: Variable, body: Body, ruleset: Ruleset) -> bool:
    """Say whether a decision in a body is that of the loop's own player, handed on to procedures or not."""
    for statement in statements_of(body):
        if isinstance(statement, Ask) and _is(statement.actor, variable):
            return True
        if isinstance(statement, Perform) and any(_is(argument, variable) for argument in statement.arguments):
            procedure = ruleset.procedures.get(statement.procedure)
            asked = () if procedure is None else statements_of(procedure.body)
            if any(isinstance(inner, Ask) for inner in asked):
                return True
    return False


def _is(term: Term, variable: Variable) -> bool:
    return isinstance(term, Local) and term.variable is variable


def _by(domain: Term, *, reverse: bool) -> Acting | None:
    """Name the list a loop goes through."""
    match domain:
        case Builtin(name="reversed", arguments=(inner, *_)):
            return _by(inner, reverse=not reverse)
        case Filter(domain=inner):
            return _by(inner, reverse=reverse)
        case Contents(zone=Tracked(field=field)):
            return Acting(field, reverse)
        case Elements(kind=kind):
            return Acting(kind, reverse)
        case Builtin(name="clockwise_from"):
            return Acting("player", reverse, around=True)
        case _:
            return None
