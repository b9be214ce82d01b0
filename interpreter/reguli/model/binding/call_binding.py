"""Tables with their keys, zones with their variety, and calls."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import replace
from typing import Final

from reguli.language.syntax_tree import expressions as x
from reguli.model import types as ty
from reguli.model.binding.builtin_call_binding import BuiltinBinder
from reguli.model.binding.name_resolution import field_type
from reguli.model.binding.value_type_checks import WRONG, share_of
from reguli.model.bound_tree.bound_terms import (
    Apply,
    Cell,
    Constant,
    Fixed,
    Part,
    PieceCondition,
    Term,
    Tracked,
    Variable,
    Variety,
)
from reguli.model.builtin_signatures import NAMES
from reguli.model.resolved_ruleset import Table
from reguli.model.table_binding import row_of
from reguli.ruleset.kind_nodes import FieldDecl, TableKey
from reguli.source.message_arguments import Said

ASKED: Final = ("condition", "amount")
"""The fields that are asked for with values."""


class CallBinder(BuiltinBinder):
    """Binds what is looked up or called by name."""

    def index(self, node: x.Index, expected: ty.Type | None = None) -> Term:
        """Bind ``base[...]``: a cell of a table, one variety of a zone, or one of several groups."""
        named = node.base.id if isinstance(node.base, x.Name) else None
        if named in self.world.tables and self.scope.find(str(named)) is None:
            return self._cell(node, self.world.tables[str(named)], expected)
        base = self.term(node.base)
        match base.type:
            case ty.KeyedType(keys, found) if isinstance(base, Tracked):
                if not self.world.agree(node.span, self.text(node.base), node.arguments, keys):
                    return WRONG
                return replace(base, type=found, keys=self._state_keys(node, self.world.state[base.field].by))
            case ty.KeyedType(keys, found) if isinstance(base, Fixed):
                table = self.world.tables[f"{base.kind}.{base.field}"]
                of = self._looked_up(node, table, keys, found, expected)
                if of is None:
                    return WRONG
                laid = self.laid(base.kind, base.field, base.element)
                own = table.declared.keys[1 + len(laid) : 1 + len(laid) + len(node.arguments)]
                return Cell(of, table.id, (base.element, *laid, *self._state_keys(node, own)))
            case ty.ZoneType(pieces, True, str(variety)):
                if not self.world.agree(node.span, self.text(node.base), node.arguments, (variety,)):
                    return WRONG
                return Variety(ty.ZoneType(pieces, True), base, self.element(node.arguments[0], variety))
            case ty.GroupsType(kind, True):
                if not self.world.agree(node.span, self.text(node.base), node.arguments, (kind,)):
                    return WRONG
                return Part(ty.CollectionType(kind), base, self.number(node.arguments[0]))
            case ty.BundleType(pieces, variety):
                if not self.world.agree(node.span, self.text(node.base), node.arguments, (variety,)):
                    return WRONG
                return share_of(base, self.element(node.arguments[0], variety))
            case found:
                return self.mismatch(node.base, found, Said("sort.table_or_tokens"))

    def _state_keys(self, node: x.Index, keys: tuple[TableKey, ...]) -> tuple[Term, ...]:
        found: list[Term] = []
        for argument, key in zip(node.arguments, keys, strict=True):
            if key.low is None or key.high is None:
                found.append(self.element(argument, key.name))
                continue
            term = self.number(argument)
            found.append(term)
            known = isinstance(term, Constant) and not isinstance(term.type, ty.UnknownType)
            if known and isinstance(term, Constant) and not key.low <= term.value <= key.high:
                what = self.text(node.base)
                self.world.bag.add(
                    "R312", argument.span, name=what, key=key.name, value=term.value, low=key.low, high=key.high
                )
        return tuple(found)

    def _looked_up(
        self, node: x.Index, table: Table, keys: Sized, found: ty.Type, expected: ty.Type | None
    ) -> ty.Type | None:
        """Give the type of a cell, or of the row that is a bundle, where the last key is left out; None for a finding."""
        name = self.text(node.base)
        if 0 < len(node.arguments) == len(keys) - 1:
            row = row_of(table, self.world, expected)
            if isinstance(row, ty.BundleType):
                return row
            self.amiss("R288", node, name=name, why=row)
            return None
        return found if self.world.agree(node.span, name, node.arguments, keys) else None

    def _cell(self, node: x.Index, table: Table, expected: ty.Type | None) -> Term:
        name = table.id
        found = self._looked_up(node, table, table.key_names, table.type, expected)
        if found is None:
            return WRONG
        keys: list[Term] = []
        for at, (argument, key) in enumerate(zip(node.arguments, table.declared.keys, strict=False)):
            kind = key.name if key.low is None else None
            if kind in self.world.options:
                kind = self.world.option_kind(str(kind))
            if kind in self.world.kinds:
                keys.append(self.element(argument, str(kind)))
                continue
            unit = key.name if key.name in self.world.units else self.world.plurals.get(key.name)
            term = self.number(argument, unit)
            keys.append(term)
            if isinstance(term, Constant) and not isinstance(term.type, ty.UnknownType):
                low, high = table.lows[at], table.lows[at] + table.sizes[at] - 1
                if not low <= term.value <= high:
                    self.world.bag.add(
                        "R328", argument.span, table=name, key=key.name, value=term.value, low=low, high=high
                    )
        return Cell(found, name, tuple(keys))

    def call(self, node: x.Call) -> Term:
        """Bind a call of a define, a function, or a condition on a piece."""
        function = self.of_use(node.function) or node.function
        if isinstance(function, x.Field):
            return self._piece_condition(node, function)
        if not isinstance(function, x.Name):
            return self.wrong(node.function, Said("sort.no_name"), Said("sort.callable"))
        name = function.id
        arity = self.world.arities.get(name)
        if arity is None:
            if name in NAMES:
                return self.builtin(node, name)
            if name in self.world.procedures:
                what = Said("thing.a_procedure")
                return self.report("R215", node.span, name=name, what=what, example=f"run {name}(...)")
            self.world.unknown("R211", node.function.span, name, self.world.define_names())
            return WRONG
        if len(node.arguments) != arity:
            return self.report("R224", node.span, name=name, found=len(node.arguments), wanted=arity)
        define = self.world.defines.get(name)
        if define is None:
            return WRONG
        return Apply(define.type, name, self.arguments(node.arguments, define.parameters))

    def arguments(self, nodes: tuple[x.Expression, ...], parameters: tuple[Variable, ...]) -> tuple[Term, ...]:
        """Bind what a rule is given, each held to the type of its parameter."""
        return tuple(self.argument(node, parameter.type) for node, parameter in zip(nodes, parameters, strict=True))

    def argument(self, node: x.Expression, wanted: ty.Type) -> Term:
        """Bind a value of a known type."""
        match wanted:
            case ty.ElementType(kind):
                return self.element(node, kind)
            case ty.CollectionType(kind):
                return self.collection(node, kind)
            case ty.NumberType(unit):
                return self.number(node, unit)
            case ty.TruthType():
                return self.truth(node)
            case ty.BundleType():
                return self.bundle(node, wanted)
            case _:
                return self.value(node)

    def _piece_condition(self, node: x.Call, function: x.Field) -> Term:
        base = self.any_element(function.base)
        if not isinstance(base.type, ty.ElementType):
            return WRONG
        kind = base.type.kind
        field = self.world.kinds[kind].fields.get(function.name)
        if field is None or field.form not in ASKED:
            asked = [name for name, one in self.world.kinds[kind].fields.items() if one.form in ASKED]
            self.world.unknown("R232", function.span, function.name, asked, kind=kind)
            return WRONG
        if not self.world.agree(node.span, function.name, node.arguments, field.parameters):
            return WRONG
        found = field_type(field) if field.form == "amount" else ty.TRUTH
        return PieceCondition(found, kind, function.name, base, self.given_to(field, node.arguments))

    def given_to(self, field: FieldDecl, nodes: tuple[x.Expression, ...]) -> tuple[Term, ...]:
        """Bind what a rule written on a piece is given."""
        wanted = [self.world.type_named(name) or ty.UNKNOWN for _, name in field.parameters]
        return tuple(self.argument(node, found) for node, found in zip(nodes, wanted, strict=True))
