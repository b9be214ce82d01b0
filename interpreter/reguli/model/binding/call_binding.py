"""Binding of table lookups, token varieties in zones, and calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from dataclasses import replace
from typing import ClassVar, Final

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree.expressions import Call, Expression, Name
from reguli.model import types as ty
from reguli.model.binding.binding_context import DIRECTION, WAY
from reguli.model.binding.name_resolution import field_type
from reguli.model.binding.value_type_checks import WRONG, ValueBinder, share_of
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Apply,
    Builtin,
    Cell,
    Constant,
    Elements,
    Fixed,
    Part,
    PieceCondition,
    Term,
    Tracked,
    Variable,
    Variety,
)
from reguli.model.resolved_ruleset import Kind, Table
from reguli.model.table_binding import partial_row_type
from reguli.model.types import COUNTS, NAMES, common_number_type
from reguli.ruleset.document_nodes import ROUND_KEY, FieldDecl, TableKey
from reguli.source.finding_catalogue import Said
from reguli.source.name_suggestions import closest_name

# -- Calls of the functions of the language --------------------------------------------------------------------------


class BuiltinBinder(ValueBinder):
    """Binds calls of the built-in functions, one method for each family."""

    def builtin(self, node: Call, name: str) -> Term:
        """Bind a call of a function."""
        least, most = COUNTS[name]
        given = len(node.arguments)
        if not least <= given <= most:
            wanted = least if given < least else most
            return self.report("R224", node.span, name=name, found=given, wanted=wanted)
        return self._families[name](self, node, name)

    def count(self, node: Expression) -> Term:
        """Ask how many there are in a set or zone."""
        term = self.term(node)
        if isinstance(term.type, ty.KeyedType):
            term = self.settled(node, term)
        match term.type:
            case ty.ZoneType(pieces, True):
                return Amount(ty.NumberType(pieces), term)
            case ty.ZoneType(pieces, False) | ty.CollectionType(pieces):
                return Builtin(self.unit_of(pieces), "count", (self.settled(node, term, whole=True),))
            case ty.BundleType():
                return share_of(term, None)
            case ty.GroupsType(_, True):
                return Builtin(ty.PLAIN, "count", (term,))
            case (ty.SingleType() | ty.NumbersType() | ty.GroupsType() | ty.PlaceType() | ty.UnknownType()) as found:
                return self.mismatch(node, found, Said("sort.set_or_zone"))

    def _count(self, node: Call, name: str) -> Term:
        del name
        return self.count(node.arguments[0])

    def _abs(self, node: Call, name: str) -> Term:
        term = self.number(node.arguments[0])
        return Builtin(term.type, name, (term,))

    def _round(self, node: Call, name: str) -> Term:
        element = self.any_element(node.arguments[0])
        kind = self._kind(element)
        if kind is None:
            return WRONG
        if name == "clockwise_from":
            if not kind.ring:
                return self.amiss("R230", node.arguments[0], kind=kind.id, expected=Said("sort.elements_of_ring"))
            return Builtin(ty.CollectionType(kind.id), name, (element,), kind.id)
        steps = tuple(self.number(argument) for argument in node.arguments[1:])
        return Builtin(element.type, name, (element, *steps), kind.id)

    def _of_set(self, node: Call, name: str) -> Term:
        term = self.collection(node.arguments[0])
        if not isinstance(term.type, ty.CollectionType):
            return WRONG
        kind = term.type.kind
        others: Mapping[str, ty.Type] = {"reversed": term.type, "subsets": ty.GroupsType(kind)}
        return Builtin(others.get(name, ty.ElementType(kind)), name, (term,))

    def _ranked(self, node: Call, name: str) -> Term:
        term = self.collection(node.arguments[0])
        kind = self._kind(term)
        if kind is None:
            return WRONG
        if kind.rank is None:
            return self.report("R226", node.span, kind=kind.id, name=name)
        amount = tuple(self.number(argument, kind.id) for argument in node.arguments[1:])
        return Builtin(
            term.type if amount else ty.ElementType(kind.id), name, (term, *amount), f"{kind.id}.{kind.rank}"
        )

    def _extreme(self, node: Call, name: str) -> Term:
        terms = [self.number(argument) for argument in node.arguments]
        found = ty.PLAIN
        for argument, term in zip(node.arguments, terms, strict=True):
            if not isinstance(term.type, ty.NumberType):
                return WRONG
            both = common_number_type(found, term.type)
            if both is None:
                return self.amiss("R221", argument, left=ty.type_text(term.type), right=ty.type_text(found))
            found = both
        return Builtin(found, name, tuple(terms))

    def _kind(self, term: Term) -> Kind | None:
        """Return the kind of the elements that a term refers to; ``None`` if an error in it was reported."""
        return self.world.kinds[term.type.kind] if isinstance(term.type, ty.ElementType | ty.CollectionType) else None

    def _on_grid(self, node: Call, name: str) -> Term:
        cell = self.any_element(node.arguments[0], Said("sort.cell"))
        kind = self._kind(cell)
        if kind is None:
            return WRONG
        if kind.relation is None:
            return self.amiss("R230", node.arguments[0], kind=kind.id, expected=Said("sort.cells"))
        if name == "distance":
            return Builtin(ty.PLAIN, name, (cell, self.element(node.arguments[1], kind.id)), kind.id)
        direction = self.element(node.arguments[1], DIRECTION)
        steps = tuple(self.number(argument) for argument in node.arguments[2:])
        return Builtin(cell.type, name, (cell, direction, *steps), kind.id)

    def _shaped(self, node: Call, name: str) -> Term:
        """Bind the functions of shapes, and those that turn a direction."""
        world = self.world
        if WAY not in world.kinds:
            return self.report("R237", node.span, name=name)
        # Where there are ways round, all boards have cells of one sort; every one of them may have fallen away by a finding.
        any_board = next((kind.id for kind in world.kinds.values() if kind.relation is not None), None)
        if any_board is None:
            return WRONG
        if name in {"turned", "turned_back"}:
            direction = self.element(node.arguments[0], DIRECTION)
            way = self.element(node.arguments[1], WAY)
            return Builtin(ty.ElementType(DIRECTION), name, (direction, way), any_board)
        shape = self.any_element(node.arguments[0], Said("sort.shape"))
        kind = self._kind(shape)
        if kind is None:
            return WRONG
        if not any(kind.drawn):
            return self.amiss("R230", node.arguments[0], kind=kind.id, expected=Said("sort.shapes"))
        if name == "ways_of":
            return Builtin(ty.CollectionType(WAY), name, (shape,), f"{kind.id}.{any_board}")
        cell = self.any_element(node.arguments[1], Said("sort.cell"))
        board = self._kind(cell)
        if board is None:
            return WRONG
        if board.relation is None:
            return self.amiss("R230", node.arguments[1], kind=board.id, expected=Said("sort.cells"))
        way = self.element(node.arguments[2], WAY)
        return Builtin(ty.CollectionType(board.id), name, (shape, cell, way), f"{kind.id}.{board.id}")

    def _incident(self, node: Call, name: str) -> Term:
        element = self.any_element(node.arguments[0], Said("sort.cell_edge_or_corner"))
        kind = self._kind(element)
        if kind is None:
            return WRONG
        field = name.partition("_")[0]
        declared = kind.fields.get(field)
        if declared is None or declared.form != "set" or declared.of is None:
            expected = Said("sort.element_that_has", field=field)
            return self.amiss("R230", node.arguments[0], kind=kind.id, expected=expected)
        return Builtin(ty.CollectionType(declared.of), name, (element,), f"{kind.id}.{field}")

    def _joining(self, node: Expression, term: Term) -> tuple[Kind, str] | None:
        """Return the kind of edges that a term is of, and the kind they join; anything else is a finding."""
        kind = self._kind(term)
        if kind is None:
            return None
        if kind.form != "edges" or kind.joins is None:
            self.amiss("R230", node, kind=kind.id, expected=Said("sort.edges"))
            return None
        return kind, kind.joins

    def _ends(self, node: Call, name: str) -> Term:
        edge = self.any_element(node.arguments[0], Said("sort.edge"))
        known = self._joining(node.arguments[0], edge)
        if known is None:
            return WRONG
        kind, joined = known
        if name == "ends":
            return Builtin(ty.CollectionType(joined), name, (edge,), kind.id)
        return Builtin(ty.ElementType(joined), name, (edge, self.element(node.arguments[1], joined)), kind.id)

    def _edges_at(self, node: Call, name: str) -> Term:
        edges = self.collection(node.arguments[1])
        known = self._joining(node.arguments[1], edges)
        if known is None:
            return WRONG
        kind, joined = known
        return Builtin(ty.CollectionType(kind.id), name, (self.element(node.arguments[0], joined), edges), kind.id)

    def _cheapest_path(self, node: Call, name: str) -> Term:
        edges = self.collection(node.arguments[2])
        known = self._joining(node.arguments[2], edges)
        if known is None:
            return WRONG
        kind, joined = known
        sources = self.elements(node.arguments[0], joined)
        target = self.element(node.arguments[1], joined)
        cost = node.arguments[3]
        field = kind.fields.get(cost.id) if isinstance(cost, Name) else None
        if field is None or field.form != "number":
            numbers = [one for one, declared in kind.fields.items() if declared.form == "number"]
            close = closest_name(cost.id, numbers) if isinstance(cost, Name) else None
            fields = ", ".join(numbers) or Said("list.none")
            self.world.bag.add("R231", cost.span, near=close, text=self.text(cost), kind=kind.id, fields=fields)
            return WRONG
        return Builtin(ty.NumberType(field.of), name, (sources, target, edges), f"{kind.id}.{field.id}")

    def _reaches(self, node: Call, name: str) -> Term:
        over = self.collection(node.arguments[2])
        kind = self._kind(over)
        if kind is None:
            return WRONG
        joined = kind.id
        if kind.relation is None:
            known = self._joining(node.arguments[2], over)
            if known is None:
                return WRONG
            joined = known[1]
        ends = (self.elements(node.arguments[0], joined), self.elements(node.arguments[1], joined))
        return Builtin(ty.TRUTH, name, (*ends, over), kind.id)

    def _parts(self, node: Call, name: str) -> Term:
        """Bind ``parts(cells)`` and ``parts(elements, edges)``."""
        if len(node.arguments) == 1:
            members = self.collection(node.arguments[0])
            kind = self._kind(members)
            if kind is None:
                return WRONG
            if kind.relation is None:
                return self.amiss("R230", node.arguments[0], kind=kind.id, expected=Said("sort.cells"))
            return Builtin(ty.GroupsType(kind.id, True), name, (members,), kind.id)
        edges = self.collection(node.arguments[1])
        known = self._joining(node.arguments[1], edges)
        if known is None:
            return WRONG
        over, joined = known
        members = self.collection(node.arguments[0], joined)
        return Builtin(ty.GroupsType(joined, True), name, (members, edges), over.id)

    def _longest(self, node: Call, name: str) -> Term:
        """Bind ``longest(edges)`` and ``longest(edges, places)``: along the edges of a grid it goes from corner to corner."""
        edges = self.collection(node.arguments[0])
        known = self._joining(node.arguments[0], edges)
        if known is None:
            return WRONG
        kind, joined = known
        corners = kind.fields.get("corners")
        places = joined if corners is None or corners.of is None else corners.of
        through = tuple(self.collection(argument, places) for argument in node.arguments[1:])
        return Builtin(self.unit_of(kind.id), name, (edges, *through), f"{kind.id}.{places}")

    def _adjacent(self, node: Call, name: str) -> Term:
        element = self.any_element(node.arguments[0])
        kind = self._kind(element)
        if kind is None:
            return WRONG
        found = ty.CollectionType(kind.id)
        if len(node.arguments) == 2:
            edges = self.collection(node.arguments[1])
            known = self._joining(node.arguments[1], edges)
            if known is None:
                return WRONG
            over, joined = known
            if joined != kind.id:
                expected = Said("sort.edges_that_join", kind=kind.id)
                self.amiss("R230", node.arguments[1], kind=over.id, expected=expected)
            return Builtin(found, name, (element, edges), over.id)
        if kind.relation is not None:
            return Builtin(found, name, (element,), kind.id)
        joining = [other.id for other in self.world.kinds.values() if other.joins == kind.id]
        if len(joining) != 1:
            return self.amiss("R230", node, kind=kind.id, expected=Said("sort.elements_or_edges"))
        return Builtin(found, name, (element, Elements(ty.CollectionType(joining[0]), joining[0])), joining[0])

    _families: ClassVar[Mapping[str, Callable[[BuiltinBinder, Call, str], Term]]] = {
        "count": _count,
        **dict.fromkeys(("first", "last", "reversed", "subsets"), _of_set),
        **dict.fromkeys(("lowest", "highest"), _ranked),
        **dict.fromkeys(("min", "max"), _extreme),
        "abs": _abs,
        **dict.fromkeys(("next", "previous", "clockwise_from"), _round),
        **dict.fromkeys(("step", "distance"), _on_grid),
        **dict.fromkeys(("edges_of", "cells_of", "corners_of", "edges_at_corner"), _incident),
        **dict.fromkeys(("placed", "ways_of", "turned", "turned_back"), _shaped),
        **dict.fromkeys(("ends", "other_end"), _ends),
        "edges_at": _edges_at,
        "cheapest_path": _cheapest_path,
        "reaches": _reaches,
        "adjacent": _adjacent,
        "parts": _parts,
        "longest": _longest,
    }


# -- call binding ----------------------------------------------------------------------------------------------------


ASKED: Final = ("condition", "amount")
"""The fields that are asked for with values."""


def row_in_round(term: Term, table: Table, at: int) -> Term:
    """Return the row of a table for a round, which after the last row is that row; other keys as they are."""
    if table.declared.keys[at].name != ROUND_KEY or table.declared.keys[at].low is not None:
        return term
    return Builtin(ty.PLAIN, "min", (term, Constant(ty.PLAIN, table.lows[at] + table.sizes[at] - 1)))


class CallBinder(BuiltinBinder):
    """Binds lookups and calls by name."""

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
                first = 1 + len(laid)
                asked = self._state_keys(node, table.declared.keys[first : first + len(node.arguments)])
                rows = (row_in_round(term, table, at) for at, term in enumerate(asked, first))
                return Cell(of, table.id, (base.element, *laid, *rows))
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
            case (ty.SingleType() | ty.ManyType() | ty.ZoneType() | ty.KeyedType() | ty.UnknownType()) as found:
                return self.mismatch(node.base, found, Said("sort.table_or_tokens"))

    def _state_keys(self, node: x.Index, keys: tuple[TableKey, ...]) -> tuple[Term, ...]:
        found: list[Term] = []
        for argument, key in zip(node.arguments, keys, strict=True):
            if key.name != ROUND_KEY and (key.low is None or key.high is None):
                found.append(self.element(argument, key.name))
                continue
            term = self.number(argument)
            found.append(term)
            if key.low is None or key.high is None:
                continue
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
        """Return the type of a cell, or of a row that is a bundle if the last key is omitted; ``None`` after a finding."""
        name = self.text(node.base)
        if 0 < len(node.arguments) == len(keys) - 1:
            row = partial_row_type(table, self.world, expected)
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
            keys.append(row_in_round(term, table, at))
            if isinstance(term, Constant) and not isinstance(term.type, ty.UnknownType):
                low, high = table.lows[at], table.lows[at] + table.sizes[at] - 1
                if not low <= term.value <= (max(high, term.value) if key.name == ROUND_KEY else high):
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
        """Bind the arguments of a rule, each checked against its parameter's type."""
        return tuple(self.argument(node, parameter.type) for node, parameter in zip(nodes, parameters, strict=True))

    def argument(self, node: x.Expression, wanted: ty.Type) -> Term:
        """Bind an argument of a known type."""
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
            case ty.NumbersType() | ty.GroupsType() | ty.PlaceType() | ty.UnknownType():
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
        """Bind the arguments of a rule written on a piece."""
        wanted = [self.world.type_named(name) or ty.UNKNOWN for _, name in field.parameters]
        return tuple(self.argument(node, found) for node, found in zip(nodes, wanted, strict=True))
