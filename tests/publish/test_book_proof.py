"""The text is the rules: every rule is spoken, every number is said, and a changed number changes what states it, nothing else."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from cards import CODES, LOCALES, tongues_of
from rulebooks import (
    book_source_of,
    cells,
    changed_source,
    plain,
    planned,
    planned_change,
    said_change,
    sentences,
    sources_of,
    spoken_book,
)

from by_day import some_by_day
from reguli.model.resolved_ruleset import is_field_table
from reguli.model.types import NumberType
from reguli.publish.document.inline_nodes import WordingStatement, find_blocks
from reguli.publish.document.placeholder_resolution import known_placeholder_values
from reguli.publish.products.reference_card import require_language
from reguli.publish.products.rulebook import realise_book
from reguli.shipped_files import shipped_rulesets
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Sources
from reguli.words.placeholders.rule_citations import citing_rules
from reguli.words.placeholders.wording_subjects import wording_subjects
from reguli.words.realisation.phrase_templates import read_gloss_templates
from reguli.words.realisation.rule_realisation import realise_rule
from reguli.words.translation.translation_workspace import WordingFolders, open_ruleset_realiser
from reguli.words.wording_parser import (
    LiteralText,
    PendingArticle,
    Piece,
    PlaceholderText,
    RowLoopText,
    TextChoice,
    parse_wording,
)

pytestmark = pytest.mark.pages

SHIPPED = shipped_rulesets()
SAID_BY_OTHERS = {
    "market_places": "how many spaces there are follows from their prices, which are said one by one",
    "actual_market_size": "the second stage keeps that of the first, so the sentence says it once for both",
}
"""Tables of which no sentence says every cell, and why it need not."""


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_rule_is_spoken(name: str, code: str) -> None:
    """By a statement it carries, by a wording of its own, or at least by a gloss."""
    source = book_source_of(name)
    labels = sentences(spoken_book(name, code)).keys() | _tabled(name)
    bag, sources = Bag(), Sources()
    tongue = tongues_of(source.material.ruleset.documents.game.id, source.places).tongue(require_language(code), bag)
    book = read_gloss_templates(tongue.terms, LOCALES, bag, sources)
    worded = {
        citer.id
        for subject in source.material.subjects.values()
        for citer in subject.citers
        if subject.id in tongue.own.entries
    }
    silent = [
        citer.id
        for citer in citing_rules(source.material.ruleset).values()
        if not labels & set(citer.cites) and citer.id not in worded
        if not realise_rule(citer, source.material.ruleset, book).strip()
    ]
    assert silent == []
    assert not bag, bag.codes


def _tabled(name: str) -> set[str]:
    """The statements that say nothing else than a table does."""
    return {row.label for row in sources_of(spoken_book(name, "en")).rows if row.chapter}


@pytest.mark.parametrize("name", SHIPPED)
def test_every_statement_that_states_a_rule_stands_once(name: str) -> None:
    ruleset = book_source_of(name).material.ruleset
    stating = {entry.id for entry in ruleset.documents.inventory if ruleset.citations.get(entry.id)}
    layout = book_source_of(name).layout
    assert not layout.generic
    placed = Counter(row.label for row in sources_of(spoken_book(name, "en")).rows if row.chapter)
    assert stating <= placed.keys()
    assert set(placed.values()) == {1}


@pytest.mark.parametrize("players", [None, 2, 4, 6])
def test_all_languages_say_the_same_values_in_each_sentence(players: int | None) -> None:
    said = [
        {label: Counter(line.values) for label, line in sentences(spoken_book("power_grid", code, players)).items()}
        for code in CODES
    ]
    assert said[0] == said[1] == said[2]


@pytest.mark.parametrize("name", SHIPPED)
def test_all_languages_say_each_value_as_often(name: str) -> None:
    """Counted in the wordings themselves, so that a number said twice in one language is seen."""
    source = book_source_of(name)
    wanted = {
        statement.id: statement.values
        for statement in find_blocks(planned(source), WordingStatement)
        if statement.offered
    }
    found = []
    for code in CODES:
        tongue = tongues_of(name, source.places).tongue(require_language(code), Bag())
        own = {entry.id: tongue.own.printed(entry) for entry in tongue.own.entries.values() if entry.id in wanted}
        place = next(iter(tongue.own.entries.values())).place
        found.append(
            {
                one: Counter(_numbers(parse_wording(one, text, place, Bag()).pieces, frozenset(wanted[one])))
                for one, text in own.items()
                if one.startswith("statement:")
            }
        )
    assert found[0]
    for english, *others in zip(*(one.items() for one in (dict(sorted(each.items())) for each in found)), strict=True):
        assert all(other == english for other in others), (english, others)


def _numbers(pieces: tuple[Piece, ...], known: frozenset[str]) -> list[str]:
    """Every value that a wording says; of a choice the branch that says most, since one of them is printed."""
    found: list[str] = []
    for piece in pieces:
        match piece:
            case PlaceholderText(name=name):
                found += [name] if name in known else []
            case TextChoice(branches=branches, otherwise=otherwise):
                found += max(
                    (_numbers(branch, known) for branch in (*(one for _, one in branches), otherwise)), key=len
                )
            case RowLoopText(name=name):
                found.append(name)
            case LiteralText() | PendingArticle():
                continue
    return found


@pytest.mark.parametrize("name", SHIPPED)
def test_every_number_of_the_rules_is_said(name: str) -> None:
    """Constants and cells of tables stand in the book, in a sentence or in a table; of fields with keys those that are not 0."""
    ruleset, book = book_source_of(name).material.ruleset, spoken_book(name, "hu")
    said = {value for line in (*sentences(book).values(), *cells(book)) for value in line.values}
    wanted = {f"constant:{one.id}" for one in ruleset.constants.values() if one.source.cites}
    assert wanted <= said
    unsaid = {
        table.id
        for table in ruleset.tables.values()
        if isinstance(table.type, NumberType)
        and sum(cell is not None and (cell != 0 or not is_field_table(table.id)) for cell in table.cells)
        > sum(one.startswith(f"table:{table.id}[") for one in said)
    }
    assert unsaid == (SAID_BY_OTHERS.keys() if name == "power_grid" else set())


CHANGES = [
    ("constants.start_money", 61, "constant:start_money"),
    ("constants.productions_stored", 3, "constant:productions_stored"),
    ("constants.houses_per_player", 23, "constant:houses_per_player"),
    ("constants.last_start_plant", 11, "constant:last_start_plant"),
    ("constants.most_paid_cities", 21, "constant:most_paid_cities"),
    ("tables.regions_in_play[4]", 5, "table:regions_in_play[4]"),
    ("tables.plants_removed[2]", 9, "table:plants_removed[2]"),
    ("tables.house_cost[1]", 11, "table:house_cost[1]"),
    ("tables.payment[20]", 151, "table:payment[20]"),
    ("tables.max_plants[2]", 5, "table:max_plants[2]"),
    ("tables.end_cities[5]", 16, "table:end_cities[5]"),
    ("tables.stage_2_cities[6]", 5, "table:stage_2_cities[6]"),
    ("tables.house_cost[3]", 21, "table:house_cost[3]"),
    ("tables.payment[0]", 9, "table:payment[0]"),
    ("tables.resupply[4, first, coal]", 8, "table:resupply[4,first,coal]"),
    ("tables.actual_market_size[third]", 7, "table:actual_market_size[third]"),
    ("tables.houses_per_city[third]", 4, "table:houses_per_city[third]"),
]
"""Every constant, and cells of tables."""
CHANGES_IN = [(*change, code) for change in CHANGES for code in CODES]


@pytest.mark.parametrize(
    ("path", "value", "id_", "code"),
    [
        pytest.param(*change, marks=[pytest.mark.night] * (at % 3 != at // 3 % 3))
        for at, change in enumerate(CHANGES_IN)
    ],
)
def test_a_changed_value_changes_exactly_the_sentences_that_state_it(
    path: str, value: int, id_: str, code: str
) -> None:
    """Also in examples, as far as they say numbers of the rules; what they claim is written in them. By day each change is told in one language."""
    book = spoken_book("power_grid", code)
    before, after = sentences(book), sentences(said_change(f'"{path}": {value}', code))
    assert before.keys() == after.keys()
    different = {label for label in before if before[label].text != after[label].text}
    assert different == {label for label in before if id_ in before[label].values}
    assert different or any(id_ in cell.values for cell in cells(book))
    assert all(str(value) in after[label].text for label in different)


def test_the_changes_above_try_every_constant() -> None:
    tried = {path for path, _, _ in CHANGES}
    constants = book_source_of("power_grid").material.ruleset.constants
    assert {f"constants.{name}" for name in constants} == {path for path in tried if path.startswith("constants.")}


WRITTEN = {2: ("2", "Two", "Două"), 3: ("3",), 5: ("5", "Five", "Cinci")}
"""How a sentence may write a number; one that begins with it does so in words."""


@pytest.mark.parametrize(
    ("name", "path", "value", "id_"),
    [
        ("tic_tac_toe", "constants.line_length", 2, "constant:line_length"),
        ("connect_four", "constants.line_length", 5, "constant:line_length"),
        ("breakthrough", "constants.home_rows", 3, "constant:home_rows"),
    ],
)
def test_a_changed_value_of_a_small_game_changes_what_states_it(name: str, path: str, value: int, id_: str) -> None:
    for code in CODES:
        before = sentences(spoken_book(name, code))
        after = sentences(said_change(f'"{path}": {value}', code, name))
        different = {label for label in before if before[label].text != after[label].text}
        assert different == {label for label in before if id_ in before[label].values} != set()
        assert all(any(word in after[label].text for word in WRITTEN[value]) for label in different)


@pytest.mark.parametrize(("path", "value"), [("tables.start_tokens[garbage]", 7), ("tables.place_price[*, 14]", 5)])
def test_a_sentence_that_the_change_makes_untrue_is_a_finding(path: str, value: int) -> None:
    """So many on each space is said only while it is as many on each."""
    change = f'"{path}": {value}'
    source, plan = changed_source(change), planned_change(change)
    for code in CODES:
        bag = Bag()
        tongues = tongues_of("power_grid", source.places)
        realise_book(plan, source, require_language(code), bag, Sources(), tongues=tongues)
        assert set(bag.codes) == {"W202"}


@pytest.mark.parametrize("code", some_by_day(CODES, ["hu"]))
def test_a_changed_cell_changes_its_table(code: str) -> None:
    before = list(cells(spoken_book("power_grid", code)))
    after = list(cells(said_change('"tables.resupply[4, first, coal]": 8', code)))
    different = [(old.text, new.text) for old, new in zip(before, after, strict=True) if old.text != new.text]
    assert different == [("5", "8")]


@pytest.mark.parametrize("name", [*SHIPPED, "interface"])
@pytest.mark.parametrize("code", CODES)
def test_no_digit_is_typed(name: str, code: str) -> None:
    """Outside of placeholders no wording holds a digit."""
    tongue = open_ruleset_realiser(require_language(code), name, WordingFolders(LOCALES, ()), Bag(), Sources())
    catalogue = tongue.shared if name == "interface" else tongue.own
    texts = [catalogue.printed(entry) for entry in catalogue.entries.values()]
    assert texts
    assert [text for text in texts if re.search(r"\d", _typed(text))] == []


def _typed(text: str) -> str:
    """What a wording says by itself: names and forms of placeholders are taken out, the inner ones first."""
    pieces = parse_wording(
        "any", text, lambda *_: book_source_of("hex").material.ruleset.documents.game.span, Bag()
    ).pieces
    return " ".join(_words(pieces))


def _words(pieces: tuple[Piece, ...]) -> list[str]:
    found: list[str] = []
    for piece in pieces:
        match piece:
            case LiteralText(text=text):
                found.append(text)
            case TextChoice(branches=branches, otherwise=otherwise):
                found += [word for branch in (*(one for _, one in branches), otherwise) for word in _words(branch)]
            case RowLoopText(parts=parts):
                found += [word for part in parts for word in _words(part)]
            case PlaceholderText() | PendingArticle():
                continue
    return found


def test_a_value_is_known_by_the_cells_it_is_read_from() -> None:
    ruleset = book_source_of("power_grid").material.ruleset
    said = [wording_subjects(ruleset, (), players) for players in (None, 4)]
    every, four = (known_placeholder_values(one["statement:P60"].offers, ruleset) for one in said)
    assert every["max_plants"].ids == tuple(f"table:max_plants[{players}]" for players in (3, 4, 5, 6))
    assert every["max_plants.exceptions"].ids == ("table:max_plants[2]",)
    assert four["max_plants"].ids == ("table:max_plants[4]",)
    assert four["max_plants.exceptions"].ids == ()
    values = known_placeholder_values(said[0]["statement:P23"].offers, ruleset)[
        "start_tokens.uranium.place_price.values"
    ]
    assert values.ids == ("table:start_tokens[uranium]", "table:place_price[uranium,1]", "table:place_price[uranium,2]")


@pytest.mark.parametrize(
    ("code", "players", "label", "words"),
    [
        ("ro", None, "P60", "cel mult 3 centrale (4 într-o partidă cu 2 jucători)"),
        ("ro", 4, "P60", "cel mult 3 centrale."),
        ("hu", 2, "P60", "legfeljebb 4 erőműve lehet."),
        ("en", 2, "P157", "then has at least 21 cities"),
        ("hu", None, "P101", "az első ház 10, a második 15, a harmadik 20 elektróba kerül"),
        ("ro", None, "P19", "câte 3 jetoane de cărbune pe fiecare dintre spațiile 1–8"),
        ("hu", None, "E2_player_order", "Annának 6 városa van"),
        ("ro", None, "E2_player_order", "Dan"),
        ("en", None, "E2_player_order", "Ann has 6 cities"),
    ],
)
def test_numbers_and_names_stand_as_they_must(code: str, players: int | None, label: str, words: str) -> None:
    assert words in plain(sentences(spoken_book("power_grid", code, players))[label])
