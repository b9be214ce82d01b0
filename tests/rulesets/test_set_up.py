"""What there is by the number of players: boards, rows, copies; and what rules may say of what is not always there."""

from __future__ import annotations

import pytest
from toys import loaded, place, program, sit

GUESTS = {2: 3 + 3, 3: 6 + 3, 4: 6 + 5 + 1, 5: 8 + 6 + 1}
"""Monks, merchants and the bishop, as the rows of the toy say: three nights for each host."""
INNS = {
    2: ["bear", "crown", "anchor"],
    3: ["bear", "lion", "swan", "eagle"],
    4: ["bear", "lion", "swan", "eagle", "palace"],
    5: ["bear", "lion", "swan", "eagle", "palace"],
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_number_of_players_has_its_board_and_its_guests(players: int) -> None:
    sitting = sit("inns", players)
    assert program("inns", players).ruleset.kinds["inn"].elements == tuple(INNS[players])
    assert sitting.value("count(guests)") == GUESTS[players] == 3 * players
    assert sitting.value("palace is none") is (players < 4)
    assert sitting.value("some inn in inns where inn = palace") is (players >= 4)


def test_the_whole_box_holds_what_any_number_has() -> None:
    ruleset = loaded("inns").ruleset
    assert ruleset is not None
    # The most copies of each: eight monks, six merchants, the bishop.
    assert len(ruleset.kinds["guest"].elements) == 8 + 6 + 1
    assert ruleset.documents.players is None


def test_copies_are_the_first_of_their_row() -> None:
    assert program("inns", 2).ruleset.kinds["guest"].elements == (
        "monk_1", "monk_2", "monk_3", "merchant_1", "merchant_2", "merchant_3",
    )  # fmt: skip


def lodging(players: int, guest: str, state: str = "") -> str:
    return f"""
        players: {players}
        at: {{phase: arrival, decision: lodging, by: a, with: {{guest: {guest}}}}}
        state: {{round: 1, at_the_door: [{guest}], {state}}}
        """


def test_the_bishop_sleeps_in_the_palace_only_and_pays_twice() -> None:
    sitting = place("inns", lodging(4, "bishop"))
    assert sitting.refused("lodge bear") == ["too_plain_for_him"]
    assert sitting.refused("lodge palace") == []
    # 5 coins, twice; the lamp that burns there goes with it.
    sitting.play("a: lodge palace")
    assert (sitting.value("a.coins"), sitting.value("a.lamp")) == (10, 1)


def test_tables_of_the_board_say_which_inn_is_closed_and_how_many_beds_there_are() -> None:
    lane, highway = place("inns", lodging(2, "monk_1")), place("inns", lodging(3, "monk_1"))
    # On the first night the bear is closed on the lane, the swan on the highway.
    assert (lane.refused("lodge bear"), highway.refused("lodge swan")) == (["closed_tonight"], ["closed_tonight"])
    assert (lane.refused("lodge crown"), highway.refused("lodge bear")) == ([], [])
    full = place("inns", lodging(2, "monk_1", "crown.guests: [merchant_1]"))
    assert full.refused("lodge crown") == ["no_bed_free"]


def test_no_lamp_burns_where_there_is_no_palace() -> None:
    assert [sit("inns", players).value("chest") for players in (2, 3)] == [1, 1]
    assert [sit("inns", players).value("palace.lamp") for players in (4, 5)] == [1, 1]
