"""What is looked at: a game as it is, or a small instance of it, with the caps beyond which nobody looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import Span

ROUND: Final = FACTS.index("round")


@kept
class Cap(Kept):
    """So much may be in one place of a field: a number, or how many pieces or members there are."""

    field: str
    most: int


@dataclass(frozen=True, slots=True)
class Instance:
    """A program and its caps; ``name`` is that of the scale, empty for the game as it is. ``whole``: nothing of the game is left out of it."""

    name: str
    program: Playable
    span: Span
    caps: tuple[Cap, ...] = ()
    rounds: int | None = None
    whole: bool = False

    @property
    def said(self) -> Said:
        """Say which it is."""
        players = self.program.players
        if self.name:
            return Said("exhausted.scale", name=self.name, players=players)
        return Said("exhausted.game", name=self.program.ruleset.name, players=players)

    def beyond(self) -> Callable[[Slots], bool]:
        """Give what tells whether a position lies beyond a cap."""
        layout, rounds = self.program.layout, self.rounds
        asked = [(_amounts(self.program, layout.fields[cap.field]), cap.most) for cap in self.caps]

        def lies_beyond(slots: Slots) -> bool:
            if rounds is not None and slots[ROUND] > rounds:
                return True
            return any(amounts(slots) > most for amounts, most in asked)

        return lies_beyond


def _amounts(program: Playable, field: FieldSlots) -> Callable[[Slots], int]:
    """Give what tells the most of any place of a field."""
    form, places = field.declared.form, range(field.base, field.base + field.stride * field.places, field.stride or 1)
    if form == "zone" and field.declared.of in program.layout.places:
        first = program.layout.places[field.declared.of]
        pieces = slice(first, first + len(program.ruleset.kinds[field.declared.of].elements))
        zones = range(field.zone, field.zone + field.places)
        return lambda slots: max(slots[pieces].count(zone) for zone in zones)
    if form in ("set", "bundle", "zone"):
        return lambda slots: max(sum(slots[at : at + field.stride]) for at in places)
    # Of a list the first slot counts its members.
    return lambda slots: max(slots[at] for at in places)
