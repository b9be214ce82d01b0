"""Drawn boards: lines of letters with a legend."""

from __future__ import annotations

from collections.abc import Mapping

from reguli.ruleset.declarations.element_rows import Shape, read_drawing_letters, read_legend_entry
from reguli.ruleset.document_nodes import DrawnCell, ElementDecl, JoinDecl
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ParsedMapping
from reguli.source.finding_catalogue import Said, Value
from reguli.source.yaml_reader import Node

Legend = Mapping[str, ElementDecl]
"""What each letter means."""


def read_drawn_board(
    found: ParsedMapping, shape: Shape, *, hexagons: bool
) -> tuple[tuple[DrawnCell, ...] | None, Legend]:
    """Read ``map:`` with its ``legend:``; return ``None`` if there is none.

    A letter that the legend lacks is R141, one of the legend that the map lacks R142, one between the hexagons R143. What a board is joined
    of is drawn elsewhere, so there the legend is held to all maps together when they are joined.
    """
    node, reader = found.given("map"), found.reader
    if node is None:
        return None, {}
    legend, join = _legend(found, shape), found.values["join"]
    if join is None and "join" in found.entries:
        # What could not be read may be what the letters mean.
        return (), legend
    cells = read_map_cells(node, found.of("map"), add_spot_letters(legend, join), reader, hexagons=hexagons)
    if join is None:
        check_drawn_legend(legend, cells, reader)
    return cells, legend


def add_spot_letters(legend: Legend, join: JoinDecl | None) -> Legend:
    """Return a legend with the spot letters of a board added; the parts laid there provide their meaning."""
    return {**{spot.id: ElementDecl(spot.span, spot.id, ()) for spot in join.lay}, **legend} if join else legend


def read_map_cells(
    node: Node, what: Value, legend: Legend, reader: NodeReader, *, hexagons: bool
) -> tuple[DrawnCell, ...]:
    """Read the lines of a map by its legend; R141 and R143."""
    read = read_drawing_letters(node, what, reader)
    cells = []
    unknown = set[str]()
    for one in read:
        point, letter, span = one.point, one.letter, one.span
        entry = legend.get(letter)
        if entry is None and letter not in unknown:
            unknown.add(letter)
            near = reader.meant(letter, legend)
            reader.bag.add("R141", span, near=near, letter=letter, known=", ".join(legend) or Said("list.none"))
        elif entry is not None and hexagons and sum(point) % 2 != sum(read[0].point) % 2:
            reader.bag.add("R143", span, letter=letter)
        elif entry is not None:
            cells.append(DrawnCell(span, point, entry))
    return tuple(cells)


def check_drawn_legend(legend: Legend, cells: tuple[DrawnCell, ...], reader: NodeReader) -> None:
    """Check a legend against its map: a letter that does not occur on it is R142."""
    drawn = {cell.letter.id for cell in cells}
    for letter, entry in legend.items():
        if letter not in drawn:
            reader.bag.add("R142", entry.span, near=None, letter=letter)


def _legend(found: ParsedMapping, shape: Shape) -> Legend:
    node, reader = found.given("legend"), found.reader
    if node is None:
        return {}
    entries = reader.entries(node, found.of("legend")) or ()
    return {entry.key.text: read_legend_entry(entry, shape, reader) for entry in entries}
