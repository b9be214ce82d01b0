"""Whether everything that is printed can be printed: each letter of the texts handed to Typst against the letters of the fonts.

Typst itself refuses such a letter in a PDF only; a picture would show an empty box. So this is asked before, for every form alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from typing import Final

UNSAID: Final = frozenset(
    {
        *("kind", "lang", "part", "width", "icon", "colour", "alt", "form", "anchor"),
    }
)
"""Entries that are no text on a page. Of a picture (``svg``) the texts in it are."""
INVISIBLE: Final = frozenset("\u00ad\u200b\u2060\u200d\ufeff\n\t ")
"""What needs no glyph."""
BY_TYPST: Final = frozenset("⟨⟩")
"""Signs that stand in the font which Typst brings, named second in the templates: the brackets round a gloss."""
LONGEST: Final = 40
_TEXT: Final = re.compile(r"<text\b[^>]*>([^<]*)</text>")


@dataclass(frozen=True, slots=True)
class Missing:
    """A sign that no font has, and the text in which it stands."""

    sign: str
    text: str

    @property
    def code(self) -> str:
        """The sign as Unicode numbers it."""
        return f"U+{ord(self.sign):04X}"


def without_glyph(data: object, covers: frozenset[int]) -> Missing | None:
    """Give the first sign of what is to be printed that has no glyph; None where all have."""
    for text in texts_in(data):
        for sign in text:
            if ord(sign) not in covers and sign not in INVISIBLE and sign not in BY_TYPST:
                return Missing(sign, _around(text, sign))
    return None


def texts_in(data: object, name: str = "") -> Iterator[str]:
    """Give every text that is printed of data for Typst, in their order."""
    match data:
        case str():
            if name == "svg":
                yield from (unescape(text) for text in _TEXT.findall(data))
            elif name not in UNSAID:
                yield data
        case Mapping():
            if "runs" in data:
                yield "".join(str(run[0]) for run in data["runs"])
                return
            for key, value in data.items():
                yield from texts_in(value, str(key))
        case list() | tuple():
            for value in data:
                yield from texts_in(value, name)
        case _:
            return


def _around(text: str, sign: str) -> str:
    """Give the stretch of a text round a sign."""
    at = text.index(sign)
    begin = max(0, at - LONGEST // 2)
    stretch = text[begin : begin + LONGEST]
    return "".join("�" if unicodedata.category(one) == "Cc" else one for one in stretch)
