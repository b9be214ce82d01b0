"""Moves stored in the offers area (``play``), with chosen sets and bundles or those still to choose; and reading them back."""

from __future__ import annotations

from reguli.compile.runtime.games.subset_indexing import bundle_at, count_of_bundles, count_of_sets, set_at
from reguli.compile.runtime.intrinsics import Run, at, fail, get, new, push, put, set_, size, told, told_run


def put_chosen(first: int, chosen: Run, words: int) -> None:
    """Store a set or bundle: its length, its members or shares, then zeros."""
    put("offers", first, size(chosen))
    for place in range(words - 1):
        put("offers", first + 1 + place, chosen[place] if place < size(chosen) else 0)


def put_sets(first: int, there: Run, least: int, most: int) -> int:
    """Store the elements and limits from which sets are chosen; return the number of sets."""
    _put_last(first, there, least, most, 0)
    return count_of_sets(size(there), least, most)


def put_bundles(first: int, there: Run, least: int, most: int) -> int:
    """Store the tokens and limits from which bundles are chosen; return the number of bundles."""
    _put_last(first, there, least, most, 1)
    return count_of_bundles(there, least, most)


def _put_last(first: int, there: Run, least: int, most: int, bundled: int) -> None:
    behind = get("among")
    if behind + size(there) > told("room among"):
        fail("E319")
    put("offers", first, behind)
    put("offers", first + 1, size(there))
    put("offers", first + 2, least)
    put("offers", first + 3, most)
    put("offers", first + 4, bundled)
    for place in range(size(there)):
        put("among", behind + place, there[place])
    set_("among", behind + size(there))


def write_arguments(choice: int, first: int, index: int) -> None:
    """Write the arguments of one of the moves that an offer covers; ``first`` is the offer's first argument."""
    count = told_run("argument words")[choice]
    room = told_run("chosen last")[choice]
    for place in range(count - room):
        put("arguments", place, at("offers", first + place))
    if room == 0:
        if index > 0:
            put("arguments", count - 1, at("offers", first + count - 1) + index)
        return
    behind = first + count - room
    if at("offers", behind) < 0:
        put("arguments", count - room, -1 - at("offers", behind))
        for place in range(1, room):
            put("arguments", count - room + place, at("offers", behind + place))
        return
    there = _chosen_from(at("offers", behind), at("offers", behind + 1))
    least = at("offers", behind + 2)
    most = at("offers", behind + 3)
    put("arguments", count - room, 0)
    if at("offers", behind + 4) == 0:
        _write_chosen(count - room, room, set_at(there, least, most, index))
    else:
        _write_chosen(count - room, room, bundle_at(there, least, most, index))


def _chosen_from(first: int, count: int) -> Run:
    there = new(count)
    for place in range(count):
        push(there, at("among", first + place))
    return there


def _write_chosen(first: int, room: int, chosen: Run) -> None:
    """Write a chosen set or bundle into the arguments: its length, its members, then zeros."""
    put("arguments", first, size(chosen))
    for place in range(room - 1):
        put("arguments", first + 1 + place, chosen[place] if place < size(chosen) else 0)
