"""Romanian: "de" from twenty on, gender of numerals, ordinals, definite and genitive-dative; independent of any game.

A noun stores singular, plural and gender (m, f, n); a neuter is masculine in the singular and feminine in the
plural. All other forms are derived, and overridden in the lexicon where the rule gives another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from babel import Locale

from reguli.words.grammar.grammar_values import (
    NO_BREAK,
    Count,
    DigitGrouping,
    Language,
    Noun,
    NumberRange,
    Possessor,
    ProperName,
    agreement_number,
    count_text,
    is_spellable,
    split_line_words,
)

# -- Romanian numbers: plural categories, "de", numerals and ordinals by gender, in digits and in words --------------


SMALL: Final = split_line_words(
    "zero unu doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece paisprezece "
    "cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece"
)
TENS: Final = split_line_words("- - douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci")
FEMININE: Final = MappingProxyType({"unu": "una", "doi": "două", "doisprezece": "douăsprezece"})
_PLURAL_RULE: Final = Locale("ro").plural_form

NUMBER_WORDS: Final = frozenset(
    {
        *(word for word in (SMALL[0], *SMALL[2:]) if word != "nouă"),
        *TENS[2:],
        *FEMININE.values(),
        *split_line_words("sută suta sute sutele sutelea mii miile miilea ambii ambilor ambele ambelor"),
        *split_line_words("doilea treilea patrulea cincilea șaselea șaptelea optulea nouălea zecelea"),
        *split_line_words("doua treia patra cincea șasea șaptea opta zecea"),
        *split_line_words("întreit întreită împătrit împătrită încincit înzecit înzecită însutit însutită"),
    }
    - {"una", "unu"}
)
"""Words that state a number; left out are those that also mean something else (nouă "new", mie "to me", una, primul)."""
_COMPOUND: Final = re.compile(
    r"\w+sprezece(?:a|lea)?|\w+zeci(?:lea|le)?|\w+zecea|milio\w+|miliard\w*|(?:re|în)?dubl\w+|tripl\w+|cvadrupl\w+"
    r"|jumăt\w+|înjumăt\w+|sfert\w*|(?:do|tre|pătr|cinc|șes)im(?:e|ea|i|ii|ile)|amândo\w+"
)
"""Numerals put together, fractions and multiples, in all their forms."""


def plural_category(number: int) -> str:
    """Return the plural category by CLDR: ``one``, ``few`` (0, 2–19, 101–119), ``other`` (20–100, 120–200)."""
    return _PLURAL_RULE(number)


def states_number(word: str) -> bool:
    """Return whether a lower-case word states a number: doi, treilea, dublul, jumătatea."""
    return word in NUMBER_WORDS or _COMPOUND.fullmatch(word) is not None


def needs_de(number: int) -> bool:
    """Return whether "de" separates the number from its noun, digits or words: exactly CLDR's ``other``."""
    return plural_category(number) == "other"


def in_words(number: int, gender: str = "m") -> str:
    """Spell a stand-alone whole number: unu, una, douăzeci și doi; ValueError outside 0 to 999,999."""
    return spell_gendered(number, gender, attributive=False)


def spell_gendered(number: int, gender: str, *, attributive: bool) -> str:
    """Spell a number for a noun of agreement gender m or f; attributive 1 is un, o; 2, 12, 22 also agree."""
    if not is_spellable(number):
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
    return f"{spell_gendered(count, 'f', attributive=False)} {link}mii"


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


def ordinal(number: int, gender: str, digits: DigitGrouping, of: bool = False) -> str:
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
    """Return the masculine ordinal: doilea, treilea, optulea, nouălea, zecelea, douăzecilea."""
    return f"{cardinal}ulea" if cardinal.endswith("t") else f"{cardinal}lea"


def _feminine(cardinal: str) -> str:
    """Return the feminine ordinal: doua, treia, patra, cincea, șasea, opta, noua, zecea, douăzecea."""
    if cardinal.endswith("ci"):
        return f"{cardinal[:-1]}ea"
    return f"{cardinal[:-1]}a" if cardinal.endswith(("u", "ă")) else f"{cardinal}a"


def times(number: int, digits: DigitGrouping) -> str:
    """Return a frequency: o dată, de 2 ori, de 20 de ori."""
    if number == 1:
        return f"o{NO_BREAK}dată"
    link = f"{NO_BREAK}de{NO_BREAK}" if needs_de(number) else NO_BREAK
    return f"de{NO_BREAK}{count_text(number, digits)}{link}ori"


def number_form(number: Count, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number or a range: digits, or ``words``, ``ord``, ``ordwords`` with ``m`` or ``f``, or ``times``."""
    if not forms:
        return count_text(number, digits)
    gender = "f" if "f" in forms else "m"
    kind, of = forms - {"m", "f", "n", "of"}, "of" in forms
    if isinstance(number, NumberRange):
        return None
    match sorted(kind):
        case [] if of:
            return count_text(number, digits)
        case ["words"] if is_spellable(number):
            return in_words(number, gender)
        case ["ord"]:
            return ordinal(number, gender, digits, of)
        case ["ordwords"]:
            return ordinal_in_words(number, gender, of)
        case ["times"]:
            return times(number, digits)
        case _:
            return None


# -- ro --------------------------------------------------------------------------------------------------------------


_CEL: Final = ("cel", "cea", "cei", "cele")
_CEL_OF: Final = ("celui", "celei", "celor", "celor")
AGREEING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "al": ("al", "a", "ai", "ale"),
        "il": ("îl", "o", "îi", "le"),
        "l": ("l", "o", "i", "le"),
        "un": ("un", "o", "niște", "niște"),
        "cel": _CEL,
        "niciun": ("niciun", "nicio"),
        "acel": ("acel", "acea", "acei", "acele"),
        "fiecare": ("fiecare", "fiecare"),
        "celalalt": ("celălalt", "cealaltă", "ceilalți", "celelalte"),
    }
)
"""Words beside a noun that agree with it: masculine, feminine, masculine plural, feminine plural."""
AGREEING_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "acel": ("acelui", "acelei", "acelor", "acelor"),
        "fiecare": ("fiecărui", "fiecărei"),
        "celalalt": ("celuilalt", "celeilalte", "celorlalți", "celorlalte"),
    }
)
"""The genitive-dative of those that have one of their own."""
_OWN: Final = ("său", "sa", "săi", "sale")

NOUN_FORMS: Final = frozenset({"many", "the", "of", "a", "owned", "his", *AGREEING})
NUMBER_FORMS: Final = frozenset({"ord", "words", "ordwords", "times", "m", "f", "n", "of"})
COUNTED_FORMS: Final = frozenset({"ord", "words", "ordwords", "label", "bare", "the", "of"})
NAME_FORMS: Final = frozenset({"of"})

MISSPELT: Final = MappingProxyType({"ş": "ș", "ţ": "ț", "Ş": "Ș", "Ţ": "Ț"})
"""Letters with a cedilla, which no Romanian word has, and those with a comma below that are meant."""
SHORTEST: Final = 4
"""Names in -ea of so many letters at most keep their e: Theei; longer ones do not (Andreei, Floarei), but for those in ``TWO_VOWELS``."""
TWO_VOWELS: Final = ("thea", "drea")
"""Ends in which e and a are heard one after the other: Dorotheei, Andreei of Andrea."""
MEN_IN_A: Final = frozenset(
    re.findall(
        r"\w+",
        "Mircea Luca Luka Toma Horia Horea Mihnea Sava Oprea Zaharia Costea Manea Nikita Nichita Sasha "
        "Misha Ilia Leonida Bogza Nicola Nikola Ilya Mustafa Elia Isaia Ieremia Iuda Joshua Attila Béla "
        "Bela Barna Csaba Géza Geza Gyula",
    )
)
"""Men's names that look like women's."""


def agreement_gender(gender: str, many: bool) -> str:
    """Return the agreement gender of a noun, m or f: a neuter is m in the singular and f in the plural."""
    if gender == "n":
        return "f" if many else "m"
    return gender


def noun_form(noun: Noun, forms: frozenset[str]) -> str | None:
    """Return one form of a noun, or of a word that agrees with it; None where there is none.

    ``many`` plural, ``the`` with its article, ``of`` genitive-dative, ``a`` with the indefinite article before it;
    ``al``, ``il``, ``un``, ``cel``, ``niciun``, ``acel``, ``fiecare``, ``celalalt``: the agreeing word alone; ``owned`` is what an owner
    follows: orașele, plăcile de acțiune ale; ``his`` is somebody's own: orașele sale, plăcile sale de acțiune.
    """
    many = "many" in forms or not noun.parts.get("singular")
    agreeing = [name for name in AGREEING if name in forms]
    if agreeing:
        words = AGREEING_OF.get(agreeing[0]) if "of" in forms else None
        return _agreeing_word(words or AGREEING[agreeing[0]], noun.gender, many)
    if "a" in forms:
        return _with_indefinite_article(noun, many, "of" in forms)
    if "his" in forms:
        return _with_own(noun, many, "of" in forms)
    whole = _whole(noun, many, "the" in forms or "owned" in forms, "of" in forms)
    if "owned" in forms and whole is not None and " " in whole:
        return f"{whole} {_agreeing_word(AGREEING['al'], noun.gender, many)}"
    return whole


GENITIVE: Final = re.compile(
    r"(?!.*color$)(?:\w*(?:[lrnt]ui|lor)|tuturor|fiecărei|acestei|acelei|celei|unei|niciunei|oricărei|altei|vreunei|celeilalte|ambilor|ei)",
    re.IGNORECASE,
)
"""Words that are an owner by their letters: jucătorului, fiecărui, spațiilor, tuturor, unei; căruia takes no noun before it."""


def _forms_before_owner(noun: Noun | None, forms: frozenset[str]) -> frozenset[str]:
    """Replace ``the`` by ``owned`` for a noun whose owner does not directly follow its article; also for a value whose noun is unknown."""
    owned = (forms - {"the"}) | {"owned"}
    if "the" not in forms or (noun is not None and noun_form(noun, forms) == noun_form(noun, owned)):
        return forms
    return owned


OWNING: Final = Possessor(
    code="W213",
    owner_first=False,
    is_owner=lambda forms: "of" in forms,
    is_owner_word=lambda word: GENITIVE.fullmatch(word) is not None,
    forms=_forms_before_owner,
)


def _with_indefinite_article(noun: Noun, many: bool, of: bool) -> str | None:
    word = _whole(noun, many, the=False, of=of and not many)
    if word is None or (noun.mass and not many):
        return None
    if many:
        return f"{'unor' if of else 'niște'} {word}"
    masculine = agreement_gender(noun.gender, many) == "m"
    article = ("unui" if masculine else "unei") if of else ("un" if masculine else "o")
    return f"{article} {word}"


def _with_own(noun: Noun, many: bool, of: bool) -> str | None:
    """Return a noun as somebody's own: the possessive stands behind the head (cartea sa de pregătire), else behind the whole."""
    own = agreeing_adjective(_OWN, noun.gender, many, of)
    if lexicon_form_key(many, True, of) not in noun.whole and not noun.owner:
        return _whole(noun, many, the=True, of=of, own=own)
    whole = _whole(noun, many, the=True, of=of)
    return None if whole is None else f"{whole} {_agreeing_word(AGREEING['al'], noun.gender, many)} {own}"


def _whole(noun: Noun, many: bool, the: bool, of: bool, own: str = "") -> str | None:
    """Join the head, its adjective, the text after it and its owner; None where the head has no such form."""
    key = lexicon_form_key(many, the, of)
    if key in noun.whole:
        return noun.whole[key]
    head = noun_head(noun, many, the, of)
    if head is None:
        return None
    parts = [head, own] if own else [head]
    if noun.adjectives:
        parts.append(agreeing_adjective(noun.adjectives, noun.gender, many, of))
    if noun.after:
        parts.append(noun.after)
    if noun.owner:
        directly = the and len(parts) == 1
        parts.append(noun.owner if directly else f"{_agreeing_word(AGREEING['al'], noun.gender, many)} {noun.owner}")
    return noun.before + " ".join(parts).replace(" -", "-")


def lexicon_form_key(many: bool, the: bool, of: bool) -> str:
    """Return the lexicon's name of a form."""
    return " ".join(name for name, asked in (("many", many), ("of", of), ("the", the)) if asked)


def agreeing_adjective(adjectives: tuple[str, ...], gender: str, many: bool, of: bool) -> str:
    """Return the masculine, feminine, masculine plural or feminine plural form; the feminine genitive takes the plural form."""
    if of and not many and agreement_gender(gender, many) == "f":
        return adjectives[3]
    return _agreeing_word(adjectives, gender, many) or adjectives[0]


def _agreeing_word(words: tuple[str, ...], gender: str, many: bool) -> str | None:
    place = (2 if many else 0) + (1 if agreement_gender(gender, many) == "f" else 0)
    return words[place] if place < len(words) else None


def noun_head(noun: Noun, many: bool, the: bool, of: bool) -> str | None:
    """Return the head noun alone, overridden or derived; None where the noun has no such number or no rule fits."""
    key = lexicon_form_key(many, the, of)
    if key in noun.forms:
        return noun.forms[key]
    if (
        of
        and not many
        and lexicon_form_key(many, not the, of) in noun.forms
        and agreement_gender(noun.gender, many) == "f"
    ):
        other = noun.forms[lexicon_form_key(many, not the, of)]  # mărfi and mărfii: one gives the other
        return f"{other}i" if the else other.removesuffix("i")
    base, plural = noun.parts.get("plural" if many else "singular"), noun.parts.get("plural")
    if noun.invariable or base is None:
        return noun.parts.get("singular") if noun.invariable else None
    bare = not the and (not of or many or agreement_gender(noun.gender, many) == "m")
    if bare or _is_compound(noun):
        return base if bare else None
    if many:
        return _plural_with_article(base, noun.gender, of)
    if agreement_gender(noun.gender, many) == "m":
        return _masculine_with_article(base, plural, of)
    return _feminine_of(base, plural, the) if of else _feminine_with_article(base, plural)


def _is_compound(noun: Noun) -> bool:
    """Return whether a part has several words, so that the inflected one is unknown; a plural in -uri after a hyphen marks a loan word."""
    singular, plural = noun.parts.get("singular", ""), noun.parts.get("plural", "")
    if plural in (f"{singular}-uri", f"{singular}uri"):
        return " " in singular
    return any(mark in part for mark in " -" for part in (singular, plural))


def _plural_with_article(plural: str, gender: str, of: bool) -> str | None:
    if not plural.endswith(("e", "i")):  # a foreign one: tapas
        return None
    if of:
        return f"{plural}lor"
    return f"{plural}i" if agreement_gender(gender, many=True) == "m" else f"{plural}le"


def _masculine_with_article(singular: str, plural: str | None, of: bool) -> str | None:
    """Add the article: after a hyphen where the plural has one (show-uri), on a stressed -u or -o kept by the plural (atuuri, carouri)."""
    if plural == f"{singular}-uri":
        link = "-u"
    elif singular.endswith(("u", "o")) and plural == f"{singular}uri":
        link = "u"
    elif singular.endswith(("ă", "a", "o", "w", "y")):
        return None
    else:
        link = "" if singular.endswith(("u", "e")) else "u"
    if of:
        return f"{singular}{link}lui"
    return f"{singular}le" if not link and singular.endswith("e") else f"{singular}{link}l"


def _feminine_of(singular: str, plural: str | None, the: bool) -> str | None:
    """Return the genitive, formed as the plural; None for plurals in -uri, whose genitive is unpredictable (mărfii, lipsei)."""
    if plural is None or (plural.endswith("uri") and plural != f"{singular[:-1]}i"):
        return None
    if not the:
        return plural
    if plural.endswith("ii"):
        return f"{plural[:-1]}ei" if singular.endswith(("ie", "ia")) else f"{singular}i"
    return f"{plural}i"


def _feminine_with_article(singular: str, plural: str | None) -> str | None:
    """Add the article: -ua to a stressed -a with a plural in -le (cafele, cafeaua), nothing to a loan word's -a (pizze, pizza)."""
    if singular.endswith(("ă", "ie")):
        return f"{singular[:-1]}a"
    if singular.endswith("e"):
        return f"{singular}a"
    if plural is None or not singular.endswith("a"):
        return None
    return singular if plural[:-1] == singular[:-1] else f"{singular}ua" if plural.endswith("le") else None


def name_form(name: ProperName, forms: frozenset[str]) -> str | None:
    """Return a name, or with ``of`` its genitive-dative: Anei, Ancăi, lui Dan, lui Carmen, Clujului; None where a lexicon must give it."""
    return name_genitive(name) if "of" in forms else name.text


def name_genitive(name: ProperName) -> str | None:
    """Return a name's genitive-dative: women's names in -a inflect, before a surname too (Anei Ipătescu), others take "lui" (lui Mircea Toma)."""
    text, written = name.text, name.form("of")
    if written is not None:
        return written
    if name.thing and not name.gender:
        return _of_thing(text)
    first, blank, rest = text.partition(" ")
    if name.gender == "m" or not first.endswith("a") or (not name.gender and first in MEN_IN_A):
        return f"lui {text}"
    if blank:
        return f"{name_genitive(replace(name, text=first))} {rest}"
    if text.endswith(("ca", "ga")):
        return f"{text[:-1]}ăi"
    if text.endswith("ea") and len(text) > SHORTEST and not text.endswith(TWO_VOWELS):
        return f"{text[:-1]}i"
    return f"{text[:-1]}ei"


PLACE_BEFORE_LUI: Final = re.compile(r"(?:[^aăâeiîouwxy]|[iîăa]u)$")
"""Names of towns that take -ului, or -lui behind their own u; so none in -es, which are foreign (Cannes)."""
PLACE_BEFORE_EI: Final = re.compile(r"(?<![cdst])(?<!e)(?<!ea[^aeiou])a$")
"""Names in -a before which nothing changes; before others it may (Turda, Turzii; Canada, Canadei; Africa, Africii)."""


def _of_thing(text: str) -> str | None:
    """Return the genitive of a town or the like: Clujului, Sibiului, Varșoviei, Pragăi; None if its letters do not show it (Turda: Turzii, Canada: Canadei)."""
    if " " in text or "-" in text or not text.isalpha():
        return None
    if PLACE_BEFORE_LUI.search(text) and not text.endswith("es"):
        return f"{text}lui" if text.endswith("u") else f"{text}ului"
    if text.endswith("ga"):
        return f"{text[:-1]}ăi"
    return f"{text[:-1]}ei" if PLACE_BEFORE_EI.search(text) else None


def counted(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number with its noun: 10 jetoane, 20 de jetoane, o carte in words, cartea 13 as a label, al 7-lea jeton."""
    if "label" in forms:
        return _label(count, noun, forms, digits)
    if forms & {"ord", "ordwords"}:
        return _ordinal_phrase(count, noun, forms, digits)
    number = agreement_number(count)
    many = isinstance(count, NumberRange) or plural_category(number) != "one"
    if "words" in forms:
        if isinstance(count, NumberRange) or not is_spellable(count):
            return None
        # A neuter is masculine beside a last unu: douăzeci și unu de orașe, douăzeci și două de orașe.
        ends_in_one = number % 10 == 1 and number % 100 != 11
        written = spell_gendered(
            number, agreement_gender(noun.gender, many and not ends_in_one), attributive="bare" not in forms
        )
    else:
        written = count_text(count, digits)
    if "bare" in forms:
        return _article_before(noun, many, forms) + written
    word = _whole(noun, many, the=False, of="of" in forms and not many)
    if word is None or (noun.mass and not noun.invariable):
        return None
    link = f"{NO_BREAK}de{NO_BREAK}" if needs_de(number) else NO_BREAK
    return f"{_article_before(noun, many, forms)}{written}{link}{word}"


def _article_before(noun: Noun, many: bool, forms: frozenset[str]) -> str:
    """Return "cei 2", "celor 2", "cele 2" with a trailing space, or nothing when no article is requested."""
    if "the" not in forms:
        return ""
    word = _agreeing_word(_CEL_OF if "of" in forms else _CEL, noun.gender, many)
    return f"{word}{NO_BREAK}"


def _label(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return faza 5, fazei 5, spațiile 1–8: the noun with its article, then the number, never "de"."""
    word = _whole(noun, isinstance(count, NumberRange), the=True, of="of" in forms)
    return None if word is None else f"{word}{NO_BREAK}{count_text(count, digits)}"


def _ordinal_phrase(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    if isinstance(count, NumberRange):
        return None
    gender, of = agreement_gender(noun.gender, many=False), "of" in forms
    written = ordinal_in_words(count, gender, of) if "ordwords" in forms else ordinal(count, gender, digits, of)
    if written is None or "bare" in forms:
        return written
    word = _whole(noun, many=False, the=False, of=of)
    return None if word is None else f"{written}{NO_BREAK}{word}"


def with_unit(unit: Noun, noun: Noun) -> Noun:
    """Return a noun that counts another by its unit: 3 jetoane de lemn."""
    counted_thing = noun.parts.get("singular") or noun.parts.get("plural", "")
    tail = " ".join(part for part in (unit.after, "de", counted_thing, noun.after) if part)
    return replace(unit, id=noun.id, after=tail)


ROMANIAN: Final = Language(
    code="ro",
    name="română",
    parts=("singular", "plural"),
    required=(("singular", "plural"),),
    genders=("m", "f", "n"),
    adjective_forms=4,
    noun_forms=NOUN_FORMS,
    name_forms=NAME_FORMS,
    number_forms=NUMBER_FORMS,
    counted_forms=COUNTED_FORMS,
    shown_forms=("", "the", "of the", "a", "many", "many the", "many of the"),
    dictionary_forms=("", "many"),
    agreeing_forms=frozenset(AGREEING),
    category=plural_category,
    noun_form=noun_form,
    name_form=name_form,
    number_form=number_form,
    counted=counted,
    with_unit=with_unit,
    owning=OWNING,
    misspelt=MISSPELT,
    states_number=states_number,
)
