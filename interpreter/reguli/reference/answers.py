"""Answers, and texts of entries, as a person reads them."""

from __future__ import annotations

import re
from typing import Final

from reguli.reference.entry import Plain
from reguli.reference.reading import SAMPLE

QUOTED: Final = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""What stands between single quotes in the text of an entry is written so in a file."""


def game_name(of: str) -> str:
    """Give the name of the game that is asked; the sample is called as its files call it."""
    return "bazaar" if of == SAMPLE else of


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
