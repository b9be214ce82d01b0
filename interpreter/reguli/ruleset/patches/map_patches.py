"""Patches of a drawn board: its lines, the meaning of its letters, and the part on a spot."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TypeVar

from reguli.ruleset.declarations.element_rows import Shape, read_legend_entry
from reguli.ruleset.declarations.kind_files import SPOT
from reguli.ruleset.declarations.map_files import Legend, add_spot_letters, check_drawn_legend, read_map_cells
from reguli.ruleset.document_nodes import Declared, Documents, ElementDecl, GridDecl, KindDecl, SpotDecl
from reguli.ruleset.patches.patch_sections import replace_attributes
from reguli.schema.node_reader import NodeReader
from reguli.schema.shapes import ValueContext
from reguli.schema.shapes import ValueShape as Read
from reguli.source.finding_catalogue import Said, Value
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.source_excerpt import Span
from reguli.source.yaml_reader import MappingEntry, Node, ScalarNode

# -- One line under ``set:`` of a variant, and what it is held to ----------------------------------------------------


D = TypeVar("D", bound=Declared)
V = TypeVar("V")


@frozen_class
class Setting(FrozenValue):
    """One path, its new value, and the places of both."""

    key: ScalarNode
    value: Node
    path: str
    reader: NodeReader

    @property
    def what(self) -> Value:
        """Return the description of the value for findings."""
        return Said("part.named", name=self.path)

    def read(self, shape: Read[V]) -> V | None:
        """Read the value with a shape."""
        return shape.read(self.value, ValueContext(self.what), self.reader)

    def named(self, name: str, what: Value, known: Sequence[D]) -> D | None:
        """Return the declaration of this name; report an unknown one."""
        found = next((one for one in known if one.id == name), None)
        if found is None:
            self.reader.absent(self.key.span, name, [one.id for one in known], what)
        return found

    def again(self, span: Span) -> bool:
        """Return, and report, whether the variant itself declares the target."""
        if span.file == self.key.span.file:
            related = [(span, Said("here.in_variant"))]
            self.reader.bag.add("R154", self.key.span, related=related, path=self.path)
        return span.file == self.key.span.file

    def same(self, new: object, old: object) -> bool:
        """Return whether the value equals the existing one, and report it."""
        if type(new) is not type(old) or new != old:
            return False
        value = self.value.text if isinstance(self.value, ScalarNode) else Said("says.same")
        self.reader.bag.add("R153", self.value.span, path=self.path, value=value)
        return True


# -- map patches -----------------------------------------------------------------------------------------------------


def redraw_map(documents: Documents, name: str, setting: Setting) -> Documents:
    """Redraw a board, with its own letters and those that the variant sets."""
    found = _drawn(documents, name, setting)
    if found is None:
        return documents
    kind, grid = found
    legend, hexagons = add_spot_letters(_legend(grid), kind.join), grid.shape != "square"
    cells = read_map_cells(setting.value, setting.what, legend, setting.reader, hexagons=hexagons)
    before = [(cell.point, cell.letter.id) for cell in grid.drawn or ()]
    if not cells or setting.same([(cell.point, cell.letter.id) for cell in cells], before):
        return documents
    return replace_attributes(documents, kind, grid=dataclasses.replace(grid, drawn=cells))


def set_legend_letter(documents: Documents, name: str, letter: str, setting: Setting) -> Documents:
    """Set the meaning of a letter of a drawn board; a new one is checked after the map is set."""
    found = _drawn(documents, name, setting)
    if found is None:
        return documents
    kind, grid = found
    fields = {field.id: field for field in kind.fields}
    shape = Shape(Said("part.kind", name=name), fields, joins=False, cells=True)
    key = dataclasses.replace(setting.key, value=letter, text=letter)
    new = read_legend_entry(MappingEntry(key, setting.value), shape, setting.reader)
    old = _legend(grid).get(letter)
    if old is not None and setting.same(_meaning(new), _meaning(old)):
        return documents
    legend = tuple(new if one.id == letter else one for one in grid.legend)
    drawn = tuple(
        dataclasses.replace(cell, letter=new) if cell.letter.id == letter else cell for cell in grid.drawn or ()
    )
    legend = legend if old else (*legend, new)
    return replace_attributes(documents, kind, grid=dataclasses.replace(grid, legend=legend, drawn=drawn))


def set_board_spot(documents: Documents, name: str, letter: str, setting: Setting) -> Documents:
    """Set the part on one spot of a joined board."""
    found = _drawn(documents, name, setting)
    if found is None:
        return documents
    kind, join = found[0], found[0].join
    known = () if join is None else join.lay
    if setting.named(letter, Said("thing.key_of", name=f"{name}.join"), known) is None or join is None:
        return documents
    read = setting.read(SPOT)
    if read is None:
        return documents
    lay = tuple(SpotDecl(setting.key.span, letter, *read) if one.id == letter else one for one in join.lay)
    if setting.same([_lain(one) for one in lay], [_lain(one) for one in join.lay]):
        return documents
    return replace_attributes(documents, kind, join=dataclasses.replace(join, lay=lay))


def _lain(spot: SpotDecl) -> object:
    chosen = (one and ([name for name, _ in one.names], one.by_lot) for one in (spot.part, spot.way))
    return spot.id, tuple(chosen)


def check_patch_legend(documents: Documents, base: Documents, reader: NodeReader) -> None:
    """Report letters that a variant explains but that do not occur on the map (R142)."""
    before = {one.span for kind in base.kinds if kind.grid is not None for one in kind.grid.legend}
    for kind in documents.kinds:
        if kind.grid is not None and kind.join is None:
            new = {one.id: one for one in kind.grid.legend if one.span not in before}
            check_drawn_legend(new, kind.grid.drawn or (), reader)


def _meaning(letter: ElementDecl) -> object:
    cells = ((name, cell.value, cell.body, cell.condition, cell.items) for name, cell in letter.cells)
    return sorted(cells, key=lambda cell: cell[0]), letter.players


def _legend(grid: GridDecl) -> Legend:
    return {one.id: one for one in grid.legend}


def _drawn(documents: Documents, name: str, setting: Setting) -> tuple[KindDecl, GridDecl] | None:
    """Return the only drawn board of a name: R152 if there is none, R164 if there are several."""
    holders = [kind for kind in documents.kinds if kind.id == name]
    if len(holders) > 1:
        boards = ", ".join(kind.board or "" for kind in holders)
        setting.reader.bag.add("R164", setting.key.span, name=name, boards=boards)
        return None
    kind = setting.named(name, Said("thing.kind"), holders or documents.kinds)
    if kind is None or setting.again(kind.span):
        return None
    if kind.grid is None or kind.grid.drawn is None:
        setting.reader.bag.add("R152", setting.key.span, near=None, what=Said("thing.key_of", name=name), name="map")
        return None
    return kind, kind.grid
