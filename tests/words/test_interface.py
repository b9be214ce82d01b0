"""What the tool says at the terminal: every text of the code in every language, in the form its number asks for."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from reguli.cli.catalogue_generator import (
    MADE_BY,
    catalogue_templates,
    extract_message_texts,
    source_text_template,
    update_catalogue,
)
from reguli.shipped_files import shipped_folder
from reguli.words.catalogue import po
from reguli.words.catalogue.interface_texts import (
    COMMAND,
    ENGLISH,
    InterfaceText,
    InterfaceTexts,
    load_interface_texts,
    preferred_language,
    read_texts,
    same_placeholders,
)
from reguli.words.grammar.languages import shipped_languages

LOCALES = shipped_folder("locales")
KNOWN = ("en", *(path.parent.name for path in LOCALES.glob(f"*/{COMMAND}")))


def test_the_tool_speaks_the_languages_of_the_rules() -> None:
    assert sorted(KNOWN) == sorted(language.code for language in shipped_languages())
    assert KNOWN[0] == "en"


@pytest.mark.parametrize("language", [code for code in KNOWN if code != "en"])
def test_every_text_of_the_code_is_said(language: str) -> None:
    interface = load_interface_texts(language, LOCALES)
    wanted = [entry.base for entry in catalogue_templates()[COMMAND]]
    assert len(wanted) > 100
    assert [text for text in wanted if text not in interface.texts] == []
    assert all(same_placeholders(text, form) for text, forms in interface.texts.items() for form in forms)


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 1, "1 move"), ("en", 0, "0 moves"), ("en", 2, "2 moves"),
        ("ro", 1, "1 mutare"), ("ro", 0, "0 mutări"), ("ro", 19, "19 mutări"), ("ro", 20, "20 de mutări"), ("ro", 101, "101 mutări"),
        ("hu", 1, "1 lépés"), ("hu", 5, "5 lépés"),
    ],
)  # fmt: skip
def test_a_number_of_things_has_the_form_of_its_number(language: str, number: int, said: str) -> None:
    assert load_interface_texts(language, LOCALES).count("{n} move", "{n} moves", number) == said


def test_no_hungarian_text_leaves_the_article_to_the_reader() -> None:
    """The article goes by what follows it, ``{name:a}`` and ``[a/az]``; where that is not to be had, a sentence needs none."""
    files = sorted((LOCALES / "hu").iterdir())
    assert len(files) > 10
    assert [file.name for file in files if "a(z)" in file.read_text(encoding="utf-8").casefold()] == []


def test_a_text_that_is_lacking_is_said_in_english() -> None:
    interface = InterfaceTexts("xx", {})
    assert interface.say("saved: {file}", file="a.json") == "saved: a.json"
    assert interface.count("{n} move", "{n} moves", 3) == "3 moves"


def test_a_text_with_another_gap_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "ro").mkdir()
    (tmp_path / "ro" / COMMAND).write_text(
        'msgid "saved: {file}"\nmsgstr "salvat: {fisier}"\n\nmsgid "yes"\nmsgstr "da"\n', encoding="utf-8"
    )
    interface = load_interface_texts("ro", tmp_path)
    assert interface.say("saved: {file}", file="x") == "saved: x"
    assert interface.say("yes") == "da"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, "en"),
        ({"LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LANG": "ro_RO.UTF-8", "LC_ALL": "hu_HU.utf8"}, "hu"),
        ({"LANG": "ro_RO.UTF-8", "LC_MESSAGES": "hu_HU"}, "hu"),
        ({"LC_ALL": "hu_HU", "REGULI_LANG": "ro"}, "ro"),
        ({"REGULI_LANG": "", "LANG": "hu"}, "hu"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "hu_HU"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"REGULI_LANG": "RO"}, "ro"),
        ({"LANG": "hu-HU"}, "hu"),
    ],
)
def test_the_language_is_that_of_the_settings(environment: dict[str, str], wanted: str) -> None:
    assert preferred_language(environment) == wanted


def test_english_needs_no_file(tmp_path: Path) -> None:
    assert load_interface_texts("en", tmp_path) is ENGLISH
    assert load_interface_texts("ro", tmp_path).say("yes") == "yes"


def test_texts_are_read_with_their_forms_escapes_and_pieces() -> None:
    text = (
        'msgid ""\nmsgstr "header\\n"\n\n# note\n#: place.py\nmsgctxt "a.b"\nmsgid "one \\"word\\""\nmsgstr ""\n"un \\"cu"\n"vânt\\"\\n"\n\n'
        '#, fuzzy\nmsgid "two"\nmsgstr "doi"\n\nmsgid "{n} x"\nmsgid_plural "{n} xs"\nmsgstr[0] "p"\nmsgstr[1] "q"\n\n'
        'msgid "empty"\nmsgstr ""\n\n#~ msgid "gone"\n#~ msgstr "dus"\n'
    )
    assert list(read_texts(text)) == [
        InterfaceText("a.b", 'one "word"', ('un "cuvânt"\n',)),
        InterfaceText("", "{n} x", ("p", "q")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "#, fuzzy\n",
        '#| msgid "x"\n',
        'msgid "a"\n',
        '"b"\n',
        'msgctxt "a"\nmsgid "b"\n',
        'msgid "b"\nmsgstr "',
        'msgstr "a"\n',
        '"" ',
    ],
)
def test_damaged_texts_are_read_in_time_that_grows_with_them(text: str) -> None:
    begun = process_time()
    list(read_texts('msgid "a"\n' + text * 100_000))
    assert process_time() - begun < 2


CODE = '''
HELP: Final = """Type it.
Or leave."""
COMMANDS: Final = (("play", "games", "play a game"),)
def run(console):
    argument("file", "a file")
    console.print(console.say("saved: {file}", file=1))
    words.count("{n} move", "{n} moves", 3)
    text.count("x")
'''


def test_texts_are_found_in_the_code() -> None:
    assert list(extract_message_texts(CODE)) == [
        ("Type it.\nOr leave.", ""),
        ("play a game", ""),
        ("a file", ""),
        ("saved: {file}", ""),
        ("{n} move", "{n} moves"),
    ]


def test_a_catalogue_brought_up_to_date_keeps_what_still_holds() -> None:
    template = source_text_template({"a.py": CODE})
    first = update_catalogue(template, "ro", "")
    assert list(read_texts(first)) == []
    assert "nplurals=3" in first
    translated = first.replace('msgid "a file"\nmsgstr ""', 'msgid "a file"\nmsgstr "un fișier"')
    changed = source_text_template({"a.py": CODE.replace("saved: {file}", "kept: {file}")})
    second = update_catalogue(changed, "ro", translated)
    assert [(entry.base, entry.forms) for entry in read_texts(second)] == [("a file", ("un fișier",))]
    assert "kept: {file}" in second
    assert "saved: {file}" not in second
    assert update_catalogue(changed, "ro", second) == second
    again = source_text_template({"a.py": CODE})
    assert po.pot_template_text("reguli", MADE_BY, template) == po.pot_template_text("reguli", MADE_BY, again)
