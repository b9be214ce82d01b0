"""Calls of the functions of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from reguli.language.syntax_tree.expressions import Call, Expression, Name
from reguli.model import types as ty
from reguli.model.binding.binding_context import DIRECTION, WAY
from reguli.model.binding.value_type_checks import WRONG, ValueBinder, share_of
from reguli.model.bound_tree.bound_terms import Amount, Builtin, Elements, Term
from reguli.model.builtin_signatures import COUNTS
from reguli.model.resolved_ruleset import Kind
from reguli.model.units import unified
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near


class BuiltinBinder(ValueBinder):
    """Binds the functions of the language, one method for each family."""

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
            case found:
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
            both = unified(found, term.type)
            if both is None:
                return self.amiss("R221", argument, left=ty.type_text(term.type), right=ty.type_text(found))
            found = both
        return Builtin(found, name, tuple(terms))

    def _kind(self, term: Term) -> Kind | None:
        """Give the kind of the elements that a term is about; None when a mistake in it was reported."""
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
        """Bind what asks of a shape, and what turns a direction."""
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
        """Give the kind of edges that a term is of, and the kind they join; anything else is a finding."""
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
            close = near(cost.id, numbers) if isinstance(cost, Name) else None
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
