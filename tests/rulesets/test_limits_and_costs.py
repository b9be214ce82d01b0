"""Standing changes: cards that raise a limit, inventions that change a cost, a guard waived once, cards used at any time."""

from __future__ import annotations

from toys import Sitting, place


def keeping(shelves: str, jars: str, more: str = "") -> Sitting:
    return place(
        "pantry",
        f"""
        players: 2
        at: {{phase: filling, decision: errand, by: a}}
        state: {{a.shelves: [{shelves}], a.jars: {jars}, round: 1{more}}}
        """,
    )


def test_at_most_three_jars_of_each_good() -> None:
    sitting = keeping("", "{honey: 3, plum: 2}")
    assert sitting.refused("fetch honey") == ["no_room"]
    sitting.play("a: fetch plum")
    assert sitting.value("a.jars[plum]") == 3


def test_a_shelf_raises_the_limit_of_its_good_for_its_owner() -> None:
    sitting = keeping("honey_shelf_1", "{honey: 3, plum: 3}")
    assert sitting.value("limit(a, honey)") == 4
    assert sitting.value("limit(a, plum)") == 3
    assert sitting.value("limit(b, honey)") == 3
    assert sitting.refused("fetch plum") == ["no_room"]
    assert sitting.play("fetch honey").value("a.jars[honey]") == 4


def test_a_ladder_makes_room_for_a_third_shelf() -> None:
    assert keeping("honey_shelf_1, plum_shelf_1", "{plum: 3}").refused("build tall_ladder_1 plum") == ["no_wall_left"]
    sitting = keeping("honey_shelf_1, tall_ladder_1", "{plum: 3}")
    assert sitting.refused("build plum_shelf_1 plum") == []


def tinkering(inventions: str, machines: str, coins: int) -> Sitting:
    return place(
        "tinkers",
        f"""
        players: 2
        at: {{phase: tinkering, decision: turn, by: a}}
        state: {{a.inventions: [{inventions}], a.machines: [{machines}], a.coins: {coins}, round: 1}}
        """,
    )


def test_inventions_lower_the_cost_of_what_they_apply_to_all_together() -> None:
    sitting = tinkering("iron_works_1, iron_works_2, clockwork_1", "", 3)
    assert sitting.value("price(a, press_1)") == 3
    assert sitting.value("price(a, clock_1)") == 2
    assert sitting.value("price(b, press_1)") == 5
    assert sitting.play("build press_1").value("a.coins") == 0


def test_a_cost_never_falls_below_nothing() -> None:
    sitting = tinkering("clockwork_1, clockwork_2", "", 0)
    assert sitting.value("cost(a, lathe_1)") == -3
    assert sitting.value("price(a, lathe_1)") == 0
    assert sitting.refused("build lathe_1") == []


def test_a_standing_change_can_raise_a_cost_and_look_at_what_is_bought() -> None:
    assert tinkering("", "pump_1", 9).value("price(a, press_1)") == 6
    assert tinkering("workshop_line_1", "pump_1", 9).value("price(a, pump_2)") == 3
    assert tinkering("", "pump_1", 9).value("price(a, clock_1)") == 4


def seating(cards: str, more: str) -> Sitting:
    return place(
        "tricks",
        f"""
        players: 2
        at: {{phase: seating, decision: seat, by: a}}
        state: {{a.cards: [{cards}], round: 1{more}}}
        """,
    )


def test_cards_are_used_at_any_time_of_the_own_turn_and_once_only() -> None:
    sitting = seating("gift_card_1, swap_card_1", ", a.wood: 0").play("a: use_gift gift_card_1")
    assert sitting.value("a.wood") == 2
    # Still the same turn: the helper is yet to be seated.
    assert (sitting.asked, sitting.by) == ("seat", "a")
    assert sitting.refused("use_gift gift_card_1") == ["used_up"]
    sitting.play("a: use_swap swap_card_1", "a: take_seat shed")
    assert sitting.value("a.points") == 1
    assert sitting.by == "b"


def test_the_bell_ends_the_seating_for_all() -> None:
    sitting = seating("gift_card_1", ", a.wood: 1")
    assert sitting.refused("ring_the_bell") == ["no_chair_yet"]
    sitting.play("a: use_gift gift_card_1", "a: ring_the_bell")
    assert (sitting.asked, sitting.by) == ("work", "a")
    assert sitting.value("shed.sitting is empty") is True


def test_the_same_options_stand_in_another_phase() -> None:
    sitting = place(
        "tricks",
        """
        players: 2
        at: {phase: working, decision: work, by: a}
        state: {a.cards: [gift_card_1], a.wood: 0, round: 1}
        """,
    )
    assert sitting.refused("build_chair") == ["too_little_wood"]
    assert sitting.play("use_gift gift_card_1", "build_chair").value("a.points") == 2


def test_without_a_permit_a_taken_bench_stays_taken() -> None:
    sitting = seating("gift_card_1", ", shed.sitting: {b: 1}, b.helpers: {b: 1}")
    assert sitting.refused("take_seat shed") == ["bench_taken"]
    assert sitting.refused("take_seat forest") == []


def test_a_permit_waives_the_guard_once() -> None:
    sitting = seating(
        "permit_card_1, gift_card_1",
        ", shed.sitting: {b: 1}, sawmill.sitting: {b: 1}, b.helpers: {}, a.helpers: {a: 2}",
    )
    sitting.play("a: take_seat shed")
    assert sitting.value("permit_card_1.turned") is True
    assert (sitting.by, sitting.asked) == ("a", "seat")
    assert sitting.refused("take_seat sawmill") == ["bench_taken"]


def test_a_permit_is_not_spent_where_the_guard_holds() -> None:
    sitting = seating("permit_card_1", "").play("a: take_seat shed")
    assert sitting.value("permit_card_1.turned") is False
