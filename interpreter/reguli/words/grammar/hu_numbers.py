"""Hungarian numbers: suffixes on digits by the last spoken element, numerals, ordinals, the article before and the noun after them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar import hu_nouns as nouns
from reguli.words.grammar.grammar_values import (
    NO_BREAK,
    Count,
    DigitGrouping,
    Language,
    Noun,
    NumberRange,
    ProperName,
    agreement_number,
    count_text,
    is_spellable,
)
from reguli.words.grammar.hu_nouns import (
    FIGURES,
    SHORT_BEFORE,
    VOWELS,
    SpokenEnding,
    Stem,
    choose_suffix,
    ends_in_vowel,
    guess_harmony,
    inflect_case,
    is_spelled_acronym,
    lengthen_final_vowel,
    letter_name,
    place_case,
    spoken_case_suffix,
    spoken_ending,
    superessive,
)


@frozen_class
class SpokenNumber(FrozenValue):
    """The last spoken element of a number: its word, harmony, and its own -t, -s, -on and ordinal."""

    word: str
    harmony: str
    accusative: str
    adjective: str
    superessive: str
    ordinal: str


ELEMENTS: Final[Mapping[int, SpokenNumber]] = MappingProxyType(
    {
        0: SpokenNumber("nulla", "back", "t", "s", "n", "nulladik"),
        1: SpokenNumber("egy", "front", "et", "es", "en", "egyedik"),
        2: SpokenNumber("kettő", "round", "t", "es", "n", "kettedik"),
        3: SpokenNumber("három", "back", "at", "as", "on", "harmadik"),
        4: SpokenNumber("négy", "front", "et", "es", "en", "negyedik"),
        5: SpokenNumber("öt", "round", "öt", "ös", "ön", "ötödik"),
        6: SpokenNumber("hat", "back", "ot", "os", "on", "hatodik"),
        7: SpokenNumber("hét", "front", "et", "es", "en", "hetedik"),
        8: SpokenNumber("nyolc", "back", "at", "as", "on", "nyolcadik"),
        9: SpokenNumber("kilenc", "front", "et", "es", "en", "kilencedik"),
        10: SpokenNumber("tíz", "front", "et", "es", "en", "tizedik"),
        20: SpokenNumber("húsz", "back", "at", "as", "on", "huszadik"),
        30: SpokenNumber("harminc", "back", "at", "as", "on", "harmincadik"),
        40: SpokenNumber("negyven", "front", "et", "es", "en", "negyvenedik"),
        50: SpokenNumber("ötven", "front", "et", "es", "en", "ötvenedik"),
        60: SpokenNumber("hatvan", "back", "at", "as", "on", "hatvanadik"),
        70: SpokenNumber("hetven", "front", "et", "es", "en", "hetvenedik"),
        80: SpokenNumber("nyolcvan", "back", "at", "as", "on", "nyolcvanadik"),
        90: SpokenNumber("kilencven", "front", "et", "es", "en", "kilencvenedik"),
        100: SpokenNumber("száz", "back", "at", "as", "on", "századik"),
        1000: SpokenNumber("ezer", "front", "et", "es", "en", "ezredik"),
        1_000_000: SpokenNumber("millió", "back", "t", "s", "n", "milliomodik"),
        1_000_000_000: SpokenNumber("milliárd", "back", "ot", "os", "on", "milliárdodik"),
    }
)

_TEENS: Final = ("", "tizen", "huszon")
NUMBER_FORMS: Final = frozenset({"ord", "words", "ordwords", "attr", "-s", "-szor", *nouns.CASES})
NAME_FORMS: Final = nouns.CASES
ARTICLE: Final = "a/az"
_COUNTED_KINDS: Final = frozenset({"ord", "words", "ordwords", "-s"})
COUNTED_FORMS: Final = _COUNTED_KINDS | nouns.NOUN_FORMS
_STATES_A_NUMBER: Final = re.compile(
    r"nulla(?!bb)|kett(?:ő|es|en\b|ej)|két(?!ség|elk|ely|es\b|l[ie])|három(?!szög)|hárm[aá]|harm(?:ad|inc)"
    r"|négy(?!zet|szög)|negy(?:ed|ven)|öt(?!let|vöz|vös|szög)|hat(?:ot|os|tal|an|od|ig)?\b|hat(?:od|os|van|szor|szem|féle|fős)"
    r"|het(?:et|es|en)\b|het(?:ed|ven)|hét(?:szer|szem|féle|fős)|nyolc(?!szög)|kilenc|tíz|tize[dtn]|másod(?:ik|szor)|húsz|husz(?!ár)"
    r"|száz(?!ad|alék)|századik|ezer(?!mester)|ezr(?:es|et|edik)|milli(?:ó|omod|árd)"
    r"|(?:meg)?(?:dupl|tripl|kétszer|kettőz|háromszoro)|mind(?:két|kett|hár|négy)|fél(?:szer|ig)?\b|fel(?:e|ét|ére|ével)\b"
)
"""How words begin that state a number, in all their forms: két, kettőt, ketten, megduplázza, harmada, mindhárom.

Left out are those that also mean something else (hét "week", egy "a", első) and figures of so many corners (hatszög).
"""
_WORD: Final = re.compile(r"[^\W\d_]+")
_SPELLED_LETTER: Final = re.compile(r"[^\W\d_](?![^\W\d_])")
"""A letter that is said by its name: it stands alone, or a figure follows it, as in the code of a space."""


def states_number(word: str) -> bool:
    """Return whether a lower-case word states a number: három, hármat, kétszer, negyedik, kétszemélyes."""
    return _STATES_A_NUMBER.match(word) is not None


def last_spoken_numeral(number: int) -> SpokenNumber:
    """Return the last spoken element of a number, which decides the suffix on its digits."""
    size = abs(number)
    if size == 0:
        return ELEMENTS[0]
    for step in (10, 100):
        if size % step:
            return ELEMENTS[size % step]
    if size % 1000:
        return ELEMENTS[100]
    return ELEMENTS[next(step for step in (1000, 1_000_000, 1_000_000_000) if size % (step * 1000) or step > 1_000_000)]


def in_words(number: int, *, attributive: bool = False) -> str:
    """Spell a whole number from 0 to 999,999; before a noun the last kettő is két; ValueError outside."""
    spoken = "".join(_elements(number))
    return f"{spoken.removesuffix('kettő')}két" if attributive and spoken.endswith("kettő") else spoken


def _elements(number: int) -> list[str]:
    if not is_spellable(number):
        raise ValueError(f"no words for {number}")
    if number < 1000:
        return _below_thousand(number)
    thousands, rest = divmod(number, 1000)
    head = "" if thousands == 1 else in_words(thousands, attributive=True)
    link = "-" if thousands > 1 and rest else ""
    return [f"{head}ezer{link}", *(_below_thousand(rest, after_thousand=True) if rest else [])]


def _below_thousand(number: int, *, after_thousand: bool = False) -> list[str]:
    hundreds, rest = divmod(number, 100)
    parts = []
    if hundreds:
        silent = hundreds == 1 and not after_thousand
        parts.append(f"{'' if silent else in_words(hundreds, attributive=True)}száz")
    if rest or not parts:
        parts += _below_hundred(rest)
    return parts


def _below_hundred(number: int) -> list[str]:
    unit = number % 10
    tens = number - unit
    if tens and unit:
        return [_TEENS[tens // 10] if tens < 30 else ELEMENTS[tens].word, ELEMENTS[unit].word]
    return [ELEMENTS[number].word]


def ordinal_in_words(number: int) -> str:
    """Spell an ordinal: első, második, tizenkettedik; ValueError outside 0 to 999,999."""
    if number in {1, 2}:
        return ("első", "második")[number - 1]
    return in_words(number).removesuffix(last_spoken_numeral(number).word) + last_spoken_numeral(number).ordinal


def ordinal_suffix(number: int, case: str) -> str:
    """Return the suffix after the point: 5.-be, 2.-at, 3.-ba, by the spoken ordinal."""
    spoken = ordinal_in_words(number)
    return nouns.inflect_case(nouns.derived_stem(spoken), case).removeprefix(spoken)


def number_suffix(number: int, case: str) -> str:
    """Return the suffix of a number in digits, without its hyphen: 5 with -val is tel, 3 with -t is at."""
    spoken = last_spoken_numeral(number)
    match case:
        case "-s":
            return spoken.adjective
        case "-szor":
            return "szer" if spoken.word == "kettő" else nouns.choose_suffix(spoken.harmony, "szor", "szer", "ször")
        case _:
            word = spoken.word
            stem = nouns.Stem(word, spoken.harmony, word + spoken.accusative, word + spoken.superessive)
            return nouns.spoken_case_suffix(stem, case)


def number_form(number: Count, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number or a range: 10, 10-et, 5-tel, 13-as, 13-ast, kétszer, 3-szor, 5., 5.-be, in ``words``, in ``ordwords``."""
    cases = sorted(forms & nouns.CASES)
    kinds = sorted(forms - nouns.CASES)
    if len(cases) > 1 or len(kinds) > 1:
        return None
    case, kind = nouns.place_case("".join(cases)), "".join(kinds)
    if kind in {"words", "attr", "ordwords"}:
        return None if isinstance(number, NumberRange) or not is_spellable(number) else _in_letters(number, kind, case)
    written, last = count_text(number, digits), agreement_number(number)
    match kind:
        case "":
            return f"{written}-{number_suffix(last, case)}" if case else written
        case "-szor":
            return None if case else _times(number, written)
        case "-s":
            return inflect_adjective(f"{written}-{number_suffix(last, kind)}", last_spoken_numeral(last).harmony, case)
        case "ord" if not case:
            return f"{written}."
        case "ord" if is_spellable(last):
            return f"{written}.-{ordinal_suffix(last, case)}"
        case _:
            return None


def _times(number: Count, written: str) -> str:
    """Return a frequency: egyszer, kétszer, 3-szor; the two smallest are spelled out, as in running text."""
    if number in (1, 2):
        return ("egyszer", "kétszer")[0 if number == 1 else 1]
    return f"{written}-{number_suffix(agreement_number(number), '-szor')}"


def _in_letters(number: int, kind: str, case: str) -> str | None:
    if kind == "ordwords":
        spoken = ordinal_in_words(number)
        return nouns.inflect_case(nouns.derived_stem(spoken), case) if case else spoken
    return None if case else in_words(number, attributive=kind == "attr")


def inflect_adjective(text: str, harmony: str, case: str = "") -> str:
    """Return an adjective made from a number, such as 13-as, in a case: 13-ast, 13-assal; the number's harmony is given."""
    if harmony == "round" and not text.endswith("ös"):
        harmony = "front"
    stem = nouns.Stem(text, harmony, f"{text}t", text + nouns.choose_suffix(harmony, "on", "en", "ön"))
    return nouns.inflect_case(stem, case) if case else text


def counted(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number with its noun, the suffix on the noun: 17 kártya, 3 kártyát, 5. fázisban, 13-as lapkát."""
    kinds = forms & _COUNTED_KINDS
    number = number_form(count, frozenset({"attr"}) if kinds == {"words"} else kinds, digits)
    word = nouns.noun_form(noun, forms - _COUNTED_KINDS)
    return None if number is None or word is None else f"{number}{NO_BREAK}{word}"


def with_unit(unit: Noun, noun: Noun) -> Noun:
    """Return a noun that counts another by its unit: 3 vödör víz takes its suffixes on the counted noun."""
    before = f"{unit.before}{unit.parts['nominative']} {noun.before}"
    return replace(noun, before=before, whole=MappingProxyType({}), sound="")


def article(following: str, sound: str = "") -> str:
    """Choose a or az by the sound of what follows: az 1, az 5, a 7, az 50, a 15, az 1000, az F mező, az f3."""
    if sound:
        return "az" if sound == "vowel" else "a"
    number = re.match(r"\d+", following)
    if number is not None:
        return "az" if _spoken_head(number.group())[0] in VOWELS else "a"
    word = _WORD.match(following)
    spelled_out = _SPELLED_LETTER.match(following) is not None or (
        word is not None and is_spelled_acronym(word.group())
    )
    first = letter_name(following[0]) if spelled_out else following.casefold()
    return "az" if first[:1] in tuple(VOWELS) else "a"


def _spoken_head(figures: str) -> str:
    """Spell the first spoken group of digits; a leading zero is spoken."""
    if figures.startswith("0"):
        return ELEMENTS[0].word
    return in_words(int(figures[: len(figures) % 3 or 3]))


# -- hu names --------------------------------------------------------------------------------------------------------
# Hungarian names by their sound, which their spelling does not always tell: players type them, and no lexicon has them.
#
# What a suffix follows is heard (``hu_heard``), of figures the last number (Bot1 takes -nek, P3 -nak). Behind figures, letters, abbreviations and what is mute stands
# a hyphen, and so it does where three equal consonants would meet (Mann-nak, Papp-pal). Where ``is_sure`` denies that letters tell how a name is spoken, what is likely is
# taken and the lexicon asks.


LONGEST_NUMBER: Final = 12
"""So many of the last figures of a name are enough to know how it ends."""
AT_ONCE: Final = re.compile(rf"[{VOWELS}](?:l|r|n|ny|j|ly|s|sz|z|zs|ln|rn)$")
"""Behind these -t needs no vowel: Pétert, Bernt."""


def name_form(name: ProperName, forms: frozenset[str]) -> str | None:
    """Return a name in a case: Annának, Bencét, Bobbal, Bot1-nek; from a lexicon: Bordeaux-ban, Cannes-nal."""
    if not forms:
        return name.text
    if len(forms) > 1:
        return None
    case = place_case(next(iter(forms)))
    written, figures = name.form(case), FIGURES.search(name.text)
    if written is not None:
        return written
    if name.spoken or name.hyphen:
        return _suffixed(name.text, SpokenEnding(name.spoken or name.text, name.hyphen), case)
    if figures is not None:
        return f"{name.text}-{number_suffix(int(figures.group()[-LONGEST_NUMBER:]), case)}"
    return _suffixed(name.text, spoken_ending(name.text), case)


def _suffixed(text: str, sound: SpokenEnding, case: str) -> str:
    stem = name_stem(sound.spoken)
    if sound.spoken == text and not sound.hyphen:
        return inflect_case(stem, case)
    ending = (
        choose_suffix(stem.harmony, "ot", "et", "öt")
        if sound.linked and case == "-t"
        else spoken_case_suffix(stem, case)
    )
    written = text if sound.hyphen or case in SHORT_BEFORE else lengthen_final_vowel(text)
    meets = len({*(written[-2:] + ending[:1]).casefold()}) == 1
    return f"{written}{'-' if sound.hyphen or meets else ''}{ending}"


def name_stem(spoken: str) -> Stem:
    """Return the stem of a pronunciation, by its sound alone: Anna, Annát; Bob, Bobot; Péter, Pétert; of several words the last counts."""
    words = [word for word in re.split(r"[\s-]", spoken) if any(letter in VOWELS for letter in word.casefold())]
    harmony = guess_harmony(words[-1] if words else spoken)
    if ends_in_vowel(spoken):
        accusative = f"{lengthen_final_vowel(spoken)}t"
    elif AT_ONCE.search(spoken.casefold()):
        accusative = f"{spoken}t"
    else:
        accusative = f"{spoken}{choose_suffix(harmony, 'o', 'e', 'ö')}t"
    return Stem(spoken, harmony, accusative, superessive(spoken, harmony))


HUNGARIAN: Final = Language(
    code="hu",
    name="magyar",
    parts=("nominative", "accusative", "possessive", "superessive", "plural"),
    required=(("nominative",), ("accusative",), ("possessive",)),
    harmonies=("back", "front", "round"),
    places=("inside", "upon"),
    article=ARTICLE,
    noun_forms=nouns.NOUN_FORMS,
    name_forms=NAME_FORMS,
    number_forms=NUMBER_FORMS,
    counted_forms=COUNTED_FORMS,
    shown_forms=("", "-t", "-ban", "-on", "-nak", "-val", "his", "many"),
    dictionary_forms=("", "-t", "his"),
    confirmed_forms=("", "many"),
    contradiction=nouns.find_noun_conflict,
    is_sure=nouns.is_phonetic_name,
    noun_form=nouns.noun_form,
    name_form=name_form,
    number_form=number_form,
    counted=counted,
    with_unit=with_unit,
    owning=nouns.OWNING,
    choose_article=article,
    states_number=states_number,
)
