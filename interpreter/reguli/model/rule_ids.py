"""Stable ids of rules, made of names."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from reguli.model.tree.bound import Rule
from reguli.model.tree.terms import Term


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


@dataclass(frozen=True, slots=True)
class Surrounding:
    """What stands round a statement and can be left by its name: a decision, or the procedure, phase or other rule itself."""

    what: Literal["decision", "procedure", "turn"]
    name: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Site:
    """Where in the rules a statement stands: its path, and what round it can be left, outermost first."""

    path: str
    ids: RuleIds
    around: tuple[Surrounding, ...] = ()
    groups: tuple[str, ...] = ()
    """Option groups being included, outermost first."""
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

    def including(self, group: str) -> Site:
        """Go into an option group."""
        return replace(self, groups=(*self.groups, group))
