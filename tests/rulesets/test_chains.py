"""One deed brings the next: what asks is run from a turn and from what comes afterwards, and each is gone on with where it stood."""

from __future__ import annotations

import pytest
from toys import Sitting, place, program

from reguli.ir.runtime_faults import RulesFault

TABLE = ", ".join(f"tile_{number}" for number in range(3, 9))


def evening(oil: str) -> Sitting:
    """A has the tile of a press and a kindling, b that of a kindling and a praise."""
    return place(
        "sparks",
        f"""
        players: 2
        at: {{phase: evening, decision: turn_action, by: a}}
        state: {{round: 1, a.tiles: [tile_1], b.tiles: [tile_2], table: [{TABLE}], {oil}}}
        """,
    )


def test_another_does_in_between_what_is_being_done() -> None:
    sitting = evening("a.oil: 4, b.oil: 2").play("a: play_tile tile_1", "a: use_right")
    # A set about kindling, so b comes first, and may kindle while a's own kindling waits.
    sitting.play("b: hurry", "b: do_deed kindle", "b: light porch")
    # That b set about it, and then the reward of the porch, come before what is older.
    sitting.play("a: look_away", "b: do_deed praise")
    assert (sitting.by, sitting.asked) == ("a", "kindling")
    assert sitting.refused("light porch") == ["lit_already"]
    assert sitting.value("b.points") == 2


def test_rewards_come_afterwards_and_in_order() -> None:
    sitting = evening("a.oil: 4, b.oil: 1").play("a: play_tile tile_1", "a: use_right", "b: look_away")
    sitting.play("a: light stairs")
    # The reward of the stairs kindles again; that a set about it is told first when the reward has been had.
    sitting.play("a: light hall", "b: look_away")
    assert sitting.asked == "tile_use"
    # Three points: the stairs, the hall, and the praise that the hall put off.
    assert sitting.value("a.points") == 3
    assert sitting.value("count(a.oil)") == 1


def test_each_end_is_used_once() -> None:
    sitting = evening("a.oil: 0, b.oil: 0").play("a: play_tile tile_1", "a: use_left")
    assert sitting.refused("use_left") == ["taken_already"]
    assert sitting.value("count(a.oil)") == 2
    assert sitting.options() == ["use_right", "end_tile"]
    # With both ends used nobody is asked about the tile any more.
    sitting.play("a: use_right", "b: look_away", "a: stay_dark")
    assert (sitting.by, sitting.asked) == ("b", "turn_action")


def test_a_tile_may_be_left_before_any_end() -> None:
    sitting = evening("a.oil: 0, b.oil: 0").play("a: play_tile tile_1", "a: end_tile")
    assert (sitting.by, sitting.asked) == ("b", "turn_action")


def test_nothing_of_a_chain_is_left_over() -> None:
    sitting = evening("a.oil: 4, b.oil: 2").play("a: play_tile tile_1", "a: use_right", "b: hurry", "b: do_deed kindle")
    sitting.play("b: light porch", "a: look_away", "b: do_nothing", "a: stay_dark", "a: end_tile")
    made = program("sparks", 2)
    frames = sitting.playthrough.slots[made.frames : made.logical]
    # Beside the loop over the players (its order, where it is, who) and where it goes back to nothing is kept.
    assert sitting.asked == "turn_action"
    assert sum(1 for slot in frames if slot) <= 5


def test_the_queue_has_so_many_places_as_it_declares() -> None:
    sitting = evening("a.oil: 4, b.oil: 2")
    made = sitting.playthrough.program
    assert made.agenda.room == 16
    sitting.play("a: play_tile tile_1")
    # A queue that is full is a fault, and the move is not made.
    sitting.playthrough.slots[made.agenda.base] = made.agenda.room
    with pytest.raises(RulesFault) as caught:
        sitting.play("a: use_right")
    assert caught.value.code == "E312"
