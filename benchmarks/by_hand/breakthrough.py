"""Breakthrough on 8 by 8 written by hand: cells 0 to 63 in rows from the south; seat 0 goes north, seat 1 south."""

from __future__ import annotations

from random import Random

Move = tuple[int, int]
"""The cell a pawn comes from and the one it goes to."""
SIZE = 8
NOBODY = 2
BEYOND = 3
OUTSIDE = SIZE * SIZE
"""Beside the board, where nothing can go."""
_STEP = (SIZE, -SIZE)
_CELLS = range(SIZE * SIZE)


def _sides(cell: int, player: int) -> tuple[Move, ...]:
    column, ahead = cell % SIZE, cell + _STEP[player]
    return tuple((cell, ahead + side) for side in (-1, 1) if 0 <= column + side < SIZE and ahead in _CELLS)


AHEAD = tuple(tuple((cell, cell + _STEP[player]) for cell in _CELLS) for player in (0, 1))
SIDES = tuple(tuple(_sides(cell, player) for cell in _CELLS) for player in (0, 1))
TARGETS = tuple(
    tuple(
        (
            cell + _STEP[player],
            *(cell + _STEP[player] + side if 0 <= cell % SIZE + side < SIZE else OUTSIDE for side in (-1, 1)),
        )
        for cell in _CELLS
    )
    for player in (0, 1)
)
"""Straight ahead and to both sides of it; nobody's pawn stands on the last row."""


class Game:
    """One sitting; ``winner`` is the seat of who broke through or captured every pawn, or -1."""

    __slots__ = ("board", "over", "pawns", "player", "winner")

    def __init__(self) -> None:
        """Begin with two rows of pawns on each side."""
        rows = 2 * SIZE
        self.board = [0] * rows + [NOBODY] * (SIZE * SIZE - 2 * rows) + [1] * rows
        self.pawns = [set(range(rows)), set(range(SIZE * SIZE - rows, SIZE * SIZE))]
        self.player = 0
        self.over = False
        self.winner = -1

    def moves(self) -> list[Move]:
        """Return every move: straight ahead to an empty cell, to either side unless a pawn of one's own is there."""
        player, board, pawns = self.player, self.board, self.pawns[self.player]
        ahead, sides = AHEAD[player], SIDES[player]
        found = [move for origin in pawns if board[(move := ahead[origin])[1]] == NOBODY]
        found += [move for origin in pawns for move in sides[origin] if board[move[1]] != player]
        return found

    def play(self, move: Move) -> None:
        """Move a pawn, capturing what stands on its target."""
        origin, target = move
        player, board, other = self.player, self.board, 1 - self.player
        self.pawns[other].discard(target)
        self.pawns[player].remove(origin)
        self.pawns[player].add(target)
        board[origin], board[target] = NOBODY, player
        if target // SIZE == (SIZE - 1, 0)[player] or not self.pawns[other]:
            self.winner, self.over = player, True
        else:
            self.player = other


def played(stream: Random) -> tuple[int, int]:
    """Play to the end, each move as likely as any other: a pawn and a way are proposed until it can go there. Give the moves and who won."""
    rows, cells = 2 * SIZE, SIZE * SIZE
    board = [0] * rows + [NOBODY] * (cells - 2 * rows) + [1] * rows + [BEYOND]
    pawns = [list(range(rows)), list(range(cells - rows, cells))]
    where = [*range(rows), *([0] * (cells - 2 * rows)), *range(rows)]
    player, moves, lot = 0, 0, stream.random
    while True:
        own, targets, ways = pawns[player], TARGETS[player], 3 * len(pawns[player])
        while True:
            way = int(lot() * ways)
            origin = own[way // 3]
            target = targets[origin][way % 3]
            there = board[target]
            if there == NOBODY or (there == 1 - player and way % 3):
                break
        moves += 1
        if there != NOBODY:
            others = pawns[there]
            last = others.pop()
            if last != target:
                where[last] = where[target]
                others[where[last]] = last
            if not others:
                return moves, player
        board[origin], board[target] = NOBODY, player
        own[where[origin]], where[target] = target, where[origin]
        if target // SIZE == (SIZE - 1, 0)[player]:
            return moves, player
        player = 1 - player
