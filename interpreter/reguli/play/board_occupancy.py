"""The occupants of the board in a position: the pieces' owners by place, and the groups not in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reguli.engine.gameplay.playthrough import GamePlaythrough
from reguli.engine.notation import Plain
from reguli.play.replay_steps import Flat, flatten_position


def occupants_by_place(
    playthrough: GamePlaythrough, plan: Mapping[str, Any]
) -> tuple[dict[int, tuple[int, ...]], frozenset[int]]:
    """Return the owners of the pieces at each place of a board (``play.board_layout``), by its number, and the groups aside, by theirs.

    A group is aside where its kind is marked, some group is, and this one is not.
    """
    flat = flatten_position(playthrough)
    seats = {seat: at for at, seat in enumerate(playthrough.program.ruleset.kinds["player"].elements)}
    owners = _owners(flat, seats)
    pieces: dict[int, tuple[int, ...]] = {}
    for at, point in enumerate(plan["points"]):
        here = [value for place, value in flat.items() if _is_of(place, plan["kind"], point["id"])]
        found = tuple(seat for value in here for seat in _seats_of(value, seats, owners))
        if found:
            pieces[at] = found
    return pieces, _aside(flat, plan)


def _owners(flat: Flat, seats: Mapping[str, int]) -> dict[str, int]:
    """Return each piece's owner: the seat in its tracked state."""
    return {
        place.rpartition("/")[2]: seats[value]
        for place, value in flat.items()
        if isinstance(value, str) and value in seats and place.count("/") == 2
    }


def _seats_of(value: Plain, seats: Mapping[str, int], owners: Mapping[str, int]) -> Iterator[int]:
    match value:
        case str():
            yield from [seats[value]] if value in seats else ()
        case list():
            yield from (owners[one] for one in value if isinstance(one, str) and one in owners)
        case dict():
            for seat, count in value.items():
                yield from [seats[seat]] * (count if isinstance(count, int) else 0) if seat in seats else ()
        case int() | None:
            pass


def _aside(flat: Flat, plan: Mapping[str, Any]) -> frozenset[int]:
    marked = [
        any(value is True for place, value in flat.items() if _is_of(place, plan["group_kind"], group["id"]))
        for group in plan.get("groups", ())
    ]
    return frozenset(at for at, one in enumerate(marked) if not one) if any(marked) else frozenset()


def _is_of(place: str, kind: str | None, element: str) -> bool:
    """Return whether a place of a position belongs to an element of a kind."""
    owner, _, rest = place.partition("/")
    return owner == kind and rest.rpartition("/")[2] == element
