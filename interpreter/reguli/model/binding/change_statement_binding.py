"""Binding of statements that change state: numbers, flags, elements, lists, variables."""

from __future__ import annotations

from abc import ABC, abstractmethod

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import Expression
from reguli.model import types as ty
from reguli.model.binding.binding_context import World
from reguli.model.binding.expression_binding import ExpressionBinder
from reguli.model.binding.name_resolution import WRONG, Scope
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.bound_statements import Body, BoundStatement, Enlist, Give, Order, Rule, Write
from reguli.model.bound_tree.bound_terms import Arithmetic, Constant, Contents, Fixed, Local, Term, Tracked
from reguli.model.resolved_ruleset import Site
from reguli.source.finding_catalogue import Said, Value


class ChangeBinder(ABC):
    """Binds state changes at one place of one item."""

    def __init__(self, scope: Scope, site: Site) -> None:
        """Bind at a place, with the names of its scope."""
        self.scope = scope
        self.site = site

    @property
    def world(self) -> World:
        """Return the binding context."""
        return self.scope.world

    @property
    def values(self) -> ExpressionBinder:
        """Return the expression binder for this place."""
        return ExpressionBinder(self.scope)

    @abstractmethod
    def body(self, statements: tuple[s.Statement, ...], scope: Scope | None = None, site: Site | None = None) -> Body:
        """Bind statements in their own scope, here or at another place of the rules."""

    def rule(self, verb: str) -> Rule:
        """Return the id of the next statement of this verb here."""
        return self.site.ids.next(self.site.path, verb)

    def let(self, node: s.Let) -> Give:
        """Bind a ``let``."""
        value = self.values.value(node.value)
        if isinstance(value.type, ty.ZoneType):
            value = self.values.mismatch(node.value, value.type, Said("sort.value"))
        elif isinstance(value.type, ty.GroupsType) and not value.type.parted:
            value = self.values.amiss("R255", node.value)
        return Give(node.span, self.rule("let"), self.scope.give(node.name, value.type, node.span, "let"), value)

    def place(self, node: Expression) -> Term:
        """Bind an assignable place: a state field, or a variable made by ``let``."""
        term = self.values.term(node)
        match term:
            case Local(_, variable):
                held = self.scope.find(variable.name)
                if held is not None and held.role in {"loop", "choice"}:
                    what = Said("thing.variable") if held.role == "loop" else Said("thing.choice")
                    return self._fixed(node, what)
                if self.scope.is_sealed(variable.name):
                    return self._fixed(node, Said("thing.name_of_decision"))
                return term
            case Tracked():
                return term
            case Fixed():
                return self._fixed(node, Said("thing.fixed_field"))
            case Constant(_, _, str(origin)) if origin in self.world.constants:
                return self._fixed(node, Said("thing.a_constant"))
            case Constant() | t.Elements() | t.Fact() | t.LookupTerm() | t.ZoneTerm() | t.ComputedTerm():
                return self.values.mismatch(node, term.type, Said("sort.tracked_or_let"))

    def _fixed(self, node: Expression, what: Value) -> Term:
        return self.values.amiss("R240", node, what=what)

    def assign(self, node: s.Assign) -> BoundStatement:
        """Bind ``set target to value``."""
        place = self.place(node.target)
        value = self._new_value(node, place)
        return Write(node.span, self.rule("set"), place, value, add=False)

    def _new_value(self, node: s.Assign, place: Term) -> Term:
        match place.type:
            case ty.ElementType(kind):
                return self.values.element(node.value, kind, none=True)
            case ty.NumberType(unit):
                return self.values.number(node.value, unit)
            case ty.TruthType():
                return self.values.truth(node.value)
            case ty.ZoneType(pieces):
                return self._pieces(node.target, pieces)
            case ty.CollectionType() if isinstance(place, Local):
                return self.values.collection(node.value, place.type.kind)
            case ty.BundleType() as wanted:
                return self.values.bundle(node.value, wanted)
            case ty.UnknownType():
                self.values.value(node.value)
                return WRONG
            case (ty.CollectionType() | ty.NumbersType() | ty.GroupsType() | ty.KeyedType()) as found:
                return self.values.mismatch(node.target, found, Said("sort.number_of_flag_or_element"))

    def _pieces(self, node: Expression, pieces: str) -> Term:
        return self.values.amiss("R242", node, pieces=pieces)

    def change(self, node: s.Change) -> BoundStatement:
        """Bind ``add n to target`` and ``subtract n from target``."""
        place = self.place(node.target)
        amount: Term = WRONG
        match place.type:
            case ty.NumberType(unit):
                amount = self.values.number(node.amount, unit)
            case ty.ZoneType(pieces):
                self._pieces(node.target, pieces)
            case (ty.TruthType() | ty.ElementType() | ty.ManyType() | ty.KeyedType() | ty.UnknownType()) as found:
                self.values.mismatch(node.target, found, Said("sort.number"))
        if node.negative:
            amount = Arithmetic(amount.type, "-", Constant(ty.PLAIN, 0), amount)
        return Write(node.span, self.rule("subtract" if node.negative else "add"), place, amount, add=True)

    def list_change(self, node: s.ListChange) -> BoundStatement:
        """Bind ``append x to list`` and ``remove x from list``."""
        place = self.place(node.target)
        item: Term = WRONG
        match place.type:
            case ty.CollectionType(kind):
                item = self.values.element(node.item, kind)
            case ty.ZoneType(pieces):
                self._pieces(node.target, pieces)
            case (ty.SingleType() | ty.ManyType() | ty.KeyedType() | ty.UnknownType()) as found:
                self.values.mismatch(node.target, found, Said("sort.list_or_set"))
        return Enlist(node.span, self.rule("append" if node.adding else "remove"), item, _changed(place), node.adding)

    def sort(self, node: s.Sort) -> BoundStatement:
        """Bind ``sort x in list by ...``."""
        place = self.place(node.target)
        found: ty.Type = place.type
        member: ty.Type = found
        match found:
            case ty.CollectionType(kind):
                member = ty.ElementType(kind)
                if isinstance(place, Tracked) and self.world.state[place.field].form == "set":
                    self.values.amiss("R251", node.target)
            case ty.UnknownType():
                pass
            case ty.SingleType() | ty.NumbersType() | ty.GroupsType() | ty.BundleType() | ty.PlaceType():
                self.values.wrong(node.target, ty.type_text(found), Said("sort.list"))
        scope = self.scope.inner()
        variable = scope.give(node.variable, member, node.span, "loop")
        inner = ExpressionBinder(scope)
        keys = tuple(inner.sort_key(key) for key in node.keys)
        return Order(node.span, self.rule("sort"), _changed(place), variable, keys)


def _changed(place: Term) -> Term:
    """Return the contents of a list or set, as named by statements that change members."""
    return Contents(place.type, place) if isinstance(place, Tracked) else place
