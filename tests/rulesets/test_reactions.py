"""Another player's decision inside one's own turn: reactions, in turn, by cards with conditions and effects of their own."""

from __future__ import annotations

from toys import Sitting, place


def gathering(cards: str, more: str = "") -> Sitting:
    return place(
        "toll",
        f"""
        players: 3
        at: {{phase: gathering, decision: errand, by: b}}
        state: {{{cards}, round: 1{more}}}
        """,
    )


def test_the_others_are_asked_clockwise_inside_the_turn_of_the_one_who_gathers() -> None:
    sitting = gathering("a.hand: [echo_1], c.hand: [silk_gossip_1]")
    sitting.play("b: gather silk")
    assert (sitting.by, sitting.asked) == ("c", "reaction")
    sitting.play("c: answer silk_gossip_1", "a: answer echo_1")
    assert sitting.value("c.points") == 1
    assert sitting.value("a.crates[silk]") == 1
    assert sitting.value("b.crates[silk]") == 2
    assert sitting.value("count(played)") == 2
    # b's turn is over: it is c's.
    assert (sitting.by, sitting.asked) == ("c", "errand")


def test_only_who_has_an_answer_is_asked_and_it_may_be_kept() -> None:
    sitting = gathering("a.hand: [echo_1], c.hand: [silk_gossip_1, blank_1]").play("b: gather salt")
    assert (sitting.by, sitting.asked) == ("a", "reaction")
    sitting.play("a: keep_cards")
    assert sitting.value("count(a.hand)") == 1
    assert (sitting.by, sitting.asked) == ("c", "errand")


def test_a_card_answers_only_what_is_written_on_it() -> None:
    sitting = gathering("a.hand: [echo_1], c.hand: [silk_gossip_1, echo_2]").play("b: gather salt")
    assert sitting.by == "c"
    assert sitting.refused("answer silk_gossip_1") == ["no_answer"]


def test_an_answer_is_not_answered() -> None:
    sitting = gathering("a.hand: [echo_1], c.hand: [echo_2]").play(
        "b: gather salt", "c: answer echo_2", "a: answer echo_1"
    )
    assert (sitting.by, sitting.asked) == ("c", "errand")


def test_with_an_empty_harbour_there_is_nothing_to_echo() -> None:
    sitting = gathering("a.hand: [echo_1], c.hand: [echo_2]", ", b.crates: {salt: 18}").play("b: gather salt")
    assert sitting.value("count(b.crates[salt])") == 20
    assert sitting.asked == "errand"


def test_the_others_clockwise_and_counterclockwise_from_a_seat() -> None:
    sitting = place("toll", "{players: 3}")
    assert sitting.value("clockwise_from(b)") == ["b", "c", "a"]
    assert sitting.value("reversed(clockwise_from(next(b)))") == ["b", "a", "c"]
