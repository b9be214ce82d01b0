"""What a finding about rules text carries beside its code: the exact place, the name meant, sentences without gaps."""

from __future__ import annotations

import pytest

from reguli.language.parsing.parser import parse_rules
from reguli.source.diagnostic import Bag, Diagnostic, finding_as_json
from reguli.source.finding_catalogue import Code, finding_catalogue
from reguli.source.source_excerpt import Span

TESTED = [code for code in finding_catalogue().values() if code.id.startswith("L") and not code.told]


def _only(text: str) -> Diagnostic:
    bag = Bag()
    assert parse_rules(text, "test", bag) is None
    (found,) = bag
    return found


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("phse trade: settle", "phase"),
        ("whenver full: a then: settle", "whenever"),
        ("function price = 3", "define"),
        ("phase x:\n    mvoe a to b", "move"),
        ("phase x:\n    shufle a", "shuffle"),
        ("phase x:\n    return", "end"),
        ("phase x:\n    elif a: settle", "else if"),
        ("phase x:\n    when a: settle", "if"),
        ("phase TradeAll: settle", "tradeall"),
        ("phase licitație: settle", "licitatie"),
        ("phase árverés: settle", "arveres"),
        ("define a = b >= 3 && c", "and"),
        ("define a = b ≠ c", "!="),
        ("qqqqqq: settle", None),
    ],
)
def test_the_name_meant_is_offered(text: str, near: str | None) -> None:
    assert _only(text).near == near


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("phase x\n    settle", Span("test", 1, 8, 1, 9)),
        ("phase x:  # why\n    if a  # why\n        settle", Span("test", 2, 9, 2, 10)),
        ("phase x:\n    opener.out = yes  # why", Span("test", 2, 5, 2, 21)),
        ("phase x:\n    for each p in q:\n        settle", Span("test", 2, 5, 2, 13)),
        ("define a = (b + a[c)", Span("test", 1, 20, 1, 21)),
        ("define a = f(b,\n  c\n\n\ndefine d = e", Span("test", 1, 13, 1, 14)),
        ("phase x:\n    if a:\n    settle", Span("test", 2, 5, 2, 10)),
        ("phase x:\n\tstop", Span("test", 2, 1, 2, 2)),
        ("define a = 12.75", Span("test", 1, 12, 1, 17)),
    ],
)
def test_the_place_is_exact(text: str, span: Span) -> None:
    assert _only(text).span == span


@pytest.mark.parametrize("code", TESTED, ids=lambda code: code.id)
def test_every_sentence_of_a_finding_can_be_said(code: Code) -> None:
    bag = Bag()
    parse_rules(code.wrong, "test", bag)
    for found in bag:
        said = finding_as_json(found)
        assert said["message"]
        assert said["remedy"]


def test_an_indented_line_at_the_margin_is_reported_once() -> None:
    bag = Bag()
    parse_rules("phase x:\nif a:\n    settle\n\nphase y:\nsettle\n", "test", bag)
    assert bag.codes == ("L143", "L142")
