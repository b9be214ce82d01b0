"""Binding of statements that move pieces: moves between zones, draws, shuffles, lots."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree.expressions import BundleOf, Expression, Name
from reguli.model import types as ty
from reguli.model.binding.change_statement_binding import ChangeBinder
from reguli.model.binding.expression_binding import member_type
from reguli.model.binding.value_type_checks import WRONG, is_one_variety, share_of
from reguli.model.bound_tree.bound_statements import BoundStatement, Cast, Give, Guard, Mix, Relocate, TakeTop, Transfer
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Apply,
    Arithmetic,
    Builtin,
    Cell,
    Choice,
    Compare,
    Constant,
    Filter,
    Fixed,
    Known,
    Local,
    Logic,
    Term,
    Tracked,
    Variable,
    Variety,
)
from reguli.model.bound_tree.tree_traversal import all_terms, with_span
from reguli.model.types import (
    PLAIN,
    TRUTH,
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
from reguli.source.finding_catalogue import Said, Value


class MoveBinder(ChangeBinder):
    """Binds moves of pieces and chance statements."""

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
            case (NumberType() | ty.TruthType() | ElementType() | ty.ManyType() | ty.PlaceType()) as found:
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
        """Return whether pieces go on top; only a stack has a top and a bottom."""
        if place is not None and isinstance(target.type, ZoneType) and not self.is_stack(target):
            self.values.amiss("R246", node, what=Said("says.no_end", place=place))
        return place != "bottom"

    def is_stack(self, zone: Term) -> bool:
        """Return whether a zone is ordered."""
        return isinstance(zone, Tracked) and self.world.state[zone.field].order == "stack"

    def move_amount(self, node: s.MoveAmount, amount: Term | None = None) -> BoundStatement:
        """Bind ``move n of variety from zone to zone`` and ``move all from zone to zone``; the amount may be bound already."""
        source = self.values.zone(node.source)
        match source.type:
            case ZoneType(pieces, True):
                return self.transfer(node, source, pieces, amount)
            case ZoneType(pieces, False):
                return self._all_pieces(node, source, pieces)
            case ty.SingleType() | ty.ManyType() | ZoneType() | ty.KeyedType() | UnknownType():
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
        """Bind a move of tokens between zones; both must distinguish the same varieties."""
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
            source, target = select_variety(source, variety), select_variety(target, variety)
        source, target = self.matched(node.source, source, node.target, target)
        if node.amount is not None and not is_one_variety(source) and not isinstance(source.type, UnknownType):
            kind = self.world.kinds[pieces].variety
            self.values.amiss("R225", node.source, pieces=pieces, variety=str(kind))
        return Transfer(node.span, self.rule(verb), amount, node.up_to, source, target)

    def _bundle(self, node: s.MoveAmount, source: Term, target: Term, bundle: Term, verb: str) -> Transfer:
        """Bind a move of a bundle; both zones must distinguish its varieties."""
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
        """Bind the variety of tokens; the name of the kind denotes its only variety."""
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
        """Align two zones: where one refers to a single variety, restrict the other to it."""
        if isinstance(source, Variety) and not is_one_variety(target):
            return source, select_variety(target, source.variety)
        if isinstance(target, Variety) and not is_one_variety(source):
            return select_variety(source, target.variety), target
        for node, zone, other in ((source_node, source, target), (target_node, target, source)):
            if isinstance(zone.type, ZoneType) and not is_one_variety(zone) and is_one_variety(other):
                self.values.amiss("R225", node, pieces=zone.type.pieces, variety=str(zone.type.variety))
        return source, target

    def draw(self, node: s.Draw) -> BoundStatement:
        """Bind ``draw card from deck to zone``; for a zone of tokens, the name is bound to the variety drawn."""
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
        """Bind the source of a draw, a stack or tokens of several varieties; return its kind and the type drawn."""
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
            case ty.SingleType() | ty.ManyType() | ZoneType() | ty.KeyedType() | UnknownType():
                return term, None, UNKNOWN

    def _drawn_to(self, node: Expression, place: s.Place | None, kind: str | None) -> tuple[Term, bool]:
        """Bind the target of a draw; for tokens it must distinguish their varieties."""
        target = self.values.zone(node, kind)
        match target.type:
            case ZoneType(pieces, True, None) if kind is not None:
                self.values.amiss("R225", node, pieces=pieces, variety=str(self.world.kinds[kind].variety))
            case ty.SingleType() | ty.ManyType() | ZoneType() | ty.KeyedType() | UnknownType():
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
        """Bind ``by lot x in S where C weighing W``; ``subsets(...)`` draws one whole set."""
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


def select_variety(zone: Term, variety: Term) -> Term:
    """Return the tokens of one variety if the zone distinguishes varieties; otherwise return the zone."""
    match zone.type:
        case ZoneType(pieces, True, str()):
            return Variety(ZoneType(pieces, True), zone, variety, span=zone.span)
        case ty.SingleType() | ty.ManyType() | ZoneType() | ty.KeyedType() | UnknownType():
            return zone


# -- charge binding --------------------------------------------------------------------------------------------------
# Charges: guards of an option and its first effects, so that what is asked and what is paid cannot differ.
#
# All guards of an option are asked on the state before its effects, so each charge is asked together with those before it that may
# leave the same zone or go to the same one, whoever names it. What it takes and where is computed then, too, wherever an earlier
# charge or what a waiver takes could change it.


LASTING = (Constant, Local, Fixed, Cell, Arithmetic)
"""Terms made of these only are the same before and after anything happens."""


@dataclass(slots=True)
class Head:
    """The bound part of an option's head; ``lifted`` marks that waivers may lift one of its guards."""

    option: s.Option
    lifted: bool
    checks: list[Give | Guard] = field(default_factory=list)
    paid: list[Transfer] = field(default_factory=list)


class PayingBinder(MoveBinder):
    """Binds charges at the head of an option."""

    def tokens_paid(self, node: s.Pay) -> Transfer:
        """Bind the tokens that a charge moves."""
        source = self.values.zone(node.source)
        pieces = source.type.pieces if isinstance(source.type, ZoneType) and source.type.counted else None
        if pieces is None:
            self.values.mismatch(node.source, source.type, Said("sort.zone_of_tokens"))
            return Transfer(node.span, self.rule("pay"), WRONG, False, WRONG, self.values.zone(node.target))
        moved = s.MoveAmount(node.span, node.amount, False, node.variety, node.source, node.target, None)
        found = self.transfer(moved, source, pieces, verb="pay")
        with_span(found.source, node.source.span)
        with_span(found.target, node.target.span)
        return found

    def known_paid(self, head: Head, node: s.Pay) -> tuple[Transfer, Term, str]:
        """Bind a charge: what it moves, the condition that it can be made, and that condition as text.

        What has to be computed before anything happens joins the checks of the option.
        """
        paid = self.tokens_paid(node)
        source, target = self._zone_known(head, paid.source), self._zone_known(head, paid.target)
        amount = WRONG if paid.amount is None else paid.amount
        written = amount
        if not isinstance(amount.type, BundleType):
            amount = self._cut(head, amount)
        if amount is not written or head.paid or head.lifted:
            amount = self.known(head, amount, written)
        paid = replace(paid, amount=amount, source=source, target=target)
        if any(isinstance(one.type, UnknownType) for one in (amount, source, target)):
            return paid, WRONG, ""
        text = self.values.text
        asked = [
            (self._enough(head, paid), f"{text(node.amount)} <= {text(node.source)}"),
            (self._room(head, paid), f"{text(node.amount)} <= {text(node.target)}"),
        ]
        found = [(condition, said) for condition, said in asked if condition is not None]
        if not found:
            self.values.report("R281", node.span, text=text(node.source))
            return paid, WRONG, ""
        conditions = [with_span(condition, node.span) for condition, _ in found]
        whole = reduce(lambda left, right: Logic(TRUTH, "and", left, right), conditions)
        return paid, with_span(whole, node.span), found[0][1]

    def known(self, head: Head, term: Term, written: Term) -> Term:
        """Return a term that no later change affects: itself, or a variable assigned beforehand."""
        if all(isinstance(one, LASTING) for one in all_terms(term)):
            return term
        variable = self.world.variable(self.world.text(written.span), term.type)
        head.checks.append(Give(written.span, self.rule("taken"), variable, with_span(term, written.span)))
        return Known(term.type, variable, written, span=written.span)

    def _zone_known(self, head: Head, zone: Term) -> Term:
        """Return a zone whose owner and variety are not changed by earlier charges."""
        if not (head.paid or head.lifted) or not isinstance(zone, Tracked | Variety):
            return zone
        changed: dict[str, Any] = {}
        for name in zone.__match_args__:
            part = getattr(zone, name)
            if isinstance(part, Tracked) and isinstance(part.type, ZoneType):
                changed[name] = self._zone_known(head, part)
            elif isinstance(part, Term) and name != "type":
                changed[name] = self.known(head, part, part)
        return replace(zone, **changed)

    def _cut(self, head: Head, amount: Term) -> Term:
        """Clamp an amount to 0 from below if it depends on an adjusted define at any depth."""
        values = {check.variable.key: check.value for check in head.checks if isinstance(check, Give)}
        defines = dict(self.world.defines)
        waiting = [*all_terms(amount)]
        for one in waiting:
            if isinstance(one, Apply) and (define := defines.pop(one.define, None)) is not None:
                if define.adjusts:
                    return Builtin(amount.type, "max", (Constant(PLAIN, 0), amount))
                waiting += all_terms(define.value)
            if isinstance(one, Local) and one.variable.key in values:
                waiting += all_terms(values.pop(one.variable.key))
        return amount

    def _enough(self, head: Head, paid: Transfer) -> Term | None:
        """Return the condition that a zone covers all charges taken from it; ``None`` if its supply is unlimited."""
        zone = _zone_of(paid.source)
        kind = self.world.kinds[zone.type.pieces] if isinstance(zone.type, ZoneType) else None
        if (
            kind is None
            or paid.amount is None
            or (None in kind.supply and getattr(kind.starts, "field", None) == getattr(zone, "field", ""))
        ):
            return None
        if isinstance(paid.amount.type, BundleType):
            return self.values.each_variety(paid.amount.type, lambda one: _asked(head, _share(paid, one)))
        together, there = _asked(head, paid)
        return Compare(TRUTH, "<=", together, there)

    def _room(self, head: Head, paid: Transfer) -> Term | None:
        """Return the condition that a zone has room for all charges to it; ``None`` if it has no capacity."""
        zone = _zone_of(paid.target)
        declared = self.world.state.get(zone.field) if isinstance(zone, Tracked) else None
        if declared is None or declared.capacity is None:
            return None
        earlier = [(_zone_of(one.target), _total(one.amount)) for one in head.paid]
        together = _together(_total(paid.amount), earlier, zone)
        return Compare(
            TRUTH, "<=", Arithmetic(together.type, "+", _held(zone), together), Constant(PLAIN, declared.capacity)
        )


def _zone_of(zone: Term) -> Term:
    return zone.zone if isinstance(zone, Variety) else zone


def _held(zone: Term) -> Amount:
    assert isinstance(zone.type, ZoneType)
    return Amount(NumberType(zone.type.pieces), zone)


def _total(amount: Term | None) -> Term | None:
    """Return the number of tokens paid; for a bundle, the sum."""
    return share_of(amount, None) if amount is not None and isinstance(amount.type, BundleType) else amount


def _share(paid: Transfer, variety: Term) -> Transfer:
    """Return the part of a charge in one variety."""
    if paid.amount is None or not isinstance(paid.amount.type, BundleType):
        return paid
    zone = Variety(ZoneType(paid.amount.type.pieces, True), paid.source, variety)
    return replace(paid, amount=share_of(paid.amount, variety), source=zone)


def _asked(head: Head, paid: Transfer) -> tuple[Term, Term]:
    """Return the sum that this and earlier charges take of one variety, and the amount available."""
    parts = [_share(one, paid.source.variety) if isinstance(paid.source, Variety) else one for one in head.paid]
    return _together(paid.amount, [(one.source, one.amount) for one in parts], paid.source), _held(paid.source)


def _together(total: Term | None, earlier: list[tuple[Term, Term | None]], zone: Term) -> Term:
    """Return an amount plus those that earlier charges take from, or bring to, the same zone."""
    assert total is not None
    for other, amount in earlier:
        same = _same(other, zone)
        if same is False or amount is None:
            continue
        part = amount if same is True else Choice(amount.type, same, amount, Constant(PLAIN, 0))
        total = Arithmetic(total.type, "+", part, total)
    return total


def _same(one: Term, other: Term) -> Term | bool:
    """Return whether two zones are the same, or the condition under which they are."""
    match one, other:
        case Variety(), Variety():
            zones, varieties = _same(one.zone, other.zone), _alike(one.variety, other.variety)
            if zones is False or varieties is False:
                return False
            if zones is True:
                return varieties
            return zones if varieties is True else Logic(TRUTH, "and", zones, varieties)
        case Tracked(), Tracked():
            if one.field != other.field:
                return False
            if one.owner is None or other.owner is None:
                return True
            return _alike(one.owner, other.owner)
        case _:
            return one == other


def _alike(one: Term, other: Term) -> Term | bool:
    if isinstance(one, Constant) and isinstance(other, Constant):
        return one.value == other.value
    if isinstance(one, Local) and isinstance(other, Local) and one.variable.key == other.variable.key:
        return True
    return Compare(TRUTH, "=", one, other)
