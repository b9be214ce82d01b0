"""A language as an installed package: German for Tic-Tac-Toe (``tests/words/german``), and packages that cannot be used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from command_runs import Ran, Run

import reguli as api
from following import searching
from reguli.cli import catalogue_generator
from reguli.words.grammar.grammar_values import DigitGrouping, Noun, NumberRange, ProperName
from reguli.words.grammar.languages import language_by_code

GERMAN = Path(__file__).parents[1] / "words" / "german"
DIGITS = DigitGrouping("\N{NO-BREAK SPACE}", 5)
NOUNS = {
    "player": Noun("player", {"singular": "Spieler", "plural": "Spieler"}, gender="m"),
    "line": Noun("line", {"singular": "Linie", "plural": "Linien"}, gender="f"),
    "square": Noun("square", {"singular": "Feld", "plural": "Felder"}, gender="n"),
    "space": Noun("space", {"singular": "Platz", "plural": "Plätze"}, gender="m"),
    "game": Noun("game", {"singular": "Spiel", "plural": "Spiele"}, gender="n", forms={"gen": "Spiels"}),
    "cost": Noun("cost", {"plural": "Kosten"}, gender="m"),
    "wine": Noun("wine", {"singular": "Wein"}, gender="m", mass=True),
    "barrel": Noun("barrel", {"singular": "Fass", "plural": "Fässer"}, gender="n"),
}
Install = Callable[..., Path]


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German is installed, and ``--lang`` decides what is spoken."""
    monkeypatch.setenv("REGULI_LANG", "")
    monkeypatch.setenv("LC_ALL", "C")
    with searching([GERMAN]):
        yield


@pytest.fixture
def own_german(tmp_path: Path) -> Iterator[Path]:
    """A copy of the package is installed; give the folder of its files."""
    shutil.copytree(GERMAN, tmp_path / "site", ignore=shutil.ignore_patterns("__pycache__"))
    known = {name: sys.modules.pop(name) for name in list(sys.modules) if name == "reguli_german"}
    with searching([tmp_path / "site"]):
        yield tmp_path / "site" / "reguli_german" / "locales" / "de"
    sys.modules.pop("reguli_german", None)
    sys.modules.update(known)


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install a package with one module and these lines of entry points."""
    with ExitStack() as stack:

        def made(lines: str, module: str = "", name: str = "reguli_odd") -> Path:
            site = tmp_path / "site"
            info = site / f"{name}-1.dist-info"
            info.mkdir(parents=True)
            (info / "entry_points.txt").write_text(f"[reguli.languages]\n{lines}\n", encoding="utf-8")
            (site / f"{name}.py").write_text(module, encoding="utf-8")
            stack.enter_context(searching([site]))
            stack.callback(sys.modules.pop, name, None)
            return site

        yield made


def _findings(ran: Ran, code: str) -> list[str]:
    return [line for line in ran.err.splitlines() if f" {code} " in f" {line}"]


# -- German --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("noun", "forms", "said"),
    [
        ("player", "", "Spieler"), ("player", "the acc", "den Spieler"), ("player", "the dat", "dem Spieler"), ("player", "the gen", "des Spielers"),
        ("player", "many", "Spieler"), ("player", "many dat", "Spielern"), ("player", "the many gen", "der Spieler"), ("player", "a gen", "eines Spielers"),
        ("line", "the", "die Linie"), ("line", "a dat", "einer Linie"), ("line", "the gen", "der Linie"), ("line", "the many dat", "den Linien"),
        ("square", "the", "das Feld"), ("square", "a", "ein Feld"), ("square", "gen", "Feldes"), ("square", "many dat", "Feldern"), ("square", "each", "jedes Feld"),
        ("space", "the gen", "des Platzes"), ("space", "a acc", "einen Platz"), ("space", "the many", "die Plätze"), ("space", "many dat", "Plätzen"),
        ("game", "the gen", "des Spiels"), ("cost", "the", "die Kosten"), ("cost", "the many gen", "der Kosten"), ("line", "a many", "Linien"),
        ("line", "each many", None), ("wine", "many", None),
    ],
)  # fmt: skip
def test_nouns_have_gender_case_and_number(german: None, noun: str, forms: str, said: str | None) -> None:
    language = language_by_code("de")
    assert language is not None
    assert language.noun_form(NOUNS[noun], frozenset(forms.split())) == said


@pytest.mark.parametrize(
    ("count", "noun", "forms", "said"),
    [
        (1, "square", "", "1 Feld"), (9, "square", "dat", "9 Feldern"), (0, "line", "", "0 Linien"), (12345, "square", "", "12 345 Felder"),
        (NumberRange(1, 3), "square", "", "1–3 Felder"), (3, "line", "the dat", "den 3 Linien"), (5, "line", "label", "Linie 5"), (3, "line", "ord", "3. Linie"),
        (1, "line", "words", "eine Linie"), (1, "player", "words acc", "einen Spieler"), (21, "square", "words", "einundzwanzig Felder"), (2, "wine", "", None),
    ],
)  # fmt: skip
def test_numbers_stand_with_their_nouns(
    german: None, count: int | NumberRange, noun: str, forms: str, said: str | None
) -> None:
    language = language_by_code("de")
    assert language is not None
    found = language.counted(count, NOUNS[noun], frozenset(forms.split()), DIGITS)
    assert (found and found.replace("\N{NO-BREAK SPACE}", " ")) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "null"), (1, "eins"), (12, "zwölf"), (16, "sechzehn"), (17, "siebzehn"), (21, "einundzwanzig"), (30, "dreißig"), (77, "siebenundsiebzig"),
        (100, "einhundert"), (101, "einhunderteins"), (342, "dreihundertzweiundvierzig"), (1001, "eintausendeins"), (21000, "einundzwanzigtausend"),
        (999_999, "neunhundertneunundneunzigtausendneunhundertneunundneunzig"), (1_000_000, None),
    ],
)  # fmt: skip
def test_numbers_are_spelled(german: None, number: int, said: str | None) -> None:
    language = language_by_code("de")
    assert language is not None
    assert language.number_form(number, frozenset({"words"}), DIGITS) == said
    assert said in (None, "eins") or language.states_number(said)


def test_names_units_and_words_that_are_no_numbers(german: None) -> None:
    language = language_by_code("de")
    assert language is not None
    names = [language.name_form(ProperName(name), frozenset({"gen"})) for name in ("Anna", "Max", "Hans")]
    assert names == ["Annas", "Max’", "Hans’"]
    assert (
        language.counted(3, language.with_unit(NOUNS["barrel"], NOUNS["wine"]), frozenset(), DIGITS)
        == "3\u00a0Fässer Wein"
    )
    assert [word for word in ("einzig", "winzig", "einer", "acht", "beiden", "dritte") if language.states_number(word)] == [
        "acht", "beiden", "dritte",
    ]  # fmt: skip


CARD = """\
Der Spielplan ist ein quadratisches Raster aus 9 Feldern.
Jeder Spieler hat eigene Zeichen, zum Beispiel Kreuze oder Kreise. Auf ein Feld passt höchstens 1 Zeichen, und die Zeichen bleiben, wo sie gesetzt wurden.
Es beginnt der Startspieler, der durch Absprache oder durch das Los bestimmt wird.
3 Zeichen eines Spielers, die ohne Lücke nebeneinander in einer Zeile, einer Spalte oder einer Diagonale stehen, bilden eine Linie.
Ist der Spielplan voll und gibt es keine Linie, gewinnt niemand.
"""
BOOK = """\
Das Spiel ist für 2 Spieler, die gegeneinander spielen.
Ann hat Zeichen auf a1, c1, c2 und a3, Ben auf b1, a2, b2 und c3. Ein Feld ist noch frei, und Ann ist am Zug.
Die Stellung zu Beginn der Beispiele in Kapitel 3.
Version 1.0.0 der Regeln
Allgemein bekannte Regeln des Spiels, gemeinfrei
"""


@pytest.mark.pages
@pytest.mark.parametrize(("product", "said"), [("card", CARD), ("book", BOOK)])
def test_card_and_book_are_printed_without_findings(
    reguli: Run, tmp_path: Path, german: None, product: str, said: str
) -> None:
    ran = reguli(product, "tic_tac_toe", "--lang", "de", "--format", "md,html", "--folder", str(tmp_path))
    assert ran.code == 0
    assert "keine Befunde" in ran.err
    assert not _findings(ran, "W590")
    assert not _findings(ran, "W591")
    for form in ("md", "html"):
        assert (tmp_path / "tic_tac_toe" / f"{product}.de.{form}").is_file()
    page = (
        (tmp_path / "tic_tac_toe" / f"{product}.de.md").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    )
    assert [line for line in said.splitlines() if line not in page] == []
    assert "⟦" not in page


def test_the_wordings_stand_the_checks_and_change_no_other_language(reguli: Run, german: None) -> None:
    ran = reguli("words", "check", "tic_tac_toe", "--lang", "de")
    assert (ran.code, ran.out) == (0, "")
    ran = reguli("words", "check", "tic_tac_toe")
    assert (ran.code, "W31" in ran.out) == (0, False)
    status = reguli("words", "status", "tic_tac_toe").out
    assert [line.split()[:3] for line in status.splitlines() if line.startswith("Deutsch ")] == [
        ["Deutsch", "23", "23"]
    ]


def test_commands_speak_it_and_say_the_rest_in_english(reguli: Run, german: None) -> None:
    assert reguli("--help", "--lang", "de").out.startswith("Aufruf: reguli BEFEHL ...")
    asked = reguli("check", "tic_tac_to", "--lang", "de")
    assert asked.code == 2
    assert "X101 es gibt kein Regelwerk 'tic_tac_to'" in asked.err
    assert "erwartet: the name of a shipped ruleset" in asked.err
    assert "ist 'tic_tac_toe' gemeint?" in asked.err
    traced = reguli("trace", "tic_tac_toe", "line_length", "--lang", "de").out
    assert "bilden eine Linie." in traced


def test_it_is_listed_and_suggested(reguli: Run, german: None) -> None:
    for words in (("--help",), ("list", "--help"), ("card", "--help")):
        assert "from installed packages: de" in " ".join(reguli(*words).out.split())
    for words in (
        ("--lang", "dee", "list"),
        ("list", "--lang", "dee"),
        ("words", "status", "tic_tac_toe", "--lang", "dee"),
    ):
        ran = reguli(*words)
        assert (ran.code, "W501" in ran.err, "did you mean 'de'?" in ran.err) == (2, True, True), words
        assert "one of: en, ro, hu, de" in ran.err


def test_a_move_is_refused_in_it(reguli: Run, tmp_path: Path, german: None) -> None:
    save = tmp_path / "game.json"
    assert reguli("play", "tic_tac_toe", "--save", str(save), typed="place a1\nquit\n").code in (0, 1)
    ran = reguli("why", str(save), "place a1", "--lang", "de")
    assert "Das Feld a1 ist schon besetzt." in ran.out
    (reason,) = json.loads(reguli("why", str(save), "place a1", "--json").out)["reasons"]
    assert reason["said"]["de"] == "Das Feld a1 ist schon besetzt."


def test_a_program_uses_it(german: None) -> None:
    game = api.load("tic_tac_toe")
    assert "Der Spielplan" in game.card(language="de").text
    assert game.words("de").findings == ()


def test_catalogues_are_written_into_the_package(reguli: Run, own_german: Path) -> None:
    assert reguli("words", "update", "tic_tac_toe", "--lang", "de").code in (0, 1)
    updated = (own_german / "tic_tac_toe.po").read_text(encoding="utf-8")
    assert "#. forms: [square] Feld, [square:the] das Feld" in updated
    assert 'msgstr "Spielablauf"' in updated
    (own_german / "messages.po").unlink()
    assert catalogue_generator.main(["de"]) == 0
    assert 'msgid "no findings"\nmsgstr "keine Befunde"' in (own_german / "command.po").read_text(encoding="utf-8")
    assert 'msgctxt "W590.message"' in (own_german / "messages.po").read_text(encoding="utf-8")
    assert catalogue_generator.main(["xx"]) == 2


# -- what a package lacks ------------------------------------------------------------------------------------------


def test_a_package_without_the_texts_of_the_tool_is_spoken_in_english(reguli: Run, own_german: Path) -> None:
    (own_german / "command.po").unlink()
    (own_german / "messages.po").unlink()
    ran = reguli("list", "--lang", "de")
    assert (ran.code, len(_findings(ran, "W591"))) == (0, 1)
    assert "lacks command.po, messages.po" in ran.err
    assert ran.out == reguli("list").out


@pytest.mark.parametrize(
    ("file", "change", "finding"),
    [
        ("tic_tac_toe.po", None, "W336"),
        ("tic_tac_toe.po", ('msgstr "Spielablauf"', 'msgstr ""'), "W302"),
        ("interface.po", None, "Y101"),
        ("style.yaml", None, "Y101"),
        ("style.yaml", ("language: de", "language: deu"), "W104"),
        ("lexicon.yaml", None, "Y101"),
        ("tic_tac_toe.lexicon.yaml", None, "W202"),
    ],
)
def test_a_file_that_is_missing_or_unfinished_is_a_finding(
    reguli: Run, own_german: Path, file: str, change: tuple[str, str] | None, finding: str
) -> None:
    path, folder = own_german / file, str(own_german / "printed")
    if change is None:
        path.unlink()
    else:
        text = path.read_text(encoding="utf-8")
        assert change[0] in text
        path.write_text(text.replace(*change), encoding="utf-8")
    ran = reguli("card", "tic_tac_toe", "--lang", "de", "--format", "md", "--folder", folder)
    assert ran.code == 1
    assert _findings(ran, finding)
    assert reguli("card", "tic_tac_toe", "--lang", "ro", "--format", "md", "--folder", folder).code == 0


FILES = ("tic_tac_toe.po", "tic_tac_toe.lexicon.yaml", "lexicon.yaml", "style.yaml", "senses.yaml")
TEXTS = ("", "msgid\n", ": [\n")
"""By day each file has one of them, and the catalogue and the lexicon have all."""


@pytest.mark.parametrize(
    ("file", "text"),
    [
        pytest.param(file, text, marks=[pytest.mark.night] * (at > 1 and number != at % 3))
        for at, file in enumerate(FILES)
        for number, text in enumerate(TEXTS)
    ],
)
def test_a_damaged_file_is_no_finding_of_another_language(reguli: Run, own_german: Path, file: str, text: str) -> None:
    orders = [("words", part, "tic_tac_toe", "--lang", "ro") for part in ("check", "status", "preview")]
    orders += [("card", "tic_tac_toe", "--lang", "ro", "--format", "md", "--folder", str(own_german))]
    before = [reguli(*order) for order in orders]
    (own_german / file).write_text(text, encoding="utf-8")
    assert [reguli(*order) for order in orders] == before


def test_a_game_without_german_words_is_as_it_was(reguli: Run, tmp_path: Path, german: None) -> None:
    game = tmp_path / "game"
    shutil.copytree(Path(api.__file__).parents[2] / "rulesets" / "hex", game)
    (game / "card.yaml").unlink()
    orders = [("words", part, str(game)) for part in ("check", "status", "list")]
    orders += [
        ("check", str(game)),
        ("card", str(game), "--product", "glossary", "--lang", "ro", "--json", "--folder", str(tmp_path)),
    ]
    with_german = [reguli(*order) for order in orders]
    printed = (tmp_path / "hex" / "glossary.ro.md").read_text(encoding="utf-8")
    with searching([], without=[GERMAN]):
        assert [reguli(*order) for order in orders] == with_german
    assert (tmp_path / "hex" / "glossary.ro.md").read_text(encoding="utf-8") == printed
    assert reguli("words", "update", str(game)).code == 0
    assert sorted(path.name for path in (game / "words").iterdir()) == ["en", "hu", "ro"]


# -- packages that cannot be used ----------------------------------------------------------------------------------


VALUE = """
from dataclasses import replace
from pathlib import Path
from reguli.words.grammar.en import ENGLISH
(Path(__file__).parent / "xx").mkdir(exist_ok=True)
ODD = replace(ENGLISH, code="xx", locales=Path(__file__).parent)
"""
ODD = "xx = reguli_odd:ODD"


@pytest.mark.parametrize(
    ("lines", "module", "why"),
    [
        ("xx = reguli_nowhere:ODD", "", "ModuleNotFoundError: No module named 'reguli_nowhere'"),
        (ODD, "", "AttributeError: module 'reguli_odd' has no attribute 'ODD'"),
        (ODD, "\nraise RuntimeError('no good')", "RuntimeError: no good"),
        (ODD, "raise SystemExit(4)", "SystemExit: 4"),
        (ODD, "def odd(:\n", "SyntaxError: "),
        (ODD, "ODD = 1", "a value of the class int, not of Language"),
        (ODD, VALUE.replace('code="xx"', 'code="yy"'), "the code of its language is 'yy'"),
        (ODD, VALUE.replace("locales=Path(__file__).parent", "locales=None"), "there is no folder None/xx"),
        (ODD, VALUE.replace("locales=Path(__file__).parent", "locales=Path('/nowhere')"), "there is no folder /nowhere/xx"),
        (ODD, VALUE.replace('"xx", loc', '"xx", noun_form=None, loc'), "its noun_form is no function"),
        ("ro = reguli_odd:ODD", VALUE, "there is a language ro already"),
        ("xx", "", "Empty module name"),
        ("../xx = reguli_odd:ODD", VALUE.replace('code="xx"', 'code="../xx"'), "the code of its language is '../xx'"),
    ],
)  # fmt: skip
def test_a_package_that_cannot_be_used_is_one_finding(
    reguli: Run, install: Install, lines: str, module: str, why: str
) -> None:
    plain = [reguli("words", "check", "tic_tac_toe"), reguli("trace", "tic_tac_toe", "line_length", "--lang", "ro")]
    site = install(lines, module)
    listed, other = (
        reguli("words", "check", "tic_tac_toe"),
        reguli("trace", "tic_tac_toe", "line_length", "--lang", "ro"),
    )
    (found,) = _findings(listed, "W590")
    assert why in found
    assert found.startswith(f"{site}/reguli_odd-1.dist-info/entry_points.txt")
    assert (listed.code, listed.out) == (plain[0].code, plain[0].out)
    assert (other.code, other.out) == (plain[1].code, plain[1].out)


def test_the_language_of_such_a_package_is_refused_with_the_same_finding(reguli: Run, install: Install) -> None:
    site = install(ODD, "\nraise RuntimeError('no good')")
    for words in (("card", "tic_tac_toe"), ("words", "status", "tic_tac_toe"), ("list",)):
        ran = reguli(*words, "--lang", "xx")
        assert (ran.code, len(_findings(ran, "W590"))) == (1, 1), ran.err
        assert f"{site}/reguli_odd.py:2:1: it fails here" in ran.err
        assert "W501" not in ran.err
    with pytest.raises(api.Findings, match="W590"):
        api.load("tic_tac_toe").words("xx")


def test_the_first_of_two_packages_with_one_code_is_used(reguli: Run, german: None, install: Install) -> None:
    install("de = reguli_odd:ODD", VALUE.replace("xx", "de").replace("ENGLISH, ", "ENGLISH, name='Second', "))
    ran = reguli("words", "status", "tic_tac_toe", "--lang", "de")
    assert [name for name in ("Deutsch", "Second") if name in ran.out] == ["Second"]
    assert len(_findings(ran, "W590")) == 1


# -- what is loaded ------------------------------------------------------------------------------------------------


def _modules(*words: str, folder: Path | None = None, site: Path = GERMAN) -> set[str]:
    """Run a command in a process of its own and return the modules that it loaded."""
    code = "import sys; from reguli.cli.main import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site), "REGULI_LANG": ""},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(ran.stderr.splitlines()[-1].split())


@pytest.mark.night
@pytest.mark.parametrize("words", [("list",), ("check", "tic_tac_toe"), ("list", "--lang", "ro"), ("--version",)])
def test_no_package_is_loaded_before_its_language_is_asked_for(words: tuple[str, ...]) -> None:
    loaded = _modules(*words)
    assert not {"reguli_german", "reguli.words.grammar.hu_nouns", "reguli.words.grammar.en"} & loaded
    assert words == ("--version",) or "importlib.metadata" not in loaded


def test_help_loads_no_metadata_where_no_package_names_a_language(tmp_path: Path) -> None:
    assert "importlib.metadata" not in _modules("--help", site=tmp_path)


def test_nothing_in_the_current_folder_is_loaded(tmp_path: Path) -> None:
    """A ruleset that somebody sent may bring metadata of a package; Python itself has the current folder on its path."""
    (tmp_path / "evil-1.dist-info").mkdir()
    (tmp_path / "evil-1.dist-info" / "entry_points.txt").write_text("[reguli.languages]\nxx = evil:ODD\n", "utf-8")
    (tmp_path / "evil.py").write_text("open('ran', 'w')", encoding="utf-8")
    for site in (Path(), tmp_path):
        assert "evil" not in _modules("list", "--lang", "xx", folder=tmp_path, site=site)
        assert "evil" not in _modules("--help", folder=tmp_path, site=site)
    assert not (tmp_path / "ran").exists()
