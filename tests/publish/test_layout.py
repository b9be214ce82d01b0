"""Layouts of cards: every mistake found at its place, every kind of reference evaluated."""

from __future__ import annotations

from pathlib import Path

import pytest

from reguli.model.binding.ruleset_binding import bind_ruleset
from reguli.model.resolved_ruleset import Ruleset
from reguli.publish.document.document_tree import DocumentTable, KeyValueStrip, LineList, Plan
from reguli.publish.document.inline_nodes import HeadingText, LiteralRows, LiteralValue, Sayable
from reguli.publish.layouts.card_layout import CARD, CardLayout, CardStatement
from reguli.publish.layouts.piece_layout import PIECES
from reguli.publish.layouts.theme import read_theme
from reguli.publish.products.card_planner import make_card_plan
from reguli.ruleset.folder_contents import apply_option_choices
from reguli.ruleset.patches.variant_loading import load_ruleset
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.source.diagnostic import Bag
from reguli.source.finding_catalogue import finding_catalogue
from reguli.source.source_excerpt import Sources
from reguli.source.yaml_reader import read_yaml
from reguli.words.grammar.grammar_values import NumberRange, ProperName
from reguli.words.wording_parser import RowValues

TESTED = [code for code in finding_catalogue().values() if code.id.startswith(("W40", "W41", "W43")) and not code.told]
FILES = {
    "game.yaml": "ruleset: my_game\nlanguage: 2\nversion: 1.0.0\nname: My Game\nplayers: {min: 2, max: 5}\n"
    "units: [points]\n"
    "options:\n  open_hands: {switch: false}\nround: [planning, building]\nstages:\n  - id: early\n"
    "  - {id: late, from: [early], when: round > 1, checked: {at: end of planning}, effective: start of building}\n",
    "constants.yaml": "start_sum: {value: 50}\n",
    "tables.yaml": "limit: {keys: [player_count], rows: {2: 4, 3: 3, 4: 3, 5: 2}}\n"
    "even: {keys: [player_count], rows: {2: 6, 3: 6, 4: 7, 5: 7}}\n"
    "fee: {keys: [{name: houses, from: 1, to: 3}], rows: [5, 6, 7]}\n"
    "income: {keys: [player_count, stage], rows: {2: [1, 2], 3: [3, 4], 4: [5, 6], 5: [7, 8]}}\n"
    "track: {keys: [suit, {name: place, from: 1, to: 3}], ragged: true, rows: {hearts: [2, 2, 1], clubs: [1, 1]}}\n"
    "partner: {keys: [suit], of: suit, rows: {hearts: clubs, clubs: hearts}}\n",
    "components/cards.yaml": "kinds:\n  suit: {elements: [hearts, clubs]}\n  card:\n    pieces: true\n    starts: box\n    fields:\n"
    "      suit: {kind: suit}\n      suits: {set: suit}\n      worth: {number: points}\n      wild: {truth: true}\n"
    "      title: {text: true}\n    columns: [id, suit, suits, worth, wild, title]\n    rows:\n"
    '      - [ace, hearts, [hearts, clubs], 3, true, "The Ace"]\n',
    "state.yaml": "game:\n  order: {list: player}\n  box: {zone: card}\n",
    "rules/rounds.rules": "phase planning:\n    settle\n\nphase building:\n    settle\n",
}


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    folder = tmp_path_factory.mktemp("rulesets") / "my_game"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    bag = Bag()
    documents = load_ruleset(folder, bag, find=lambda _: None)
    assert documents is not None, bag.diagnostics
    chosen = apply_option_choices(documents, {}, bag)
    assert chosen is not None
    bound = bind_ruleset(chosen, bag, options={})
    assert bound is not None, bag.diagnostics
    assert not bag, bag.diagnostics
    return bound


def _read(text: str, bag: Bag) -> CardLayout | None:
    sources = Sources()
    sources.add("card.yaml", text)
    node = read_yaml(text, "card.yaml", bag)
    assert node is not None
    return CARD.read(node, ValueContext(""), NodeReader(bag, sources))


def _planned(ruleset: Ruleset, part: str, players: int | None, bag: Bag) -> Plan:
    layout = _read(f"sections:\n  - section: start\n    parts:\n      - {part}\n", bag)
    assert layout is not None
    return make_card_plan(ruleset, layout, players, bag)


def _values(ruleset: Ruleset, reference: str, players: int | None = None) -> dict[str, LiteralValue | LiteralRows]:
    bag = Bag()
    plan = _planned(ruleset, f'{{say: it, with: {{n: "{reference}"}}}}', players, bag)
    assert not bag, bag.codes
    (listing,) = plan.sections[0].blocks
    assert isinstance(listing, LineList)
    return dict(listing.items[0].values)


@pytest.mark.parametrize(
    ("reference", "value", "ids"),
    [
        ("constants.start_sum", 50, ["constant:start_sum"]),
        ("tables.fee[2]", 6, ["table:fee[2]"]),
        ("tables.income[3, late]", 4, ["table:income[3,late]"]),
        ("tables.partner[hearts]", "clubs", ["table:partner[hearts]"]),
        ("phases.building", 2, ["phase:building"]),
        ("stages.late", 2, ["stage:late"]),
        ("stages.late.checked", 1, ["stage:late.checked"]),
        ("stages.late.effective", 2, ["stage:late.effective"]),
        ("players", NumberRange(2, 5), ["players:min", "players:max"]),
        ("players.max", 5, ["players:max"]),
        ("kinds.suit", ("hearts", "clubs"), ["kind:suit"]),
        ("options.open_hands", False, ["option:open_hands"]),
        ("card.ace.worth", 3, ["field:card.ace.worth"]),
        ("card.ace.suit", "hearts", ["field:card.ace.suit"]),
        ("card.ace.suits", ("hearts", "clubs"), ["field:card.ace.suits"]),
        ("card.ace.wild", True, ["field:card.ace.wild"]),
        ("card.ace.title", ProperName("The Ace"), ["field:card.ace.title"]),
    ],
)
def test_a_reference_gives_a_value_and_where_it_stands(
    ruleset: Ruleset, reference: str, value: object, ids: list[str]
) -> None:
    found = _values(ruleset, reference)
    assert found == {"n": LiteralValue(value, tuple(ids))}  # type: ignore[arg-type]


def test_a_key_left_open_gives_rows(ruleset: Ruleset) -> None:
    rows = _values(ruleset, "tables.fee[houses]")["n"]
    assert isinstance(rows, LiteralRows)
    assert [(row["key"], row["value"]) for row in rows.rows.rows] == [(1, 5), (2, 6), (3, 7)]
    assert rows.ids[:2] == ("houses:1", "table:fee[1]")


def test_by_players_the_commonest_value_comes_first(ruleset: Ruleset) -> None:
    found = _values(ruleset, "tables.limit[player_count]")
    assert found["n"] == LiteralValue(3, ("table:limit[3]", "table:limit[4]"))
    others = found["n_exceptions"]
    assert isinstance(others, LiteralRows)
    assert [(row["key"], row["value"]) for row in others.rows.rows] == [(2, 4), (5, 2)]


def test_equal_exceptions_side_by_side_are_one(ruleset: Ruleset) -> None:
    found = _values(ruleset, "tables.even[player_count]")
    others = found["n_exceptions"]
    assert isinstance(others, LiteralRows)
    assert [(row["key"], row["value"]) for row in others.rows.rows] == [(NumberRange(4, 5), 7)]
    assert others.ids == ("players:4", "players:5", "table:even[4]", "table:even[5]")


def test_exceptions_fall_away_where_the_number_of_players_is_settled(ruleset: Ruleset) -> None:
    assert _values(ruleset, "tables.limit[player_count]", 2) == {
        "n": LiteralValue(4, ("table:limit[2]",)),
        "n_exceptions": LiteralRows(RowValues(()), {"key": "number", "value": "number"}),
    }
    assert _values(ruleset, "players", 2) == {"n": LiteralValue(2, ("players:2",))}
    rows = _values(ruleset, "tables.income[player_count, stage]", 3)["n"]
    assert isinstance(rows, LiteralRows)
    assert [(row["key"], row["value"]) for row in rows.rows.rows] == [(1, 3), (2, 4)]


def _table(ruleset: Ruleset, part: str, players: int | None = None) -> DocumentTable[Sayable]:
    bag = Bag()
    (block,) = _planned(ruleset, part, players, bag).sections[0].blocks
    assert not bag, bag.codes
    assert isinstance(block, DocumentTable)
    return block


def test_a_table_across_two_keys(ruleset: Ruleset) -> None:
    part = '{table: t, rows: player_count, across: [stage], cell: "tables.income[player_count, stage]"}'
    table = _table(ruleset, part)
    assert [[cell.value for cell in row.cells] for row in table.rows] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    settled = _table(ruleset, part, 4)
    assert [[cell.value for cell in row.cells] for row in settled.rows] == [[5], [6]]
    assert settled.rows[1].cells[0].ids == ("table:income[4,late]",)


def test_a_table_of_columns_stands_upright_for_one_number_of_players(ruleset: Ruleset) -> None:
    part = '{table: t, rows: player_count, columns: ["tables.limit[player_count]", "tables.even[player_count]"]}'
    assert [[cell.value for cell in row.cells] for row in _table(ruleset, part).rows] == [
        [4, 6],
        [3, 6],
        [3, 7],
        [2, 7],
    ]
    upright = _table(ruleset, part, 5)
    assert upright.columns == ()
    assert [[cell.value for cell in row.cells] for row in upright.rows] == [[2], [7]]


def test_a_spread_counts_cells_by_their_value(ruleset: Ruleset) -> None:
    table = _table(ruleset, '{table: t, rows: suit, spread: "tables.track[suit, place]"}')
    assert list(table.columns) == [HeadingText(LiteralValue(1)), HeadingText(LiteralValue(2))]
    assert [[cell.value for cell in row.cells] for row in table.rows] == [[1, 2], [2, None]]
    assert table.rows[0].cells[1].ids == ("table:track[hearts,1]", "table:track[hearts,2]")


def test_a_strip_is_pairs(ruleset: Ruleset) -> None:
    bag = Bag()
    (strip,) = _planned(ruleset, '{strip: s, of: "tables.fee[houses]", wrap: 2}', None, bag).sections[0].blocks
    assert isinstance(strip, KeyValueStrip)
    assert [(key.given.value, value.value) for key, value in strip.pairs] == [(1, 5), (2, 6), (3, 7)]


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("{say: it, with: {n: ‹5}}", "W401"),
        ("{say: it, with: {n: ‹'tables.fee[a b]'}}", "W401"),
        ("{say: it, with: {n: ‹constants.start_sam}}", "W402"),
        ("{say: it, with: {n: ‹nothing.at.all}}", "W402"),
        ("{say: it, with: {n: ‹phases.plan}}", "W402"),
        ("{say: it, with: {n: ‹stages.late.efective}}", "W402"),
        ("{say: it, with: {n: ‹stages.early.checked}}", "W402"),
        ("{say: it, with: {n: ‹options.size}}", "W402"),
        ("{say: it, with: {n: ‹card.king.worth}}", "W402"),
        ("{say: it, with: {n: ‹card.ace.price}}", "W402"),
        ("{say: it, with: {n: ‹'tables.fee[4]'}}", "W402"),
        ("{say: it, with: {n: ‹'tables.fee[1, 2]'}}", "W403"),
        ("{say: it, with: {n: ‹'constants.start_sum[1]'}}", "W403"),
        ("{say: it, with: {n: ‹'tables.track[suit, place]'}}", "W403"),
        ("{say: it, with: {n: {from: ‹'tables.fee[houses]', to: players}}}", "W403"),
        ("{table: t, rows: ‹stage, columns: ['tables.fee[houses]']}", "W403"),
        ("{table: t, rows: suit, columns: [‹'tables.track[suit, place]']}", "W403"),
        ("{strip: s, of: ‹'tables.limit[player_count]'}", "W403"),
        ("{phases: {planning: [], building: [], ‹bilding: []}}", "W404"),
        ("‹{phases: {planning: []}}", "W404"),
        ("{say: it, ‹whit: {}}", "R101"),
        ("‹{table: t}", "R102"),
        ("{table: ‹t, rows: suit, across: [stage]}", "R102"),
        ("{strip: s, of: 'tables.fee[houses]', wrap: ‹0}", "R105"),
        ("{say: it, ‹table: t}", "R111"),
        ("‹[it]", "R103"),
    ],
)
def test_a_mistake_is_found_at_its_place(ruleset: Ruleset, part: str, code: str) -> None:
    """The sign ‹ stands before the place."""
    bag, before = Bag(), "      - "
    layout = _read(f"sections:\n  - section: start\n    parts:\n{before}{part.replace('‹', '')}\n", bag)
    assert layout is not None
    make_card_plan(ruleset, layout, None, bag)
    (found,) = bag.diagnostics
    assert found.code == code
    assert found.span is not None
    assert (found.span.line, found.span.column) == (4, len(before) + part.index("‹") + 1)


def test_the_name_probably_meant_is_given(ruleset: Ruleset) -> None:
    bag = Bag()
    _planned(ruleset, "{say: it, with: {n: constants.start_sam}}", None, bag)
    assert bag.diagnostics[0].near == "start_sum"


def test_one_id_says_one_thing() -> None:
    bag = Bag()
    _read("sections:\n  - {section: a, parts: [it, {say: it}]}\n  - {section: a, parts: []}\n", bag)
    assert bag.codes == ("R109", "R109")


def test_a_bare_id_is_a_statement() -> None:
    bag = Bag()
    layout = _read("sections:\n  - {section: a, parts: [it, ranking, options, numbers]}\n", bag)
    assert not bag
    assert layout is not None
    assert isinstance(layout.sections[0].parts[0], CardStatement)
    assert len(layout.sections[0].parts) == 4


@pytest.mark.parametrize("code", TESTED, ids=lambda code: code.id)
def test_the_examples_of_every_code_hold(ruleset: Ruleset, code: object, tmp_path: Path) -> None:
    for text, expected in ((code.wrong, True), (code.right, False)):  # type: ignore[attr-defined]
        bag = Bag()
        if text.startswith("icons:"):
            node = read_yaml(text, "pieces.yaml", bag)
            assert node is not None
            PIECES.read(node, ValueContext(""), NodeReader(bag, Sources()))
        elif text.startswith("theme:"):
            (tmp_path / "theme.yaml").write_text(text, "utf-8")
            read_theme(tmp_path, (), bag, Sources())
        else:
            layout = _read(text, bag)
            assert layout is not None
            make_card_plan(ruleset, layout, None, bag)
        assert (code.id in bag.codes) == expected  # type: ignore[attr-defined]
        assert expected or not bag


def test_a_thousand_parts_are_read_in_bounded_time(ruleset: Ruleset) -> None:
    bag = Bag()
    many = "\n".join(f"      - {{say: s{n}, with: {{n: players}}}}" for n in range(2_000))
    layout = _read(f"sections:\n  - section: a\n    parts:\n{many}\n", bag)
    assert layout is not None
    assert len(layout.sections[0].parts) == 500


def test_a_layout_is_no_part_of_the_play(tmp_path: Path) -> None:
    """A ruleset with a layout has the digest of the one without."""
    digests = []
    for name in ("bare", "laid"):
        folder = tmp_path / name / "my_game"
        for file, text in FILES.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        if name == "laid":
            (folder / "card.yaml").write_text("sections: []\n", "utf-8")
        documents = load_ruleset(folder, Bag(), find=lambda _: None)
        assert documents is not None
        digests.append(documents.digest)
    assert digests[0] == digests[1]
