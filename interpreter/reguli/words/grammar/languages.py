"""The languages rules are said in: each is one row, a grammar of pure functions and the names of its forms.

A new language is one grammar module, one row here, and its files below ``locales``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from reguli.words.grammar import en as grammar_en
from reguli.words.grammar import hu_nouns as grammar_hu_heard
from reguli.words.grammar import hu_nouns as grammar_hu_nouns
from reguli.words.grammar import hu_numbers as grammar_hu_names
from reguli.words.grammar import hu_numbers as grammar_hu_numbers
from reguli.words.grammar import ro as grammar_ro
from reguli.words.grammar import ro as grammar_ro_numbers
from reguli.words.grammar.grammar_values import Count, DigitGrouping, Noun, Possessor, ProperName, one_or_other

CATEGORIES: Final = ("one", "few", "many", "other")


def _no_article(following: str, sound: str) -> str:
    """Choose nothing: the language has no article that depends on sound."""
    return ""


def _nothing(noun: Noun) -> str:
    """Name nothing that contradicts the rest."""
    return ""


def _told(text: str) -> bool:
    """Take every name to be spoken as it is written."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language: the principal parts and forms its nouns have, and the functions that make them.

    ``required`` lists groups of principal parts of which each needs at least one. ``article`` is the token whose
    wording depends on the next sound, empty where the language has none; ``places`` are how things lie in what a noun names; ``shown_forms`` are those that translators
    are shown of a noun, ``dictionary_forms`` those that a glossary gives of it; ``agreeing_forms`` name words that stand
    beside a noun and agree with it. ``confirmed_forms`` are those that must be known of each noun, ``contradiction`` names a principal part
    that does not go with the others, ``is_sure`` tells whether a name says by its letters how it is spoken,
    ``owning`` how what is owned is marked beside its owner; ``misspelt`` gives the letters that are taken for others, with what is meant. The functions give None for a form that cannot be made; numbers without words
    (beyond 999,999) raise ValueError.
    """

    code: str
    name: str
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
    category: Callable[[int], str] = one_or_other
    noun_form: Callable[[Noun, frozenset[str]], str | None]
    name_form: Callable[[ProperName, frozenset[str]], str | None]
    number_form: Callable[[Count, frozenset[str], DigitGrouping], str | None]
    counted: Callable[[Count, Noun, frozenset[str], DigitGrouping], str | None]
    with_unit: Callable[[Noun, Noun], Noun]
    owning: Possessor | None = None
    misspelt: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    choose_article: Callable[[str, str], str] = _no_article
    states_number: Callable[[str], bool]


ENGLISH: Final = Language(
    code="en",
    name="English",
    parts=("singular", "plural"),
    required=(("singular", "plural"),),
    article=grammar_en.ARTICLE,
    noun_forms=grammar_en.NOUN_FORMS,
    name_forms=grammar_en.NAME_FORMS,
    number_forms=grammar_en.NUMBER_FORMS,
    counted_forms=grammar_en.COUNTED_FORMS,
    shown_forms=("", "many", "a", "s"),
    dictionary_forms=("", "many"),
    confirmed_forms=("", "many"),
    noun_form=grammar_en.noun_form,
    name_form=grammar_en.name_form,
    number_form=grammar_en.number_form,
    counted=grammar_en.counted,
    with_unit=grammar_en.with_unit,
    choose_article=grammar_en.article,
    states_number=grammar_en.states_number,
)

ROMANIAN: Final = Language(
    code="ro",
    name="română",
    parts=("singular", "plural"),
    required=(("singular", "plural"),),
    genders=("m", "f", "n"),
    adjective_forms=4,
    noun_forms=grammar_ro.NOUN_FORMS,
    name_forms=grammar_ro.NAME_FORMS,
    number_forms=grammar_ro.NUMBER_FORMS,
    counted_forms=grammar_ro.COUNTED_FORMS,
    shown_forms=("", "the", "of the", "a", "many", "many the", "many of the"),
    dictionary_forms=("", "many"),
    agreeing_forms=frozenset(grammar_ro.AGREEING),
    category=grammar_ro_numbers.category,
    noun_form=grammar_ro.noun_form,
    name_form=grammar_ro.name_form,
    number_form=grammar_ro_numbers.number_form,
    counted=grammar_ro.counted,
    with_unit=grammar_ro.with_unit,
    owning=grammar_ro.OWNING,
    misspelt=grammar_ro.MISSPELT,
    states_number=grammar_ro_numbers.states_number,
)

HUNGARIAN: Final = Language(
    code="hu",
    name="magyar",
    parts=("nominative", "accusative", "possessive", "superessive", "plural"),
    required=(("nominative",), ("accusative",), ("possessive",)),
    harmonies=("back", "front", "round"),
    places=("inside", "upon"),
    article=grammar_hu_numbers.ARTICLE,
    noun_forms=grammar_hu_nouns.NOUN_FORMS,
    name_forms=grammar_hu_numbers.NAME_FORMS,
    number_forms=grammar_hu_numbers.NUMBER_FORMS,
    counted_forms=grammar_hu_numbers.COUNTED_FORMS,
    shown_forms=("", "-t", "-ban", "-on", "-nak", "-val", "his", "many"),
    dictionary_forms=("", "-t", "his"),
    confirmed_forms=("", "many"),
    contradiction=grammar_hu_nouns.contradiction,
    is_sure=grammar_hu_heard.is_sure,
    noun_form=grammar_hu_nouns.noun_form,
    name_form=grammar_hu_names.name_form,
    number_form=grammar_hu_numbers.number_form,
    counted=grammar_hu_numbers.counted,
    with_unit=grammar_hu_numbers.with_unit,
    owning=grammar_hu_nouns.OWNING,
    choose_article=grammar_hu_numbers.article,
    states_number=grammar_hu_numbers.states_number,
)

LANGUAGES: Final = (ENGLISH, ROMANIAN, HUNGARIAN)
LANGUAGE_CODES: Final = tuple(language.code for language in LANGUAGES)


def language_of(code: str) -> Language | None:
    """Return the language of a code such as ``ro``, or None."""
    return next((language for language in LANGUAGES if language.code == code), None)
