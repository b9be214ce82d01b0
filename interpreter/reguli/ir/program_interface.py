"""What a program is when it runs: functions of the slots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from reguli.ir.program import Chance, Decide, Journal, Slots, Step
from reguli.model.bound_tree.bound_terms import Term
from reguli.source.frozen_values import FrozenValue, frozen_class

Key = TypeVar("Key")
Value = TypeVar("Value")

Closure = Callable[[Slots], Any]
"""Gives a value; of a collection a tuple, list or range."""
Effect = Callable[[Slots, Journal], Any]
"""Changes the slots and tells the journal; gives ``True`` when the procedure was left."""
Performing = Callable[[Slots, Journal, Sequence[Any]], None]
"""Runs a procedure with the values of its parameters."""
Offered = tuple[int, tuple[int, ...], Sequence[int] | None]
"""An option by its number in the decision, arguments it may be taken with, and the range, or the sets, of the last one where its values are kept together."""
Planned = tuple[tuple[tuple[str, Effect], ...], Any, type, Any, int, int]
"""A block as it is walked: its effects with their rules, its end and the end's type, what the end asks, and where it leads."""


@dataclass(slots=True)
class Way:
    """How far a run has come: the block it stands at, the one to stop before, how many may still be run, and the last that did anything, for faults."""

    at: int
    stop: int
    left: int
    last: int
    hold: bool = True
    """Whether what must always hold is asked at settle points."""


Going = Callable[[Slots, Journal, Way], None]
"""Goes on to a block that ends with what is not the program's to do (a decision, chance, a settle point, the end), its effects done, or to the one to stop before."""


class Made(dict[Key, Value], Generic[Key, Value]):
    """What is made when it is first asked for."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Key], Value]) -> None:
        """Make each by ``make``."""
        self._make = make

    def __missing__(self, key: Key) -> Value:
        """Make one."""
        self[key] = made = self._make(key)
        return made


@dataclass(slots=True)
class Earlier:
    """The position when the move began: kept by the caller, where something of it ``asked`` for it; empty before the first move."""

    slots: Sequence[int] = ()
    asked: bool = False

    def keep(self, slots: Sequence[int]) -> None:
        """Keep a position."""
        self.slots = slots


class Asking(Protocol):
    """Makes closures of terms beside those of a program, which share what they find out."""

    def closure(self, term: Term) -> Closure:
        """Make a closure of a term."""
        ...

    @property
    def room(self) -> int:
        """Return how many scratch slots all that was made needs beside those of the program."""
        ...


@frozen_class
class MadeStep(FrozenValue):
    """A step of an option, ready: the domain of a parameter, the computing of a let, or whether a guard holds."""

    step: Step
    run: Closure
    waivers: tuple[Closure, ...] = ()
    """Conditions that let a guard pass which does not hold."""


class MadeChoice(ABC):
    """One option of a decision, ready to be listed, asked and taken; arguments are one whole number each."""

    @property
    @abstractmethod
    def steps(self) -> tuple[MadeStep, ...]:
        """Return the steps in the order that cuts soonest; what they compute they write into the slots."""

    @property
    @abstractmethod
    def written(self) -> tuple[MadeStep, ...]:
        """Return the same in the order of the text."""

    @abstractmethod
    def listing(self, s: Slots) -> Iterable[Offered]:
        """Return what the option may be taken with; it may write into the slots as it goes."""

    @abstractmethod
    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Return whether arguments are in their domains and every guard passes; it may write into the slots."""

    @abstractmethod
    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option: arguments into their slots, then, when all is asked, waived guards paid for; its effects come next."""


@frozen_class
class Cast(FrozenValue):
    """What may come where chance has to choose: elements, numbers, or groups of elements."""

    candidates: Sequence[int | tuple[int, ...]]
    weights: Sequence[int] | None
    """How likely each is beside the others, 1 or more; each is as likely where there are none."""
    place: int
    """Which one it is, where several elements have one of the name."""
    occurrence: int
    """How many were cast there, this one too; of a stack how often it was shuffled."""
    known: bool = False
    """Whether nothing has to be chosen: the first of the candidates comes."""


class Searching(ABC):
    """The search for ways out of decisions that are all or nothing, ready."""

    @abstractmethod
    def judge(
        self, decision: Decide, slots: Slots, moves: Sequence[tuple[int, Sequence[int]]], tries: int, asking: Ways
    ) -> Sequence[int]:
        """Judge moves, each a choice by its number with its arguments: 0 where a way leads out, 1 where none does, 2 where the search gave up."""

    @property
    @abstractmethod
    def looked(self) -> int:
        """Return how many positions were looked at."""


class Ways(Protocol):
    """What a search asks its caller."""

    def run(self, s: Slots, block: int, stop: int) -> Decide | None:
        """Run from a block on to the next decision, or up to a block to stop before. Raises ``RulesFault``."""
        ...

    def look(self, s: Slots, decision: Decide, *, stuck: bool) -> None:
        """See a position that is looked at."""
        ...


class Casting(ABC):
    """A point of chance, ready."""

    end: Chance
    several: bool
    """Whether several elements have one of the name."""

    @abstractmethod
    def cast(self, s: Slots) -> Cast:
        """Count the cast, and return what may come."""

    @abstractmethod
    def chosen(self, s: Slots, j: Journal, cast: Cast, index: int) -> None:
        """Write the candidate that came into its slot, and tell it."""
