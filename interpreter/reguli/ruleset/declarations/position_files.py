"""Positions set up from a document: what is named; the rest is as at the beginning."""

from __future__ import annotations

import re
from typing import Final

from reguli.language.syntax_tree.expressions import Expression
from reguli.ruleset.kind_nodes import Written
from reguli.schema.mapping_shapes import HERE, Field, Group, must
from reguli.schema.node_reader import Reader, unique
from reguli.schema.scalar_shapes import ANY_NAME, NAME, VALUE, number, word
from reguli.schema.value_shapes import Either, Held, ListOf, MapOf, One, made, pairs, placed
from reguli.source.frozen_values import kept
from reguli.source.message_arguments import Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

Plain = int | bool | str | None | list["Plain"] | dict[str, "Plain"]
"""A value without its places."""
MOST_SEATS: Final = 20


@kept
class Given(Written):
    """A value as written: one value, a list, or a group by name."""

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


@kept
class PlaceDecl(Written):
    """What lies at one place, or what one thing that is tracked is."""

    text: str
    """The place as written, without blanks."""
    place: Expression
    value: Given


@kept
class EntryDecl(Written):
    """Where play begins: a phase, a decision in it, who decides."""

    phase: str
    decision: str | None
    by: str | None


@kept
class PositionDecl(Written):
    """A position as far as it is said; what is None or empty is not said."""

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

    @property
    def table(self) -> tuple[tuple[tuple[str, str | bool], ...], int]:
        """Give what programs are made for: the options that are named, and how many play."""
        return tuple((name, value) for name, value, _ in self.options), self.players or len(self.seats)


def given(node: Node) -> Given:
    """Keep a value as it is written."""
    match node:
        case Scalar(span=span, value=value):
            return Given(span, value)
        case Sequence(span=span, items=items):
            return Given(span, items=tuple(given(item) for item in items))
        case Mapping(span=span, entries=entries):
            return Given(span, entries=tuple((entry.key.text, given(entry.value)) for entry in entries))


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


def _chosen(reader: Reader, node: Node, what: Value) -> str | bool | None:
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    return reader.id(node, what)


def _apart(
    seats: tuple[tuple[str, int, Span], ...], node: Node, what: Value, reader: Reader
) -> tuple[tuple[str, int], ...]:
    """Report players on one seat."""
    unique([(str(seat), span) for _, seat, span in seats], reader.bag, what=what)
    return tuple((name, seat) for name, seat, _ in seats)


GIVEN: Final = One(lambda reader, node, what: given(node), {})
CHOSEN: Final = MapOf(
    NAME,
    One(_chosen, {"type": ["boolean", "string"]}),
    "part.name_of_option",
    "part.option",
    lambda key, name, chosen: (name, chosen, key.span),
)
SEATED: Final = MapOf(
    NAME,
    placed(number(0, MOST_SEATS - 1)),
    "part.a_player",
    "part.seat",
    lambda _, name, seat: (name, *seat),
)
LISTED: Final = ListOf(placed(NAME), distinct=True)
SEATS: Final = Either(
    Held(SEATED, _apart), made(LISTED, lambda found: tuple((name, seat) for seat, (name, _) in enumerate(found)))
)
"""Seats as a group of numbers or as a list of players clockwise."""
AT: Final = Group(EntryDecl, (must("phase", NAME), Field("decision", NAME), Field("by", NAME)), span=HERE)
STATE: Final = MapOf(
    VALUE,
    GIVEN,
    "part.place",
    "",
    lambda key, place, value: PlaceDecl(key.span, re.sub(r"\s+", "", key.text), place, value),
)
POSITION: Final = Group(
    PositionDecl,
    (
        Field("players", number(1, MOST_SEATS)),
        Field("options", CHOSEN, default=()),
        Field("seats", SEATS, default=()),
        Field("chance", pairs(ANY_NAME, GIVEN), default=()),
        Field("at", AT),
        Field("setup", made(word("initial"), lambda _: True), "initial", default=False),
        Field("state", STATE, default=()),
    ),
    span=HERE,
)
