"""A card that nobody laid out prints constants and tables: their names are asked for, and wordings of its headings are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Run


@pytest.fixture
def home(reguli: Run, tmp_path: Path) -> Path:
    """Make a game of one's own, without layouts of card and book."""
    assert reguli("new", "hill", "--like", "tic_tac_toe", "--folder", str(tmp_path)).code == 0
    for name in ("card.yaml", "book.yaml"):
        (tmp_path / "hill" / name).unlink()
    return tmp_path / "hill"


def test_what_the_card_calls_by_its_id_is_missing(reguli: Run, home: Path) -> None:
    reguli("card", str(home), "--lang", "en", "--format", "md", "--folder", str(home.parent / "out"))
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
