"""The nodes of the low-level representation: expressions, statements, and their traversal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final, Literal

from reguli.source.frozen_values import FrozenValue, frozen_class

# -- The expressions of the lower form; what they are, and what is done with them, stands in ``nodes`` ---------------


KindOf = Literal["whole", "truth", "run"]
WHOLE: KindOf = "whole"
TRUTH: KindOf = "truth"
RUN: KindOf = "run"


class LeafNode(FrozenValue):
    """An expression without operands."""

    __slots__ = ()


class RowRead(FrozenValue):
    """A number read from a slot, an area or a constant table."""

    __slots__ = ()


class IntNode(FrozenValue):
    """A computed whole number, or a selection between two values."""

    __slots__ = ()


class BoolNode(FrozenValue):
    """A computed truth value."""

    __slots__ = ()


class ArrayNode(FrozenValue):
    """An array of numbers."""

    __slots__ = ()


class SimpleStatement(FrozenValue):
    """A statement that contains no other statements."""

    __slots__ = ()


@frozen_class
class Int(LeafNode):
    """A constant whole number."""

    value: int


@frozen_class
class Bool(LeafNode):
    """A constant truth value."""

    value: bool


@frozen_class
class LocalVar(LeafNode):
    """A local variable; its name is unique within the function."""

    name: str
    kind: KindOf = WHOLE


@frozen_class
class GlobalVar(LeafNode):
    """A named global number shared by all functions and kept outside the positions; initially 0."""

    name: str


@frozen_class
class LoadSlot(RowRead):
    """The value of a slot; a constant negative slot counts from the end of the position, a computed slot is never negative.

    ``past`` asks the position that was kept when the move began.
    """

    slot: Code
    past: bool = False


@frozen_class
class LoadArea(RowRead):
    """A number in an area; the index is never out of range.

    Areas are rows of whole numbers beside the position, known by name and size (``Making.areas``), all 0 in the beginning: what is
    remembered, what is listed, positions put aside.
    """

    area: str
    index: Code


@frozen_class
class ConstantElement(RowRead):
    """One of many constant numbers; the index is never out of range."""

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
class IntOp(IntNode):
    """A binary operation on whole numbers; ``+ - *`` never exceed 64 bits: where they might, a function checks first."""

    sign: str
    left: Code
    right: Code


@frozen_class
class CompareNumbers(BoolNode):
    """A comparison of two whole numbers that yields a truth value; the sign is one of ``COMPARED``, or ``BELOW``."""

    sign: str
    left: Code
    right: Code


@frozen_class
class SlotsEqual(BoolNode):
    """A test whether a range of slots equals an equally long range of an area."""

    slot: Code
    area: str
    index: Code
    count: Code


@frozen_class
class LogicalAnd(BoolNode):
    """A logical and; the right operand is evaluated only if the left one is true."""

    left: Code
    right: Code


@frozen_class
class LogicalOr(BoolNode):
    """A logical or; the right operand is evaluated only if the left one is false."""

    left: Code
    right: Code


@frozen_class
class LogicalNot(BoolNode):
    """A logical not."""

    test: Code


@frozen_class
class SelectValue(IntNode):
    """A selection between two values of one kind; only the selected one is computed."""

    test: Code
    yes: Code
    no: Code


@frozen_class
class BoolToInt(IntNode):
    """A truth value as a number: 1 for true, 0 for false."""

    test: Code


@frozen_class
class SingleBitMask(IntNode):
    """The mask of one element: 2 to the power of its number, 0 to 63."""

    index: Code


@frozen_class
class LowestSetBit(IntNode):
    """The number of the lowest set bit of a mask; the mask is not 0."""

    mask: Code


@frozen_class
class HighestSetBit(IntNode):
    """The number of the highest set bit of a mask; the mask is not 0."""

    mask: Code


@frozen_class
class PopCount(IntNode):
    """The number of set bits in a mask."""

    mask: Code


@frozen_class
class ArrayLength(RowRead):
    """The length of an array."""

    run: Code


@frozen_class
class ArrayItem(RowRead):
    """One number of an array, indexed from 0; the index is never out of range."""

    run: Code
    index: Code


@frozen_class
class ConstantArray(ArrayNode):
    """A constant array."""

    numbers: tuple[int, ...]


@frozen_class
class ConstantArrayTable(ArrayNode):
    """One of many constant arrays; the index is never out of range."""

    runs: tuple[tuple[int, ...], ...]
    index: Code


@frozen_class
class LoadSlotArray(ArrayNode):
    """An array stored in the position: its length in a slot, followed by its numbers.

    What is written there later may or may not be seen: who changes it while it is gone through copies it first (``AllocateArray`` and ``AppendArray``).
    """

    slot: Code
    past: bool = False


@frozen_class
class SlotRangeArray(ArrayNode):
    """Consecutive slots as an array, from ``slot`` on; ``count`` is constant. As with ``LoadSlotArray``, later changes may or may not be seen."""

    slot: Code
    count: int
    past: bool = False


@frozen_class
class LoadAreaArray(ArrayNode):
    """An array stored in an area: its length at an index, followed by its numbers. As with ``LoadSlotArray``, later changes may or may not be seen."""

    area: str
    index: Code


@frozen_class
class CallNode(FrozenValue):
    """The result of a function call."""

    function: str
    arguments: tuple[Code, ...]
    kind: KindOf = WHOLE


Code = (
    Int | Bool | LocalVar | GlobalVar | LoadSlot | LoadArea | ConstantElement | IntOp | CompareNumbers | SlotsEqual | LogicalAnd | LogicalOr | LogicalNot | SelectValue | BoolToInt
    | SingleBitMask | LowestSetBit | HighestSetBit | PopCount | ArrayLength | ArrayItem | ConstantArray | ConstantArrayTable | LoadSlotArray | SlotRangeArray | LoadAreaArray | CallNode
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
# ``RUN``    a row of whole numbers with a length. Made by ``AllocateArray``, or it lies in the position (``LoadSlotArray``) or in the program (``ConstantArray``). It is dropped when the
#            function that made it is left, unless it is given back: then it belongs to the caller. Only the function that made it may change it.
#
# Expressions have no effect but that of functions they call. Evaluation goes from left to right, but what is
# written is computed before where it goes. Loops are left by ``BreakLoop`` and gone on with by ``ContinueLoop``:
# always the innermost one. Whatever cannot go on is a ``RaiseFault``, by its code of the catalogue: the interpreter plays the same again for the message, so nothing else is kept.


# -- statements ------------------------------------------------------------------------------------------------


@frozen_class
class AssignLocal(SimpleStatement):
    """Assignment to a local, whether or not it already has a value."""

    var: LocalVar
    value: Code


@frozen_class
class SetGlobal(SimpleStatement):
    """Assignment to a global number outside the positions."""

    name: str
    value: Code


@frozen_class
class StoreSlot(SimpleStatement):
    """Assignment to a slot; the slot is addressed as in ``LoadSlot``."""

    slot: Code
    value: Code


@frozen_class
class StoreArea(SimpleStatement):
    """Assignment to a number in an area."""

    area: str
    index: Code
    value: Code


@frozen_class
class CopySlotsToArea(SimpleStatement):
    """Copy of a range of slots into an area, from an index on."""

    area: str
    index: Code
    slot: Code
    count: Code


@frozen_class
class CopyAreaToSlots(SimpleStatement):
    """Copy of a range of an area into slots, from an index on."""

    slot: Code
    area: str
    index: Code
    count: Code


@frozen_class
class SnapshotPosition(SimpleStatement):
    """Saving of the current position as the one at the start of the move, which loads read with ``past``."""


@frozen_class
class FillSlots(SimpleStatement):
    """Assignment of one value to a range of slots."""

    slot: Code
    count: Code
    value: Code


@frozen_class
class CopySlots(SimpleStatement):
    """Copy of a range of slots, as if all were read before any is written."""

    to: Code
    source: Code
    count: Code


@frozen_class
class ConditionalBlock(FrozenValue):
    """Statements executed under a condition."""

    test: Code
    yes: Body
    no: Body = ()


@frozen_class
class EndlessLoop(FrozenValue):
    """A loop that repeats until it is left."""

    body: Body


@frozen_class
class CountedLoop(FrozenValue):
    """A loop over the numbers from ``low`` up to, not including, ``high``; both are computed first. The body does not change the local."""

    var: LocalVar
    low: Code
    high: Code
    body: Body


@frozen_class
class ForEachLoop(FrozenValue):
    """A loop over the numbers of an array, which must not change meanwhile. The body does not change the local."""

    var: LocalVar
    run: Code
    body: Body


@frozen_class
class ForEachBit(FrozenValue):
    """A loop over the numbers of the set bits in a mask, lowest first; the mask is computed first."""

    var: LocalVar
    mask: Code
    body: Body


@frozen_class
class BreakLoop(SimpleStatement):
    """Exit from the innermost loop."""


@frozen_class
class ContinueLoop(SimpleStatement):
    """Jump to the next iteration of the innermost loop."""


@frozen_class
class ReturnValue(SimpleStatement):
    """Return from the function, with a value if it has a result."""

    value: Code | None = None


@frozen_class
class RaiseFault(SimpleStatement):
    """A fault of the rules that stops execution, given by its code."""

    code: str


@frozen_class
class TryStatement(FrozenValue):
    """Statements that may fail, also in functions they call; if they do, execution continues with ``otherwise``.

    What was changed until then stays changed, and locals that the statements gave a value are not asked: whoever attempts puts everything back.
    """

    body: Body
    otherwise: Body


@frozen_class
class CallStatement(SimpleStatement):
    """A function call for its effects; its result is dropped."""

    call: CallNode


@frozen_class
class AllocateArray(SimpleStatement):
    """Assignment of a new empty array to a local, with a fixed capacity that is never exceeded."""

    var: LocalVar
    room: Code


@frozen_class
class AppendItem(SimpleStatement):
    """Append of a number to an array."""

    run: LocalVar
    value: Code


@frozen_class
class AppendArray(SimpleStatement):
    """Append of all numbers of one array to another."""

    run: LocalVar
    other: Code


@frozen_class
class SetArrayItem(SimpleStatement):
    """Assigns to one item of an array of numbers; the index is never out of range."""

    run: LocalVar
    index: Code
    value: Code


@frozen_class
class TruncateArray(SimpleStatement):
    """Truncation of an array to at most its current length."""

    run: LocalVar
    size: Code


@frozen_class
class WriteJournal(SimpleStatement):
    """A journal entry: the number of the note, then values; an array with all its numbers is one value."""

    note: int
    values: tuple[Code, ...]


@frozen_class
class OfferMove(SimpleStatement):
    """A move that a decision allows: the number of the choice in the decision, and a value for each parameter except those in ``span``.

    A set or bundle that was chosen is a run. ``span`` are the least and the greatest number of the last parameter: all between are allowed.
    Or a run of elements with the least and most of them that are chosen (``among``).
    """

    choice: int
    arguments: tuple[Code, ...]
    span: tuple[Code, Code] | None = None
    among: Code | None = None


@frozen_class
class StampSlots(SimpleStatement):
    """Assignment of one version number, never used before, to all these slots (``ir.version_counters``)."""

    slots: tuple[int, ...]


@frozen_class
class SpendBudget(SimpleStatement):
    """Spending of an amount from the budget; a budget below 0 raises a fault with this code."""

    count: Code
    code: str = "E319"


Statement = (
    AssignLocal | SetGlobal | StoreSlot | StoreArea | CopySlotsToArea | CopyAreaToSlots | SnapshotPosition | FillSlots | CopySlots | ConditionalBlock | EndlessLoop | CountedLoop | ForEachLoop | ForEachBit | BreakLoop | ContinueLoop | ReturnValue | RaiseFault | TryStatement | CallStatement
    | AllocateArray | AppendItem | AppendArray | SetArrayItem | TruncateArray | WriteJournal | OfferMove | StampSlots | SpendBudget
)  # fmt: skip
Body = tuple[Statement, ...]


@frozen_class
class FunctionDefinition(FrozenValue):
    """A function with parameters, result kind and body; every path of one with a result ends in ``ReturnValue`` or ``RaiseFault``."""

    name: str
    parameters: tuple[LocalVar, ...]
    gives: KindOf | None
    body: Body


# -- lir traversal ---------------------------------------------------------------------------------------------------
# What stands in code of the lower form: every expression and statement, the locals that are named, the functions that are called.


class _Parts(dict[type, Callable[[Any], tuple[Any, ...]] | None]):
    """Cache of the child getters by node class; None for classes that are no nodes."""

    def __missing__(self, made: type) -> Callable[[Any], tuple[Any, ...]] | None:
        found: Callable[[Any], tuple[Any, ...]] | None = None
        if issubclass(made, FrozenValue):
            # Of two names and more a tuple is given, so the class comes too; it is no node.
            found = attrgetter("__class__", *made.__match_args__) if made.__match_args__ else lambda _: ()
        self[made] = found
        return found


_PARTS = _Parts()


def descendant_nodes(part: Any) -> Iterator[FrozenValue]:
    """Yield a node, or the nodes of a body, and all nodes inside, each as often as it occurs."""
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting.extend(one)
        elif parts := _PARTS[one.__class__]:
            yield one
            waiting.extend(parts(one))


def local_names(part: Any) -> Iterator[str]:
    """Return the names of the locals used, once per occurrence."""
    return (one.name for one in descendant_nodes(part) if isinstance(one, LocalVar))


def called_functions(part: Any) -> Iterator[str]:
    """Return the names of the functions called."""
    return (one.function for one in descendant_nodes(part) if isinstance(one, CallNode))


def offer_values(one: OfferMove) -> tuple[Code, ...]:
    """Return the values of a move entry that follow its choice."""
    many = () if one.among is None else (one.among,)
    return (*one.arguments, *many, *(one.span or ()))


NEGATED: Final = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds where another does not; an unsigned one has none."""


def negation(test: Code) -> Code:
    """Return the negation of a condition."""
    match test:
        case LogicalNot(inner):
            return inner
        case CompareNumbers(sign, left, right) if sign in NEGATED:
            return CompareNumbers(NEGATED[sign], left, right)
        case LeafNode() | RowRead() | IntNode() | BoolNode() | ArrayNode() | CallNode():
            return LogicalNot(test)


def value_kind(code: Code) -> KindOf:
    """Return the kind of an expression's value."""
    match code:
        case LocalVar(_, kind) | CallNode(_, _, kind):
            return kind
        case SelectValue(_, yes, _):
            return value_kind(yes)
        case Bool() | CompareNumbers() | SlotsEqual() | LogicalAnd() | LogicalOr() | LogicalNot():
            return TRUTH
        case ConstantArray() | ConstantArrayTable() | LoadSlotArray() | SlotRangeArray() | LoadAreaArray():
            return RUN
        case (
            Int()
            | GlobalVar()
            | RowRead()
            | IntOp()
            | BoolToInt()
            | SingleBitMask()
            | LowestSetBit()
            | HighestSetBit()
            | PopCount()
        ):
            return WHOLE
