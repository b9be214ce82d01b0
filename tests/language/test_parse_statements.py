"""What each form of statement is read as."""

from __future__ import annotations

import pytest
from language_trees import body, plain

CASES = [
    ("let a = 1", ("Let", "a", 1)),
    ("needs a because late", ("Needs", "a", ("Reason", "late", []), [])),
    ("needs a because dear(b, 1) cites P3, R7a", ("Needs", "a", ("Reason", "dear", ["b", 1]), ["P3", "R7a"])),
    ("set a.b to c", ("Assign", ("Field", "a", "b"), "c")),
    ("set costs[x] to 2", ("Assign", ("Index", "costs", ["x"]), 2)),
    ("add 2 to a", ("Change", "a", 2, False)),
    ("subtract 2 from a", ("Change", "a", 2, True)),
    ("move c to z", ("Move", "c", None, "z", None)),
    ("move c from d to z", ("Move", "c", "d", "z", None)),
    ("move c from d to bottom of z", ("Move", "c", "d", "z", "bottom")),
    ("move c to top", ("Move", "c", None, "top", None)),
    ("move lowest(m) to top of z", ("Move", ("Call", "lowest", ["m"]), None, "z", "top")),
    ("move 2 of coal from a to b", ("MoveAmount", 2, False, "coal", "a", "b", None)),
    ("move up to n of coal from a to b", ("MoveAmount", "n", True, "coal", "a", "b", None)),
    ("move all from a to b", ("MoveAmount", None, False, None, "a", "b", None)),
    ("move all of coal from a to top of b", ("MoveAmount", None, False, "coal", "a", "b", "top")),
    ("move all x in s to b", ("Move", ("AllOf", "x", "s", None, []), None, "b", None)),
    ("move up from a to b", ("Move", "up", "a", "b", None)),
    ("move 3 from a.b to c", ("Move", 3, ("Field", "a", "b"), "c", None)),
    ("move up to n from a to b", ("MoveAmount", "n", True, None, "a", "b", None)),
    ("pay 3 from a.b to c because d", ("Pay", 3, None, ("Field", "a", "b"), "c", ("Reason", "d", []), [])),
    ("pay n of v from a to c because d(n) cites P3", ("Pay", "n", "v", "a", "c", ("Reason", "d", ["n"]), ["P3"])),
    ("draw c from d", ("Draw", "c", "d", None, None)),
    ("draw c from d to hand", ("Draw", "c", "d", "hand", None)),
    ("draw c from d to bottom of hand", ("Draw", "c", "d", "hand", "bottom")),
    ("draw 2 of d to hand", ("DrawSome", 2, False, "d", "hand", None)),
    ("draw up to n of d to top of hand", ("DrawSome", "n", True, "d", "hand", "top")),
    ("by lot x in s weighing n", ("Lot", "x", "s", None, "n")),
    ("shuffle d", ("Shuffle", "d")),
    ("by lot x in s", ("Lot", "x", "s", None, None)),
    ("by lot x in s where c", ("Lot", "x", "s", "c", None)),
    ("append a to b", ("ListChange", "a", "b", True)),
    ("remove a from b", ("ListChange", "a", "b", False)),
    ("sort x in s by k descending, l", ("Sort", "x", "s", [("SortKey", "k", True), ("SortKey", "l", False)])),
    ("run f", ("Run", "f", [], False)),
    ("run f()", ("Run", "f", [], False)),
    ("run f(a, 1)", ("Run", "f", ["a", 1], False)),
    ("run c.effect(p)", ("Run", ("Field", "c", "effect"), ["p"], False)),
    ("later run f(a)", ("Run", "f", ["a"], True)),
    ("announce built(a)", ("Announce", "built", ["a"])),
    ("settle", ("Settle",)),
    ("end   game", ("End", "game")),
    ("end trade", ("End", "trade")),
    ("end trade cites P1, P2", ("End", ["P1", "P2"], "trade")),
    ("move c to z cites P1", ("Move", ["P1"], "c", None, "z", None)),
    ("if a: settle", ("If", "a", [("Settle",)], [])),
    ("for x in 1 .. n: settle", ("For", "x", ("Range", 1, "n"), None, None, [("Settle",)])),
    ("for x in s where c: settle", ("For", "x", "s", "c", None, [("Settle",)])),
    ("while a: settle", ("While", "a", None, [("Settle",)])),
    ("repeat 2 times: settle", ("Repeat", 2, None, [("Settle",)])),
    ("for x in s where c, keeps a: settle", ("For", "x", "s", "c", "a", [("Settle",)])),
    ("while a, keeps c: settle", ("While", "a", "c", [("Settle",)])),
    ("repeat 2 times, keeps c: settle", ("Repeat", 2, "c", [("Settle",)])),
    ("for p round r until c, keeps a: settle", ("ForRound", "p", "r", None, "c", "a", [("Settle",)])),
    ("for p round r where d until c: settle", ("ForRound", "p", "r", "d", "c", None, [("Settle",)])),
    ("for p round r until c: settle", ("ForRound", "p", "r", None, "c", None, [("Settle",)])),
    ("for p round f(l): settle", ("ForRound", "p", ("Call", "f", ["l"]), None, None, None, [("Settle",)])),
]


@pytest.mark.parametrize(("text", "tree"), CASES, ids=[text for text, _ in CASES])
def test_a_statement_is_read_as(text: str, tree: object) -> None:
    assert plain(body(text)) == [tree]


def test_a_chain_of_conditions_nests() -> None:
    text = """\
if a:
    settle
else if b: settle
else if c:
    settle
else:
    settle
    settle
"""
    last = ("If", "c", [("Settle",)], [("Settle",), ("Settle",)])
    second = ("If", "b", [("Settle",)], [last])
    assert plain(body(text)) == [("If", "a", [("Settle",)], [second])]


def test_else_belongs_to_the_if_of_its_column() -> None:
    text = """\
if a:
    if b:
        settle
else:
    settle
"""
    inner = ("If", "b", [("Settle",)], [])
    assert plain(body(text)) == [("If", "a", [inner], [("Settle",)])]


def test_a_decision_with_everything() -> None:
    text = """\
decide offer by p, repeatedly, secretly, all or nothing, or pass_offer cites P7:
    buy(c in market where c.free because taken(c), n in 1 .. 3) cites P8:
        move n from p to bank
    otherwise: settle
"""
    buy = (
        "Option",
        "buy",
        [
            ("OptionParameter", "c", "market", ("Field", "c", "free"), ("Reason", "taken", ["c"])),
            ("OptionParameter", "n", ("Range", 1, 3), None, None),
        ],
        [("Move", "n", "p", "bank", None)],
        ["P8"],
    )
    otherwise = [("Settle",)]
    assert plain(body(text)) == [
        ("Decide", "offer", "p", True, False, True, True, ("Declining", "pass_offer"), [buy], otherwise, ["P7"])
    ]


def test_a_decision_with_little() -> None:
    option = ("Option", "a", [], [("Settle",)], [])
    assert plain(body("decide offer by p:\n    a: settle\n")) == [
        ("Decide", "offer", "p", False, False, False, False, None, [option], None, [])
    ]


def test_an_option_may_be_named_like_a_statement() -> None:
    found = body("decide d by p:\n    move: \n        settle\n    set: settle\n")
    assert [option.name for option in found[0].options] == ["move", "set"]
