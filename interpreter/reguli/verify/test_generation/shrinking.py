"""An attempt made smaller while two sides part in the same way: moves, places, outcomes of chance, then what lies in a place.

Places go in halves first and then one by one, so that what is not needed goes quickly; numbers go towards 0 as far as they may.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from reguli.ruleset.declarations.position_files import Given, PlaceDecl
from reguli.verify.test_generation.test_scenario import Attempt

Still = Callable[[Attempt], bool]
"""Tells whether two sides still part in the same way."""
T = TypeVar("T")
MOST_INSIDE = 12
"""Of a list or a group that is longer nothing is taken out one by one."""


def shrunk(attempt: Attempt, still: Still) -> Attempt:
    """Make an attempt as small as it gets."""
    attempt = _fewer(attempt, attempt.steps, lambda steps: dataclasses.replace(attempt, steps=steps), still)
    attempt = with_fewer_places(attempt, still)
    position = attempt.position
    attempt = _fewer(
        attempt,
        position.chance,
        lambda chance: dataclasses.replace(attempt, position=dataclasses.replace(position, chance=chance)),
        still,
    )
    if len(attempt.steps) > 1:
        smaller = attempt
        attempt = _fewer(attempt, attempt.steps, lambda steps: dataclasses.replace(smaller, steps=steps), still)
    for at in range(len(attempt.position.state)):
        attempt = _inside(attempt, at, still)
    for at in range(len(attempt.steps)):
        attempt = _lower(attempt, at, still)
    return attempt


def with_fewer_places(attempt: Attempt, still: Still) -> Attempt:
    """Leave places unsaid as far as it goes."""
    return _fewer(attempt, attempt.position.state, lambda state: _with(attempt, state), still)


def _with(attempt: Attempt, state: tuple[PlaceDecl, ...]) -> Attempt:
    return dataclasses.replace(attempt, position=dataclasses.replace(attempt.position, state=state))


def _fewer(attempt: Attempt, items: tuple[T, ...], made: Callable[[tuple[T, ...]], Attempt], still: Still) -> Attempt:
    """Leave out what is not needed: all of it, halves, and so on down to single ones."""
    rest, size = items, len(items)
    while size:
        at = 0
        while at < len(rest):
            fewer = (*rest[:at], *rest[at + size :])
            if still(made(fewer)):
                rest, attempt = fewer, made(fewer)
            else:
                at += size
        size = min(size, len(rest)) // 2 if size > 1 else 0
    return attempt


def _inside(attempt: Attempt, at: int, still: Still) -> Attempt:
    """Make what lies in a place smaller."""
    state = attempt.position.state

    def of(value: Given) -> Attempt:
        return _with(attempt, (*state[:at], dataclasses.replace(state[at], value=value), *state[at + 1 :]))

    for value in _smaller(state[at].value, lambda value: still(of(value))):
        attempt = of(value)
    return attempt


def _lower(attempt: Attempt, at: int, still: Still) -> Attempt:
    """Make the number of a move lower, where it ends with one."""
    steps = attempt.steps
    words, _, last = steps[at].move.rpartition(" ")

    def of(number: int) -> Attempt:
        step = dataclasses.replace(steps[at], move=f"{words} {number}")
        return dataclasses.replace(attempt, steps=(*steps[:at], step, *steps[at + 1 :]))

    if last.isdecimal():
        for number in _towards_nothing(int(last), lambda number: still(of(number))):
            attempt = of(number)
    return attempt


def _towards_nothing(number: int, still: Callable[[int], bool]) -> Iterator[int]:
    """Halve the way to 0 as long as it goes."""
    low, high = 0, number
    while low < high:
        middle = (low + high) // 2
        if still(middle):
            high = middle
            yield middle
        else:
            low = middle + 1


def _smaller(value: Given, still: Callable[[Given], bool]) -> Iterator[Given]:
    """Give smaller values that still do, each smaller than the one before."""
    if isinstance(value.value, int) and not isinstance(value.value, bool) and value.value > 1:
        for number in _towards_nothing(value.value, lambda number: still(dataclasses.replace(value, value=number))):
            yield dataclasses.replace(value, value=number)
    elif value.items is not None and 1 < len(value.items) <= MOST_INSIDE:
        yield from _without(value, value.items, "items", still)
    elif value.entries is not None and 1 < len(value.entries) <= MOST_INSIDE:
        yield from _without(value, value.entries, "entries", still)


def _without(value: Given, parts: Sequence[object], name: str, still: Callable[[Given], bool]) -> Iterator[Given]:
    rest = tuple(parts)
    for part in parts:
        fewer = tuple(one for one in rest if one is not part)
        tried = dataclasses.replace(value, **{name: fewer})  # type: ignore[arg-type]
        if fewer and still(tried):
            rest = fewer
            yield tried
