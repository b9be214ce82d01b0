"""Cards of a hidden stack that somebody saw go there: whose place is known, and to whom.

The engine knows the place of every card that was put on a stack or under it and not shuffled since; that is no measure of
what players know. So the journal is asked: a card is known to those who saw it come, as long as everything that happened to
the stack since leaves its place to be counted. What may have gone in or out at a place that a viewer cannot tell ends what
that viewer knows of the whole stack.
"""

from __future__ import annotations

from reguli.engine.playing.playthrough import Playthrough
from reguli.engine.positions.contents import stack_runs
from reguli.engine.seeing.visibility import sees_zone
from reguli.ir.layout import FieldSlots
from reguli.model.types import ElementType


def cards_known(playthrough: Playthrough, field: FieldSlots, owner: int, player: int | None) -> list[int | None]:
    """Give the cards of a stack from top to bottom as far as a player knows them, ``None`` for each that they do not."""
    seen = _seen(playthrough, field, owner, player)
    runs = stack_runs(playthrough.slots, field, owner)
    return [None if mixed or card not in seen else card for cards, mixed in runs for card in cards]


def _seen(playthrough: Playthrough, field: FieldSlots, owner: int, player: int | None) -> set[int]:
    """Give the cards a player saw come to a stack and that may lie where they were put."""
    program, zone = playthrough.program, field.zone + owner
    seen: set[int] = set()
    for number, *values in playthrough.journal:
        note = program.notes[number]
        if note.verb == "shuffle":
            if values[0] == zone:
                seen.clear()
        elif note.verb in ("move", "draw") and isinstance(note.types[0], ElementType):
            card, source, target = values
            told = sees_zone(program, source, player) or sees_zone(program, target, player)
            came, went = target == zone, source == zone
            if (came and not told) or (went and note.verb == "move" and card not in seen):
                seen.clear()
            if went:
                seen.discard(card)
            if came and told:
                seen.add(card)
    return seen
