"""The lots that lay the parts of a board, as rules: they are cast before anything else of the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from reguli.language.syntax_tree import expressions as x
from reguli.language.syntax_tree import statements as s
from reguli.language.syntax_tree import top_level_items as i
from reguli.model.binding.binding_context import LAYING, WAY, WAY_OF_SPOT, WAYS
from reguli.model.modular_boards.layout_options import Settled
from reguli.ruleset.document_nodes import GameDecl
from reguli.ruleset.kind_nodes import JoinDecl, KindDecl
from reguli.source.frozen_values import Kept, kept
from reguli.source.span import Span

Lots = Mapping[str, tuple[str, ...]]
"""By spot: what its lot is cast among."""
OTHER = "other"
"""What another spot is called in the rules."""


def laying(kind: KindDecl, join: JoinDecl, parts: KindDecl, settled: Sequence[Settled], game: GameDecl) -> i.Procedure:
    """Write the procedure that lays the parts and then sets the game up as the ruleset says."""
    body: list[s.Statement] = [one for spot in settled for one in _said(spot, join)]
    body += [*_parts_cast(settled, join, parts), *_ways_cast(settled, join)]
    if game.setup is not None:
        span = game.setup_span or game.span
        body.append(s.Run(span, x.Name(span, game.setup), (), False))
    cites = tuple(s.Citation(kind.span, one) for one in kind.source.cites)
    return i.Procedure(join.span, f"{kind.id}.{LAYING}", (), tuple(body), cites)


def _said(one: Settled, join: JoinDecl) -> Iterator[s.Statement]:
    """Write what no lot decides of a spot."""
    span = one.spot.part.span
    spot = _element(span, join.spots, one.name)
    if not one.spot.part.by_lot:
        for part in one.parts[:1]:
            yield s.Assign(span, x.Field(span, spot, join.parts), _element(span, join.parts, part.id))
    if one.spot.way is None or not one.spot.way.by_lot:
        for way in one.ways[:1]:
            yield s.Assign(span, x.Field(span, spot, WAY_OF_SPOT), _element(span, WAY, way))


def _parts_cast(settled: Sequence[Settled], join: JoinDecl, parts: KindDecl) -> Iterator[s.Statement]:
    """Write the lots of the parts: none is laid twice."""
    lots = {one.name: tuple(part.id for part in one.parts) for one in settled if one.spot.part.by_lot}
    span = next((one.spot.part.span for one in settled if one.spot.part.by_lot), join.span)
    there = x.Field(span, x.Name(span, OTHER), join.parts)
    taken = x.Binary(span, "=", there, x.Name(span, join.parts))
    free = x.Quantified(span, "no", OTHER, x.Name(span, f"{join.spots}s"), taken, None)
    among = _Among(span, join.parts, parts.plural, tuple(part.id for part in parts.elements))
    yield from _cast(lots, settled, join, s.Lot(span, join.parts, among.by_spot(lots, join), free, None))


def _ways_cast(settled: Sequence[Settled], join: JoinDecl) -> Iterator[s.Statement]:
    """Write the lots of the ways round."""
    lots = {one.name: one.ways for one in settled if one.spot.way is not None and one.spot.way.by_lot}
    span = next((one.spot.way.span for one in settled if one.spot.way is not None and one.spot.way.by_lot), join.span)
    among = _Among(span, WAY, WAYS, ())
    yield from _cast(lots, settled, join, s.Lot(span, WAY_OF_SPOT, among.by_spot(lots, join), None, None))


def _cast(lots: Lots, settled: Sequence[Settled], join: JoinDecl, lot: s.Lot) -> Iterator[s.Statement]:
    """Write a lot for each spot that has one, in their order, and keep what it brings under the same name."""
    if lots:
        every = tuple(one.name for one in settled)
        span = lot.span
        keep = s.Assign(span, x.Field(span, x.Name(span, join.spots), lot.variable), x.Name(span, lot.variable))
        spots = _Among(span, join.spots, f"{join.spots}s", every).those(tuple(lots))
        yield s.For(span, join.spots, spots, None, None, (lot, keep))


@kept
class _Among(Kept):
    """What is chosen from: the elements of a kind, all of which have a name together."""

    span: Span
    kind: str
    plural: str
    every: tuple[str, ...]

    def those(self, names: tuple[str, ...]) -> x.Expression:
        """Write a set of them."""
        if names == self.every:
            return x.Name(self.span, self.plural)
        return x.SetOf(self.span, tuple(_element(self.span, self.kind, name) for name in names))

    def by_spot(self, lots: Lots, join: JoinDecl) -> x.Expression:
        """Write the set that a lot is cast among, which may hang on the spot."""
        found: x.Expression | None = None
        for names in dict.fromkeys(reversed(tuple(lots.values()))):
            spots = tuple(spot for spot, those in lots.items() if those == names)
            listed = x.SetOf(self.span, tuple(x.Name(self.span, one) for one in spots))
            here = x.Member(self.span, x.Name(self.span, join.spots), listed, False)
            those = self.those(names)
            found = those if found is None else x.IfElse(self.span, here, those, found)
        return found or self.those(())


def _element(span: Span, kind: str, name: str) -> x.Field:
    return x.Field(span, x.Name(span, kind), name)
