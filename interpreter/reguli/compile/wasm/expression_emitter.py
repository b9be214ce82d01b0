"""Expressions of the lower form as instructions: each leaves its value behind.

A truth that decides where to go on is not made into a value first: ``unless`` and ``where`` write the branches themselves. What is quick and can do no harm is
worked out even if it is not needed, since a branch costs more.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Final

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.wasm import instruction_builder as i
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.address_emitter import Addresses
from reguli.compile.wasm.encoding import I32, I64
from reguli.compile.wasm.if_conversion import quick
from reguli.compile.wasm.instruction_builder import VALUE_TYPES
from reguli.compile.wasm.memory_layout import WORD

SIGNS: Final = {
    "=": i.EQUAL,
    "!=": i.OTHER,
    "<": i.LESS,
    "<=": i.AT_MOST,
    ">": i.GREATER,
    ">=": i.AT_LEAST,
    n.BELOW: i.LESS_UNSIGNED,
}
REFUTED: Final = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
OPERATORS: Final = {
    "+": i.ADD, "-": i.SUBTRACT, "*": i.TIMES, "&": i.AND, "|": i.OR, "^": i.CARET, "<<": i.LEFT, ">>": i.RIGHT, "+%": i.ADD, "*%": i.TIMES,
}  # fmt: skip


class Expressions(Addresses):
    """Prints the expressions of one function."""

    @abstractmethod
    def called(self, name: str, *, as_it_lies: bool = False) -> None:
        """Write a call of a function whose arguments have been written; the run that it gives may stay where it lies."""

    # -- values ------------------------------------------------------------------------------------------------

    def value(self, code: n.Code) -> None:
        """Write a value of any kind."""
        match code:
            case n.Num(number):
                self.out.number(number)
            case n.Var():
                self.out.get(self.local(code))
            case n.Op():
                self._operation(code)
            case n.Flag() | n.Compare() | n.Both() | n.Either() | n.Not():
                self._truth(code)
            case n.If():
                self._choice(code)
            case n.Same(slot, area, index, count):
                self.added(self.slot(slot))
                self.added(self.place(index, self.memory.area(area)))
                self.value(count)
                self.linked.call(self.out, module_functions.SAME)
            case n.AsWhole(test):
                self.value(test)
                self.out.op(i.WIDEN)
            case n.Call():
                self._call(code)
            case n.Bit() | n.Lowest() | n.Highest() | n.Ones():
                self._digits(code)
            case n.Fixed() | n.Row() | n.RunAt() | n.RowAt() | n.RunIn():
                self.run(code)
            case _:
                self._looked_up(code)

    def run_for(self, run: n.Code, meanwhile: Any) -> None:
        """Write the address of a run that is asked only while something is done."""
        if isinstance(run, n.Call) and self.linked.views.stays(run, meanwhile):
            self._call(run, as_it_lies=True)
        else:
            self.value(run)

    def _call(self, call: n.Call, *, as_it_lies: bool = False) -> None:
        for number, argument in enumerate(call.arguments):
            behind = call.arguments[number + 1 :]
            if isinstance(argument, n.Call) and self.linked.views.stays_in(argument, call.function, behind):
                self._call(argument, as_it_lies=True)
            else:
                self.value(argument)
        self.called(call.function, as_it_lies=as_it_lies)

    def _looked_up(self, code: n.Global | n.Load | n.At | n.Cell | n.Size | n.Item) -> None:
        out, memory = self.out, self.memory
        match code:
            case n.Load(slot, past):
                out.load(self.slot(slot, past))
            case n.At(area, index):
                out.load(self.place(index, memory.area(area)))
            case n.Cell(numbers, index):
                address, size = memory.cells(numbers)
                offset = self.place(index, address, size)
                out.load_bytes(size, offset)
            case n.Global(name):
                out.short(0)
                out.load(memory.number(name))
            case n.Size(n.RunAt(slot, past)):
                out.load(self.slot(slot, past))
            case n.Size(n.RunIn(area, index)):
                out.load(self.place(index, memory.area(area)))
            case n.Size(n.RowAt(_, count)):
                out.number(count)
            case n.Size(n.Var(name)) if name in self.names.sizes:
                out.get(self.names.sizes[name])
            case n.Size(run):
                self.run_for(run, ())
                out.load()
            case n.Item(n.RunAt(slot, past), index):
                out.load(WORD + self.behind(slot, index, past))
            case n.Item(n.RowAt(slot, _, past), index):
                out.load(self.behind(slot, index, past))
            case n.Item(n.RunIn(area, first), index):
                out.load(self.place(n.Op("+", first, index), WORD + memory.area(area)))
            case n.Item(run, index):
                out.load(self.item(run, index))

    # -- numbers -----------------------------------------------------------------------------------------------

    def _operation(self, code: n.Op) -> None:
        """Write a row of operations, as long as it may be on its left side, from the inside."""
        row: list[n.Op] = []
        inner: n.Code = code
        while isinstance(inner, n.Op):
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
        elif isinstance(right, n.Num) and right.value & (right.value - 1) == 0:
            out.number(right.value.bit_length() - 1 if sign == "div" else right.value - 1)
            out.op(i.RIGHT_SIGNED if sign == "div" else i.AND)
        else:
            self._divided(sign, right)

    def _divided(self, sign: str, right: n.Code) -> None:
        """Write a division that is rounded down, where the machine rounds towards 0."""
        out = self.out
        if isinstance(right, n.Num):
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

    def _digits(self, code: n.Bit | n.Lowest | n.Highest | n.Ones) -> None:
        out = self.out
        match code:
            case n.Bit(index):
                out.number(1)
                self.value(index)
                out.op(i.LEFT)
            case n.Lowest(mask):
                self.value(mask)
                out.op(i.TRAILING)
            case n.Highest(mask):
                out.number(63)
                self.value(mask)
                out.op(i.LEADING, i.SUBTRACT)
            case n.Ones(mask):
                self.value(mask)
                out.op(i.ONES)

    # -- truths ------------------------------------------------------------------------------------------------

    def _truth(self, code: n.Flag | n.Compare | n.Both | n.Either | n.Not) -> None:
        out = self.out
        match code:
            case n.Flag(holds):
                out.short(int(holds))
            case n.Compare("=", left, n.Num(0)):
                self.value(left)
                out.op(i.NOT)
            case n.Compare(sign, left, right):
                self.value(left)
                self.value(right)
                out.op(SIGNS[sign])
            case n.Not(n.Compare(sign, left, right)) if sign in REFUTED:
                self._truth(n.Compare(REFUTED[sign], left, right))
            case n.Not(test):
                self.value(test)
                out.op(i.NOT_SHORT)
            case n.Both(left, right) | n.Either(left, right) if quick(right):
                self.value(left)
                self.value(right)
                out.op(i.AND_SHORT if isinstance(code, n.Both) else i.OR_SHORT)
            case n.Both() | n.Either():
                with out.within(i.BLOCK, I32) as found:
                    with out.within() as other:
                        self.unless(code, other)
                        out.short(1)
                        out.leave(found)
                    out.short(0)

    def unless(self, test: n.Code, label: int) -> None:
        """Write that it is gone on elsewhere unless a condition holds."""
        match test:
            case n.Both(left, right) if not quick(right):
                self.unless(left, label)
                self.unless(right, label)
            case n.Either(left, right) if not quick(right):
                with self.out.within() as holds:
                    self.where(left, holds)
                    self.unless(right, label)
            case n.Not(inner):
                self.where(inner, label)
            case n.Flag(True):
                pass
            case n.Compare(sign, left, right) if sign in REFUTED:
                self._branch(n.Compare(REFUTED[sign], left, right), label)
            case _:
                self.value(test)
                self.out.op(i.NOT_SHORT)
                self.out.leave_if(label)

    def where(self, test: n.Code, label: int) -> None:
        """Write that it is gone on elsewhere where a condition holds."""
        match test:
            case n.Either(left, right) if not quick(right):
                self.where(left, label)
                self.where(right, label)
            case n.Both(left, right) if not quick(right):
                with self.out.within() as fails:
                    self.unless(left, fails)
                    self.where(right, label)
            case n.Not(inner):
                self.unless(inner, label)
            case n.Flag(False):
                pass
            case _:
                self._branch(test, label)

    def _branch(self, test: n.Code, label: int) -> None:
        self.value(test)
        self.out.leave_if(label)

    def _choice(self, code: n.If) -> None:
        out = self.out
        if quick(code.yes, code.no):
            # What the test calls may change what the values read.
            self.value(code.test)
            test = out.kept(I32)
            self.value(code.yes)
            self.value(code.no)
            out.get(test)
            out.op(i.SELECT)
            return
        with out.within(i.BLOCK, VALUE_TYPES[kind_of(code)]) as found:
            with out.within() as other:
                self.unless(code.test, other)
                self.value(code.yes)
                out.leave(found)
            self.value(code.no)
