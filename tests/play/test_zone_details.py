"""What the rules say of the things in a zone: the worth of its places, and the parts that have a name."""

from __future__ import annotations

import pytest
from seated_tables import program

from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.play.zone_details import part_members, place_values, zone_parts


def test_the_places_of_a_market_are_worth_what_the_rulebook_prints() -> None:
    ruleset = program("power_grid", 3).ruleset
    ((zone, (table, rows)),) = place_values(ruleset).items()
    assert (zone, table.id) == ("game.fuel_market", "place_price")
    assert rows["uranium"] == (16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)  # P26
    assert rows["coal"] == tuple(price for price in range(8, 0, -1) for _ in range(3))  # P25


def test_the_part_of_a_zone_that_a_define_names_follows_the_position() -> None:
    playthrough = start_playthrough(program("power_grid", 3), 1)
    defines = zone_parts(playthrough.program.ruleset)
    assert defines == {"actual_market": "game.plant_market"}
    # P29: of the plants 3 to 10 the four lowest.
    assert part_members(playthrough, defines) == {"actual_market": [f"plant_{number}" for number in range(3, 7)]}
    while playthrough.decision is not None and playthrough.decision.ask.name != "purchase":
        playthrough.apply(next(iter(playthrough.families())).move(0))
    (members,) = part_members(playthrough, defines).values()
    assert isinstance(members, list)
    assert members != [f"plant_{number}" for number in range(3, 7)]
    assert len(members) == 4


@pytest.mark.parametrize("name", ["nucleum", "warszawa", "tic_tac_toe"])
def test_other_games_say_nothing_of_that_kind(name: str) -> None:
    ruleset = program(name, 2 if name == "tic_tac_toe" else 3).ruleset
    assert (dict(place_values(ruleset)), dict(zone_parts(ruleset))) == ({}, {})
