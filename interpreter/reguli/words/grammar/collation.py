"""The order of the alphabet of a language: which letters it has, two or three signs of one letter too, and which count alike.

Texts are compared three times: by their letters, where letters of one group count alike (Hungarian a and á); then by which of the
group each is; then as they are written. A doubled letter of several signs is written short and read as two: Hungarian ssz is sz and sz.
Where two words were put together so that signs meet by chance (egészség), only a dictionary knows; the signs are read as one letter.
Numbers are compared as numbers, 2 before 10, IX before X: a word of the capitals I, V and X is one where it is written as Roman numbers are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from reguli.schema.mapping_shapes import Field, Group
from reguli.schema.scalar_shapes import word
from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.language_files import TEXTS

SPACES: Final = ("first", "ignored")
LONGEST_LETTER: Final = 3
NUMBERS: Final = -1_000_000_000
"""Where numbers begin, before all letters; the largest stands right before these."""
_ROMAN: Final = re.compile(r"\b(?=[IVX])(X{0,3})(IX|IV|V?I{0,3})\b")
_DIGITS: Final = re.compile(r"\d+")
_UNITS: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
Place: TypeAlias = tuple[int, int]
"""The group of a letter, and its place there."""
Known: TypeAlias = Mapping[str, tuple[Place, ...]]
Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], str]


@kept
class Alphabet(Kept):
    """The letters in their order, those that count alike in one group; whether a space stands before all letters or for nothing."""

    groups: tuple[tuple[str, ...], ...]
    spaces: str = "first"


LATIN: Final = Alphabet(tuple((letter,) for letter in "abcdefghijklmnopqrstuvwxyz"))
"""The letters of a language that says nothing of them."""


def collation(alphabet: Alphabet) -> Callable[[str], Key]:
    """Give what texts are sorted by: signs that are no letters first, then numbers, then the letters in their order."""
    known = _known(alphabet)

    def key(text: str) -> Key:
        counted = _ROMAN.sub(lambda each: str(len(each[1]) * 10 + _UNITS.index(each[2])), text)
        found = list(_places(unicodedata.normalize("NFC", counted.casefold()), alphabet, known))
        return tuple(first for first, _ in found), tuple(second for _, second in found), text

    return key


def _known(alphabet: Alphabet) -> Known:
    """Give what each letter stands for, and the short form of each doubled letter of several signs."""
    single = {letter: ((at, own),) for at, group in enumerate(alphabet.groups) for own, letter in enumerate(group)}
    doubled = {letter[0] + letter: place * 2 for letter, place in single.items() if len(letter) > 1}
    return {**doubled, **single}


def _places(text: str, alphabet: Alphabet, known: Known) -> Iterator[Place]:
    """Give where each letter stands; of several readings that of the longest letter."""
    at = 0
    while at < len(text):
        number = _DIGITS.match(text, at)
        if number is not None:
            yield min(NUMBERS + int(number[0]), -1), 0
            at = number.end()
            continue
        pieces = (text[at : at + length] for length in range(LONGEST_LETTER + 1, 0, -1))
        piece = next((piece for piece in pieces if piece in known), "")
        yield from known[piece] if piece else _other(text[at], alphabet, known)
        at += len(piece) or 1


def _other(sign: str, alphabet: Alphabet, known: Known) -> Iterator[Place]:
    """Give where a sign stands that the alphabet does not have: a letter where it does without its marks."""
    bare = known.get(unicodedata.normalize("NFKD", sign)[0])
    if bare is not None:
        yield bare[0][0], len(alphabet.groups[bare[0][0]])
    elif sign.isalpha():
        yield len(alphabet.groups) + ord(sign), 0
    elif alphabet.spaces == "first":
        yield NUMBERS - 1, 0


def _alphabet(letters: tuple[str, ...], spaces: str) -> Alphabet:
    return Alphabet(tuple(tuple(group.split()) for group in letters), spaces) if letters else LATIN


ALPHABET: Final = Group(
    _alphabet,
    (
        Field("letters", TEXTS, default=(), called="part.named", needed=True),
        Field("spaces", word(*SPACES), default=SPACES[0], called="part.named"),
    ),
)
"""The alphabet of a style file: ``{letters: [a á, b, c, cs], spaces: ignored}``; findings W101 to W104."""
