"""Emission of LIR functions as a WebAssembly module.

Each function is one of the module, under its own name. They call one another directly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import descendant_nodes
from reguli.compile.lir.restricted_python import with_deep_recursion
from reguli.compile.wasm import module_functions
from reguli.compile.wasm.encoding import VALUE_TYPES, FunctionBody, InstructionBuilder, WasmModule, WasmSignature
from reguli.compile.wasm.memory_layout import ArrayLifetimes, ArrayLocations, MemoryExtent, MemoryLayout
from reguli.compile.wasm.module_image import WORD, ModuleImage, Signature
from reguli.compile.wasm.statement_emitter import StatementEmitter
from reguli.compile.wasm.wasm_passes import FuelMetering, FunctionInliner


class ModuleEmitter:
    """Emitter for the functions of a program."""

    def __init__(self, width: int, areas: Mapping[str, int], *, tells: bool = False) -> None:
        """Create an emitter for a position of ``width`` slots; ``tells`` enables the journal."""
        self.memory = MemoryLayout(width, areas)
        self.sites: list[n.WriteJournal | n.OfferMove] = []
        self.functions: dict[str, n.FunctionDefinition] = {}
        self._tells = tells

    def image(self, functions: Iterable[n.FunctionDefinition], entries: Iterable[str] | None = None) -> ModuleImage:
        """Emit functions as a module, with all that they call; ``entries`` are those callable from outside, by default all."""
        self.functions = {function.name: function for function in functions}
        called = list(self.functions if entries is None else entries)
        module = self._module(called)
        memory, extent = self.memory, MemoryExtent(self.memory)
        module.pages = extent.pages
        module.data.append((self.memory.first_known, bytes(self.memory.known)))
        signatures = {name: plain_signature(self.functions[name]) for name in called}
        its = memory.words // WORD
        return ModuleImage(
            module.encoded(),
            memory.width,
            memory.areas,
            memory.numbers,
            signatures,
            its,
            extent.told,
            extent.offered,
            extent.runs,
        )

    def _module(self, names: Iterable[str]) -> WasmModule:
        """Build a module of some functions and those they call directly."""
        throws = any(
            isinstance(one, n.TryStatement)
            for function in self.functions.values()
            for one in descendant_nodes(function.body)
        )
        module = WasmModule(throws)
        module.functions.extend(module_functions.wasm_helper_functions(self.memory, throws=throws))
        linked, effort = _Linked(self, module), FuelMetering(self.functions)
        for name in names:
            linked.number(name)
            module.exported.add(name)
        for name, as_it_lies in linked.order:
            body = self._function(linked, effort, self.functions[name], as_it_lies=as_it_lies)
            module.functions.append(body)
        return module

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
        self._in_place = FunctionInliner(printing.functions)
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
        out.call(self.number(name, as_it_lies=as_it_lies))

    def function(self, name: str) -> n.FunctionDefinition:
        return self._printing.functions[name]

    def runs(self, function: n.FunctionDefinition) -> ArrayLifetimes:
        if function.name not in self._runs:
            self._runs[function.name] = ArrayLifetimes(function.body)
        return self._runs[function.name]

    def stands_in_place(self, name: str) -> bool:
        return self._in_place.stands(name)

    def site(self, statement: n.WriteJournal | n.OfferMove) -> int:
        self._printing.sites.append(statement)
        return len(self._printing.sites) - 1


def _as_it_lies(name: str) -> str:
    return f"{name}, as it lies"


def plain_signature(function: n.FunctionDefinition) -> Signature:
    """Return how a function is called from outside."""
    return tuple(parameter.kind for parameter in function.parameters), function.gives


def _signature(function: n.FunctionDefinition) -> WasmSignature:
    gives = () if function.gives is None else (VALUE_TYPES[function.gives],)
    return WasmSignature(tuple(VALUE_TYPES[parameter.kind] for parameter in function.parameters), gives)
