"""Where a value comes from, as written beside it."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.documents import Source
from reguli.ruleset.schema import CITE, Fields, Schema
from reguli.source.yaml_nodes import Node, Scalar

SOURCE_KEYS: Final = ("source", "provenance")
"""Keys that may stand beside any value."""


def source(fields: Fields, schema: Schema) -> Source:
    """Read ``source: [P16]`` and ``provenance:`` of a group."""
    cites = fields.get("source")
    provenance = fields.get("provenance")
    return Source(
        cites=() if cites is None else statements(cites, fields.what("source"), schema),
        provenance=None if provenance is None else schema.text(provenance, fields.what("provenance")),
    )


def statements(node: Node, what: str, schema: Schema) -> tuple[str, ...]:
    """Read a list of inventory ids such as ``P16``, or one of them."""
    items = (node,) if isinstance(node, Scalar) else schema.items(node, what) or ()
    found: dict[str, None] = {}
    for item in items:
        text = schema.text(item, what)
        if text is not None and CITE.fullmatch(text):
            found[text] = None
        elif text is not None:
            schema.bag.add("R110", item.span, what=what, found=text)
    return tuple(found)
