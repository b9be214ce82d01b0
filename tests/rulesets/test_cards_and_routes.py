"""Decks that players build, an attack that anyone may stop, routes that are claimed and offers that are made."""

from __future__ import annotations

from toys import Sitting, place


def evening(state: str, players: int = 3) -> Sitting:
    return place(
        "troupes",
        f"""
        players: {players}
        at: {{phase: evening, decision: evening_work, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_what_is_hired_is_drawn_when_the_deck_is_made_anew() -> None:
    sitting = evening("a.hand: [extra_1, extra_2, agent_1], a.deck: [], a.discards: []")
    assert sitting.refused("hire singer_1") == ["not_enough_coins"]
    # The agent draws a card, but neither deck nor discards have one.
    sitting.play("a: perform extra_1", "a: perform extra_2", "a: perform agent_1")
    assert sitting.value("a.purse") == 3
    sitting.play("a: hire singer_1")
    assert (sitting.value("a.purse"), sitting.value("a.discards")) == (0, ["singer_1"])
    # The deck is empty: all four are shuffled into a new one, and all four are drawn.
    sitting.play("a: end_evening")
    assert sorted(sitting.value("a.hand")) == ["agent_1", "extra_1", "extra_2", "singer_1"]
    assert (sitting.value("count(a.deck)"), sitting.value("a.discards is empty")) == (0, True)
    assert sitting.value("fame(a)") == 1


def criticised() -> Sitting:
    hands = "a.hand: [critic_1, bouncer_3], b.hand: [extra_9, bouncer_1], c.hand: [extra_10, bouncer_2]"
    return evening(hands).play("a: perform critic_1")


def test_a_critic_makes_the_next_one_discard() -> None:
    sitting = criticised()
    assert (sitting.by, sitting.asked) == ("b", "protection")
    assert sitting.refused("show extra_9") == ["no_protection"]
    sitting.play("b: look_away", "c: look_away")
    assert (sitting.by, sitting.value("b.hand"), sitting.value("b.discards")) == ("a", ["bouncer_1"], ["extra_9"])


def test_anyone_may_stop_it_before_it_happens() -> None:
    sitting = criticised().play("b: look_away", "c: show bouncer_2")
    assert (sitting.by, sitting.asked) == ("a", "evening_work")
    assert sitting.value("count(b.hand)") == 2
    assert sitting.value("c.discards") == ["bouncer_2"]


def driving(state: str) -> Sitting:
    return place(
        "coaches",
        f"""
        players: 2
        at: {{phase: driving, decision: work, by: a}}
        state: {{round: 8, {state}}}
        """,
    )


def test_a_road_costs_cards_of_its_colour() -> None:
    sitting = driving(
        "a.tickets: {black: 2, green: 3, white: 1}, b.tickets: {}, a.errand: [cheese], b.errand: [parcel]"
    )
    assert sitting.refused("claim swan__bear green") == ["wrong_colour"]
    assert sitting.refused("claim swan__crown white") == ["too_few_tickets"]
    sitting.play("a: claim swan__bear black")
    assert (sitting.value("a.points"), sitting.value("a.tickets[black]"), sitting.value("count(a.yard)")) == (2, 0, 6)
    assert sitting.refused("claim swan__bear black")[0] == "claimed_already"
    # The cheese goes from the Swan to the Bear, which a has joined; five points more.
    sitting.play("b: rest_the_horses")
    assert sitting.playthrough.over
    assert (sitting.value("a.points"), sitting.value("b.points")) == (7, 0)


def test_a_grey_road_costs_cards_of_any_one_colour() -> None:
    sitting = driving("a.tickets: {green: 3}, b.tickets: {}")
    assert sitting.play("a: claim mill__swan green").value("a.points") == 4


def test_an_offer_is_taken_or_left() -> None:
    sitting = driving("a.tickets: {green: 1}, b.tickets: {white: 1}")
    assert sitting.refused("offer b white green") == ["none_to_give"]
    assert sitting.refused("offer a green white")[0] == "not_to_oneself"
    sitting.play("a: offer b green white", "b: accept")
    assert (sitting.value("a.tickets[white]"), sitting.value("b.tickets[green]")) == (1, 1)
    # The offer is no turn's work, and there is one in a turn only.
    assert (sitting.by, sitting.asked) == ("a", "work")
    assert sitting.refused("offer b white green") == ["offered_already"]


def test_who_has_not_what_is_wanted_can_only_leave_it() -> None:
    sitting = driving("a.tickets: {green: 1}, b.tickets: {white: 1}").play("a: offer b green black")
    assert sitting.refused("accept") == ["none_to_give"]
    assert sitting.play("b: leave_it_be").value("a.tickets[green]") == 1
