"""Answers, and texts of entries, as a person reads them."""

from __future__ import annotations

import re
from typing import Final

from reguli.reference.entry import Plain

QUOTED: Final = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""What stands between single quotes in the text of an entry is written so in a file."""


def answer_text(value: Plain) -> str:
    """Write an answer: ``true``, ``none``, ``7``, ``[red, blue]``."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case tuple():
            return f"[{', '.join(answer_text(item) for item in value)}]"
        case _:
            return str(value)
