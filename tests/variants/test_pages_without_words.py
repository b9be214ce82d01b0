"""A variant prints without a word of its own, and an update of its catalogues leaves every printed page as it was."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

import reguli
from by_day import some_by_day
from court_variant import NO_COURT
from reguli.cli.main import main

LANGUAGES = ("en", "ro", "hu")
HERE = Path(__file__).parent


@cache
def _base_pages() -> dict[str, tuple[str, tuple[str, ...]]]:
    return _pages("power_grid")


def _pages(folder: str | Path) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the text of the card in each language, and the statements whose rules are printed for want of a sentence."""
    ruleset = reguli.load(folder)
    printed = {code: ruleset.card(language=code) for code in LANGUAGES}
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
    pages, base = _pages(wordless), _base_pages()
    for code, number, unit in (("en", "20", "Elektro"), ("ro", "20 de", "Elektro"), ("hu", "20", "elektró")):
        page, ruled = pages[code]
        assert ("loan.L1" in ruled) == (code != "en")  # its own text is English
        new = "\n".join(
            line.replace("\xa0", " ") for line in page.splitlines() if line not in base[code][0].splitlines()
        )
        assert f"{number} {unit}".casefold() in new.casefold(), code
        assert "⟦" not in new, code


@pytest.mark.night
@pytest.mark.parametrize(
    "name", some_by_day(["loan", "wordless", "free_house", "gas", "build_first"], ["wordless", "build_first"])
)
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


def _variant(folder: Path, text: str, rules: str = "") -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(
        f"variant: {folder.name}\nof: power_grid\nname: Other\n{text}", encoding="utf-8"
    )
    if rules:
        (folder / "rules" / "more.rules").write_text(rules, encoding="utf-8")
    return folder


NEW_PHASE = """replace: {round: [player_order, grant, auction, resources, building, bureaucracy]}
add: {rules: [grant]}
"""
GRANT = "phase grant:\n    for player in players:\n        move 1 from bank to player.money\n"


@pytest.mark.parametrize(
    ("what", "codes"),
    [("card", LANGUAGES), ("book", ("hu",)), pytest.param("book", ("en", "ro"), marks=pytest.mark.night)],
)
@pytest.mark.parametrize(
    ("text", "rules", "printed"),
    [
        ("add: {options: {evening: {switch: true}}}\n", "", {"book": "evening"}),
        (NEW_PHASE, GRANT, {"book": "grant", "card": "grant"}),
    ],
)
def test_what_nobody_has_named_is_printed_by_its_id(  # noqa: PLR0917 - parameters of the case, then fixtures
    what: str,
    codes: tuple[str, ...],
    text: str,
    rules: str,
    printed: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = _variant(tmp_path / "other", text, rules)
    """By day the book, which is long, is printed in one language."""
    code = main([what, str(folder), "--lang", ",".join(codes), "--format", "md", "--folder", str(tmp_path / "out")])
    said = "".join(capsys.readouterr())
    for language in codes:
        page = (tmp_path / "out" / "other" / f"{what}.{language}.md").read_text(encoding="utf-8")
        assert printed.get(what, "") in page.casefold()
    assert said.count("W323") == (len(codes) if what in printed else 0)
    assert code == (1 if what in printed else 0)


@pytest.mark.parametrize("code", some_by_day(LANGUAGES, ["hu"]))
def test_statements_that_a_variant_removes_are_left_out_of_a_layout(code: str, tmp_path: Path) -> None:
    """One layout serves all languages."""
    path = tmp_path / "no_court.yaml"
    path.write_text(NO_COURT, encoding="utf-8")
    day = {"en": "king’s day", "ro": "regelui", "hu": "királynap"}[code]
    base, card = (reguli.load(name).card(language=code).text.splitlines() for name in ("nucleum", path))
    named = [line for line in base if day in line.casefold()]
    assert named
    assert not [line for line in named if line in card]


def test_a_line_of_the_ranking_is_worded_beside_it(tmp_path: Path) -> None:
    lines = (
        "replace:\n  ranking:\n    lines:\n"
        "      - {by: supplied_at_end(player), order: most, source: [P159]}\n"
        "      - {by: player.money - start_money, order: most, source: [P160, P161, P174, V1],\n"
        "         says: {en: 'whoever has earned the most beyond [start_money elektro]'}}\n"
        "add: {statements: {V1: {statement: Only what was earned counts., state: specified}}}\n"
    )
    card = reguli.load(_variant(tmp_path / "other", lines)).card(language="en").text.replace("\xa0", " ")
    assert "2. whoever has earned the most beyond 50 Elektro" in card


def test_a_sentence_of_a_rule_without_a_statement_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = GRANT.replace(":\n", ':\n    says en "Everyone gets 1."\n', 1)
    assert main(["check", str(_variant(tmp_path / "other", NEW_PHASE, rules))]) == 1
    assert "more.rules:2:5 W331" in capsys.readouterr().out
