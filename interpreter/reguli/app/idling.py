"""What silent games show of rounds: options of the first round alone, and rounds in which nobody does anything.

Both come of what is used up and never given back: workers that do not come home, cards that are not drawn again. An option that a player takes once, as
a role or a starting place, is none of these, nor is one whose decision is not asked later or that asks for the round itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reguli.model.ruleset import Ruleset
from reguli.model.tree import bound as b
from reguli.model.tree import terms as t
from reguli.model.tree.reads import all_within
from reguli.model.tree.walk import all_asks, guards_of, statements_of
from reguli.play.trials import Seen
from reguli.source.diagnostic import Bag

LATER: Final = 3
"""Games that are over sooner show nothing of later rounds."""
TIMES: Final = ("round", "stage", "coming_stage")


def report_idle_rounds(ruleset: Ruleset, seen: Seen, bag: Bag) -> None:
    """Report options that were taken in the first round only though their decision was asked later, or else rounds without a deed."""
    if not seen.taken:
        return
    games, rounds = len(seen.taken), max(len(one) - 1 for one in seen.taken)
    told, asks = False, tuple(all_asks(ruleset))
    for ask in asks:
        asked = max(_last(one, {option.rule for option in ask.options}) for one in seen.taken)
        for option in ask.options if asked >= LATER else ():
            last = max(_last(one, {option.rule}) for one in seen.taken)
            if last == 1 and seen.often[option.rule] > 1 and _does(option) and not _asks_when(ruleset, option):
                told = True
                bag.add("C144", option.span, name=option.name, decision=ask.name, games=games, rounds=asked)
    doing = {option.rule for ask in asks for option in ask.options if _does(option)}
    ends = [(_last(one, doing), len(one) - 1) for one in seen.taken]
    last = max(end for end, _ in ends)
    if not told and last > 0 and all(length >= max(LATER, end + 2) for end, length in ends):
        bag.add("C145", ruleset.documents.game.span, games=games, round=last, rounds=rounds)


def _last(rounds: Sequence[set[str]], rules: set[str]) -> int:
    """Give the last round of a game in which one of some options was taken."""
    return max((number for number, taken in enumerate(rounds) if taken & rules), default=0)


def _does(option: b.BoundOption) -> bool:
    """Tell whether an option does anything but leave its decision."""
    return any(not isinstance(one, b.Leave | b.Settle) for one in statements_of(option.effects))


def _asks_when(ruleset: Ruleset, option: b.BoundOption) -> bool:
    """Tell whether a guard or a choice of an option asks for the round or the stage."""
    conditions = (*(guard.condition for guard in guards_of(option)), *(one.domain for one in option.parameters))
    return any(isinstance(one, t.Fact) and one.name in TIMES for one in all_within(ruleset, conditions))
