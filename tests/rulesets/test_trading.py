"""Offers between players: a bundle of goods for a bundle, who may ask for what, and who can accept."""

from __future__ import annotations

from pathlib import Path

import pytest
from toys import Sitting, place

import reguli
from reguli.engine.gameplay.action_sets import format_action_sets
from reguli.engine.notation import Unreadable

BARTER = Path(__file__).parent / "barter"


def at_market(first: str, second: str, where: str = "phase: trading, decision: offering") -> Sitting:
    return place(
        "barter",
        f"""
        players: 2
        at: {{{where}, by: a}}
        state: {{round: 1, a.stock: {first}, b.stock: {second}}}
        """,
    )


def test_an_offer_is_accepted_and_goods_change_hands() -> None:
    sitting = at_market("{fleece: 2, wine: 1, salt: 1}", "{wine: 2, salt: 2}")
    sitting.play("a: offer b salt fleece , wine wine", "b: accept")
    assert sitting.value("a.stock") == {"fleece": 1, "wine": 3}
    assert sitting.value("b.stock") == {"fleece": 1, "salt": 3}


def test_who_has_not_got_what_is_asked_for_can_only_decline() -> None:
    sitting = at_market("{fleece: 2, salt: 2}", "{wine: 1, salt: 3}").play("a: offer b fleece , wine wine")
    assert sitting.refused("accept") == ["has_not_got_it"]
    sitting.play("b: decline")
    assert sitting.value("a.stock") == {"fleece": 2, "salt": 2}


def test_what_may_not_be_offered() -> None:
    sitting = at_market("{fleece: 1, salt: 3}", "{wine: 4}")
    assert sitting.refused("offer b salt , salt wine") == ["same_good"]
    # One fleece is no two, three are too many, none is none.
    for given in ("fleece fleece", "salt salt salt", "-"):
        assert sitting.refused(f"offer b {given} , wine") == ["not_offered"]
    assert sitting.refused("offer a salt , wine") == ["yourself"]
    with pytest.raises(Unreadable):
        sitting.refused("offer b pepper , wine")
    with pytest.raises(Unreadable):
        sitting.refused("offer b salt")


def test_the_order_is_paid_whole() -> None:
    at = "phase: delivering, decision: delivery"
    assert at_market("{fleece: 3, wine: 1}", "{salt: 4}", at).refused("deliver_order") == ["not_what_is_ordered"]
    assert at_market("{wine: 4}", "{salt: 4}", at).refused("deliver_order") == ["not_what_is_ordered"]
    sitting = at_market("{fleece: 3, wine: 4}", "{salt: 4}", at).play("a: deliver_order")
    assert sitting.value("a.stock = {1 + 1 of fleece, 1 + 1 of wine}") is True
    assert sitting.value("a.points") == 3


def test_two_goods_of_a_stock_are_sold_in_so_many_ways() -> None:
    sitting = at_market("{fleece: 2, wine: 1, salt: 1}", "{salt: 4}", "phase: delivering, decision: delivery")
    (sold,) = (one for one in sitting.playthrough.families() if one.choice.option.name == "sell")
    family = format_action_sets(sitting.playthrough, sold)
    assert [*family.moves()] == [
        *("sell fleece fleece", "sell fleece wine", "sell fleece salt", "sell wine salt"),
    ]
    assert (family.size, family.range) == (4, (2, 2))
    assert family.of == ("fleece", "fleece", "wine", "salt")


def test_a_game_is_saved_between_offer_and_answer(tmp_path: Path) -> None:
    sitting = reguli.load(BARTER).start(2, seed=5)
    offer = next(move for move in sitting.moves() if move.startswith("offer "))
    sitting.apply(offer)
    sitting.save(tmp_path / "barter.json")
    again = reguli.load_save(tmp_path / "barter.json", BARTER)
    assert again.hash == sitting.hash
    assert again.moves() == sitting.moves()
    assert sitting.undo()
    assert again.undo()
    assert again.hash == sitting.hash
