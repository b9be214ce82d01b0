"""Future draws: lays the cards of shuffled stacks in the order in which they will be drawn (``engine.chance.future_draws``).

Every draw from one shuffle casts with the same key, so the cards come by their tickets, the least first; the next one lies on top.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import Run, below_unsigned, load, new, push, store
from reguli.compile.runtime.random_numbers import fold
from reguli.ir.interpreter.collection_closures import KNOWN


def lay_as_they_come(base: int, capacity: int, key: int, names: Run) -> None:
    """Lay the cards of each shuffled part of a stack in drawing order; ``names`` are the constants of all cards."""
    behind = load(base)
    while behind > 0:
        first = behind - 1
        while first > 0 and load(base + capacity + first) == load(base + capacity + behind):
            first -= 1
        if load(base + capacity + behind) != KNOWN:
            lay_part(base + 1 + first, behind - first, key, names)
        behind = first


def lay_part(slot: int, count: int, key: int, names: Run) -> None:
    """Sort ``count`` cards by ticket, the greatest first."""
    tickets = new(count)
    for at in range(count):
        card = load(slot + at)
        ticket = fold(key, names[card])
        push(tickets, ticket)
        here = at
        while here > 0 and below_unsigned(tickets[here - 1], ticket):
            tickets[here] = tickets[here - 1]
            store(slot + here, load(slot + here - 1))
            here -= 1
        tickets[here] = ticket
        store(slot + here, card)
