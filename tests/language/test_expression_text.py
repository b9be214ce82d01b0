"""Expressions as one-line texts, with no parentheses that are not needed."""

from __future__ import annotations

import pytest
from grammar_texts import text_from
from language_trees import expression

from reguli.language.expression_text import expression_text
from reguli.language.parser import parse_expression
from reguli.language.same_tree import same_tree
from reguli.source.diagnostic import Bag

KEPT = [
    "price <= builder.money",
    "a - (b - c)",
    "a - b - c",
    "(a + b) * c",
    "a * b + c",
    "a * (b div c rounded up)",
    "a div (b * c) rounded down",
    "-(a + b)",
    "--a",
    "not (a and b)",
    "not a = b",
    "(not a) = b",
    "(a or b) and c",
    "a or b and c",
    "(a = b) = c",
    "a union (b union c)",
    "(if a then b else c) + 1",
    "if a then b else c + 1",
    "(some x in s where a) and b",
    "a and some x in s where b",
    "a and (some x in s where b) or c",
    "every x in s where (some y in t where a) has b",
    "some x in s and b",
    "all x in s where c by a, b descending",
    "f((all x in s by a), b)",
    "f(all x in s where c, b)",
    "(all x in s where c).size",
    "count(all x in s where x.a)",
    "a in 1 .. n + 1",
    "1 .. n",
    "max(a, b) + sum(x.a for x in s where x.b)",
    "costs[a, b].c(d)",
    "{a, b} common {}",
    "p.out is none",
]
# The parentheses in these are not needed.
LOST = [
    ("((price)) <= (builder.money)", "price <= builder.money"),
    ("(a - b) - c", "a - b - c"),
    ("(a * b) + c", "a * b + c"),
    ("not (a = b)", "not a = b"),
    ("a or (b and c)", "a or b and c"),
    ("(a without b) is empty", "a without b is empty"),
    ("a and (some x in s where b)", "a and some x in s where b"),
    ("(some x in s) and b", "some x in s and b"),
    ("f((all x in s where c), b)", "f(all x in s where c, b)"),
    ("a   in ( b )", "a in b"),
]


@pytest.mark.parametrize("text", KEPT)
def test_needed_parentheses_stay(text: str) -> None:
    assert expression_text(expression(text)) == text


@pytest.mark.parametrize(("written", "text"), LOST, ids=[written for written, _ in LOST])
def test_other_parentheses_go(written: str, text: str) -> None:
    assert expression_text(expression(written)) == text


def _generated() -> list[str]:
    texts = []
    for seed in range(700):
        text = text_from("start_expression", seed, 6 + seed % 12)
        if parse_expression(text, "test", Bag()) is not None:
            texts.append(text)
    return texts


def test_generated_expressions_come_back_from_their_texts() -> None:
    texts = _generated()
    assert len(texts) > 600
    for text in texts:
        tree = expression(text)
        written = expression_text(tree)
        assert "\n" not in written
        assert same_tree(tree, expression(written)), written


def test_no_pair_of_parentheses_could_be_left_out() -> None:
    for text in [*_generated()[:150], *KEPT]:
        tree = expression(text)
        written = expression_text(tree)
        for first, last in _pairs(written):
            shorter = f"{written[:first]} {written[first + 1 : last]} {written[last + 1 :]}"
            found = parse_expression(shorter, "test", Bag())
            assert found is None or not same_tree(tree, found), f"{written} needs less: {shorter}"


def _pairs(text: str) -> list[tuple[int, int]]:
    """Give the places of parentheses that group, not of those behind a name."""
    opened: list[int] = []
    pairs = []
    for at, char in enumerate(text):
        if char == "(":
            opened.append(at)
        elif char == ")":
            first = opened.pop()
            if first == 0 or text[first - 1] in " ([{-":
                pairs.append((first, at))
    return pairs
