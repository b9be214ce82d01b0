"""What runs in the machine is bounded: how long it runs, how deep it calls, and how much it makes; and what is made in rounds does not add up."""

from __future__ import annotations

import pytest
from wasm_harness import TellingMachine

from reguli.compile.lir import lir_nodes as n
from reguli.compile.wasm.memory_layout import RUNS_ROOM
from reguli.ir.runtime_faults import Failed

X, R, S = n.LocalVar("x"), n.LocalVar("r", n.RUN), n.LocalVar("s", n.RUN)
ROUNDS = 1000
LARGE = n.Int(RUNS_ROOM // 100)
"""Room of a run, of which a hundred have no room beside each other."""


def num(value: int) -> n.Int:
    return n.Int(value)


def machine(*functions: n.FunctionDefinition, fuel: int = 1 << 24) -> TellingMachine:
    return TellingMachine(functions, 4, {}, fuel=fuel)


def rounds(*body: n.Statement) -> n.CountedLoop:
    return n.CountedLoop(n.LocalVar("i"), num(0), num(ROUNDS), body)


ENDLESS = n.FunctionDefinition(
    "endless", (), None, (n.EndlessLoop((n.StoreSlot(num(0), n.IntOp("+", n.LoadSlot(num(0)), num(1))),)),)
)
DEEP = n.FunctionDefinition("deep", (X,), n.WHOLE, (n.ReturnValue(n.IntOp("+", num(1), n.CallNode("deep", (X,)))),))
FULL = n.FunctionDefinition(
    "full",
    (),
    None,
    (
        n.EndlessLoop(
            (
                n.AllocateArray(R, LARGE),
                n.ConditionalBlock(n.CompareNumbers("=", n.ArrayLength(S), num(7)), ()),
                n.AssignLocal(S, R),
            )
        ),
    ),
)
VAST = n.FunctionDefinition(
    "vast", (X,), n.WHOLE, (n.AllocateArray(R, X), n.AppendItem(R, X), n.ReturnValue(n.ArrayItem(R, num(0))))
)
TALKING = n.FunctionDefinition("talking", (), None, (n.EndlessLoop((n.OfferMove(0, (num(1),)),)),))
FINE = n.FunctionDefinition("fine", (X,), n.WHOLE, (n.ReturnValue(X),))


@pytest.mark.night
@pytest.mark.parametrize("name", ["endless", "deep", "full", "vast", "talking"])
def test_what_does_not_come_to_an_end_is_stopped(name: str) -> None:
    made = machine(ENDLESS, DEEP, FULL, VAST, TALKING, FINE)
    given = {"deep": (1,), "vast": (1 << 40,)}.get(name, ())
    for _ in range(2):
        with pytest.raises(Failed) as found:
            made.call(name, *given)
        assert found.value.args == ("E319",)
        assert found.value.__cause__ is not None
        assert made.call("fine", 7) == 7


def test_each_call_has_its_own_fuel() -> None:
    made = machine(n.FunctionDefinition("some", (), None, (rounds(n.StoreSlot(num(0), num(1))),)), fuel=ROUNDS * 20)
    for _ in range(50):
        made.call("some")


@pytest.mark.parametrize(
    "body",
    [
        (n.AllocateArray(R, LARGE), n.AppendItem(R, X)),
        (n.AssignLocal(R, n.CallNode("made", (X,), n.RUN)), n.StoreSlot(num(0), n.ArrayItem(R, num(0)))),
        (n.StoreSlot(num(0), n.ArrayItem(n.CallNode("made", (X,), n.RUN), num(0))),),
        (n.CallStatement(n.CallNode("made", (X,), n.RUN)),),
        (n.CallStatement(n.CallNode("used", (X,))),),
        (n.TryStatement((n.CallStatement(n.CallNode("failed", (X,))),), ()),),
        (
            n.AllocateArray(R, LARGE),
            n.AssignLocal(S, R),
            n.ConditionalBlock(n.CompareNumbers("=", n.ArrayLength(S), num(0)), (n.ContinueLoop(),)),
        ),
        (
            n.AssignLocal(R, n.ConstantArray((1, 2))),
            n.AssignLocal(S, n.CallNode("made", (X,), n.RUN)),
            n.AssignLocal(R, S),
        ),
        (n.EndlessLoop((n.AllocateArray(R, LARGE), n.BreakLoop())),),
    ],
)
def test_what_is_made_in_a_round_is_dropped(body: n.Body) -> None:
    others = (
        n.FunctionDefinition(
            "made",
            (X,),
            n.RUN,
            (n.AllocateArray(S, LARGE), n.AllocateArray(R, LARGE), n.AppendItem(R, X), n.ReturnValue(R)),
        ),
        n.FunctionDefinition("used", (X,), None, (n.AllocateArray(R, LARGE), n.AppendItem(R, X))),
        n.FunctionDefinition("failed", (X,), None, (n.AllocateArray(R, LARGE), n.RaiseFault("E301"))),
    )
    made = machine(*others, n.FunctionDefinition("it", (X,), None, (rounds(*body),)))
    made.call("it", 5)


def test_what_is_asked_in_a_later_round_is_kept() -> None:
    """The longest run so far, and the sum of the first of each; what is made meanwhile lies behind."""
    best, one, i = n.LocalVar("best", n.RUN), n.LocalVar("one", n.RUN), n.LocalVar("i")
    turn = (
        n.AllocateArray(one, num(8)),
        n.CountedLoop(
            n.LocalVar("k"),
            num(0),
            n.IntOp("mod", n.IntOp("*", i, num(5)), num(8)),
            (n.AppendItem(one, i),),
        ),
        n.ConditionalBlock(n.CompareNumbers(">", n.ArrayLength(one), n.ArrayLength(best)), (n.AssignLocal(best, one),)),
        n.AllocateArray(n.LocalVar("rest", n.RUN), num(8)),
        n.AppendItem(n.LocalVar("rest", n.RUN), num(-1)),
    )
    body = (n.AssignLocal(best, n.ConstantArray(())), n.CountedLoop(i, num(0), num(9), turn), n.ReturnValue(best))
    assert machine(n.FunctionDefinition("it", (), n.RUN, body)).call("it") == (3,) * 7
