"""Whole playthroughs against the referee: every decision, every legal move, the whole position."""

from __future__ import annotations

from random import Random

import pytest
from middle import middle, started
from playing import BOARDS, begin, both_play

# Options by turns, so that the switches are played as well.
OPTIONS: tuple[dict[str, str | bool], ...] = (
    {},
    {"rearrange_between_firings": True},
    {"start_city": "empty_city"},
)
ENOUGH = 50_000
TABLES = [(map, players, 2 * players + (map == "usa")) for map in BOARDS for players in range(2, 7)]  # noqa: A001 - as below


BY_NIGHT = [table for table in TABLES if table[1] % 2 != (table[0] == "usa")]
"""By day each number of players is on one of the maps, and each map has large tables and small ones."""


@pytest.mark.parametrize(
    ("map", "players", "seed"),
    [
        *(pytest.param(*table, marks=[pytest.mark.night] * (table in BY_NIGHT)) for table in TABLES),
        ("germany", 3, 20),
        ("usa", 4, 21),
    ],
)
def test_whole_games(map: str, players: int, seed: int) -> None:  # noqa: A002 - the option is called so
    """P35, P37, P86, P98, P116, P128, P159, P162: from the set-up to the ranking."""
    whole_game(map, players, seed)


@pytest.mark.night
def test_many_games() -> None:
    """All rules: 50,000 decisions, on both maps, with two to six players and every option in turn."""
    count, seed = 0, 1000
    while count < ENOUGH:
        count += whole_game(BOARDS[seed % len(BOARDS)], 2 + seed % 5, seed)
        seed += 1
    assert count >= ENOUGH


def whole_game(map: str, players: int, seed: int) -> int:  # noqa: A002 - the option is called so
    """Play a game to the end on both sides and compare the rankings; return the number of decisions."""
    random = Random(f"game {seed}")
    sitting, referee = begin(map, players, random, **OPTIONS[seed % len(OPTIONS)])
    count = both_play(sitting, referee, random, 4000, "player_order")
    assert referee.over
    places = [(place.place, place.seat) for place in sitting.ranking]
    by_place = [sorted(seat for at, seat in places if at == one) for one in sorted({at for at, _ in places})]
    assert by_place == referee.ranking()
    return count


# What must be met from positions of a stage, at the beginning of a phase.
SCENES = [
    ("first", "auction", "card in auction of stage first"),
    ("first", "building", "card in building of stage first"),
    ("first", "building", "card between phases 4 and 5 of stage first"),
    ("first", "building", "stage 2"),
    ("first", "bureaucracy", "card in bureaucracy of stage first"),
    ("second", "auction", "card in auction of stage second"),
    ("second", "building", "card in building of stage second"),
    ("second", "bureaucracy", "card in bureaucracy of stage second"),
    ("third", "auction", "nothing to draw"),
    ("third", "building", "obsolete"),
    ("third", "auction", "nobody buys"),
]


@pytest.mark.parametrize(("stage", "phase", "met"), SCENES)
def test_from_the_middle_of_a_game(stage: str, phase: str, met: str) -> None:
    """P67, P111, P137, P140, P141, P142, P147, P148, P149, P153, P154: a round and more, until it has happened twice."""
    times, random = 0, Random(f"{stage} {phase} {met}")
    for scene in range(60):
        options = OPTIONS[scene % 2]
        map, players = random.choice(BOARDS), random.choice((2, 3, 3, 4, 5))  # noqa: A001 - the option is called so
        referee = middle(map, players, stage, random, drawn_before=random.randrange(2), **options)
        sitting = started(referee, map, phase, **options)
        both_play(sitting, referee, random, 50, phase)
        times += met in referee.seen
        if times == 2:
            return
    pytest.fail(f"never met: {met}")
