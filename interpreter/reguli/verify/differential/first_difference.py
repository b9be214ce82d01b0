"""The first place where two programs are not one game, as a value: what is not the same, and a position from which it is seen."""

from __future__ import annotations

from typing import Final, Literal

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.executable_program import Playable
from reguli.source.frozen_values import Kept, kept

What = Literal["begin", "fault", "over", "decision", "actor", "moves", "field", "seen", "ranking"]
"""What is not the same: the set-up fails on one side, a move does, one side is over, another decision is asked, somebody else decides, other moves
are listed, another value stands in a field, a seat sees more or less, the ranking is another one."""
SHOWN: Final = 4
"""So many moves that one side alone lists are named."""


@kept
class Difference(Kept):
    """Where two programs part for the first time.

    ``what`` names it: a decision, a place of a field (``player.money[ben]``), a seat and a place it sees. ``before`` and ``now`` say in ids
    what holds on each side. ``played`` and ``playing`` are the two playthroughs at the last position in which both sides were the same, ``None``
    where there is none; ``move`` leads from there to where they part, and is ``None`` where they part in that position itself.
    """

    kind: What
    what: str
    before: str
    now: str
    number: int
    """So many moves were made when they parted."""
    seed: int
    players: int
    played: Playthrough | None
    playing: Playthrough | None
    move: Move | None = None
    text: str = ""
    """The move as it is typed."""
    rules: tuple[str, ...] = ()
    """The decision that was asked there, the option that was taken, and on a fault the rule that failed."""
    alone: tuple[tuple[Move, ...], tuple[Move, ...]] = ((), ())
    """Of other moves: those that the base alone lists and those that now alone does, each by the numbers of its own side; the first few."""
    programs: tuple[Playable, Playable] | None = None
    """The programs of both sides."""
