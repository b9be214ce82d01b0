"""Ways over boards, and stacks: the library gives what the interpreter gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, chain
from random import Random

import pytest
from all_ways import SLOTS, AllWays, answer

from reguli.compile.runtime import path_search, slot_stacks
from reguli.compile.runtime.intrinsics import PLAIN
from reguli.ir.interpreter import collection_closures as walked
from reguli.ir.interpreter.board_functions import is_reachable
from reguli.ir.interpreter.board_functions import shortest_distances as walked_distances
from reguli.ir.interpreter.collection_closures import encode_groups, longest_path, split_into_components

Rows = list[list[int]]
BASE, CAPACITY = 10, 9
OTHER, ROOM = 40, 6


class Board:
    """Places, and edges between them, some of them on an outline; as code has them."""

    def __init__(self, lot: Random, places: int, edges: int) -> None:
        self.places = places
        self.ends = [(lot.randrange(places), lot.randrange(places)) for _ in range(edges)]
        self.ends = [(a, b) if a != b else (a, -1) for a, b in self.ends]
        self.costs = [lot.randrange(6) for _ in self.ends]
        rows: list[list[tuple[int, int]]] = [[] for _ in range(places)]
        for edge, (a, b) in enumerate(self.ends):
            if b >= 0:
                rows[a].append((b, edge))
                rows[b].append((a, edge))
        rows = [sorted(row) for row in rows]
        self.starts = (0, *accumulate(map(len, rows)))
        self.others = tuple(other for other, _ in chain(*rows))
        self.edges = tuple(edge for _, edge in chain(*rows))

    def near(self, usable: Sequence[int]) -> Rows:
        rows: Rows = [[] for _ in range(self.places)]
        for edge in usable:
            a, b = self.ends[edge]
            if b >= 0:
                rows[a].append(b)
                rows[b].append(a)
        return rows


def some(lot: Random, count: int, most: int) -> list[int]:
    return lot.sample(range(count), lot.randrange(min(count, most) + 1))


def _boards(seed: int) -> list[tuple[Random, Board]]:
    lot = Random(seed)
    return [(lot, Board(lot, lot.randrange(2, 12), lot.randrange(1, 16))) for _ in range(40)]


def test_what_steps_over_cells_reach() -> None:
    ask = AllWays()
    for lot, board in _boards(1):
        near = board.near(range(len(board.ends)))
        sources, targets = some(lot, board.places, 3), some(lot, board.places, 3)
        usable = some(lot, board.places, 12)
        allowed = set(usable)
        kept = [[n for n in row if n in allowed] if i in allowed else [] for i, row in enumerate(near)]
        starts = [cell for cell in sources if cell in allowed]
        found = is_reachable(kept, starts, allowed.intersection(targets))
        given = ([-1, *sources], [*targets, -1], usable)
        assert ask(path_search.reaches_over_cells, board.starts, board.others, *given) == found
        assert ask(path_search.parts_of_cells, board.starts, board.others, usable) == encode_groups(
            split_into_components(usable, near)
        )


def test_what_edges_reach_join_and_touch() -> None:
    ask = AllWays()
    for lot, board in _boards(2):
        usable = some(lot, len(board.ends), 12)
        sources, targets = some(lot, board.places, 3), some(lot, board.places, 3)
        rows = (board.starts, board.others, board.edges)
        found = is_reachable(board.near(usable), sources, set(targets))
        assert ask(path_search.reaches_over_edges, *rows, [*sources, -1], targets, usable) == found
        members = some(lot, board.places, 12)
        inside = {member: [n for n in board.near(usable)[member] if n in members] for member in members}
        assert ask(path_search.parts_over_edges, *rows, members, usable) == encode_groups(
            split_into_components(members, inside)
        )
        firsts, seconds = zip(*board.ends, strict=True)
        for node in range(board.places):
            assert ask(path_search.near_over_edges, *rows, node, usable) == sorted(set(board.near(usable)[node]))
            there = [edge for edge in usable if node in board.ends[edge]]
            assert ask(path_search.edges_ending_at, firsts, seconds, node, usable) == there


def test_costs_of_ways_over_changing_edges() -> None:
    ask = AllWays(ways=1 << 14)
    lot = Random(3)
    for base in (0, 1 << 13):
        board = Board(lot, 9, 14)
        rows = (board.starts, board.others, board.edges, board.costs)
        sets = [some(lot, len(board.ends), 14) for _ in range(path_search.SETS + 4)]
        for _ in range(200):
            usable, target = lot.choice(sets), lot.randrange(board.places)
            edges = [(*board.ends[edge], board.costs[edge]) for edge in usable if board.ends[edge][1] >= 0]
            row = walked_distances(board.places, edges)[target]
            length = 1 + len(board.costs) + board.places**2
            place = ask(path_search.place_of_set, base, length, usable)
            first = ask(path_search.row_of, *rows, place, target)
            assert [PLAIN.areas["ways"][first + node] - 1 for node in range(board.places)] == row


def test_steps_between_cells() -> None:
    ask = AllWays(steps=1 << 10)
    base = 0
    for _, board in _boards(4)[:6]:
        known = walked_distances(board.places, [(a, b, 1) for a, b in board.ends if b >= 0])
        for one in range(board.places):
            for other in range(board.places):
                assert ask(path_search.steps_between, board.starts, board.others, base, one, other) == known[one][other]
        base += board.places**2


@pytest.mark.parametrize("words", [1, 2])
def test_the_longest_way(words: int) -> None:
    wide = {"ways seen": (path_search.PLACES + 1) * (words + 2), "waiting ways": path_search.ROOM}
    ask = AllWays(**wide)
    for lot, board in _boards(5):
        usable = some(lot, len(board.ends), 11)
        through = some(lot, board.places, 12)
        pairs = [board.ends[edge] for edge in usable if board.ends[edge][1] >= 0]
        firsts, seconds = zip(*board.ends, strict=True)
        given = (firsts, seconds, board.places, words, usable, through)
        assert ask(path_search.longest_way, *given) == longest_path(pairs, through)


def test_a_way_of_more_edges_than_one_word_has_digits() -> None:
    count = path_search.DIGITS + 8
    ring = [(place, (place + 1) % count) for place in range(count)]
    ask = AllWays(**{"ways seen": (path_search.PLACES + 1) * 4, "waiting ways": path_search.ROOM})
    for pairs in (ring, [*ring, (0, 30), (11, 50)]):
        firsts, seconds = zip(*pairs, strict=True)
        expected = longest_path(pairs, range(count))
        assert ask(path_search.longest_way, firsts, seconds, count, 2, range(len(pairs)), range(count)) == expected


def test_too_many_ways_are_a_fault_at_the_same_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reguli.ir.interpreter.collection_closures.MOST_WAYS", 13)
    monkeypatch.setattr("reguli.compile.runtime.path_search.MOST_WAYS", 13)
    lot = Random(6)
    found = set()
    for _ in range(40):
        board = Board(lot, 6, 11)
        pairs = [pair for pair in board.ends if pair[1] >= 0]
        firsts, seconds = zip(*board.ends, strict=True)
        given = (firsts, seconds, board.places, 1, range(len(board.ends)), range(board.places))
        # Only as plain Python: what is printed has the number as it was read.
        expected = answer(longest_path, pairs, range(board.places))
        assert answer(path_search.longest_way, *given) == expected
        found.add(expected)
    assert "E322" in found
    assert len(found) > 2


# -- stacks --------------------------------------------------------------------------------------------------


def _stack(lot: Random, cards: list[int]) -> list[tuple[list[int], bool]]:
    parts = []
    while cards:
        count = lot.randrange(1, len(cards) + 1)
        mixed = lot.random() < 0.6
        parts.append((sorted(cards[:count]) if mixed else cards[:count], mixed))
        cards = cards[count:]
    return parts


def _slots(lot: Random) -> tuple[list[int], list[int]]:
    slots, cards = [0] * SLOTS, lot.sample(range(20), 20)
    count, other = lot.randrange(CAPACITY + 1), lot.randrange(ROOM + 1)
    walked.write_stack(slots, BASE, CAPACITY, _stack(lot, cards[:count]))
    walked.write_stack(slots, OTHER, ROOM, _stack(lot, cards[count : count + other]))
    return slots, cards


CHANGES: list[tuple[Callable[..., object], Callable[[list[int], int, bool], object], Callable[[int, bool], tuple[object, ...]]]] = [
    (
        slot_stacks.leave_stack,
        lambda s, card, top: walked.remove_from_stack(s, card, BASE, CAPACITY),
        lambda card, top: (card, BASE, CAPACITY),
    ),
    (
        slot_stacks.join_stack,
        lambda s, card, top: walked.add_to_stack(s, card, BASE, CAPACITY, top),
        lambda card, top: (card, BASE, CAPACITY, top),
    ),
    (
        slot_stacks.join_piles,
        lambda s, card, top: walked.merge_stacks(s, (OTHER, ROOM), (BASE, CAPACITY), top),
        lambda card, top: (OTHER, ROOM, BASE, CAPACITY, top),
    ),
    (
        slot_stacks.next_cards,
        lambda s, card, top: walked.possible_top_cards(s, BASE, CAPACITY),
        lambda card, top: (BASE, CAPACITY),
    ),
    (
        slot_stacks.is_next_known,
        lambda s, card, top: walked.is_top_card_known(s, BASE, CAPACITY),
        lambda card, top: (BASE, CAPACITY),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected", "arguments"), CHANGES, ids=[one.__name__ for one, _, _ in CHANGES])
def test_stacks_are_changed_as_the_interpreter_does(
    change: Callable[..., object],
    expected: Callable[[list[int], int, bool], object],
    arguments: Callable[[int, bool], tuple[object, ...]],
) -> None:
    ask = AllWays()
    lot = Random(change.__name__)
    for _ in range(200):
        slots, cards = _slots(lot)
        after, card, top = list(slots), lot.choice(cards), lot.random() < 0.5
        found = answer(expected, after, card, top)
        assert ask(change, *arguments(card, top), slots=slots) == found
        assert slots == after


def test_a_shuffled_stack_is_in_order_and_one_part() -> None:
    ask = AllWays()
    lot = Random(8)
    for _ in range(30):
        slots, _ = _slots(lot)
        after = list(slots)
        walked.write_stack(after, BASE, CAPACITY, [(sorted(slots[BASE + 1 : BASE + 1 + slots[BASE]]), True)])
        ask(slot_stacks.shuffle_stack, BASE, CAPACITY, slots=slots)
        assert slots == after
