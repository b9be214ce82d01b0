"""What chance will bring: the order in which the cards of shuffled stacks will come, by seed or as prescribed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from reguli.engine.chance.chance_nodes import stack_key
from reguli.engine.chance.chance_source import ChanceRefused, ChanceSource
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.interpreter.stack_operations import stack_parts
from reguli.ir.program import Slots
from reguli.ir.state_layout import FieldSlots


def chance_order(playthrough: Playthrough, asked: Collection[str] | None = None) -> Slots:
    """Give the slots with every shuffled part of every stack, or of those ``asked`` for, in the order it would be drawn in from now on.

    The playthrough itself is not changed: for those who play, that order is still to be decided.
    """
    slots = list(playthrough.slots)
    for field in playthrough.program.layout.fields.values():
        wanted = asked is None or field.name in asked
        if wanted and field.declared.form == "zone" and field.declared.order == "stack":
            for owner in range(field.places):
                _order(playthrough, slots, field, owner)
    return slots


def _order(playthrough: Playthrough, slots: Slots, field: FieldSlots, owner: int) -> None:
    program = playthrough.program
    counter = program.layout.counters.get(f"{field.name}.{owner}")

    base = field.base + owner * field.stride
    parts = stack_parts(slots, base, field.capacity)
    if counter is None or not any(mixed for _, mixed in parts):
        return
    chance, site, occurrence = playthrough.chance.branch(), stack_key(field, owner), slots[program.logical + counter]
    ids = program.ruleset.kinds[field.declared.of or ""].elements
    order: list[int] = []
    for cards, mixed in reversed(parts):
        order += _drawn(chance, site, occurrence, cards, ids) if mixed else reversed(cards)
    slots[base + 1 : base + 1 + len(order)] = reversed(order)


def _drawn(chance: ChanceSource, site: str, occurrence: int, cards: Sequence[int], ids: Sequence[str]) -> list[int]:
    """Draw all cards of a shuffled part, the first one first."""
    if not chance.is_given(site):
        return [cards[at] for at in chance.order(site, occurrence, [ids[card] for card in cards])]
    rest, order = list(cards), []
    while rest:
        drawn = sum(1 for logged, _ in chance.log if logged == site)
        try:
            index = chance.choose(site, occurrence, drawn, [ids[card] for card in rest])
        except ChanceRefused:
            break
        order.append(rest.pop(index))
    return [*order, *reversed(rest)]
