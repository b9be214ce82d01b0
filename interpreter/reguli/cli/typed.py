"""What Python says of the words of a command, as phrases: its English sentences alone are parsed, having no other form."""

from __future__ import annotations

import re
from string import Formatter
from typing import Final

from reguli.source.said import Said, Value, english

SENTENCES: Final = (
    "typed.unknown",
    "typed.required",
    "typed.one_wanted",
    "typed.some_wanted",
    "typed.no_number",
    "typed.no_choice",
    "typed.nothing_wanted",
    "typed.other",
    "typed.not_between",
)
"""Those that say more stand before those that say less."""


def said_of(message: str) -> Value:
    """Give the phrase of a sentence; one that nobody knows stays as it is."""
    for phrase in SENTENCES:
        found = re.fullmatch(_pattern(english(phrase)[0]), message, re.DOTALL)
        if found is not None:
            return Said(
                phrase, **{name: said_of(text) if name == "why" else text for name, text in found.groupdict().items()}
            )
    return message


def _pattern(template: str) -> str:
    parts = [(re.escape(text), name) for text, name, _, _ in Formatter().parse(template)]
    return "".join(text + (f"(?P<{name}>.+?)" if name else "") for text, name in parts)
