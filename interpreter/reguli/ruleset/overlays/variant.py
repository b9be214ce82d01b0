"""Variants: overlays that name what they set, replace and add; and the door through which any ruleset is read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from reguli.reading.groups import HERE, Field, Group, must
from reguli.reading.reader import ID, Reader
from reguli.reading.shapes import Json, MapOf, One
from reguli.reading.values import ANY_NAME, NAME, NODE, NOTE, TEXT
from reguli.ruleset.declared import game, inventory, kinds, state, values
from reguli.ruleset.documents import Documents, VariantDecl
from reguli.ruleset.folder import RULESET, VARIANT_FOLDER, Folder, digest
from reguli.ruleset.names import check_names
from reguli.ruleset.overlays.by_name import Overlaying, Verb
from reguli.ruleset.overlays.declarations import overlay_declarations, overlay_files
from reguli.ruleset.overlays.rules import overlay_rules
from reguli.ruleset.overlays.sections import ADDED, REPLACED, TAKEN, Overlay
from reguli.ruleset.overlays.single_values import overlay_settings
from reguli.ruleset.select import check_choices, select
from reguli.source.diagnostic import Bag
from reguli.source.files import lies_there
from reguli.source.kept import Kept, kept
from reguli.source.said import Said, Value
from reguli.source.sources import Sources
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Node

GAME: Final = "game.yaml"
VARIANT: Final = "variant.yaml"
DEEPEST: Final = 8
"""How many variants may lie over one another."""
Find = Callable[[str], Path | None]
"""Gives the folder of a shipped ruleset by its name."""


@kept
class Reading(Kept):
    """What is needed to read one ruleset after another."""

    bag: Bag
    find: Find
    sources: Sources


@kept
class VariantFile(Kept):
    """What a variant says; a name or path that was tried in vain is None, with its place."""

    span: Span
    variant: tuple[str | None, Span]
    of: tuple[str | None, Span] | None
    name: tuple[str | None, Span] | None
    remove: Overlay | None
    replace: Overlay | None
    add: Overlay | None
    set: tuple[Entry, ...]


def _tried(ask: Callable[[Reader, Node, Value], str | None], schema: Json) -> One[tuple[str | None, Span]]:
    return One(lambda reader, node, what: (ask(reader, node, what), node.span), schema)


SETTINGS: Final = MapOf(ANY_NAME, NODE, "", "", lambda key, _, node: Entry(key, node))
FILE: Final = Group(
    VariantFile,
    (
        must("variant", _tried(Reader.id, NAME.schema)),
        Field("of", _tried(Reader.text, TEXT.schema)),
        Field("name", _tried(Reader.text, TEXT.schema)),
        Field("set", SETTINGS, default=()),
        Field("replace", REPLACED),
        Field("add", ADDED),
        Field("remove", TAKEN),
        Field("source", NODE, "-"),
        NOTE,
    ),
    span=HERE,
)


def load_ruleset(
    path: Path,
    bag: Bag,
    *,
    find: Find,
    options: Mapping[str, str | bool] | None = None,
    sources: Sources | None = None,
) -> Documents | None:
    """Read a ruleset folder, a variant folder, or a variant file with all that it lies over.

    None with findings when there is no game. ``options`` are settled after all overlays (see ``select``).
    """
    documents = _load(path, Reading(bag, find, Sources() if sources is None else sources), ())
    return documents if documents is None or options is None else select(documents, options, bag)


def layers(path: Path, find: Find) -> tuple[Path, ...]:
    """Give the folders that make a ruleset up: the variant's own first, then what it lies over, down to the game itself."""
    found: list[Path] = []
    at: Path | None = path.resolve()
    while at is not None and len(found) <= DEEPEST:
        found.append(at if at.is_dir() else at.parent)
        if not is_variant(at):
            break
        reading = Reading(Bag(), find, Sources())
        folder, name = _opened(at, reading)
        said = folder.read(name, FILE, Said("part.variant"))
        at = None if said is None else _base(said, folder, reading)
    return tuple(dict.fromkeys(found))


def is_variant(path: Path) -> bool:
    """Say whether a path is a variant: a folder with variant.yaml and no game.yaml, or a file."""
    return path.is_file() or ((path / VARIANT).exists() and not (path / GAME).exists())


def _load(path: Path, reading: Reading, above: tuple[Path, ...]) -> Documents | None:
    full = path.resolve()
    if full.is_dir() and (full / GAME).exists():
        return read_documents(Folder(full, reading.bag, reading.sources))
    if full.is_dir() and not (full / VARIANT).exists():
        reading.bag.add("R158", Span(full.name, 0, 0, 0, 0), name=full.name)
        return None
    folder, name = _opened(full, reading)
    said = folder.read(name, FILE, Said("part.variant"))
    if said is None:
        return None
    base = _base(said, folder, reading)
    if base is None:
        return None
    if full in above or len(above) >= DEEPEST:
        reading.bag.add("R157", said.span, name=full.name, limit=DEEPEST)
        return None
    documents = _load(base, reading, (*above, full))
    return None if documents is None else _laid(documents, folder, name, said)


def read_documents(folder: Folder) -> Documents | None:
    """Read every file of an opened folder."""
    bag = folder.bag
    declared = folder.read(GAME, game.GAME, Said("part.game"))
    written = _written(folder)
    rules = folder.rules()
    folder.look_round(RULESET)
    if declared is None:
        return None
    documents = Documents(
        folder=folder.path.name,
        game=declared,
        constants=written["constants"],
        tables=written["tables"],
        kinds=written["kinds"],
        state=written["state"],
        rules=rules,
        inventory=written["statements"],
        digest=digest(folder.played),
        texts=tuple(folder.texts.items()),
    )
    check_choices(documents, bag)
    check_names(documents, bag)
    return documents


FILES: Final = (
    ("constants", "constants.yaml", values.CONSTANTS, Said("part.constants")),
    ("tables", "tables.yaml", values.TABLES, Said("part.tables")),
    ("state", "state.yaml", state.STATE, Said("part.states")),
    ("statements", "inventory.yaml", inventory.INVENTORY, Said("part.inventory")),
)
"""The files of declarations, of a game as of a variant."""


def _written(folder: Folder) -> dict[str, tuple[Any, ...]]:
    """Read what files of a folder declare, by section."""
    found: dict[str, tuple[Any, ...]] = {}
    for section, name, shape, what in FILES:
        found[section] = folder.read(name, shape, what, needed=False) or ()
    files = (*folder.names("components", ".yaml"), *folder.names("boards", ".yaml"))
    read = [folder.read(name, kinds.DOCUMENT, Said("part.named", name=name)) for name in files]
    found["kinds"] = tuple(kind for listed in read for kind in listed or ())
    return found


def _opened(path: Path, reading: Reading) -> tuple[Folder, str]:
    """Give the folder of a variant and the name of its file in it."""
    full = path.resolve()
    if full.is_dir():
        return Folder(full, reading.bag, reading.sources), VARIANT
    return Folder(full.parent, reading.bag, reading.sources), full.name


def _base(said: VariantFile, folder: Folder, reading: Reading) -> Path | None:
    """Find what a variant is a variant of: a shipped name, a path from its own place, or the ruleset it lies in."""
    if said.of is None:
        if folder.path.name == "variants" and (folder.path.parent / GAME).exists():
            return folder.path.parent
        reading.bag.add("R102", said.span, where=Said("part.variant"), name="of")
        return None
    name, span = said.of
    if name is None:
        return None
    found = reading.find(name) if ID.fullmatch(name) else None
    if found is None and lies_there(folder.path / name):
        found = folder.path / name
    if found is None:
        reading.bag.add("R150", span, name=name)
    return found


def _laid(documents: Documents, folder: Folder, name: str, said: VariantFile) -> Documents | None:
    variant, span = said.variant
    printed = documents.game.name if said.name is None else said.name[0]
    base, documents = documents, _overlaid(documents, folder, name, said)
    if name == VARIANT:
        folder.look_round(VARIANT_FOLDER)
    if variant is None or printed is None:
        return None
    played = {f"{variant}/{file}": text for file, text in folder.played.items()}
    documents = dataclasses.replace(
        documents,
        game=dataclasses.replace(documents.game, name=printed),
        digest=digest({"of": base.digest, **played}),
        texts=(*documents.texts, *folder.texts.items()),
        variants=(*documents.variants, VariantDecl(span, variant, printed)),
    )
    check_choices(documents, folder.bag)
    check_names(documents, folder.bag)
    return documents


def _overlaid(documents: Documents, folder: Folder, name: str, said: VariantFile) -> Documents:
    """Take away, replace, add, lay the files, set single values, and lay rules over the documents, in this order."""
    base, reader, whole = documents, folder.reader, name == VARIANT
    steps: tuple[tuple[Verb, Overlay | None], ...] = (
        ("remove", said.remove),
        ("replace", said.replace),
        ("add", said.add),
    )
    for verb, overlay in steps:
        if overlay is not None:
            documents = overlay_declarations(documents, overlay, Overlaying(verb, reader))
    # A variant that is one file has nothing beside it.
    written = _written(folder) if whole else {}
    documents = overlay_files(documents, written, said.add, reader)
    documents = overlay_settings(documents, said.set, reader, base)
    added, gone = (() if one is None else one.rules for one in (said.add, said.remove))
    return overlay_rules(documents, folder.rules() if whole else (), added, gone, folder.bag)
