"""How the end of a Hungarian word is heard that is not written as it is spoken: abbreviations, letters, old families, foreign names.

What a suffix follows is heard: the name of a last letter or of the last of an abbreviation (X-szel, BKV-vel), the consonant that an old spelling stands for (Tóthtal,
Móriczcal), the vowel that is written y, ow or eau, and never the mute e of a foreign word. Of some names no letter tells whether they are Hungarian or foreign; ``is_sure`` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.grammar_values import words


def spoken_as(pairs: str) -> Mapping[str, str]:
    """Read a table of what is written with how it is spoken."""
    return MappingProxyType(dict(pair.split("/") for pair in words(pairs)))


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
FIGURES: Final = re.compile(r"\d+$")
LAST_LETTERS: Final = re.compile(r"[^\W\d_]+$")
ACCENTS: Final = re.compile(r"[áéíóöőúüű]")
KNOWN: Final[Mapping[str, str]] = spoken_as(
    "batthyány/batyányi dessewffy/dezsőfi forgách/forgács madách/madács thököly/tököli vörösmarty/vörösmarti weöres/vörös "
    "charles/csárlsz chris/krisz james/dzsémsz lucas/lukasz marcus/markusz nicholas/nikolasz thomas/tomasz tony/toni"
)
"""Old families and frequent first names that are spoken otherwise than they are written."""
MUTE_S: Final[Mapping[str, str]] = spoken_as("georges/zsorzs gilles/zsil jacques/zsák jules/zsül louis/lui yves/ív")
"""Frequent first names whose last letters are mute."""
SPOKEN_E: Final = frozenset(
    words("bence beke bese bőzse csenge csille ede emese etele imre lelle szilvike tünde vince zente")
)
"""Hungarian first names that end in a consonant and an e."""
OLD_FINALS: Final[Mapping[str, str]] = MappingProxyType({"th": "t", "gh": "g", "cz": "c", "ts": "cs", "tz": "c"})
"""Consonants that only names still write so."""
FRENCH: Final[Mapping[str, str]] = spoken_as("ieux/jö ieu/jö eaux/ó eau/ó aux/ó oux/ú ow/ó aw/ó ew/ú")
"""Last letters that stand for one vowel."""
SPOKEN_I: Final = re.compile(rf"(?:(?![glnty]){CONSONANT}|[nlrt][nlt])y$")
"""A y is an i behind consonants that it forms no letter with; nny, lly and tty stand in foreign names."""
SPOKEN_A: Final = re.compile(rf"^{CONSONANT}*a(?:({CONSONANT})\1|nd|nc)y$")
"""The a of Harry and Andy is spoken e."""
MUTE_E: Final = re.compile(rf"(?P<vowel>[{VOWELS}y]+)(?P<last>(?!y){CONSONANT}+)e$")
FOREIGN: Final = re.compile(
    r"w|q|x|th|ph|sh|ch|ck|oo|ee|ou|ea|eo|oy|ai|(?:ll|tt|nn|ss)e$|[aouy][cdgklmnpv]e$|i[cdlmnpv]e$|^.{1,3}[ai][kt]e$|e[nv]e$"
)
"""What stands in foreign names that end in a mute e, and hardly in Hungarian ones."""
CLOSED: Final = re.compile(r"k|ld|nd|v|m|p|t|d")
"""Before these a single i is spoken áj where a mute e follows: Mike, Clive."""
SPOKEN_BEFORE_E: Final[Mapping[str, str]] = MappingProxyType({"c": "sz", "g": "dzs", "ck": "k", "qu": "k", "x": "sz"})


@kept
class Heard(Kept):
    """How the end of a name is spoken; whether a hyphen stands before suffixes, and whether -t takes a vowel whatever it follows."""

    spoken: str
    hyphen: bool = False
    linked: bool = False


def heard(text: str) -> Heard:
    """Return how the end of a name is spoken that does not end in figures."""
    found = LAST_LETTERS.search(text)
    if found is None:
        return Heard(text, hyphen=True)
    letters = found.group()
    if letters.isupper() or len(letters) == 1:
        return _letters(letters.casefold())
    word = letters.casefold()
    if word in MUTE_S:
        return Heard(MUTE_S[word], hyphen=True)
    if word in KNOWN:
        return Heard(KNOWN[word])
    return _mute(word) or Heard(_spoken(word) or text)


def _letters(word: str) -> Heard:
    """Return how a letter or an abbreviation is spoken: as a word where it can be one (MÁV, NATO), else by the name of the last letter (BKV, MTA)."""
    if not is_spelled(word.upper()):
        return Heard(word, hyphen=True)
    name = called(word[-1])
    return Heard(name, hyphen=True, linked=not ends_in_vowel(name))


def _mute(word: str) -> Heard | None:
    """Return how a foreign name is spoken whose last letters are mute or stand for one vowel."""
    for letters, vowel in FRENCH.items():
        if word.endswith(letters):
            return Heard(vowel, hyphen=True)
    if word.endswith("ie") or (word.endswith("ey") and not ACCENTS.search(word)):
        return Heard("i", hyphen=True)
    found = MUTE_E.search(word)
    if found is None or word in SPOKEN_E or not FOREIGN.search(word):
        return None
    vowel, last = found["vowel"], found["last"]
    return Heard(_long(vowel, last) + _before_e(last), hyphen=True)


def _long(vowel: str, last: str) -> str:
    """Return how a vowel is spoken before consonants and a mute e: George, Kate, Mike, Nashville, Voltaire."""
    match vowel:
        case "i" | "y":
            return "áj" if vowel == "y" or CLOSED.fullmatch(last) else "i"
        case "a":
            return "é" if len(last) == 1 else "a"
        case "ai" | "ay" | "ea" | "ey" | "ee" | "ei" | "ie" | "e":
            return "é"
        case _:
            return "o"


def _before_e(last: str) -> str:
    plain = last[:-1] if last[-2:-1] == last[-1:] else last
    return next(
        (plain.removesuffix(letters) + sound for letters, sound in SPOKEN_BEFORE_E.items() if plain.endswith(letters)),
        plain,
    )


def _spoken(word: str) -> str:
    """Return how a name is spoken that is written otherwise; nothing where it is as it is written."""
    if SPOKEN_I.search(word):
        return f"{word.replace('a', 'e') if SPOKEN_A.match(word) else word}"[:-1] + "i"
    if word[-2:] in OLD_FINALS:
        return word[:-2] + OLD_FINALS[word[-2:]]
    if re.search(rf"({CONSONANT})\1$", word):
        # Of Churchill only the last syllable counts.
        short = word[:-1]
        return short[-2:] if FOREIGN.search(word) and short[-2:-1] in "ie" else short
    return ""


def is_sure(text: str) -> bool:
    """Return whether the letters of a name say how it is spoken; what ends in figures or capitals does."""
    found = LAST_LETTERS.search(text)
    word = "" if found is None or found.group().isupper() else found.group().casefold()
    if not word or ACCENTS.search(word) or word in SPOKEN_E or word in KNOWN or word in MUTE_S:
        return True
    # Berlinben and Dublinban, Adyval and Amyvel: behind a back vowel an i or y says nothing.
    mixed = re.search(rf"[aou].*i{CONSONANT}+$|[aou].*(?<![glnt])y$", word) and not SPOKEN_A.search(word)
    return not (mixed or re.search(rf"{CONSONANT}e$|ie$|s$|w$|(?<![ln])[lnt]y$", word))


def is_spelled(word: str) -> bool:
    """Whether a word of capitals is spoken letter by letter: one letter, MTA, OTP; not MÁV, NATO."""
    return word.isupper() and (len(word) == 1 or SPOKEN_WHOLE.match(word.casefold()) is None)


def called(letter: str) -> str:
    """Return the name of a letter; one of another alphabet has none, and is given."""
    return LETTERS.get(letter.casefold(), letter.casefold())


def ends_in_vowel(text: str) -> bool:
    """Whether the word ends in a vowel; a final y after a consonant it forms no letter with is spoken i."""
    last = text[-1:].casefold()
    return last in tuple(VOWELS) or (last == "y" and text[-2:].casefold() not in LETTERS_OF_TWO)
