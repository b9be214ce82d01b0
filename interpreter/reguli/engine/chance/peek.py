"""What chance will bring: the order in which the cards of shuffled stacks will come, by seed or as prescribed."""

from __future__ import annotations

from dataclasses import dataclass

from reguli.engine.chance.source import ChanceRefused, ChanceSource
from reguli.engine.playing.playthrough import Playthrough
from reguli.ir.layout import FieldSlots
from reguli.ir.program import Slots
from reguli.ir.walking.stacks import KNOWN


def chance_order(playthrough: Playthrough) -> Slots:
    """Give the slots with every shuffled part of every stack in the order it would be drawn in from now on.

    The playthrough itself is not changed: for those who play, that order is still to be decided.
    """
    slots = list(playthrough.slots)
    for field in playthrough.program.layout.fields.values():
        if field.declared.form == "zone" and field.declared.order == "stack":
            for owner in range(field.owners):
                _order(playthrough, slots, field, owner)
    return slots


def _order(playthrough: Playthrough, slots: Slots, field: FieldSlots, owner: int) -> None:
    program = playthrough.program
    counter = program.layout.counters.get(f"{field.name}.{owner}")
    base = field.base + owner * field.stride
    count = slots[base]
    flags = slots[base + 1 + field.capacity : base + 1 + field.capacity + count]
    if counter is None or not any(flags):
        return
    site = field.name.removeprefix("game.") if field.declared.owner == "game" else f"{field.name}.{owner}"
    chance = playthrough.chance.branch()
    ids = program.ruleset.kinds[field.declared.of or ""].elements
    future = _Future(chance, site, slots[program.logical + counter], ids)
    end = count
    while end:
        start = _run_start(flags, end)
        if flags[start] != KNOWN:
            drawn = future.draw(slots[base + 1 + start : base + 1 + end])
            slots[base + 1 + start : base + 1 + end] = reversed(drawn)
        end = start


def _run_start(flags: list[int], end: int) -> int:
    start = end - 1
    while start and flags[start - 1] == flags[start]:
        start -= 1
    return start


@dataclass(frozen=True, slots=True)
class _Future:
    """The draws to come from one stack."""

    chance: ChanceSource
    site: str
    occurrence: int
    ids: tuple[str, ...]

    def draw(self, cards: list[int]) -> list[int]:
        """Draw all cards of a shuffled part."""
        rest, order = list(cards), []
        while rest:
            drawn = sum(1 for logged, _ in self.chance.log if logged == self.site)
            try:
                index = self.chance.choose(self.site, self.occurrence, drawn, [self.ids[card] for card in rest])
            except ChanceRefused:
                break
            order.append(rest.pop(index))
        return [*order, *reversed(rest)]
