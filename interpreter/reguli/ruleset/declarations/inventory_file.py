"""What inventory.yaml holds: the numbered statements of the rulebook, by number or as a list."""

from __future__ import annotations

from typing import Final

from reguli.ruleset.document_nodes import SAYS, AbsenceDecl, InventoryEntry
from reguli.schema.node_reader import NodeReader, report_duplicates
from reguli.schema.shapes import (
    HERE,
    NAME,
    NAMES,
    NOTE,
    TEXT,
    DerivedShape,
    EitherShape,
    ListOf,
    MappingField,
    MappingShape,
    ParsedMapping,
    named_groups_schema,
    named_value_pairs_schema,
    required_field,
    statement_schema,
)
from reguli.source.finding_catalogue import Said, Value
from reguli.source.yaml_reader import MappingNode, Node

NUMBER: Final = statement_schema(Said("part.inventory"), declared=True)


def _says_an_act(found: ParsedMapping) -> bool:
    """Check that an act that never happens names a move or a limit."""
    if not found.values["move"] and not found.values["limit"]:
        found.reader.missing(found.node.span, found.what, "move")
        return False
    return True


ACT: Final = MappingShape(
    AbsenceDecl,
    (
        *(MappingField(key, NAMES, into, default=()) for key, into in (("move", ""), ("for", "paid"), ("limit", ""))),
        *(MappingField(key, TEXT, into, default="") for key, into in (("from", "source"), ("to", "target"))),
    ),
    span=HERE,
    settle=_says_an_act,
)
ABSENCE: Final = ListOf(ACT, "part.absence", or_one=(MappingNode,))
PLACES: Final = named_value_pairs_schema(NAME, TEXT, "part.name_of_source", "part.inside")
ENTRIES: Final = (
    required_field("statement", TEXT),
    required_field("state", TEXT),
    MappingField("sources", PLACES, default=()),
    MappingField("ruling", TEXT),
    MappingField("carries", TEXT),
    MappingField("says", SAYS, default=()),
    MappingField("reason", TEXT, "-"),
    MappingField("absence", ABSENCE, default=()),
    NOTE,
)
STATEMENT: Final = MappingShape(InventoryEntry, ENTRIES, named="id")
LISTED: Final = MappingShape(
    InventoryEntry, (required_field("id", NUMBER), *ENTRIES), span="id", renamed="part.statement"
)


def _different(
    found: tuple[InventoryEntry, ...], node: Node, what: Value, reader: NodeReader
) -> tuple[InventoryEntry, ...]:
    report_duplicates([(entry.id, entry.span) for entry in found], reader.bag, what=what)
    return found


INVENTORY: Final = DerivedShape(
    EitherShape(
        named_groups_schema(STATEMENT, "part.inventory", "part.statement", NUMBER),
        ListOf(LISTED, "part.statement_of_inventory"),
    ),
    _different,
)
