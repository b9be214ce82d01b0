"""Correspondence between two programs: fields and elements are matched by name, because their slots may differ.

Where the boxes of both are the same, the same numbers mean the same, and stretches of slots are compared as they are. Else what only
one side has is left out of what is compared: a card more in the box is said once, as a change of the documents, and not in every
position in which it lies somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain, element_text, place_text
from reguli.engine.observation import SOME, hides_zone_count, may_see_field, place_viewers, visible_stack_cards
from reguli.engine.position_documents.position_values import engine_facts_as_plain, field_as_plain
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.set_numbering import decode_bundle, decode_set, encode_bundle, encode_set
from reguli.ir.program import Journal, Program, Slots
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.model import types as ty
from reguli.model.types import ElementType
from reguli.ruleset.document_nodes import Visibility

Argument = int | str
"""An argument by the numbers of the base; of what the base does not have the name."""
COMPARED: Final = tuple(FACTS.index(name) for name in ("round", "phase", "edge", "stage", "at_turn", "over"))
"""What the engine keeps and people may know."""
Changed = tuple[str, Plain, Plain]
"""A place by its name, with what lies there before and now."""


@dataclass(frozen=True, slots=True)
class MatchedSlots:
    """A field whose slots have the same meaning on both sides."""

    name: str
    before: slice
    now: slice


class StateMapping:
    """Compares positions of two programs for the same number of players."""

    def __init__(self, before: Playable, now: Playable) -> None:
        """Match the fields of both programs once."""
        self.before, self.now = before, now
        self._kinds = _kinds(before), _kinds(now)
        self.same_box = self._kinds[0] == self._kinds[1]
        """Whether all elements are the same ones in the same order, so that a move is the same numbers on both sides."""
        self.same_layout = self.same_box and _layout(before) == _layout(now)
        self._stretch = slice(len(FACTS), before.frames)
        self._stretches, self._named = self._shared()
        self._elements: dict[str, tuple[Argument, ...]] = {}

    # -- fields ------------------------------------------------------------------------------------------------

    def equal(self, before: Slots, now: Slots) -> bool:
        """Return whether two positions are equal in the fields that both sides have."""
        if self.same_layout:
            own = self._stretch
            return before[own] == now[own] and all(before[at] == now[at] for at in COMPARED)
        if any(before[one.before] != now[one.now] for one in self._stretches):
            return False
        return not any(True for _ in self._facts(before, now)) and not any(True for _ in self._by_name(before, now))

    def changed(self, before: Slots, now: Slots) -> Iterator[Changed]:
        """Yield the names of the places that differ: ``player.money[ben]``, ``game.round``."""
        yield from self._facts(before, now)
        for name, field in self.before.layout.fields.items():
            other = self.now.layout.fields.get(name)
            if other is not None and _form(field) == _form(other):
                yield from self._of_field(name, before, now)

    def _of_field(self, name: str, before: Slots, now: Slots) -> Iterator[Changed]:
        one, other = field_as_plain(self.before, before, name), field_as_plain(self.now, now, name)
        yield from _differing(name, self._cut(name, one, now=False), self._cut(name, other, now=True))

    def _facts(self, before: Slots, now: Slots) -> Iterator[Changed]:
        if self.same_box and all(before[at] == now[at] for at in COMPARED):
            return
        one, other = engine_facts_as_plain(self.before, before), engine_facts_as_plain(self.now, now)
        for name in one:
            if name != "coming_stage" and one[name] != other.get(name):
                yield name, one[name], other.get(name)

    def _by_name(self, before: Slots, now: Slots) -> Iterator[Changed]:
        for name in self._named:
            yield from self._of_field(name, before, now)

    def _shared(self) -> tuple[list[MatchedSlots], list[str]]:
        """Split the common fields into those whose slots can be compared and those that are compared by name."""
        straight: list[MatchedSlots] = []
        named: list[str] = []
        for name, field in self.before.layout.fields.items():
            other = self.now.layout.fields.get(name)
            if other is None or _form(field) != _form(other):
                continue
            if field.stride and self._alike(field, other):
                straight.append(MatchedSlots(name, _slots(field), _slots(other)))
            else:
                named.append(name)
        return straight, named

    def _alike(self, field: FieldSlots, other: FieldSlots) -> bool:
        """Return whether each slot of a field has the same meaning in both programs."""
        used = {field.declared.owner, field.declared.of, *(key.kind for key in field.keys)}
        used |= {_variety(self.before, field)}
        same = all(self._kinds[0].get(kind) == self._kinds[1].get(kind) for kind in used if kind is not None)
        shape = (field.stride, field.places, field.capacity, field.infinite, field.keys)
        return same and shape == (other.stride, other.places, other.capacity, other.infinite, other.keys)

    def _cut(self, name: str, plain: Plain, *, now: bool) -> Plain:
        """Remove elements that only one side has."""
        if self.same_box:
            return plain
        field = self.before.layout.fields[name]
        kinds = {field.declared.owner, field.declared.of, *(key.kind for key in field.keys)}
        kinds |= {_variety(self.before, field), _variety(self.now, self.now.layout.fields[name])}
        own, other = self._kinds[now], self._kinds[not now]
        alone = {one for kind in kinds for one in own.get(kind or "", ()) if one not in other.get(kind or "", ())}
        return _without(plain, alone) if alone else plain

    # -- moves -------------------------------------------------------------------------------------------------

    def argument(self, kind: ty.Type, value: int) -> Argument:
        """Return an argument of the current side with the element numbers of the base."""
        if self.same_box:
            return value
        match kind:
            case ty.ElementType(of):
                return value if value < 0 else self._of(of)[value]
            case ty.CollectionType(of):
                members = [self._of(of)[one] for one in decode_set(value)]
                known = [one for one in members if isinstance(one, int)]
                return encode_set(known) if len(known) == len(members) else " ".join(sorted(map(str, members)))
            case ty.BundleType(kind=of):
                return self._bundle(of, value)
            case ty.SingleType() | ty.NumbersType() | ty.GroupsType() | ty.PlaceType() | ty.UnknownType():
                return value

    def _bundle(self, of: str, value: int) -> Argument:
        elements = self._of(of)
        there = [(elements[at], share) for at, share in enumerate(decode_bundle(value, len(elements))) if share]
        if not all(isinstance(one, int) for one, _ in there):
            return " ".join(f"{share} {one}" for one, share in there)
        shares = [0] * len(self._kinds[0].get(of, ()))
        for one, share in there:
            assert isinstance(one, int)
            shares[one] = share
        return encode_bundle(shares)

    def _of(self, kind: str) -> tuple[Argument, ...]:
        """Return the base's numbers of the elements of a current kind."""
        known = self._elements.get(kind)
        if known is None:
            numbers = {name: at for at, name in enumerate(self._kinds[0].get(kind, ()))}
            known = tuple(numbers.get(name, name) for name in self._kinds[1][kind])
            self._elements[kind] = known
        return known

    def answer(self, kind: ty.Type, value: int) -> int | None:
        """Return a base argument with the element numbers of the current side; None if that side lacks an element."""
        if self.same_box:
            return value
        match kind:
            case ty.ElementType(of):
                return value if value < 0 else self._back(of, value)
            case ty.CollectionType(of):
                members = [self._back(of, one) for one in decode_set(value)]
                known = [one for one in members if one is not None]
                return encode_set(known) if len(known) == len(members) else None
            case ty.BundleType(kind=of):
                shares = [0] * len(self._kinds[1].get(of, ()))
                for at, share in enumerate(decode_bundle(value, len(self._kinds[0].get(of, ())))):
                    there = self._back(of, at)
                    if share and there is None:
                        return None
                    if there is not None:
                        shares[there] = share
                return encode_bundle(shares)
            case ty.SingleType() | ty.NumbersType() | ty.GroupsType() | ty.PlaceType() | ty.UnknownType():
                return value

    def _back(self, kind: str, index: int) -> int | None:
        found = self._of(kind)
        return found.index(index) if index in found else None


def _kinds(program: Program) -> Mapping[str, tuple[str, ...]]:
    """Return the elements of each kind for this program's number of players."""
    layout = program.layout
    return {name: kind.elements[: layout.size_of(name)] for name, kind in program.ruleset.kinds.items()}


def _layout(program: Program) -> object:
    layout = program.layout
    return layout.fields, layout.places, layout.zone_fields, [_form(field) for field in layout.fields.values()]


def _form(field: FieldSlots) -> tuple[object, ...]:
    declared = field.declared
    return declared.form, declared.of, declared.owner, declared.order, len(field.keys)


def _slots(field: FieldSlots) -> slice:
    return slice(field.base, field.base + field.stride * field.places)


def _variety(program: Program, field: FieldSlots) -> str | None:
    kind = program.ruleset.kinds.get(field.declared.of or "")
    return None if kind is None else kind.variety


def _without(plain: Plain, alone: set[str]) -> Plain:
    match plain:
        case dict():
            return {key: _without(value, alone) for key, value in plain.items() if key not in alone}
        case list():
            return [_without(value, alone) for value in plain if not (isinstance(value, str) and value in alone)]
        case _:
            return plain


def _differing(name: str, one: Plain, other: Plain, keys: Sequence[str] = ()) -> Iterator[Changed]:
    """Yield the places at which two values by owner and key differ."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _differing(name, one.get(key), other.get(key), (*keys, key))
    else:
        yield (f"{name}[{','.join(keys)}]" if keys else name), one, other


# -- view comparison -------------------------------------------------------------------------------------------------
# What each seat sees, compared between two programs without making every view of every position.
#
# Where both positions are the same, a view can differ for three reasons only: a field is declared for others to see, the players
# who see it are computed otherwise, or the journal tells another story of how cards came to lie in a stack. So the first two are asked of the fields they
# can concern, and stacks are looked into only from where the journals part.


TOLD: Final = ("move", "draw", "shuffle")
"""What a journal says of stacks."""


@dataclass(slots=True)
class ViewReads:
    """Progress of reading the journals of one game, and whether they have diverged."""

    lengths: tuple[int, int] = (0, 0)
    parted: bool = False


class ViewComparison:
    """Compares the observations of all seats in two playthroughs whose positions are equal."""

    def __init__(self, matching: StateMapping) -> None:
        """Find the fields whose visibility may differ."""
        self._matching = matching
        both = [name for name in matching.before.layout.fields if name in matching.now.layout.fields]
        fields = [(matching.before.layout.fields[name], matching.now.layout.fields[name]) for name in both]
        shaped = [(one, other) for one, other in fields if one.places == other.places and one.keys == other.keys]
        self._asked = [pair for pair in shaped if self._may_differ(*pair)]
        self._stacks = [pair for pair in shaped if _is_hidden_stack(pair[0]) and _is_hidden_stack(pair[1])]
        self._told = _stories(matching.before), _stories(matching.now)

    def _may_differ(self, one: FieldSlots, other: FieldSlots) -> bool:
        who = _who(self._matching.before, one), _who(self._matching.now, other)
        return who[0] != who[1] or who[0][0] == SOME or hides_zone_count(one) != hides_zone_count(other)

    def changed(self, before: GamePlaythrough, now: GamePlaythrough, told: ViewReads) -> Iterator[Changed]:
        """Yield the places that a seat sees on one side only: ``player.hand[ann] by ben``; ``told`` is the reading progress of this game's journals."""
        for one, other in self._asked:
            yield from self._of_field(one, other, before, now)
        if self._stacks and self._parted(before.journal, now.journal, told):
            for one, other in self._stacks:
                yield from self._of_stack(one, other, before, now)

    def _of_field(
        self, one: FieldSlots, other: FieldSlots, before: GamePlaythrough, now: GamePlaythrough
    ) -> Iterator[Changed]:
        programs = before.program, now.program
        for place in range(one.places):
            if one.declared.visible.who == other.declared.visible.who == SOME:
                known = (
                    set(place_viewers(programs[0], before.slots, one, place)),
                    set(place_viewers(programs[1], now.slots, other, place)),
                )
                if known[0] == known[1]:
                    continue
            for seat in (*range(programs[0].players), None):
                seen = (
                    may_see_field(programs[0], before.slots, one, place, seat),
                    may_see_field(programs[1], now.slots, other, place, seat),
                )
                counted = seen[0] or not hides_zone_count(one), seen[1] or not hides_zone_count(other)
                if seen[0] != seen[1] or counted[0] != counted[1]:
                    name = _by(programs[0], one, place, seat)
                    yield name, _sight(seen[0], counted[0]), _sight(seen[1], counted[1])

    def _of_stack(
        self, one: FieldSlots, other: FieldSlots, before: GamePlaythrough, now: GamePlaythrough
    ) -> Iterator[Changed]:
        of = one.declared.of or ""
        for place in range(one.places):
            for seat in range(before.program.players):
                cards = visible_stack_cards(before, one, place, seat), visible_stack_cards(now, other, place, seat)
                named = [None if card is None else before.program.ruleset.kinds[of].elements[card] for card in cards[0]]
                other_named = [
                    None if card is None else now.program.ruleset.kinds[of].elements[card] for card in cards[1]
                ]
                if named != other_named:
                    yield _by(before.program, one, place, seat), [*named], [*other_named]

    def _parted(self, before: Journal, now: Journal, told: ViewReads) -> bool:
        """Return whether two journals differ in their notes about pieces, reading on from the last position."""
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
    """Return the notes that concern pieces, by their numbers."""
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
