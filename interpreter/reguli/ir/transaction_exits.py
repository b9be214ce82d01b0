"""What the search for ways out of decisions that are all or nothing asks of a program, whoever searches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from reguli.ir.block_operations import Hold
from reguli.ir.program import Call, Chance, Choice, Decide, End, Fork, Jump, Program, Return, Settled, Switch
from reguli.ir.state_layout import FACTS
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.tree_traversal import statements_of

OUT, DEAD, DOUBTFUL = 0, 1, 2
"""What is known of a move: a way leads out, none does, or the search gave up."""
HOLDING = FACTS.index("holding")
TRIES = 20_000
"""Positions looked at for the moves of one position together; each move gets an equal share of what is left."""
MOST_JUDGED = 20_000
"""Moves of one position that are judged; of more, all are in doubt."""
DEEPEST = 1_000
"""Moves on a way; one that is longer is not gone on, and the answer is a doubt unless a way out is found beside it."""
MOST_IN_VAIN = 16
"""Moves tried in vain at the beginning of a held part before the move that led there is refused in their place."""


def may_hold(slots: Sequence[int], choice: Choice) -> bool:
    """Tell whether a choice stands within, or may lead into, a decision that is all or nothing."""
    return slots[HOLDING] != 0 or choice.holds


def leaves(choice: Choice) -> bool:
    """Tell whether an option may leave the decision that it stands in, or one around it."""
    return any(isinstance(statement, Leave) for statement in statements_of(choice.option.effects))


def entering(program: Program) -> frozenset[int]:
    """Give the blocks of options, by their first one, behind which a decision that is all or nothing may be come to before another move.

    Where nobody can move a decision is gone over, so what is done otherwise counts too.
    """
    calls: dict[int, list[int]] = {}
    for block in program.blocks:
        if isinstance(block.end, Call):
            calls.setdefault(block.end.return_slot, []).append(block.end.back)
    before: dict[int, list[int]] = {}
    for number, block in enumerate(program.blocks):
        for following in _followed_by(block.end, calls):
            before.setdefault(following, []).append(number)
    holding = [
        number for number, block in enumerate(program.blocks) if any(isinstance(one, Hold) for _, one in block.lines)
    ]
    found = set(holding)
    while holding:
        fresh = set(before.get(holding.pop(), ())) - found
        found |= fresh
        holding += fresh
    choices = chain.from_iterable(decision.choices for decision in program.decisions)
    return frozenset(choice.entry for choice in choices if choice.entry in found)


def _followed_by(end: End, calls: dict[int, list[int]]) -> Iterable[int]:
    """Give the blocks that may follow while nobody moves."""
    match end:
        case Jump(target) | Settled(target):
            return (target,)
        case Fork(_, yes, no):
            return (yes, no)
        case Switch(_, targets, other):
            return (*targets, other)
        case Call(entry=entry):
            return (entry,)
        case Return(return_slot):
            return calls.get(return_slot, ())
        case Chance(next=following):
            return (following,)
        case Decide(otherwise=otherwise):
            return () if otherwise is None else (otherwise,)
        case _:
            return ()
