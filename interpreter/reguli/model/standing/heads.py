"""Heads of rules: ``any NAME`` names what comes there, anything else must be equal to it; on a piece, the rule must be in force.

A rule on a piece names ``this``, ``owner``, and the element in whose zone its piece lies. Such a name that stands in its head
is what comes there; one that does not goes through everything for which the rule is in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from reguli.language.tree.expressions import Expression, Field, Name
from reguli.language.tree.items import NewName, Pattern
from reguli.model import types as ty
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.scope import Scope, stronger_meaning
from reguli.model.binding.world import PLAYER, World
from reguli.model.standing.pieces import Piece
from reguli.model.tree.terms import (
    Builtin,
    Compare,
    Constant,
    Elements,
    Exists,
    Fold,
    In,
    Listed,
    Local,
    Logic,
    Negation,
    Term,
    Variable,
)
from reguli.model.tree.walk import placed
from reguli.source.said import Said
from reguli.source.span import Span

THIS, OWNER = "this", "owner"


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a rule names and asks for.

    ``force`` are the conditions under which the rule is in force, ``equal`` what must be equal; ``free`` are the variables, with what
    they go through, that the head does not name.
    """

    scope: Scope
    force: tuple[Term, ...]
    equal: tuple[Term, ...]
    free: tuple[tuple[Variable, Term], ...]
    span: Span

    @property
    def place(self) -> Span:
        """Where something is written that says when the rule is in force."""
        return next((term.span for term in (*self.force, *self.equal)), self.span)

    def also(self, *conditions: Term) -> Head:
        """Give the head of a rule that is in force only where more holds."""
        return replace(self, force=(*self.force, *conditions))

    def when(self, condition: Expression | None) -> tuple[Term, ...]:
        """Give everything that must hold, with a condition that is written besides."""
        return (*self.equal, *self.force, *asked(self.scope, condition))

    def some(self, conditions: Iterable[Term]) -> Term | None:
        """Give the condition that all hold for something the rule is in force for; None where there is none."""
        found = joined(conditions)
        for variable, domain in reversed(self.free):
            found = placed(Exists(ty.TRUTH, "some", variable, domain, found, None), self.place)
        return found

    def summed(self, amount: Term, conditions: Iterable[Term]) -> Term:
        """Give an amount as often as all conditions hold."""
        where = joined(conditions)
        for variable, domain in reversed(self.free):
            amount = placed(Fold(amount.type, "sum", amount, variable, domain, where), amount.span)
            where = None
        return amount


def opened(
    scope: Scope, piece: Piece | None, patterns: Sequence[Pattern], variables: Sequence[Variable], span: Span
) -> Head:
    """Open a rule in a scope of its own: bind its head, and what its piece makes of it."""
    world = scope.world
    if piece is None:
        return Head(scope, (), matches(scope, patterns, variables), (), span)
    roles = _roles(world, piece)
    left = _named_in_head(scope, patterns, variables, roles)
    free = tuple(_freed(scope, name, kind, world, piece) for name, kind in roles.items() if name not in left)
    if THIS not in roles:
        scope.hold_value(THIS, _this(piece), span)
    force = tuple(_force(scope, piece))
    others = [pair for pair in zip(patterns, variables, strict=True) if pair[1].key not in left.values()]
    equal = matches(scope, [one for one, _ in others], [one for _, one in others])
    return Head(scope, force, equal, free, span)


def _roles(world: World, piece: Piece) -> dict[str, str]:
    """Give the names that are not settled by the piece alone, with their kinds: outer ones first."""
    force, found = piece.force, dict[str, str]()
    if force is None:
        return found
    if isinstance(force.zone, Field) and isinstance(force.zone.base, Name) and force.zone.base.id in world.kinds:
        kind = force.zone.base.id
        found[OWNER if kind == PLAYER else kind] = kind
    if force.of is not None and world.is_kind(force.of, force.span):
        found[THIS] = force.of
    return found


def _named_in_head(
    scope: Scope, patterns: Sequence[Pattern], variables: Sequence[Variable], roles: Mapping[str, str]
) -> dict[str, int]:
    """Take what the head names of the piece for what comes there; give the names with the keys of their variables."""
    found: dict[str, int] = {}
    for pattern, variable in zip(patterns, variables, strict=True):
        name = pattern.id if isinstance(pattern, Name) else ""
        if name in roles and name not in found and variable.type == ty.ElementType(roles[name]):
            scope.hold(variable, pattern.span, "parameter", name)
            found[name] = variable.key
    return found


def _freed(scope: Scope, name: str, kind: str, world: World, piece: Piece) -> tuple[Variable, Term]:
    variable = scope.give(name, ty.ElementType(kind), piece.span, "loop")
    return variable, Elements(ty.CollectionType(kind), kind)


def _this(piece: Piece) -> Term:
    return Constant(ty.ElementType(piece.kind), piece.index, piece.name)


def _force(scope: Scope, piece: Piece) -> Iterable[Term]:
    """Give the conditions under which a rule on a piece is in force, in the scope that names what it needs."""
    force = piece.force
    if force is None:
        return
    binder = ExpressionBinder(scope)
    held = scope.find(THIS)
    this = binder.name(Name(force.span, THIS), None)
    if force.of is not None and held is not None:
        yield from _carries(scope.world, force.of, this, piece)
    if force.zone is not None:
        zone = force.zone
        if isinstance(zone, Field) and isinstance(zone.base, Name) and zone.base.id == PLAYER:
            zone = Field(zone.span, Name(zone.base.span, OWNER), zone.name)
        kind = this.type.kind if isinstance(this.type, ty.ElementType) else piece.kind
        domain = binder.collection(zone, kind)
        if not isinstance(domain.type, ty.UnknownType):
            yield placed(In(ty.TRUTH, this, domain), force.zone.span)
    if force.owner is not None:
        owner = binder.element(force.owner, PLAYER)
        if not isinstance(owner.type, ty.UnknownType):
            scope.hold_value(OWNER, owner, force.owner.span)
            yield placed(Negation(ty.TRUTH, Builtin(ty.TRUTH, "is_none", (owner,))), force.owner.span)
    if force.where is not None:
        yield binder.truth(force.where)


def _carries(world: World, kind: str, this: Term, piece: Piece) -> Iterable[Term]:
    """Give the condition that a piece carries the element on which a rule stands."""
    fields = [one.id for one in world.kinds[kind].fields.values() if one.form == "kind" and one.of == piece.kind]
    if len(fields) != 1:
        world.bag.add("R259", piece.force.span if piece.force else piece.span, kind=kind, of=piece.kind)
        return
    values = world.kinds[kind].values[fields[0]]
    carriers = tuple(
        Constant(ty.ElementType(kind), at, world.kinds[kind].elements[at])
        for at, value in enumerate(values)
        if value == piece.index
    )
    span = piece.force.of_span if piece.force and piece.force.of_span else piece.span
    yield placed(In(ty.TRUTH, this, Listed(ty.CollectionType(kind), carriers)), span)


def matches(scope: Scope, patterns: Iterable[Pattern], variables: Iterable[Variable]) -> tuple[Term, ...]:
    """Bind a head: take its new names into the scope, and give what must hold for the rest of it."""
    pairs = tuple(zip(patterns, variables, strict=True))
    for pattern, variable in pairs:
        if isinstance(pattern, NewName):
            scope.hold(variable, pattern.span, "parameter", pattern.name)
    found = (_equal(scope, one, variable) for one, variable in pairs if not isinstance(one, NewName))
    return tuple(term for term in found if term is not None)


def _equal(scope: Scope, node: Expression, variable: Variable) -> Term | None:
    """Compare what comes at one place with the value written there; a name nobody declares is a finding."""
    binder = ExpressionBinder(scope)
    if isinstance(node, Name) and not _is_known(scope, node.id):
        scope.world.unknown("R257", node.span, node.id, (*scope.names(), *scope.world.known()))
        return None
    if isinstance(variable.type, ty.CollectionType):
        binder.mismatch(node, variable.type, Said("sort.value"))
        return None
    value = binder.argument(node, variable.type)
    if isinstance(value, Local) and value.variable is variable:
        return None
    return placed(Compare(ty.TRUTH, "=", placed(Local(variable.type, variable), node.span), value), node.span)


def _is_known(scope: Scope, name: str) -> bool:
    known = name in scope.world.elements or stronger_meaning(name, scope.world) is not None
    return known or scope.find(name) is not None


def always() -> Term:
    """Give the condition of what holds always."""
    return Constant(ty.TRUTH, 1, "true")


def asked(scope: Scope, condition: Expression | None) -> tuple[Term, ...]:
    """Bind the condition of a rule that may have none."""
    return () if condition is None else (ExpressionBinder(scope).truth(condition),)


def joined(conditions: Iterable[Term]) -> Term | None:
    """Give the condition that holds where all do; None where there is none."""
    every = tuple(conditions)
    if not every:
        return None
    return reduce(lambda left, right: placed(Logic(ty.TRUTH, "and", left, right), right.span), every)
