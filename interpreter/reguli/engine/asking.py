"""Questions about positions of one program: closures made once, asked often, and sharing what they find out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reguli.engine.chance.peek import chance_order
from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.position import roomy
from reguli.ir.layout import BUDGET, EPOCH, LOOKS
from reguli.ir.playable import Playable
from reguli.ir.program import Slots
from reguli.ir.walking.values import Values
from reguli.model.tree.reads import fields_read
from reguli.model.tree.terms import Term

MOST = 1000
"""Questions whose closures share one layout; then a new one is begun, so that what they need does not grow for ever."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A term that can be asked: its closure, the scratch slots it needs, and whether it looks at the order of a stack."""

    closure: Callable[[Slots], Any]
    room: int
    ordered: bool


class Asker:
    """Asks terms in positions of one program.

    While a position is asked it stands still, so every define is computed once for each argument, also from one question
    to the next; distances over the board are those that the rules know.
    """

    def __init__(self, program: Playable) -> None:
        """Begin with nothing asked."""
        self._program = program
        self._begin()
        self._position: Slots = []
        """The position that was asked last."""
        self._standing: Slots = []
        """The same, with room for the closures, as they left it."""

    def _begin(self) -> None:
        program = self._program
        self._layout = program.layout.aside()
        self._values: Values = program.values(program.ruleset, self._layout, program.distances)
        self._made = 0

    def made(self, term: Term) -> Asked:
        """Make the closure of a term."""
        if self._made == MOST:
            self._begin()
        self._made += 1
        try:
            closure = self._values.closure(term)
        except (SyntaxError, RecursionError, MemoryError):
            # Python does not nest as deep as the language does; the walker goes as deep as the binder lets it.
            closure = Values(self._program.ruleset, self._layout, self._program.distances).closure(term)
        room = self._layout.scratch - self._program.layout.scratch
        return Asked(closure, room, self._looks_at_an_order(term))

    def _looks_at_an_order(self, term: Term) -> bool:
        state = self._program.ruleset.state
        return any(state[name].order == "stack" for name in fields_read(self._program.ruleset, term))

    def ask(self, asked: Asked, playthrough: Playthrough) -> object:
        """Give the value in the position of a playthrough of this program. Raises ``RulesFault``."""
        slots = chance_order(playthrough) if asked.ordered else playthrough.slots
        program, standing = self._program, self._standing
        if len(standing) < len(slots) + asked.room or slots != self._position:
            self._position = list(slots)
            standing = self._standing = roomy(program, slots, asked.room)
            standing[EPOCH] = next(program.still)
        standing[BUDGET] = LOOKS
        return asked.closure(standing)
