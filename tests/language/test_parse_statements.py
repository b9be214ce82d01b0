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
    ("move c to z", ("MovePiece", "c", None, "z", None)),
    ("move c from d to z", ("MovePiece", "c", "d", "z", None)),
    ("move c from d to bottom of z", ("MovePiece", "c", "d", "z", "bottom")),
    ("move c to top", ("MovePiece", "c", None, "top", None)),
    ("move lowest(m) to top of z", ("MovePiece", ("Call", "lowest", ["m"]), None, "z", "top")),
    ("move 2 of coal from a to b", ("MoveAmount", 2, False, "coal", "a", "b", None)),
    ("move up to n of coal from a to b", ("MoveAmount", "n", True, "coal", "a", "b", None)),
    ("move all from a to b", ("MoveAmount", None, False, None, "a", "b", None)),
    ("move all of coal from a to top of b", ("MoveAmount", None, False, "coal", "a", "b", "top")),
    ("move all x in s to b", ("MovePiece", ("AllOf", "x", "s", None, []), None, "b", None)),
    ("move up from a to b", ("MovePiece", "up", "a", "b", None)),
    ("pay 3 from a.b to c", ("Pay", 3, ("Field", "a", "b"), "c")),
    ("draw c from d", ("Draw", "c", "d", None, None)),
    ("draw c from d to hand", ("Draw", "c", "d", "hand", None)),
    ("draw c from d to bottom of hand", ("Draw", "c", "d", "hand", "bottom")),
    ("shuffle d", ("Shuffle", "d")),
    ("by lot x in s", ("Lot", "x", "s", None)),
    ("by lot x in s where c", ("Lot", "x", "s", "c")),
    ("append a to b", ("ListChange", "a", "b", True)),
    ("remove a from b", ("ListChange", "a", "b", False)),
    ("sort x in s by k descending, l", ("Sort", "x", "s", [("SortKey", "k", True), ("SortKey", "l", False)])),
    ("run f", ("Run", "f", [], False)),
    ("run f()", ("Run", "f", [], False)),
    ("run f(a, 1)", ("Run", "f", ["a", 1], False)),
    ("run c.effect(p)", ("Run", ("Field", "c", "effect"), ["p"], False)),
    ("later run f(a)", ("Run", "f", ["a"], True)),
    ("announce built(a)", ("Announce", "built", ["a"])),
    ("finish", ("Simple", "finish")),
    ("stop", ("Simple", "stop")),
    ("settle", ("Simple", "settle")),
    ("end   game", ("Simple", "end game")),
    ("if a: stop", ("If", "a", [("Simple", "stop")], [])),
    ("for x in 1 .. n: stop", ("For", "x", ("Range", 1, "n"), None, [("Simple", "stop")])),
    ("for x in s where c: stop", ("For", "x", "s", "c", [("Simple", "stop")])),
    ("while a: stop", ("While", "a", [("Simple", "stop")])),
    ("repeat 2 times: stop", ("Repeat", 2, [("Simple", "stop")])),
    (
        "in turn p clockwise from l among s until c: stop",
        ("InTurn", "p", True, True, "l", "s", "c", [("Simple", "stop")]),
    ),
    (
        "in turn p counterclockwise after l among s: stop",
        ("InTurn", "p", False, False, "l", "s", None, [("Simple", "stop")]),
    ),
]


@pytest.mark.parametrize(("text", "tree"), CASES, ids=[text for text, _ in CASES])
def test_a_statement_is_read_as(text: str, tree: object) -> None:
    assert plain(body(text)) == [tree]


def test_a_chain_of_conditions_nests() -> None:
    text = """\
if a:
    stop
else if b: settle
else if c:
    finish
else:
    stop
    settle
"""
    last = ("If", "c", [("Simple", "finish")], [("Simple", "stop"), ("Simple", "settle")])
    second = ("If", "b", [("Simple", "settle")], [last])
    assert plain(body(text)) == [("If", "a", [("Simple", "stop")], [second])]


def test_else_belongs_to_the_if_of_its_column() -> None:
    text = """\
if a:
    if b:
        stop
else:
    settle
"""
    inner = ("If", "b", [("Simple", "stop")], [])
    assert plain(body(text)) == [("If", "a", [inner], [("Simple", "settle")])]


def test_a_decision_with_everything() -> None:
    text = """\
decide offer by p, repeatedly, secretly, all or nothing cites P7:
    buy(c in market where c.free because taken(c), n in 1 .. 3) cites P8:
        pay n from p to bank
    include extras(p)
    pass_offer: finish
    otherwise: stop
"""
    buy = (
        "Option",
        "buy",
        [
            ("OptionParameter", "c", "market", ("Field", "c", "free"), ("Reason", "taken", ["c"])),
            ("OptionParameter", "n", ("Range", 1, 3), None, None),
        ],
        [("Pay", "n", "p", "bank")],
        ["P8"],
    )
    options = [buy, ("Include", "extras", ["p"]), ("Option", "pass_offer", [], [("Simple", "finish")], [])]
    otherwise = [("Simple", "stop")]
    assert plain(body(text)) == [("Decide", "offer", "p", True, True, True, options, otherwise, ["P7"])]


def test_a_decision_with_little() -> None:
    option = ("Option", "a", [], [("Simple", "stop")], [])
    assert plain(body("decide offer by p:\n    a: stop\n")) == [
        ("Decide", "offer", "p", False, False, False, [option], None, [])
    ]


def test_an_option_may_be_named_like_a_statement() -> None:
    found = body("decide d by p:\n    move: \n        stop\n    set: finish\n")
    assert [option.name for option in found[0].options] == ["move", "set"]
