"""Reads inventory.yaml: the numbered statements of the rulebook."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.documents import InventoryEntry
from reguli.ruleset.schema import CITE, Schema, unique
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar

_REQUIRED: Final = ("statement", "state")
_OPTIONAL: Final = ("sources", "ruling", "carries", "reason", "note")


def inventory(node: Node, schema: Schema) -> tuple[InventoryEntry, ...]:
    """Read statements by id, or a list of statements with ids."""
    found: list[InventoryEntry] = []
    if isinstance(node, Mapping):
        for entry in node.entries:
            declared = _entry(entry.key, entry.value, (), schema)
            if declared is not None:
                found.append(declared)
    else:
        for item in schema.items(node, "the inventory") or ():
            key = item.get("id") if isinstance(item, Mapping) else None
            if isinstance(key, Scalar):
                declared = _entry(key, item, ("id",), schema)
                if declared is not None:
                    found.append(declared)
            else:
                schema.fields(item, "a statement of the inventory", ["id", *_REQUIRED], _OPTIONAL)
    pairs: list[tuple[str, Span]] = [(entry.id, entry.span) for entry in found]
    unique(pairs, "the inventory", schema.bag)
    return tuple(found)


def _entry(key: Scalar, node: Node, extra: tuple[str, ...], schema: Schema) -> InventoryEntry | None:
    if not CITE.fullmatch(key.text):
        schema.bag.add("R110", key.span, what="the inventory", found=key.text)
        return None
    fields = schema.fields(node, f"the statement {key.text}", [*extra, *_REQUIRED], _OPTIONAL)
    if fields is None:
        return None
    texts = {
        name: None if (at := fields.get(name)) is None else schema.text(at, fields.what(name))
        for name in (*_REQUIRED, "ruling", "carries")
    }
    statement, state = texts["statement"], texts["state"]
    if statement is None or state is None:
        return None
    sources = fields.get("sources")
    places: list[tuple[str, str]] = []
    for entry in () if sources is None else schema.entries(sources, fields.what("sources")) or ():
        name = schema.id(entry.key, "the name of a source")
        text = schema.text(entry.value, f"'{entry.key.text}' in {fields.what('sources')}")
        if name is not None and text is not None:
            places.append((name, text))
    return InventoryEntry(key.span, key.text, statement, state, tuple(places), texts["ruling"], texts["carries"])
