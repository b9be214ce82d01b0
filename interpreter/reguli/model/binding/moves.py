"""Statements that move pieces: cards and tokens from zone to zone, draws, shuffles, lots."""

from __future__ import annotations

from reguli.language.tree import statements as s
from reguli.language.tree.expressions import Expression, Name
from reguli.model.binding.changes import ChangeBinder
from reguli.model.binding.expressions import member_type
from reguli.model.binding.values import WRONG, is_one_variety
from reguli.model.tree.bound import BoundStatement, Cast, Mix, Relocate, TakeTop, Transfer
from reguli.model.tree.terms import Filter, Term, Tracked, Variety
from reguli.model.types import UNKNOWN, CollectionType, ElementType, UnknownType, ZoneType, type_text
from reguli.source.said import Said, Value


class MoveBinder(ChangeBinder):
    """Binds moves of pieces and what chance does."""

    def move_piece(self, node: s.MovePiece) -> BoundStatement:
        """Bind ``move piece from zone to zone``: one piece, or all of a set."""
        pieces = self._tokens(node.piece) or self.values.value(node.piece)
        kind: str | None = None
        match pieces.type:
            case ElementType(found) | CollectionType(found) if self.world.kinds[found].form == "pieces":
                kind = found
            case UnknownType():
                pass
            case ElementType(found) | CollectionType(found) if found in self.world.broken:
                pass
            case found:
                self.values.amiss("R252", node.piece, found=type_text(found))
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

    def move_amount(self, node: s.MoveAmount) -> BoundStatement:
        """Bind ``move n of variety from zone to zone`` and ``move all from zone to zone``."""
        source = self.values.zone(node.source)
        match source.type:
            case ZoneType(pieces, True):
                return self._transfer(node, source, pieces)
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

    def _transfer(self, node: s.MoveAmount, source: Term, pieces: str) -> BoundStatement:
        target = self.values.zone(node.target, pieces)
        if node.place is not None:
            self.on_top(node.place, node.target, target)
        amount = None if node.amount is None else self.values.number(node.amount, pieces)
        variety = self._variety(node, pieces)
        if variety is not None:
            source, target = narrowed(source, variety), narrowed(target, variety)
        source, target = self.matched(node.source, source, node.target, target)
        if node.amount is not None and not is_one_variety(source) and not isinstance(source.type, UnknownType):
            kind = self.world.kinds[pieces].variety
            self.values.amiss("R225", node.source, pieces=pieces, variety=str(kind))
        return Transfer(node.span, self.rule("move"), amount, node.up_to, source, target)

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

    def pay(self, node: s.Pay) -> BoundStatement:
        """Bind ``pay n from zone to zone``."""
        source = self.values.zone(node.source)
        pieces = source.type.pieces if isinstance(source.type, ZoneType) else None
        target = self.values.zone(node.target, pieces)
        source, target = self.matched(node.source, source, node.target, target)
        for zone_node, zone in ((node.source, source), (node.target, target)):
            match zone.type:
                case ZoneType(found, True, str(variety)):
                    self.values.amiss("R225", zone_node, pieces=found, variety=variety)
                case ZoneType(_, False) as found:
                    self.values.mismatch(zone_node, found, Said("sort.zone_of_tokens"))
                case _:
                    pass
        return Transfer(node.span, self.rule("pay"), self.values.number(node.amount, pieces), False, source, target)

    def draw(self, node: s.Draw) -> BoundStatement:
        """Bind ``draw card from deck to zone``."""
        source = self._stack(node.source, Said("says.no_top"))
        kind = source.type.pieces if isinstance(source.type, ZoneType) else None
        target = None if node.target is None else self.values.zone(node.target, kind)
        top = True if node.target is None or target is None else self.on_top(node.place, node.target, target)
        found = UNKNOWN if kind is None else ElementType(kind)
        variable = self.scope.give(node.variable, found, node.span, "let")
        return TakeTop(node.span, self.rule("draw"), variable, source, target, top)

    def _stack(self, node: Expression, what: Value) -> Term:
        term = self.values.zone(node)
        if isinstance(term.type, ZoneType) and not self.is_stack(term):
            return self.values.amiss("R246", node, what=what)
        return term

    def shuffle(self, node: s.Shuffle) -> BoundStatement:
        """Bind ``shuffle deck``."""
        return Mix(node.span, self.rule("shuffle"), self._stack(node.zone, Said("says.no_order")))

    def lot(self, node: s.Lot) -> BoundStatement:
        """Bind ``by lot x in S where C``; among ``subsets(...)`` the lot falls on one whole set."""
        domain = self.values.domain(node.domain)
        if node.where is not None:
            inner, opened = self.values.opened(node.variable, domain, node.domain)
            domain = Filter(domain.type, inner, domain, opened.truth(node.where), ())
        variable = self.scope.give(node.variable, member_type(domain), node.span, "let")
        return Cast(node.span, self.rule("lot"), variable, domain)


def narrowed(zone: Term, variety: Term) -> Term:
    """Give the tokens of one variety in a zone that tells them apart; any other zone is given back."""
    match zone.type:
        case ZoneType(pieces, True, str()):
            return Variety(ZoneType(pieces, True), zone, variety)
        case _:
            return zone
