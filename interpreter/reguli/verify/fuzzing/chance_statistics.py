"""Whether chance is chance: what each cast and each stack brought in all games together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from reguli.engine.chance.chance_nodes import chance_sites
from reguli.engine.chance.chance_source import ChanceSource
from reguli.engine.fault_diagnostics import place_of_rule
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.executable_program import Playable
from reguli.source.diagnostic import finding
from reguli.verify.report.finding_types import Found, made_id

SURE: Final = log(1e-6)
"""How unlikely it must be that chance brought one thing only, where it was chance."""
GAMES: Final = 6
"""In so many games a rule must have drawn the same card first."""
DRAWN: Final = 3
"""Values that are told of a card that is drawn: the card, where from, where to."""


@dataclass(slots=True)
class Brought:
    """What one cast brought: how often there was a choice, the outcomes, and the logarithm of how likely that was."""

    times: int = 0
    outcomes: set[str] = field(default_factory=set)
    likely: float = 0.0


@dataclass(slots=True)
class WatchedSource(ChanceSource):
    """Chance by seed that takes note of what it brings, by site and by the rule that asked."""

    brought: dict[tuple[str, str], Brought] = field(default_factory=dict)

    def choose(
        self, site: str, occurrence: int, drawn: int, ids: Sequence[str], weights: Sequence[int] | None = None
    ) -> int:
        """Choose as always, and note it."""
        index = ChanceSource.choose(self, site, occurrence, drawn, ids, weights)
        if len(ids) > 1:
            one = self.brought.setdefault((site, self.rule), Brought())
            one.times += 1
            one.outcomes.add(ids[index])
            one.likely += log(1 / len(ids) if weights is None else weights[index] / sum(weights))
        return index


@dataclass(slots=True)
class Chances:
    """What chance brought in all games together."""

    brought: dict[tuple[str, str], Brought] = field(default_factory=dict)
    firsts: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By stack and the rule that draws from it: the card that it drew first in each game."""

    def source(self, program: Playable, seed: int) -> WatchedSource:
        """Give the chance of one game."""
        return WatchedSource(seed, {}, [], constants=program.constants, brought=self.brought)

    def look(self, played: Playthrough) -> None:
        """Take note of what a game drew first from each stack."""
        program = played.program
        stacks = {
            site.field.zone + site.place: site
            for site in chance_sites(program)
            if site.form == "stack" and site.field is not None
        }
        seen: set[tuple[str, str]] = set()
        for number, *values in played.journal:
            note = program.notes[number]
            if note.verb != "draw" or len(values) < DRAWN or values[1] not in stacks:
                continue
            key = stacks[values[1]].key, note.rule
            if key not in seen:
                seen.add(key)
                self.firsts.setdefault(key, []).append(values[0])

    def found(self, program: Playable) -> Iterator[Found]:
        """Give each cast that brought one thing only, and each stack that gave the same card first in every game."""
        for (site, rule), one in sorted(self.brought.items()):
            if len(one.outcomes) == 1 and one.likely < SURE:
                told = finding(
                    "V405", place_of_rule(program, rule), site=site, outcome=min(one.outcomes), times=one.times
                )
                yield Found(made_id("play", told.code, rule, site), "play", "warning", told, rule)
        for (site, rule), cards in sorted(self.firsts.items()):
            if (site, rule) not in self.brought and len(cards) >= GAMES and len(set(cards)) == 1:
                card = program.ruleset.kinds[_kind(program, site)].elements[cards[0]]
                told = finding("V406", place_of_rule(program, rule), site=site, card=card, games=len(cards))
                yield Found(made_id("play", told.code, rule, site), "play", "warning", told, rule)


def _kind(program: Playable, key: str) -> str:
    return next(site.kind or "" for site in chance_sites(program) if site.key == key)
