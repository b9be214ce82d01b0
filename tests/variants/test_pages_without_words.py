"""A variant prints without a word of its own, and an update of its catalogues leaves every printed page as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import reguli

LANGUAGES = ("en", "ro", "hu")
HERE = Path(__file__).parent


def _pages(folder: str | Path) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the text of the card in each language, and the statements whose rules are printed for want of a sentence."""
    printed = {code: reguli.load(folder).card(language=code) for code in LANGUAGES}
    return {code: (card.text, card.written.overtaken) for code, card in printed.items()}


@pytest.fixture
def wordless(tmp_path: Path) -> Path:
    """Copy the variant with loans without the sentence that its author typed."""
    folder = tmp_path / "loan"
    shutil.copytree(HERE / "loan", folder)
    inventory = folder / "inventory.yaml"
    inventory.write_text(inventory.read_text(encoding="utf-8").partition("  says:")[0], encoding="utf-8")
    assert "says" not in inventory.read_text(encoding="utf-8")
    return folder


def test_a_new_rule_prints_in_every_language_without_words(wordless: Path) -> None:
    pages, base = _pages(wordless), _pages("power_grid")
    for code, number, unit in (("en", "20", "Elektro"), ("ro", "20 de", "Elektro"), ("hu", "20", "elektró")):
        page, ruled = pages[code]
        assert "loan.L1" in ruled
        new = "\n".join(
            line.replace("\xa0", " ") for line in page.splitlines() if line not in base[code][0].splitlines()
        )
        assert f"{number} {unit}".casefold() in new.casefold(), code
        assert "⟦" not in new, code


@pytest.mark.parametrize("name", ["loan", "wordless", "free_house", "gas", "build_first"])
def test_an_update_of_the_catalogues_leaves_the_pages_as_they_were(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / name
    if name == "wordless":
        folder = request.getfixturevalue("wordless")
    else:
        shutil.copytree(HERE / name, folder)
    before = _pages(folder)
    updated = reguli.load(folder).words().update()
    assert any(one.new for one in updated)
    assert _pages(folder) == before


def test_a_sentence_asks_for_one_entry(wordless: Path) -> None:
    reguli.load(wordless).words().update()
    for code in LANGUAGES:
        catalogue = (wordless / "words" / code / "wordings.po").read_text(encoding="utf-8")
        asked = [line.split('"')[1] for line in catalogue.splitlines() if line.startswith("msgctxt")]
        assert asked.count("statement:loan.L1") == 1
        assert not [name for name in asked if name.endswith("@card")]
