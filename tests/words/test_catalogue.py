"""Catalogues of wordings: read with places, written without loss, looked up, and checked against the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from realisers import REACH, TONGUES, empty

from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.finding_catalogue import Code, finding_catalogue
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.catalogue.wording_catalogue import (
    WordingCatalogue,
    check_catalogue,
    find_wording,
    open_catalogue,
    read_catalogue,
)
from reguli.words.grammar.languages import shipped_languages
from reguli.words.placeholder_formatting import format_wording
from reguli.words.terminology import read_lexicon

TESTED = [
    code
    for code in finding_catalogue().values()
    if code.id.startswith(("W1", "W2", "W3")) and code.id not in {"W309", "W312", "W313", "W327", "W328"}
]
"""What is found in lexicon and wordings; W309, W327 and W328 are about spreadsheets, W312 about statements, W313 about whole files."""
BASE = """\
msgid ""
msgstr ""
"Language: en\\n"

msgctxt "draw"
msgid "Draw [n card]."
msgstr ""

msgctxt "draw@card"
msgid "draw [n]"
msgstr ""
"""

ROMANIAN = """\
# first translator: somebody
msgid ""
msgstr ""
"Language: ro\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#. source: page of the rulebook
#. sample: 20
# a question of mine
msgctxt "draw"
msgid "Draw [n card]."
msgstr ""
"Trage "
"[n card]."

#, fuzzy
msgctxt "draw@card"
msgid "draw [n]"
msgstr "trage \\"[n]\\""

#~ msgctxt "gone"
#~ msgid "Gone."
#~ msgstr "Dus."
"""


def _read(text: str, *, code: str = "ro", authored: bool = False) -> tuple[WordingCatalogue, Bag]:
    bag = Bag()
    return read_catalogue(text, f"{code}.po", code, bag, authored=authored), bag


def test_an_entry_keeps_its_texts_notes_comments_and_mark() -> None:
    catalogue, bag = _read(ROMANIAN)
    assert not bag
    assert list(catalogue.entries) == ["draw", "draw@card"]
    draw, short = catalogue.entries["draw"], catalogue.entries["draw@card"]
    assert (draw.base, draw.text, draw.fuzzy) == ("Draw [n card].", "Trage [n card].", False)
    assert draw.notes == ("source: page of the rulebook", "sample: 20")
    assert draw.comments == ("a question of mine",)
    assert (short.text, short.fuzzy) == ('trage "[n]"', True)


def test_places_point_into_the_file_through_wrapped_lines_and_escapes() -> None:
    catalogue, _ = _read(ROMANIAN)
    draw, short = catalogue.entries["draw"], catalogue.entries["draw@card"]
    assert (draw.span.line, draw.span.column) == (10, 10)
    found = draw.place(6, 14)
    assert (found.line, found.column, found.end_column) == (14, 2, 10)
    assert short.place(7, 10).column == ROMANIAN.splitlines()[18].index("[n]") + 1


def test_the_authored_language_prints_its_base_texts() -> None:
    catalogue, _ = _read(BASE, code="en", authored=True)
    bag = Bag()
    wording = find_wording(catalogue, "draw", bag)
    assert wording is not None
    assert format_wording(wording, {"n": 3}, TONGUES["en"], bag).replace("\u00a0", " ") == "Draw 3 cards."
    assert not bag


def test_the_short_wording_serves_cards_and_each_serves_for_the_other() -> None:
    catalogue, _ = _read(BASE, code="en", authored=True)
    bag = Bag()
    texts = [find_wording(catalogue, "draw", bag, short=short) for short in (False, True)]
    assert [wording.text for wording in texts if wording] == ["Draw [n card].", "draw [n]"]
    only_short, _ = _read(BASE.replace('msgctxt "draw"', 'msgctxt "other"'), code="en", authored=True)
    found = find_wording(only_short, "draw", bag)
    assert found is not None
    assert found.text == "draw [n]"
    assert not bag


def test_a_missing_and_a_fuzzy_wording_are_findings_and_no_text() -> None:
    catalogue, _ = _read(ROMANIAN)
    bag = Bag()
    assert find_wording(catalogue, "nothing", bag) is None
    assert find_wording(catalogue, "draw", bag, short=True) is None
    assert sorted(bag.codes) == ["W302", "W305"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('msgctxt "a"\nmsgid "b"\nmsgstr unquoted\n', 3),
        ('msgctxt "a"\nmsgid "b"\nmsgstr "c\n', 3),
        ('msgctxt "a"\nmsgid "b" tail\nmsgstr "c"\n', 2),
        ('"stray"\n', 1),
        ('msgctxt "a"\nmsgid "b"\nmsgid_plural "bs"\nmsgstr[0] "c"\n', 3),
        ("{json: no}\n", 1),
        ('msgctxt "a"\nmsgid "b"\n', 2),
    ],
)
def test_a_damaged_catalogue_is_a_finding_at_its_line(text: str, line: int) -> None:
    catalogue, bag = _read(text)
    assert set(bag.codes) == {"W301"}
    assert bag.diagnostics[0].span is not None
    assert bag.diagnostics[0].span.line == line
    assert not catalogue.entries


DATED = 'msgid ""\nmsgstr "PO-Revision-Date: {date}\\n"\n\n'
ONE = 'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n\n'


@pytest.mark.parametrize("date", ["", "yesterday", "2026-13-45 99:99+0000", "YEAR-MO-DA HO:MI+ZONE"])
def test_whatever_date_an_editor_writes_the_texts_are_read(date: str) -> None:
    for text in (DATED.format(date=date) + ONE, (DATED.format(date=date) + ONE).replace("\n", "\r\n")):
        catalogue, bag = _read(text)
        assert not bag
        assert catalogue.entries["a"].text == "c"
        assert catalogue.entries["a"].span.line == 4


def test_a_header_behind_the_entries_is_a_header() -> None:
    catalogue, bag = _read(ONE + DATED.format(date="yesterday"))
    assert (bag.codes, list(catalogue.entries)) == ((), ["a"])


@pytest.mark.parametrize(
    ("base", "text", "found"),
    [("b\\n", "c", True), ("b", "c\\n", True), ("\\nb", "c", True), ("b\\n", "c\\n", False), ("b\\n", "", False)],
)
def test_a_line_break_in_one_text_only_is_found(base: str, text: str, found: bool) -> None:
    bag = Bag()
    catalogue = read_catalogue(f'msgctxt "draw"\nmsgid "{base}"\nmsgstr "{text}"\n', "ro.po", "ro", bag)
    check_catalogue(catalogue, None, {"draw": REACH}, TONGUES["ro"], bag)
    assert ("W310" in bag.codes) == found


HEADED = 'msgid ""\nmsgstr ""\n"Project-Id-Version: x\\n"\n{line}\n\n'


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('"Language: hu\\n"', True),
        ('"language:hu_HU\\n"', True),
        ('"MIME-Version: 1.0\\nLanguage: hu\\n"', True),
        ('"Language: roa\\n"', True),
        ('"Language: ro\\n"', False),
        ('"Language: ro_RO\\n"', False),
        ('"Language: RO@latin\\n"', False),
        ('"Language: \\n"', False),
        ('"X-Source-Language: hu\\n"', False),
        ('"Language-Team: hu\\n"', False),
    ],
)
def test_a_header_that_names_another_language_is_found_at_its_place(line: str, found: bool) -> None:
    text = HEADED.format(line=line) + ONE.replace('"b"', '"Language: hu"')
    catalogue, bag = _read(text)
    assert catalogue.entries["a"].text == "c"
    assert bag.codes == (("W311",) if found else ())
    for finding in bag:
        assert finding.span is not None
        assert finding.span.line == 4
        assert text.splitlines()[3][finding.span.column - 1 :].startswith(str(dict(finding.args)["said"]))


def test_a_second_entry_points_to_the_first() -> None:
    entry = 'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n\n'
    catalogue, bag = _read(entry + entry.replace('"b"', '"other"'))
    (found,) = bag
    assert found.code == "W303"
    assert found.span is not None
    assert (found.span.line, found.related[0][0].line) == (5, 1)
    assert catalogue.entries["a"].base == "b"


def _checked(text: str, base: str = BASE) -> tuple[str, ...]:
    bag = Bag()
    catalogue = read_catalogue(text, "ro.po", "ro", bag)
    original = read_catalogue(base, "en.po", "en", bag, authored=True)
    check_catalogue(catalogue, original, {"draw": REACH}, TONGUES["ro"], bag)
    return bag.codes


@pytest.mark.parametrize(
    ("change", "to", "findings"),
    [
        ("", "", ("W305",)),
        ("#, fuzzy\n", "", ()),
        ('"[n card]."', '""', ("W305", "W307")),
        ('"Draw [n card]."', '"Take [n card]."', ("W304", "W305")),
        ('"Trage "', '"Trage 3 "', ("W205", "W305")),
        ('msgctxt "draw"', 'msgctxt "drawn"', ("W305", "W306")),
        ('"Trage "\n"[n card]."', '""', ("W305",)),
    ],
)
def test_a_translation_is_checked_against_rules_and_base_text(change: str, to: str, findings: tuple[str, ...]) -> None:
    assert change in ROMANIAN
    assert tuple(sorted(_checked(ROMANIAN.replace(change, to) if change else ROMANIAN))) == findings


def test_what_nobody_worded_is_missing() -> None:
    bag = Bag()
    check_catalogue(_read(ROMANIAN)[0], None, {"draw": REACH, "pay": REACH}, TONGUES["ro"], bag)
    assert [found.args[0] for found in bag if found.code == "W302"] == [("wording", "pay")]


def _found(code: str, text: str) -> Bag:
    """Read the example of a code as what it is: a lexicon, or a catalogue checked against one known id."""
    bag = Bag()
    if code.startswith("W1"):
        language = next((one for one in shipped_languages() if text.startswith(f"language: {one.code}")), None)
        if language is None:
            return bag
        read_lexicon(read_yaml(text, "example", bag), empty(language), bag)
        return bag
    if "msgctxt" not in text:  # a sentence beside its rule, or a statement
        return bag
    tongue = TONGUES["hu" if "Hungarian" in text else "ro"]
    catalogue = read_catalogue(text, "example", tongue.language.code, bag)
    base_text = "Draw [n card]." if "Draw" in text else "An example."
    base = read_catalogue(f'msgctxt "example"\nmsgid "{base_text}"\nmsgstr ""\n', "base", "en", bag, authored=True)
    check_catalogue(catalogue, base, {"example": REACH}, tongue, bag)
    wording = find_wording(catalogue, "example", Bag())
    if wording is not None:
        format_wording(wording, {"n": 3, "things": ()}, tongue, bag)
    return bag


@pytest.mark.parametrize("code", TESTED, ids=lambda code: code.id)
def test_the_examples_of_every_code_hold(code: Code) -> None:
    right = _found(code.id, code.right)
    sources = Sources()
    sources.add("example", code.right)
    assert not right, "\n".join(render_with_excerpt(found, sources) for found in right)
    assert code.told or code.id in _found(code.id, code.wrong).codes


def test_a_catalogue_is_opened_by_language_and_name(tmp_path: Path) -> None:
    (tmp_path / "ro").mkdir()
    (tmp_path / "ro" / "toy.po").write_text(ROMANIAN, encoding="utf-8")
    bag, sources = Bag(), Sources()
    assert list(open_catalogue("ro", "toy", tmp_path, bag, sources).entries) == ["draw", "draw@card"]
    assert sources.text("ro/toy.po") == ROMANIAN
    assert not bag
    assert not open_catalogue("hu", "toy", tmp_path, bag, sources).entries
    assert bag.codes == ("Y101",)


def test_invisible_characters_in_a_catalogue_are_found() -> None:
    catalogue, bag = _read('msgctxt "a"\nmsgid "b"\nmsgstr "c\u202e"\n')
    assert bag.codes == ("Y107",)
    assert not catalogue.entries
