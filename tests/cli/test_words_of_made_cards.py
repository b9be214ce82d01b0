"""A card that nobody laid out prints constants and tables: their names are asked for, and wordings of its headings are known."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest
from command_runs import Run


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> Path:
    """Make a game of one's own, without layouts of card and book and without a name for its constant."""
    assert reguli("new", "hill", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    home = tmp_path / "hill"
    for name in ("card.yaml", "book.yaml"):
        (home / name).unlink()
    for catalogue in home.glob("words/*/wordings.po"):
        entries = polib.pofile(str(catalogue))
        entries.remove(entries.find("constant:line_length", by="msgctxt"))
        entries.save()
    for lexicon in home.glob("words/*/lexicon.yaml"):
        lines = lexicon.read_text(encoding="utf-8").splitlines(keepends=True)
        lexicon.write_text("".join(one for one in lines if not one.startswith("  line_length:")), encoding="utf-8")
    return home


def test_what_the_card_calls_by_its_id_is_missing(reguli: Run, home: Path) -> None:
    words = ("card", str(home), "--lang", "en", "--format", "md", "--folder", str(home.parent / "out"))
    ran = reguli(*words)
    assert (ran.code, "W302" in ran.err, "'constant:line_length'" in ran.err) == (1, True, True)
    assert reguli(*words, "--draft").code == 0
    (card,) = (home.parent / "out").rglob("card.en.md")
    assert "line\\_length⟧" in card.read_text(encoding="utf-8")
    ran = reguli("words", "check", str(home), "--lang", "en")
    assert (ran.code, "'constant:line_length'" in ran.out + ran.err) == (1, True)
    assert reguli("words", "list", str(home), "--id", "constant:line_length").out.strip() == "constant:line_length"


def test_a_term_of_every_language_is_name_enough(reguli: Run, home: Path) -> None:
    terms = {
        "en": "{singular: length}",
        "ro": "{gender: f, singular: lungime, plural: lungimi}",
        "hu": "{nominative: hossz, accusative: hosszt, possessive: hossza, plural: hosszak, harmony: back}",
    }
    for code, forms in terms.items():
        lexicon = home / "words" / code / "lexicon.yaml"
        text = lexicon.read_text(encoding="utf-8")
        lexicon.write_text(text.replace("terms:\n", f"terms:\n  line_length: {forms}\n", 1), encoding="utf-8")
    ran = reguli("words", "check", str(home))
    assert "'constant:line_length'" not in ran.out + ran.err
    listed = reguli("words", "list", str(home), "--id", "constant:line_length").out
    assert listed.startswith("constant:line_length  (")


def test_an_element_without_a_noun_is_asked_for(reguli: Run, tmp_path: Path) -> None:
    assert reguli("new", "hill", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    board = tmp_path / "hill" / "components" / "board.yaml"
    board.write_text(
        f"{board.read_text('utf-8')}  tree: {{plural: trees, elements: [oak_1, diagonal], source: [T2]}}\n", "utf-8"
    )
    ran = reguli("words", "check", str(tmp_path / "hill"), "--lang", "en")
    assert ("'element:tree/oak_1'" in ran.out + ran.err, "element:tree/diagonal" in ran.out + ran.err) == (True, False)
    listed = reguli("words", "list", str(tmp_path / "hill"), "--id", "element:tree/*").out.splitlines()
    assert listed[0] == "element:tree/oak_1"
    assert listed[1].startswith("element:tree/diagonal  (")
