"""Runtime interfaces of a program: slot functions."""

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
    """The progress of a run: the current block, the one to stop before, the remaining budget of blocks, and the last active one, for faults."""

    at: int
    stop: int
    left: int
    last: int
    hold: bool = True
    """Whether what must always hold is asked at settle points."""


Going = Callable[[Slots, Journal, Way], None]
"""Goes on to a block that ends with what is not the program's to do (a decision, chance, a settle point, the end), its effects done, or to the one to stop before."""


class Made(dict[Key, Value], Generic[Key, Value]):
    """A mapping that creates values on access."""

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
    """The position at the start of the move, kept by the caller if ``asked`` is set; empty before the first move."""

    slots: Sequence[int] = ()
    asked: bool = False

    def keep(self, slots: Sequence[int]) -> None:
        """Keep a position."""
        self.slots = slots


class Asking(Protocol):
    """A factory for closures of terms outside a program, with shared caches."""

    def closure(self, term: Term) -> Closure:
        """Make a closure of a term."""
        ...

    @property
    def room(self) -> int:
        """Return how many scratch slots these closures need besides those of the program."""
        ...


@frozen_class
class MadeStep(FrozenValue):
    """A compiled option step: a parameter's domain, a let's computation or a guard's test."""

    step: Step
    run: Closure
    waivers: tuple[Closure, ...] = ()
    """Conditions that let a guard pass which does not hold."""


class MadeChoice(ABC):
    """A compiled option of a decision, to be listed, checked and taken; arguments are one integer each."""

    @property
    @abstractmethod
    def steps(self) -> tuple[MadeStep, ...]:
        """Return the steps, earliest pruning first; they write computed values into the slots."""

    @property
    @abstractmethod
    def written(self) -> tuple[MadeStep, ...]:
        """Return the steps in textual order."""

    @abstractmethod
    def listing(self, s: Slots) -> Iterable[Offered]:
        """Return the option's legal arguments; it may write into the slots."""

    @abstractmethod
    def fits(self, s: Slots, arguments: Sequence[int]) -> bool:
        """Return whether arguments are in their domains and every guard passes; it may write into the slots."""

    @abstractmethod
    def enter(self, s: Slots, j: Journal, arguments: Sequence[int]) -> None:
        """Take the option: store arguments, then, after all checks, pay for waived guards; its effects come next."""


@frozen_class
class Cast(FrozenValue):
    """The candidates of a chance node: elements, numbers, or groups of elements."""

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
    """A compiled search for ways out of all-or-nothing decisions."""

    @abstractmethod
    def judge(
        self, decision: Decide, slots: Slots, moves: Sequence[tuple[int, Sequence[int]]], tries: int, asking: Ways
    ) -> Sequence[int]:
        """Judge moves, given as choice number and arguments: 0 if a way leads out, 1 if none does, 2 if the search gave up."""

    @property
    @abstractmethod
    def looked(self) -> int:
        """Return how many positions were visited."""


class Ways(Protocol):
    """The callbacks of a search."""

    def run(self, s: Slots, block: int, stop: int) -> Decide | None:
        """Run from a block to the next decision, or to a block to stop before. Raises ``RulesFault``."""
        ...

    def look(self, s: Slots, decision: Decide, *, stuck: bool) -> None:
        """Observe a visited position."""
        ...


class Casting(ABC):
    """A compiled chance node."""

    end: Chance
    several: bool
    """Whether several elements have one of the name."""

    @abstractmethod
    def cast(self, s: Slots) -> Cast:
        """Count the draw and return its candidates."""

    @abstractmethod
    def chosen(self, s: Slots, j: Journal, cast: Cast, index: int) -> None:
        """Write the drawn candidate into its slot and journal it."""
