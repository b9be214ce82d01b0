"""Statements that move pieces: cards and tokens from zone to zone, draws, shuffles, lots."""

from __future__ import annotations

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import BundleOf, Expression, Name
from reguli.model.binding.change_statement_binding import ChangeBinder
from reguli.model.binding.expression_binding import member_type
from reguli.model.binding.value_type_checks import WRONG, is_one_variety
from reguli.model.bound_tree.bound_statements import BoundStatement, Cast, Mix, Relocate, TakeTop, Transfer
from reguli.model.bound_tree.bound_terms import Filter, Term, Tracked, Variable, Variety
from reguli.model.types import (
    UNKNOWN,
    BundleType,
    CollectionType,
    ElementType,
    NumberType,
    Type,
    UnknownType,
    ZoneType,
    type_text,
)
from reguli.source.message_arguments import Said, Value


class MoveBinder(ChangeBinder):
    """Binds moves of pieces and what chance does."""

    def move(self, node: s.Move) -> BoundStatement:
        """Bind ``move what from zone to zone``: one piece, all of a set, or so many tokens."""
        if isinstance(node.what, BundleOf) and node.source is not None:
            return self.move_amount(
                s.MoveAmount(node.span, node.what, False, None, node.source, node.target, node.place)
            )
        what = self._tokens(node.what) or self.values.value(node.what)
        if isinstance(what.type, NumberType | BundleType) and node.source is not None:
            amount = s.MoveAmount(node.span, node.what, False, None, node.source, node.target, node.place)
            return self.move_amount(amount, what)
        return self._relocate(node, what)

    def _relocate(self, node: s.Move, pieces: Term) -> BoundStatement:
        kind: str | None = None
        match pieces.type:
            case ElementType(found) | CollectionType(found) if self.world.kinds[found].form == "pieces":
                kind = found
            case UnknownType():
                pass
            case ElementType(found) | CollectionType(found) if found in self.world.broken:
                pass
            case found:
                self.values.amiss("R252", node.what, found=type_text(found))
        source = None if node.source is None else self.values.zone(node.source, kind)
        target = self.values.zone(node.target, kind)
        return Relocate(
            node.span,
            self.rule("move"),
            pieces,
            isinstance(pieces.type, CollectionType),
            source,
            target,
            self.on_top(node.place, node.target, target),
        )

    def _tokens(self, node: Expression) -> Term | None:
        """Report the name of a kind of tokens: they move by number."""
        if not isinstance(node, Name) or self.scope.find(node.id) is not None:
            return None
        kind = self.world.kinds.get(node.id)
        if kind is None or kind.form != "tokens":
            return None
        return self.values.report("R252", node.span, text=node.id, found=type_text(ElementType(kind.id)))

    def on_top(self, place: s.Place | None, node: Expression, target: Term) -> bool:
        """Say whether pieces go on top; only a stack has a top and a bottom."""
        if place is not None and isinstance(target.type, ZoneType) and not self.is_stack(target):
            self.values.amiss("R246", node, what=Said("says.no_end", place=place))
        return place != "bottom"

    def is_stack(self, zone: Term) -> bool:
        """Say whether a zone keeps its pieces in an order."""
        return isinstance(zone, Tracked) and self.world.state[zone.field].order == "stack"

    def move_amount(self, node: s.MoveAmount, amount: Term | None = None) -> BoundStatement:
        """Bind ``move n of variety from zone to zone`` and ``move all from zone to zone``; the amount may be bound already."""
        source = self.values.zone(node.source)
        match source.type:
            case ZoneType(pieces, True):
                return self.transfer(node, source, pieces, amount)
            case ZoneType(pieces, False):
                return self._all_pieces(node, source, pieces)
            case _:
                self.values.zone(node.target)
                return Transfer(node.span, self.rule("move"), None, node.up_to, source, WRONG)

    def _all_pieces(self, node: s.MoveAmount, source: Term, pieces: str) -> BoundStatement:
        if node.amount is not None or node.variety is not None:
            self.values.report("R247", node.span, pieces=pieces)
        target = self.values.zone(node.target, pieces)
        contents = self.values.settled(node.source, source, whole=True)
        top = self.on_top(node.place, node.target, target)
        return Relocate(node.span, self.rule("move"), contents, True, source, target, top)

    def transfer(
        self, node: s.MoveAmount, source: Term, pieces: str, amount: Term | None = None, *, verb: str = "move"
    ) -> Transfer:
        """Bind a move of tokens from a zone of them; both zones tell the same varieties apart."""
        target = self.values.zone(node.target, pieces)
        if node.place is not None:
            self.on_top(node.place, node.target, target)
        if node.amount is not None:
            kind = self.world.kinds[pieces].variety
            amount = amount or self.values.value(node.amount, None if kind is None else BundleType(pieces, kind))
            if isinstance(amount.type, BundleType) or isinstance(node.amount, BundleOf):
                return self._bundle(node, source, target, amount, verb)
            amount = self.values.held_number(node.amount, amount, pieces)
        variety = self._variety(node, pieces)
        if variety is not None:
            source, target = narrowed(source, variety), narrowed(target, variety)
        source, target = self.matched(node.source, source, node.target, target)
        if node.amount is not None and not is_one_variety(source) and not isinstance(source.type, UnknownType):
            kind = self.world.kinds[pieces].variety
            self.values.amiss("R225", node.source, pieces=pieces, variety=str(kind))
        return Transfer(node.span, self.rule(verb), amount, node.up_to, source, target)

    def _bundle(self, node: s.MoveAmount, source: Term, target: Term, bundle: Term, verb: str) -> Transfer:
        """Bind a move of a bundle: both zones tell its varieties apart."""
        if node.variety is not None or node.up_to:
            self.values.report("R272", node.span, text=self.values.text(node.amount or node.source))
        for zone_node, zone in ((node.source, source), (node.target, target)):
            match bundle.type, zone.type:
                case (UnknownType(), _) | (_, UnknownType()):
                    pass
                case BundleType(wanted), ZoneType(pieces, True, str()) if pieces == wanted:
                    pass
                case wanted, found:
                    known = wanted.pieces if isinstance(wanted, BundleType) else ""
                    self.values.mismatch(zone_node, found, Said("sort.zone_of_all", pieces=known))
        return Transfer(node.span, self.rule(verb), bundle, False, source, target)

    def _variety(self, node: s.MoveAmount, pieces: str) -> Term | None:
        """Bind the variety of the tokens; their own kind's name stands for the only one there is."""
        kind = self.world.kinds[pieces].variety
        if node.variety is None:
            return None
        if isinstance(node.variety, Name) and node.variety.id == pieces and self.scope.find(pieces) is None:
            return None
        if kind is None:
            self.values.wrong(node.variety, Said("sort.no_variety"), Said("sort.one_variety", pieces=pieces))
            return None
        return self.values.element(node.variety, kind)

    def matched(
        self, source_node: Expression, source: Term, target_node: Expression, target: Term
    ) -> tuple[Term, Term]:
        """Make both zones tell the same varieties apart: where one means a single variety, so does the other."""
        if isinstance(source, Variety) and not is_one_variety(target):
            return source, narrowed(target, source.variety)
        if isinstance(target, Variety) and not is_one_variety(source):
            return narrowed(source, target.variety), target
        for node, zone, other in ((source_node, source, target), (target_node, target, source)):
            if isinstance(zone.type, ZoneType) and not is_one_variety(zone) and is_one_variety(other):
                self.values.amiss("R225", node, pieces=zone.type.pieces, variety=str(zone.type.variety))
        return source, target

    def draw(self, node: s.Draw) -> BoundStatement:
        """Bind ``draw card from deck to zone``; from a zone of tokens it names the variety of the one drawn."""
        source, kind, drawn = self._drawn(node.source)
        target, top = None, True
        if node.target is not None:
            target, top = self._drawn_to(node.target, node.place, kind)
        variable = self.scope.give(node.variable, drawn, node.span, "let")
        return TakeTop(node.span, self.rule("draw"), variable, source, target, top)

    def draw_some(self, node: s.DrawSome) -> BoundStatement:
        """Bind ``draw n of deck to zone`` and ``draw up to n of bag to zone``."""
        source, kind, drawn = self._drawn(node.source)
        target, top = self._drawn_to(node.target, node.place, kind)
        amount, there = self.values.number(node.amount, kind), WRONG if kind is None else self.values.count(node.source)
        variable = self.world.variable(kind or "", drawn)
        return TakeTop(node.span, self.rule("draw"), variable, source, target, top, amount, node.up_to, there)

    def _drawn(self, node: Expression) -> tuple[Term, str | None, Type]:
        """Bind what is drawn from: a stack, or tokens of several varieties; give the kind of pieces and the type of what is drawn."""
        term = self.values.zone(node)
        match term.type:
            case ZoneType(pieces, True, variety):
                if variety is None or None in self.world.kinds[pieces].supply:
                    what = Said("says.all_alike") if variety is None else Said("says.without_end")
                    return self.values.report("R291", node.span, text=self.values.text(node), what=what), None, UNKNOWN
                return term, pieces, ElementType(variety)
            case ZoneType(pieces, False):
                if not self.is_stack(term):
                    return self.values.amiss("R246", node, what=Said("says.no_top")), None, UNKNOWN
                return term, pieces, ElementType(pieces)
            case _:
                return term, None, UNKNOWN

    def _drawn_to(self, node: Expression, place: s.Place | None, kind: str | None) -> tuple[Term, bool]:
        """Bind where what is drawn goes; tokens go where their varieties are told apart."""
        target = self.values.zone(node, kind)
        match target.type:
            case ZoneType(pieces, True, None) if kind is not None:
                self.values.amiss("R225", node, pieces=pieces, variety=str(self.world.kinds[kind].variety))
            case _:
                pass
        return target, self.on_top(place, node, target)

    def _stack(self, node: Expression, what: Value) -> Term:
        term = self.values.zone(node)
        if isinstance(term.type, ZoneType) and not self.is_stack(term):
            return self.values.amiss("R246", node, what=what)
        return term

    def shuffle(self, node: s.Shuffle) -> BoundStatement:
        """Bind ``shuffle deck``."""
        return Mix(node.span, self.rule("shuffle"), self._stack(node.zone, Said("says.no_order")))

    def lot(self, node: s.Lot) -> BoundStatement:
        """Bind ``by lot x in S where C weighing W``; among ``subsets(...)`` the lot falls on one whole set."""
        domain = self.values.domain(node.domain)
        member: Variable | None = None
        weight: Term | None = None
        if node.weight is not None:
            member, weighed = self.values.opened(node.variable, domain, node.domain)
            weight = weighed.number(node.weight)
        if node.where is not None:
            inner, opened = self.values.opened(node.variable, domain, node.domain)
            domain = Filter(domain.type, inner, domain, opened.truth(node.where), ())
        variable = self.scope.give(node.variable, member_type(domain), node.span, "let")
        return Cast(node.span, self.rule("lot"), variable, domain, member, weight)


def narrowed(zone: Term, variety: Term) -> Term:
    """Give the tokens of one variety in a zone that tells them apart; any other zone is given back."""
    match zone.type:
        case ZoneType(pieces, True, str()):
            return Variety(ZoneType(pieces, True), zone, variety, span=zone.span)
        case _:
            return zone
