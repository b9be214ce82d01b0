"""Tokens put where a document says: taken from where they begin, so that none is made or lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reguli.engine.notation import element_text
from reguli.engine.position_documents.placement_reader import Put, Reader
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import FieldSlots
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said


@kept
class _Amount(Kept):
    """So many tokens of a variety in one slot, as a document says."""

    put: Put
    slot: int
    variety: int
    amount: int


def empty_zone(program: Program, slots: Slots, field: FieldSlots) -> None:
    """Put all tokens of a field, whoever's they are, back to where they begin."""
    starts = _starts(program, field.declared.of or "")
    for owner in range(field.places):
        for variety in range(field.capacity):
            slot, start = field.base + owner * field.stride + variety, starts.get(variety)
            if start == slot:
                continue
            if start is not None:
                slots[start] += slots[slot]
            slots[slot] = 0


def put_tokens(reader: Reader, slots: Slots, kind: str, puts: list[Put]) -> None:
    """Put the tokens of one kind into place. Findings: E502, E503, E504, E506, E507, E508."""
    program = reader.program
    amounts = tuple({said.slot: said for put in puts for said in _amounts(reader, kind, put)}.values())
    slots_of = tuple(_slots(program, kind))
    starts = {variety: slot for variety, slot in slots_of if program.first[slot]}
    kept_places = {*starts.values(), *(one.slot for one in amounts)}
    for said in amounts:
        start = starts.get(said.variety)
        if start is not None and start != said.slot:
            slots[start] += slots[said.slot]
        if start != said.slot:
            slots[said.slot] = 0
    for said in amounts:
        if said.slot != starts.get(said.variety):
            others = (slot for variety, slot in slots_of if variety == said.variety and slot not in kept_places)
            _fetch(slots, said, starts.get(said.variety), others)
        _take(reader, slots, kind, said, starts.get(said.variety))
    for said in amounts:
        if starts.get(said.variety) == said.slot and slots[said.slot] != said.amount:
            left = slots[said.slot]
            reader.bag.add("E508", said.put.value.span, place=said.put.text, said=said.amount, left=left)
    for put in puts:
        _check_room(reader, slots, put)


def put_bundle(reader: Reader, slots: Slots, put: Put) -> None:
    """Write what a document says of a bundle, which holds no tokens: none is taken from anywhere. Findings: E502, E503."""
    for said in _amounts(reader, put.field.declared.of or "", put):
        slots[said.slot] = said.amount


def _fetch(slots: Slots, said: _Amount, start: int | None, others: Iterable[int]) -> None:
    """Bring back to where tokens begin what is wanted and lies in places that the document does not name."""
    if start is None or said.amount <= slots[start]:
        return
    for slot in others:
        brought = min(max(0, said.amount - slots[start]), slots[slot])
        slots[slot] -= brought
        slots[start] += brought


def _take(reader: Reader, slots: Slots, kind: str, said: _Amount, start: int | None) -> None:
    if start == said.slot:
        return
    declared = reader.program.ruleset.kinds[kind]
    supply = declared.supply[said.variety if len(declared.supply) > 1 else 0]
    if supply is None:
        slots[said.slot] = said.amount
        return
    there = 0 if start is None else slots[start]
    if said.amount > there:
        what = kind
        if declared.variety is not None:
            what = f"{kind} {element_text(reader.program, declared.variety, said.variety, reader.names, ids=True)}"
        reader.bag.add("E504", said.put.value.span, wanted=said.amount, what=what, there=there)
        return
    slots[said.slot] = said.amount
    if start is not None:
        slots[start] -= said.amount


def _starts(program: Program, kind: str) -> dict[int, int]:
    """Give by variety the slot in which all tokens of it begin; none for what is without limit."""
    return {variety: slot for variety, slot in _slots(program, kind) if program.first[slot]}


def _slots(program: Program, kind: str) -> Iterator[tuple[int, int]]:
    """Give variety and slot of everything that holds tokens of a kind."""
    for field in program.layout.fields.values():
        if field.declared.form == "zone" and field.declared.of == kind:
            for owner in range(field.places):
                base = field.base + owner * field.stride
                yield from ((variety, base + variety) for variety in range(field.capacity))


def _amounts(reader: Reader, kind: str, put: Put) -> list[_Amount]:
    """Read a number, or a number for each variety; varieties that a mapping leaves out lack."""
    base = put.field.base + put.place * put.field.stride
    declared = reader.program.ruleset.kinds[kind]
    if put.field.infinite:
        reader.wrong(put.value, put.text, Said("sort.anything_unlimited"))
        return []
    if put.variety is not None or declared.variety is None:
        variety = put.variety or 0
        number = reader.number(put.value, put.text, 0, None)
        return [] if number is None else [_Amount(put, base + variety, variety, number)]
    if put.value.entries is None:
        reader.wrong(put.value, put.text, Said("sort.number_for_each", variety=declared.variety))
        return []
    found = dict.fromkeys(range(put.field.capacity), 0)
    for key, item in put.value.entries:
        index = reader.index(declared.variety, key)
        if index is None:
            reader.unknown(declared.variety, key, item.span)
            continue
        found[index] = reader.number(item, f"{put.text}[{key}]", 0, None) or 0
    return [_Amount(put, base + variety, variety, amount) for variety, amount in found.items()]


def _check_room(reader: Reader, slots: Slots, put: Put) -> None:
    limit = put.field.declared.capacity
    base = put.field.base + put.place * put.field.stride
    count = sum(slots[base : base + put.field.capacity])
    if limit is not None and count > limit:
        reader.bag.add("E506", put.value.span, count=count, place=put.text, capacity=limit)
