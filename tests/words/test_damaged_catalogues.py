"""Catalogues as other editors leave them: marks at the beginning, letters of other alphabets and of two characters, merges, plural forms, encodings."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from realisers import LOCALES, REACH, TONGUES, general, lexicon_from, parsed

from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.po import read_document, write_document
from reguli.words.catalogue.wording_catalogue import check_catalogue, find_wording, open_catalogue
from reguli.words.grammar.ro import ROMANIAN
from reguli.words.placeholder_formatting import format_wording
from reguli.words.polarity import read_polarity, read_polarity_words

WORDED = 'msgid ""\nmsgstr ""\n"Language: ro\\n"\n\nmsgctxt "a"\nmsgid "A town."\nmsgstr "Un oraș."\n'
MERGED = WORDED.replace(
    'msgstr "Un oraș."\n', '<<<<<<< HEAD\nmsgstr "Un oraș."\n=======\nmsgstr "Orașul."\n>>>>>>> theirs\n'
)
PLURALS = WORDED.replace(
    'msgstr "Un oraș."\n', 'msgid_plural "Towns."\nmsgstr[0] "Un oraș."\nmsgstr[1] "Orașe."\nmsgstr[2] "Orașe."\n'
)


def _checked(folder: Path, content: bytes) -> tuple[str, Bag]:
    """Read a catalogue as a file, check it, and say its one wording."""
    (folder / "ro").mkdir()
    (folder / "ro" / "toy.po").write_bytes(content)
    bag = Bag()
    catalogue = open_catalogue("ro", "toy", folder, bag, Sources())
    check_catalogue(catalogue, None, {"a": REACH}, TONGUES["ro"], bag)
    wording = find_wording(catalogue, "a", Bag())
    return "" if wording is None else format_wording(wording, {}, TONGUES["ro"], bag), bag


@pytest.mark.parametrize(
    "content",
    [
        WORDED.encode(),
        b"\xef\xbb\xbf" + WORDED.encode(),
        unicodedata.normalize("NFD", WORDED).encode(),
        WORDED.replace("\n", "\r\n").encode(),
    ],
    ids=["plain", "byte order mark", "letters of two characters", "other line ends"],
)
def test_the_same_text_however_it_is_written(tmp_path: Path, content: bytes) -> None:
    said, bag = _checked(tmp_path, content)
    assert (said, bag.codes) == ("Un oraș.", ())


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (MERGED.encode(), "W301", 7),
        (PLURALS.encode(), "W301", 7),
        (WORDED.encode("utf-16"), "Y103", 1),
        (WORDED.encode("cp1250", "replace").replace(b"?", b"\xba"), "Y103", 7),
        (WORDED.replace("msgctxt", "msgcontext").encode(), "W301", 5),
    ],
    ids=["merge", "plural forms", "UTF-16", "a code page", "misspelt"],
)
def test_one_finding_for_what_cannot_be_read_and_none_of_missing_texts(
    tmp_path: Path, content: bytes, code: str, line: int
) -> None:
    _, bag = _checked(tmp_path, content)
    assert [(one.code, one.span and one.span.line) for one in bag] == [(code, line)]


def test_each_letter_of_another_alphabet_is_told_once_a_file(tmp_path: Path) -> None:
    more = WORDED + '\nmsgctxt "a@card"\nmsgid "b"\nmsgstr "oraş, piaţă"\n'
    _, bag = _checked(tmp_path, more.replace("Un oraș", "Un oraş").encode())
    assert [(one.code, dict(one.args)["letter"], one.span and one.span.line) for one in bag] == [
        ("W215", "ş", 7),
        ("W215", "ţ", 11),
    ]


def test_letters_of_another_alphabet_hide_no_word_from_what_compares_sentences() -> None:
    senses = read_polarity_words(ROMANIAN, LOCALES, Bag(), Sources())
    poles = [word.pole for word in read_polarity(parsed("Trage cel puţin [n card].", Bag()).pieces, senses).words]
    assert poles == ["at_least"]


def test_a_lexicon_has_the_letters_of_its_language() -> None:
    bag = Bag()
    text = "language: ro\nterms:\n  town: {gender: n, singular: oraş, plural: oraşe}\nnames:\n  Beşiktaş: {forms: {of: lui Beşiktaş}}\n"
    lexicon_from(text, general("ro").lexicon, bag)
    assert [(one.code, one.span and one.span.line) for one in bag] == [("W215", 3)]


def test_a_name_keeps_the_letters_it_has_in_the_ruleset() -> None:
    bag = Bag()
    lexicon_from(
        "language: ro\nterms: {}\nnames:\n  Beşiktaş: {forms: {of: lui Beşiktaş}}\n", general("ro").lexicon, bag
    )
    assert not bag
    lexicon_from("language: ro\nterms: {}\nnames:\n  Jassy: {called: Iaşi}\n", general("ro").lexicon, bag)
    assert bag.codes == ("W215",)


def test_lines_end_as_they_did() -> None:
    text = WORDED.replace("\n", "\r\n")
    assert write_document(read_document(text)) == text
    assert write_document(read_document(WORDED)) == WORDED
