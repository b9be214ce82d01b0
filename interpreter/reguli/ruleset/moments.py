"""Moments and parts of the round, and what is done at them."""

from __future__ import annotations

import re
from typing import Final, Literal

from reguli.language.tree.items import Moment
from reguli.reading.groups import HERE, WHOLE, Group, must
from reguli.reading.reader import Reader
from reguli.reading.shapes import Either, One
from reguli.reading.values import NAME
from reguli.ruleset.documents import Scheduled
from reguli.source.said import Value
from reguli.source.yaml_nodes import Node

Edge = Literal["before", "start", "during", "end"]
_PART: Final = r"(?:(start|end)\s+of|(before|during))\s+([a-z][a-z0-9_]*)"
_EDGES: Final[tuple[Edge, ...]] = ("before", "start", "during", "end")


def _part(reader: Reader, node: Node, what: Value) -> tuple[Edge, str] | None:
    text = reader.text(node, what)
    found = None if text is None else re.fullmatch(_PART, text.strip())
    if text is not None and found is None:
        reader.bag.add("R108", node.span, what=what, found=text)
    return None if found is None else (next(edge for edge in _EDGES if edge in found.groups()), found[3])


def _moment(reader: Reader, node: Node, what: Value) -> Moment | None:
    match _part(reader, node, what):
        case None:
            return None
        case "during", name:
            reader.bag.add("R108", node.span, what=what, found=f"during {name}")
            return None
        case edge, name:
            return Moment(node.span, edge, name)


PART: Final = One(_part, {"type": "string", "pattern": f"^{_PART}$"})
"""``start of X``, ``end of X``, ``before X``, or ``during X``, the phase itself."""
BARE_MOMENT: Final = One(_moment, {"type": "string", "pattern": f"^{_PART}$"})
MOMENT: Final = Either(Group(lambda at: at, (must("at", BARE_MOMENT, called=WHOLE),)), BARE_MOMENT)
"""A point of the round, bare or as ``{at: …}``."""
SCHEDULED: Final = Group(Scheduled, (must("run", NAME), must("at", MOMENT)), span=HERE)
"""A procedure, and when it is run."""
