"""Event rules on pieces: who reacts when, first clockwise from the player at turn, then in the order of the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from reguli.model import types as ty
from reguli.model.binding.binding_context import PLAYER, World
from reguli.model.bound_tree.bound_statements import Body, BoundStatement, Branch, Each, Give, Perform
from reguli.model.bound_tree.bound_terms import Builtin, Choice, Compare, Elements, Fact, Filter, Local, Term, Variable
from reguli.model.bound_tree.tree_traversal import placed, renamed
from reguli.model.card_effects.rule_heads import OWNER, Head, joined
from reguli.model.resolved_ruleset import BoundProcedure
from reguli.source.frozen_values import Kept, kept


@kept
class Reaction(Kept):
    """An event rule on a piece, with its head: its procedure is given what was announced, then what the head leaves free."""

    procedure: BoundProcedure
    head: Head


def each_in_force(head: Head, rule: str, body: Body) -> Body:
    """Do something for everything that a rule is in force for."""
    where = joined((*head.equal, *head.force))
    for variable, domain in reversed(head.free):
        body = (Each(head.span, f"{rule}/for", variable, placed(domain, head.place), where, body),)
        where = None
    return body if where is None else (Branch(head.span, f"{rule}/where", where, body, ()),)


def found_for(head: Head, rule: str, known: int) -> Body:
    """Give the free variables of a head, but for those first ones that are known, what the rule is in force for."""
    given: list[BoundStatement] = []
    world = head.scope.world
    for at, (variable, domain) in enumerate(head.free[known:], known):
        looked = world.variable(variable.name, variable.type)
        inner = Head(head.scope, head.force, head.equal, head.free[at + 1 :], head.span)
        where = inner.some((*inner.equal, *inner.force))
        among = Filter(domain.type, looked, domain, None if where is None else renamed(where, variable, looked), ())
        first = placed(Builtin(variable.type, "first", (among,)), head.place)
        given.append(Give(head.span, f"{rule}/{variable.name}", variable, first))
    return tuple(given)


def dispatched(
    event: str, given: Sequence[Variable], reactions: Sequence[Reaction], world: World
) -> tuple[tuple[BoundProcedure, ...], Mapping[str, BoundProcedure]]:
    """Give the rules of an event that come of its reactions, and the procedures that those put off.

    Where everyone for whom a rule is in force may react, one rule goes round the table, from the player at turn, and puts each reaction off by itself.
    """
    if all(not one.head.free for one in reactions):
        return tuple(one.procedure for one in reactions), {}
    rule, span = f"when.{event}/pieces", reactions[0].head.span
    known = tuple(world.variable(variable.name, variable.type) for variable in given)
    owner = world.variable(OWNER, ty.ElementType(PLAYER))
    players = placed(_from_turn(), reactions[0].head.place)
    nobody = [one for one in reactions if one.head.scope.find(OWNER) is None]
    body = [line for one in nobody for line in _put_off(rule, known, one, None, world)]
    owned = [line for one in reactions if one not in nobody for line in _put_off(rule, known, one, owner, world)]
    body.append(Each(span, f"{rule}/for", owner, players, None, tuple(owned)))
    return (BoundProcedure(rule, rule, known, tuple(body), None, ()),), {
        one.procedure.id: one.procedure for one in reactions
    }


def _from_turn() -> Term:
    """Give all players clockwise from the one at turn; outside of turns from the first in the order of seats."""
    player, every = ty.ElementType(PLAYER), Elements(ty.CollectionType(PLAYER), PLAYER)
    at_turn, first = Fact(player, "at_turn"), Builtin(player, "first", (every,))
    turn = Choice(player, Builtin(ty.TRUTH, "is_none", (at_turn,)), first, at_turn)
    return Builtin(every.type, "clockwise_from", (turn,), PLAYER)


def _put_off(
    rule: str, known: Sequence[Variable], one: Reaction, owner: Variable | None, world: World
) -> Iterator[BoundStatement]:
    """Put one reaction off where its rule is in force for an owner, or for nobody in particular."""
    head, given = one.head, one.procedure.parameters[: len(known)]
    other = {
        variable: owner
        if variable.name == OWNER and owner is not None
        else world.variable(variable.name, variable.type)
        for variable, _ in head.free
    }
    changed = [*zip(given, known, strict=True), *other.items()]

    def again(term: Term) -> Term:
        return reduce(lambda found, pair: renamed(found, *pair), changed, term)

    conditions = [again(term) for term in (*head.equal, *head.force)]
    held = head.scope.find(OWNER)
    if owner is not None and held is not None and held.variable not in other:
        whose = again(held.value or Local(held.variable.type, held.variable))
        conditions.insert(0, placed(Compare(ty.TRUTH, "=", Local(owner.type, owner), whose), head.place))
    passed = tuple(placed(Local(v.type, v), head.place) for v in (*known, *other.values()))
    name = f"{rule}/{one.procedure.id}"
    body: Body = (Perform(head.span, name, one.procedure.id, passed, later=True),)
    for variable, domain in reversed(head.free):
        if other[variable] is not owner:
            body = (
                Each(
                    head.span,
                    f"{name}/for",
                    other[variable],
                    placed(again(domain), head.place),
                    joined(conditions),
                    body,
                ),
            )
            conditions = []
    where = joined(conditions)
    yield from body if where is None else (Branch(head.span, f"{name}/where", where, body, ()),)
