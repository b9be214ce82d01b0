"""How a language writes: quotes, lists, digits, and whom each product addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from reguli.source.diagnostic import Bag
from reguli.source.yaml_nodes import Mapping as Group
from reguli.source.yaml_nodes import Node
from reguli.words.grammar.collation import LATIN, Alphabet, alphabet_in
from reguli.words.grammar.noun import NO_BREAK, Digits
from reguli.words.terms.shape import choice_in, group_in, known_keys, number_in, text_in, texts_in

PRODUCTS: Final = ("procedure", "rule", "card", "reason", "journal")
ADDRESSES: Final = (
    "imperative_plural",
    "imperative",
    "third_person_present",
    "second_person_singular",
    "second_person",
    "third_person_past",
)
SEPARATORS: Final = MappingProxyType({"space": NO_BREAK, "comma": ",", "point": "."})
_KEYS: Final = ("language", "quotes", "inner_quotes", "list", "digits", "address")
_MORE_KEYS: Final = ("number_words", "alphabet")
"""What a style file may leave out."""


@dataclass(frozen=True, slots=True)
class Quotes:
    """The signs before and after a quoted text."""

    opening: str
    closing: str

    def around(self, text: str) -> str:
        """Put a text in quotes."""
        return f"{self.opening}{text}{self.closing}"


@dataclass(frozen=True, slots=True)
class Style:
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


def read_style(node: Node | None, code: str, bag: Bag) -> Style:
    """Read ``style.yaml`` of a language; what is missing or malformed is a finding (W101 to W105) and stays plain."""
    group = group_in(node, "the style file", bag)
    if group is None:
        return PLAIN
    entries = {entry.key.text: entry.value for entry in known_keys(group, "the style file", (*_KEYS, *_MORE_KEYS), bag)}
    for key in _KEYS:
        if key not in entries:
            bag.add("W103", group.span, what="the style file", missing=key)
    choice_in(entries.get("language"), "the language of the style file", (code,), bag)
    joined = _texts(entries.get("list"), "'list'", ("separator", "and", "or"), bag)
    return Style(
        language=code,
        quotes=_quotes(entries.get("quotes"), "'quotes'", PLAIN.quotes, bag),
        inner_quotes=_quotes(entries.get("inner_quotes"), "'inner_quotes'", PLAIN.inner_quotes, bag),
        separator=joined.get("separator", PLAIN.separator),
        both=joined.get("and", PLAIN.both),
        either=joined.get("or", PLAIN.either),
        digits=_digits(entries.get("digits"), bag),
        address=_address(entries.get("address"), bag),
        number_words=frozenset(
            word.casefold() for word in texts_in(entries.get("number_words"), "'number_words'", bag)
        ),
        alphabet=alphabet_in(entries.get("alphabet"), bag),
    )


def _texts(node: Node | None, what: str, keys: tuple[str, ...], bag: Bag) -> dict[str, str]:
    """Read a group in which every one of the keys has a text."""
    group = group_in(node, what, bag)
    if group is None:
        return {}
    found = {entry.key.text: text_in(entry.value, what, bag) for entry in known_keys(group, what, keys, bag)}
    _missing(group, what, keys, bag)
    return {key: text for key, text in found.items() if text}


def _missing(group: Group, what: str, keys: tuple[str, ...], bag: Bag) -> None:
    for key in keys:
        if group.get(key) is None:
            bag.add("W103", group.span, what=what, missing=key)


def _quotes(node: Node | None, what: str, plain: Quotes, bag: Bag) -> Quotes:
    signs = _texts(node, what, ("opening", "closing"), bag)
    return Quotes(signs.get("opening", plain.opening), signs.get("closing", plain.closing))


def _digits(node: Node | None, bag: Bag) -> Digits:
    group = group_in(node, "'digits'", bag)
    if group is None:
        return PLAIN.digits
    known_keys(group, "'digits'", ("separator", "from"), bag)
    _missing(group, "'digits'", ("separator", "from"), bag)
    separator = choice_in(group.get("separator"), "'separator'", SEPARATORS, bag)
    return Digits(
        SEPARATORS.get(separator, ""), number_in(group.get("from"), "'from'", bag) or PLAIN.digits.from_digits
    )


def _address(node: Node | None, bag: Bag) -> Mapping[str, str]:
    group = group_in(node, "'address'", bag)
    if group is None:
        return PLAIN.address
    known = known_keys(group, "'address'", PRODUCTS, bag)
    _missing(group, "'address'", PRODUCTS, bag)
    found = {entry.key.text: choice_in(entry.value, "'address'", ADDRESSES, bag) for entry in known}
    return MappingProxyType(found)
