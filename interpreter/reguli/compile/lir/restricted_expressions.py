"""Reads the expressions of the restricted Python (``runtime.intrinsics``) into the lower form."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import fields
from types import FunctionType

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.intrinsic_expansion import VALUES
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.runtime import intrinsics
from reguli.source.frozen_values import Kept, kept

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


@kept
class Signature(Kept):
    """What a function takes and gives."""

    parameters: tuple[n.Var, ...]
    gives: n.KindOf | None


class Values:
    """Reads the expressions of one function; ``local`` are the kinds of its names so far."""

    def __init__(self, file: str, names: Mapping[str, object], known: Told) -> None:
        """Take the names of the module, and what is known of the program."""
        self.file = file
        self.names = names
        self.known = known
        self.local: dict[str, n.KindOf] = {}
        self.made: set[str] = set()
        """Runs that may be changed."""
        self.calls: dict[str, FunctionType] = {}
        self.asked_known = False

    def wrong(self, node: ast.AST, what: str) -> AssertionError:
        """Say what the restricted language lacks, and where."""
        return AssertionError(f"{self.file}:{getattr(node, 'lineno', 0)}: {what}: {ast.unparse(node)}")

    def of_kind(self, node: ast.expr, kind: n.KindOf) -> n.Code:
        """Read a value that has to be of a kind."""
        value = self.value(node)
        if kind_of(value) != kind:
            raise self.wrong(node, f"this is no {kind} but a {kind_of(value)}")
        return value

    def whole(self, node: ast.expr) -> n.Code:
        """Read a whole number."""
        return self.of_kind(node, n.WHOLE)

    def truth(self, node: ast.expr) -> n.Code:
        """Read a truth."""
        return self.of_kind(node, n.TRUTH)

    def value(self, node: ast.expr) -> n.Code:
        """Read any value."""
        match node:
            case ast.Constant(bool() as value):
                return n.Flag(value)
            case ast.Constant(int() as value):
                return n.Num(value)
            case ast.Name(name):
                return n.Var(name, self.local[name]) if name in self.local else self._constant(node, name)
            case ast.BinOp(left, sign, right) if type(sign) in SIGNS:
                return _worked(n.Op(SIGNS[type(sign)], self.whole(left), self.whole(right)))
            case ast.UnaryOp(ast.USub(), operand):
                return _worked(n.Op("-", n.Num(0), self.whole(operand)))
            case ast.UnaryOp(ast.Not(), operand):
                return n.Not(self.truth(operand))
            case ast.BoolOp(sign, parts):
                return self._joined(
                    n.Both if isinstance(sign, ast.And) else n.Either, [self.truth(one) for one in parts]
                )
            case ast.Compare():
                return self._compared(node)
            case ast.Tuple(parts):
                return n.Fixed(tuple(self._known_number(one) for one in parts))
            case ast.IfExp(test, yes, no):
                found = self.value(yes)
                return n.If(self.truth(test), found, self.of_kind(no, kind_of(found)))
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
            return n.Flag(found)
        if isinstance(found, int):
            return n.Num(found)
        if isinstance(found, tuple) and all(isinstance(one, int) for one in found):
            return n.Fixed(found)
        raise self.wrong(node, "a constant is a whole number or a tuple of them")

    def _compared(self, node: ast.Compare) -> n.Code:
        sides = [self.whole(one) for one in (node.left, *node.comparators)]
        if any(map(calls, sides[1:-1])):
            raise self.wrong(node, "this would be called twice: keep it in a name first")
        parts: list[n.Code] = []
        for at, sign in enumerate(node.ops):
            if type(sign) not in COMPARED:
                raise self.wrong(node, "numbers are compared by == != < <= > >=")
            parts.append(n.Compare(COMPARED[type(sign)], sides[at], sides[at + 1]))
        return self._joined(n.Both, parts)

    def _item(self, node: ast.expr, row: ast.expr, index: ast.expr) -> n.Code:
        at = self.whole(index)
        found = self.names.get(row.id) if isinstance(row, ast.Name) and row.id not in self.local else None
        if isinstance(found, tuple) and found and all(isinstance(one, tuple) for one in found):
            return n.Row(found, at)
        run = self.of_kind(row, n.RUN)
        return n.Cell(run.numbers, at) if isinstance(run, n.Fixed) else n.Item(run, at)

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
        if signature_of(function).gives is None:
            raise self.wrong(node, "this function gives nothing")
        return self.call(node)

    def function(self, node: ast.Call) -> FunctionType | None:
        """Give the function of the library, or the word, that a call names."""
        assert isinstance(node.func, ast.Name)
        found = self.names.get(node.func.id)
        return found if isinstance(found, FunctionType) else None

    def call(self, node: ast.Call) -> n.Call:
        """Read a call of a function of the library; the kind of what gives nothing is that of a number, which is dropped."""
        function = self.function(node)
        if function is None or function.__module__ == intrinsics.__name__:
            raise self.wrong(node, "this is no function of the library")
        signature = signature_of(function)
        if len(node.args) != len(signature.parameters) or node.keywords:
            raise self.wrong(node, f"{function.__name__} takes {len(signature.parameters)} values")
        pairs = zip(node.args, signature.parameters, strict=True)
        given = tuple(self.of_kind(one, parameter.kind) for one, parameter in pairs)
        self.calls[function.__name__] = function
        return n.Call(function.__name__, given, signature.gives or n.WHOLE)

    def arguments(self, node: ast.Call, letters: str) -> list[object]:
        """Read the arguments of a word."""
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
        if not isinstance(found, n.Var) or found.name not in self.made:
            raise self.wrong(node, "only a run that was made here can be changed")
        return found

    def _known_number(self, node: ast.expr) -> int:
        found = self.value(node)
        if not isinstance(found, n.Num):
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
                return n.AsWhole(self.truth(one))
            case "min" | "max", [left, right]:
                a, b = self._atom(left), self._atom(right)
                return n.If(n.Compare("<" if name == "min" else ">", b, a), b, a)
            case "abs", [one]:
                a = self._atom(one)
                return n.If(n.Compare("<", a, n.Num(0)), n.Op("-", n.Num(0), a), a)
            case _:
                raise self.wrong(node, "the library has no such function")

    def _atom(self, node: ast.expr) -> n.Code:
        found = self.whole(node)
        if calls(found):
            raise self.wrong(node, "this would be called twice: keep it in a name first")
        return found


def _worked(op: n.Op) -> n.Code:
    """Work out what is known."""
    if isinstance(op.left, n.Num) and isinstance(op.right, n.Num) and op.sign in n.ARITHMETIC:
        a, b = op.left.value, op.right.value
        return n.Num(a + b if op.sign == "+" else a - b if op.sign == "-" else a * b)
    return op


def calls(code: n.Code) -> bool:
    """Tell whether code calls a function."""
    parts = (getattr(code, one.name) for one in fields(code))
    return isinstance(code, n.Call) or any(isinstance(part, n.Code) and calls(part) for part in parts)


def signature_of(function: FunctionType) -> Signature:
    """Give what a function takes and gives, by its annotations, which are text (``from __future__ import annotations``)."""
    said: dict[str, str] = function.__annotations__
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    place = f"{code.co_filename}:{code.co_firstlineno}"
    wrong = [name for name in names if said.get(name) not in KINDS or said.get(name) == "Made"]
    assert not wrong, f"{place}: a parameter is an int, a bool or a Run: {', '.join(wrong)}"
    gives = said.get("return")
    assert gives in KINDS or gives in ("None", "Never"), f"{place}: a function gives an int, a bool, a Run or None"
    return Signature(tuple(n.Var(name, KINDS[said[name]]) for name in names), KINDS.get(str(gives)))
