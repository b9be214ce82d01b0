"""Functions of the library asked all ways: as the plain Python they are written in, and as Python and WebAssembly printed from their lower form."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import count
from types import FunctionType
from typing import Any

from wasm_harness import TellingMachine

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.restricted_python import runtime_library
from reguli.compile.python.python_module import PythonModule
from reguli.compile.runtime.intrinsics import MASK, PLAIN
from reguli.ir.runtime_faults import Failed, RulesFault

SLOTS = 80


def _with_all_it_calls(function: FunctionType) -> Iterator[n.FunctionDefinition]:
    waiting, met = [function], {function}
    while waiting:
        read = runtime_library().read(waiting.pop(), {})
        assert read is not None
        yield read.function
        waiting += [one for one in read.calls if one not in met]
        met.update(read.calls)


class Printed:
    """Library functions as they are printed, each with areas of its own."""

    def __init__(self, areas: dict[str, int]) -> None:
        self._areas = areas
        self._python: dict[str, Callable[..., Any]] = {}
        self._machines: dict[str, TellingMachine] = {}

    def _make(self, function: FunctionType) -> str:
        name = function.__name__
        if name not in self._python:
            functions = {one.name: one for one in _with_all_it_calls(function)}
            self._python[name] = PythonModule(functions, self._areas, width=SLOTS, numbers=count(1)).take(name)
            self._machines[name] = TellingMachine(functions.values(), SLOTS, self._areas)
        return name

    def by_python(self, function: Callable[..., Any], slots: list[int], *arguments: Any) -> Any:
        assert isinstance(function, FunctionType)
        return self._python[self._make(function)](slots, *arguments)

    def by_wasm(self, function: Callable[..., Any], slots: list[int], *arguments: Any) -> Any:
        assert isinstance(function, FunctionType)
        machine = self._machines[self._make(function)]
        machine.slots[:] = memoryview(array("q", slots))
        given = (tuple(one) if isinstance(one, list | range) else one for one in arguments)
        try:
            return machine.call(function.__name__, *given)
        finally:
            slots[:] = machine.slots


def plain(value: Any) -> Any:
    """Return a run as a list."""
    return list(value) if isinstance(value, list | tuple | range) else value


def same(value: Any, other: Any) -> bool:
    """Masks have a sign in WebAssembly."""
    return value == other or (isinstance(value, int) and isinstance(other, int) and value & MASK == other & MASK)


def answer(ask: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives, or the code of its fault."""
    try:
        return plain(ask(*arguments))
    except (RulesFault, Failed) as fault:
        return fault.args[0]


class AllWays:
    """Asks a library function all ways, holds the answers to be the same, and gives it; slots are changed in place."""

    def __init__(self, **areas: int) -> None:
        self._printed = Printed({"counts": 1 << 10, "seen": 1 << 10, "part": 1 << 10, **areas})

    def __call__(self, function: Callable[..., Any], *arguments: Any, slots: list[int] | None = None) -> Any:
        own = [0] * SLOTS if slots is None else slots
        other = list(own)
        PLAIN.slots = list(own)
        first = answer(function, *arguments)
        second = answer(lambda: self._printed.by_python(function, own, *arguments))
        third = answer(lambda: self._printed.by_wasm(function, other, *arguments))
        assert (first, PLAIN.slots) == (second, own)
        assert same(first, third), (first, third)
        assert own == other
        return first
