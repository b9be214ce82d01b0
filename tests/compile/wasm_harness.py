"""A WebAssembly machine for tests: made of functions, with its journal, its offers and its position before the move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import offer_values
from reguli.compile.wasm.ffi import Value, read_array_items
from reguli.compile.wasm.module_emitter import ModuleEmitter
from reguli.compile.wasm.module_image import OFFERED, TOLD, WORD
from reguli.compile.wasm.wasm_machine import FUEL, WasmMachine

Offered = tuple[int, tuple[Value, ...], range | tuple[Value, ...] | None]
"""A move that a decision allows: the choice, its arguments, and all that the last may be: a range, or a run with the least and most of it that are chosen."""


class TellingMachine(WasmMachine):
    """A machine whose functions write their journal."""

    def __init__(
        self, functions: Iterable[n.FunctionDefinition], width: int, areas: Mapping[str, int], *, fuel: int = FUEL
    ) -> None:
        emitter = ModuleEmitter(width, areas, tells=True)
        image = emitter.image(functions)
        self._sites, self._begins = emitter.sites, {TOLD: image.told, OFFERED: image.offered}
        super().__init__(image, fuel=fuel)

    def keep_past(self) -> None:
        self.past[:] = self.slots

    def journal(self) -> list[tuple[Value, ...]]:
        """Return the journal and clear it: the notes and their values."""
        return [(site.note, *values) for site, values in self._entries(TOLD) if isinstance(site, n.WriteJournal)]

    def offers(self) -> list[Offered]:
        """Return the offered moves and clear them."""
        found: list[Offered] = []
        for site, values in self._entries(OFFERED):
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

    def _entries(self, which: int) -> Iterator[tuple[n.WriteJournal | n.OfferMove, list[Value]]]:
        """Yield the entries and clear them: the statement of each, and its values."""
        at, end = self._begins[which] // WORD, self.words[self.its + which] // WORD
        self.words[self.its + which] = self._begins[which]
        while at < end:
            site = self._sites[self.words[at]]
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
