"""Ranks, parts, most pairs and longest ways, held to what trying everything gives."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reguli.ir.interpreter.collection_closures import (
    Key,
    encode_groups,
    groups_of,
    longest_path,
    matching_closure,
    nth_group,
    ranked_groups_closure,
    split_into_components,
)
from reguli.ir.runtime_faults import RulesFault

Edges = list[tuple[int, int]]


def any_edges(nodes: int, most: int) -> st.SearchStrategy[Edges]:
    pairs = [(a, b) for a in range(nodes) for b in range(a)]
    return st.lists(st.sampled_from(pairs), max_size=most, unique=True)


def tried_trail(edges: Edges, through: set[int], node: int | None = None, used: frozenset[int] = frozenset()) -> int:
    """Go every way there is."""
    best = len(used)
    if node is not None and used and node not in through:
        return best
    for number, (a, b) in enumerate(edges):
        if number in used:
            continue
        for here, there in ((a, b), (b, a)):
            if node is None or node == here:
                best = max(best, tried_trail(edges, through, there, used | {number}))
    return best


@given(any_edges(6, 8), st.sets(st.integers(0, 5), min_size=2))
def test_the_longest_way_is_that_of_trying_all(edges: Edges, through: set[int]) -> None:
    assert longest_path(edges, through) == tried_trail(edges, through)


def test_two_ends_that_are_blocked_are_no_place_to_turn() -> None:
    # A star with three rays: one goes in and out through the middle, unless the middle is blocked.
    star = [(0, 1), (0, 2), (0, 3)]
    assert (longest_path(star, range(4)), longest_path(star, {1, 2, 3})) == (2, 1)
    # A ring of three is gone round once, also through a middle that lets nobody pass: there it begins and ends.
    assert (longest_path([(0, 1), (1, 2), (2, 0)], {1, 2}), longest_path([], ())) == (3, 0)


def test_a_way_too_long_to_look_for_is_a_fault() -> None:
    # Seven places joined to one another, and a bridge from one of them to a place with five dead ends: all but three edges
    # could be gone along if the bridge could be crossed twice, so every way has to be tried.
    web = [(a, b) for a in range(7) for b in range(a)] + [(6, 7)] + [(7, 8 + end) for end in range(5)]
    with pytest.raises(RulesFault) as fault:
        longest_path(web, range(40))
    assert fault.value.code == "E322"


@given(any_edges(7, 9), st.lists(st.integers(0, 6), unique=True))
def test_parts_are_those_who_reach_one_another(edges: Edges, members: list[int]) -> None:
    near = {one: [b if a == one else a for a, b in edges if one in (a, b)] for one in range(7)}
    reach = {one: {one} for one in members}
    for _ in members:
        for one in members:
            reach[one] |= {other for known in tuple(reach[one]) for other in near[known] if other in members}
    parts = split_into_components(members, near)
    assert [one for part in parts for one in part] != [] or not members
    assert sorted(one for part in parts for one in part) == sorted(members)
    for part in parts:
        assert all(set(part) == reach[one] for one in part)
        assert list(part) == [one for one in members if one in part]
    assert [part[0] for part in parts] == [one for one in members if one in {part[0] for part in parts}]


@given(st.integers(0, 5), st.integers(0, 5), st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_the_most_pairs_are_those_of_trying_all(left: int, right: int, drawn: set[tuple[int, int]]) -> None:
    fits = {(a, b) for a, b in drawn if a < left and b < right}
    padded = [*range(right), *([-1] * left)]
    best = max((sum((a, b) in fits for a, b in enumerate(row[:left])) for row in permutations(padded, left)), default=0)
    count = matching_closure((0, 1), (lambda s: range(left), lambda s: range(right)), lambda s: (s[0], s[1]) in fits)
    assert count([0, 0]) == best


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1)), max_size=6))
def test_ranks_are_counted_by_who_is_better(scores: list[tuple[int, int]]) -> None:
    keys: Sequence[Key] = [(lambda s: scores[s[0]][0], -1), (lambda s: scores[s[0]][1], 1)]
    groups = ranked_groups_closure(0, lambda s: range(len(scores)), None, keys)([0])
    wanted: list[list[int]] = []
    for one in range(len(scores)):
        better = {other for other in scores if (-other[0], other[1]) < (-scores[one][0], scores[one][1])}
        while len(wanted) <= len(better):
            wanted.append([])
        wanted[len(better)].append(one)
    assert [list(group) for group in groups] == [group for group in wanted if group]


def test_groups_are_written_and_read() -> None:
    groups = ((3, 1), (0,), (2,))
    assert groups_of(encode_groups(groups)) == groups
    assert (nth_group(groups, 1), nth_group(groups, 3), nth_group(groups, 0), nth_group(groups, 4)) == (
        (3, 1),
        (2,),
        (),
        (),
    )
