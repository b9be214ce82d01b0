"""A position that examples begin at is drawn where its sentence stands: whose pieces stand where, and what is not in play."""

from __future__ import annotations

import pytest
from rulebooks import spoken_book

from reguli.publish.document.document_tree import BoardDiagram
from reguli.publish.document.inline_nodes import find_blocks
from reguli.publish.pictures.board_pictures import draw_board

STANDS = {"Essen": (0,), "Münster": (0,), "Düsseldorf": (1,), "Köln": (1,)}
"""Whose houses stand where in the example of the rulebook (E6): Ann is the first, Ben the second."""
WHOSE = {"en": "1: Ann, 2: Ben", "ro": "1: Ana, 2: Dan", "hu": "1: Anna, 2: Bence"}


@pytest.mark.parametrize("code", sorted(WHOSE))
def test_a_position_is_drawn_with_its_pieces_and_what_is_in_play(code: str) -> None:
    book = spoken_book("power_grid", code)
    board = next(one for one in find_blocks(book, BoardDiagram) if one.id == "E6_position")
    spots = board.picture.spots
    assert {spots[at].name: seats for at, seats in board.standing.pieces.items()} == STANDS
    in_play = {spot.group for spot in spots if spot.group not in board.standing.aside}
    assert {board.picture.groups[group] for group in in_play} == {"w", "sw", "e"}
    assert board.caption.text == WHOSE[code]
    assert draw_board(board).faults == ()


def test_a_board_by_itself_has_nothing_on_it() -> None:
    book = spoken_book("power_grid", "en")
    germany = next(one for one in find_blocks(book, BoardDiagram) if one.id == "germany")
    assert not germany.standing.pieces
    assert not germany.standing.aside


@pytest.mark.parametrize("code", sorted(WHOSE))
def test_a_position_on_a_grid_is_drawn_with_its_pieces_too(code: str) -> None:
    """Every square but b3 holds the mark of the player who has it in the position; the square keeps its name."""
    book = spoken_book("tic_tac_toe", code)
    board = next(one for one in find_blocks(book, BoardDiagram) if one.id == "one_cell_left")
    ann, ben = ("a1", "c1", "c2", "a3"), ("b1", "a2", "b2", "c3")
    stands = {board.picture.spots[at].name: seats for at, seats in board.standing.pieces.items()}
    assert stands == {**dict.fromkeys(ann, (0,)), **dict.fromkeys(ben, (1,))}
    assert board.caption.text == WHOSE[code]
    picture = draw_board(board).svg
    assert [picture.count(f">{text}</text>") for text in ("1", "2", "b3")] == [len(ann), len(ben), 1]
