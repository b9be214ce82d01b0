"""Choices by lot that go where play seldom goes: the option least seen so far, and rules that somebody wants to see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.gameplay.legal_actions import Family, Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.rng import Stream, below
from reguli.verify.report.verification_target import Guide

TENTHS: Final = 10
SELDOM: Final = 3
"""In so many of ten choices the option is taken that was seen least."""
GUIDED: Final = 8
"""So many of ten moves a guide makes, where there is one."""
WANTED: Final = 4
"""In so many of ten one of the rules is taken that somebody wants to see, where there is one."""


def whose_turn(guides: Sequence[Guide], game: int) -> Guide | None:
    """Give who guides a game: nobody every second one, and else one guide after the other."""
    return guides[game // 2 % len(guides)] if guides and game % 2 else None


@dataclass(slots=True)
class Walker:
    """Chooses by lot; what it has seen it remembers from one game to the next, so one walker goes through all games of a comparison."""

    wanted: Collection[str] = ()
    """Rules, by the beginnings of their ids."""
    seen: Counter[str] = field(default_factory=Counter)
    guide: Guide | None = None
    """Who makes most of the moves."""
    _wanted: dict[str, bool] = field(default_factory=dict)

    def move(self, here: Playthrough, families: Sequence[Family], lot: Stream) -> Move:
        """Give a move of a position, the guide's or one by lot."""
        if self.guide is not None and below(lot, TENTHS) < GUIDED:
            return self.guide.choose(here)
        return self.choose(families, lot)

    def choose(self, families: Sequence[Family], lot: Stream) -> Move:
        """Give one of the moves: an option first, then one of its moves, each as likely."""
        options: dict[str, list[Family]] = {}
        for family in families:
            options.setdefault(family.choice.option.rule, []).append(family)
        rule = self._option(list(options), lot)
        self.seen[rule] += 1
        of = options[rule]
        at = below(lot, sum(family.size for family in of))
        for family in of:
            if at < family.size:
                return family.move(at)
            at -= family.size
        raise AssertionError(at)

    def _option(self, rules: Sequence[str], lot: Stream) -> str:
        if len(rules) == 1:
            return rules[0]
        drawn = below(lot, TENTHS)
        if drawn < SELDOM:
            return min(rules, key=lambda rule: self.seen[rule] * (TENTHS + lot.getrandbits(4)))
        if self.wanted and drawn < SELDOM + WANTED:
            rules = [rule for rule in rules if self._is_wanted(rule)] or rules
        return rules[below(lot, len(rules))]

    def _is_wanted(self, rule: str) -> bool:
        known = self._wanted.get(rule)
        if known is None:
            known = self._wanted[rule] = any(
                rule == one or rule.startswith(f"{one}/") or one.startswith(f"{rule}/") for one in self.wanted
            )
        return known
