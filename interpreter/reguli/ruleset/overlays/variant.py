"""Variants: overlays that name what they set, replace and add; and the door through which any ruleset is read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reguli.language.parsing.parser import parse_rules
from reguli.language.tree.items import RulesFile
from reguli.ruleset.digest import digest
from reguli.ruleset.documents import Documents, VariantDecl
from reguli.ruleset.folder import VARIANT_FOLDER, Folder
from reguli.ruleset.loader import GAME, read_documents
from reguli.ruleset.names import check_names
from reguli.ruleset.overlays.declarations import BOTH, WHOLE, Laying, lay_declarations
from reguli.ruleset.overlays.rules import lay_rules
from reguli.ruleset.overlays.single_values import lay_settings
from reguli.ruleset.schema import ID, Fields
from reguli.ruleset.select import check_choices, select
from reguli.source.diagnostic import Bag
from reguli.source.files import lies_there
from reguli.source.sources import Sources
from reguli.source.span import Span

VARIANT: Final = "variant.yaml"
DEEPEST: Final = 8
"""How many variants may lie over one another."""
Find = Callable[[str], Path | None]
"""Gives the folder of a shipped ruleset by its name."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is needed to read one ruleset after another."""

    bag: Bag
    find: Find
    sources: Sources


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
        fields = _fields(folder, name)
        at = None if fields is None else _base(fields, folder, reading)
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
    fields = _fields(folder, name)
    if fields is None:
        return None
    base = _base(fields, folder, reading)
    if base is None:
        return None
    if full in above or len(above) >= DEEPEST:
        reading.bag.add("R157", fields.span, name=full.name, limit=DEEPEST)
        return None
    documents = _load(base, reading, (*above, full))
    return None if documents is None else _laid(documents, folder, name, fields)


def _opened(path: Path, reading: Reading) -> tuple[Folder, str]:
    """Give the folder of a variant and the name of its file in it."""
    full = path.resolve()
    if full.is_dir():
        return Folder(full, reading.bag, reading.sources), VARIANT
    return Folder(full.parent, reading.bag, reading.sources), full.name


def _fields(folder: Folder, name: str) -> Fields | None:
    node = folder.node(name)
    optional = ["of", "name", "set", "replace", "add", "source", "note"]
    return None if node is None else folder.schema.fields(node, "the variant", ["variant"], optional)


def _base(fields: Fields, folder: Folder, reading: Reading) -> Path | None:
    """Find what a variant is a variant of: a shipped name, a path from its own place, or the ruleset it lies in."""
    node = fields.get("of")
    if node is None:
        if folder.path.name == "variants" and (folder.path.parent / GAME).exists():
            return folder.path.parent
        reading.bag.add("R102", fields.span, where="the variant", name="of")
        return None
    name = folder.schema.text(node, fields.what("of"))
    if name is None:
        return None
    found = reading.find(name) if ID.fullmatch(name) else None
    if found is None and lies_there(folder.path / name):
        found = folder.path / name
    if found is None:
        reading.bag.add("R150", node.span, name=name)
    return found


def _laid(documents: Documents, folder: Folder, name: str, fields: Fields) -> Documents | None:
    schema, bag = folder.schema, folder.bag
    named, title = fields.get("variant"), fields.get("name")
    assert named is not None
    variant = schema.id(named, fields.what("variant"))
    printed = documents.game.name if title is None else schema.text(title, fields.what("name"))
    base, documents = documents, _overlaid(documents, folder, name, fields)
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
        variants=(*documents.variants, VariantDecl(named.span, variant, printed)),
    )
    check_choices(documents, bag)
    check_names(documents, bag)
    return documents


def _overlaid(documents: Documents, folder: Folder, name: str, fields: Fields) -> Documents:
    """Lay replacements, additions, single values and rules over the documents, in this order."""
    schema = folder.schema
    added: tuple[tuple[str, Span], ...] = ()
    for key, names in (("replace", (*BOTH, *WHOLE)), ("add", (*BOTH, "rules"))):
        node = fields.get(key)
        group = None if node is None else schema.fields(node, f"'{key}' of the variant", (), names)
        if group is None:
            continue
        documents = lay_declarations(documents, group, Laying(key == "add", folder.csv, schema))
        if key == "add":
            added = schema.placed_ids(group.get("rules"), "'rules' that the variant adds")
    setting = fields.get("set")
    entries = None if setting is None else schema.entries(setting, fields.what("set"))
    documents = lay_settings(documents, entries or (), schema)
    return lay_rules(documents, _rules(folder, name), added, folder.bag)


def _rules(folder: Folder, name: str) -> list[RulesFile]:
    """Read the rules of a variant folder; a variant that is one file has none."""
    found: list[RulesFile] = []
    for file in folder.names("rules", ".rules") if name == VARIANT else ():
        text = folder.text(file)
        parsed = None if text is None else parse_rules(text, folder.span_name(file), folder.bag)
        if parsed is not None:
            found.append(parsed)
    return found
