"""What is worked out even if it is not needed, since a branch costs more."""

from __future__ import annotations

from typing import Final

from reguli.compile.lir import statement_nodes as n

QUICK: Final = 6
"""Parts of such an expression."""


def quick(*codes: n.Code) -> bool:
    """Tell whether it takes little to work something out, and can do no harm where it is not needed."""
    left = QUICK
    for code in codes:
        left = _left(code, left)
    return left >= 0


def _left(code: n.Code, most: int) -> int:
    """Give how many more parts something may have; below 0 where it has too many, or is not to be worked out in vain."""
    if most <= 0:
        return -1
    match code:
        case n.Num() | n.Flag() | n.Var() | n.Fixed():
            return most - 1
        case n.Load(n.Num()) | n.At(_, n.Num()) | n.Global():
            return most - 2
        case n.Op(sign, left, right) if sign not in n.DIVISION:
            return _left(right, _left(left, most - 1))
        case n.Compare(_, left, right) | n.Both(left, right) | n.Either(left, right):
            return _left(right, _left(left, most - 1))
        case n.Not(inner) | n.AsWhole(inner) | n.Bit(inner) | n.Lowest(inner) | n.Highest(inner) | n.Ones(inner):
            return _left(inner, most - 1)
        case _:
            return -1
