"""What no rules can break: every value within its bounds, every piece in one place, no token more or fewer than in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reguli.engine.notation import place_text
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.state_layout import NONE, FieldSlots


@dataclass(slots=True)
class Box:
    """What a program's positions are held to; tokens are counted once, before the set-up."""

    program: Playable
    _tokens: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count the tokens of the box."""
        self._tokens = self._counted(self.program.first)

    def wrong(self, slots: Slots) -> Iterator[tuple[str, str]]:
        """Give each place that holds what it cannot hold, and what it holds."""
        for field_slots in self.program.layout.fields.values():
            yield from self._of_field(field_slots, slots)
        yield from self._pieces(slots)
        for kind, amounts in self._counted(slots).items():
            if amounts != self._tokens[kind]:
                yield kind, f"{sum(self._tokens[kind])} → {sum(amounts)}"

    def _of_field(self, one: FieldSlots, slots: Slots) -> Iterator[tuple[str, str]]:
        for place in range(one.places):
            base = one.base + place * one.stride
            if not self._fits(one, slots[base : base + one.stride]):
                said = " ".join(map(str, slots[base : base + one.stride]))
                yield place_text(self.program, one.name, place, ids=True), said

    def _fits(self, one: FieldSlots, held: Sequence[int]) -> bool:
        declared = one.declared
        match declared.form:
            case "number":
                return declared.low <= held[0] and (declared.high is None or held[0] <= declared.high)
            case "flag":
                return held[0] in (0, 1)
            case "element":
                return NONE <= held[0] < self.program.layout.size_of(declared.of or "")
            case "list":
                members = held[1 : 1 + held[0]]
                size = self.program.layout.size_of(declared.of or "")
                return (
                    0 <= held[0] <= one.capacity and len({*members}) == held[0] and all(0 <= m < size for m in members)
                )
            case "set":
                return all(mark in (0, 1) for mark in held)
            case _:
                return all(amount >= 0 for amount in held) or declared.order == "stack"

    def _pieces(self, slots: Slots) -> Iterator[tuple[str, str]]:
        """Find pieces that lie where none of their kind can, zones that are too full, and stacks that are not what lies there."""
        layout, kinds = self.program.layout, self.program.ruleset.kinds
        for kind, first in layout.places.items():
            lying = slots[first : first + len(kinds[kind].elements)]
            for piece, zone in enumerate(lying):
                owner = (
                    layout.fields[layout.zone_fields[zone][0]].declared.of
                    if 0 <= zone < len(layout.zone_fields)
                    else None
                )
                if zone != NONE and owner != kind:
                    yield kinds[kind].elements[piece], str(zone)
            for zone, count in Counter(lying).items():
                if zone != NONE:
                    yield from self._zone(zone, count, slots)

    def _zone(self, zone: int, count: int, slots: Slots) -> Iterator[tuple[str, str]]:
        name, place = self.program.layout.zone_fields[zone]
        one = self.program.layout.fields[name]
        stacked = one.declared.order == "stack" and slots[one.base + place * one.stride] != count
        if count > one.capacity or stacked:
            yield place_text(self.program, name, place, ids=True), str(count)

    def _counted(self, slots: Sequence[int]) -> dict[str, list[int]]:
        """Count the tokens of each kind that is limited, by variety."""
        found: dict[str, list[int]] = {}
        endless = {one.declared.of for one in self.program.layout.fields.values() if one.infinite}
        for one in self.program.layout.fields.values():
            kind = one.declared.of or ""
            if one.declared.form != "zone" or self.program.ruleset.kinds[kind].form != "tokens" or kind in endless:
                continue
            amounts = found.setdefault(kind, [0] * one.stride)
            for place in range(one.places):
                base = one.base + place * one.stride
                for variety in range(one.stride):
                    amounts[variety] += slots[base + variety]
        return found
