"""Numbers of players, one or a range such as ``3..4``, and what is said by them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Generic, TypeVar

from reguli.schema.node_reader import Reader
from reguli.schema.value_shapes import Json, ListOf, One, Shape, Spot, made
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.source.span import Span
from reguli.source.yaml_nodes import Entry, Node, Scalar

MOST_PLAYERS: Final = 20
Counts = tuple[int, ...]
"""Numbers of players, each once, in order."""
V = TypeVar("V")
_RANGE: Final = re.compile(r"([1-9][0-9]?)\.\.([1-9][0-9]?)")
_WRITTEN: Final = f"^(?:{_RANGE.pattern}|[1-9][0-9]?)$"


def _range(reader: Reader, node: Node, what: Value) -> Counts | None:
    """Read ``4`` or ``3..4``."""
    text = node.text if isinstance(node, Scalar) else ""
    ends = _RANGE.fullmatch(text)
    if ends is not None:
        low, high = int(ends[1]), int(ends[2])
    elif re.fullmatch(r"[0-9]{1,2}", text):
        low = high = int(text)
    else:
        reader.wrong(node, what, Said("sort.number_of_players"))
        return None
    if 1 <= low <= high <= MOST_PLAYERS:
        return tuple(range(low, high + 1))
    reader.bag.add("R105", node.span, what=what, found=text, low=1, high=MOST_PLAYERS)
    return None


RANGE: Final = One(
    _range,
    {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS}, {"type": "string", "pattern": _WRITTEN}]},
)
COUNTS: Final = made(
    ListOf(RANGE, or_one=(Scalar,)), lambda found: tuple(sorted({number for counts in found for number in counts}))
)
"""Numbers of players: one, a range, or a list of these."""


@kept
class ByCount(Kept, Generic[V]):
    """What is said for some numbers of players, and where."""

    span: Span
    counts: Counts
    value: V


def by_count(entries: Iterable[Entry], value: Shape[V], what: Value, reader: Reader) -> tuple[ByCount[V], ...]:
    """Read values by numbers of players; a number that is said twice is R131."""
    found: list[ByCount[V]] = []
    said: dict[int, Span] = {}
    for entry in entries:
        counts = RANGE.read(entry.key, Spot(Said("part.number_of_players", where=what)), reader)
        one = value.read(entry.value, Spot(Said("part.inside", name=entry.key.text, what=what)), reader)
        again = next((count for count in counts or () if count in said), None)
        if again is not None:
            related = [(said[again], Said("here.stands_first"))]
            reader.bag.add("R131", entry.key.span, near=None, related=related, what=what, count=again)
        elif counts is not None and one is not None:
            found.append(ByCount(entry.key.span, counts, one))
        said.update(dict.fromkeys(counts or (), entry.key.span))
    return tuple(found)


def described(value: Json) -> Json:
    """Describe values by numbers of players, which are those of the keys that are such numbers."""
    return {"type": "object", "patternProperties": {_WRITTEN: value}}
