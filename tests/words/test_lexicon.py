"""Lexicons and style files read: compound terms, units, overrides, and every mistake in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from realisers import LOCALES, empty, general, lexicon_from, parsed
from tables import forms, nouns_hu, nouns_ro

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.grammar_values import Language
from reguli.words.grammar.hu_numbers import HUNGARIAN
from reguli.words.grammar.languages import language_by_code, shipped_languages
from reguli.words.grammar.ro import ROMANIAN
from reguli.words.terminology import PLAIN, LanguageRealiser, lexicon_files, list_phrase, open_realiser, read_style
from reguli.words.wording_checks import check_wording

RULESETS = sorted({path.name.removesuffix(".lexicon.yaml") for path in LOCALES.glob("*/*.lexicon.yaml")})


def _open(language: Language, ruleset: str | None) -> LanguageRealiser:
    bag, sources = Bag(), Sources()
    tongue = open_realiser(language, ruleset, LOCALES, bag, sources)
    assert not bag, "\n".join(render_with_excerpt(found, sources) for found in bag)
    return tongue


@pytest.mark.parametrize("ruleset", [None, *RULESETS])
@pytest.mark.parametrize("language", shipped_languages(), ids=[language.code for language in shipped_languages()])
def test_every_shipped_lexicon_reads_without_a_finding_and_says_every_form(
    language: Language, ruleset: str | None
) -> None:
    tongue = _open(language, ruleset)
    digits = tongue.style.digits
    for term_id in tongue.lexicon.terms:
        noun = tongue.lexicon.noun(term_id)
        counted = tongue.lexicon.counting_noun(term_id)
        assert noun is not None
        assert counted is not None
        assert language.noun_form(noun, forms())
        if not counted.mass:
            assert all(language.counted(number, counted, forms(), digits) for number in (0, 1, 2, 20))


@pytest.mark.parametrize("ruleset", [None, *RULESETS])
def test_every_language_has_the_same_terms(ruleset: str | None) -> None:
    terms = [set(_open(language, ruleset).lexicon.terms) for language in shipped_languages()]
    assert all(found == terms[0] for found in terms)


@pytest.mark.parametrize("ruleset", [None, *RULESETS])
@pytest.mark.parametrize("language", shipped_languages(), ids=[language.code for language in shipped_languages()])
def test_no_word_to_be_avoided_is_a_form_of_a_term(language: Language, ruleset: str | None) -> None:
    lexicon = _open(language, ruleset).lexicon
    said = {
        text.casefold()
        for term in lexicon.terms.values()
        for names in ("", "many", "the", "of", "many the", "of the", "many of the", "-t", "his")
        if forms(names) <= language.noun_forms and (text := language.noun_form(term.noun, forms(names)))
    }
    assert not said & set(lexicon.avoid)


def test_the_lexicons_agree_with_the_tables_of_forms() -> None:
    checked = 0
    for language, rows, base in ((ROMANIAN, nouns_ro(), "singular"), (HUNGARIAN, nouns_hu(), "nominative")):
        by_form = {row.forms[base]: row for row in rows if row.forms[base]}
        for ruleset in (None, *RULESETS):
            for term in _open(language, ruleset).lexicon.terms.values():
                row = by_form.get(language.noun_form(term.noun, forms()) or "")
                for name, expected in row.forms.items() if row is not None else ():
                    asked = {"singular": "", "nominative": "", "plural": "many", "accusative": "-t"}.get(name, name)
                    if expected and not (term.noun.forms or term.noun.whole):
                        assert language.noun_form(term.noun, forms(asked)) == expected
                        checked += 1
    assert checked > 400


def test_a_file_that_is_not_there_is_a_finding_and_the_rest_is_read() -> None:
    bag = Bag()
    tongue = open_realiser(ROMANIAN, "no_such_ruleset", LOCALES, bag, Sources())
    assert bag.codes == ("Y101",)
    assert "player" in tongue.lexicon.terms
    assert [path.as_posix() for path in lexicon_files("ro", "x")] == ["ro/lexicon.yaml", "ro/x.lexicon.yaml"]


RO = "language: ro\nterms:\n"
HU = "language: hu\nterms:\n"


@pytest.mark.parametrize(
    ("code", "text", "term", "asked", "expected"),
    [
        ("ro", "  a: {head: market, adjective: [nou, nouă, noi, noi]}\n", "a", "of the", "pieței noi"),
        ("ro", "  a: {head: market, adjective: [nou, nouă, noi, noi]}\n", "a", "many the", "piețele noi"),
        ("ro", "  a: {head: market, after: de cărți}\n", "a", "the", "piața de cărți"),
        (
            "ro",
            "  a: {gender: f, singular: carte, plural: cărți, after: -rezumat}\n",
            "a",
            "many the",
            "cărțile-rezumat",
        ),
        ("ro", "  a: {head: player, owner: Anei}\n", "a", "", "jucător al Anei"),
        ("ro", "  a: {head: player, owner: Anei, forms: {the: jucătorul ei}}\n", "a", "the", "jucătorul ei"),
        ("ro", "  b: {head: a, after: x}\n  a: {head: market}\n", "b", "the", "piața x"),
        ("ro", "  player: {gender: f, singular: echipă, plural: echipe}\n", "player", "of the", "echipei"),
        ("hu", "  a: {head: deck, nominative: húzópakli}\n", "a", "many -ban", "húzópaklikban"),
        ("hu", "  a: {head: market, nominative: új piac}\n", "a", "his -t", "új piacát"),
        ("hu", "  a: {head: market, nominative: új piac, forms: {-on: az új piacon}}\n", "a", "-on", "az új piacon"),
        ("hu", "  a: {head: market}\n", "a", "-on", "piacon"),
        ("en", "  a: {head: market, singular: new market}\n", "a", "many", "new markets"),
        ("en", "  a: {singular: sheep, plural: sheep}\n", "a", "many", "sheep"),
        ("en", "  a: {singular: ufo, sound: vowel}\n", "a", "a", "an ufo"),
    ],
)
def test_compound_and_irregular_terms(code: str, text: str, term: str, asked: str, expected: str) -> None:
    bag, base = Bag(), general(code)
    lexicon = lexicon_from(f"language: {code}\nterms:\n{text}avoid: {{}}\n", base.lexicon, bag)
    assert not bag
    noun = lexicon.noun(term)
    assert noun is not None
    assert base.language.noun_form(noun, forms(asked)) == expected


@pytest.mark.parametrize(
    ("code", "text", "line", "finding"),
    [
        ("ro", "- a\n", 1, "W101"),
        ("ro", RO + "  a: text\n", 3, "W101"),
        ("ro", RO + "  a: {gender: f, singular: [a], plural: b}\n", 3, "W101"),
        ("ro", RO + "  a: {gender: f, singular: a, plural: b, adjective: [nou, nouă]}\n", 3, "W101"),
        ("ro", RO + "  a: {gender: f, singular: fată, plural: fete, mass: maybe}\n", 3, "W101"),
        ("ro", RO + "  a: {gender: f, singular: fată, plural: fete, harmony: back}\n", 3, "W102"),
        ("ro", RO + "  a: {gender: f, singular: fată, plural: fete, forms: {-t: fata}}\n", 3, "W102"),
        ("ro", "language: ro\nwords: {}\n", 2, "W102"),
        ("ro", "terms: {}\n", 1, "W103"),
        ("ro", RO + "  a: {singular: fată, plural: fete}\n", 3, "W103"),
        ("hu", HU + "  a: {nominative: ház, accusative: házat, harmony: back}\n", 3, "W103"),
        ("ro", "language: hu\nterms: {}\n", 1, "W104"),
        ("ro", RO + "  a: {gender: male, singular: fată, plural: fete}\n", 3, "W104"),
        ("hu", HU + "  a: {nominative: ház, accusative: házat, possessive: háza, harmony: deep}\n", 3, "W104"),
        ("ro", RO + "  a: {head: nothing}\n", 3, "W105"),
        ("ro", RO + "  a: {head: b}\n  b: {head: a}\n", 4, "W105"),
        ("ro", RO + "  a: {gender: n, singular: lut, unit: nothing}\n", 3, "W105"),
        ("hu", HU + "  a: {nominative: ház, accusative: házat, possessive: háza, harmony: back}\n  b: {head: a, nominative: bor}\n", 4, "W106"),
        ("ro", RO + "  a: {gender: m, singular: tată, plural: tați}\n", 3, "W106"),
        ("ro", "language: ro\nknown:\n  Talar: {like: dolar}\n", 3, "W103"),
        ("ro", "language: ro\nknown:\n  Talar: {why: banii jocului}\n", 3, "W102"),
        ("ro", "language: ro\nknown:\n  Talar: banii jocului\n", 3, "W101"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_lexicon_is_found_at_its_line(code: str, text: str, line: int, finding: str) -> None:
    language = language_by_code(code)
    assert language is not None
    bag = Bag()
    lexicon_from(text, empty(language), bag)
    assert finding in bag.codes
    assert next(found for found in bag if found.code == finding).span is not None
    assert line in {found.span.line for found in bag if found.code == finding and found.span is not None}


def test_one_mistake_does_not_hide_the_next_nor_the_other_terms() -> None:
    bag = Bag()
    text = RO + "  a: {gender: x, singular: a}\n  b: {head: c}\n  d: {gender: f, singular: fată, plural: fete}\n"
    lexicon = lexicon_from(text, empty(ROMANIAN), bag)
    assert bag.codes == ("W104", "W105")
    assert list(lexicon.terms) == ["d"]


BROKEN_HEAD = "  a: {singular: fată, plural: fete}\n  b: {head: a, after: de aur}\n  c: {head: b, after: mari}\n"


@pytest.mark.parametrize("text", [RO + BROKEN_HEAD, RO + BROKEN_HEAD.replace("{singular: fată, plural: fete}", "fată")])
def test_one_broken_term_is_one_finding_whatever_leans_on_it(text: str) -> None:
    bag = Bag()
    lexicon_from(text, empty(ROMANIAN), bag)
    assert len(bag) == 1
    assert bag.diagnostics[0].span is not None
    assert bag.diagnostics[0].span.line == 3


def test_a_general_lexicon_that_cannot_be_read_is_one_finding(tmp_path: Path) -> None:
    shutil.copytree(LOCALES / "ro", tmp_path / "ro")
    path = tmp_path / "ro" / "lexicon.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\n  x: [\n", encoding="utf-8")
    bag = Bag()
    tongue = open_realiser(ROMANIAN, "power_grid", tmp_path, bag, Sources())
    assert bag.codes == ("Y204",)
    wording = parsed("[Plant:the] [nobody_knows]", bag)
    check_wording(wording, {}, tongue, bag)
    assert bag.codes == ("Y204",)


def test_what_is_counted_by_a_unit() -> None:
    bag = Bag()
    text = RO + "  sand: {gender: n, singular: nisip, unit: token}\n"
    lexicon = lexicon_from(text, general("ro").lexicon, bag)
    counted = lexicon.counting_noun("sand")
    assert counted is not None
    assert ROMANIAN.counted(20, counted, forms(), general("ro").style.digits) == "20\u00a0de\u00a0jetoane de nisip"
    assert lexicon.counting_noun("nothing") is None


def test_words_to_avoid_say_what_to_say_instead() -> None:
    bag = Bag()
    text = (
        RO
        + '  round: {gender: f, singular: rundă, plural: runde, avoid: [Repriză]}\navoid: {maxim: cel mult, vag: ""}\n'
    )
    avoid = lexicon_from(text, empty(ROMANIAN), bag).avoid
    assert not bag
    assert dict(avoid) == {"repriză": "rundă", "maxim": "cel mult", "vag": ""}


def test_words_that_dictionaries_lack_have_a_reason() -> None:
    bag = Bag()
    below = lexicon_from("language: ro\nknown:\n  Talar: {because: banii, like: dolar}\n", empty(ROMANIAN), bag)
    known = lexicon_from("language: ro\nknown:\n  lea: {because: un ordinal}\n", below, bag).known
    assert not bag
    assert {word: (reason.because, reason.like) for word, reason in known.items()} == {
        "Talar": ("banii", "dolar"),
        "lea": ("un ordinal", ""),
    }


@pytest.mark.parametrize("language", shipped_languages(), ids=[language.code for language in shipped_languages()])
def test_the_style_of_every_language_is_complete(language: Language) -> None:
    style = _open(language, None).style
    assert style.language == language.code
    assert set(style.address) == {"procedure", "rule", "card", "reason", "journal"}


def test_lists_are_joined_in_the_manner_of_the_language() -> None:
    items = ("a", "b", "c")
    assert list_phrase(items, general("ro").style) == "a, b și c"
    assert list_phrase(items, general("hu").style) == "a, b és c"
    assert list_phrase(items, general("en").style) == "a, b and c"
    assert list_phrase(items, general("hu").style, either=True) == "a, b vagy c"
    assert list_phrase(("a",), general("ro").style) == "a"
    assert list_phrase((), general("ro").style) == ""


def test_quotes_of_the_languages() -> None:
    assert general("ro").style.quotes.around("x") == "„x”"
    assert general("ro").style.inner_quotes.around("x") == "«x»"
    assert general("hu").style.inner_quotes.around("x") == "»x«"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("[]", {"W101"}),
        ("language: ro\n", {"W103"}),
        ("language: hu\n", {"W103", "W104"}),
        ("tone: grave\n", {"W102", "W103"}),
        ("digits: {separator: tab, from: many}\n", {"W101", "W103", "W104"}),
        ("address: {card: shouted}\n", {"W103", "W104"}),
    ],
)
def test_a_mistake_in_a_style_file_is_found(text: str, findings: set[str]) -> None:
    bag = Bag()
    style = read_style(read_yaml(text, "style", bag), "ro", bag)
    assert set(bag.codes) == findings
    assert style.quotes == PLAIN.quotes
