"""What each seat sees, compared between two programs without making every view of every position.

Where both positions are the same, a view can differ for three reasons only: a field is declared for others to see, the players
who see it are worked out otherwise, or the journal tells another story of how cards came to lie in a stack. So the first two are asked of the fields they
can concern, and stacks are looked into only from where the journals part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import element_text, place_text
from reguli.engine.observation.player_views import SOME, audience, cards_known, hides_count, sees
from reguli.ir.program import Journal, Program
from reguli.ir.state_layout import FieldSlots
from reguli.model.types import ElementType
from reguli.ruleset.document_nodes import Visibility
from reguli.verify.differential.state_mapping import Changed, Matching

TOLD: Final = ("move", "draw", "shuffle")
"""What a journal says of stacks."""


@dataclass(slots=True)
class ReadSoFar:
    """How far the journals of one game were read, and whether they have parted."""

    lengths: tuple[int, int] = (0, 0)
    parted: bool = False


class Seeing:
    """Compares what seats see in two playthroughs whose positions are the same."""

    def __init__(self, matching: Matching) -> None:
        """Find the fields of which views may differ."""
        self._matching = matching
        both = [name for name in matching.before.layout.fields if name in matching.now.layout.fields]
        fields = [(matching.before.layout.fields[name], matching.now.layout.fields[name]) for name in both]
        shaped = [(one, other) for one, other in fields if one.places == other.places and one.keys == other.keys]
        self._asked = [pair for pair in shaped if self._may_differ(*pair)]
        self._stacks = [pair for pair in shaped if _is_hidden_stack(pair[0]) and _is_hidden_stack(pair[1])]
        self._told = _stories(matching.before), _stories(matching.now)

    def _may_differ(self, one: FieldSlots, other: FieldSlots) -> bool:
        who = _who(self._matching.before, one), _who(self._matching.now, other)
        return who[0] != who[1] or who[0][0] == SOME or hides_count(one) != hides_count(other)

    def changed(self, before: Playthrough, now: Playthrough, told: ReadSoFar) -> Iterator[Changed]:
        """Give what a seat sees on one side only: ``player.hand[ann] by ben``; ``told`` is how far the journals of this game were read."""
        for one, other in self._asked:
            yield from self._of_field(one, other, before, now)
        if self._stacks and self._parted(before.journal, now.journal, told):
            for one, other in self._stacks:
                yield from self._of_stack(one, other, before, now)

    def _of_field(self, one: FieldSlots, other: FieldSlots, before: Playthrough, now: Playthrough) -> Iterator[Changed]:
        programs = before.program, now.program
        for place in range(one.places):
            if one.declared.visible.who == other.declared.visible.who == SOME:
                known = (
                    set(audience(programs[0], before.slots, one, place)),
                    set(audience(programs[1], now.slots, other, place)),
                )
                if known[0] == known[1]:
                    continue
            for seat in (*range(programs[0].players), None):
                seen = (
                    sees(programs[0], before.slots, one, place, seat),
                    sees(programs[1], now.slots, other, place, seat),
                )
                counted = seen[0] or not hides_count(one), seen[1] or not hides_count(other)
                if seen[0] != seen[1] or counted[0] != counted[1]:
                    name = _by(programs[0], one, place, seat)
                    yield name, _sight(seen[0], counted[0]), _sight(seen[1], counted[1])

    def _of_stack(self, one: FieldSlots, other: FieldSlots, before: Playthrough, now: Playthrough) -> Iterator[Changed]:
        of = one.declared.of or ""
        for place in range(one.places):
            for seat in range(before.program.players):
                cards = cards_known(before, one, place, seat), cards_known(now, other, place, seat)
                named = [None if card is None else before.program.ruleset.kinds[of].elements[card] for card in cards[0]]
                other_named = [
                    None if card is None else now.program.ruleset.kinds[of].elements[card] for card in cards[1]
                ]
                if named != other_named:
                    yield _by(before.program, one, place, seat), [*named], [*other_named]

    def _parted(self, before: Journal, now: Journal, told: ReadSoFar) -> bool:
        """Tell whether two journals tell of pieces otherwise, reading on from where they were read to."""
        if told.parted or not self._matching.same_layout:
            return True
        notes = self._told
        one = [(notes[0][number], *values) for number, *values in before[told.lengths[0] :] if number in notes[0]]
        other = [(notes[1][number], *values) for number, *values in now[told.lengths[1] :] if number in notes[1]]
        told.lengths = len(before), len(now)
        told.parted = one != other
        return told.parted


def _who(program: Program, field: FieldSlots) -> tuple[str, object]:
    visible: Visibility = field.declared.visible
    on = visible.option is None or bool(program.ruleset.options.get(visible.option))
    return (visible.who if on else visible.otherwise or "all"), field.declared.owner


def _is_hidden_stack(field: FieldSlots) -> bool:
    return field.declared.order == "stack" and field.declared.visible.who != "all"


def _stories(program: Program) -> dict[int, str]:
    """Give the notes that tell of pieces, by their numbers."""
    return {
        number: note.verb
        for number, note in enumerate(program.notes)
        if note.verb == "shuffle" or (note.verb in TOLD and isinstance(note.types[0], ElementType))
    }


def _by(program: Program, field: FieldSlots, place: int, seat: int | None) -> str:
    who = "a spectator" if seat is None else element_text(program, "player", seat, ids=True)
    return f"{place_text(program, field.name, place, ids=True)} by {who}"


def _sight(seen: bool, counted: bool) -> str:
    return "seen" if seen else "counted" if counted else "hidden"
