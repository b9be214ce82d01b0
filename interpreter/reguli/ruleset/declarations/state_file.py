"""What state.yaml holds: what is tracked, once for the game or for each element of a kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Final

from reguli.ruleset.declarations.constant_and_table_files import KEYS
from reguli.ruleset.document_nodes import StateDecl, Visibility
from reguli.ruleset.source_citations import SOURCE
from reguli.schema.mapping_shapes import Field, Group, Signed, must
from reguli.schema.node_reader import LARGEST, LIST, Reader
from reguli.schema.scalar_shapes import NAME, NEW_NAME, TRUTH, VALUE, number, true, word
from reguli.schema.value_shapes import MapOf, One, by_name, made
from reguli.source.message_arguments import Said, Value
from reguli.source.yaml_nodes import Node, Scalar, Sequence

LARGEST_CAPACITY: Final = 10_000


def _range(reader: Reader, node: Node, what: Value) -> tuple[int, int | None] | None:
    """Read ``[lowest, highest]``, ``[lowest, open]`` or ``open``."""
    if _is_open(node):
        return 0, None
    if not isinstance(node, Sequence) or len(node.items) != 2:
        reader.wrong(node, what, Said("sort.range_or_open") if isinstance(node, Sequence) else LIST)
        return None
    low = reader.number(node.items[0], what) or 0
    return low, None if _is_open(node.items[1]) else reader.number(node.items[1], what, low, LARGEST)


def _is_open(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value == "open"


_BOUND: Final = {"type": ["integer", "string"]}
RANGE: Final = One(
    _range, {"anyOf": [{"const": "open"}, {"type": "array", "items": _BOUND, "minItems": 2, "maxItems": 2}]}
)
WHO: Final = word("all", "owner", "others", "nobody")
BY_SWITCH: Final = Group(
    Visibility,
    (must("who", WHO), must("when", NAME, "option"), must("otherwise", WHO)),
    short="who",
)
TO_SOME: Final = Group(partial(Visibility, who="some"), (must("to", VALUE),))
VISIBLE: Final = Signed({"to": TO_SOME, "who": BY_SWITCH}, usual="who")
COMMON: Final = (
    Field("by", KEYS, default=()),
    Field("lasts", word("game", "round", "phase", "turn"), default="game"),
    Field("visible", VISIBLE, default=Visibility("all")),
    Field("shown", TRUTH, default=True),
    SOURCE,
)
START: Final = Field("start", VALUE)


def _sort(key: str, form: str, *own: Field) -> Group[StateDecl]:
    """Give the shape of one sort of what is tracked: the key that says so names its kind or unit."""
    return Group(
        partial(StateDecl, owner="", form=form),  # type: ignore[arg-type]  # mypy cannot follow a word through
        (must(key, NAME, "of"), *own, *COMMON),
        named="id",
    )


FLAG: Final = Group(
    partial(StateDecl, owner="", form="flag", of=None),
    (must("flag", true(Said("sort.true_alone")), "-"), START, *COMMON),
    named="id",
)
TRACKED: Final = Signed(
    {
        "number": _sort("number", "number", Field("range", RANGE, "low high", default=(0, None)), START),
        "flag": FLAG,
        "of": _sort("of", "element", START),
        "list": _sort("list", "list", START),
        "set": _sort("set", "set", START),
        "bundle": _sort("bundle", "bundle"),
        "zone": _sort(
            "zone",
            "zone",
            Field("order", word("set", "stack"), default="set"),
            Field("capacity", number(1, LARGEST_CAPACITY)),
            Field("inverse", NEW_NAME),
            Field("count", word("seen", "hidden"), default="seen"),
        ),
    }
)


def _owned(key: Scalar, owner: str, found: Iterable[StateDecl]) -> tuple[StateDecl, ...]:
    return tuple(replace(one, owner=owner) for one in found)


OWNED: Final = by_name(TRACKED, "part.name_of_tracked", "part.tracked", NEW_NAME)
STATE: Final = made(
    MapOf(NAME, OWNED, "part.owner", "part.state_of", _owned),
    lambda found: tuple(chain.from_iterable(found)),
)
