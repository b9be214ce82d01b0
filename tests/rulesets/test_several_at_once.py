"""Several cards in one move: what may be chosen together, how it is typed, kept and told, and why not."""

from __future__ import annotations

import json
from itertools import chain, combinations
from pathlib import Path

import pytest
from toys import Sitting, place

import reguli
from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.notation import Unreadable
from reguli.ir.interpreter.set_numbering import Sets, decode_set, encode_set

HANDS = Path(__file__).parent / "hands"


def with_hand(cards: str) -> Sitting:
    return place(
        "hands",
        f"""
        players: 2
        at: {{phase: drawing, decision: use_of_hand, by: a}}
        state: {{round: 1, a.hand: {cards}}}
        """,
    )


def test_two_of_five_cards_are_ten_moves() -> None:
    sitting = with_hand("[a2, b2, h2, l5, l6]")
    moves = [move for move in texts(sitting) if move.startswith("discard ")]
    assert moves == [
        *("discard a2 b2", "discard a2 h2", "discard a2 l5", "discard a2 l6"),
        *("discard b2 h2", "discard b2 l5", "discard b2 l6", "discard h2 l5", "discard h2 l6", "discard l5 l6"),
    ]
    sitting.play("a: discard l6 b2")
    assert sitting.value("count(a.hand)") == 3
    assert sitting.value("b2 in discards and l6 in discards") is True


def texts(sitting: Sitting) -> list[str]:
    return [move for family in typed(sitting) for move in family.moves()]


def typed(sitting: Sitting) -> list[reguli.MoveFamily]:
    return [format_action_sets(sitting.playthrough, family) for family in sitting.playthrough.families()]


def test_three_of_one_number_or_suit_are_melded_for_their_sum() -> None:
    sitting = with_hand("[a2, b2, h2, l5, l6]")
    # Of ten threes one is alike.
    assert [move for move in texts(sitting) if move.startswith("put_meld")] == ["put_meld a2 b2 h2"]
    assert sitting.refused("put_meld a2 b2 l5") == ["not_alike"]
    sitting.play("a: put_meld h2 a2 b2")
    assert sitting.value("a.points") == 6


def test_one_or_two_go_under_the_deck() -> None:
    sitting = with_hand("[a2, b2, h2, l5, l6]")
    # Five ones and ten twos.
    assert sum(move.startswith("put_back ") for move in texts(sitting)) == 15
    sitting.play("a: put_back l5")
    assert sitting.value("count(a.hand)") == 5
    assert sitting.value("l5 in deck") is True


def test_what_is_not_offered_together_is_refused_with_what_may_be_chosen() -> None:
    sitting = with_hand("[a2, b2, h2, l5, l6]")
    assert sitting.refused("discard a2") == ["not_offered"]
    assert sitting.refused("discard a2 b2 h2") == ["not_offered"]
    assert sitting.refused("discard a2 a2") == ["not_offered"]
    assert sitting.refused("discard a2 l1") == ["not_offered"]
    with pytest.raises(Unreadable):
        sitting.refused("discard a2 nothing")
    with pytest.raises(Unreadable):
        sitting.refused("discard")


def test_families_name_the_cards_and_how_many() -> None:
    sitting = with_hand("[a2, b2, h2, l5, l6]")
    assert [family.to_json() for family in typed(sitting)] == [
        {
            "option": "discard",
            "arguments": {},
            "varies": "cards_put_down",
            "range": [2, 2],
            "size": 10,
            "text": "discard <2 of a2 b2 h2 l5 l6>",
            "of": ["a2", "b2", "h2", "l5", "l6"],
        },
        {
            "option": "put_meld",
            "arguments": {"melded": ["a2", "b2", "h2"]},
            "varies": None,
            "range": None,
            "size": 1,
            "text": "put_meld a2 b2 h2",
        },
        {
            "option": "put_back",
            "arguments": {},
            "varies": "returned",
            "range": [1, 2],
            "size": 15,
            "text": "put_back <1-2 of a2 b2 h2 l5 l6>",
            "of": ["a2", "b2", "h2", "l5", "l6"],
        },
    ]


def test_nobody_lists_combinations_to_count_and_pick_them() -> None:
    many = Sets(range(60), 30, 30)
    # 60 over 30, from the table of binomial coefficients.
    assert many.__len__() == 118264581564861424
    assert decode_set(many[0]) == tuple(range(30))
    assert decode_set(many[-1]) == tuple(range(30, 60))


@pytest.mark.parametrize(("least", "most"), [(0, 0), (2, 2), (1, 3), (0, 5), (4, 9), (3, 2), (-1, 1)])
def test_numbers_of_sets_are_combinations_in_order(least: int, most: int) -> None:
    elements = (7, 1, 4, 2, 9)
    wanted = [
        encode_set(chosen)
        for chosen in chain.from_iterable(
            combinations(sorted(elements), size) for size in range(max(0, least), most + 1)
        )
    ]
    found = Sets(elements, least, most)
    assert [*found] == wanted == [found[at] for at in range(len(found))]
    assert len(found) == len(wanted)
    everything = {encode_set(chosen) for size in range(6) for chosen in combinations((1, 2, 4, 7, 8, 9), size)}
    assert {number for number in everything if number in found} == set(wanted)
    with pytest.raises(IndexError):
        found[len(wanted)]


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    game = reguli.load(HANDS)
    sitting = game.start(2, seed=3)
    for _ in range(3):
        sitting.apply(sitting.moves()[1])
    sitting.save(tmp_path / "hands.json")
    again = reguli.load_save(tmp_path / "hands.json", HANDS)
    assert again.hash == sitting.hash
    assert [json.loads(json.dumps(move)) for move in (sitting.move_json(one) for one in sitting.moves())] == [
        again.move_json(one) for one in again.moves()
    ]
    for move in sitting.moves():
        assert sitting.read(sitting.move_json(move)) == sitting.read(move)


def test_the_journal_tells_all_members() -> None:
    game = reguli.load(HANDS)
    sitting = game.start(2, seed=3)
    move = sitting.moves()[0]
    sitting.apply(move)
    told = next(entry for entry in sitting.journal() if entry.verb == "choose")
    assert told.text == f"choose seat_1: {move.split()[0]} {','.join(move.split()[1:])}"
