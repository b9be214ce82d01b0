"""Hungarian nouns: cases, plural and possessed forms from five principal parts.

A noun stores its nominative, accusative, possessed form (his X), harmony (``back``, ``front``, ``round``: front with
a rounded last vowel) and, where it is irregular, its superessive or plural. Everything else follows: a final a or e
lengthens before a suffix, *-val* takes over the last consonant, a plural is the accusative's stem with *-k*.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.words.grammar.grammar_values import Noun, Possessor, split_line_pairs, split_line_words

# -- hu pronunciation ------------------------------------------------------------------------------------------------
# How the end of a Hungarian word is heard that is not written as it is spoken: abbreviations, letters, old families, foreign names.
#
# What a suffix follows is heard: the name of a last letter or of the last of an abbreviation (X-szel, BKV-vel), the consonant that an old spelling stands for (Tóthtal,
# Móriczcal), the vowel that is written y, ow or eau, and never the mute e of a foreign word. Of some names no letter tells whether they are Hungarian or foreign; ``is_sure`` says so.


VOWELS: Final = "aáeéiíoóöőuúüű"
LETTERS_OF_TWO: Final = ("sz", "cs", "gy", "ly", "ny", "ty", "zs", "dz")
CONSONANT: Final = f"[^\\W\\d_{VOWELS}]"
LETTERS: Final[Mapping[str, str]] = MappingProxyType(
    {letter: letter for letter in VOWELS}
    | {letter: f"{letter}é" for letter in "bcdgptvz"}
    | {letter: f"e{letter}" for letter in "flmnrs"}
    | {"a": "á", "h": "há", "j": "jé", "k": "ká", "q": "kú", "w": "vé", "x": "iksz", "y": "ipszilon"}
)
"""How letters are called."""
SPOKEN_WHOLE: Final = re.compile(
    rf"^(?:sz|cs|zs|gy|{CONSONANT})?[{VOWELS}](?:.*[{VOWELS}])?(?:[lmnr]?(?:sz|cs|zs|gy|{CONSONANT}))?$"
)
"""An abbreviation that can be spoken as a word: consonants meet neither where it begins nor, but for liquids, where it ends."""
FIGURES: Final = re.compile(r"\d+$")
LAST_LETTERS: Final = re.compile(r"[^\W\d_]+$")
ACCENTS: Final = re.compile(r"[áéíóöőúüű]")
KNOWN: Final[Mapping[str, str]] = split_line_pairs(
    "batthyány/batyányi dessewffy/dezsőfi forgách/forgács madách/madács thököly/tököli vörösmarty/vörösmarti weöres/vörös "
    "charles/csárlsz chris/krisz james/dzsémsz lucas/lukasz marcus/markusz nicholas/nikolasz thomas/tomasz tony/toni"
)
"""Old families and frequent first names that are spoken otherwise than they are written."""
MUTE_S: Final[Mapping[str, str]] = split_line_pairs(
    "georges/zsorzs gilles/zsil jacques/zsák jules/zsül louis/lui yves/ív"
)
"""Frequent first names whose last letters are mute."""
SPOKEN_E: Final = frozenset(
    split_line_words("bence beke bese bőzse csenge csille ede emese etele imre lelle szilvike tünde vince zente")
)
"""Hungarian first names that end in a consonant and an e."""
OLD_FINALS: Final[Mapping[str, str]] = MappingProxyType({"th": "t", "gh": "g", "cz": "c", "ts": "cs", "tz": "c"})
"""Consonants that only names still write so."""
FRENCH: Final[Mapping[str, str]] = split_line_pairs("ieux/jö ieu/jö eaux/ó eau/ó aux/ó oux/ú ow/ó aw/ó ew/ú")
"""Last letters that stand for one vowel."""
SPOKEN_I: Final = re.compile(rf"(?:(?![glnty]){CONSONANT}|[nlrt][nlt])y$")
"""A y is an i behind consonants that it forms no letter with; nny, lly and tty stand in foreign names."""
SPOKEN_A: Final = re.compile(rf"^{CONSONANT}*a(?:({CONSONANT})\1|nd|nc)y$")
"""The a of Harry and Andy is spoken e."""
MUTE_E: Final = re.compile(rf"(?P<vowel>[{VOWELS}y]+)(?P<last>(?!y){CONSONANT}+)e$")
FOREIGN: Final = re.compile(
    r"w|q|x|th|ph|sh|ch|ck|oo|ee|ou|ea|eo|oy|ai|(?:ll|tt|nn|ss)e$|[aouy][cdgklmnpv]e$|i[cdlmnpv]e$|^.{1,3}[ai][kt]e$|e[nv]e$"
)
"""What stands in foreign names that end in a mute e, and hardly in Hungarian ones."""
CLOSED: Final = re.compile(r"k|ld|nd|v|m|p|t|d")
"""Before these a single i is spoken áj where a mute e follows: Mike, Clive."""
SPOKEN_BEFORE_E: Final[Mapping[str, str]] = MappingProxyType({"c": "sz", "g": "dzs", "ck": "k", "qu": "k", "x": "sz"})


@frozen_class
class SpokenEnding(FrozenValue):
    """The pronounced end of a name: whether suffixes take a hyphen, and whether -t always takes a linking vowel."""

    spoken: str
    hyphen: bool = False
    linked: bool = False


def spoken_ending(text: str) -> SpokenEnding:
    """Return the pronounced end of a name that does not end in digits."""
    found = LAST_LETTERS.search(text)
    if found is None:
        return SpokenEnding(text, hyphen=True)
    letters = found.group()
    if letters.isupper() or len(letters) == 1:
        return _letters(letters.casefold())
    word = letters.casefold()
    if word in MUTE_S:
        return SpokenEnding(MUTE_S[word], hyphen=True)
    if word in KNOWN:
        return SpokenEnding(KNOWN[word])
    return _mute(word) or SpokenEnding(_spoken(word) or text)


def _letters(word: str) -> SpokenEnding:
    """Return the pronunciation of a letter or an abbreviation: as a word where possible (MÁV, NATO), else by its last letter's name (BKV, MTA)."""
    if not is_spelled_acronym(word.upper()):
        return SpokenEnding(word, hyphen=True)
    name = letter_name(word[-1])
    return SpokenEnding(name, hyphen=True, linked=not ends_in_vowel(name))


def _mute(word: str) -> SpokenEnding | None:
    """Return the pronunciation of a foreign name whose last letters are mute or stand for one vowel."""
    for letters, vowel in FRENCH.items():
        if word.endswith(letters):
            return SpokenEnding(vowel, hyphen=True)
    if word.endswith("ie") or (word.endswith("ey") and not ACCENTS.search(word)):
        return SpokenEnding("i", hyphen=True)
    found = MUTE_E.search(word)
    if found is None or word in SPOKEN_E or not FOREIGN.search(word):
        return None
    vowel, last = found["vowel"], found["last"]
    return SpokenEnding(_long(vowel, last) + _before_e(last), hyphen=True)


def _long(vowel: str, last: str) -> str:
    """Return the pronunciation of a vowel before consonants and a mute e: George, Kate, Mike, Nashville, Voltaire."""
    match vowel:
        case "i" | "y":
            return "áj" if vowel == "y" or CLOSED.fullmatch(last) else "i"
        case "a":
            return "é" if len(last) == 1 else "a"
        case "ai" | "ay" | "ea" | "ey" | "ee" | "ei" | "ie" | "e":
            return "é"
        case _:
            return "o"


def _before_e(last: str) -> str:
    plain = last[:-1] if last[-2:-1] == last[-1:] else last
    return next(
        (plain.removesuffix(letters) + sound for letters, sound in SPOKEN_BEFORE_E.items() if plain.endswith(letters)),
        plain,
    )


def _spoken(word: str) -> str:
    """Return the pronunciation of a name where it differs from its spelling, else nothing."""
    if SPOKEN_I.search(word):
        return f"{word.replace('a', 'e') if SPOKEN_A.match(word) else word}"[:-1] + "i"
    if word[-2:] in OLD_FINALS:
        return word[:-2] + OLD_FINALS[word[-2:]]
    if re.search(rf"({CONSONANT})\1$", word):
        # Of Churchill only the last syllable counts.
        short = word[:-1]
        return short[-2:] if FOREIGN.search(word) and short[-2:-1] in "ie" else short
    return ""


def is_phonetic_name(text: str) -> bool:
    """Return whether a name's spelling shows its pronunciation; always true of names that end in digits or capitals."""
    found = LAST_LETTERS.search(text)
    word = "" if found is None or found.group().isupper() else found.group().casefold()
    if not word or ACCENTS.search(word) or word in SPOKEN_E or word in KNOWN or word in MUTE_S:
        return True
    # Berlinben and Dublinban, Adyval and Amyvel: behind a back vowel an i or y says nothing.
    mixed = re.search(rf"[aou].*i{CONSONANT}+$|[aou].*(?<![glnt])y$", word) and not SPOKEN_A.search(word)
    return not (mixed or re.search(rf"{CONSONANT}e$|ie$|s$|w$|(?<![ln])[lnt]y$", word))


def is_spelled_acronym(word: str) -> bool:
    """Return whether a word in capitals is pronounced letter by letter: one letter, MTA, OTP; not MÁV, NATO."""
    return word.isupper() and (len(word) == 1 or SPOKEN_WHOLE.match(word.casefold()) is None)


def letter_name(letter: str) -> str:
    """Return the name of a letter; a letter of another alphabet is returned unchanged."""
    return LETTERS.get(letter.casefold(), letter.casefold())


def ends_in_vowel(text: str) -> bool:
    """Return whether the word ends in a vowel; a final y after a consonant it forms no letter with is pronounced i."""
    last = text[-1:].casefold()
    return last in tuple(VOWELS) or (last == "y" and text[-2:].casefold() not in LETTERS_OF_TWO)


# -- hu nouns --------------------------------------------------------------------------------------------------------


_BACK: Final = "aáoóuú"
_ROUND: Final = "öőüű"
_LONG: Final = MappingProxyType({"a": "á", "e": "é", "o": "ó", "ö": "ő"})

PLAIN_CASES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        f"-{line.partition('/')[0]}": tuple(line.split("/"))
        for line in split_line_words(
            "nak/nek/nek ban/ben/ben ba/be/be ból/ből/ből ra/re/re ról/ről/ről nál/nél/nél hoz/hez/höz tól/től/től "
            "ért/ért/ért ig/ig/ig é/é/é ként/ként/ként kor/kor/kor"
        )
    }
)
"""Suffixes that only follow harmony: after back, front, front rounded vowels."""

SHORT_BEFORE: Final = frozenset({"-ként", "-kor"})
"""Suffixes before which a final vowel stays short."""

PLACES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"at": ("-ban", "-on"), "to": ("-ba", "-ra"), "from": ("-ból", "-ról")}
)
"""Where things lie, where they are put and taken from: the case for what they lie in, and for what they lie on."""
AMONG: Final[Mapping[str, str]] = MappingProxyType({"at": "között", "to": "közé", "from": "közül"})
"""What stands behind several of them: Anna erőművei közé."""
CASES: Final = frozenset({"-t", "-on", "-val", "-vá", *PLAIN_CASES, *PLACES})
HEARD: Final = frozenset({"-on", "-val", "-vá"})
"""What goes by the last sound, of which figures in a noun say nothing."""
OWNERS: Final = frozenset({"my", "your", "his", "our", "your_all", "their"})
NOUN_FORMS: Final = frozenset({"many", *OWNERS, *CASES})


@frozen_class
class Stem(FrozenValue):
    """A word that takes case suffixes: its text, harmony, accusative and superessive.

    ``link`` is a hyphen where suffixes are written with one (after digits, abbreviations, a mute final letter); they then follow what is ``heard``.
    """

    text: str
    harmony: str
    accusative: str
    superessive: str
    link: str = ""
    heard: str = ""


def choose_suffix(harmony: str, back: str, front: str, rounded: str) -> str:
    """Choose the variant of a suffix."""
    return {"back": back, "front": front}.get(harmony, rounded)


def guess_harmony(text: str) -> str:
    """Guess the harmony of a word by its vowels from the end; i, í and é are passed over; no vowel counts as front."""
    vowels = [letter for letter in text.casefold() if letter in VOWELS]
    side = next((letter for letter in reversed(vowels) if letter not in "iíé"), "e")
    if side in _BACK:
        return "back"
    return "round" if vowels and vowels[-1] in _ROUND else "front"


def lengthen_final_vowel(text: str) -> str:
    """Lengthen a final a, e, o, ö, as before most suffixes: kártya, kártyá-; foreign names too: Oslo, Osló-."""
    return text[:-1] + _LONG[text[-1]] if text[-1:] in _LONG else text


def last_consonant(text: str) -> str:
    """Return the initial letter of -val and -vá after this word, empty when it is already doubled.

    bor → r, szakasz → sz, hossz → nothing, Max → sz.
    """
    word = text.casefold()
    if word.endswith("x"):
        return "sz"
    if word.endswith("dzs"):
        return "dzs"
    if word[-2:] in LETTERS_OF_TWO:
        return "" if word[-3:-2] == word[-2] else word[-2:]
    return "" if word[-2:-1] == word[-1:] else word[-1:]


def assimilate_suffix(text: str, vowel_ending: str) -> str:
    """Add -val or -vá: borral, szakasszal, kártyával; ``vowel_ending`` is al, el, á or é."""
    if ends_in_vowel(text):
        return f"{lengthen_final_vowel(text)}v{vowel_ending}"
    last = last_consonant(text)
    if len(last) > 1 and not text.casefold().endswith("x"):
        return f"{text[: 1 - len(last)]}{last}{vowel_ending}"
    return f"{text}{last}{vowel_ending}"


def inflect_case(stem: Stem, case: str) -> str:
    """Put a stem in a case, named by the suffix after a back vowel: ``-t``, ``-nak``, ``-val``, ``-ban``, …."""
    match case:
        case "-t":
            return stem.accusative
        case "-on":
            return stem.superessive
        case "-val" | "-vá" if stem.link:
            return f"{stem.text}{stem.link}{spoken_case_suffix(Stem(stem.heard, stem.harmony, '', ''), case)}"
        case "-val":
            return assimilate_suffix(stem.text, choose_suffix(stem.harmony, "al", "el", "el"))
        case "-vá":
            return assimilate_suffix(stem.text, choose_suffix(stem.harmony, "á", "é", "é"))
        case _:
            base = stem.text if stem.link or case in SHORT_BEFORE else lengthen_final_vowel(stem.text)
            suffix = choose_suffix(stem.harmony, *PLAIN_CASES[case])
            # Of three equal consonants one is not written: dzsinnek.
            return f"{base}{stem.link}{suffix[len({*(base[-2:] + suffix[:1])}) == 1 :]}"


def find_noun_conflict(noun: Noun) -> str:
    """Return the name of the part of a noun that is inconsistent with the others, or an empty text.

    An accusative ends in -t, what is possessed in -a (back) or -e, and all have the consonants of the nominative, with a v or a j at most (kő, követ; erdő, erdeje).
    """
    nominative, accusative, his = (
        noun.parts.get(name, "").rpartition(" ")[2] for name in ("nominative", "accusative", "possessive")
    )
    if not (nominative and accusative and his):
        return ""
    if not accusative.endswith("t") or not _goes_with(nominative, accusative[:-1]):
        return "accusative"
    if his[-1:] not in {"a", "e"} or not _goes_with(nominative, his):
        return "possessive"
    return "" if (his[-1] == "a") == (noun.harmony == "back") else "harmony"


def _goes_with(nominative: str, part: str) -> bool:
    own, other = (
        sorted(letter for letter in text.casefold() if letter.isalpha() and letter not in VOWELS)
        for text in (nominative, part)
    )
    for letter in own:
        if letter not in other:
            return False
        other.remove(letter)
    return set(other) <= {"v", "j"}


def place_case(form: str, place: str = "inside") -> str:
    """Return the case of a form: ``to`` is -ba (a pakliba), and -ra for a noun that things lie on (a táblára)."""
    return PLACES[form][place == "upon"] if form in PLACES else form


def noun_form(noun: Noun, forms: frozenset[str]) -> str | None:
    """Return one form of a noun: a number, an owner and a case; None where two of one category are requested.

    Examples: ``-t`` lapot, ``many -ban`` lapokban, ``his`` lapja, ``his many -val`` lapjaival, ``your`` lapod, ``to`` lapra,
    ``many to`` lapok közé.
    """
    places = sorted(forms & PLACES.keys())
    if "many" in forms and len(places) == 1:
        several = noun_form(noun, forms - {places[0]})
        return None if several is None else f"{several} {AMONG[places[0]]}"
    forms = frozenset(place_case(form, noun.place) for form in forms)
    key = " ".join(sorted(forms))
    if key in noun.whole:
        return noun.whole[key]
    if key in noun.forms:
        return noun.before + noun.forms[key]
    owners, cases = sorted(forms & OWNERS), sorted(forms & CASES)
    if len(owners) > 1 or len(cases) > 1 or ("many" in forms and not owners and _hides_its_plural(noun)):
        return None
    if forms and forms < HEARD and _link(noun) and FIGURES.search(noun.parts["nominative"]):
        return None
    stem = _stem(noun, "many" in forms, owners[0] if owners else "")
    return noun.before + (inflect_case(stem, cases[0]) if cases else stem.text)


def _stem(noun: Noun, many: bool, owner: str) -> Stem:
    link = _link(noun)
    if owner or many:
        owned = _possessed_many if many else _possessed
        text = owned(noun, owner) if owner else plural(noun)
        return derived_stem(text, noun.harmony if link or guess_harmony(text) == "back" else "")
    nominative, accusative = noun.parts["nominative"], noun.parts["accusative"]
    sound = _heard(noun)
    on = noun.parts.get("superessive") or superessive((link and sound) or _short(nominative, accusative), noun.harmony)
    if link and "superessive" not in noun.parts:
        on = f"{nominative}{link}{on[len(sound) :]}"
    return Stem(nominative, noun.harmony, accusative, on, link, sound)


def _link(noun: Noun) -> str:
    """Return the hyphen before suffixes, as in the accusative: PC-t."""
    return "-" if noun.parts["accusative"].startswith(f"{noun.parts['nominative']}-") else ""


def _heard(noun: Noun) -> str:
    """Return the pronunciation of a noun: after a hyphen, suffixes follow it instead of the letters (PC-vel, show-k)."""
    nominative = noun.parts["nominative"]
    return spoken_ending(nominative).spoken if _link(noun) else nominative


def _short(nominative: str, accusative: str) -> str:
    """Return the stem for -on: without the vowel that the accusative drops (bokr-on), with the v that it adds (köv-ön); kéz-en keeps its own."""
    stem = re.sub(f"[{VOWELS}]t$", "", accusative)
    dropped = len(stem) == len(nominative) - 1 and not ends_in_vowel(nominative)
    brought = stem[-1:] == "v" and len(stem) > len(nominative)
    return stem if dropped or brought else nominative


def superessive(text: str, harmony: str) -> str:
    """Return the superessive of a word: lapon, kártyán."""
    if ends_in_vowel(text):
        return f"{lengthen_final_vowel(text)}n"
    return text + choose_suffix(harmony, "on", "en", "ön")


def derived_stem(text: str, harmony: str = "") -> Stem:
    """Return the stem of a form with a plural or possessive ending: lapok, lapom, lapja; accusative -at, -et."""
    harmony = harmony or guess_harmony(text)
    accusative = (
        f"{lengthen_final_vowel(text)}t" if ends_in_vowel(text) else text + choose_suffix(harmony, "at", "et", "et")
    )
    return Stem(text, harmony, accusative, superessive(text, harmony))


def _hides_its_plural(noun: Noun) -> bool:
    """Return whether no rule gives the plural: after an i (kocsik, férfiak), or with a v in the possessive, not the accusative (szót, szava, szavak)."""
    nominative, his = noun.parts["nominative"], noun.parts["possessive"]
    if "plural" in noun.parts:
        return False
    if nominative.endswith("i"):
        return True
    shown = not ends_in_vowel(nominative) or noun.parts["accusative"][-3:-2] == "v"
    return not shown and his[-2:-1] == "v" and nominative[-2:-1] != "v"


def plural(noun: Noun) -> str:
    """Return the nominative plural, from the lexicon or by rule."""
    return noun.parts.get("plural") or _plural_by_rule(noun)


def _plural_by_rule(noun: Noun) -> str:
    """Return the accusative's stem with -k: lapok, körök, kártyák, PC-k."""
    stem = noun.parts["accusative"].removesuffix("t")
    if stem[-1:] in tuple(VOWELS) or (stem[-1:] == "-" and ends_in_vowel(_heard(noun))):
        return f"{stem}k"
    link = choose_suffix(noun.harmony, "a", "e", "e") if noun.low else choose_suffix(noun.harmony, "o", "e", "ö")
    return f"{stem}{link}k"


def _possessed(noun: Noun, owner: str) -> str:
    his, nominative = noun.parts["possessive"], noun.parts["nominative"]
    many, long = _plural_by_rule(noun), lengthen_final_vowel(nominative) + _link(noun)
    open_stem = many == f"{long}k"
    if open_stem and not his.startswith((long, nominative)) and not his.endswith(("ja", "je")):
        many, open_stem = f"{his}k", False  # Of fia, szava there are fiam, szavunk; of ajtaja there is ajtóm.
    back = noun.harmony == "back"
    match owner:
        case "my":
            return f"{many[:-1]}m"
        case "your":
            return f"{many[:-1]}d"
        case "our":
            return f"{many[:-1]}nk" if open_stem else many[:-2] + ("unk" if back else "ünk")
        case "your_all":
            return many[:-1] + ("tok" if back else "tök" if many[-2] in _ROUND else "tek")
        case "their":
            return his[:-1] + ("uk" if back else "ük")
        case _:
            return his


def _possessed_many(noun: Noun, owner: str) -> str:
    nominative, his = noun.parts["nominative"], noun.parts["possessive"]
    long, sound = lengthen_final_vowel(nominative) + _link(noun), _heard(noun)
    drops_j = ends_in_vowel(sound) and not sound.endswith("i") and his in {f"{long}ja", f"{long}je"}
    # Of erdeje, ajtaja there are erdei, ajtai.
    changed = nominative.endswith(("ó", "ő")) and his.endswith(("aja", "eje"))
    his_many = f"{long}i" if drops_j else f"{his[:-2] if changed else his}i"
    ending = {"my": "m", "your": "d", "our": "nk", "their": "k"}.get(owner, "")
    if owner == "your_all":
        ending = "tok" if noun.harmony == "back" else "tek"
    return his_many + ending


def spoken_case_suffix(stem: Stem, case: str) -> str:
    """Return the bare suffix for a pronunciation: bordó takes -val, kan takes -nal, 5 takes -tel, 3 takes -at."""
    if case not in {"-val", "-vá"}:
        return inflect_case(stem, case)[len(stem.text) :]
    vowels = ("al", "el", "el") if case == "-val" else ("á", "é", "é")
    first = "v" if ends_in_vowel(stem.text) else last_consonant(stem.text)
    return first + choose_suffix(stem.harmony, *vowels)


PLURAL: Final = re.compile(r"\w{2,}(?<!n[ae])(?<!t[ae])(?<!j[aá])(?<![tnd][áé])(?<![iuüy])k")
"""Words that are several owners by their letters: mezők, vonalak; no verbs (vesznek, teszik, tették), nothing owned (házuk)."""


def _forms_beside_owner(noun: Noun | None, forms: frozenset[str]) -> frozenset[str]:
    """Replace ``their`` by ``his`` (a játékosok házai), except in the accusative, with the plural as possible agent (a játékosok házaikat eladják)."""
    return (forms - {"their"}) | {"his"} if "their" in forms and "-t" not in forms else forms


OWNING: Final = Possessor(
    code="W214",
    owner_first=True,
    is_owner=lambda forms: not forms & CASES,
    is_owner_word=lambda word: PLURAL.fullmatch(word.casefold()) is not None and word.casefold() != "csak",
    forms=_forms_beside_owner,
)
