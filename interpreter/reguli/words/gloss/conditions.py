"""Says conditions and their contraries; a negation goes inward until it meets something that has a contrary of its own."""

from __future__ import annotations

from typing import Final

from reguli.model.tree import terms as t
from reguli.model.types import ElementType, NumberType, TruthType
from reguli.words.gloss.phrases import Phrases
from reguli.words.grammar.noun import Name, number_text
from reguli.words.wording.values import Value

_AT_MOST: Final = {"<=": ("at_most", True), ">": ("at_most", False), ">=": ("at_least", True), "<": ("at_least", False)}


class Conditions(Phrases):
    """Says conditions of one ruleset in one language."""

    def condition(self, term: t.Term, holds: bool = True) -> str:
        """Say that a condition holds, or that it does not."""
        match term:
            case t.Negation():
                return self.condition(term.operand, not holds)
            case t.Logic():
                both = (term.operator == "and") == holds
                left, right = self._part(term.left, term.operator, holds), self._part(term.right, term.operator, holds)
                return self.said("all_of" if both else "any_of", left=Name(left), right=Name(right))
            case t.Compare():
                return self._compared(term, holds)
            case t.In():
                return self._clause("among", holds, **self.taken("among.yes", term))
            case t.Exists():
                return self._exists(term, holds)
            case t.Choice():
                return self._if(term.condition, self.condition(term.then, holds), self.condition(term.otherwise, holds))
            case t.Constant():
                return self._clause("holds", holds, name=Name(term.origin or "…"))
            case _:
                return self._named_condition(term, holds)

    def _clause(self, name: str, holds: bool, /, **values: Value) -> str:
        return self.said(f"{name}.{'yes' if holds else 'no'}", **values)

    def _if(self, condition: t.Term, then: str, otherwise: str) -> str:
        said = Name(self.condition(condition))
        return self.said("if_else", condition=said, then=Name(then), otherwise=Name(otherwise))

    def _part(self, term: t.Term, operator: str, holds: bool) -> str:
        """Say one side of and or or; the other of the two inside it stands in brackets."""
        text = self.condition(term, holds)
        inner = term.operand if isinstance(term, t.Negation) else term
        return f"({text})" if isinstance(inner, t.Logic) and inner.operator != operator else text

    def _compared(self, term: t.Compare, holds: bool) -> str:
        if term.operator in _AT_MOST:
            name, straight = _AT_MOST[term.operator]
            if not (_is_zero(term.right) and term.operator == ">"):
                return self._clause(name, straight == holds, left=self._measured(term.left), right=self.of(term.right))
        same = (term.operator == "=") == holds
        if isinstance(term.left.type, TruthType):
            return self._truths(term, same)
        if _is_none(term.right):
            return self._clause("none", same, what=self.of(term.left))
        counted = _counted(term.left)
        if counted is not None and _is_zero(term.right):
            return self._clause("empty", same, what=self.of(counted))
        name = "is_number" if isinstance(term.left.type, NumberType) else "equal"
        return self._clause(name, same, left=self._measured(term.left), right=self.of(term.right))

    def _measured(self, term: t.Term) -> Value:
        """Say what is compared; a bare number is one thing, however large, and nothing is counted by it."""
        if isinstance(term, t.Constant) and isinstance(term.type, NumberType):
            return Name(number_text(term.value, self.book.tongue.style.digits))
        return self.of(term)

    def _truths(self, term: t.Compare, same: bool) -> str:
        if isinstance(term.right, t.Constant):
            return self.condition(term.left, bool(term.right.value) == same)
        return self._if(term.right, self.condition(term.left, same), self.condition(term.left, not same))

    def _exists(self, term: t.Exists, holds: bool) -> str:
        one, whole = self.one(term.variable), isinstance(term.domain, t.Elements)
        domain = self.of(term.domain)
        if term.how == "every":
            if term.where is not None:
                domain = self.such(domain, term.where)
            condition = Name("…" if term.has is None else self.condition(term.has))
            name = "every_of_kind" if whole and term.where is None else "every"
            return self._clause(name, holds, one=one, domain=domain, condition=condition)
        straight = (term.how == "some") == holds
        parts = [self.condition(part) for part in (term.where, term.has) if part is not None]
        if not parts:
            return self._clause("some_at_all", straight, one=one, domain=domain)
        joined = parts[0]
        if len(parts) > 1:
            joined = self.said("all_of", left=Name(parts[0]), right=Name(parts[1]))
        name = "some_of_kind" if whole else "some"
        return self._clause(name, straight, one=one, domain=domain, condition=Name(joined))

    def _named_condition(self, term: t.Term, holds: bool) -> str:
        """Say that something with a name holds, for somebody or at all."""
        match term:
            case t.Apply(define=name, arguments=arguments):
                items = self.everything(arguments)
            case t.Tracked(field=field, owner=owner):
                name, items = field.partition(".")[2], () if owner is None else (self.of(owner),)
            case t.Fixed(field=name, element=element):
                items = (self.of(element),)
            case t.PieceCondition(field=name, element=element, arguments=arguments):
                items = (self.of(element), *self.everything(arguments))
            case t.Local(variable=variable):
                name, items = variable.name, ()
            case t.Builtin(name="is_none", arguments=(what,)):
                return self._clause("none", holds, what=self.of(what))
            case t.Builtin(name="reaches", arguments=(left, right, *_)):
                return self._clause("connected", holds, left=self.of(left), right=self.of(right))
            case t.Builtin(name=name, arguments=arguments):
                items = self.everything(arguments)
            case t.Fact(name=name):
                items = ()
            case _:
                name, items = type(term).__name__.lower(), ()
        return self._clause("holds_for" if items else "holds", holds, name=self.readable(name), items=items)


def _is_zero(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and term.value == 0 and term.origin is None


def _is_none(term: t.Term) -> bool:
    return isinstance(term, t.Constant) and isinstance(term.type, ElementType) and term.value < 0


def _counted(term: t.Term) -> t.Term | None:
    """Give what a count counts: a zone, or a set."""
    match term:
        case t.Builtin(name="count", arguments=(inner,)):
            return inner.zone if isinstance(inner, t.Contents) else inner
        case t.Amount(zone=zone):
            return zone
        case _:
            return None
