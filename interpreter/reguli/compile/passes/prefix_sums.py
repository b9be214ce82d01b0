"""Prefixes: how far something holds from a number on is counted in one go.

``max(n in 1 .. 3 where every k in 1 .. n has holds(k))`` asks for every length anew what was asked for the one before. It is the last number up to which all hold, so they are
asked one after the other until one does not. What is asked is the same, each thing once, and a fault comes where it came before.
"""

from __future__ import annotations

from reguli.compile.passes.partial_evaluation import free_variables
from reguli.model.bound_tree import bound_terms as t

Prefix = tuple[t.Variable, t.Term]
"""What names each number, and what must hold of it."""


def prefix_of(term: t.Fold) -> Prefix | None:
    """Give what has to hold of all numbers up to the greatest; ``None`` of any other fold."""
    match term:
        case t.Fold(
            how="max",
            value=t.Local(variable=last),
            variable=length,
            domain=t.Interval(low=t.Constant(value=first)),
            where=t.Exists(
                how="every",
                variable=number,
                domain=t.Interval(low=t.Constant(value=begin), high=t.Local(variable=high)),
                where=None,
                has=has,
            ),
        ) if has is not None and last.key == high.key == length.key and begin == first:
            return None if length in free_variables(has) else (number, has)
        case _:
            return None
