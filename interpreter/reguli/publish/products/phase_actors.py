"""Who acts in a phase, and in which order: read from the rules of the phase themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reguli.model.bound_tree.bound_statements import Around, Ask, Body, Each, Perform, PerformPiece
from reguli.model.bound_tree.bound_terms import Builtin, Contents, Elements, Filter, Local, Term, Tracked, Variable
from reguli.model.bound_tree.tree_traversal import inner_bodies, statements_of
from reguli.model.resolved_ruleset import BoundProcedure, Ruleset
from reguli.source.frozen_values import Kept, kept
from reguli.words.placeholders.element_values import PLAYER


@kept
class Acting(Kept):
    """The list players act by (a state field such as ``game.order``, or a kind), whether it is gone through backward, and whether it is a ring.

    On a ring somebody begins, and the others follow.
    """

    list: str
    reversed: bool = False
    around: bool = False


def acting_in(phase: BoundProcedure, ruleset: Ruleset) -> Acting | None:
    """Return the order in which players decide in a phase; None where nobody decides, or where no single order is sure.

    All loops that ask count, not the first alone: only the order on which they agree is printed. A decision outside of such a
    loop has no order that is known here.
    """
    orders = set(_orders(phase.body, ruleset, frozenset()))
    return orders.pop() if len(orders) == 1 else None


def _orders(body: Body, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[Acting | None]:
    """Return the order of each loop that asks its own player, and None for each decision outside of such loops.

    What is asked within such a loop belongs to the turn of its player, and changes no order.
    """
    for statement in body:
        match statement:
            case Each(variable=variable, domain=domain, body=inner) if _asks(variable, inner, ruleset, seen):
                yield _by(domain, ruleset, reverse=False)
            case Around(variable=variable, ring=ring, body=inner) if _asks(variable, inner, ruleset, seen):
                named = _by(ring, ruleset, reverse=False)
                yield None if named is None else replace(named, around=named.list == PLAYER)
            case Ask():
                yield None
            case Perform() | PerformPiece():
                for run in _run_by(statement, ruleset, seen):
                    yield from _orders(run.body, ruleset, seen | {run.rule})
            case _:
                for inner in inner_bodies(statement):
                    yield from _orders(inner, ruleset, seen)


def _run_by(statement: Perform | PerformPiece, ruleset: Ruleset, seen: frozenset[str]) -> Iterator[BoundProcedure]:
    """Return the procedures that a statement runs, without those that are looked at already."""
    if isinstance(statement, Perform):
        found: tuple[BoundProcedure | None, ...] = (ruleset.procedures.get(statement.procedure),)
    else:
        found = ruleset.piece_rules.get((statement.kind, statement.field), ())
    return (procedure for procedure in found if procedure is not None and procedure.rule not in seen)


def _asks(variable: Variable, body: Body, ruleset: Ruleset, seen: frozenset[str]) -> bool:
    """Return whether a decision in a body is that of one player, handed on to procedures or not."""
    for statement in statements_of(body):
        if isinstance(statement, Ask) and _is(statement.actor, variable):
            return True
        if isinstance(statement, Perform | PerformPiece):
            for run in _run_by(statement, ruleset, seen):
                for parameter, argument in zip(run.parameters, statement.arguments, strict=False):
                    if _is(argument, variable) and _asks(parameter, run.body, ruleset, seen | {run.rule}):
                        return True
    return False


def _is(term: Term, variable: Variable) -> bool:
    return isinstance(term, Local) and term.variable is variable


def _by(domain: Term, ruleset: Ruleset, *, reverse: bool) -> Acting | None:
    """Name the list a loop goes through; None where its order has no name."""
    match domain:
        case Builtin(name="reversed", arguments=(inner, *_)):
            return _by(inner, ruleset, reverse=not reverse)
        case Filter(domain=inner):
            return _by(inner, ruleset, reverse=reverse)
        case Contents(zone=Tracked(field=field)) if ruleset.state[field].form == "list":
            return Acting(field, reverse)
        case Elements(kind=kind):
            return Acting(kind, reverse)
        case Builtin(name="clockwise_from"):
            return Acting(PLAYER, reverse, around=True)
        case _:
            return None
