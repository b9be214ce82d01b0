"""Powering a workshop: what cannot be finished cannot be begun, in an economy of carts that grow dearer."""

from __future__ import annotations

from toys import Sitting, place


def milling(state: str) -> Sitting:
    return place(
        "mill",
        f"""
        players: 3
        at: {{phase: milling, decision: turn, by: a}}
        state: {{round: 1, {state}}}
        """,
    )


def test_what_cannot_be_finished_cannot_be_begun() -> None:
    # In the north: the bakery (2) and the smithy (3), carts in the north and the middle.
    sitting = milling("a.coins: 1, a.water: 2")
    assert sitting.refused("power_up old_mill") == ["cannot_be_finished"]
    assert milling("a.coins: 2").refused("power_up old_mill") == []


def test_what_lacks_least_is_said() -> None:
    # One coin and no water left for it: a strength of one, and the least that a workshop needs is two.
    nearest = milling("a.coins: 1, a.water: 2").nearest("power_up old_mill")
    assert (nearest.move, nearest.refusal.name, nearest.refusal.missing) == ("start_up bakery", "too_weak", 1)
    assert dict(nearest.refusal.values) == {"left": 2, "right": 1}
    # Two coins, of which one is spent, and the cart taken again costs two.
    stuck = milling("a.coins: 2, smithy.running: true").play("power_up old_mill", "bring_cart north", "load cart_1")
    nearest = stuck.nearest("bring_cart north")
    assert (nearest.move, nearest.refusal.name, nearest.refusal.missing) == ("load cart_1", "too_expensive", 1)


def test_a_step_that_leads_to_no_end_is_not_offered() -> None:
    # Two coins: the cart used again would cost two more.
    sitting = milling("a.coins: 2, smithy.running: true").play("power_up old_mill", "bring_cart north", "load cart_1")
    assert sitting.refused("bring_cart north") == ["cannot_be_finished"]
    assert sitting.refused("bring_cart middle") == []
    assert sitting.options() == ["bring_cart"]
    assert sitting.refused("start_up bakery") == ["too_weak"]


def test_a_decision_within_is_held_too() -> None:
    # Two coins for two loads: the cart in the middle that was used before would take both.
    sitting = milling("a.coins: 2, cart_2.price: 2").play("power_up old_mill", "bring_cart middle")
    assert sitting.asked == "cart_choice"
    assert sitting.refused("load cart_2") == ["cannot_be_finished"]
    sitting.play("load cart_3", "bring_cart north", "load cart_1", "start_up bakery")
    assert sitting.value("bakery.running") is True
    assert sitting.playthrough.fact("holding") == 0


def test_a_cart_grows_dearer_and_then_leaves() -> None:
    sitting = milling("a.coins: 9, cart_1.price: 2").play("power_up old_mill", "bring_cart north", "load cart_1")
    assert sitting.value("cart_1 in scrap") is True
    sitting.play("bring_cart middle", "load cart_2")
    assert sitting.value("cart_2.price") == 2
    assert sitting.value("a.coins") == 6


def test_carts_are_hired_only_when_none_are_left() -> None:
    assert milling("a.coins: 9").play("power_up old_mill").refused("hire_cart") == ["carts_left"]
    gone = "scrap: [cart_1, cart_2, cart_3, cart_4, cart_5], "
    sitting = milling(gone + "a.coins: 6").play("power_up old_mill")
    for _ in range(2):
        assert sitting.options() == ["hire_cart"]
        sitting.play("hire_cart")
    # Only the bakery can be powered by two, and nothing is left for a third.
    assert sitting.options() == ["start_up"]
    sitting.play("start_up bakery")
    assert sitting.value("bakery.running") is True
    assert sitting.value("a.coins") == 0


def test_the_reward_is_paid_when_the_workshop_runs_and_surplus_is_lost() -> None:
    sitting = milling("a.coins: 9, a.water: 0").play(
        "power_up old_mill", "bring_cart north", "load cart_1", "bring_cart middle", "load cart_2"
    )
    sitting.play("bring_cart middle", "load cart_3", "start_up bakery")
    # What follows comes when the powering is over, and asks a decision of its own.
    assert (sitting.by, sitting.asked, sitting.value("a.points")) == ("a", "gift", 2)
    sitting.play("a: choose_water")
    assert sitting.value("a.water") == 1
    assert (sitting.by, sitting.asked) == ("b", "turn")


def test_water_runs_in_a_wet_mill_only_up_to_its_limit() -> None:
    assert milling("a.coins: 9, a.water: 2").play("power_up old_mill").refused("pour_water") == ["dry_mill"]
    sitting = milling("a.coins: 9, a.water: 3").play("power_up water_mill", "pour_water")
    assert sitting.refused("pour_water") == ["water_limit_reached"]


def test_beyond_the_own_wheel_the_next_owner_is_paid() -> None:
    sitting = milling("a.coins: 9, a.water: 3, b.coins: 0, c.coins: 0, water_mill.wheels: {c: 1}")
    sitting.play("power_up water_mill", "pour_water")
    assert sitting.value("a.coins") == 9
    sitting.play("pour_water")
    assert [sitting.value(f"{player}.coins") for player in "abc"] == [8, 0, 1]
    assert sitting.refused("pour_water") == ["water_limit_reached"]


def test_fuel_and_workshop_are_reached_over_passable_roads() -> None:
    sitting = milling("a.coins: 9, a.water: 3").play("power_up old_mill")
    assert sitting.refused("bring_cart south") == ["no_road"]
    assert (
        milling("a.coins: 9, middle__south.repaired: true").play("power_up old_mill").refused("bring_cart south") == []
    )


def test_a_move_happens_wholly_or_not_at_all() -> None:
    sitting = milling("a.coins: 9")
    before = sitting.playthrough.hash
    sitting.play("power_up old_mill", "bring_cart north", "load cart_1")
    while sitting.playthrough.undo():
        pass
    assert sitting.playthrough.hash == before
