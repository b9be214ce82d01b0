"""Whole declarations that a variant replaces or adds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final, TypeVar

from reguli.reading.groups import Field, Group
from reguli.reading.reader import Reader
from reguli.reading.shapes import MapOf
from reguli.reading.values import ANY_NAME, names
from reguli.ruleset.declared.game import RANKING, ROUND
from reguli.ruleset.declared.kinds import KINDS
from reguli.ruleset.declared.rows import ELEMENTS, Shape, elements
from reguli.ruleset.declared.stages import STAGES
from reguli.ruleset.declared.state import STATE
from reguli.ruleset.declared.values import CONSTANTS, TABLES
from reguli.ruleset.documents import (
    ConstantDecl,
    Declared,
    Documents,
    ElementDecl,
    KindDecl,
    RankingDecl,
    StageDecl,
    StateDecl,
    TableDecl,
)
from reguli.source.kept import Kept, kept
from reguli.source.said import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry


@kept
class Overlay(Kept):
    """What a variant replaces or adds: declarations by name, and what can only be replaced as a whole, None where it is not."""

    constants: tuple[ConstantDecl, ...] = ()
    tables: tuple[TableDecl, ...] = ()
    state: tuple[StateDecl, ...] = ()
    kinds: tuple[KindDecl, ...] = ()
    elements: tuple[Entry, ...] = ()
    """By kind, as written: what they are hangs on the fields of the kind."""
    round: tuple[tuple[str, ...], tuple[Span, ...]] | None = None
    stages: tuple[StageDecl, ...] | None = None
    ranking: tuple[RankingDecl, ...] | None = None
    rules: tuple[tuple[str, Span], ...] = ()


def _of_variant(name: str) -> Said:
    return Said("part.field", name=name, where=Said("part.variant"))


BY_KIND: Final = MapOf(ANY_NAME, ELEMENTS, "", "", lambda key, _, node: Entry(key, node))
BOTH: Final = (
    Field("constants", CONSTANTS, default=()),
    Field("tables", TABLES, default=()),
    Field("state", STATE, default=()),
    Field("kinds", KINDS, default=(), called=_of_variant("kinds")),
    Field("elements", BY_KIND, default=(), called=_of_variant("elements")),
)
"""What can be replaced and added alike, by name."""
WHOLE: Final = (
    Field("round", ROUND, called=_of_variant("round")),
    Field("stages", STAGES),
    Field("ranking", RANKING, called="part.named"),
)
"""What can only be replaced as a whole."""
REPLACED: Final = Group(Overlay, (*BOTH, *WHOLE))
ADDED: Final = Group(Overlay, (*BOTH, Field("rules", names(), default=(), called="part.added_rules")))


D = TypeVar("D", bound=Declared)


def _name(item: Declared) -> str:
    """Give the name by which a declaration is replaced."""
    return f"{item.owner}.{item.id}" if isinstance(item, StateDecl) else item.id


@kept
class Overlaying(Kept):
    """Whether declarations are added or replace others, and who reads elements."""

    adding: bool
    reader: Reader

    def lay(self, old: tuple[D, ...], new: tuple[D, ...], what: Value) -> tuple[D, ...]:
        """Put each new declaration in the place of the old one of its name, or after the last."""
        at, bag = {_name(item): index for index, item in enumerate(old)}, self.reader.bag
        found = list(old)
        for item in new:
            name = _name(item)
            index = at.get(name)
            if self.adding and index is not None:
                related = [(old[index].span, Said("here.in_ruleset"))]
                bag.add("R156", item.span, related=related, what=what, name=name)
            elif self.adding:
                found.append(item)
            elif index is None:
                bag.add("R155", item.span, near=self.reader.meant(name, at), what=what, name=name)
            else:
                found[index] = item
        return tuple(found)


def overlay_declarations(documents: Documents, overlay: Overlay, laying: Overlaying) -> Documents:
    """Lay what a variant replaces or adds over the documents."""
    whole = {name: value for name in ("stages", "ranking") if (value := getattr(overlay, name)) is not None}
    if overlay.round is not None:
        whole |= {"round": overlay.round[0], "round_spans": overlay.round[1]}
    documents = dataclasses.replace(
        documents,
        game=dataclasses.replace(documents.game, **whole),
        constants=laying.lay(documents.constants, overlay.constants, Said("thing.constant")),
        tables=laying.lay(documents.tables, overlay.tables, Said("thing.table")),
        state=laying.lay(documents.state, overlay.state, Said("thing.state")),
        kinds=laying.lay(documents.kinds, overlay.kinds, Said("thing.kind")),
    )
    return _lay_elements(documents, overlay.elements, laying)


def _lay_elements(documents: Documents, by_kind: Iterable[Entry], laying: Overlaying) -> Documents:
    """Replace or add elements by kind; where several boards have the kind, on the boards that have the element."""
    for entry in by_kind:
        name = entry.key.text
        holders = [declared for declared in documents.kinds if declared.id == name]
        if not holders:
            known = {declared.id for declared in documents.kinds}
            close = laying.reader.meant(name, known)
            laying.reader.bag.add("R152", entry.key.span, near=close, what=Said("thing.kind"), name=name)
        read = _read(entry, holders, laying.reader)
        for declared in holders:
            new = read if laying.adding or len(holders) == 1 else _held(declared, read, holders)
            laid = laying.lay(declared.elements, new, name)
            changed = dataclasses.replace(declared, elements=laid)
            kinds = tuple(changed if item is declared else item for item in documents.kinds)
            documents = dataclasses.replace(documents, kinds=kinds)
    return documents


def _read(entry: Entry, holders: list[KindDecl], reader: Reader) -> tuple[ElementDecl, ...]:
    if not holders:
        return ()
    first = holders[0]
    fields = {field.id: field for field in first.fields}
    return elements(entry.value, Shape(Said("part.kind", name=first.id), fields, first.form == "edges"), reader)


def _held(declared: KindDecl, read: tuple[ElementDecl, ...], holders: list[KindDecl]) -> tuple[ElementDecl, ...]:
    """Leave out what another board has and this one has not; the first board reports what no board has."""
    own = {element.id for element in declared.elements}
    others = {element.id for other in holders for element in other.elements}
    first = declared is holders[0]
    return tuple(element for element in read if element.id in own or (first and element.id not in others))
