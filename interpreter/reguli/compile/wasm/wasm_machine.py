"""The WebAssembly machine: runs generated code in its own memory.

Everything is bounded: the memory is as large as it is made, the stack too, and each call has so much fuel. Nothing in there can reach anything outside but by what it
writes into its memory, which is seen here as rows of whole numbers. So a call is one crossing of the border, however much it does, and a position is put there
by one copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

import wasmtime

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import offer_values
from reguli.compile.wasm.ffi import (
    Argument,
    Value,
    WasmFunction,
    WasmInstance,
    low_memory_wasm_engine,
    make_wasm_engine,
    memory_words,
    read_array_items,
)
from reguli.compile.wasm.memory_layout import OFFERED, OFFERED_END, STAMP, TOLD, TOLD_END, WORD
from reguli.compile.wasm.module_emitter import ModuleEmitter

FUEL: Final = 1 << 28
"""Of one call; one unit is used up by some thousand rounds and calls at most (``effort``)."""
FIRST_STAMP: Final = 1 << 40
"""Stamps that are given here are above it."""
SHARED: Final = ("its memory", "its table", "its tag")

Offered = tuple[int, tuple[Value, ...], range | tuple[Value, ...] | None]
"""A move that a decision allows: the choice, its arguments, and all that the last may be: a range, or a run with the least and most of it that are chosen."""


class WasmMachine:
    """A machine for the functions of a program; ``slots`` is the position, ``past`` the one saved when the move began."""

    def __init__(
        self,
        functions: Iterable[n.FunctionDefinition],
        width: int,
        areas: Mapping[str, int],
        *,
        entries: Iterable[str] | None = None,
        patchable: bool = False,
        tells: bool = False,
        fuel: int = FUEL,
    ) -> None:
        """Emit and compile functions: ``entries`` are callable from here, by default all; ``tells`` enables the journal, ``patchable`` later replacement."""
        self._printing = ModuleEmitter(width, areas, patchable=patchable, tells=tells)
        self._begin(self._printing.printed(functions, entries))
        self._shared = [self._exports[name] for name in SHARED if name in self._exports]
        self._functions: dict[str, WasmFunction] = {}
        memory, extent = self._shared[0], self._printing.extent
        assert isinstance(memory, wasmtime.Memory)
        self.words = memory_words(memory.data_ptr(self.store).contents, memory.data_len(self.store))
        self.slots, self.past = self.words[:width], self.words[width : 2 * width]
        self.its = self._printing.memory.words // WORD
        # What is called knows the land and not this machine: nothing holds in a circle, and the memory goes as soon as the machine does.
        self._land = WasmInstance(self.store, fuel, self.words, self.its, extent.runs)
        for which, number in (
            *((TOLD, extent.told), (TOLD_END, extent.offered), (OFFERED, extent.offered), (OFFERED_END, extent.runs)),
            (STAMP, FIRST_STAMP),
        ):
            self.words[self.its + which] = number

    def _begin(self, code: bytes) -> None:
        """Create the first instance, with reserved address space or else without. Raises ``MemoryError``."""
        for make in (make_wasm_engine, low_memory_wasm_engine):
            self._engine = make()
            self.store = wasmtime.Store(self._engine)
            with suppress(wasmtime.WasmtimeError):
                self._exports = self._instance(code, [])
                return
        raise MemoryError

    def _instance(self, code: bytes, imports: list[Any]) -> dict[str, Any]:
        module = wasmtime.Module(self._engine, code)
        return dict(wasmtime.Instance(self.store, module, imports).exports(self.store))

    def function(self, name: str) -> WasmFunction:
        """Return a function by its name."""
        if name not in self._functions:
            self._functions[name] = WasmFunction(self._land, self._printing.functions[name], self._exports[name])
        return self._functions[name]

    def call(self, name: str, *arguments: Argument) -> Value:
        """Call a function by its name; raises ``Failed``."""
        return self.function(name)(*arguments)

    def replace(self, functions: Iterable[n.FunctionDefinition], areas: Mapping[str, int] | None = None) -> None:
        """Replace functions of the same names or add new ones; nothing else is compiled."""
        new = list(functions)
        self._exports.update(self._instance(self._printing.printed_again(new, areas or {}), self._shared))
        for one in new:
            self._functions.pop(one.name, None)

    # -- what lies there ---------------------------------------------------------------------------------------

    def area(self, name: str) -> memoryview:
        """Return the words of an area."""
        address, size = self._printing.memory.areas[name]
        return self.words[address // WORD : address // WORD + size]

    def number(self, name: str) -> int:
        """Return a global number; 0 if no function uses it."""
        address = self._printing.memory.numbers.get(name)
        return 0 if address is None else int(self.words[address // WORD])

    def set_number(self, name: str, value: int) -> None:
        """Assign a value to a global number, if a function uses it."""
        address = self._printing.memory.numbers.get(name)
        if address is not None:
            self.words[address // WORD] = value

    def keep_past(self) -> None:
        """Save the current position at the start of a move."""
        self.past[:] = self.slots

    def journal(self) -> list[tuple[Value, ...]]:
        """Return the journal and clear it: the notes and their values."""
        return [
            (site.note, *values)
            for site, values in self._entries(TOLD, self._printing.extent.told)
            if isinstance(site, n.WriteJournal)
        ]

    def offers(self) -> list[Offered]:
        """Return the offered moves and clear them."""
        found: list[Offered] = []
        for site, values in self._entries(OFFERED, self._printing.extent.offered):
            assert isinstance(site, n.OfferMove)
            count = len(site.arguments)
            many: range | tuple[Value, ...] | None
            match values[count:]:
                case []:
                    many = None
                case [int(low), int(high)]:
                    many = range(low, high + 1)
                case among:
                    many = tuple(among)
            found.append((site.choice, tuple(values[:count]), many))
        return found

    def _entries(self, which: int, first: int) -> Iterator[tuple[n.WriteJournal | n.OfferMove, list[Value]]]:
        """Yield the entries and clear them: the statement of each, and its values."""
        at, end = first // WORD, self.words[self.its + which] // WORD
        self.words[self.its + which] = first
        while at < end:
            site = self._printing.sites[self.words[at]]
            at += 1
            values: list[Value] = []
            for code in site.values if isinstance(site, n.WriteJournal) else offer_values(site):
                if n.value_kind(code) == n.RUN:
                    values.append(tuple(read_array_items(self.words, at)))
                    at += self.words[at]
                else:
                    values.append(int(self.words[at]))
                at += 1
            yield site, values
