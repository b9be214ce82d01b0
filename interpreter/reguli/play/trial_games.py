"""Silent bot games that check playability of a ruleset: every player count, every option, within a move budget.

Each table is played once by lot before any is played a second time, and then by the bots that the ruleset brings. That is all unless
somebody names a budget: then it goes on, by lot and by bots in turn, until that is spent. The same ruleset and budget give the same games.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from reguli.engine.gameplay.playthrough import GamePlaythrough, start_playthrough
from reguli.ir.executable_program import Playable
from reguli.ir.runtime_faults import RulesFault
from reguli.play.bot_policies import Bot, Bounds, RandomOptionBot, run_bot_turns

WITHIN: Final = Bounds(300, 6_000)
"""A tenth of the budget at most for one game."""
BUDGET: Final = 60_000
"""Moves of all games together, by default."""
TWICE: Final = 2
"""How often each table is then played."""


@dataclass(frozen=True, slots=True)
class TrialGameSetup:
    """A program, created on first play, and the ruleset's bots by name; ``said`` names it."""

    said: str
    program: Callable[[], Playable]
    bots: Callable[[Playable], Sequence[tuple[str, Bot]]]


@dataclass(frozen=True, slots=True)
class TrialGame:
    """One game: its table, its bot, its seed, its length, and the fault that stopped it, if any."""

    table: TrialGameSetup
    program: Playable
    bot: str
    seed: int
    moves: int
    fault: RulesFault | None = None


@dataclass(slots=True)
class TrialTotals:
    """Totals of all games, by phase and decision."""

    decided: set[str] = field(default_factory=set)
    """Phases in which a player made a move."""
    eventful: set[str] = field(default_factory=set)
    """Phases in which something happened beside."""
    queued: int = 0
    """How many things waited on the agenda at most."""
    doubts: set[str] = field(default_factory=set)
    """Decisions at which the search for a way out gave up."""
    often: dict[str, int] = field(default_factory=dict)
    """By the rule of an option: how often one player took it in one game at most."""
    taken: list[Sequence[set[str]]] = field(default_factory=list)
    """Of each game: by round, the set-up first, the rules of the options that were taken in it."""


def play_trial_games(
    tables: Sequence[TrialGameSetup], seen: TrialTotals, *, budget: int | None = None
) -> Iterator[TrialGame]:
    """Play the games, yielding each at its end; stop when the budget is spent."""
    left, made = BUDGET if budget is None else budget, dict[str, Playable]()
    own = dict[str, Sequence[tuple[str, Bot]]]()
    for seed in range(TWICE) if budget is None else count():
        for table in tables:
            if left <= 0:
                return
            program = made[table.said] if table.said in made else made.setdefault(table.said, table.program())
            bots = own.get(table.said) or own.setdefault(table.said, table.bots(program)) if seed % 2 else ()
            for bot in bots or [("random", RandomOptionBot())]:
                trial = _played(table, program, bot, seed, seen)
                left -= max(1, trial.moves)
                yield trial


def _played(table: TrialGameSetup, program: Playable, bot: tuple[str, Bot], seed: int, seen: TrialTotals) -> TrialGame:
    name, player = bot
    played: GamePlaythrough | None = None
    fault: RulesFault | None = None
    try:
        played = start_playthrough(program, seed)
        deque(run_bot_turns(played, [player] * program.players, WITHIN), 0)
    except RulesFault as found:
        fault = found
    if played is not None:
        _look(played, seen)
    return TrialGame(table, program, name, seed, 0 if played is None else len(played.moves), fault)


def _look(played: GamePlaythrough, seen: TrialTotals) -> None:
    """Record the events of each phase, and searches that gave up."""
    seen.doubts |= played.doubts
    if played.program.agenda.targets:
        seen.queued = max(seen.queued, played.slots[played.program.agenda.most])
    phase, rounds, times = "", [set[str]()], Counter[tuple[str, object]]()
    for number, *values in played.journal:
        note = played.program.notes[number]
        if note.verb == "phase":
            phase = note.about
        elif note.verb == "choose":
            seen.decided.add(phase)
            rounds[-1].add(note.rule)
            times[note.rule, values[0]] += 1
        elif note.verb == "round":
            rounds.append(set())
        elif note.verb != "stage":
            seen.eventful.add(phase)
    seen.taken.append(rounds)
    for (rule, _), often in times.items():
        seen.often[rule] = max(often, seen.often.get(rule, 0))
