"""The language that CONTRIBUTING.md adds, as a package beside the project, with all the words that the page leaves out."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from realisers import general

from following import install
from handbook import section_of
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.catalogue.wording_catalogue import open_catalogue

CODE = "eo"
LOCALES = shipped_folder("locales")
FORMS = {"many", "acc", "label", "ord"}
GAME = "game"
CARD = ("card", f"./{GAME}", "--lang", CODE, "--format", "md")
PROGRAM = "import sys; from reguli.cli.main import main; sys.exit(main())"


def _said(wording: str) -> str:
    """Make up a wording from the English one: its own words changed, its placeholders in the forms of the language."""

    def placed(found: re.Match[str]) -> str:
        name, _, forms = found.group(1).partition(":")
        kept = " ".join(form for form in forms.split() if form in FORMS)
        return f"[{name}:{kept}]" if kept else f"[{name}]"

    without_articles = re.sub(r"\[[Aa]/[Aa]n\] ?", "", wording)
    own_words = re.sub(r"(?<![\[\w.:])[A-Za-z]+(?![^\[]*\])", r"\g<0>o", without_articles)
    return re.sub(r"\[([^\]\[?|]*)\]", placed, own_words)


def _rest_of_the_words(folder: Path) -> None:
    """Add what the page leaves out: every other term, and every other wording that all cards share."""
    lexicon = folder / "lexicon.yaml"
    shown = lexicon.read_text(encoding="utf-8")
    terms = (term for term in general("en").lexicon.terms if f"  {term}:" not in shown)
    rest = "".join(f"  {term}: {{singular: {term.replace('_', '')}o}}\n" for term in terms)
    lexicon.write_text(shown.replace("avoid:", f"{rest}avoid:"), encoding="utf-8")
    path = folder / "interface.po"
    entries = open_catalogue("en", "interface", LOCALES, Bag(), Sources(), authored=True).entries.values()
    known = set(re.findall(r'^msgctxt "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE))
    with path.open("a", encoding="utf-8") as stream:
        for entry in entries:
            if entry.id not in known:
                stream.write(f'\nmsgctxt "{entry.id}"\nmsgid "{entry.base}"\nmsgstr "{_said(entry.base)}"\n')


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Follow the page beside a game without sentences of its own: its card is the one every game has before it gets a layout."""
    top = tmp_path_factory.mktemp("project")
    for part in section_of("CONTRIBUTING.md", "Add a language"):
        if part.info:
            path = top / part.info[0]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(part.text, encoding="utf-8")
    install(top / "eo")
    _rest_of_the_words(top / "eo" / "reguli_eo" / "locales" / CODE)
    shutil.copytree(shipped_folder("rulesets") / "tic_tac_toe", top / GAME)
    for layout in ("card.yaml", "book.yaml"):
        (top / GAME / layout).unlink()
    return top


def _run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(project / "eo"),
        "REGULI_LANG": "en",
        "PYTHONIOENCODING": "utf-8",
    }
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        cwd=project,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.pages
def test_a_card_is_printed_in_the_new_language(project: Path) -> None:
    ran = _run(project, *CARD)
    # What it calls by its id is told of; the card is there all the same.
    assert (ran.returncode, ran.stdout) == (1, "generated_docs/tic_tac_toe/card.eo.md\n"), ran.stderr
    assert "W336" in ran.stderr
    card = (project / ran.stdout.strip()).read_text(encoding="utf-8").replace("\u00a0", " ")
    for line in (
        "Referenca karto, 2 ludantoj",
        "## La rundo",
        "Fazo 1",
        "## Gajninto",
        "## Nombroj",
        "Neoficiala karto",
    ):
        assert line in card


def test_the_only_findings_are_wordings_that_the_game_has_not_yet(project: Path) -> None:
    ran = _run(project, "words", "check", f"./{GAME}", "--lang", CODE, "--json")
    found = json.loads(ran.stdout)["findings"]
    assert {finding["code"] for finding in found} <= {"W302", "W313"}, ran.stdout


def test_translators_of_a_language_without_templates_are_told_the_rules_in_another(project: Path) -> None:
    """The catalogue of a shipped game lies in the package."""
    _run(project, "words", "update", "hex", "--lang", CODE)
    made = (project / "eo" / "reguli_eo" / "locales" / CODE / "hex.po").read_text(encoding="utf-8")
    notes = [line for line in made.splitlines() if line.startswith("#. rule: ")]
    assert "#. rule: The board size is 11." in notes
    assert not [line for line in notes if "⟦" in line]


def test_numbers_and_nouns_are_said_by_the_grammar_of_the_page(project: Path) -> None:
    said = """
from reguli_eo import ESPERANTO as eo
from reguli.words.grammar.grammar_values import DigitGrouping, Noun, NumberRange
karto = Noun("card", {"singular": "karto"})
for count, forms in ((1, ()), (2, ()), (3, ("acc",)), (5, ("ord",)), (NumberRange(1, 8), ("label",))):
    print(eo.counted(count, karto, frozenset(forms), DigitGrouping("", 9)).replace(chr(160), " "), end="|")
print(eo.noun_form(eo.with_unit(Noun("token", {"singular": "disko"}), karto), frozenset({"many", "acc"})))
"""
    ran = subprocess.run(
        [sys.executable, "-c", said],
        env={**os.environ, "PYTHONPATH": str(project / "eo"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert ran.stdout == "1 karto|2 kartoj|3 kartojn|5-a karto|karto 1–8|diskojn da karto\n"
