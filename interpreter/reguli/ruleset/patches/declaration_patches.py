"""Whole declarations that a variant replaces, adds or removes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from reguli.ruleset.declarations.element_rows import Shape, elements
from reguli.ruleset.document_nodes import Documents, TableDecl
from reguli.ruleset.kind_nodes import Declared, ElementDecl, KindDecl
from reguli.ruleset.patches.game_patches import overlay_game
from reguli.ruleset.patches.name_patches import Overlaying
from reguli.ruleset.patches.patch_sections import SECTIONS, Overlay, Section, name_of
from reguli.schema.node_reader import Reader
from reguli.source.message_arguments import Said
from reguli.source.yaml_nodes import Entry, Scalar

D = TypeVar("D", bound=Declared)


def overlay_declarations(documents: Documents, overlay: Overlay, laying: Overlaying) -> Documents:
    """Lay what a variant replaces, adds or removes over the documents."""
    documents = overlay_game(documents, overlay.whole or {}, laying)
    if laying.verb == "remove":
        documents = _without_boards(documents, overlay.boards, laying)
    for section in SECTIONS:
        if section.key in overlay.named:
            documents = _section(documents, laying, section, overlay.named[section.key])
    documents = _values(documents, laying, overlay.values)
    documents = _taken(documents, laying, overlay.taken)
    return _elements(documents, laying, overlay.elements)


def overlay_files(
    documents: Documents, written: Mapping[str, tuple[Declared, ...]], added: Overlay | None, reader: Reader
) -> Documents:
    """Lay the declarations in files of a variant over the documents: each in the place of that of its name, unless ``added`` lists it."""
    boards = _new_boards(documents, written, () if added is None else added.boards, reader)
    for section in SECTIONS:
        names = () if added is None else added.named.get(section.key, ())
        wanted = {one.id: one.span for one in names if type(one) is Declared}
        new: list[Declared] = []
        changed: list[Declared] = []
        found = written.get(section.key, ())
        for item in found:
            on_new_board = isinstance(item, KindDecl | TableDecl) and item.board in boards
            is_new = on_new_board or name_of(item).rpartition("/")[2] in wanted
            (new if is_new else changed).append(item)
        there = {name_of(item).rpartition("/")[2] for item in found}
        for name, span in wanted.items():
            if name not in there:
                reader.bag.add("R159", span, near=reader.meant(name, there), name=name)
        documents = _section(documents, Overlaying("replace", reader), section, tuple(changed))
        documents = _section(documents, Overlaying("add", reader), section, tuple(new))
    return documents


def _new_boards(
    documents: Documents, written: Mapping[str, tuple[Declared, ...]], added: Iterable[Declared], reader: Reader
) -> frozenset[str]:
    """Give the boards that are new; one that is not, or that no file brings, is a finding."""
    brought = {kind.board for kind in written.get("kinds", ()) if isinstance(kind, KindDecl)}
    found = []
    for board in added:
        old = next((kind for kind in documents.kinds if kind.board == board.id), None)
        if old is not None:
            related = [(old.span, Said("here.in_ruleset"))]
            reader.bag.add("R156", board.span, related=related, what=Said("thing.board"), name=board.id)
        elif board.id not in brought:
            reader.bag.add("R159", board.span, name=board.id)
        else:
            found.append(board.id)
    return frozenset(found)


def _section(documents: Documents, laying: Overlaying, section: Section, new: tuple[Declared, ...]) -> Documents:
    """Lay the declarations of one section."""
    if section.key in {"kinds", "tables"}:
        known = section.of(documents)
        new = tuple(one for item in new for one in _on_boards(item, known, laying))
    if laying.verb == "add":
        new = tuple(item for item in new if type(item) is not Declared)
    return _with(documents, section, laying.lay(section.of(documents), new, section.what))


def _on_boards(item: Declared, known: tuple[KindDecl | TableDecl, ...], laying: Overlaying) -> tuple[Declared, ...]:
    """Say on which board a kind or table lies that is named without one: where it lies so far; R164 when that is on several."""
    if laying.verb == "add" or (isinstance(item, KindDecl | TableDecl) and item.board is not None):
        return (item,)
    holders = [one for one in known if one.id == item.id]
    if laying.verb == "remove":
        return tuple(dataclasses.replace(one, span=item.span) for one in holders) or (item,)
    boards = ", ".join(one.board or "" for one in holders)
    if len(holders) > 1:
        laying.reader.bag.add("R164", item.span, name=item.id, boards=boards)
        return ()
    assert isinstance(item, KindDecl | TableDecl)
    return (dataclasses.replace(item, board=holders[0].board),) if holders else (item,)


def _values(
    documents: Documents, laying: Overlaying, by_option: Iterable[tuple[Scalar, tuple[Declared, ...]]]
) -> Documents:
    """Lay values of options."""
    for key, new in by_option:
        old = next((one for one in documents.game.options if one.id == key.text and one.form == "choose"), None)
        if old is None:
            known = [one.id for one in documents.game.options if one.form == "choose"]
            close = laying.reader.meant(key.text, known)
            laying.reader.bag.add("R152", key.span, near=close, what=Said("thing.option"), name=key.text)
            continue
        laid = dataclasses.replace(old, values=laying.lay(old.values, new, Said("thing.value_of", name=old.id)))
        options = tuple(laid if one is old else one for one in documents.game.options)
        documents = dataclasses.replace(documents, game=dataclasses.replace(documents.game, options=options))
    return documents


def _taken(
    documents: Documents, laying: Overlaying, by_kind: Iterable[tuple[Scalar, tuple[Declared, ...]]]
) -> Documents:
    """Take elements away, from every board that has them."""
    for key, gone in by_kind:
        holders = [one for one in documents.kinds if one.id == key.text]
        if not holders:
            _no_kind(key, documents, laying.reader)
        for declared in holders:
            own = gone if len(holders) == 1 else _held(declared, gone, holders)
            changed = dataclasses.replace(declared, elements=laying.lay(declared.elements, own, declared.id))
            documents = _swapped_kind(documents, declared, changed)
    return documents


def _elements(documents: Documents, laying: Overlaying, by_kind: Iterable[Entry]) -> Documents:
    """Replace or add elements by kind; where several boards have the kind, on the boards that have the element."""
    for entry in by_kind:
        holders = [declared for declared in documents.kinds if declared.id == entry.key.text]
        if not holders:
            _no_kind(entry.key, documents, laying.reader)
        read = _read(entry, holders, laying.reader)
        for declared in holders:
            new = read if laying.verb == "add" or len(holders) == 1 else _held(declared, read, holders)
            changed = dataclasses.replace(declared, elements=laying.lay(declared.elements, new, declared.id))
            documents = _swapped_kind(documents, declared, changed)
    return documents


def _no_kind(key: Scalar, documents: Documents, reader: Reader) -> None:
    close = reader.meant(key.text, {declared.id for declared in documents.kinds})
    reader.bag.add("R152", key.span, near=close, what=Said("thing.kind"), name=key.text)


def _without_boards(documents: Documents, boards: Iterable[Declared], laying: Overlaying) -> Documents:
    for board in boards:
        left = tuple(kind for kind in documents.kinds if kind.board != board.id)
        if len(left) == len(documents.kinds):
            known = {kind.board for kind in documents.kinds if kind.board is not None}
            laying.not_there(board.span, board.id, known, Said("thing.board"))
        tables = tuple(table for table in documents.tables if table.board != board.id)
        documents = dataclasses.replace(documents, kinds=left, tables=tables)
    return documents


def _with(documents: Documents, section: Section, laid: tuple[Any, ...]) -> Documents:
    changed: dict[str, Any] = {section.attribute: laid}
    if section.game:
        changed = {"game": dataclasses.replace(documents.game, **changed)}
    return dataclasses.replace(documents, **changed)


def _swapped_kind(documents: Documents, old: KindDecl, new: KindDecl) -> Documents:
    return dataclasses.replace(documents, kinds=tuple(new if kind is old else kind for kind in documents.kinds))


def _read(entry: Entry, holders: list[KindDecl], reader: Reader) -> tuple[ElementDecl, ...]:
    if not holders:
        return ()
    first = holders[0]
    fields = {field.id: field for field in first.fields}
    return elements(
        entry.value,
        Shape(Said("part.kind", name=first.id), fields, first.form == "edges", first.form == "grid"),
        reader,
    )


def _held(declared: KindDecl, named: tuple[D, ...], holders: list[KindDecl]) -> tuple[D, ...]:
    """Leave out what another board has and this one has not; the first board reports what no board has."""
    own = {element.id for element in declared.elements}
    others = {element.id for other in holders for element in other.elements}
    first = declared is holders[0]
    return tuple(element for element in named if element.id in own or (first and element.id not in others))
