"""Reader of a language's files: findings have their own codes (W101 to W104), and one fault hides no other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.schema.node_reader import GROUP, LIST, NodeReader
from reguli.schema.shapes import (
    TEXT,
    DerivedShape,
    ListOf,
    MappingField,
    MappingShape,
    NamedValuesShape,
    ParsedValue,
    enum_schema,
    schema_with_conversion,
)
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import MappingNode as Entries
from reguli.source.yaml_reader import Node, ScalarNode
from reguli.source.yaml_reader import SequenceNode as Items

_WANTED: Final[Mapping[Value, Value]] = {GROUP: Said("sort.names_with_values"), LIST: Said("sort.texts")}


class WordsReader(NodeReader):
    """Reads the files of a language."""

    __slots__ = ()
    lenient = True

    def __init__(self, bag: Bag) -> None:
        """Initialise the reader with a bag for the findings."""
        super().__init__(bag, Sources())

    def wrong(self, node: Node, what: Value, wanted: Value, meant: str | None = None) -> None:
        """Report a node of the wrong form (W101)."""
        self.bag.add("W101", node.span, what=what, form=_WANTED.get(wanted, wanted))

    def unknown(self, key: ScalarNode, where: Value, known: Sequence[str]) -> None:
        """Report a key that a group does not have."""
        self.bag.add(
            "W102", key.span, near=closest_name(key.text, known), what=where, key=key.text, choices=", ".join(known)
        )

    def missing(self, span: Span, where: Value, name: Value) -> None:
        """Report a missing key of a group (W103)."""
        self.bag.add("W103", span, what=where, missing=name)

    def other(self, node: Node, text: str, what: Value, choices: Sequence[str]) -> None:
        """Report a word that is none of the permitted ones (W104)."""
        self.bag.add(
            "W104", node.span, near=closest_name(text, choices), what=what, said=text, choices=", ".join(choices)
        )

    def text(self, node: Node, what: Value) -> str | None:
        """Read a text that is not blank; a number is not accepted."""
        if isinstance(node, ScalarNode) and isinstance(node.value, str) and node.value.strip():
            return node.value
        self.wrong(node, what, Said("sort.text"))
        return None

    def word(self, node: Node, what: Value, choices: Sequence[str]) -> str | None:
        """Read one of a fixed set of words."""
        text = self.text(node, what)
        if text is None or text in choices:
            return text
        self.other(node, text, what, choices)
        return None


TEXTS: Final = ListOf(TEXT)


def check_text_alphabet(
    text: str, misspelt: Mapping[str, str], language: str, place: Callable[[int, int], Span], bag: Bag
) -> None:
    """Report letters foreign to a language, each at its first occurrence in a file (W215); ``place`` gives the places of the text."""
    for letter, right in misspelt.items():
        at = text.find(letter)
        if at >= 0:
            span = place(at, at + 1)
            known = (one for one in bag if one.code == "W215" and ("letter", letter) in one.args)
            if not any(one.span is not None and one.span.file == span.file for one in known):
                bag.add("W215", span, letter=letter, right=right, language=language)


def check_document_alphabet(node: Node | None, misspelt: Mapping[str, str], language: str, bag: Bag) -> None:
    """Report letters foreign to a language in the values of a file; keys, and letters repeated from them, are words of the ruleset."""
    match node:
        case Entries():
            for entry in node.entries:
                other = {letter: right for letter, right in misspelt.items() if letter not in entry.key.text}
                check_document_alphabet(entry.value, other, language, bag)
        case Items(items=items):
            for item in items:
                check_document_alphabet(item, misspelt, language, bag)
        case ScalarNode(text=text, span=span):
            check_text_alphabet(text, misspelt, language, lambda start, end: span, bag)
        case None:
            pass


def irregular_forms_shape(known: Collection[str]) -> DerivedShape[tuple[tuple[str, str], ...], Mapping[str, str]]:
    """Return the schema of irregular forms by name, the words of a name in alphabetical order; W102 for an unknown form."""

    def name(reader: NodeReader, node: Node, what: Value) -> str | None:
        words = node.text.split() if isinstance(node, ScalarNode) else []
        wrong = next((word for word in words if word not in known), None)
        if wrong is None:
            return " ".join(sorted(words))
        allowed = sorted(known)
        reader.bag.add(
            "W102", node.span, near=closest_name(wrong, allowed), what=what, key=wrong, choices=", ".join(allowed)
        )
        return None

    pairs = NamedValuesShape(ParsedValue(name, {}), TEXT, "", "", lambda _, form, text: (str(form), str(text)))
    return schema_with_conversion(pairs, lambda found: MappingProxyType(dict(found)))


# -- collation -------------------------------------------------------------------------------------------------------
# The order of the alphabet of a language: which letters it has, two or three signs of one letter too, and which count alike.
#
# Texts are compared three times: by their letters, where letters of one group count alike (Hungarian a and á); then by which of the
# group each is; then as they are written. A doubled letter of several signs is written short and read as two: Hungarian ssz is sz and sz.
# Where two words were put together so that signs meet by chance (egészség), only a dictionary knows; the signs are read as one letter.
# Numbers are compared as numbers, 2 before 10, IX before X: a word of the capitals I, V and X is one where it is written as Roman numbers are.


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


@frozen_class
class Alphabet(FrozenValue):
    """The letters in their order, with equivalent letters in one group; ``spaces`` sort before all letters or are ignored."""

    groups: tuple[tuple[str, ...], ...]
    spaces: str = "first"


LATIN: Final = Alphabet(tuple((letter,) for letter in "abcdefghijklmnopqrstuvwxyz"))
"""The letters of a language that says nothing of them."""


def make_collation_key(alphabet: Alphabet) -> Callable[[str], Key]:
    """Return a sort key function: signs that are no letters first, then numbers, then letters in alphabetical order."""
    known = _known(alphabet)

    def key(text: str) -> Key:
        counted = _ROMAN.sub(lambda each: str(len(each[1]) * 10 + _UNITS.index(each[2])), text)
        found = list(_places(unicodedata.normalize("NFC", counted.casefold()), alphabet, known))
        return tuple(first for first, _ in found), tuple(second for _, second in found), text

    return key


def _known(alphabet: Alphabet) -> Known:
    """Return the collation places of each letter, and of the short doubled form of each multigraph."""
    single = {letter: ((at, own),) for at, group in enumerate(alphabet.groups) for own, letter in enumerate(group)}
    doubled = {letter[0] + letter: place * 2 for letter, place in single.items() if len(letter) > 1}
    return {**doubled, **single}


def _places(text: str, alphabet: Alphabet, known: Known) -> Iterator[Place]:
    """Yield the collation place of each letter; the longest matching letter is used."""
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
    """Yield the collation place of a sign outside the alphabet; a letter with an unknown accent sorts by its base letter."""
    bare = known.get(unicodedata.normalize("NFKD", sign)[0])
    if bare is not None:
        yield bare[0][0], len(alphabet.groups[bare[0][0]])
    elif sign.isalpha():
        yield len(alphabet.groups) + ord(sign), 0
    elif alphabet.spaces == "first":
        yield NUMBERS - 1, 0


def _alphabet(letters: tuple[str, ...], spaces: str) -> Alphabet:
    return Alphabet(tuple(tuple(group.split()) for group in letters), spaces) if letters else LATIN


ALPHABET: Final = MappingShape(
    _alphabet,
    (
        MappingField("letters", TEXTS, default=(), called="part.named", needed=True),
        MappingField("spaces", enum_schema(*SPACES), default=SPACES[0], called="part.named"),
    ),
)
"""The alphabet of a style file: ``{letters: [a á, b, c, cs], spaces: ignored}``; findings W101 to W104."""
