"""Hungarian letters by their names, and which abbreviations are spoken as words: az FBI, a MÁV, X-szel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

VOWELS: Final = "aáeéiíoóöőuúüű"
LETTERS_OF_TWO: Final = ("sz", "cs", "gy", "ly", "ny", "ty", "zs", "dz")
CONSONANT: Final = f"[^\\W\\d_{VOWELS}]"
LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {letter: letter for letter in VOWELS}
    | {letter: f"{letter}é" for letter in "bcdgptvz"}
    | {letter: f"e{letter}" for letter in "flmnrs"}
    | {"a": "á", "h": "há", "j": "jé", "k": "ká", "q": "kú", "w": "vé", "x": "iksz", "y": "ipszilon"}
)
"""How letters are called."""
SPOKEN_WHOLE: Final = re.compile(
    rf"^(?:sz|cs|zs|gy|{CONSONANT})?[{VOWELS}](?:.*[{VOWELS}])?(?:[lmnr]?(?:sz|cs|zs|gy|{CONSONANT}))?$"
)
"""An abbreviation that can be spoken as a word: consonants meet neither where it begins nor, but for liquids, where it ends."""


def is_spelled(word: str) -> bool:
    """Whether a word of capitals is spoken letter by letter: one letter, MTA, OTP; not MÁV, NATO."""
    return word.isupper() and (len(word) == 1 or SPOKEN_WHOLE.match(word.casefold()) is None)


def called(letter: str) -> str:
    """Give the name of a letter; one of another alphabet has none, and is given."""
    return LETTERS.get(letter.casefold(), letter.casefold())


def ends_in_vowel(text: str) -> bool:
    """Whether the word ends in a vowel; a final y after a consonant it forms no letter with is spoken i."""
    last = text[-1:].casefold()
    return last in tuple(VOWELS) or (last == "y" and text[-2:].casefold() not in LETTERS_OF_TWO)
