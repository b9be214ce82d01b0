"""The findings that programs are given while they play (E6xx): moves that are not allowed, pickles of other rules."""

from __future__ import annotations

from typing import Final

from reguli.source.code_entry import Code

SITTING_CODES: Final[tuple[Code, ...]] = (
    Code(
        id="E601",
        title="move that is not allowed",
        message="'{move}' is not allowed: {reason}",
        expected="{expected}",
        remedy="choose among the moves that are allowed: moves() and families() give them, why(move) the values that count, say_why(move) the words",
        explanation="Every reason against a move is told, each at the rule that gives it. The position stays as it is.",
        wrong='playthrough.apply("buy ace"), with 3 coins and a price of 4\n',
        right="playthrough.apply(playthrough.moves()[0])\n",
        told=True,
    ),
    Code(
        id="E602",
        title="move where nobody decides",
        message="'{move}' cannot be played: nobody has to decide",
        expected="a playthrough that waits for a decision",
        remedy="ask first whether it is over; a position that was set up waits only where 'at:' says where play begins",
        explanation="A playthrough is over when nobody has to decide any more.",
        wrong='playthrough.apply("pass") behind the last move\n',
        right="while not playthrough.over:\n    playthrough.apply(playthrough.moves()[0])\n",
        told=True,
    ),
    Code(
        id="E603",
        title="other rules than those it was kept under",
        message="what was kept of '{name}' belongs to other rules than those here",
        expected="rules, options and program with the digest {expected}; here it is {found}",
        remedy="bring the same files of the ruleset and the same version of reguli, or keep saves: they are replayed under any rules",
        explanation="A pickle holds a position as it is in memory, not the way to it, so it opens only where the rules are the same. "
        "A save holds the moves.",
        wrong="pickle.loads(...) after a rule was changed\n",
        right="reguli.load_save(...) after a rule was changed\n",
        told=True,
    ),
)
