"""What a program is when it runs: functions of the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reguli.ir.program import Chance, Journal, Slots, Step
from reguli.source.kept import Kept, kept

Closure = Callable[[Slots], Any]
"""Gives a value; of a collection a tuple, list or range."""
Effect = Callable[[Slots, Journal], Any]
"""Changes the slots and tells the journal; gives ``True`` when the procedure was left."""
Lister = Callable[[Slots], Iterator[tuple[tuple[int, ...], Sequence[int] | None]]]
"""Gives the arguments an option may be taken with, and the range, or the sets, of the last one where its values are kept together."""
Planned = tuple[tuple[tuple[str, Effect, tuple[int, ...]], ...], Any, type, Any, int, int]
"""A block as it is run: its effects with their rules and the stamps that they renew, its end and the end's type, what the end asks, and where it leads."""


@dataclass(slots=True)
class Earlier:
    """The position when the move began: kept by whoever runs a program, where something of it ``asked`` for it; empty before the first move."""

    slots: Sequence[int] = ()
    asked: bool = False


@kept
class MadeStep(Kept):
    """A step of an option, ready: the domain of a parameter, the computing of a let, or whether a guard holds."""

    step: Step
    run: Closure
    waivers: tuple[tuple[Closure, Effect], ...] = ()


@kept
class MadeChoice(Kept):
    """One option of a decision, ready to be listed, asked and taken."""

    steps: tuple[MadeStep, ...]
    written: tuple[MadeStep, ...]
    """The same in the order of the text."""
    listing: Lister
    """Writes into the slots as it goes."""


@kept
class Casting(Kept):
    """What a point of chance asks: the candidates; of a stack which place it has, and whether it is known which card is next."""

    end: Chance
    candidates: Callable[[Slots], Sequence[int | tuple[int, ...]]]
    place: Closure | None = None
    """``None`` where there is one stack of the name."""
    known: Closure | None = None
    weight: Callable[[Slots, int | tuple[int, ...]], int] | None = None
    """How likely a candidate is beside the others; each is as likely where there is none."""
