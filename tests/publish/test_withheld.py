"""Sentences that are false of the rules of a variant: printed in no language and on no product, each with a finding; those beside them stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from by_day import some_by_day
from court_variant import NO_COURT
from reguli.app.printing.print_requests import Written
from reguli.app.printing.product_output import write_print_order
from reguli.cli.main import main
from reguli.pipeline import LoadedRuleset
from reguli.publish.products.product_registry import PrintOrder

pytestmark = pytest.mark.pages

CODES = ("en", "ro", "hu")
STEEL = """variant: steel
of: warszawa
add: {elements: {resource: [steel]}}
set: {bridge_price.with_both.costs: {funds: 1, concrete: 1, steel: 1}}
"""
UNUSED = "variant: unused\nof: warszawa\nadd: {elements: {resource: [steel]}}\n"
DEARER = "variant: dearer\nof: warszawa\nset: {bridge_price.with_both.costs: {funds: 1, concrete: 2, rubble: 1}}\n"
SUBSIDY = """variant: subsidy
of: warszawa
add: {constants: {idle_points: {value: 5, unit: point, provenance: ours}}}
set:
  function.subsidy.effect: |
    run gain(owner, funds, this.gives)
    if owner.construction is empty:
        add idle_points to owner.points
"""
MORE = "variant: more\nof: warszawa\nset: {function.subsidy.gives: 2}\n"
SELL = {
    "variant.yaml": """variant: sell_back
of: power_grid
add:
  statements: {S1: {statement: "In phase 3, tokens may be given back for 1 Elektro each.", state: specified}}
  constants: {back_price: {value: 1, unit: elektro, source: [S1]}}
  rules: [pay_out]
""",
    "rules/resources.rules": """phase resources cites P37, P83:
    for buyer in reversed(turn_order):
        decide purchase by buyer, repeatedly, or end_buying cites P83:
            buy(fuel in fuels, amount in 1 .. count(fuel_market[fuel])) cites P81, P86, P87, P88:
                needs amount <= room(buyer, fuel) because no_room_on_plants(room(buyer, fuel)) cites P84, P85
                let cost = price_of(fuel, amount)
                pay cost from buyer.money to bank because too_expensive(cost) cites P87
                move amount of fuel from fuel_market to buyer.fuel
            sell_back(fuel in fuels, amount in 1 .. count(buyer.fuel[fuel])) cites S1:
                move amount of fuel from buyer.fuel to supply
                repeat amount times:
                    run pay_out(buyer)

procedure pay_out(buyer: player) cites S1:
    move back_price from bank to buyer.money
""",
}
LIMITED = "variant: limited\nof: warszawa\nset: {kinds.cube.supply: {rubble: 30, concrete: 30, funds: 30}}\n"
KEPT = """variant: kept
of: power_grid
add:
  statements: {V1: {statement: "Nobody keeps more than three plants.", state: specified, says: {en: "Nobody keeps more than [max_plants card]SAID."}}}
replace:
  tables: {max_plants: {keys: [player_count], unit: card, rows: {2: TWO, 3: 3, 4: 3, 5: 3, 6: 3}, source: [P60, P165, P169, V1]}}
"""
RUNS = "[max_plants.exception_runs? empty: | ([each max_plants.exception_runs: [value] with [players player]|, [value] with [players player]])]"


@dataclass
class Product:
    """What was printed in each language, and what was found, by code with the ids of the sentences."""

    texts: Mapping[str, str]
    found: frozenset[tuple[str, str]]
    written: Written


def printed(
    folder: Path, product: str, out: Path, players: int | None = None, codes: tuple[str, ...] = CODES
) -> Product:
    """Print a product of a variant."""
    order = PrintOrder(product=product, languages=codes, formats=("md",), players=players, draft=product == "book")
    written = write_print_order(LoadedRuleset(str(folder)), order, out)
    texts = {
        code: " ".join(
            path.read_text("utf-8") for path in written.files if f".{code}." in path.name and path.suffix == ".md"
        )
        for code in codes
    }
    assert all(texts.values()), written.findings
    named = {(one.code, str(dict(one.args).get("wording"))) for one in written.findings if one.code in WITHHELD}
    return Product(texts, frozenset(named), written)


@cache
def shipped(name: str, product: str, codes: tuple[str, ...] = CODES) -> Product:
    """Print a product of a shipped game, once for all tests."""
    with TemporaryDirectory() as folder:
        return printed(Path(name), product, Path(folder), codes=codes)


WITHHELD = {"W319", "W320", "W321", "W322", "W324", "W325"}


def variant(tmp_path: Path, files: Mapping[str, str] | str) -> Path:
    home = tmp_path / "variant"
    for name, text in ({"variant.yaml": files} if isinstance(files, str) else files).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    return home


BRIDGE = {"en": "A bridge costs", "ro": "Un pod costă", "hu": "Egy híd ára"}
BUILDING = {"en": "A building costs", "ro": "O clădire costă", "hu": "Egy épület 1"}


def is_said(sentence: Mapping[str, str], made: Product) -> bool:
    """Return whether every language says a sentence; asserts that none does where not all do."""
    said = {code: sentence[code] in text for code, text in made.texts.items()}
    assert len(set(said.values())) == 1, said
    return all(said.values())


@pytest.mark.parametrize("product", some_by_day(["reference", "book"], ["reference"]))
def test_a_list_of_costs_that_lacks_a_new_key_is_withheld(product: str, tmp_path: Path) -> None:
    before = shipped("warszawa", product)
    made = printed(variant(tmp_path, STEEL), product, tmp_path / "out")
    assert is_said(BRIDGE, before)
    assert is_said(BUILDING, before)
    assert before.found == frozenset()
    assert not is_said(BRIDGE, made)
    assert is_said(BUILDING, made)
    assert made.found == {("W319", "statement:W89")}
    (one,) = (one for one in made.written.findings if one.code == "W319")
    assert dict(one.args)["key"] == "steel"
    assert one.span is not None
    assert (one.span.file.endswith("variant.yaml"), one.span.line) == (True, 3)


@pytest.mark.parametrize("text", [UNUSED, DEARER], ids=["key_without_value", "other_value"])
def test_a_list_that_names_all_that_has_a_value_stays(text: str, tmp_path: Path) -> None:
    made = printed(variant(tmp_path, text), "reference", tmp_path / "out")
    assert is_said(BRIDGE, made)
    assert made.found == frozenset()


ONCE = {"en": "ubsidy, once", "ro": "ubvenție, o singură dată", "hu": "ámogatás, egyszer"}
CEMENT = {
    "en": "cement delivery, once",
    "ro": "iment, o singură dată",
    "hu": "cementszállítmány, egyszer",
}
GIVES = {"en": "subsidy gives", "ro": "subvenți", "hu": "támogatás"}


def test_a_line_about_an_element_whose_effect_has_changed_is_withheld_alone(tmp_path: Path) -> None:
    before = shipped("warszawa", "reference")
    made = printed(variant(tmp_path, SUBSIDY), "reference", tmp_path / "out")
    assert is_said(ONCE, before)
    assert is_said(CEMENT, before)
    assert not is_said(ONCE, made)
    assert is_said(CEMENT, made)
    assert made.found == {("W321", "card:function_subsidy")}
    (one,) = (one for one in made.written.findings if one.code == "W321")
    assert dict(one.args)["name"] == "function.subsidy.effect"
    assert one.span is not None
    assert one.span.file.endswith("variant.yaml")


@pytest.mark.night
def test_so_is_the_sentence_of_the_book_and_another_number_changes_nothing(tmp_path: Path) -> None:
    made = printed(variant(tmp_path / "effect", SUBSIDY), "book", tmp_path / "out", codes=("en",))
    assert GIVES["en"] not in made.texts["en"]
    assert made.found == {("W321", "statement:W65")}
    more = printed(variant(tmp_path / "number", MORE), "book", tmp_path / "out", codes=("en",))
    assert GIVES["en"] in more.texts["en"]
    assert more.found == frozenset()


NEVER = {"en": "cannot be sold", "ro": "nu pot fi vândute", "hu": "nem lehet eladni"}
TRADE = {"en": "may not trade, lend", "ro": "nu pot face schimburi", "hu": "nem kereskedhetnek egymással"}


def test_what_never_happens_is_not_said_where_a_rule_does_it(tmp_path: Path) -> None:
    before = shipped("power_grid", "book")
    made = printed(variant(tmp_path, SELL), "book", tmp_path / "out")
    assert is_said(NEVER, before)
    assert is_said(TRADE, before)
    assert before.found == frozenset()
    assert not is_said(NEVER, made)
    assert is_said(TRADE, made)
    assert made.found == {("W322", f"{sort}:{name}") for sort in ("statement", "answer") for name in ("P90", "P176")}
    for one in (one for one in made.written.findings if one.code == "W322"):
        assert dict(one.args)["what"] == "resources/purchase/sell_back"
        assert one.span is not None
        assert one.span.file.endswith("resources.rules")
        assert one.span.line == 9
    question = "May power plants or resources be sold?"
    assert question in before.texts["en"]
    assert question not in made.texts["en"]


SAID = {"en": "Nobody keeps more than 3 cards"}


@pytest.mark.parametrize("product", some_by_day(["reference", "book"], ["reference"]))
def test_a_number_that_only_most_tables_have_is_withheld(product: str, tmp_path: Path) -> None:
    text = KEPT.replace("SAID", "").replace("TWO", "4")
    made = printed(variant(tmp_path, text), product, tmp_path / "out", codes=("en",))
    assert SAID["en"] not in made.texts["en"]
    assert made.found == {("W320", "statement:kept.V1")}
    (one,) = (one for one in made.written.findings if one.code == "W320")
    assert dict(one.args)["players"] == "2"
    assert one.span is not None
    assert one.span.file.endswith("variant.yaml")


@pytest.mark.parametrize(
    ("two", "said", "players", "expected"),
    [
        ("4", " " + RUNS, None, "Nobody keeps more than 3 cards (4 with 2 players)."),
        ("3", "", None, "Nobody keeps more than 3 cards."),
        ("4", "", 2, "Nobody keeps more than 4 cards."),
    ],
    ids=["exceptions", "same_for_all", "one_table"],
)
@pytest.mark.parametrize("product", some_by_day(["reference", "book"], ["reference"]))
def test_what_names_the_exceptions_or_is_for_one_table_is_printed(  # noqa: PLR0917 - parameters of the case
    product: str, two: str, said: str, players: int | None, expected: str, tmp_path: Path
) -> None:
    """By day on the card: what is withheld is withheld of a sentence, which both products have."""
    folder = variant(tmp_path, KEPT.replace("SAID", said).replace("TWO", two))
    made = printed(folder, product, tmp_path / "out", players, codes=("en",))
    assert expected in made.texts["en"].replace("\N{NO-BREAK SPACE}", " ")
    assert made.found == frozenset()


@pytest.mark.parametrize("arguments", [["check", "--lang", "en"], ["words", "check", "--lang", "en"]])
def test_checks_of_words_find_it_too(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = arguments[:-2]
    assert main([*command, str(variant(tmp_path, STEEL)), *arguments[-2:]]) == 1
    told = capsys.readouterr()
    assert "W319 'statement:W89'" in told.out + told.err


def test_no_shipped_sentence_is_withheld(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("power_grid", "warszawa", "nucleum"):
        assert main(["words", "check", name]) == 0, capsys.readouterr().out


FOUR = "variant: four\nof: warszawa\nset: {players.min: 4}\n"
TWO_TO_FIVE = """variant: two
of: warszawa
set:
  players.min: 2
  tables.engineers_each[2]: 4
  space.rubble_crew.copies: {2: 1}
  space.cement_works.copies: {2: 1}
  space.design_office.copies: {2: 1}
"""
NEUTRAL = {
    "en": "With {} players, put the 7 neutral buildings",
    "ro": "Într-o partidă cu {} jucători, puneți la întâmplare 7 clădiri neutre",
    "hu": "{} játékosnál tegyétek a 7 semleges épületet",
}
NO_BARTER = {
    "en": "barter post (not with {} players)",
    "ro": "punct de schimb (nu și cu {} jucători)",
    "hu": "cserehely ({} játékosnál nincs)",
}
ABOUT_NEUTRALS = {*(f"statement:W{number}" for number in (8, 9, 10, 12, 87)), "answer:W13", "answer:W87"}


def filled(sentence: Mapping[str, str], number: str) -> Mapping[str, str]:
    return {code: text.format(number) for code, text in sentence.items()}


def plain(made: Product) -> Product:
    """Return a product without the spaces at which no line breaks."""
    return Product(
        {code: text.replace("\N{NO-BREAK SPACE}", " ") for code, text in made.texts.items()}, made.found, made.written
    )


@pytest.mark.parametrize("players", [None, pytest.param(3, marks=pytest.mark.night)])
def test_a_number_of_players_follows_the_rows_that_have_it(players: int | None, tmp_path: Path) -> None:
    folder = variant(tmp_path, TWO_TO_FIVE)
    book = plain(printed(folder, "book", tmp_path / "book", players))
    assert is_said(filled(NEUTRAL, "3"), book)
    assert not is_said(filled(NEUTRAL, "2"), book)
    card = plain(printed(folder, "reference", tmp_path / "card", players))
    assert is_said(filled(NO_BARTER, "2–3"), card)
    assert book.found == card.found == frozenset()


def test_a_sentence_about_players_that_no_longer_play_is_withheld(tmp_path: Path) -> None:
    made = plain(printed(variant(tmp_path, FOUR), "book", tmp_path / "out"))
    assert not any(is_said(filled(NEUTRAL, number), made) for number in ("0", "3", "4"))
    assert {code for code, _ in made.found} == {"W324"}
    assert {wording for _, wording in made.found} == ABOUT_NEUTRALS
    card = plain(printed(variant(tmp_path, FOUR), "reference", tmp_path / "card"))
    (barter,) = (line for line in card.texts["en"].splitlines() if "barter post" in line)
    assert "barter post: exchange" in barter


DEAR_COAL = """variant: dear
of: power_grid
set:
  tables.place_price[coal]: [12, 12, 12, 10, 10, 10, 8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 3, 3, 3, 2, 2, 2]
  tables.place_price.same_as: {garbage: oil}
"""
THREE_FUELS = {"en": "Coal, oil and garbage", "ro": "Cărbunele, petrolul și deșeurile", "hu": "Szén, olaj és szemét"}


DEPOT = """variant: depot
of: warszawa
add: {elements: {space: {spare_parts: {concrete: 1, rubble: 1, draws: 1}}}}
"""
SPACES = {"en": "does is shown on it", "ro": "Ce face un", "hu": "látható, mit tesz ott"}


@pytest.mark.parametrize(
    ("game", "text", "sentence", "found"),
    [
        ("power_grid", DEAR_COAL, THREE_FUELS, {("W325", "statement:P22"), ("W325", "statement:P25")}),
        ("warszawa", DEPOT, SPACES, {("W319", "statement:W48")}),
    ],
    ids=["one value for keys that differ now", "a list without a new element"],
)
def test_a_sentence_that_no_longer_holds_of_all_keys_is_withheld(
    game: str, text: str, sentence: Mapping[str, str], found: set[tuple[str, str]], tmp_path: Path
) -> None:
    made = printed(variant(tmp_path, text), "book", tmp_path / "out")
    assert is_said(sentence, shipped(game, "book"))
    assert not is_said(sentence, made)
    assert made.found == found
    keys = {dict(one.args)["key"] for one in made.written.findings if one.code == "W319"}
    assert keys <= {"spare_parts"}


def test_a_heading_without_statements_is_not_printed(tmp_path: Path) -> None:
    before = shipped("nucleum", "book", ("hu",))
    made = printed(variant(tmp_path, NO_COURT), "book", tmp_path / "out", codes=("hu",))
    for code, text in made.texts.items():
        headings = {line for line in before.texts[code].splitlines() if line.startswith("### ")}
        left = {line for line in text.splitlines() if line.startswith("### ")}
        assert len(headings - left) == 1
        assert not re.search(r"^### [^\n]*\n+#", text, re.MULTILINE)
