"""Fast calls of compiled functions from Python.

The library that runs the machine has calls of its own, which ask for types and make objects for each value: they take twenty times as long. Here the values of a call
are written into one row of words that belongs to the function.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import wasmtime
from wasmtime import _ffi as door

from reguli.compile.wasm.encoding import to_signed_64
from reguli.compile.wasm.module_image import FAULT, FUEL, RUN, TOP, WORD, Signature
from reguli.ir.runtime_faults import Failed

STACK: Final = 1 << 19
"""Bytes."""
ENDLESS: Final = "E319"
"""What is said where fuel, memory or stack are at an end."""
ADDRESS: Final = (1 << 32) - 1

Argument = int | Sequence[int]
Value = int | tuple[int, ...] | None


@dataclass(slots=True)
class WasmInstance:
    """The state of an instance that calls need."""

    store: wasmtime.Store
    fuel: int
    """Of each call."""
    words: memoryview
    its: int
    """The first word of the code itself."""
    runs: int
    """The address of the first run."""


@cache
def make_wasm_engine() -> wasmtime.Engine:
    """Return the engine that compiles and runs modules; 4 GB of address space are reserved per memory, so accesses need no bounds checks."""
    return wasmtime.Engine(_config())


@cache
def low_memory_wasm_engine() -> wasmtime.Engine:
    """Return the engine for a process that cannot reserve that much address space, e.g. in a container; code is a seventh slower."""
    config = _config()
    config.memory_reservation = config.memory_reservation_for_growth = config.memory_guard_size = 0
    return wasmtime.Engine(config)


def _config() -> wasmtime.Config:
    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.max_wasm_stack = STACK
    # Loops that do not begin together with a line of the processor's memory may take half as long again.
    config.cranelift_flag_set("log2_min_function_alignment", "6")
    # Processes are forked while games are played, and threads do not come along.
    config.parallel_compilation = False
    return config


class WasmFunction:
    """A callable for one compiled function: takes numbers, 0 or 1 for truth values, sequences for arrays; returns the same."""

    def __init__(self, land: WasmInstance, signature: Signature, export: Any) -> None:
        """Allocate the argument and result buffer of a call."""
        self._land = land
        self._kinds, self._gives = signature
        self._count = max(1, len(self._kinds))
        self._raw = (door.wasmtime_val_raw_t * self._count)()
        self._values = memory_words(self._raw, ctypes.sizeof(self._raw))
        self._step = len(self._values) // self._count
        self._trap = ctypes.POINTER(door.wasm_trap_t)()
        self._export = export
        self._context, self._entry = land.store._context(), ctypes.byref(export._func)  # noqa: SLF001
        self._trapped = ctypes.byref(self._trap)

    def __call__(self, *arguments: Argument) -> Value:
        """Call the function; raises ``Failed``."""
        land, values = self._land, self._values
        top = land.runs
        for at, kind, argument in zip(range(0, len(values), self._step), self._kinds, arguments, strict=False):
            if isinstance(argument, int):
                values[at] = to_signed_64(argument)
            else:
                assert kind == RUN
                values[at], top = top, self._put(top, argument)
        assert len(arguments) == len(self._kinds), arguments
        land.words[land.its + TOP], land.words[land.its + FAULT], land.words[land.its + FUEL] = top, 0, land.fuel
        if (
            door.wasmtime_func_call_unchecked(self._context, self._entry, self._raw, self._count, self._trapped)
            or self._trap
        ):
            raise self._failed()
        match self._gives:
            case None:
                return None
            case "whole":
                return int(values[0])
            case "truth":
                return values[0] & 1
            case "run":
                return tuple(read_array_items(land.words, (values[0] & ADDRESS) // WORD))

    def _put(self, address: int, numbers: Sequence[int]) -> int:
        """Write an array; return the address for the next one."""
        row = [len(numbers), *map(to_signed_64, numbers)]
        at = address // WORD
        for number, value in enumerate(row, at):
            self._land.words[number] = value
        return address + WORD * len(row)

    def _failed(self) -> Failed:
        """Return the fault of a stopped call."""
        trap = wasmtime.Trap._from_ptr(ctypes.cast(self._trap, type(self._trap)))  # noqa: SLF001
        ctypes.memset(self._trapped, 0, ctypes.sizeof(self._trap))
        fault = self._land.words[self._land.its + FAULT]
        failed = Failed(f"E{fault}" if fault else ENDLESS)
        failed.__cause__ = None if fault else trap
        return failed


def memory_words(thing: Any, size: int) -> memoryview:
    """Return ``size`` bytes of a ctypes object as words."""
    return memoryview((ctypes.c_ubyte * size).from_address(ctypes.addressof(thing))).cast("B").cast("q")


def read_array_items(words: memoryview, at: int) -> Iterator[int]:
    """Yield the numbers of the array that starts at a word."""
    yield from words[at + 1 : at + 1 + words[at]]
