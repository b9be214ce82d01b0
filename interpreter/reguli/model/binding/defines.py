"""Defines: named values, bound when first asked for, and the standing changes added to them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Final, get_args

from reguli.language.tree.expressions import Expression, Name, SortKey
from reguli.language.tree.items import Adjust, Define
from reguli.model.binding.expressions import ExpressionBinder
from reguli.model.binding.scope import Scope
from reguli.model.binding.world import World
from reguli.model.builtins import NAMES
from reguli.model.proofs.rings import order_and_rings
from reguli.model.ruleset import BoundDefine
from reguli.model.tree.terms import Term, Variable
from reguli.model.types import (
    CollectionType,
    ElementType,
    NumberType,
    TruthType,
    Type,
    UnknownType,
    ZoneType,
    type_text,
)
from reguli.model.units import fits
from reguli.source.said import Said, row

TRUTH_WORD: Final = "truth"
"""What a define that is a condition may say it gives."""
NODES: Final = (*get_args(Expression), SortKey)


def names_in(expression: Expression) -> Iterator[str]:
    """Give every word of an expression that may be the name of a define."""
    waiting: list[object] = [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Name):
            yield node.id
        elif isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, NODES):
            waiting.extend(getattr(node, field.name) for field in dataclasses.fields(node))


class Defines:
    """The defines of a ruleset; one that is needed to bind another is bound before it."""

    def __init__(self, world: World, nodes: Iterable[Define]) -> None:
        """Take in the defines as written; nothing is bound yet."""
        self._world = world
        self._nodes: dict[str, Define] = {}
        self._bound: dict[str, BoundDefine] = {}
        for node in nodes:
            if node.name in NAMES:
                world.bag.add("R209", node.span, name=node.name, what=Said("thing.function"))
            elif node.name not in self._nodes:
                self._nodes[node.name] = node
        needs = {name: tuple(names_in(node.value)) for name, node in self._nodes.items()}
        self._order, rings = order_and_rings(needs)
        self._begun = False
        self._ringed = frozenset(name for ring in rings for name in ring)
        for ring in rings:
            self._recursion(ring)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all defines."""
        return tuple(self._nodes)

    def arity(self, name: str) -> int | None:
        """Give how many parameters a define takes; None when there is none of this name."""
        node = self._nodes.get(name)
        return None if node is None else len(node.parameters)

    def get(self, name: str) -> BoundDefine | None:
        """Give a define; None when it is unknown or needs itself, which was reported."""
        if name not in self._nodes or name in self._ringed:
            return None
        self._bind_all()
        return self._bound.get(name)

    def _bind_all(self) -> None:
        """Bind every define, each after those it needs; those in a ring stay unbound."""
        if self._begun:
            return
        self._begun = True
        for name in self._order:
            if name not in self._ringed:
                self._bound[name] = self._bind(self._nodes[name])

    def _recursion(self, ring: tuple[str, ...]) -> None:
        chain = row((*ring, ring[0]), "says.needs", "says.needs")
        related = [(self._nodes[one].span, Said("here.name_defined", name=one)) for one in ring[1:]]
        self._world.bag.add("R301", self._nodes[ring[0]].span, related=related, name=ring[0], chain=chain)

    def _bind(self, node: Define) -> BoundDefine:
        parameters = self._world.signature(node.parameters)
        scope = Scope(self._world)
        for written, variable in zip(node.parameters, parameters, strict=True):
            scope.hold(variable, written.span, "parameter")
        binder = ExpressionBinder(scope)
        expected = None if node.unit is None else self._world.type_named(node.unit)
        value = binder.value(node.value, expected)
        if isinstance(value.type, ZoneType):
            value = binder.mismatch(node.value, value.type, Said("sort.value"))
        return BoundDefine(node.name, parameters, self._type(node, value), value, (), node)

    def _type(self, node: Define, value: Term) -> Type:
        """Give the type a define says it has, after holding its value to it."""
        found = value.type
        if node.unit is None or isinstance(found, UnknownType):
            return found
        match found:
            case NumberType() if node.unit in self._world.units:
                if fits(found, node.unit):
                    return found if found.unit == node.unit else NumberType(node.unit)
            case NumberType(None) if node.unit == "number":
                return found
            case TruthType() if node.unit == TRUTH_WORD:
                return found
            case ElementType(kind) if kind == node.unit:
                return found
            case CollectionType(kind) if self._world.plurals.get(node.unit) == kind:
                return found
            case _:
                pass
        self._differs(node, found)
        return found

    def _differs(self, node: Define, found: Type) -> None:
        world = self._world
        known = (*world.units, *world.kinds, *world.plurals, TRUTH_WORD, "number")
        if node.unit in known:
            world.bag.add("R302", node.span, name=node.name, said=str(node.unit), found=type_text(found))
        else:
            world.unknown("R205", node.span, str(node.unit), known)

    def bound(self, adjusts: Iterable[Adjust]) -> dict[str, BoundDefine]:
        """Bind what is left, add the standing changes, and give every define."""
        self._bind_all()
        found = {name: self._bound[name] for name in self._nodes if name in self._bound}
        for node in adjusts:
            define = found.get(node.target)
            if define is None:
                if node.target not in self._nodes:
                    self._world.unknown("R303", node.span, node.target, self._nodes)
                continue
            adjust = self._adjust(node, define)
            if adjust is not None:
                found[node.target] = dataclasses.replace(define, adjusts=(*define.adjusts, adjust))
        self._check_adjusted(found)
        return found

    def _check_adjusted(self, found: dict[str, BoundDefine]) -> None:
        """Report standing changes of a value that need the value itself."""
        needs: dict[str, tuple[str, ...]] = {}
        for name, define in found.items():
            written = [
                define.node.value,
                *(part for adjust, _, _ in define.adjusts for part in (adjust.condition, adjust.amount)),
            ]
            needs[name] = tuple(dict.fromkeys(other for part in written for other in names_in(part)))
        for ring in order_and_rings(needs)[1]:
            self._recursion(ring)

    def _adjust(self, node: Adjust, define: BoundDefine) -> tuple[Adjust, Term, Term] | None:
        if len(node.parameters) != len(define.parameters):
            wanted = len(define.parameters)
            self._world.bag.add("R224", node.span, name=define.id, found=len(node.parameters), wanted=wanted)
            return None
        if not isinstance(define.type, NumberType | UnknownType):
            self._world.bag.add("R304", node.span, name=define.id, found=type_text(define.type))
            return None
        scope = Scope(self._world)
        variable: Variable
        for name, variable in zip(node.parameters, define.parameters, strict=True):
            scope.alias(name, variable, node.span)
        binder = ExpressionBinder(scope)
        unit = define.type.unit if isinstance(define.type, NumberType) else None
        return node, binder.truth(node.condition), binder.number(node.amount, unit)
