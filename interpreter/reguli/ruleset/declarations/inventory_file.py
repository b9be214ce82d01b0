"""What inventory.yaml holds: the numbered statements of the rulebook, by number or as a list."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.document_nodes import SAYS, AbsenceDecl, InventoryEntry
from reguli.schema.node_reader import CITE, LONGEST_ID, Reader, unique
from reguli.schema.shapes import (
    HERE,
    NAME,
    NAMES,
    NOTE,
    TEXT,
    Either,
    Field,
    Found,
    Group,
    Held,
    ListOf,
    by_name,
    matching,
    must,
    pairs,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.yaml_reader import Mapping, Node

NUMBER: Final = matching(CITE, "R110", LONGEST_ID, what=Said("part.inventory"))


def _says_an_act(found: Found) -> bool:
    """Hold an act that never happens to being one: something is moved, or there is only so much of it."""
    if not found.values["move"] and not found.values["limit"]:
        found.reader.missing(found.node.span, found.what, "move")
        return False
    return True


ACT: Final = Group(
    AbsenceDecl,
    (
        *(Field(key, NAMES, into, default=()) for key, into in (("move", ""), ("for", "paid"), ("limit", ""))),
        *(Field(key, TEXT, into, default="") for key, into in (("from", "source"), ("to", "target"))),
    ),
    span=HERE,
    settle=_says_an_act,
)
ABSENCE: Final = ListOf(ACT, "part.absence", or_one=(Mapping,))
PLACES: Final = pairs(NAME, TEXT, "part.name_of_source", "part.inside")
ENTRIES: Final = (
    must("statement", TEXT),
    must("state", TEXT),
    Field("sources", PLACES, default=()),
    Field("ruling", TEXT),
    Field("carries", TEXT),
    Field("says", SAYS, default=()),
    Field("reason", TEXT, "-"),
    Field("absence", ABSENCE, default=()),
    NOTE,
)
STATEMENT: Final = Group(InventoryEntry, ENTRIES, named="id")
LISTED: Final = Group(InventoryEntry, (must("id", NUMBER), *ENTRIES), span="id", renamed="part.statement")


def _different(
    found: tuple[InventoryEntry, ...], node: Node, what: Value, reader: Reader
) -> tuple[InventoryEntry, ...]:
    unique([(entry.id, entry.span) for entry in found], reader.bag, what=what)
    return found


INVENTORY: Final = Held(
    Either(
        by_name(STATEMENT, "part.inventory", "part.statement", NUMBER),
        ListOf(LISTED, "part.statement_of_inventory"),
    ),
    _different,
)
