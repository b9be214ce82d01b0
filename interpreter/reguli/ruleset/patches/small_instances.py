"""Scales: instances of a game small enough for exhaustive search of all positions.

    brief:
      players: 2
      keep: {card: [card_3, card_4, card_5]}
      constants: {fee: 2}
      most: {player.money: 30}
      rounds: 4

A scale is a variant that has no folder of its own: what it keeps, sets and takes away is laid over the game as a variant is, with the same
findings; what is written again for it is a variant, which may have scales of its own. Besides it says for how many players it is, under which options, and where nobody need look on: its caps. It lies in scale.yaml beside the rules and changes nothing of the
game itself. What a variant is a variant of has scales, too, and they hold for the variant.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, Final

from reguli.ruleset.declarations.example_files import CHOSEN
from reguli.ruleset.declarations.game_file import MOST_PLAYERS
from reguli.ruleset.document_nodes import Declared, Documents, ElementDecl, KindDecl
from reguli.ruleset.folder_contents import ENDS, SCALES, Folder, resolve_option_values, ruleset_digest
from reguli.ruleset.patches.patch_sections import TAKEN, TRACKED_NAME, Overlay, replace_attributes
from reguli.ruleset.patches.variant_loading import Step, VariantFile, apply_variant
from reguli.ruleset.variant_layers import Layers
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import (
    ANY_NAME,
    NEW_NAME,
    NOTE,
    WRITTEN,
    MappingField,
    MappingShape,
    NamedValuesShape,
    name_set_schema,
    named_groups_schema,
    number_schema,
    schema_with_location,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said
from reguli.source.frozen_values import frozen_class
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingEntry, ScalarNode

Listed = tuple[tuple[str, Span], ...]
"""Names with their places."""


@frozen_class
class Scale(Declared):
    """One scale as written; ``most`` holds caps: a state field, the place of its name, and the maximum in one place of it."""

    players: tuple[int, Span] | None
    options: tuple[tuple[str, str | bool, Span], ...]
    keep: tuple[tuple[ScalarNode, Listed], ...]
    """By kind: the elements that are kept."""
    set: tuple[MappingEntry, ...]
    remove: Overlay | None
    most: tuple[tuple[str, Span, int], ...]
    rounds: int | None
    file: Folder | None = None
    """The folder it was read from."""


def _scale(
    span: Span,
    id: str,  # noqa: A002  # the keys are called so
    constants: tuple[MappingEntry, ...],
    set: tuple[MappingEntry, ...],  # noqa: A002
    **found: Any,
) -> Scale:
    named = (_of_constant(entry) for entry in constants)
    return Scale(span, id, set=(*named, *set), **found)


def _of_constant(entry: MappingEntry) -> MappingEntry:
    path = f"constants.{entry.key.text}"
    return dataclasses.replace(entry, key=dataclasses.replace(entry.key, text=path, value=path))


SCALE: Final = MappingShape(
    _scale,
    (
        MappingField("players", schema_with_location(number_schema(1, MOST_PLAYERS))),
        MappingField("options", CHOSEN, default=()),
        MappingField(
            "keep",
            NamedValuesShape(ANY_NAME, name_set_schema(), "", "part.kind", lambda key, _, found: (key, found)),
            default=(),
        ),
        MappingField("constants", WRITTEN, default=()),
        MappingField("set", WRITTEN, default=()),
        MappingField("remove", TAKEN),
        MappingField(
            "most",
            NamedValuesShape(
                TRACKED_NAME, number_schema(0), "", "part.named", lambda key, name, most: (name, key.span, most)
            ),
            default=(),
        ),
        MappingField("rounds", number_schema(1)),
        NOTE,
    ),
    named="id",
)
DOCUMENT: Final = named_groups_schema(SCALE, "part.name_of_scale", "part.scale", NEW_NAME)


def load_small_instances(layers: Layers, bag: Bag, sources: Sources | None = None) -> tuple[Scale, ...]:
    """Read the scales of a ruleset and its bases; on equal names that of the variant wins."""
    known = Sources() if sources is None else sources
    found: dict[str, Scale] = {}
    for path in reversed(layers.folders):
        folder = Folder(path, bag, known, statements=layers.names(path))
        read = folder.read(SCALES, DOCUMENT, Said("part.named", name=SCALES), needed=False) or ()
        found.update((one.id, dataclasses.replace(one, file=folder)) for one in read)
    return tuple(found.values())


def scale_player_count(documents: Documents, scale: Scale) -> int:
    """Return the player count of a scale; by default the minimum of the game."""
    return documents.game.players[0] if scale.players is None else scale.players[0]


def apply_small_instance(documents: Documents, scale: Scale, bag: Bag) -> Documents | None:
    """Apply a scale to the documents of the game; anything inapplicable or unknown is a finding."""
    assert scale.file is not None
    file = scale.file
    folder = Folder(file.path, bag, file.sources, file.root, file.reader.statements)
    taken = tuple(_without(documents, scale, folder.reader))
    remove = scale.remove or {}
    if taken:
        remove = {**remove, "elements": (*remove.get("elements", ()), *taken)}
    said = VariantFile(scale.span, (scale.id, scale.span), remove=remove, set=scale.set)
    laid = apply_variant(documents, Step(folder, SCALES, said))
    if laid is None:
        return None
    text = scale.file.texts[scale.file.span_name(SCALES)]
    found = dataclasses.replace(
        _without_other_values(laid[0], scale),
        digest=ruleset_digest({"of": documents.digest, "scale": scale.id, SCALES: text}),
    )
    _held(found, scale, folder.reader)
    return found


def _without_other_values(documents: Documents, scale: Scale) -> Documents:
    """Remove the settings of option values that would override those of a scale."""
    names = {entry.key.text.removeprefix("constants.") for entry in scale.set}
    for option in documents.game.options:
        left = (tuple(one for one in value.constants if one[0] not in names) for value in option.values)
        values = (dataclasses.replace(value, constants=own) for value, own in zip(option.values, left, strict=True))
        documents = replace_attributes(documents, option, values=tuple(values))
    return documents


def _held(documents: Documents, scale: Scale, reader: NodeReader) -> None:
    """Check the player count, options and caps of a scale against the game."""
    low, high = documents.game.players
    where = Said("part.scale", name=scale.id)
    if scale.players is not None and not low <= scale.players[0] <= high:
        count, span = scale.players
        what = Said("part.field", name="players", where=where)
        reader.bag.add("R132", span, what=what, count=count, low=low, high=high)
    chosen = {name: value for name, value, _ in scale.options}
    for number, (_, _, span) in enumerate(scale.options):
        own = Bag()
        resolve_option_values(documents, dict([*chosen.items()][: number + 1]), own)
        if own:
            reader.bag.extend(dataclasses.replace(one, span=span) for one in own)
            break
    known = {f"{state.owner}.{state.id}" for state in documents.state}
    for name, span, _ in scale.most:
        if name not in known:
            reader.absent(span, name, known, Said("thing.state"))


# -- what is kept --------------------------------------------------------------------------------------------------

Gone = dict[str, dict[str, ScalarNode]]
"""Elements that go, by kind, each with what says so."""


def _without(
    documents: Documents, scale: Scale, reader: NodeReader
) -> Iterator[tuple[ScalarNode, tuple[Declared, ...]]]:
    """Yield the elements to remove, by kind: those not kept, and in kinds not mentioned those that refer to a deleted one."""
    kinds = {kind.id for kind in documents.kinds}
    gone: Gone = {}
    for key, listed in scale.keep:
        if key.text not in kinds:
            reader.absent(key.span, key.text, kinds, Said("thing.kind"))
            continue
        known = dict.fromkeys(one.id for kind in documents.kinds if kind.id == key.text for one in kind.elements)
        for name, span in listed:
            if name not in known:
                reader.absent(span, name, known, key.text)
        stays = {name for name, _ in listed}
        gone[key.text] = {one: key for one in known if one not in stays}
    settled = frozenset(gone)
    while _follow(documents, settled, gone):
        pass
    for kind, ones in gone.items():
        if ones:
            key = next(iter(ones.values()))
            yield dataclasses.replace(key, text=kind, value=kind), tuple(Declared(key.span, one) for one in ones)


def _follow(documents: Documents, settled: frozenset[str], gone: Gone) -> bool:
    """Remove elements that refer to a deleted one; return whether there were more."""
    more = False
    for kind in documents.kinds:
        if kind.id in settled:
            continue
        named = [*_naming(kind)]
        for element in kind.elements:
            cause = next((key for field, of in named if (key := _gone_with(element, field, gone.get(of, {})))), None)
            if cause is not None and element.id not in gone.setdefault(kind.id, {}):
                gone[kind.id][element.id] = cause
                more = True
    return more


def _naming(kind: KindDecl) -> Iterator[tuple[str, str]]:
    """Yield the fields of a kind that refer to one element, with the kind referred to; an edge refers to its ends."""
    if kind.joins is not None:
        yield from ((end, kind.joins) for end in ENDS)
    yield from ((field.id, field.of) for field in kind.fields if field.form == "kind" and field.of is not None)


def _gone_with(element: ElementDecl, field: str, gone: Mapping[str, ScalarNode]) -> ScalarNode | None:
    """Return the key that removes the element in a field, if it is deleted."""
    return next((gone[str(cell.value)] for name, cell in element.cells if name == field and cell.value in gone), None)
