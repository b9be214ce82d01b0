"""Bundles: chosen out of a zone, paid with other charges, compared, moved; what is asked for is what is taken."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from small_games import folder_of

import reguli
from reguli.ir.interpreter.set_numbering import Bundles, decode_bundle, encode_bundle, token_selections

KINDS = """  fruit: {elements: [apple, pear]}
  crate: {tokens: {variety: fruit, supply: 9}, starts: yard}"""
STATE = """
game:
  yard: {zone: crate}
  cart: {zone: crate, capacity: 3}
player:
  cellar: {zone: crate}
  guest: {flag: true}
"""
RULES = """
procedure set_up:
    move {apples of apple, pears of pear} from yard to seat_1.cellar
    move 1 of pear from yard to seat_2.cellar
    set seat_1.guest to true

waive on_the_house: meal.too_little for seat_1 while seat_1.guest then:
    set seat_1.guest to false

phase going:
    decide purchase by seat_1, or rest:
        # Two apples and a pear out of one cellar, whoever else pays.
        both(host in players):
            pay {1 of apple, 1 of pear} from seat_1.cellar to yard because too_little
            pay 1 of apple from host.cellar to yard because no_apple
        whole:
            pay {1 of apple} from seat_1.cellar to yard because too_little
            pay {1 of apple, 1 of pear} from seat_1.cellar to yard because no_apple
        load(loaded in 0 .. most of seat_1.cellar):
            pay loaded from seat_1.cellar to cart because no_room
            pay 1 of pear from seat_2.cellar to cart because no_room
        meal:
            pay {1 of apple, 1 of pear} from seat_1.cellar to yard because too_little
        less_than_none:
            move {0 - 1 of apple, 1 of pear} from yard to seat_1.cellar
        compared(chosen in 1 .. most of seat_1.cellar where seat_1.cellar >= {1 of apple, 1 of pear} because too_little):
            needs chosen != {1 of pear} and chosen <= seat_1.cellar and count(chosen) > chosen[pear] because too_little
            settle
    end game
"""


def table(home: Path, apples: int, pears: int, most: int = 2) -> reguli.Playthrough:
    return reguli.load(folder_of(home, KINDS, STATE, RULES, apples=apples, pears=pears, most=most)).start(2)


def reasons(playthrough: reguli.Playthrough, move: str) -> list[str]:
    return [refusal.name for refusal in playthrough.why(move)]


def left(playthrough: reguli.Playthrough) -> tuple[object, object]:
    return playthrough.value("count(seat_1.cellar[apple])"), playthrough.value("count(seat_1.cellar[pear])")


def test_what_is_refused_and_taken_at_every_table(tmp_path: Path) -> None:
    for at, (apples, pears) in enumerate(product(range(4), repeat=2)):
        sitting = table(tmp_path / str(at), apples, pears)
        moves = {
            "both seat_1": (apples >= 2 and pears >= 1, (apples - 2, pears - 1)),
            "both seat_2": (False, None),
            "whole": (apples >= 2 and pears >= 1, (apples - 2, pears - 1)),
            "load apple": (apples >= 1, (apples - 1, pears)),
            "load apple pear": (min(apples, pears) >= 1, (apples - 1, pears - 1)),
            "load -": (True, (apples, pears)),
            "meal": (True, (apples - 1, pears - 1) if min(apples, pears) >= 1 else (apples, pears)),
            "less_than_none": (True, (apples, pears + 1)),
            "compared apple": (min(apples, pears) >= 1, (apples, pears)),
            "compared pear": (False, None),
        }
        for move, (legal, after) in moves.items():
            assert (reasons(sitting, move) == []) == legal == (move in map(str, sitting.moves())), (apples, pears, move)
            if legal:
                branch = sitting.branch()
                branch.apply(move)
                assert left(branch) == after, (apples, pears, move)
                total = "count(yard) + count(cart) + count(seat_1.cellar) + count(seat_2.cellar)"
                assert branch.value(total) == 18


def test_charges_are_refused_by_the_one_that_is_too_much(tmp_path: Path) -> None:
    assert reasons(table(tmp_path, 1, 1), "both seat_1") == ["no_apple"]
    assert reasons(table(tmp_path / "more", 0, 1), "both seat_1") == ["too_little", "no_apple"]


def test_a_cart_for_three_takes_no_more(tmp_path: Path) -> None:
    sitting = table(tmp_path, 3, 3, most=3)
    # Two and the other's pear fill it.
    assert reasons(sitting, "load apple pear") == []
    assert reasons(sitting, "load apple apple pear") == ["no_room"]


def test_who_uses_a_waiver_pays_nothing(tmp_path: Path) -> None:
    sitting = table(tmp_path, 1, 0)
    sitting.apply("meal")
    assert left(sitting) == (1, 0)
    assert sitting.value("seat_1.guest") is False


@pytest.mark.parametrize(
    ("there", "least", "most"), [((2, 1, 1), 2, 2), ((3, 0, 2), 1, 3), ((0, 0), 0, 1), ((1,), 2, 3)]
)
def test_bundles_are_all_there_are_once_each(there: tuple[int, ...], least: int, most: int) -> None:
    wanted = {one for one in product(*(range(share + 1) for share in there)) if least <= sum(one) <= most}
    found = Bundles(there, least, most)
    assert len(found) == len(wanted)
    assert {decode_bundle(number, len(there)) for number in found} == wanted
    assert all(number in found for number in map(encode_bundle, wanted))


def test_more_of_what_comes_first_comes_first() -> None:
    assert [*token_selections((2, 1, 1), 2)] == [(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
