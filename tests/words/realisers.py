"""A small tongue in each language, for tests of wordings; made of the project's own lexicons and a few toy terms."""

from __future__ import annotations

from pathlib import Path

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources, Span
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.placeholder_formatting import format_wording
from reguli.words.terminology import LanguageRealiser, Lexicon, empty_lexicon, open_realiser, read_lexicon
from reguli.words.wording_parser import Reach, RowsKind, Values, Wording, parse_wording

LOCALES = Path(__file__).parents[2] / "locales"
FILE = "wording"

TOYS = {
    "en": """\
language: en
terms:
  house: {singular: house}
  plant: {singular: plant}
  sand: {singular: sand, mass: true}
  coin: {singular: Coin, invariable: true}
avoid: {}
""",
    "ro": """\
language: ro
terms:
  house: {gender: f, singular: căsuță, plural: căsuțe}
  plant: {gender: f, singular: centrală, plural: centrale}
  sand: {gender: n, singular: nisip, unit: token}
  clay: {gender: n, singular: lut}
  coin: {gender: m, singular: Elektro, invariable: true}
  town: {gender: n, singular: oraș, plural: orașe}
avoid: {cartelă: carte}
""",
    "hu": """\
language: hu
terms:
  house: {nominative: ház, accusative: házat, possessive: háza, harmony: back, low: true}
  plant: {nominative: erőmű, accusative: erőművet, possessive: erőműve, superessive: erőművön, harmony: round}
  sand: {nominative: szén, accusative: szenet, possessive: szene, harmony: front}
  coin: {nominative: elektró, accusative: elektrót, possessive: elektrója, harmony: back}
avoid: {}
""",
}

REACH: Reach = {
    "n": "number",
    "m": "number",
    "what": "term",
    "things": "list",
    "who": "name",
    "open": "truth",
    "rows": RowsKind({"rank": "number", "price": "number"}),
    "limits": RowsKind({"players": "number", "limit": "number"}),
}


def lexicon_from(text: str, base: Lexicon, bag: Bag) -> Lexicon:
    """Read a lexicon from its text."""
    return read_lexicon(read_yaml(text, "lexicon", bag), base, bag)


def general(code: str) -> LanguageRealiser:
    """Open a language with its general terms; no finding is expected."""
    language = language_by_code(code)
    assert language is not None
    bag, sources = Bag(), Sources()
    tongue = open_realiser(language, None, LOCALES, bag, sources)
    assert not bag, "\n".join(render_with_excerpt(found, sources) for found in bag)
    return tongue


def _with_toys(code: str) -> LanguageRealiser:
    tongue, bag = general(code), Bag()
    lexicon = lexicon_from(TOYS[code], tongue.lexicon, bag)
    assert not bag, bag.codes
    return LanguageRealiser(tongue.language, tongue.style, lexicon)


TONGUES = {language.code: _with_toys(language.code) for language in shipped_languages()}


def place(start: int, end: int) -> Span:
    """Return a place in a wording of one line."""
    return Span(FILE, 1, start + 1, 1, end + 1)


def parsed(text: str, bag: Bag) -> Wording:
    """Read a wording of one line."""
    return parse_wording("example", text, place, bag)


def said(code: str, text: str, values: Values) -> str:
    """Return the text of a wording without any finding; no-break spaces are made ordinary."""
    bag = Bag()
    spoken = format_wording(parsed(text, bag), values, TONGUES[code], bag)
    assert not bag, bag.codes
    return spoken.replace("\u00a0", " ")


def empty(language: Language) -> Lexicon:
    """Return a lexicon without terms."""
    return empty_lexicon(language)
