"""Decks of which parts are known and parts are shuffled, and a stage card with its case for every moment of a draw."""

from __future__ import annotations

import pytest
from toys import Sitting, place, sit

from reguli.engine.chance_nodes import skipped_outcomes
from reguli.ir.interpreter.collection_closures import (
    add_to_stack,
    merge_stacks,
    part_labels,
    possible_top_cards,
    remove_from_stack,
    split_stack_parts,
)

UPPER = ["snow_9", "snow_10", "snow_11", "leaf_4", "leaf_5"]


def dealt(players: int) -> Sitting:
    """Five cards are prescribed to come before the frost, in no order."""
    return sit("seasons", players, chance={"aside.draws": UPPER}, play_forced=False)


def test_the_known_cards_come_in_their_order_and_without_chance() -> None:
    sitting = dealt(2)
    before = len(sitting.playthrough.chance.log)
    sitting.play("a: draw_one", "b: draw_one")
    assert (sitting.value("a.cards"), sitting.value("b.cards"), sitting.value("table")) == (
        ["leaf_1"],
        ["leaf_2"],
        ["leaf_3"],
    )
    assert len(sitting.playthrough.chance.log) == before


@pytest.mark.parametrize("seed", range(4))
def test_then_come_the_five_in_any_order_then_the_frost(seed: int) -> None:
    sitting = sit("seasons", 2, chance={"aside.draws": UPPER}, seed=seed, play_forced=False)
    for player in "ababab":
        sitting.play(f"{player}: draw_one")
    drawn = sitting.value("a.cards union b.cards union table")
    assert sorted(drawn) == sorted(["leaf_1", "leaf_2", "leaf_3", *UPPER])
    assert sitting.value("first_frost in box") is True


def test_the_order_of_the_shuffled_part_depends_on_the_seed() -> None:
    found = set()
    for seed in range(8):
        sitting = sit("seasons", 3, chance={"aside.draws": UPPER}, seed=seed, play_forced=False)
        found.add(tuple(sitting.play("draw_one", "draw_one", "draw_one").value("table")))
    assert len(found) > 1
    assert {card for (card,) in found} <= set(UPPER)


def test_an_order_can_be_prescribed_for_a_pile_that_came_shuffled_onto_the_deck() -> None:
    # Two shuffled piles came to the deck, so the second order is the one that holds.
    orders = [[], ["snow_11", "leaf_5", "snow_9", "snow_10", "leaf_4"]]
    sitting = sit("seasons", 3, chance={"aside.draws": UPPER, "deck": orders}, play_forced=False)
    sitting.play("draw_one", "draw_one", "draw_one", "draw_one")
    assert (sitting.value("table"), sitting.value("a.cards")) == (["snow_11"], ["leaf_1", "leaf_5"])


def test_cards_passed_over_are_told_unless_they_come_after_all() -> None:
    # Two shuffled piles came to the deck, so the second order holds. The leaf lies on top of them, known to all.
    orders = [[], ["leaf_1", "snow_9", "snow_11", "leaf_5", "snow_10", "leaf_4"]]
    sitting = sit("seasons", 3, chance={"aside.draws": UPPER, "deck": orders}, play_forced=False)
    sitting.play("draw_one", "draw_one", "draw_one", "draw_one")
    assert sitting.value("table") == ["snow_9"]
    assert [(unused.site, unused.outcomes) for unused in skipped_outcomes(sitting.playthrough)] == [
        ("deck", ("leaf_1",))
    ]


def standing(state: str) -> Sitting:
    return place(
        "seasons",
        f"""
        players: 2
        at: {{phase: drawing, decision: turn, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_a_card_buried_is_known_to_come_last() -> None:
    sitting = standing("deck: [leaf_5, [snow_9, snow_10]], a.cards: [leaf_7]").play("a: bury leaf_7")
    assert sitting.value("a.cards") == ["leaf_5"]
    sitting.play("b: draw_one")
    # Both snow cards are drawn now: b's and the one on the table.
    assert sorted(sitting.value("b.cards union table")) == ["snow_10", "snow_9"]
    assert sitting.value("deck") == ["leaf_7"]


def test_a_card_looked_at_and_put_back_is_known() -> None:
    sitting = standing("deck: [[snow_9, snow_10, snow_11, snow_12]]").play("a: look_first")
    seen = sitting.value("first(shown)")
    log = len(sitting.playthrough.chance.log)
    sitting.play("a: put_back", "b: draw_one")
    assert sitting.value("b.cards") == [seen]
    # Only the card on the table was left to chance.
    assert len(sitting.playthrough.chance.log) == log + 1


def test_the_frost_drawn_in_a_turn_takes_effect_when_the_phase_is_over() -> None:
    sitting = standing("deck: [first_frost, leaf_4, leaf_5, leaf_6, snow_9], b.cards: [snow_16]").play("a: draw_one")
    assert sitting.value("stage = warm") is True
    assert (sitting.value("a.cards is empty"), sitting.value("first_frost in box")) == (True, True)
    assert sitting.value("score(b)") == 1
    log = len(sitting.playthrough.chance.log)
    sitting.play("b: draw_one")
    # What b drew was known; after the phase the rest was shuffled, and chance chose the card for the table.
    assert sitting.value("leaf_4 in b.cards") is True
    assert len(sitting.playthrough.chance.log) == log + 1
    assert sitting.value("stage = cold") is True
    assert sitting.value("score(b)") == 1 + 3


def test_the_frost_on_the_table_takes_effect_with_the_next_round() -> None:
    sitting = standing("deck: [leaf_4, leaf_5, first_frost, leaf_6, snow_9, snow_10]").play(
        "a: draw_one", "b: draw_one"
    )
    assert sitting.value("round") == 2
    assert sitting.value("stage = cold") is True
    assert sitting.value("table is empty") is True


def test_the_frost_looked_at_counts_as_drawn_in_a_turn() -> None:
    sitting = standing("deck: [first_frost, leaf_4, leaf_5, leaf_6]").play("a: look_first")
    assert sitting.value("first_frost in box") is True
    assert sitting.value("coming_stage = cold") is True
    assert sitting.by == "b"


# -- the stack itself ----------------------------------------------------------------------------------------------

SIZE = 6


def stack(cards: list[int], parts: list[tuple[int, bool]]) -> list[int]:
    labels = part_labels(parts)
    rest = [0] * (SIZE - len(cards))
    return [len(cards), *cards, *rest, *labels, *rest]


def test_two_shuffled_piles_laid_on_one_another_are_told_apart() -> None:
    s = [*stack([1, 2], [(2, True)]), *stack([3, 4], [(2, True)])]
    assert merge_stacks(s, (0, SIZE), (1 + 2 * SIZE, SIZE), top=True)
    at = 1 + 2 * SIZE
    assert s[:at] == [0] * at
    assert sorted(possible_top_cards(s, at, SIZE)) == [1, 2]
    for card in (1, 2):
        remove_from_stack(s, card, at, SIZE)
    assert sorted(possible_top_cards(s, at, SIZE)) == [3, 4]
    assert s[at:] == stack([3, 4], [(2, True)])


def test_parts_stay_apart_when_the_card_between_them_leaves() -> None:
    s = stack([1, 2, 5, 3, 4], [(2, True), (1, False), (2, True)])
    remove_from_stack(s, 5, 0, SIZE)
    assert split_stack_parts(s[1 + SIZE : 5 + SIZE]) == [(2, True), (2, True)]
    assert sorted(possible_top_cards(s, 0, SIZE)) == [3, 4]


def test_a_known_pile_keeps_its_order_on_and_under_a_stack() -> None:
    for top, expected in ((True, [7, 8, 1, 2]), (False, [1, 2, 7, 8])):
        s = [*stack([1, 2], [(2, False)]), *stack([7, 8], [(2, False)])]
        assert not merge_stacks(s, (0, SIZE), (1 + 2 * SIZE, SIZE), top=top)
        assert s[2 + 2 * SIZE : 6 + 2 * SIZE] == expected


def test_equal_stacks_are_written_equally_whatever_came_before() -> None:
    s = stack([1, 2, 3, 4], [(2, True), (2, True)])
    for card in (1, 2):
        remove_from_stack(s, card, 0, SIZE)
    assert s == stack([3, 4], [(2, True)])
    add_to_stack(s, 5, 0, SIZE, top=False)
    assert s == stack([5, 3, 4], [(1, False), (2, True)])


def test_shuffled_parts_that_touch_can_be_set_up() -> None:
    sitting = standing("deck: [[leaf_4, leaf_5], [snow_9, snow_10, snow_11]]").play("a: draw_one", "b: draw_one")
    assert sorted(sitting.value("a.cards union b.cards")) == ["leaf_4", "leaf_5"]
    assert sitting.value("count(table)") == 1
    assert sitting.value("count(deck)") == 2


# -- out of which stage a card leads ---------------------------------------------------------------------------------


def thawing(stage: str, at: int) -> Sitting:
    """The frost lies on top and leads to the cold only out of the wet; the deck has enough for two rounds."""
    return place(
        "seasons/variants/thaw.yaml",
        f"""
        players: 2
        at: {{phase: drawing, decision: turn, by: a}}
        state: {{round: {at}, stage: {stage}, deck: [first_frost, leaf_4, leaf_5, leaf_6, snow_9, snow_10, leaf_7]}}
        """,
    )


def test_a_stage_card_drawn_in_a_stage_it_does_not_follow_is_a_card_like_others() -> None:
    sitting = thawing("warm", 1).play("a: draw_one", "b: draw_one")
    assert sitting.value("a.cards") == ["first_frost"]
    # No case has run, so nothing was shuffled: the third card lies on the table, and it is still warm in round 2.
    assert (sitting.value("table"), sitting.value("round"), sitting.value("stage = warm")) == (["leaf_5"], 2, True)
    # What is checked in the round takes its course.
    sitting.play("a: draw_one", "b: draw_one")
    assert (sitting.value("round"), sitting.value("stage = wet")) == (3, True)
    assert sorted(sitting.value("a.cards")) == ["first_frost", "leaf_6"]


def test_the_same_card_drawn_in_the_stage_it_follows_brings_its_own() -> None:
    sitting = thawing("wet", 3).play("a: draw_one")
    assert (sitting.value("a.cards is empty"), sitting.value("coming_stage = cold")) == (True, True)
    sitting.play("b: draw_one")
    assert (sitting.value("round"), sitting.value("stage = cold")) == (4, True)
