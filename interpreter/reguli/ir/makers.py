"""What makes terms, statements and options executable: the walker here, generated Python in the room ``compile``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from reguli.ir.layout import Layout
from reguli.ir.program import Effect, Lister, Note, Step
from reguli.ir.walking.effects import Effects
from reguli.ir.walking.listing import walked_lister
from reguli.ir.walking.values import Values
from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b

V = TypeVar("V", bound=Values)
E = TypeVar("E", bound=Effects)


@dataclass(frozen=True, slots=True)
class Makers(Generic[V, E]):
    """How values, effects and listings are made while a program is lowered."""

    values: Callable[[Ruleset, Layout], V]
    effects: Callable[[V, list[Note], Callable[[b.Perform | b.Tell], Effect]], E]
    lister: Callable[[E, tuple[Step, ...]], Lister]
    remembers: bool
    """Whether statements tell when the state changes, so that values need not be computed again before it does."""


WALKED = Makers(Values, Effects, walked_lister, remembers=False)
"""One closure for each node: slow and plain, the twin that generated code is compared with."""
