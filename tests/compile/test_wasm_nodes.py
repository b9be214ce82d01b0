"""What the machine does with functions written by hand: edges that chance seldom meets, and what only a machine has."""

from __future__ import annotations

from array import array

import pytest
from wasm_harness import TellingMachine

from reguli.compile.lir import lir_nodes as n
from reguli.compile.wasm.ffi import Argument, Value
from reguli.ir.runtime_faults import Failed

WIDTH = 16
LEAST = -(1 << 63)
X, Y, ROW = n.LocalVar("x"), n.LocalVar("y"), n.LocalVar("row", n.RUN)


def num(value: int) -> n.Int:
    return n.Int(value)


def machine(*functions: n.FunctionDefinition) -> TellingMachine:
    return TellingMachine(functions, WIDTH, {"area": 6})


def function(
    *body: n.Statement, gives: n.KindOf | None = n.WHOLE, takes: tuple[n.LocalVar, ...] = (X, Y)
) -> n.FunctionDefinition:
    return n.FunctionDefinition("it", takes, gives, body)


def value(code: n.Code, x: int = 0, y: int = 0, gives: n.KindOf = n.WHOLE) -> Value:
    return machine(function(n.ReturnValue(code), gives=gives)).call("it", x, y)


@pytest.mark.parametrize("x", [LEAST, LEAST + 1, -8, -7, -1, 0, 1, 7, 8, (1 << 63) - 1])
@pytest.mark.parametrize("y", [1, 2, 3, 8, 1000])
def test_division_is_rounded_down(x: int, y: int) -> None:
    for by in (Y, num(y)):
        assert value(n.IntOp("div", X, by), x, y) == x // y
        assert value(n.IntOp("mod", X, by), x, y) == x % y


@pytest.mark.parametrize("bit", [0, 1, 31, 32, 62, 63])
def test_all_digits_of_a_mask_count(bit: int) -> None:
    mask = machine(
        function(n.ReturnValue(n.SingleBitMask(X))),
        n.FunctionDefinition(
            "ends",
            (X,),
            n.WHOLE,
            (n.ReturnValue(n.IntOp("+", n.IntOp("*", n.LowestSetBit(X), num(100)), n.HighestSetBit(X))),),
        ),
        n.FunctionDefinition("few", (X, Y), n.TRUTH, (n.ReturnValue(n.CompareNumbers(n.BELOW, X, Y)),)),
    )
    made = mask.call("it", bit, 0)
    assert made == (1 << bit if bit < 63 else LEAST)
    assert mask.call("ends", 1 << bit) == 101 * bit
    assert mask.call("few", (1 << bit) - 1, 1 << bit) == 1


@pytest.mark.parametrize("greatest", [100, 200, 40_000, 3_000_000_000, 1 << 62])
def test_tables_are_as_wide_as_their_numbers(greatest: int) -> None:
    numbers = tuple(sign * (greatest - at) for at in range(5) for sign in (1, -1))
    made = machine(function(n.ReturnValue(n.ConstantElement(numbers, X))))
    assert [made.call("it", at, 0) for at in range(10)] == list(numbers)


def test_rows_of_very_different_length() -> None:
    rows = (tuple(range(2000)), (), *((at, -at) for at in range(600)))
    made = machine(function(n.ReturnValue(n.ConstantArrayTable(rows, X)), gives=n.RUN))
    assert [made.call("it", at, 0) for at in (0, 1, 2, 601)] == [rows[0], (), (0, 0), (599, -599)]


def test_a_long_sum_and_a_long_condition_are_printed() -> None:
    total: n.Code = num(0)
    for _ in range(3000):
        total = n.IntOp("+", total, X)
    assert value(total, 2) == 6000
    every: n.Code = n.Bool(True)
    some: n.Code = n.Bool(False)
    for at in range(3000):
        every, some = (
            n.LogicalAnd(every, n.CompareNumbers("!=", X, num(at))),
            n.LogicalOr(some, n.CompareNumbers("=", X, num(at))),
        )
    for code, wanted in ((every, (0, 1)), (some, (1, 0)), (n.LogicalNot(every), (1, 0))):
        assert (value(code, 2999, gives=n.TRUTH), value(code, 3000, gives=n.TRUTH)) == wanted
        asked = function(n.ConditionalBlock(code, (n.ReturnValue(num(1)),), (n.ReturnValue(num(0)),)))
        assert (machine(asked).call("it", 2999, 0), machine(asked).call("it", 3000, 0)) == wanted


def test_a_part_that_may_do_harm_is_not_asked() -> None:
    """Where the index is below 0 there is nothing to read, far outside of any memory."""
    there = n.LogicalAnd(n.CompareNumbers(">=", X, num(0)), n.CompareNumbers("=", n.LoadSlot(X), num(5)))
    made = machine(
        function(n.ReturnValue(there), gives=n.TRUTH),
        n.FunctionDefinition(
            "when",
            (X,),
            n.WHOLE,
            (n.ConditionalBlock(n.LogicalNot(there), (n.ReturnValue(num(2)),)), n.ReturnValue(num(3))),
        ),
        n.FunctionDefinition(
            "if",
            (X,),
            n.WHOLE,
            (n.ReturnValue(n.SelectValue(n.CompareNumbers("<", X, num(0)), num(4), n.LoadSlot(X))),),
        ),
    )
    made.slots[3] = 5
    assert [made.call("it", at, 0) for at in (-1, 2, 3)] == [0, 0, 1]
    assert [made.call("when", at) for at in (-1, 2, 3)] == [2, 2, 3]
    assert [made.call("if", at) for at in (-1, 3)] == [4, 5]


def test_positions_and_areas_are_rows_of_numbers() -> None:
    body = (
        n.StoreSlot(num(-1), n.LoadSlot(num(2), past=True)),
        n.StoreArea("area", X, n.IntOp("+", n.LoadArea("area", X), n.LoadSlot(Y))),
    )
    made = machine(function(*body, gives=None))
    made.slots[:] = array("q", range(WIDTH))
    made.keep_past()
    made.slots[2] = 70
    made.area("area")[4] = 1000
    assert made.call("it", 4, 2) is None
    assert made.slots.tolist() == [0, 1, 70, *range(3, WIDTH - 1), 2]
    assert made.area("area").tolist() == [0, 0, 0, 0, 1070, 0]


def test_numbers_beside_the_positions() -> None:
    made = machine(function(n.SetGlobal("one", n.IntOp("+", n.GlobalVar("one"), X)), gives=None))
    made.call("it", 5, 0)
    made.call("it", 3, 0)
    assert (made.number("one"), made.number("nobody asks for it")) == (8, 0)


def test_what_is_told_and_offered_is_taken_once() -> None:
    tell = n.WriteJournal(3, (X, n.ConstantArray((8, 9)), n.CompareNumbers("<", X, Y)))
    offers = (
        n.OfferMove(1, (n.ConstantArray(()), Y)),
        n.OfferMove(2, (X,), (num(1), Y)),
        n.OfferMove(0, (), (num(1), num(2)), n.ConstantArray((4,))),
    )
    made = machine(function(tell, *offers, gives=None))
    made.call("it", 6, 7)
    made.call("it", 7, 7)
    assert made.journal() == [(3, 6, (8, 9), 1), (3, 7, (8, 9), 0)]
    once = [(1, ((), 7), None), (2, (6,), range(1, 8)), (0, (), ((4,), 1, 2))]
    assert made.offers() == [*once, once[0], (2, (7,), range(1, 8)), once[2]]
    assert (made.journal(), made.offers()) == ([], [])


def test_runs_go_in_and_come_out() -> None:
    other = n.LocalVar("other", n.RUN)
    body = (
        n.AllocateArray(n.LocalVar("r", n.RUN), n.IntOp("+", n.ArrayLength(ROW), n.ArrayLength(other))),
        n.AppendArray(n.LocalVar("r", n.RUN), other),
    )
    made = machine(
        function(
            *body,
            n.AppendArray(n.LocalVar("r", n.RUN), ROW),
            n.ReturnValue(n.LocalVar("r", n.RUN)),
            gives=n.RUN,
            takes=(ROW, other),
        ),
        n.FunctionDefinition("same", (ROW,), n.RUN, (n.ReturnValue(ROW),)),
    )
    given: tuple[Argument, ...] = ([1, 2], (3, 4, -5))
    assert made.call("it", *given) == (3, 4, -5, 1, 2)
    assert made.call("same", [7, 8]) == (7, 8)


def test_a_run_that_is_given_back_is_not_changed_by_what_comes_later() -> None:
    """It may have lain in the position, or in an area that is written again."""
    kept = n.LocalVar("kept", n.RUN)
    made = machine(
        n.FunctionDefinition(
            "there",
            (X,),
            n.RUN,
            (
                n.ReturnValue(
                    n.SelectValue(
                        n.CompareNumbers("=", X, num(0)), n.LoadSlotArray(num(0)), n.LoadAreaArray("area", num(0))
                    )
                ),
            ),
        ),
        function(
            n.AssignLocal(kept, n.CallNode("there", (X,), n.RUN)),
            n.StoreSlot(num(1), num(9)),
            n.StoreArea("area", num(1), num(9)),
            n.ReturnValue(n.ArrayItem(kept, num(0))),
        ),
    )
    for where in (0, 1):
        made.slots[:2] = made.area("area")[:2] = array("q", (1, 4))
        assert made.call("it", where, 0) == 4


@pytest.mark.parametrize("large", [False, True])
def test_what_is_gone_through_is_not_changed_meanwhile(large: bool) -> None:
    """Whether the function that gives it stands in place or is called, and whoever writes there, itself or by what it calls."""
    item, total = n.LocalVar("item"), n.LocalVar("total")
    much = tuple(n.AssignLocal(n.LocalVar(f"v{at}"), X) for at in range(100 if large else 0))
    there = n.FunctionDefinition("there", (X,), n.RUN, (*much, n.ReturnValue(n.LoadAreaArray("area", num(0)))))
    spoil = n.FunctionDefinition(
        "spoil", (X,), n.WHOLE, (*much, n.StoreArea("area", num(2), num(50)), n.ReturnValue(num(0)))
    )
    add = n.FunctionDefinition(
        "add",
        (X, ROW),
        n.WHOLE,
        (n.ReturnValue(n.IntOp("+", n.CallNode("spoil", (X,)), n.ArrayItem(ROW, num(1)))),),
    )
    call = n.CallNode("there", (X,), n.RUN)
    ways: dict[str, n.Body] = {
        "loop": (
            n.AssignLocal(total, num(0)),
            n.ForEachLoop(
                item,
                call,
                (n.StoreArea("area", num(2), num(50)), n.AssignLocal(total, n.IntOp("+", total, item))),
            ),
            n.ForEachLoop(item, call, (n.CallStatement(n.CallNode("spoil", (X,))),)),
            n.ReturnValue(total),
        ),
        "item": (n.ReturnValue(n.ArrayItem(call, n.IntOp("+", n.CallNode("spoil", (X,)), num(1)))),),
        "argument": (n.ReturnValue(n.CallNode("add", (X, call))),),
        "still": (
            n.AssignLocal(total, num(-3)),
            n.ForEachLoop(item, call, (n.AssignLocal(total, n.IntOp("+", total, item)),)),
            n.ReturnValue(total),
        ),
    }
    made = machine(there, spoil, add, *(n.FunctionDefinition(way, (X,), n.WHOLE, body) for way, body in ways.items()))
    found = []
    for way in ways:
        made.area("area")[:3] = array("q", (2, 3, 4))
        found.append(made.call(way, 0))
    assert found == [7, 4, 4, 4]


def test_a_fault_inside_an_attempt_is_caught_and_others_are_told() -> None:
    fail = n.FunctionDefinition(
        "fail",
        (X,),
        None,
        (n.ConditionalBlock(n.CompareNumbers("<", X, num(0)), (n.RaiseFault("E305"),)), n.StoreSlot(num(0), X)),
    )
    inner = n.TryStatement((n.CallStatement(n.CallNode("fail", (X,))),), (n.CallStatement(n.CallNode("fail", (Y,))),))
    made = machine(
        fail, function(n.TryStatement((inner,), (n.ReturnValue(num(-1)),)), n.ReturnValue(n.LoadSlot(num(0))))
    )
    assert [made.call("it", 3, 4), made.call("it", -3, 4), made.call("it", -3, -4)] == [3, 4, -1]
    with pytest.raises(Failed) as found:
        made.call("fail", -1)
    assert found.value.args == ("E305",)
    assert made.call("it", 5, 0) == 5
