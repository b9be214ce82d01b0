"""All the abilities of a game at their rows: lasting changes, what is done once in a game, waivers, answers to others."""

from __future__ import annotations

from toys import Sitting, place


def planning(finished: str, more: str = "") -> Sitting:
    """Let a be asked what to do in planning, a having finished some kilns."""
    return place(
        "kilns",
        f"""
        players: 2
        at: {{phase: planning, decision: planning_step, by: a}}
        state: {{a.finished: [{finished}], round: 1{more}}}
        """,
    )


def works(finished: str, more: str = "") -> Sitting:
    """Let a be asked what to build, a having finished some kilns."""
    return place(
        "kilns",
        f"""
        players: 2
        at: {{phase: realizing, decision: works, by: a}}
        state: {{a.finished: [{finished}], round: 1{more}}}
        """,
    )


def test_lasting_changes_hold_for_their_owner_as_long_as_the_kiln_is_finished() -> None:
    # K4: three goods of each stuff and three kilns; a bin keeps one clay more, a shelf one kiln more. K6, K7: two pence, one with a gang.
    sitting = works("crane, sledge, hoist")
    values = [sitting.value(f"{name}({player}{more})") for name, more in LIMITS for player in ("a", "b")]
    assert values == [4, 3, 3, 3, 4, 3, 1, 2]
    assert works("crane, bottle").value("kept(a, clay)") == 5
    unfinished = works("", ", a.sketches: [crane]")
    assert unfinished.value("kept(a, clay)") == 3


LIMITS = (("kept", ", clay"), ("kept", ", ash"), ("sketch_limit", ""), ("shaft_price", ""))


def test_a_gang_makes_the_first_shaft_of_a_round_cheaper_only() -> None:
    # K7: two shafts for one and two pence.
    sitting = works("hoist", ", a.goods: {pence: 3}").play("sink")
    assert (sitting.value("count(a.goods[pence])"), sitting.value("shaft_price(a)")) == (2, 2)
    sitting.play("sink")
    assert (sitting.value("count(a.goods[pence])"), sitting.value("a.shafts")) == (0, 2)
    assert sitting.refused("sink") == ["too_few_pence"]


def test_what_a_kiln_can_do_is_done_once_in_a_game() -> None:
    # K8, K9: a gift brings a penny, then the kiln is turned.
    sitting = works("purse", ", a.goods: {pence: 0}").play("apply purse")
    assert (sitting.value("count(a.goods[pence])"), sitting.value("purse.turned")) == (1, True)
    assert sitting.refused("apply purse") == ["turned_already"]
    assert works("crane").refused("apply crane") == ["does_nothing"]
    assert "not_offered" in works("", ", a.sketches: [purse]").refused("apply purse")
    assert "not_offered" in works("", ", b.finished: [purse]").refused("apply purse")


def test_a_lamp_brings_another_turn_of_planning() -> None:
    # K9: the turn that goes on and the one it brings; b is asked only then.
    sitting = planning("beacon").play("apply beacon", "sketch")
    assert (sitting.by, sitting.asked) == ("a", "planning_step")
    sitting.play("sketch")
    assert sitting.by == "b"


def test_a_warrant_lets_one_helper_go_to_a_pit_that_is_taken() -> None:
    # K10: once in a game; on a free pit it is not spent.
    taken = ", clay_pit.digger: b, ash_heap.digger: b"
    assert planning("", taken).refused("send clay_pit") == ["pit_taken"]
    sitting = planning("seal", taken).play("send clay_pit")
    assert sitting.value("seal.turned") is True
    sitting.play("b: finish_planning")
    assert (sitting.by, sitting.refused("send ash_heap")) == ("a", ["pit_taken"])
    assert planning("seal").play("send clay_pit").value("seal.turned") is False


def test_an_ear_and_a_herald_answer_what_another_does() -> None:
    # K10, K11: b takes an ash as well, and has a point when a finishes a kiln; each once.
    sitting = planning("", ", b.finished: [horn], b.goods: {ash: 1}").play("a: send ash_heap")
    assert (sitting.by, sitting.asked) == ("b", "echoing")
    sitting.play("b: answer")
    assert (sitting.value("count(b.goods[ash])"), sitting.value("horn.turned")) == (2, True)
    burning = works("", ", b.finished: [bell], a.sketches: [barrow, crane], a.goods: {pence: 2, ash: 2}")
    burning.play("a: burn_with_ash barrow", "b: cry_out")
    assert (burning.value("b.fame"), burning.by) == (1, "a")
    burning.play("a: burn_with_ash crane")
    assert burning.by == "a"


def test_nobody_answers_their_own_deeds() -> None:
    assert planning("horn").play("a: send ash_heap").asked == "planning_step"
