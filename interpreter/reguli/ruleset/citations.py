"""Where a value comes from, as written beside it: ``source: [P16]`` and ``provenance:``."""

from __future__ import annotations

from typing import Final

from reguli.reading.groups import Beside, Field, Group
from reguli.reading.values import CITES, TEXT
from reguli.ruleset.kinds_written import Source

SOURCE: Final = Beside(
    "source", Group(Source, (Field("source", CITES, "cites", default=()), Field("provenance", TEXT)))
)
"""What may stand beside any value."""
