"""Offers that stand until somebody takes them: bundles kept in state, paid across players, with what must be there and fit."""

from __future__ import annotations

from toys import Sitting, place


def at_the_jetties(first: str, second: str, offers: str, at: str = "phase: dealing, decision: deal") -> Sitting:
    return place(
        "jetties",
        f"""
        players: 2
        at: {{{at}, by: a}}
        state: {{round: 1, a.hold: {first}, b.hold: {second}, {offers}}}
        """,
    )


def test_an_offer_is_put_up_in_one_decision_and_taken_in_another() -> None:
    """The worked example: b asks for two cloths and gives a rope; a pays and the offer is down."""
    sitting = at_the_jetties("{cloth: 3, tar: 2}", "{rope: 3}", "struck: {}", "phase: posting, decision: offering")
    sitting.play("a: stay_silent", "b: post rope , cloth cloth")
    assert sitting.value("b.given") == {"rope": 1}
    assert sitting.value("b.wanted") == {"cloth": 2}
    sitting.play("a: take b")
    assert sitting.value("a.hold") == {"cloth": 1, "tar": 2, "rope": 1}
    assert sitting.value("b.hold") == {"cloth": 2, "rope": 2}
    assert sitting.value("struck") == {"rope": 1}
    assert sitting.value("b.given is empty and b.wanted is empty") is True
    assert sitting.refused("take b") == ["offer_is_down"]


def test_who_has_not_got_what_is_asked_for_is_refused() -> None:
    """The refusal: of two cloths one is there, and it is said so."""
    sitting = at_the_jetties("{cloth: 1, tar: 2}", "{rope: 3}", "b.given: {rope: 1}, b.wanted: {cloth: 2}")
    assert sitting.refused("take b") == ["has_not_got_it"]
    sitting.play("a: take_a_bale b rope , cloth")
    assert sitting.value("a.hold") == {"tar": 2, "rope": 1}


def test_an_offer_whose_bales_are_gone_is_refused() -> None:
    sitting = at_the_jetties("{cloth: 2}", "{tar: 1}", "b.given: {rope: 1}, b.wanted: {cloth: 1}")
    assert sitting.refused("take b") == ["gone_or_no_room"]


def test_a_full_hold_takes_no_more() -> None:
    sitting = at_the_jetties("{cloth: 7}", "{rope: 2}", "b.given: {rope: 1}, b.wanted: {cloth: 1}")
    assert sitting.refused("take b") == ["gone_or_no_room"]


def test_of_an_offer_one_bale_is_chosen_for_one() -> None:
    sitting = at_the_jetties("{cloth: 1, tar: 1}", "{rope: 3}", "b.given: {rope: 2}, b.wanted: {cloth: 1, tar: 1}")
    for move in ("take_a_bale b rope , cloth", "take_a_bale b rope , tar"):
        assert sitting.refused(move) == []
    assert sitting.refused("take_a_bale b rope , rope") == ["not_offered", "has_not_got_it"]


def test_cargo_and_dues_are_paid_together() -> None:
    at = "phase: sailing, decision: voyaging"
    # Two skippers owe a tar besides the cloth and tar of the voyage.
    assert at_the_jetties("{cloth: 1, tar: 1}", "{rope: 5}", "struck: {}", at).refused("sail up_the_river") == [
        "dues_lack"
    ]
    sitting = at_the_jetties("{cloth: 1, tar: 2}", "{rope: 5}", "struck: {}", at).play("a: sail up_the_river")
    assert sitting.value("up_the_river.shipped") == {"cloth": 1, "tar": 1}
    assert sitting.value("a.points") == 2


def test_what_was_struck_lasts_a_round() -> None:
    sitting = at_the_jetties("{cloth: 5}", "{rope: 5}", "b.given: {rope: 1}, b.wanted: {cloth: 1}").play("a: take b")
    assert sitting.value("struck") == {"rope": 1}
    while sitting.value("round") == 1:
        sitting.play({"deal": "sail_on", "voyaging": "stay"}[sitting.asked])
    assert sitting.value("struck") == {}
