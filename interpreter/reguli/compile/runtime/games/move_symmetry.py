"""What moves have in common that differ only in elements that are alike (``normal``): two sums over their arguments, by which one is tried for all.

Of an element that may be exchanged counts which is the first that it is like, and which is the first argument that names the very same one: two elements that are alike are
still two. Of a set count the first that each member is like; where another argument could name a member as well, everything counts as it stands.
"""

from __future__ import annotations

from reguli.compile.runtime.intrinsics import around_add, around_mul, at, set_, told_run
from reguli.compile.runtime.random_numbers import mix

ARGUMENTS = 64
"""More arguments than any option has."""


def likeness(choice: int, base: int) -> None:
    """Give the two sums of the arguments that stand in the area; twins stand from ``base`` on."""
    option = told_run("option of choice")[choice]
    first = around_mul(told_run("first move keys")[0], option)
    second = around_mul(told_run("second move keys")[0], option)
    for parameter in range(told_run("first parameters")[choice], told_run("first parameters")[choice + 1]):
        place = told_run("parameter places")[parameter]
        words = told_run("parameter words")[parameter]
        elements = told_run("parameter elements")[parameter]
        if elements < 0:
            for word in range(place, place + words):
                first = around_add(first, around_mul(told_run("first move keys")[word + 1], at("arguments", word)))
                second = around_add(second, around_mul(told_run("second move keys")[word + 1], at("arguments", word)))
            continue
        found = 0
        other = 0
        if words == 1:
            same = _earliest_alike(told_run("first parameters")[choice], parameter)
            found = at("twins", base + elements + at("arguments", place)) * ARGUMENTS + same
            other = found
        else:
            for member in range(at("arguments", place)):
                like = at("twins", base + elements + at("arguments", place + 1 + member)) + 1
                found = around_add(found, mix(around_mul(told_run("first move keys")[place + 1], like)))
                other = around_add(other, mix(around_mul(told_run("second move keys")[place + 1], like)))
        first = around_add(first, around_mul(told_run("first move keys")[place + 1], found))
        second = around_add(second, around_mul(told_run("second move keys")[place + 1], other))
    set_("first mark", first)
    set_("second mark", second)


def _earliest_alike(first: int, parameter: int) -> int:
    """Give which is the first parameter of the kind that names the same element."""
    value = at("arguments", told_run("parameter places")[parameter])
    elements = told_run("parameter elements")[parameter]
    for other in range(first, parameter):
        same = at("arguments", told_run("parameter places")[other]) == value
        if same and told_run("parameter elements")[other] == elements:
            return other - first
    return parameter - first


def move_sums(choice: int) -> None:
    """Give the two sums of the arguments as they stand."""
    option = told_run("option of choice")[choice]
    first = around_mul(told_run("first move keys")[0], option)
    second = around_mul(told_run("second move keys")[0], option)
    for word in range(told_run("argument words")[choice]):
        first = around_add(first, around_mul(told_run("first move keys")[word + 1], at("arguments", word)))
        second = around_add(second, around_mul(told_run("second move keys")[word + 1], at("arguments", word)))
    set_("first mark", first)
    set_("second mark", second)
