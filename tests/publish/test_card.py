"""The card of Power Grid says the rules: the same values in each language, every one of them, and nothing by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cards import CODES, LOCALES, lines_of, plain, ruleset_of, source_of, spoken, texts, values_said

from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.products.reference_card import card_wording_scopes, check_cards, plan_card
from reguli.source.diagnostic import Bag, render_with_excerpt
from reguli.source.source_excerpt import Sources

PLAYERS = (None, 2, 3, 4, 5, 6)


def test_layout_and_wordings_are_without_findings() -> None:
    """Digits, number words, typed articles, words to be avoided and unsaid values would be findings."""
    bag, sources = Bag(), Sources()
    check_cards(source_of("power_grid"), CODES, bag, sources)
    assert not bag, "\n".join(render_with_excerpt(found, sources) for found in bag)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["power_grid", "interface"])
def test_no_digit_is_typed(code: str, name: str) -> None:
    """Digits stand in placeholders only, as part of an id."""
    written = (LOCALES / code / f"{name}.po").read_text("utf-8")
    entries = re.findall(r'^msg(?:id|str) "(.+)"$', written, re.MULTILINE)
    assert entries
    assert [text for text in entries if re.search(r"\d", re.sub(r"\[[^]]*]", "", text))] == []


@pytest.mark.parametrize("players", PLAYERS)
def test_all_languages_say_the_same_values(players: int | None) -> None:
    source = source_of("power_grid")
    said = [values_said(spoken(source, code, players)) for code in CODES]
    assert said[0] == said[1] == said[2]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_the_plan_is_said(players: int | None) -> None:
    source = source_of("power_grid")
    plan = plan_card(source, players, Bag())
    planned = {
        value_id
        for statement in find_blocks(plan, WordingStatement)
        if not statement.offered
        for given in statement.values.values()
        for value_id in given.ids
    }
    assert planned <= values_said(spoken(source, "en", players)).keys()


def test_both_boards_have_the_same_card() -> None:
    cards = [texts(spoken(source_of("power_grid", {"map": board}), "ro")) for board in ("germany", "usa")]
    assert cards[0] == cards[1]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_cell_of_the_tables_that_a_player_needs_is_said(players: int | None) -> None:
    ruleset = ruleset_of("power_grid", {})
    said = values_said(spoken(source_of("power_grid"), "en", players))
    for name in ("resupply", "payment", "place_price", "start_tokens", "house_cost", "houses_per_city", "end_cities"):
        table = ruleset.tables[name]
        cells = sum(cell is not None for cell in table.cells)
        if players is not None and "player_count" in table.key_names:
            cells //= table.sizes[table.key_names.index("player_count")]
        assert len([value_id for value_id in said if value_id.startswith(f"table:{name}[")]) == cells, name


def test_phases_stand_in_the_order_of_the_round() -> None:
    ids = [line.id for line in lines_of(spoken(source_of("power_grid"), "hu")) if line.id.startswith("phase:")]
    assert ids == [f"phase:{name}" for name in ruleset_of("power_grid", {}).documents.game.round]


@pytest.mark.parametrize(
    ("code", "orders"),
    [
        ("en", ["in player order", "in reverse player order", "in reverse player order", "in player order"]),
        ("ro", ["în ordinea jucătorilor", *["în ordinea inversă a jucătorilor"] * 2, "în ordinea jucătorilor"]),
        ("hu", ["játékossorrendben", *["fordított játékossorrendben"] * 2, "játékossorrendben"]),
    ],
)
def test_who_acts_in_which_order_is_read_from_the_rules(code: str, orders: list[str]) -> None:
    lines = [plain(line) for line in lines_of(spoken(source_of("power_grid"), code)) if line.id.startswith("order:")]
    assert lines == orders


@pytest.mark.parametrize(
    ("code", "players", "words"),
    [
        ("ro", 2, "cel puțin 10 orașe"),
        ("ro", 2, "cel puțin 21 de orașe"),
        ("ro", None, "50 de Elektro"),
        ("ro", None, "cel mult 3 centrale (2 jucători: 4)"),
        ("ro", 2, "cel mult 4 centrale;"),
        ("ro", None, "prima căsuță dintr-un oraș costă 10 Elektro, a doua 15, iar a treia 20"),
        ("ro", None, "17 orașe (2 jucători: 21; 5 jucători: 15; 6 jucători: 14)"),
        ("ro", None, "Nivelul 2 începe chiar înainte de faza 5"),
        ("hu", None, "az 5. fázis előtt kezdődik"),
        ("hu", 3, "legalább 17 város van"),
        ("hu", None, "a 13-as erőmű"),
        ("hu", None, "az első ház 10, a második 15, a harmadik 20 elektróba kerül"),
        ("hu", None, "legfeljebb 3 erőműve lehet (2 játékosnál 4)"),
        ("hu", None, "a „3. szakasz” kártya"),
        ("en", None, "the first house in a city costs 10 Elektro, the second 15 and the third 20"),
        ("en", None, "at most 3 power plants (4 with 2 players)"),
        ("en", None, "17 cities (21 with 2 players, 15 with 5, 14 with 6)"),
        ("en", 6, "at least 14 cities in their network"),
    ],
)
def test_numbers_stand_in_sentences_as_they_must(code: str, players: int | None, words: str) -> None:
    assert any(words in text for text in texts(spoken(source_of("power_grid"), code, players)))


@pytest.mark.parametrize(
    ("path", "value", "changed"),
    [
        ("constants.start_money", 60, {"card:start_money"}),
        ("constants.productions_stored", 3, {"card:store_resources"}),
        ("tables.max_plants[2]", 5, {"card:plant_limit", "table:max_plants[2]"}),
        ("tables.end_cities[5]", 16, {"card:game_ends", "table:end_cities[5]"}),
        ("tables.house_cost[3]", 21, {"card:house_costs"}),
        ("tables.payment[0]", 9, {"card:earn_money", "table:payment[0]"}),
        ("tables.resupply[4, first, coal]", 6, {"table:resupply[4,first,coal]"}),
        ("tables.actual_market_size[third]", 7, {"card:third_stage_market"}),
    ],
)
@pytest.mark.parametrize("code", CODES)
def test_a_changed_value_changes_what_states_it_and_nothing_else(
    tmp_path: Path, code: str, path: str, value: int, changed: set[str]
) -> None:
    variant = tmp_path / "other.yaml"
    variant.write_text(f'variant: other\nof: power_grid\nname: Power Grid\nset: {{"{path}": {value}}}\n', "utf-8")
    before = list(lines_of(spoken(source_of("power_grid"), code)))
    after = list(lines_of(spoken(source_of("power_grid", variant=variant), code)))
    assert len(before) == len(after)
    different = [new for old, new in zip(before, after, strict=True) if old.text != new.text]
    # The small print names the state of the rules, which is another one.
    assert {line.id or line.values[0] for line in different} == {*changed, "card.foot"}
    assert all(str(value) in line.text for line in different if line.id != "card.foot")


def test_reversed_play_is_said_without_touching_a_wording(tmp_path: Path) -> None:
    """The order of play stands in the rules alone."""
    (tmp_path / "variant.yaml").write_text("variant: other\nof: power_grid\nname: Power Grid\n", "utf-8")
    rules = (Path(source_of("power_grid").places.rulesets[0]) / "rules" / "resources.rules").read_text("utf-8")
    phase = rules[rules.index("phase resources") : rules.index("# The cheapest")]
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "resources.rules").write_text(phase.replace("reversed(turn_order)", "turn_order"), "utf-8")
    card = spoken(source_of("power_grid", variant=tmp_path), "en")
    assert [plain(line) for line in lines_of(card) if line.id.startswith("order:")][1] == "in player order"


def test_shared_and_own_wordings_are_told_apart() -> None:
    plan = plan_card(source_of("power_grid"), None, Bag())
    own, shared = card_wording_scopes(plan), card_wording_scopes(plan, shared=True)
    assert not own.keys() & shared.keys()
    said = {statement.id for statement in find_blocks(plan, WordingStatement) if not statement.offered}
    assert said == own.keys() | shared.keys()
