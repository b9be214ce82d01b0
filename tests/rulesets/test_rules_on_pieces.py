"""Rules on pieces: in force as long as somebody has what carries them, each in the place of its row."""

from __future__ import annotations

from toys import Sitting, place, program

from reguli.engine.gameplay.refusal_reasons import refusal_reasons


def errand(halls: str, more: str = "", players: int = 2) -> Sitting:
    """Let a be asked for an errand, a having some halls."""
    return place(
        "halls",
        f"""
        players: {players}
        at: {{phase: building, decision: errand, by: a}}
        state: {{a.halls: [{halls}], round: 1{more}}}
        """,
    )


def test_a_depot_keeps_a_stone_more_for_its_owner_only() -> None:
    # T3: three of each; T4: a depot keeps one load of stone more.
    sitting = errand("depot_hall_1")
    assert [sitting.value(f"kept(a, {stuff})") for stuff in ("stone", "wood")] == [4, 3]
    assert sitting.value("kept(b, stone)") == 3
    assert errand("depot_hall_1, depot_hall_2").value("kept(a, stone)") == 5
    assert errand("").value("kept(a, stone)") == 3


def test_what_is_kept_bounds_what_is_fetched() -> None:
    held = ", a.loads: {stone: 3, wood: 1}"
    assert errand("", held).refused("fetch quarry") == ["no_room"]
    sitting = errand("depot_hall_2", held).play("fetch quarry")
    assert sitting.value("count(a.loads[stone])") == 4


def test_an_archive_makes_room_for_a_third_hall() -> None:
    # T5: two halls at most, with an archive three.
    held = ", a.loads: {stone: 3, wood: 1}"
    assert errand("depot_hall_1, gate_hall_1", held).refused("raise gate_hall_2 stone") == ["no_ground_left"]
    assert errand("depot_hall_1, archive_hall_1", held).refused("raise gate_hall_2 stone") == []


def test_masons_add_up() -> None:
    # T5, T8: three loads, with one mason two, with two masons one.
    assert [errand(halls).value("price(a)") for halls in ("", "mason_hall_1", "mason_hall_1, mason_hall_2")] == [
        3,
        2,
        1,
    ]
    assert errand("mason_hall_1").value("price(b)") == 3
    assert errand("", ", a.loads: {stone: 2, wood: 1}").refused("raise gate_hall_2 stone") == ["too_few_loads"]
    sitting = errand("mason_hall_1", ", a.loads: {stone: 2, wood: 1}").play("raise gate_hall_2 stone")
    assert sitting.value("count(a.loads[stone])") == 0


def test_a_permit_is_used_once_a_round() -> None:
    taken = ", quarry.visitor: b, beach.visitor: b, a.loads: {stone: 0}"
    assert errand("gate_hall_1", taken).refused("fetch quarry") == ["site_taken"]
    sitting = errand("permit_hall_1", taken).play("a: fetch quarry")
    assert sitting.value("permit_hall_1.turned") is True
    assert (sitting.by, sitting.asked) == ("a", "errand")
    assert sitting.refused("fetch beach") == ["site_taken"]


def test_a_permit_is_not_spent_on_a_free_site_and_lies_open_again_next_round() -> None:
    assert errand("permit_hall_1").play("a: fetch quarry").value("permit_hall_1.turned") is False
    sitting = errand("permit_hall_1", ", quarry.visitor: b, a.loads: {stone: 0}").play(
        "a: fetch quarry", "rest", "rest", "rest"
    )
    assert (sitting.value("round"), sitting.value("permit_hall_1.turned")) == (2, False)


def test_who_has_a_gate_answers_what_others_fetch_each_by_itself() -> None:
    # T7: b has two gates, c one; a's own does nothing. Each is asked for, round the table and in the order of the box.
    sitting = errand("gate_hall_2", ", b.halls: [gate_hall_1, gate_hall_3], c.halls: [depot_hall_1]", players=3).play(
        "a: fetch forest"
    )
    assert (sitting.by, sitting.asked) == ("b", "toll")
    sitting.play("b: take_load")
    assert sitting.value("gate_hall_1.turned") is True
    sitting.play("b: leave_it")
    assert (sitting.value("gate_hall_3.turned"), sitting.value("count(b.loads[wood])")) == (False, 2)
    assert (sitting.by, sitting.asked) == ("a", "errand")


def test_reactions_go_round_the_table() -> None:
    sitting = errand("", ", b.halls: [gate_hall_3], c.halls: [gate_hall_1]", players=3).play("a: fetch forest")
    sitting.play("b: take_load", "c: take_load")
    assert (sitting.by, sitting.asked) == ("a", "errand")


def test_a_turned_gate_and_no_gate_ask_nobody() -> None:
    turned = errand("", ", b.halls: [gate_hall_1], gate_hall_1.turned: true").play("a: fetch forest")
    assert (turned.by, turned.asked) == ("a", "errand")
    assert errand("gate_hall_1").play("a: fetch forest").asked == "errand"


def test_a_rule_is_called_after_its_piece() -> None:
    rules = program("halls", 2).ruleset
    assert [adjust.name for adjust, _, _ in rules.defines["kept"].adjusts] == ["function/depot"]
    assert "when.function/gatehouse" in {one.rule for one in rules.procedures.values()}


def lesson(known: str, more: str = "", players: int = 2) -> Sitting:
    """Let a be asked for a step, a knowing something and having four coins."""
    return place(
        "scholars",
        f"""
        players: {players}
        at: {{phase: studying, decision: step, by: a}}
        state: {{a.known: [{known}], a.coins: 4, round: 1{more}}}
        """,
    )


def test_a_rule_holds_for_everyone_who_knows_the_thing() -> None:
    # T4: whoever knows the wheel pays a coin less, but for the wheel itself.
    sitting = lesson("wheel", ", b.known: [wheel]")
    assert [sitting.value(f"price({who}, library)") for who in "ab"] == [3, 3]
    assert lesson("wheel").value("price(b, library)") == 4
    assert lesson("wheel").value("price(a, wheel)") == 3


def test_what_others_do_pays_everyone_who_listens() -> None:
    # T2, T5: a teaches for 2 coins, and 2 more by trade; b and c hear of it by gossip, a does not.
    sitting = lesson("trade, gossip", ", b.known: [gossip], b.coins: 0, c.known: [gossip], c.coins: 1", players=3)
    sitting.play("a: teach")
    assert [sitting.value(f"count({who}.coins)") for who in "abc"] == [8, 1, 2]


def test_what_is_learnt_has_its_effect_at_once_where_it_has_one() -> None:
    assert lesson("").play("learn feast").value("count(a.coins)") == 5  # 4 - 2 + 3
    assert lesson("").play("learn trade").value("count(a.coins)") == 1
    assert lesson("feast, trade").refused("celebrate trade") == ["nothing_to_celebrate"]
    assert lesson("feast").play("celebrate feast").value("count(a.coins)") == 5


def test_a_number_is_asked_for_with_what_it_is_given() -> None:
    # T8: writing 2, feast 1, library a point for each thing known (fame counts three), fame 3 with more coins than another.
    assert lesson("writing, feast, library").value("score(a)") == 2 + 1 + 3
    assert lesson("fame", ", b.coins: 3").value("score(a)") == 3
    assert lesson("fame", ", b.coins: 4").value("score(a)") == 0
    assert lesson("library, fame", ", b.coins: 0").value("score(a)") == 4 + 3


def test_what_comes_after_something_is_learnt_after_it() -> None:
    # T3: gossip is learnt after trade.
    assert lesson("writing").refused("learn gossip") == ["not_that_far"]
    assert lesson("trade").refused("learn gossip") == []


def test_what_all_know_pays_each_of_them_once() -> None:
    sitting = lesson("", ", b.known: [writing]").play("learn writing")
    assert [sitting.value(f"{who}.points") for who in "ab"] == [1, 1]


def test_a_refusal_says_which_pieces_changed_the_limit_and_whose_they_are() -> None:
    # T5, T8: two halls at most and an archive one more; the wheel makes the library a coin cheaper for its owner.
    def changed(sitting: Sitting, move: str) -> list[tuple[str, int, object, object]]:
        refusals = refusal_reasons(sitting.playthrough, sitting._read(move))
        return [(one.by, one.amount, one.piece, one.owner) for each in refusals for one in each.changes]

    full = errand("archive_hall_1, depot_hall_1, gate_hall_2", ", b.halls: [archive_hall_2], a.loads: {stone: 3}")
    assert changed(full, "raise gate_hall_1 stone") == [("adjust.function/archive", 1, "archive_hall_1", "a")]
    masons = errand("mason_hall_1, mason_hall_2", ", a.loads: {stone: 0}")
    assert [piece for _, amount, piece, _ in changed(masons, "raise gate_hall_1 stone") if amount == -1] == [
        "mason_hall_1",
        "mason_hall_2",
    ]
    poor = place(
        "scholars",
        "{players: 2, at: {phase: studying, decision: step, by: a}, state: {a.known: [wheel], a.coins: 0, round: 1}}",
    )
    assert changed(poor, "learn library") == [("adjust.technology/wheel", -1, "wheel", "a")]
    assert changed(errand("", ", a.loads: {stone: 0}"), "raise gate_hall_1 stone") == []
