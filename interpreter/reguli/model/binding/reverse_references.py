"""Ways back: from an element to those that name it, from a piece to whose zone it lies in and at which key. Nobody declares them."""

from __future__ import annotations

from collections.abc import Iterator

from reguli.model.binding.binding_context import GAME, World
from reguli.ruleset.document_nodes import StateDecl
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said
from reguli.source.span import Span


@kept
class Way(Kept):
    """One way back: from the elements of one kind to those of another, or to a number that is a key."""

    name: str
    of: str
    """The kind it starts from."""
    kind: str | None
    """The kind it leads to; ``None`` for a key that is a number."""
    field: str
    """What it goes back through: ``slot.side``, ``player.hand``."""
    part: int | None
    """Of a zone: 0 leads to its owner, n to its n-th key. ``None`` where it goes back through a field of a kind."""
    span: Span


def all_ways(world: World) -> Iterator[Way]:
    """Give every way back, in the order in which what it goes back through is declared."""
    for declared in world.documents.kinds:
        for field in declared.fields:
            if field.form in ("kind", "set") and field.of in world.kinds and declared.id in world.kinds:
                name = field.inverse or declared.plural
                yield Way(name, str(field.of), declared.id, f"{declared.id}.{field.id}", None, field.span)
    for qualified, zone in world.state.items():
        if zone.form == "zone" and zone.of in world.kinds and world.kinds[zone.of].form == "pieces":
            yield from _of_zone(qualified, zone)


def _of_zone(qualified: str, zone: StateDecl) -> Iterator[Way]:
    parts: list[tuple[int, str, str | None]] = [(0, zone.owner, zone.owner)] if zone.owner != GAME else []
    parts += [(at, key.name, key.name if key.low is None else None) for at, key in enumerate(zone.by, 1)]
    for number, (part, name, kind) in enumerate(parts):
        called = zone.inverse if zone.inverse is not None and number == 0 else name
        yield Way(called, str(zone.of), kind, qualified, part, zone.span)


def ways_from(world: World, kind: str, name: str) -> tuple[tuple[Way, ...], Way | None]:
    """Give the ways of a name that are one, and the first that is another one.

    Zones of one kind of owner that the same people may see are one way: a piece lies in one of them at most.
    """
    found = [way for way in all_ways(world) if (way.of, way.name) == (kind, name)]
    together = [way for way in found if way == found[0] or _alike(world, found[0], way)]
    return tuple(together), next((way for way in found if way not in together), None)


def _alike(world: World, one: Way, other: Way) -> bool:
    if one.part is None or other.part is None or (one.kind, one.part) != (other.kind, other.part):
        return False
    first, second = world.state[one.field], world.state[other.field]
    return first.visible == second.visible and (one.part == 0 or first.by == second.by)


def names_of_ways(world: World, kind: str) -> tuple[str, ...]:
    """Give the names of all ways back from a kind."""
    return tuple(dict.fromkeys(way.name for way in all_ways(world) if way.of == kind))


def check_ways(world: World) -> None:
    """Report fields and state that have the name of a way back: neither hides the other (R227)."""
    for way in all_ways(world):
        kind = world.kinds[way.of]
        field, state = kind.fields.get(way.name), world.state.get(f"{way.of}.{way.name}")
        declared = field or state
        if declared is not None:
            related = [(way.span, Said("here.way_back", name=way.field))]
            world.bag.add("R227", declared.span, related=related, name=way.name, kind=way.of, field=way.field)
