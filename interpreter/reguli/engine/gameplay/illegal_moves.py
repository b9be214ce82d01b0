"""Moves that are not allowed, as they are told to a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reguli.engine.notation import Plain
from reguli.source.base_error import Trouble
from reguli.source.diagnostic import Diagnostic, finding
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said


@kept
class Change(Kept):
    """A standing change that made a value what it is: the rule ``by`` which, its amount, the piece it stands on and whose that is.

    ``piece`` and ``owner`` are as they are typed, ``None`` where the rule stands on none, or holds for nobody in particular.
    """

    by: str
    amount: int
    piece: Plain = None
    owner: Plain = None


@kept
class Nearest(Kept):
    """The move that lacks least of all that would have ended what cannot be finished: as it is typed, its option, its arguments by name, and why not."""

    move: str
    option: str
    arguments: Mapping[str, Plain]
    refusal: Refusal


@kept
class Refusal(Kept):
    """One reason against a move.

    ``name`` is the reason of the rule, or ``not_offered`` for an argument outside its domain; ``admissible`` lists
    all that would do, of a range of numbers the least and the greatest; ``missing`` is how much the left side of a failed comparison lacks; ``cites`` are inventory ids;
    ``lacking`` tells, where tokens of several varieties are compared or paid, how much of which is missing; ``changes`` are the standing
    changes in force of what the condition and the reason ask for; ``nearest`` is said of what cannot be finished, where some option leads out of it.
    """

    rule: str
    name: str
    text: str
    values: tuple[tuple[str, Plain], ...] = ()
    arguments: tuple[Plain, ...] = ()
    missing: int | None = None
    unit: str | None = None
    admissible: tuple[Plain, ...] = ()
    span: str = ""
    cites: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    nearest: Nearest | None = None
    lacking: tuple[tuple[str, int], ...] = ()


class IllegalMove(Trouble):
    """A ``move``, as it is typed, is not allowed now; ``refusals`` are the reasons, each with the values that count.

    Each reason is a finding (E601) at the place of its rule; where nobody has to decide there is one finding (E602). The
    engine says only which move it was: ``refusal_reasons.refused`` gives the reasons, and the library tells them.
    """

    def __init__(self, move: str, refusals: Sequence[Refusal] = (), findings: Sequence[Diagnostic] = ()) -> None:
        """Take the move and the reasons, as they are and as findings."""
        super().__init__(move, tuple(refusals), tuple(findings))
        self.move, self.refusals = move, tuple(refusals)
        self._findings = tuple(findings)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Give the reasons as findings."""
        unsaid = Said("why.no_reason")
        return self._findings or (finding("E601", move=self.move, reason=unsaid, expected=Said("sort.allowed_move")),)


def nobody_decides(move: str) -> IllegalMove:
    """Give what is wrong with a move where nobody has to decide."""
    return IllegalMove(move, (), (finding("E602", move=move),))
