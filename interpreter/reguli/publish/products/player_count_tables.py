"""A rulebook table by number of players: the boards in use, and the rows with varying numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from reguli.model.grids import cell_name, drawn_letter_points
from reguli.model.resolved_ruleset import Ruleset, written_rows
from reguli.publish.document.document_tree import DocumentRow, DocumentTable
from reguli.publish.document.inline_nodes import (
    Cell,
    HeadingText,
    JoinedInline,
    LiteralValue,
    Sayable,
    WordingStatement,
)
from reguli.publish.document.placeholder_resolution import known_placeholder_values
from reguli.publish.document.table_cells import PLAYER_COUNT
from reguli.publish.layouts import book_layout
from reguli.ruleset.document_nodes import ElementDecl, KindDecl
from reguli.source.diagnostic import Bag
from reguli.source.frozen_values import FrozenValue, frozen_class
from reguli.source.name_suggestions import closest_name
from reguli.source.source_excerpt import Span
from reguli.words.grammar.grammar_values import ProperName
from reguli.words.placeholders.placeholder_values import NAME_FIELD, common_placeholders, element_wording
from reguli.words.placeholders.wording_subjects import Subjects

NONE: Final = LiteralValue(None)
"""Stands where a number of players has none."""


@frozen_class
class _Listed(FrozenValue):
    """A row of declarations that depends on the number of players: its name, and its elements or cells."""

    kind: KindDecl
    name: str
    heading: Sayable
    there: tuple[tuple[int, ...] | None, ...]
    """Of each copy the numbers of players that have it; ``None`` for all."""


def table_by_number(ruleset: Ruleset, players: int | None, span: Span) -> DocumentTable[Sayable] | None:
    """Return the table for one number of players or for all; None where nothing depends on that number."""
    low, high = ruleset.players
    counts = tuple(range(low, high + 1)) if players is None else (players,)
    rows = tuple(_rows(ruleset, counts))
    if not rows:
        return None
    title = WordingStatement("book.by_number", span, shared=True)
    corner = (WordingStatement(f"card.key.{PLAYER_COUNT}", span, shared=True),)
    heads = tuple(HeadingText(LiteralValue(count, (f"players:{count}",))) for count in counts)
    # A table of one number of players has no heads: the head of the book says which it is.
    return DocumentTable(title, corner, (), heads, rows) if players is None else DocumentTable(title, (), (), (), rows)


def _rows(ruleset: Ruleset, counts: Iterable[int]) -> Iterator[DocumentRow[Sayable]]:
    boards, game = ruleset.documents.game.boards, ruleset.documents.game
    lie = {name: {count for one in boards if name in one.boards for count in one.players} for name in _named(ruleset)}
    if boards:
        heading = WordingStatement("book.board", game.span, shared=True)
        yield DocumentRow((heading,), tuple(_boards(ruleset, count) for count in counts))
    for one in _listed(ruleset):
        yield DocumentRow((one.heading,), tuple(_count(one, count, lie) for count in counts))


def _named(ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in ruleset.documents.game.boards for name in one.boards))


def _boards(ruleset: Ruleset, count: int) -> Sayable:
    """Return the boards in use at a number of players."""
    boards = ruleset.documents.game.boards
    named = [(name, one.span) for one in boards if count in one.players for name in one.boards]
    said = tuple(WordingStatement(f"board:{name}", span, word=name) for name, span in named)
    if len(said) > 1:
        return JoinedInline(said, ", ")
    return said[0] if said else NONE


def _count(one: _Listed, count: int, lie: Mapping[str, set[int]]) -> Cell:
    """Return the number of copies in play at a number of players."""
    lies = one.kind.board not in lie or count in lie[str(one.kind.board)]
    number = sum(there is None or count in there for there in one.there) if lies else 0
    return LiteralValue(number, (f"copies:{one.kind.id}/{one.name}[{count}]",)) if number else NONE


def _listed(ruleset: Ruleset) -> Iterator[_Listed]:
    """Yield the rows that depend on the number of players, in declaration order, for any board."""
    documents = ruleset.documents
    kinds = {one.span: one for one in (*documents.kinds, *documents.elsewhere) if isinstance(one, KindDecl)}
    for kind in kinds.values():
        for name, copies in written_rows(kind).items():
            if any(one.players is not None for one in copies):
                yield _row(kind, name, copies)
        if kind.grid is not None and kind.grid.drawn:
            yield from _cells(kind)


def _row(kind: KindDecl, name: str, copies: Sequence[ElementDecl]) -> _Listed:
    """Return a row with its copies, which share its name; an element with a name field goes by that name."""
    first = copies[0]
    text = any(field.id == NAME_FIELD and field.form == "text" for field in kind.fields)
    written = next((cell.value for field, cell in first.cells if field == NAME_FIELD), None) if text else None
    heading: Sayable = WordingStatement(element_wording(kind.id, name), first.span, word=name)
    if isinstance(written, str) or kind.form in ("edges", "grid"):
        heading = _of_kind(kind, str(written) if isinstance(written, str) else name)
    return _Listed(kind, name, heading, tuple(one.players for one in copies))


def _of_kind(kind: KindDecl, name: str) -> Sayable:
    """Return a name, preceded by the name of its kind."""
    return JoinedInline(
        (WordingStatement(f"kind:{kind.id}", kind.span, word=kind.id), LiteralValue(ProperName(name))), " "
    )


def _cells(kind: KindDecl) -> Iterator[_Listed]:
    """Yield the cells of a drawn board that only some numbers of players have, grouped by letter."""
    grid = kind.grid
    assert grid is not None
    drawn = grid.drawn or ()
    by_letter: dict[str, list[tuple[str, tuple[int, ...] | None]]] = {}
    for point, cell in zip(drawn_letter_points(grid, drawn), drawn, strict=True):
        if cell.letter.players is not None:
            by_letter.setdefault(cell.letter.id, []).append((cell_name(grid, point), cell.letter.players))
    for cells in by_letter.values():
        name = ", ".join(name for name, _ in cells)
        yield _Listed(kind, name, _of_kind(kind, name), tuple(players for _, players in cells))


# -- component counts ------------------------------------------------------------------------------------------------
# What is in the box, as a rulebook counts it: numbers that the rules offer, as many for each of several, a single card by its name.


ONE: Final = "one"
"""What is there once and has no number in the rules: a board."""
ANY: Final = "any"
"""What is there in a number that is not given: money of a bank that never runs out."""


def plan_quantity_list(
    part: book_layout.QuantityListPart, ruleset: Ruleset, subjects: Subjects, bag: Bag
) -> Iterator[WordingStatement | HeadingText]:
    """Yield the items of a quantity list with their quantities; an item that the ruleset lacks is reported (W402) and left out."""
    known = {name: offer for subject in subjects.values() for name, offer in subject.offers.items()}

    def number(name: str, span: Span) -> LiteralValue | None:
        value = known_placeholder_values({name: known[name]}, ruleset).get(name) if name in known else None
        if not isinstance(value, LiteralValue) or not isinstance(value.value, int) or isinstance(value.value, bool):
            bag.add("W402", span, near=closest_name(name, (*known, ONE, ANY)), text=name, name=name)
            return None
        return value

    for thing in part.things:
        what = LiteralValue(thing.term)
        match thing:
            case book_layout.QuantityItem(number=name) if name == ANY:
                yield HeadingText(what, many=True)
            case book_layout.QuantityItem(number=name, span=span):
                found = LiteralValue(1) if name == ONE else number(name, span)
                if found is not None:
                    yield WordingStatement("book.counted", span, {"n": found, "what": what}, shared=True)
            case book_layout.QuantityPerElement(span=span):
                each, among = number(thing.each, span), number(thing.among, span)
                if each is not None and among is not None:
                    yield _dealt(thing, each, among)
            case book_layout.SingleElement(kind=kind, span=span):
                of = ruleset.kinds.get(kind)
                if of is None or thing.term not in of.elements:
                    name, near = f"{kind}.{thing.term}", closest_name(thing.term, () if of is None else of.elements)
                    bag.add("W402", span, near=near, text=name, name=name)
                else:
                    common = known_placeholder_values(dict(common_placeholders(ruleset)), ruleset)
                    said = {"n": LiteralValue(1), **common}
                    yield WordingStatement(f"counted:{kind}/{thing.term}", span, said, word=thing.term, offered=True)


def _dealt(thing: book_layout.QuantityPerElement, each: LiteralValue, among: LiteralValue) -> WordingStatement:
    """Return the wording of a total split evenly: the total, the number of groups, the number in each."""
    assert isinstance(each.value, int)
    assert isinstance(among.value, int)
    all_there = LiteralValue(each.value * among.value, (*each.ids, *among.ids))
    what, group = LiteralValue(thing.term), LiteralValue(thing.called)
    values = {"n": all_there, "what": what, "groups": among, "group": group, "each": each}
    return WordingStatement("book.counted_among", thing.span, values, shared=True)
