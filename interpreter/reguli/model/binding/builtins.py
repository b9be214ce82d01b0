"""Calls of the functions of the language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reguli.language.tree.expressions import Call, Expression, Name
from reguli.model.binding.values import WRONG, ValueBinder
from reguli.model.binding.world import DIRECTION, PLAYER
from reguli.model.ruleset import Kind
from reguli.model.tree.terms import Amount, Builtin, Elements, Term
from reguli.model.types import (
    PLAIN,
    TRUTH,
    CollectionType,
    ElementType,
    GroupsType,
    NumberType,
    Type,
    ZoneType,
    type_text,
)
from reguli.model.units import unified
from reguli.source.near import near
from reguli.source.said import Said

_COUNTS: Final[Mapping[str, tuple[int, int]]] = {
    "count": (1, 1),
    "first": (1, 1),
    "last": (1, 1),
    "lowest": (1, 2),
    "highest": (1, 2),
    "reversed": (1, 1),
    "subsets": (1, 1),
    "min": (1, 99),
    "max": (1, 99),
    "abs": (1, 1),
    "cheapest_path": (4, 4),
    "reaches": (3, 3),
    "step": (2, 3),
    "adjacent": (1, 2),
    "ends": (1, 1),
    "other_end": (2, 2),
    "edges_at": (2, 2),
    "is_none": (1, 1),
    "edges_of": (1, 1),
    "cells_of": (1, 1),
    "corners_of": (1, 1),
    "edges_at_corner": (1, 1),
    "distance": (2, 2),
    "next_seat": (1, 1),
    "previous_seat": (1, 1),
    "clockwise_from": (1, 1),
}
"""How many arguments each function takes, at least and at most."""


class BuiltinBinder(ValueBinder):
    """Binds the functions of the language, one method for each family."""

    def builtin(self, node: Call, name: str) -> Term:
        """Bind a call of a function."""
        least, most = _COUNTS[name]
        given = len(node.arguments)
        if not least <= given <= most:
            wanted = least if given < least else most
            return self.report("R224", node.span, name=name, found=given, wanted=wanted)
        return self._dispatch(node, name)

    def _dispatch(self, node: Call, name: str) -> Term:
        one = node.arguments[0]
        match name:
            case "count":
                return self._count(one)
            case "first" | "last" | "reversed" | "subsets":
                return self._of_set(one, name)
            case "lowest" | "highest":
                return self._ranked(node, name)
            case "min" | "max":
                return self._extreme(node, name)
            case "abs":
                term = self.number(one)
                return Builtin(term.type, name, (term,))
            case "is_none":
                return self.none_of(self.any_element(one))
            case "next_seat" | "previous_seat":
                return Builtin(ElementType(PLAYER), name, (self.element(one, PLAYER),))
            case "clockwise_from":
                return Builtin(CollectionType(PLAYER), name, (self.element(one, PLAYER),))
            case "step" | "distance":
                return self._on_grid(node, name)
            case "edges_of" | "cells_of" | "corners_of" | "edges_at_corner":
                return self._incident(one, name)
            case _:
                return self._graph(node, name)

    def none_of(self, term: Term) -> Term:
        """Ask whether there is no such element."""
        return Builtin(TRUTH, "is_none", (term,))

    def _count(self, node: Expression) -> Term:
        term = self.term(node)
        match term.type:
            case ZoneType(pieces, True):
                return Amount(NumberType(pieces), term)
            case ZoneType(pieces, False) | CollectionType(pieces):
                return Builtin(self.unit_of(pieces), "count", (self.settled(node, term),))
            case found:
                return self.mismatch(node, found, Said("sort.set_or_zone"))

    def _of_set(self, node: Expression, name: str) -> Term:
        term = self.collection(node)
        if not isinstance(term.type, CollectionType):
            return WRONG
        kind = term.type.kind
        found: Type = ElementType(kind)
        if name == "reversed":
            found = term.type
        elif name == "subsets":
            found = GroupsType(kind)
        return Builtin(found, name, (term,))

    def _ranked(self, node: Call, name: str) -> Term:
        term = self.collection(node.arguments[0])
        if not isinstance(term.type, CollectionType):
            return WRONG
        kind = self.world.kinds[term.type.kind]
        if kind.rank is None:
            return self.report("R226", node.span, kind=kind.id, name=name)
        detail = f"{kind.id}.{kind.rank}"
        if len(node.arguments) == 1:
            return Builtin(ElementType(kind.id), name, (term,), detail)
        amount = self.number(node.arguments[1], kind.id)
        return Builtin(term.type, name, (term, amount), detail)

    def _extreme(self, node: Call, name: str) -> Term:
        terms = [self.number(argument) for argument in node.arguments]
        found = PLAIN
        for argument, term in zip(node.arguments, terms, strict=True):
            if not isinstance(term.type, NumberType):
                return WRONG
            both = unified(found, term.type)
            if both is None:
                text = self.world.text(argument.span)
                return self.report("R221", argument.span, text=text, left=type_text(term.type), right=type_text(found))
            found = both
        return Builtin(found, name, tuple(terms))

    def _on_grid(self, node: Call, name: str) -> Term:
        cell = self.any_element(node.arguments[0], Said("sort.cell"))
        kind = self._grid_of(node.arguments[0], cell)
        if kind is None:
            return WRONG
        if name == "distance":
            return Builtin(PLAIN, name, (cell, self.element(node.arguments[1], kind.id)), kind.id)
        direction = self.element(node.arguments[1], DIRECTION)
        steps = tuple(self.number(argument) for argument in node.arguments[2:])
        return Builtin(cell.type, name, (cell, direction, *steps), kind.id)

    def _grid_of(self, node: Expression, term: Term) -> Kind | None:
        match term.type:
            case ElementType(name) | CollectionType(name):
                kind = self.world.kinds[name]
                if kind.relation is not None:
                    return kind
                self.world.bag.add(
                    "R230", node.span, text=self.world.text(node.span), kind=name, expected=Said("sort.cells")
                )
                return None
            case _:
                return None

    def _incident(self, node: Expression, name: str) -> Term:
        element = self.any_element(node, Said("sort.cell_edge_or_corner"))
        if not isinstance(element.type, ElementType):
            return WRONG
        field = {"edges_of": "edges", "cells_of": "cells", "corners_of": "corners", "edges_at_corner": "edges"}[name]
        kind = self.world.kinds[element.type.kind]
        declared = kind.fields.get(field)
        if declared is None or declared.form != "set" or declared.of is None:
            expected = Said("sort.element_that_has", field=field)
            return self.report("R230", node.span, text=self.world.text(node.span), kind=kind.id, expected=expected)
        return Builtin(CollectionType(declared.of), name, (element,), f"{kind.id}.{field}")

    def _graph(self, node: Call, name: str) -> Term:
        match name:
            case "cheapest_path":
                return self._cheapest_path(node)
            case "reaches":
                return self._reaches(node)
            case "adjacent":
                return self._adjacent(node)
            case "edges_at":
                return self._edges_at(node)
            case "ends":
                edge, kind = self._edge(node.arguments[0])
                return WRONG if kind is None else Builtin(CollectionType(kind.joins or ""), name, (edge,), kind.id)
            case _:
                edge, kind = self._edge(node.arguments[0])
                if kind is None or kind.joins is None:
                    return WRONG
                end = self.element(node.arguments[1], kind.joins)
                return Builtin(ElementType(kind.joins), name, (edge, end), kind.id)

    def _edge(self, node: Expression) -> tuple[Term, Kind | None]:
        term = self.any_element(node, Said("sort.edge"))
        if not isinstance(term.type, ElementType):
            return term, None
        return term, self._joining(node, term)

    def _edges(self, node: Expression) -> tuple[Term, Kind | None]:
        term = self.collection(node)
        return term, self._joining(node, term)

    def _joining(self, node: Expression, term: Term) -> Kind | None:
        """Give the kind of edges that a term is of; anything else is a finding."""
        if not isinstance(term.type, ElementType | CollectionType):
            return None
        kind = self.world.kinds[term.type.kind]
        if kind.form != "edges" or kind.joins is None:
            text = self.world.text(node.span)
            self.world.bag.add("R230", node.span, text=text, kind=kind.id, expected=Said("sort.edges"))
            return None
        return kind

    def _cheapest_path(self, node: Call) -> Term:
        edges, kind = self._edges(node.arguments[2])
        if kind is None or kind.joins is None:
            return WRONG
        sources = self.elements(node.arguments[0], kind.joins)
        target = self.element(node.arguments[1], kind.joins)
        cost = node.arguments[3]
        field = kind.fields.get(cost.id) if isinstance(cost, Name) else None
        if field is None or field.form != "number":
            numbers = [name for name, one in kind.fields.items() if one.form == "number"]
            close = near(cost.id, numbers) if isinstance(cost, Name) else None
            text = self.world.text(cost.span)
            self.world.bag.add(
                "R231", cost.span, near=close, text=text, kind=kind.id, fields=", ".join(numbers) or Said("list.none")
            )
            return WRONG
        return Builtin(NumberType(field.of), "cheapest_path", (sources, target, edges), f"{kind.id}.{field.id}")

    def _reaches(self, node: Call) -> Term:
        over = self.collection(node.arguments[2])
        if not isinstance(over.type, CollectionType):
            return WRONG
        kind = self.world.kinds[over.type.kind]
        joined: str | None = kind.id
        if kind.relation is None:
            edges = self._joining(node.arguments[2], over)
            joined = None if edges is None else edges.joins
        if joined is None:
            return WRONG
        sources = self.elements(node.arguments[0], joined)
        targets = self.elements(node.arguments[1], joined)
        return Builtin(TRUTH, "reaches", (sources, targets, over), kind.id)

    def _adjacent(self, node: Call) -> Term:
        element = self.any_element(node.arguments[0])
        if not isinstance(element.type, ElementType):
            return WRONG
        found = CollectionType(element.type.kind)
        if len(node.arguments) == 2:
            edges, kind = self._edges(node.arguments[1])
            if kind is None:
                return WRONG
            self._must_join(node, kind, element.type.kind)
            return Builtin(found, "adjacent", (element, edges), kind.id)
        if self.world.kinds[element.type.kind].relation is not None:
            return Builtin(found, "adjacent", (element,), element.type.kind)
        joining = [kind for kind in self.world.kinds.values() if kind.joins == element.type.kind]
        if len(joining) != 1:
            expected = Said("sort.elements_or_edges")
            text = self.world.text(node.span)
            return self.report("R230", node.span, text=text, kind=element.type.kind, expected=expected)
        everything = Elements(CollectionType(joining[0].id), joining[0].id)
        return Builtin(found, "adjacent", (element, everything), joining[0].id)

    def _edges_at(self, node: Call) -> Term:
        edges, kind = self._edges(node.arguments[1])
        if kind is None or kind.joins is None:
            return WRONG
        element = self.element(node.arguments[0], kind.joins)
        return Builtin(CollectionType(kind.id), "edges_at", (element, edges), kind.id)

    def _must_join(self, node: Call, edges: Kind, kind: str) -> None:
        if edges.joins != kind:
            text = self.world.text(node.arguments[1].span)
            expected = Said("sort.edges_that_join", kind=kind)
            self.world.bag.add("R230", node.arguments[1].span, text=text, kind=edges.id, expected=expected)
