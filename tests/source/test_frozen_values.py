"""Kept classes are made as dataclasses are: every sort of field, the order of arguments, what is wrong with a call."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field, fields, replace

import pytest

from reguli.source.frozen_values import FrozenValue, frozen_class


@frozen_class
class Base(FrozenValue):
    """What others are built on."""

    first: int
    said: str = field(default="said", kw_only=True)


@frozen_class
class Whole(Base):
    """Every sort of field."""

    second: str = "two"
    many: list[int] = field(default_factory=list)
    besides: tuple[int, ...] = field(default=(), kw_only=True)
    made: int = field(init=False)

    def __post_init__(self) -> None:
        """Set what is not asked for."""
        object.__setattr__(self, "made", self.first + len(self.second))


@dataclass
class PlainBase:
    """The same as a dataclass."""

    first: int
    said: str = field(default="said", kw_only=True)


@dataclass
class Plain(PlainBase):
    """The same as a dataclass."""

    second: str = "two"
    many: list[int] = field(default_factory=list)
    besides: tuple[int, ...] = field(default=(), kw_only=True)
    made: int = field(init=False)

    def __post_init__(self) -> None:
        """Set what is not asked for."""
        self.made = self.first + len(self.second)


@frozen_class
class Own(FrozenValue):
    """Has a beginning of its own."""

    doubled: int

    def __init__(self, number: int) -> None:
        """Double a number."""
        self.doubled = 2 * number


def told(value: object) -> dict[str, object]:
    return {one.name: getattr(value, one.name) for one in fields(value)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("by_place", "by_name"),
    [
        ((1,), {}),
        ((1, "three"), {}),
        ((1, "three", [4]), {"said": "other"}),
        ((), {"first": 5, "many": [6], "besides": (7,)}),
    ],
)
def test_it_is_made_as_a_dataclass_is(by_place: tuple[object, ...], by_name: dict[str, object]) -> None:
    for _ in range(2):  # the first value of a class, and one after it
        assert told(Whole(*by_place, **by_name)) == told(Plain(*by_place, **by_name))  # type: ignore[arg-type]


@pytest.mark.parametrize(("by_place", "by_name"), [((), {}), ((1, "two", [], ()), {}), ((1,), {"frist": 2})])
def test_a_wrong_call_is_refused_as_by_a_dataclass(by_place: tuple[object, ...], by_name: dict[str, object]) -> None:
    for made in (Plain, Whole):
        with pytest.raises(TypeError, match="__init__"):
            made(*by_place, **by_name)


def test_each_value_has_a_list_of_its_own() -> None:
    one, other = Whole(1), Whole(1)
    one.many.append(2)
    assert (one.many, other.many) == ([2], [])


def test_what_begins_in_its_own_way_does() -> None:
    assert Own(4).doubled == 8


def test_a_class_begun_after_what_is_built_on_it() -> None:
    """The beginning of the one is not taken for that of the other."""

    @frozen_class
    class Below(FrozenValue):
        one: int

    @frozen_class
    class Above(Below):
        two: int

    assert told(Above(1, 2)) == {"one": 1, "two": 2}
    assert told(Below(3)) == {"one": 3}
    assert told(replace(Above(1, 2), two=4)) == {"one": 1, "two": 4}


def test_it_pickles() -> None:
    assert told(pickle.loads(pickle.dumps(Whole(1, "three")))) == told(Whole(1, "three"))
