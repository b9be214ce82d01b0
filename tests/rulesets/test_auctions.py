"""One auction procedure run from two phases and from within a decision, with a decision nested in its end."""

from __future__ import annotations

from toys import Sitting, place, sit

CART = ["cow", "duck", "pig", "goat", "hen", "goose", "sheep", "horse"]


def fair(players: int = 3) -> Sitting:
    return sit("fair", players, chance={"cart": [CART]}, play_forced=False)


def test_bids_rise_clockwise_until_one_bidder_is_left() -> None:
    sitting = fair().play("b: bid 3", "c: pass_bid", "a: bid 4")
    assert sitting.refused("bid 4") == ["not_offered"]
    assert sitting.refused("bid 16") == ["not_offered"]
    sitting.play("b: pass_bid")
    assert sitting.value("a.prizes") == ["cow"]
    assert sitting.value("a.coins") == 11


def test_who_leads_is_not_asked_again_and_may_have_it_for_nothing() -> None:
    sitting = fair().play("b: pass_bid", "c: pass_bid")
    assert sitting.value("a.prizes") == ["cow"]
    assert sitting.value("a.coins") == 15
    assert sitting.asked == "offer"


def test_who_has_passed_is_out_of_this_auction_only() -> None:
    sitting = fair().play("b: bid 1", "c: bid 2", "a: pass_bid", "b: bid 5", "c: pass_bid")
    assert sitting.value("b.prizes") == ["cow"]
    sitting.play("a: offer duck 2", "b: bid 3")
    assert sitting.by == "c"


def test_the_same_procedure_is_run_from_within_a_decision() -> None:
    sitting = fair().play("b: pass_bid", "c: pass_bid", "a: pass_offer", "b: offer duck 6")
    assert (sitting.by, sitting.asked) == ("c", "bidding")
    assert sitting.refused("bid 6") == ["not_offered"]
    sitting.play("c: bid 7", "a: pass_bid", "b: pass_bid")
    assert sitting.value("c.prizes") == ["duck"]
    assert sitting.value("c.coins") == 8


def test_what_nobody_offers_is_scrapped_and_the_opener_changes() -> None:
    sitting = fair().play("b: pass_bid", "c: pass_bid", "a: pass_offer", "b: pass_offer", "c: pass_offer")
    assert sitting.value("scrap") == ["duck"]
    # Bidding begins after b now, who has the next animal for nothing.
    assert (sitting.by, sitting.value("opener = b")) == ("c", True)


def test_the_winner_may_swap_two_inside_the_auction() -> None:
    sitting = place(
        "fair",
        """
        players: 2
        at: {phase: morning, decision: bidding, by: b, with: {prize: goat}}
        state: {round: 1, opener: a, a.prizes: [duck], stand: [goat], scrap: [horse, hen], a.coins: 5, b.coins: 5}
        """,
    )
    won = sitting.value("first(stand)")
    sitting.play("b: pass_bid")
    assert (sitting.by, sitting.asked) == ("a", "swap")
    assert sitting.refused("swap_two duck duck") == ["the_same"]
    sitting.play(f"a: swap_two duck {won}")
    assert sitting.value("a.prizes") == ["horse"]
    assert sorted(sitting.value("scrap")) == sorted(["hen", "duck", won])
