"""Names given inside one rule: parameters, lets, the variables of loops and quantifiers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from reguli.language.syntax_tree.top_level_items import Parameter
from reguli.model.binding.binding_context import FACTS, GAME, World
from reguli.model.bound_tree.bound_terms import Term, Variable
from reguli.model.types import ElementType, Type
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import Span

Role = Literal["parameter", "let", "loop", "choice"]


@kept
class Held(Kept):
    """A name in reach: its variable, where it was given, and as what."""

    variable: Variable
    span: Span
    role: Role
    value: Term | None = None
    """What the name stands for, where that is no variable."""


class Scope:
    """The names in reach at one place; an inner scope sees those of the outer ones."""

    __slots__ = ("given", "outer", "sealed", "world")

    def __init__(self, world: World, outer: Scope | None = None, *, sealed: bool = False) -> None:
        """Start with no name of its own; in a sealed scope those of the outer ones are read and not changed."""
        self.world = world
        self.outer = outer
        self.sealed = sealed
        self.given: dict[str, Held] = {}

    def inner(self, *, sealed: bool = False) -> Scope:
        """Open a scope inside this one."""
        return Scope(self.world, self, sealed=sealed)

    def find(self, name: str) -> Held | None:
        """Give what a name stands for here, or None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.given:
                return scope.given[name]
            scope = scope.outer
        return None

    def is_sealed(self, name: str) -> bool:
        """Say whether a name comes from outside of a sealed scope."""
        scope: Scope | None = self
        while scope is not None and name not in scope.given:
            if scope.sealed:
                return True
            scope = scope.outer
        return False

    def names(self) -> tuple[str, ...]:
        """Every name in reach."""
        outer = () if self.outer is None else self.outer.names()
        return (*self.given, *outer)

    def named_alike(self, kind: str) -> str | None:
        """Give the one name in reach for an element of a kind; None where there is none, or more than one."""
        found = [name for name in dict.fromkeys(self.names()) if self.is_element(name, kind)]
        return found[0] if len(found) == 1 else None

    def is_element(self, name: str, kind: str) -> bool:
        """Say whether a name in reach is an element of a kind."""
        held = self.find(name)
        return held is not None and held.variable.type == ElementType(kind)

    def give(self, name: str, found: Type, span: Span, role: Role) -> Variable:
        """Give a name to a value; a name that means something else already is a finding."""
        variable = self.world.variable(name, found)
        self.hold(variable, span, role)
        return variable

    def hold(self, variable: Variable, span: Span, role: Role, name: str | None = None) -> None:
        """Take in a variable made elsewhere, under its own name or another one."""
        named = name or variable.name
        self._check(named, span)
        self.given[named] = Held(variable, span, role)

    def hold_value(self, name: str, value: Term, span: Span) -> None:
        """Let a name stand for a value."""
        self._check(name, span)
        self.given[name] = Held(Variable(name, value.type, 0), span, "let", value)

    def take(self, written: Iterable[Parameter], variables: Iterable[Variable], role: Role) -> None:
        """Take in the variables of a rule's parameters, each from where it is written."""
        for parameter, variable in zip(written, variables, strict=True):
            self.hold(variable, parameter.span, role)

    def _check(self, name: str, span: Span) -> None:
        own = self.given.get(name)
        if own is not None:
            related = [(own.span, Said("here.name_given", name=name))]
            self.world.bag.add("R203", span, related=related, name=name)
            return
        if name in self.world.kinds:
            return
        held = self.find(name)
        if held is not None:
            related = [(held.span, Said("here.name_given", name=name))]
            self.world.bag.add("R202", span, related=related, name=name, what=Said("thing.another_value"))
            return
        what = stronger_meaning(name, self.world)
        if what is None:
            return
        declared = self.world.declared_at(name)
        if declared is not None and self.world.is_later(declared, span):
            related = [(span, Said("here.name_given", name=name))]
            self.world.bag.add("R202", declared, related=related, name=name, what=Said("thing.another_value"))
        else:
            self.world.bag.add("R202", span, name=name, what=what)


def stronger_meaning(name: str, world: World) -> Said | None:
    """Say what a bare name means before it is looked for among the elements of all kinds; None when it must be one."""
    if name in world.arities:
        return Said("thing.a_define")
    if name in world.constants:
        return Said("thing.a_constant")
    if name in world.tables:
        return Said("thing.a_table")
    if name in world.options:
        return Said("thing.an_option")
    if name in {"true", "false"}:
        return Said("sort.truth")
    if name in FACTS:
        return Said("thing.kept")
    if f"{GAME}.{name}" in world.state:
        return Said("thing.state_of_game")
    if name in world.plurals:
        return Said("thing.plural_of", kind=world.plurals[name])
    return None
