"""All pieces of a ruleset as a text: one table or listing for each sort."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reguli.publish.document.sayable import Given, Head, Joined, Sayable
from reguli.publish.document.tree import Listing, Piece, Row, Section, Table
from reguli.publish.layouts.pieces import PieceTable, TermHead
from reguli.publish.products.piece_plan import PlannedPieces
from reguli.words.grammar.noun import NO_BREAK


def piece_lists(planned: PlannedPieces) -> Iterator[tuple[str, Sayable, Table[Sayable] | Listing[Sayable]]]:
    """Give the sorts with their headings: a table where the layout has one, else a line for each piece."""
    for sort, group in groupby(planned.pieces, key=lambda piece: piece.sort):
        pieces = tuple(group)
        table = planned.tables.get(sort)
        if table is not None:
            yield sort, _head(table.title), _table(table, pieces)
            continue
        alone = len(pieces) == 1 and pieces[0].title is not None
        heading = pieces[0].title if alone and pieces[0].title is not None else pieces[0].back[1]
        lines = tuple(line for piece in pieces for line in _lines(piece, alone=alone))
        yield sort, heading, Listing(lines)


def piece_sections(planned: PlannedPieces) -> tuple[Section[Sayable], ...]:
    """Give the sorts as sections of a text of their own."""
    return tuple(Section(sort, heading, (block,), wide=True) for sort, heading, block in piece_lists(planned))


def _head(head: TermHead) -> Head:
    return Head(Given(head.term), head.many)


def _table(table: PieceTable, pieces: Sequence[Piece[Sayable]]) -> Table[Sayable]:
    heads = tuple(_head(column.head) for column in table.columns)
    rows = tuple(Row(piece.cells[:1], piece.cells[1:]) for piece in pieces)
    return Table(_head(table.title), heads[:1], (), heads[1:], rows)


def _lines(piece: Piece[Sayable], *, alone: bool) -> Iterator[Sayable]:
    """Plan what stands on a piece: alone one line for each text, among others all in one, its number and title first."""
    texts = list(piece.text)
    if piece.result is not None:
        texts.append(Joined((piece.result.number, piece.result.line), NO_BREAK))
    if alone:
        yield from texts
        return
    name = Joined(tuple(one for one in (piece.number, piece.title) if one is not None), " – ")
    yield Joined((name, Joined(tuple(texts), "; ")), ": ")
