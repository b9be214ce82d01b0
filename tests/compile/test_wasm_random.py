"""Functions by chance do the same as Python and as WebAssembly: what they give, what they leave behind, and how they fail."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from random_forms import AREAS, GLOBALS, LISTS, WIDTH, Forms
from wasm_harness import TellingMachine

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.lir_nodes import descendant_nodes
from reguli.compile.python.python_module import PythonModule
from reguli.compile.wasm.ffi import Argument
from reguli.compile.wasm.wasm_machine import FIRST_STAMP
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET

EACH = 8
"""Functions that call one another."""
MASK = (1 << 64) - 1


class Pair:
    """The same functions in Python and in a machine."""

    def __init__(self, functions: list[n.FunctionDefinition]) -> None:
        self.python = PythonModule(
            {one.name: one for one in functions}, AREAS, width=WIDTH, numbers=count(FIRST_STAMP + 1)
        )
        self.machine = TellingMachine(functions, WIDTH, AREAS)
        for one in functions:
            self.python.take(one.name)

    def begin(self, random: Random) -> list[int]:
        slots = [random.randrange(-3, 20) for _ in range(WIDTH)]
        past = [random.randrange(-3, 20) for _ in range(WIDTH)]
        lists = [random.randrange(9) for _ in range(AREAS["lists"])]
        for row, places in ((slots, LISTS), (past, LISTS), (lists, (0, 6))):
            for at in places:
                row[at] = random.randrange(6)
        slots[BUDGET] = 50
        self.machine.slots[:] = self._q(slots)
        self.machine.past[:] = self._q(past)
        self.machine.area("lists")[:] = self._q(lists)
        self.python.area("lists")[:] = lists
        self.python.shared.namespace["P"] = past
        return slots

    @staticmethod
    def _q(row: list[int]) -> memoryview:
        return memoryview(b"".join(one.to_bytes(8, "little", signed=True) for one in row)).cast("q")

    def in_python(
        self, function: n.FunctionDefinition, slots: list[int], arguments: list[Argument]
    ) -> tuple[object, ...]:
        journal: list[object] = []
        offers: list[object] = []
        besides = {"j": journal, "o": offers}
        more = [besides[one] for one in self.python.besides(function.name)]
        try:
            given = self.python.take(function.name)(
                slots, *more, *(list(one) if isinstance(one, list) else one for one in arguments)
            )
        except Failed as failed:
            given = failed.args
        numbers = [self.python.shared.namespace.get(self.python.shared.known(name), 0) for name in GLOBALS]
        past = plain(self.python.shared.namespace["P"])
        return plain(given), plain(slots), past, journal, offers, numbers, self.python.area("numbers")

    def in_machine(self, function: n.FunctionDefinition, arguments: list[Argument]) -> tuple[object, ...]:
        machine = self.machine
        try:
            given: object = machine.call(function.name, *arguments)
        except Failed as failed:
            # A bound of the machine has a cause, which no fault of the rules has.
            given = (*failed.args, *filter(None, [failed.__cause__]))
        numbers = [machine.number(name) for name in GLOBALS]
        return (
            plain(given),
            plain(machine.slots.tolist()),
            plain(machine.past.tolist()),
            machine.journal(),
            machine.offers(),
            numbers,
            machine.area("numbers").tolist(),
        )


def plain(given: object) -> object:
    """Return numbers without a sign, truths as numbers."""
    if isinstance(given, int):
        return given & MASK
    return [plain(one) for one in given] if isinstance(given, tuple | list) else given


@pytest.mark.parametrize("seed", range(40))
def test_the_same_is_done(seed: int) -> None:
    forms = Forms(seed)
    functions = [forms.function(f"f {number}") for number in range(EACH)]
    pair = Pair(functions)
    for function in functions:
        for _ in range(3):
            slots = pair.begin(forms.random)
            arguments = forms.arguments(function)
            assert pair.in_machine(function, arguments) == pair.in_python(function, slots, arguments), function


def test_chance_makes_enough_of_everything() -> None:
    """Every node stands in some function that the first seeds make."""
    made: set[type] = set()
    for seed in range(20):
        forms = Forms(seed)
        for number in range(EACH):
            made |= {type(one) for one in descendant_nodes(forms.function(f"f {number}").body)}
    assert {*n.Code.__args__, *n.Statement.__args__} - made == set()
