"""A variant that plays the phases in another order: chapters follow it, and the sentence on the order is said again, no other one."""

from __future__ import annotations

from pathlib import Path

import pytest
from rulebooks import plain, said_change, sentences

from by_day import some_by_day
from reguli.app.loading import open_playable
from reguli.app.printing.book_sources import collect_book_source
from reguli.publish.document.document_tree import StatementBlock
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.products.book_planner import plan_book
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import realise_book
from reguli.shipped_files import shipped_folder
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources

BUILD_FIRST = Path(__file__).parents[1] / "variants" / "build_first"
ORDER = ["player_order", "auction", "building", "resources", "bureaucracy"]


@pytest.mark.parametrize("code", ["ro", *(pytest.param(code, marks=pytest.mark.night) for code in ("en", "hu"))])
def test_chapters_and_sentences_follow_the_order_of_the_phases(code: str) -> None:
    bag = Bag()
    source = collect_book_source(open_playable(str(BUILD_FIRST), {}), None, bag)
    book = realise_book(plan_book(source.material, source.layout, bag), source, require_language(code), bag, Sources())
    phases = [section for section in book.sections if section.phase is not None]
    assert [section.id for section in phases] == ORDER
    assert [section.number for section in phases] == list(range(phases[0].number, phases[0].number + len(ORDER)))
    made = {
        one.label: one.line
        for section in book.sections
        for one in find_blocks(section, StatementBlock)
        if one.line.made
    }
    assert set(made) == {"P36", "P143"}  # the next phase is another one
    text = made["P36"].text.casefold()
    places = [text.index(one.heading.text.casefold()) for one in phases]
    assert places == sorted(places)


CITIES_FIRST = """variant: cities_first
of: power_grid
replace:
  ranking:
    - {by: supplied_at_end(player), order: most, source: [P159]}
    - {by: count(network(player)), order: most, source: [P161, P174]}
    - {by: player.money, order: most, source: [P160, P174]}
"""
RANKED = ("P159", "P160", "P161", "P162")
TIES = {
    "en": ("In case of a tie", "If still tied"),
    "ro": ("La egalitate", "Dacă egalitatea se menține"),
    "hu": ("Holtverseny esetén", "Ha ez sem dönt"),
}


@pytest.mark.parametrize("code", some_by_day(["en", "ro", "hu"], ["hu"]))
def test_what_breaks_ties_is_said_in_the_order_of_the_ranking(code: str, tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text(CITIES_FIRST, "utf-8")
    source = collect_book_source(open_playable(str(tmp_path), {}), None, Bag())
    book = realise_book(
        plan_book(source.material, source.layout, Bag()), source, require_language(code), Bag(), Sources()
    )
    said = [one for section in book.sections for one in find_blocks(section, StatementBlock) if one.label in RANKED]
    assert [one.label for one in said] == ["P159", "P161", "P160", "P162"]
    # The first line and who shares the victory are as they were; the lines that changed places are said again.
    assert [one.line.made for one in said] == [False, True, True, False]
    assert all(begun in one.line.text for begun, one in zip(TIES[code], said[1:3], strict=True))


@pytest.mark.parametrize("code", ["en", "ro", "hu"])
def test_how_many_plants_can_be_chosen_is_not_said_of_the_whole_market(code: str) -> None:
    book = said_change('"tables.actual_market_size[third]": 5', code)
    text = plain(sentences(book)["P150"])
    assert MOST[code] in text
    assert "5" not in plain(sentences(book)["P156"])


MOST = {
    "en": "the actual market has at most 5 power",
    "ro": "piața actuală are cel mult 5",
    "hu": "az aktuális piacon legfeljebb 5",
}


def test_of_another_order_in_a_phase_only_the_sentences_on_the_order_are_withdrawn(tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: build_forward\nof: power_grid\n", "utf-8")
    rules = (shipped_folder("rulesets") / "power_grid" / "rules" / "building.rules").read_text("utf-8")
    phase = rules[rules.index("phase building") : rules.index("# Houses never limit")]
    assert phase.count("reversed(turn_order)") == 1
    (tmp_path / "rules").mkdir()
    text = phase.replace("reversed(turn_order)", "turn_order")
    (tmp_path / "rules" / "building.rules").write_text(text, "utf-8")
    source = collect_book_source(open_playable(str(tmp_path), {}), None, Bag())
    book = realise_book(
        plan_book(source.material, source.layout, Bag()), source, require_language("en"), Bag(), Sources()
    )
    made = {one.label for section in book.sections for one in find_blocks(section, StatementBlock) if one.line.made}
    # The change is told once, at the sentence of the phase; the general one on all phases is left out.
    assert made == {"P91"}
    assert not [
        one
        for section in book.sections
        for one in find_blocks(section, StatementBlock)
        if one.label == "P37" and one.line.text
    ]
