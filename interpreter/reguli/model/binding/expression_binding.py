"""Binding of expressions: operators, quantifiers, sets; the only module that handles every form."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, assert_never

from reguli.language.syntax_tree import expressions as x
from reguli.model.binding.binding_context import ABSENT, PHASE, STAGE
from reguli.model.binding.call_binding import CallBinder
from reguli.model.binding.name_resolution import Scope
from reguli.model.binding.value_type_checks import WRONG
from reguli.model.bound_tree import bound_terms as t
from reguli.model.bound_tree.tree_traversal import with_span
from reguli.model.kind_binding import find_field_value
from reguli.model.types import (
    PLAIN,
    TRUTH,
    UNKNOWN,
    BundleType,
    CollectionType,
    ElementType,
    GroupsType,
    ManyType,
    NumbersType,
    NumberType,
    PlaceType,
    SingleType,
    TruthType,
    Type,
    UnknownType,
    common_number_type,
    product_type,
    quotient_type,
    type_text,
)
from reguli.source.finding_catalogue import Said

RULES: Final = ("procedure", "condition")
"""The fields of rules, of which it can be asked whether they are there."""
DEEPEST: Final = 80
"""How deep expressions and statements may stand in one another."""


class ExpressionBinder(CallBinder):
    """Binds every expression of the language."""

    def within(self, scope: Scope) -> ExpressionBinder:
        """Return a binder for an inner scope."""
        return type(self)(scope)

    def term(self, node: x.Expression, expected: Type | None = None) -> t.Term:
        """Bind any expression; ``expected`` resolves ambiguous names."""
        if self.world.depth >= DEEPEST:
            return self.report("R234", node.span, limit=DEEPEST)
        self.world.depth += 1
        found = with_span(self._bound(node, expected), node.span)
        self.world.depth -= 1
        return found

    def _bound(self, node: x.Expression, expected: Type | None) -> t.Term:
        match node:
            case x.Number():
                return self._literal(node)
            case x.Name():
                return self.name(node, expected)
            case x.Field():
                return self.field(node)
            case x.Index():
                return self.index(node, expected)
            case x.Call():
                return self.call(node)
            case x.Not():
                return t.Negation(TRUTH, self.truth(node.operand))
            case x.Negative():
                operand = self.number(node.operand)
                return t.Arithmetic(operand.type, "-", t.Constant(PLAIN, 0), operand)
            case x.Binary():
                return self._binary(node)
            case x.Divide():
                return self._arithmetic(node, "div up" if node.rounding == "up" else "div down")
            case x.IfElse():
                return self._choice(node, expected)
            case x.State():
                return self._state(node)
            case x.Member():
                return self._member(node)
            case x.Quantified():
                return self.quantified(node)[0]
            case x.Aggregate():
                return self._aggregate(node)
            case x.AllOf():
                return self._all_of(node)
            case x.Ranked():
                return self._ranked_by(node)
            case x.Matched():
                return self._matched(node)
            case x.Converted():
                return self._converted(node)
            case x.Range():
                return self._range(node)
            case x.SetOf():
                return self._set_of(node, expected)
            case x.BundleOf():
                return self.bundle_of(node, expected)
            case _:
                assert_never(node)

    def _literal(self, node: x.Number) -> t.Term:
        if node.value not in {0, 1} and not self.world.any_number:
            self.world.bag.add("R223", node.span, value=node.value)
        return t.Constant(PLAIN, node.value)

    # ---------------------------------------------------------------- operators

    def _binary(self, node: x.Binary) -> t.Term:
        match node.operator:
            case "and" | "or" as word:
                return t.Logic(TRUTH, word, self.truth(node.left), self.truth(node.right))
            case "+" | "-" | "*" as sign:
                return self._arithmetic(node, sign)
            case "union" | "without" | "common" as word:
                return self._set_operation(node, word)
            case "=" | "!=" | "<" | "<=" | ">" | ">=" as sign:
                return self._compare(node, sign)
            case _:
                assert_never(node.operator)

    def _arithmetic(self, node: x.Binary | x.Divide, sign: Literal["+", "-", "*", "div down", "div up"]) -> t.Term:
        left, right = self.number(node.left), self.number(node.right)
        if not isinstance(left.type, NumberType) or not isinstance(right.type, NumberType):
            return WRONG
        match sign:
            case "+" | "-":
                found, code = common_number_type(left.type, right.type), "R221"
            case "*":
                found, code = product_type(left.type, right.type, self.world.measures), "R222"
            case _:
                found, code = quotient_type(left.type, right.type, self.world.measures), "R222"
        if found is None:
            return self._units_differ(code, node, left.type, right.type)
        return t.Arithmetic(found, sign, left, right)

    def _units_differ(self, code: str, node: x.Expression, left: Type, right: Type) -> t.Term:
        return self.amiss(code, node, left=type_text(left), right=type_text(right))

    def pair(self, left: x.Expression, right: x.Expression) -> tuple[t.Term, t.Term]:
        """Bind two operands, each of which may fix the kind of the other; a bare word is bound last."""
        later = self.is_element_name if self.is_bare(right) else self.is_bare
        if isinstance(left, x.BundleOf | x.SetOf) and not isinstance(right, x.BundleOf | x.SetOf):
            second, first = self.beside(right, left)
            return first, second
        if later(left) and not self.is_element_name(right):
            second = self.value(right)
            return self.value(left, second.type), second
        first, second = self.beside(left, right)
        if self.is_bare(left) and isinstance(second.type, ElementType) and first.type != second.type:
            first = self.value(left, second.type)
        return first, second

    def _compare(self, node: x.Binary, sign: Literal["=", "!=", "<", "<=", ">", ">="]) -> t.Term:
        for side in (node.left, node.right):
            if isinstance(side, x.Name) and side.id == "none":
                return self.report("R229", side.span)
        left, right = self.pair(node.left, node.right)
        match left.type, right.type:
            case (UnknownType(), _) | (_, UnknownType()):
                return WRONG
            case NumberType() as one, NumberType() as other:
                if common_number_type(one, other) is None:
                    return self._units_differ("R221", node, one, other)
            case TruthType(), TruthType():
                if sign not in {"=", "!="}:
                    return self.wrong(node.left, Said("sort.condition"), Said("sort.number"))
            case BundleType() as one, BundleType() as other if one == other:
                return self.bundles_compared(node, left, right)
            case ElementType(one), ElementType(other) if one == other:
                if sign not in {"=", "!="} and one not in {STAGE, PHASE}:
                    return self.report("R228", node.span, kind=one, sign=sign)
            case one, other:
                return self.mismatch(node.right, other, type_text(one))
        return t.Compare(TRUTH, sign, left, right)

    def _choice(self, node: x.IfElse, expected: Type | None) -> t.Term:
        condition = self.truth(node.condition)
        none = isinstance(node.then, x.Name) and node.then.id == "none"
        first, second = (node.otherwise, node.then) if none else (node.then, node.otherwise)
        one = self.value(first, expected)
        if isinstance(one.type, ElementType):
            other = self.element(second, one.type.kind, none=True)
        else:
            other = self.value(second, one.type)
        then, otherwise = (other, one) if none else (one, other)
        match one.type, other.type:
            case (UnknownType(), _) | (_, UnknownType()):
                return WRONG
            case NumberType() as left, NumberType() as right:
                found = common_number_type(left, right)
                if found is None:
                    return self._units_differ("R221", node, left, right)
                return t.Choice(found, condition, then, otherwise)
            case left, right if left == right:
                return t.Choice(left, condition, then, otherwise)
            case left, right:
                return self.mismatch(second, right, type_text(left))

    def _state(self, node: x.State) -> t.Term:
        term = self._is_empty(node.operand) if node.state == "empty" else self._is_none(node.operand)
        return t.Negation(TRUTH, term) if node.negated and not isinstance(term.type, UnknownType) else term

    def _is_empty(self, node: x.Expression) -> t.Term:
        found = self.count(node)
        return WRONG if isinstance(found.type, UnknownType) else t.Compare(TRUTH, "=", found, t.Constant(PLAIN, 0))

    def _is_none(self, node: x.Expression) -> t.Term:
        if isinstance(node, x.Field) and (lacking := self._lacking(node)) is not None:
            return lacking
        term = self.single(node, self.term(node))
        if isinstance(term.type, ElementType):
            absent = isinstance(term, t.Constant) and term.value == ABSENT
            return t.Constant(TRUTH, 1) if absent else t.Builtin(TRUTH, "is_none", (term,))
        if isinstance(term, t.Lies) and isinstance(term.piece.type, ElementType):
            return t.Builtin(TRUTH, "is_none", (replace(term, type=term.piece.type, part=None),))
        if self.too_many(node, term):
            return WRONG
        return self.mismatch(node, term.type, Said("sort.element_or_none"))

    def _lacking(self, node: x.Field) -> t.Term | None:
        """Bind a test that an element has no rule in a field; ``None`` if the field holds no rules."""
        base = node.base
        if not isinstance(base, x.Name | x.Field):
            return None
        term = self.term(base)
        declared = self.world.kinds[term.type.kind] if isinstance(term.type, ElementType) else None
        field = None if declared is None else declared.fields.get(node.name)
        if declared is None or declared.declared is None or field is None or field.form not in RULES:
            return None
        without = [
            at
            for at, one in enumerate(declared.declared.elements)
            if (cell := find_field_value(one, node.name)) is None or cell.is_none
        ]
        kind = term.type
        return t.In(
            TRUTH,
            term,
            t.Listed(CollectionType(declared.id), tuple(t.Constant(kind, at, declared.elements[at]) for at in without)),
        )

    def _member(self, node: x.Member) -> t.Term:
        listed = isinstance(node.collection, x.SetOf) and not self.is_element_name(node.item)
        known = self.single(node.item, self.term(node.item)) if listed else None
        collection = self.domain(node.collection, None if known is None else known.type)
        match collection.type:
            case CollectionType(kind):
                item = self.element(node.item, kind) if known is None else self.held_element(node.item, known, kind)
            case NumbersType(unit):
                item = self.number(node.item, unit)
            case GroupsType(kind):
                item = self.collection(node.item, kind)
            case SingleType() | BundleType() | PlaceType() | UnknownType():
                self.term(node.item)
                return WRONG
        if isinstance(item.type, UnknownType):
            return WRONG
        found = t.In(TRUTH, item, collection)
        return t.Negation(TRUTH, found) if node.negated else found

    # ---------------------------------------------------------------- quantifiers and sets

    def opened(self, name: str, domain: t.Term, node: x.Expression) -> tuple[t.Variable, ExpressionBinder]:
        """Return the variable that ranges over a domain, and a binder for the expressions in its scope."""
        scope = self.scope.inner()
        variable = scope.give(name, member_type(domain), node.span, "loop")
        return variable, self.within(scope)

    def quantified(self, node: x.Quantified) -> tuple[t.Term, t.Variable]:
        """Bind ``some``, ``no`` and ``every``, and return the variable too."""
        domain = self.domain(node.domain)
        variable, inner = self.opened(node.variable, domain, node.domain)
        where = None if node.where is None else inner.truth(node.where)
        has = None if node.has is None else inner.truth(node.has)
        if node.how == "every" and has is None:
            self.world.bag.add("R249", node.span, variable=node.variable)
        return with_span(t.Exists(TRUTH, node.how, variable, domain, where, has), node.span), variable

    def _aggregate(self, node: x.Aggregate) -> t.Term:
        domain = self.domain(node.domain)
        variable, inner = self.opened(node.variable, domain, node.domain)
        where = None if node.where is None else inner.truth(node.where)
        value = inner.number(node.value)
        return t.Fold(value.type, node.how, value, variable, domain, where)

    def _all_of(self, node: x.AllOf) -> t.Term:
        domain = self.collection(node.domain)
        variable, inner = self.opened(node.variable, domain, node.domain)
        where = None if node.where is None else inner.truth(node.where)
        keys = tuple(inner.sort_key(key) for key in node.keys)
        if where is None and not keys:
            return domain
        return WRONG if isinstance(domain.type, UnknownType) else t.Filter(domain.type, variable, domain, where, keys)

    def _ranked_by(self, node: x.Ranked) -> t.Term:
        domain = self.collection(node.domain)
        variable, inner = self.opened(node.variable, domain, node.domain)
        where = None if node.where is None else inner.truth(node.where)
        keys = tuple(inner.sort_key(key) for key in node.keys)
        if not isinstance(domain.type, CollectionType):
            return WRONG
        return t.Ranked(GroupsType(domain.type.kind, True), variable, domain, where, keys)

    def _matched(self, node: x.Matched) -> t.Term:
        domain, other = self.collection(node.left_domain), self.collection(node.right_domain)
        left, inner = self.opened(node.left, domain, node.left_domain)
        right, innermost = inner.opened(node.right, other, node.right_domain)
        where = innermost.truth(node.where)
        if not isinstance(domain.type, CollectionType) or isinstance(other.type, UnknownType):
            return WRONG
        return t.Matched(self.unit_of(domain.type.kind), left, domain, right, other, where)

    def _converted(self, node: x.Converted) -> t.Term:
        value = self.number(node.value)
        if not self.world.unit(node.unit, node.span) or not isinstance(value.type, NumberType):
            return WRONG
        return replace(value, type=NumberType(node.unit))

    def sort_key(self, key: x.SortKey) -> tuple[t.Term, bool]:
        """Bind one criterion of an order."""
        term = self.value(key.value)
        match term.type:
            case NumberType() | TruthType() | UnknownType() | ElementType():
                return term, key.descending
            case (ManyType() | PlaceType()) as found:
                return self.mismatch(key.value, found, Said("sort.number_to_sort_by")), key.descending

    def _range(self, node: x.Range) -> t.Term:
        low, high = self.number(node.low), self.number(node.high)
        if not isinstance(low.type, NumberType) or not isinstance(high.type, NumberType):
            return WRONG
        found = common_number_type(low.type, high.type)
        if found is None:
            return self._units_differ("R221", node, low.type, high.type)
        return t.Interval(NumbersType(found.unit), low, high)

    def _set_of(self, node: x.SetOf, expected: Type | None) -> t.Term:
        if isinstance(expected, BundleType) and not node.items:
            return t.Bundled(expected, (), ())
        wanted = expected.kind if isinstance(expected, ElementType | CollectionType) else None
        if wanted is None and not node.items:
            return self.amiss("R287", node)
        items: list[t.Term] = []
        for item in node.items:
            term = self.any_element(item) if wanted is None else self.element(item, wanted)
            items.append(term)
            if wanted is None and isinstance(term.type, ElementType):
                wanted = term.type.kind
        return WRONG if wanted is None else t.Listed(CollectionType(wanted), tuple(items))

    def _set_operation(self, node: x.Binary, word: Literal["union", "without", "common"]) -> t.Term:
        left = self.collection(node.left)
        kind = left.type.kind if isinstance(left.type, CollectionType) else None
        right = self.collection(node.right, kind)
        if kind is None or isinstance(right.type, UnknownType):
            return WRONG
        return t.SetOperation(left.type, word, left, right)


def member_type(domain: t.Term) -> Type:
    """Return the type of the members of a domain."""
    match domain.type:
        case CollectionType(kind):
            return ElementType(kind)
        case NumbersType(unit):
            return NumberType(unit)
        case GroupsType(kind):
            return CollectionType(kind)
        case BundleType() as found:
            return found
        case SingleType() | PlaceType() | UnknownType():
            return UNKNOWN
