"""Before the first round."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from playing import BOARDS, game, plain
from posed import cards, elements, play, tokens
from printed import FUELS, PLANTS_REMOVED, REGIONS_IN_PLAY, Board, board, plants

import reguli
from lots import set_of, ticket

EVERY_TABLE = [(map, players) for map in BOARDS for players in range(2, 7)]  # noqa: A001 - the option is called so


@pytest.mark.parametrize(("map", "players"), EVERY_TABLE)
def test_what_everybody_begins_with(map: str, players: int) -> None:  # noqa: A002 - as above
    """P2, P10, P16, P17, P38, L17: money, houses, no city, no plant, stage 1, round 1, the first decision in phase 2."""
    sitting = game(map).start(players, seed=5)
    position = plain(sitting)
    for seat in range(1, players + 1):
        assert sitting.value(f"seat_{seat}.money") == 50
        assert sitting.value(f"count(seat_{seat}.houses)") == 22
        assert sitting.value(f"seat_{seat}.plants") == []
        assert set(tokens(sitting, f"seat_{seat}.fuel").values()) == {0}
    assert not any(position["city"]["houses"].values())
    assert (sitting.value("stage"), sitting.value("round")) == ("first", 1)
    assert sitting.decision is not None
    assert (sitting.value("phase"), sitting.decision.by) == ("auction", elements(sitting, "turn_order")[0])


@pytest.mark.parametrize(("map", "players"), EVERY_TABLE)
def test_the_markets_at_the_start(map: str, players: int) -> None:  # noqa: A002 - as above
    """P19, P20, P21, P22, P23, P24, P27, P28, P29, P30: E1, and the plants 03 to 10."""
    sitting = game(map).start(players, seed=players)
    assert tokens(sitting, "fuel_market") == {"coal": 24, "oil": 18, "garbage": 6, "uranium": 2}
    assert tokens(sitting, "supply") == {"coal": 0, "oil": 6, "garbage": 18, "uranium": 10}
    assert [sitting.value(f"price_of({fuel}, 1)") for fuel in FUELS] == [1, 3, 7, 14]
    assert cards(sitting, "plant_market") == [3, 4, 5, 6, 7, 8, 9, 10]
    assert cards(sitting, "actual_market") == [3, 4, 5, 6]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_deck(players: int) -> None:
    """P32, P33, P34, P165, K8, case 36: 13 on top, the stage card below; those taken out are neither, nor in the market."""
    order = [number for number in range(50, 10, -1) if number in plants() and number != 13]
    sitting = game().start(players, prescribed={"deck": [[f"plant_{number}" for number in order]]})
    taken = PLANTS_REMOVED[players]
    assert sorted(cards(sitting, "removed"), reverse=True) == order[:taken]
    assert len(order) == 33
    assert sitting.value("count(deck)") == 35 - taken
    deck = plain(sitting)["game"]["deck"]
    assert (deck[0], deck[-1]) == ("plant_13", "stage_3")
    assert sorted(deck[1]) == sorted(f"plant_{number}" for number in order[taken:])


@pytest.mark.parametrize("players", range(2, 7))
def test_which_plants_are_taken_out_is_left_to_the_lot(players: int) -> None:
    """P34, K8: other seeds take out other plants, and each of the 33 can be among them."""
    taken = [frozenset(cards(game().start(players, seed=seed), "removed")) for seed in range(60)]
    assert {len(one) for one in taken} == {PLANTS_REMOVED[players]}
    if PLANTS_REMOVED[players]:
        assert len(set(taken)) > 50
        assert frozenset().union(*taken) == {number for number in plants() if number > 10} - {13}


def connected(sides: Board, regions: frozenset[str]) -> bool:
    """Whether cities of the regions form one piece, as the connections between them say."""
    found = {min(regions)}
    while True:
        ways = [(sides.region_of[a], sides.region_of[b]) for a, b in sides.connections]
        more = {b for a, b in [*ways, *((b, a) for a, b in ways)] if a in found and b in regions} - found
        if not more:
            return found == regions
        found |= more


def choices(map: str, size: int) -> set[frozenset[str]]:  # noqa: A002 - as above
    """Every set of so many regions that hang together, found one by one."""
    sides = board(map)
    return {frozenset(some) for some in combinations(sides.regions, size) if connected(sides, frozenset(some))}


def candidates(map: str, players: int) -> tuple[str, ...]:  # noqa: A002 - as above
    """What the lot may give: asked by an outcome that cannot come, a single region."""
    with pytest.raises(reguli.ChanceRefused) as refused:
        game(map).start(players, prescribed={"area": {min(board(map).regions)}})
    return refused.value.candidates


@pytest.mark.parametrize(("map", "counts"), [("germany", {3: 13, 4: 12, 5: 6}), ("usa", {3: 12, 4: 12, 5: 6})])
def test_every_connected_choice_of_regions_and_no_other(map: str, counts: dict[int, int]) -> None:  # noqa: A002 - as above
    """P12, P13, P14, L7, K1, case 37: each connected set of the right size is one candidate, once, and nothing else is."""
    for players, size in REGIONS_IN_PLAY.items():
        found = candidates(map, players)
        assert len(found) == counts[size]
        assert {frozenset(one.split("+")) for one in found} == choices(map, size)


@pytest.mark.parametrize(("map", "players"), EVERY_TABLE)
def test_every_choice_of_regions_is_as_likely(map: str, players: int) -> None:  # noqa: A002 - as above
    """P14: one lot among all candidates, and it falls on the least key, of seed, site, occurrence and candidate."""
    found = candidates(map, players)
    came: Counter[str] = Counter()
    for seed in range(120):
        keys = {one: ticket(seed, "area", 1, set_of(one.split("+"))) for one in found}
        came[min(found, key=lambda one: keys[one])] += 1
        if seed < 12:
            in_play = elements(game(map).start(players, seed=seed), "all region in regions where region.in_play")
            assert set(in_play) == set(min(found, key=lambda one: keys[one]).split("+"))
    # Drawn one after the other, the likeliest came 2.2 to 3.6 times as often as the rarest; 120 even draws among 6 to 13.
    assert set(came) == set(found)


@pytest.mark.parametrize(("map", "players"), EVERY_TABLE)
def test_the_lot_gives_connected_regions(map: str, players: int) -> None:  # noqa: A002 - as above
    """P12, P13, P14: as many as the table says; seeds differ."""
    seen = set()
    for seed in range(20):
        in_play = elements(game(map).start(players, seed=seed), "all region in regions where region.in_play")
        assert len(in_play) == REGIONS_IN_PLAY[players]
        assert connected(board(map), frozenset(in_play))
        seen.add(tuple(in_play))
    assert len(seen) > 2


def test_regions_can_be_given() -> None:
    """P14, case 37: instead of the lot, in any order; not what does not hang together, nor too few or too many."""
    # The first two do not touch: w joins them.
    for given in (["nw", "sw", "w"], [["w", "sw", "nw"]], {"sw", "nw", "w"}, "sw+w+nw"):
        sitting = game().start(3, prescribed={"area": given})
        assert set(elements(sitting, "all region in regions where region.in_play")) == {"nw", "w", "sw"}
    for given in ({"se", "ne", "w"}, {"w", "sw"}, {"w", "sw", "se", "e"}):
        with pytest.raises(reguli.ChanceRefused):
            game().start(3, prescribed={"area": given})


def test_the_starting_order_is_drawn_by_lot() -> None:
    """P18, P44, P178, case 13: any order, of all seats, each once; the seats stay."""
    for order in permutations(["seat_1", "seat_2", "seat_3"]):
        sitting = game().start(3, prescribed={"player": list(order)})
        assert sitting.value("turn_order") == list(order)
        assert sitting.value("players") == ["seat_1", "seat_2", "seat_3"]
    with pytest.raises(reguli.ChanceRefused) as refused:
        game().start(3, prescribed={"player": ["seat_2", "seat_2"]})
    assert set(refused.value.candidates) == {"seat_1", "seat_3"}
    assert len({tuple(elements(game().start(4, seed=seed), "turn_order")) for seed in range(30)}) > 10


def test_the_first_card_drawn_is_13() -> None:
    """P31, P33, P56, L15: whatever is bought first; it joins the future market."""
    for plant in (3, 4, 5, 6):
        sitting = game().start(2, prescribed={"player": ["seat_1", "seat_2"]})
        play(sitting, f"seat_1: nominate {plant} {plant}", "seat_2: pass_bid")
        left = [number for number in (*range(3, 11), 13) if number != plant]
        assert cards(sitting, "plant_market") == left
        assert cards(sitting, "actual_market") == left[:4]


def test_the_phases_of_a_round_follow_one_another() -> None:
    """P35, P36, P132, K13, L21: five phases, everybody acting in one before the next begins, and again."""
    sitting = game().start(3, seed=1, prescribed={"player": ["seat_1", "seat_2", "seat_3"]})
    play(sitting, "nominate 3 3", "pass_bid", "pass_bid", "nominate 4 4", "pass_bid", "nominate 5 5")
    while sitting.value("round") == 1:
        stop = next(move for move in sitting.moves() if move.startswith("end_"))
        sitting.apply(stop)
    said = [entry.text for entry in sitting.journal() if entry.verb in {"round", "phase"}]
    phases = ["phase player_order", "phase auction", "phase resources", "phase building", "phase bureaucracy"]
    assert said == ["round 1", *phases, "round 2", "phase player_order", "phase auction"]
