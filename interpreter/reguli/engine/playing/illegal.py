"""Moves that are not allowed, as they are told to a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reguli.source.diagnostic import Diagnostic, finding
from reguli.source.trouble import Trouble

if TYPE_CHECKING:
    # A playthrough raises this, and reasons are asked of a playthrough.
    from reguli.engine.playing.reasons import Refusal


class IllegalMove(Trouble):
    """A ``move``, as it is typed, is not allowed now; ``refusals`` are the reasons, each with the values that count.

    Each reason is a finding (E601) at the place of its rule; where nobody has to decide there is one finding (E602).
    """

    def __init__(self, move: str, refusals: Sequence[Refusal] = (), findings: Sequence[Diagnostic] = ()) -> None:
        """Take the move and the reasons, as they are and as findings."""
        super().__init__(move, tuple(refusals), tuple(findings))
        self.move, self.refusals = move, tuple(refusals)
        self._findings = tuple(findings)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Give the reasons as findings."""
        unsaid = "no reason that is known"
        return self._findings or (finding("E601", move=self.move, reason=unsaid, expected="a move that is allowed"),)


def nobody_decides(move: str) -> IllegalMove:
    """Give what is wrong with a move where nobody has to decide."""
    return IllegalMove(move, (), (finding("E602", move=move),))
