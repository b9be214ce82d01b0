"""Tic-tac-toe written by hand: cells 0 to 8 in rows from the bottom, each side's marks the bits of a whole number."""

from __future__ import annotations

from random import Random

CELLS = 9
_LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
LINES_THROUGH = tuple(tuple(line for line in _LINES if line >> cell & 1) for cell in range(CELLS))
MARKS = tuple(1 << cell for cell in range(CELLS))
HAS_LINE = tuple(any(marks & line == line for line in _LINES) for marks in range(1 << CELLS))


class Game:
    """One sitting; ``winner`` is the seat of who has a line, or -1."""

    __slots__ = ("empty", "marks", "over", "player", "winner")

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.empty = list(range(CELLS))
        self.marks = [0, 0]
        self.player = 0
        self.over = False
        self.winner = -1

    def moves(self) -> list[int]:
        """Return the empty cells."""
        return self.empty

    def play(self, cell: int) -> None:
        """Mark a cell."""
        self.empty.remove(cell)
        player = self.player
        marks = self.marks[player] = self.marks[player] | 1 << cell
        for line in LINES_THROUGH[cell]:
            if marks & line == line:
                self.winner, self.over = player, True
                return
        self.over = not self.empty
        self.player = 1 - player


def played(stream: Random) -> tuple[int, int]:
    """Play to the end, each empty cell as likely as any other: cells are proposed until one is empty. Give the moves and who won, or -1."""
    own, other, player, lot = 0, 0, 0, stream.random
    for move in range(1, CELLS + 1):
        mark = MARKS[int(lot() * CELLS)]
        while (own | other) & mark:
            mark = MARKS[int(lot() * CELLS)]
        own |= mark
        if HAS_LINE[own]:
            return move, player
        own, other, player = other, own, 1 - player
    return CELLS, -1
