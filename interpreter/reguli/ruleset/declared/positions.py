"""Positions set up from a document: what is named; the rest is as at the beginning."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from reguli.language.tree.expressions import Expression
from reguli.ruleset.phrases import expression
from reguli.ruleset.schema import Fields, Schema
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

Plain = int | bool | str | None | list["Plain"] | dict[str, "Plain"]
"""A value without its places."""
POSITION_KEYS: Final = ("players", "options", "seats", "chance", "at", "setup", "state")
MOST_SEATS: Final = 20


@dataclass(frozen=True, slots=True)
class Given:
    """A value as written: one value, a list, or a group by name."""

    span: Span
    value: int | bool | str | None = None
    items: tuple[Given, ...] | None = None
    entries: tuple[tuple[str, Given], ...] | None = None

    def plain(self) -> Plain:
        """Give the value without its places."""
        if self.items is not None:
            return [item.plain() for item in self.items]
        if self.entries is not None:
            return {key: item.plain() for key, item in self.entries}
        return self.value


@dataclass(frozen=True, slots=True)
class PlaceDecl:
    """What lies at one place, or what one thing that is tracked is."""

    span: Span
    text: str
    """The place as written, without blanks."""
    place: Expression
    value: Given


@dataclass(frozen=True, slots=True)
class EntryDecl:
    """Where play begins: a phase, a decision in it, who decides."""

    span: Span
    phase: str
    decision: str | None
    by: str | None


@dataclass(frozen=True, slots=True)
class PositionDecl:
    """A position as far as it is said; what is None or empty is not said."""

    span: Span
    players: int | None = None
    options: tuple[tuple[str, str | bool, Span], ...] = ()
    seats: tuple[tuple[str, int], ...] = ()
    """Seats by player, counted from 0."""
    chance: tuple[tuple[str, Given], ...] = ()
    """Outcomes prescribed by chance site."""
    at: EntryDecl | None = None
    initial: bool = False
    """Whether the set-up of the game is played before anything is put in its place."""
    state: tuple[PlaceDecl, ...] = ()


def given(node: Node) -> Given:
    """Keep a value as it is written."""
    match node:
        case Scalar(span=span, value=value):
            return Given(span, value)
        case Sequence(span=span, items=items):
            return Given(span, items=tuple(given(item) for item in items))
        case Mapping(span=span, entries=entries):
            return Given(span, entries=tuple((entry.key.text, given(entry.value)) for entry in entries))


def position(fields: Fields, schema: Schema) -> PositionDecl:
    """Read the entries of a group that say a position."""
    players, setup = fields.get("players"), fields.get("setup")
    initial = setup is not None and schema.word(setup, fields.what("setup"), ("initial",)) is not None
    return PositionDecl(
        span=fields.span,
        players=None if players is None else schema.number(players, fields.what("players"), 1, MOST_SEATS),
        options=_options(fields, schema),
        seats=_seats(fields, schema),
        chance=_chance(fields, schema),
        at=_entry(fields, schema),
        initial=initial,
        state=_state(fields, schema),
    )


def laid_over(own: PositionDecl, base: PositionDecl) -> PositionDecl:
    """Say what a position leaves unsaid as another says it; options, seats, chance and places one by one."""
    state = {place.text: place for place in base.state}
    state.update({place.text: place for place in own.state})
    return PositionDecl(
        span=own.span,
        players=base.players if own.players is None else own.players,
        options=tuple({option[0]: option for option in (*base.options, *own.options)}.values()),
        seats=tuple({**dict(base.seats), **dict(own.seats)}.items()),
        chance=tuple({**dict(base.chance), **dict(own.chance)}.items()),
        at=own.at or base.at,
        initial=own.initial or base.initial,
        state=tuple(state.values()),
    )


def _options(fields: Fields, schema: Schema) -> tuple[tuple[str, str | bool, Span], ...]:
    node = fields.get("options")
    found: list[tuple[str, str | bool, Span]] = []
    for entry in () if node is None else schema.entries(node, fields.what("options")) or ():
        name = schema.id(entry.key, "the name of an option")
        value = entry.value
        if isinstance(value, Scalar) and isinstance(value.value, bool):
            chosen: str | bool | None = value.value
        else:
            chosen = schema.id(value, f"the option '{entry.key.text}'")
        if name is not None and chosen is not None:
            found.append((name, chosen, entry.key.span))
    return tuple(found)


def _seats(fields: Fields, schema: Schema) -> tuple[tuple[str, int], ...]:
    """Read seats as a group of numbers or as a list of players clockwise."""
    node = fields.get("seats")
    what = fields.what("seats")
    if node is None:
        return ()
    if isinstance(node, Sequence):
        return tuple((name, seat) for seat, name in enumerate(schema.ids(node, what)))
    taken: dict[int, Span] = {}
    found: list[tuple[str, int]] = []
    for entry in schema.entries(node, what) or ():
        name = schema.id(entry.key, "a player")
        seat = schema.number(entry.value, f"the seat of '{entry.key.text}'", 0, MOST_SEATS - 1)
        if name is None or seat is None:
            continue
        if seat in taken:
            related = [(taken[seat], "here it stands first")]
            schema.bag.add("R109", entry.value.span, related=related, what=what, name=str(seat))
        taken[seat] = entry.value.span
        found.append((name, seat))
    return tuple(found)


def _chance(fields: Fields, schema: Schema) -> tuple[tuple[str, Given], ...]:
    node = fields.get("chance")
    entries = () if node is None else schema.entries(node, fields.what("chance")) or ()
    return tuple((entry.key.text, given(entry.value)) for entry in entries)


def _entry(fields: Fields, schema: Schema) -> EntryDecl | None:
    node = fields.get("at")
    group = None if node is None else schema.fields(node, fields.what("at"), ["phase"], ["decision", "by"])
    if group is None:
        return None
    names = [
        None if (part := group.get(name)) is None else schema.id(part, group.what(name))
        for name in ("phase", "decision", "by")
    ]
    return None if names[0] is None else EntryDecl(group.span, names[0], names[1], names[2])


def _state(fields: Fields, schema: Schema) -> tuple[PlaceDecl, ...]:
    node = fields.get("state")
    found: list[PlaceDecl] = []
    for entry in () if node is None else schema.entries(node, fields.what("state")) or ():
        place = expression(entry.key, "a place", schema)
        if place is not None:
            text = re.sub(r"\s+", "", entry.key.text)
            found.append(PlaceDecl(entry.key.span, text, place, given(entry.value)))
    return tuple(found)
