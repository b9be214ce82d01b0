"""Tricks that follow suit, a track of time, moves that are programmed and moves on a grid."""

from __future__ import annotations

from toys import Sitting, place, sit

STOCK = [
    *("b1", "b2", "r1", "c1", "p1"),
    *("b6", "r2", "r3", "c2", "c3"),
    *("p2", "r4", "c4", "c5", "c6"),
    *("b3", "b4", "b5", "r5", "r6", "p3", "p4", "p5", "p6"),
]


def ninepins() -> Sitting:
    return sit("ninepins", 3, chance={"stock": [STOCK]}, play_forced=False)


def test_the_suit_that_was_led_is_followed_and_a_trump_takes_it() -> None:
    sitting = ninepins().play("a: lay b2")
    assert sitting.refused("lay r2") == ["suit_must_be_followed"]
    # c has no ball and may lay a pin, which is above the six.
    sitting.play("b: lay b6", "c: lay p2")
    assert (sitting.by, sitting.value("c.points"), sitting.value("count(out)")) == ("c", 1, 3)
    assert sitting.play("c: lay r4").refused("lay p1") == ["suit_must_be_followed"]
    sitting.play("a: lay r1", "b: lay r3")
    assert (sitting.by, sitting.value("c.points")) == ("c", 2)


def test_a_high_card_of_another_suit_wins_nothing() -> None:
    # Of cups a has laid the two and b the three; the six of rings was only thrown in.
    sitting = place(
        "ninepins",
        """
        players: 3
        at: {phase: playing, decision: card_to_lay, by: a}
        state: {round: 1, leader: a, a.hand: [c2, b1], b.hand: [c3, b2], c.hand: [r6, b3]}
        """,
    )
    sitting.play("a: lay c2", "b: lay c3", "c: lay r6")
    assert (sitting.by, sitting.value("b.points"), sitting.value("c.points")) == ("b", 1, 0)


def test_whoever_is_furthest_back_has_the_turn() -> None:
    sitting = sit("snails", 2, play_forced=False).play("a: eat mint_1")
    assert (sitting.value("a.hour"), sitting.value("a.points")) == (2, 3)
    # The hour after the next snail is the third.
    sitting.play("b: slide")
    assert (sitting.value("b.hour"), sitting.value("b.points")) == (3, 1)
    # On one hour it is the turn of who came there last.
    sitting.play("a: eat cress_1")
    assert (sitting.by, sitting.value("a.hour")) == ("a", 3)


def test_nobody_eats_beyond_the_last_hour() -> None:
    sitting = place(
        "snails",
        """
        players: 2
        at: {phase: garden, decision: way_on, by: a}
        state: {round: 1, a.hour: 10, b.hour: 12}
        """,
    )
    assert sitting.refused("eat kale_1") == ["past_the_last_hour"]
    assert sitting.refused("eat mint_1") == []
    # The hour after the other would be the thirteenth.
    assert sitting.play("a: slide").playthrough.over
    assert sitting.value("a.hour") == 12


def ordered(sitting: Sitting, *orders: str) -> Sitting:
    return sitting.play(*(f"put_order {order}" for order in orders))


def test_orders_are_carried_out_step_by_step() -> None:
    sitting = ordered(
        sit("beetles", 2, play_forced=False), "ahead", "ahead", "right_turn", "right_turn", "ahead", "ahead"
    )
    # b, begun in e1 and turned to the edge of the board, stays.
    assert [sitting.value(f"{player}.at") for player in "ab"] == ["a3", "e1"]
    assert [sitting.value(f"{player}.facing") for player in "ab"] == ["to_right", "to_right"]
    assert (sitting.by, sitting.asked) == ("a", "hopping")
    assert sitting.refused("hop e3") == ["not_two_steps_away"]
    assert sitting.play("a: hop c3").value("a.points") == 1


def test_a_beetle_hops_on_no_other() -> None:
    programs = ", ".join(f"'{player}.program[{place}]': left_turn" for player in "ab" for place in (1, 2, 3))
    sitting = place(
        "beetles",
        f"""
        players: 2
        at: {{phase: running, decision: hopping, by: a}}
        state: {{round: 1, a.at: b2, b.at: b4, {programs}}}
        """,
    )
    assert sitting.refused("hop b4") == ["beetle_sits_there"]
