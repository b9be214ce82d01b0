"""Prints LIR expressions as Python with minimal brackets.

A truth is printed in one of two ways: as a condition, where anything that Python takes for true will do, or as a value, which is ``True`` or ``False``.
Python compares chains (``a < b < c``) and asks tuples (``a in (1, 2)``) at once, which is said of what is compared only where it is a local or a number:
then it does not count how often it is computed.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from reguli.compile.lir import lir_nodes as n
from reguli.source.frozen_values import FrozenValue

# -- identifier allocation -------------------------------------------------------------------------------------------
# Names in generated Python: what all functions of a program share, and the locals of one function.
#
# What is shared begins with a capital letter, a local with a small one, so that neither hides the other; nothing of a ruleset is run as it was written.


SLOTS: Final = "s"
JOURNAL: Final = "j"
OFFERS: Final = "o"
PAST: Final = "P"
FAILED: Final = "Failed"
BUNDLE: Final = "Bundle"
DIGITS: Final = "Digits"
NUMBERS: Final = "Number"
OURS: Final = frozenset({SLOTS, JOURNAL, OFFERS, "range", "len", "tuple", "list"})
"""What a local may not be called."""
LOCAL: Final = re.compile(r"[a-z]([a-z0-9_]*[a-z0-9])?")


class SharedNamespace:
    """The namespace of a program's functions, with the names of their shared objects."""

    def __init__(self) -> None:
        """Start empty."""
        self.namespace: dict[str, Any] = {}
        self._functions: dict[str, str] = {}
        self._tables: dict[object, str] = {}
        self._areas: dict[str, str] = {}
        self._globals: dict[str, str] = {}
        self._parts = 0

    def function(self, name: str) -> str:
        """Return the name of a function."""
        return self._named(self._functions, "F", name)

    def area(self, name: str) -> str:
        """Return the name of an area."""
        return self._named(self._areas, "A", name)

    def known(self, name: str) -> str:
        """Return the name of a number stored outside the positions."""
        return self._named(self._globals, "G", name)

    def part(self) -> str:
        """Return a name for a separately printed part of a function."""
        self._parts += 1
        return f"Part{self._parts}"

    def table(self, table: tuple[Any, ...]) -> str:
        """Return the name of a table; equal tables share one name."""
        name = self._tables.get(table)
        if name is None:
            name = self._tables[table] = f"T{len(self._tables)}"
            self.namespace[name] = table
        return name

    @staticmethod
    def _named(known: dict[str, str], letter: str, name: str) -> str:
        found = known.get(name)
        if found is None:
            found = known[name] = f"{letter}{len(known)}_{re.sub('[^A-Za-z0-9]+', '_', name)}"
        return found


class LocalNameTable:
    """Names of one function's locals."""

    def __init__(self) -> None:
        """Start empty."""
        self._known: dict[str, str] = {}
        self._made = 0

    def local(self, name: str) -> str:
        """Return the Python name of a local."""
        found = self._known.get(name)
        if found is None:
            plain = LOCAL.fullmatch(name) and name not in OURS and not keyword.iskeyword(name)
            found = self._known[name] = name if plain else f"n{len(self._known)}_"
        return found

    def new(self) -> str:
        """Return a name not used by any LIR local."""
        self._made += 1
        return f"x{self._made}_"


# -- expression printer ----------------------------------------------------------------------------------------------


MASK: Final = (1 << 64) - 1
LOW, CHOICE, OR, AND, NOT, COMPARE, BAR, CARET, AMP, SHIFT, SUM, PRODUCT, SIGN, ATOM = range(14)
"""How strongly what is printed holds together."""
SIGNS: Final = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", n.BELOW: "<"}
OPERATORS: Final = {
    "+": ("+", SUM), "-": ("-", SUM), "*": ("*", PRODUCT), "div": ("//", PRODUCT), "mod": ("%", PRODUCT),
    "&": ("&", AMP), "|": ("|", BAR), "^": ("^", CARET), ">>": (">>", SHIFT),
}  # fmt: skip
DEEP: Final = 40
"""Parts of an expression in one another; those that stand deeper are functions of their own, since Python does not nest without end."""
SHORT: Final = 8
"""Known numbers that stand in the text; longer tables are named."""

Printed = tuple[str, int]


class ExpressionPrinter:
    """Prints the expressions of one function."""

    def __init__(
        self,
        shared: SharedNamespace,
        local: LocalNameTable,
        width: int,
        call: Callable[[n.CallNode, Callable[[n.Code], str]], str],
        outside: Callable[[n.Code], str],
    ) -> None:
        """Print with the names in ``shared``; ``call`` prints calls, ``outside`` moves an expression to its own function and prints its call."""
        self.shared, self.local, self._width, self._call, self._outside = shared, local, width, call, outside
        self._heights: dict[int, tuple[n.Code, int]] = {}

    # -- what others ask for -----------------------------------------------------------------------------------

    def value(self, code: n.Code, level: int = LOW) -> str:
        """Print a value, in brackets if it binds less tightly than ``level``."""
        if self._stands_outside(code):
            return self._outside(code)
        text, own = self._value(code)
        return text if own >= level else f"({text})"

    def test(self, code: n.Code, level: int = LOW) -> str:
        """Print a truth that is only tested."""
        if self._stands_outside(code):
            return self._outside(code)
        text, own = self._test(code)
        return text if own >= level else f"({text})"

    def topmost(self, code: n.Code) -> str:
        """Print a value moved out because it nests too deeply; deep parts within it are moved out in turn."""
        return self._value(code)[0]

    def slot(self, code: n.Code, past: bool = False) -> str:
        """Print a slot access."""
        return f"{PAST if past else SLOTS}[{self.index(code)}]"

    def index(self, code: n.Code) -> str:
        """Print a slot number, counted from the start, as Python finds these faster than negative ones."""
        return str(self.from_beginning(code.value)) if isinstance(code, n.Int) else self.value(code)

    def from_beginning(self, slot: int) -> int:
        """Return a slot number counted from the start."""
        return slot + self._width if slot < 0 else slot

    def stretch(self, first: n.Code, count: n.Code) -> str:
        """Print a range of slots as a slice; its start is computed once."""
        return self._slice(first, count, lambda: self.from_beginning(first.value) if isinstance(first, n.Int) else 0)

    def span(self, first: n.Code, count: n.Code) -> str:
        """Print a range of indices as a slice."""
        return self._slice(first, count, lambda: first.value if isinstance(first, n.Int) else 0)

    def numbers(self, numbers: tuple[int, ...]) -> str:
        """Print a constant row."""
        return repr(numbers) if len(numbers) <= SHORT else self.shared.table(numbers)

    # -- values ------------------------------------------------------------------------------------------------

    def _slice(self, first: n.Code, count: n.Code, known: Callable[[], int]) -> str:
        if isinstance(first, n.Int):
            low = known()
            return f"{low}:{low + count.value if isinstance(count, n.Int) else f'{low} + {self.value(count, SUM)}'}"
        atom, low_text = self._once(first)
        return f"{low_text}:{atom} + {self.value(count, PRODUCT)}"

    def _once(self, code: n.Code) -> tuple[str, str]:
        """Print a value used twice: its name, and the expression that computes it at first use."""
        if isinstance(code, n.Int | n.LocalVar):
            text = self.value(code, SUM)
            return text, text
        name = self.local.new()
        return name, f"({name} := {self.value(code)})"

    def _value(self, code: n.Code) -> Printed:
        match code:
            case n.Int(number):
                return str(number), ATOM if number >= 0 else SIGN
            case n.Bool(holds):
                return str(holds), ATOM
            case n.LocalVar(name):
                return self.local.local(name), ATOM
            case n.IntOp():
                return self._operation(code)
            case n.SlotsEqual(slot, area, index, count):
                there = f"{self.shared.area(area)}[{self.span(index, count)}]"
                return f"{SLOTS}[{self.stretch(slot, count)}] == {there}", COMPARE
            case n.SelectValue():
                return self._choice(code)
            case n.CompareNumbers() | n.LogicalAnd() | n.LogicalOr() | n.LogicalNot():
                return self._truth(code, self.value)
            case n.BoolToInt():
                return self._as_whole(code)
            case n.CallNode():
                return self._call(code, self.value), ATOM
            case n.SingleBitMask() | n.LowestSetBit() | n.HighestSetBit() | n.PopCount():
                return self._bits(code)
            case n.GlobalVar() | n.RowRead() | n.ArrayNode():
                return self._looked_up(code), ATOM

    def _looked_up(self, code: n.Code) -> str:
        match code:
            case n.LoadSlot(slot, past):
                return self.slot(slot, past)
            case n.GlobalVar(name):
                return self.shared.known(name)
            case n.LoadArea(area, index):
                return f"{self.shared.area(area)}[{self.value(index)}]"
            case n.ConstantElement(numbers, index):
                return f"{self.numbers(numbers)}[{self.value(index)}]"
            case n.ArrayLength(run):
                return self._size(run)
            case n.ArrayItem(run, index):
                return self._item(run, index)
            case n.ConstantArray(numbers):
                return self.numbers(numbers)
            case n.ConstantArrayTable(runs, index):
                return f"{self.shared.table(runs)}[{self.value(index)}]"
            case n.LoadSlotArray(slot, past):
                return self._run_at(slot, past)
            case n.LoadAreaArray(area, index):
                name = self.shared.area(area)
                atom, first = self._once(index)
                return f"{name}[{first} + 1:{atom} + 1 + {name}[{atom}]]"
            case n.SlotRangeArray(slot, count, past):
                return f"{PAST if past else SLOTS}[{self.stretch(slot, n.Int(count))}]"
            case n.Int() | n.Bool() | n.LocalVar() | n.IntNode() | n.BoolNode() | n.CallNode():
                raise AssertionError(code)

    def _run_at(self, slot: n.Code, past: bool) -> str:
        where = PAST if past else SLOTS
        if isinstance(slot, n.Int):
            first = self.from_beginning(slot.value)
            return f"{where}[{first + 1}:{first + 1} + {where}[{first}]]"
        atom, first_text = self._once(slot)
        return f"{where}[{first_text} + 1:{atom} + 1 + {where}[{atom}]]"

    def _size(self, run: n.Code) -> str:
        match run:
            case n.LoadSlotArray(slot, past):
                return self.slot(slot, past)
            case n.ConstantArray(numbers):
                return str(len(numbers))
            case n.SlotRangeArray(_, count):
                return str(count)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return f"len({self.value(run)})"

    def _item(self, run: n.Code, index: n.Code) -> str:
        match run:
            case n.LoadSlotArray(slot, past):
                return self.slot(folded_sum(folded_sum(slot, n.Int(1)), index), past)
            case n.SlotRangeArray(slot, _, past):
                return self.slot(folded_sum(slot, index), past)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return f"{self.value(run, ATOM)}[{self.value(index)}]"

    def _operation(self, code: n.IntOp) -> Printed:
        match code:
            case n.IntOp("<<", n.Int(1), n.Int(places)):
                return str(1 << places), ATOM
            case n.IntOp("<<", left, right):
                return f"{self.value(left, SHIFT)} << {self.value(right, SUM)} & {MASK}", AMP
            case n.IntOp("+%", left, n.Int(0)) | n.IntOp("+%", n.Int(0), left):
                return f"{self.value(left, AMP)} & {MASK}", AMP
            case n.IntOp("+%" | "*%" as sign, left, right):
                plain, level = OPERATORS[sign[0]]
                return f"{self.value(left, level)} {plain} {self.value(right, level + 1)} & {MASK}", AMP
            case n.IntOp("+", n.Int(left), n.Int(right)):
                return self._value(n.Int(left + right))
            case n.IntOp("+", left, n.Int(right)) if right < 0:
                return f"{self.value(left, SUM)} - {-right}", SUM
            case n.IntOp(sign, left, right):
                plain, level = OPERATORS[sign]
                return f"{self._number(left, level)} {plain} {self._number(right, level + 1)}", level

    def _number(self, code: n.Code, level: int) -> str:
        """Print an arithmetic operand or comparand; a truth needs no conversion."""
        return self.value(code.test if isinstance(code, n.BoolToInt) else code, level)

    def _as_whole(self, code: n.BoolToInt) -> Printed:
        if isinstance(code.test, n.Bool):
            return str(int(code.test.value)), ATOM
        return f"1 if {self.test(code.test, OR)} else 0", CHOICE

    def _choice(self, code: n.SelectValue) -> Printed:
        if n.value_kind(code) == n.TRUTH:
            return self._truth(code, self.value)
        return f"{self.value(code.yes, OR)} if {self.test(code.test, OR)} else {self.value(code.no, CHOICE)}", CHOICE

    def _bits(self, code: n.SingleBitMask | n.LowestSetBit | n.HighestSetBit | n.PopCount) -> Printed:
        match code:
            case n.SingleBitMask(n.Int(index)):
                return str(1 << index), ATOM
            case n.SingleBitMask(index):
                return f"1 << {self.value(index, SUM)}", SHIFT
            case n.LowestSetBit(mask):
                atom, first = self._once(mask)
                return f"({first} & -{atom}).bit_length() - 1", SUM
            case n.HighestSetBit(mask):
                return f"{self._dotted(mask)}.bit_length() - 1", SUM
            case n.PopCount(mask):
                return f"{self._dotted(mask)}.bit_count()", ATOM

    def _dotted(self, code: n.Code) -> str:
        text = self.value(code, ATOM)
        return f"({text})" if text.isdigit() else text

    # -- truths ------------------------------------------------------------------------------------------------

    def _test(self, code: n.Code) -> Printed:
        match code:
            case n.CompareNumbers() | n.LogicalAnd() | n.LogicalOr() | n.LogicalNot() | n.SelectValue():
                return self._truth(code, self.test)
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.SlotsEqual() | n.ArrayNode() | n.CallNode():
                return self._value(code)

    def _truth(
        self,
        code: n.CompareNumbers | n.LogicalAnd | n.LogicalOr | n.LogicalNot | n.SelectValue,
        inner: Callable[[n.Code, int], str],
    ) -> Printed:
        match code:
            case n.CompareNumbers(sign, left, right):
                return self._compared(sign, left, right)
            case n.LogicalNot(test):
                turned = simplified_negation(test)
                return (f"not {inner(test, NOT)}", NOT) if turned is None else self._truth_of(turned, inner)
            case n.LogicalAnd(
                n.CompareNumbers("<" | "<=" as first, low, n.LocalVar() as one),
                n.CompareNumbers("<" | "<=" as second, other, high),
            ) if one == other:
                sides = self._number(low, BAR), self.value(one), self._number(high, BAR)
                return f"{sides[0]} {first} {sides[1]} {second} {sides[2]}", COMPARE
            case n.LogicalAnd(left, right):
                return f"{inner(left, AND)} and {inner(right, NOT)}", AND
            case n.LogicalOr():
                among = match_membership(code)
                if among is not None:
                    return f"{self.value(among[0])} in {self.numbers(among[1])}", COMPARE
                return f"{inner(code.left, OR)} or {inner(code.right, AND)}", OR
            case n.SelectValue(test, yes, no):
                return f"{inner(yes, OR)} if {self.test(test, OR)} else {inner(no, CHOICE)}", CHOICE

    def _truth_of(self, code: n.Code, inner: Callable[[n.Code, int], str]) -> Printed:
        if isinstance(code, n.CompareNumbers | n.LogicalAnd | n.LogicalOr | n.LogicalNot | n.SelectValue):
            return self._truth(code, inner)
        return self._value(code)

    def _compared(self, sign: str, left: n.Code, right: n.Code) -> Printed:
        if isinstance(left, n.BoolToInt) and isinstance(right, n.Int) and right.value in (0, 1) and sign in ("=", "!="):
            holds = (sign == "=") == (right.value == 1)
            return self._truth_of(left.test if holds else n.LogicalNot(left.test), self.value)
        return f"{self._number(left, BAR)} {SIGNS[sign]} {self._number(right, BAR)}", COMPARE

    # -- how deep ----------------------------------------------------------------------------------------------

    def _stands_outside(self, code: n.Code) -> bool:
        height = self._height(code)
        return height > 0 and height % DEEP == 0

    def _height(self, code: n.Code) -> int:
        if isinstance(code, n.Int | n.LocalVar | n.Bool | n.GlobalVar | n.ConstantArray):
            return 0
        known = self._heights.get(id(code))
        if known is None:
            known = self._heights[id(code)] = (
                code,
                1 + max((self._height(part) for part in subexpressions(code)), default=0),
            )
        return known[1]


def subexpressions(code: n.Code) -> Sequence[n.Code]:
    """Return the direct subexpressions of an expression."""
    if isinstance(code, n.CallNode):
        return code.arguments
    found: list[Any] = [getattr(code, name) for name in code.__match_args__]
    # Whatever is kept in an expression is one: to ask for the union takes ten times as long.
    return [part for part in found if isinstance(part, FrozenValue)]  # type: ignore[misc]


def folded_sum(left: n.Code, right: n.Code) -> n.Code:
    """Add, folding constants."""
    match left, right:
        case n.Int(one), n.Int(other):
            return n.Int(one + other)
        case n.IntOp("+", more, n.Int(one)), n.Int(other):
            return n.IntOp("+", more, n.Int(one + other))
        case n.Int(0), _:
            return right
        case _:
            return n.IntOp("+", left, right)


def simplified_negation(test: n.Code) -> n.Code | None:
    """Return the negation of a test if it is no longer than the test; otherwise ``None``."""
    match test:
        case n.CompareNumbers(sign, left, right) if sign in n.NEGATED:
            return n.CompareNumbers(n.NEGATED[sign], left, right)
        case n.LogicalNot(inner):
            return inner
        case n.Bool(holds):
            return n.Bool(not holds)
        case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
            return None


def match_membership(code: n.LogicalOr) -> tuple[n.LocalVar, tuple[int, ...]] | None:
    """Return the local and the numbers of a chained equality test."""
    numbers: list[int] = []
    whole: n.Code = code
    who: n.Code | None = None
    while True:
        match whole:
            case n.LogicalOr(rest, n.CompareNumbers("=", n.LocalVar() as one, n.Int(number))) if who in (None, one):
                who, whole = one, rest
                numbers.append(number)
            case n.CompareNumbers("=", n.LocalVar() as one, n.Int(number)) if one == who:
                return one, (number, *reversed(numbers))
            case n.LeafNode() | n.RowRead() | n.IntNode() | n.BoolNode() | n.ArrayNode() | n.CallNode():
                return None
