"""Every word of every wording is spelled as dictionaries spell it, or the lexicon says why it is right all the same.

The dictionaries are hunspell's (Debian: hunspell hunspell-en-gb hunspell-ro hunspell-hu); without them these tests are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest
from desks import shipped_desk
from realisers import LOCALES

from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import WordingCatalogue, open_catalogue
from reguli.words.grammar.grammar_values import NO_BREAK, Language, ProperName
from reguli.words.grammar.hu_numbers import last_spoken_numeral
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.realisation.phrase_templates import read_gloss_templates
from reguli.words.terminology import LanguageRealiser, SpellingException, open_realiser
from reguli.words.translation.preview import preview
from reguli.words.wording_parser import (
    InflectedPhrase,
    LiteralText,
    Piece,
    RowLoopText,
    RowValues,
    TextChoice,
    parse_wording,
)

DICTIONARIES = {"en": "en_GB", "ro": "ro_RO", "hu": "hu_HU"}
CODES = [language.code for language in shipped_languages()]
WORDINGS = sorted({path.stem for path in LOCALES.glob("*/*.po")} & {"interface", *shipped_rulesets()})
LEXICONS = (None, *sorted({path.name.removesuffix(".lexicon.yaml") for path in LOCALES.glob("*/*.lexicon.yaml")}))
COUNTS = range(22)
GAP = "\N{OBJECT REPLACEMENT CHARACTER}"
OTHER_OWNERS = frozenset({"my", "your", "our", "your_all", "their"})
"""What a Hungarian term that is somebody's already cannot be besides."""
ONES = ["nullá", "egy", "kett", "hárm", "négy", "öt", "hat", "het", "nyolc", "kilenc"]
TENS = ["tíz", "húsz", "harminc", "negyven", "ötven", "hatvan", "hetven", "nyolcvan", "kilencven", "száz"]
ADJECTIVES = {**dict(enumerate(ONES)), **{10 * ten: stem for ten, stem in enumerate(TENS, 1)}, 1000: "ezr"}
"""What the adjective of a number begins with, by the element spoken last: 13-assal is spelled as hármassal is."""


_refusals: dict[str, dict[str, bool]] = {code: {} for code in DICTIONARIES}
"""Whether a dictionary refuses a word, by language and word: a dictionary takes its time, and tests ask for the same words."""


def _hunspell(code: str, words: Iterable[str]) -> frozenset[str]:
    """Return the words that the dictionary of a language refuses, whole or in part."""
    asked, known = frozenset(words), _refusals[code]
    new = asked - known.keys()
    refused = _asked(code, new)
    known.update({word: word in refused for word in new})
    return frozenset(word for word in asked if known[word])


def _asked(code: str, words: Iterable[str]) -> frozenset[str]:
    done = subprocess.run(
        ["hunspell", "-d", DICTIONARIES[code], "-i", "utf-8", "-L"],
        input="".join(f"{word}\n" for word in sorted(words)),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=True,
    )
    return frozenset(done.stdout.splitlines())


def _needs(code: str) -> None:
    if shutil.which("hunspell") is None:
        pytest.skip("hunspell is not installed")
    try:
        _asked(code, [])
    except subprocess.CalledProcessError:
        pytest.skip(f"hunspell has no dictionary {DICTIONARIES[code]}")


def _language(code: str) -> Language:
    language = language_by_code(code)
    assert language is not None
    return language


def _tongue(code: str, ruleset: str | None) -> LanguageRealiser:
    return open_realiser(_language(code), ruleset, LOCALES, Bag(), Sources())


def _rendered(code: str) -> Iterator[str]:
    """Yield the lines of every wording of every ruleset with its values and with samples."""
    for ruleset in shipped_rulesets():
        for shown in preview(shipped_desk(ruleset), (code,), lambda name: True):
            yield shown.real
            yield from (text for _, text in shown.samples)


def _typed(code: str) -> Iterator[str]:
    """Yield what wordings and the templates of glosses say by themselves: each branch, with a gap for each value."""
    for name in WORDINGS:
        yield from _texts_of(open_catalogue(code, name, LOCALES, Bag(), Sources(), authored=code == "en"))

    book = read_gloss_templates(_tongue(code, None), LOCALES, Bag(), Sources())
    for template in book.templates.values():
        yield from _branches(template.wording.pieces)
        yield from _branches(() if template.after is None else template.after.pieces)


def _texts_of(catalogue: WordingCatalogue) -> Iterator[str]:
    for entry in catalogue.entries.values():
        yield from _branches(parse_wording(entry.id, catalogue.printed(entry), entry.place, Bag()).pieces)


def _branches(pieces: tuple[Piece, ...]) -> Iterator[str]:
    yield "".join(piece.text if isinstance(piece, LiteralText) else GAP for piece in pieces)
    for piece in pieces:
        inner: tuple[tuple[Piece, ...], ...] = ()
        if isinstance(piece, TextChoice):
            inner = (*(branch for _, branch in piece.branches), piece.otherwise)
        elif isinstance(piece, RowLoopText):
            inner = piece.parts
        for branch in inner:
            yield from (GAP + text + GAP for text in _branches(branch))


def _lexicon(code: str) -> Iterator[str]:
    """Yield the lines of every term in every form, alone and as many or his, and counted."""
    language, alone = _language(code), frozenset[str]()
    many = [alone, *(frozenset({form}) for form in ("many", "his") if form in language.noun_forms)]
    asked = {forms | other for forms in many for other in (alone, *(frozenset({f}) for f in language.noun_forms))}
    for ruleset in LEXICONS:
        tongue = _tongue(code, ruleset)
        for term in tongue.lexicon.terms.values():
            counted = tongue.lexicon.counting_noun(term.id)
            assert counted is not None
            last = [term.noun.parts.get(name, "").rpartition(" ")[2] for name in ("nominative", "possessive")]
            owned = last[0] == last[1] != ""
            said = [language.noun_form(term.noun, forms) for forms in asked if not (owned and forms & OTHER_OWNERS)]
            said += [language.counted(number, counted, alone, tongue.style.digits) for number in COUNTS]
            yield from (text for text in said if text is not None)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """Take texts apart into words that hold a letter; a word that a gap touches, or a marked omission, is no word."""
    plain = (re.sub("⟦.*?⟧", GAP, text.replace(NO_BREAK, " ")) for text in texts)
    parts = (part for text in plain for part in re.split(r"[\s„”“\"«»(),;:!?…/–|]+", text))
    words = (part.strip("'’‘.-+=×") for part in parts if GAP not in part)
    return frozenset(word for word in words if re.search(r"[^\W\d_]", word))


@cache
def _names(code: str) -> frozenset[str]:
    """Return the titles of the games, and every name that wordings are filled with in all its forms: no dictionary has them."""
    language = _language(code)
    names = {
        name
        for ruleset in shipped_rulesets()
        for subject in shipped_desk(ruleset).subjects.values()
        for offer in subject.offers.values()
        for value in (offer.value, offer.sample)
        for name in _names_in(value)
    }
    forms = [frozenset[str](), *(frozenset({form}) for form in language.name_forms)]
    said = {language.name_form(name, asked) for name in names for asked in forms}
    titles = [shipped_desk(ruleset).ruleset.documents.game.name for ruleset in shipped_rulesets()]
    return _words((*titles, *(text for text in said if text is not None)))


def _names_in(value: object) -> Iterator[ProperName]:
    match value:
        case ProperName():
            yield value
        case tuple():
            yield from (name for item in value for name in _names_in(item))
        case RowValues():
            yield from (name for row in value.rows for item in row.values() for name in _names_in(item))
        case InflectedPhrase():
            yield from (name for item in value.values.values() for name in _names_in(item))
        case _:
            return


def _again(code: str, word: str, known: Mapping[str, SpellingException]) -> Iterator[str]:
    """Yield what says the same about a word that is refused: one that is inflected like it, or a number spoken alike."""
    if code == "en" and word.endswith(("’", "’s")):
        yield word.partition("’")[0]
    for stem, reason in known.items():
        if reason.like and word.casefold().startswith(stem):
            yield reason.like + word[len(stem) :]
    number = re.fullmatch(r"(\d+)-(\w+)", word)
    if number is not None and code == "hu":
        last = next(
            value for value in ADJECTIVES if last_spoken_numeral(value) == last_spoken_numeral(int(number.group(1)))
        )
        yield f"{last}-{number.group(2)}"
        yield ADJECTIVES[last] + number.group(2)


@cache
def _worded(code: str) -> frozenset[str]:
    """Return the words of all wordings."""
    return _words((*_rendered(code), *_typed(code)))


@cache
def _terms(code: str) -> frozenset[str]:
    """Return the words of all terms."""
    return _words(_lexicon(code))


def _refused(code: str, words: Iterable[str]) -> set[str]:
    """Return the words that are wrong: refused, and known neither as a name nor by the lexicons of the language."""
    known = {word: reason for name in LEXICONS for word, reason in _tongue(code, name).lexicon.known.items()}
    fine = _names(code) | set(known)
    left = {word for word in _hunspell(code, words) if re.sub(r"^\d+-|’s$", "", word) not in fine}
    tries = {word: set(_again(code, word, known)) for word in left}
    wrong = _hunspell(code, {again for found in tries.values() for again in found})
    return {word for word, found in tries.items() if found <= wrong}


@pytest.mark.parametrize("code", CODES)
def test_every_word_of_every_wording_is_in_the_dictionary_or_in_the_lexicon(code: str) -> None:
    _needs(code)
    words = _worded(code)
    assert len(words) > 400
    assert _refused(code, words) == set()


@pytest.mark.parametrize("code", CODES)
def test_every_form_of_every_term_is_in_the_dictionary_or_in_the_lexicon(code: str) -> None:
    _needs(code)
    assert _refused(code, _terms(code)) == set()


@pytest.mark.parametrize(
    ("code", "wrong", "right"),
    [
        ("en", {"citys", "Elektros", "neighbor"}, {"cities", "Elektro’s", "players’", "neighbour"}),
        ("ro", {"oraşul", "centralăle", "căsuță-lea"}, {"orașul", "centralele", "7-lea"}),
        (
            "hu",
            {"szénet", "13-os", "5-ot", "elektróot", "4-assal"},
            {"szenet", "13-as", "5-öt", "elektrót", "13-assal"},
        ),
    ],
)
def test_a_wrong_word_is_found(code: str, wrong: set[str], right: set[str]) -> None:
    _needs(code)
    assert _refused(code, frozenset(wrong | right)) == wrong


@pytest.mark.parametrize("code", CODES)
def test_a_known_word_is_needed_and_has_its_reason(code: str) -> None:
    _needs(code)
    refused = _hunspell(code, _worded(code) | _terms(code))
    for ruleset in LEXICONS:
        for word, reason in _tongue(code, ruleset).lexicon.known.items():
            assert reason.because
            assert any(word.casefold() in other.casefold() for other in refused), word
            assert not reason.like or _hunspell(code, [reason.like]) == set()
