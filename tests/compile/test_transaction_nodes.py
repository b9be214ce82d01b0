"""Nodes that the search for ways out asks for: what may fail is attempted, then something else is done; stretches of slots are compared."""

from __future__ import annotations

from itertools import count

import pytest

from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.restricted_python import runtime_library
from reguli.compile.machine_registry import PYTHON, WASM, MachineCode, has_wasm, make_machine
from reguli.compile.python.python_module import PythonModule
from reguli.compile.runtime import intrinsics
from reguli.compile.runtime.intrinsics import fail, load, store
from reguli.ir.runtime_faults import Failed


def fails_above(most: int) -> int:
    if load(0) > most:
        fail("E302")
    return load(0)


def attempts(most: int) -> int:
    found = 0
    try:
        store(1, 7)
        found = fails_above(most)
        store(1, 8)
    except Failed:
        found = -1
    return found


@pytest.mark.parametrize(("held", "wanted"), [(5, 5), (6, -1)])
def test_what_fails_is_gone_on_with_otherwise(held: int, wanted: int) -> None:
    functions = {}
    for one in (fails_above, attempts):
        read = runtime_library().read(one, {})
        assert read is not None
        functions[read.function.name] = read.function
    generated, intrinsics.PLAIN.slots = [held, 0], [held, 0]
    module = PythonModule(functions, {}, width=2, numbers=count(1))
    assert (module.take("attempts")(generated, 5), attempts(5)) == (wanted, wanted)
    assert generated == intrinsics.PLAIN.slots == [held, 8 if wanted > 0 else 7]


def left(most: int) -> int:
    try:
        return fails_above(most)
    except Failed:
        return 0


def test_nothing_leaves_what_is_attempted() -> None:
    with pytest.raises(AssertionError, match="nothing leaves what is attempted"):
        runtime_library().read(left, {})


def test_loops_within_are_left_by_their_own_words() -> None:
    x = n.LocalVar("x")
    inner = n.CountedLoop(
        x,
        n.Int(0),
        n.Int(9),
        (
            n.ConditionalBlock(n.CompareNumbers("=", x, n.Int(4)), (n.RaiseFault("E301"),)),
            n.StoreSlot(n.Int(0), x),
        ),
    )
    body = (
        n.TryStatement((inner,), (n.StoreSlot(n.Int(1), n.LoadSlot(n.Int(0))),)),
        n.ReturnValue(n.Int(3)),
    )
    slots = [0, 0]
    assert (
        PythonModule({"it": n.FunctionDefinition("it", (), n.WHOLE, body)}, {}, width=2, numbers=count(1)).take("it")(
            slots
        )
        == 3
    )
    assert slots == [3, 3]


@pytest.mark.parametrize(
    "engine",
    [PYTHON, pytest.param(WASM, marks=pytest.mark.skipif(not has_wasm(), reason="the extra 'fast' is not installed"))],
)
@pytest.mark.parametrize("known", [False, True])
def test_stretches_are_the_same_or_not(engine: str, known: bool) -> None:
    """Slots 2 to 5 against an area, from any slot on: so many, none, all."""
    first, count = n.LocalVar("first"), n.LocalVar("count")
    kept = n.CopySlotsToArea("kept", n.Int(1), n.Int(2), n.Int(4))
    changed = n.StoreArea("kept", n.Int(4), n.Int(9))
    same = n.SlotsEqual(n.Int(2) if known else first, "kept", n.IntOp("-", first, n.Int(1)), count)
    give = n.SelectValue(n.LogicalAnd(n.CompareNumbers(">=", count, n.Int(0)), same), n.Int(1), n.Int(0))
    function = n.FunctionDefinition(
        "it",
        (first, count),
        n.WHOLE,
        (
            kept,
            changed,
            n.ConditionalBlock(n.LogicalNot(same), (n.ReturnValue(n.Int(0)),)),
            n.ReturnValue(give),
        ),
    )
    made = make_machine(engine, MachineCode((function,), 8, {"kept": 6}))
    slots = made.slots  # type: ignore[attr-defined]
    for slot in range(8):
        slots[slot] = slot * slot
    for size, wanted in ((0, 1), (1, 1), (3, 1), (4, 0)):
        assert made.call("it", 2, size) == wanted
    assert made.call("it", 3, 2) == (0 if known else 1)
