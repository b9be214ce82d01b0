"""Payments: who cannot make all of an option's payments at once may not choose it, and who chooses it makes just these."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from small_games import folder_of

import reguli

KINDS = "  coin: {tokens: {supply: 20}, starts: bank}"
STATE = """
game:
  bank: {zone: coin}
  till: {zone: coin, capacity: 4}
player:
  purse: {zone: coin}
  guest: {flag: true}
"""
RULES = """
procedure set_up:
    move first_purse from bank to seat_1.purse
    move second_purse from bank to seat_2.purse
    set seat_1.guest to true

define price(player) -> coin = fee

adjust discount: price(any player) by 0 - cut while player.guest

waive on_the_house: drink.too_dear for seat_1 while seat_1.guest then:
    set seat_1.guest to false

phase going:
    decide purchase by seat_1, or rest:
        # The second may be a payment of one's own, too.
        fee_and_tip(host in players):
            pay fee from seat_1.purse to bank because too_dear
            pay tip from host.purse to bank because no_tip(tip)
        # Half of what there was, twice: what the first takes does not make the second smaller.
        in_halves:
            pay count(seat_1.purse) div two rounded down from seat_1.purse to bank because too_dear
            pay count(seat_1.purse) div two rounded down from seat_1.purse to bank because too_dear
        # The richest is whoever was the richest before anything was paid.
        from_the_richest:
            pay count(seat_1.purse) from seat_1.purse to bank because too_dear
            pay 1 from first(all player in players by player.purse descending).purse to bank because no_tip(tip)
        cheap:
            pay price(seat_1) from seat_1.purse to till because till_is_full
        both_into_the_till:
            pay tip from seat_1.purse to till because till_is_full
            pay tip from seat_2.purse to till because till_is_full
        # What the waiver changes does not change the price any more.
        drink:
            pay fee from seat_1.purse to bank because too_dear
            pay price(seat_1) from seat_2.purse to bank because no_tip(tip)
        swap:
            pay 1 from seat_1.purse to seat_2.purse because too_dear
            pay 1 from seat_2.purse to seat_1.purse because no_tip(tip)
    end game
"""


def table(home: Path, first: int, second: int, *, fee: int = 3, tip: int = 2, cut: int = 0) -> reguli.Playthrough:
    folder = folder_of(
        home, KINDS, STATE, RULES, first_purse=first, second_purse=second, fee=fee, tip=tip, cut=cut, two=2
    )
    return reguli.load(folder).start(2)


def reasons(playthrough: reguli.Playthrough, move: str) -> list[tuple[str, int | None]]:
    return [(refusal.name, refusal.missing) for refusal in playthrough.why(move)]


def purses(playthrough: reguli.Playthrough) -> tuple[object, object]:
    return playthrough.value("seat_1.purse"), playthrough.value("seat_2.purse")


def test_payments_out_of_one_zone_are_added_up_whoever_names_it(tmp_path: Path) -> None:
    sitting = table(tmp_path, 4, 2)
    # 3 and 2 of 4: one is missing for the second; of the other's 2 it is the last.
    assert reasons(sitting, "fee_and_tip seat_1") == [("no_tip", 1)]
    assert reasons(sitting, "fee_and_tip seat_2") == []
    sitting.apply("fee_and_tip seat_2")
    assert purses(sitting) == (1, 0)


def test_five_coins_are_enough_for_three_and_two(tmp_path: Path) -> None:
    sitting = table(tmp_path, 5, 0)
    assert reasons(sitting, "fee_and_tip seat_2") == [("no_tip", 2)]
    sitting.apply("fee_and_tip seat_1")
    assert purses(sitting) == (0, 0)


def test_amounts_are_those_before_anything_is_paid(tmp_path: Path) -> None:
    sitting = table(tmp_path, 6, 0)
    sitting.apply("in_halves")
    assert purses(sitting) == (0, 0)


def test_purses_are_those_before_anything_is_paid(tmp_path: Path) -> None:
    sitting = table(tmp_path, 6, 4)
    # The first has six of his own to pay and would be the richest for one more.
    assert reasons(sitting, "from_the_richest") == [("no_tip", 1)]
    other = table(tmp_path / "other", 3, 4)
    other.apply("from_the_richest")
    assert purses(other) == (0, 3)


@pytest.mark.parametrize(("cut", "left"), [(0, 2), (1, 3), (3, 5), (4, 5)])
def test_an_adjusted_price_begins_at_nothing(tmp_path: Path, cut: int, left: int) -> None:
    sitting = table(tmp_path, 5, 0, cut=cut)
    sitting.apply("cheap")
    assert purses(sitting) == (left, 0)
    assert sitting.value("count(till)") == 5 - left


def test_a_zone_without_room_refuses(tmp_path: Path) -> None:
    sitting = table(tmp_path, 9, 9, fee=5)
    assert reasons(sitting, "cheap") == [("till_is_full", 1)]
    # 2 and 2 fit into a till for 4; 3 and 3 do not.
    assert reasons(sitting, "both_into_the_till") == []
    assert reasons(table(tmp_path / "more", 9, 9, tip=3), "both_into_the_till") == [("till_is_full", 2)]


def test_who_has_too_little_is_refused_before_the_room_is_asked_for(tmp_path: Path) -> None:
    assert reasons(table(tmp_path, 1, 9, fee=5), "cheap") == [("till_is_full", 4)]


def test_a_waived_payment_is_not_made_and_changes_no_other(tmp_path: Path) -> None:
    sitting = table(tmp_path, 2, 1, cut=2)
    sitting.apply("drink")
    # Nothing of the first's two; a guest's price of 3 - 2 out of the second's purse, though the first is no guest any more.
    assert purses(sitting) == (2, 0)
    assert sitting.value("count(bank)") == 18
    assert sitting.value("seat_1.guest") is False


def test_who_can_pay_uses_no_waiver(tmp_path: Path) -> None:
    sitting = table(tmp_path, 3, 3)
    sitting.apply("drink")
    assert purses(sitting) == (0, 0)
    assert sitting.value("seat_1.guest") is True


def test_what_comes_in_does_not_pay(tmp_path: Path) -> None:
    assert reasons(table(tmp_path, 1, 0), "swap") == [("no_tip", 1)]
    sitting = table(tmp_path / "one", 1, 1)
    sitting.apply("swap")
    assert purses(sitting) == (1, 1)


def test_guard_and_effect_cannot_differ(tmp_path: Path) -> None:
    """At every table of up to six and six coins: what is legal by hand is legal, and takes just so much."""
    for at, (first, second) in enumerate(product(range(7), repeat=2)):
        sitting = table(tmp_path / str(at), first, second)
        moves = {
            "fee_and_tip seat_1": (first >= 5, (first - 5, second)),
            "fee_and_tip seat_2": (first >= 3 and second >= 2, (first - 3, second - 2)),
            "in_halves": (True, (first % 2, second)),
            "from_the_richest": (second > first, (0, second - 1)),
            "cheap": (first >= 3, (first - 3, second)),
            "both_into_the_till": (min(first, second) >= 2, (first - 2, second - 2)),
            "swap": (min(first, second) >= 1, (first, second)),
        }
        for move, (legal, left) in moves.items():
            assert (reasons(sitting, move) == []) == legal == (move in sitting.moves()), (first, second, move)
            if legal:
                after = sitting.branch()
                after.apply(move)
                assert purses(after) == left, (first, second, move)
                total = "count(bank) + count(till) + count(seat_1.purse) + count(seat_2.purse)"
                assert after.value(total) == 20
