"""All pieces of a ruleset as a text: one table or listing for each sort, said in a language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from reguli.publish.document.plan import Plan, Statement
from reguli.publish.document.runs import Run, runs_of
from reguli.publish.document.say import Speaker
from reguli.publish.document.spoken import Line, SpokenCard, SpokenListing, SpokenRow, SpokenSection, SpokenTable
from reguli.publish.layouts.pieces import PieceTable, TermHead
from reguli.publish.products.piece_plan import PlannedPiece, PlannedPieces


def say_piece_lists(
    planned: PlannedPieces, speaker: Speaker
) -> Iterator[tuple[str, Line, SpokenTable | SpokenListing]]:
    """Give the sorts with their headings: a table where the layout has one, else a line for each piece."""
    for sort, group in groupby(planned.pieces, key=lambda piece: piece.sort):
        pieces = tuple(group)
        table = planned.tables.get(sort)
        if table is not None:
            title = head_of(table.title, speaker)
            yield sort, title, _table(title, table, pieces, speaker)
            continue
        alone = len(pieces) == 1 and pieces[0].title is not None
        heading = pieces[0].title if alone and pieces[0].title is not None else pieces[0].back[1]
        lines = tuple(line for piece in pieces for line in _lines(piece, speaker, alone=alone))
        yield sort, speaker.line(heading), SpokenListing(lines, ordered=False)


def say_piece_card(planned: PlannedPieces, plan: Plan, speaker: Speaker) -> SpokenCard:
    """Say all pieces as a text of its own; ``plan`` gives its head and foot."""
    sections = tuple(
        SpokenSection(sort, heading, wide=True, blocks=(block,))
        for sort, heading, block in say_piece_lists(planned, speaker)
    )
    return SpokenCard(
        code=speaker.voice.tongue.language.code,
        ruleset=plan.ruleset,
        name=plan.name,
        players=None,
        head=tuple(speaker.line(statement) for statement in plan.head[:1]),
        sections=sections,
        foot=tuple(speaker.line(statement) for statement in plan.foot),
    )


def head_of(head: TermHead, speaker: Speaker) -> Line:
    """Say a term as a heading, with a capital."""
    text = speaker.term(head.term, many=head.many) or ""
    return Line(runs_of(text[:1].upper() + text[1:]))


def _table(title: Line, table: PieceTable, pieces: Sequence[PlannedPiece], speaker: Speaker) -> SpokenTable:
    heads = tuple(head_of(column.head, speaker) for column in table.columns)
    rows = []
    for piece in pieces:
        cells = tuple(speaker.line(cell) if isinstance(cell, Statement) else speaker.cell(cell) for cell in piece.cells)
        rows.append(SpokenRow(cells[:1], cells[1:]))
    return SpokenTable(title, heads[:1], (), heads[1:], tuple(rows))


def _lines(piece: PlannedPiece, speaker: Speaker, *, alone: bool) -> Iterator[Line]:
    """Say what stands on a piece: alone one line for each text, among others all in one, its number and title first."""
    texts = [speaker.line(statement) for statement in piece.text]
    if piece.result is not None:
        number, _, line = piece.result
        texts.append(_joined((speaker.cell(number), speaker.line(line)), "\u00a0"))
    if alone:
        yield from texts
        return
    named = [() if piece.number is None else (speaker.cell(piece.number),)]
    named.append(() if piece.title is None else (speaker.line(piece.title),))
    name = _joined([line for one in named for line in one], " – ")
    yield _joined([line for line in (name, _joined(texts, "; ")) if line.runs], ": ")


def _joined(lines: Sequence[Line], sign: str) -> Line:
    """Put lines one after the other, a sign between them."""
    runs: list[Run] = []
    for at, line in enumerate(lines):
        runs += ([Run(sign)] if at else []) + list(line.runs)
    values = tuple(value for line in lines for value in line.values)
    return Line(tuple(runs), lines[0].id if lines else "", values, made=any(line.made for line in lines))
