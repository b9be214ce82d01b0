"""Each node of the lower form as Python: what it does, in functions written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from reguli.compile.lir import lir_nodes as n
from reguli.compile.python.python_module import SILENT, TOLD, JournalSettings, PythonModule
from reguli.ir.interpreter.set_numbering import DIGITS
from reguli.ir.runtime_faults import Failed
from reguli.ir.state_layout import BUDGET

WIDTH = 40
ALL = (1 << 64) - 1
X, Y, RUNNING = n.LocalVar("x"), n.LocalVar("y"), n.LocalVar("r", n.RUN)


def num(value: int) -> n.Int:
    return n.Int(value)


def op(sign: str, left: n.Code | int, right: n.Code | int) -> n.IntOp:
    return n.IntOp(sign, *(num(side) if isinstance(side, int) else side for side in (left, right)))


def compare(sign: str, left: n.Code | int, right: n.Code | int) -> n.CompareNumbers:
    return n.CompareNumbers(sign, *(num(side) if isinstance(side, int) else side for side in (left, right)))


def module(
    *functions: n.FunctionDefinition, areas: dict[str, int] | None = None, telling: JournalSettings = TOLD
) -> PythonModule:
    made = {one.name: one for one in functions}
    return PythonModule(made, areas or {}, width=WIDTH, numbers=count(1), telling=telling)


def function(
    *body: n.Statement, gives: n.KindOf | None = n.WHOLE, takes: Sequence[n.LocalVar] = ()
) -> n.FunctionDefinition:
    return n.FunctionDefinition("it", tuple(takes), gives, body)


def slots(**known: int) -> list[int]:
    found = [0] * WIDTH
    for name, value in known.items():
        found[int(name[1:])] = value
    return found


def value(code: n.Code, s: list[int] | None = None, x: int = 0, y: int = 0) -> object:
    """Return what an expression gives, with two numbers at hand."""
    made = module(function(n.ReturnValue(code), gives=n.WHOLE, takes=(X, Y)))
    return made.take("it")(slots() if s is None else s, x, y)


def done(*body: n.Statement, s: list[int] | None = None, areas: dict[str, int] | None = None, **more: int) -> list[int]:
    """Return the slots after some statements."""
    after = slots() if s is None else s
    module(function(*body, gives=None, takes=(X, Y)), areas=areas).take("it")(after, more.get("x", 0), more.get("y", 0))
    return after


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        (num(-3), -3),
        (op("+", X, Y), 12),
        (op("-", op("-", X, Y), op("-", X, Y)), 0),
        (op("*", op("+", X, 1), op("-", Y, 7)), -16),
        (op("div", op("-", 0, X), 3), -3),
        (op("mod", op("-", 0, X), 3), 2),
        (op("&", op("|", X, 1), op("^", Y, 6)), 3),
        (op("<<", op("|", X, 1), op("-", 65, Y)), 7 << 60 & ALL),
        (op(">>", num(ALL), op("+", 58, Y)), 1),
        (op("+%", num(ALL), X), 6),
        (op("+%", op("-", 0, Y), 0), ALL - 4),
        (op("*%", num(ALL), num(ALL)), 1),
        (n.SingleBitMask(Y), 32),
        (n.LowestSetBit(op("*", X, 8)), 3),
        (n.HighestSetBit(op("*", X, 8)), 5),
        (n.PopCount(X), 3),
        (n.PopCount(num(5)), 2),
        (n.SelectValue(compare("<", X, Y), num(1), n.SelectValue(compare("=", X, 7), num(2), num(3))), 2),
        (op("+", n.BoolToInt(compare("=", X, 7)), n.BoolToInt(compare("=", Y, 5))), 2),
        (n.ConstantElement((4, 5, 6), op("-", X, Y)), 6),
        (n.ConstantElement(tuple(range(100, 200)), X), 107),
        (n.ArrayLength(n.ConstantArray((1, 2, 3))), 3),
        (n.ArrayItem(n.ConstantArray((1, 2, 3)), op("-", X, Y)), 3),
        (n.ArrayLength(n.ConstantArrayTable(((1,), (2, 3)), num(1))), 2),
    ],
)
def test_numbers(code: n.Code, wanted: int) -> None:
    found = value(code, x=7, y=5)
    assert found == wanted
    assert type(found) is int


@pytest.mark.parametrize("sign", [*n.COMPARED, n.BELOW])
@pytest.mark.parametrize("x", [4, 5, 6])
def test_comparisons_hold_or_not_and_their_opposites_do_not_or_do(sign: str, x: int) -> None:
    wanted = {"=": x == 5, "!=": x != 5, "<": x < 5, "<=": x <= 5, ">": x > 5, ">=": x >= 5, "<%": x < 5}[sign]
    asked = compare(sign, X, Y)
    assert value(asked, x=x, y=5) is wanted
    assert value(n.LogicalNot(asked), x=x, y=5) is not wanted
    assert value(n.BoolToInt(asked), x=x, y=5) == int(wanted)
    assert value(compare("=", n.BoolToInt(asked), 0), x=x, y=5) is not wanted
    assert value(compare("!=", n.BoolToInt(asked), 0), x=x, y=5) is wanted


@pytest.mark.parametrize("x", range(8))
def test_truths_are_joined(x: int) -> None:
    among = n.LogicalOr(n.LogicalOr(compare("=", X, 1), compare("=", X, 3)), compare("=", X, 4))
    between = n.LogicalAnd(compare("<=", 2, X), compare("<", X, Y))
    for code, wanted in (
        (among, x in (1, 3, 4)),
        (between, 2 <= x < 5),
        (n.LogicalAnd(among, between), x in (3, 4)),
        (n.LogicalNot(n.LogicalOr(among, between)), x not in (1, 2, 3, 4)),
        (n.SelectValue(among, between, n.Bool(True)), 2 <= x < 5 if x in (1, 3, 4) else True),
        (compare("<", n.BoolToInt(among), n.BoolToInt(between)), x == 2),
    ):
        assert value(code, x=x, y=5) is wanted
        assert value(n.SelectValue(code, num(8), num(9)), x=x, y=5) == (8 if wanted else 9)


def test_the_right_side_is_not_asked_where_the_left_one_tells() -> None:
    outside = compare("=", n.ConstantElement((1,), num(5)), 1)
    assert value(n.LogicalAnd(compare("=", X, 1), outside)) is False
    assert value(n.LogicalOr(compare("=", X, 0), outside)) is True
    assert value(n.SelectValue(compare("=", X, 0), num(3), n.ConstantElement((1,), num(5)))) == 3


def test_slots_are_counted_from_the_beginning_or_the_end() -> None:
    s = slots(s3=30, s39=7, s10=2, s11=50, s12=60)
    assert value(n.LoadSlot(num(3)), s) == 30
    assert value(n.LoadSlot(num(-1)), s) == 7
    assert value(n.LoadSlot(op("+", X, 3)), s) == 30
    assert value(n.ArrayLength(n.LoadSlotArray(num(10))), s) == 2
    assert value(n.ArrayItem(n.LoadSlotArray(op("+", X, 10)), num(1)), s) == 60
    assert value(n.ArrayItem(n.SlotRangeArray(num(10), 3), num(2)), s) == 60
    assert value(n.ArrayLength(n.SlotRangeArray(num(10), 3)), s) == 3
    assert list(value(n.LoadSlotArray(op("+", X, 10)), s)) == [50, 60]  # type: ignore[call-overload]
    assert list(value(n.LoadSlotArray(num(-30)), s)) == [50, 60]  # type: ignore[call-overload]
    assert list(value(n.SlotRangeArray(op("+", X, Y), 3), s, x=5, y=5)) == [2, 50, 60]  # type: ignore[call-overload]


def test_the_position_of_before_is_asked() -> None:
    made = module(
        function(
            n.ReturnValue(op("+", n.LoadSlot(num(3), past=True), n.ArrayLength(n.LoadSlotArray(num(4), past=True))))
        )
    )
    ask = made.take("it")
    made.shared.namespace["P"] = slots(s3=8, s4=2)
    assert ask(slots(s3=30)) == 10


def test_slots_are_written() -> None:
    s = slots(s3=30, s4=40, s5=50)
    assert done(n.StoreSlot(num(-1), num(6)), s=list(s)) == [*s[:-1], 6]
    assert done(n.StoreSlot(num(3), op("+", n.LoadSlot(num(3)), num(1))), s=list(s))[3] == 31
    assert done(n.StoreSlot(op("+", X, 3), op("-", n.LoadSlot(op("+", X, 3)), num(1))), s=list(s), x=1)[4] == 39
    assert done(n.FillSlots(num(3), num(2), num(9)), s=list(s))[2:6] == [0, 9, 9, 50]
    assert done(n.FillSlots(op("+", X, 3), op("+", Y, 1), X), s=list(s), x=1, y=1)[2:7] == [0, 30, 1, 1, 0]
    assert done(n.FillSlots(num(-2), num(2), num(4)), s=list(s))[-3:] == [0, 4, 4]
    assert done(n.FillSlots(num(3), num(0), num(4)), s=list(s)) == s
    assert done(n.CopySlots(num(4), num(3), num(3)), s=list(s))[2:8] == [0, 30, 30, 40, 50, 0]
    assert done(n.CopySlots(op("+", X, 3), op("+", X, 4), Y), s=list(s), y=2)[2:7] == [0, 40, 50, 50, 0]
    assert done(n.CopySlots(num(4), num(3), num(1)), s=list(s))[4] == 30


def test_areas_and_numbers_beside_the_position() -> None:
    body = (
        n.CopySlotsToArea("aside", X, num(3), num(2)),
        n.StoreArea("aside", num(0), num(77)),
        n.SetGlobal("kept", op("+", n.GlobalVar("kept"), num(5))),
        n.CopyAreaToSlots(num(10), "aside", num(0), num(3)),
        n.StoreSlot(num(20), n.LoadArea("aside", X)),
        n.StoreSlot(num(21), n.GlobalVar("kept")),
    )
    after = done(*body, s=slots(s3=8, s4=9), x=1, areas={"aside": 4})
    assert after[10:13] == [77, 8, 9]
    assert (after[20], after[21]) == (8, 5)


def test_runs_are_made_and_changed() -> None:
    body = (
        n.AllocateArray(RUNNING, num(9)),
        n.AppendItem(RUNNING, X),
        n.AppendArray(RUNNING, n.ConstantArray((5, 6, 7))),
        n.SetArrayItem(RUNNING, num(1), num(50)),
        n.TruncateArray(RUNNING, num(3)),
        n.ReturnValue(RUNNING),
    )
    assert list(module(function(*body, gives=n.RUN, takes=(X,))).take("it")(slots(), 4)) == [4, 50, 6]


def test_loops() -> None:
    add = n.AssignLocal(Y, op("+", Y, op("*", X, 1)))

    def summed(*loop: n.Statement) -> object:
        made = function(n.AssignLocal(Y, num(0)), *loop, n.ReturnValue(Y), takes=())
        return module(made).take("it")(slots())

    assert summed(n.CountedLoop(X, num(2), num(5), (add,))) == 9
    assert summed(n.CountedLoop(X, num(0), num(100), (add,))) == 4950
    assert summed(n.CountedLoop(X, n.LoadSlot(num(0)), num(4), (add,))) == 6
    assert summed(n.CountedLoop(X, num(5), num(2), (add,))) == 0
    assert summed(n.ForEachLoop(X, n.ConstantArray((4, 4, 5)), (add,))) == 13
    assert summed(n.ForEachBit(X, num(0b1001010), (add,))) == 10
    skip = (
        n.ConditionalBlock(compare("=", X, 3), (n.ContinueLoop(),)),
        n.ConditionalBlock(compare("=", X, 6), (n.BreakLoop(),)),
        add,
    )
    assert summed(n.CountedLoop(X, num(1), num(9), skip)) == 12
    assert summed(n.ForEachBit(X, num(0b11111110), skip)) == 12
    assert summed(n.ForEachLoop(X, n.ConstantArray((1, 3, 5, 6, 7)), skip)) == 6
    inner = n.ForEachLoop(X, n.ConstantArray((1, 6, 9)), skip)
    assert summed(n.CountedLoop(n.LocalVar("z"), num(0), num(3), (inner,))) == 3


def test_repeating_until_it_is_left() -> None:
    until = n.ConditionalBlock(compare(">=", X, 10), (n.BreakLoop(),))
    body = (n.AssignLocal(X, op("+", X, 3)), n.AssignLocal(Y, op("+", Y, 1)))
    for loop in (n.EndlessLoop((until, *body)), n.EndlessLoop((*body, until))):
        made = function(n.AssignLocal(Y, num(0)), loop, n.ReturnValue(op("+", op("*", X, 100), Y)), takes=(X,))
        assert module(made).take("it")(slots(), 1) == 1003


@pytest.mark.parametrize(("x", "wanted"), [(0, 10), (1, 11), (2, 12), (3, 13)])
def test_conditions(x: int, wanted: int) -> None:
    def then(number: int) -> tuple[n.Statement, ...]:
        return (n.AssignLocal(Y, num(number)), n.AssignLocal(Y, op("+", Y, num(1))))

    inner = n.ConditionalBlock(
        compare("=", X, 2), then(11), (n.ConditionalBlock(compare("=", X, 3), (), then(99)), n.AssignLocal(Y, num(13)))
    )
    body = n.ConditionalBlock(
        compare("=", X, 0), then(9), (n.ConditionalBlock(n.LogicalNot(compare("=", X, 1)), (inner,), then(10)),)
    )
    assert module(function(body, n.ReturnValue(Y), takes=(X, Y))).take("it")(slots(), x, 0) == wanted


def test_faults_tell_their_code() -> None:
    with pytest.raises(Failed) as failed:
        done(n.ConditionalBlock(compare("=", X, 0), (n.RaiseFault("E301"),)))
    assert failed.value.args[0] == "E301"


def test_the_budget_is_spent() -> None:
    s = slots()
    s[BUDGET] = 10
    spend = module(function(n.SpendBudget(X), gives=None, takes=(X,))).take("it")
    spend(s, 10)
    assert s[BUDGET] == 0
    with pytest.raises(Failed) as failed:
        spend(s, 1)
    assert failed.value.args[0] == "E319"


def test_stamps_are_numbers_never_given_before() -> None:
    made = module(function(n.StampSlots((3, -2)), gives=None))
    s = slots()
    made.take("it")(s)
    assert s[3] == s[-2] > 0
    first = s[3]
    made.take("it")(s)
    assert s[3] == s[-2] != first


def test_what_is_told_goes_into_the_journal_of_those_who_call_too() -> None:
    tell = n.FunctionDefinition("tell", (X,), None, (n.WriteJournal(4, (X, n.LoadSlotArray(num(3)))),))
    twice = n.CallStatement(n.CallNode("tell", (X,)))
    caller = n.FunctionDefinition("caller", (X,), None, (twice, twice))
    journal: list[object] = []
    s = slots(s3=2, s4=8, s5=9)
    module(caller, tell).take("caller")(s, journal, 5)
    assert journal == [(4, 5, (8, 9))] * 2
    module(caller, tell, telling=SILENT).take("caller")(s, 5)
    journal.clear()
    module(caller, tell, telling=JournalSettings(bundles=frozenset({4}))).take("caller")(s, journal, 5)
    assert journal == [(4, 5, 8 + (9 << DIGITS))] * 2


def test_what_the_engine_calls_takes_the_journal_and_the_offers_in_any_case() -> None:
    block, lister = (
        n.FunctionDefinition("block 3", (), n.WHOLE, (n.ReturnValue(num(4)),)),
        n.FunctionDefinition("list 0.0", (), None, ()),
    )
    made = module(block, lister)
    assert made.take("block 3")(slots(), []) == 4
    assert made.take("list 0.0")(slots(), []) is None


def test_offers() -> None:
    body = (
        n.OfferMove(0, ()),
        n.OfferMove(1, (X, Y)),
        n.OfferMove(2, (X,), span=(num(2), op("+", Y, num(1)))),
        n.OfferMove(3, (n.LoadSlotArray(num(3)), X)),
        n.OfferMove(4, (), span=(num(1), num(2)), among=n.ConstantArray((4, 5))),
    )
    offers: list[object] = []
    module(function(*body, gives=None, takes=(X, Y))).take("it")(slots(s3=1, s4=6), offers, 7, 8)
    assert offers == [
        (0, (), None),
        (1, (7, 8), None),
        (2, (7,), range(2, 10)),
        (3, ((6,), 7), None),
        (4, (), ((4, 5), 1, 2)),
    ]


def test_functions_call_one_another_and_new_ones_join_later() -> None:
    made = {
        "first one": n.FunctionDefinition("first one", (X,), n.WHOLE, (n.ReturnValue(op("+", X, num(1))),)),
        "first-one": n.FunctionDefinition("first-one", (X,), n.TRUTH, (n.ReturnValue(compare("=", X, num(1))),)),
    }
    mod = PythonModule(made, {}, width=WIDTH, numbers=count(1))
    assert mod.take("first one")(slots(), 1) == 2
    assert mod.take("first-one")(slots(), 1) is True
    asked = n.CallNode("first-one", (X,), n.TRUTH)
    made["later"] = n.FunctionDefinition(
        "later", (X,), n.WHOLE, (n.ReturnValue(n.SelectValue(asked, n.CallNode("first one", (X,)), num(0))),)
    )
    assert mod.take("later")(slots(), 1) == 2
    assert mod.take("later")(slots(), 2) == 0


@pytest.mark.parametrize("name", ["s", "j", "range", "lambda", "Big", "x1_", "ü", "match", "n1_"])
def test_locals_may_be_called_anything(name: str) -> None:
    one, other = n.LocalVar(name), n.LocalVar("ordinary")
    body = (
        n.AssignLocal(other, num(0)),
        n.CountedLoop(one, num(0), X, (n.AssignLocal(other, op("+", other, one)),)),
        n.ReturnValue(other),
    )
    assert module(function(*body, takes=(X,))).take("it")(slots(), 5) == 10


@pytest.mark.parametrize("depth", [39, 40, 41, 80, 200])
def test_expressions_stand_as_deep_in_one_another_as_they_will(depth: int) -> None:
    code: n.Code = X
    test: n.Code = compare("=", X, 1)
    for _ in range(depth):
        code = n.SelectValue(compare("=", X, 1), op("+", num(1), code), num(0))
        test = n.LogicalNot(n.LogicalAnd(n.LogicalOr(test, compare("=", X, 5)), compare("=", X, 1)))
    assert value(code, x=1) == 1 + depth
    assert value(test, x=1) is (depth % 2 == 0)


@pytest.mark.parametrize("depth", [11, 12, 13, 30, 100])
def test_loops_stand_as_deep_in_one_another_as_they_will(depth: int) -> None:
    """Each loop goes round twice, but the innermost of all leaves, goes on or gives when it is told to."""
    leave = (
        n.AssignLocal(Y, op("+", Y, num(1))),
        n.ConditionalBlock(compare("=", X, num(1)), (n.BreakLoop(),)),
        n.ConditionalBlock(compare("=", X, num(2)), (n.ContinueLoop(),)),
        n.ConditionalBlock(compare("=", X, num(3)), (n.ReturnValue(num(-5)),)),
        n.AssignLocal(Y, op("+", Y, num(100))),
    )
    body: n.Body = (n.CountedLoop(n.LocalVar("inner"), num(0), num(2), leave),)
    for level in range(depth):
        last = n.AssignLocal(n.LocalVar("seen"), op("+", n.LocalVar("seen"), num(1)))
        body = (n.CountedLoop(n.LocalVar(f"v{level}"), num(0), num(1), (*body, last)),)
    both = op("+", op("*", Y, 1000), n.LocalVar("seen"))
    made = function(
        n.AssignLocal(Y, num(0)), n.AssignLocal(n.LocalVar("seen"), num(0)), *body, n.ReturnValue(both), takes=(X,)
    )
    run = module(made).take("it")
    assert [run(slots(), x) for x in range(4)] == [202 * 1000 + depth, 1000 + depth, 2 * 1000 + depth, -5]


@pytest.mark.parametrize("depth", [39, 40, 200])
def test_conditions_stand_as_deep_in_one_another_as_they_will(depth: int) -> None:
    body: n.Body = (n.ConditionalBlock(compare("=", X, 5), (n.BreakLoop(),), (n.ContinueLoop(),)),)
    for _ in range(depth):
        body = (
            n.AssignLocal(Y, op("+", Y, num(1))),
            n.ConditionalBlock(compare("<", X, 9), body),
            n.AssignLocal(Y, num(-1)),
        )
    made = function(n.CountedLoop(X, num(3), num(40), body), n.ReturnValue(Y), takes=(X, Y))
    assert module(made).take("it")(slots(), 0, 0) == 3 * depth
