"""Joined boards: which part lies on which spot of a map, and which way round; said, or left to a lot."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.kind_nodes import Chosen, JoinDecl, SpotDecl
from reguli.schema.mapping_shapes import HERE, Field, Group, must
from reguli.schema.node_reader import Reader
from reguli.schema.scalar_shapes import NAME, NEW_NAME, names
from reguli.schema.value_shapes import Either, Held, MapOf, One, Spot, made, placed
from reguli.source.message_arguments import Said, Value
from reguli.source.name_suggestions import near
from reguli.source.span import Span
from reguli.source.yaml_nodes import Mapping, Node, Scalar, Sequence

BY_LOT: Final = "by lot"
"""Stands for a name that a lot settles; no name has a blank."""
_NAMES: Final = names()
_CHOSEN: Final = {
    "anyOf": [{"const": BY_LOT}, dict(NAME.schema), {"type": "array", "items": dict(NAME.schema), "minItems": 1}]
}


def _chosen(reader: Reader, node: Node, what: Value) -> Chosen | None:
    """Read a name, a list of those among which a lot decides, or ``by lot``.

    A lot stands in for what is nearly called so: the spots are there, and what names them is no mistake besides.
    """
    if isinstance(node, Scalar) and isinstance(node.value, str) and near(node.value, (BY_LOT,)) is not None:
        reader.wrong(node, what, Said("sort.name_or_by_lot"), BY_LOT)
        return Chosen(node.span, (), by_lot=True)
    if isinstance(node, Scalar) and node.value == BY_LOT:
        return Chosen(node.span, (), by_lot=True)
    if isinstance(node, Sequence):
        found = _NAMES.read(node, Spot(what), reader)
        if found == ():
            reader.wrong(node, what, Said("sort.name_or_by_lot"))
        return Chosen(node.span, found, by_lot=True) if found else None
    name = reader.id(node, what)
    return None if name is None else Chosen(node.span, ((name, node.span),))


def _letter(reader: Reader, node: Node, what: Value) -> str | None:
    """Read a single lower-case letter: it stands on the map, and is the name of the spot."""
    name = reader.new_id(node, what)
    if name is not None and len(name) > 1:
        reader.wrong(node, what, Said("sort.letter_of_map"))
        return None
    return name


def _laid(part: Chosen, way: Chosen | None) -> tuple[Chosen, Chosen | None]:
    return part, way


def _whole(found: tuple[SpotDecl, ...], node: Node, what: Value, reader: Reader) -> tuple[SpotDecl, ...] | None:
    """Give up where a spot could not be read: its letter would be one without a meaning."""
    return found if isinstance(node, Mapping) and len(found) == len(node.entries) else None


def _join(span: Span, parts: tuple[str, Span], spots: tuple[str, Span], lay: tuple[SpotDecl, ...]) -> JoinDecl:
    return JoinDecl(span, *parts, *spots, lay)


CHOSEN: Final = One(_chosen, _CHOSEN)
LAID: Final = Group(_laid, (must("part", CHOSEN), Field("way", CHOSEN)))
SPOT: Final = Either(LAID, made(CHOSEN, lambda found: (found, None)))
"""What lies on a spot: a part as it is drawn, or a part with its way round."""
LETTER: Final = One(_letter, {"type": "string", "pattern": "^[a-z]$"})
LAY: Final = MapOf(
    LETTER, SPOT, "", "part.inside", lambda key, name, found: SpotDecl(key.span, name, *found), ordered=True
)
JOIN: Final = Group(
    _join,
    (
        must("parts", placed(NAME)),
        must("spots", placed(NEW_NAME)),
        must("lay", Held(LAY, _whole)),
    ),
    span=HERE,
)
"""The parts of a board, and what lies on its spots."""
