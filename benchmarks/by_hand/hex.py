"""Hex on 11 by 11 written by hand, played without taking over: cells 0 to 120 in rows from the south; seat 0 joins south and north, seat 1 west and east.

A chain knows its sides by the four cells behind the last one, which each stand for a whole side; whose cells are joined is asked of trees (union-find).
"""

from __future__ import annotations

from random import Random

SIZE = 11
CELLS = SIZE * SIZE
NOBODY = 2
SIDES = ((CELLS, CELLS + 1), (CELLS + 2, CELLS + 3))
"""South and north, west and east."""


def _near(cell: int, player: int) -> tuple[int, ...]:
    """Return the cells next to one, and the sides of a player that it lies at."""
    column, row = cell % SIZE, cell // SIZE
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    found = [
        (row + up) * SIZE + column + right for right, up in steps if 0 <= column + right < SIZE and 0 <= row + up < SIZE
    ]
    along = (row, column)[player]
    return (*found, *(side for side, at in zip(SIDES[player], (0, SIZE - 1), strict=True) if along == at))


NEAR = tuple(tuple(_near(cell, player) for cell in range(CELLS)) for player in (0, 1))


class Game:
    """One sitting; ``winner`` is the seat of who has joined both sides, or -1."""

    __slots__ = ("above", "board", "empty", "over", "player", "where", "winner")

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.empty = list(range(CELLS))
        self.where = list(range(CELLS))
        self.board = [NOBODY] * CELLS + [0, 0, 1, 1]
        self.above = list(range(CELLS + 4))
        self.player = 0
        self.over = False
        self.winner = -1

    def moves(self) -> list[int]:
        """Return the empty cells."""
        return self.empty

    def play(self, cell: int) -> None:
        """Put a stone on a cell."""
        last, where = self.empty.pop(), self.where
        if last != cell:
            self.empty[where[cell]] = last
            where[last] = where[cell]
        self.place(cell)

    def place(self, cell: int) -> None:
        """Put a stone on a cell without keeping the list of empty ones."""
        player, board, above = self.player, self.board, self.above
        board[cell] = player
        for near in NEAR[player][cell]:
            if board[near] == player:
                while above[near] != above[above[near]]:
                    above[near] = above[above[near]]
                above[above[near]] = cell
        first, second = SIDES[player]
        while above[first] != first:
            first = above[first]
        while above[second] != second:
            second = above[second]
        if first == second:
            self.winner, self.over = player, True
        else:
            self.player = 1 - player


def played(stream: Random) -> tuple[int, int]:
    """Play to the end, each empty cell as likely as any other: cells are proposed until one is empty. Give the moves and who won."""
    game, lot, moves = Game(), stream.random, 0
    board, place = game.board, game.place
    while not game.over:
        cell = int(lot() * CELLS)
        while board[cell] != NOBODY:
            cell = int(lot() * CELLS)
        place(cell)
        moves += 1
    return moves, game.winner
