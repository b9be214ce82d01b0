"""The expressions of the lower form; what they are, and what is done with them, stands in ``nodes``."""

from __future__ import annotations

from typing import Literal

from reguli.source.frozen_values import Kept, kept

KindOf = Literal["whole", "truth", "run"]
WHOLE: KindOf = "whole"
TRUTH: KindOf = "truth"
RUN: KindOf = "run"


@kept
class Num(Kept):
    """A known whole number."""

    value: int


@kept
class Flag(Kept):
    """A known truth."""

    value: bool


@kept
class Var(Kept):
    """A local; its name is its own within the function."""

    name: str
    kind: KindOf = WHOLE


@kept
class Global(Kept):
    """A number that is kept beside the positions, for all functions: by name, 0 in the beginning."""

    name: str


@kept
class Load(Kept):
    """What a slot holds; a known slot below 0 is counted from the end of the position, a computed one is never below 0.

    ``past`` asks the position that was kept when the move began.
    """

    slot: Code
    past: bool = False


@kept
class At(Kept):
    """A number of an area; the index is never outside.

    Areas are rows of whole numbers beside the position, known by name and size (``Making.areas``), all 0 in the beginning: what is
    remembered, what is listed, positions put aside.
    """

    area: str
    index: Code


@kept
class Cell(Kept):
    """One of many known numbers; the index is never outside."""

    numbers: tuple[int, ...]
    index: Code


ARITHMETIC = ("+", "-", "*")
DIVISION = ("div", "mod")
"""Rounded down, the divisor above 0: who divides asks for that first."""
BITS = ("&", "|", "^", "<<", ">>")
"""Of 64 digits without a sign: ``>>`` brings zeros in, what ``<<`` moves out is dropped; the number of places is 0 to 63."""
AROUND = ("+%", "*%")
"""Modulo 2^64, on 64 digits without a sign."""
COMPARED = ("=", "!=", "<", "<=", ">", ">=")
BELOW = "<%"
"""Less, both taken without a sign."""


@kept
class Op(Kept):
    """Two whole numbers give a whole number; none of ``+ - *`` leaves 64 digits: where it might, a function asks before."""

    sign: str
    left: Code
    right: Code


@kept
class Compare(Kept):
    """Two whole numbers compared give a truth: one of ``COMPARED``, or ``BELOW``."""

    sign: str
    left: Code
    right: Code


@kept
class Same(Kept):
    """So many slots, from one on, hold what stands in an area, from an index on."""

    slot: Code
    area: str
    index: Code
    count: Code


@kept
class Both(Kept):
    """Both hold; the right one is not asked where the left one does not."""

    left: Code
    right: Code


@kept
class Either(Kept):
    """One holds; the right one is not asked where the left one does."""

    left: Code
    right: Code


@kept
class Not(Kept):
    """Does not hold."""

    test: Code


@kept
class If(Kept):
    """One of two values of one kind; only that one is worked out."""

    test: Code
    yes: Code
    no: Code


@kept
class AsWhole(Kept):
    """1 for what holds, 0 for what does not."""

    test: Code


@kept
class Bit(Kept):
    """The mask of one element: 2 to the power of its number, 0 to 63."""

    index: Code


@kept
class Lowest(Kept):
    """The number of the lowest digit of a mask that is set; the mask is not 0."""

    mask: Code


@kept
class Highest(Kept):
    """The number of the highest digit of a mask that is set; the mask is not 0."""

    mask: Code


@kept
class Ones(Kept):
    """How many digits of a mask are set."""

    mask: Code


@kept
class Size(Kept):
    """The length of a run."""

    run: Code


@kept
class Item(Kept):
    """One number of a run, counted from 0; the index is never outside."""

    run: Code
    index: Code


@kept
class Fixed(Kept):
    """A run that is known."""

    numbers: tuple[int, ...]


@kept
class Row(Kept):
    """One of many known runs; the index is never outside."""

    runs: tuple[tuple[int, ...], ...]
    index: Code


@kept
class RunAt(Kept):
    """The run that lies in the position: its length in a slot, its numbers behind it.

    What is written there later may or may not be seen: who changes it while it is gone through copies it first (``NewRun`` and ``Extend``).
    """

    slot: Code
    past: bool = False


@kept
class RowAt(Kept):
    """Slots one behind the other as a run, from ``slot`` on; ``count`` is known. As of ``RunAt``, later changes may or may not be seen."""

    slot: Code
    count: int
    past: bool = False


@kept
class RunIn(Kept):
    """The run that lies in an area: its length at an index, its numbers behind it. As of ``RunAt``, later changes may or may not be seen."""

    area: str
    index: Code


@kept
class Call(Kept):
    """What a function gives for some values."""

    function: str
    arguments: tuple[Code, ...]
    kind: KindOf = WHOLE


Code = (
    Num | Flag | Var | Global | Load | At | Cell | Op | Compare | Same | Both | Either | Not | If | AsWhole
    | Bit | Lowest | Highest | Ones | Size | Item | Fixed | Row | RunAt | RowAt | RunIn | Call
)  # fmt: skip
