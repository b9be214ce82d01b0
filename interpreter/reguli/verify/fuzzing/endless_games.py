"""Games without end: round what they go, and what in them no longer changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from reguli.engine.chance.chance_source import ChanceRefused
from reguli.engine.gameplay.illegal_moves import IllegalMove
from reguli.engine.gameplay.legal_actions import Move
from reguli.engine.gameplay.playthrough import Playthrough
from reguli.ir.executable_program import Playable
from reguli.ir.program import Slots
from reguli.ir.runtime_faults import RulesFault
from reguli.model.bound_tree.bound_statements import Leave
from reguli.model.bound_tree.tree_traversal import all_statements
from reguli.source.diagnostic import finding
from reguli.source.frozen_values import Kept, kept
from reguli.source.message_arguments import Said, Value
from reguli.verify.fuzzing.game_settings import Table
from reguli.verify.report.finding_types import Found, made_id

LONGEST: Final = 4_000
"""Moves of a game at most."""
TURNED: Final = 1_000
"""Moves of a ring that are followed at most."""
ENDS: Final = 3
"""So many rules that would end a game are shown."""
NAMED: Final = 10
"""So many rules or fields are named."""


@kept
class Ring(Kept):
    """Rules that follow on one another again and again, in order, and the fields that they change."""

    rules: tuple[str, ...]
    changing: tuple[str, ...]

    @property
    def said(self) -> Said:
        """Say it."""
        if not self.changing:
            return Said("at_games.ring_of_nothing", rules=_named(self.rules, " → "))
        return Said("at_games.ring", rules=_named(self.rules, " → "), fields=_named(self.changing, ", "))


def _named(names: Sequence[str], between: str) -> Value:
    return between.join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])


def ring_of(before: Playthrough, move: Move | None) -> Ring | None:
    """Follow moves without a choice until a position comes again; ``None`` where none does."""
    played = before.branch()
    played.play_forced = False
    passed: list[tuple[str, Slots]] = []
    known: dict[tuple[int, ...], int] = {}
    try:
        if move is not None:
            played.apply(move)
        while len(passed) < TURNED and not played.over:
            found = played.legal()
            key = tuple(played.slots[: played.program.saved])
            if key in known or len(found) != 1:
                ring = passed[known.get(key, len(passed)) :]
                rules = tuple(dict.fromkeys(rule for rule, _ in ring))
                return Ring(rules, changing(played.program, [slots for _, slots in ring])) if ring else None
            known[key] = len(passed)
            assert played.decision is not None
            passed.append((played.decision.ask.rule, list(played.slots)))
            played.apply(found[0])
    except (RulesFault, ChanceRefused, IllegalMove):
        return None
    return None


def endless(table: Table, seed: int, late: Late, program: Playable, often: tuple[int, int]) -> Found:
    """Say that no end was seen: what is still chosen and changed, and what changes no more; ``often`` is in how many games of how many."""
    way = Said("at_games.after", table=table.said, seed=seed, moves=late.longest)
    span = program.ruleset.documents.game.span
    still = late.still(program)
    related = [(span, Ring(tuple(late.rules), tuple(sorted(late.fields))).said)]
    if still:
        related.append((span, Said("at_games.still", fields=_named(still, ", "))))
    ends = (one for one in all_statements(program.ruleset) if isinstance(one, Leave) and one.what == "game")
    related += [(one.span, Said("here.ends_game")) for one in ends][:ENDS]
    told = finding("V412", span, related=related, endless=often[0], games=often[1], way=way)
    return Found(made_id("play", told.code, ""), "play", "warning" if often[0] * 2 > often[1] else "note", told)


def changing(program: Playable, positions: Sequence[Slots]) -> tuple[str, ...]:
    """Give the fields that are not the same in all of some positions."""
    found: list[str] = []
    for name, one in program.layout.fields.items():
        places = slice(one.base, one.base + one.stride * one.places)
        if any(slots[places] != positions[0][places] for slots in positions):
            found.append(name.removeprefix("game."))
    for kind, first in program.layout.places.items():
        places = slice(first, first + len(program.ruleset.kinds[kind].elements))
        if any(slots[places] != positions[0][places] for slots in positions):
            found.append(kind)
    return tuple(found)


@dataclass(slots=True)
class Late:
    """What still changes in the second half of a long game, and what is chosen there."""

    longest: int = LONGEST
    fields: set[str] = field(default_factory=set)
    rules: dict[str, None] = field(default_factory=dict)
    _last: Slots | None = None

    def look(self, played: Playthrough, option: str) -> None:
        """Take note of a position and of the option that is taken there."""
        if 2 * len(played.moves) < self.longest:
            return
        self.rules.setdefault(option)
        if self._last is not None:
            self.fields.update(changing(played.program, [self._last, played.slots]))
        self._last = list(played.slots)

    def still(self, program: Playable) -> tuple[str, ...]:
        """Give the fields that changed no more."""
        names = [name.removeprefix("game.") for name in program.layout.fields]
        return tuple(name for name in names if name not in self.fields)
