"""Stable ids of rules, made of names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, Literal

from reguli.model.bound_tree.bound_statements import Rule
from reguli.model.bound_tree.bound_terms import Term
from reguli.source.frozen_values import Kept, kept

DEEPER: Final = "@"
"""Stands between the name of a rule and the depth of a copy of it."""
_DEPTH: Final = re.compile(rf"{DEEPER}[0-9]+")


def as_written(rule: str) -> str:
    """Give the name or id of a rule without the depth of a copy."""
    return _DEPTH.sub("", rule) if DEEPER in rule else rule


class RuleIds:
    """Hands out the ids of one item; the second use of a name on a path is ``.2``, the third ``.3``."""

    __slots__ = ("_used",)

    def __init__(self) -> None:
        """Start with no id given."""
        self._used: dict[str, int] = {}

    def next(self, path: str, name: str) -> Rule:
        """Give the next id of a name on a path."""
        rule = f"{path}/{name}"
        count = self._used.get(rule, 0) + 1
        self._used[rule] = count
        return rule if count == 1 else f"{rule}.{count}"


@kept
class Surrounding(Kept):
    """What stands round a statement and can be left by its name: a decision, a turn, a way round, or the procedure, phase or other rule itself."""

    what: Literal["decision", "procedure", "turn", "loop"]
    name: str
    rule: Rule


@kept
class Site(Kept):
    """Where in the rules a statement stands: its path, and what round it can be left, outermost first."""

    path: str
    ids: RuleIds
    around: tuple[Surrounding, ...] = ()
    asked: Term | None = None
    """Who is asked by the decision around."""

    def below(self, path: str) -> Site:
        """Go down to a decision or option."""
        return replace(self, path=path)

    def asking(self, asked: Term) -> Site:
        """Go into a decision that asks a player."""
        return replace(self, asked=asked)

    def within(self, surrounding: Surrounding) -> Site:
        """Go into what can be left by its name."""
        return replace(self, around=(*self.around, surrounding))
