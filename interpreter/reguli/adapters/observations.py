"""Observations as numbers: what a seat sees of a position, as a vector of fixed length with a legend.

Nothing is read but what the seat may see (``engine.observation``); the rest is 0. A place that is not open to all has a number that says whether it is seen.

- a number: its value; a flag: 0 or 1; an element: 1 at the element, nowhere for none;
- a set: 1 for each element; a list: of each element its place, counted from 1; a bundle, a zone of tokens: how many of each variety, unless there is no limit;
- a zone of pieces: 1 for each piece that lies there, and their count where they may be hidden; a stack: of each card its place from the top, as far as it is known;
- the seat that looks, the seat that decides, the decision with the public names around it, what was chosen of a compound decision, and facts of the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from reguli.adapters.move_ids import Chosen, MoveIds, element_words
from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import place_text
from reguli.engine.observation import cards_seen_entering, hides_zone_count, may_see_field, may_see_zone, stack_as_seen
from reguli.engine.position_documents.position_values import stack_segments, zone_pieces
from reguli.ir.interpreter.builtin_functions import read_flag_set, read_list_members
from reguli.ir.program import Slots
from reguli.ir.state_layout import FieldSlots
from reguli.model.analysis.information_flow import public_names
from reguli.model.bound_tree.bound_statements import Ask
from reguli.model.types import ElementType, NumberType

Viewer = int | Literal["all"] | None
"""A seat, ``None`` for a spectator, ``all`` for everything there is."""
Vector = Any
"""An array of 32-bit floats."""
POINTED: Final = {"phase": "phase", "stage": "stage", "coming_stage": "stage", "at_turn": "player"}
"""Facts of the engine that are elements, with their kinds."""
OPEN: Final = float("inf")


class _Place(NamedTuple):
    """A place of a field: where its numbers begin, and those of whether it is seen and of how many pieces lie there, where these are told."""

    field: FieldSlots
    place: int
    form: str
    start: int
    seen: int | None
    counted: int | None


class ObservationEncoder:
    """Encoder of the positions of a program; ``legend`` says what each number means, ``low`` and ``high`` are their bounds."""

    def __init__(self, ids: MoveIds) -> None:
        """Lay out the numbers."""
        self.legend: list[str] = []
        self.low: list[float] = []
        self.high: list[float] = []
        self._starts: dict[str, int] = {}
        """By name of the first of several numbers that belong together: its place."""
        self._program = program = ids.program
        self._seat, self._deciding = (self._add_each(name, "player") for name in ("seat", "deciding"))
        self._decision = self._add([f"decision: {one.ask.name} {one.number}" for one in program.decisions], 0, 1)
        self._round = self._add(["round"], 0, OPEN)
        self._facts = [(name, self._add_each(name, kind)) for name, kind in POINTED.items()]
        fields = [one for one in program.layout.fields.values() if not one.infinite]
        places = [self._add_place(one, place) for one in fields for place in range(one.places)]
        self._zones = {
            one.field.zone + one.place: one.start for one in places if one.form == "pieces" and one.seen is None
        }
        """By number: the first number of each zone of pieces that is open to all."""
        self._places = [one for one in places if one.form != "pieces" or one.seen is not None]
        self._around = {one.number: list(self._add_names_around(one.ask)) for one in program.decisions}
        """By decision: slot, kind and first number of each public name."""
        steps = [action for block in ids.blocks.values() if block.compound for action in block.ids]
        self._chosen = {action: self._add([f"chosen: {ids.name(action)}"], 0, 1) for action in steps}
        self.hides = any(one.seen is not None for one in self._places)
        """Whether some place is not open to all."""

    def _add(self, names: Sequence[str], low: float, high: float) -> int:
        """Add numbers with these names, but for names that there are; return the place of the first."""
        first, start = names[0] if names else "", len(self.legend)
        if first not in self._starts:
            self._starts[first] = start
            self.legend += names
            self.low += [low] * len(names)
            self.high += [high] * len(names)
        return self._starts[first]

    def _add_each(self, name: str, kind: str, high: float = 1) -> int:
        """Add a number for each element of a kind."""
        return self._add([f"{name}: {word}" for word in element_words(self._program, kind)], 0, high)

    def _add_place(self, one: FieldSlots, place: int) -> _Place:
        program, declared, of = self._program, one.declared, one.declared.of or ""
        name, seen, count, form = place_text(program, one.name, place), None, None, str(declared.form)
        if form == "zone":
            pieces = "stack" if declared.order == "stack" else "pieces"
            form = "bundle" if program.ruleset.kinds[of].form == "tokens" else pieces
        # A spectator sees what is open to all, in every position.
        if not may_see_field(program, [*program.first], one, place, None):
            seen = self._add([f"{name}: seen"], 0, 1)
            if form in ("pieces", "stack") and not hides_zone_count(one):
                count = self._add([f"{name}: count"], 0, program.layout.size_of(of))
        if form in ("number", "flag"):
            high = 1 if form == "flag" else OPEN if declared.high is None else declared.high
            start = self._add([name], min(0, declared.low), high)
        elif form == "bundle":
            kind, start = program.ruleset.kinds[of], len(self.legend)
            words = element_words(program, kind.variety) if kind.variety else (of,)
            for word, supply in zip(words, kind.supply, strict=False):
                self._add([f"{name}: {word}"], 0, OPEN if supply is None else supply)
        else:
            start = self._add_each(name, of, max(1, one.capacity) if form in ("list", "stack") else 1)
        return _Place(one, place, form, start, seen, count)

    def _add_names_around(self, ask: Ask) -> Iterator[tuple[int, str | None, int]]:
        for variable in () if ask.secretly else public_names(self._program.ruleset, ask):
            storage, label = self._program.layout.storage.get(variable.key), f"around the decision: {variable.name}"
            if storage is not None and storage.slot >= 0 and isinstance(variable.type, ElementType | NumberType):
                kind = variable.type.kind if isinstance(variable.type, ElementType) else None
                start = self._add([label], -OPEN, OPEN) if kind is None else self._add_each(label, kind)
                yield storage.slot, kind, start

    # -- one position --------------------------------------------------------------------------------------------

    def encode(self, playthrough: GamePlaythrough, viewer: Viewer, chosen: Chosen | None = None) -> Vector:
        """Return what a viewer sees; ``chosen`` is what the deciding seat has chosen of a compound decision, which nobody else sees."""
        program, slots, out = self._program, playthrough.slots, np.zeros(len(self.legend), np.float32)
        out[self._round] = playthrough.fact("round")
        _point(out, ((start, playthrough.fact(name)) for name, start in self._facts))
        _point(out, [(self._seat, viewer)] if isinstance(viewer, int) else ())
        self._put_decision(playthrough, viewer, chosen, out)
        known = {} if viewer == "all" else cards_seen_entering(playthrough, viewer)
        zones = dict(self._zones)
        for one in self._places:
            seen = one.seen is None or viewer == "all" or may_see_field(program, slots, one.field, one.place, viewer)
            if one.seen is not None:
                out[one.seen] = seen
            if one.counted is not None:
                out[one.counted] = len(zone_pieces(program, slots, one.field, one.place))
            if one.form == "stack":
                _put_stack(playthrough, one, None if seen else known, out)
            elif seen and one.form == "pieces":
                zones[one.field.zone + one.place] = one.start
            elif seen:
                _put_value(slots, one, out)
        for kind, first in program.layout.places.items():
            for piece, zone in enumerate(slots[first : first + program.layout.size_of(kind)]):
                if zone in zones:
                    out[zones[zone] + piece] = 1
        return out

    def _put_decision(self, playthrough: GamePlaythrough, viewer: Viewer, chosen: Chosen | None, out: Vector) -> None:
        program, slots, decision = self._program, playthrough.slots, playthrough.decision
        if decision is None:
            return
        _point(out, ((self._deciding, playthrough.actor), (self._decision, decision.number)))
        for slot, kind, start in self._around[decision.number]:
            place, value = program.layout.places.get(kind or ""), slots[slot]
            if kind is None:
                out[start] = value
            elif value >= 0 and (
                place is None or viewer == "all" or may_see_zone(program, slots, slots[place + value], viewer)
            ):
                out[start + value] = 1
        if chosen is not None and viewer in ("all", playthrough.actor):
            _point(out, ((self._chosen[action], 0) for action in chosen.actions))


def _point(out: Vector, pointed: Iterable[tuple[int, int]]) -> None:
    """Write 1 for elements, each by the first number of its kind; none is below 0."""
    for start, element in pointed:
        if element >= 0:
            out[start + element] = 1


def _put_value(slots: Slots, one: _Place, out: Vector) -> None:
    base, width = one.field.base + one.place * one.field.stride, max(1, one.field.capacity)
    if one.form == "element":
        _point(out, [(one.start, slots[base])])
    elif one.form == "set":
        _point(out, ((one.start, element) for element in read_flag_set(slots, base, width)))
    elif one.form == "list":
        for place, element in enumerate(read_list_members(slots, base), 1):
            out[one.start + element] = place
    else:
        out[one.start : one.start + width] = slots[base : base + width]


def _put_stack(playthrough: GamePlaythrough, one: _Place, known: Mapping[int, set[int]] | None, out: Vector) -> None:
    """Write of each card its place from the top; of shuffled ones, where the stack is open, the place of the first."""
    place = 1
    if known is not None:
        for at, seen in enumerate(stack_as_seen(playthrough, one.field, one.place, known), 1):
            if seen is not None:
                out[one.start + seen] = at
        return
    for cards, mixed in stack_segments(playthrough.slots, one.field, one.place):
        for at, card in enumerate(cards):
            out[one.start + card] = place if mixed else place + at
        place += len(cards)
