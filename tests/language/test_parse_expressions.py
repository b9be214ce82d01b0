"""What each form of expression is read as."""

from __future__ import annotations

import pytest
from language_trees import expression, plain

CASES = [
    ("12", 12),
    ("price", "price"),
    ("player.money", ("Field", "player", "money")),
    ("resupply[stage, fuel]", ("Index", "resupply", ["stage", "fuel"])),
    ("player.fuel[coal]", ("Index", ("Field", "player", "fuel"), ["coal"])),
    ("count(x)", ("Call", "count", ["x"])),
    ("alone()", ("Call", "alone", [])),
    ("space.effect(player)", ("Call", ("Field", "space", "effect"), ["player"])),
    ("max(a, b)", ("Call", "max", ["a", "b"])),
    ("min(1, a)", ("Call", "min", [1, "a"])),
    ("max(c.rank for c in hand)", ("Aggregate", "max", ("Field", "c", "rank"), "c", "hand", None)),
    ("sum(1 for c in hand where c.free)", ("Aggregate", "sum", 1, "c", "hand", ("Field", "c", "free"))),
    ("max", "max"),
    ("sum + 1", ("Binary", "+", "sum", 1)),
    ("not a", ("Not", "a")),
    ("-a", ("Negative", "a")),
    ("-1 - -2", ("Binary", "-", ("Negative", 1), ("Negative", 2))),
    ("a - b - c", ("Binary", "-", ("Binary", "-", "a", "b"), "c")),
    ("a - (b - c)", ("Binary", "-", "a", ("Binary", "-", "b", "c"))),
    ("a + b * c", ("Binary", "+", "a", ("Binary", "*", "b", "c"))),
    ("a div b rounded up", ("Divide", "a", "b", "up")),
    ("a * b div c rounded down", ("Divide", ("Binary", "*", "a", "b"), "c", "down")),
    ("a or b and c", ("Binary", "or", "a", ("Binary", "and", "b", "c"))),
    ("not a = b", ("Not", ("Binary", "=", "a", "b"))),
    ("not a and b", ("Binary", "and", ("Not", "a"), "b")),
    ("a union b without c", ("Binary", "without", ("Binary", "union", "a", "b"), "c")),
    ("a common b is empty", ("State", ("Binary", "common", "a", "b"), "empty", False)),
    ("a is none", ("State", "a", "none", False)),
    ("a is not empty", ("State", "a", "empty", True)),
    ("a in b", ("Member", "a", "b", False)),
    ("a + 1 in 1 .. n", ("Member", ("Binary", "+", "a", 1), ("Range", 1, "n"), False)),
    ("a not in {b, c}", ("Member", "a", ("SetOf", ["b", "c"]), True)),
    ("{}", ("SetOf", [])),
    ("1 .. n + 1", ("Range", 1, ("Binary", "+", "n", 1))),
    ("if a then b else c", ("IfElse", "a", "b", "c")),
    ("some x in s", ("Quantified", "some", "x", "s", None, None)),
    ("no x in s where x.a and b", ("Quantified", "no", "x", "s", ("Binary", "and", ("Field", "x", "a"), "b"), None)),
    ("every x in s where c has d", ("Quantified", "every", "x", "s", "c", "d")),
    ("every x in s has d", ("Quantified", "every", "x", "s", None, "d")),
    ("(some x in s where a) and b", ("Binary", "and", ("Quantified", "some", "x", "s", "a", None), "b")),
    ("all x in s", ("AllOf", "x", "s", None, [])),
    (
        "all x in s where c by x.a descending, b",
        ("AllOf", "x", "s", "c", [("SortKey", ("Field", "x", "a"), True), ("SortKey", "b", False)]),
    ),
]


@pytest.mark.parametrize(("text", "tree"), CASES, ids=[text for text, _ in CASES])
def test_an_expression_is_read_as(text: str, tree: object) -> None:
    assert plain(expression(text)) == tree


@pytest.mark.parametrize("sign", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_keeps_its_sign(sign: str) -> None:
    assert plain(expression(f"a + 1 {sign} b")) == ("Binary", sign, ("Binary", "+", "a", 1), "b")


def test_words_of_statements_may_be_names() -> None:
    assert plain(expression("order + set.top")) == ("Binary", "+", "order", ("Field", "set", "top"))


def test_a_word_that_begins_like_a_keyword_is_a_name() -> None:
    assert plain(expression("index + notes = orders")) == (
        "Binary",
        "=",
        ("Binary", "+", "index", "notes"),
        "orders",
    )
