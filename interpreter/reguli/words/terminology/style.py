"""How a language writes: quotes, lists, digits, and whom each product addresses."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from reguli.schema.mapping_shapes import WHOLE, Field, Group
from reguli.schema.scalar_shapes import TEXT, number, word
from reguli.schema.value_shapes import Spot, made
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.yaml_nodes import Node
from reguli.words.grammar.collation import ALPHABET, LATIN, Alphabet
from reguli.words.grammar.grammar_values import NO_BREAK, Digits, words
from reguli.words.grammar.language_files import TEXTS, WordsReader

PRODUCTS: Final = ("procedure", "rule", "card", "reason", "journal")
ADDRESSES: Final = words(
    "imperative_plural imperative third_person_present second_person_singular second_person third_person_past"
)
SEPARATORS: Final = MappingProxyType({"space": NO_BREAK, "comma": ",", "point": "."})


@kept
class Quotes(Kept):
    """The signs before and after a quoted text."""

    opening: str
    closing: str

    def around(self, text: str) -> str:
        """Put a text in quotes."""
        return f"{self.opening}{text}{self.closing}"


@kept
class Style(Kept):
    """The typography and register of one language.

    ``separator``, ``both`` and ``either`` join lists: ``a, b`` and the last by "and" or by "or"; ``address``
    gives the grammatical person of each product; ``alphabet`` is what words are sorted by.
    """

    language: str
    quotes: Quotes
    inner_quotes: Quotes
    separator: str
    both: str
    either: str
    digits: Digits
    address: Mapping[str, str]
    number_words: frozenset[str] = frozenset()
    alphabet: Alphabet = LATIN


PLAIN: Final = Style(
    language="",
    quotes=Quotes("“", "”"),
    inner_quotes=Quotes("‘", "’"),
    separator=", ",
    both=", ",
    either=" / ",
    digits=Digits("", 99),
    address=MappingProxyType({}),
)
"""What is used where a style file is missing."""


def listed(items: tuple[str, ...], style: Style, *, either: bool = False) -> str:
    """Join the members of a list: a, b și c; a, b vagy c."""
    if len(items) < 2:
        return "".join(items)
    return style.separator.join(items[:-1]) + (style.either if either else style.both) + items[-1]


def _quotes(key: str, plain: Quotes) -> Field:
    signs = (
        Field("opening", TEXT, default=plain.opening, called=WHOLE, needed=True),
        Field("closing", TEXT, default=plain.closing, called=WHOLE, needed=True),
    )
    return Field(key, Group(Quotes, signs), default=plain, called="part.named", needed=True)


LISTED: Final = Group(
    lambda separator, both, either: (separator, both, either),
    (
        Field("separator", TEXT, default=PLAIN.separator, called=WHOLE, needed=True),
        Field("and", TEXT, "both", PLAIN.both, WHOLE, needed=True),
        Field("or", TEXT, "either", PLAIN.either, WHOLE, needed=True),
    ),
)
DIGITS: Final = Group(
    lambda separator, first: Digits(SEPARATORS.get(separator, ""), first or PLAIN.digits.from_digits),
    (
        Field("separator", word(*SEPARATORS), default="", called="part.named", needed=True),
        Field("from", number(), "first", 0, "part.named", needed=True),
    ),
)
ADDRESSED: Final = Group(
    lambda **found: MappingProxyType({product: address for product, address in found.items() if address}),
    tuple(Field(product, word(*ADDRESSES), default="", called=WHOLE, needed=True) for product in PRODUCTS),
)


NUMBER_WORDS: Final = made(TEXTS, lambda found: frozenset(word.casefold() for word in found))


def style_file(code: str) -> Group[Style]:
    """Give the shape of ``style.yaml`` of a language."""
    return Group(
        partial(Style, language=code),
        (
            Field("language", word(code), "-", called="part.language_of_style", needed=True),
            _quotes("quotes", PLAIN.quotes),
            _quotes("inner_quotes", PLAIN.inner_quotes),
            Field(
                "list",
                LISTED,
                "separator both either",
                (PLAIN.separator, PLAIN.both, PLAIN.either),
                "part.named",
                needed=True,
            ),
            Field("digits", DIGITS, default=PLAIN.digits, called="part.named", needed=True),
            Field("address", ADDRESSED, default=PLAIN.address, called="part.named", needed=True),
            Field("number_words", NUMBER_WORDS, default=frozenset(), called="part.named"),
            Field("alphabet", ALPHABET, default=LATIN, called="part.named"),
        ),
    )


def read_style(node: Node | None, code: str, bag: Bag) -> Style:
    """Read ``style.yaml`` of a language; what is missing or malformed is a finding (W101 to W105) and stays plain."""
    read = None if node is None else style_file(code).read(node, Spot(Said("part.style")), WordsReader(bag))
    return read or PLAIN
