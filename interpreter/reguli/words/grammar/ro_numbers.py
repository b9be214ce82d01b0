"""Romanian numbers: plural categories, "de", numerals and ordinals by gender, in digits and in words."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from babel import Locale

from reguli.words.grammar.grammar_values import NO_BREAK, Count, Digits, Range, count_text, spelled, words

SMALL: Final = words(
    "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece "
    "cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece"
)
TENS: Final = words("- - douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci")
FEMININE: Final = MappingProxyType({"unu": "una", "doi": "două", "doisprezece": "douăsprezece"})
_PLURAL_RULE: Final = Locale("ro").plural_form

NUMBER_WORDS: Final = frozenset(
    {
        *(word for word in (SMALL[0], *SMALL[2:]) if word != "nouă"),
        *TENS[2:],
        *FEMININE.values(),
        *words("sută suta sute sutele sutelea mii miile miilea ambii ambilor ambele ambelor"),
        *words("doilea treilea patrulea cincilea șaselea șaptelea optulea nouălea zecelea"),
        *words("doua treia patra cincea șasea șaptea opta zecea"),
        *words("întreit întreită împătrit împătrită încincit înzecit înzecită însutit însutită"),
    }
    - {"una", "unu"}
)
"""Words that state a number; left out are those that also mean something else (nouă "new", mie "to me", una, primul)."""
_COMPOUND: Final = re.compile(
    r"\w+sprezece(?:a|lea)?|\w+zeci(?:lea|le)?|\w+zecea|milio\w+|miliard\w*|(?:re|în)?dubl\w+|tripl\w+|cvadrupl\w+"
    r"|jumăt\w+|înjumăt\w+|sfert\w*|(?:do|tre|pătr|cinc|șes)im(?:e|ea|i|ii|ile)|amândo\w+"
)
"""Numerals put together, fractions and multiples, in all their forms."""


def category(number: int) -> str:
    """Give the plural category by CLDR: ``one``, ``few`` (0, 2–19, 101–119), ``other`` (20–100, 120–200)."""
    return _PLURAL_RULE(number)


def states_number(word: str) -> bool:
    """Whether a word, in small letters, states a number: doi, treilea, dublul, jumătatea."""
    return word in NUMBER_WORDS or _COMPOUND.fullmatch(word) is not None


def needs_de(number: int) -> bool:
    """Whether "de" stands between the number and its noun, digits or words: exactly CLDR's ``other``."""
    return category(number) == "other"


def in_words(number: int, gender: str = "m") -> str:
    """Spell a whole number as it stands alone: unu, una, douăzeci și doi; ValueError outside 0 to 999,999."""
    return gendered(number, gender, attributive=False)


def gendered(number: int, gender: str, *, attributive: bool) -> str:
    """Spell a number for a noun of the side m or f; attributive 1 is un, o; 2, 12, 22 also agree."""
    if not spelled(number):
        raise ValueError(f"no words for {number}")
    if number == 1 and attributive:
        return "un" if gender == "m" else "o"
    parts = []
    if number >= 1000:
        parts.append(_thousands(number // 1000))
    if number % 1000 >= 100:
        parts.append(_hundreds(number % 1000 // 100))
    if number % 100 or not parts:
        parts.append(_below_hundred(number % 100, gender))
    return " ".join(parts)


def _thousands(count: int) -> str:
    if count == 1:
        return "o mie"
    link = "de " if needs_de(count) else ""
    return f"{gendered(count, 'f', attributive=False)} {link}mii"


def _hundreds(count: int) -> str:
    return "o sută" if count == 1 else f"{_agreeing(SMALL[count], 'f')} sute"


def _below_hundred(number: int, gender: str) -> str:
    if number < 20:
        return _agreeing(SMALL[number], gender)
    unit = number % 10
    tens = TENS[number // 10]
    return f"{tens} și {_agreeing(SMALL[unit], gender)}" if unit else tens


def _agreeing(word: str, gender: str) -> str:
    return FEMININE.get(word, word) if gender == "f" else word


def ordinal(number: int, gender: str, digits: Digits, of: bool = False) -> str:
    """Write an ordinal in digits: primul, prima, al 7-lea, a 7-a; ``of``: primului, celui de-al 7-lea."""
    if number == 1:
        return _first(gender, of)
    written = count_text(number, digits)
    short = f"al{NO_BREAK}{written}-lea" if gender == "m" else f"a{NO_BREAK}{written}-a"
    return _with_case(short, gender, of)


def ordinal_in_words(number: int, gender: str, of: bool = False) -> str | None:
    """Spell an ordinal from 1 to 20: al optulea, a opta; None beyond, where digits are used."""
    if number == 1:
        return _first(gender, of)
    if not 2 <= number <= 20:
        return None
    cardinal = _below_hundred(number, gender)
    return _with_case(f"al {_masculine(cardinal)}" if gender == "m" else f"a {_feminine(cardinal)}", gender, of)


def _first(gender: str, of: bool) -> str:
    if of:
        return "primului" if gender == "m" else "primei"
    return "primul" if gender == "m" else "prima"


def _with_case(short: str, gender: str, of: bool) -> str:
    return f"{'celui' if gender == 'm' else 'celei'} de-{short}" if of else short


def _masculine(cardinal: str) -> str:
    """Make the ordinal's masculine: doilea, treilea, optulea, nouălea, zecelea, douăzecilea."""
    if cardinal.endswith("t"):
        return f"{cardinal}ulea"
    return f"{cardinal}lea"


def _feminine(cardinal: str) -> str:
    """Make the ordinal's feminine: doua, treia, patra, cincea, șasea, opta, noua, zecea, douăzecea."""
    if cardinal.endswith("ci"):
        return f"{cardinal[:-1]}ea"
    return f"{cardinal[:-1]}a" if cardinal.endswith(("u", "ă")) else f"{cardinal}a"


def times(number: int, digits: Digits) -> str:
    """Say how often: o dată, de 2 ori, de 20 de ori."""
    if number == 1:
        return f"o{NO_BREAK}dată"
    link = f"{NO_BREAK}de{NO_BREAK}" if needs_de(number) else NO_BREAK
    return f"de{NO_BREAK}{count_text(number, digits)}{link}ori"


def number_form(number: Count, forms: frozenset[str], digits: Digits) -> str | None:
    """Write a number or a range: digits, or ``words``, ``ord``, ``ordwords`` with ``m`` or ``f``, or ``times``."""
    if not forms:
        return count_text(number, digits)
    gender = "f" if "f" in forms else "m"
    kind, of = forms - {"m", "f", "n", "of"}, "of" in forms
    if isinstance(number, Range):
        return None
    match sorted(kind):
        case [] if of:
            return count_text(number, digits)
        case ["words"] if spelled(number):
            return in_words(number, gender)
        case ["ord"]:
            return ordinal(number, gender, digits, of)
        case ["ordwords"]:
            return ordinal_in_words(number, gender, of)
        case ["times"]:
            return times(number, digits)
        case _:
            return None
