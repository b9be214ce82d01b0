"""The stages of a game: eras, how one passes to the next, and at which moments of the round what is done."""

from __future__ import annotations

import re
from typing import Final, Literal

from reguli.language.syntax_tree.top_level_items import Moment
from reguli.ruleset.document_nodes import Scheduled, StageCase, StageDecl
from reguli.ruleset.source_citations import SOURCE
from reguli.schema.mapping_shapes import HERE, WHOLE, Field, Found, Group, must
from reguli.schema.node_reader import Reader
from reguli.schema.scalar_shapes import NAME, NAMES, NEW_NAME, VALUE, number
from reguli.schema.value_shapes import Either, ListOf, One, by_name
from reguli.source.message_arguments import Value
from reguli.source.yaml_nodes import Node

MOST_ORDER: Final = 1_000
NEEDED: Final = (
    ("when", "checked"),
    ("when", "effective"),
    ("checked", "when"),
    ("checked", "effective"),
    ("effective", "when"),
    ("once", "when"),
    ("cases", "drawn"),
)
"""What a stage may have, and what it then needs."""
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


def _both_halves(found: Found) -> bool:
    """Report what of a stage stands without what it needs; one lack is told once."""
    told: set[str] = set()
    for there, lacking in NEEDED:
        at = found.given(there)
        if at is not None and lacking not in found.entries and lacking not in told:
            told.add(lacking)
            found.reader.bag.add("R126", at.span, name=found.values["id"], there=there, lacking=lacking)
    return True


CHECKED: Final = Group(
    lambda at, order: (at, order),
    (must("at", MOMENT), Field("order", number(1, MOST_ORDER), default=1)),
    short="at",
)
CASE: Final = Group(
    StageCase, (Field("now", NAME), Field("then", SCHEDULED), must("effective", MOMENT), SOURCE), named="edge of"
)
DRAWN: Final = Group(lambda card, deck: (card, deck), (must("card", NAME), must("from", NAME, "deck")))
STAGE: Final = Group(
    StageDecl,
    (
        must("id", NEW_NAME),
        Field("from", NAMES, "sources", default=()),
        Field("when", VALUE),
        Field("checked", CHECKED, "checked order", default=(None, 1)),
        Field("once", SCHEDULED),
        Field("effective", MOMENT),
        Field("drawn", DRAWN, "card deck", default=(None, None)),
        Field("cases", by_name(CASE, "part.a_case", "part.case", PART), default=()),
        SOURCE,
    ),
    span="id",
    renamed="part.stage",
    settle=_both_halves,
)
STAGES: Final = ListOf(STAGE, "part.a_stage")
