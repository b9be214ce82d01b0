"""Unique pieces put where a document says; those it does not name stay, or go back to where they begin."""

from __future__ import annotations

from reguli.engine.position_documents.placement_reader import Put, Reader
from reguli.engine.position_documents.position_values import stack_runs
from reguli.ir.interpreter.stack_operations import write_stack
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import FieldSlots
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said

Run = tuple[list[int], bool]
"""Pieces from top to bottom, and whether a shuffle forgot their order."""


@kept
class _Kind(Kept):
    """The places of one kind of pieces."""

    program: Program
    id: str

    @property
    def first(self) -> int:
        return self.program.layout.places[self.id]

    @property
    def elements(self) -> tuple[str, ...]:
        return self.program.ruleset.kinds[self.id].elements

    def start(self, piece: int) -> int:
        """Give the zone a piece begins in."""
        return self.program.first[self.first + piece]

    def stacks(self) -> list[tuple[FieldSlots, int]]:
        """Give the stacks of such pieces, with their owners."""
        return [
            (field, owner)
            for field in self.program.layout.fields.values()
            if field.declared.form == "zone" and field.declared.of == self.id and field.declared.order == "stack"
            for owner in range(field.places)
        ]


def put_pieces(reader: Reader, slots: Slots, kind_id: str, puts: list[Put]) -> None:
    """Put the pieces of one kind into place. Findings: E502, E503, E505, E506, E508."""
    kind = _Kind(reader.program, kind_id)
    runs = {put.zone: _runs(reader, kind, put) for put in puts}
    placed: dict[int, Put] = {}
    for put in puts:
        for pieces, _ in runs[put.zone]:
            for piece in pieces:
                _place(reader, kind, piece, put, placed)
    before = {(field.zone + owner): list(stack_runs(slots, field, owner)) for field, owner in kind.stacks()}
    left: dict[int, int] = {}
    for piece in range(len(kind.elements)):
        at = kind.first + piece
        if piece in placed:
            slots[at] = placed[piece].zone
        elif slots[at] in runs:
            slots[at] = kind.start(piece)
            if slots[at] in runs:
                left[slots[at]] = left.get(slots[at], 0) + 1
    for put in puts:
        if put.zone in left:
            said = sum(len(pieces) for pieces, _ in runs[put.zone])
            reader.bag.add("E508", put.value.span, place=put.text, said=said, left=said + left[put.zone])
    for field, owner in kind.stacks():
        zone = field.zone + owner
        written = runs[zone] if zone in runs else _kept(kind, slots, before[zone], zone)
        _write_stack(reader.program, slots, field, owner, written)


def _place(reader: Reader, kind: _Kind, piece: int, put: Put, placed: dict[int, Put]) -> None:
    other = placed.get(piece)
    if other is None:
        placed[piece] = put
        return
    name = kind.elements[piece]
    reader.bag.add("E505", put.value.span, piece=name, first=other.text, second=put.text)


def _runs(reader: Reader, kind: _Kind, put: Put) -> list[Run]:
    """Read a list of pieces; in a stack a list inside the list is a part whose order a shuffle forgot."""
    given, stack = put.value, put.field.declared.order == "stack"
    runs: list[Run] = []
    for item in given.items if given.items is not None else (given,):
        mixed = item.items is not None
        if mixed and not stack:
            reader.wrong(given, put.text, Said("sort.list_of", kind=kind.id))
            return []
        pieces = reader.elements(item, kind.id, put.text)
        if pieces is None:
            return []
        runs.append((pieces, mixed))
    count = sum(len(pieces) for pieces, _ in runs)
    if put.field.declared.capacity is not None and count > put.field.capacity:
        reader.bag.add("E506", given.span, count=count, place=put.text, capacity=put.field.capacity)
        return []
    return runs


def _kept(kind: _Kind, slots: Slots, before: list[Run], zone: int) -> list[Run]:
    """Give a stack that was not named: what stays keeps its order, what comes back lies under it."""
    runs = [([p for p in pieces if slots[kind.first + p] == zone], mixed) for pieces, mixed in before]
    there = {piece for pieces, _ in runs for piece in pieces}
    back = [p for p in range(len(kind.elements)) if slots[kind.first + p] == zone and p not in there]
    return [run for run in (*runs, (back, False)) if run[0]]


def _write_stack(program: Program, slots: Slots, field: FieldSlots, owner: int, runs: list[Run]) -> None:
    """Write a stack; a shuffled part counts as the first shuffle when there was none, so that orders can be prescribed."""
    parts = [(sorted(pieces) if mixed else pieces[::-1], mixed) for pieces, mixed in reversed(runs)]
    write_stack(slots, field.base + owner * field.stride, field.capacity, parts)
    counter = program.layout.counters.get(f"{field.name}.{owner}")
    if counter is not None and any(mixed and pieces for pieces, mixed in runs):
        slots[program.logical + counter] = max(1, slots[program.logical + counter])
