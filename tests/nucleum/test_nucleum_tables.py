"""What is printed in the box, typed twice: every number of the ruleset is the one of the second hand."""

from __future__ import annotations

import pytest
from nucleum_playing import game
from nucleum_printed import (
    BUILDING_COST,
    BUILDING_REWARD,
    BUILDING_VP,
    INAUGURATION,
    INCOME,
    LETTERS,
    LEVEL,
    MARKET_PRICES,
    MINE_SIZE,
    NEED,
    NEEDED,
    NEUTRAL,
    SEGMENT_OF,
    STACK_SIZE,
    TIER_OF,
    TRACK_BONUS,
    VP_PER_OWN_IN_NETWORK,
    WAGONS,
    contracts,
    setup_cards,
    side,
    tiles,
)

import reguli

EFFECTS = {
    "U": "urbanize", "U-1": "urbanize_cheaper", "I": "industrialize", "I-w": "industrialize_with_fewer",
    "I+u": "industrialize_for_uranium", "D": "develop", "D-1": "develop_cheaper", "C": "take_contract",
    "Cx2": "take_contract_twice", "E": "energize", "E+1": "energize_more", "a1": "one_achievement",
    "a2": "two_achievements", "w/t2": "worker_or_thaler", "ti1": "thaler_step", "ti2": "two_thaler_steps",
    "wi1": "worker_step", "vi1": "vp_step", "any1": "any_step",
}  # fmt: skip
SUBJECTS = {
    "any_building": "buildings", "residential": "residences", "factory": "factories", "laboratory": "laboratories",
    "government": "governments", "energized": "energized", "energized_level": "highest_energized",
    "cities_with_building": "cities_built_in", "cities_with_energized": "cities_energized", "mines": "mines",
    "turbines": "turbines", "railway_tiles": "railway_tiles", "action_tiles_on_board": "tiles_played",
    "achievements": "achievements_held", "uranium_in_mines": "uranium_mined",
    "technologies": "technologies_unlocked", "contracts_done": "contracts_fulfilled",
}  # fmt: skip
TRACKS = {"thaler": "thaler_income", "workers": "worker_income", "vp": "vp_income"}


@pytest.fixture(scope="module")
def two() -> reguli.Playthrough:
    return game().start(2, seed=1)


@pytest.fixture(scope="module")
def four() -> reguli.Playthrough:
    return game().start(4, seed=1)


def test_ends_of_tiles(two: reguli.Playthrough) -> None:
    """N5, N32, N33, N43: 50 action tiles, 16 of the experiments, 2 special ones."""
    for name, tile in tiles().items():
        for tip, colour, effect in zip(("left", "right"), tile.colours, tile.effects, strict=True):
            assert two.value(f"{name.lower()}.colour[{tip}]") == colour, name
            assert two.value(f"{name.lower()}.deed[{tip}]") == EFFECTS[effect], name


def test_contracts(two: reguli.Playthrough) -> None:
    """N7, N36, N37."""
    for name, contract in contracts().items():
        called = f"buildings_in_{contract.city.lower()}" if contract.city else SUBJECTS[contract.subject]
        assert two.value(f"{name.lower()}.measure") == called, name
        assert two.value(f"{name.lower()}.need") == contract.number, name
        for field, kind in (
            ("points", "vp"),
            ("level", "technology"),
            *((own, own) for own in ("thaler", "workers", "uranium")),
        ):
            assert two.value(f"{name.lower()}.{field}") == contract.reward.get(kind, 0), (name, field)


def rewards(sitting: reguli.Playthrough, name: str) -> dict[str, int]:
    """What a building gives when it is lit, in the words of the second hand."""
    found = {
        "thaler": sitting.value(f"{name}.thaler"),
        "workers": sitting.value(f"{name}.workers"),
        "achievements": sitting.value(f"{name}.achievement"),
        "technology": sitting.value(f"{name}.technology"),
        "step_any": sitting.value(f"{name}.any_steps"),
    }
    track = sitting.value(f"{name}.track")
    found |= {f"step_{own}": sitting.value(f"{name}.steps") for own, called in TRACKS.items() if called == track}
    return {kind: int(str(amount)) for kind, amount in found.items() if amount}


def test_buildings(two: reguli.Playthrough) -> None:
    """N14, N24, N49, N79, N80, N107."""
    for (type_, level), need in NEED.items():
        name = f"{type_}_{level}_1"
        assert two.value(f"{name}.cost") == BUILDING_COST[level]
        assert two.value(f"{name}.need") == need
        assert two.value(f"{name}.points") == BUILDING_VP.get((type_, level), 0)
        assert two.value(f"{name}.each") == (VP_PER_OWN_IN_NETWORK[type_] if level == 4 else 0)
        assert rewards(two, name) == BUILDING_REWARD[type_, level]
        purposes = {type_} | ({"government"} if level == 4 else set())
        said = two.value(f"{name}.purposes")
        assert isinstance(said, list)
        assert set(said) == purposes
    for name, (type_, need, reward) in NEUTRAL.items():
        assert two.value(f"{name.lower()}.type") == type_
        assert two.value(f"{name.lower()}.need") == need
        assert rewards(two, name.lower()) == reward


@pytest.mark.parametrize("players", [2, 4])
def test_map(players: int, request: pytest.FixtureRequest) -> None:
    """N1, N2, N13, N17, N18, N40, N43, N50, N53, N57: both sides of the board and what the cards say of them."""
    sitting: reguli.Playthrough = request.getfixturevalue("two" if players == 2 else "four")
    printed = side(players)
    for name, city in printed.cities.items():
        here = name.lower()
        assert sitting.value(f"{here}.colour") == city.colour.replace("any", "multi")
        for number, kind in enumerate(city.build, 1):
            letters = LETTERS.values() if kind == "*" else [LETTERS[letter] for letter in kind.split("/")]
            said = sitting.value(f"{here}_{number}.purposes")
            assert isinstance(said, list)
            assert set(said) == set(letters), (name, number)
        for kinds, each, slots in (("pits", "pit", city.mines), ("stands", "stand", city.turbines)):
            count = f"sum(1 for {each} in {kinds} where {each}.city = {here}"
            assert sitting.value(f"{count})") == len(slots), name
            assert sitting.value(f"{count} and {each}.red)") == sum("*" in slot for slot in slots), name
        assert sitting.value(f"sum(pit.bonus for pit in pits where pit.city = {here})") == "".join(city.mines).count(
            "u"
        )
        closed = sitting.value(f"sum(1 for stand in stands where stand.city = {here} and stand.for_four)")
        assert closed == city.turbines.count("t4"), name
    for one, two_, length, red in printed.lines:
        line = f"{one}__{two_}".lower()
        assert sitting.value(f"{line}.extra") == (2 if red else 0), line
        assert sitting.value(f"sum(1 for place in places where place.line = {line})") == length
    assert sitting.value("sum(1 for line in lines)") == len(printed.lines)
    assert sitting.value("sum(1 for city in cities)") == len(printed.cities)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_cards(players: int) -> None:
    """N13-N19: the cities of every card, as far as the table uses them."""
    sitting = game().start(players, seed=1)
    for name, card in setup_cards().items():
        inside = card.neutral if card.neutral in side(players).cities else ""
        assert sitting.value(f"{name.lower()}.neutral") == (inside.lower() or None), name
        assert sitting.value(f"{name.lower()}.nucleum") == card.nucleum.lower(), name
        if players < 4:
            three = players == 3
            urban = (*card.urban, *(card.urban_3 if three else ()))[:5]
            mining = (*card.mines, *(card.mines_3 if three else ()))[:3]
            said = [sitting.value(f"{name.lower()}.urban[{nth}]") for nth in range(1, 6)]
            assert [city for city in said if city] == [city.lower() for city in urban], name
            said = [sitting.value(f"{name.lower()}.mining[{nth}]") for nth in range(1, 4)]
            assert [city for city in said if city] == [city.lower() for city in mining], name


def test_tables() -> None:
    """N2, N8, N23, N45, N61, N82, N94, N108."""
    for players in (2, 3, 4):
        sitting = game().start(players, seed=1)
        for colour, sizes in STACK_SIZE.items():
            assert sitting.value(f"contracts_in_stack[{colour}, {players}]") == sizes[players]
        for area, wagons in WAGONS[players].items():
            assert sitting.value(f"wagons_at[{area}, {players}]") == wagons
        # On the side for two players no line has three spaces.
        for length in range(1, 3 if players == 2 else 4):
            assert sitting.value(f"inauguration[{players}, {length}]") == INAUGURATION[players].get(length, 0)
        assert sitting.value(f"endings_needed[{players}]") == NEEDED[players]
    for track, called in TRACKS.items():
        for spaces, (amount, points) in enumerate(INCOME[track]):
            whole = (points, 0) if track == "vp" else (amount, points)
            said = sitting.value(f"income_value[{called}, {spaces}]"), sitting.value(f"split_value[{called}, {spaces}]")
            assert said == whole, (track, spaces)
    for space in range(1, 16):
        assert sitting.value(f"track_bonus[{space}]") == TRACK_BONUS.get(space, 0)
    for place, price in enumerate(reversed(MARKET_PRICES), 1):
        assert sitting.value(f"stall_{place}.price") == price


def test_progress_and_technologies(two: reguli.Playthrough) -> None:
    """N26, N69, N83-N86, N102."""
    for space, tier in TIER_OF.items():
        assert two.value(f"rung_{space}.tier") == tier
        assert two.value(f"rung_{space}.segment") == f"segment_{SEGMENT_OF[space] + 1}"
    for letter in "abcd":
        for number, level in LEVEL.items():
            assert two.value(f"{letter}{number}.level") == level
    for row, size in MINE_SIZE.items():
        assert two.value(f"mine_{row}_1.size") == size
    subjects = ("factories", "residences", "railway_tiles", "cities_energized", "mines", "turbines", "laboratories")
    for number, subject in enumerate((*subjects, "contracts_fulfilled"), 1):
        assert two.value(f"m{number}.measure") == subject
        assert two.value(f"m{number}.per") == (2 if number == 3 else 1)
