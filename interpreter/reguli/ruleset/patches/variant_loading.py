"""Loading of rulesets and variants; variants are overlays of named changes: set, replace and add."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from reguli.ruleset.declarations import constant_and_table_files, game_file, inventory_file, kind_files, state_file
from reguli.ruleset.document_nodes import Documents, VariantDecl
from reguli.ruleset.folder_contents import (
    RULESET,
    VARIANT_FOLDER,
    Folder,
    apply_option_choices,
    check_cross_references,
    ruleset_digest,
)
from reguli.ruleset.libraries.library_instantiation import Shelf, instantiate_libraries, library_folders
from reguli.ruleset.patches.patch_conflicts import (
    WITHIN,
    Touched,
    report_overridden,
    report_variant_conflicts,
    touched_paths,
)
from reguli.ruleset.patches.patch_sections import (
    ADDED,
    BESIDE,
    REPLACED,
    TAKEN,
    Overlay,
    Overlaying,
    Verb,
    apply_declaration_patch,
    apply_patch_files,
)
from reguli.ruleset.patches.rule_part_patches import apply_rule_part_patches
from reguli.ruleset.patches.value_patches import apply_rule_patches, apply_value_patches, parse_path_edit
from reguli.ruleset.variant_layers import Edit, Layers
from reguli.schema.node_reader import ID, NO_STATEMENTS, NodeReader
from reguli.schema.shapes import (
    FOLDER_NAME,
    HERE,
    NAME,
    NODE,
    NOTE,
    TEXT,
    WRITTEN,
    Json,
    ListOf,
    MappingField,
    MappingShape,
    ParsedValue,
    required_field,
    schema_with_location,
)
from reguli.source.bounded_files import folder_has_entry
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingEntry, Node, ScalarNode

# -- variant loading -------------------------------------------------------------------------------------------------


GAME: Final = "game.yaml"
VARIANT: Final = "variant.yaml"
DEEPEST: Final = 8
"""How many variants may lie over one another."""
Find = Callable[[str], Path | None]
"""Gives the folder of a shipped ruleset by its name."""


@frozen_class
class Reading(FrozenValue):
    """The context for reading several rulesets in turn."""

    bag: Bag
    find: Find
    sources: Sources
    shelf: Shelf | None = None


@frozen_class
class VariantFile(FrozenValue):
    """The content of a variant; an unresolved name or path is ``None``, with its place."""

    span: Span
    variant: tuple[str | None, Span]
    of: tuple[tuple[str | None, Span], ...] | None = None
    wins: tuple[str, Span] | None = None
    name: tuple[str | None, Span] | None = None
    written_in: str = "en"
    remove: Overlay | None = None
    replace: Overlay | None = None
    add: Overlay | None = None
    set: tuple[MappingEntry, ...] = ()


def _tried(ask: Callable[[NodeReader, Node, Value], str | None], schema: Json) -> ParsedValue[tuple[str | None, Span]]:
    return ParsedValue(lambda reader, node, what: (ask(reader, node, what), node.span), schema)


FILE: Final = MappingShape(
    VariantFile,
    (
        required_field("variant", _tried(NodeReader.folder_id, FOLDER_NAME.schema)),
        MappingField("of", ListOf(_tried(NodeReader.text, TEXT.schema), or_one=(ScalarNode,))),
        MappingField("wins", schema_with_location(NAME)),
        MappingField("name", _tried(NodeReader.text, TEXT.schema)),
        MappingField("written_in", NAME, default="en"),
        MappingField("set", WRITTEN, default=()),
        MappingField("replace", REPLACED),
        MappingField("add", ADDED),
        MappingField("remove", TAKEN),
        MappingField("source", NODE, "-"),
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
    beside: Sequence[Path] = (),
    shelf: Shelf | None = None,
) -> Documents | None:
    """Read a ruleset folder, variant folder or variant file with all its bases; ``beside`` are additional variants to apply.

    None with findings when there is no game. ``options`` are settled after all overlays (see ``apply_option_choices``).
    """
    reading = Reading(bag, find, Sources() if sources is None else sources, shelf)
    documents = _load((path, *beside), reading)
    return documents if documents is None or options is None else apply_option_choices(documents, options, bag)


def resolve_layers(path: Path, find: Find, beside: Sequence[Path] = ()) -> Layers:
    """Return the folders of a ruleset, and its variants' edits of files other than rules."""
    found = _together((path, *beside), Reading(Bag(), find, Sources()))
    if found is None:
        return Layers((path.resolve() if path.is_dir() else path.resolve().parent,))
    steps = tuple(found.steps.values())
    folders = dict.fromkeys((*(step.folder.path for step in reversed(steps)), found.root))
    edits = tuple((step.folder.path, _edits(step.said)) for step in steps)
    names = tuple((step.folder.path, tuple(step.folder.reader.statements.items())) for step in steps)
    return Layers(tuple(folders), edits, names)


def _edits(said: VariantFile) -> tuple[Edit, ...]:
    """Return a variant's edits of files other than rules: removals first, then replacements, additions and settings."""
    overlays = (said.remove, said.replace, said.add)
    whole = (edit for overlay in overlays for key in BESIDE for edit in (overlay or {}).get(key, ()))
    return (*whole, *(edit for entry in said.set if (edit := parse_path_edit(entry)) is not None))


def is_variant(path: Path) -> bool:
    """Return whether a path is a variant: a folder with variant.yaml and no game.yaml, or a file."""
    return path.is_file() or ((path / VARIANT).exists() and not (path / GAME).exists())


@frozen_class
class Step(FrozenValue):
    """One variant in a chain: its folder, the name of its file in it, and its content."""

    folder: Folder
    name: str
    said: VariantFile

    @property
    def own_statements(self) -> Mapping[str, str]:
        """Return the full names of the statements that the variant adds, by their numbers."""
        own = f"{self.said.variant[0]}."
        return {number: name for number, name in self.folder.reader.statements.items() if name.startswith(own)}


@frozen_class
class Chain(FrozenValue):
    """The base game, the variants to apply to it from the lowest up, and the groups applied side by side."""

    root: Path
    steps: Mapping[Path, Step]
    abreast: tuple[tuple[Path | None, tuple[frozenset[Path], ...]], ...] = ()
    """Groups of variants of which none says who wins, each with the variant that lies over them all, if one does."""


def _load(paths: Sequence[Path], reading: Reading) -> Documents | None:
    """Read the base game of the chain, and apply the variants."""
    chain = _together(paths, reading)
    documents = None if chain is None else read_documents(Folder(chain.root, reading.bag, reading.sources))
    if chain is None or documents is None:
        return None
    touched: dict[Path, Touched] = {}
    for path, step in chain.steps.items():
        laid = apply_variant(documents, step)
        if laid is None:
            return None
        documents, touched[path] = laid
        report_overridden(documents, touched[path], reading.bag)
    for above, groups in chain.abreast:
        report_variant_conflicts(groups, touched, () if above is None else touched[above], reading.bag)
    if not documents.game.uses:
        return documents
    folders = [step.folder.path for step in reversed(tuple(chain.steps.values()))]
    places = library_folders((*folders, chain.root), reading.shelf)
    functions = frozenset() if reading.shelf is None else reading.shelf.functions

    def expanded(laid: Documents, bag: Bag) -> Documents:
        base = None if laid.base is None else expanded(laid.base, Bag())
        whole = instantiate_libraries(laid, places, functions, NodeReader(bag, reading.sources))
        return dataclasses.replace(whole, base=base)

    return expanded(documents, reading.bag)


def _together(paths: Sequence[Path], reading: Reading) -> Chain | None:
    """Return the chain of several rulesets and variants of one game."""
    if len(paths) == 1:
        return _chain(paths[0], reading, ())
    return _joined([(path, None) for path in paths], reading, (), None)


def _joined(
    bases: Sequence[tuple[Path, Span | None]], reading: Reading, above: tuple[Path, ...], said: VariantFile | None
) -> Chain | None:
    """Combine the chains of several bases, the winning one last; R165 if they do not share one game."""
    chains = [(path.resolve(), span, _chain(path, reading, above)) for path, span in bases]
    found = [(path, span, chain) for path, span, chain in chains if chain is not None]
    if not found or len(found) < len(chains):
        return None
    root = found[0][2].root
    for path, span, chain in found[1:]:
        if chain.root != root:
            reading.bag.add("R165", span, name=path.name, game=chain.root.name, other=root.name)
            return None
    wins = None if said is None else said.wins
    if wins is not None and len(found) > 1:
        ids = {path: step.said.variant[0] for _, _, chain in found for path, step in chain.steps.items()}
        if wins[0] not in {ids.get(path) for path, _, _ in found}:
            known = [name for name in ids.values() if name is not None]
            reading.bag.add(
                "R152", wins[1], near=closest_name(wins[0], known), what=Said("thing.variant"), name=wins[0]
            )
        found.sort(key=lambda one: ids.get(one[0]) == wins[0])
    steps: dict[Path, Step] = {}
    for _, _, chain in found:
        steps.update(chain.steps)
    abreast = tuple(one for _, _, chain in found for one in chain.abreast)
    if len(found) > 1 and wins is None:
        abreast = (*abreast, (above[-1] if above else None, tuple(frozenset(chain.steps) for _, _, chain in found)))
    return Chain(root, steps, abreast)


def _chain(path: Path, reading: Reading, above: tuple[Path, ...]) -> Chain | None:
    full = path.resolve()
    if full.is_dir() and (full / GAME).exists():
        return Chain(full, {})
    if full.is_dir() and not (full / VARIANT).exists():
        reading.bag.add("R158", Span(full.name, 0, 0, 0, 0), name=full.name)
        return None
    found = Bag()
    folder, name = _opened(full, found, reading)
    said = folder.read(name, FILE, Said("part.variant"))
    bases = None if said is None else _bases(said, folder, reading)
    if said is None or not bases:
        reading.bag.extend(found)
        return None
    if full in above or len(above) >= DEEPEST:
        reading.bag.add("R157", said.span, name=full.name, limit=DEEPEST)
        return None
    below = _joined(bases, reading, (*above, full), said)
    # Which statements it calls by their numbers alone is known only now.
    names = {} if below is None else _statement_names(said, below)
    folder, name = _opened(full, reading.bag, reading, names)
    said = folder.read(name, FILE, Said("part.variant"))
    if below is None or said is None:
        return None
    return dataclasses.replace(below, steps={**below.steps, full: Step(folder, name, said)})


def _statement_names(said: VariantFile, below: Chain) -> dict[str, str]:
    """Return the full names of statements by number: those that a variant adds, then those of variants below where one only has the number."""
    found: dict[str, set[str]] = {}
    for step in below.steps.values():
        for number, name in step.own_statements.items():
            found.setdefault(number, set()).add(name)
    names = {number: next(iter(several)) for number, several in found.items() if len(several) == 1}
    variant = said.variant[0]
    added = () if variant is None or said.add is None else said.add.get("statements", ())
    return names | {one.id: f"{variant}.{one.id}" for one in added}


def read_documents(folder: Folder) -> Documents | None:
    """Read every file of an opened folder."""
    bag = folder.bag
    declared = folder.read(GAME, game_file.GAME, Said("part.game"))
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
        digest=ruleset_digest(folder.played),
        texts=tuple(folder.texts.items()),
    )
    check_cross_references(documents, bag)
    return documents


FILES: Final = (
    ("constants", "constants.yaml", constant_and_table_files.CONSTANTS, Said("part.constants")),
    ("tables", "tables.yaml", constant_and_table_files.TABLES, Said("part.tables")),
    ("state", "state.yaml", state_file.STATE, Said("part.states")),
    ("statements", "inventory.yaml", inventory_file.INVENTORY, Said("part.inventory")),
)
"""The files of declarations, of a game as of a variant."""


def _written(folder: Folder) -> dict[str, tuple[Any, ...]]:
    """Read the declarations of files, by section."""
    found: dict[str, tuple[Any, ...]] = {}
    for section, name, shape, what in FILES:
        found[section] = folder.read(name, shape, what, needed=False) or ()
    files = (*folder.names("components", ".yaml"), *folder.names("boards", ".yaml"))
    parts = [folder.read(name, kind_files.DOCUMENT, Said("part.named", name=name)) for name in files]
    read = [part for part in parts if part is not None]
    found["kinds"] = tuple(kind for own, _ in read for kind in own)
    found["tables"] += tuple(table for _, own in read for table in own)
    return found


def _opened(path: Path, bag: Bag, reading: Reading, names: Mapping[str, str] = NO_STATEMENTS) -> tuple[Folder, str]:
    """Return the folder of a variant and the name of its file in it."""
    folder, name = (path, VARIANT) if path.is_dir() else (path.parent, path.name)
    return Folder(folder, bag, reading.sources, statements=names), name


def _bases(said: VariantFile, folder: Folder, reading: Reading) -> tuple[tuple[Path, Span | None], ...] | None:
    """Find the bases of a variant: shipped names, paths relative to it, or the ruleset that contains it."""
    if said.of is None:
        if folder.path.name == "variants" and (folder.path.parent / GAME).exists():
            return ((folder.path.parent, None),)
        reading.bag.add("R102", said.span, where=Said("part.variant"), name="of")
        return None
    found: list[tuple[Path, Span | None]] = []
    for name, span in said.of:
        base = None if name is None else _base(name, folder, reading)
        if base is not None:
            found.append((base, span))
        elif name is not None:
            reading.bag.add("R150", span, name=name)
    return tuple(found) if len(found) == len(said.of) else None


def _base(name: str, folder: Folder, reading: Reading) -> Path | None:
    found = reading.find(name) if ID.fullmatch(name) else None
    if found is None and folder_has_entry(folder.path / name):
        found = folder.path / name
    return found


def apply_variant(documents: Documents, step: Step) -> tuple[Documents, Touched] | None:
    """Apply one variant to the documents; also return its paths."""
    folder, name, said = step.folder, step.name, step.said
    variant, span = said.variant
    printed = documents.game.name if said.name is None else said.name[0]
    base = documents
    documents, touched = _overlaid(documents, folder, name, said)
    if name == VARIANT:
        folder.look_round(VARIANT_FOLDER)
    if variant is None or printed is None:
        return None
    played = {f"{variant}/{file}": text for file, text in folder.played.items()}
    documents = dataclasses.replace(
        documents,
        game=dataclasses.replace(documents.game, name=printed),
        digest=ruleset_digest({"of": base.digest, **played}),
        texts=(*documents.texts, *folder.texts.items()),
        variants=(*documents.variants, VariantDecl(span, variant, printed, said.written_in)),
        base=base,
        named=(*documents.named, (variant, _named(said, touched))),
    )
    check_cross_references(documents, folder.bag)
    return documents, touched


def _named(said: VariantFile, touched: Touched) -> tuple[str, ...]:
    """Return all paths that a variant names: those it changes, and those it adds."""
    added = touched_paths((said.add,))
    return tuple(dict.fromkeys(path.partition(WITHIN)[0] for path, _ in (*touched, *added)))


def _overlaid(documents: Documents, folder: Folder, name: str, said: VariantFile) -> tuple[Documents, Touched]:
    """Remove, replace, add, apply the files, set single values, and apply rules, in this order."""
    base, reader, whole = documents, folder.reader, name == VARIANT
    steps: tuple[tuple[Verb, Overlay | None], ...] = (
        ("remove", said.remove),
        ("replace", said.replace),
        ("add", said.add),
    )
    for verb, overlay in steps:
        if overlay is not None:
            documents = apply_declaration_patch(documents, overlay, Overlaying(verb, reader))
    # A variant that is one file has nothing beside it.
    written = _written(folder) if whole else {}
    documents = apply_patch_files(documents, written, said.add, reader)
    documents = apply_value_patches(documents, said.set, reader, base)
    added, gone = ((one or {}).get("rules", ()) for one in (said.add, said.remove))
    rules = folder.rules() if whole else ()
    documents = apply_rule_patches(documents, rules, added, gone, folder.bag)
    texts = {**dict(documents.texts), **folder.texts}
    for verb, overlay in steps:
        if overlay is not None:
            documents = apply_rule_part_patches(documents, overlay.get("parts", ()), Overlaying(verb, reader), texts)
    touched = touched_paths((said.remove, said.replace), said.add, said.set, written, rules)
    documents = dataclasses.replace(documents, taken=(*documents.taken, *touched_paths((said.remove,))))
    # An empty list has no place of its own.
    return documents, tuple((path, span if span.line else said.span) for path, span in touched)
