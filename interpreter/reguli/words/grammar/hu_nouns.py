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

from reguli.source.frozen_values import Kept, kept
from reguli.words.grammar.grammar_values import Noun, Owning, words
from reguli.words.grammar.hu_pronunciation import FIGURES, LETTERS_OF_TWO, VOWELS, ends_in_vowel, heard

_BACK: Final = "aáoóuú"
_ROUND: Final = "öőüű"
_LONG: Final = MappingProxyType({"a": "á", "e": "é", "o": "ó", "ö": "ő"})

PLAIN_CASES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        f"-{line.partition('/')[0]}": tuple(line.split("/"))
        for line in words(
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


@kept
class Stem(Kept):
    """A word that takes case suffixes: as it stands, its harmony, its accusative and its superessive.

    ``link`` is a hyphen where suffixes are written with one (after digits, abbreviations, a mute final letter); they then follow what is ``heard``.
    """

    text: str
    harmony: str
    accusative: str
    superessive: str
    link: str = ""
    heard: str = ""


def by_harmony(harmony: str, back: str, front: str, rounded: str) -> str:
    """Choose the variant of a suffix."""
    return {"back": back, "front": front}.get(harmony, rounded)


def harmony_of(text: str) -> str:
    """Guess the harmony of a word by its vowels from the end; i, í and é are passed over; no vowel counts as front."""
    vowels = [letter for letter in text.casefold() if letter in VOWELS]
    side = next((letter for letter in reversed(vowels) if letter not in "iíé"), "e")
    if side in _BACK:
        return "back"
    return "round" if vowels and vowels[-1] in _ROUND else "front"


def lengthened(text: str) -> str:
    """Lengthen a final a, e, o, ö, as before most suffixes: kártya, kártyá-; foreign names too: Oslo, Osló-."""
    return text[:-1] + _LONG[text[-1]] if text[-1:] in _LONG else text


def last_consonant(text: str) -> str:
    """Give the letter with which -val and -vá begin after this word, empty when it is already doubled.

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


def assimilated(text: str, vowel_ending: str) -> str:
    """Add -val or -vá: borral, szakasszal, kártyával; ``vowel_ending`` is al, el, á or é."""
    if ends_in_vowel(text):
        return f"{lengthened(text)}v{vowel_ending}"
    last = last_consonant(text)
    if len(last) > 1 and not text.casefold().endswith("x"):
        return f"{text[: 1 - len(last)]}{last}{vowel_ending}"
    return f"{text}{last}{vowel_ending}"


def with_case(stem: Stem, case: str) -> str:
    """Put a stem in a case, named by the suffix after a back vowel: ``-t``, ``-nak``, ``-val``, ``-ban``, …."""
    match case:
        case "-t":
            return stem.accusative
        case "-on":
            return stem.superessive
        case "-val" | "-vá" if stem.link:
            return f"{stem.text}{stem.link}{heard_suffix(Stem(stem.heard, stem.harmony, '', ''), case)}"
        case "-val":
            return assimilated(stem.text, by_harmony(stem.harmony, "al", "el", "el"))
        case "-vá":
            return assimilated(stem.text, by_harmony(stem.harmony, "á", "é", "é"))
        case _:
            base = stem.text if stem.link or case in SHORT_BEFORE else lengthened(stem.text)
            suffix = by_harmony(stem.harmony, *PLAIN_CASES[case])
            # Of three equal consonants one is not written: dzsinnek.
            return f"{base}{stem.link}{suffix[len({*(base[-2:] + suffix[:1])}) == 1 :]}"


def contradiction(noun: Noun) -> str:
    """Name the part of a noun that does not go with its others, or nothing.

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


def case_of(form: str, place: str = "inside") -> str:
    """Give the case that a form is: ``to`` is -ba (a pakliba), of what things lie on -ra (a táblára)."""
    return PLACES[form][place == "upon"] if form in PLACES else form


def noun_form(noun: Noun, forms: frozenset[str]) -> str | None:
    """Give one form of a noun: a number, an owner and a case; None where two of a kind are asked for.

    Examples: ``-t`` lapot, ``many -ban`` lapokban, ``his`` lapja, ``his many -val`` lapjaival, ``your`` lapod, ``to`` lapra,
    ``many to`` lapok közé.
    """
    places = sorted(forms & PLACES.keys())
    if "many" in forms and len(places) == 1:
        several = noun_form(noun, forms - {places[0]})
        return None if several is None else f"{several} {AMONG[places[0]]}"
    forms = frozenset(case_of(form, noun.place) for form in forms)
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
    return noun.before + (with_case(stem, cases[0]) if cases else stem.text)


def _stem(noun: Noun, many: bool, owner: str) -> Stem:
    link = _link(noun)
    if owner or many:
        owned = _possessed_many if many else _possessed
        return derived_stem(owned(noun, owner) if owner else plural(noun), noun.harmony if link else "")
    nominative, accusative = noun.parts["nominative"], noun.parts["accusative"]
    sound = _heard(noun)
    on = noun.parts.get("superessive") or superessive((link and sound) or _short(nominative, accusative), noun.harmony)
    if link and "superessive" not in noun.parts:
        on = f"{nominative}{link}{on[len(sound) :]}"
    return Stem(nominative, noun.harmony, accusative, on, link, sound)


def _link(noun: Noun) -> str:
    """Return the hyphen that stands before suffixes, as in the accusative: PC-t, meeple-t."""
    return "-" if noun.parts["accusative"].startswith(f"{noun.parts['nominative']}-") else ""


def _heard(noun: Noun) -> str:
    """Return what a noun is spoken like: behind a hyphen suffixes follow it and not the letters (PC-vel, show-k)."""
    nominative = noun.parts["nominative"]
    return heard(nominative).spoken if _link(noun) else nominative


def _short(nominative: str, accusative: str) -> str:
    """Give the stem that -on follows: without the vowel that the accusative drops (bokr-on), with the v that it brings (köv-ön); kéz-en keeps its own."""
    stem = re.sub(f"[{VOWELS}]t$", "", accusative)
    dropped, brought = (
        len(stem) == len(nominative) - 1 and not ends_in_vowel(nominative),
        stem[-1:] == "v" and len(stem) > len(nominative),
    )
    return stem if dropped or brought else nominative


def superessive(text: str, harmony: str) -> str:
    """Return the superessive of a word as it stands: lapon, kártyán."""
    if ends_in_vowel(text):
        return f"{lengthened(text)}n"
    return text + by_harmony(harmony, "on", "en", "ön")


def derived_stem(text: str, harmony: str = "") -> Stem:
    """Make a stem of a form that already carries a plural or an owner: lapok, lapom, lapja; accusative -at, -et."""
    harmony = harmony or harmony_of(text)
    accusative = f"{lengthened(text)}t" if ends_in_vowel(text) else text + by_harmony(harmony, "at", "et", "et")
    return Stem(text, harmony, accusative, superessive(text, harmony))


def _hides_its_plural(noun: Noun) -> bool:
    """Whether no rule tells the plural: behind an i (kocsik, férfiak), or where a v stands in what is possessed that the accusative does not show (szót, szava, szavak)."""
    nominative, his = noun.parts["nominative"], noun.parts["possessive"]
    if "plural" in noun.parts:
        return False
    if nominative.endswith("i"):
        return True
    shown = not ends_in_vowel(nominative) or noun.parts["accusative"][-3:-2] == "v"
    return not shown and his[-2:-1] == "v" and nominative[-2:-1] != "v"


def plural(noun: Noun) -> str:
    """Give the nominative plural, as the lexicon has it or by rule."""
    return noun.parts.get("plural") or _plural_by_rule(noun)


def _plural_by_rule(noun: Noun) -> str:
    """Return the accusative's stem with -k: lapok, körök, kártyák, PC-k."""
    stem = noun.parts["accusative"].removesuffix("t")
    if stem[-1:] in tuple(VOWELS) or (stem[-1:] == "-" and ends_in_vowel(_heard(noun))):
        return f"{stem}k"
    link = by_harmony(noun.harmony, "a", "e", "e") if noun.low else by_harmony(noun.harmony, "o", "e", "ö")
    return f"{stem}{link}k"


def _possessed(noun: Noun, owner: str) -> str:
    his, nominative = noun.parts["possessive"], noun.parts["nominative"]
    many, long = _plural_by_rule(noun), lengthened(nominative) + _link(noun)
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
    long, sound = lengthened(nominative) + _link(noun), _heard(noun)
    drops_j = ends_in_vowel(sound) and not sound.endswith("i") and his in {f"{long}ja", f"{long}je"}
    # Of erdeje, ajtaja there are erdei, ajtai.
    changed = nominative.endswith(("ó", "ő")) and his.endswith(("aja", "eje"))
    his_many = f"{long}i" if drops_j else f"{his[:-2] if changed else his}i"
    ending = {"my": "m", "your": "d", "our": "nk", "their": "k"}.get(owner, "")
    if owner == "your_all":
        ending = "tok" if noun.harmony == "back" else "tek"
    return his_many + ending


def heard_suffix(stem: Stem, case: str) -> str:
    """Give the suffix alone that follows what is spoken so: bordó takes -val, kan takes -nal, 5 takes -tel, 3 takes -at."""
    if case not in {"-val", "-vá"}:
        return with_case(stem, case)[len(stem.text) :]
    vowels = ("al", "el", "el") if case == "-val" else ("á", "é", "é")
    first = "v" if ends_in_vowel(stem.text) else last_consonant(stem.text)
    return first + by_harmony(stem.harmony, *vowels)


PLURAL: Final = re.compile(r"\w{2,}(?<!n[ae])(?<!t[ae])(?<!j[aá])(?<![tnd][áé])(?<![iuüy])k")
"""Words that are several owners by their letters: mezők, vonalak; no verbs (vesznek, teszik, tették), nothing owned (házuk)."""


def _forms_beside_owner(noun: Noun | None, forms: frozenset[str]) -> frozenset[str]:
    """Ask for ``his``: a játékosok házai; in the accusative the plural may be who acts (a játékosok házaikat eladják)."""
    return (forms - {"their"}) | {"his"} if "their" in forms and "-t" not in forms else forms


OWNING: Final = Owning(
    code="W214",
    owner_first=True,
    is_owner=lambda forms: not forms & CASES,
    is_owner_word=lambda word: PLURAL.fullmatch(word.casefold()) is not None and word.casefold() != "csak",
    forms=_forms_beside_owner,
)
