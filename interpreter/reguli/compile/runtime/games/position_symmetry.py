"""The normal form of a position as two numbers of 64 bits, and which of its elements are alike (``ir.symmetry_classes`` says what may be exchanged, and why).

Positions are not kept: thousands of them, each as wide as all slots, would be more than areas should hold. What is kept of one is two sums over all that is read of it,

    sum of key[slot] * value   and   sum of other[slot] * value   modulo 2^64

with keys that were drawn once (``ir.rng``) and are odd. Two positions that differ, by no more than 2^t in any slot, have the same sum under 2^t of 2^63 ways to draw one key, so both
sums under 2^(2t - 126) of all (Carter and Wegman, "Universal classes of hash functions", 1979). Values of 10 digits and 20,000 positions, which are 2^28 pairs, leave 2^-78: rarer
than that memory fails, so a position that is known by its sums is the same position. A sum is carried on from the position that was looked at last: only what differs costs anything.

The columns of elements that may be exchanged are a sum for each element, mixed; of those that nothing refers to the class counts as the sum of its mixed sums, in which no element has a
place of its own, so nothing is sorted. Elements that something refers to have keys of their own.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import (
    around_add,
    around_mul,
    at,
    fill_slots,
    get,
    load,
    new,
    push,
    put,
    run_at,
    same,
    set_,
    told,
    told_run,
)
from reguli.compile.runtime.random_numbers import mix


def begin_anew() -> None:
    """Forget the position that was looked at last, and begin with one of which all that is read is 0, where something broke off while it was looked at."""
    if get("summing") == 0:
        return
    set_("summing", 0)
    set_("first plain", 0)
    set_("second plain", 0)
    for slot in range(told("last")):
        put("last", slot, 0)
    for member in range(told("members")):
        put("first column", member, 0)
        put("second column", member, 0)


def normal_form(own: int, behind: int, base: int) -> None:
    """Give the two sums of the position, and from ``base`` on the first element that each is like; slots from ``own`` to before ``behind`` are past."""
    fill_slots(own, behind - own, 0)
    set_("forms", get("forms") + 1)
    set_("summing", 1)
    _look_at_plain()
    set_("first sum", get("first plain"))
    set_("second sum", get("second plain"))
    for number in range(told("elements")):
        put("twins", base + number, told_run("element numbers")[number])
    _look_at_columns()
    set_("summing", 0)
    busy = is_busy()
    if not busy:
        _refer(own, behind)
    for group in range(told("classes")):
        _look_at_class(group, busy, base)


def is_busy() -> bool:
    """Tell whether something is put off or being run late: then nothing is exchanged."""
    for slot in told_run("busy slots"):  # noqa: SIM110 - this is read as it stands
        if load(slot) != 0:
            return True
    return False


def _look_at_plain() -> None:
    first = get("first plain")
    second = get("second plain")
    for number in range(told("stretches")):
        begin = told_run("read begins")[number]
        end = told_run("read ends")[number]
        if same(begin, "last", begin, end - begin):
            continue
        for slot in range(begin, end):
            value = load(slot)
            if value != at("last", slot):
                more = value - at("last", slot)
                put("last", slot, value)
                first = around_add(first, around_mul(told_run("first keys")[slot], more))
                second = around_add(second, around_mul(told_run("second keys")[slot], more))
    set_("first plain", first)
    set_("second plain", second)


def _look_at_columns() -> None:
    """Sum up anew the columns of elements in which anything differs."""
    moved = False
    for number in range(told("column stretches")):
        begin = told_run("column begins")[number]
        moved = moved or not same(begin, "last", begin, told_run("column ends")[number] - begin)
    if not moved:
        return
    for member in range(told("members")):
        low = told_run("first columns")[member]
        high = told_run("first columns")[member + 1]
        changed = False
        for column in range(low, high):
            slot = told_run("column slots")[column]
            value = load(slot)
            if value != at("last", slot):
                put("last", slot, value)
                changed = True
        if changed:
            first = 0
            second = 0
            for column in range(low, high):
                value = load(told_run("column slots")[column])
                first = around_add(first, around_mul(told_run("first column keys")[column - low], value))
                second = around_add(second, around_mul(told_run("second column keys")[column - low], value))
            put("first column", member, mix(first))
            put("second column", member, mix(second))


def _refer(own: int, behind: int) -> None:
    """Mark the elements that something refers to."""
    for number in range(told("singles")):
        slot = told_run("single slots")[number]
        if slot < own or slot >= behind:
            _refer_to(told_run("single elements")[number], told_run("single sizes")[number], load(slot))
    for number in range(told("lists")):
        slot = told_run("list slots")[number]
        if slot < own or slot >= behind:
            for element in run_at(slot):
                _refer_to(told_run("list elements")[number], told_run("list sizes")[number], element)
    for number in range(told("lying")):
        for place in range(told_run("lying slots")[number], told_run("lying ends")[number]):
            zone = load(place) - told_run("lying zones")[number]
            _refer_to(told_run("lying elements")[number], told_run("lying sizes")[number], zone)


def _refer_to(first: int, count: int, element: int) -> None:
    if 0 <= element < count:
        put("referred", first + element, get("forms"))


def _look_at_class(group: int, busy: bool, base: int) -> None:
    """Add the elements of a class to the sums, and note which of them are alike."""
    now = get("forms")
    low = told_run("first members")[group]
    high = told_run("first members")[group + 1]
    first = 0
    second = 0
    one = get("first sum")
    other = get("second sum")
    firsts = new(high - low)
    for member in range(low, high):
        element = told_run("member elements")[member]
        if busy or at("referred", element) == now:
            one = around_add(one, around_mul(told_run("first member keys")[member], at("first column", member)))
            other = around_add(other, around_mul(told_run("second member keys")[member], at("second column", member)))
            continue
        first = around_add(first, at("first column", member))
        second = around_add(second, at("second column", member))
        alike = -1
        for before in firsts:
            if at("first column", before) == at("first column", member) and at("second column", before) == at(
                "second column", member
            ):
                alike = before
                break
        if alike < 0:
            push(firsts, member)
        else:
            like = told_run("element numbers")[told_run("member elements")[alike]]
            put("twins", base + element, like)
    set_("first sum", around_add(one, around_mul(told_run("first class keys")[group], first)))
    set_("second sum", around_add(other, around_mul(told_run("second class keys")[group], second)))
