"""The lots that lay the parts of a board, as rules: they are cast before anything else of the set-up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reguli.language.tree import expressions as x
from reguli.language.tree import items as i
from reguli.language.tree import statements as s
from reguli.model.binding.world import WAY, WAY_OF_SPOT
from reguli.model.joins.settled import Settled
from reguli.ruleset.documents import GameDecl
from reguli.ruleset.kinds_written import JoinDecl, KindDecl
from reguli.source.span import Span

OTHER = "other"
"""What another spot is called in the rules."""


def laying(
    name: str, join: JoinDecl, kind: KindDecl, settled: Sequence[Settled], game: GameDecl
) -> tuple[i.RulesFile, str]:
    """Write the procedure that lays the parts and then sets the game up as the ruleset says; and give its name."""
    body: list[s.Statement] = [one for spot in settled for one in _said(spot, join)]
    for (_, _), group in groupby(settled, key=_lots):
        body += _cast(tuple(group), join)
    if game.setup is not None:
        span = game.setup_span or game.span
        body.append(s.Run(span, x.Name(span, game.setup), (), False))
    cites = tuple(s.Citation(kind.span, one) for one in kind.source.cites)
    procedure = i.Procedure(join.span, name, (), tuple(body), cites)
    return i.RulesFile(kind.span.file, (procedure,)), name


def _lots(one: Settled) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give what the lots of a spot are cast among: spots that have the same are laid one after the other."""
    parts = tuple(part.id for part in one.parts) if one.spot.part.by_lot else ()
    return parts, one.ways if one.spot.way is not None and one.spot.way.by_lot else ()


def _said(one: Settled, join: JoinDecl) -> Iterator[s.Statement]:
    """Write what no lot decides of a spot."""
    span = one.spot.part.span
    spot = _element(span, join.spots, one.spot.id)
    if not one.spot.part.by_lot:
        for part in one.parts[:1]:
            yield s.Assign(span, x.Field(span, spot, join.parts), _element(span, join.parts, part.id))
    if one.spot.way is None or not one.spot.way.by_lot:
        for way in one.ways[:1]:
            yield s.Assign(span, x.Field(span, spot, WAY_OF_SPOT), _element(span, WAY, way))


def _cast(group: Sequence[Settled], join: JoinDecl) -> Iterator[s.Statement]:
    """Write the lots of several spots that have the same ones."""
    parts, ways = _lots(group[0])
    span = group[0].spot.part.span
    body: list[s.Statement] = []
    spot = x.Name(span, join.spots)
    if parts:
        there = x.Field(span, x.Name(span, OTHER), join.parts)
        taken = x.Binary(span, "=", there, x.Name(span, join.parts))
        free = x.Quantified(span, "no", OTHER, x.Name(span, f"{join.spots}s"), taken, None)
        body.append(s.Lot(span, join.parts, _among(span, join.parts, parts), free, None))
        body.append(s.Assign(span, x.Field(span, spot, join.parts), x.Name(span, join.parts)))
    if ways:
        at = group[0].spot.way.span if group[0].spot.way is not None else span
        body.append(s.Lot(at, WAY_OF_SPOT, _among(at, WAY, ways), None, None))
        body.append(s.Assign(at, x.Field(at, spot, WAY_OF_SPOT), x.Name(at, WAY_OF_SPOT)))
    if body:
        spots = tuple(one.spot.id for one in group)
        yield s.For(span, join.spots, _among(span, join.spots, spots), None, None, tuple(body))


def _among(span: Span, kind: str, names: tuple[str, ...]) -> x.SetOf:
    return x.SetOf(span, tuple(_element(span, kind, name) for name in names))


def _element(span: Span, kind: str, name: str) -> x.Field:
    return x.Field(span, x.Name(span, kind), name)
