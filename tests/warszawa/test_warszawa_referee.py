"""Whole playthroughs against the referee: every decision, every legal move, the whole position."""

from __future__ import annotations

from random import Random

import pytest
from war_middle import middle
from war_playing import ID_OF, begin, both_play, cell_id, game
from war_printed import SITES, projects
from war_started import started

import reguli

LONGEST = 2000
"""No game has so many decisions."""


def whole_game(players: int, seed: int, length: str = "eight_rounds") -> int:
    playthrough, referee = begin(players, seed, length)
    count = both_play(playthrough, referee, Random(seed), LONGEST, "norms")
    assert referee.over
    places = [(place.place, place.seat) for place in playthrough.ranking]
    by_place = [sorted(seat for at, seat in places if at == one) for one in sorted({at for at, _ in places})]
    assert by_place == referee.ranking()
    return count


def some_rounds(seed: int, most: int) -> int:
    random = Random(f"middle {seed}")
    referee = middle(random.choice((3, 4, 5)), random, dense=random.random() < 0.4)
    phase = random.choice(("planning", "realization"))
    playthrough = started(referee, phase)
    return both_play(playthrough, referee, random, most, phase)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game(players: int) -> None:
    """W5, W39, W57, W59, W96-W106, W118-W121: from the set-up to the ranking."""
    assert whole_game(players, players) > 0


def test_the_shorter_game() -> None:
    """W5: four rounds and three."""
    assert whole_game(4, 7, "seven_rounds") > 0


@pytest.mark.parametrize("seed", range(4))
def test_from_the_middle_of_a_game(seed: int) -> None:
    """W42-W97: what lies on a full board, of both stages."""
    assert some_rounds(seed, 40) > 0


@pytest.mark.night
def test_many_decisions() -> None:
    """W1-W125: fifty thousand decisions, two of three from the beginning of a game."""
    count, seed = 0, 100
    while count < 50_000:
        seed += 1
        count += whole_game(3 + seed % 3, seed)
        count += sum(some_rounds(scene, 60) for scene in (2 * seed, 2 * seed + 1))
    assert count >= 50_000


def listed(sitting: reguli.Playthrough, question: str) -> list[str]:
    found = sitting.value(question)
    assert isinstance(found, list)
    return list(map(str, found))


def test_the_same_cards() -> None:
    """W18, W20, W53: the sixty projects as they are typed here."""
    sitting = game().start(3, seed=1)
    for card, project in projects().items():
        name = ID_OF[card]
        assert sitting.value(f"{name}.type") == project.kind
        assert sitting.value(f"{name}.function") == project.function
        assert sitting.value(f"{name}.points") == (2 if project.points is None else project.points)
        zones = ["suburban", "urban"] if project.zone == "any" else [project.zone]
        assert project.zone in SITES or set(listed(sitting, f"{name}.zones")) == set(zones)
        marked = [cell_id(SITES[project.zone])] if project.zone in SITES else []
        assert sitting.value(f"{name}.marked_places") == marked
