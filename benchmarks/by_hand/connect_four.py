"""Connect four written by hand: each side's stones the bits of a whole number, seven for a column of six, the lowest first."""

from __future__ import annotations

from random import Random

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1
"""Bits of a column; the topmost stays empty, so that no line runs from one column into the next."""
DIRECTIONS = (1, COLUMN - 1, COLUMN, COLUMN + 1)
TOPS = tuple(column * COLUMN + HEIGHT for column in range(WIDTH))


class Game:
    """One sitting; ``winner`` is the seat of who has four in a row, or -1."""

    __slots__ = ("landing", "left", "over", "player", "stones", "winner")

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.landing = [column * COLUMN for column in range(WIDTH)]
        self.stones = [0, 0]
        self.left = WIDTH * HEIGHT
        self.player = 0
        self.over = False
        self.winner = -1

    def moves(self) -> list[int]:
        """Return the columns, 1 to 7, with room for a stone."""
        landing = self.landing
        return [column + 1 for column in range(WIDTH) if landing[column] < TOPS[column]]

    def play(self, column: int) -> None:
        """Drop a stone into a column, 1 to 7."""
        player, landing = self.player, self.landing
        stones = self.stones[player] = self.stones[player] | 1 << landing[column - 1]
        landing[column - 1] += 1
        for direction in DIRECTIONS:
            pairs = stones & stones >> direction
            if pairs & pairs >> 2 * direction:
                self.winner, self.over = player, True
                return
        self.player = 1 - player
        self.left -= 1
        self.over = not self.left


def played(stream: Random) -> tuple[int, int]:
    """Play to the end, each column with room as likely as any other: columns are proposed until one has. Give the moves and who won, or -1."""
    landing = [column * COLUMN for column in range(WIDTH)]
    stones, player, lot = [0, 0], 0, stream.random
    for move in range(1, WIDTH * HEIGHT + 1):
        column = int(lot() * WIDTH)
        while landing[column] == TOPS[column]:
            column = int(lot() * WIDTH)
        own = stones[player] = stones[player] | 1 << landing[column]
        landing[column] += 1
        for direction in DIRECTIONS:
            pairs = own & own >> direction
            if pairs & pairs >> 2 * direction:
                return move, player
        player = 1 - player
    return WIDTH * HEIGHT, -1
