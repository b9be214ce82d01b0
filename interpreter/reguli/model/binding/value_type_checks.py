"""Type checks of expressions: number, condition, single element, set or zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from reguli.language.syntax_tree.expressions import Binary, BundleOf, Expression, Name
from reguli.model import types as ty
from reguli.model.binding.name_resolution import WRONG, NameBinder
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Bundled,
    Cell,
    Compare,
    ComputedTerm,
    Constant,
    Contents,
    Elements,
    Exists,
    Fixed,
    LeafTerm,
    Listed,
    Local,
    LookupTerm,
    Occupant,
    Share,
    Term,
    Tracked,
    Variety,
)
from reguli.model.table_binding import partial_row_type
from reguli.model.types import unit_matches
from reguli.source.finding_catalogue import Said, Value

ELEMENT: Final = Said("sort.element")


class ValueBinder(NameBinder):
    """Binds an expression and checks it against the expected type."""

    def value(self, node: Expression, expected: ty.Type | None = None) -> Term:
        """Bind a value that can be stored or passed on; a zone is converted to its contents."""
        term = self.term(node, expected)
        match term.type, expected:
            case ty.ZoneType(pieces, True, str()), ty.BundleType(wanted) if pieces == wanted:
                return self._lying(node, term, expected)
            case _:
                return self.settled(node, term)

    def _lying(self, node: Expression, zone: Term, bundle: ty.BundleType) -> Term:
        """Return all tokens in a zone, which must be finite, as a bundle."""
        if self._endless(zone, bundle.pieces):
            return self.report("R273", node.span, text=self.text(node), what=Said("says.without_end"))
        return Contents(bundle, zone, span=node.span)

    def each_variety(self, bundle: ty.BundleType, sides: Callable[[Term], tuple[Term, Term]]) -> Term:
        """Return the condition that, for each variety, one number is at most the other."""
        variable = self.world.variable(bundle.kind, ty.ElementType(bundle.kind))
        less, more = sides(Local(variable.type, variable))
        every = Elements(ty.CollectionType(bundle.kind), bundle.kind)
        return Exists(ty.TRUTH, "every", variable, every, None, Compare(ty.TRUTH, "<=", less, more))

    def single(self, node: Expression, term: Term) -> Term:
        """Convert a zone of one to its piece; return other terms unchanged."""
        match term.type:
            case ty.ZoneType(pieces, counted, variety, one=True):
                return Occupant(ty.ElementType(str(variety) if counted else pieces), term, span=node.span)
            case ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType():
                return term

    def settled(self, node: Expression, term: Term, *, whole: bool = False) -> Term:
        """Convert a place to its contents: a zone with capacity one to its piece, or with ``whole`` to a set."""
        if not whole:
            term = self.single(node, term)
        match term.type:
            case ty.ZoneType(pieces, False):
                return Contents(ty.CollectionType(pieces), term, span=node.span)
            case ty.ZoneType(pieces, True, None):
                return Amount(ty.NumberType(pieces), term, span=node.span)
            case ty.ZoneType(pieces, True, variety):
                return self.amiss("R225", node, pieces=pieces, variety=str(variety))
            case ty.CollectionType() if isinstance(term, Tracked):
                return Contents(term.type, term, span=node.span)
            case ty.KeyedType((_,)) if isinstance(term, Fixed):
                name = f"{term.kind}.{term.field}"
                row = partial_row_type(self.world.tables[name], self.world)
                return Cell(row, name, (term.element,), span=node.span) if isinstance(row, ty.BundleType) else term
            case ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType():
                return term

    def number(self, node: Expression, unit: str | None = None) -> Term:
        """Bind a number; if a unit is given, check that it fits."""
        return self.held_number(node, self.value(node), unit)

    def held_number(self, node: Expression, term: Term, unit: str | None = None) -> Term:
        """Check that a bound value is a number; if a unit is given, that it fits."""
        match term.type:
            case ty.NumberType() as found:
                if not unit_matches(found, unit):
                    return self.amiss("R221", node, left=ty.type_text(found), right=ty.type_text(ty.NumberType(unit)))
                return term
            case (ty.TruthType() | ty.ElementType() | ty.ManyType() | ty.PlaceType() | ty.UnknownType()) as found:
                return self.mismatch(node, found, Said("sort.number"))

    def truth(self, node: Expression) -> Term:
        """Bind a condition."""
        term = self.term(node)
        return term if isinstance(term.type, ty.TruthType) else self.mismatch(node, term.type, Said("sort.condition"))

    def element(self, node: Expression, kind: str, *, none: bool = False) -> Term:
        """Bind one element of a kind; the word ``none`` is accepted if allowed."""
        if none and isinstance(node, Name) and node.id == "none":
            return Constant(ty.ElementType(kind), -1, "none")
        return self.held_element(node, self.single(node, self.term(node, ty.ElementType(kind))), kind)

    def held_element(self, node: Expression, term: Term, kind: str) -> Term:
        """Check that a bound value is one element of a kind."""
        match term.type:
            case ty.ElementType(found) if found == kind:
                return term
            case ty.ZoneType(pieces) if pieces == kind and self.too_many(node, term):
                return WRONG
            case (ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType()) as found:
                return self.mismatch(node, found, Said("sort.one", kind=kind), kind)

    def any_element(self, node: Expression, what: Value = ELEMENT) -> Term:
        """Bind one element of any kind."""
        term = self.single(node, self.term(node))
        return term if isinstance(term.type, ty.ElementType) else self.mismatch(node, term.type, what)

    def collection(self, node: Expression, kind: str | None = None) -> Term:
        """Bind a set of elements, of a given kind if any; a zone of unique pieces counts as the set of them."""
        return self.held_collection(node, self.term(node, None if kind is None else ty.CollectionType(kind)), kind)

    def held_collection(self, node: Expression, term: Term, kind: str | None = None) -> Term:
        """Check that a bound value is a set of elements, of a given kind if any."""
        wanted = Said("sort.set_of_elements") if kind is None else Said("sort.set_of", kind=kind)
        match term.type:
            case ty.ZoneType(_, True):
                return self.mismatch(node, term.type, wanted)
            case ty.CollectionType() | ty.ZoneType():
                term = self.settled(node, term, whole=True)
                found = term.type
                if kind is not None and isinstance(found, ty.CollectionType) and found.kind != kind:
                    return self.mismatch(node, found, wanted)
                return term
            case (ty.SingleType() | ty.ManyType() | ty.KeyedType() | ty.UnknownType()) as found:
                return self.mismatch(node, found, wanted)

    def several(self, node: Expression) -> Term:
        """Bind the domain of a multiple choice: a set, or a finite number of tokens of several varieties."""
        term = self.term(node)
        match term.type:
            case ty.ZoneType(pieces, True, str(variety)) if not self._endless(term, pieces):
                return Contents(ty.BundleType(pieces, variety), term, span=node.span)
            case ty.ZoneType(_, True, variety):
                what = Said("says.all_alike") if variety is None else Said("says.without_end")
                return self.report("R273", node.span, text=self.text(node), what=what)
            case ty.BundleType() | ty.KeyedType() if isinstance((row := self.settled(node, term)).type, ty.BundleType):
                return row
            case ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType():
                return self.held_collection(node, term)

    def bundle_of(self, node: BundleOf, expected: ty.Type | None) -> Term:
        """Bind a bundle literal."""
        wanted = expected if isinstance(expected, ty.BundleType) else None
        varieties: list[Term] = []
        amounts: list[Term] = []
        for share in node.shares:
            of = share.variety
            variety = self.any_element(of) if wanted is None else self.element(of, wanted.kind)
            if wanted is None and isinstance(variety.type, ty.ElementType):
                wanted = self._bundle_type(share.variety, variety.type.kind)
            if wanted is None:
                return WRONG
            varieties.append(variety)
            amounts.append(self.number(share.amount, wanted.pieces))
        if wanted is None or any(isinstance(one.type, ty.UnknownType) for one in (*varieties, *amounts)):
            return WRONG
        return Bundled(wanted, tuple(varieties), tuple(amounts))

    def bundle(self, node: Expression, wanted: ty.BundleType) -> Term:
        """Bind a bundle of a kind of tokens; a zone is converted to its contents, and ``{}`` is empty."""
        term = self.value(node, wanted)
        return term if term.type == wanted else self.mismatch(node, term.type, ty.type_text(wanted))

    def _bundle_type(self, node: Expression, kind: str) -> ty.BundleType | None:
        """Return the bundle type of the only kind of tokens that has these varieties."""
        found = [one.id for one in self.world.kinds.values() if one.form == "tokens" and one.variety == kind]
        if len(found) != 1:
            self.report("R270", node.span, kind=kind)
            return None
        return ty.BundleType(found[0], kind)

    def bundles_compared(self, node: Binary, left: Term, right: Term) -> Term:
        """Bind a comparison of two bundles: equality, or at most as many of each variety."""
        if node.operator in {"=", "!="}:
            return Compare(ty.TRUTH, node.operator, left, right)
        if node.operator not in {"<=", ">="}:
            return self.report("R271", node.span, sign=node.operator)
        less, more = (left, right) if node.operator == "<=" else (right, left)
        assert isinstance(left.type, ty.BundleType)
        return self.each_variety(left.type, lambda one: (share_of(less, one), share_of(more, one)))

    def beside(self, node: Expression, other: Expression) -> tuple[Term, Term]:
        """Bind two operands, the first determining the type of the second; a zone compared with a bundle becomes a bundle."""
        term = self.term(node)
        match term.type:
            case ty.ZoneType(pieces, True, str(variety), one):
                wanted = ty.ElementType(variety) if one else ty.BundleType(pieces, variety)
                second = self.value(other, wanted)
                if isinstance(second.type, ty.BundleType):
                    return self._lying(node, term, second.type), second
                return self.settled(node, term), second
            case ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType():
                first = self.settled(node, term)
                return first, self.value(other, first.type)

    def _endless(self, zone: Term, pieces: str) -> bool:
        """Return whether a zone holds an unlimited number of tokens."""
        kind = self.world.kinds[pieces]
        return None in kind.supply and getattr(kind.starts, "field", None) == getattr(zone, "field", "")

    def elements(self, node: Expression, kind: str | None = None) -> Term:
        """Bind a set of elements; a single element becomes a set of one."""
        term = self.term(node, None if kind is None else ty.ElementType(kind))
        match term.type:
            case ty.ElementType(found) if kind is None or found == kind:
                return Listed(ty.CollectionType(found), (term,))
            case ty.CollectionType(found) | ty.ZoneType(found, False) if kind is None or found == kind:
                return self.settled(node, term, whole=True)
            case (ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType()) as found:
                wanted = Said("sort.set_of_elements") if kind is None else Said("sort.set_of", kind=kind)
                return self.mismatch(node, found, wanted)

    def domain(self, node: Expression, expected: ty.Type | None = None) -> Term:
        """Bind the domain of a variable: a set, a range of numbers, or sets of elements."""
        term = self.term(node, expected)
        match term.type:
            case ty.ZoneType(_, False) | ty.CollectionType():
                return self.settled(node, term, whole=True)
            case ty.NumbersType() | ty.GroupsType():
                return term
            case (ty.SingleType() | ty.BundleType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType()) as found:
                return self.mismatch(node, found, Said("sort.set_or_range"))

    def zone(self, node: Expression, pieces: str | None = None) -> Term:
        """Bind a zone, of a given kind of pieces if any."""
        term = self.term(node)
        match term.type:
            case ty.ZoneType(found) if pieces is None or found == pieces:
                return term
            case (ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType()) as found:
                wanted = Said("sort.zone") if pieces is None else Said("sort.zone_of", pieces=pieces)
                return self.mismatch(node, found, wanted)


def share_of(bundle: Term, variety: Term | None) -> Term:
    """Return the number of tokens of one variety, or of all, in a bundle; for the contents of a zone, read the zone."""
    assert isinstance(bundle.type, ty.BundleType)
    unit = ty.NumberType(bundle.type.pieces)
    match bundle:
        case Contents(_, zone):
            held = zone if variety is None else Variety(ty.ZoneType(bundle.type.pieces, True), zone, variety)
            return Amount(unit, held)
        case LeafTerm() | LookupTerm() | Variety() | Occupant() | Amount() | ComputedTerm():
            return Share(unit, bundle, variety)


def is_one_variety(term: Term) -> bool:
    """Return whether a zone of tokens holds, or means, one variety only."""
    return isinstance(term, Variety) or (isinstance(term.type, ty.ZoneType) and term.type.variety is None)


__all__ = ["WRONG", "ValueBinder", "is_one_variety", "share_of"]
