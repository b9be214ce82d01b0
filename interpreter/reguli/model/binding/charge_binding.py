"""Charges: guards of an option and its first effects, so that what is asked and what is paid cannot differ.

All guards of an option are asked on the state before its effects, so each charge is asked together with those before it that may
leave the same zone or go to the same one, whoever names it. What it takes and where is computed then, too, wherever an earlier
charge or what a waiver takes could change it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from reguli.language.syntax_tree import statements as s
from reguli.model.binding.move_statement_binding import MoveBinder
from reguli.model.binding.value_type_checks import WRONG, share_of
from reguli.model.bound_tree.bound_statements import Give, Guard, Transfer
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Apply,
    Arithmetic,
    Builtin,
    Cell,
    Choice,
    Compare,
    Constant,
    Fixed,
    Known,
    Local,
    Logic,
    Term,
    Tracked,
    Variety,
)
from reguli.model.bound_tree.tree_traversal import all_terms, placed
from reguli.model.types import PLAIN, TRUTH, BundleType, NumberType, UnknownType, ZoneType
from reguli.source.message_arguments import Said

LASTING = (Constant, Local, Fixed, Cell, Arithmetic)
"""Terms made of these only are the same before and after anything happens."""


@dataclass(slots=True)
class Head:
    """What an option begins with, as far as it is bound; ``lifted`` says that waivers may lift one of its guards."""

    option: s.Option
    lifted: bool
    checks: list[Give | Guard] = field(default_factory=list)
    paid: list[Transfer] = field(default_factory=list)


class PayingBinder(MoveBinder):
    """Binds charges at the head of an option."""

    def tokens_paid(self, node: s.Pay) -> Transfer:
        """Bind what a charge moves."""
        source = self.values.zone(node.source)
        pieces = source.type.pieces if isinstance(source.type, ZoneType) and source.type.counted else None
        if pieces is None:
            self.values.mismatch(node.source, source.type, Said("sort.zone_of_tokens"))
            return Transfer(node.span, self.rule("pay"), WRONG, False, WRONG, self.values.zone(node.target))
        moved = s.MoveAmount(node.span, node.amount, False, node.variety, node.source, node.target, None)
        found = self.transfer(moved, source, pieces, verb="pay")
        placed(found.source, node.source.span)
        placed(found.target, node.target.span)
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
        conditions = [placed(condition, node.span) for condition, _ in found]
        whole = reduce(lambda left, right: Logic(TRUTH, "and", left, right), conditions)
        return paid, placed(whole, node.span), found[0][1]

    def known(self, head: Head, term: Term, written: Term) -> Term:
        """Give a term that is the same whatever happens: itself, or a variable that is given it before."""
        if all(isinstance(one, LASTING) for one in all_terms(term)):
            return term
        variable = self.world.variable(self.world.text(written.span), term.type)
        head.checks.append(Give(written.span, self.rule("taken"), variable, placed(term, written.span)))
        return Known(term.type, variable, written, span=written.span)

    def _zone_known(self, head: Head, zone: Term) -> Term:
        """Give a zone whose owner and variety do not change with what is paid before."""
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
        """Let an amount begin at nothing in which anything is adjusted, however deep."""
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
        """Give the condition that a zone holds what all charges out of it take; None where it never runs out."""
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
        """Give the condition that a zone has room for all that is paid to it; None where it has no bound."""
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
    """Give how many tokens are paid: of a bundle, all together."""
    return share_of(amount, None) if amount is not None and isinstance(amount.type, BundleType) else amount


def _share(paid: Transfer, variety: Term) -> Transfer:
    """Give the part of a charge that is of one variety."""
    if paid.amount is None or not isinstance(paid.amount.type, BundleType):
        return paid
    zone = Variety(ZoneType(paid.amount.type.pieces, True), paid.source, variety)
    return replace(paid, amount=share_of(paid.amount, variety), source=zone)


def _asked(head: Head, paid: Transfer) -> tuple[Term, Term]:
    """Give what this and earlier charges take of one variety of a zone, and how much there is."""
    parts = [_share(one, paid.source.variety) if isinstance(paid.source, Variety) else one for one in head.paid]
    return _together(paid.amount, [(one.source, one.amount) for one in parts], paid.source), _held(paid.source)


def _together(total: Term | None, earlier: list[tuple[Term, Term | None]], zone: Term) -> Term:
    """Give what is paid, with what earlier charges take of the same zone or bring to it."""
    assert total is not None
    for other, amount in earlier:
        same = _same(other, zone)
        if same is False or amount is None:
            continue
        part = amount if same is True else Choice(amount.type, same, amount, Constant(PLAIN, 0))
        total = Arithmetic(total.type, "+", part, total)
    return total


def _same(one: Term, other: Term) -> Term | bool:
    """Say whether two zones are one, or give the condition on which they are."""
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
