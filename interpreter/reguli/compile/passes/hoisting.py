"""Hoisting: what is the same in every round of a loop is worked out once.

A guard such as ``amount <= room(buyer, fuel)`` is asked for every amount, and its right side is always the same. It is worked out when it is first asked and kept for the rounds
that follow, so nothing is worked out that would not have been, and a fault comes where it came before. The local that tells whether it is known is
given in front of the loop. Only what takes time is kept so; a call of a define is the least that does.
"""

from __future__ import annotations

from collections.abc import Sequence

from reguli.compile.form import nodes as n
from reguli.compile.passes import inlining
from reguli.compile.passes.known import free_variables
from reguli.model.ruleset import Ruleset
from reguli.model.tree import terms as t
from reguli.model.types import ElementType, NumberType, TruthType

Known = dict[int, n.Code | tuple[n.Code, ...]]


class Loop:
    """A loop while its body is written: what stood for which variable in front of it, and what is to be written there."""

    def __init__(self, known: Known) -> None:
        self._outside = dict(known)
        self.before: list[n.Statement] = []

    def keeps(self, term: t.Term, known: Known) -> bool:
        """Tell whether a term is the same in every round: whether all that it names stands for what it stood for in front."""
        return all(known.get(one.key) is self._outside.get(one.key) for one in free_variables(term))


def is_worth(ruleset: Ruleset, term: t.Term) -> bool:
    """Tell whether a term is worth keeping: a single value that takes time."""
    if not isinstance(term.type, NumberType | ElementType | TruthType):
        return False
    match term:
        case t.Apply():
            return not inlining.is_small(ruleset, ruleset.defines[term.define])
        case t.Exists() | t.Fold() | t.Matched() | t.PieceCondition():
            return True
        case t.Builtin():
            return term.name not in inlining.QUICK
        case _:
            return False


def outermost(loops: Sequence[Loop], term: t.Term, known: Known) -> int | None:
    """Give the number of the outermost loop in every round of which a term is the same; ``None`` where there is none."""
    return next((at for at, loop in enumerate(loops) if loop.keeps(term, known)), None)
