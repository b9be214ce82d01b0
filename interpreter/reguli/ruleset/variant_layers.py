"""The folders of a ruleset, and its variants' edits of files other than rules: bots, examples, layouts.

Such a file is a tree of named things. An item of a list is called by the value of its first key, ``{say: bidding, cites: [P50]}`` is
``bidding``, or by its own text, ``P4``; an entry of a group is called by its key. A path names what lies round it as far as that tells
one from another: ``round/trade/bidding``. An edit is laid over the file of the highest folder that has such a thing, at or below
the variant that wrote it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from reguli.ruleset.document_nodes import Documents, replace_subtree
from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

LAYOUTS: Final = ("aid", "book", "card", "pieces", "setup", "summary")
"""The files that say how something is printed."""
Change = Literal["set", "replace", "add", "remove"]
Place = MappingEntry | Node
"""A named thing: an entry of a group, or an item of a list."""


@frozen_class
class Edit(FrozenValue):
    """A variant's edit of a file other than rules; ``key`` is the key to set, ``node`` the new node."""

    file: str
    change: Change
    path: str
    span: Span
    node: Node | None = None
    key: ScalarNode | None = None


StatementNames: TypeAlias = tuple[tuple[Path, tuple[tuple[str, str], ...]], ...]
"""By folder of a variant: the full names of the statements that its files call by their numbers alone."""


def names_in_folder(statements: StatementNames, folder: Path) -> Mapping[str, str]:
    """Return the full names of statements by the numbers that a folder's files call them by."""
    return {number: name for path, names in statements if path == folder.resolve() for number, name in names}


@frozen_class
class Layers(FrozenValue):
    """Folders, the variant's own first, down to the game; and for each variant folder its edits of files other than rules."""

    folders: tuple[Path, ...]
    edits: tuple[tuple[Path, tuple[Edit, ...]], ...] = ()
    """From the lowest variant to the highest."""
    statements: StatementNames = ()

    def names(self, folder: Path) -> Mapping[str, str]:
        """Return the full names of statements by the numbers that a folder's files call them by."""
        return names_in_folder(self.statements, folder)

    @property
    def own(self) -> Layers:
        """Return the topmost folder alone."""
        return Layers(self.folders[:1], statements=self.statements)

    def has_own(self, file: str) -> bool:
        """Return whether the topmost folder has this file, or edits it."""
        stem = file.partition(".")[0]
        edits = dict(self.edits).get(self.folders[0], ())
        return folder_has_entry(self.folders[0] / file) or any(edit.file == stem for edit in edits)

    def down_to(self, folder: Path) -> Layers:
        """Return the folders from the topmost down to a given one."""
        above = self.folders[: self.folders.index(folder) + 1]
        return Layers(above, tuple(one for one in self.edits if one[0] in above), self.statements)

    def edited(self, file: str, nodes: dict[Path, tuple[Node, ...]], bag: Bag) -> dict[Path, tuple[Node, ...]]:
        """Apply the edits of one sort of file to the folders' documents; no match is a finding (R167), as are several (R168)."""
        found = dict(nodes)
        for folder, edits in self.edits:
            below = self.folders[self.folders.index(folder) :]
            names = self.names(folder)
            for edit in (_with_statement_names(one, names) if names else one for one in edits):
                if edit.file == file:
                    self._lay(edit, [one for one in below if one in found], found, bag)
        return found

    def _lay(self, edit: Edit, below: list[Path], found: dict[Path, tuple[Node, ...]], bag: Bag) -> None:
        known: set[str] = set()
        for folder in below:
            places = [place for node in found[folder] for place in _reached(node, edit.path)]
            if len(places) > 1:
                related = [(_span(place), Said("here.one_of_them")) for place in places]
                bag.add("R168", edit.span, related=related, path=edit.path, count=len(places))
                return
            if places:
                laid = _laid(places[0], edit)
                found[folder] = tuple(_without_empty(replace_subtree(node, places[0], laid)) for node in found[folder])
                return
            known |= {name for node in found[folder] for name, _ in _named(node)}
        name = edit.path.rpartition("/")[2]
        bag.add(
            "R167",
            edit.span,
            near=closest_name(name, known),
            where=Said("part.named", name=f"{edit.file}.yaml"),
            name=name,
        )


def _with_statement_names(edit: Edit, names: Mapping[str, str]) -> Edit:
    """Return an edit with the statements that it names under their full names."""

    def named(node: Node) -> Node:
        match node:
            case ScalarNode(text=text):
                return dataclasses.replace(node, text=names[text], value=names[text]) if text in names else node
            case SequenceNode(items=items):
                return dataclasses.replace(node, items=tuple(named(item) for item in items))
            case MappingNode(entries=entries):
                return dataclasses.replace(
                    node, entries=tuple(dataclasses.replace(one, value=named(one.value)) for one in entries)
                )

    path = "/".join(names.get(word.strip(), word) for word in edit.path.split("/"))
    return dataclasses.replace(edit, path=path, node=None if edit.node is None else named(edit.node))


def _reached(node: Node, path: str) -> list[Place]:
    """Return the nodes at a path, the outermost match of each name."""
    inside: list[Place] = [node]
    for name in (word.strip() for word in path.split("/")):
        inside = [below for place in inside for below in _outermost(place, name)]
    return inside


def _outermost(place: Place, name: str) -> Iterator[Place]:
    for below in _below(place):
        if entry_name(below) == name:
            yield below
        else:
            yield from _outermost(below, name)


def _named(place: Place) -> Iterator[tuple[str, Place]]:
    for below in _below(place):
        name = entry_name(below)
        if name is not None:
            yield name, below
        yield from _named(below)


def _below(place: Place) -> tuple[Place, ...]:
    match place:
        case MappingEntry(value=value):
            return _below(value)
        case MappingNode(entries=entries):
            return entries
        case SequenceNode(items=items):
            return items
        case ScalarNode():
            return ()


def entry_name(place: Place) -> str | None:
    """Return the name of a place: an entry's key, an item's text or the value of its first key."""
    match place:
        case MappingEntry(key=key):
            return key.text
        case ScalarNode(text=text):
            return text
        case MappingNode(entries=entries) if entries and isinstance(entries[0].value, ScalarNode):
            return entries[0].value.text
        case MappingNode() | SequenceNode():
            return None


def _span(place: Place) -> Span:
    return place.key.span if isinstance(place, MappingEntry) else place.span


def _laid(place: Place, edit: Edit) -> tuple[Place, ...]:
    """Return the replacement for an edited node."""
    new = edit.node
    if edit.change == "remove" or new is None:
        return ()
    value = place.value if isinstance(place, MappingEntry) else place
    added = new.items if isinstance(new, SequenceNode) else (new,)
    if edit.change == "replace":
        value = new
    elif edit.change == "set":
        value = _with_key(value, edit)
    elif isinstance(place, MappingEntry):
        value = _longer(value, added, new)
    else:
        parts = value.get("parts") if isinstance(value, MappingNode) else None
        if (
            not isinstance(value, MappingNode)
            or not isinstance(parts, SequenceNode)
            or all(_alike(value, one) for one in added)
        ):
            return (value, *added)
        value = replace_subtree(value, parts, (_longer(parts, added, new),))
    return (dataclasses.replace(place, value=value) if isinstance(place, MappingEntry) else value,)


def _longer(value: Node, added: tuple[Node, ...], new: Node) -> Node:
    """Add items to a list, or entries to a group."""
    if isinstance(value, SequenceNode):
        return dataclasses.replace(value, items=(*value.items, *added))
    if isinstance(value, MappingNode) and isinstance(new, MappingNode):
        return dataclasses.replace(value, entries=(*value.entries, *new.entries))
    return value


def _alike(item: MappingNode, other: Node) -> bool:
    """Return whether two items are of one sort: they begin with the same key."""
    return (
        isinstance(other, MappingNode) and bool(other.entries) and other.entries[0].key.text == item.entries[0].key.text
    )


def _with_key(node: Node, edit: Edit) -> Node:
    """Set one key of a group, in its place or at the end."""
    if not isinstance(node, MappingNode) or edit.key is None or edit.node is None:
        return node
    new = MappingEntry(edit.key, edit.node)
    if node.entry(edit.key.text) is None:
        return dataclasses.replace(node, entries=(*node.entries, new))
    entries = tuple(new if entry.key.text == edit.key.text else entry for entry in node.entries)
    return dataclasses.replace(node, entries=entries)


def _without_empty(node: Node) -> Node:
    """Remove nested lists, and groups in lists, that have become empty."""
    match node:
        case SequenceNode(items=items) if items:
            left = tuple(made for item in items if not _is_empty(made := _without_empty(item)))
            return dataclasses.replace(node, items=left)
        case MappingNode(entries=entries):
            made_entries = tuple(dataclasses.replace(one, value=_without_empty(one.value)) for one in entries)
            return dataclasses.replace(node, entries=made_entries)
        case ScalarNode() | SequenceNode():
            return node


def _is_empty(node: Node) -> bool:
    match node:
        case SequenceNode(items=()):
            return True
        case MappingNode(entries=(MappingEntry(value=SequenceNode(items=())),)):
            return True
        case MappingNode() | ScalarNode() | SequenceNode():
            return False


FILE_OF_A_FOLDER: Final = "variant.yaml"


def file_prefixes(documents: Documents, count: int) -> tuple[str, ...]:
    """Return the file name prefixes of the topmost ``count`` variants: a folder, or the whole name of a single file."""
    variants = documents.variants[len(documents.variants) - count :] if count else ()
    found = []
    for one in variants:
        folder, _, name = one.span.file.rpartition("/")
        found.append(f"{folder}/" if name == FILE_OF_A_FOLDER else one.span.file)
    return tuple(found)


def is_from_variants(span: Span, documents: Documents) -> bool:
    """Return whether a place is in the files of any variant."""
    return is_in_files(span, file_prefixes(documents, len(documents.variants)))


def is_in_files(span: Span, prefixes: tuple[str, ...]) -> bool:
    """Return whether a place is in one of the files with these prefixes."""
    return bool(prefixes) and span.file.startswith(prefixes)
