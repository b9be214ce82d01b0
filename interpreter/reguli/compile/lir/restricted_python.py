"""Reads functions of the library, which are written in a restricted Python (``runtime.intrinsics``), into the lower form.

A function is read from the text of its module, and the names in it mean what they mean in Python: constants are taken from
the module as it was loaded, and a call names the very function that Python would call.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import FunctionType

from reguli.compile.lir import statement_nodes as n
from reguli.compile.lir.intrinsic_expansion import DEEDS
from reguli.compile.lir.restricted_expressions import KINDS, SIGNS, Told, Values, signature_of
from reguli.compile.lir.value_kinds import kind_of
from reguli.compile.runtime import intrinsics
from reguli.ir.runtime_faults import Failed
from reguli.source.frozen_values import Kept, kept

OTHERWISE: Mapping[str, str] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@kept
class ReadFunction(Kept):
    """A function of the library: what it is in the lower form, and which others it calls."""

    function: n.Function
    calls: tuple[FunctionType, ...]
    areas: tuple[tuple[str, int], ...]
    """Of its module (``AREAS``), with their sizes."""


class Library:
    """The functions that were read in this process; what hangs on a program is read for each."""

    def __init__(self) -> None:
        """Begin with none."""
        self._texts: dict[str, dict[str, ast.FunctionDef]] = {}
        self._read: dict[FunctionType, ReadFunction] = {}

    def read(self, function: FunctionType, known: Told) -> ReadFunction | None:
        """Read a function; ``None`` of a stub, which somebody else makes. Raises ``AssertionError`` for what the language lacks."""
        found = self._read.get(function)
        if found is not None:
            return found
        text, file = self._text(function)
        if _is_stub(text):
            return None
        reading = _Reading(file, function.__globals__, known)
        made = reading.whole_function(function, text)
        areas = tuple(dict(function.__globals__.get("AREAS", {})).items())
        found = ReadFunction(made, tuple(reading.calls.values()), areas)
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
def library() -> Library:
    """Give the library of this process."""
    return Library()


def _is_stub(text: ast.FunctionDef) -> bool:
    last = text.body[-1]
    return (
        isinstance(last, ast.Raise) and isinstance(last.exc, ast.Name) and last.exc.id == intrinsics.NotGiven.__name__
    )


class _Reading(Values):
    """Reads one function."""

    def __init__(self, file: str, names: Mapping[str, object], known: Told) -> None:
        super().__init__(file, names, known)
        self.gives: n.KindOf | None = None
        self.loops: list[str] = []
        """The names of the loops around."""

    def whole_function(self, function: FunctionType, text: ast.FunctionDef) -> n.Function:
        signature = signature_of(function)
        if text.args.defaults or text.args.kwonlyargs or text.args.vararg or text.args.kwarg or text.decorator_list:
            raise self.wrong(text, "a function has plain parameters only")
        self.local.update((one.name, one.kind) for one in signature.parameters)
        self.gives = signature.gives
        body = self._body(text.body)
        if self.gives is not None and not _ends(text.body):
            raise self.wrong(text.body[-1], "a way through the function gives nothing")
        return n.Function(function.__name__, signature.parameters, self.gives, body)

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
                return (n.SetItem(self._changed(row), self.whole(index), self.whole(value)),)
            case ast.AugAssign(target, sign, value) if type(sign) in SIGNS:
                return (self._changed_by(node, target, sign, value),)
            case ast.If(test, yes, no):
                return (n.When(self.truth(test), self._body(yes), self._body(no)),)
            case ast.While() | ast.For():
                if node.orelse:
                    raise self.wrong(node, "a loop has no else")
                return (self._round(node) if isinstance(node, ast.While) else self._through(node),)
            case ast.Try(body, [ast.ExceptHandler(ast.Name(Failed.__name__), None, otherwise)], [], []):
                return (n.Attempt(self._attempted(body), self._attempted(otherwise)),)
            case ast.Break():
                return (n.Break(),)
            case ast.Continue():
                return (n.Again(),)
            case ast.Return(value):
                return (self._given(node, value),)
            case _:
                raise self.wrong(node, "the library has no such statement")

    def _attempted(self, nodes: list[ast.stmt]) -> n.Body:
        """Read what may fail, or what is done then: nothing in there leaves it."""
        for node in nodes:
            if any(isinstance(one, ast.Return | ast.Break | ast.Continue) for one in ast.walk(node)):
                raise self.wrong(node, "nothing leaves what is attempted")
        return self._body(nodes)

    def _done(self, call: ast.Call) -> n.Statement:
        function = self.function(call)
        if function is not None and function in DEEDS:
            letters, deed = DEEDS[function]
            return deed(*self.arguments(call, letters))
        return n.Do(self.call(call))

    def _let(self, node: ast.stmt, name: str, value: ast.expr) -> n.Statement:
        if name in self.loops:
            raise self.wrong(node, "the name of a loop is not changed inside")
        match value:
            case ast.Call(ast.Name(word), [room]) if self.names.get(word) is intrinsics.new:
                self._name(node, name, n.RUN)
                self.made.add(name)
                return n.NewRun(n.Var(name, n.RUN), self.whole(room))
        found = self.value(value)
        self._name(node, name, kind_of(found))
        if name in self.made:
            raise self.wrong(node, "a run that was made here stays what it is")
        return n.Let(n.Var(name, kind_of(found)), found)

    def _name(self, node: ast.stmt, name: str, kind: n.KindOf) -> None:
        if self.local.setdefault(name, kind) != kind:
            raise self.wrong(node, f"{name} is a {self.local[name]}")

    def _changed(self, row: ast.expr) -> n.Var:
        if not isinstance(row, ast.Name) or row.id not in self.made:
            raise self.wrong(row, "only a run that was made here can be changed")
        return n.Var(row.id, n.RUN)

    def _changed_by(self, node: ast.AugAssign, target: ast.expr, sign: ast.operator, value: ast.expr) -> n.Statement:
        more = self.whole(value)
        if isinstance(target, ast.Name):
            if target.id in self.loops or self.local.get(target.id) != n.WHOLE:
                raise self.wrong(node, "this is no name of a number that may change")
            var = n.Var(target.id)
            return n.Let(var, n.Op(SIGNS[type(sign)], var, more))
        if not isinstance(target, ast.Subscript):
            raise self.wrong(node, "the library has no such statement")
        run, at = self._changed(target.value), self._atom(target.slice)
        return n.SetItem(run, at, n.Op(SIGNS[type(sign)], n.Item(run, at), more))

    def _round(self, node: ast.While) -> n.Statement:
        test = self.truth(node.test)
        body = self._body(node.body)
        return n.Repeat(body if test == n.Flag(True) else (n.When(_refused(test), (n.Break(),)), *body))

    def _through(self, node: ast.For) -> n.Statement:
        if not isinstance(node.target, ast.Name):
            raise self.wrong(node.target, "a loop has one name")
        match node.iter:
            case ast.Call(ast.Name("range"), [_] | [_, _]):
                low, high = (n.Num(0), *map(self.whole, node.iter.args))[-2:]
                var, body = self._inside(node)
                return n.Counting(var, low, high, body)
            case ast.Call(ast.Name(name), [mask]) if self.names.get(name) is intrinsics.digits:
                bits = self.whole(mask)
                var, body = self._inside(node)
                return n.ThroughBits(var, bits, body)
            case _:
                run = self.of_kind(node.iter, n.RUN)
                var, body = self._inside(node)
                return n.Through(var, run, body)

    def _inside(self, node: ast.For) -> tuple[n.Var, n.Body]:
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        if name in self.local:
            raise self.wrong(node.target, "this name has a value that is not the loop's own")
        self.local[name] = n.WHOLE
        self.loops.append(name)
        body = self._body(node.body)
        self.loops.remove(name)
        del self.local[name]
        return n.Var(name), body

    def _given(self, node: ast.Return, value: ast.expr | None) -> n.Statement:
        if value is None or self.gives is None:
            if value is not None or self.gives is not None:
                raise self.wrong(node, "the function gives something else")
            return n.Give()
        return n.Give(self.of_kind(value, self.gives))


def _refused(test: n.Code) -> n.Code:
    """Give what holds where a condition does not."""
    match test:
        case n.Not(inner):
            return inner
        case n.Compare(sign, left, right) if sign in OTHERWISE:
            return n.Compare(OTHERWISE[sign], left, right)
        case _:
            return n.Not(test)


def _ends(body: list[ast.stmt]) -> bool:
    """Tell whether no way leads behind statements."""
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
    """Tell whether a statement leaves the loop it stands in."""
    if isinstance(node, ast.While | ast.For):
        return False
    return isinstance(node, ast.Break) or any(map(_leaves, ast.iter_child_nodes(node)))
