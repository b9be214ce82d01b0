"""What a library is given: a name of the game, or an expression in the rules language, by the sort that the parameter is of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from reguli.language.syntax_tree.top_level_items import Procedure
from reguli.ruleset.document_nodes import Documents
from reguli.ruleset.libraries.library_file import SORTS, ParameterDecl
from reguli.ruleset.libraries.substitution import Argument
from reguli.schema.node_reader import ID, Reader
from reguli.schema.scalar_shapes import expression
from reguli.source.diagnostic import Bag
from reguli.source.message_arguments import Said
from reguli.source.name_suggestions import near
from reguli.source.yaml_nodes import Entry, Node, Scalar

NAMED: Final = ("kind", "unit", "procedure")
"""The sorts that are given by a name."""
PLAYER: Final = "player"
KNOWN_UNITS: Final = ("number", "round", "rank")


def argument(node: Node, parameter: ParameterDecl, documents: Documents, reader: Reader) -> Argument | None:
    """Read what a parameter is given; R363 where it is of another sort."""
    sort = SORTS[parameter.sort]
    if parameter.sort not in NAMED:
        return expression(reader, node, Said("part.given", name=parameter.id))
    text = node.text if isinstance(node, Scalar) else ""
    known = _known(parameter, documents)
    if text in known:
        return text
    if parameter.sort == "procedure" and has_bad_rules(reader.bag):
        return None
    close = near(text, known) if ID.fullmatch(text) else None
    reader.bag.add("R363", node.span, near=close, name=parameter.id, found=text or Said("sort.group"), wanted=sort)
    return None


def runs_rightly(
    parameter: ParameterDecl, entry: Entry, arguments: Mapping[str, Argument | None], documents: Documents, bag: Bag
) -> bool:
    """Hold a procedure that is given to take what the library runs it with; R371 where it takes something else."""
    items = (item for file in documents.rules for item in file.items if isinstance(item, Procedure))
    item = next((item for item in items if item.name == arguments[parameter.id]), None)
    if parameter.sort != "procedure" or item is None:
        return True
    wanted = [str(arguments.get(kind) or kind) for _, kind in parameter.given]
    takes = [one.kind or one.name for one in item.parameters]
    if takes != wanted:
        bag.add(
            "R371",
            entry.value.span,
            related=[(item.span, Said("here.name_stands", name=item.name))],
            name=parameter.id,
            found=item.name,
            takes=", ".join(takes),
            wanted=", ".join(wanted),
        )
    return takes == wanted


def has_bad_rules(bag: Bag) -> bool:
    """Say whether some rule could not be read: what is missing may be in that."""
    return any(found.code.startswith("L") for found in bag)


def _known(parameter: ParameterDecl, documents: Documents) -> set[str]:
    """Give the names of the game that are of the sort of a parameter."""
    if parameter.sort == "procedure":
        return {item.name for file in documents.rules for item in file.items if isinstance(item, Procedure)}
    kinds = {kind.id for kind in documents.kinds}
    if parameter.sort == "kind":
        return kinds | {PLAYER}
    return kinds | {*documents.game.units, *KNOWN_UNITS}
