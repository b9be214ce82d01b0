"""Change sheets: every value, rule and sentence that differs, before and after, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import pytest
from cards import CODES, ruleset_of
from rulebooks import Page, book_source_of, changed_source

from by_day import some_by_day
from court_variant import NO_COURT
from reguli.app.loading import open_playable
from reguli.app.printing.book_sources import collect_book_source
from reguli.publish.document.document_realisation import realise_plan, render_book
from reguli.publish.document.document_tree import (
    ChangeEntry,
    ChangeListBlock,
    DocumentSection,
    ProductDocument,
    SaidDocument,
    TextLine,
    split_text_runs,
)
from reguli.publish.document.inline_nodes import LiteralValue, find_blocks
from reguli.publish.products.book_planner import ExecutedExample
from reguli.publish.products.card_faces import PieceFace, changed_faces, face_difference
from reguli.publish.products.change_sheet import (
    UNNAMED,
    change_sheet_document,
    compare_variant_rules,
    list_ruleset_values,
    tables_with_headings,
    write_changes,
)
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import BookSource
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.translation.translation_workspace import open_ruleset_realiser

pytestmark = pytest.mark.pages

REBATE = Path(__file__).parents[1] / "variants" / "rebate"
CHANGE = '"tables.max_plants[4]": 5, "constants.start_money": 60, "card.plant_3.need": 1'


def _compared() -> tuple[BookSource, BookSource]:
    return book_source_of("power_grid"), changed_source(CHANGE)


def _lines(sheet: SaidDocument, part: str) -> tuple[ChangeEntry[TextLine], ...]:
    (section,) = (one for one in sheet.sections if one.id == part)
    return tuple(find_blocks(section, ChangeEntry))


@cache
def _sheet(code: str) -> SaidDocument:
    bag = Bag()
    sheet = change_sheet_document(_compared(), require_language(code), bag, Sources())
    assert not bag, bag.codes
    return sheet


def _text(sheet: SaidDocument, form: str) -> str:
    ((_, text),) = render_book(sheet, form, "reguli book", stem="changes")
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_values_stand_before_and_after(code: str) -> None:
    found = {
        line.label: (line.before and line.before.text, line.after and line.after.text)
        for line in _lines(_sheet(code), "values")
    }
    assert found == {
        "constants.start_money": ("50", "60"),
        "tables.max_plants[4]": ("3", "5"),
        "card.plant_3.need": ("2", "1"),
    }


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_only_the_sentences_that_differ_are_listed(code: str) -> None:
    lines = {line.label: line for line in _lines(_sheet(code), "sentences") if line.before and line.after}
    assert {label for label in lines if label.startswith("P")} == {"P16", "P60", "P169"}
    assert all(line.before != line.after for line in lines.values())
    assert "60" in lines["P16"].after.text  # type: ignore[union-attr] # it has one, as chosen above
    assert _lines(_sheet(code), "rules") == ()


def test_nothing_changed_is_nothing_listed() -> None:
    source = book_source_of("power_grid")
    changes = compare_variant_rules(source.material.ruleset, source.material.ruleset)
    assert changes.values == changes.rules == ()


def test_a_changed_rule_is_said_before_and_after_and_its_old_sentences_are_named(tmp_path: Path) -> None:
    base = book_source_of("power_grid")
    (tmp_path / "variant.yaml").write_text("variant: other\nof: power_grid\nname: Power Grid\n", "utf-8")
    rules = (Path(base.places.rulesets[0]) / "rules" / "resources.rules").read_text("utf-8")
    phase = rules[rules.index("phase resources") : rules.index("# The cheapest")]
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "resources.rules").write_text(phase.replace("reversed(turn_order)", "turn_order"), "utf-8")
    ruleset = ruleset_of("power_grid", {}, tmp_path)
    changes = compare_variant_rules(base.material.ruleset, ruleset)
    assert [rule.label for rule in changes.rules] == ["rule:resources"]
    assert changes.rules[0].after is not None
    assert changes.rules[0].after.cites == ("P37", "P83")
    assert changes.values == ()


def _broken(name: str) -> tuple[BookSource, BookSource]:
    """Let an inherited worked example fail in the variant."""
    before, after = _compared()
    executed = {**before.material.executed, name: ExecutedExample(name, passed=False, numbers={}, own=False)}
    return before, replace(after, material=replace(after.material, executed=MappingProxyType(executed)))


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_an_example_that_no_longer_holds_is_told_as_such(code: str) -> None:
    before, after = _broken("E6b_dortmund")
    assert after.broken == ("E6b_dortmund",)
    assert before.broken == ()
    sheet = change_sheet_document((before, after), require_language(code), Bag(), Sources())
    (line,) = _lines(sheet, "examples")
    assert (line.label, line.after) == ("E6b_dortmund", None)
    assert line.before is not None
    assert "E6b_dortmund" not in {one.label for one in _lines(sheet, "sentences")}
    for form in ("md", "html"):
        text = _text(sheet, form)
        assert sheet.words["examples"].text in text
        assert sheet.words["examples"].text not in _text(_sheet(code), form)


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_sheets_are_pages(code: str) -> None:
    page = Page(_text(_sheet(code), "html"))
    assert page.open == []
    assert page.language == code
    assert page.headings == [1, 2, 2, 2, 2]
    text = _text(_sheet(code), "md")
    assert text.count("\n## ") == 4


def test_files_lie_under_the_name_of_the_variant(tmp_path: Path) -> None:
    bag = Bag()
    written = write_changes(_compared(), ["ro"], ["md", "pdf"], tmp_path, bag=bag, sources=Sources())
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "other/changes.ro.md",
        "other/changes.ro.pdf",
    ]
    assert written[0].read_text("utf-8").startswith("<!-- Generated by `reguli book other --product changes --lang ro")


def test_a_sign_that_no_font_has_is_a_finding(tmp_path: Path) -> None:
    before, after = _compared()
    named, bag = replace(after.material.ruleset, name="Grid ☃"), Bag()
    after = replace(after, material=replace(after.material, ruleset=named))
    written = write_changes((before, after), ["en"], ["md", "pdf"], tmp_path, bag=bag, sources=Sources())
    assert [path.name for path in written] == ["changes.en.md"]
    assert bag.codes == ("W407",)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_value_of_every_game_has_a_name(name: str) -> None:
    source = book_source_of(name)
    lines = tuple(
        ChangeEntry(label, None, value, name=called)
        for label, called, value in list_ruleset_values(source.material.ruleset)
    )
    assert len({line.label for line in lines}) == len(lines) > 1
    plan = ProductDocument(
        name, name, None, (), (DocumentSection("values", LiteralValue(1), (ChangeListBlock(lines),)),), ()
    )
    for code in CODES:
        tongue = open_ruleset_realiser(require_language(code), name, source.places, Bag(), Sources())
        sheet = realise_plan(tables_with_headings(plan, source), tongue, Bag(), draft=True, long=True)
        texts = [
            line.text for one in find_blocks(sheet, ChangeEntry) for line in (one.name, one.after) if line is not None
        ]
        assert not [text for text in texts if UNNAMED.search(text)]


@pytest.mark.parametrize("code", some_by_day(CODES, ["ro"]))
def test_a_piece_that_is_printed_otherwise_is_a_change(code: str) -> None:
    (line,) = _lines(_sheet(code), "faces")
    assert line.label == "card.plant_3"
    assert line.before is not None
    assert line.after is not None
    assert ("2" in line.before.text, "2" in line.after.text) == (True, False)


def test_a_sheet_of_a_game_whose_pieces_are_as_before_says_nothing_of_them() -> None:
    compared = book_source_of("power_grid"), changed_source('"constants.start_money": 60')
    sheet = change_sheet_document(compared, require_language("en"), Bag(), Sources())
    assert "faces" not in [section.id for section in sheet.sections]


def test_a_piece_that_reads_alike_is_told_by_its_icons() -> None:
    line = TextLine(split_text_runs("13 – Wind"))
    before, after = (
        PieceFace(line, TextLine(split_text_runs("1 × leaf; Power plant"))),
        PieceFace(line, TextLine(split_text_runs("2 × leaf; Power plant"))),
    )
    assert changed_faces({"card.plant_13": before}, {"card.plant_13": after}) == ("card.plant_13",)
    assert face_difference(before, after) == before.seen
    assert (face_difference(before, None), face_difference(None, after)) == (line, None)


def test_the_name_of_a_table_says_the_values_that_layouts_give_it() -> None:
    compared = book_source_of("power_grid"), changed_source('"tables.stage_2_cities[4]": 9')
    sheet = change_sheet_document(compared, require_language("en"), Bag(), Sources())
    names = [one.name.text.replace("\u00a0", " ") for one in _lines(sheet, "values") if one.name is not None]
    assert names == ["Cities for Step 2, 4 players"]


def test_pieces_of_each_player_are_told_once() -> None:
    labels = [label for label, *_ in list_ruleset_values(ruleset_of("warszawa", {}))]
    assert [label for label in labels if label.startswith("engineer.supply")] == ["engineer.supply"]


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_a_sheet_names_things_as_players_do(code: str) -> None:
    before, after = _compared()
    bag = Bag()
    sheet = change_sheet_document((before, after), require_language(code), bag, Sources())
    assert not bag, bag.codes
    names = {one.label: one.name.text for one in find_blocks(sheet, ChangeEntry) if one.name is not None}
    assert {"constants.start_money", "tables.max_plants[4]", "card.plant_3.need"} <= set(names)
    assert not [text for label, text in names.items() if "_" in text or "[" in text or label in text]


def test_what_has_no_name_is_a_finding_and_stands_there_marked() -> None:
    bag = Bag()
    source = collect_book_source(open_playable(str(REBATE), {}), None, Bag(), drawn=False)
    sheet = change_sheet_document((book_source_of("power_grid"), source), require_language("en"), bag, Sources())
    assert [(one.code, dict(one.args)["name"]) for one in bag] == [("W425", "rebate")]
    assert "⟦rebate⟧" in {one.name.text for one in find_blocks(sheet, ChangeEntry) if one.name is not None}


def _plain(line: TextLine | None) -> str | None:
    return None if line is None else line.text.replace("\u00a0", " ")


@cache
def _source_of(text: str) -> BookSource:
    """Return what the book of a variant is made from, once for all languages."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "variant.yaml").write_text(text, "utf-8")
        return collect_book_source(open_playable(folder, {}), None, Bag(), drawn=False)


def _sheet_of(text: str, code: str = "en") -> SaidDocument:
    """Return the sheet of a variant, compared with the shipped ruleset it is of."""
    base = next(line.removeprefix("of: ") for line in text.splitlines() if line.startswith("of: "))
    return change_sheet_document((book_source_of(base), _source_of(text)), require_language(code), Bag(), Sources())


COPIES = {"en": "Card 20, copies", "ro": "Carte 20, exemplare", "hu": "Kártya 20, példányok száma"}


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_another_number_of_copies_is_one_change(code: str) -> None:
    sheet = _sheet_of("variant: twice\nof: power_grid\nset: {card.plant_20.copies: 2}\n", code)
    (line,) = _lines(sheet, "values")
    assert (_plain(line.name), _plain(line.before), _plain(line.after)) == (COPIES[code], "1", "2")
    assert "faces" not in [section.id for section in sheet.sections]


def test_copies_are_told_for_the_numbers_of_players_that_change() -> None:
    text = "variant: more\nof: warszawa\nset: {space.cement_works.copies: {3: 2}}\n"
    (line,) = _lines(_sheet_of(text), "values")
    assert (_plain(line.name), _plain(line.before), _plain(line.after)) == ("Cement works, copies, 3 players", "1", "2")


def test_an_element_that_is_new_has_no_line_for_its_one_copy() -> None:
    text = "variant: gone\nof: power_grid\nremove: {elements: {card: [plant_50]}}\n"
    assert not [line.label for line in _lines(_sheet_of(text), "values") if "copies" in line.label]


DEAR = "12, 12, 12, 10, 10, 10, 8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 3, 3, 3, 2, 2, 2"
CHEAP = "8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1"


def test_a_row_of_a_table_is_one_line_and_a_few_cells_are_one_each() -> None:
    text = f"""variant: dear
of: power_grid
set:
  tables.place_price[coal]: [{DEAR}]
  tables.place_price.same_as: {{garbage: oil}}
  tables.resupply[2..3, *, coal]: 3
"""
    sheet = _sheet_of(text)
    lines = [(_plain(line.name), _plain(line.before), _plain(line.after)) for line in _lines(sheet, "values")]
    assert ("price of a space, Coal", CHEAP, DEAR) in lines
    assert len(lines) == 4
    said = {line.label: line for line in _lines(sheet, "sentences")}
    # P22 and P25 are withheld: both stand, and neither reads as removed.
    assert all(_plain(said[one].after) for one in ("P22", "P25"))
    assert all(line.before or line.after for line in _lines(sheet, "examples"))


def test_what_only_a_drawing_needs_is_no_change() -> None:
    sheet = _sheet_of("variant: elsewhere\nof: power_grid\nset: {options.map: usa}\n")
    labels = [line.label for line in _lines(sheet, "values")]
    assert "city.boise.region" in labels
    assert not [label for label in labels if label.endswith((".longitude", ".latitude"))]


def test_a_statement_that_stands_is_not_listed_as_removed() -> None:
    sheet = _sheet_of(NO_COURT)
    removed = {line.label for line in _lines(sheet, "sentences") if line.after is None and line.label.startswith("N")}
    assert removed == {"N89", "N90", "N91", "N97"}
    assert all(line.before or line.after for line in _lines(sheet, "examples"))


SEALED = """variant: sealed
of: power_grid
replace:
  use:
    bidding:
      library: auction
      with: {prize: card, price: elektro, may_bid: not player.out, most: player.money, least: card.number, sold: sell}
      names: {sealing: sealing, seal: seal_bid, sealed: sealed, revealed: revealed}
      cites: {A7: [V1, P178], A8: V2, A10: {none: "the opener always bids"}}
  parts:
    auction_off/run bidding.ascending: run bidding.sealed(plant, opener, first_bid)
add:
  statements:
    V1: {statement: "All who have not yet bought bid in secret at once.", state: specified}
    V2: {statement: "The highest bid has the plant.", state: specified}
remove: {statements: [P52, P53]}
"""


def test_a_new_statement_has_no_old_wording() -> None:
    lines = _lines(_sheet_of(SEALED), "rules")
    assert any("sealed.V1" in (_plain(line.name) or "") for line in lines)
    assert not [line.label for line in lines for one in line.stale if one.startswith("sealed.")]


MARKS = {
    "en": ("A mark.", "A sign.", "A note."),
    "ro": ("Un semn.", "Un însemn.", "O notă."),
    "hu": ("Egy jel.", "Egy jegy.", "Egy jelölés."),
}


@pytest.mark.parametrize("code", some_by_day(CODES, ["en"]))
def test_what_is_only_kept_has_no_sentence_but_its_statement(code: str) -> None:
    text = "variant: kept\nof: power_grid\nadd:\n  statements:\n"
    for number, said in enumerate(zip(*MARKS.values(), strict=True), 1):
        says = ", ".join(f"{one}: {words}" for one, words in zip(MARKS, said, strict=True))
        text += f"    V{number}: {{statement: Somebody has mark {number}., state: specified, says: {{{says}}}}}\n"
    marks = (
        f"mark_{at}: {{flag: true, lasts: {lasts}, source: [V{at}]}}"
        for at, lasts in enumerate(("round", "turn", "game"), 1)
    )
    sheet = _sheet_of(f"{text}  state: {{player: {{{', '.join(marks)}}}}}\n", code)
    assert _lines(sheet, "rules") == ()
    found = [_plain(one.after) for one in _lines(sheet, "sentences") if one.label.startswith("kept.V")]
    assert found == [*MARKS[code]]
