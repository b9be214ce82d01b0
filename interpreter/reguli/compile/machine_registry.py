"""The machines that execute generated code on their own: which ones exist and what each can do.

A machine has a position, areas and numbers beside it, and functions that are called by their names. Everything a call asks for is in there, so one call may play
thousands of games.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol

from reguli.source.frozen_values import FrozenValue, frozen_class

if TYPE_CHECKING:
    from reguli.compile.lir import lir_nodes as n

PYTHON: Final = "python"
WASM: Final = "wasm"
WASMTIME: Final = "wasmtime"
"""The package that runs it."""


@frozen_class
class MachineCode(FrozenValue):
    """The input of a machine: functions, the number of slots, and the area sizes by name."""

    functions: tuple[n.FunctionDefinition, ...]
    width: int
    areas: Mapping[str, int]
    entries: tuple[str, ...] | None = None
    """Functions that are called from outside; all if nothing is said."""


class CompiledMachine(Protocol):
    """Runs functions on its own position."""

    slots: Any
    """The position: whole numbers, which may be written."""

    def call(self, name: str, *arguments: int) -> Any:
        """Call a function by its name. Raises ``Failed``."""
        ...

    def area(self, name: str) -> Any:
        """Return an area, not a copy: whole numbers, which may be written."""
        ...

    def number(self, name: str) -> int:
        """Return a number stored outside the position."""
        ...


def has_wasm() -> bool:
    """Return whether WebAssembly can run: whether the extra is installed."""
    return find_spec(WASMTIME) is not None


def make_machine(engine: str, code: MachineCode) -> CompiledMachine:
    """Create a machine; its code is compiled at once or on the first call. Raises ``MemoryError``."""
    if engine == WASM:
        # An extra, which is imported when it is used.
        from reguli.compile.wasm.module_emitter import ModuleEmitter
        from reguli.compile.wasm.wasm_machine import WasmMachine

        return WasmMachine(ModuleEmitter(code.width, code.areas).image(code.functions, code.entries))
    # Only one of them is needed.
    from reguli.compile.python.python_machine import PythonMachine as OfPython

    return OfPython(code.functions, code.width, code.areas)


def reachable_functions(
    functions: Mapping[str, n.FunctionDefinition], names: Iterable[str]
) -> tuple[n.FunctionDefinition, ...]:
    """Return the named functions and all that they call, even indirectly."""
    # Whoever takes a machine from the store needs no functions.
    from reguli.compile.lir.lir_nodes import called_functions

    found: dict[str, n.FunctionDefinition] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = functions[name]
            waiting.extend(called_functions(functions[name].body))
    return tuple(found[name] for name in functions if name in found)
