"""Pictures of things of a game, planned for a rulebook: a card with numbered parts, a market at the start, a track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reguli.publish.document import document_tree as d
from reguli.publish.document import figure_nodes
from reguli.publish.document.inline_nodes import Given, Head, Joined, Letter, Sayable, Statement
from reguli.publish.document.layout_references import Reader
from reguli.publish.document.table_cells import cell_given, cells_along, element_given, key_kind
from reguli.publish.layouts.book_layout import LONGEST_TRACK, CardPart, MarketPart, TrackPart
from reguli.publish.layouts.visual_style import Picture
from reguli.publish.pictures.map_marks import neutral_marks
from reguli.source.message_arguments import Said


def card_figure(part: CardPart, piece: d.Piece[Sayable], icons: Mapping[str, Picture]) -> figure_nodes.Figure[Sayable]:
    """Plan the picture of a card."""
    named = tuple(one for one in (piece.number, piece.title) if one is not None) or (piece.back[1],)
    shown = {*(row.icon for row in piece.icons), *(() if piece.result is None else (piece.result.icon,))}
    drawn = {name: icons[name] for name in icons if name in shown}
    face = figure_nodes.CardFace(piece, tuple(point for point, _ in part.points), drawn)
    return figure_nodes.Figure(part.element, Joined(named, " – "), face)


def figure_of(
    part: MarketPart | TrackPart, reader: Reader, icons: Mapping[str, Picture]
) -> Iterator[figure_nodes.Figure[Sayable]]:
    """Plan the picture of a market or a track; none with findings (W402, W403) where its references lead nowhere or do not fit."""
    title = Statement(f"figure:{part.id}", part.span, word=part.id)
    shown = _track(part, reader) if isinstance(part, TrackPart) else _market(part, reader, icons)
    if shown is not None:
        yield figure_nodes.Figure(part.id, title, shown)


def _track(part: TrackPart, reader: Reader) -> figure_nodes.Track | None:
    last = reader.scalar(part.high)
    if last is None:
        return None
    if not isinstance(last.value, int) or not part.low < last.value <= LONGEST_TRACK:
        reader.unfit(part.high, Said("why.no_such_track", low=part.low, high=LONGEST_TRACK))
        return None
    return figure_nodes.Track(tuple(range(part.low, last.value + 1)))


def _market(part: MarketPart, reader: Reader, icons: Mapping[str, Picture]) -> figure_nodes.Market[Sayable] | None:
    """Plan a market: the key that both tables have is what is for sale, along the other one lie the places."""
    places, full = reader.keys(part.places), reader.keys(part.full)
    if places is None or full is None:
        return None
    kind = key_kind(reader.ruleset, full.table, full.table.key_names.index(full.free[0])) if full.free else None
    along = [name for name in places.free if name not in full.free]
    if len(full.free) != 1 or len(places.free) != 2 or len(along) != 1 or kind is None:
        reader.unfit(part.places, Said("why.no_market"))
        return None
    marks = neutral_marks([one for one in kind.elements if one not in icons])
    rows, costs = [], set[int]()
    for index, element in enumerate(kind.elements):
        chosen = {full.free[0]: index}
        own = [pair.value.value for pair in cells_along(reader.ruleset, places.filled(chosen), along[0])]
        filled = cell_given(reader.ruleset, full.filled(chosen)).value
        costs |= {cost for cost in own if isinstance(cost, int)}
        rows.append((element, element_given(kind, index), own, filled if isinstance(filled, int) else 0))
    order = sorted(costs)
    return figure_nodes.Market(
        tuple(Given(cost) for cost in order),
        tuple(
            figure_nodes.MarketRow(
                Head(name),
                icons[element] if element in icons else marks[element],
                None if element in icons else Letter(element),
                tuple((own.count(cost), own[:filled].count(cost)) for cost in order),
            )
            for element, name, own, filled in rows
        ),
    )
