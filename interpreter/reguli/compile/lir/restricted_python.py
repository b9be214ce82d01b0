"""Reader that translates library functions from restricted Python (``runtime.intrinsics``) into LIR.

A function is read from the text of its module, and the names in it mean what they mean in Python: constants are taken from
the module as it was loaded, and a call names the very function that Python would call.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.runtime import intrinsics
from reguli.ir.runtime_faults import Failed
from reguli.source.frozen_values import FrozenValue, frozen_class

# -- intrinsic expansion ---------------------------------------------------------------------------------------------
# What the words of the library mean in the lower form (``runtime.intrinsics`` says what they do in plain Python).


Meaning = Callable[..., n.Code]
Deed = Callable[..., n.Statement]

VALUES: Mapping[Callable[..., object], tuple[str, Meaning]] = {
    intrinsics.size: ("r", n.ArrayLength),
    intrinsics.load: ("w", n.LoadSlot),
    intrinsics.load_earlier: ("w", lambda slot: n.LoadSlot(slot, past=True)),
    intrinsics.run_at: ("w", n.LoadSlotArray),
    intrinsics.row_at: ("wk", n.SlotRangeArray),
    intrinsics.at: ("nw", n.LoadArea),
    intrinsics.same: ("wnww", n.SlotsEqual),
    intrinsics.get: ("n", n.GlobalVar),
    intrinsics.around_add: ("ww", lambda left, right: n.IntOp("+%", left, right)),
    intrinsics.around_mul: ("ww", lambda left, right: n.IntOp("*%", left, right)),
    intrinsics.shifted_left: ("ww", lambda left, right: n.IntOp("<<", left, right)),
    intrinsics.shifted_right: ("ww", lambda left, right: n.IntOp(">>", left, right)),
    intrinsics.below_unsigned: ("ww", lambda left, right: n.CompareNumbers(n.BELOW, left, right)),
    intrinsics.bit: ("w", n.SingleBitMask),
    intrinsics.lowest: ("w", n.LowestSetBit),
    intrinsics.highest: ("w", n.HighestSetBit),
    intrinsics.ones: ("w", n.PopCount),
}
"""Words that give a value: what their arguments are, and what is made of these.

An argument is a whole number (``w``), a truth (``t``), a run (``r``), a run made here (``m``), a known number (``k``) or a written name (``n``).
"""

DEEDS: Mapping[Callable[..., object], tuple[str, Deed]] = {
    intrinsics.push: ("mw", n.AppendItem),
    intrinsics.extend: ("mr", n.AppendArray),
    intrinsics.cut: ("mw", n.TruncateArray),
    intrinsics.store: ("ww", n.StoreSlot),
    intrinsics.fill_slots: ("www", n.FillSlots),
    intrinsics.copy_slots: ("www", n.CopySlots),
    intrinsics.put: ("nww", n.StoreArea),
    intrinsics.put_aside: ("nwww", n.CopySlotsToArea),
    intrinsics.take_back: ("wnww", n.CopyAreaToSlots),
    intrinsics.set_: ("nw", n.SetGlobal),
    intrinsics.fail: ("n", n.RaiseFault),
    intrinsics.spend: ("w", n.SpendBudget),
}
"""Words that do something, likewise."""


# -- Reads the expressions of the restricted Python (``runtime.intrinsics``) into the lower form ---------------------


KINDS: Mapping[str, n.KindOf] = {"int": n.WHOLE, "bool": n.TRUTH, "Run": n.RUN, "Made": n.RUN}
LETTERS: Mapping[str, n.KindOf] = {"w": n.WHOLE, "t": n.TRUTH, "r": n.RUN}
SIGNS: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "div",
    ast.Mod: "mod",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
Told = Mapping[str, int | tuple[int, ...]]


@frozen_class
class FunctionSignature(FrozenValue):
    """The parameters and result kind of a function."""

    parameters: tuple[n.LocalVar, ...]
    gives: n.KindOf | None


class ExpressionReader:
    """Reader for the expressions of one function; ``local`` holds the kinds of the names seen so far."""

    def __init__(self, file: str, names: Mapping[str, object], known: Told) -> None:
        """Create a reader with the module's names and the program's constants."""
        self.file = file
        self.names = names
        self.known = known
        self.local: dict[str, n.KindOf] = {}
        self.made: set[str] = set()
        """Runs that may be changed."""
        self.calls: dict[str, FunctionType] = {}
        self.asked_known = False

    def wrong(self, node: ast.AST, what: str) -> AssertionError:
        """Return the error for what the restricted language lacks, with its position."""
        return AssertionError(f"{self.file}:{getattr(node, 'lineno', 0)}: {what}: {ast.unparse(node)}")

    def of_kind(self, node: ast.expr, kind: n.KindOf) -> n.Code:
        """Read a value that must be of a given kind."""
        value = self.value(node)
        if n.value_kind(value) != kind:
            raise self.wrong(node, f"this is no {kind} but a {n.value_kind(value)}")
        return value

    def whole(self, node: ast.expr) -> n.Code:
        """Read a whole number."""
        return self.of_kind(node, n.WHOLE)

    def truth(self, node: ast.expr) -> n.Code:
        """Read a truth value."""
        return self.of_kind(node, n.TRUTH)

    def value(self, node: ast.expr) -> n.Code:
        """Read any value."""
        match node:
            case ast.Constant(bool() as value):
                return n.Bool(value)
            case ast.Constant(int() as value):
                return n.Int(value)
            case ast.Name(name):
                return n.LocalVar(name, self.local[name]) if name in self.local else self._constant(node, name)
            case ast.BinOp(left, sign, right) if type(sign) in SIGNS:
                return _worked(n.IntOp(SIGNS[type(sign)], self.whole(left), self.whole(right)))
            case ast.UnaryOp(ast.USub(), operand):
                return _worked(n.IntOp("-", n.Int(0), self.whole(operand)))
            case ast.UnaryOp(ast.Not(), operand):
                return n.LogicalNot(self.truth(operand))
            case ast.BoolOp(sign, parts):
                return self._joined(
                    n.LogicalAnd if isinstance(sign, ast.And) else n.LogicalOr, [self.truth(one) for one in parts]
                )
            case ast.Compare():
                return self._compared(node)
            case ast.Tuple(parts):
                return n.ConstantArray(tuple(self._known_number(one) for one in parts))
            case ast.IfExp(test, yes, no):
                found = self.value(yes)
                return n.SelectValue(self.truth(test), found, self.of_kind(no, n.value_kind(found)))
            case ast.Subscript(row, index):
                return self._item(node, row, index)
            case ast.Call(ast.Name(), arguments, []):
                return self._called(node, arguments)
            case _:
                raise self.wrong(node, "the library has no such value")

    def _joined(self, join: Callable[[n.Code, n.Code], n.Code], parts: list[n.Code]) -> n.Code:
        found = parts[-1]
        for part in reversed(parts[:-1]):
            found = join(part, found)
        return found

    def _constant(self, node: ast.expr, name: str) -> n.Code:
        if name not in self.names:
            raise self.wrong(node, "this name has no value yet")
        return self._number_or_run(node, self.names[name])

    def _number_or_run(self, node: ast.expr, found: object) -> n.Code:
        if isinstance(found, bool):
            return n.Bool(found)
        if isinstance(found, int):
            return n.Int(found)
        if isinstance(found, tuple) and all(isinstance(one, int) for one in found):
            return n.ConstantArray(found)
        raise self.wrong(node, "a constant is a whole number or a tuple of them")

    def _compared(self, node: ast.Compare) -> n.Code:
        sides = [self.whole(one) for one in (node.left, *node.comparators)]
        if any(map(contains_call, sides[1:-1])):
            raise self.wrong(node, "this would be called twice: keep it in a name first")
        parts: list[n.Code] = []
        for at, sign in enumerate(node.ops):
            if type(sign) not in COMPARED:
                raise self.wrong(node, "numbers are compared by == != < <= > >=")
            parts.append(n.CompareNumbers(COMPARED[type(sign)], sides[at], sides[at + 1]))
        return self._joined(n.LogicalAnd, parts)

    def _item(self, node: ast.expr, row: ast.expr, index: ast.expr) -> n.Code:
        at = self.whole(index)
        found = self.names.get(row.id) if isinstance(row, ast.Name) and row.id not in self.local else None
        if isinstance(found, tuple) and found and all(isinstance(one, tuple) for one in found):
            return n.ConstantArrayTable(found, at)
        run = self.of_kind(row, n.RUN)
        return n.ConstantElement(run.numbers, at) if isinstance(run, n.ConstantArray) else n.ArrayItem(run, at)

    def _called(self, node: ast.Call, arguments: list[ast.expr]) -> n.Code:
        assert isinstance(node.func, ast.Name)
        function = self.function(node)
        found = self.names.get(node.func.id)
        if callable(found) and hasattr(found, "cache_info") and not arguments:
            return self._number_or_run(node, found())
        if function is None:
            return self._of_python(node, node.func.id, arguments)
        if function in (intrinsics.told, intrinsics.told_run):
            return self._known(node, arguments)
        if function in VALUES:
            letters, meaning = VALUES[function]
            return meaning(*self.arguments(node, letters))
        if function_signature(function).gives is None:
            raise self.wrong(node, "this function gives nothing")
        return self.call(node)

    def function(self, node: ast.Call) -> FunctionType | None:
        """Return the library function or intrinsic that a call names."""
        assert isinstance(node.func, ast.Name)
        found = self.names.get(node.func.id)
        return found if isinstance(found, FunctionType) else None

    def call(self, node: ast.Call) -> n.CallNode:
        """Read a call of a library function; one without a result counts as a number, which is dropped."""
        function = self.function(node)
        if function is None or function.__module__ == intrinsics.__name__:
            raise self.wrong(node, "this is no function of the library")
        signature = function_signature(function)
        if len(node.args) != len(signature.parameters) or node.keywords:
            raise self.wrong(node, f"{function.__name__} takes {len(signature.parameters)} values")
        pairs = zip(node.args, signature.parameters, strict=True)
        given = tuple(self.of_kind(one, parameter.kind) for one, parameter in pairs)
        self.calls[function.__name__] = function
        return n.CallNode(function.__name__, given, signature.gives or n.WHOLE)

    def arguments(self, node: ast.Call, letters: str) -> list[object]:
        """Read the arguments of an intrinsic."""
        if len(node.args) != len(letters):
            raise self.wrong(node, f"this word takes {len(letters)} values")
        return [self._argument(one, letter) for one, letter in zip(node.args, letters, strict=True)]

    def _argument(self, node: ast.expr, letter: str) -> object:
        if letter in LETTERS:
            return self.of_kind(node, LETTERS[letter])
        if letter == "n":
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                raise self.wrong(node, "a name is written here")
            return node.value
        if letter == "k":
            return self._known_number(node)
        found = self.value(node)
        if not isinstance(found, n.LocalVar) or found.name not in self.made:
            raise self.wrong(node, "only a run that was made here can be changed")
        return found

    def _known_number(self, node: ast.expr) -> int:
        found = self.value(node)
        if not isinstance(found, n.Int):
            raise self.wrong(node, "this number must be known")
        return found.value

    def _known(self, node: ast.Call, arguments: list[ast.expr]) -> n.Code:
        (name,) = self.arguments(node, "n")
        self.asked_known = True
        if name not in self.known:
            raise self.wrong(node, "nobody said what this is")
        return self._number_or_run(node, self.known[str(name)])

    def _of_python(self, node: ast.Call, name: str, arguments: list[ast.expr]) -> n.Code:
        match name, arguments:
            case "int", [one]:
                return n.BoolToInt(self.truth(one))
            case "min" | "max", [left, right]:
                a, b = self._atom(left), self._atom(right)
                return n.SelectValue(n.CompareNumbers("<" if name == "min" else ">", b, a), b, a)
            case "abs", [one]:
                a = self._atom(one)
                return n.SelectValue(n.CompareNumbers("<", a, n.Int(0)), n.IntOp("-", n.Int(0), a), a)
            case _:
                raise self.wrong(node, "the library has no such function")

    def _atom(self, node: ast.expr) -> n.Code:
        found = self.whole(node)
        if contains_call(found):
            raise self.wrong(node, "this would be called twice: keep it in a name first")
        return found


def _worked(op: n.IntOp) -> n.Code:
    """Fold an arithmetic operation on constants."""
    if isinstance(op.left, n.Int) and isinstance(op.right, n.Int) and op.sign in n.ARITHMETIC:
        a, b = op.left.value, op.right.value
        return n.Int(a + b if op.sign == "+" else a - b if op.sign == "-" else a * b)
    return op


def contains_call(code: n.Code) -> bool:
    """Return whether an expression contains a call."""
    parts = (getattr(code, one.name) for one in fields(code))
    return isinstance(code, n.CallNode) or any(isinstance(part, n.Code) and contains_call(part) for part in parts)


def function_signature(function: FunctionType) -> FunctionSignature:
    """Return a function's parameters and result kind from its annotations, which are text (``from __future__ import annotations``)."""
    said: dict[str, str] = function.__annotations__
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    place = f"{code.co_filename}:{code.co_firstlineno}"
    wrong = [name for name in names if said.get(name) not in KINDS or said.get(name) == "Made"]
    assert not wrong, f"{place}: a parameter is an int, a bool or a Run: {', '.join(wrong)}"
    gives = said.get("return")
    assert gives in KINDS or gives in ("None", "Never"), f"{place}: a function gives an int, a bool, a Run or None"
    return FunctionSignature(tuple(n.LocalVar(name, KINDS[said[name]]) for name in names), KINDS.get(str(gives)))


# -- restricted python -----------------------------------------------------------------------------------------------


@frozen_class
class ParsedFunction(FrozenValue):
    """A library function in LIR, with the functions it calls."""

    function: n.FunctionDefinition
    calls: tuple[FunctionType, ...]
    areas: tuple[tuple[str, int], ...]
    """Of its module (``AREAS``), with their sizes."""


class RuntimeLibrary:
    """Cache of the library functions read in this process; those that depend on a program are read for each program."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._texts: dict[str, dict[str, ast.FunctionDef]] = {}
        self._read: dict[FunctionType, ParsedFunction] = {}

    def read(self, function: FunctionType, known: Told) -> ParsedFunction | None:
        """Read a function; ``None`` for a stub, which is generated elsewhere. Raises ``AssertionError`` for what the language lacks."""
        found = self._read.get(function)
        if found is not None:
            return found
        text, file = self._text(function)
        if _is_stub(text):
            return None
        reading = _Reading(file, function.__globals__, known)
        made = reading.whole_function(function, text)
        areas = tuple(dict(function.__globals__.get("AREAS", {})).items())
        found = ParsedFunction(made, tuple(reading.calls.values()), areas)
        if not reading.asked_known:
            self._read[function] = found
        return found

    def _text(self, function: FunctionType) -> tuple[ast.FunctionDef, str]:
        file = str(sys.modules[function.__module__].__file__)
        if file not in self._texts:
            tree = ast.parse(Path(file).read_text("utf-8"))
            self._texts[file] = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        found = self._texts[file].get(function.__name__)
        assert found is not None, f"{file}: {function.__name__} is no function of the module"
        return found, file


@cache
def runtime_library() -> RuntimeLibrary:
    """Return the runtime library of this process."""
    return RuntimeLibrary()


def _is_stub(text: ast.FunctionDef) -> bool:
    last = text.body[-1]
    return (
        isinstance(last, ast.Raise) and isinstance(last.exc, ast.Name) and last.exc.id == intrinsics.NotGiven.__name__
    )


class _Reading(ExpressionReader):
    """Reader for one function."""

    def __init__(self, file: str, names: Mapping[str, object], known: Told) -> None:
        super().__init__(file, names, known)
        self.gives: n.KindOf | None = None
        self.loops: list[str] = []
        """The names of the loops around."""

    def whole_function(self, function: FunctionType, text: ast.FunctionDef) -> n.FunctionDefinition:
        signature = function_signature(function)
        if text.args.defaults or text.args.kwonlyargs or text.args.vararg or text.args.kwarg or text.decorator_list:
            raise self.wrong(text, "a function has plain parameters only")
        self.local.update((one.name, one.kind) for one in signature.parameters)
        self.gives = signature.gives
        body = self._body(text.body)
        if self.gives is not None and not _ends(text.body):
            raise self.wrong(text.body[-1], "a way through the function gives nothing")
        return n.FunctionDefinition(function.__name__, signature.parameters, self.gives, body)

    def _body(self, nodes: list[ast.stmt]) -> n.Body:
        return tuple(one for node in nodes for one in self._statement(node))

    def _statement(self, node: ast.stmt) -> n.Body:
        match node:
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                return ()
            case ast.Expr(ast.Call(ast.Name()) as call):
                return (self._done(call),)
            case ast.Assign([ast.Name(name)], value):
                return (self._let(node, name, value),)
            case ast.AnnAssign(ast.Name(name), ast.Name(kind), ast.expr() as value) if kind in KINDS:
                return (self._let(node, name, value),)
            case ast.Assign([ast.Subscript(row, index)], value):
                return (n.SetArrayItem(self._changed(row), self.whole(index), self.whole(value)),)
            case ast.AugAssign(target, sign, value) if type(sign) in SIGNS:
                return (self._changed_by(node, target, sign, value),)
            case ast.If(test, yes, no):
                return (n.ConditionalBlock(self.truth(test), self._body(yes), self._body(no)),)
            case ast.While() | ast.For():
                if node.orelse:
                    raise self.wrong(node, "a loop has no else")
                return (self._round(node) if isinstance(node, ast.While) else self._through(node),)
            case ast.Try(body, [ast.ExceptHandler(ast.Name(Failed.__name__), None, otherwise)], [], []):
                return (n.TryStatement(self._attempted(body), self._attempted(otherwise)),)
            case ast.Break():
                return (n.BreakLoop(),)
            case ast.Continue():
                return (n.ContinueLoop(),)
            case ast.Return(value):
                return (self._given(node, value),)
            case _:
                raise self.wrong(node, "the library has no such statement")

    def _attempted(self, nodes: list[ast.stmt]) -> n.Body:
        """Read the body or handler of a try statement; neither may return, break or continue."""
        for node in nodes:
            if any(isinstance(one, ast.Return | ast.Break | ast.Continue) for one in ast.walk(node)):
                raise self.wrong(node, "nothing leaves what is attempted")
        return self._body(nodes)

    def _done(self, call: ast.Call) -> n.Statement:
        function = self.function(call)
        if function is not None and function in DEEDS:
            letters, deed = DEEDS[function]
            return deed(*self.arguments(call, letters))
        return n.CallStatement(self.call(call))

    def _let(self, node: ast.stmt, name: str, value: ast.expr) -> n.Statement:
        if name in self.loops:
            raise self.wrong(node, "the name of a loop is not changed inside")
        match value:
            case ast.Call(ast.Name(word), [room]) if self.names.get(word) is intrinsics.new:
                self._name(node, name, n.RUN)
                self.made.add(name)
                return n.AllocateArray(n.LocalVar(name, n.RUN), self.whole(room))
        found = self.value(value)
        self._name(node, name, n.value_kind(found))
        if name in self.made:
            raise self.wrong(node, "a run that was made here stays what it is")
        return n.AssignLocal(n.LocalVar(name, n.value_kind(found)), found)

    def _name(self, node: ast.stmt, name: str, kind: n.KindOf) -> None:
        if self.local.setdefault(name, kind) != kind:
            raise self.wrong(node, f"{name} is a {self.local[name]}")

    def _changed(self, row: ast.expr) -> n.LocalVar:
        if not isinstance(row, ast.Name) or row.id not in self.made:
            raise self.wrong(row, "only a run that was made here can be changed")
        return n.LocalVar(row.id, n.RUN)

    def _changed_by(self, node: ast.AugAssign, target: ast.expr, sign: ast.operator, value: ast.expr) -> n.Statement:
        more = self.whole(value)
        if isinstance(target, ast.Name):
            if target.id in self.loops or self.local.get(target.id) != n.WHOLE:
                raise self.wrong(node, "this is no name of a number that may change")
            var = n.LocalVar(target.id)
            return n.AssignLocal(var, n.IntOp(SIGNS[type(sign)], var, more))
        if not isinstance(target, ast.Subscript):
            raise self.wrong(node, "the library has no such statement")
        run, at = self._changed(target.value), self._atom(target.slice)
        return n.SetArrayItem(run, at, n.IntOp(SIGNS[type(sign)], n.ArrayItem(run, at), more))

    def _round(self, node: ast.While) -> n.Statement:
        test = self.truth(node.test)
        body = self._body(node.body)
        return n.EndlessLoop(
            body if test == n.Bool(True) else (n.ConditionalBlock(n.negation(test), (n.BreakLoop(),)), *body)
        )

    def _through(self, node: ast.For) -> n.Statement:
        if not isinstance(node.target, ast.Name):
            raise self.wrong(node.target, "a loop has one name")
        match node.iter:
            case ast.Call(ast.Name("range"), [_] | [_, _]):
                low, high = (n.Int(0), *map(self.whole, node.iter.args))[-2:]
                var, body = self._inside(node)
                return n.CountedLoop(var, low, high, body)
            case ast.Call(ast.Name(name), [mask]) if self.names.get(name) is intrinsics.digits:
                bits = self.whole(mask)
                var, body = self._inside(node)
                return n.ForEachBit(var, bits, body)
            case _:
                run = self.of_kind(node.iter, n.RUN)
                var, body = self._inside(node)
                return n.ForEachLoop(var, run, body)

    def _inside(self, node: ast.For) -> tuple[n.LocalVar, n.Body]:
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if name in self.local:
            raise self.wrong(node.target, "this name has a value that is not the loop's own")
        self.local[name] = n.WHOLE
        self.loops.append(name)
        body = self._body(node.body)
        self.loops.remove(name)
        del self.local[name]
        return n.LocalVar(name), body

    def _given(self, node: ast.Return, value: ast.expr | None) -> n.Statement:
        if value is None or self.gives is None:
            if value is not None or self.gives is not None:
                raise self.wrong(node, "the function gives something else")
            return n.ReturnValue()
        return n.ReturnValue(self.of_kind(value, self.gives))


def _ends(body: list[ast.stmt]) -> bool:
    """Return whether no path continues after the statements."""
    match body[-1]:
        case ast.Return():
            return True
        case ast.Expr(ast.Call(ast.Name(intrinsics.fail.__name__))):
            return True
        case ast.If(_, yes, no):
            return bool(no) and _ends(yes) and _ends(no)
        case ast.While(ast.Constant(True), inside):
            return not any(map(_leaves, inside))
        case _:
            return False


def _leaves(node: ast.AST) -> bool:
    """Return whether a statement leaves the loop that contains it."""
    if isinstance(node, ast.While | ast.For):
        return False
    return isinstance(node, ast.Break) or any(map(_leaves, ast.iter_child_nodes(node)))


# -- Rules nest as deep as the language lets them, and so does the code that is made of them -------------------------


CALLS: Final = 10_000
"""Calls in one another while code is made and printed: a part of a rule in another costs some ten of them."""


@contextmanager
def with_deep_recursion() -> Iterator[None]:
    """Raise the recursion limit to fit the deepest rules that the language allows."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, CALLS))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
