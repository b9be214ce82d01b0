"""What expressions become: their types, and how a name is understood."""

from __future__ import annotations

import pytest

from reguli.language.parsing.parser import parse_expression
from reguli.model.binding.query_binding import bind_standalone_expression
from reguli.model.bound_tree.bound_terms import (
    Amount,
    Builtin,
    Compare,
    Constant,
    Contents,
    Elements,
    Fact,
    Fixed,
    Term,
    Tracked,
    Variety,
)
from reguli.model.resolved_ruleset import Ruleset
from reguli.model.types import (
    COUNTS,
    PLAIN,
    TRUTH,
    CollectionType,
    ElementType,
    GroupsType,
    NumbersType,
    NumberType,
    Type,
)
from reguli.source.diagnostic import Bag

CITY, CARD, ELEKTRO, TOKEN = NumberType("city"), NumberType("card"), NumberType("elektro"), NumberType("token")
RANK = NumberType("rank", ("elektro", "city"))


def _bound(ruleset: Ruleset, text: str) -> Term:
    bag = Bag()
    expression = parse_expression(text, "question", bag)
    assert expression is not None
    term = bind_standalone_expression(ruleset, expression, bag, texts=(("question", text),))
    assert not bag
    assert term is not None
    return term


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("player_count", PLAIN),
        ("round + 1", PLAIN),
        ("phase", ElementType("phase")),
        ("stage", ElementType("stage")),
        ("start_city", ElementType("option:start_city")),
        ("hidden_money", TRUTH),
        ("fuels", CollectionType("fuel")),
        ("coal", ElementType("fuel")),
        ("deck", CollectionType("card")),
        ("turn_order", CollectionType("player")),
        ("count(turn_order)", NumberType("player")),
        ("bank", ELEKTRO),
        ("fuel_market[coal]", TOKEN),
        ("count(fuel_market)", TOKEN),
        ("plant_13.number", RANK),
        ("plant_13.fuels", CollectionType("fuel")),
        ("plant_13.is_plant", TRUTH),
        ("essen.region", ElementType("region")),
        ("first(turn_order).money", ELEKTRO),
        ("plant_13.number + bank", ELEKTRO),
        ("max(0, plant_13.powers, most_cities)", CITY),
        ("bank * count(cards)", ELEKTRO),
        ("bank div bank rounded up", PLAIN),
        ("bank div count(cards) rounded down", ELEKTRO),
        ("sum(card.need for card in cards where card.is_plant)", TOKEN),
        ("lowest(plant_market)", ElementType("card")),
        ("lowest(plant_market, 4)", CollectionType("card")),
        ("subsets(fuels)", GroupsType("fuel")),
        ("1 .. bank", NumbersType("elektro")),
        ("all card in cards where coal in card.fuels by card.number descending", CollectionType("card")),
        ("{coal, oil} union plant_13.fuels", CollectionType("fuel")),
        ("cheapest_path({essen}, dortmund, connections, cost)", ELEKTRO),
        ("reaches(essen, dortmund, connections)", TRUTH),
        ("adjacent(essen)", CollectionType("city")),
        ("adjacent(essen, edges_at(essen, connections))", CollectionType("city")),
        ("every group in subsets(fuels) has count(group) <= count(fuels)", TRUTH),
        ("if deck is empty then lowest(plant_market) else first(deck)", ElementType("card")),
        ("next(seat_1)", ElementType("player")),
        ("income_of_nothing", None),
    ],
)
def test_the_type_of_an_expression(power_grid: Ruleset, text: str, wanted: Type | None) -> None:
    if wanted is None:
        with pytest.raises(AssertionError):
            _bound(power_grid, text)
    else:
        assert _bound(power_grid, text).type == wanted


def test_names_are_bound_to_what_they_mean(power_grid: Ruleset) -> None:
    assert isinstance(_bound(power_grid, "round"), Fact)
    assert isinstance(_bound(power_grid, "cities"), Elements)
    seat = _bound(power_grid, "seat_2")
    assert isinstance(seat, Constant)
    assert (seat.value, seat.origin) == (1, "seat_2")
    money = _bound(power_grid, "bank")
    assert isinstance(money, Amount)
    assert isinstance(money.zone, Tracked)
    coal = _bound(power_grid, "fuel_market[coal]")
    assert isinstance(coal, Amount)
    assert isinstance(coal.zone, Variety)
    deck = _bound(power_grid, "deck")
    assert isinstance(deck, Contents)
    number = _bound(power_grid, "plant_13.number")
    assert isinstance(number, Fixed)


def test_the_other_side_tells_the_kind_of_an_element(power_grid: Ruleset) -> None:
    for text in ("start_city = by_step", "by_step = start_city", "start_city in {by_step, empty_city}"):
        term = _bound(power_grid, text)
        assert term.type == TRUTH
    chosen = _bound(power_grid, "start_city = by_step")
    assert isinstance(chosen, Compare)
    assert isinstance(chosen.right, Constant)
    assert chosen.right.type == ElementType("option:start_city")


def test_empty_and_none(power_grid: Ruleset) -> None:
    empty = _bound(power_grid, "plant_market is empty")
    assert isinstance(empty, Compare)
    assert isinstance(empty.left, Builtin)
    assert empty.left.name == "count"
    tokens = _bound(power_grid, "fuel_market is empty")
    assert isinstance(tokens, Compare)
    assert isinstance(tokens.left, Amount)
    none = _bound(power_grid, "lowest(plant_market) is none")
    assert isinstance(none, Builtin)
    assert none.name == "is_none"


def test_what_a_builtin_needs_to_know_stands_in_its_detail(power_grid: Ruleset, hex_game: Ruleset) -> None:
    details = {
        "lowest(plant_market)": "card.number",
        "cheapest_path(essen, dortmund, connections, cost)": "connection.cost",
        "reaches(essen, dortmund, connections)": "connection",
        "adjacent(essen)": "connection",
    }
    for text, detail in details.items():
        term = _bound(power_grid, text)
        assert isinstance(term, Builtin)
        assert term.detail == detail
    for text in ("step(a1, east)", "adjacent(a1)", "distance(a1, c3)", "reaches(a1, c3, cells)"):
        term = _bound(hex_game, text)
        assert isinstance(term, Builtin)
        assert term.detail == "cell"


@pytest.mark.parametrize(
    ("name", "counts"), [("count", (1, 1)), ("lowest", (1, 2)), ("reaches", (3, 3)), ("step", (2, 3)), ("max", (1, 99))]
)
def test_how_a_function_is_called_says_how_many_values_it_takes(name: str, counts: tuple[int, int]) -> None:
    assert COUNTS[name] == counts
