"""Rules on a kind or on one of its elements, and the conditions for them to be in force."""

from __future__ import annotations

from typing import Final

from reguli.language.syntax_tree.top_level_items import Adjust, Always, At, Item, OptionGroup, Waive, When, Whenever
from reguli.ruleset.document_nodes import InForce
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import HERE, NAME, VALUE, MappingField, MappingShape, ParsedValue, rules, schema_with_location
from reguli.source.finding_catalogue import Value
from reguli.source.yaml_reader import Node

RULES: Final = "rules"
"""The column of the rules that stand on one element."""
ON_PIECES: Final = (OptionGroup, Adjust, Waive, When, Whenever, At, Always)
"""What may stand on a piece."""

IN_FORCE: Final = MappingShape(
    InForce,
    (
        MappingField("in", VALUE, "zone"),
        MappingField("of", schema_with_location(NAME), "of of_span", default=(None, None)),
        MappingField("owner", VALUE),
        MappingField("where", VALUE),
    ),
    span=HERE,
)
"""When the rules on a kind are in force: where its piece must lie, what carries it, who owns it, what must hold."""


def read_piece_rules(reader: NodeReader, node: Node, what: Value) -> tuple[Item, ...] | None:
    """Read rules on a piece, one line or a block after ``|``; any other item among them is R128."""
    read = rules(reader, node, what)
    if read is None:
        return None
    for item in read.items:
        if not isinstance(item, ON_PIECES) or (isinstance(item, OptionGroup) and item.during):
            reader.bag.add("R128", item.span, name=item.name, where=what)
    return tuple(item for item in read.items if isinstance(item, ON_PIECES))


ON_PIECE: Final = ParsedValue(read_piece_rules, {"type": "string"})
"""Rules that stand on a kind: each of its elements has them."""
