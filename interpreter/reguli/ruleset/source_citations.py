"""What stands beside a value: where it comes from, ``source: [P16]`` and ``provenance:``, and how that is said, ``says: {en: …}``."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.kind_nodes import Source
from reguli.schema.mapping_shapes import Beside, Field, Found, Group
from reguli.schema.scalar_shapes import CITES, NAME, TEXT
from reguli.schema.value_shapes import MapOf, placed

SAYS: Final = MapOf(NAME, placed(TEXT), "part.language", "part.inside", lambda _, code, said: (code, said[0], said[1]))
"""Sentences by language, with their places."""


def _printed(found: Found) -> bool:
    """Hold a sentence to a statement that it can word; what is printed are statements."""
    if "says" in found.entries and "source" not in found.entries:
        found.reader.missing(found.entries["says"].key.span, found.what, "source")
        found.values["says"] = ()
    return True


SOURCE: Final = Beside(
    "source",
    Group(
        Source,
        (Field("source", CITES, "cites", default=()), Field("provenance", TEXT), Field("says", SAYS, default=())),
        settle=_printed,
    ),
)
"""What may stand beside any value."""
