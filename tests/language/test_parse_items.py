"""What each form of item is read as, and where the nodes stand."""

from __future__ import annotations

import pytest
from language_trees import body, expression, plain, rules, without_span

from reguli.language.parsing.parser import parse_body, parse_expression
from reguli.source.diagnostic import Bag
from reguli.source.source_excerpt import Span

STOP = [("Settle",)]
CASES = [
    ("phase a: settle", ("Phase", "a", STOP, [])),
    ("phase a cites P1, P2:\n    settle", ("Phase", "a", STOP, ["P1", "P2"])),
    ("procedure a: settle", ("Procedure", "a", [], STOP, [])),
    (
        "procedure a(b, c: d) cites P1: settle",
        ("Procedure", "a", [("Parameter", "b", None), ("Parameter", "c", "d")], STOP, ["P1"]),
    ),
    ("define a = 1", ("Define", "a", [], None, 1, [])),
    (
        "define a(b) -> c = b + 1 cites P1",
        ("Define", "a", [("Parameter", "b", None)], "c", ("Binary", "+", "b", 1), ["P1"]),
    ),
    (
        "options a(b):\n    c: settle",
        (
            "OptionGroup",
            "a",
            [("Parameter", "b", None)],
            None,
            [("Option", "c", [], STOP, [])],
        ),
    ),
    ("whenever a: b cites P1 then: settle", ("Whenever", "a", "b", STOP, ["P1"])),
    ("when a: b(c, d) then: settle", ("When", "a", "b", ["c", "d"], None, STOP, [])),
    ("when a: b() where e cites P1 then: settle", ("When", "a", "b", [], "e", STOP, ["P1"])),
    ("at end of a, order 2 b: settle", ("At", "b", ("Moment", "end", "a"), 2, STOP, [])),
    ("at start of round b cites P1: settle", ("At", "b", ("Moment", "start", "round"), 0, STOP, ["P1"])),
    ("at before a b: settle", ("At", "b", ("Moment", "before", "a"), 0, STOP, [])),
    ("adjust a: b(c) by -1 while d cites P1", ("Adjust", "a", "b", ["c"], ("Negative", 1), "d", ["P1"])),
    ("waive a: b.c for any e while d", ("Waive", "a", "b", "c", ("NewName", "e"), "d", [], [])),
    ("waive a: b.c for e while d cites P1 then: settle", ("Waive", "a", "b", "c", "e", "d", STOP, ["P1"])),
    ("waive b.c for e.f", ("Waive", "c", "b", "c", ("Field", "e", "f"), None, [], [])),
    ("when b(any c, d) then: settle", ("When", "b", "b", [("NewName", "c"), "d"], None, STOP, [])),
    ("adjust b(any c, d) by 1", ("Adjust", "b", "b", [("NewName", "c"), "d"], 1, None, [])),
    ("always a because b(c) cites P1", ("Always", "b", "a", ("Reason", "b", ["c"]), ["P1"])),
    ("always d: a because b", ("Always", "d", "a", ("Reason", "b", []), [])),
    ("event a(b, c: d)", ("Event", "a", [("Parameter", "b", None), ("Parameter", "c", "d")])),
]


@pytest.mark.parametrize(("text", "tree"), CASES, ids=[text.split("\n")[0] for text, _ in CASES])
def test_an_item_is_read_as(text: str, tree: object) -> None:
    assert [plain(item) for item in rules(text).items] == [tree]


def test_an_empty_file_and_comments_alone_have_no_items() -> None:
    assert rules("").items == ()
    assert rules("\n# nothing\n\n    # yet\n").items == ()


def test_line_ends_marks_and_a_missing_last_line_break_do_not_matter() -> None:
    assert plain(rules("\ufeffphase a:\r\n    settle\r\n\r\n    settle").items[0]) == (
        "Phase",
        "a",
        [("Settle",), ("Settle",)],
        [],
    )


def test_lines_break_freely_within_brackets() -> None:
    text = "define a = (b\n+ c  # why\n\n  # more\n      + d)\nphase e: settle"
    found = rules(text).items
    assert plain(found[0].value) == ("Binary", "+", ("Binary", "+", "b", "c"), "d")
    assert plain(found[1]) == ("Phase", "e", STOP, [])


def test_spans_cover_what_was_written() -> None:
    phase = rules("# x\nphase a:\n    let bc = (d + 1) * e\n    settle  # y\n").items[0]
    let = phase.body[0]
    assert phase.span == Span("test", 2, 1, 4, 11)
    assert let.span == Span("test", 3, 5, 3, 25)
    assert let.value.span == Span("test", 3, 14, 3, 25)
    assert let.value.left.span == Span("test", 3, 15, 3, 20)
    assert let.value.right.span == Span("test", 3, 24, 3, 25)


def test_citations_and_reasons_have_their_own_spans() -> None:
    needs = body("needs a because b(c) cites P1, P23")[0]
    assert needs.reason.span == Span("test", 1, 17, 1, 21)
    assert [cite.span for cite in needs.cites] == [Span("test", 1, 28, 1, 30), Span("test", 1, 32, 1, 35)]


def test_every_node_has_a_place() -> None:
    assert not without_span(rules("options a:\n    b: settle\nevent c\nat before d e: settle\ndefine f = {}\n").items)
    assert not without_span(expression("f()[x] is not none and max(a, b) = {}"))


def test_a_text_within_a_file_is_placed_there() -> None:
    found = parse_expression("a +\n  b", "game.yaml", Bag(), line=7, column=11)
    assert found is not None
    assert found.span == Span("game.yaml", 7, 11, 8, 14)
    statements = parse_body("if a:\n  settle\n", "game.yaml", Bag(), line=7, column=5)
    assert statements is not None
    assert statements[0].span == Span("game.yaml", 7, 5, 8, 13)


def test_a_mistake_in_such_a_text_is_placed_there() -> None:
    bag = Bag()
    assert parse_expression("a == b", "game.yaml", bag, line=7, column=11) is None
    assert [(found.code, found.span) for found in bag] == [("L127", Span("game.yaml", 7, 13, 7, 15))]


@pytest.mark.parametrize("text", ["", "  ", "# nothing"])
def test_an_empty_expression_or_body_is_a_finding(text: str) -> None:
    bag = Bag()
    assert parse_expression(text, "game.yaml", bag, line=7, column=11) is None
    assert parse_body(text, "game.yaml", bag, line=8, column=11) is None
    assert bag.codes == ("L102", "L102")


def test_an_expression_and_a_body_end_where_their_text_ends() -> None:
    bag = Bag()
    assert parse_expression("a b", "x", bag) is None
    assert parse_body("phase a: settle", "x", bag) is None
    assert bag.codes == ("L152", "L190")
