"""Closures that write into slots: what the statements of blocks do that are no leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reguli.ir.closures import Closure, Effect
from reguli.ir.faults import RulesFault
from reguli.ir.layout import FACTS, NONE, Storage
from reguli.ir.program import Journal, Slots
from reguli.ir.statements import Arrive
from reguli.ir.walking.builtins import subsets_of
from reguli.ir.walking.places import members, write_members

STAGE, COMING, MOMENT, CASE, HOLDING = (
    FACTS.index(name) for name in ("stage", "coming_stage", "coming_moment", "coming_case", "holding")
)


def writing(numbers: dict[int, int]) -> Effect:
    """Make the effect that writes numbers into slots."""
    pairs = tuple(numbers.items())

    def write(s: Slots, j: Journal) -> None:
        for slot, number in pairs:
            s[slot] = number

    return write


def setting(slot: int, value: Closure) -> Effect:
    """Make the effect that writes a value into a slot."""

    def write(s: Slots, j: Journal) -> None:
        s[slot] = value(s)

    return write


def adding(slot: int, number: int) -> Effect:
    """Make the effect that adds a number to a slot."""

    def add(s: Slots, j: Journal) -> None:
        s[slot] += number

    return add


def clearing(first: int, last: int, number: int) -> Effect:
    """Make the effect that writes one number into a stretch of slots."""
    same = [number] * (last - first)

    def clear(s: Slots, j: Journal) -> None:
        s[first:last] = same

    return clear


def filling(first: int, last: int, value: Closure) -> Effect:
    """Make the effect that computes a value once and writes it into a stretch of slots."""

    def fill(s: Slots, j: Journal) -> None:
        s[first:last] = [value(s)] * (last - first)

    return fill


def holding(decision: int) -> Effect:
    """Make the effect that begins to hold a decision."""

    def hold(s: Slots, j: Journal) -> None:
        s[HOLDING] = s[HOLDING] or decision

    return hold


def letting_go(decisions: tuple[int, ...]) -> Effect:
    """Make the effect that lets go of a decision."""

    def let_go(s: Slots, j: Journal) -> None:
        if s[HOLDING] in decisions:
            s[HOLDING] = 0

    return let_go


def storing(place: Storage, items: Callable[[Slots], Sequence[int]], most: int | None) -> Effect:
    """Make the effect that keeps a collection as a list."""
    slot, capacity = place.slot, place.capacity

    def store(s: Slots, j: Journal) -> None:
        found = tuple(items(s))
        if most is not None and len(found) > most:
            raise RulesFault("E304", count=len(found), limit=most)
        write_members(s, slot, found, capacity)

    return store


def picking(slot: int, first: int, index: int) -> Effect:
    """Make the effect that writes the next member of a list into a slot."""

    def pick(s: Slots, j: Journal) -> None:
        s[slot] = s[first + s[index]]
        s[index] += 1

    return pick


def picking_group(group: Storage, base: int, index: int) -> Effect:
    """Make the effect that stores the next subset of a list."""

    def pick(s: Slots, j: Journal) -> None:
        write_members(s, group.slot, subsets_of(members(s, base))[s[index]], group.capacity)
        s[index] += 1

    return pick


def arriving(statement: Arrive) -> Effect:
    """Make the effect by which a coming stage takes effect."""
    moment, note = statement.moment, statement.note

    def arrive(s: Slots, j: Journal) -> None:
        if s[COMING] != NONE and s[MOMENT] == moment:
            s[STAGE], s[COMING], s[MOMENT], s[CASE] = s[COMING], NONE, 0, 0
            j.append((note, s[STAGE]))

    return arrive


def failing(stage: str) -> Effect:
    """Make the effect that finds no case of a stage for the present moment."""

    def fail(s: Slots, j: Journal) -> None:
        raise RulesFault("E311", stage=stage)

    return fail
