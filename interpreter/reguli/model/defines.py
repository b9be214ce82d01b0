"""Defines: named values, bound when first asked for, and the standing changes added to them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from reguli.language.items import Adjust, Define
from reguli.model.bind_expressions import ExpressionBinder
from reguli.model.builtins import NAMES
from reguli.model.ruleset import BoundDefine
from reguli.model.scope import Scope
from reguli.model.terms import Term, Variable
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
from reguli.model.world import World
from reguli.source.near import near

TRUTH_WORD = "truth"
"""What a define that is a condition may say it gives."""


class Defines:
    """The defines of a ruleset; one that is needed to bind another is bound before it."""

    def __init__(self, world: World, nodes: Iterable[Define]) -> None:
        """Take in the defines as written; nothing is bound yet."""
        self._world = world
        self._nodes: dict[str, Define] = {}
        self._bound: dict[str, BoundDefine] = {}
        self._doing: list[str] = []
        for node in nodes:
            if node.name in NAMES:
                world.bag.add("R209", node.span, name=node.name, what="a function of the language")
            elif node.name not in self._nodes:
                self._nodes[node.name] = node

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all defines."""
        return tuple(self._nodes)

    def arity(self, name: str) -> int | None:
        """Give how many parameters a define takes; None when there is none of this name."""
        node = self._nodes.get(name)
        return None if node is None else len(node.parameters)

    def get(self, name: str) -> BoundDefine | None:
        """Give a define; None when it is unknown or its own binding is under way, which is a finding."""
        if name in self._bound:
            return self._bound[name]
        node = self._nodes.get(name)
        if node is None:
            return None
        if name in self._doing:
            self._recursion(name)
            return None
        self._doing.append(name)
        bound = self._bind(node)
        self._doing.pop()
        self._bound[name] = bound
        return bound

    def _recursion(self, name: str) -> None:
        ring = self._doing[self._doing.index(name) :]
        chain = " needs ".join((*ring, name))
        related = [(self._nodes[one].span, f"'{one}' is defined here") for one in ring[1:]]
        self._world.bag.add("R301", self._nodes[name].span, related=related, name=name, chain=chain)

    def _bind(self, node: Define) -> BoundDefine:
        parameters = self._world.signature(node.parameters)
        scope = Scope(self._world)
        for written, variable in zip(node.parameters, parameters, strict=True):
            scope.hold(variable, written.span, "parameter")
        binder = ExpressionBinder(scope)
        expected = None if node.unit is None else self._world.type_named(node.unit)
        value = binder.value(node.value, expected)
        if isinstance(value.type, ZoneType):
            value = binder.mismatch(node.value, value.type, "a value")
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
            world.bag.add("R205", node.span, near=near(str(node.unit), known), name=str(node.unit))

    def bound(self, adjusts: Iterable[Adjust]) -> dict[str, BoundDefine]:
        """Bind what is left, add the standing changes, and give every define."""
        for name in self._nodes:
            self.get(name)
        found = {name: self._bound[name] for name in self._nodes}
        for node in adjusts:
            define = found.get(node.target)
            if define is None:
                self._world.unknown("R303", node.span, node.target, self._nodes)
                continue
            adjust = self._adjust(node, define)
            if adjust is not None:
                found[node.target] = dataclasses.replace(define, adjusts=(*define.adjusts, adjust))
        return found

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
