"""The same game told in several languages: no two moves are one text in one of them and two in another, and all say the same numbers.

Who speaks is brought along: nobody who verifies knows a language. Moves without a wording in one of them are passed over, for those the check of the words tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.engine.notation import move_text
from reguli.source.frozen_values import Kept, kept
from reguli.verify.report.step_budget import Budget

OPENING: Final = 1_500
"""Steps that it takes to open the languages of a table."""
SHARE: Final = 10
"""It is done where there are so many times as many left."""
MOST: Final = 40
"""Moves of a family that are told at most."""
NUMERALS: Final = {
    numeral: str(at) for at, numeral in enumerate(["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"], 1)
}
"""Levels and rows are printed so; one language may write the same number in digits."""
NUMBER: Final = re.compile(rf"\d+|\b(?:{'|'.join(NUMERALS)})\b")


@kept
class Tongue(Kept):
    """A language, and what says a move in it to whoever may make it; empty where there is no wording."""

    language: str
    say: Callable[[Playthrough, Move], str]


Tongues = Callable[[Playthrough], tuple[Tongue, ...]]
"""Opens all languages for a table."""


@kept
class Mistold(Kept):
    """What is told otherwise in another language: the rule of the option, the languages, the texts, and the moves as they are typed."""

    numbers: bool
    """Whether the numbers in a text differ; else two moves are one text."""
    rule: str
    language: str
    other: str
    texts: tuple[str, str]
    moves: tuple[str, str]


@dataclass(slots=True)
class Telling:
    """Tells positions of one table, the first that was played at: to open languages takes long, and names of seats are other ones at another table."""

    open: Tongues | None = None
    _table: int = 0
    _tongues: tuple[Tongue, ...] = ()

    def is_due(self, played: Playthrough, budget: Budget) -> bool:
        """Tell whether this is the table, and open the languages where it is the first."""
        if self.open is not None and budget.left < SHARE * OPENING and not self._tongues:
            budget.cut += 1
            self.open = None
        if self.open is not None and not self._tongues:
            budget.spend(OPENING)
            self._table, self._tongues = id(played.program), self.open(played)
        return len(self._tongues) > 1 and self._table == id(played.program)

    def look(self, played: Playthrough) -> Iterator[Mistold]:
        """Say the moves of a position in all languages, and give what does not come out the same."""
        families = list(played.families())
        listed = [(move, one.choice.option.rule) for one in families for move in islice(one.moves(), MOST)]
        said = [(one.language, [one.say(played, move) for move, _ in listed]) for one in self._tongues]
        told = [at for at in range(len(listed)) if all(texts[at] for _, texts in said)]
        for at in told:
            yield from _numbers(played, said, at, listed[at])
        for language, texts in said:
            first: dict[str, int] = {}
            for at in told:
                before = first.setdefault(texts[at], at)
                for other, others in said:
                    if others[before] != others[at]:
                        rule, moves = listed[at][1], (_typed(played, listed[before][0]), _typed(played, listed[at][0]))
                        yield Mistold(False, rule, language, other, (texts[at], others[at]), moves)


def _numbers(
    played: Playthrough, said: Sequence[tuple[str, Sequence[str]]], at: int, move: tuple[Move, str]
) -> Iterator[Mistold]:
    """Compare the numbers of a move as it is told with those of the first language, in any order."""
    first, texts = said[0]
    for language, others in said[1:]:
        if _numbers_in(texts[at]) != _numbers_in(others[at]):
            typed = _typed(played, move[0])
            yield Mistold(True, move[1], language, first, (others[at], texts[at]), (typed, typed))


def _numbers_in(text: str) -> list[str]:
    return sorted(NUMERALS.get(one, one) for one in NUMBER.findall(text))


def _typed(played: Playthrough, move: Move) -> str:
    assert played.decision is not None
    return move_text(played.program, played.decision, move)
