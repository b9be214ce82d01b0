"""Rules name what only some numbers of players have: at the others it may be asked for and compared, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from reguli.model.binding.binding_context import ABSENT, World
from reguli.model.bound_tree import bound_statements as b
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import (
    all_procedures,
    guard_terms,
    inner_terms,
    opened,
    statement_terms,
    terms_beside,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import ElementType, TruthType


def check_presence(ruleset: Ruleset, world: World) -> None:
    """Report elements that are not there at this number of players, and that a rule needs without having asked (R338)."""
    if not world.absent:
        return
    for procedure in all_procedures(ruleset):
        _body(procedure.body, world)
    _terms(terms_beside(ruleset), world)


def _body(body: b.Body, world: World) -> None:
    for statement in body:
        if isinstance(statement, b.Ask):
            _ask(statement, world)
            continue
        _terms(statement_terms(statement), world)
        known = certain(statement.condition) if isinstance(statement, b.Branch | b.Loop) else None
        bodies = [body for body, _ in opened(statement)]
        for at, inner in enumerate(bodies):
            if known is None or known is (at == 0):
                _body(inner, world)


def _ask(ask: b.Ask, world: World) -> None:
    """Look at a decision; behind a guard that never holds, nothing of its option is done."""
    _terms((ask.actor,), world)
    for option in ask.options:
        _terms((parameter.domain for parameter in option.parameters), world)
        held = True
        for check in (*(parameter.where for parameter in option.parameters), *option.checks):
            if isinstance(check, b.Guard) and held:
                _terms(guard_terms(check), world)
                for waiver in check.waivers:
                    _body(waiver.body, world)
                held = bool(check.waivers) or certain(check.condition) is not False
            elif isinstance(check, b.Give) and held:
                _terms((check.value,), world)
        if held:
            _body(option.effects, world)
    _body(ask.otherwise or (), world)


def _terms(terms: Iterable[t.Term], world: World) -> None:
    for term in terms:
        _term(term, world)


def _term(term: t.Term, world: World) -> None:
    match term:
        case t.Constant(type=ElementType(kind), value=value, origin=name) if value == ABSENT:
            players = world.documents.players or world.documents.game.players[0]
            world.bag.add("R338", term.span, near=None, related=(), kind=kind, name=str(name), players=players)
        case t.Compare(left=left, right=right):
            _terms((side for side in (left, right) if not is_absent(side)), world)
        case t.In(item=item, collection=collection):
            members = collection.items if isinstance(collection, t.Listed) else (collection,)
            _terms((one for one in (item, *members) if not is_absent(one)), world)
        case t.Logic(operator=word, left=left, right=right):
            _term(left, world)
            if certain(left) is not (word == "or"):
                _term(right, world)
        case t.Choice(condition=condition, then=then, otherwise=otherwise):
            _term(condition, world)
            known = certain(condition)
            _terms([one for one, holds in ((then, True), (otherwise, False)) if known in (None, holds)], world)
        case _:
            _terms(inner_terms(term), world)


def is_absent(term: t.Term) -> bool:
    """Tell whether a term names an element that is not there."""
    return isinstance(term, t.Constant) and isinstance(term.type, ElementType) and term.value == ABSENT


def certain(condition: t.Term) -> bool | None:
    """Give what a condition always is, as far as that is known without playing; None where it is not."""
    match condition:
        case t.Constant(type=TruthType(), value=value, origin=None):
            return bool(value)
        case t.Negation(operand=operand):
            known = certain(operand)
            return None if known is None else not known
        case t.Logic(operator=word, left=left, right=right):
            both, stop = (certain(left), certain(right)), word == "or"
            return stop if stop in both else None if None in both else not stop
        case _:
            return None
