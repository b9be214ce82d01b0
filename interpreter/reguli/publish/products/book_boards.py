"""The boards of a rulebook: each board of a ruleset, and positions that examples begin at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reguli.publish.document import document_tree as d
from reguli.publish.document.inline_nodes import Given, Group, Joined, Neighbours, Sayable, Signs, Statement
from reguli.publish.pictures.map_model import BoardPicture, areas_of
from reguli.publish.products.book_back_matter import Stood
from reguli.ruleset.declarations.example_files import ExampleDecl
from reguli.source.span import Span
from reguli.words.grammar.grammar_values import Name
from reguli.words.grammar.languages import LANGUAGE_CODES


def boards_of(boards: Iterable[tuple[str, BoardPicture]], span: Span) -> Iterator[d.Board[Sayable]]:
    """Plan a picture of each board; its name is the id of the wording that names it, else empty."""
    for name, picture in boards:
        last = name.replace(":", "/").rpartition("/")[2]
        title = Statement(name, span, word=last) if name else Statement("book.board", span, shared=True)
        caption = Joined(tuple(_captions(picture, span)), " ")
        board = _board(last or picture.places, title, caption, picture)
        if picture.form == "map" and picture.joints:
            costs = any(joint.cost is not None for joint in picture.joints)
            heading = Statement("book.joined", span, {"costs": Given(costs)}, shared=True)
            board = replace(board, heading=heading, places=(Neighbours(picture),))
        yield board


def position_of(example: ExampleDecl, stood: Stood, chapter: Given) -> d.Board[Sayable]:
    """Plan the picture of a position that examples of a chapter begin at; below it stands whose the pieces are.

    It says which chapter: on pages a broad picture may stand behind its own.
    """
    span, named = example.span, dict(example.names)
    whose = []
    for seat in sorted({seat for pieces in stood.standing.pieces.values() for seat in pieces}):
        typed = stood.names[seat]
        called = {**dict.fromkeys(LANGUAGE_CODES, typed), **dict(named.get(typed, ()))}
        whose.append(Statement("book.whose", span, {"n": Given(seat + 1)}, shared=True, called={"who": called}))
    title = Statement("book.position", span, {"n": chapter}, shared=True)
    caption = Joined(tuple(whose), ", ")
    return replace(_board(example.id, title, caption, stood.picture), standing=stood.standing)


def _board(name: str, title: Sayable, caption: Sayable, picture: BoardPicture) -> d.Board[Sayable]:
    is_map = picture.form == "map"
    return d.Board(
        name,
        title,
        caption,
        picture,
        names=tuple(Given(Name(spot.name)) for spot in picture.spots) if is_map else (),
        groups=tuple(Group(picture, group) for group in range(len(picture.groups))) if is_map else (),
    )


def _captions(picture: BoardPicture, span: Span) -> Iterator[Statement | Signs]:
    """Give what stands below a board: what its signs and numbers mean."""
    if picture.form != "map":
        yield Statement("book.board_caption", span, shared=True)
        return
    if picture.groups:
        areas = areas_of(picture)
        yield Statement("book.map_areas" if areas else "book.map_signs", span, shared=True)
        yield from () if areas else (Signs(picture),)
    if any(joint.cost is not None for joint in picture.joints):
        yield Statement("book.map_costs", span, shared=True)
    if any(spot.holes for spot in picture.spots):
        yield Statement("book.map_rooms", span, {"where": Given(picture.places)}, shared=True)
