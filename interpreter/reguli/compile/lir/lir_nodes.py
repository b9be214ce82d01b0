"""The nodes of the low-level representation: expressions, statements, and their traversal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Literal

from reguli.source.frozen_values import Kept, kept

# -- The expressions of the lower form; what they are, and what is done with them, stands in ``nodes`` ---------------


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


# -- statement nodes -------------------------------------------------------------------------------------------------
# The lower form: what generated code is made of, whatever it is printed as.
#
# A program says what happens; this says how it is worked out: functions of structured code over one flat list of whole numbers (the slots
# of a position) and typed locals. It is small on purpose, so that a back end is a table of some forty arms: Python prints it as source, WebAssembly
# as bytes, and both do the same because everything that has to be decided is decided before. There is no collection here: a collection of the
# rules is gone through, asked, counted or stored, and only what is stored is a *run*, a row of whole numbers that belongs to the function that made it.
#
# Values have one of three kinds.
#
# ``WHOLE``  a whole number of 64 bits with a sign. Sets of few elements are whole numbers too, one binary digit each (``mask``); then all 64 digits count, and
#            Python keeps them without a sign.
# ``TRUTH``  holds or does not hold. It becomes a whole number by ``AsWhole`` and is never stored by itself.
# ``RUN``    a row of whole numbers with a length. Made by ``NewRun``, or it lies in the position (``RunAt``) or in the program (``Fixed``). It is dropped when the
#            function that made it is left, unless it is given back: then it belongs to whoever called. Only the function that made it may change it.
#
# Expressions have no effect but that of functions they call. Evaluation goes from left to right, but what is
# written is worked out before where it goes. Loops are left by ``Break`` and gone on with by ``Again``:
# always the innermost one. Whatever cannot go on is a ``Fail``, by its code of the catalogue: the walker plays the same again for the message, so nothing else is kept.


# -- statements ------------------------------------------------------------------------------------------------


@kept
class Let(Kept):
    """A local is given a value, for the first time or again."""

    var: Var
    value: Code


@kept
class SetGlobal(Kept):
    """A number beside the positions is given a value."""

    name: str
    value: Code


@kept
class Store(Kept):
    """A slot is given a value; which slots there are: as of ``Load``."""

    slot: Code
    value: Code


@kept
class Put(Kept):
    """A number of an area is given a value."""

    area: str
    index: Code
    value: Code


@kept
class PutAside(Kept):
    """So many slots, from one on, are copied into an area, from an index on."""

    area: str
    index: Code
    slot: Code
    count: Code


@kept
class TakeBack(Kept):
    """So many numbers of an area, from an index on, are copied into slots, from one on."""

    slot: Code
    area: str
    index: Code
    count: Code


@kept
class KeepPast(Kept):
    """The position as it stands is kept as that when the move began, which loads ask by ``past``."""


@kept
class FillSlots(Kept):
    """So many slots from one on are given one value."""

    slot: Code
    count: Code
    value: Code


@kept
class CopySlots(Kept):
    """So many slots are copied, as if they were read first and written then."""

    to: Code
    source: Code
    count: Code


@kept
class When(Kept):
    """Statements by a condition."""

    test: Code
    yes: Body
    no: Body = ()


@kept
class Repeat(Kept):
    """Round and round until it is left."""

    body: Body


@kept
class Counting(Kept):
    """For each number from ``low`` up to, not including, ``high``; both are worked out before. The local is not changed inside."""

    var: Var
    low: Code
    high: Code
    body: Body


@kept
class Through(Kept):
    """For each number of a run, which is not changed meanwhile. The local is not changed inside."""

    var: Var
    run: Code
    body: Body


@kept
class ThroughBits(Kept):
    """For each digit that is set in a mask, from the lowest, its number; the mask is worked out before."""

    var: Var
    mask: Code
    body: Body


@kept
class Break(Kept):
    """Leave the innermost loop."""


@kept
class Again(Kept):
    """Go on with the next round of the innermost loop."""


@kept
class Give(Kept):
    """Leave the function, with a value where it gives one."""

    value: Code | None = None


@kept
class Fail(Kept):
    """Nothing can go on: a fault of the rules, by its code."""

    code: str


@kept
class Attempt(Kept):
    """Statements in which something may fail, also in functions they call: then it is gone on with ``otherwise``.

    What was changed until then stays changed, and locals that the statements gave a value are not asked: whoever attempts puts everything back.
    """

    body: Body
    otherwise: Body


@kept
class Do(Kept):
    """Call a function for what it does; what it gives is dropped."""

    call: Call


@kept
class NewRun(Kept):
    """A local is a new run with nothing in it, and room for so many numbers: more are never pushed."""

    var: Var
    room: Code


@kept
class Push(Kept):
    """A number is put behind a run."""

    run: Var
    value: Code


@kept
class Extend(Kept):
    """All numbers of a run are put behind another."""

    run: Var
    other: Code


@kept
class SetItem(Kept):
    """A number of a run is given another value; the index is never outside."""

    run: Var
    index: Code
    value: Code


@kept
class Cut(Kept):
    """A run keeps so many of its first numbers, no more than it has."""

    run: Var
    size: Code


@kept
class Entry(Kept):
    """An entry of the journal: the number of the note, then values, runs with all their numbers as one value."""

    note: int
    values: tuple[Code, ...]


@kept
class Offer(Kept):
    """A move that a decision allows: the choice by its number in the decision, and a value for each parameter but those in ``span``.

    A set or bundle that was chosen is a run. ``span`` are the least and the greatest number of the last parameter: all between are allowed.
    Or a run of elements with the least and most of them that are chosen (``among``).
    """

    choice: int
    arguments: tuple[Code, ...]
    span: tuple[Code, Code] | None = None
    among: Code | None = None


@kept
class Stamp(Kept):
    """These slots are given a number that was never given before (``ir.version_counters``): one for all of them."""

    slots: tuple[int, ...]


@kept
class Spend(Kept):
    """So much is taken off the budget; below 0 it is a fault of this code."""

    count: Code
    code: str = "E319"


Statement = (
    Let | SetGlobal | Store | Put | PutAside | TakeBack | KeepPast | FillSlots | CopySlots | When | Repeat | Counting | Through | ThroughBits | Break | Again | Give | Fail | Attempt | Do
    | NewRun | Push | Extend | SetItem | Cut | Entry | Offer | Stamp | Spend
)  # fmt: skip
Body = tuple[Statement, ...]


@kept
class Function(Kept):
    """Parameters, what it gives, and what it does; every way through one that gives something ends in ``Give`` or ``Fail``."""

    name: str
    parameters: tuple[Var, ...]
    gives: KindOf | None
    body: Body


# -- lir traversal ---------------------------------------------------------------------------------------------------
# What stands in code of the lower form: every expression and statement, the locals that are named, the functions that are called.


class _Parts(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """By class of node what gives all that it holds; None for what is no node: code is gone through often."""

    def __missing__(self, made: type) -> Callable[[Any], tuple[Any, ...]] | None:
        found: Callable[[Any], tuple[Any, ...]] | None = None
        if issubclass(made, Kept):
            # Of two names and more a tuple is given, so the class comes too; it is no node.
            found = attrgetter("__class__", *made.__match_args__) if made.__match_args__ else lambda _: ()
        self[made] = found
        return found


_PARTS = _Parts()


def within(part: Any) -> Iterator[Kept]:
    """Yield a node, or the nodes of a body, with all nodes in them, as often as they stand there."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif parts := _PARTS[one.__class__]:
            yield one
            waiting.extend(parts(one))


def locals_in(part: Any) -> Iterator[str]:
    """Return the names of the locals that are named, as often as they are."""
    return (one.name for one in within(part) if isinstance(one, Var))


def called_in(part: Any) -> Iterator[str]:
    """Return the names of the functions that are called."""
    return (one.function for one in within(part) if isinstance(one, Call))


def offered(one: Offer) -> tuple[Code, ...]:
    """Return what an entry of a move says behind its choice."""
    many = () if one.among is None else (one.among,)
    return (*one.arguments, *many, *(one.span or ()))
