"""English: plurals, the article by sound, numerals and ordinals; pure functions independent of any game."""

from __future__ import annotations

import re
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
    split_line_pairs,
    split_line_words,
    two_form_category,
)

# -- en plurals ------------------------------------------------------------------------------------------------------
# English plurals: by rule, by the lists of those that have another, and none where nobody can tell by the spelling (an unknown noun in -o or -f).
#
# Of compounds the word that is many takes the ending: plum trees, but hands of cards, coats of arms, attorneys general. One with a hyphen before a small word
# has no rule (passers-by, lay-bys): a lexicon asks for it.


_ENDINGS: Final = split_line_pairs(
    "woman/women man/men child/children foot/feet tooth/teeth goose/geese louse/lice mouse/mice die/dice ox/oxen "
    "quiz/quizzes fez/fezzes phenomenon/phenomena criterion/criteria stratum/strata bacterium/bacteria "
    "larva/larvae nucleus/nuclei magus/magi genus/genera alumnus/alumni fungus/fungi dice/dice "
    "condottiere/condottieri sheep/sheep craft/craft offspring/offspring deer/deer moose/moose bison/bison "
    "swine/swine gallows/gallows Iroquois/Iroquois headquarters/headquarters crossroads/crossroads "
    "barracks/barracks chassis/chassis corps/corps rendezvous/rendezvous works/works"
)
"""Nouns that have plurals of their own, also as the last part of others (horseman, eight-sided die)."""
_NO_MEN: Final = re.compile(r"(?:sha|talis|cai|het|Nor|Otto|Ger|Ro|hu|tur?co|otto|musul)man$", re.IGNORECASE)
_VES: Final = re.compile(r"(?:(?:el|sel|shel|wol|hal|cal|loa|lea|shea|thie)f|(?:kni|li|wi)fe)$")
_OES: Final = frozenset(split_line_words("hero superhero antihero potato tomato domino torpedo embargo veto"))
_OS: Final = frozenset(
    split_line_words(
        "piano ufo photo casino studio silo rhino hippo zero halo cargo volcano mosquito tornado desperado commando embryo "
        "daimyo virtuoso euro pro logo disco kilo memo ego dojo peso macho hobo limbo tempo solo turbo ghetto banjo bingo bongo jumbo combo "
        "matzo espresso gringo inferno manifesto stiletto fiasco gecko"
    )
)
_FS: Final = frozenset(
    split_line_words(
        "chief handkerchief roof reef fief serf gulf oaf safe brief belief proof turf dwarf scarf hoof wharf staff kerf surf strife fife "
        "chafe carafe giraffe"
    )
)
_SOUNDED_K: Final = re.compile(
    r"(?:(?:mon|olig|patri|matri|hier)arch|stomach|epoch|eunuch|loch|tych|lech|czech|tech)$", re.IGNORECASE
)
_IS: Final = re.compile(r"(?:ax|cris|oas|thes|\bbas|lys|neps|gnos|phas|nemes|genes)is$", re.IGNORECASE)
_SIBILANT: Final = re.compile(r"(?:s|x|z|ch|sh)$")
_CONSONANT_Y: Final = re.compile(r"(?:[^aeiou]|qu)y$")
_LATER: Final = frozenset(split_line_words("general martial errant laureate elect designate royal apparent"))
"""Adjectives that stand behind their noun."""
_ASKED: Final = re.compile(
    r"-(?:by|up|in|out|on|off|down|through|over|to|errant|general|elect|martial)$| d[’']|^(?:woman|gentleman|man)\b ?\w+$|servant$| provocateur$| Prix$"
)
"""Of these one part, the other or both may take the ending."""
_OF: Final = re.compile(r" of |-of-|-de-|-in-law|-at-arms")
_RANKS: Final = frozenset({"major", "brigadier", "lieutenant"})
_FEW: Final = 2


def plural_of(word: str) -> str | None:
    """Return the plural of a noun with or without modifiers; None where it cannot be derived from the spelling."""
    if word == "still life":
        return "still lifes"
    within = _OF.search(word)
    if within is not None:
        head = plural_of(word[: within.start()])
        return None if head is None else head + word[within.start() :]
    if _ASKED.search(word) and word not in _ENDINGS:
        return None
    first, blank, last = word.rpartition(" ")
    if blank and last in _LATER and first not in _RANKS:
        head = plural_of(first)
        return None if head is None else f"{head} {last}"
    made = _of_one(last)
    return None if made is None else f"{first}{blank}{made}"


def _of_one(word: str) -> str | None:
    for ending, many in _ENDINGS.items():
        if (
            word.endswith(ending)
            and not _NO_MEN.search(word)
            and word != "mongoose"
            and (len(ending) > _FEW or word == ending)
        ):
            return word.removesuffix(ending) + many
    if _VES.search(word):
        return f"{word.removesuffix('e').removesuffix('f')}ves"
    if word.endswith("o") and not re.search(r"[aeiouy]o$", word) and word not in _OS:
        return f"{word}es" if word in _OES else None
    if re.search(r"[^f]fe?$", word) and word not in _FS and word[-1:] in "fe" and word.islower():
        return None
    if word.endswith(("ese", "ies")):
        return word
    if _IS.search(word):
        return f"{word[:-2]}es"
    if _CONSONANT_Y.search(word):
        return f"{word[:-1]}ies"
    return f"{word}es" if _SIBILANT.search(word) and not _SOUNDED_K.search(word) else f"{word}s"


# -- en --------------------------------------------------------------------------------------------------------------


NOUN_FORMS: Final = frozenset({"many", "a", "s"})
NUMBER_FORMS: Final = frozenset({"ord", "words", "ordwords", "times"})
COUNTED_FORMS: Final = frozenset({"ord", "words", "ordwords", "label", "many", "s"})
NAME_FORMS: Final = frozenset({"s"})
ARTICLE: Final = "a/an"

SMALL: Final = split_line_words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
IRREGULAR_ORDINALS: Final = (
    *zip(
        split_line_words("one two three five eight nine twelve"),
        split_line_words("first second third fifth eighth ninth twelfth"),
        strict=True,
    ),
)
NUMBER_WORDS: Final = frozenset(
    {
        "zero",
        *SMALL[2:],
        *TENS[2:],
        *(
            word
            for name in split_line_words("hundred thousand million billion")
            for word in (name, f"{name}s", f"{name}th")
        ),
        *(f"{name[:-1]}ieth" for name in TENS[2:]),
        *split_line_words(
            "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
            "fifteenth sixteenth seventeenth eighteenth nineteenth thirds fourths fifths sixths sevenths eighths "
            "ninths tenths half halves halve halved halving quarter quarters twice thrice double doubles doubled "
            "doubling triple triples tripled tripling quadruple quadruples quadrupled twofold threefold fourfold "
            "fivefold tenfold"
        ),
    }
)
"""Words that state a number; left out are those of one, which also mean something else (one, once, first, single)."""

_SOUNDED_AS_CONSONANT: Final = re.compile(
    r"(?:one\b|once\b|oui|eu|ewe|uni(?![dmn])|unan|ubi|uk[ru]|us[aeu]|ut[eio]|ur[aei]|uvu|ufo\b)"
)
_SILENT_H: Final = re.compile(r"(?:hour|honest|honou?r|heir|hors\b)")
_LETTERS_SOUNDED_AS_VOWEL: Final = "AEFHILMNORSX"
_SPOKEN_WHOLE: Final = re.compile(r"(?![AEIOU])[A-Z][AEIOU](?![AEIOU])[A-Z][AEIOU]")
"""Capitals that are spoken as a word: NASA, NATO."""
_VOWEL_Y: Final = re.compile(r"y[^aeiou\W]")


def states_number(word: str) -> bool:
    """Return whether a lower-case word states a number: three, twelfth, twenty-one, double."""
    return any(part in NUMBER_WORDS for part in word.split("-"))


def in_words(number: int) -> str:
    """Spell a whole number from 0 to 999,999, with "and" after hundreds; ValueError outside."""
    if not is_spellable(number):
        raise ValueError(f"no words for {number}")
    if number < 100:
        return _below_hundred(number)
    if number < 1000:
        return _joined(f"{SMALL[number // 100]} hundred", number % 100)
    return _joined(f"{in_words(number // 1000)} thousand", number % 1000)


def _below_hundred(number: int) -> str:
    if number < 20:
        return SMALL[number]
    unit = number % 10
    return f"{TENS[number // 10]}-{SMALL[unit]}" if unit else TENS[number // 10]


def _joined(head: str, rest: int) -> str:
    if rest == 0:
        return head
    return f"{head} and {in_words(rest)}" if rest < 100 else f"{head} {in_words(rest)}"


def ordinal(number: int, digits: DigitGrouping) -> str:
    """Write an ordinal in digits: 1st, 2nd, 3rd, 11th, 112th."""
    tens, unit = number % 100, number % 10
    ending = "th" if 11 <= tens <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(unit, "th")
    return count_text(number, digits) + ending


def ordinal_in_words(number: int) -> str:
    """Spell an ordinal: first, twentieth, twenty-first; ValueError outside 0 to 999,999."""
    spoken = in_words(number)
    for cardinal, irregular in IRREGULAR_ORDINALS:
        if re.search(rf"\b{cardinal}$", spoken):
            return spoken.removesuffix(cardinal) + irregular
    return f"{spoken[:-1]}ieth" if spoken.endswith("y") else f"{spoken}th"


def times(number: int, digits: DigitGrouping) -> str:
    """Return a frequency: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(number, f"{count_text(number, digits)}{NO_BREAK}times")


def plural(noun: Noun) -> str | None:
    """Return the plural of a noun, as in the lexicon or by rule (countries, boxes, plays); None where it cannot be derived from the spelling."""
    if noun.invariable or noun.mass:
        return singular(noun)
    made = noun.parts.get("plural") or plural_of(noun.parts["singular"])
    return None if made is None else noun.before + made


def singular(noun: Noun) -> str:
    """Return the base form; for a plural-only noun the plural."""
    return noun.before + (noun.parts.get("singular") or noun.parts["plural"])


def possessive(text: str, many: bool = False) -> str:
    """Return the possessive form: Anna's, James's, the players', The Smiths', McDonald's."""
    if text.endswith(("’s", "'s")):
        return text
    several = many or text.startswith("The ")
    return f"{text}’" if several and text.endswith("s") else f"{text}’s"


def noun_form(noun: Noun, forms: frozenset[str]) -> str | None:
    """Return one form of a noun: ``many``, ``a`` (with its article), ``s`` (possessive); None where there is none."""
    key = " ".join(sorted(forms))
    override = noun.whole.get(key) or noun.forms.get(key)
    if override is not None:
        return override
    many = "many" in forms
    word = plural(noun) if many else singular(noun)
    if word is None:
        return None
    if "a" in forms:
        if many or noun.mass or "singular" not in noun.parts:
            return None
        word = f"{article(word, noun.sound)} {word}"
    return possessive(word, many) if "s" in forms else word


def name_form(name: ProperName, forms: frozenset[str]) -> str | None:
    """Return a name, or with ``s`` its possessive."""
    return (name.form("s") or possessive(name.text)) if "s" in forms else name.text


def number_form(number: Count, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number or a range in the requested form: digits, ``words``, ``ord``, ``ordwords``, ``times``."""
    if not forms:
        return count_text(number, digits)
    if isinstance(number, NumberRange):
        return None
    match sorted(forms):
        case ["ord"]:
            return ordinal(number, digits)
        case ["times"]:
            return times(number, digits)
        case ["words"] if is_spellable(number):
            return in_words(number)
        case ["ordwords"] if is_spellable(number):
            return ordinal_in_words(number)
        case _:
            return None


def counted(count: Count, noun: Noun, forms: frozenset[str], digits: DigitGrouping) -> str | None:
    """Return a number with its noun: 10 cards, 1 card, 3 sand; with ``ord`` 5th phase; with ``label`` phase 5; ``s`` an owner."""
    if "s" in forms:
        owner = counted(count, noun, forms - {"s"}, digits)
        return None if owner is None else possessive(owner, many=_takes_plural(count, forms) and "label" not in forms)
    if "label" in forms:
        label = plural(noun) if isinstance(count, NumberRange) else singular(noun)
        return f"{label}{NO_BREAK}{count_text(count, digits)}"
    number = number_form(count, forms - {"many"}, digits)
    if number is None:
        return None
    return f"{number}{NO_BREAK}{plural(noun) if _takes_plural(count, forms) else singular(noun)}"


def _takes_plural(count: Count, forms: frozenset[str]) -> bool:
    if "many" in forms or isinstance(count, NumberRange):
        return True
    return not forms & {"ord", "ordwords"} and two_form_category(count) == "other"


def with_unit(unit: Noun, noun: Noun) -> Noun:
    """Return a noun that counts another by its unit: 3 barrels of wine."""
    one, many, tail = singular(unit), plural(unit), f" of {singular(noun)}"
    return Noun(noun.id, {"singular": one + tail, "plural": (one if many is None else many) + tail})


def article(following: str, sound: str = "") -> str:
    """Choose a or an by the sound of what follows: an 8, an 11, an 18, a 100, an hour, a one-off."""
    if sound:
        return "an" if sound == "vowel" else "a"
    return "an" if _starts_with_vowel_sound(following) else "a"


def _starts_with_vowel_sound(following: str) -> bool:
    number = re.match(r"[£$€]?(\d+(?:,\d{3})*)", following)
    if number is not None:
        return _starts_with_vowel_sound(_spoken(number[1].replace(",", "")))
    letter = re.match(r"[A-Z](?![a-z])|[a-z](?=\d|-|th\b)", following)
    if letter is not None and not _SPOKEN_WHOLE.match(following):
        return letter.group().upper() in _LETTERS_SOUNDED_AS_VOWEL
    word = following.casefold()
    if _SOUNDED_AS_CONSONANT.match(word):
        return False
    return bool(_SILENT_H.match(word) or _VOWEL_Y.match(word)) or word[:1] in tuple("aeiouáéíóöőúüűăâî")


def _spoken(figures: str) -> str:
    """Spell the first spoken group of digits, which alone decides the sound."""
    head = len(figures) % 3 or 3
    return in_words(int(figures[:head]))


ENGLISH: Final = Language(
    code="en",
    name="English",
    parts=("singular", "plural"),
    required=(("singular", "plural"),),
    article=ARTICLE,
    noun_forms=NOUN_FORMS,
    name_forms=NAME_FORMS,
    number_forms=NUMBER_FORMS,
    counted_forms=COUNTED_FORMS,
    shown_forms=("", "many", "a", "s"),
    dictionary_forms=("", "many"),
    confirmed_forms=("", "many"),
    noun_form=noun_form,
    name_form=name_form,
    number_form=number_form,
    counted=counted,
    with_unit=with_unit,
    choose_article=article,
    states_number=states_number,
)
