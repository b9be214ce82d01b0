"""The table of a rulebook's set-up of what there is by the number of players, read off the declarations."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from cards import LOCALES, source_of

from handbook import TOP
from reguli.app.loading import bind_for_players, open_playable
from reguli.app.printing.book_sources import collect_book_source
from reguli.app.printing.product_output import write_print_order
from reguli.app.translation import open_full_workspace
from reguli.pipeline import LoadedRuleset
from reguli.publish.document.document_realisation import realise_plan
from reguli.publish.document.document_tree import DocumentSection, DocumentTable, SaidDocument, TextLine
from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.products.book_planner import plan_book
from reguli.publish.products.player_count_tables import table_by_number
from reguli.publish.products.product_registry import PrintOrder
from reguli.publish.products.reference_card import CardSource, card_plans, card_realisers, card_source, require_language
from reguli.publish.products.rulebook import realise_book
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import NOWHERE, Sources

TOYS = TOP / "tests" / "rulesets"
SAYS = {
    "en": ("Set-up", "By number of players", "Players", "Board"),
    "ro": ("Pregătirea jocului", "După numărul de jucători", "Jucători", "Planșa de joc"),
    "hu": ("Előkészületek", "A játékosok száma szerint", "Játékosok", "Játéktábla"),
}
"""By language: the heading of the section, the title of the table, what the numbers are of, a board."""


def spoken(folder: Path, code: str, players: int | None = None) -> SaidDocument:
    """Return the rulebook of a folder in a language."""
    bag = Bag()
    source = collect_book_source(LoadedRuleset(str(folder)), players, bag)
    plan = plan_book(source.material, source.layout, bag)
    assert not bag, bag.codes
    return realise_book(plan, source, require_language(code), bag, Sources())


def table_in(book: SaidDocument) -> tuple[DocumentSection[TextLine], DocumentTable[TextLine]]:
    """Find the one table by number of players, with its section."""
    titles = {title for _, title, *_ in SAYS.values()}
    ((section, table),) = (
        (section, block)
        for section in book.sections
        for block in section.blocks
        if isinstance(block, DocumentTable) and block.title.text in titles
    )
    return section, table


def rows_of(table: DocumentTable[TextLine]) -> dict[str, list[str]]:
    return {row.headings[0].text: [cell.text for cell in row.cells] for row in table.rows}


@pytest.mark.parametrize("code", SAYS)
def test_it_says_in_every_language_which_board_and_how_many_of_each(code: str) -> None:
    heading, title, number, board = SAYS[code]
    section, table = table_in(spoken(TOYS / "inns", code))
    assert (section.heading.text, table.title.text, table.corner[0].text) == (heading, title, number)
    assert [head.text for head in table.columns] == ["2", "3", "4", "5"]
    assert rows_of(table) == {
        board: ["⟦lane⟧", "⟦highway⟧", "⟦highway⟧", "⟦highway⟧"],
        "⟦monk⟧": ["3", "6", "6", "8"],
        "⟦merchant⟧": ["3", "3", "5", "6"],
        "⟦bishop⟧": ["–", "–", "1", "1"],
        "⟦palace⟧": ["–", "–", "1", "1"],
    }


def test_a_joined_board_and_cells_of_a_drawn_one() -> None:
    assert rows_of(table_in(spoken(TOYS / "moors", "en"))[1]) == {
        "Board": ["⟦glen⟧", "⟦upland⟧", "⟦upland⟧"],
        "⟦fen⟧": ["1", "–", "1"],
        "⟦peg⟧": ["6", "6", "8"],
        "⟦wain⟧": ["–", "–", "1"],
    }
    assert rows_of(table_in(spoken(TOYS / "banks", "hu"))[1]) == {"⟦field⟧ c3": ["–", "1"]}


def test_a_book_for_one_number_of_players_says_only_that() -> None:
    table = table_in(spoken(TOYS / "inns", "en", 4))[1]
    assert table.columns == ()
    assert rows_of(table) == {
        "Board": ["⟦highway⟧"], "⟦monk⟧": ["6"], "⟦merchant⟧": ["5"], "⟦bishop⟧": ["1"], "⟦palace⟧": ["1"],
    }  # fmt: skip


@pytest.mark.parametrize(("toy", "kinds"), [("inns", ["guest"]), ("moors", ["peg", "cart", "moor"])])
def test_the_sums_are_what_is_in_the_box(toy: str, kinds: list[str]) -> None:
    loaded = LoadedRuleset(str(TOYS / toy))
    assert loaded.ruleset is not None
    low, high = loaded.ruleset.players
    numbers = rows_of(table_in(spoken(TOYS / toy, "en"))[1])
    for kind in kinds:
        always = {
            one.span
            for one in loaded.ruleset.documents.kinds
            if one.id == kind
            for one in one.elements
            if one.players is None
        }
        names = {
            one.id.rpartition("_")[0] or one.id
            for one in loaded.ruleset.kinds[kind].declared.elements
            if one.span not in always
        }  # type: ignore[union-attr]
        for at, count in enumerate(range(low, high + 1)):
            printed = sum(int(numbers[f"⟦{name}⟧"][at].replace("–", "0")) for name in names)
            ruleset = loaded.ruleset_for(count)
            assert ruleset is not None
            assert len(ruleset.kinds[kind].elements) == printed + len(always)


def laid_out(folder: Path, parts: str) -> Path:
    shutil.copytree(TOYS / "inns", folder)
    said = f"sections:\n  - phase: arrival\n    parts: [I4, I5, I6, I7, I8]\n  - section: setup\n    parts: [{parts}]\n"
    (folder / "book.yaml").write_text(said, encoding="utf-8")
    return folder


def test_a_layout_says_where_it_stands_else_it_ends_the_set_up(tmp_path: Path) -> None:
    for name, parts, place in (("said", "I1, by_number, I2, I3", 1), ("silent", "I1, I2, I3", 3)):
        section, table = table_in(spoken(laid_out(tmp_path / name, parts), "en"))
        assert (section.id, section.blocks.index(table)) == ("setup", place)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_a_game_in_which_nothing_hangs_on_that_number_has_none(name: str) -> None:
    ruleset = LoadedRuleset(name).ruleset
    assert ruleset is not None
    assert (table_by_number(ruleset, None, NOWHERE) is None) is not ruleset.documents.by_players


@pytest.mark.parametrize("name", ["power_grid", "nucleum"])
def test_what_the_card_for_one_number_says_is_known_with_the_cards_for_all(name: str) -> None:
    """Words which only the card for two players needs are asked of a translator as well."""
    source = source_of(name)
    fewest, most = source.ruleset.documents.game.players
    together = _statements(source, None)
    for number in range(fewest, most + 1):
        assert _statements(source, number) <= together


def _statements(source: CardSource, players: int | None) -> set[str]:
    return {str(said.id) for plan in card_plans(source, players, Bag()) for said in find_blocks(plan, WordingStatement)}


@pytest.mark.night
@pytest.mark.parametrize("name", ["warszawa", "nucleum"])
def test_what_only_one_number_of_players_needs_is_asked_of_a_translator(name: str) -> None:
    """Two boards, or pieces that only some play with: what a card or a book for them alone says is needed."""
    loaded = open_playable(name, {})
    assert loaded.ruleset is not None
    fewest, most = loaded.ruleset.players
    together = _needed(loaded, None)
    for number in range(fewest, most + 1):
        assert _needed(loaded, number) <= together


def _needed(loaded: LoadedRuleset, players: int | None) -> set[str]:
    desk = open_full_workspace(loaded, Bag(), Sources(), players=players, codes=("en",))
    return {name for name, subject in desk.subjects.items() if subject.needed}


@pytest.mark.parametrize(
    ("players", "said"),
    [(4, False), pytest.param(3, True, marks=pytest.mark.night), pytest.param(5, False, marks=pytest.mark.night)],
)
def test_a_card_is_silent_about_pieces_that_only_others_play_with(players: int, said: bool) -> None:
    """W8: neutral buildings are there with three players only; a card for four is made, and says nothing of them."""
    loaded = open_playable("warszawa", {})
    source = card_source(bind_for_players(loaded, players), loaded.layers, LOCALES, Bag(), Sources())
    assert ("statement:W8" in _statements(source, players)) is said
    assert not list(_wrong(source, players))


def _wrong(source: CardSource, players: int) -> Iterator[str]:
    """Find what cannot be said of the cards for a number of players."""
    bag, sources = Bag(), Sources()
    languages = card_realisers(source, sources)
    for plan in card_plans(source, players, bag):
        for code in ("en", "ro", "hu"):
            realise_plan(plan, languages.tongue(require_language(code), bag), bag)
    yield from bag.codes


def test_a_sentence_written_for_all_rules_is_printed_where_only_others_use_one_of_them(tmp_path: Path) -> None:
    """N55: a row of turbines is there with four players only; what is said of all rows is not out of date with two."""
    for number in (2, 4):
        written = write_print_order(
            open_playable("nucleum", {}), PrintOrder(languages=("en",), formats=("md",), players=number), tmp_path
        )
        (card,) = written.files
        assert "As soon as a turbine has left its row, the player may use the lasting effect" in card.read_text(
            encoding="utf-8"
        )
