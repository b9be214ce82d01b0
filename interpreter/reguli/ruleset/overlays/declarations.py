"""Whole declarations that a variant replaces or adds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from reguli.ruleset.declared.game import ranks
from reguli.ruleset.declared.kinds import CsvText, kind
from reguli.ruleset.declared.rows import Shape, elements
from reguli.ruleset.declared.stages import stages
from reguli.ruleset.declared.state import state
from reguli.ruleset.declared.values import constants, tables
from reguli.ruleset.documents import Documents, ElementDecl, KindDecl
from reguli.ruleset.schema import Fields, Schema
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Node

BOTH: Final = ("constants", "tables", "state", "kinds", "elements")
"""What can be replaced and added alike, by name."""
WHOLE: Final = ("round", "stages", "ranking")
"""What can only be replaced as a whole."""


class Declared(Protocol):
    """Anything that stands at a place."""

    @property
    def span(self) -> Span:
        """Where it stands."""


D = TypeVar("D", bound=Declared)


@dataclass(frozen=True, slots=True)
class Laying:
    """Whether declarations are added or replace others, and what is needed to read them."""

    adding: bool
    csv: CsvText
    schema: Schema

    def lay(self, old: tuple[D, ...], new: tuple[D, ...], what: str, name: Callable[[D], str]) -> tuple[D, ...]:
        """Put each new declaration in the place of the old one of its name, or after the last."""
        at = {name(item): index for index, item in enumerate(old)}
        found = list(old)
        for item in new:
            index = at.get(name(item))
            if self.adding and index is not None:
                related = [(old[index].span, "here it is in the ruleset")]
                self.schema.bag.add("R156", item.span, related=related, what=what, name=name(item))
            elif self.adding:
                found.append(item)
            elif index is None:
                self.schema.bag.add(
                    "R155", item.span, near=self.schema.meant(name(item), at), what=what, name=name(item)
                )
            else:
                found[index] = item
        return tuple(found)


def lay_declarations(documents: Documents, fields: Fields, laying: Laying) -> Documents:
    """Lay ``replace:`` or ``add:`` of a variant over the documents."""
    for entry in fields.entries:
        documents = _lay_sort(documents, entry, laying)
    return documents


def _lay_sort(documents: Documents, entry: Entry, laying: Laying) -> Documents:
    schema, node = laying.schema, entry.value
    match entry.key.text:
        case "constants":
            laid = laying.lay(documents.constants, constants(node, schema), "constant", lambda item: item.id)
            return dataclasses.replace(documents, constants=laid)
        case "tables":
            tabled = laying.lay(documents.tables, tables(node, schema), "table", lambda item: item.id)
            return dataclasses.replace(documents, tables=tabled)
        case "state":
            held = laying.lay(documents.state, state(node, schema), "state", lambda item: f"{item.owner}.{item.id}")
            return dataclasses.replace(documents, state=held)
        case "kinds":
            read = tuple(
                found
                for declared in schema.entries(node, "'kinds' of the variant") or ()
                if (found := kind(declared, None, laying.csv, schema)) is not None
            )
            return dataclasses.replace(documents, kinds=laying.lay(documents.kinds, read, "kind", lambda item: item.id))
        case "elements":
            return _lay_elements(documents, node, laying)
        case "round" | "stages" | "ranking":
            return _lay_whole(documents, entry, schema)
        case _:
            return documents


def _lay_whole(documents: Documents, entry: Entry, schema: Schema) -> Documents:
    game = documents.game
    match entry.key.text:
        case "round":
            phases = schema.placed_ids(entry.value, "'round' of the variant")
            names, spans = tuple(name for name, _ in phases), tuple(span for _, span in phases)
            game = dataclasses.replace(game, round=names, round_spans=spans)
        case "stages":
            game = dataclasses.replace(game, stages=stages(entry.value, schema))
        case _:
            game = dataclasses.replace(game, ranking=ranks(entry.value, schema))
    return dataclasses.replace(documents, game=game)


def _lay_elements(documents: Documents, node: Node, laying: Laying) -> Documents:
    """Replace or add elements by kind; where several boards have the kind, on the boards that have the element."""
    for entry in laying.schema.entries(node, "'elements' of the variant") or ():
        name = entry.key.text
        holders = [declared for declared in documents.kinds if declared.id == name]
        if not holders:
            known = {declared.id for declared in documents.kinds}
            laying.schema.bag.add("R152", entry.key.span, near=laying.schema.meant(name, known), what="kind", name=name)
        read = _read(entry, holders, laying.schema)
        for declared in holders:
            new = read if laying.adding or len(holders) == 1 else _held(declared, read, holders)
            laid = laying.lay(declared.elements, new, name, lambda item: item.id)
            changed = dataclasses.replace(declared, elements=laid)
            kinds = tuple(changed if item is declared else item for item in documents.kinds)
            documents = dataclasses.replace(documents, kinds=kinds)
    return documents


def _read(entry: Entry, holders: list[KindDecl], schema: Schema) -> tuple[ElementDecl, ...]:
    if not holders:
        return ()
    first = holders[0]
    fields = {field.id: field for field in first.fields}
    return elements(entry.value, Shape(f"the kind '{first.id}'", fields, first.form == "edges"), schema)


def _held(declared: KindDecl, read: tuple[ElementDecl, ...], holders: list[KindDecl]) -> tuple[ElementDecl, ...]:
    """Leave out what another board has and this one has not; the first board reports what no board has."""
    own = {element.id for element in declared.elements}
    others = {element.id for other in holders for element in other.elements}
    first = declared is holders[0]
    return tuple(element for element in read if element.id in own or (first and element.id not in others))
