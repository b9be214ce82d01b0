"""What the search for ways out of decisions that are all or nothing asks of a program, whoever searches."""

from __future__ import annotations

from collections.abc import Sequence

from reguli.ir.layout import FACTS
from reguli.ir.program import Choice
from reguli.model.tree.bound import Leave
from reguli.model.tree.walk import statements_of

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
