"""Stacks: cards from the bottom to the top, and beside each the part it belongs to.

A part is known, or was shuffled: its cards then stand in the order of their ids, and only a draw tells which one is next.
Shuffled parts that touch, as when one pile was put on another, are told apart: no card of the lower one comes before
the upper one is used up. Equal stacks are written equally.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault

KNOWN, MIXED, MIXED_TOO = 0, 1, 2
"""What stands beside a card: its place is known; it is shuffled into its part; likewise, the part below being another."""

Part = tuple[int, bool]
"""How many cards, and whether they are shuffled."""


def parts_of(labels: Sequence[int]) -> list[Part]:
    """Give the parts of a stack, from the bottom to the top."""
    return [(len(list(run)), label != KNOWN) for label, run in groupby(labels)]


def labels_of(parts: Iterable[Part]) -> list[int]:
    """Give what stands beside the cards of parts, from the bottom to the top."""
    labels: list[int] = []
    for count, mixed in parts:
        label = KNOWN
        if mixed:
            label = MIXED_TOO if labels and labels[-1] == MIXED else MIXED
        labels += [label] * count
    return labels


def leave_stack(s: Slots, piece: int, base: int, capacity: int) -> None:
    """Take a card out of a stack, wherever it lies; two shuffled parts that its own kept apart are still told apart."""
    parts = [([card for card in cards if card != piece], mixed) for cards, mixed in stack_parts(s, base, capacity)]
    write_stack(s, base, capacity, [part for part in parts if part[0]])


def join_stack(s: Slots, piece: int, base: int, capacity: int, top: bool) -> None:
    """Put a card on a stack or under it; its place is known."""
    there, moved = stack_parts(s, base, capacity), ([piece], False)
    write_stack(s, base, capacity, [*there, moved] if top else [moved, *there])


def join_piles(s: Slots, source: tuple[int, int], target: tuple[int, int], top: bool) -> bool:
    """Put a whole stack on another or under it, as it is; tell whether any part of it was shuffled.

    Both are given by base and capacity. The places of the pieces are left to the caller.
    """
    moved, there = stack_parts(s, *source), stack_parts(s, *target)
    write_stack(s, *target, [*there, *moved] if top else [*moved, *there])
    write_stack(s, *source, [])
    return any(mixed for _, mixed in moved)


def stack_parts(s: Slots, base: int, capacity: int) -> list[tuple[list[int], bool]]:
    """Give the parts of a stack, from the bottom to the top: their cards, and whether they are shuffled."""
    at, first = base + 1, base + 1 + capacity
    found = []
    for count, mixed in parts_of(s[first : first + s[base]]):
        found.append((s[at : at + count], mixed))
        at += count
    return found


def write_stack(s: Slots, base: int, capacity: int, parts: Sequence[tuple[list[int], bool]]) -> None:
    """Write a stack of parts, from the bottom to the top; the cards of a shuffled one stand in the order of their ids.

    Raises ``RulesFault`` (E305) for more cards than there is room for.
    """
    cards = [card for part, _ in parts for card in part]
    if len(cards) > capacity:
        raise RulesFault("E305", capacity=capacity, count=len(cards))
    rest = [0] * (capacity - len(cards))
    s[base] = len(cards)
    s[base + 1 : base + 1 + capacity] = [*cards, *rest]
    s[base + 1 + capacity : base + 1 + 2 * capacity] = [*labels_of((len(part), mixed) for part, mixed in parts), *rest]


def is_next_known(s: Slots, base: int, capacity: int) -> bool:
    """Tell whether the place of the top card is known; of an empty stack it is known that there is none."""
    count = s[base]
    return not count or s[base + capacity + count] == KNOWN


def next_cards(s: Slots, base: int, capacity: int) -> list[int]:
    """Give the cards of which one is on top: one when it is known, several of a shuffled part, none of an empty stack."""
    parts = stack_parts(s, base, capacity)
    cards, mixed = parts[-1] if parts else ([], True)
    return cards if mixed else cards[-1:]
