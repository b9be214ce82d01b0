"""Drawn boards: lines of letters with a legend."""

from __future__ import annotations

from reguli.reading.groups import Found
from reguli.ruleset.declared.drawings import letters
from reguli.ruleset.declared.rows import Shape, described_by
from reguli.ruleset.documents import DrawnCell, ElementDecl
from reguli.source.said import Said


def drawn_board(found: Found, shape: Shape, *, hexagons: bool) -> tuple[DrawnCell, ...] | None:
    """Read ``map:`` with its ``legend:``; None where there is none.

    A letter that the legend lacks is R141, one of the legend that the map lacks R142, one between the hexagons R143.
    """
    node, reader = found.given("map"), found.reader
    if node is None:
        return None
    read = letters(node, found.of("map"), reader)
    legend = _legend(found, shape)
    cells = []
    unknown = set[str]()
    for point, letter, span in read:
        entry = legend.get(letter)
        if entry is None and letter not in unknown:
            unknown.add(letter)
            near = reader.meant(letter, legend)
            reader.bag.add("R141", span, near=near, letter=letter, known=", ".join(legend) or Said("list.none"))
        elif entry is not None and hexagons and sum(point) % 2 != sum(read[0][0]) % 2:
            reader.bag.add("R143", span, letter=letter)
        elif entry is not None:
            cells.append(DrawnCell(span, point, entry))
    drawn = {letter for _, letter, _ in read}
    for letter, entry in legend.items():
        if letter not in drawn:
            reader.bag.add("R142", entry.span, near=None, letter=letter)
    return tuple(cells)


def _legend(found: Found, shape: Shape) -> dict[str, ElementDecl]:
    node, reader = found.given("legend"), found.reader
    if node is None:
        return {}
    entries = reader.entries(node, found.of("legend")) or ()
    return {entry.key.text: described_by(entry, shape, reader) for entry in entries}
