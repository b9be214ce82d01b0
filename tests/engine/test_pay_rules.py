"""What a charge must never do, on a small stove: each test fails when one line of what binds or makes charges is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_games import folder_of

import reguli

KINDS = """  fuel: {elements: [coal, oil, uranium]}
  load: {plural: loads, tokens: {variety: fuel, supply: 9}, starts: store}"""
STATE = """
game:
  store: {zone: load}
  stove: {zone: load, capacity: 4}
player:
  stock: {zone: load}
  guest: {flag: true}
  due: {bundle: load}
"""
RULES = """
procedure set_up:
    move {coals of coal, oils of oil} from store to seat_1.stock
    move {1 of coal, 1 of uranium} from store to seat_2.stock
    move there of oil from store to stove
    set seat_1.guest to true
    set seat_1.due to {1 of coal, 0 of uranium, 1 of oil}

define price(player) -> load = fee
define dear(player) -> load = price(player) + 1

adjust discount: price(any player) by -cut while player.guest

waive for_guests: meal.too_little for seat_1 while seat_1.guest then:
    set seat_1.guest to false

waive for_guests_too: supper.too_little for seat_1 while seat_1.guest then:
    set seat_1.guest to false

phase going:
    decide heating by seat_1, or freeze:
        heat(burnt in 0 .. three of seat_1.stock):
            pay burnt from seat_1.stock to stove because no_room
        heat_with_coal:
            pay 1 of coal from seat_1.stock to stove because no_room
        heat_together:
            pay 1 of coal from seat_1.stock to stove because no_room
            pay {1 of uranium} from seat_2.stock to stove because no_room
        twice(host in players):
            pay {1 of coal, 1 of oil} from seat_1.stock to store because too_little
            pay fee of coal from host.stock to store because still_too_little
        adjusted:
            pay price(seat_1) of coal from seat_1.stock to store because too_little
        adjusted_within:
            pay dear(seat_1) of coal from seat_1.stock to store because too_little
        adjusted_in_a_bundle:
            pay {price(seat_1) of coal, 1 of oil} from seat_1.stock to store because too_little
        meal:
            pay three of coal from seat_1.stock to store because too_little
            pay {1 of coal} from seat_2.stock to store because other_has_none
        supper:
            pay {three of coal, 1 of oil} from seat_1.stock to store because too_little
        kept:
            pay seat_1.due from seat_1.stock to store because too_little
        to_oneself(host in players):
            pay fee of coal from seat_1.stock to host.stock because too_little
    end game
"""


def table(home: Path, **numbers: int) -> reguli.Playthrough:
    known = {"coals": 2, "oils": 1, "there": 0, "fee": 1, "cut": 0, "three": 3} | numbers
    return reguli.load(folder_of(home, KINDS, STATE, RULES, **known)).start(2)


def reasons(sitting: reguli.Playthrough, move: str) -> list[str]:
    found = [refusal.name for refusal in sitting.why(move)]
    assert (found == []) == (move in sitting.moves()), move
    return found


def after(sitting: reguli.Playthrough, move: str) -> reguli.Playthrough:
    branch = sitting.branch()
    branch.apply(move)
    assert branch.value("count(store) + count(stove) + count(seat_1.stock) + count(seat_2.stock)") == 27
    return branch


def stock(sitting: reguli.Playthrough) -> object:
    return sitting.value("seat_1.stock")


def transfers(sitting: reguli.Playthrough, since: int) -> list[str]:
    return [one.text for one in sitting.journal(since=since) if one.verb == "transfer"]


# -- a target without room -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "room"), [(0, 4), (2, 2), (3, 1), (4, 0)])
def test_a_target_takes_no_more_than_it_has_room_for_whatever_the_variety(
    tmp_path: Path, there: int, room: int
) -> None:
    sitting = table(tmp_path, there=there)
    for move, loads in {"heat -": 0, "heat oil": 1, "heat coal oil": 2, "heat coal coal oil": 3}.items():
        assert reasons(sitting, move) == ([] if loads <= room else ["no_room"]), move
    assert reasons(sitting, "heat_with_coal") == ([] if room else ["no_room"])


def test_what_several_charges_bring_needs_room_together(tmp_path: Path) -> None:
    assert reasons(table(tmp_path, there=2), "heat_together") == []
    assert reasons(table(tmp_path / "full", there=3), "heat_together") == ["no_room"]


# -- several charges out of one zone -------------------------------------------------------------------------------


def test_charges_of_a_bundle_and_of_a_variety_out_of_one_zone_are_added_up(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=2, fee=2)
    # One and two are three coals; the oil is not touched by the second. Of the other's single coal two are asked for.
    (refusal,) = sitting.why("twice seat_1")
    assert (refusal.name, refusal.missing, refusal.lacking) == ("still_too_little", 1, (("coal", 1),))
    assert reasons(sitting, "twice seat_2") == ["still_too_little"]
    assert stock(after(table(tmp_path / "enough", coals=3, fee=2), "twice seat_1")) == {}


def test_charges_of_two_zones_are_not_added_up(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=1, fee=1)
    assert reasons(sitting, "twice seat_1") == ["still_too_little"]
    done = after(sitting, "twice seat_2")
    assert (stock(done), done.value("seat_2.stock")) == ({}, {"uranium": 1})


# -- a price beyond its range --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "paid"), [(0, 2), (1, 1), (2, 0), (3, 0), (5, 0)])
def test_an_adjusted_price_never_pays_back(tmp_path: Path, cut: int, paid: int) -> None:
    sitting = table(tmp_path, coals=4, fee=2, cut=cut)
    for move, coals, oils in (
        ("adjusted", paid, 0),
        ("adjusted_within", max(0, 3 - cut), 0),
        ("adjusted_in_a_bundle", paid, 1),
    ):
        done = after(sitting, move)
        left = (done.value("count(seat_1.stock[coal])"), done.value("count(seat_1.stock[oil])"))
        assert left == (4 - coals, 1 - oils), move


def test_a_price_above_what_is_there_is_refused(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=4, fee=5)
    assert reasons(sitting, "adjusted") == reasons(sitting, "adjusted_in_a_bundle") == ["too_little"]
    assert [refusal.missing for refusal in sitting.why("adjusted_within")] == [2]


# -- a waived price ------------------------------------------------------------------------------------------------


def test_what_is_waived_is_not_paid_and_the_rest_is(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=2)
    done = after(sitting, "meal")
    assert (stock(done), done.value("seat_2.stock")) == ({"coal": 2, "oil": 1}, {"uranium": 1})
    assert transfers(done, len(sitting.journal())) == ["transfer 1 load coal: seat_2.stock -> store"]
    assert done.value("seat_1.guest") is False


def test_of_a_bundle_that_is_waived_nothing_is_paid(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=2)
    done = after(sitting, "supper")
    assert (stock(done), transfers(done, len(sitting.journal()))) == ({"coal": 2, "oil": 1}, [])


def test_who_can_pay_pays_and_keeps_the_waiver(tmp_path: Path) -> None:
    done = after(table(tmp_path, coals=3), "supper")
    assert (stock(done), done.value("seat_1.guest")) == ({}, True)


# -- a bundle with none of a variety -------------------------------------------------------------------------------


def test_none_of_a_variety_asks_for_none_and_moves_none(tmp_path: Path) -> None:
    sitting = table(tmp_path)
    assert sitting.value("seat_1.due") == {"coal": 1, "oil": 1}
    done = after(sitting, "kept")
    assert stock(done) == {"coal": 1}
    assert transfers(done, len(sitting.journal())) == [
        "transfer 1 load coal: seat_1.stock -> store",
        "transfer 1 load oil: seat_1.stock -> store",
    ]


def test_each_variety_is_asked_for_by_itself(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=3, oils=0)
    # Three coals are more than two loads, and no oil.
    (refusal,) = sitting.why("kept")
    assert (refusal.missing, refusal.lacking) == (1, (("oil", 1),))
    assert "kept" not in sitting.moves()


# -- a charge to oneself -------------------------------------------------------------------------------------------


def test_who_pays_to_oneself_has_it_and_keeps_it(tmp_path: Path) -> None:
    sitting = table(tmp_path, coals=2, fee=2)
    assert stock(after(sitting, "to_oneself seat_1")) == {"coal": 2, "oil": 1}
    assert stock(after(sitting, "to_oneself seat_2")) == {"oil": 1}
    assert reasons(table(tmp_path / "poor", coals=1, fee=2), "to_oneself seat_1") == ["too_little"]
