"""Neutral buildings at the set-up: every card whose city has a free space for one brings one (N14, N19)."""

from __future__ import annotations

import pytest
from nucleum_playing import game
from nucleum_printed import setup_cards, side

BY_DAY, BY_NIGHT = range(80), range(80, 300)
"""Seeds: with eighty every card is drawn often."""


@pytest.mark.parametrize("seeds", [BY_DAY, pytest.param(BY_NIGHT, marks=pytest.mark.night)], ids=["by day", "by night"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_city_with_a_free_space_has_its_building(players: int, seeds: range) -> None:
    """Rubble is put after the first card's building and before those of the other three; no neutral one is for government."""
    cards, cities = setup_cards(), side(players).cities
    for seed in seeds:
        playthrough = game().start(players, seed=seed)
        drawn = [
            str(entry.values["piece"]).upper()
            for entry in playthrough.journal()
            if entry.verb == "draw" and entry.values["from"] == "setup_deck"
        ]
        assert len(drawn) == 4
        slots = playthrough.position()["slot"]
        named = [cards[name].neutral for name in drawn]
        for city in {one for one in named if one in cities}:
            spaces = [f"{city.lower()}_{number}" for number, kind in enumerate(cities[city].build, 1) if kind != "G"]
            buildings = sum(bool(slots["building"].get(space)) for space in spaces)
            rubble = sum(bool(slots["rubble"].get(space)) for space in spaces)
            assert buildings == min(named.count(city), len(spaces) - rubble), (seed, city, drawn)
        assert sum(map(bool, slots["building"].values())) <= len(named)
