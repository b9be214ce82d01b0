"""Functions in restricted Python become functions of the lower form, and what the language lacks is said with its place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any

import pytest
from interpreter_pairs import FOLDERS, ruleset

from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.lir import lir_nodes as n
from reguli.compile.lir.restricted_python import runtime_library
from reguli.compile.runtime import random_numbers
from reguli.compile.runtime.intrinsics import (
    PLAIN,
    NotGiven,
    Run,
    at,
    digits,
    extend,
    fail,
    get,
    load,
    new,
    push,
    put,
    set_,
    size,
    spend,
    store,
    told,
    told_run,
)
from reguli.ir.executable_program import build_program

LIMIT = 5
NEAR = (3, 1, 2)
ROWS = ((1, 2), (), (3,))
AREAS = {"noted": LIMIT}


def stands_for(number: int) -> int:
    raise NotGiven


def squares(numbers: Run, most: int) -> Run:
    found = new(size(numbers) + 1)
    for one in numbers:
        if one * one > most:
            break
        push(found, one * one)
    for index in range(1, size(found)):
        found[index] += found[index - 1]
    return found


def up_to(number: int) -> int:
    count = 0
    while count < number and NEAR[count % 3] <= LIMIT:
        count += stands_for(count)
    return count


def remembers(index: int) -> int:
    spend(2)
    if not 0 <= index < LIMIT:
        fail("E302")
    elif at("noted", index) == 0:
        put("noted", index, load(index) + get("more"))
        set_("more", index)
        store(index, 1)
    return at("noted", index)


def is_told(mask: int) -> bool:
    total = 0
    for one in digits(mask):
        for other in ROWS[one % 3]:
            total += other
    return total > told("most") and size(told_run("all")) == 2


def read(function: Callable[..., object], **known: int | tuple[int, ...]) -> n.FunctionDefinition:
    assert isinstance(function, FunctionType)
    found = runtime_library().read(function, known)
    assert found is not None
    return found.function


def test_a_loop_over_a_run_that_makes_another() -> None:
    numbers, one, found, index = (
        n.LocalVar("numbers", n.RUN),
        n.LocalVar("one"),
        n.LocalVar("found", n.RUN),
        n.LocalVar("index"),
    )
    square = n.IntOp("*", one, one)
    before = n.ArrayItem(found, n.IntOp("-", index, n.Int(1)))
    assert read(squares) == n.FunctionDefinition(
        "squares",
        (numbers, n.LocalVar("most")),
        n.RUN,
        (
            n.AllocateArray(found, n.IntOp("+", n.ArrayLength(numbers), n.Int(1))),
            n.ForEachLoop(
                one,
                numbers,
                (
                    n.ConditionalBlock(n.CompareNumbers(">", square, n.LocalVar("most")), (n.BreakLoop(),)),
                    n.AppendItem(found, square),
                ),
            ),
            n.CountedLoop(
                index,
                n.Int(1),
                n.ArrayLength(found),
                (n.SetArrayItem(found, index, n.IntOp("+", n.ArrayItem(found, index), before)),),
            ),
            n.ReturnValue(found),
        ),
    )


def test_a_condition_is_asked_each_round_and_a_stub_is_called_by_its_name() -> None:
    count = n.LocalVar("count")
    near = n.CompareNumbers("<=", n.ConstantElement(NEAR, n.IntOp("mod", count, n.Int(3))), n.Int(LIMIT))
    assert read(up_to).body[1] == n.EndlessLoop(
        (
            n.ConditionalBlock(
                n.LogicalNot(n.LogicalAnd(n.CompareNumbers("<", count, n.LocalVar("number")), near)),
                (n.BreakLoop(),),
            ),
            n.AssignLocal(count, n.IntOp("+", count, n.CallNode("stands_for", (count,)))),
        )
    )


def test_slots_areas_and_numbers_beside_them() -> None:
    index = n.LocalVar("index")
    inside = n.LogicalAnd(n.CompareNumbers("<=", n.Int(0), index), n.CompareNumbers("<", index, n.Int(LIMIT)))
    seen = n.LoadArea("noted", index)
    assert read(remembers).body == (
        n.SpendBudget(n.Int(2)),
        n.ConditionalBlock(
            n.LogicalNot(inside),
            (n.RaiseFault("E302"),),
            (
                n.ConditionalBlock(
                    n.CompareNumbers("=", seen, n.Int(0)),
                    (
                        n.StoreArea("noted", index, n.IntOp("+", n.LoadSlot(index), n.GlobalVar("more"))),
                        n.SetGlobal("more", index),
                        n.StoreSlot(index, n.Int(1)),
                    ),
                ),
            ),
        ),
        n.ReturnValue(seen),
    )


def test_what_a_program_is_told_is_known() -> None:
    for most in (3, 4):
        given = read(is_told, most=most, all=(1, 2)).body[-1]
        total = n.CompareNumbers(">", n.LocalVar("total"), n.Int(most))
        assert given == n.ReturnValue(
            n.LogicalAnd(total, n.CompareNumbers("=", n.ArrayLength(n.ConstantArray((1, 2))), n.Int(2)))
        )


@cache
def halves() -> tuple[int, ...]:
    return tuple(number // 2 for number in range(LIMIT))


def half(number: int) -> int:
    return halves()[number]


def test_what_is_worked_out_once_is_a_constant() -> None:
    assert read(half).body == (n.ReturnValue(n.ConstantElement((0, 0, 1, 1, 2), n.LocalVar("number"))),)


def test_a_function_brings_what_it_calls_and_its_areas() -> None:
    making = CodegenContext(build_program(ruleset(FOLDERS[0]), 2))
    assert making.library(random_numbers.cast_key) == "cast_key"
    assert set(making.functions) == {"cast_key", "fold", "mix"}
    assert making.library(up_to) == "up_to"
    assert making.areas == AREAS


def test_it_runs_as_plain_python_too() -> None:
    assert squares((1, 2, 3, 4), 9) == [1, 5, 14]
    PLAIN.slots[:] = [7] * LIMIT
    assert (remembers(2), remembers(2), PLAIN.slots[2]) == (7, 7, 1)


def pushes_on_what_is_given(run: Run) -> None:
    push(run, 1)  # type: ignore[arg-type]


def asks_a_number(number: int) -> int:
    if number:
        return 1
    return 0


def gives_nothing_at_the_end(number: int) -> int:  # noqa: RET503
    while number < 3:
        if number == 2:
            break
        number += 1
    if number == 4:
        return 2


def changes_its_loop(number: int) -> None:
    for one in range(number):
        one += 2  # noqa: PLW2901


def leaves_its_loop(number: int) -> int:
    for one in range(number):  # noqa: B007
        pass
    return one


def asks_what_nobody_said() -> int:
    return told("nothing")


def slices(run: Run) -> int:
    return size(run[1:])


def changes_a_kind(number: int) -> None:
    number = number == 2
    extend(new(2), (1, 2))


@pytest.mark.parametrize(
    ("function", "line", "said"),
    [
        (pushes_on_what_is_given, 1, "only a run that was made here can be changed: run"),
        (asks_a_number, 1, "this is no truth but a whole: number"),
        (gives_nothing_at_the_end, 5, "a way through the function gives nothing"),
        (changes_its_loop, 2, "this is no name of a number that may change: one += 2"),
        (leaves_its_loop, 3, "this name has no value yet: one"),
        (asks_what_nobody_said, 1, "nobody said what this is: told('nothing')"),
        (slices, 1, "the library has no such value: 1:"),
        (changes_a_kind, 1, "number is a whole: number = number == 2"),
    ],
)
def test_what_the_language_lacks_is_said_with_its_place(function: Callable[..., Any], line: int, said: str) -> None:
    with pytest.raises(AssertionError) as raised:
        read(function)
    place = f"{__file__}:{function.__code__.co_firstlineno + line}: "
    assert str(raised.value).startswith(place + said)
