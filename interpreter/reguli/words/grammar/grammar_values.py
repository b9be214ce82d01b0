"""Values shared by the grammars of all languages: nouns, names, and numbers within a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import number_as_letters

NO_BREAK: Final = "\u00a0"
"""The space that never parts a number from its noun at a line end."""

MINUS: Final = "\u2212"
RANGE_DASH: Final = "\u2013"


@frozen_class
class Noun(FrozenValue):
    """A noun of one language: its principal parts, and the forms that differ from the derived ones.

    ``parts`` holds the principal parts by the names of the language's lexicon (``singular``, ``accusative``, …);
    ``forms`` the irregular forms of the head by form name, ``whole`` those of the whole term; ``before`` and ``after``
    are what stands unchanged around the head of a compound term; in Romanian ``adjectives`` agree with the head (four
    forms) and ``owner`` is a genitive that takes al, a, ai, ale where the noun before it is not definite. In Hungarian
    ``place`` tells whether things lie ``upon`` it (a táblára, a kártyáról) or, as in most, ``inside`` it.
    """

    id: str
    parts: Mapping[str, str]
    forms: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    whole: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    gender: str = ""
    before: str = ""
    after: str = ""
    owner: str = ""
    adjectives: tuple[str, ...] = ()
    invariable: bool = False
    mass: bool = False
    low: bool = False
    harmony: str = ""
    place: str = ""
    sound: str = ""


@frozen_class
class ProperName(FrozenValue):
    """The name of a person or a place, inflected by rule unless a lexicon has its forms.

    ``gender`` is ``m``, ``f`` or empty where nobody said. A lexicon may give irregular ``forms`` by form name, and for
    Hungarian how the end of the name is ``spoken`` where that differs from how it is written, and whether suffixes then
    follow a ``hyphen``. ``thing``: the ruleset names something so, a town or a statue, and not somebody at the table.
    """

    text: str
    gender: str = ""
    forms: tuple[tuple[str, str], ...] = ()
    spoken: str = ""
    hyphen: bool = False
    thing: bool = False
    translations: tuple[tuple[str, str], ...] = ()
    """What it is called in other languages, by code, where the ruleset says it beside the name."""

    def form(self, name: str) -> str | None:
        """Return an irregular form, or None."""
        return dict(self.forms).get(name)


@frozen_class
class NumberRange(FrozenValue):
    """A range of whole numbers, both ends included; the last number decides the noun's form."""

    first: int
    last: int


@frozen_class
class DigitGrouping(FrozenValue):
    """A language's grouping of digits: the separator and the least number of digits; with ``lettered``, a letter replaces the digits."""

    separator: str
    from_digits: int
    lettered: bool = False


@frozen_class
class Possessor(FrozenValue):
    """The rule by which a language marks a noun next to its owner; findings have the code ``code``.

    ``is_owner`` tells by its forms whether a placeholder names the owner, ``is_owner_word`` by its letters whether a typed word does;
    ``forms`` gives the forms that are right for what is owned: those that it was asked for, where these are right.
    """

    code: str
    owner_first: bool
    is_owner: Callable[[frozenset[str]], bool]
    is_owner_word: Callable[[str], bool]
    forms: Callable[[Noun | None, frozenset[str]], frozenset[str]]


LETTERED: Final = DigitGrouping("", 0, lettered=True)
"""How columns are counted: a, b, c."""


FEWEST_UNSPELLED: Final = 1_000_000
"""Numbers from here on have no words, only digits."""

Count: TypeAlias = int | NumberRange


def split_line_words(line: str) -> tuple[str, ...]:
    """Return the words of a line, for tables that are easier to read as text."""
    return tuple(line.split())


def split_line_pairs(line: str) -> Mapping[str, str]:
    """Return a table of words, each with another behind a slash, as ``split_line_words`` does."""
    return MappingProxyType(dict(pair.split("/") for pair in line.split()))


def two_form_category(number: int) -> str:
    """Return the plural category of a language with two forms: ``one`` for 1, else ``other``."""
    return "one" if number == 1 else "other"


def agreement_number(count: Count) -> int:
    """Return the number that decides the form of the following word."""
    return count.last if isinstance(count, NumberRange) else count


def is_spellable(number: int) -> bool:
    """Return whether a number can be spelled out."""
    return 0 <= number < FEWEST_UNSPELLED


def number_text(number: int, digits: DigitGrouping) -> str:
    """Return a whole number in digits, grouped by threes where the language does so, or as a letter."""
    if digits.lettered and number > 0:
        return number_as_letters(number)
    figures = str(abs(number))
    if len(figures) >= digits.from_digits:
        head = len(figures) % 3
        groups = [figures[:head]] if head else []
        groups += [figures[place : place + 3] for place in range(head, len(figures), 3)]
        figures = digits.separator.join(groups)
    return MINUS + figures if number < 0 else figures


def count_text(count: Count, digits: DigitGrouping) -> str:
    """Return a number or a range in digits; a range has an en dash without spaces."""
    if isinstance(count, NumberRange):
        return f"{number_text(count.first, digits)}{RANGE_DASH}{number_text(count.last, digits)}"
    return number_text(count, digits)


def _no_article(following: str, sound: str) -> str:
    """Return no article, for a language without articles that depend on sound."""
    return ""


def _nothing(noun: Noun) -> str:
    """Return an empty text: no part contradicts the others."""
    return ""


def _told(text: str) -> bool:
    """Return True: every name is pronounced as it is written."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: the principal parts and forms of its nouns, and the functions that derive them.

    ``required`` lists groups of principal parts of which each needs at least one. ``article`` is the token whose
    wording depends on the next sound, empty where the language has none; ``places`` are how things lie in what a noun names; ``shown_forms`` are those that translators
    are shown of a noun, ``dictionary_forms`` those that a glossary gives of it; ``agreeing_forms`` name words that stand
    beside a noun and agree with it. ``confirmed_forms`` are those that must be known of each noun, ``contradiction`` names a principal part
    that does not go with the others, ``is_sure`` tells whether a name says by its letters how it is spoken,
    ``owning`` how what is owned is marked beside its owner; ``misspelt`` gives the letters that are taken for others, with what is meant. The functions give None for a form that cannot be made; numbers without words
    (beyond 999,999) raise ValueError. ``locales`` is the folder of a package that holds the files of the language in ``<code>/``; those of
    the languages that come with reguli lie in the shipped folder.
    """

    code: str
    name: str
    locales: Path | None = None
    parts: tuple[str, ...]
    required: tuple[tuple[str, ...], ...]
    genders: tuple[str, ...] = ()
    harmonies: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    adjective_forms: int = 0
    article: str = ""
    noun_forms: frozenset[str]
    name_forms: frozenset[str]
    number_forms: frozenset[str]
    counted_forms: frozenset[str]
    shown_forms: tuple[str, ...]
    dictionary_forms: tuple[str, ...]
    agreeing_forms: frozenset[str] = frozenset()
    confirmed_forms: tuple[str, ...] = ()
    contradiction: Callable[[Noun], str] = _nothing
    is_sure: Callable[[str], bool] = _told
    category: Callable[[int], str] = two_form_category
    noun_form: Callable[[Noun, frozenset[str]], str | None]
    name_form: Callable[[ProperName, frozenset[str]], str | None]
    number_form: Callable[[Count, frozenset[str], DigitGrouping], str | None]
    counted: Callable[[Count, Noun, frozenset[str], DigitGrouping], str | None]
    with_unit: Callable[[Noun, Noun], Noun]
    owning: Possessor | None = None
    misspelt: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    choose_article: Callable[[str, str], str] = _no_article
    states_number: Callable[[str], bool]
