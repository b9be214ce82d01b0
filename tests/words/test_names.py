"""Names a lexicon knows: irregular forms, names that end otherwise than they are written, and every mistake in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from realisers import LOCALES, general, lexicon_from
from tables import forms

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import MappingNode, ScalarNode, SequenceNode, read_yaml
from reguli.words.grammar.grammar_values import Language, ProperName
from reguli.words.grammar.hu_numbers import HUNGARIAN
from reguli.words.grammar.languages import shipped_languages
from reguli.words.terminology import Lexicon, open_realiser

BOARDS = Path(__file__).parents[2] / "rulesets" / "power_grid" / "boards"

NAMES = """\
language: hu
terms: {}
names:
  Bordeaux: {spoken: bordó, hyphen: true}
  Cannes: {spoken: kan, hyphen: true}
  Tours: {spoken: túr, hyphen: true}
  Nice: {spoken: nisz, hyphen: true}
  Chambéry: {spoken: samberi}
  Limoges: {spoken: limozs, hyphen: true}
  Bonn: {forms: {-t: Bonnt}}
  Wien: {called: Bécs}
  Old Customs House: {called: Régi vámház, forms: {-t: Régi vámházat}}
"""


def _lexicon(text: str, code: str = "hu") -> Lexicon:
    bag = Bag()
    lexicon = lexicon_from(text, general(code).lexicon, bag)
    assert not bag, bag.codes
    return lexicon


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        # After a silent or unusual end a suffix follows a hyphen, by the last sound (rules of spelling, 217).
        ("Bordeaux", "-ban", "Bordeaux-ban"),
        ("Bordeaux", "-val", "Bordeaux-val"),
        ("Bordeaux", "-t", "Bordeaux-t"),
        ("Bordeaux", "-on", "Bordeaux-n"),
        # What it is called in the language is inflected instead; a name that ends in one that is called otherwise stays.
        ("Wien", "-ban", "Bécsben"),
        ("Old Customs House", "-t", "Régi vámházat"),
        ("Old Customs House", "-val", "Régi vámházzal"),
        ("Cafe Wien", "-ban", "Cafe Wienben"),
        ("Cannes", "-val", "Cannes-nal"),
        ("Cannes", "-t", "Cannes-t"),
        ("Tours", "-hoz", "Tours-hoz"),
        ("Nice", "-val", "Nice-szel"),
        ("Nice", "-ként", "Nice-ként"),
        ("Limoges", "-val", "Limoges-zsal"),
        # Where the end is usual but sounds otherwise, it follows at once.
        ("Chambéry", "-ban", "Chambéryben"),
        ("Chambéry", "-val", "Chambéryvel"),
        # A form that is written wins; the others follow by rule.
        ("Bonn", "-t", "Bonnt"),
        ("Bonn", "-ban", "Bonnban"),
        # A name of several words goes by its last one, with what is known of it.
        ("Új Bordeaux", "-nak", "Új Bordeaux-nak"),
        ("Alt Bonn", "-t", "Alt Bonnt"),
    ],
)
def test_known_names_take_suffixes_by_their_sound(name: str, case: str, expected: str) -> None:
    assert HUNGARIAN.name_form(_lexicon(NAMES).name(ProperName(name)), forms(case)) == expected


@pytest.mark.parametrize(
    ("name", "case", "expected"),
    [
        # A final a, e, o, ö of a foreign name lengthens too (rules of spelling, 216).
        ("Oslo", "-ban", "Oslóban"),
        ("Oslo", "-t", "Oslót"),
        ("Malmö", "-ból", "Malmőből"),
        ("Oslo", "-ként", "Osloként"),
        # Harmony goes by the last word.
        ("Buenos Aires", "-ban", "Buenos Airesben"),
        ("Anna-Kriszti", "-nak", "Anna-Krisztinek"),
        ("Anna 2", "-nak", "Anna 2-nek"),
    ],
)
def test_names_nothing_is_known_of_go_by_their_spelling(name: str, case: str, expected: str) -> None:
    assert HUNGARIAN.name_form(ProperName(name), forms(case)) == expected


def test_a_known_name_keeps_the_gender_it_came_with() -> None:
    lexicon = _lexicon(
        "language: ro\nterms: {}\nnames:\n  Nikola: {gender: m}\n  Bacău: {forms: {of: Bacăului}}\n", "ro"
    )
    assert lexicon.language.name_form(lexicon.name(ProperName("Nikola")), forms("of")) == "lui Nikola"
    assert lexicon.language.name_form(lexicon.name(ProperName("Nikola", "f")), forms("of")) == "Nikolei"
    assert lexicon.language.name_form(lexicon.name(ProperName("Bacău")), forms("of")) == "Bacăului"


def test_an_english_name_may_have_its_own_genitive() -> None:
    lexicon = _lexicon("language: en\nterms: {}\nnames:\n  Achilles: {forms: {s: Achilles’}}\n", "en")
    assert lexicon.language.name_form(lexicon.name(ProperName("Achilles")), forms("s")) == "Achilles’"


@pytest.mark.parametrize(
    ("code", "names", "found", "place", "near"),
    [
        ("hu", "{Nice: {spokn: nisz}}", "W102", "spokn", "spoken"),
        ("hu", "{Nice: {forms: {-bann: Nice-ben}}}", "W102", "-bann", "-ban"),
        ("hu", "{Nice: {hyphen: 1}}", "W101", "1", None),
        ("hu", "{Nice: nisz}", "W101", "nisz", None),
        ("hu", "[Nice]", "W101", "[", None),
        ("en", "{Nice: {spoken: nisz}}", "W102", "spoken", None),
        ("ro", "{Nice: {gender: x}}", "W104", "x", None),
    ],
)
def test_mistakes_in_names_are_findings_with_their_place(
    code: str, names: str, found: str, place: str, near: str | None
) -> None:
    bag, text = Bag(), f"language: {code}\nterms: {{}}\nnames: {names}\n"
    lexicon_from(text, general(code).lexicon, bag)
    assert bag.codes == (found,)
    finding = next(iter(bag))
    assert finding.span is not None
    assert finding.span.line == 3
    assert text.splitlines()[2][finding.span.column - 1 :].startswith(place)
    assert near is None or near in str(finding)


def _names_of_the_boards() -> set[str]:
    found = set()
    for path in sorted(BOARDS.glob("*.yaml")):
        node = read_yaml(path.read_text("utf-8"), path.name, Bag())
        found |= _rows(node)
    return found - {"name"}


def _rows(node: object) -> set[str]:
    """Return the second column of every row of five: the names, and the head of their column."""
    match node:
        case MappingNode():
            return set().union(*(_rows(entry.value) for entry in node.entries))
        case SequenceNode(items=(_, ScalarNode(value=str(name)), _, _, _)):
            return {name}
        case SequenceNode(items=items):
            return set().union(*(_rows(item) for item in items))
        case _:
            return set()


@pytest.mark.parametrize("language", shipped_languages(), ids=[language.code for language in shipped_languages()])
def test_what_is_known_of_names_is_of_names_there_are(language: Language) -> None:
    names = _names_of_the_boards()
    assert len(names) == 84
    last_words = {name.rpartition(" ")[2] for name in names}
    lexicon = open_realiser(language, "power_grid", LOCALES, Bag(), Sources()).lexicon
    assert set(lexicon.names) <= names | last_words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Köln", "Kölnt Kölnben Kölnnel"),
        ("Seattle", "Seattle-t Seattle-ben Seattle-lel"),
        ("Boise", "Boise-t Boise-ban Boise-val"),
        ("Oklahoma City", "Oklahoma Cityt Oklahoma Cityben Oklahoma Cityvel"),
        ("Chicago", "Chicagót Chicagóban Chicagóval"),
        ("Halle", "Hallét Halléban Halléval"),
        ("Torgelow", "Torgelow-t Torgelow-ban Torgelow-val"),
        ("Dallas", "Dallast Dallasban Dallasszal"),
        ("Frankfurt-M", "Frankfurt-M-et Frankfurt-M-ben Frankfurt-M-mel"),
        ("Savannah", "Savannah-t Savannah-ban Savannah-val"),
    ],
)
def test_cities_of_the_boards(name: str, expected: str) -> None:
    lexicon = open_realiser(HUNGARIAN, "power_grid", LOCALES, Bag(), Sources()).lexicon
    known = lexicon.name(ProperName(name))
    assert " ".join(HUNGARIAN.name_form(known, forms(case)) or "" for case in ("-t", "-ban", "-val")) == expected


def test_no_city_has_a_suffix_that_its_spelling_cannot_carry() -> None:
    """A letter of two is not taken for the last sound where it stands for another, nor a silent letter doubled."""
    lexicon = open_realiser(HUNGARIAN, "power_grid", LOCALES, Bag(), Sources()).lexicon
    for name in sorted(_names_of_the_boards()):
        said = HUNGARIAN.name_form(lexicon.name(ProperName(name)), forms("-val")) or ""
        assert not re.search(r"(?:hh|ww|tty)[ae]l$", said), said
