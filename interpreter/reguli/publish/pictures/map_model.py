"""Boards as something to be drawn: what lies on them, before anything has its place on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, Final, Literal

from reguli.publish.pictures.label_placement import Written
from reguli.source.frozen_values import Kept, kept


@kept
class Spot(Kept):
    """A place of the board: its name, the number of its group (-1 for none), where it lies, how many things may stand there, and on parts of it."""

    id: str
    name: str
    group: int
    x: int
    y: int
    room: int = 0
    parts: int = 0

    @property
    def holes(self) -> int:
        """How many holes its sign has."""
        return self.room + self.parts


@kept
class Joint(Kept):
    """A line between two places, by their numbers, what it costs, and how many things may stand on it."""

    first: int
    second: int
    cost: int | None
    spaces: int = 0


@kept
class BoardPicture(Kept):
    """A board: its form, the kinds it shows, how large it and its cells are, what is on it; lengths are thousandths of its width.

    A map may have its signs and texts in their places already (``map_renderer.arranged``). ``groups`` are the groups of places, elements of the kind ``grouped``, or the names they have.
    """

    form: Literal["map", "square", "hexagon"]
    places: str
    size: int
    width: int
    height: int
    spots: tuple[Spot, ...]
    joints: tuple[Joint, ...]
    groups: tuple[str, ...] = ()
    grouped: str = ""
    written: Written | None = None


@kept
class Standing(Kept):
    """A position on a board: the seats whose pieces stand at a place, by its number, and the groups that are not in play, by theirs."""

    pieces: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    aside: frozenset[int] = frozenset()


NOTHING: Final = Standing()


def areas_of(picture: BoardPicture) -> bool:
    """Say whether groups have areas: every group hangs together by lines between places of its own."""
    if not picture.groups or any(spot.group < 0 for spot in picture.spots):
        return False
    first = {spot.group: at for at, spot in reversed(list(enumerate(picture.spots)))}
    reached = set(first.values())
    beside = [
        pair
        for joint in picture.joints
        for pair in ((joint.first, joint.second), (joint.second, joint.first))
        if picture.spots[pair[0]].group == picture.spots[pair[1]].group
    ]
    while more := {there for here, there in beside if here in reached and there not in reached}:
        reached |= more
    return len(reached) == len(picture.spots)


def titles_of(picture: BoardPicture, names: Sequence[str], groups: Sequence[str]) -> list[str]:
    """Say of each place what it is called, and its group."""
    names, groups = names or [spot.name for spot in picture.spots], groups or picture.groups
    return [
        f"{name} ({groups[spot.group]})" if spot.group >= 0 else name
        for name, spot in zip(names, picture.spots, strict=True)
    ]


def picture_of(plan: Mapping[str, Any]) -> BoardPicture:
    """Read a board from plain data, as ``play.board_layout`` gives them."""
    points, lines, parts = plan["points"], plan["lines"], plan["parts"]
    groups = [group["id"] for group in plan.get("groups", ())]
    return BoardPicture(
        form=plan["form"],
        places=plan["kind"],
        size=plan["size"],
        width=plan["width"],
        height=plan["height"],
        spots=tuple(
            Spot(
                point["id"],
                point["name"],
                groups.index(point["group"]) if point["group"] else -1,
                point["x"],
                point["y"],
                plan.get("room", 0),
                sum(part.get("at") == number for part in parts),
            )
            for number, point in enumerate(points)
        ),
        joints=tuple(
            Joint(line["from"], line["to"], line["cost"], sum(part.get("on") == number for part in parts))
            for number, line in enumerate(lines)
        ),
        groups=tuple(group["name"] for group in plan.get("groups", ())),
        grouped=plan["group_kind"] or "",
    )
