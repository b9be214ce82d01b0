"""A variant that changes a rule: sentences written for the old one are not printed, the rules are said instead, marked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from cards import source_of

from reguli.cli.main import main
from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.products.reference_card import card_plans
from reguli.source.diagnostic import Bag

pytestmark = pytest.mark.pages

VARIANT = """variant: upside_down
of: power_grid
name: Upside down
"""
LAST_FIRST = """# Whoever has the fewest cities comes first.
procedure set_turn_order cites P41, P42, P43, P68:
    sort player in turn_order by count(network(player)), highest_plant(player) descending
"""
CARD = {
    "en": "whoever has the most cities comes first",
    "ro": "primul este cel cu cele mai multe orașe",
    "hu": "akinek a legtöbb városa van",
}
BOOK = {"en": "player with the most cities", "ro": "cele mai multe orașe", "hu": "akinek a legtöbb város"}


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    folder = tmp_path / "upside_down"
    (folder / "rules").mkdir(parents=True)
    (folder / "variant.yaml").write_text(VARIANT, encoding="utf-8")
    (folder / "rules" / "order.rules").write_text(LAST_FIRST, encoding="utf-8")
    return folder


def printed(command: str, folder: Path, tmp_path: Path, *more: str) -> Mapping[str, str]:
    """What is printed of a ruleset or a variant in each language."""
    out = tmp_path / "printed"
    assert main([command, str(folder), "--lang", "en,ro,hu", "--format", "md", "--folder", str(out), *more]) == 0
    kind = "book" if command == "book" else "card"
    return {code: (out / folder.name / f"{kind}.{code}.md").read_text(encoding="utf-8") for code in ("en", "ro", "hu")}


def test_a_card_says_the_rule_as_it_is_now(variant: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert all(CARD[code] in text for code, text in printed("card", Path("power_grid"), tmp_path).items())
    texts = printed("card", variant, tmp_path)
    for code, text in texts.items():
        assert CARD[code] not in text
    told = capsys.readouterr().err
    assert "most_cities_first" in told
    assert "auction_or_pass" not in told


def test_a_book_says_the_rule_as_it_is_now(variant: Path, tmp_path: Path) -> None:
    as_shipped = printed("book", Path("power_grid"), tmp_path)
    for code, text in printed("book", variant, tmp_path).items():
        chapter = text.split('<a id="player_order">')[1].split("<a id=")[0]
        assert BOOK[code] in as_shipped[code].split('<a id="player_order">')[1].split("<a id=")[0]
        assert BOOK[code] not in chapter


@pytest.mark.night
def test_a_value_changes_no_sentence_into_a_gloss(tmp_path: Path) -> None:
    folder = tmp_path / "dear"
    folder.mkdir()
    text = "variant: dear\nof: power_grid\nname: Dear\nset:\n  constants.start_money: 60\n  tables.house_cost[1]: 12\n"
    (folder / "variant.yaml").write_text(text, encoding="utf-8")
    for text in (*printed("card", folder, tmp_path).values(), *printed("book", folder, tmp_path).values()):
        assert "⟦" not in text


def test_every_sentence_of_the_shipped_cards_says_which_statements_it_shortens() -> None:
    source = source_of("power_grid")
    lines = [part for plan in card_plans(source, None, Bag()) for part in find_blocks(plan, WordingStatement)]
    uncited = {line.id for line in lines if line.id.startswith("card:") and not line.cites}
    # Heads of tables and what stands on plant cards name things; they state nothing.
    assert uncited == {
        *(
            "card:by_players",
            "card:setup_by_players",
            "card:resupply",
            "card:prices",
            "card:payments",
            "card:house_prices",
        ),
        *(
            "card:plant_fuel",
            "card:plant_need",
            "card:plant_powers",
            "card:plant_back",
            "card:stage_title",
            "card:stage_heading",
        ),
    }


def test_a_citation_of_no_statement_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cited"
    folder.mkdir()
    (folder / "variant.yaml").write_text("variant: cited\nof: hex\nname: Cited\nset: {}\n", encoding="utf-8")
    card = "sections:\n  - section: turns\n    parts:\n      - {say: placing, cites: [H55]}\n"
    (folder / "card.yaml").write_text(card, encoding="utf-8")
    assert main(["card", str(folder), "--format", "md", "--folder", str(tmp_path / "out")]) == 1
    told = capsys.readouterr()
    assert "card.yaml:4:15 W402" in told.out + told.err
    assert "did you mean 'H5'?" in told.out + told.err
