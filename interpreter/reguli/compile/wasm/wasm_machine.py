"""The WebAssembly machine: runs generated code in its own memory.

Everything is bounded: the memory is as large as it is made, the stack too, and each call has so much fuel. Nothing in there can reach anything outside but by what it
writes into its memory, which is seen here as rows of whole numbers. So a call is one crossing of the border, however much it does, and a position is put there
by one copy.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import wasmtime

from reguli.compile.wasm.ffi import (
    Argument,
    Value,
    WasmFunction,
    WasmInstance,
    low_memory_wasm_engine,
    make_wasm_engine,
    memory_words,
)
from reguli.compile.wasm.module_image import (
    ITS_MEMORY,
    OFFERED,
    OFFERED_END,
    STAMP,
    TOLD,
    TOLD_END,
    WORD,
    ModuleImage,
)

FUEL: Final = 1 << 28
"""Of one call; one unit is used up by some thousand rounds and calls at most (``effort``)."""
FIRST_STAMP: Final = 1 << 40
"""Stamps that are given here are above it."""


class WasmMachine:
    """A machine for the functions of a program; ``slots`` is the position, ``past`` the one saved when the move began."""

    def __init__(self, image: ModuleImage, *, fuel: int = FUEL) -> None:
        """Compile a module, or take it as it was compiled before. Raises ``MemoryError``, and ``ValueError`` for one that was compiled for something else."""
        self._image = image
        self._begin()
        self._functions: dict[str, WasmFunction] = {}
        memory, width = self._exports[ITS_MEMORY], image.width
        assert isinstance(memory, wasmtime.Memory)
        self.words = memory_words(memory.data_ptr(self.store).contents, memory.data_len(self.store))
        self.slots, self.past = self.words[:width], self.words[width : 2 * width]
        self.its = image.its
        # What is called knows the land and not this machine: nothing holds in a circle, and the memory goes as soon as the machine does.
        self._land = WasmInstance(self.store, fuel, self.words, self.its, image.runs)
        for which, number in (
            *((TOLD, image.told), (TOLD_END, image.offered), (OFFERED, image.offered), (OFFERED_END, image.runs)),
            (STAMP, FIRST_STAMP),
        ):
            self.words[self.its + which] = number

    def _begin(self) -> None:
        """Create the instance, with reserved address space or else without."""
        image = self._image
        for make in (make_wasm_engine, low_memory_wasm_engine):
            engine = make()
            if not image.compiled:
                self._module = wasmtime.Module(engine, image.code)
            else:
                try:
                    self._module = wasmtime.Module.deserialize(engine, image.code)
                except wasmtime.WasmtimeError as error:
                    raise ValueError from error
            self.store = wasmtime.Store(engine)
            with suppress(wasmtime.WasmtimeError):
                self._exports: dict[str, Any] = dict(
                    wasmtime.Instance(self.store, self._module, []).exports(self.store)
                )
                return
        raise MemoryError

    def compiled_image(self) -> ModuleImage:
        """Return the image with its module as it is compiled for this processor."""
        return replace(self._image, code=bytes(self._module.serialize()), compiled=True)

    def function(self, name: str) -> WasmFunction:
        """Return a function by its name."""
        if name not in self._functions:
            self._functions[name] = WasmFunction(self._land, self._image.signatures[name], self._exports[name])
        return self._functions[name]

    def call(self, name: str, *arguments: Argument) -> Value:
        """Call a function by its name; raises ``Failed``."""
        return self.function(name)(*arguments)

    # -- what lies there ---------------------------------------------------------------------------------------

    def area(self, name: str) -> memoryview:
        """Return the words of an area."""
        address, size = self._image.areas[name]
        return self.words[address // WORD : address // WORD + size]

    def number(self, name: str) -> int:
        """Return a global number; 0 if no function uses it."""
        address = self._image.numbers.get(name)
        return 0 if address is None else int(self.words[address // WORD])

    def set_number(self, name: str, value: int) -> None:
        """Assign a value to a global number, if a function uses it."""
        address = self._image.numbers.get(name)
        if address is not None:
            self.words[address // WORD] = value
