"""The nodes of the low-level representation: expressions, statements, and their traversal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Literal

from reguli.source.frozen_values import FrozenValue, frozen_class

# -- The expressions of the lower form; what they are, and what is done with them, stands in ``nodes`` ---------------


KindOf = Literal["whole", "truth", "run"]
WHOLE: KindOf = "whole"
TRUTH: KindOf = "truth"
RUN: KindOf = "run"


class LeafCode(FrozenValue):
    """An expression without parts."""

    __slots__ = ()


class ReadCode(FrozenValue):
    """A number read from a row."""

    __slots__ = ()


class WholeCode(FrozenValue):
    """A whole number computed, or one of two values."""

    __slots__ = ()


class TruthCode(FrozenValue):
    """A truth computed."""

    __slots__ = ()


class RunCode(FrozenValue):
    """A run of numbers."""

    __slots__ = ()


class SimpleStatement(FrozenValue):
    """A statement in which no others stand."""

    __slots__ = ()


@frozen_class
class IntConstant(LeafCode):
    """A known whole number."""

    value: int


@frozen_class
class BoolConstant(LeafCode):
    """A known truth."""

    value: bool


@frozen_class
class LocalVariable(LeafCode):
    """A local; its name is its own within the function."""

    name: str
    kind: KindOf = WHOLE


@frozen_class
class GlobalVariable(LeafCode):
    """A number that is kept beside the positions, for all functions: by name, 0 in the beginning."""

    name: str


@frozen_class
class LoadSlot(ReadCode):
    """What a slot holds; a known slot below 0 is counted from the end of the position, a computed one is never below 0.

    ``past`` asks the position that was kept when the move began.
    """

    slot: Code
    past: bool = False


@frozen_class
class AreaElement(ReadCode):
    """A number of an area; the index is never outside.

    Areas are rows of whole numbers beside the position, known by name and size (``Making.areas``), all 0 in the beginning: what is
    remembered, what is listed, positions put aside.
    """

    area: str
    index: Code


@frozen_class
class ConstantElement(ReadCode):
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


@frozen_class
class IntBinaryOp(WholeCode):
    """Two whole numbers give a whole number; none of ``+ - *`` leaves 64 digits: where it might, a function asks before."""

    sign: str
    left: Code
    right: Code


@frozen_class
class CompareNumbers(TruthCode):
    """Two whole numbers compared give a truth: one of ``COMPARED``, or ``BELOW``."""

    sign: str
    left: Code
    right: Code


@frozen_class
class SlotsEqual(TruthCode):
    """So many slots, from one on, hold what stands in an area, from an index on."""

    slot: Code
    area: str
    index: Code
    count: Code


@frozen_class
class LogicalAnd(TruthCode):
    """Both hold; the right one is not asked where the left one does not."""

    left: Code
    right: Code


@frozen_class
class LogicalOr(TruthCode):
    """One holds; the right one is not asked where the left one does."""

    left: Code
    right: Code


@frozen_class
class LogicalNot(TruthCode):
    """Does not hold."""

    test: Code


@frozen_class
class SelectValue(WholeCode):
    """One of two values of one kind; only that one is computed."""

    test: Code
    yes: Code
    no: Code


@frozen_class
class BoolToInt(WholeCode):
    """1 for what holds, 0 for what does not."""

    test: Code


@frozen_class
class SingleBitMask(WholeCode):
    """The mask of one element: 2 to the power of its number, 0 to 63."""

    index: Code


@frozen_class
class LowestSetBit(WholeCode):
    """The number of the lowest digit of a mask that is set; the mask is not 0."""

    mask: Code


@frozen_class
class HighestSetBit(WholeCode):
    """The number of the highest digit of a mask that is set; the mask is not 0."""

    mask: Code


@frozen_class
class PopCount(WholeCode):
    """How many digits of a mask are set."""

    mask: Code


@frozen_class
class ArrayLength(ReadCode):
    """The length of a run."""

    run: Code


@frozen_class
class Item(ReadCode):
    """One number of a run, counted from 0; the index is never outside."""

    run: Code
    index: Code


@frozen_class
class ConstantArray(RunCode):
    """A run that is known."""

    numbers: tuple[int, ...]


@frozen_class
class ConstantRow(RunCode):
    """One of many known runs; the index is never outside."""

    runs: tuple[tuple[int, ...], ...]
    index: Code


@frozen_class
class RunAt(RunCode):
    """The run that lies in the position: its length in a slot, its numbers behind it.

    What is written there later may or may not be seen: who changes it while it is gone through copies it first (``NewRun`` and ``AppendArray``).
    """

    slot: Code
    past: bool = False


@frozen_class
class RowAt(RunCode):
    """Slots one behind the other as a run, from ``slot`` on; ``count`` is known. As of ``RunAt``, later changes may or may not be seen."""

    slot: Code
    count: int
    past: bool = False


@frozen_class
class RunIn(RunCode):
    """The run that lies in an area: its length at an index, its numbers behind it. As of ``RunAt``, later changes may or may not be seen."""

    area: str
    index: Code


@frozen_class
class CallFunction(FrozenValue):
    """What a function gives for some values."""

    function: str
    arguments: tuple[Code, ...]
    kind: KindOf = WHOLE


Code = (
    IntConstant | BoolConstant | LocalVariable | GlobalVariable | LoadSlot | AreaElement | ConstantElement | IntBinaryOp | CompareNumbers | SlotsEqual | LogicalAnd | LogicalOr | LogicalNot | SelectValue | BoolToInt
    | SingleBitMask | LowestSetBit | HighestSetBit | PopCount | ArrayLength | Item | ConstantArray | ConstantRow | RunAt | RowAt | RunIn | CallFunction
)  # fmt: skip


# -- statement nodes -------------------------------------------------------------------------------------------------
# The lower form: what generated code is made of, whatever it is printed as.
#
# A program says what happens; this says how it is computed: functions of structured code over one flat list of whole numbers (the slots
# of a position) and typed locals. It is small on purpose, so that a back end is a table of some forty arms: Python prints it as source, WebAssembly
# as bytes, and both do the same because everything that has to be decided is decided before. There is no collection here: a collection of the
# rules is gone through, asked, counted or stored, and only what is stored is a *run*, a row of whole numbers that belongs to the function that made it.
#
# Values have one of three kinds.
#
# ``WHOLE``  a whole number of 64 bits with a sign. Sets of few elements are whole numbers too, one binary digit each (``mask``); then all 64 digits count, and
#            Python keeps them without a sign.
# ``TRUTH``  holds or does not hold. It becomes a whole number by ``BoolToInt`` and is never stored by itself.
# ``RUN``    a row of whole numbers with a length. Made by ``NewRun``, or it lies in the position (``RunAt``) or in the program (``ConstantArray``). It is dropped when the
#            function that made it is left, unless it is given back: then it belongs to the caller. Only the function that made it may change it.
#
# Expressions have no effect but that of functions they call. Evaluation goes from left to right, but what is
# written is computed before where it goes. Loops are left by ``BreakLoop`` and gone on with by ``ContinueLoop``:
# always the innermost one. Whatever cannot go on is a ``RaiseFault``, by its code of the catalogue: the interpreter plays the same again for the message, so nothing else is kept.


# -- statements ------------------------------------------------------------------------------------------------


@frozen_class
class AssignLocal(SimpleStatement):
    """A local is given a value, for the first time or again."""

    var: LocalVariable
    value: Code


@frozen_class
class SetGlobal(SimpleStatement):
    """A number beside the positions is given a value."""

    name: str
    value: Code


@frozen_class
class StoreSlot(SimpleStatement):
    """A slot is given a value; which slots there are: as of ``LoadSlot``."""

    slot: Code
    value: Code


@frozen_class
class StoreArea(SimpleStatement):
    """A number of an area is given a value."""

    area: str
    index: Code
    value: Code


@frozen_class
class PutAside(SimpleStatement):
    """So many slots, from one on, are copied into an area, from an index on."""

    area: str
    index: Code
    slot: Code
    count: Code


@frozen_class
class TakeBack(SimpleStatement):
    """So many numbers of an area, from an index on, are copied into slots, from one on."""

    slot: Code
    area: str
    index: Code
    count: Code


@frozen_class
class KeepPast(SimpleStatement):
    """The position as it stands is kept as that when the move began, which loads ask by ``past``."""


@frozen_class
class FillSlots(SimpleStatement):
    """So many slots from one on are given one value."""

    slot: Code
    count: Code
    value: Code


@frozen_class
class CopySlots(SimpleStatement):
    """So many slots are copied, as if they were read first and written then."""

    to: Code
    source: Code
    count: Code


@frozen_class
class ConditionalBlock(FrozenValue):
    """Statements by a condition."""

    test: Code
    yes: Body
    no: Body = ()


@frozen_class
class EndlessLoop(FrozenValue):
    """Round and round until it is left."""

    body: Body


@frozen_class
class CountedLoop(FrozenValue):
    """For each number from ``low`` up to, not including, ``high``; both are computed before. The local is not changed inside."""

    var: LocalVariable
    low: Code
    high: Code
    body: Body


@frozen_class
class ForEachLoop(FrozenValue):
    """For each number of a run, which is not changed meanwhile. The local is not changed inside."""

    var: LocalVariable
    run: Code
    body: Body


@frozen_class
class ThroughBits(FrozenValue):
    """For each digit that is set in a mask, from the lowest, its number; the mask is computed before."""

    var: LocalVariable
    mask: Code
    body: Body


@frozen_class
class BreakLoop(SimpleStatement):
    """Leave the innermost loop."""


@frozen_class
class ContinueLoop(SimpleStatement):
    """Go on with the next round of the innermost loop."""


@frozen_class
class ReturnValue(SimpleStatement):
    """Leave the function, with a value where it gives one."""

    value: Code | None = None


@frozen_class
class RaiseFault(SimpleStatement):
    """Nothing can go on: a fault of the rules, by its code."""

    code: str


@frozen_class
class TryStatement(FrozenValue):
    """Statements in which something may fail, also in functions they call: then it is gone on with ``otherwise``.

    What was changed until then stays changed, and locals that the statements gave a value are not asked: whoever attempts puts everything back.
    """

    body: Body
    otherwise: Body


@frozen_class
class CallStatement(SimpleStatement):
    """Call a function for what it does; what it gives is dropped."""

    call: CallFunction


@frozen_class
class NewRun(SimpleStatement):
    """A local is a new run with nothing in it, and room for so many numbers: more are never pushed."""

    var: LocalVariable
    room: Code


@frozen_class
class AppendItem(SimpleStatement):
    """A number is put behind a run."""

    run: LocalVariable
    value: Code


@frozen_class
class AppendArray(SimpleStatement):
    """All numbers of a run are put behind another."""

    run: LocalVariable
    other: Code


@frozen_class
class SetItem(SimpleStatement):
    """A number of a run is given another value; the index is never outside."""

    run: LocalVariable
    index: Code
    value: Code


@frozen_class
class TruncateArray(SimpleStatement):
    """A run keeps so many of its first numbers, no more than it has."""

    run: LocalVariable
    size: Code


@frozen_class
class WriteJournal(SimpleStatement):
    """An entry of the journal: the number of the note, then values, runs with all their numbers as one value."""

    note: int
    values: tuple[Code, ...]


@frozen_class
class OfferMove(SimpleStatement):
    """A move that a decision allows: the choice by its number in the decision, and a value for each parameter but those in ``span``.

    A set or bundle that was chosen is a run. ``span`` are the least and the greatest number of the last parameter: all between are allowed.
    Or a run of elements with the least and most of them that are chosen (``among``).
    """

    choice: int
    arguments: tuple[Code, ...]
    span: tuple[Code, Code] | None = None
    among: Code | None = None


@frozen_class
class StampSlots(SimpleStatement):
    """These slots are given a number that was never given before (``ir.version_counters``): one for all of them."""

    slots: tuple[int, ...]


@frozen_class
class SpendBudget(SimpleStatement):
    """So much is taken off the budget; below 0 it is a fault of this code."""

    count: Code
    code: str = "E319"


Statement = (
    AssignLocal | SetGlobal | StoreSlot | StoreArea | PutAside | TakeBack | KeepPast | FillSlots | CopySlots | ConditionalBlock | EndlessLoop | CountedLoop | ForEachLoop | ThroughBits | BreakLoop | ContinueLoop | ReturnValue | RaiseFault | TryStatement | CallStatement
    | NewRun | AppendItem | AppendArray | SetItem | TruncateArray | WriteJournal | OfferMove | StampSlots | SpendBudget
)  # fmt: skip
Body = tuple[Statement, ...]


@frozen_class
class Function(FrozenValue):
    """Parameters, what it gives, and what it does; every way through one that gives something ends in ``ReturnValue`` or ``RaiseFault``."""

    name: str
    parameters: tuple[LocalVariable, ...]
    gives: KindOf | None
    body: Body


# -- lir traversal ---------------------------------------------------------------------------------------------------
# What stands in code of the lower form: every expression and statement, the locals that are named, the functions that are called.


class _Parts(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """By class of node what gives all that it holds; None for what is no node: code is gone through often."""

    def __missing__(self, made: type) -> Callable[[Any], tuple[Any, ...]] | None:
        found: Callable[[Any], tuple[Any, ...]] | None = None
        if issubclass(made, FrozenValue):
            # Of two names and more a tuple is given, so the class comes too; it is no node.
            found = attrgetter("__class__", *made.__match_args__) if made.__match_args__ else lambda _: ()
        self[made] = found
        return found


_PARTS = _Parts()


def descendant_nodes(part: Any) -> Iterator[FrozenValue]:
    """Yield a node, or the nodes of a body, with all nodes in them, as often as they stand there."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif parts := _PARTS[one.__class__]:
            yield one
            waiting.extend(parts(one))


def local_names(part: Any) -> Iterator[str]:
    """Return the names of the locals that are named, as often as they are."""
    return (one.name for one in descendant_nodes(part) if isinstance(one, LocalVariable))


def called_functions(part: Any) -> Iterator[str]:
    """Return the names of the functions that are called."""
    return (one.function for one in descendant_nodes(part) if isinstance(one, CallFunction))


def offer_values(one: OfferMove) -> tuple[Code, ...]:
    """Return what an entry of a move says behind its choice."""
    many = () if one.among is None else (one.among,)
    return (*one.arguments, *many, *(one.span or ()))
