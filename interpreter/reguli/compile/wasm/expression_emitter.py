"""Code generation for LIR expressions: each leaves its value on the stack.

A truth that decides where to go on is not made into a value first: ``unless`` and ``where`` write the branches themselves. What is quick and can do no harm is
computed even if it is not needed, since a branch costs more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from reguli.compile.lir import lir_nodes as n
from reguli.compile.wasm import encoding as i
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.encoding import I32, I64, VALUE_TYPES, InstructionBuilder
from reguli.compile.wasm.memory_layout import ArrayLifetimes, ArrayLocations, MemoryLayout
from reguli.compile.wasm.module_image import TOP, WORD

# -- address emitter -------------------------------------------------------------------------------------------------
# Where things lie, as instructions: slots, areas, tables, runs and the numbers in them.
#
# What is known of an address goes into the instruction that reads or writes there, which adds it for nothing; but it adds without a sign, so what is computed before
# must not be below 0.


MOST_ROOM: Final = 1 << 20
"""Of a run; no memory has more."""


class LinkContext(Protocol):
    """What emitting an expression needs to know of the rest of the program: functions, array lifetimes, inlining, statement numbers."""

    views: ArrayLocations

    def call(self, out: InstructionBuilder, name: str, *, as_it_lies: bool = False) -> None:
        """Append a call of a function whose arguments are written; an array result may be left in place, uncopied."""

    def function(self, name: str) -> n.FunctionDefinition:
        """Return a function."""

    def runs(self, function: n.FunctionDefinition) -> ArrayLifetimes:
        """Return the array lifetimes of a function."""

    def stands_in_place(self, name: str) -> bool:
        """Return whether a function is inlined at its calls."""

    def site(self, statement: n.WriteJournal | n.OfferMove) -> int:
        """Return the number of a journal or offer statement."""


@dataclass(slots=True)
class LocalNames:
    """The locals of a function, or of one inlined in it."""

    locals: dict[str, int]
    from_zero: set[str] = field(default_factory=set)
    """Those that are never below 0."""
    sizes: dict[str, int] = field(default_factory=dict)
    """The locals that hold the lengths of runs made there, which are written too."""


class AddressEmitter(ABC):
    """Code generator for addresses in one function."""

    def __init__(self, memory: MemoryLayout, linked: LinkContext, parameters: tuple[n.LocalVar, ...]) -> None:
        """Start a function."""
        self.memory, self.linked = memory, linked
        self.out = InstructionBuilder(len(parameters))
        self.names = LocalNames({parameter.name: number for number, parameter in enumerate(parameters)})

    def local(self, var: n.LocalVar) -> int:
        """Return the number of a local."""
        known = self.names.locals
        if var.name not in known:
            known[var.name] = self.out.local(VALUE_TYPES[var.kind])
        return known[var.name]

    @abstractmethod
    def value(self, code: n.Code) -> None:
        """Generate a value of any kind."""

    @abstractmethod
    def run_for(self, run: n.Code, meanwhile: Any) -> None:
        """Generate the address of an array that is read only while ``meanwhile`` is computed."""

    # -- slots, areas, tables ----------------------------------------------------------------------------------

    def slot(self, slot: n.Code, past: bool = False) -> int:
        """Generate the base address of a slot; return the offset from it."""
        if isinstance(slot, n.Int):
            self.out.short(0)
            return self.memory.slot(slot.value, past)
        return self.place(slot, self.memory.past if past else 0)

    def behind(self, slot: n.Code, index: n.Code, past: bool) -> int:
        """Generate the base address of a slot at an index after another one; return the offset from it."""
        if isinstance(slot, n.Int):
            return self.place(index, self.memory.slot(slot.value, past))
        return self.slot(n.IntOp("+", slot, index), past)

    def item(self, run: n.Code, index: n.Code) -> int:
        """Generate the base address of a number in an array; return the offset from it."""
        self.run_for(run, index)
        if isinstance(index, n.Int):
            return WORD + WORD * index.value
        offset = self.place(index, WORD)
        self.out.op(i.ADD_SHORT)
        return offset

    def place(self, index: n.Code, base: int, size: int = WORD) -> int:
        """Generate the base address of an entry among entries of equal size; return the offset from it."""
        match index:
            case n.Int(number):
                self.out.short(0)
                return base + size * number
            case n.IntOp("+", more, n.Int(number)) if number >= 0 and self.never_below_zero(more):
                return self.place(more, base + size * number, size)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                self.value(index)
                self.out.op(i.NARROW)
                self.scaled(size)
                return base

    def scaled(self, size: int) -> None:
        """Generate the multiplication of an address by a size."""
        if size > 1:
            power = size & (size - 1) == 0
            self.out.short(size.bit_length() - 1 if power else size)
            self.out.op(i.LEFT_SHORT if power else i.TIMES_SHORT)

    def never_below_zero(self, code: n.Code) -> bool:
        """Return whether a number is known to be non-negative."""
        match code:
            case n.Int(number):
                return number >= 0
            case n.LocalVar(name):
                return name in self.names.from_zero
            case n.IntOp("+" | "*" | "&", left, right):
                return self.never_below_zero(left) and self.never_below_zero(right)
            case n.BoolToInt() | n.LowestSetBit() | n.HighestSetBit() | n.PopCount() | n.ArrayLength():
                return True
            case n.ConstantElement(numbers):
                return min(numbers) >= 0
            case n.Bool() | n.GlobalVar() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return False

    # -- runs --------------------------------------------------------------------------------------------------

    def run(
        self, code: n.ConstantArray | n.ConstantArrayTable | n.LoadSlotArray | n.SlotRangeArray | n.LoadAreaArray
    ) -> None:
        """Generate the address of an array."""
        out, memory = self.out, self.memory
        match code:
            case n.ConstantArray(numbers):
                out.short(memory.run(numbers))
            case n.ConstantArrayTable(runs, index):
                address, stride = memory.rows(runs)
                if stride:
                    self.added(self.place(index, address, stride))
                else:
                    out.load_short(self.place(index, address, 4))
            case n.LoadSlotArray(slot, past):
                self.added(self.slot(slot, past))
            case n.LoadAreaArray(area, index):
                self.added(self.place(index, memory.area(area)))
            case n.SlotRangeArray(slot, count, past):
                self.added(self.slot(slot, past))
                first = out.kept(I32)
                made = self.new_run(count)
                out.get(made)
                out.number(count)
                out.store()
                out.get(made)
                self.added(WORD)
                out.get(first)
                out.short(WORD * count)
                out.out += i.COPY
                out.get(made)

    def row_before(self, code: n.SlotRangeArray) -> None:
        """Generate the address one word before a row of slots, where a length would be."""
        self.added(self.slot(code.slot, code.past) - WORD)

    def added(self, number: int) -> None:
        """Generate the addition of a constant to an address."""
        if number:
            self.out.short(number)
            self.out.op(i.ADD_SHORT)

    def new_run(self, room: int | None) -> int:
        """Generate the allocation of an array, contents not yet written; return the local that holds its address.

        There is a word more than its room, for what is put there and not counted (``pushed_where``). Its room is known, or was written before as a whole number.
        """
        out, top = self.out, self.memory.word(TOP)
        size = None if room is not None else out.kept(I64)
        out.short(0)
        out.load_short(top)
        made = out.kept(I32)
        out.short(0)
        out.get(made)
        if size is None:
            out.short(2 * WORD + WORD * (room or 0))
        else:
            self._checked_room(size)
            out.get(size)
            out.op(i.NARROW)
            self.scaled(WORD)
            self.added(2 * WORD)
        out.op(i.ADD_SHORT)
        out.store_short(top)
        return made

    def _checked_room(self, size: int) -> None:
        """Generate a trap for sizes that exceed any memory; up to that size, the engine detects accesses beyond the memory."""
        out = self.out
        out.get(size)
        out.number(MOST_ROOM)
        out.op(i.GREATER_UNSIGNED)
        with out.within(i.IF):
            out.op(i.UNREACHABLE)


# -- What is computed even if it is not needed, since a branch costs more ------------------------------------------


QUICK: Final = 6
"""Parts of such an expression."""


def is_cheap_expression(*codes: n.Code) -> bool:
    """Return whether expressions are cheap to evaluate and have no harmful effect if their value is not needed."""
    left = QUICK
    for code in codes:
        left = _left(code, left)
    return left >= 0


def _left(code: n.Code, most: int) -> int:
    """Return how many more parts an expression may have; negative if it has too many or must not be evaluated needlessly."""
    if most <= 0:
        return -1
    match code:
        case n.Int() | n.Bool() | n.LocalVar() | n.ConstantArray():
            return most - 1
        case n.LoadSlot(n.Int()) | n.LoadArea(_, n.Int()) | n.GlobalVar():
            return most - 2
        case n.IntOp(sign, left, right) if sign not in n.DIVISION:
            return _left(right, _left(left, most - 1))
        case n.CompareNumbers(_, left, right) | n.LogicalAnd(left, right) | n.LogicalOr(left, right):
            return _left(right, _left(left, most - 1))
        case (
            n.LogicalNot(inner)
            | n.BoolToInt(inner)
            | n.SingleBitMask(inner)
            | n.LowestSetBit(inner)
            | n.HighestSetBit(inner)
            | n.PopCount(inner)
        ):
            return _left(inner, most - 1)
        case n.RowRead() | n.IntOp() | n.SelectValue() | n.SlotsEqual() | n.ArrayNode() | n.CallNode():
            return -1


# -- expression emitter ----------------------------------------------------------------------------------------------


SIGNS: Final = {
    "=": i.EQUAL,
    "!=": i.OTHER,
    "<": i.LESS,
    "<=": i.AT_MOST,
    ">": i.GREATER,
    ">=": i.AT_LEAST,
    n.BELOW: i.LESS_UNSIGNED,
}
OPERATORS: Final = {
    "+": i.ADD, "-": i.SUBTRACT, "*": i.TIMES, "&": i.AND, "|": i.OR, "^": i.CARET, "<<": i.LEFT, ">>": i.RIGHT, "+%": i.ADD, "*%": i.TIMES,
}  # fmt: skip


class ExpressionEmitter(AddressEmitter):
    """Code generator for the expressions of one function."""

    @abstractmethod
    def called(self, name: str, *, as_it_lies: bool = False) -> None:
        """Generate a call of a function whose arguments are written; an array result may be left in place, uncopied."""

    # -- values ------------------------------------------------------------------------------------------------

    def value(self, code: n.Code) -> None:
        """Generate a value of any kind."""
        match code:
            case n.Int(number):
                self.out.number(number)
            case n.LocalVar():
                self.out.get(self.local(code))
            case n.IntOp():
                self._operation(code)
            case n.Bool() | n.CompareNumbers() | n.LogicalAnd() | n.LogicalOr() | n.LogicalNot():
                self._truth(code)
            case n.SelectValue():
                self._choice(code)
            case n.SlotsEqual(slot, area, index, count):
                self.added(self.slot(slot))
                self.added(self.place(index, self.memory.area(area)))
                self.value(count)
                self.linked.call(self.out, module_functions.SAME)
            case n.BoolToInt(test):
                self.value(test)
                self.out.op(i.WIDEN)
            case n.CallNode():
                self._call(code)
            case n.SingleBitMask() | n.LowestSetBit() | n.HighestSetBit() | n.PopCount():
                self._digits(code)
            case (
                n.ConstantArray() | n.ConstantArrayTable() | n.LoadSlotArray() | n.SlotRangeArray() | n.LoadAreaArray()
            ):
                self.run(code)
            case n.GlobalVar() | n.RowRead():
                self._looked_up(code)

    def run_for(self, run: n.Code, meanwhile: Any) -> None:
        """Generate the address of an array that is read only while ``meanwhile`` is computed."""
        if isinstance(run, n.CallNode) and self.linked.views.stays(run, meanwhile):
            self._call(run, as_it_lies=True)
        else:
            self.value(run)

    def _call(self, call: n.CallNode, *, as_it_lies: bool = False) -> None:
        for number, argument in enumerate(call.arguments):
            behind = call.arguments[number + 1 :]
            if isinstance(argument, n.CallNode) and self.linked.views.stays_in(argument, call.function, behind):
                self._call(argument, as_it_lies=True)
            else:
                self.value(argument)
        self.called(call.function, as_it_lies=as_it_lies)

    def _looked_up(
        self, code: n.GlobalVar | n.LoadSlot | n.LoadArea | n.ConstantElement | n.ArrayLength | n.ArrayItem
    ) -> None:
        out, memory = self.out, self.memory
        match code:
            case n.LoadSlot(slot, past):
                out.load(self.slot(slot, past))
            case n.LoadArea(area, index):
                out.load(self.place(index, memory.area(area)))
            case n.ConstantElement(numbers, index):
                address, size = memory.cells(numbers)
                offset = self.place(index, address, size)
                out.load_bytes(size, offset)
            case n.GlobalVar(name):
                out.short(0)
                out.load(memory.number(name))
            case n.ArrayLength(n.LoadSlotArray(slot, past)):
                out.load(self.slot(slot, past))
            case n.ArrayLength(n.LoadAreaArray(area, index)):
                out.load(self.place(index, memory.area(area)))
            case n.ArrayLength(n.SlotRangeArray(_, count)):
                out.number(count)
            case n.ArrayLength(n.LocalVar(name)) if name in self.names.sizes:
                out.get(self.names.sizes[name])
            case n.ArrayLength(run):
                self.run_for(run, ())
                out.load()
            case n.ArrayItem(n.LoadSlotArray(slot, past), index):
                out.load(WORD + self.behind(slot, index, past))
            case n.ArrayItem(n.SlotRangeArray(slot, _, past), index):
                out.load(self.behind(slot, index, past))
            case n.ArrayItem(n.LoadAreaArray(area, first), index):
                out.load(self.place(n.IntOp("+", first, index), WORD + memory.area(area)))
            case n.ArrayItem(run, index):
                out.load(self.item(run, index))

    # -- numbers -----------------------------------------------------------------------------------------------

    def _operation(self, code: n.IntOp) -> None:
        """Generate a left-nested chain of operations of any length, from the innermost."""
        row: list[n.IntOp] = []
        inner: n.Code = code
        while isinstance(inner, n.IntOp):
            row.append(inner)
            inner = inner.left
        self.value(inner)
        for one in reversed(row):
            self._applied(one.sign, one.right)

    def _applied(self, sign: str, right: n.Code) -> None:
        out = self.out
        if sign not in n.DIVISION:
            self.value(right)
            out.op(OPERATORS[sign])
        elif isinstance(right, n.Int) and right.value & (right.value - 1) == 0:
            out.number(right.value.bit_length() - 1 if sign == "div" else right.value - 1)
            out.op(i.RIGHT_SIGNED if sign == "div" else i.AND)
        else:
            self._divided(sign, right)

    def _divided(self, sign: str, right: n.Code) -> None:
        """Generate a division that rounds down, although the machine rounds towards 0."""
        out = self.out
        if isinstance(right, n.Int):
            left, by = out.kept(I64), None
        else:
            self.value(right)
            by = out.kept(I64)
            left = out.kept(I64)

        def divided(code: int) -> None:
            out.get(left)
            self.value(right) if by is None else out.get(by)
            out.op(code)

        divided(i.REMAINDER)
        rest = out.kept(I64)
        if sign == "div":
            divided(i.DIVIDE)
            self._sign_of(rest)
        else:
            out.get(rest)
            self._sign_of(rest)
            self.value(right) if by is None else out.get(by)
            out.op(i.AND)
        out.op(i.ADD)

    def _sign_of(self, local: int) -> None:
        self.out.get(local)
        self.out.number(63)
        self.out.op(i.RIGHT_SIGNED)

    def _digits(self, code: n.SingleBitMask | n.LowestSetBit | n.HighestSetBit | n.PopCount) -> None:
        out = self.out
        match code:
            case n.SingleBitMask(index):
                out.number(1)
                self.value(index)
                out.op(i.LEFT)
            case n.LowestSetBit(mask):
                self.value(mask)
                out.op(i.TRAILING)
            case n.HighestSetBit(mask):
                out.number(63)
                self.value(mask)
                out.op(i.LEADING, i.SUBTRACT)
            case n.PopCount(mask):
                self.value(mask)
                out.op(i.ONES)

    # -- truths ------------------------------------------------------------------------------------------------

    def _truth(self, code: n.Bool | n.CompareNumbers | n.LogicalAnd | n.LogicalOr | n.LogicalNot) -> None:
        out = self.out
        match code:
            case n.Bool(holds):
                out.short(int(holds))
            case n.CompareNumbers("=", left, n.Int(0)):
                self.value(left)
                out.op(i.NOT)
            case n.CompareNumbers(sign, left, right):
                self.value(left)
                self.value(right)
                out.op(SIGNS[sign])
            case n.LogicalNot(n.CompareNumbers(sign, left, right)) if sign in n.NEGATED:
                self._truth(n.CompareNumbers(n.NEGATED[sign], left, right))
            case n.LogicalNot(test):
                self.value(test)
                out.op(i.NOT_SHORT)
            case n.LogicalAnd(left, right) | n.LogicalOr(left, right) if is_cheap_expression(right):
                self.value(left)
                self.value(right)
                out.op(i.AND_SHORT if isinstance(code, n.LogicalAnd) else i.OR_SHORT)
            case n.LogicalAnd() | n.LogicalOr():
                with out.within(i.BLOCK, I32) as found:
                    with out.within() as other:
                        self.unless(code, other)
                        out.short(1)
                        out.leave(found)
                    out.short(0)

    def unless(self, test: n.Code, label: int) -> None:
        """Generate a branch to a label, taken unless a condition holds."""
        match test:
            case n.LogicalAnd(left, right) if not is_cheap_expression(right):
                self.unless(left, label)
                self.unless(right, label)
            case n.LogicalOr(left, right) if not is_cheap_expression(right):
                with self.out.within() as holds:
                    self.where(left, holds)
                    self.unless(right, label)
            case n.LogicalNot(inner):
                self.where(inner, label)
            case n.Bool(True):
                pass
            case n.CompareNumbers(sign, left, right) if sign in n.NEGATED:
                self._branch(n.CompareNumbers(n.NEGATED[sign], left, right), label)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                self.value(test)
                self.out.op(i.NOT_SHORT)
                self.out.leave_if(label)

    def where(self, test: n.Code, label: int) -> None:
        """Generate a branch to a label, taken if a condition holds."""
        match test:
            case n.LogicalOr(left, right) if not is_cheap_expression(right):
                self.where(left, label)
                self.where(right, label)
            case n.LogicalAnd(left, right) if not is_cheap_expression(right):
                with self.out.within() as fails:
                    self.unless(left, fails)
                    self.where(right, label)
            case n.LogicalNot(inner):
                self.unless(inner, label)
            case n.Bool(False):
                pass
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                self._branch(test, label)

    def _branch(self, test: n.Code, label: int) -> None:
        self.value(test)
        self.out.leave_if(label)

    def _choice(self, code: n.SelectValue) -> None:
        out = self.out
        if is_cheap_expression(code.yes, code.no):
            # What the test calls may change what the values read.
            self.value(code.test)
            test = out.kept(I32)
            self.value(code.yes)
            self.value(code.no)
            out.get(test)
            out.op(i.SELECT)
            return
        with out.within(i.BLOCK, VALUE_TYPES[n.value_kind(code)]) as found:
            with out.within() as other:
                self.unless(code.test, other)
                self.value(code.yes)
                out.leave(found)
            self.value(code.no)
