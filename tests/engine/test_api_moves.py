"""Legal moves as families with ranges and counts; nothing is left out without a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from booth import written
from small_games import folder_of

import reguli

KINDS = "  coin: {tokens: {supply: unlimited}, starts: bank}\n  suit: {plural: suits, elements: [red, blue]}"
STATE = "game:\n  bank: {zone: coin}\nplayer:\n  purse: {zone: coin}\n"
RULES = """
procedure set_up:
    settle

phase going:
    decide offer by seat_1:
        pass_by: end going
        offer(suit in suits, amount in 1 .. most):
            move amount from bank to seat_1.purse
            end game
        ask(amount in even .. even):
            end going
"""


@pytest.fixture
def offers(tmp_path: Path) -> reguli.Playthrough:
    """One may pass, offer 1 to 8,000 for either suit, or ask for 7."""
    folder = folder_of(tmp_path, KINDS, STATE, RULES, most=8000, even=7)
    return reguli.load(folder).start(2)


def test_moves_are_families_with_ranges(offers: reguli.Playthrough) -> None:
    assert offers.families() == (
        reguli.MoveFamily("pass_by", {}, None, None, 1, "pass_by"),
        reguli.MoveFamily("offer", {"suit": "red"}, "amount", (1, 8000), 8000, "offer red <1-8000>"),
        reguli.MoveFamily("offer", {"suit": "blue"}, "amount", (1, 8000), 8000, "offer blue <1-8000>"),
        # A range of one number is a move like any other.
        reguli.MoveFamily("ask", {"amount": 7}, None, None, 1, "ask 7"),
    )


def test_all_moves_are_listed_and_counted(offers: reguli.Playthrough) -> None:
    moves = offers.moves()
    assert len(moves) == offers.count_moves() == 1 + 2 * 8000 + 1
    assert (moves[:2], moves[8000:8002], moves[-2:]) == (
        ["pass_by", "offer red 1"],
        ["offer red 8000", "offer blue 1"],
        ["offer blue 8000", "ask 7"],
    )
    assert [move for family in offers.families() for move in family.moves()] == moves
    assert offers.moves(limit=3) == moves[:3]
    assert offers.moves(limit=0) == []
    offers.apply(moves[-3])
    assert offers.value("seat_1.purse") == 7999
    assert (offers.families(), offers.count_moves(), offers.moves()) == ((), 0, [])


def test_a_family_is_plain_as_json(offers: reguli.Playthrough) -> None:
    assert json.loads(json.dumps([family.to_json() for family in offers.families()]))[1] == {
        "option": "offer",
        "arguments": {"suit": "red"},
        "varies": "amount",
        "range": [1, 8000],
        "size": 8000,
        "text": "offer red <1-8000>",
    }


def test_arguments_are_named_as_they_are_typed(booth_folder: Path) -> None:
    """A card is typed by its label, its worth; a player by name."""
    game = reguli.load(booth_folder)
    order = {"deck": [["lynx", "wolf", "bear", "elk", "owl", "fox"]]}
    playthrough = game.start(2, names=("anna", "ben"), prescribed=order)
    assert [family.arguments for family in playthrough.families() if family.option == "lay"] == [
        {"card": "5"},
        {"card": "6"},
    ]
    assert all(len(list(family.moves())) == family.size for family in playthrough.families())


def test_a_fault_while_moves_are_listed_has_its_place(tmp_path: Path) -> None:
    change = ("needs buyer.coins >= 1 because", "needs purse div count(buyer.gems) rounded down >= 1 because")
    playthrough = reguli.load(written(tmp_path, {"rules/booth.rules": change})).start
    with pytest.raises(reguli.RulesFault) as fault:
        playthrough(2)
    assert (fault.value.code, fault.value.place) == ("E303", "booth/rules/booth.rules:14:9")
