"""Emission of LIR functions as a WebAssembly module.

Each function is one of the module, under its own name. They call one another directly, or, where single ones are to be put in the place of others later, through a table:
then a further module brings the new ones, which lie in the same memory and know the same tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import descendant_nodes
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.encoding import VALUE_TYPES, FunctionBody, InstructionBuilder, WasmModule, WasmSignature
from reguli.compile.wasm.memory_layout import SPARE, ArrayLifetimes, ArrayLocations, MemoryExtent, MemoryLayout
from reguli.compile.wasm.statement_emitter import StatementEmitter
from reguli.compile.wasm.wasm_passes import FuelMetering, FunctionInliner

HOME: Final = "home"
"""The module that has the memory, for those that come later."""
MORE: Final = 1024
"""Functions that may come later."""


class ModuleEmitter:
    """Emitter for the functions of a program: all of them once, later single ones again."""

    def __init__(self, width: int, areas: Mapping[str, int], *, patchable: bool = False, tells: bool = False) -> None:
        """Create an emitter for a position of ``width`` slots; ``tells`` enables the journal."""
        self.memory = MemoryLayout(width, areas)
        self.sites: list[n.WriteJournal | n.OfferMove] = []
        self.functions: dict[str, n.FunctionDefinition] = {}
        self._patchable, self._tells = patchable, tells
        self._places: dict[str, int] = {}
        self._table_room = 0
        self.extent = MemoryExtent(self.memory)

    def printed(self, functions: Iterable[n.FunctionDefinition], entries: Iterable[str] | None = None) -> bytes:
        """Emit functions as a module, with all that they call; ``entries`` are those callable from outside, by default all."""
        self.functions = {function.name: function for function in functions}
        self._places = {name: number for number, name in enumerate(self.functions)}
        self._table_room = len(self.functions) + MORE
        module = self._module(self.functions if entries is None or self._patchable else entries, 0)
        self.extent = MemoryExtent(self.memory, SPARE if self._patchable else 0)
        module.pages = self.extent.pages
        module.data.append((self.memory.first_known, bytes(self.memory.known)))
        return module.encoded()

    def printed_again(self, functions: Iterable[n.FunctionDefinition], areas: Mapping[str, int]) -> bytes:
        """Emit some functions as a module that replaces those of the same names or adds new ones.

        Raises ``ValueError`` for one that is called otherwise than before, and where there is no room.
        """
        new = {function.name: function for function in functions}
        for name, function in new.items():
            if name in self.functions and _signature(self.functions[name]) != _signature(function):
                raise ValueError(name)
            self._places.setdefault(name, len(self._places))
        self.functions.update(new)
        known = len(self.memory.known)
        for name, size in areas.items():
            self.memory.new_area(name, size)
        module = self._module(new, self.extent.pages, HOME)
        end = self.memory.first_known + len(self.memory.known)
        if end > self.extent.known_end or len(self._places) > self._table_room:
            raise ValueError(end)
        module.data.append((self.memory.first_known + known, bytes(self.memory.known[known:])))
        return module.encoded()

    def _module(self, names: Iterable[str], pages: int, home: str = "") -> WasmModule:
        """Build a module of some functions and those they call directly."""
        tried = (
            isinstance(one, n.TryStatement)
            for function in self.functions.values()
            for one in descendant_nodes(function.body)
        )
        throws = self._patchable or any(tried)
        module = WasmModule(pages, self._table_room if self._patchable else 0, throws, home)
        module.functions.extend(module_functions.wasm_helper_functions(self.memory, throws=throws))
        linked, effort = _Linked(self, module), FuelMetering(self.functions, fixed=not self._patchable)
        for name in names:
            linked.number(name)
            module.exported.add(name)
        for name, as_it_lies in linked.order:
            if self._patchable:
                module.called[self._places[name]] = [len(module.functions)]
            body = self._function(linked, effort, self.functions[name], as_it_lies=as_it_lies)
            module.functions.append(body)
        return module

    def place(self, name: str) -> int | None:
        """Return the table place of a function; ``None`` if it is called directly."""
        return self._places[name] if self._patchable and name in self._places else None

    @property
    def patchable(self) -> bool:
        """Return whether functions can be replaced later."""
        return self._patchable

    def _function(
        self, linked: _Linked, effort: FuelMetering, function: n.FunctionDefinition, *, as_it_lies: bool
    ) -> FunctionBody:
        statements = StatementEmitter(self.memory, linked, effort, function, tells=self._tells)
        with with_deep_recursion():
            instructions = statements.printed(function, as_it_lies=as_it_lies)
        name = _as_it_lies(function.name) if as_it_lies else function.name
        return FunctionBody(name, _signature(function), tuple(statements.out.locals), instructions)


class _Linked:
    """Links between the functions of one module; grows with each new callee."""

    def __init__(self, printing: ModuleEmitter, module: WasmModule) -> None:
        self._printing, self._module = printing, module
        self._in_place = FunctionInliner({} if printing.patchable else printing.functions)
        self._numbers = {one.name: number for number, one in enumerate(module.functions)}
        self.order: list[tuple[str, bool]] = []
        """What is to be printed, in the order of its numbers, and whether a run that it gives may stay where it lies."""
        self.views = ArrayLocations(printing.functions)
        self._runs: dict[str, ArrayLifetimes] = {}

    def number(self, name: str, *, as_it_lies: bool = False) -> int:
        called = _as_it_lies(name) if as_it_lies else name
        if called not in self._numbers:
            self._numbers[called] = len(self._numbers)
            self.order.append((name, as_it_lies))
        return self._numbers[called]

    def call(self, out: InstructionBuilder, name: str, *, as_it_lies: bool = False) -> None:
        place = self._printing.place(name)
        if place is None:
            out.call(self.number(name, as_it_lies=as_it_lies))
        else:
            out.call_at(place, self._module.type_of(_signature(self.function(name))))

    def function(self, name: str) -> n.FunctionDefinition:
        return self._printing.functions[name]

    def runs(self, function: n.FunctionDefinition) -> ArrayLifetimes:
        if function.name not in self._runs:
            self._runs[function.name] = ArrayLifetimes(function.body)
        return self._runs[function.name]

    def stands_in_place(self, name: str) -> bool:
        return not self._printing.patchable and self._in_place.stands(name)

    def site(self, statement: n.WriteJournal | n.OfferMove) -> int:
        self._printing.sites.append(statement)
        return len(self._printing.sites) - 1


def _as_it_lies(name: str) -> str:
    return f"{name}, as it lies"


def _signature(function: n.FunctionDefinition) -> WasmSignature:
    gives = () if function.gives is None else (VALUE_TYPES[function.gives],)
    return WasmSignature(tuple(VALUE_TYPES[parameter.kind] for parameter in function.parameters), gives)
