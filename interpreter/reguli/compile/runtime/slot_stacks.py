"""Stacks in the slots of a position (``ir.interpreter.stack_operations``): cards from bottom to top, each with the number of its part.

While a stack is changed, a card's part is written as twice a number, equal within a part and other than its neighbours', and 1 more where it is shuffled.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, extend, fail, fill_slots, load, new, push, size, store
from reguli.compile.runtime.sorting import ascending
from reguli.ir.interpreter.collection_closures import KNOWN, MIXED, MIXED_TOO


def cards_of(base: int) -> Run:
    """Return the cards of a stack from bottom to top."""
    found = new(load(base))
    for at in range(load(base)):
        push(found, load(base + 1 + at))
    return found


def card_parts(base: int, capacity: int, number: int) -> Run:
    """Return the part number of each card; the first shuffled part has a number above ``number``."""
    count = load(base)
    found = new(count)
    part = number
    label = KNOWN
    for at in range(base + 1 + capacity, base + 1 + capacity + count):
        if load(at) != label:
            part += 1
        label = load(at)
        push(found, 2 * part + int(label != KNOWN))
    return found


def write_stack(base: int, capacity: int, cards: Run, parts: Run) -> None:
    """Write a stack of cards with their parts; more than fit are a fault (E305)."""
    count = size(cards)
    if count > capacity:
        fail("E305")
    store(base, count)
    label = KNOWN
    before = -1
    for at in range(count):
        store(base + 1 + at, cards[at])
        if parts[at] != before:
            if parts[at] % 2 == 0:
                label = KNOWN
            elif label == MIXED:
                label = MIXED_TOO
            else:
                label = MIXED
        before = parts[at]
        store(base + 1 + capacity + at, label)
    fill_slots(base + 1 + count, capacity - count, 0)
    fill_slots(base + 1 + capacity + count, capacity - count, 0)


def leave_stack(piece: int, base: int, capacity: int) -> None:
    """Remove a card from any place in a stack."""
    count = load(base)
    before = card_parts(base, capacity, 0)
    cards = new(count)
    parts = new(count)
    for at in range(count):
        if load(base + 1 + at) != piece:
            push(cards, load(base + 1 + at))
            push(parts, before[at])
    write_stack(base, capacity, cards, parts)


def join_stack(piece: int, base: int, capacity: int, top: bool) -> None:
    """Put a card on or under a stack; its place is known."""
    count = load(base)
    cards = new(count + 1)
    parts = new(count + 1)
    if not top:
        push(cards, piece)
        push(parts, 0)
    extend(cards, cards_of(base))
    extend(parts, card_parts(base, capacity, 0))
    if top:
        push(cards, piece)
        push(parts, 2 * (count + 2))
    write_stack(base, capacity, cards, parts)


def join_piles(source: int, room: int, target: int, capacity: int, top: bool) -> bool:
    """Put a whole stack on or under another, unchanged; return whether any part of it was shuffled. Each has base and capacity."""
    moved = cards_of(source)
    there = cards_of(target)
    count = size(moved) + size(there)
    cards = new(count)
    parts = new(count)
    if top:
        extend(cards, there)
        extend(parts, card_parts(target, capacity, 0))
        extend(cards, moved)
        extend(parts, card_parts(source, room, size(there) + 1))
    else:
        extend(cards, moved)
        extend(parts, card_parts(source, room, 0))
        extend(cards, there)
        extend(parts, card_parts(target, capacity, size(moved) + 1))
    mixed = False
    for part in card_parts(source, room, 0):
        mixed = mixed or part % 2 == 1
    write_stack(target, capacity, cards, parts)
    write_stack(source, room, (), ())
    return mixed


def shuffle_stack(base: int, capacity: int) -> None:
    """Shuffle a stack: sort its cards by id and make them a single shuffled part."""
    cards = ascending(cards_of(base))
    for at in range(size(cards)):
        store(base + 1 + at, cards[at])
        store(base + 1 + capacity + at, MIXED)


def is_next_known(base: int, capacity: int) -> bool:
    """Return whether the top card's place is known; true for an empty stack."""
    return load(base) == 0 or load(base + capacity + load(base)) == KNOWN


def next_cards(base: int, capacity: int) -> Run:
    """Return the cards that may be on top: one if known, several of a shuffled part, none of an empty stack."""
    count = load(base)
    if count == 0:
        return ()
    labels = base + 1 + capacity
    first = count - 1
    if load(labels + first) != KNOWN:
        while first > 0 and load(labels + first - 1) == load(labels + first):
            first -= 1
    found = new(count - first)
    for at in range(first, count):
        push(found, load(base + 1 + at))
    return found
