"""What of two programs is the same thing: fields and elements by their names, so that the places where they lie may differ.

Where the boxes of both are the same, the same numbers mean the same, and stretches of slots are compared as they are. Else what only
one side has is left out of what is compared: a card more in the box is said once, as a change of the documents, and not in every
position in which it lies somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reguli.engine.notation import Plain
from reguli.engine.position_documents.position_values import facts_plain, field_plain
from reguli.ir.executable_program import Playable
from reguli.ir.interpreter.bundle_numbering import number_of_shares, shares_of
from reguli.ir.interpreter.set_numbering import members_of, number_of
from reguli.ir.program import Program, Slots
from reguli.ir.state_layout import FACTS, FieldSlots
from reguli.model import types as ty

Argument = int | str
"""An argument by the numbers of the base; of what the base does not have the name."""
COMPARED: Final = tuple(FACTS.index(name) for name in ("round", "phase", "edge", "stage", "at_turn", "over"))
"""What the engine keeps and people may know."""
Changed = tuple[str, Plain, Plain]
"""A place by its name, with what lies there before and now."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A field whose slots mean the same on both sides."""

    name: str
    before: slice
    now: slice


class Matching:
    """Compares positions of two programs for the same number of players."""

    def __init__(self, before: Playable, now: Playable) -> None:
        """Look once at what both have."""
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
        """Tell whether two positions are the same, as far as both sides have what lies in them."""
        if self.same_layout:
            own = self._stretch
            return before[own] == now[own] and all(before[at] == now[at] for at in COMPARED)
        if any(before[one.before] != now[one.now] for one in self._stretches):
            return False
        return not any(True for _ in self._facts(before, now)) and not any(True for _ in self._by_name(before, now))

    def changed(self, before: Slots, now: Slots) -> Iterator[Changed]:
        """Give the places that are not the same, by their names: ``player.money[ben]``, ``game.round``."""
        yield from self._facts(before, now)
        for name, field in self.before.layout.fields.items():
            other = self.now.layout.fields.get(name)
            if other is not None and _form(field) == _form(other):
                yield from self._of_field(name, before, now)

    def _of_field(self, name: str, before: Slots, now: Slots) -> Iterator[Changed]:
        one, other = field_plain(self.before, before, name), field_plain(self.now, now, name)
        yield from _differing(name, self._cut(name, one, now=False), self._cut(name, other, now=True))

    def _facts(self, before: Slots, now: Slots) -> Iterator[Changed]:
        if self.same_box and all(before[at] == now[at] for at in COMPARED):
            return
        one, other = facts_plain(self.before, before), facts_plain(self.now, now)
        for name in one:
            if name != "coming_stage" and one[name] != other.get(name):
                yield name, one[name], other.get(name)

    def _by_name(self, before: Slots, now: Slots) -> Iterator[Changed]:
        for name in self._named:
            yield from self._of_field(name, before, now)

    def _shared(self) -> tuple[list[Stretch], list[str]]:
        """Part the fields that both have into those whose slots may be compared, and those that are compared by name."""
        straight: list[Stretch] = []
        named: list[str] = []
        for name, field in self.before.layout.fields.items():
            other = self.now.layout.fields.get(name)
            if other is None or _form(field) != _form(other):
                continue
            if field.stride and self._alike(field, other):
                straight.append(Stretch(name, _slots(field), _slots(other)))
            else:
                named.append(name)
        return straight, named

    def _alike(self, field: FieldSlots, other: FieldSlots) -> bool:
        """Tell whether each slot of a field means the same in both programs."""
        used = {field.declared.owner, field.declared.of, *(key.kind for key in field.keys)}
        used |= {_variety(self.before, field)}
        same = all(self._kinds[0].get(kind) == self._kinds[1].get(kind) for kind in used if kind is not None)
        shape = (field.stride, field.places, field.capacity, field.infinite, field.keys)
        return same and shape == (other.stride, other.places, other.capacity, other.infinite, other.keys)

    def _cut(self, name: str, plain: Plain, *, now: bool) -> Plain:
        """Leave out what only one side has."""
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
        """Give an argument of the side of now by the numbers of the base."""
        if self.same_box:
            return value
        match kind:
            case ty.ElementType(of):
                return value if value < 0 else self._of(of)[value]
            case ty.CollectionType(of):
                members = [self._of(of)[one] for one in members_of(value)]
                known = [one for one in members if isinstance(one, int)]
                return number_of(known) if len(known) == len(members) else " ".join(sorted(map(str, members)))
            case ty.BundleType(kind=of):
                return self._bundle(of, value)
            case _:
                return value

    def _bundle(self, of: str, value: int) -> Argument:
        elements = self._of(of)
        there = [(elements[at], share) for at, share in enumerate(shares_of(value, len(elements))) if share]
        if not all(isinstance(one, int) for one, _ in there):
            return " ".join(f"{share} {one}" for one, share in there)
        shares = [0] * len(self._kinds[0].get(of, ()))
        for one, share in there:
            assert isinstance(one, int)
            shares[one] = share
        return number_of_shares(shares)

    def _of(self, kind: str) -> tuple[Argument, ...]:
        """Give the elements of a kind of now by their numbers in the base."""
        known = self._elements.get(kind)
        if known is None:
            numbers = {name: at for at, name in enumerate(self._kinds[0].get(kind, ()))}
            known = tuple(numbers.get(name, name) for name in self._kinds[1][kind])
            self._elements[kind] = known
        return known

    def answer(self, kind: ty.Type, value: int) -> int | None:
        """Give an argument of the base by the numbers of now; None where now does not have it."""
        if self.same_box:
            return value
        match kind:
            case ty.ElementType(of):
                return value if value < 0 else self._back(of, value)
            case ty.CollectionType(of):
                members = [self._back(of, one) for one in members_of(value)]
                known = [one for one in members if one is not None]
                return number_of(known) if len(known) == len(members) else None
            case ty.BundleType(kind=of):
                shares = [0] * len(self._kinds[1].get(of, ()))
                for at, share in enumerate(shares_of(value, len(self._kinds[0].get(of, ())))):
                    there = self._back(of, at)
                    if share and there is None:
                        return None
                    if there is not None:
                        shares[there] = share
                return number_of_shares(shares)
            case _:
                return value

    def _back(self, kind: str, index: int) -> int | None:
        found = self._of(kind)
        return found.index(index) if index in found else None


def _kinds(program: Program) -> Mapping[str, tuple[str, ...]]:
    """Give the elements of each kind as they are at this table."""
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
    """Give the places at which two values by owner and key are not the same."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys((*one, *other)):
            yield from _differing(name, one.get(key), other.get(key), (*keys, key))
    else:
        yield (f"{name}[{','.join(keys)}]" if keys else name), one, other
