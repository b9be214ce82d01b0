"""The findings' own words: complete, with the same gaps, and in the language they claim, for every code."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from gettext import c2py  # type: ignore[attr-defined]
from io import BytesIO
from pathlib import Path

import polib
import pytest
from babel import Locale
from babel.messages.pofile import read_po

from reguli.cli.catalogue_generator import (
    finding_texts_template,
    invalid_translations,
    regenerate_catalogues,
    update_catalogue,
)
from reguli.shipped_files import shipped_folder
from reguli.source.finding_catalogue import (
    ENGLISH,
    Code,
    Said,
    Translation,
    every_phrase,
    filled,
    finding_catalogue,
    fits,
    gaps,
    gaps_of,
    joined_list,
)
from reguli.words.catalogue.finding_texts import MESSAGES, english_messages, messages_of, missing_messages
from reguli.words.catalogue.interface_texts import COMMAND, InterfaceText, read_texts
from reguli.words.grammar.languages import SHIPPED

LOCALES = shipped_folder("locales")
LANGUAGES = [code for code in SHIPPED if code != "en"]
CATALOGUES = [(language, name) for language in LANGUAGES for name in (MESSAGES, COMMAND)]
FIELDS = ("title", "message", "expected", "remedy", "explanation")
FILLED = ("message", "expected", "remedy")
CODE_TEXT = re.compile(r"'[^']*'|\{[^}]*\}|\[[^]]*\]|\([^)]*\)|\S*[._/=:#<>*+\\-]\S*|\b[A-Z]{2,}\b|\d+")
"""What is no language of people: names in quotes, gaps, paths, words with signs, capitals."""
ENGLISH_WORDS = re.compile(r"\b(the|with|that|this|which|must|there|write|says|its|you|your|what|cannot|should)\b")
"""Words of English sentences that are no words of the rules language."""
CEDILLAS = re.compile("[şţŞŢ]")
DICTIONARIES = {"hu": "hu_HU", "ro": "ro_RO"}
RIGHT_ALL_THE_SAME = {
    "hu": {
        "véletlenhely",
        "véletlenmag",
        "bájtos",
        "bájtsorrendjel",
        "bájtsorrendjellel",
        "kilobájtos",
        "gigabájtos",
        "Markdownhoz",
        "WebAssemblyhez",
        "alulvesszős",
        "cédillás",
        "megabájt",
    }
    | {"parquetet", "regulit", "regulival", "vizsgálnivaló"},
    "ro": {"indentează", "reîncepută", "boților", "niciunor"},
}
"""Words of programs that the dictionaries lack."""


@cache
def _translation(language: str) -> Translation:
    return messages_of(language, LOCALES)


@cache
def _texts(language: str, name: str) -> tuple[InterfaceText, ...]:
    return tuple(read_texts((LOCALES / language / name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_is_said_in_every_language(language: str) -> None:
    translation = _translation(language)
    unsaid = [f"{code.id}.{field}" for code in finding_catalogue().values() for field in _unsaid(code, translation)]
    assert not unsaid, "\n".join(unsaid)


def _unsaid(code: Code, translation: Translation) -> Iterator[str]:
    for field in FIELDS:
        english: str = getattr(code, field)
        said = translation.text(f"{code.id}.{field}", english)
        args = {} if field not in FILLED else {name: f"<{name}>" for name, _ in gaps(english)}
        kept = all(arg in filled(said, args, translation) for arg in args.values())
        known = not english or translation.texts.get(f"{code.id}.{field}") == (english, (said,))
        if not (known and kept and fits(field, english, said)):
            yield field


def test_what_is_not_said_is_found() -> None:
    """A language without a catalogue says none of them."""
    code = finding_catalogue()["R101"]
    assert list(_unsaid(code, ENGLISH)) == [field for field in FIELDS if getattr(code, field)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_is_said_in_every_language(language: str) -> None:
    phrases = every_phrase()
    said = {entry.context: entry for entry in _texts(language, MESSAGES) if entry.context.partition(":")[0] in phrases}
    assert set(said) >= set(phrases)
    for name, entry in said.items():
        english = phrases[name.partition(":")[0]]
        assert entry.base == english[0], name
        assert [text for text in entry.forms if gaps(text) != gaps(english[-1])] == [], name


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_no_english_is_left(language: str, name: str) -> None:
    english = [text for entry in _texts(language, name) for text in entry.forms if ENGLISH_WORDS.search(_prose(text))]
    assert english == []


def _prose(text: str) -> str:
    return CODE_TEXT.sub(" ", CODE_TEXT.sub(" ", text))


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_letters_are_those_of_the_language(language: str, name: str) -> None:
    whole = "".join(text for entry in _texts(language, name) for text in entry.forms)
    assert not CEDILLAS.search(whole)
    assert whole.count("ő") > 20 if language == "hu" else whole.count("ș") > 20


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_gettext_accepts_a_catalogue(language: str, name: str) -> None:
    catalogue = read_po(BytesIO((LOCALES / language / name).read_bytes()), abort_invalid=True)
    assert str(catalogue.locale) == language
    assert [(message.id, errors) for message, errors in catalogue.check()] == []
    assert [message.id for message in catalogue if message.id and (message.fuzzy or not message.string)] == []


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_a_tool_of_gettext_accepts_it(language: str, name: str) -> None:
    assert list(invalid_translations((LOCALES / language / name).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("base", "text"), [("one\\n", "egy"), ("one", "egy\\n"), ("\\none", "egy"), ("{n} left", "{m} maradt")]
)
def test_what_gettext_refuses_is_named(base: str, text: str) -> None:
    entry = f'#, python-brace-format\nmsgctxt "L101.wrong"\nmsgid "{base}"\nmsgstr "{text}"\n'
    assert [name for name, _ in invalid_translations(entry)] == ["L101.wrong"]


@pytest.mark.parametrize(
    ("plural", "forms", "wrong"),
    [("{n} xs", 3, False), ("{n} xs", 2, True), ("{n} xs", 4, True), ("", 0, False), ("", 2, True)],
)
def test_a_wrong_number_of_plural_forms_is_named(plural: str, forms: int, wrong: bool) -> None:
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=0;\\n"\n\n'
    many = f'msgid_plural "{plural}"\n' if plural else ""
    texts = "".join(f'msgstr[{at}] "x"\n' for at in range(forms)) or 'msgstr "x"\n'
    assert [name for name, _ in invalid_translations(f'{header}msgid "{{n}} x"\n{many}{texts}')] == ["{n} x"] * wrong


def test_what_was_translated_before_is_kept_with_its_plural() -> None:
    """A text that counts, changed in the code: both texts of before stand beside it, until somebody confirms it."""
    one, many = next(forms for forms in english_messages().values() if len(forms) > 1)
    fresh = update_catalogue(finding_texts_template(), "ro", "")
    text = fresh.replace(f'msgid "{one}"\nmsgid_plural "{many}"', 'msgid "old\\nlast"\nmsgid_plural "olds"')
    anew = update_catalogue(finding_texts_template(), "ro", text)
    assert '#, fuzzy, python-brace-format\n#| msgid ""\n#| "old\\n"\n#| "last"\n#| msgid_plural "olds"\n' in anew
    assert update_catalogue(finding_texts_template(), "ro", anew) == anew
    assert read_po(BytesIO(anew.encode())).num_plurals == 3


def test_what_a_tool_wrote_into_a_header_stays() -> None:
    known = {
        "Last-Translator": "Ana <ana@example.org>",
        "X-Generator": "Poedit 3.4",
        "PO-Revision-Date": "2026-01-02 03:04+0200",
    }
    text = 'msgid ""\nmsgstr ""\n' + "".join(f'"{name}: {value}\\n"\n' for name, value in known.items()) + "\n"
    anew = update_catalogue(finding_texts_template(), "hu", text)
    fields = polib.pofile(anew).metadata
    assert {name: fields[name] for name in known} == known
    assert (fields["Language"], fields["Plural-Forms"]) == ("hu", "nplurals=2; plural=(n != 1);")
    assert update_catalogue(finding_texts_template(), "hu", anew) == anew


@pytest.mark.parametrize(("code", "forms"), [("pl", 3), ("de", 2), ("ro", 3), ("hu", 2), ("ja", 1), ("ar", 6)])
def test_a_new_catalogue_knows_the_plural_forms_of_its_language(code: str, forms: int) -> None:
    fields = polib.pofile(update_catalogue(finding_texts_template(), code, "")).metadata
    assert fields["Plural-Forms"].startswith(f"nplurals={forms}; plural=")
    assert fields["Plural-Forms"].count(";") == 2
    chosen = c2py(fields["Plural-Forms"].partition("plural=")[2].rstrip(";"))
    category = Locale(code).plural_form
    by_form = {(chosen(number), category(number)) for number in range(1000)}
    assert sorted(form for form, _ in by_form) == list(range(forms))


def test_catalogues_and_templates_are_those_of_the_code() -> None:
    """``python -m reguli.cli.catalogue_generator`` makes them again."""
    old = {path: path.read_text(encoding="utf-8") for path in regenerate_catalogues(LOCALES) if path.is_file()}
    assert [path.name for path, text in regenerate_catalogues(LOCALES).items() if old.get(path) != text] == []


@pytest.mark.parametrize(("language", "name"), CATALOGUES)
def test_words_are_spelt_as_a_dictionary_spells_them(language: str, name: str) -> None:
    if shutil.which("hunspell") is None or not Path(f"/usr/share/hunspell/{DICTIONARIES[language]}.dic").is_file():
        pytest.skip("hunspell or its dictionary is not installed")
    letters = re.compile(r"[^\W\d_]+")
    code = {word for entry in _texts(language, name) for word in letters.findall(entry.base)} | {"reguli", "YAML"}
    texts = [
        text
        for entry in _texts(language, name)
        if not entry.context.endswith((".wrong", ".right"))
        for text in entry.forms
    ]
    words = {word for text in texts for word in letters.findall(_prose(text)) if word not in code and len(word) > 2}
    ran = subprocess.run(
        ["hunspell", "-d", DICTIONARIES[language], "-l", "-i", "utf-8"],
        input="\n".join(sorted(words)), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert sorted(set(ran.stdout.split()) - RIGHT_ALL_THE_SAME[language]) == []


def test_a_language_without_a_catalogue_is_english(tmp_path: Path) -> None:
    assert messages_of("xx", tmp_path) is ENGLISH


def _read(tmp_path: Path, text: str) -> Translation:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / MESSAGES).write_text(text, encoding="utf-8")
    return messages_of("xx", tmp_path)


ENTRY = '{flag}msgctxt "{context}"\nmsgid "{base}"\nmsgstr "{text}"\n\n'
MISSING = "there is no file {name!r}"


@pytest.mark.parametrize(
    ("flag", "base", "text"),
    [
        ("", MISSING, "nada"),  # a gap is missing
        ("", MISSING, "nada {other!r}"),  # another gap
        ("", MISSING, "nada {name"),  # a brace that is never closed
        ("", MISSING, "nada {name}"),  # a name that would be taken for a phrase
        ("#, fuzzy\n", MISSING, "nada {name!r}"),
        ("", "there was no file {name!r}", "nada {name!r}"),  # another text was translated
    ],
)
def test_what_does_not_fit_is_said_in_english(tmp_path: Path, flag: str, base: str, text: str) -> None:
    entry = ENTRY.format(flag=flag, context="Y101.message", base=base, text=text)
    translation = _read(
        tmp_path, entry + ENTRY.format(flag="", context="Y101.title", base="missing file", text="falta")
    )
    assert translation.text("Y101.message", MISSING) == MISSING
    assert translation.text("Y101.title", "missing file") == "falta"


@pytest.mark.parametrize("text", ["", "nonsense", 'msgid "never closed', "\x00", 'msgstr "alone"\nmsgstr[9] "x"'])
def test_a_damaged_catalogue_is_english(tmp_path: Path, text: str) -> None:
    assert not _read(tmp_path, text).texts


def test_phrases_fill_templates_and_names_stay() -> None:
    hungarian = _translation("hu")
    said = filled(
        "{what}: {found}, {kind}, '{name}'",
        {"what": Said("sort.list"), "found": Said("sort.nothing"), "kind": "stage", "name": "a list"},
        hungarian,
    )
    assert said == "lista: semmi, stage, 'a list'"
    players = Said("part.field", name="players", where=Said("part.game"))
    assert hungarian.say(players) == "'players' (a játék)"
    assert (
        hungarian.say(Said("list.one_of", names=joined_list(("ace", Said("sort.list"))))) == "ezek egyike: ace, lista"
    )
    assert hungarian.say("a list") == "a list"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "it holds 0 examples"),
        ("en", 1, "it holds 1 example"),
        ("en", 2, "it holds 2 examples"),
        ("hu", 1, "1 példa van benne"),
        ("hu", 2, "2 példa van benne"),
        ("ro", 0, "conține 0 exemple"),
        ("ro", 1, "conține 1 exemplu"),
        ("ro", 2, "conține 2 exemple"),
        ("ro", 19, "conține 19 exemple"),
        ("ro", 20, "conține 20 de exemple"),
        ("ro", 101, "conține 101 exemple"),
        ("ro", 120, "conține 120 de exemple"),
    ],
)
def test_a_phrase_that_counts_takes_the_form_of_its_number(language: str, count: int, said: str) -> None:
    assert _translation(language).say(Said("why.many_examples", count=count)) == said


def test_a_phrase_that_is_not_translated_is_said_in_english(tmp_path: Path) -> None:
    """Each part for itself."""
    translation = _read(
        tmp_path, ENTRY.format(flag="", context="part.bot", base="the bot '{name}'", text="el bot '{name}'")
    )
    bot = Said("part.bot", name="sane")
    assert translation.say(bot) == "el bot 'sane'"
    assert translation.say(Said("part.field", name="base", where=bot)) == "'base' of el bot 'sane'"
    assert translation.say(Said("why.many_examples", count=1)) == "it holds 1 example"
    assert translation.say(Said("why.many_examples", count=2)) == "it holds 2 examples"


def test_what_a_language_lacks_is_counted(tmp_path: Path) -> None:
    bot = ENTRY.format(flag="", context="part.bot", base="the bot '{name}'", text="el bot '{name}'")
    _read(tmp_path, bot + ENTRY.format(flag="#, fuzzy\n", context="part.game", base="the game", text="el juego"))
    missing = missing_messages("xx", tmp_path)
    assert len(missing) == len(english_messages()) - 1
    assert {"part.game", "Y101.message", "finding.remedy"} <= set(missing)
    assert "part.bot" not in missing
    assert missing_messages("en", tmp_path) == ()
    assert [missing_messages(language, LOCALES) for language in LANGUAGES] == [() for _ in LANGUAGES]


def test_quotes_stand_round_a_gap_wherever_they_open() -> None:
    template = "the game's {a} is '{b} {c}' and {d!r}, not 'x' {e}"
    assert {gap.name: gap.quoted for gap in gaps_of(template) if gap.name} == {
        "a": False,
        "b": True,
        "c": True,
        "d": True,
        "e": False,
    }


def test_every_text_of_a_told_example_is_translated() -> None:
    told = [code for code in finding_catalogue().values() if code.told]
    assert {f"{code.id}.wrong" for code in told} <= set(english_messages())


@pytest.mark.parametrize(("name", "article"), [("board", "a"), ("area", "az")])
def test_an_article_is_chosen_by_what_follows(name: str, article: str) -> None:
    said = filled(
        "{name:a} '{name}', {what:A}", {"name": name, "what": Said("part.named", name=name)}, _translation("hu")
    )
    assert said == f"{article} '{name}', {article.capitalize()}"


def test_a_sentence_asks_a_phrase_for_a_form(tmp_path: Path) -> None:
    bot = "the bot '{name}'"
    entries = [("part.bot", bot, "'{name}' bot"), ("part.bot:ban", bot, "{name:a} '{name}' botban")]
    said = _read(tmp_path, "".join(ENTRY.format(flag="", context=c, base=b, text=x) for c, b, x in entries))
    what = Said("part.bot", name="sane")
    assert filled("{what}, {what:ban}, {what:ra}", {"what": what}, said) == "'sane' bot,  'sane' botban, 'sane' bot"
    assert filled("{what}", {"what": Said("part.stage", name="x")}, said) == "the stage 'x'"


def test_a_long_text_that_changed_twice_can_be_read_again() -> None:
    """What the English was stands in quotes on one line, however long it is."""
    before = polib.pofile(str(LOCALES / "hu" / MESSAGES))
    entry = max(before, key=lambda one: len(one.msgid))
    english = entry.msgid
    assert len(english) > 200
    entry.msgid = english + " So it stood before."
    template = finding_texts_template()
    once = update_catalogue(template, "hu", str(before))
    assert update_catalogue(template, "hu", once) == once
    after = next(one for one in polib.pofile(once) if one.msgctxt == entry.msgctxt)
    assert (after.msgid, after.previous_msgid, after.fuzzy) == (english, english + " So it stood before.", True)
