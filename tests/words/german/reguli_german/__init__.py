"""German: gender, four cases, plurals, articles before the noun, ordinals with a full stop; pure functions that know no game.

A noun stores singular, plural and gender (m, f, n). The genitive of the singular and the dative of the plural follow by rule; a lexicon overrides
them in ``forms``: ``{gen: Spiels}``, and for weak nouns ``{acc: Namen, dat: Namen, gen: Namens}``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from reguli.words.grammar.grammar_values import (
    NO_BREAK,
    Count,
    DigitGrouping,
    Language,
    Noun,
    NumberRange,
    ProperName,
    count_text,
    is_spellable,
    split_line_words,
)

CASES: Final = ("acc", "dat", "gen")
DETERMINERS: Final = {
    "the": {"": "der die das die", "acc": "den die das die", "dat": "dem der dem den", "gen": "des der des der"},
    "a": {"": "ein eine ein", "acc": "einen eine ein", "dat": "einem einer einem", "gen": "eines einer eines"},
    "each": {"": "jeder jede jedes", "acc": "jeden jede jedes", "dat": "jedem jeder jedem", "gen": "jedes jeder jedes"},
}  # fmt: skip
"""What stands before a noun, by case: masculine, feminine, neuter, plural where there is one."""

NOUN_FORMS: Final = frozenset({"many", *CASES, *DETERMINERS})
NAME_FORMS: Final = frozenset(CASES)
NUMBER_FORMS: Final = frozenset({"ord", "words", "times"})
COUNTED_FORMS: Final = frozenset({"label", "ord", "words", "the", *CASES})

SMALL: Final = split_line_words(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
TENS: Final = split_line_words("- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_STATES: Final = re.compile(
    rf"(?:{'|'.join((*SMALL[:1], *SMALL[2:]))}|\w*(?:{'|'.join(TENS[2:])})|\w*hundert\w*|\w*tausend\w*|million(?:en)?)(?:mal|fach|s?t(?:e[nrsm]?|el))?"
    r"|dritte[nrsm]?|drittel|siebte[nrsm]?|achte[nrsm]?|halb\w{0,2}|hälfte|doppel\w*|beide[nrsm]?"
)


def states_number(word: str) -> bool:
    """Whether a word, in small letters, states a number: drei, zweiundzwanzigste, Drittel, beiden."""
    return _STATES.fullmatch(word) is not None


def _case(forms: frozenset[str]) -> str:
    return next((case for case in CASES if case in forms), "")


def noun_form(noun: Noun, forms: frozenset[str]) -> str | None:
    """Return one form of a noun: Feld, Felder, den Feldern (``the many dat``), eines Feldes (``a gen``), jedes Feld (``each``)."""
    many, case = "many" in forms or "singular" not in noun.parts, _case(forms)
    key = " ".join(sorted(filter(None, (case, "many" if many else ""))))
    head = noun.whole.get(key) or _head(noun, many, case, key)
    determiner = next((_determiner(noun, name, many, case) for name in DETERMINERS if name in forms), "")
    if head is None or determiner is None:
        return None
    return " ".join(filter(None, (determiner, f"{noun.before}{head}", noun.after)))


def _determiner(noun: Noun, name: str, many: bool, case: str) -> str | None:
    row = DETERMINERS[name][case].split()
    at = 3 if many else "mfn".index(noun.gender)
    if at < len(row):
        return row[at]
    return "" if name == "a" else None  # Linien is the plural of eine Linie; jede has none


def _head(noun: Noun, many: bool, case: str, key: str) -> str | None:
    """Return the noun alone, overridden or by rule."""
    if key in noun.forms:
        return noun.forms[key]
    base = noun.parts.get("plural" if many else "singular")
    if base is None or noun.invariable:
        return base
    if many:
        return f"{base}n" if case == "dat" and not base.endswith(("n", "s")) else base
    return _genitive(base) if case == "gen" and noun.gender != "f" else base


def _genitive(singular: str) -> str:
    """Add -es behind a sibilant and to a noun of one syllable, else -s: Platzes, Feldes, Spielers, Zeichens."""
    sibilant = singular.endswith(("s", "ß", "x", "z", "sch"))
    one_syllable = len(re.findall("[aeiouyäöü]+", singular.casefold())) == 1 and singular[-1] not in "aeiouyäöü"
    return f"{singular}es" if sibilant or one_syllable else f"{singular}s"


def name_form(name: ProperName, forms: frozenset[str]) -> str | None:
    """Return a name; its genitive takes -s, behind a sibilant an apostrophe: Annas, Max’."""
    case = _case(forms)
    written = name.form(case)
    if written is not None or case != "gen":
        return written or name.text
    return f"{name.text}’" if name.text.endswith(("s", "ß", "x", "z", "ce")) else f"{name.text}s"


def in_words(number: int, one: str = "eins") -> str:
    """Spell a whole number from 0 to 999,999; ``one`` is what a last 1 is called."""
    if number < 20:
        return one if number == 1 else SMALL[number]
    if number < 100:
        unit = number % 10
        return (f"{in_words(unit, 'ein')}und" if unit else "") + TENS[number // 10]
    size, name = (1000, "tausend") if number >= 1000 else (100, "hundert")
    rest = number % size
    return f"{in_words(number // size, 'ein')}{name}" + (in_words(rest, one) if rest else "")


def number_form(number: Count, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Write a number or a range in digits: 10, 1–8; of a number ``ord`` 5., ``words`` fünf, ``times`` 2-mal."""
    if not forms:
        return count_text(number, digits)
    if isinstance(number, NumberRange) or len(forms) > 1:
        return None
    if "words" in forms:
        return in_words(number) if is_spellable(number) else None
    return count_text(number, digits) + ("." if "ord" in forms else "-mal")


def counted(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number with its noun: 1 Feld, 10 Felder, 10 Feldern (``dat``), die 3 Felder, Phase 5, 3. Runde, eine Linie in words."""
    case, number = forms & set(CASES), count_text(count, digits)
    if "label" in forms:
        word = noun_form(noun, case)
        return None if word is None else f"{word}{NO_BREAK}{number}"
    many = isinstance(count, NumberRange) or count != 1
    if "ord" in forms:
        word, number, many = noun_form(noun, case), f"{number}.", False
    elif noun.mass and not noun.invariable:
        return None
    else:
        word = noun_form(noun, case | {"many"} if many else case)
    if "words" in forms and isinstance(count, int) and "ord" not in forms:
        if not is_spellable(count):
            return None
        number = in_words(count) if many else str(_determiner(noun, "a", many, _case(forms)))
    the = _determiner(noun, "the", many, _case(forms)) if "the" in forms else ""
    return None if word is None else f"{the} {number}{NO_BREAK}{word}".lstrip()


def with_unit(unit: Noun, noun: Noun) -> Noun:
    """Make the noun that counts another by its unit, which follows unchanged: 3 Fässer Wein, 2 Stapel Karten."""
    thing = noun.parts.get("singular" if noun.mass else "plural") or noun.parts.get("singular", "")
    return replace(unit, id=noun.id, after=" ".join(filter(None, (unit.after, thing, noun.after))))


GERMAN: Final = Language(
    code="de",
    name="Deutsch",
    locales=Path(__file__).parent / "locales",
    parts=("singular", "plural"),
    required=(("singular", "plural"),),
    genders=("m", "f", "n"),
    noun_forms=NOUN_FORMS,
    name_forms=NAME_FORMS,
    number_forms=NUMBER_FORMS,
    counted_forms=COUNTED_FORMS,
    shown_forms=("", "the", "the acc", "the dat", "the gen", "a", "a acc", "many", "many dat"),
    dictionary_forms=("", "many"),
    confirmed_forms=("", "many"),
    noun_form=noun_form,
    name_form=name_form,
    number_form=number_form,
    counted=counted,
    with_unit=with_unit,
    states_number=states_number,
)
